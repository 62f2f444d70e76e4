"""Options: from the values asked for to the full set in force, and the handicaps among them.

A handicap changes what a side begins with; its value is a list of `SEAT:PIECE`. Equal handicaps have one canonical
text: no spaces, seats in small letters, pieces in capitals, the entries sorted as texts. Each game reads its own list
and refuses, in a sentence, what makes no sense in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from core.fault import BadOption, sentence
from core.game import Game, Option

NONE = "none"
"""The value of a handicap that is not set."""

MOST = 16
"""The most entries of one handicap."""

LIST = re.compile(rf"[a-z0-9]{{1,8}}:[A-Z0-9.+]{{1,6}}(,[a-z0-9]{{1,8}}:[A-Z0-9.+]{{1,6}}){{0,{MOST - 1}}}", re.ASCII)

TWICE = sentence("{name}: {entry} stands there twice.")
UNRATED = sentence("{name}: games for a rating are played without a handicap.")


@dataclass(frozen=True, slots=True)
class Handicap(Option):
    """An option whose value is a list of seats and pieces; `example` is such a list for the default options.

    Its `purpose` names the example as `{example}`.
    """

    example: str = ""

    def accepts(self, value: str) -> bool:
        """Tell whether `value` is such a list; whether it fits the game is checked when a match begins."""
        return value in self.values or LIST.fullmatch(value) is not None

    def canonical(self, value: str) -> str:
        """Give the canonical text of a list.

        >>> handicap("without", "", "").canonical("Red:m, blue:A")
        'blue:A,red:M'
        """
        if value.strip().lower() in self.values:
            return value.strip().lower()
        return ",".join(sorted(_entry("".join(each.split())) for each in value.split(",")))

    @property
    def allowed(self) -> str:
        """The allowed values as words for a sentence."""
        return f"{NONE}, {self.example}"


def handicap(name: str, title: str, example: str, purpose: str = "") -> Handicap:
    """Build a handicap option; it is `none` and written nowhere unless somebody asks for it."""
    words = ((NONE, sentence("nothing")),)
    return Handicap(name, (NONE,), title, tacit=True, purpose=purpose, words=words, example=example)


def _entry(text: str) -> str:
    seat, colon, piece = text.partition(":")
    return seat.lower() + colon + piece.upper()


def entries(value: str) -> tuple[tuple[str, str], ...]:
    """Give the seats and pieces of a value; an empty tuple for `none`.

    >>> entries("blue:A,red:M")
    (('blue', 'A'), ('red', 'M'))
    """
    if value == NONE:
        return ()
    pairs = (each.partition(":") for each in value.split(","))
    return tuple((seat, piece) for seat, _, piece in pairs)


def once(name: str, found: Iterable[tuple[str, str]]) -> None:
    """Refuse a list that contains an entry twice; raise `BadOption`."""
    seen: set[tuple[str, str]] = set()
    for seat, piece in found:
        if (seat, piece) in seen:
            raise BadOption(TWICE, name=name, entry=f"{seat}:{piece}")
        seen.add((seat, piece))


def handicaps(game: Game, options: Mapping[str, str]) -> tuple[str, ...]:
    """Give the names of the handicaps that are set; a game with any of them is not rated."""
    return tuple(
        option.name
        for option in game.options
        if isinstance(option, Handicap) and options.get(option.name, option.default) != option.default
    )


def refuse_rated_handicap(game: Game, options: Mapping[str, str]) -> None:
    """Refuse options with a handicap for a rated game; raise `BadOption`."""
    for name in handicaps(game, options):
        raise BadOption(UNRATED, name=name)


UNKNOWN = sentence("{game} has no option {text}; it has {allowed}.")
REFUSED = sentence("{name}={text} is not possible; allowed: {allowed}.")
NO_PRESET = sentence("{game} has no preset {text}; it has {presets}.")
NO_PRESETS = sentence("{game} has no presets: leave preset out.")
PRESET = "preset"
"""What is given like an option and sets several at once."""


def settle(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """Give every option of `game` a value: the given one, else that of the preset named by `preset`, else the default.

    An option whose `needs` do not hold keeps its default; if it is `tacit`, it is left out. Raises `BadOption`.
    """
    asked = dict(given)
    preset = asked.pop(PRESET, None)
    if preset is not None and not game.presets:
        raise BadOption(NO_PRESETS, game=game.name)
    if preset is not None and preset not in game.presets:
        raise BadOption(NO_PRESET, game=game.name, text=preset, presets=", ".join(game.presets))
    known = {option.name: option for option in game.options}
    for name, value in asked.items():
        if name not in known:
            raise BadOption(UNKNOWN, game=game.name, name=name, text=name, allowed=", ".join(told_options(game)))
        asked[name] = known[name].canonical(value)
        if not known[name].accepts(asked[name]):
            raise BadOption(REFUSED, name=name, text=value, allowed=known[name].allowed)
    chosen = {name: option.default for name, option in known.items()}
    chosen |= game.presets.get(preset or "", {})
    chosen |= asked
    for option in game.options:
        if any(chosen[name] != value for name, value in option.needs):
            chosen[option.name] = option.default
    return dict(written_options(game.options, chosen))


def told_options(game: Game) -> list[str]:
    """Name what may be chosen for a game while all look on: nothing that tells what is hidden."""
    return [*(option.name for option in game.options if not option.secret), *([PRESET] if game.presets else [])]


def fitted(option: Option, chosen: Mapping[str, str]) -> Option:
    """Give an option as the others' values leave it: a number that stays below one of theirs has bounds of its own."""
    room = chosen.get(option.below, "")
    if option.highest is None or not room.isdecimal():
        return option
    least = replace(option, highest=min(option.highest, int(room) - 1))
    return replace(least, words=tuple((value, told) for value, told in option.words if least.accepts(value)))


def refuse_beyond(game: Game, options: Mapping[str, str]) -> None:
    """Refuse settled options with a number that does not stay below another one; raise `BadOption`."""
    for option in game.options:
        least, value = fitted(option, options), options.get(option.name, option.default)
        if not least.accepts(value):
            raise BadOption(REFUSED, name=option.name, text=value, allowed=least.allowed)


def placed(option: Option, value: str, chosen: Mapping[str, str]) -> str:
    """Give the value that counts: a number that should stay below another one is counted round.

    Tables of older programs may have such a number.
    """
    room = chosen.get(option.below, "")
    return str(int(value) % int(room)) if room.isdecimal() and value.isdecimal() else value


def written_options(options: Iterable[Option], chosen: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Give the values of some options, in their order, except `tacit` ones that are missing or at their default."""
    return tuple(
        (option.name, chosen[option.name])
        for option in options
        if not option.tacit or chosen.get(option.name, option.default) != option.default
    )

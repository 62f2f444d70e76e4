"""The arguments of engine commands: options, deal and viewer of a new match, and seats, numbers and sizes.

A fault says what was expected.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from core import games
from core.fault import Fault, sentence
from core.game import DEALER, Game, Option, Seat
from core.match.match import Match

TOO_MUCH = sentence("{command} does not take {word}.")
NO_SEAT = sentence("There is no seat {word}; there are {allowed}.")
NO_NUMBER = sentence("{name} should be a whole number from {lowest} to {highest}.")
NO_PAIR = sentence("{word} should have the form key=value.")
TWICE = sentence("{name} is given twice.")
NO_OPTION = sentence("{command} has no option {name}; it has {allowed}.")
NO_FILE = sentence("load takes the path of a record.")
NO_SIZE = sentence("show takes a size like 80x24 and the word ascii, not {word}.")

_SIZE = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")
_NUMBER = re.compile(r"[0-9]{1,19}")
_SHOWN = 40


class BadWord(Fault):
    """An argument that does not fit its command."""


class Words:
    """The words after a command's name, read from left to right."""

    def __init__(self, command: str, text: str, seats: Sequence[str]) -> None:
        """Keep the text and the names of the match's seats."""
        self._command = command
        self._text = text
        self._seats = seats

    def word(self) -> str:
        """Take the next word, "" at the end."""
        parts = self._text.split(maxsplit=1)
        self._text = parts[1] if len(parts) > 1 else ""
        return parts[0] if parts else ""

    def rest(self) -> str:
        """Take everything that is left."""
        text, self._text = self._text, ""
        return text

    def finish(self) -> None:
        """Raise `BadWord` if anything is left."""
        if self._text:
            raise BadWord(TOO_MUCH, command=self._command, word=self._text[:_SHOWN])

    def seat_first(self) -> Seat | None:
        """Take the next word if it is `@SEAT`."""
        return self.seat(self.word()[1:]) if self._text.startswith("@") else None

    def seat(self, word: str) -> Seat:
        """Read a seat's number or name, or `dealer`."""
        if word == "dealer":
            return DEALER
        if word in self._seats:
            return Seat(self._seats.index(word))
        if _NUMBER.fullmatch(word) and int(word) < len(self._seats):
            return Seat(int(word))
        allowed = ", ".join(f"{number} ({name})" for number, name in enumerate(self._seats))
        raise BadWord(NO_SEAT, word=word[:_SHOWN], allowed=allowed)

    def number(self, word: str, name: str, lowest: int, highest: int) -> int:
        """Read a whole number within bounds."""
        if not _NUMBER.fullmatch(word) or not lowest <= int(word) <= highest:
            raise BadWord(NO_NUMBER, name=name, lowest=lowest, highest=highest)
        return int(word)

    def options(self, allowed: Sequence[str] = ()) -> dict[str, str]:
        """Take the rest as `key=value` words; only those `allowed`, if any are named."""
        given: dict[str, str] = {}
        while word := self.word():
            name, equals, value = word.partition("=")
            if not equals or not name:
                raise BadWord(NO_PAIR, word=word[:_SHOWN])
            if name in given:
                raise BadWord(TWICE, name=name)
            if allowed and name not in allowed:
                raise BadWord(NO_OPTION, command=self._command, name=name[:_SHOWN], allowed=", ".join(allowed))
            given[name] = value
        return given

    def size(self) -> tuple[int, int, bool]:
        """Take `WIDTHxHEIGHT` and `ascii`, both optional: width (80), height (0: no limit), ascii only."""
        width, height, plain = 80, 0, False
        while word := self.word():
            found = _SIZE.fullmatch(word)
            if found:
                width, height = int(found.group(1)), int(found.group(2))
            elif word == "ascii":
                plain = True
            else:
                raise BadWord(NO_SIZE, word=word[:_SHOWN])
        return width, height, plain


NO_NAME = sentence("Say which game: {allowed}.")
BAD_JSON = sentence("Column {column}: this is no JSON: {reason}.")
NO_OBJECT = sentence("A position is a JSON object, in braces.")
BAD_OPTIONS = sentence("The options of a position are a JSON object of texts.")
NO_MATCH = sentence("There is no match: begin one with new GAME.")
TOLD = sentence("A match opened as one seat gets its chance from play @dealer: it takes no {name}.")
NO_HAND = sentence("The dealer has no hand: as takes a seat, {allowed}.")
SEED = "seed"
"""The option that every game with chance has."""


class BadRequest(Fault):
    """A command or an argument that the engine does not know."""


def begin(words: Words) -> tuple[Match, Seat | None]:
    """Begin the match that `new` asks for: dealt, or, with `as` a seat, as that seat may know it."""
    name = words.word()
    if not name:
        raise BadRequest(NO_NAME, allowed=", ".join(games.names()))
    game = games.find(name)
    options = words.options()
    own = options.pop("as", None)
    if "map" in options:
        from tui.settings.map_file import learnt

        options = learnt(game, options)
    if own is None:
        return Match.new(game, seeded(game, options)).deal(), None
    given = [name for name in secret(game) if name in options and options[name] != secret(game)[name]]
    if given:
        raise BadRequest(TOLD, name=given[0])
    match = Match.new(game, options)
    seat = Words("as", "", match.names).seat(own)
    if seat == DEALER:
        raise BadRequest(NO_HAND, allowed=", ".join(match.names))
    return match.seen_by(seat), seat


def secret(game: Game) -> dict[str, str]:
    """Give the options that reveal hidden cards, with their defaults."""
    return {option.name: option.default for option in game.options if option.secret}


def seeded(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """Complete the options that decide chance: those given, with a fresh seed if none of them does."""
    given = dict(options)
    hidden = secret(game)
    if SEED in hidden and all(given.get(name, default) == default for name, default in hidden.items()):
        import secrets

        highest = next((option.highest or 0 for option in game.options if option.name == SEED), 0)
        given[SEED] = str(secrets.randbelow(highest + 1))
    return given


def in_force(match: Match) -> dict[str, str]:
    """Give every option of a match with its value, also a handicap that is not set."""
    usual = {option.name: option.default for option in match.game.options}
    return usual | dict(match.header.options)


def set_up(text: str, before: Match | None, own: Seat | None) -> Match:
    """Begin a match from a position in JSON; options it leaves out are those of the match `before`.

    Chance goes on by the seed of that match if the game is the same. Its scripts were for its own talons.
    """
    position = _object(text)
    named = position.pop("game", None)
    options = position.get("options", {})
    if not isinstance(options, dict):
        raise BadRequest(BAD_OPTIONS)
    if named is None and before is not None:
        game = before.game
        shown = {name: value for name, value in before.header.options if name not in secret(game)}
        position["options"] = options if "preset" in options else {**shown, **options}
    elif named is None and len(games.names()) != 1:
        raise BadRequest(NO_MATCH)
    else:
        game = games.find(games.names()[0] if named is None else str(named))
    match = Match.at_position(game, position)
    hidden = secret(game)
    if own is not None or not hidden:
        return match.seen_by(own) if hidden else match
    told = {str(name): str(value) for name, value in options.items()}
    if before is not None and before.header.game == game.name:
        told = {SEED: dict(before.header.options).get(SEED, hidden.get(SEED, "")), **told}
    dealt = seeded(game, {**dict(match.header.options), **{name: told.get(name, hidden[name]) for name in hidden}})
    return replace(match, header=replace(match.header, options=tuple(dealt.items()))).deal()


def _object(text: str) -> dict[str, object]:
    try:
        position = json.loads(text, parse_constant=_refuse)
    except Fault:
        raise
    except json.JSONDecodeError as error:
        raise BadRequest(BAD_JSON, column=error.colno + len("setup "), reason=error.msg) from error
    except ValueError as error:
        raise BadRequest(BAD_JSON, column=1, reason="a number with too many digits") from error
    if not isinstance(position, dict):
        raise BadRequest(NO_OBJECT)
    return position


def _refuse(word: str) -> NoReturn:
    raise BadRequest(BAD_JSON, column=1, reason=word)


def catalogue() -> list[dict[str, object]]:
    """Give the list of games, each with its title, its numbers of players and its options."""
    return [_game(games.find(name)) for name in games.names()]


def _game(game: Game) -> dict[str, object]:
    usual = {option.name: option.default for option in game.options}
    players = next((option for option in game.options if option.name == "players"), None)
    settings = [usual | {"players": value} for value in players.values] if players else [usual]
    seats = sorted({len(game.seats(setting)) - len(game.vacant(setting)) for setting in settings})
    return {"name": game.name, "title": game.title, "seats": seats, "options": [_option(each) for each in game.options]}


def _option(option: Option) -> dict[str, object]:
    from core.option import Handicap

    told: dict[str, object] = {"name": option.name, "values": list(option.values), "default": option.default}
    if option.highest is not None:
        told |= {"lowest": option.lowest, "highest": option.highest}
    if isinstance(option, Handicap):
        told |= {"example": option.example}
    return told

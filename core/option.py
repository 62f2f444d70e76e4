"""Options: from what was asked for to the full set in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.fault import BadOption, sentence
from core.game import Game, Option

UNKNOWN = sentence("{game} has no option {name}; it has {allowed}.")
REFUSED = sentence("{name}={value} is not possible; allowed: {allowed}.")
NO_PRESET = sentence("{game} has no preset {value}; it has {allowed}.")


def settle(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """Give every option of `game` a value: its default, then the preset named by `preset`, then what was given.

    An option whose `needs` do not hold keeps its default; one that is `tacit` is left out then. Raises `BadOption`.
    """
    asked = dict(given)
    preset = asked.pop("preset", None)
    if preset is not None and preset not in game.presets:
        raise BadOption(NO_PRESET, game=game.name, value=preset, allowed=", ".join(game.presets))
    known = {option.name: option for option in game.options}
    for name, value in asked.items():
        if name not in known:
            raise BadOption(UNKNOWN, game=game.name, name=name, allowed=", ".join([*known, "preset"]))
        asked[name] = known[name].canonical(value)
        if not known[name].accepts(asked[name]):
            raise BadOption(REFUSED, name=name, value=value, allowed=known[name].allowed)
    chosen = {name: option.default for name, option in known.items()}
    chosen |= game.presets.get(preset or "", {})
    chosen |= asked
    for option in game.options:
        if any(chosen[name] != value for name, value in option.needs):
            chosen[option.name] = option.default
    return dict(spoken(game.options, chosen))


def spoken(options: Iterable[Option], chosen: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Give the values of some options, in their order, without what is tacit: that may be missing, too."""
    return tuple(
        (option.name, chosen[option.name])
        for option in options
        if not option.tacit or chosen.get(option.name, option.default) != option.default
    )

"""Options: from what was asked for to the full set in force."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import BadOption, sentence
from core.game import Game

UNKNOWN = sentence("{game} has no option {name}; it has {allowed}.")
REFUSED = sentence("{name}={value} is not possible; allowed: {allowed}.")
NO_PRESET = sentence("{game} has no preset {value}; it has {allowed}.")


def settle(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """Give every option of `game` a value: its default, then the preset named by `preset`, then what was given.

    An option whose `needs` do not hold keeps its default. Raises `BadOption`.
    """
    asked = dict(given)
    preset = asked.pop("preset", None)
    if preset is not None and preset not in game.presets:
        raise BadOption(NO_PRESET, game=game.name, value=preset, allowed=", ".join(game.presets))
    known = {option.name: option for option in game.options}
    for name, value in asked.items():
        if name not in known:
            raise BadOption(UNKNOWN, game=game.name, name=name, allowed=", ".join([*known, "preset"]))
        if not known[name].accepts(value):
            raise BadOption(REFUSED, name=name, value=value, allowed=known[name].allowed)
    chosen = {name: option.default for name, option in known.items()}
    chosen |= game.presets.get(preset or "", {})
    chosen |= asked
    for option in game.options:
        if any(chosen[name] != value for name, value in option.needs):
            chosen[option.name] = option.default
    return chosen

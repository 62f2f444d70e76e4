"""The options of Djambi and the rules they settle (§13, §16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from core.fault import sentence
from core.game import Option
from core.games.djambi.board import SIX, Board, board
from core.games.djambi.handicap import NAME, bare
from core.handicap import NONE, handicap
from core.option import spoken

LONGEST_QUIET = 9999

OPTIONS = (
    Option("players", ("4", "3", "5", "6"), sentence("Players")),
    Option(
        "missing",
        ("yellow", "red", "pink", "blue", "green", "purple"),
        sentence("Colour without a player"),
        needs=(("players", "5"),),
    ),
    Option("vassal_turns", ("separate", "merged"), sentence("Turns of vassal armies")),
    Option("duel_power", ("single", "double"), sentence("Turns of the king with two left")),
    Option("encirclement", ("block", "necro"), sentence("A chief is encircled")),
    Option("reporter", ("mandatory", "optional"), sentence("The reporter's kill")),
    Option("passive", ("vulnerable", "frozen"), sentence("Passive armies without a king")),
    Option("own_kills", ("no", "yes"), sentence("Killing one's own pieces")),
    Option("master_moves", ("yes", "no"), sentence("Master moves and puppet power")),
    Option("quiet", ("0",), sentence("Deathless turns until a tie"), lowest=1, highest=LONGEST_QUIET),
    handicap(NAME, sentence("Handicap: begins without"), "red:M,green:A"),
)
"""Every option in the order of the rules; the first value is the default."""

PRESETS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "hallepee": MappingProxyType({option.name: option.default for option in OPTIONS[2:-2]}),
        "bga": MappingProxyType(
            {
                "vassal_turns": "merged",
                "duel_power": "double",
                "encirclement": "necro",
                "reporter": "optional",
                "own_kills": "yes",
            }
        ),
    }
)
"""Named sets of options: the seed's own rules, and those of the best known online table."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The settled options in the form the rules ask for them, with the board and the colours of the match.

    `bare` are the cells that a handicap leaves empty at the start.
    """

    options: tuple[tuple[str, str], ...]
    board: Board
    colours: tuple[str, ...]
    missing: int
    merged: bool
    double: bool
    necro: bool
    mandatory: bool
    frozen: bool
    own_kills: bool
    master_moves: bool
    quiet: int
    bare: tuple[int, ...]


def rules(options: Mapping[str, str]) -> Rules:
    """Give the rules for a full set of options (`core.option.settle`); raise `BadOption` for a wrong handicap."""
    return settled(spoken(OPTIONS, options))


@cache
def settled(options: tuple[tuple[str, str], ...]) -> Rules:
    """Give the rules for the full set of options in the order of `OPTIONS`."""
    chosen = dict(options)
    place = board(int(chosen["players"]))
    missing = tuple(SIX).index(chosen["missing"]) if chosen["players"] == "5" else -1
    return Rules(
        options=options,
        board=place,
        colours=place.colours,
        missing=missing,
        merged=chosen["vassal_turns"] == "merged",
        double=chosen["duel_power"] == "double",
        necro=chosen["encirclement"] == "necro",
        mandatory=chosen["reporter"] == "mandatory",
        frozen=chosen["passive"] == "frozen",
        own_kills=chosen["own_kills"] == "yes",
        master_moves=chosen["master_moves"] == "yes",
        quiet=int(chosen["quiet"]),
        bare=bare(place, missing, chosen.get(NAME, NONE)),
    )

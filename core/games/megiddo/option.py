"""The options of Megiddo and the rules they settle (rulings R2, R3, R17, R21, R31, R39)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from core.fault import sentence
from core.game import Option
from core.games.megiddo.handicap import NAME, ahead, placed
from core.games.megiddo.window import Edges, Windows, windows
from core.handicap import NONE, handicap
from core.option import spoken

VARIANTS: Mapping[str, tuple[Edges, bool]] = MappingProxyType(
    {
        "basic": (Edges.NONE, False),
        "master": (Edges.RADIAL, False),
        "grandmaster": (Edges.ALL, False),
        "cleopatra": (Edges.NONE, True),
        "cleopatra-master": (Edges.RADIAL, True),
        "cleopatra-grandmaster": (Edges.ALL, True),
    }
)
"""What each variant means: the edges, and whether there are reverse captures."""

COLOURS = {2: 2, 3: 3, 4: 2, 6: 3}
"""How many colours a number of seats has: four and six play in teams of two."""

ARBATTA = {False: 6, True: 12}
"""How many stones captured win, without and with reverse captures (R21)."""

LONGEST_MATCH = 999
LONGEST_QUIET = 99
MOST_SEATS = 6

OPTIONS = (
    Option("players", tuple(map(str, COLOURS)), sentence("Players")),
    Option("variant", tuple(VARIANTS), sentence("Variant")),
    Option("team_talk", ("off", "on"), sentence("Partners may talk (teams)")),
    Option("slide", ("no", "yes"), sentence("Stones may slide (2015)")),
    Option(
        "slide_limit",
        ("20",),
        sentence("Quiet slides until a patara"),
        lowest=1,
        highest=LONGEST_QUIET,
        needs=(("slide", "yes"),),
    ),
    Option("starter", ("0",), sentence("Seat that starts"), lowest=0, highest=MOST_SEATS - 1),
    Option("target", ("36", "1"), sentence("Points to win (1: one game)"), lowest=1, highest=LONGEST_MATCH),
    handicap(NAME, sentence("Handicap: begins with more"), "1:C3,1:+6"),
)
"""Every option in the order of the rules; the first value is the default."""

PRESETS: Mapping[str, Mapping[str, str]] = MappingProxyType({name: {"variant": name} for name in VARIANTS})
"""The named variants; Master is the form played in tournaments."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The settled options in the form the rules ask for them.

    `colours` is how many colours there are; seat s plays the colour s modulo that (R1). `starter` counts round the
    table. `single`: one game and no match (R31). `hush`: partners may not talk while a game runs (R3). A handicap gives
    the `stones` of each colour at the start of every game and the points that it is `ahead` when the match begins.
    """

    options: tuple[tuple[str, str], ...]
    players: int
    colours: int
    edges: Edges
    reverse: bool
    windows: Windows
    arbatta: int
    slide: bool
    slide_limit: int
    starter: int
    target: int
    hush: bool
    stones: tuple[int, ...]
    ahead: tuple[int, ...]

    @property
    def single(self) -> bool:
        """Whether one game is all."""
        return self.target == 1

    def colour(self, seat: int) -> int:
        """Give the colour that a seat plays."""
        return seat % self.colours

    def team(self, colour: int) -> tuple[int, ...]:
        """Give the seats of a colour."""
        return tuple(range(colour, self.players, self.colours))


def rules(options: Mapping[str, str]) -> Rules:
    """Give the rules for a full set of options (`core.option.settle`); raise `BadOption` for a wrong handicap."""
    return settled(spoken(OPTIONS, options))


@cache
def settled(options: tuple[tuple[str, str], ...]) -> Rules:
    """Give the rules for the full set of options in the order of `OPTIONS`."""
    chosen = dict(options)
    players = int(chosen["players"])
    edges, reverse = VARIANTS[chosen["variant"]]
    colours, target, more = COLOURS[players], int(chosen["target"]), chosen.get(NAME, NONE)
    return Rules(
        options=options,
        players=players,
        colours=colours,
        edges=edges,
        reverse=reverse,
        windows=windows(edges),
        arbatta=ARBATTA[reverse],
        slide=chosen["slide"] == "yes",
        slide_limit=int(chosen["slide_limit"]),
        starter=int(chosen["starter"]) % players,
        target=target,
        hush=colours < players and chosen["team_talk"] == "off",
        stones=placed(colours, more),
        ahead=ahead(colours, target, more),
    )

"""The options of Megiddo and the rules they settle (rulings R2, R3, R17, R21, R31, R39).

A handicap gives stones that are on the board when a game begins, or points at the start of a match (`extra=1:C3,1:+6`).
It names a colour by its number: that of the first seat that plays it, or its partner's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from core.fault import BadOption, sentence
from core.game import Option
from core.games.megiddo.rules.board import INDEX, Edges, Windows, megiddos, windows
from core.option import NONE, entries, handicap, once, written_options

NAME = "extra"

POINTS = re.compile(r"\+[1-9][0-9]{0,2}", re.ASCII)

NO_COLOUR = sentence("{name}: there is no colour {text} here; there are {allowed}.")
NOTHING = sentence("{name}: {text} is neither a point, as C3, nor points of the match, as +6.")
TAKEN = sentence("{name}: there are two stones on {point}.")
A_LINE = sentence("{name}: the stones of colour {colour} fill the line {line} already.")
TWO_SUMS = sentence("{name}: give colour {colour} its points once.")
NO_MATCH = sentence("{name}: a single game has no points to begin with (target=1).")
TOO_MANY = sentence("{name}: a player who begins with {points} points has won already: the target is {target}.")


def placed(colours: int, value: str) -> tuple[int, ...]:
    """Give the stones of each colour when a game begins, as sets of points; raise `BadOption`."""
    stones = [0] * colours
    taken = 0
    for colour, text in _named(colours, value):
        if text in INDEX:
            if taken >> INDEX[text] & 1:
                raise BadOption(TAKEN, name=NAME, point=text)
            taken |= 1 << INDEX[text]
            stones[colour] |= 1 << INDEX[text]
    for colour, mine in enumerate(stones):
        for line in megiddos(mine):
            raise BadOption(A_LINE, name=NAME, colour=colour, line=line)
    return tuple(stones)


def ahead(colours: int, target: int, value: str) -> tuple[int, ...]:
    """Give the points of each colour when a match begins; raise `BadOption`."""
    points = [0] * colours
    for colour, text in _named(colours, value):
        if text in INDEX:
            continue
        if target == 1:
            raise BadOption(NO_MATCH, name=NAME)
        if points[colour]:
            raise BadOption(TWO_SUMS, name=NAME, colour=colour)
        points[colour] = int(text)
        if points[colour] >= target:
            raise BadOption(TOO_MANY, name=NAME, points=points[colour], target=target)
    return tuple(points)


def _named(colours: int, value: str) -> Iterator[tuple[int, str]]:
    """Give colour and text of each entry: a point of the board or a number of points."""
    found = entries(value)
    once(NAME, found)
    known = tuple(map(str, range(colours)))
    for colour, text in found:
        if colour not in known:
            raise BadOption(NO_COLOUR, name=NAME, text=colour, allowed=", ".join(known))
        if text not in INDEX and not POINTS.fullmatch(text):
            raise BadOption(NOTHING, name=NAME, text=text)
        yield int(colour), text


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
"""How many colours there are for a number of seats: four and six seats play in teams of two."""

ARBATTA = {False: 6, True: 12}
"""How many captured stones win, without and with reverse captures (R21)."""

LONGEST_MATCH = 999
LONGEST_QUIET = 99
UNLIMITED = 1 << 30
"""More quiet slides than any game has: with `slide_limit=0` they never end it."""
MOST_SEATS = 6

OPTIONS = (
    Option(
        "players",
        tuple(map(str, COLOURS)),
        sentence("Players"),
        purpose=sentence("How many play: four and six in teams of two, who sit opposite each other."),
        words=(("4", sentence("4, two teams of two")), ("6", sentence("6, three teams of two"))),
        leading=True,
    ),
    Option(
        "variant",
        tuple(VARIANTS),
        sentence("Variant"),
        purpose=sentence("Which lines are closed to rings for captures, and whether two stones can capture outwards."),
        words=(
            ("basic", sentence("Basic: only circles are rings")),
            ("master", sentence("Master: radials are rings too")),
            ("grandmaster", sentence("Grand Master: spirals are, too")),
            ("cleopatra", sentence("Cleopatra: reverse captures")),
            ("cleopatra-master", sentence("Cleopatra and Master")),
            ("cleopatra-grandmaster", sentence("Cleopatra and Grand Master")),
        ),
        leading=True,
    ),
    Option(
        "team_talk",
        ("off", "on"),
        sentence("Talk during a game (teams)"),
        purpose=sentence("Whether anybody may talk during a game that is played in teams."),
        words=(("off", sentence("forbidden")), ("on", sentence("allowed"))),
    ),
    Option(
        "slide",
        ("no", "yes"),
        sentence("Stones may slide (2015)"),
        purpose=sentence("Instead of placing a stone you may move one of yours along its radial (rules of 2015)."),
        words=(("no", sentence("no")), ("yes", sentence("yes"))),
    ),
    Option(
        "slide_limit",
        ("20", "0"),
        sentence("Quiet slides until a patara"),
        lowest=1,
        highest=LONGEST_QUIET,
        needs=(("slide", "yes"),),
        purpose=sentence("So many slides in a row without a capture end the game without a winner. Type a number."),
        words=(("0", sentence("no limit")),),
    ),
    Option(
        "starter",
        ("0",),
        sentence("Seat that starts"),
        lowest=0,
        highest=MOST_SEATS - 1,
        purpose=sentence("Which seat places the first stone of the first game; later games are begun by a loser."),
        below="players",
        words=(
            ("0", sentence("the first seat")),
            ("1", sentence("the second seat")),
            ("2", sentence("the third seat")),
            ("3", sentence("the fourth seat")),
            ("4", sentence("the fifth seat")),
            ("5", sentence("the sixth seat")),
        ),
    ),
    Option(
        "target",
        ("36", "1"),
        sentence("Points that win the match"),
        lowest=1,
        highest=LONGEST_MATCH,
        purpose=sentence("A match lasts until somebody has so many points after a game. Type a number."),
        words=(("1", sentence("one game, no match")),),
        leading=True,
        lasting=True,
    ),
    handicap(
        NAME,
        sentence("Handicap: begins with more"),
        "1:C3,1:+6",
        sentence("Stones or points that a colour begins with; colours are numbers from 0, as in {example}."),
    ),
)
"""Every option in the order of the rules; the first value is the default."""

PRESETS: Mapping[str, Mapping[str, str]] = MappingProxyType({name: {"variant": name} for name in VARIANTS})
"""The named variants; Master is the form played in tournaments."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The settled options in the form that the rules need.

    `colours` is the number of colours; seat s plays the colour s modulo that (R1). `starter` counts round the table.
    `single`: one game and no match (R31). `hush`: partners may not talk while a game runs (R3). A handicap gives the
    `stones` of each colour at the start of every game, and the points that a colour is `ahead` when the match begins.
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
        """Whether only one game is played."""
        return self.target == 1

    def colour(self, seat: int) -> int:
        """Give the colour that a seat plays."""
        return seat % self.colours

    def team(self, colour: int) -> tuple[int, ...]:
        """Give the seats of a colour."""
        return tuple(range(colour, self.players, self.colours))


def rules(options: Mapping[str, str]) -> Rules:
    """Give the rules for a full set of options (`core.option.settle`); raise `BadOption` for a wrong handicap."""
    return settled(written_options(OPTIONS, options))


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
        slide_limit=int(chosen["slide_limit"]) or UNLIMITED,
        starter=int(chosen["starter"]) % players,
        target=target,
        hush=colours < players and chosen["team_talk"] == "off",
        stones=placed(colours, more),
        ahead=ahead(colours, target, more),
    )

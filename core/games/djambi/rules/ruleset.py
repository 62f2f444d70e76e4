"""The options of Djambi and the rules they settle (§13, §16).

A handicap names pieces that an army starts without (`without=red:M,blue:A`). The chief always plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from core.fault import BadOption, sentence
from core.game import Option
from core.games.djambi.rules.board import CHIEF, LETTERS, SIX, Board, board
from core.option import NONE, entries, handicap, written_options

NAME = "without"

NO_COLOUR = sentence("{name}: there is no colour {text} here; there are {allowed}.")
NOBODY_PLAYS = sentence("{name}: the colour {colour} has no player in this game, and keeps all its pieces.")
NO_PIECE = sentence("{name}: there is no piece {text}; write one of {allowed}.")
A_CHIEF = sentence("{name}: {colour} cannot play without a chief.")
TOO_MANY = sentence("{name}: {colour} has fewer pieces {piece} than that: {count}.")


def handicap_cells(board: Board, missing: int, value: str) -> tuple[int, ...]:
    """Give the cells that stay empty at the start; raise `BadOption`.

    A militant means the next one of its army in the order of the block: beyond the reporter, beyond the assassin, then
    the two beside the necromobile, first the one on the reporter's side.
    """
    found: list[int] = []
    for (colour, piece), count in Counter(entries(value)).items():
        seat, kind = _colour(board, missing, colour), _kind(colour, piece)
        cells = [cell for cell, each in board.block(seat) if each == kind]
        if count > len(cells):
            raise BadOption(TOO_MANY, name=NAME, colour=colour, piece=piece, count=len(cells))
        found += cells[:count]
    return tuple(found)


def _colour(board: Board, missing: int, colour: str) -> int:
    playing = [each for seat, each in enumerate(board.colours) if seat != missing]
    if colour not in board.colours:
        raise BadOption(NO_COLOUR, name=NAME, text=colour, allowed=", ".join(playing))
    if colour not in playing:
        raise BadOption(NOBODY_PLAYS, name=NAME, colour=colour)
    return board.colours.index(colour)


def _kind(colour: str, piece: str) -> int:
    if piece == LETTERS[CHIEF]:
        raise BadOption(A_CHIEF, name=NAME, colour=colour)
    if len(piece) != 1 or piece not in LETTERS:
        raise BadOption(NO_PIECE, name=NAME, text=piece, allowed=", ".join(LETTERS.replace(LETTERS[CHIEF], "")))
    return LETTERS.index(piece)


LONGEST_QUIET = 9999

OPTIONS = (
    Option(
        "players",
        ("4", "3", "5", "6"),
        sentence("Players"),
        purpose=sentence("How many play: four on a square board, three, five or six on hexagons."),
        leading=True,
    ),
    Option(
        "missing",
        ("yellow", "red", "pink", "blue", "green", "purple"),
        sentence("Colour without a player"),
        needs=(("players", "5"),),
        purpose=sentence("With five players one colour stands on the board with nobody to play it."),
        words=(
            ("yellow", sentence("yellow")),
            ("red", sentence("red")),
            ("pink", sentence("pink")),
            ("blue", sentence("blue")),
            ("green", sentence("green")),
            ("purple", sentence("purple")),
        ),
        leading=True,
    ),
    Option(
        "vassal_turns",
        ("separate", "merged"),
        sentence("Turns of vassal armies"),
        purpose=sentence("An army that was won plays in its old turn, or its master plays it in his own."),
        words=(("separate", sentence("in their own turn")), ("merged", sentence("in their master's turn"))),
        leading=True,
    ),
    Option(
        "duel_power",
        ("single", "double"),
        sentence("In power, two players left"),
        purpose=sentence("With two players left, they take turns, or the one in power plays twice as often."),
        words=(("single", sentence("one turn each")), ("double", sentence("two turns to the other's one"))),
    ),
    Option(
        "encirclement",
        ("block", "necro", "ring"),
        sentence("A chief is encircled"),
        purpose=sentence("Who is encircled does not play until the ring opens; a living necromobile may prevent it."),
        words=(
            ("block", sentence("when he and his neighbours are stuck")),
            ("necro", sentence("only if no necromobile lives")),
            ("ring", sentence("when he is stuck beside a corpse")),
        ),
    ),
    Option(
        "reporter",
        ("mandatory", "optional"),
        sentence("The reporter's kill"),
        purpose=sentence("Whether a reporter who stops beside pieces of others has to kill one of them."),
        words=(("mandatory", sentence("he must if he can")), ("optional", sentence("he may refrain"))),
    ),
    Option(
        "passive",
        ("vulnerable", "frozen"),
        sentence("Abandoned armies, nobody in power"),
        purpose=sentence("What others may do to pieces that nobody leads while power is empty."),
        words=(
            ("vulnerable", sentence("can be killed and displaced")),
            ("frozen", sentence("cannot be touched")),
        ),
    ),
    Option(
        "own_kills",
        ("no", "yes"),
        sentence("Killing one's own pieces"),
        purpose=sentence("Whether chiefs, assassins and militants may kill pieces of their own colour, but no chief."),
        words=(("no", sentence("forbidden")), ("yes", sentence("allowed"))),
    ),
    Option(
        "master_moves",
        ("yes", "no"),
        sentence("Master moves and puppet power"),
        purpose=sentence("Whether pieces that leave power may act again, and a killed chief may be laid on power."),
        words=(("yes", sentence("allowed")), ("no", sentence("forbidden"))),
    ),
    Option(
        "quiet",
        ("0",),
        sentence("Deathless turns until a tie"),
        lowest=1,
        highest=LONGEST_QUIET,
        purpose=sentence("A tie after so many turns without a death; a turn is one player's decision. Type a number."),
        words=(("0", sentence("no limit")),),
        leading=True,
        lasting=True,
    ),
    handicap(
        NAME,
        sentence("Handicap: begins without"),
        "red:M,green:A",
        sentence("Pieces that an army begins without, to help the others: colour and letter, as in {example}."),
    ),
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
"""Named sets of options: the seed's own rules, and those of the best-known online table."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The settled options in the form that the rules need, with the board and the colours of the match.

    `handicap_cells` are the cells that a handicap leaves empty at the start.
    """

    options: tuple[tuple[str, str], ...]
    board: Board
    colours: tuple[str, ...]
    missing: int
    merged: bool
    double: bool
    necro: bool
    ring: bool
    mandatory: bool
    frozen: bool
    own_kills: bool
    master_moves: bool
    quiet: int
    bare: tuple[int, ...]


def rules(options: Mapping[str, str]) -> Rules:
    """Give the rules for a full set of options (`core.option.settle`); raise `BadOption` for a wrong handicap."""
    return settled(written_options(OPTIONS, options))


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
        ring=chosen["encirclement"] == "ring",
        mandatory=chosen["reporter"] == "mandatory",
        frozen=chosen["passive"] == "frozen",
        own_kills=chosen["own_kills"] == "yes",
        master_moves=chosen["master_moves"] == "yes",
        quiet=int(chosen["quiet"]),
        bare=handicap_cells(place, missing, chosen.get(NAME, NONE)),
    )

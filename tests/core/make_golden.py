"""Make the golden records of every game: games that bots play from fixed seeds, with what might be said at the table.

    python tests/core/make_golden.py [FOLDER]

They are made once and then kept: what they hold is never changed to please a newer program.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from core import bots  # noqa: E402 - the project's root first
from core.bots.bot import Budget  # noqa: E402
from core.digest import digest  # noqa: E402
from core.game import Seat  # noqa: E402
from core.games import find  # noqa: E402
from core.match import Match  # noqa: E402
from core.record import Note, Record, write  # noqa: E402
from core.talk import Said  # noqa: E402

LONGEST = 150
PEOPLE = ("Ana", "Béla", "Chloé", "Dario", "Edda", "Farid")

Remark = tuple[int, int, str, tuple[str, ...] | None]
"""Ply, seat (-1: a spectator), text, act."""


@dataclass(frozen=True)
class Story:
    """One match: game, options, the levels that play it in turn, what is declared at which ply by whom, what is said.

    `moves` are played before the levels take over.
    """

    name: str
    options: dict[str, str]
    seed: int
    levels: tuple[str, ...] = ("greedy",)
    declared: dict[int, tuple[int, str]] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    comment: str = ""
    game: str = "djambi"
    moves: tuple[str, ...] = ()


STORIES = (
    Story(
        "three",
        {"players": "3", "quiet": "60"},
        seed=4,
        remarks=(
            (0, 0, "Good luck, both of you.", None),
            (0, 2, 'And may the "best" win {as they say}.', None),
            (4, 1, "Yellow, let us stop red together?", ("propose", "truce", "red", "12")),
            (5, 2, "Gladly.", ("accept", "truce")),
            (9, -1, "This will not last.", None),
        ),
        comment="A promise of six turns.",
    ),
    Story(
        "four",
        {"players": "4", "quiet": "60"},
        seed=5,
        declared={12: (3, "abandon green"), 24: (3, "return green")},
        remarks=(
            (1, 1, "bonjour à tous", None),
            (12, 3, "The phone, sorry - back in a moment.", None),
            (24, 3, "Here I am again. Thank you for the vote!", ("thank", "all")),
            (25, 0, "You are welcome.\nBut your militants are not.", ("threaten", "green")),
        ),
    ),
    Story(
        "five",
        {"players": "5", "missing": "pink", "quiet": "60"},
        seed=3,
        remarks=((0, 0, "Who takes pink?", None), (0, 2, "The first in power.", None)),
    ),
    Story(
        "six",
        {"players": "6", "quiet": "60"},
        seed=10,
        declared={11: (2, "abandon blue")},
        remarks=(
            (0, 1, "Six at one table! \N{CROSSED SWORDS}", None),
            (6, 4, "Green lied to me.", ("accuse", "green")),
            (11, 2, "Enough. Good game.", None),
        ),
    ),
    Story(
        "bga",
        {"players": "4", "preset": "bga", "quiet": "60"},
        seed=2,
        remarks=((3, 2, "By which rules again?", None), (3, 0, "Vassals move in their master's turn.", None)),
    ),
    Story(
        "partition",
        {"players": "4", "quiet": "60"},
        seed=1,
        levels=("greedy", "random"),
        remarks=((60, 0, "There is nobody left to dig.", None),),
    ),
    Story(
        "draw",
        {"players": "4"},
        seed=9,
        levels=("random",),
        declared={16: (0, "draw")},
        remarks=((15, 1, "Shall we leave it there?", ("propose", "draw")), (15, 3, "Yes.", ("accept", "draw"))),
    ),
)


DEMONSTRATION = """2.7.2N2 11.6.2SE2 2.6.3E1 10.7.3S3 2.8.1SW1 11.11.2SW2 4.7.4N3x3 9.9.2SW2x1 6.7.3N1x1 11.9.2SW1
7.7.3N3 8.8.4S4 10.7.3N2 12.8.2W1x1 11.7.2N1x1 4.8.4S3x1 2.2.2NE2 1.8.1W1 4.4.1W1 2.8.3S1 1.6.5E1x2 2.8.2S1 1.9.6W1x1
11.1.1S1"""
"""The printed game, and one of the answers after which White has won."""

TO_AND_FRO = ("2.1.1N1", "11.1.1S1", "3.1.1S1", "10.1.1N1")

PHALANXES = (
    Story(
        "demonstration",
        {},
        seed=1,
        game="epaminondas",
        moves=tuple(DEMONSTRATION.split()),
        remarks=((13, 0, "One across.", None), (14, 1, "Not for long.", None), (23, 1, "That was it, then.", None)),
        comment="Whatever Black plays now, White has more pieces across.",
    ),
    Story(
        "field",
        {},
        seed=3,
        game="epaminondas",
        remarks=((0, 0, "Bon courage !", None), (0, 1, "To you too.", ("thank", "white"))),
    ),
    Story(
        "field-resigned",
        {},
        seed=8,
        game="epaminondas",
        declared={31: (1, "resign")},
        remarks=((30, 1, "My left wing is gone.", None),),
    ),
    Story(
        "field-drawn",
        {},
        seed=5,
        game="epaminondas",
        levels=("random",),
        declared={22: (0, "draw")},
        remarks=((21, 1, "A draw?", ("propose", "draw")), (22, 0, "Yes.", ("accept", "draw"))),
    ),
    Story("field-repeated", {}, seed=1, game="epaminondas", moves=TO_AND_FRO * 2),
    Story("quick", {"preset": "quick"}, seed=2, game="epaminondas"),
    Story("quick-uneven", {"size": "8x8"}, seed=4, game="epaminondas", levels=("greedy", "random")),
    Story("quick-wild", {"size": "8x8"}, seed=6, game="epaminondas", levels=("random",)),
    Story("image", {"size": "8x8", "symmetry": "move"}, seed=7, game="epaminondas"),
    Story("free", {"size": "10x8", "symmetry": "off", "repetition": "0"}, seed=9, game="epaminondas"),
)


def play(story: Story) -> Iterator[Match]:
    """Play a story out; give the match after each decision."""
    rng = Random(story.seed)
    match = Match.new(find(story.game), story.options)
    yield match
    while match.state.outcome is None and match.ply < LONGEST:
        seat = match.mover()
        if match.ply < len(story.moves):
            match = match.play(story.moves[match.ply])
        elif match.ply in story.declared:
            number, text = story.declared[match.ply]
            match = match.play(text, match.mover() if text == "draw" else Seat(number))
        else:
            bot = bots.find(story.levels[seat % len(story.levels)])
            match = match.play(str(bot.choose(match, seat, rng, Budget())))
        yield match


def pid(name: str) -> str:
    """Give the sixteen characters by which somebody is known."""
    return digest(("person", name)).hex()[:16].upper()


def said(match: Match, story: Story) -> Iterator[Said]:
    """Give the talk with its place and its number in its author's chain, where his decisions count too."""
    for order, (ply, seat, text, act) in enumerate(story.remarks):
        decided = sum(line.seat == seat for line in match.log[:ply])
        spoken = sum(other[1] == seat for other in story.remarks[:order])
        name = PEOPLE[seat] if seat >= 0 else "Guest"
        yield Said(Seat(seat) if seat >= 0 else None, pid(name), 4 + decided + spoken, ply, text, act)


def record(story: Story) -> str:
    """Write a story down."""
    match = list(play(story))[-1]
    vacant = match.game.vacant(dict(match.header.options))
    people = {name: PEOPLE[seat] for seat, name in enumerate(match.names) if seat not in vacant}
    notes = [Note(match.ply, "comment", (story.comment,))] if story.comment else []
    talk = [line for line in said(match, story) if line.ply <= match.ply]
    return write(Record.of(match, talk, notes=notes, people=people, date="2026-11-21"))


def main(only: Path | None) -> None:
    """Write every story into its game's folder, or all of them into one."""
    for story in (*STORIES, *PHALANXES):
        text = record(story)
        folder = only or ROOT / "core/games" / story.game / "golden"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{story.name}.record").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)

"""Make the golden records of Djambi: games that bots play from fixed seeds, with what people might say at the table.

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
    """One game: its options, the levels that play it in turn, what is declared at which ply by whom, what is said."""

    name: str
    options: dict[str, str]
    seed: int
    levels: tuple[str, ...] = ("greedy",)
    declared: dict[int, tuple[int, str]] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    comment: str = ""
    game: str = "djambi"


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


def play(story: Story) -> Iterator[Match]:
    """Play a story out; give the match after each decision."""
    rng = Random(story.seed)
    match = Match.new(find(story.game), story.options)
    yield match
    while match.state.outcome is None and match.ply < LONGEST:
        seat = match.mover()
        if match.ply in story.declared:
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


def main(folder: Path) -> None:
    """Write every story into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for story in STORIES:
        text = record(story)
        (folder / f"{story.name}.record").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "core/games/djambi/golden")

"""A story: one match that bots play from a fixed seed, with what might be said at the table, and its record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from core import bots
from core.bots.bot import Budget
from core.digest import digest
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.record import Note, Record, write
from core.match.transcript import Utterance

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


def play(story: Story) -> Iterator[Match]:
    """Play a story out, chance by the match's own script; give the match after each decision."""
    rng = Random(story.seed)
    match = Match.new(find(story.game), story.options).deal()
    yield match
    while match.state.outcome is None and match.ply < LONGEST:
        match = decide(story, match, rng).deal()
        yield match


def decide(story: Story, match: Match, rng: Random) -> Match:
    """Give the match after its next decision: the story's own, or that of the bot whose turn it is."""
    said = {line.seat for line in match.sealed}
    seat = next(seat for seat in match.state.active if seat not in said)
    if match.ply < len(story.moves):
        return match.seal(story.moves[match.ply], seat)
    if match.ply in story.declared:
        number, text = story.declared[match.ply]
        return match.play(text, seat if text == "draw" else Seat(number))
    bot = bots.find(story.levels[seat % len(story.levels)])
    return match.seal(str(bot.choose(match, seat, rng, Budget())), seat)


def pid(name: str) -> str:
    """Give the sixteen characters by which somebody is known."""
    return digest(("person", name)).hex()[:16].upper()


def said(match: Match, story: Story) -> Iterator[Utterance]:
    """Give the talk with its place and its number in its author's chain, where his decisions count too."""
    for order, (ply, seat, text, act) in enumerate(story.remarks):
        decided = sum(line.seat == seat for line in match.log[:ply])
        spoken = sum(other[1] == seat for other in story.remarks[:order])
        name = PEOPLE[seat] if seat >= 0 else "Guest"
        yield Utterance(Seat(seat) if seat >= 0 else None, pid(name), 4 + decided + spoken, ply, text, act)


def record(story: Story) -> str:
    """Write a story down."""
    match = list(play(story))[-1]
    vacant = match.game.vacant(dict(match.header.options))
    people = {name: PEOPLE[seat] for seat, name in enumerate(match.names) if seat not in vacant}
    notes = [Note(match.ply, "comment", (story.comment,))] if story.comment else []
    talk = [line for line in said(match, story) if line.ply <= match.ply]
    return write(Record.of(match, talk, notes=notes, people=people, date="2026-11-21"))

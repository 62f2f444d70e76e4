"""Whole games of Méditerranée before a referee who knows the rules alone: he agrees with each line and the end."""

from __future__ import annotations

from collections import Counter
from random import Random

from core import bots
from core.bots.bot import Budget, walk
from core.game import Seat
from core.games import find
from core.games.mediterranee.board.piece import GONE, TEXTS
from core.games.mediterranee.rules.state import State
from core.match.match import Line, Match
from tests.core.support.oracles.mediterranee_referee import Referee

SEEDS = range(11, 20)
"""Games in which together everything happens, combats in two places and payments with a card to spare among it."""

LONGEST = 900
KEEN = ("treason", "sedition", "spy")


def options(seed: int) -> dict[str, str]:
    """Give options for a game."""
    rng = Random(seed)
    return {
        "players": "234"[seed % 3],
        "pairing": rng.choice(("ns", "ew", "x")),
        "lone": rng.choice("rkac"),
        "match": rng.choice(("no", "yes")),
        "placement": rng.choice(("none", "standard")),
        "hold_rounds": rng.choice("12"),
        "draw_rounds": rng.choice(("2", "25")),
        "payment": rng.choice(("any", "exact")),
        "seed": str(seed),
    }


def game(seed: int) -> Match:
    """Play a game by bots that are greedy now and then, and keen on combats."""
    rng, greedy = Random(seed), bots.find("greedy")
    sense = rng.random()
    match = Match.new(find("mediterranee"), options(seed)).deal()
    while match.state.outcome is None and match.ply < LONGEST:
        seat = next(each for each in match.state.active if all(line.seat != each for line in match.sealed))
        text = str(greedy.choose(match, seat, rng, Budget())) if rng.random() < sense else keen(match, seat, rng)
        match = match.seal(text, seat).deal()
    return match


def keen(match: Match, seat: Seat, rng: Random) -> str:
    """Give an action at random, rather one that leads to a combat or plays a special card."""
    found = [walk(match.state, seat, rng) for _ in range(3)]
    sharp = [each for each in found if str(each).startswith(KEEN) or len(match.state.play(seat, each).active) > 1]
    return str(rng.choice(sharp or found))


def generous(line: Line) -> str:
    """Say of a payment whether a card of it could be spared."""
    word, _, cards = line.text.partition(" ")
    faces = [int(face) for face in cards.split("+")] if word == "pay" else []
    return "generous" if faces and sum(faces) - min(faces) >= 3 else ""


def test_a_referee_agrees_with_whole_games() -> None:
    """He knows who decides each line, and in the end the board, every hand, the spent pile, who won and why."""
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        match = game(seed)
        state = match.state
        assert isinstance(state, State)
        if state.outcome is None:
            continue
        referee = Referee({"payment": "any", **dict(match.header.options)}, match.names, match.log)
        reason, side = referee.run()
        assert referee.read == len(match.log)
        assert (reason, side) == (
            state.outcome.reason,
            state.rules.sides[state.outcome.winners[0]] if state.outcome.winners else None,
        )
        names = state.rules.chart.names
        assert referee.at == {TEXTS[at]: names[city] for at, city in enumerate(state.board.at) if city != GONE}
        assert [sorted(hand) for hand in referee.hands] == [list(hand.located) for hand in state.cards.hands]
        assert (sorted(referee.spent), referee.kings) == (list(state.cards.spent), state.cards.kings)
        assert tuple(sorted(referee.dead)) == state.cards.lost
        seen += referee.seen + Counter([reason]) + Counter(map(generous, match.log))
    words = "treason sedition pay generous spy keep fight talon packs capitals stalemate annihilation"
    assert set(words.split()) <= set(seen)

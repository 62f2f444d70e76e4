"""Hidden cards: what a shuffle, a draw and an audit cost, beside the goal, in processor time.

    python benchmarks/deck.py [--rounds 15] [--json FILE]

All players of a table share this process: a shuffle is everybody's passes and everybody's checks of them.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from net.deck.card_deck import Deck, Setting  # noqa: E402
from net.deck.deck_audit import examine  # noqa: E402 the path comes first
from net.deck.deck_seed import Mask, card_point  # noqa: E402
from net.identity.identity import Identity  # noqa: E402

TID = bytes(16)
TALON = tuple(sorted((1, 3, 5, 7, 9) * 4))
HALF = tuple(sorted((1, 3, 5, 7, 9) * 2))
GOALS_MS = {"shuffle": 50.0, "draw": 2.0}


def seated(players: int, packs: tuple[tuple[int, ...], ...]) -> list[Deck]:
    """Seat players at a new deck; with three or more of them all leave escrows."""
    card_point.cache_clear()
    keys = [Identity(bytes([number + 1]) * 32).public for number in range(players)]
    setting = Setting(TID, 1, packs, tuple(keys), frozenset(keys if players > 2 else ()), bytes(16))
    return [Deck(setting, key, Mask(key)) for key in keys]


def shuffled(decks: list[Deck]) -> list[Deck]:
    """Let everybody sign and check until the deck is finished."""
    while not decks[0].complete:
        for deck in decks:
            message = deck.owed()
            if message is not None:
                for one in decks:
                    one.receive(deck.me, message)
    return decks


def drawn(decks: list[Deck], slot: int) -> None:
    """Let the first player check the others' shares of a slot and see his card."""
    drawer, *others = decks
    for other in others:
        assert drawer.give(other.me, 0, slot, other.share(0, slot))
    assert drawer.face(0, slot) in TALON


def audited(decks: list[Deck]) -> None:
    """Let one player do the whole deck again."""
    for deck in decks:
        assert deck.mask is not None
        assert decks[0].open(deck.me, deck.mask.seed)
    assert examine(decks[0]) is None


def cpu_ms(what: Callable[[], object]) -> float:
    """Measure the processor time of a call."""
    began = time.process_time()
    what()
    return (time.process_time() - began) * 1000


def measure(players: int, packs: tuple[tuple[int, ...], ...], rounds: int) -> dict[str, float]:
    """Measure one kind of table: medians in milliseconds."""
    found: dict[str, list[float]] = {"shuffle": [], "draw": [], "audit": []}
    for _ in range(rounds):
        decks = seated(players, packs)
        found["shuffle"].append(cpu_ms(lambda decks=decks: shuffled(decks)))  # type: ignore[misc]
        found["draw"].append(cpu_ms(lambda decks=decks: drawn(decks, 0)))  # type: ignore[misc]
        found["audit"].append(cpu_ms(lambda decks=decks: audited(decks)))  # type: ignore[misc]
    return {name: statistics.median(times) for name, times in found.items()}


def main() -> None:
    """Measure, print, and write the figures as JSON where asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    figures: dict[str, dict[str, float]] = {}
    for name, players, packs in (
        ("4 players, 20 cards", 4, (TALON,)),
        ("4 players, 2 x 10 cards", 4, (HALF, HALF)),
        ("3 players, 20 cards", 3, (TALON,)),
        ("2 players, 20 cards", 2, (TALON,)),
    ):
        figures[name] = measure(players, packs, asked.rounds)
        for what, value in figures[name].items():
            goal = GOALS_MS.get(what)
            beside = "" if goal is None else f"  (goal {goal:g} ms: {'met' if value <= goal else 'missed'})"
            print(f"{name:24} {what:8} {value:7.2f} ms CPU{beside}")
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Positions of Méditerranée written short: pieces by city, hands by seat, and what decisions make of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from core.fault import IllegalAction
from core.game import DEALER, Seat
from core.games.mediterranee import GAME
from core.games.mediterranee.board.piece import GONE, INDEX, PIECES, STATE, TEXTS
from core.games.mediterranee.cards.card_hand import Hand
from core.games.mediterranee.cards.card_state import Talon
from core.games.mediterranee.rules.movement import Board
from core.games.mediterranee.rules.phase import SPECIALS, Phase
from core.games.mediterranee.rules.state import State
from core.option import settle

ISLANDS = {"r": "rF3 SYR", "k": "kF3 GOR", "a": "aF3 SLM", "c": "cF3 PAL"}
"""Where a piece stands of a state that has none in an example: out of everybody's way."""


def stand(
    pieces: str,
    *,
    move: str = "r",
    hands: Mapping[str, str] | None = None,
    specials: Mapping[str, str] | None = None,
    talon: str = "1 3 5 7 9",
    spent: str = "",
    fill: bool = True,
    **options: str,
) -> State:
    """Give a state: pieces (`"rE ARR, rC MED"`), whose turn, hands (`{"r": "0 0 7"}`), special cards, the talon.

    Nobody draws before the first decision. A seat that is not named has its first hand, and no special
    card; with `fill` a state without a piece has an infantry on an island.
    """
    state = GAME.start(settle(GAME, options))
    assert isinstance(state, State)
    rules = state.rules
    told = [piece for piece in pieces.split(", ") if piece]
    told += [filler for own, filler in ISLANDS.items() if fill and all(piece[0] != own for piece in told)]
    board = Board((GONE,) * PIECES, (0, 0))
    for piece, city in (each.split() for each in told):
        board = board.gone_to(INDEX[piece], rules.teams[STATE[INDEX[piece]]], rules.chart.index[city])
    given = hands or {}
    held = tuple(
        Hand(tuple(sorted(map(int, given[name].split())))) if name in given else hand
        for name, hand in zip(rules.names, state.cards.hands, strict=True)
    )
    faces = tuple(sorted(map(int, talon.split())))
    pile = tuple(sorted(map(int, spent.split())))
    cards = state.cards._replace(hands=held, talon=Talon(1, (len(faces),), (0,), (faces,)), spent=pile)
    bits = tuple(SPECIALS.get((specials or {}).get(name, ""), 0) for name in rules.names)
    seat = rules.names.index(move)
    return replace(state, board=board, cards=cards, specials=bits, seat=seat, phase=Phase.ACT, owed=None, draws=0)


def seat(state: State, name: str) -> Seat:
    """Give the seat of that name."""
    return Seat(state.rules.names.index(name))


def after(state: State, *texts: str) -> State:
    """Play some decisions, each by the first seat that owes one; draws happen unseen, talons by themselves."""
    for text in texts:
        state = dealt(state)
        mover = state.active[0]
        state = state.play(mover, state.parse(mover, text))
    return state


def dealt(state: State) -> State:
    """Let chance do what it owes; nobody knows what is drawn."""
    while state.active == (DEALER,):
        state = state.play(DEALER, state.dealt(0 if "packs" in str(state.dealt(None)) else None))
    return state


def told(state: State, name: str = "") -> list[str]:
    """Give the texts of the legal actions of a seat, or of the first that owes a decision."""
    return [str(action) for action in state.legal(seat(state, name) if name else state.active[0])]


def where(state: State, piece: str) -> str:
    """Give the city where a piece stands, or nothing."""
    city = state.board.at[INDEX[piece]]
    return "" if city == GONE else state.rules.chart.names[city]


def everywhere(state: State) -> str:
    """Give where every piece stands."""
    return ", ".join(f"{text} {where(state, text)}" for text in TEXTS if where(state, text))


def hand(state: State, name: str) -> str:
    """Give the known faces of a hand, and a `?` for each unknown one."""
    found = state.cards.hands[seat(state, name)]
    return " ".join([*map(str, found.located), *["?"] * found.unknown])


def refused(state: State, *texts: str) -> None:
    """Fail unless every text is neither listed nor played."""
    for text in texts:
        assert text not in told(state)
        with pytest.raises(IllegalAction):
            after(state, text)


def possible(state: State, *texts: str) -> None:
    """Fail unless every text is listed."""
    assert set(texts) <= set(told(state))

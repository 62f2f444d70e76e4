"""What can be seen of a position: the map with its pieces, the seats, the cards and the fight (§1, §2, §6.5)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from core.game import Seat
from core.games.mediterranee.board.chart import Chart
from core.games.mediterranee.board.piece import GONE, STATE, TEXTS
from core.games.mediterranee.board.printed_map import COLOURS, atlas
from core.games.mediterranee.rules import combat
from core.games.mediterranee.rules.combat import Battle
from core.games.mediterranee.rules.phase import SPECIALS, Clash
from core.scene import Atlas, Cards, Cell, Fight, Hand, Layout, Piece, Role, Scene, SeatPanel, Side, Stage, Standing

if TYPE_CHECKING:
    from core.games.mediterranee.rules.state import State

KINDS = {"E": "elephant", "C": "cavalry", "F": "infantry", "B": "boat"}
"""The word for each kind of piece, by the letter that follows the state's in its name."""

STAGES = {
    combat.Stage.EXCHANGE: Stage.CARDS,
    combat.Stage.DECISION: Stage.SPY,
    combat.Stage.FRESH: Stage.OPEN,
    combat.Stage.TIE: Stage.TIE,
}


def scene(state: State, viewer: Seat | None = None) -> Scene:
    """Give the drawing of a state as `viewer` may see it."""
    seats = tuple(_panel(state, seat) for seat in range(state.rules.players))
    return drawing(state.rules.chart, _pieces(state), seats, _cards(state, viewer))


def drawing(chart: Chart, pieces: tuple[Piece, ...], seats: tuple[SeatPanel, ...], cards: Cards | None = None) -> Scene:
    """Give the drawing of some pieces on a map."""
    printed = atlas(chart)
    return Scene(
        layout=Layout.MAP,
        columns=printed.width,
        rows=printed.height,
        cells=_cells(printed),
        pieces=pieces,
        seats=seats,
        atlas=printed,
        cards=cards,
    )


@lru_cache(maxsize=4)
def _cells(printed: Atlas) -> tuple[Cell, ...]:
    return tuple(Cell(town.spot, *town.at, Role.FIRST) for town in printed.towns)


def _pieces(state: State) -> tuple[Piece, ...]:
    """Give the pieces on the map, attackers behind those they attack."""
    names, coming = state.rules.chart.names, {clash.attacker for clash in state.clashes}
    standing = [piece for piece, city in enumerate(state.board.at) if city != GONE]
    standing.sort(key=lambda piece: piece in coming)
    owner, at = state.rules.owner, state.board.at
    return tuple(_piece(piece, names[at[piece]], owner[STATE[piece]]) for piece in standing)


@lru_cache(maxsize=8192)
def _piece(piece: int, city: str, seat: Seat) -> Piece:
    text, own = TEXTS[piece], STATE[piece]
    return Piece(city, text[1:], seat, seat, COLOURS[own], KINDS[text[1]])


def _panel(state: State, seat: int) -> SeatPanel:
    """Give the panel of a seat; badges: `turn`, and `occupied` while an enemy stands in a capital of its own."""
    rules = state.rules
    standing = Standing.ABANDONED if seat in state.absent else Standing.ACTIVE
    lost = seat in state.cards.lost
    return SeatPanel(
        seat=seat,
        name=rules.names[seat],
        standing=Standing.DEAD if lost else standing,
        owner=seat,
        pieces=sum(state.board.at[piece] != GONE for piece in rules.armies[seat]),
        badges=("turn",) if state.seat == seat and state.outcome is None else (),
        colour=COLOURS[rules.seats[seat][0]],
        cards=0 if lost else state.cards.hands[seat].size,
    )


def _cards(state: State, viewer: Seat | None) -> Cards:
    names, cards = state.rules.chart.names, state.cards
    seats = [seat for seat in range(state.rules.players) if seat not in cards.lost]
    first = cards.talon.epoch == 0  # until the first talon is shuffled, its cards lie where spent ones do
    talon, spent = cards.talon.shuffled(cards.spent) if first else (cards.talon, cards.spent)
    return Cards(
        hands=tuple(_hand(state, seat, own=seat == viewer) for seat in seats),
        talons=() if talon.shut else talon.left,
        spent=spent,
        fight=_fight(state, state.battle, state.clashes[0]) if state.battle and state.clashes else None,
        open=tuple(names[clash.city] for clash in state.clashes),
    )


def _hand(state: State, seat: int, *, own: bool) -> Hand:
    """Give a hand as its player sees it, or as the others do."""
    hand, held = state.cards.hands[seat], state.specials[seat]
    specials = tuple(word for word, special in SPECIALS.items() if held & special)
    faces = sorted((*hand.known, *(hand.drawn if own else ())))
    unknown = hand.unknown if own else len(hand.hidden)
    return Hand(seat, (*faces, *(None for _ in range(unknown))), specials)


def _fight(state: State, battle: Battle, clash: Clash) -> Fight:
    names = state.rules.chart.names
    pieces = ((clash.attacker, names[clash.start]), (clash.defender, ""))
    totals = battle.totals or (None, None)
    one, other = (
        Side(
            seat=battle.seats[at],
            letter=TEXTS[piece][1:],
            colour=COLOURS[STATE[piece]],
            origin=origin,
            shown=battle.table[at] or (),
            total=totals[at],
            owes=battle.lays(battle.seats[at]),
            speaks=battle.speaks(battle.seats[at]),
        )
        for at, (piece, origin) in enumerate(pieces)
    )
    return Fight(names[clash.city], STAGES[battle.stage], one, other)

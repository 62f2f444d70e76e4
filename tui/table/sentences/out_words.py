"""Being out of a game, in words for every face: since when, and whether and how one returns."""

from __future__ import annotations

from core.fault import sentence
from core.game import Seat
from core.scene import Standing
from net.view.table_view import OfferKind, Phase, TableView
from tui.i18n.translation import listed, tr
from tui.table.departure import LEAVING, fallen_seats, game_number, is_shut, may_return, titles
from tui.table.seat_view import own_seats

OUT = sentence("{who}: you are out of the game.")
OUT_SINCE = sentence("{who}: you are out of the game, since turn {turn}.")
OUT_OF_ONE = sentence("{who}: you are out of this game, since turn {turn}; the match goes on.")
SHUT = sentence("Where cards are hidden, nobody returns.")
FINAL = sentence("You cannot return.")
MAY = sentence("You are back once you have asked to return and all have agreed.")
ASKED = sentence("You have asked to return; the others still have to agree.")
BY_KEY = sentence("{key[table.declare]}: ask to return")
BY_WORD = sentence("`return` asks for it.")
REMINDER = sentence("{who} is out; {key[table.declare]}: ask to return")
"""What the row of the status says of a seat that is out, as long as nobody has asked for its return."""


def lost_own_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats played here by hand that are out of the running game."""
    return tuple(seat for seat in fallen_seats(view) if seat in own_seats(view)) if view.phase is Phase.PLAYING else ()


def out_words(view: TableView, way: str = BY_KEY) -> str:
    """Tell a person who is out since when they are, and whether they return, by which `way`; empty if they play."""
    out = lost_own_seats(view)
    return _out(view, out, way) if out else ""


def left_words(view: TableView, way: str) -> str:
    """Tell the same to a person without whom the others play on, once all is known here; not where a game is lost."""
    if not (view.ready and view.match):
        return ""
    left = {panel.seat for panel in view.match.state.scene().seats if panel.standing is not Standing.DEAD}
    out = tuple(seat for seat in lost_own_seats(view) if seat in left)
    return _out(view, out, way) if out else ""


def _out(view: TableView, out: tuple[Seat, ...], way: str) -> str:
    who, turn = listed(titles(view, out)), max(_since(view, seat) for seat in out)
    if game_number(view) and turn:
        return tr(OUT_OF_ONE, who=who, turn=turn)
    told = tr(OUT_SINCE if turn else OUT, who=who, turn=turn)
    if not any(may_return(view, seat) for seat in out):
        return f"{told} {tr(SHUT if is_shut(view) else FINAL)}"
    return f"{told} {tr(ASKED)}" if not _unasked(view) else f"{told} {tr(MAY)} {tr(way)}"


def _since(view: TableView, seat: Seat) -> int:
    """Give the turn in which a seat left the game; 0 if it did not leave it by a word of its own or of the others."""
    log = view.match.log if view.match is not None else ()
    last = max(
        (ply for ply, line in enumerate(log, 1) if line.seat == seat and line.text.startswith(LEAVING)), default=0
    )
    return view.match.turns.turn_at(last) if view.match is not None and last else 0


def _unasked(view: TableView) -> tuple[Seat, ...]:
    """Give the seats of this person that may return, and for which nobody has asked it."""
    asked = {offer.seat for offer in view.offers if offer.kind is OfferKind.RETURN}
    return tuple(seat for seat in lost_own_seats(view) if may_return(view, seat) and seat not in asked)


def return_words(view: TableView) -> str:
    """Remind a person of a seat that they could ask back into the game; empty if there is none."""
    seats = _unasked(view)
    return tr(REMINDER, who=listed(titles(view, seats))) if seats else ""

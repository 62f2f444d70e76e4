"""The sight of a table: what one player sees of it now or, looking back, at an earlier decision. Pure."""

from __future__ import annotations

from typing import Any

from core.game import Seat, State
from core.games import find
from core.scene import Piece, Scene
from net.view.table_view import OfferView, Phase, TableView
from tui.chronicle import Chronicle
from tui.eyes import owing


class Sight:
    """A table as one player sees it: the view, a look back, how the game is drawn.

    `muted` tells whose talk (pids) is not shown, `drawing` how the game is drawn by choice, `again` whether one wants
    to go on at the table of a rematch.
    """

    def __init__(self) -> None:
        """Start without a view."""
        self.view: TableView | None = None
        self.chronicle = Chronicle()
        self.muted: frozenset[str] = frozenset()
        self.again = False
        self.drawing = ""
        self._suggested = ""
        self._past: int | None = None
        self._seen: tuple[State[Any], tuple[Seat | None, str], Scene] | None = None

    def take(self, view: TableView) -> None:
        """Take a newer view."""
        self.view = view
        if view.match is None:
            return
        self.chronicle.follow(view.match)
        if self._past is not None and self._past >= view.match.ply:
            self._past = None

    @property
    def ply(self) -> int:
        """The number of decisions before the position shown."""
        return len(self.chronicle.entries) if self._past is None else self._past

    @property
    def past(self) -> bool:
        """Whether the position shown is not the present one."""
        return self._past is not None

    @property
    def state(self) -> State[Any] | None:
        """The position shown, None before the start."""
        return self.chronicle.states[self.ply] if self.chronicle.states else None

    @property
    def scene(self) -> Scene | None:
        """What is to be drawn, None before the start."""
        return self.drawn(self.shown)

    def drawn(self, name: str) -> Scene | None:
        """Give what is to be drawn in the way of that name, None before the start."""
        state, key = self.state, (self.voice, name)
        if state is None:
            return None
        if self._seen is None or self._seen[0] is not state or self._seen[1] != key:
            self._seen = (state, key, state.scene(*key))
        return self._seen[2]

    @property
    def shown(self) -> str:
        """How the game is drawn: as suggested, else in its first way."""
        names = self.drawings
        return next((name for name in (self._suggested, *names) if name in names), "")

    def suggest(self, name: str) -> None:
        """Let the game be drawn in the way that suits the room there is."""
        self._suggested = name

    @property
    def drawings(self) -> tuple[str, ...]:
        """The ways in which the game can be drawn."""
        return find(self.view.game).scenes if self.view is not None and self.view.match is not None else ()

    @property
    def talkers(self) -> dict[str, str]:
        """Those who have talked and are not oneself: pid to nick."""
        if self.view is None:
            return {}
        own = {seat.pid for seat in self.view.seats if seat.mine}
        beside = {line.pid: line.nick for line in self.view.gallery if not line.mine}
        return beside | {line.pid: line.nick for line in self.view.talk if line.pid not in own}

    @property
    def own(self) -> tuple[Seat, ...]:
        """The seats played here by hand: those this profile signs for, without its bots'."""
        return tuple(seat.seat for seat in self.view.seats if seat.mine and not seat.bot) if self.view else ()

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names in seat order."""
        return tuple(seat.name for seat in self.view.seats) if self.view else ()

    @property
    def seat(self) -> Seat | None:
        """The seat that owes a decision here and now, None while others think or after the end."""
        view = self.view
        if view is None or view.match is None or view.phase is not Phase.PLAYING:
            return None
        return next((seat for seat in owing(view) if seat in self.own), None)

    @property
    def voice(self) -> Seat | None:
        """The seat one talks and declares for: the one to move, else the first one held."""
        if self.seat is not None:
            return self.seat
        return self.own[0] if self.own else None

    def piece_on(self, spot: str) -> Piece | None:
        """Give the piece on a spot of the position shown."""
        scene = self.scene
        return next((piece for piece in scene.pieces if piece.spot == spot), None) if scene else None

    def offer_owed(self) -> tuple[OfferView, Seat] | None:
        """Give the first open offer that waits for an answer from here, with the seat that owes it."""
        if self.view is None:
            return None
        owed = ((offer, seat) for offer in self.view.offers for seat in offer.owed if seat in self.own)
        asked = ((offer, offer.seat) for offer in self.view.offers if offer.asked)
        return next(asked, None) or next(owed, None)

    def redraw(self) -> None:
        """Choose the way of drawing after the one shown."""
        names = self.drawings
        if names:
            self.drawing = self._suggested = names[(names.index(self.shown) + 1) % len(names)]

    def mute(self, pid: str) -> None:
        """Show no talk of that person any more; once more shows it again."""
        self.muted ^= {pid}

    def look(self, step: int) -> None:
        """Look `step` decisions back or ahead."""
        now = len(self.chronicle.entries)
        there = min(max(self.ply + step, 0), now)
        self._past = None if there == now else there

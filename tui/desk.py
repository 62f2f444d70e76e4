"""The desk: one player's side of a table. What is shown, whose turn it is here, and what a pointed spot means. Pure."""

from __future__ import annotations

from typing import Any

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat, Spot, State
from core.games import find
from core.scene import Piece, Scene
from net.view import OfferView, Phase, TableView
from tui.chronicle import Chronicle
from tui.eyes import owing
from tui.picking import Pick, Picking

NOT_YOURS = sentence("It is not your turn.")
PAST = sentence("This is the past: press ] to come back to the present.")
NOT_BEGUN = sentence("The game has not begun.")


class Desk:
    """A table as one player handles it: the view, a look back, the choice so far, an inspected piece.

    `dots` tells whether targets are shown, `muted` whose talk (pids) is not, `drawing` how the game is drawn by choice,
    `again` whether one wants to go on at the table of a rematch.
    """

    def __init__(self) -> None:
        """Start without a view."""
        self.view: TableView | None = None
        self.chronicle = Chronicle()
        self.dots = True
        self.muted: frozenset[str] = frozenset()
        self.again = False
        self.drawing = ""
        self._suggested = ""
        self._past: int | None = None
        self._choice: Picking | None = None
        self._inspected: str | None = None

    def take(self, view: TableView) -> None:
        """Take a newer view; a choice stays while the position it was made in does."""
        self.view = view
        if view.match is None:
            return
        self.chronicle.follow(view.match)
        if self._past is not None and self._past >= view.match.ply:
            self._past = None
        if self._choice is not None and (self.seat is None or self._choice.state != view.match.state):
            self._choice = None

    # what is shown

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
        return self.state.scene(self.voice, name) if self.state is not None else None

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

    @property
    def choice(self) -> Picking | None:
        """The choice in progress; an empty one in one's own turn, None otherwise."""
        seat = self.seat
        if seat is None or self.past or self.view is None or self.view.match is None:
            return None
        return self._choice or Picking(self.view.match.state, seat)

    @property
    def chosen(self) -> bool:
        """Whether something is chosen, looked back at or inspected: whether a step back means anything."""
        return self._choice is not None or self._inspected is not None or self.past

    def pick(self) -> Pick:
        """Give what the board marks."""
        choice, state = self.choice, self.state
        reach = state.reach(_spot(self._inspected)) if state is not None and self._inspected else ()
        return Pick(
            targets=choice.targets if choice else (),
            chosen=choice.prefix if choice else (),
            reach=tuple(reach),
            last=self.chronicle.last(self.ply),
            dots=self.dots,
            inspected=self._inspected,
        )

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

    # what is done

    def point(self, spot: str) -> str | None:
        """Point at a spot: give the text of the action if that completes one; raise `IllegalAction` with the reason.

        Pointing once more at the last spot of a choice that is an action already, plays it.
        """
        choice = self._own_choice()
        if choice.prefix and spot == choice.prefix[-1] and spot not in choice.targets:
            if choice.text is not None:
                return choice.text
            self.back()
            return None
        self._inspected = None
        grown = choice.point(spot)
        self._choice = grown
        return grown.text if grown.done else None

    def spell(self, text: str) -> None:
        """Let half-typed text be the choice, so that the board shows what it means."""
        choice = self.choice
        if choice is not None:
            spelt, _ = choice.typed(text)
            self._choice = spelt if spelt.prefix else None

    def objection(self, text: str) -> Fault | None:
        """Give what the rules have against a whole text, None if nothing or if it cannot be told yet."""
        choice = self.choice
        if choice is None or not text:
            return None
        try:
            choice.state.play(choice.seat, choice.state.parse(choice.seat, text))
        except Fault as fault:
            return fault
        return None

    def back(self) -> bool:
        """Take the last choice, inspection or look back; tell whether there was one."""
        if self._inspected is not None:
            self._inspected = None
        elif self._choice is not None:
            shorter = self._choice.back()
            self._choice = shorter if shorter.prefix else None
        elif self._past is not None:
            self._past = None
        else:
            return False
        return True

    def drop(self) -> None:
        """Forget the choice."""
        self._choice = None

    def inspect(self, spot: str | None) -> None:
        """Show the reach of the piece on `spot`; once more, or without a piece, show none."""
        self._inspected = None if spot is None or spot == self._inspected or not self.piece_on(spot) else spot

    @property
    def inspected(self) -> str | None:
        """The spot of the piece whose reach is shown."""
        return self._inspected

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
        self._inspected = None

    def _own_choice(self) -> Picking:
        if self.view is None or self.view.match is None:
            raise IllegalAction(NOT_BEGUN)
        if self.past:
            raise IllegalAction(PAST)
        choice = self.choice
        if choice is None:
            raise IllegalAction(NOT_YOURS)
        return choice


def _spot(text: str) -> Spot:
    return Spot(text)

"""Eyes: who looks at the table on this screen, and when it must be passed on to somebody else. Pure.

Only games with hidden faces are concerned; an open game shows everybody the same.
"""

from __future__ import annotations

from dataclasses import replace

from core.game import Seat
from core.games import find
from net.view.table_view import Phase, SlotStage, TableView


def owing(view: TableView) -> tuple[Seat, ...]:
    """Give the seats that still owe a decision: not those whose sealed one waits for the others'."""
    if view.match is None:
        return ()
    decided = {line.seat for line in view.match.sealed}
    decided |= {slot.seat for slot in view.slots if slot.stage is not SlotStage.OWES}
    return tuple(seat for seat in view.match.state.active if seat not in decided)


def hides(view: TableView) -> bool:
    """Tell whether the game of a table has hidden faces."""
    return view.match is not None and any(option.secret for option in find(view.game).options)


class Eyes:
    """Whose eyes look: with one seat played by hand its own, with several those of whoever has the screen."""

    def __init__(self) -> None:
        """Begin with nobody in front of the screen."""
        self._holder: Seat | None = None

    def awaited(self, view: TableView) -> Seat | None:
        """Give the seat to which the screen is to be passed before anything of its own is shown; None: to nobody."""
        due = self._due(view)
        return due if due != self._holder else None

    def lift(self, view: TableView) -> None:
        """Let whoever was awaited have the screen."""
        self._holder = self._due(view)

    def see(self, view: TableView) -> TableView:
        """Give the table as whoever looks may know it; once it is over all there is to know."""
        if view.match is None or not hides(view) or view.outcome is not None:
            return view
        hands = _hands(view)
        viewer = self._holder if len(hands) > 1 else next(iter(hands), None)
        if self.awaited(view) is not None:
            viewer = None
        seats = tuple(
            replace(seat, mine=False) if seat.seat in hands and seat.seat != viewer else seat for seat in view.seats
        )
        slots = tuple(
            slot if slot.seat == viewer or slot.stage is SlotStage.OPEN else replace(slot, text="")
            for slot in view.slots
        )
        return replace(view, match=view.match.seen_by(viewer), seats=seats, slots=slots)

    def _due(self, view: TableView) -> Seat | None:
        """Give who ought to have the screen; while others decide, whoever has it."""
        hands = _hands(view)
        if not hands[1:] or view.match is None or view.phase is not Phase.PLAYING or not hides(view):
            return self._holder
        owed = [seat for seat in owing(view) if seat in hands]
        return self._holder if self._holder in owed or not owed else owed[0]


def _hands(view: TableView) -> tuple[Seat, ...]:
    return tuple(seat.seat for seat in view.seats if seat.mine and not seat.bot)

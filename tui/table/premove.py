"""Premoves: what a player means to play at their next turn. They stay here and are sent to no one. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat, Spot, State
from core.threat import as_if
from net.view.table_view import Phase, TableView
from tui.table.departure import game_number
from tui.table.move_entry import MoveEntry
from tui.table.seat_view import owing

DROPPED = sentence("Your premove {text} is dropped.")
OUTLIVED = sentence("Your premove {text} is dropped: the game that it was for is over.")
NOT_AHEAD = sentence("That cannot be decided before it is your turn.")

TWO = 2
"""The spots of a move from one place to another."""


@dataclass(frozen=True, slots=True)
class Premove:
    """What `seat` means to play: its canonical text, and the spots that it names."""

    seat: Seat
    text: str
    path: tuple[Spot, ...]

    def due(self, view: TableView) -> bool:
        """Tell whether to play it now: its seat begins a turn, and the game neither is paused nor waits for talk."""
        if view.match is None or view.phase is not Phase.PLAYING or self.seat not in owing(view):
            return False
        if view.paused or view.negotiation is not None:
            return False
        return not view.match.state.sealed and as_if(view.match.state, self.seat) is not None

    def stands(self, before: TableView, view: TableView, own: tuple[Seat, ...]) -> bool:
        """Tell whether it still holds: the game has only moved on, and the seat is played here."""
        if view.match is None or before.match is None or view.phase is not Phase.PLAYING or self.seat not in own:
            return False
        same = view.match.header == before.match.header and not self.outlives(before, view)
        return same and view.match.log[: before.match.ply] == before.match.log

    def outlives(self, before: TableView, view: TableView) -> bool:
        """Tell whether the game of a match that it was meant for has ended since `before`, and the next one runs."""
        return bool(before.match and view.match) and game_number(before) != game_number(view)

    def objection(self, state: State[Any]) -> Fault | None:
        """Give the rules' objection to it now, None if it can be played."""
        try:
            state.play(self.seat, state.parse(self.seat, self.text))
        except Fault as fault:
            return fault
        return None


@dataclass(frozen=True, slots=True)
class Plan(MoveEntry):
    """A premove in the making: `state` is the position as if it were the turn of `seat`.

    Targets are those that the piece would have now. It may go elsewhere too, as an obstacle may be gone by then.
    """

    @property
    def text(self) -> str | None:
        """The canonical text of the choice if it is a whole one."""
        action = self.state.complete(self.seat, self.prefix) if self.prefix else None
        return self._bold if action is None else str(action)

    def point(self, spot: str) -> Self:
        """Give the choice after pointing at `spot`, even at one that could not be reached now."""
        try:
            return MoveEntry.point(self, spot)
        except IllegalAction:
            bold = replace(self, prefix=(*self.prefix, Spot(spot)))
            if self.rests_on(spot) or (bold.text is None and not bold.blocked):
                raise
            return bold

    @property
    def blocked(self) -> bool:
        """Whether the choice is one of the player's own pieces that cannot move now."""
        pieces = self.state.scene(self.seat).pieces
        return any((piece.spot,) == self.prefix and self.seat in {piece.commander, piece.owner} for piece in pieces)

    @property
    def _bold(self) -> str | None:
        """The text of a choice that is not an action now, in the notation: to one place, or from one to another."""
        if len(self.prefix) > TWO or self.targets:
            return None
        try:
            action = self.state.parse(self.seat, "-".join(self.prefix))
        except Fault:
            return None
        return str(action) if tuple(action.path) == self.prefix else None


def planning(view: TableView, own: tuple[Seat, ...]) -> Plan | None:
    """Give an empty plan for the seat of `own` whose turn comes next while others decide; None where none may be made.

    There is none while decisions are secret, before pieces stand, in a combat, and while the game stands still.
    """
    match = view.match
    if match is None or view.phase is not Phase.PLAYING or match.state.sealed or not own:
        return None
    if set(owing(view)) & set(own):
        return None
    seat = own[0]
    if own[1:]:
        turns = match.state.upcoming(2 * len(view.seats))
        seat = next((turn.player for turn in turns if turn.player in own), seat)
    state = as_if(match.state, seat)
    return None if state is None else Plan(state, seat)


def meant(plan: Plan, text: str) -> Premove:
    """Read a text as a premove. It need not be legal. Raises `Fault`."""
    action = plan.state.parse(plan.seat, plan.whole(text))
    path = tuple(action.path)
    cells = {cell.spot for cell in plan.state.scene(plan.seat).cells}
    if not path or not (path[0] in cells or plan.state.is_legal(plan.seat, action)):
        raise IllegalAction(NOT_AHEAD)
    return Premove(plan.seat, str(action), path)

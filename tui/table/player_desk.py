"""One player's side of a table: the choice so far, what a pointed spot means, whether a move needs confirming. Pure.

The setting and the clock decide whether a move waits for a second Enter.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat, Spot, State
from core.match.match import OVER
from net.view.table_view import Phase, TableView
from tui.table.last_round import RoundMove, footprints, last_round, stops, viewpoint
from tui.table.move_entry import EntryChoice, MoveEntry
from tui.table.premove import NOT_AHEAD, Plan, Premove, meant, planning
from tui.table.seat_view import VisibleTable
from tui.words.rated_mark import UNRATED

if TYPE_CHECKING:
    from core.study.reason import Reason
    from tui.table.hint import Hint


MINUTE_MS = 60_000
"""With this much time or less on the clock there is no time to confirm."""


def confirmed(setting: str, view: TableView, seat: Seat, now: int) -> bool:
    """Tell whether moves of a seat need confirming under one of `settings.CONFIRM`; `now` in ms since 1970.

    Without a clock there is always time.
    """
    if setting != "clock":
        return setting == "on"
    clock = next((one for one in view.clocks if one.seat == seat), None)
    return clock is None or clock.left_ms(now) > MINUTE_MS


NOT_YOURS = sentence("It is not your turn.")
PAST = sentence("This is the past: go on to the present to play.")
NOT_BEGUN = sentence("The game has not begun.")
NO_START = sentence("No move begins with {text} now.")


class PlayerDesk(VisibleTable):
    """A table as one player handles it: the choice so far, a premove, an inspected piece.

    `dots` says whether targets are shown. `premove` is to be played at the next turn. `hint` is the advice for the
    current position, until a decision is made or it is put away. `paced` says whether the moves of the others are
    shown one after the other, each until the player goes on. `covered` says whether a page lies above the table and
    has the keys. `rated` says for which club and whom the table is rated, if for any, `expected` where bots of others
    sat at the table of which this is the rematch.
    """

    def __init__(self) -> None:
        """Start without a view."""
        super().__init__()
        self.dots = True
        self.paced = False
        self.covered = False
        self.premove: Premove | None = None
        self.hint: Hint | None = None
        self.rated = UNRATED
        self.expected: dict[Seat, str] = {}
        self._held = ""
        self._watched = 0
        self._waits = False
        self._stayed: int | None = None
        self._choice: MoveEntry | None = None
        self._inspected: str | None = None
        self._planned: tuple[State[Any], tuple[Seat, ...], Plan | None] | None = None
        self._round: tuple[tuple[State[Any], Seat | None], tuple[RoundMove, ...]] | None = None

    def take(self, view: TableView) -> None:
        """Take a newer view. A choice stays while it can be made, a premove until its turn or a takeback."""
        before, looked_at = self.view, self.piece_on(self._inspected) if self._inspected else None
        ended = set(self.chronicle.ends)
        super().take(view)
        if self._inspected and (self.piece_on(self._inspected) != looked_at or self._went_on(before)):
            self._inspected = None
        if self.premove is not None and (before is None or not self.premove.stands(before, view, self.own)):
            self.premove = None
        if self.hint is not None and not self.hint.holds(view, self.seat):
            self.hint = None
        self._carry()
        if before is None or before.match is None:
            self._watched = len(self.chronicle.entries)
        self._wait(looks=looked_at is not None)
        self._stay({*self.chronicle.ends} - ended if before is not None and before.match is not None else set())

    def _went_on(self, before: TableView | None) -> bool:
        """Tell whether the player has decided, or a decision was taken back, since the view `before`."""
        logs = [view.match.log if view is not None and view.match is not None else () for view in (before, self.view)]
        newer = logs[1][len(logs[0]) :]
        return len(logs[1]) < len(logs[0]) or any(line.seat in self.own for line in newer)

    def _wait(self, *, looks: bool) -> None:
        """Stay at the first move of the others that the player has not gone on from; not if they are busy or fight.

        Busy is who chooses, or `looks` at a piece, even at one that goes just now. If so many moves follow that the
        first is no longer among those of the round, stay at the first that is. The moves that end the game are watched
        as well.
        """
        self._watched = min(self._watched, len(self.chronicle.entries))
        busy = self._choice is not None or looks or self._fights
        if self.view is None or self.view.phase not in {Phase.PLAYING, Phase.OVER} or busy or not self.own:
            self._watched = len(self.chronicle.entries)
        elif self.paced and not self.past and (unseen := self._unseen)[1:]:
            self._waits = True
            self.look(unseen[0].entry.ply - self.ply)
        elif self._waits and self.past and self.round and not self.moved:
            self.look(self.round[0].entry.ply - self.ply)

    def _stay(self, ended: set[int]) -> None:
        """Stay at the end of a game of the match that has `ended` just now, the latest one, until the player goes on.

        Whose own clock runs is led to the game that runs, and everybody to the end of the match.
        """
        runs = self.seat is not None and bool(self.view and self.view.clocks)
        over = self.view is not None and self.view.outcome is not None
        stays = self._past is not None and self._past == self._stayed
        if ended and self.own and not (runs or over) and (stays or not self.past):
            self._past = self._stayed = max(ended)
        elif self.between and (runs or (over and stays)):
            self._past = None

    @property
    def between(self) -> bool:
        """Whether the last position of a game of the match is shown, after which another game began."""
        return self.past and self.ply in self.chronicle.ends

    @property
    def _fights(self) -> bool:
        fight = self.scene.cards.fight if self.scene is not None and self.scene.cards is not None else None
        return fight is not None and not {fight.attacker.seat, fight.defender.seat}.isdisjoint(self.own)

    @property
    def _unseen(self) -> tuple[RoundMove, ...]:
        own = self.own
        return tuple(move for move in self.round if move.entry.ply > self._watched and move.entry.seat not in own)

    @property
    def pacing(self) -> bool:
        """Whether the player watches the last round at their own pace, so that Enter goes on."""
        return self.paced and self.past and bool(self.moved)

    def catch_up(self) -> bool:
        """Go to the present if the last round is watched, or the end of a game; tell whether it was."""
        watching = self.pacing or self.between
        if watching:
            self._past = None
            self._watched = len(self.chronicle.entries)
        return watching

    def _carry(self) -> None:
        """Continue the choice in the current position, if possible."""
        choice, self._choice = self._choice, None
        now = self.picking
        if choice is None or now is None:
            self._held = ""
        elif type(now) is type(choice) and (now.state, now.seat) == (choice.state, choice.seat):
            self._choice = choice
        else:
            self._choice, self._held = choice.on(now), ""

    @property
    def choice(self) -> MoveEntry | None:
        """The choice in progress; an empty one in the player's own turn, None otherwise."""
        seat = self.seat
        if seat is None or self.past or self.view is None or self.view.match is None:
            return None
        return self._choice or MoveEntry(self.view.match.state, seat)

    @property
    def plan(self) -> Plan | None:
        """The premove in the making while others decide; None in the player's own turn or without one."""
        view = self.view
        if view is None or view.match is None or self.past or self.seat is not None:
            return None
        if isinstance(self._choice, Plan):
            return self._choice
        key = (view.match.state, self.own)
        if self._planned is None or self._planned[0] is not key[0] or self._planned[1] != key[1]:
            self._planned = (*key, planning(view, self.own))
        return self._planned[2]

    @property
    def picking(self) -> MoveEntry | None:
        """The choice in progress, for now or for the next turn."""
        return self.choice or self.plan

    @property
    def held(self) -> str:
        """The text of a whole choice that waits for a second Enter, empty if none does."""
        return self._held

    @property
    def chosen(self) -> bool:
        """Whether something is chosen, inspected or looked back at, so that a step back has an effect."""
        return self._choice is not None or self._inspected is not None or self.past or self.hint is not None

    def pick(self) -> EntryChoice:
        """Give what the board marks."""
        choice, state, hint = self.picking, self.state, self.advice
        begun = max((end for end in self.chronicle.ends if end < self.ply + (not self.past)), default=0)
        reach = state.reach(Spot(self._inspected)) if state is not None and self._inspected else ()
        return EntryChoice(
            targets=choice.targets if choice else (),
            chosen=choice.prefix if choice else (),
            reach=tuple(reach),
            last=self.chronicle.last(self.ply) if begun < self.ply else (),
            dots=self.dots,
            inspected=self._inspected,
            ahead=self.premove.path if self.premove and not self.past else (),
            trail=footprints(move for move in self.moved if move.entry.ply > begun),
            hinted=hint.path if hint else (),
            struck=hint.struck if hint else (),
            advised=next(iter(hint.path[len(choice.prefix) if choice else 0 :]), None) if hint else None,
        )

    @property
    def round(self) -> tuple[RoundMove, ...]:
        """The moves of the others since the player's own last one, up to the present."""
        history, scene = self.chronicle, self.scene
        if not history.states or scene is None:
            return ()
        now, voice = history.states[-1], self.voice
        if self._round is None or self._round[0][0] is not now or self._round[0][1] != voice:
            places = {cell.spot for cell in scene.cells}
            self._round = ((now, voice), last_round(history.entries, viewpoint(now, voice), places))
        return self._round[1]

    @property
    def counts_from_own(self) -> bool:
        """Whether that round began with a move of the player, not of somebody they watch."""
        states, voice = self.chronicle.states, self.voice
        return bool(states) and voice is not None and viewpoint(states[-1], voice) == voice

    @property
    def moved(self) -> tuple[RoundMove, ...]:
        """Those of them that have been made in the position shown."""
        return tuple(move for move in self.round if move.entry.ply <= self.ply)

    @property
    def advice(self) -> Reason | None:
        """The action that is advised and shown: none while the player looks back, inspects or chooses another one."""
        if self.hint is None or self.past or self._inspected is not None:
            return None
        begun = self._choice.prefix if self._choice is not None else ()
        return self.hint.best if self.hint.best.path[: len(begun)] == begun else None

    def point(self, spot: str, *, clicked: bool = False) -> str | None:
        """Point at a spot: give the text of the action if that completes one; raise `IllegalAction` with the reason.

        Pointing again at the last spot of a choice that is already an action plays it. Another one is taken back there
        by a click alone.
        """
        choice = self._own_choice()
        if self._held and spot != choice.prefix[-1]:
            self.back()
            choice = self._own_choice()
        self._held = ""
        if choice.plays_at(spot):
            return choice.text
        if clicked and choice.rests_on(spot):
            self.back()
            return None
        self._inspected = None
        grown = choice.point(spot)
        self._choice = grown
        return grown.text if grown.done else None

    def spell(self, text: str) -> None:
        """Make half-typed text the choice, so that the board shows what it means."""
        choice, self._held = self.picking, ""
        if choice is not None:
            spelt, _ = choice.typed(text)
            self._choice = spelt if spelt.prefix else None

    def objection(self, text: str) -> Fault | None:
        """Give the rules' objection to a whole text, None if there is none or it cannot be known yet."""
        choice = self.picking
        if choice is None or not text:
            return None
        if len(text) == 1 and not choice.completions(text):  # the letter of a piece that cannot move is no bad cell
            return Fault(NO_START, text=text)
        if not isinstance(choice, Plan) and (stuck := choice.stuck(text)) is not None:
            return stuck
        try:
            if isinstance(choice, Plan):
                meant(choice, text)
                return None
            choice.state.play(choice.seat, choice.state.parse(choice.seat, choice.whole(text)))
        except Fault as fault:
            return fault
        return None

    def proposal(self, text: str, whole: str) -> str:
        """Give what is proposed behind a typed text that is no action yet, nor is the `whole` that it may mean."""
        choice = self.picking
        if choice is None or self.objection(whole) is None or text in map(str, choice.state.declarations(choice.seat)):
            return ""
        return next((grown for grown in choice.completions(text) if grown.startswith(text)), "")

    def back(self) -> bool:
        """Undo the last choice, inspection or look back; tell whether there was one."""
        self._held = ""
        if self._inspected is not None:
            self._inspected = None
        elif self._choice is not None:
            shorter = self._choice.back()
            self._choice = shorter if shorter.prefix else None
        elif self.advice is not None:
            self.hint = None
        elif self._past is not None:
            self._past = None
            self._watched = len(self.chronicle.entries)
        else:
            return False
        return True

    def drop(self) -> None:
        """Forget the choice."""
        self._choice, self._held = None, ""

    def hold(self, text: str) -> None:
        """Let a whole choice wait until it is confirmed."""
        self._held = text

    def intend(self, text: str) -> None:
        """Keep a text as the premove, replacing another one; raise `Fault` if the notation does not accept it."""
        plan = self.plan
        if plan is None:
            raise IllegalAction(NOT_AHEAD if self.own else NOT_YOURS)
        self.premove = meant(plan, text)
        self.drop()

    def inspect(self, spot: str | None) -> None:
        """Show the reach of the piece on `spot`. Repeated, or without a piece, show none."""
        self._inspected = None if spot is None or spot == self._inspected or not self.piece_on(spot) else spot

    @property
    def inspected(self) -> str | None:
        """The spot of the piece whose reach is shown."""
        return self._inspected

    def look(self, step: int) -> None:
        """Look `step` decisions back or ahead. The inspected piece is forgotten."""
        super().look(step)
        self._inspected = None

    def leaf(self, step: int) -> None:
        """Look `step` moves back or ahead: move by move through the last round, then by decisions without chance."""
        plies, here = stops(self.chronicle.entries, self.round), self.ply
        if plies[-1] in self.chronicle.ends:  # the last position of a game comes before the board of the next one
            plies, here = [*plies, plies[-1] + 1], here + (not self.past)
        at = bisect_left(plies, here) + step if step < 0 else bisect_right(plies, here) - 1 + step
        self._waits = self._waits and step > 0
        if step > 0:
            self._watched = max(self._watched, self.ply)
        self.look(plies[min(max(at, 0), len(plies) - 1)] - self.ply)

    def _own_choice(self) -> MoveEntry:
        if self.view is None or self.view.match is None:
            raise IllegalAction(NOT_BEGUN)
        if self.past:
            raise IllegalAction(PAST)
        choice = self.picking
        if choice is None:
            raise IllegalAction(OVER if self.view.outcome is not None else NOT_YOURS)
        return choice

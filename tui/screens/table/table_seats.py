"""The seats of a table before its start: take one, the one of a number, another one; seat bots; give one up.

Where people play in sides, whoever sits down or seats a bot is asked where. Whoever has several seats is asked which
one they give up, and a host which one of others they free. Who leaves is asked what becomes of their seats, and once
more before a game ends.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from enum import StrEnum
from functools import partial
from typing import Any

from textual import events, on
from textual.app import App

from core.bots import default_level
from core.fault import sentence
from core.game import Seat
from net.view.table_view import Phase, TableView
from tui.i18n.translation import seat_title, tr
from tui.screens.frame.dialog import ChoiceScreen, GameQuestion
from tui.screens.table.table_hint import TableHint
from tui.screens.table.table_negotiation import PLAY_ON, SURE, WARNED
from tui.screens.table.waiting_view import WaitingView
from tui.session.passing_visit import within_visit
from tui.settings.visit import unknown
from tui.table.controller import Controller
from tui.table.departure import give_up, out_seats, stays_seated, unrevealed_lot_seats
from tui.table.seat_view import hides, is_asleep, open_seats, own_seats, takes_bots
from tui.table.sentences.farewell import departure_words, end_by_leaving, may_give_match_up
from tui.table.sentences.kept_seat import patience_words
from tui.table.sentences.seat_handover import keeps_all_words
from tui.table.sentences.waiting_tables import free_words, freeable_seats
from tui.table.table_plan import WHERE, are_seats_drawn, is_alone_at, seat_choice, several_words
from tui.widgets.text_style import TextStyle
from tui.words.bot_words import bot_nick


class Sitting(StrEnum):
    """What somebody with a seat, or a host, does about another one."""

    KEEP = "keep"
    MOVE = "move"
    BOTH = "both"
    FREE = "free"


Answers = Callable[[], list[tuple[str, str]]]
"""What gives the answers of a question as the table is now."""

CHANGED = "changed"
"""What a question about seats gives once its answers are no longer those of the table."""

BEGUN = sentence("The game has begun.")
NO_SEAT = sentence("No seat is open.")
SEAT_FIRST = sentence("Take a seat first: {key[wait.sit]}.")
SEATED = sentence("You have a seat already. The game begins when no seat is open any more.")
ONE_SEAT, TWO_SEATS = sentence("Keep to the seat I have"), sentence("Take another seat and play both")
MOVE_TO = sentence("Move to {seat}")
WHICH = sentence("Which seat do you take?")
GIVEN_UP = sentence("Which seat do you give up?")
GIVEN_UP_OR_FREED = sentence("Which seat do you give up or free?")
FREED, KEPT = sentence("Which seat do you free?"), sentence("Leave it so")
FREE = sentence("Free the seat {seat}")
OPEN = sentence("{seat} is open.")
HELD, HELD_AWAY = sentence("{seat}: {who}"), sentence("{seat}: {who}, away")
TAKEN = sentence("{seat} is taken by {who}.")
YOURS = sentence("{seat} is yours already: {key[wait.stand]} gives it up.")
DRAWN = sentence("Lots decide who has which seat when the game begins. {key[wait.sit]} takes any of them.")


class TableSeats(TableHint):
    """A table whose seats are taken and given up before its start."""

    def __init__(self, controller: Controller, *, seat_bot: Callable[[Seat], Awaitable[None]] | None = None) -> None:
        """Play at the table of `controller`; `seat_bot` puts a bot on an open seat, if that is possible."""
        super().__init__(controller)
        self._seat_bot = seat_bot
        self._question: tuple[ChoiceScreen, Answers, list[tuple[str, str]]] | None = None

    def take(self, view: TableView) -> None:
        """Show a newer view; tell whoever has more seats than one now which ones, and what several hands forbid."""
        before = self.desk.view
        super().take(view)
        told = several_words(view) if view.match is None or not hides(view) else ""  # else the curtain says it
        if told and (before is None or told != several_words(before)):
            self.notify(told, markup=False)
        if told := keeps_all_words(before, view):
            self.notify(told, timeout=WARNED, markup=False)
        if self._question is not None and self._question[0].is_active and self._question[1]() != self._question[2]:
            self._question[0].dismiss(CHANGED)

    @on(events.Key)
    def _number(self, event: events.Key) -> None:
        """Take the seat of a number before the start."""
        if self.controller.view.phase is Phase.GATHERING and event.character in set("123456789"):
            event.stop()
            self.pick(int(event.key) - 1)

    @on(WaitingView.Picked)
    def _picked_seat(self, event: WaitingView.Picked) -> None:
        self.pick(event.at)

    def pick(self, at: int) -> None:
        """Take the seat at a place of the list, counted from 0, after a question if one has a seat; or say why not."""
        view = self.controller.view
        if view.phase is not Phase.GATHERING or at >= len(view.seats) or view.seats[at].vacant:
            return
        seat, own = view.seats[at], self._own()
        title = seat_title(seat.name)
        if seat.mine:
            self.toast(tr(YOURS, seat=title))
        elif seat.seat in freeable_seats(view):
            self.beside(partial(self._free, seat.seat))
        elif seat.pid:
            self.toast(tr(TAKEN, seat=title, who=bot_nick(seat.bot) if seat.bot else seat.called))
        elif are_seats_drawn(view):
            self.toast(tr(DRAWN))
        elif own:
            self.beside(partial(self._go_over, seat.seat, own))
        else:
            self.do(self.controller.sit(seat.seat))

    def _own(self) -> tuple[Seat, ...]:
        """Give the seats played here by hand."""
        return tuple(seat.seat for seat in self.controller.view.seats if seat.mine and not seat.bot)

    async def _go_over(self, seat: Seat, own: tuple[Seat, ...]) -> None:
        """Ask whether a seat is wanted instead of the one that is held, or beside it."""
        title = seat_title(self.controller.view.seats[seat].name)
        moves = [(Sitting.MOVE.value, tr(MOVE_TO, seat=title))] if len(own) == 1 else []
        answers = [*moves, (Sitting.KEEP.value, tr(ONE_SEAT)), (Sitting.BOTH.value, tr(TWO_SEATS))]
        answer = await self._asked_of(tr(SEATED), lambda: answers if seat in self._choices() else [], seat)
        if answer == Sitting.MOVE:
            await self._try(self.controller.leave(own[0]))
        if answer in {Sitting.MOVE, Sitting.BOTH}:
            await self._try(self.controller.sit(seat))

    async def _asked_of(self, question: str, answers: Answers, seat: Seat | None = None) -> str:
        """Ask, with answers that follow the table; close the question, with a word, once there are none any more."""
        while offered := answers():
            screen = ChoiceScreen(self.ink.accent(question), offered)
            self._question = screen, answers, offered
            answer = await self.app.push_screen_wait(screen)
            self._question = None
            if answer != CHANGED:
                return answer
        self.toast(self._closed_words(seat))
        return ""

    def _closed_words(self, seat: Seat | None) -> str:
        """Say why a question about seats, or about that `seat`, has no answers any more."""
        view = self.controller.view
        if view.phase is not Phase.GATHERING:
            return tr(BEGUN)
        taken = view.seats[seat] if seat is not None else None
        if taken is None or not taken.pid:
            return tr(NO_SEAT) if taken is None else tr(OPEN, seat=seat_title(taken.name))
        return tr(TAKEN, seat=seat_title(taken.name), who=bot_nick(taken.bot) if taken.bot else taken.called)

    def _choices(self) -> dict[Seat, str]:
        """Give the seats that can be taken now, in words; none any more once the game begins."""
        view = self.controller.view
        if view.phase is not Phase.GATHERING:
            return {}
        return seat_choice(view) or {seat: seat_title(view.seats[seat].name) for seat in open_seats(view)}

    def _choice_answers(self) -> list[tuple[str, str]]:
        return [(str(seat), words) for seat, words in self._choices().items()]

    def action_sit(self) -> None:
        """Take an open seat, where there are sides the chosen one; whoever has one is asked if they want another."""
        if self._own() or seat_choice(self.controller.view):
            self.beside(self._sit_where)
        else:
            self.do(self.controller.sit(None))

    async def _sit_where(self) -> None:
        answers = [(Sitting.KEEP.value, tr(ONE_SEAT)), (Sitting.BOTH.value, tr(TWO_SEATS))]
        several = bool(self._own())
        if several and await self._asked_of(tr(SEATED), lambda: answers if self._choices() else []) != Sitting.BOTH:
            return
        seat = next(iter(open_seats(self.controller.view)), None) if self._own() else None
        if seat_choice(self.controller.view):
            chosen = await self._asked_of(tr(WHICH), self._choice_answers)
            if not chosen:
                return
            seat = Seat(int(chosen))
        await self._try(self.controller.sit(seat))

    def action_add_bot(self) -> None:
        """Put a bot on the first open seat; where it would play for one side or another, ask on which."""
        if seat_choice(self.controller.view):
            self.beside(self._choose_bot_seat)
        else:
            self._seat_bots(open_seats(self.controller.view)[:1])

    async def _choose_bot_seat(self) -> None:
        if chosen := await self._asked_of(tr(WHERE), self._choice_answers):
            await self._try(self._seat(Seat(int(chosen))))

    def action_fill_bots(self) -> None:
        """Put a bot on every open seat, once one has a seat of one's own."""
        view = self.controller.view
        if view.mine:
            self._seat_bots(open_seats(view))
        else:
            self.toast(tr(SEAT_FIRST))

    def _seat_bots(self, seats: tuple[Seat, ...]) -> None:
        if not seats:
            self.toast(tr(NO_SEAT))
        else:
            self.do(self._seat_all(seats))

    async def _seat_all(self, seats: tuple[Seat, ...]) -> None:
        for seat in seats:
            await self._seat(seat)

    async def _seat(self, seat: Seat) -> None:
        if self._seat_bot is None:
            await self.controller.sit(seat, default_level(self.controller.view.game))
        else:
            await self._seat_bot(seat)

    def action_stand(self) -> None:
        """Give up a seat, of several the chosen one; while lots are drawn, wait no longer for one withheld.

        A host chooses among all seats that are taken.
        """
        view = self.controller.view
        held = [seat for seat in view.seats if seat.mine]
        if freeable_seats(view) or (len(held) > 1 and not unrevealed_lot_seats(view)):
            self.beside(self._choose_given_up)
        else:
            self.do(give_up(view, self.controller))

    async def _choose_given_up(self) -> None:
        view = self.controller.view
        asked = GIVEN_UP if not freeable_seats(view) else GIVEN_UP_OR_FREED if view.mine else FREED
        chosen = await self._asked_of(tr(asked), self._held_answers)
        if chosen and int(chosen) in freeable_seats(self.controller.view):
            await self._free(Seat(int(chosen)))
        elif chosen:
            await self._try(self.controller.leave(Seat(int(chosen))))

    def _held_answers(self) -> list[tuple[str, str]]:
        view = self.controller.view
        told, others = [], freeable_seats(view)
        held = (seat for seat in view.seats if seat.seat in others or (seat.mine and view.phase is Phase.GATHERING))
        for one in held:
            who = bot_nick(one.bot) if one.bot else tr("you") if one.mine else one.called
            words = HELD_AWAY if is_asleep(one) and view.online else HELD
            told.append((str(one.seat), tr(words, seat=seat_title(one.name), who=who)))
        return told

    async def _free(self, seat: Seat) -> None:
        """Ask a host whether somebody's seat shall be open again, and say what follows."""
        view = self.controller.view
        pid, title = view.seats[seat].pid, seat_title(view.seats[seat].name)
        answers = [(Sitting.KEEP.value, tr(KEPT)), (Sitting.FREE.value, tr(FREE, seat=title))]

        def offered() -> list[tuple[str, str]]:
            now = self.controller.view
            return answers if seat in freeable_seats(now) and now.seats[seat].pid == pid else []

        if await self._asked_of(free_words(view, seat), offered, seat) == Sitting.FREE:
            await self._try(self.controller.leave(seat))


class Leave(StrEnum):
    """What becomes of the seats of a player who leaves; `RESIGN` gives them up before the start, or the table.

    `MATCH` gives up a whole match, at a table on this machine alone.
    """

    KEEP = "keep"
    BOT = "bot"
    RESIGN = "resign"
    MATCH = "match"
    STAY = "stay"


LEAVES = sentence("You leave the table. What becomes of your seat?")
OPENER_LEAVES = sentence("You leave the table that you have opened. What becomes of it?")
BOTS_LEFT = sentence("You leave the table. You are out of the game; what becomes of your bots?")

KEEP = sentence("Keep the seat and come back later")
KEEP_BOTS = sentence("Let them wait until you come back")
KEEP_TABLE = sentence("Keep the table and come back later")
BOT = sentence("Hand the seat to a bot, as long as Parley runs")
LET_PLAY = sentence("Let them play on, as long as Parley runs")
KEEP_MEANWHILE = sentence("Keep it until this visit ends")
WHOLE_MATCH = sentence("Give the whole match up: Resume offers this table no more")
STAY = sentence("Stay at the table")


def leave_screen(ink: TextStyle, view: TableView) -> GameQuestion:
    """Ask what becomes of the seats of a table, or of the table itself if its opener leaves before the start.

    No bot is offered where nobody else waits: the game would be over within seconds, and nobody would see it; nor where
    no bots play. Whoever is out of the game is asked only what becomes of their bots.
    """
    opener, left = view.hosted and view.phase is Phase.GATHERING, {*own_seats(view)} <= {*out_seats(view)}
    bots = left and bool(view.mine)
    waits = bots and not stays_seated(view)
    kept = KEEP_TABLE if opener else KEEP_BOTS if waits else KEEP
    answers = [(Leave.KEEP, tr(KEEP_MEANWHILE if unknown() else kept))]
    handed = view.phase is Phase.PLAYING and takes_bots(view) and not is_alone_at(view)
    answers += [(Leave.BOT, tr(LET_PLAY if bots else BOT))] if handed else []
    answers += [(Leave.RESIGN, words)] if (words := departure_words(view)) else []
    answers += [(Leave.MATCH, tr(WHOLE_MATCH))] if may_give_match_up(view) else []
    answers += [(Leave.STAY, tr(STAY))]
    title = ink.accent(within_visit(tr(OPENER_LEAVES if opener else BOTS_LEFT if bots else LEAVES)))
    if waiting := patience_words(view):
        title.append(f"\n\n{waiting}")
    return GameQuestion(title, [(key.value, words) for key, words in answers])


async def asked_leave(app: App[Any], ink: TextStyle, view: TableView) -> Leave:
    """Ask what becomes of the seats; ask once more before an answer that ends the game, or the match."""
    how = Leave(await app.push_screen_wait(leave_screen(ink, view)) or Leave.STAY)
    asked = sure_screen(ink, view, how)
    return how if asked is None else Leave(await app.push_screen_wait(asked) or Leave.STAY)


def sure_screen(ink: TextStyle, view: TableView, how: Leave) -> GameQuestion | None:
    """Ask whether a game shall really end, and say how; None if nothing ends by this answer."""
    end = end_by_leaving(view) if how is Leave.RESIGN else ""
    if not end and how is not Leave.MATCH:
        return None
    words = tr(WHOLE_MATCH) if how is Leave.MATCH else departure_words(view)
    question = " ".join(filter(None, [end, tr(SURE)]))
    return GameQuestion(ink.accent(question), [(Leave.STAY.value, tr(PLAY_ON)), (how.value, words)])

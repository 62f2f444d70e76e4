"""`parley settle`: deliver what was played and said before, and settle the ends of tables, without screens."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from core.fault import sentence
from net.storage.journal import Journal, Progress
from net.storage.profile import Profile, root
from tui.headless.event_report import Report, ended
from tui.headless.room_visit import run_command, wait_for_settlement
from tui.i18n import translation
from tui.session.club.club_reporter import ClubReporter
from tui.session.settlement_follow_up import SettlementFollower, Way, delivered_words, unsent_words
from tui.settings.settings import own_name
from tui.table.seat_names import called
from tui.words.event_words import outcome_line
from tui.words.settlement_words import unsettled_words

if TYPE_CHECKING:
    from net.peer.table_handle import TableHandle
    from net.storage.journal import JournalTable
    from net.view.table_view import TableView

NOTHING = sentence("Nothing is left to settle.")
SETTLED = sentence("{table}: settled. {ending}")
GOES_ON = sentence("{table}: the game goes on there without your last move.")
WAITS = sentence("{table}: {why}")

OWED = frozenset({Progress.UNSETTLED, Progress.UNSENT, Progress.OPEN})
"""The progress of a table at which something is left to do; one that is open here is not done with yet."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The profile, the number of seconds at most (0: until all are settled), and whether JSON is printed."""

    profile: str = "default"
    seconds: float = 0.0
    json: bool = False


@dataclass
class Settling:
    """What has been reported of each table."""

    wish: Wish
    report: Report
    asked: frozenset[bytes]
    unsent: frozenset[bytes] = frozenset()
    told: dict[bytes, str] = field(default_factory=dict)

    def look(self, settler: SettlementFollower) -> None:
        """Report what is new about the tables that were not settled at first."""
        for handle in settler.pursued:
            word = _delivery(handle.view) if handle.tid in self.unsent else _state(handle.view)
            if word and handle.tid in self.asked and word != self.told.get(handle.tid):
                self.told[handle.tid] = word
                self._tell(word, handle)

    def delivered(self, settler: SettlementFollower) -> frozenset[bytes]:
        """Give the games that go on at which nothing waits to be sent any more: there nobody is waited for."""
        return frozenset(
            one.tid for one in settler.pursued if one.tid in self.unsent and _delivery(one.view) == DELIVERY[1]
        )

    def _tell(self, word: str, handle: TableHandle) -> None:
        view = handle.view
        if self.wish.json:
            told = Report(lambda event: self.report.say(str(event.pop("event")), table=handle.tid.hex(), **event))
            if word in DELIVERY:
                told.say(word)
            else:
                {"settled": told.settle, "goes on": told.resume}.get(word, told.end)(view)
            return
        if word in DELIVERY:
            print_line(unsent_words(view) or delivered_words(view))
            return
        name = view.title or view.tid[:8]
        if word == "settled" and view.outcome is not None and view.match is not None:
            with translation.calling(called(view.game, view.options)):
                print_line(translation.tr(SETTLED, table=name, ending=outcome_line(view.outcome, view.match.names)))
        elif word == "goes on":
            print_line(translation.tr(GOES_ON, table=name))
        else:
            print_line(translation.tr(WAITS, table=name, why=unsettled_words(view)))


def _state(view: TableView) -> str:
    if not ended(view):
        return "goes on"
    return "waits" if view.unsettled else "settled"


DELIVERY = ("unsent", "delivered")


def _delivery(view: TableView) -> str:
    """Give the word for a game that goes on, where something may wait to be sent; nothing before that is known."""
    if unsent_words(view):
        return DELIVERY[0]
    return "" if view.unsent else DELIVERY[1]


def print_line(line: str) -> None:
    """Print a line, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def pending(profile: Profile) -> frozenset[bytes]:
    """Give the tables of a profile at which something is owed, by their ids; raise what the journal raises."""
    return frozenset(row.tid for row in _rows(profile) if row.progress in OWED)


def _unsent(profile: Profile) -> frozenset[bytes]:
    return frozenset(row.tid for row in _rows(profile) if row.progress is Progress.UNSENT)


def _rows(profile: Profile) -> tuple[JournalTable, ...]:
    with Journal(profile.journal_path) as journal:
        return journal.tables()


async def settle(wish: Wish, report: Report, where: Path | None = None, way: Way | None = None) -> int:
    """Follow the tables at which something is owed until nothing is, or until the time is up; count those left."""
    with Profile.open(where or root(), wish.profile) as who:
        async with SettlementFollower(who, way=way, nick=own_name(who)) as settler:
            telling = Settling(wish, report, pending(who), _unsent(who))
            with suppress(TimeoutError):
                async with asyncio.timeout(wish.seconds or None):
                    while settler.running and pending(who) - telling.delivered(settler):
                        await settler.changed()
                        telling.look(settler)
                    await asyncio.gather(*(wait_for_settlement(one) for one in settler.tables if ended(one.view)))
            telling.look(settler)
            for fault in settler.faults:
                report.say("error", error=str(fault)) if wish.json else print_line(translation.tell(fault))
        async with ClubReporter(who, way) as clubs:
            await clubs.report()
        return len(pending(who))


def left_words(count: int) -> str:
    """Say at how many tables something is left to do."""
    return translation.ntr(
        "At {n} table something is still to be delivered; it is taken up again at the next start.",
        "At {n} tables something is still to be delivered; they are taken up again at the next start.",
        count,
    )


def run(wish: Wish) -> int:
    """Settle; give 0 if nothing is left, else 1."""
    left: list[int] = []

    async def errand() -> None:
        Profile.expect(root(), wish.profile)
        left.append(await settle(wish, report))

    report = Report() if wish.json else Report(lambda _: None)
    run_command(errand, report)
    if not left:
        with Profile.open(root(), wish.profile) as who:
            left.append(len(pending(who)))
    if wish.json:
        report.say("settle", left=left[0])
    else:
        print_line(left_words(left[0]) if left[0] else translation.tr(NOTHING))
    return 1 if left[0] else 0

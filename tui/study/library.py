"""The library: the games that are kept on this machine, from the journal and from folders of records.

A game of the journal that is over is written down once, in the profile's own folder `games`; there its comments are
kept too. One that goes on is read anew each time, as its owner may know it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from core.fault import BadRecord, Fault, sentence
from core.match import Match
from core.record import Record, check, read, write
from tui import archive
from tui.check import NoRecord, open_record
from tui.eyes import hides
from tui.named import named
from tui.study.played import Played, played
from tui.study.story import BOTS, BRANCH, BRANCHED, GAMES, MINE, TABLE, VOID, Story, story_of

if TYPE_CHECKING:
    from core.game import Seat
    from net.journal import Journal, JournalTable
    from net.profile import Profile
    from net.view import TableView

GONE = sentence("This game is not kept here any more.")
NOT_KEPT = sentence("The comment could not be kept in {path}: {why}.")
RUNNING = sentence("A comment is kept in the record of a game: this one goes on.")
NOT_READ = sentence("{path}: {why}")


class Library:
    """The games of one profile, and every record in the folder of records."""

    def __init__(self, profile: Profile, folder: Path, me: str = "") -> None:
        """Look in the journal of `profile` and in `folder`; `me` is the name by which one's own seats are known."""
        self.profile = profile
        self.folders = (profile.folder / GAMES, folder)
        self.me = me

    def look(self) -> Iterator[Played]:
        """Give the games one by one, each once: those of the journal, then the records; what cannot be read is not."""
        seen: set[str] = set()
        for one in (*self._journalled(), *self._recorded()):
            if one is not None and one.digest not in seen:
                seen.add(one.digest)
                yield one

    def steps(self) -> Iterator[Played | None]:
        """Look as `look` does, with a pause (None) behind each game that took long to be read."""
        seen: set[str] = set()
        for source in (self._journalled(), self._recorded()):
            for one in source:
                if one is not None and one.digest not in seen:
                    seen.add(one.digest)
                    yield one
                else:
                    yield None

    def open(self, one: Played) -> Story:
        """Give a game of the list to be told again; raise `Fault`."""
        if one.path is not None:
            return open_story(str(one.path))
        found = next((row for row in self._rows() if row.tid == one.tid), None)
        if found is None:
            raise NoRecord(GONE)
        with self._journal() as journal:
            view = self._view(journal, found)
        return story_of_view(view, one.date)

    def comment(self, one: Played, record: Record) -> None:
        """Write a record with other comments in place of the one of `one`; raise `Fault`."""
        if one.path is None:
            raise Fault(RUNNING)
        keep(one.path, record)

    def _recorded(self) -> Iterator[Played | None]:
        for folder in self.folders:
            for path in sorted(folder.glob("*.record"), reverse=True) if folder.is_dir() else ():
                with suppress(OSError, ValueError, BadRecord):
                    yield played(read(path.read_text("utf-8")), path, me=self.me)

    def _journalled(self) -> Iterator[Played | None]:
        """Write down what is over and not yet written; give what goes on, None for the rest."""
        for row in self._rows():
            if not row.game or self._place(row.tid).exists():
                yield None
                continue
            with suppress(Fault, ValueError, OSError), self._journal() as journal:
                view = self._view(journal, row)
                yield self._told(row, view, _day(journal, row.tid))

    def _told(self, row: JournalTable, view: TableView, day: str) -> Played | None:
        if view.match is None or not view.match.ply:
            return None
        record = record_of(view, day)
        with suppress(OSError):
            since = self._place(row.tid).with_suffix(BRANCHED).read_text("utf-8").strip()
            record = replace(record, extra=(*record.extra, (BRANCH, since)))
        if view.outcome is None:
            return played(record, me=self.me, tid=row.tid)
        path = self._place(row.tid)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        keep(path, record)
        return None

    def _place(self, tid: bytes) -> Path:
        return self.folders[0] / f"{tid.hex()}.record"

    def _rows(self) -> tuple[JournalTable, ...]:
        with self._journal() as journal:
            return journal.tables()

    def _journal(self) -> Journal:
        from net.journal import Journal

        return Journal(self.profile.journal_path)

    def _view(self, journal: Journal, row: JournalTable) -> TableView:
        """Read a table out of the journal, without speaking at it."""
        from net.desk import Desk
        from net.invite import Invitation
        from net.recovery import Own

        identity = self.profile.identity
        own = Own.of(identity, journal.secret(row.tid, "hand") or identity.secret("hand", row.tid))
        lot = journal.secret(row.tid, "lot") or identity.secret("lot", row.tid)
        at = Invitation.parse(row.invitation)
        desk = Desk(identity, at, journal, Random(0), lot=lot, own=own, entropy=secrets.token_bytes)  # noqa: S311 - nothing is said
        desk.load()
        return named(desk.table.view())


def _day(journal: Journal, tid: bytes) -> str:
    """Give the day on which a table was opened, where this machine is; empty where it is not known."""
    first = next(iter(journal.events(tid)), None)
    if first is None:
        return ""
    with suppress(OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(first.event.ts / 1000, UTC).astimezone().date().isoformat()
    return ""


def record_of(view: TableView, day: str) -> Record:
    """Write a table down with whose seats are whose; raise `Fault` before its start."""
    record = archive.record_of(view, datetime.now(UTC).date())
    mine = " ".join(seat.name for seat in view.seats if seat.mine and not seat.bot)
    bots = " ".join(f"{seat.name}={_brief(seat.bot)}" for seat in view.seats if seat.bot)
    extra = [(TABLE, view.tid), (MINE, mine), (BOTS, bots)]
    if view.void:
        extra.append((VOID, "yes"))
    return replace(record, date=day, extra=tuple((key, value) for key, value in extra if value or key == MINE))


def _brief(bot: str) -> str:
    """Give a bot's name without the folder and the words of its command."""
    return bot.split(maxsplit=1)[0].rpartition("/")[2]


def story_of_view(view: TableView, day: str) -> Story:
    """Tell the game of a table as its owner may know it: with one seat by hand its own cards, with several nobody's."""
    record = record_of(view, day)
    assert view.match is not None
    hands: list[Seat] = [seat.seat for seat in view.seats if seat.mine and not seat.bot]
    viewer = hands[0] if len(hands) == 1 and hides(view) else None
    return story_of(record, view.match, viewer)


def open_story(path: str) -> Story:
    """Read, verify and tell the record in a file; raise `Fault`, with the file's name before what is wrong in it."""
    try:
        record, match = open_record(path)
    except BadRecord as fault:
        raise NoRecord(NOT_READ, path=path, why=fault) from fault
    return story_of(record, match)


def story_from(text: str) -> Story:
    """Read, verify and tell a record; raise `BadRecord`."""
    record = read(text)
    match: Match = check(record)
    return story_of(record, match)


def keep(path: Path, record: Record) -> None:
    """Put a record in place whole or not at all; raise `Fault`."""
    from net.profile import write_whole

    try:
        write_whole(path, write(record).encode(), 0o644)
    except OSError as problem:
        raise archive.NotSaved(NOT_KEPT, path=path, why=problem.strerror or problem) from None


def bring_in(source: str, folder: Path) -> Path:
    """Copy a record from anywhere into `folder` under a name of its own, verified; raise `Fault`."""
    story = open_story(source)
    stem = Path(source).stem or story.record.header.game
    return archive.put(folder, stem, write(story.record).encode())

"""The library: the games kept on this machine, from the journal and from folders of records.

A journal game that is over and settled is written down once, in the profile's own folder `games`. Comments on it are
kept there too. A game that goes on, or could still end otherwise, is read anew each time, as its owner may know it; so
is one that was given up, with the comments of its record.
"""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import unquote

from core.fault import BadRecord, Fault, sentence
from core.game import DEALER
from core.match.record import Record, read, write
from tui.bootstrap.start_request import LAST
from tui.i18n.translation import Called, calling, tell
from tui.records import archive
from tui.records.record_check import NoRecord, open_record
from tui.settings.visit import check_files
from tui.study.game_summary import GameSummary, played
from tui.study.journal_record import awaits_audit, is_open, record_of, stands, with_comments
from tui.study.past_game import BRANCH, BRANCHED, GAMES, PastGame, past_game_of
from tui.table.seat_names import call_seats, named
from tui.table.seat_view import hides

if TYPE_CHECKING:
    from core.game import Seat
    from net.storage.journal import Journal, JournalTable
    from net.storage.profile import Profile
    from net.view.table_view import TableView
    from tui.session.rooms import Rooms

GONE = sentence("This game is not kept here any more.")
NOT_KEPT = sentence("The comment could not be kept in {path}: {why}.")
NOT_READ = "{path}:{why}"
"""The place of a fault in a file, as every command writes it."""

HAD = sentence("You have this game already: {game}")
NONE_KEPT = sentence("No game is kept on this machine yet: play one, or name the file of a record.")


CommentStore = Callable[[Record], None]
"""Stores a record with other comments."""

OpenedGame = tuple[PastGame, CommentStore | None]
"""A game, and what stores its comments: None while it goes on and nobody has given it up."""


class Library:
    """The games of one profile, and every record in the folder of records."""

    def __init__(self, profile: Profile, folder: Path) -> None:
        """Read the journal of `profile` and `folder`."""
        self.profile = profile
        self.folders = (profile.folder / GAMES, folder)

    def look(self) -> Iterator[GameSummary]:
        """Give the games one by one, each once: those of the journal, then the records, without unreadable ones."""
        return (one for one in self.steps() if one is not None)

    def steps(self) -> Iterator[GameSummary | None]:
        """Give the same as `look`, with a pause (None) after each game that took long to read."""
        seen, given = set[str](), set[str]()
        for source in (self._journalled(given), self._recorded(given)):
            for one in source:
                if one is not None and one.digest not in seen:
                    seen.add(one.digest)
                    yield one
                else:
                    yield None

    def newest(self, games: Iterable[GameSummary]) -> list[GameSummary]:
        """Give games in the order of the list: the latest first, those of one day as they were opened."""
        place = {row.tid: at for at, row in enumerate(self._rows())}
        return sorted(games, key=lambda one: (one.date, -place.get(one.tid, len(place))), reverse=True)

    def last(self) -> GameSummary:
        """Give the latest game; raise `NoRecord` if none is kept."""
        found = self.newest(self.look())
        if not found:
            raise NoRecord(NONE_KEPT)
        return found[0]

    def told(self, one: GameSummary) -> OpenedGame:
        """Give a game of the list for a replay, and what stores its comments; raise `Fault`."""
        story = self.open(one)
        if one.path is not None:
            return story, keeper(str(one.path), self.folders)
        return story, partial(self._write, self._place(one.tid)) if story.given_up else None

    def open(self, one: GameSummary) -> PastGame:
        """Give a game of the list for a replay; raise `Fault`."""
        if one.path is not None:
            return open_story(str(one.path))
        found = next((row for row in self._rows() if row.tid == one.tid), None)
        if found is None:
            raise NoRecord(GONE)
        with self._journal() as journal:
            view = self._view(journal, found)
        story = story_of_view(view, one.date, found)
        return replace(story, record=with_comments(story.record, self._place(one.tid))) if story.given_up else story

    def summary(self, record: Record, path: Path) -> GameSummary:
        """Summarise the record in a file: one's own game if the profile wrote it down, otherwise one from elsewhere."""
        return played(record, path, foreign=path.resolve().parent != self.folders[0].resolve())

    def ended(self, view: TableView) -> OpenedGame:
        """Give the game of a finished table. Until it is settled and audited, no comments are kept."""
        path = self._place(bytes.fromhex(view.tid))
        if path.exists() and not view.unsettled:
            kept = open_story(str(path))
            if view.match is not None and kept.match.digest() == view.match.digest():
                return kept, keeper(str(path), self.folders)
        story = story_of_view(view, archive.today().isoformat())
        return story, None if view.unsettled or awaits_audit(view) else partial(self._write, path)

    def _write(self, path: Path, record: Record) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        keep(path, record)

    def _recorded(self, given: set[str]) -> Iterator[GameSummary | None]:
        """Give the game of a record; None for one of a table that is in `given` by itself, or could be.

        Such a record was saved during the game, or before the others went on without its end.
        """
        here = {row.tid.hex()[: archive.NAMED] for row in self._rows()}
        for folder in self.folders:
            for path in sorted(folder.glob("*.record"), reverse=True) if folder.is_dir() else ():
                if (path.stem if folder == self.folders[0] else archive.table_of(path)) in given:
                    yield None
                    continue
                with suppress(OSError, ValueError, BadRecord):
                    one = self.summary(read(path.read_text("utf-8")), path)
                    given.update({one.tid.hex()[: archive.NAMED]} if one.tid else ())
                    yield one if one.over or archive.table_of(path) not in here else None

    def _journalled(self, given: set[str]) -> Iterator[GameSummary | None]:
        """Write down what is settled and not yet written; give the rest, named in `given`; None for the others."""
        for row in self._rows():
            if not row.game or stands(row, self._place(row.tid)):
                yield None
                continue
            with suppress(Fault, ValueError, OSError), self._journal() as journal:
                view = self._view(journal, row)
                one = self._told(row, view, _day(journal, row.tid))
                given.update({row.tid.hex(), row.tid.hex()[: archive.NAMED]} if one is not None else ())
                yield one

    def _told(self, row: JournalTable, view: TableView, day: str) -> GameSummary | None:
        """Give the game of a table, unless nothing new was played there since it was branched off another."""
        if view.match is None or not view.match.ply:
            return None
        path = self._place(row.tid)
        record = with_comments(record_of(view, day, row), path)
        with suppress(OSError):
            since = path.with_suffix(BRANCHED).read_text("utf-8").strip()
            if since.isdecimal() and all(line.seat == DEALER for line in view.match.log[int(since) :]):
                return None
            record = replace(record, extra=(*record.extra, (BRANCH, since)))
        if is_open(row, view):
            return played(record, tid=row.tid)
        self._write(path, record)
        return None

    def _place(self, tid: bytes) -> Path:
        return self.folders[0] / f"{tid.hex()}.record"

    def _rows(self) -> tuple[JournalTable, ...]:
        with self._journal() as journal:
            return journal.tables()

    def _journal(self) -> Journal:
        from net.storage.journal import Journal

        return Journal(self.profile.journal_path)

    def _view(self, journal: Journal, row: JournalTable) -> TableView:
        """Read a table from the journal, without taking part in it."""
        from net.deck.deck_seed import DealerKeys
        from net.peer.table_session import TableSession
        from net.wire.invitation import Invitation

        identity = self.profile.identity
        own = DealerKeys.of(identity, journal.secret(row.tid, "hand") or identity.secret("hand", row.tid))
        lot = journal.secret(row.tid, "lot") or identity.secret("lot", row.tid)
        at = Invitation.parse(row.invitation)
        desk = TableSession(identity, at, journal, Random(0), lot=lot, own=own, entropy=secrets.token_bytes)  # noqa: S311 - nothing is said
        desk.load()
        return named(desk.table.view())


def _day(journal: Journal, tid: bytes) -> str:
    """Give the local day on which a table was opened; empty if unknown."""
    opened = journal.genesis(tid)
    return archive.moment(opened.event.ts).partition(" ")[0] if opened else ""


def story_of_view(view: TableView, day: str, row: JournalTable | None = None) -> PastGame:
    """Give the game of a table as its owner may know it: one seat by hand sees its own cards, several see none.

    `row` is the journal's row of it, if known.
    """
    record = record_of(view, day, row)
    assert view.match is not None
    hands: list[Seat] = [seat.seat for seat in view.seats if seat.mine and not seat.bot]
    viewer = hands[0] if len(hands) == 1 and hides(view) else None
    return past_game_of(record, view.match, viewer)


def open_story(path: str) -> PastGame:
    """Read and verify the record in a file; raise `Fault`, with the file's name before what is wrong in it."""
    with calling(Called()):
        try:
            record, match = open_record(path, naming=call_seats)
        except BadRecord as fault:
            raise NoRecord(NOT_READ, path=path, why=tell(fault)) from fault
    return past_game_of(record, match)


def wanted(text: str, rooms: Rooms) -> OpenedGame:
    """Give the game that `last` or a file name means. For a file no profile is opened. Raises `Fault`."""
    if text.casefold() in LAST:
        library = Library(rooms.profile, archive.folder())
        return library.told(library.last())
    check_files()
    games = rooms.root / "profiles" / rooms.name / GAMES
    return open_story(text), keeper(text, (games, archive.folder()))


def keeper(file: str, folders: Collection[Path]) -> CommentStore:
    """Give what stores the comments of a file. A file in none of `folders` is first imported into the last one."""
    place = Path(file)

    def keep_there(record: Record) -> None:
        nonlocal place
        known = {folder.resolve() for folder in folders}
        if place.resolve().parent not in known:
            place = bring_in(file, tuple(folders)[-1])
        keep(place, record)

    return keep_there


def keep(path: Path, record: Record) -> None:
    """Put a record in place whole or not at all; raise `Fault`."""
    from net.storage.profile import write_whole

    try:
        write_whole(path, write(record).encode(), 0o644)
    except OSError as problem:
        raise archive.NotSaved(NOT_KEPT, path=path, why=problem.strerror or problem) from None


def meant(text: str) -> str:
    r"""Give the path of a file as somebody types it or a terminal pastes it: quoted, escaped, `~`, `file://`.

    >>> meant("'/mnt/a b.record' "), meant(r"/mnt/a\ b.record"), meant("file:///mnt/a%20b.record")
    ('/mnt/a b.record', '/mnt/a b.record', '/mnt/a b.record')
    """
    path = text.strip()
    if path.startswith("file://"):
        path = unquote(path.removeprefix("file://"))
    elif not Path(path).exists():
        with suppress(ValueError):
            path = " ".join(shlex.split(path))
    with suppress(RuntimeError):
        path = str(Path(path).expanduser()) if path.startswith("~") else path
    return path


def digest_of(source: str) -> str:
    """Give the digest by which copies of the game in a record's file are known; raise `Fault`."""
    check_files()
    return played(open_story(source).record).digest


def find_same(games: Iterable[GameSummary], digest: str) -> GameSummary | None:
    """Find the game with that digest; None if it is not there."""
    return next((one for one in games if one.digest == digest), None)


def bring_in(source: str, folder: Path) -> Path:
    """Copy a verified record from anywhere into `folder` under a name of its own; raise `Fault`."""
    check_files()
    story = open_story(source)
    stem = Path(source).stem or story.record.header.game
    return archive.put(folder, stem, write(story.record).encode())

"""An error of our own: the terminal is given back clean, and one key keeps everything for whoever mends it."""

from __future__ import annotations

import os
import pty
import signal
import sqlite3
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.match.record import read
from tests.system.support.command import ROOT, newcomer
from tui.app.app import ParleyApp
from tui.records import error_report
from tui.records.error_report import CrashReport, NotKept, keep
from tui.table.table_plan import hot_seat

NOON = datetime(2026, 1, 2, 12, 0, 5, tzinfo=UTC)
BREAKING = """
from tui.app import app_start
from tui.screens.frame.screen_messages import Chosen, Entry
from tui.bootstrap.start_request import Play
from tui.screens.home.home_screen import HomeScreen
from tui.screens.home.settings_screen import SettingsScreen

def broken(*_):
    raise RuntimeError("the leg of the table")

async def working():
    broken()

WAYS = {
    "action": broken,
    "worker": lambda self, entry: self.run_worker(working()),
    "compose": lambda self, entry: self.post_message(Chosen(Entry.SETTINGS)),
}
SettingsScreen.compose = broken
HomeScreen.action_choose = WAYS["WHERE"]
raise SystemExit(app_start.run(Play()))
"""
LEFT = {
    b"\x1b[?1049l": b"\x1b[?1049h",
    b"\x1b[?1000l": b"\x1b[?1000h",
    b"\x1b[?1003l": b"\x1b[?1003h",
    b"\x1b[?1004l": b"\x1b[?1004h",
    b"\x1b[?2004l": b"\x1b[?2004h",
    b"\x1b[?25h": b"\x1b[?25l",
    b"\x1b[23;0t": b"\x1b[22;0t",
}
"""What ends the other screen, mouse, focus and pasting, shows the cursor and gives the title back, after what began."""


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Give the two ends of a terminal of 100 by 30."""
    outer, inner = pty.openpty()
    termios.tcsetwinsize(inner, (30, 100))
    yield outer, inner
    os.close(outer)
    os.close(inner)


def until(outer: int, mark: bytes) -> bytes:
    said = b""
    while mark not in said:
        said += os.read(outer, 4096)
    return said


def left(said: bytes) -> list[bytes]:
    """Give what was begun and not ended."""
    return [end for end, beginning in LEFT.items() if not -1 < said.rfind(beginning) < said.rfind(end)]


@contextmanager
def begun(tmp_path: Path, inner: int, code: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start the screens for somebody who has played before; they are gone at the end."""
    home = tmp_path / "parley"
    home.mkdir()
    (home / "settings.toml").touch()
    words = [sys.executable, "-c", code]
    environ = newcomer(tmp_path)
    with subprocess.Popen(words, env=environ, cwd=ROOT, stdin=inner, stdout=inner, stderr=inner) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize(("where", "key"), [("action", b"s"), ("worker", b"q"), ("compose", b"q")])
def test_an_error_leaves_a_clean_terminal_and_one_key_keeps_everything(
    tmp_path: Path, terminal: tuple[int, int], where: str, key: bytes
) -> None:
    outer, inner = terminal
    home = tmp_path / "parley"
    before = termios.tcgetattr(inner)
    with begun(tmp_path, inner, BREAKING.replace("WHERE", where)) as process:
        said = until(outer, b"Settings")
        os.write(outer, b"1")
        said += until(outer, b"nobody at them")
        assert left(said) == []
        last = said.rpartition(b"\x1b[?1049l")[2]
        assert last.count(b"RuntimeError: the leg of the table") == 1
        assert b"Traceback" not in last
        assert b"textual run" not in last
        os.write(outer, key)
        assert process.wait(30) == 1
    assert termios.tcgetattr(inner) == before
    folders = list(home.glob("crash-*"))
    assert len(folders) == (key == b"s")
    for folder in folders:
        assert "the leg of the table" in (folder / "crash.txt").read_text("utf-8")
        assert "textual 8." in (folder / "versions.txt").read_text("utf-8")
    assert "the leg of the table" in (home / "crash.txt").read_text("utf-8")


def test_a_signal_leaves_a_clean_terminal(tmp_path: Path, terminal: tuple[int, int]) -> None:
    outer, inner = terminal
    before = termios.tcgetattr(inner)
    with begun(tmp_path, inner, "from tui.__main__ import main; raise SystemExit(main())") as process:
        said = until(outer, b"Settings")
        process.send_signal(signal.SIGTERM)
        said += until(outer, b"\x1b[23;0t")
        assert process.wait(30) == 128 + signal.SIGTERM
    assert left(said) == []
    assert termios.tcgetattr(inner) == before


async def test_tables_and_journal_are_kept_as_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        seated = await app.rooms.open_table(await app.rooms.local(), hot_seat("megiddo"))
        while seated.handle.view.match is None:
            await pilot.pause()
        records, journal = app.wreckage()
        folder = keep(CrashReport("a story", records, journal), tmp_path, NOON)
        again = keep(CrashReport("a story", records, journal), tmp_path, NOON)
        tid = seated.handle.view.tid
        await app.action_quit()
    assert (folder.name, again.name) == ("crash-20260102-120005", "crash-20260102-120005-2")
    assert read((folder / f"{tid}.record").read_text("utf-8")).header.game == "megiddo"
    with closing(sqlite3.connect(folder / "journal.db")) as copy:
        assert copy.execute("select count(*) from sqlite_master").fetchone()[0] > 0
    assert folder.stat().st_mode & 0o077 == 0


def test_what_cannot_be_kept_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotKept, match=r"^The error report could not be kept in .*: Not a directory\.$"):
        keep(CrashReport("", {}), tmp_path / "file", NOON)


def test_versions_name_every_library() -> None:
    told = error_report.versions("theme=mine")
    assert [name for name in error_report.LIBRARIES if f"\n{name} " not in told] == []
    assert told.endswith("theme=mine\n")

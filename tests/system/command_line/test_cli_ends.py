"""No way of ending leaves a traceback or a broken terminal: closed pipes, signals, the end of the input."""

from __future__ import annotations

import errno
import io
import os
import pty
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests.system.support.command import PARLEY, newcomer, run
from tui.__main__ import BROKEN_PIPE
from tui.cli import command_line


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """Give the variables of somebody who has never played."""
    return newcomer(tmp_path)


def test_a_closed_pipe_leaves_no_traceback(environ: dict[str, str]) -> None:
    process = subprocess.Popen(
        [*PARLEY, "demo", "--option", "quiet=5"],
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == BROKEN_PIPE


class Unread(io.StringIO):
    """An output that nobody reads."""

    def write(self, _text: str) -> int:
        """Find the pipe closed."""
        raise BrokenPipeError(errno.EPIPE, "closed")


def test_a_pipe_that_nobody_reads_is_told_to_who_ends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Unread())
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    with pytest.raises(BrokenPipeError):
        command_line.run(["where"])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_host_cleanly(environ: dict[str, str], number: signal.Signals) -> None:
    with subprocess.Popen(
        [*PARLEY, "host", "--broker", "amqtt", "--json"],
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith('{"event": "hosting", "url": "parley://127.0.0.1:')
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
        assert (process.returncode, said) == (0, "")


def test_the_end_of_input_ends_the_engine(environ: dict[str, str]) -> None:
    done = run(environ, "engine")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def on_a_terminal(environ: dict[str, str], *words: str) -> tuple[subprocess.Popen[bytes], int]:
    """Start `parley` on a terminal of 100 by 30; give the process and the other end."""
    outer, inner = pty.openpty()
    termios.tcsetwinsize(inner, (30, 100))
    process = subprocess.Popen([*PARLEY, *words], env=environ, stdin=inner, stdout=inner, stderr=inner, close_fds=True)
    os.close(inner)
    return process, outer


def read_until(outer: int, mark: bytes = b"") -> bytes:
    """Read what a terminal is told up to a mark, or to the end, and close it at the end."""
    said = bytearray()
    while not mark or mark not in said:
        try:
            chunk = os.read(outer, 4096)
        except OSError:
            chunk = b""
        if not chunk:
            os.close(outer)
            break
        said += chunk
    return bytes(said)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 0), (signal.SIGHUP, 129)])
def test_a_signal_gives_the_terminal_back(environ: dict[str, str], number: signal.Signals, status: int) -> None:
    process, outer = on_a_terminal(environ)
    assert b"\x1b[?1049h" in read_until(outer, b"Settings")
    process.send_signal(number)
    said = read_until(outer)
    assert process.wait(60) == status
    assert b"\x1b[?1049l" in said
    assert b"Traceback" not in said


def test_a_dumb_terminal_gets_the_text_mode(environ: dict[str, str]) -> None:
    process, outer = on_a_terminal(environ | {"TERM": "dumb"})
    os.write(outer, b"9\n")
    said = read_until(outer)
    assert process.wait(60) == 0, said.decode()
    assert b"\x1b" not in said
    assert b"Traceback" not in said


@pytest.mark.parametrize("cursor", ["shown", "hidden"])
def test_the_terminals_own_cursor_is_seen_where_that_is_wished(
    environ: dict[str, str], tmp_path: Path, cursor: str
) -> None:
    home = tmp_path / "parley"
    home.mkdir()
    (home / "settings.toml").write_text(f'cursor = "{cursor}"\n', "utf-8")
    process, outer = on_a_terminal(environ)
    said = read_until(outer, b"Settings")
    assert (said.rfind(b"\x1b[?25h") > said.rfind(b"\x1b[?25l")) is (cursor == "shown")
    process.send_signal(signal.SIGTERM)
    assert b"\x1b[?25h" in read_until(outer)
    assert process.wait(60) == 143


STUBBORN = """
import signal
from tui.screens.frame import notifying_app
notifying_app.GRACE = 0.1
notifying_app.exit_after_grace(signal.SIGHUP)
signal.pause()
"""
"""An app whose terminal is gone: it has been told to end, and cannot."""


def test_where_an_end_leads_nowhere_it_is_an_end_all_the_same() -> None:
    done = subprocess.run([sys.executable, "-c", STUBBORN], check=False, timeout=60)
    assert done.returncode == 128 + signal.SIGHUP

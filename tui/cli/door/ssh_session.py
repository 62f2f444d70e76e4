"""One SSH session: a visitor's channel on one side, the terminal of their program on the other.

It runs in the process of the connection. Neither side is read faster than the other one takes it.
"""

from __future__ import annotations

import asyncio
import os
import termios
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import asyncssh

from tui.cli.door.door_message import DoorLine, Ended, Enter, Leave
from tui.cli.door.terminal_request import TerminalRequest, clamped
from tui.cli.door.visit_end import RESTORED, VisitEnd, last_words
from tui.i18n.translation import speaking, tr

if TYPE_CHECKING:
    from asyncssh import SSHServerChannel, SSHServerConnection

CHUNK = 32 * 1024
"""Bytes read of the program at a time."""
HIGH, LOW = 64 * 1024, 16 * 1024
"""Bytes under way to the client at which the program is not read any more, and at which it is again."""
INPUT_LIMIT = 32 * 1024
"""Bytes that the program has not taken yet at which the client is not read any more."""
PRESSED_BYTES, BURST_BYTES = 4 * 1024, 16 * 1024
"""Bytes that may be pressed in a second, and at once: more keys than any program takes would fill its memory."""
LOOK_SECONDS = 0.02
"""How often a client that reads slowly is looked at."""
STALL_SECONDS = 120
"""How long a client may read nothing at all."""
FAREWELL_SECONDS = 5
"""How long the last words may take to get there."""
USAGE = 2
"""The exit status of a session that is refused."""


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """How long nothing may be pressed, in seconds."""

    idle: float


class SshSession(asyncssh.SSHServerSession[bytes]):
    """What the library asks and tells about one session channel."""

    channel: SSHServerChannel[bytes]

    def __init__(
        self,
        connection: SSHServerConnection,
        line: DoorLine,
        key: bytes,
        limits: SessionLimits,
        done: Callable[[], None],
    ) -> None:
        """Belong to a connection whose client has proved to hold `key`; call `done` when all is over.

        `started` tells whether a shell or a command was asked for.
        """
        self._connection = connection
        self._line = line
        self._key = key
        self._limits = limits
        self._done = done
        self._loop = asyncio.get_running_loop()
        self.started = False
        self._terminal: TerminalRequest | None = None
        self._refused: VisitEnd | None = None
        self._master: int | None = None
        self._input = bytearray()
        self._allowance, self._allowed_at = float(BURST_BYTES), self._loop.time()
        self._reading = self._writing = self._held = False
        self._pressed = self._moved = self._loop.time()
        self._end: Ended | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def connection_made(self, chan: SSHServerChannel[bytes]) -> None:
        """Take the channel."""
        self.channel = chan
        chan.set_write_buffer_limits(HIGH, LOW)

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        """Take the terminal that is asked for, as far as it is one."""
        del term_modes
        self._terminal = TerminalRequest.of(term_type, term_size[:2], {})
        return True

    def shell_requested(self) -> bool:
        """Begin; without a terminal say why not."""
        self._refused = None if self._terminal is not None else VisitEnd.NO_TERMINAL
        return True

    def exec_requested(self, command: str) -> bool:
        """Run no command; say so."""
        del command
        self._refused = VisitEnd.NO_COMMAND
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Offer no subsystem: neither file transfer nor any other one."""
        del subsystem
        return False

    def session_started(self) -> None:
        """Ask the door for a visit."""
        self.started = True
        asked = {
            name.decode("ascii", "replace"): value.decode("ascii", "replace")
            for name, value in self.channel.get_environment_bytes().items()
        }
        if self._terminal is None or self._refused is not None:
            self._terminal = TerminalRequest.of("dumb", (0, 0), asked)
            self._finish(Ended(USAGE, self._refused or VisitEnd.NO_TERMINAL))
            return
        columns, rows, *_ = self.channel.get_terminal_size()
        self._terminal = TerminalRequest.of(self._terminal.term, (columns, rows), asked)
        self._line.send(Enter(self._key, self._terminal))
        self._look_idle()

    def break_received(self, msec: int) -> bool:
        """Ignore a break."""
        del msec
        return False

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Give the program's terminal the size of the client's."""
        del pixwidth, pixheight
        columns, rows = clamped(width, height)
        if self._terminal is not None:
            self._terminal = replace(self._terminal, columns=columns, rows=rows)
        if self._master is not None:
            with suppress(OSError):
                termios.tcsetwinsize(self._master, (rows, columns))

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass on what was pressed."""
        if datatype is not None or self._end is not None:
            return
        self._pressed = self._loop.time()
        self._input += data
        self._pass_input()

    def eof_received(self) -> bool:
        """End with the client's input."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the program: its terminal hangs up."""
        del exc
        self._let_go()
        self._done()

    def pause_writing(self) -> None:
        """Read nothing of the program while the client takes nothing."""
        self._held = True
        self._read_program()

    def resume_writing(self) -> None:
        """Read on."""
        self._held = False
        self._moved = self._loop.time()
        self._read_program()

    def opened(self, master: int) -> None:
        """Connect with the program, whose terminal is `master`."""
        os.set_blocking(master, False)
        self._master = master
        self._moved = self._loop.time()
        if self._terminal is not None:  # the window may have changed meanwhile
            termios.tcsetwinsize(master, (self._terminal.rows, self._terminal.columns))
        self._pass_input()
        self._read_program()

    def ended(self, end: Ended) -> None:
        """Show the last of the program, which has ended, or why there is none."""
        self._end = end
        self._set_timer("farewell", FAREWELL_SECONDS, self._abort)
        if self._master is None:
            self._finish(end)

    def _pass_input(self) -> None:
        """Write what was pressed to the program as far as it takes it; the client is read only while that is little."""
        if self._master is None:
            return
        now = self._loop.time()
        self._allowance = min(BURST_BYTES, self._allowance + (now - self._allowed_at) * PRESSED_BYTES)
        self._allowed_at = now
        blocked = False
        try:
            while self._input and self._allowance >= 1:
                taken = os.write(self._master, self._input[: int(self._allowance)])
                del self._input[:taken]
                self._allowance -= taken
        except BlockingIOError:
            blocked = True
        except OSError:  # the program has ended: nobody takes it any more
            self._input.clear()
        if self._input and not blocked:
            self._set_timer("input", LOOK_SECONDS, self._pass_input)
        if blocked != self._writing:
            self._writing = blocked
            if blocked:
                self._loop.add_writer(self._master, self._pass_input)
            else:
                self._loop.remove_writer(self._master)
        if len(self._input) > INPUT_LIMIT:
            self.channel.pause_reading()
        else:
            self.channel.resume_reading()

    def _read_program(self) -> None:
        """Read the program from now on, or not, as the client can be written to or not."""
        if self._master is None:
            return
        stuck = self._held or self._under_way() > HIGH
        if stuck:
            if self._loop.time() - self._moved > STALL_SECONDS:
                self._abort()
                return
            self._set_timer("look", LOOK_SECONDS, self._look_again)
        if stuck == self._reading:
            self._reading = not stuck
            if self._reading:
                self._moved = self._loop.time()
                self._loop.add_reader(self._master, self._pass_output)
            else:
                self._loop.remove_reader(self._master)

    def _look_again(self) -> None:
        if self._held or self._under_way() > LOW:
            self._set_timer("look", LOOK_SECONDS, self._look_again)
            if self._loop.time() - self._moved > STALL_SECONDS:
                self._abort()
            return
        self._read_program()

    def _under_way(self) -> int:
        """Count the bytes that the client's machine has not taken; the library itself never asks."""
        transport = self._connection._transport  # noqa: SLF001 -- there is no other way to know it
        return 0 if transport is None else transport.get_write_buffer_size()

    def _pass_output(self) -> None:
        """Pass on what the program shows."""
        assert self._master is not None
        try:
            shown = os.read(self._master, CHUNK)
        except BlockingIOError:
            return
        except OSError:  # the other side of the terminal is closed
            shown = b""
        if not shown:
            self._let_go()
            if self._end is not None:
                self._finish(self._end)
            return
        with suppress(OSError):
            self.channel.write(shown)
        self._read_program()

    def _finish(self, end: Ended) -> None:
        """Say why it ends, bring the terminal back where its program could not, and close the channel."""
        self._end = end
        self._set_timer("farewell", FAREWELL_SECONDS, self._abort)
        language = (self._terminal.locale if self._terminal is not None else "")[:2] or "en"
        with suppress(OSError), speaking(language):
            if end.status and end.why not in {VisitEnd.FULL, VisitEnd.NO_TERMINAL, VisitEnd.NO_COMMAND}:
                self.channel.write(RESTORED.encode())
            if end.why:
                self.channel.write_stderr(f"{tr(last_words(end.why, known=bool(self._key)))}\r\n".encode())
            self.channel.exit(end.status)

    def _look_idle(self) -> None:
        left = self._pressed + self._limits.idle - self._loop.time()
        if left <= 0:
            self._line.send(Leave(VisitEnd.IDLE))
        else:
            self._set_timer("idle", left, self._look_idle)

    def _set_timer(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        if name in self._timers:
            self._timers[name].cancel()
        self._timers[name] = self._loop.call_later(seconds, call)

    def _let_go(self) -> None:
        """Close the program's terminal."""
        if self._master is not None:
            self._loop.remove_reader(self._master)
            self._loop.remove_writer(self._master)
            os.close(self._master)
            self._master = None

    def _abort(self) -> None:
        """Cut the connection."""
        self._let_go()
        self._connection.abort()
        self._done()

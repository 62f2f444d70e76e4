"""The loop of the engine protocol: one command a line in, one JSON answer a line out. For scripts, bots and checks.

It uses no Textual, no network and no prompt. `docs/engine.md` lists the commands; `tui.bots.engine.engine_session`
carries them out.
"""

from __future__ import annotations

import json
import sys
from typing import BinaryIO, TextIO

from core.fault import Fault, sentence
from tui.bots.engine.engine_session import Desk

LINE_LIMIT = 4 * 1024 * 1024
"""Bytes of the longest command."""

TOO_LONG = sentence("This line is too long: {limit} bytes are allowed.")
NOT_UTF8 = sentence("This line is not UTF-8 text.")
TOO_DEEP = sentence("This is nested too deeply.")
BROKEN = sentence("The command failed inside the program ({kind}); the match is unchanged.")


class BadCommand(Fault):
    """A line that is not a command."""


def main(source: BinaryIO | None = None, sink: TextIO | None = None) -> int:
    """Answer commands until `quit` or the end of the input; give the exit status, 0."""
    lines = source or sys.stdin.buffer
    out = sink or sys.stdout
    desk = Desk()
    try:
        while not desk.closed and (line := lines.readline(LINE_LIMIT + 1)):
            print(json.dumps(_answer(desk, line, lines)), file=out, flush=True)
    except BrokenPipeError:
        sys.stderr.close()
    except KeyboardInterrupt:
        pass
    return 0


def _answer(desk: Desk, line: bytes, lines: BinaryIO) -> dict[str, object]:
    try:
        return {"ok": True, **desk.answer(_command(line, lines))}
    except Fault as fault:
        return {"ok": False, "error": str(fault)}
    except RecursionError:
        return {"ok": False, "error": TOO_DEEP}
    except Exception as error:  # noqa: BLE001 - a program that talks to us must get an answer whatever happens
        return {"ok": False, "error": BROKEN.format(kind=type(error).__name__)}


def _command(line: bytes, lines: BinaryIO) -> str:
    if len(line) > LINE_LIMIT:
        while line and not line.endswith(b"\n"):
            line = lines.readline(LINE_LIMIT)
        raise BadCommand(TOO_LONG, limit=LINE_LIMIT)
    try:
        return line.decode().strip()
    except UnicodeDecodeError as error:
        raise BadCommand(NOT_UTF8) from error


if __name__ == "__main__":
    sys.exit(main())

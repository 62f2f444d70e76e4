"""The command `parley`: a short way to the first screen. Every other command goes to `tui.cli.command_line`."""

from __future__ import annotations

import os
import sys

from core.fault import Fault, sentence
from tui.bootstrap.start_request import plain
from tui.cli.face_choice import show

NO_WINDOWS = sentence(
    "Parley runs on Linux, macOS and Windows through WSL; on Windows itself please start it inside WSL."
)
COMPLETION = "_PARLEY_COMPLETE"
"""The variable by which a shell asks for completions of a command line."""
LOG = "PARLEY_LOG"
"""The variable that turns on the log, which `tui.cli.command_line` keeps."""

BROKEN_PIPE = 141
INTERRUPTED = 130


def run(words: list[str]) -> int:
    """Run one command line and return its exit status: 0, or 2 with one sentence on standard error."""
    play = None if {COMPLETION, LOG} & os.environ.keys() else plain(words)
    if play is not None:
        return show(play)
    from tui.cli import command_line

    return command_line.run(words)


def main() -> int:
    """Run the command line of this process. However it ends, no traceback is shown."""
    if sys.platform == "win32":
        sys.stderr.write(f"{NO_WINDOWS}\n")
        return 2
    try:
        status = run(sys.argv[1:])
        sys.stdout.flush()
    except Fault as fault:
        from tui.i18n.translation import tell

        sys.stderr.write(f"{tell(fault)}\n")
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return status


if __name__ == "__main__":
    sys.exit(main())

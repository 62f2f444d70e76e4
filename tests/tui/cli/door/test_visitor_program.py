"""The program of a visitor who has gone before it could begin ends without a word."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.system.support.command import ROOT

LATE = """
import os, sys
from tui.cli.door.confinement import Confinement
from tui.cli.door.visitor_program import VisitorProgram
master, slave = os.openpty()
terminal = os.ttyname(slave)
os.close(master)
VisitorProgram(terminal, "/", {}, (), Confinement(512)).run()
"""


def test_a_terminal_that_has_gone_is_the_end_without_a_word() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LATE],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")

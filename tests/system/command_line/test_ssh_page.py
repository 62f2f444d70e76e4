"""What docs/ssh.md, the unit and the recorded visit say of `parley ssh` is so."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tui.cli import command_line

pytest.importorskip("asyncssh", reason="asyncssh is not installed")

from tests.system.support.ssh_intruder import TRIES
from tui.cli.door.ssh_door import A_MINUTE, OF_ONE
from tui.cli.door.ssh_session import BURST_BYTES, PRESSED_BYTES, STALL_SECONDS
from tui.cli.door.terminal_request import LEAST_SIZE, MOST_SIZE
from tui.cli.door.visit_limits import Limits

ROOT = Path(__file__).resolve().parent.parent.parent.parent
PAGE = (ROOT / "docs/ssh.md").read_text("utf-8")
UNIT = ROOT / "docs/hosting/parley-ssh.service"
ANALYZE = shutil.which("systemd-analyze")


def test_every_option_is_shown_as_it_is() -> None:
    ssh = command_line.command().commands["ssh"]
    rows = dict(re.findall(r"^\| `(--[a-z]+) [A-Z]+` +\| (.*)$", PAGE, re.MULTILINE))
    params = {param.opts[0]: param for param in ssh.params}
    assert rows.keys() == {name for name in params if name.startswith("--")}
    for name in ("--bind", "--port", "--people", "--idle", "--memory", "--login"):
        default = params[name].default
        assert re.search(
            rf"\b{re.escape(f'{default:g}' if isinstance(default, float) else str(default))}\b", rows[name]
        )


def test_every_command_shown_is_one() -> None:
    ssh = command_line.command().commands["ssh"]
    shown = re.findall(r"^parley (ssh.*)$", PAGE, re.MULTILINE)
    shown += re.findall(r"^    (ssh --bind.*)$", PAGE, re.MULTILINE)
    shown += re.findall(r"^ExecStart=\S+ (ssh .*)$", UNIT.read_text("utf-8"), re.MULTILINE)
    assert len(shown) == 4
    for line in shown:
        with ssh.make_context("ssh", shlex.split(re.sub(r"\s{2,}#.*", "", line))[1:]) as context:
            assert context.params["port"] == 2222


def test_the_limits_are_those_of_the_page() -> None:
    text = " ".join(PAGE.split())
    waiting = Limits().waiting
    assert (
        f"At most {waiting} connections may be on their way in, {OF_ONE} of one address, and {A_MINUTE} of one" in text
    )
    assert f"{PRESSED_BYTES // 1024} KiB a second are passed on, and {BURST_BYTES // 1024} KiB at once" in text
    (left, top), (right, bottom) = LEAST_SIZE, MOST_SIZE
    assert f"{left} to {right} columns, {top} to {bottom} rows" in text
    assert STALL_SECONDS == 120


def test_every_try_stands_on_the_page_with_what_comes_of_it() -> None:
    rows = re.findall(r"^\| (.+) \| (.+) \|$", PAGE.partition("## What intruders try")[2], re.MULTILINE)
    assert rows[1:] == [(name, wanted.value) for name, (_, wanted) in TRIES.items()]


def test_the_recorded_visit_is_an_asciicast() -> None:
    head, *lines = (ROOT / "docs/ssh-visit.cast").read_text("utf-8").splitlines()
    told = json.loads(head)
    assert (told["version"], told["width"], told["height"]) == (2, 100, 30)
    events = [json.loads(line) for line in lines]
    assert all(kind == "o" and isinstance(text, str) for _, kind, text in events)
    times = [at for at, _, _ in events]
    assert times == sorted(times)
    assert "by the door of Nora" in re.sub(r"\x1b\[[0-9;?<>]*[A-Za-z]", "", "".join(text for *_, text in events))


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze on this machine")
def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace("/usr/local/bin/parley", sys.executable), "utf-8")
    done = subprocess.run([str(ANALYZE), "verify", str(unit)], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")

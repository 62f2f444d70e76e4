"""What docs/web.md and the unit say of `parley web` is so."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tui.cli import command_line

pytest.importorskip("textual_serve", reason="textual-serve is not installed")

from tests.system.support.web_intruder import TRIES
from tui.cli.web.guest_door import VISITS
from tui.cli.web.guest_listener import A_MINUTE, OF_ONE, WAITING
from tui.cli.web.guest_session import BURST_BYTES, MESSAGE_BYTES, PRESSED_BYTES
from tui.cli.web.page_files import policy

ROOT = Path(__file__).resolve().parent.parent.parent.parent
PAGE = (ROOT / "docs/web.md").read_text("utf-8")
UNIT = ROOT / "docs/hosting/parley-web.service"
ANALYZE = shutil.which("systemd-analyze")


def test_every_option_is_shown_as_it_is() -> None:
    web = command_line.command().commands["web"]
    rows = dict(re.findall(r"^\| `(--[a-z-]+)(?: [A-Z]+)?` +\| (.*)$", PAGE, re.MULTILINE))
    params = {param.opts[0]: param for param in web.params}
    assert rows.keys() == {name for name in params if name.startswith("--")}
    for name in ("--port", "--people", "--idle", "--memory", "--login"):
        assert f"{params[name].default:g} by default" in rows[name]


def test_every_command_shown_is_one() -> None:
    web = command_line.command().commands["web"]
    shown = re.findall(r"^(?:sudo .*)?parley (web .*)$", PAGE, re.MULTILINE)
    shown += re.findall(r"^ExecStart=\S+ (web .*)$", UNIT.read_text("utf-8"), re.MULTILINE)
    assert len(shown) == 8
    for line in shown:
        with web.make_context("web", shlex.split(re.sub(r"\s{2,}#.*", "", line))[1:]) as context:
            assert context.params["port"] == 8000


def test_the_limits_are_those_of_the_page() -> None:
    text = " ".join(PAGE.split())
    assert f"At most {WAITING} connections wait" in text
    assert f"{OF_ONE} of one address, and {A_MINUTE} of one address may come in a minute" in text
    assert f"A guest may come {VISITS} times in a minute" in text
    assert f"at most {MESSAGE_BYTES // 1024} KiB; {PRESSED_BYTES // 1024} KiB a second" in text
    assert f"{BURST_BYTES // 1024} KiB at once" in text


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    parts = dict(part.strip().partition(" ")[::2] for part in policy("ws://here/ws").split(";"))
    assert parts["default-src"] == parts["frame-ancestors"] == parts["base-uri"] == parts["form-action"] == "'none'"
    assert {*parts.values()} == {"'none'", "'self'", "'self' 'unsafe-inline'", "data:", "ws://here/ws"}
    assert "unsafe" not in parts["script-src"]


def test_every_try_stands_on_the_page_with_what_comes_of_it() -> None:
    rows = re.findall(r"^\| (.+) \| (.+) \|$", PAGE.partition("## What intruders try")[2], re.MULTILINE)
    assert rows[1:] == [(name, wanted.value) for name, (_, wanted) in TRIES.items()]


def test_the_files_that_the_page_links_are_there() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze on this machine")
def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace("/usr/local/bin/parley", sys.executable), "utf-8")
    done = subprocess.run([str(ANALYZE), "verify", str(unit)], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")

"""What docs/correspondence.md and its two unit files say of `parley keep`, `parley turns` and the text mode is so."""

from __future__ import annotations

import plistlib
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tui.cli import command_line
from tui.correspondence.conditional_move import read_line
from tui.correspondence.notice import NoticeKind
from tui.correspondence.notice_channel import ChannelKind, read_channel, read_channels
from tui.correspondence.notice_queue import WAITS_SECONDS
from tui.text.shell.text_commands import Verb, parse_command

ROOT = Path(__file__).resolve().parent.parent.parent.parent
PAGE = (ROOT / "docs/correspondence.md").read_text("utf-8")
UNIT, AGENT = ROOT / "docs/hosting/parley-keep.service", ROOT / "docs/hosting/parley-keep.plist"
ANALYZE = shutil.which("systemd-analyze")


def commands() -> list[list[str]]:
    """Give the words of every `parley` that the page and the files show."""
    unit = re.findall(r"^ExecStart=\S+ (.*)$", UNIT.read_text("utf-8"), re.MULTILINE)
    page = re.findall(r"^parley (.*)$", PAGE, re.MULTILINE)
    agent = plistlib.loads(AGENT.read_bytes())["ProgramArguments"][1:]
    return [*(shlex.split(line, comments=True) for line in (*unit, *page)), agent]


def test_every_command_shown_is_one() -> None:
    tree = command_line.command()
    shown = commands()
    assert len(shown) == 12
    for words in shown:
        with tree.commands[words[0]].make_context(words[0], words[1:]) as context:
            for way in context.params.get("notify") or ():
                read_channel(way)
            if context.params.get("line"):
                read_line(context.params["line"])


def test_every_option_of_the_keeper_is_told() -> None:
    keep = command_line.command().commands["keep"]
    known = {option for param in keep.params for option in param.opts} - {"--help", "--lang", "--profile"}
    assert known == {option for option in known if option in PAGE}


def test_every_kind_of_notice_and_every_way_is_told_with_its_waits() -> None:
    (kinds,) = re.findall(r"`PARLEY_NOTICE` \(([^)]*)\)", PAGE)
    assert kinds.replace("`", "").split(", ") == list(NoticeKind)
    assert re.findall(r"^\| `([a-z]+)[ A-Z]*` \|", PAGE, re.MULTILINE) == list(ChannelKind)
    (line,) = re.findall(r"`settings notify (desktop; [^`]*)`", PAGE)
    assert len(read_channels(line)) == 2
    assert WAITS_SECONDS == (30, 2 * 60, 10 * 60, 60 * 60, 3 * 60 * 60)
    assert "after 30 seconds, 2 minutes, 10 minutes, 1 hour and 3 hours" in PAGE.replace("\n", " ")


def test_the_words_of_the_text_mode_are_its_commands() -> None:
    (block,) = re.findall(r"^```\n(if .*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    for line in block.splitlines():
        verb, rest = parse_command(re.split(r"\s{3,}", line)[0])
        assert verb is Verb.IF
        if "then" in rest:
            read_line(rest)
    assert {parse_command(word)[0] for word in ("vacation 3", "next", "si d3 alors c3")} == {
        Verb.VACATION,
        Verb.NEXT,
        Verb.IF,
    }


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze on this machine")
def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace("%h/.local/bin/parley", sys.executable), "utf-8")
    words = [str(ANALYZE), "--user", "verify", str(unit)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert "Unknown" not in done.stderr


def test_the_files_that_the_page_links_are_there() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link

"""What docs/hosting.md, the unit and the container file say of `parley host` is so."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tui.cli import command_line

ROOT = Path(__file__).resolve().parent.parent.parent.parent
PAGE = (ROOT / "docs/hosting.md").read_text("utf-8")
UNIT = ROOT / "docs/hosting/parley-host.service"
HOSTING = PAGE.partition("## Visitors in a browser")[0]
FILE = (ROOT / "docs/hosting/Containerfile").read_text("utf-8")
ANALYZE = shutil.which("systemd-analyze")


def commands() -> list[list[str]]:
    """Give the words of every `parley host` that the page, the unit and the container file show."""
    unit = re.findall(r"^ExecStart=\S+ (host .*)$", UNIT.read_text("utf-8"), re.MULTILINE)
    page = re.findall(r"^parley (host .*)$", PAGE, re.MULTILINE)
    inside = re.findall(r'^ENTRYPOINT \["parley", (.*)\]$', FILE, re.MULTILINE)
    given = re.findall(r"parley-host (--public .*)$", PAGE, re.MULTILINE)
    entry = inside[0].replace('"', "").replace(",", "")
    found = [*unit, *page, entry, *(f"{entry} {words}" for words in given)]
    return [shlex.split(line, comments=True) for line in found]


def test_every_option_shown_is_one_of_the_command() -> None:
    tree = command_line.command()
    command = tree.commands["host"]
    shown = commands()
    assert len(shown) == 5
    for words in shown:
        with command.make_context("host", words[1:], resilient_parsing=False) as context:
            assert context.params["tls"], words
            assert context.params["port"] == 8883, words
    told = set(re.findall(r"`(--[a-z-]+)", HOSTING))
    known = {option for param in command.params for option in param.opts} | {"--log"}
    assert told <= known
    assert known - told <= {"--room", "--via", "--help"}


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze on this machine")
def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace("/usr/local/bin/parley", sys.executable), "utf-8")
    done = subprocess.run([str(ANALYZE), "verify", str(unit)], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    unit.write_text(unit.read_text("utf-8").replace("DynamicUser=", "DynamicUsers="), "utf-8")
    wrong = subprocess.run([str(ANALYZE), "verify", str(unit)], capture_output=True, text=True, check=False, timeout=60)
    assert "DynamicUsers" in wrong.stderr


def test_the_files_that_the_page_links_are_there() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link
    assert (ROOT / "requirements.lock").exists()


def test_the_container_gets_what_is_built_and_nothing_else() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    files = ["pyproject.toml", "requirements.lock", project["project"]["readme"], *project["project"]["license-files"]]
    copied = [line.split() for line in re.findall(r"^COPY (.*)$", FILE, re.MULTILINE)]
    assert copied == [[*files, "/src/"], *([name, f"/src/{name}"] for name in packages)]
    assert all((ROOT / name).exists() for name in (*files, *packages))

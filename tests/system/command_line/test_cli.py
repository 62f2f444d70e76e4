"""The command line: every wrong word gets one sentence and exit status 2; pages, languages, completion."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core.fault import Fault
from tests.system.support.command import ROOT, here, newcomer, run
from tui import __version__
from tui.bootstrap.start_request import Play, plain
from tui.cli import command_line, typer_language
from tui.cli.face_choice import face
from tui.i18n import translation


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """Give the variables of somebody who has never played."""
    return newcomer(tmp_path)


GOOD = "parley://127.0.0.1:1/room#01SGRTJPQP69A5R57FQ5SRKVP58MY"
"""An invitation to a room of a broker that is not there."""
WRONG: list[tuple[str, list[str]]] = [
    ("nonsense", ["nonsense"]),
    ("--nonsense", ["--nonsense"]),
    ("--nonsense", ["play", "--nonsense"]),
    ("two", ["play", "parley://one", "two"]),
    ("INVITATION", ["sit"]),
    ("--bot", ["sit", "parley://x"]),
    ("invitation", ["sit", "not an invitation", "--bot", "random"]),
    ("--seat", ["sit", GOOD, "--bot", "random", "--seat", "first"]),
    ("invitation", ["watch", "http://example.net"]),
    ("invitation", ["play", "--text", "parley://"]),
    ("invitation", ["open", "somewhere"]),
    ("chess", ["open", "parley://x/y", "--game", "chess"]),
    ("players", ["open", "parley://x/y", "--option", "players=9"]),
    ("NAME=VALUE", ["open", "parley://x/y", "--option", "players"]),
    ("--port", ["host", "--port", "70000"]),
    ("--port", ["host", "--port", "ten"]),
    ("rabbit", ["host", "--broker", "rabbit"]),
    ("room", ["host", "--room", "a room / with slashes"]),
    ("203.0.113.1", ["host", "--bind", "203.0.113.1"]),
    ("chess", ["demo", "--game", "chess"]),
    ("colour", ["demo", "--option", "colour=red"]),
    ("players", ["demo", "--players", "2"]),
    ("--broker", ["demo", "--broker", "rabbit"]),
    ("--seed", ["demo", "--seed", "many"]),
    ("invitation", ["demo", "--broker", "parley://"]),
    ("FILE", ["check"]),
    ('say "hello', ["sit", GOOD, "--bot", 'say "hello']),
    ("127.0.0.1:1", ["open", GOOD]),
]


@pytest.mark.parametrize(
    ("named", "words"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_a_wrong_word_gets_one_sentence(environ: dict[str, str], named: str, words: list[str]) -> None:
    done = here(environ, *words)
    assert done.returncode == 2, done
    (sentence,) = done.stderr.splitlines()
    assert named in sentence
    assert sentence.endswith((".", "parley://", "`parley --help`."))
    assert "Traceback" not in done.stderr + done.stdout


@pytest.mark.parametrize("words", [["nonsense"], ["sit"], ["open", GOOD]], ids=" ".join)
def test_a_process_ends_as_is_told_here(environ: dict[str, str], words: list[str]) -> None:
    one, other = run(environ, *words), here(environ, *words)
    assert (one.returncode, one.stdout, one.stderr) == (other.returncode, other.stdout, other.stderr)
    assert one.returncode == 2


def test_a_profile_that_cannot_be_is_named(environ: dict[str, str]) -> None:
    done = run(environ, "watch", GOOD, "--profile", "../etc")
    assert done.returncode == 2
    (sentence,) = done.stderr.splitlines()
    assert "../etc" in sentence


def test_check_of_what_is_no_record(environ: dict[str, str], tmp_path: Path) -> None:
    record = tmp_path / "a.record"
    record.write_text("nonsense\n")
    done = run(environ, "check", str(record))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(f"{record}:1:1: ")
    gone = run(environ, "check", str(tmp_path / "none"))
    assert (gone.returncode, gone.stdout) == (2, "")
    assert gone.stderr == f"There is no such file: {tmp_path / 'none'}.\n"
    empty = run(environ, "check", "-")
    assert (empty.returncode, empty.stderr) == (1, "")
    assert empty.stdout.startswith("-:1:1: ")


def test_version_and_help(environ: dict[str, str]) -> None:
    assert run(environ, "--version").stdout == f"parley {__version__}\n"
    told = run(environ, "--help")
    assert told.returncode == 0
    for word in ("play", "host", "open", "sit", "watch", "demo", "engine", "check", "Examples", "--profile"):
        assert word in told.stdout
    for command in ("play", "host", "open", "sit", "watch", "demo", "engine", "check"):
        assert here(environ, command, "--help").returncode == 0


HELPED = ("play", "host", "open", "sit", "watch", "demo", "replay", "engine", "check")


def test_every_page_is_told_in_french(environ: dict[str, str]) -> None:
    environ |= {"PARLEY_LANG": "", "LC_ALL": "", "LANG": "fr_FR.UTF-8", "COLUMNS": "80"}
    cover = run(environ, "--help").stdout
    for word in ("Usage\u00a0: parley [OPTIONS] COMMANDE", "Exemples", "Asseoir un robot", "--profile NOM"):
        assert word in cover
    for command in HELPED:
        page = here(environ, command, "--help").stdout
        assert page.startswith(f"Usage\u00a0: parley {command} [OPTIONS]")
        assert "Montrer cette page." in page
        assert max(map(len, (cover + page).splitlines())) <= 80


def test_the_language_of_a_page_may_be_asked_for_on_the_line(environ: dict[str, str]) -> None:
    assert run(environ, "--lang", "fr", "--help").stdout.startswith("Usage\u00a0: parley")
    assert run(environ | {"PARLEY_LANG": "fr"}, "play", "--lang=en", "-h").stdout.startswith("Usage: parley play")
    asked = run(environ | {"PARLEY_LANG": "fr"}, "--lang", "xx", "host")
    assert (asked.returncode, asked.stderr) == (2, "Il n’y a pas de langue xx\u00a0; il y a en, fr.\n")


MISUSES = [
    ("Il n’y a pas de commande nonsense", ["nonsense"]),
    ("Il n’y a pas de commande hots, mais il y a host", ["hots"]),
    ("Il n’y a pas d’option --zzz", ["demo", "--zzz"]),
    ("Il n’y a pas d’option --quie, mais il y a --quiet", ["host", "--quie"]),
    ("Il y a des mots en trop (two three)", ["check", "one", "two", "three"]),
    ("Il manque l’argument INVITATION", ["watch"]),
    ("Il manque l’option --bot", ["sit", "parley://x"]),
    ("Il manque à l’option --seat sa valeur", ["sit", "parley://x", "--bot", "random", "--seat"]),
    ("L’option --json ne prend pas de valeur", ["host", "--json=yes"]),
    ("La valeur de --port ne convient pas (65535 au plus)", ["host", "--port", "70000"]),
    ("La valeur de --pause ne convient pas (0 au moins)", ["sit", "x", "--bot", "random", "--pause", "-1"]),
    ("La valeur de --pause ne convient pas (il faut un nombre)", ["sit", "x", "--bot", "random", "--pause", "long"]),
    ("La valeur de --port ne convient pas (il faut un nombre entier)", ["host", "--port", "ten"]),
]


@pytest.mark.parametrize(("told", "words"), MISUSES, ids=lambda value: value if isinstance(value, str) else "")
def test_what_typer_refuses_is_told_in_french(told: str, words: list[str]) -> None:
    with pytest.raises(Fault) as fault, translation.speaking("fr"):
        command_line.run(words)
    page = f"parley {words[0]}" if words[0] in command_line.command().commands else "parley"
    with translation.speaking("fr"):
        assert translation.tell(fault.value) == f"{told}\u00a0: voir `{page} --help`."


def test_what_nobody_foresaw_is_told_as_it_is() -> None:
    assert str(typer_language.fault("The moon\nis  full.")) == "The moon is full: see `parley --help`."


@pytest.mark.parametrize(
    ("shell", "asked", "told"),
    [
        ("bash", {"COMP_WORDS": "parley ho", "COMP_CWORD": "1"}, "host"),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "parley ho"}, "host"),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "parley host --po"}, "--port"),
    ],
)
def test_a_shell_may_ask_how_a_line_goes_on(
    environ: dict[str, str], shell: str, asked: dict[str, str], told: str
) -> None:
    done = run(environ | {"_PARLEY_COMPLETE": f"complete_{shell}"} | asked)
    assert (done.returncode, done.stderr) == (0, "")
    assert told in done.stdout
    assert "Format" not in done.stdout


def test_completion_is_offered(environ: dict[str, str]) -> None:
    done = run(
        environ | {"SHELL": "/bin/bash", "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
        "--show-completion",
        "bash",
    )
    assert done.returncode == 0
    assert "_PARLEY_COMPLETE" in done.stdout


@pytest.mark.parametrize(
    ("words", "play"),
    [
        ([], Play()),
        (["play"], Play()),
        (["--text"], Play(text=True)),
        (["play", "parley://a/b#c", "--profile", "ann"], Play("parley://a/b#c", profile="ann")),
        (["--lang=fr", "--theme", "dark"], Play(lang="fr", theme="dark")),
        (["demo"], None),
        (["play", "--help"], None),
        (["play", "--profile"], None),
        (["play", "nonsense"], None),
    ],
)
def test_the_short_way_reads_what_is_plain(words: list[str], play: Play | None) -> None:
    assert plain(words) == play


def test_the_face_fits_the_terminal() -> None:
    assert face(Play(), terminal=True, dumb=False) == "screens"
    assert face(Play(), terminal=True, dumb=True) == "text"
    assert face(Play(), terminal=False, dumb=True) == "demo"
    assert face(Play(text=True), terminal=False, dumb=False) == "text"


def test_an_invitation_without_a_terminal_is_refused_in_a_sentence(environ: dict[str, str]) -> None:
    done = run(environ, "play", "parley://a/b#c")
    assert done.returncode == 2
    assert "terminal" in done.stderr


HEAVY = ("textual", "typer", "rich", "aiomqtt", "amqtt", "nacl", "sqlite3", "msgspec", "asyncio")


def test_the_way_to_the_first_screen_is_short() -> None:
    code = "import sys, tui.__main__; print(*[name for name in sys.argv[1:] if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code, *HEAVY], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == []

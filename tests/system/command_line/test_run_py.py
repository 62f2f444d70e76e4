"""`run.py`: the environment it makes, and its one sentence for each thing that can be wrong."""

from __future__ import annotations

import ast
import os
import runpy
import shutil
import subprocess
import sys
import tomllib
import zipfile
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from typing import IO

import pytest

from tui.bootstrap import starter
from tui.cli import command_line

ROOT = Path(__file__).resolve().parent.parent.parent.parent
STUB = 'import sys, toy\nprint("played", *sys.argv[1:], toy.WORD)\n'
PARTS = (
    "run.py",
    "tui/__init__.py",
    "tui/bootstrap/compiled_rules.py",
    "tui/bootstrap/starter.py",
    "tui/bootstrap/virtual_environment.py",
)


def toy_wheel(folder: Path) -> str:
    """Write a wheel of one module and give the line that locks it."""
    info = "toy-1.0.dist-info"
    files = {
        "toy.py": 'WORD = "toy"\n',
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [f"{name},sha256={_b64(text)},{len(text)}\n" for name, text in files.items()]
    files[f"{info}/RECORD"] = "".join([*rows, f"{info}/RECORD,,\n"])
    folder.mkdir(exist_ok=True)
    wheel = folder / "toy-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return f"toy==1.0 \\\n    --hash=sha256:{sha256(wheel.read_bytes()).hexdigest()}\n"


def _b64(text: str) -> str:
    return urlsafe_b64encode(sha256(text.encode()).digest()).decode().rstrip("=")


class Checkout:
    """A small checkout with the real `run.py`, a stub of `parley` and a lock of one library."""

    def __init__(self, folder: Path) -> None:
        """Lay it out in an empty folder, with its wheel at hand."""
        self.folder = folder / "clone"
        self.cache = folder / "cache"
        for part in PARTS:
            (self.folder / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / part, self.folder / part)
        (self.folder / "tui" / "__main__.py").write_text(STUB)
        (self.folder / "requirements.lock").write_text(toy_wheel(self.folder / "wheels"))
        self.environ = {
            "PATH": os.defpath,
            "HOME": str(folder),
            "PARLEY_ENV_HOME": str(self.cache),
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        }

    def command(self, *words: str, before: str = "") -> list[str]:
        """Give the command that starts it, with statements to run in the same interpreter before."""
        script = str(self.folder / "run.py")
        if not before:
            return [sys.executable, script, *words]
        code = (
            f"import runpy, sys\nsys.path.insert(0, {str(self.folder)!r})\nsys.argv = {[script, *words]!r}\n{before}\n"
        )
        return [sys.executable, "-c", f"{code}runpy.run_path({script!r}, run_name='__main__')"]

    def run(self, *words: str, before: str = "") -> subprocess.CompletedProcess[str]:
        """Run a word to its end."""
        return subprocess.run(
            self.command(*words, before=before),
            env=self.environ,
            cwd=self.folder.parent,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
        )

    def environment(self) -> Path:
        """Give the folder of the one environment there is."""
        (ready,) = self.cache.glob("*/ready")
        return ready.parent


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """Lay a small checkout out in a machine without network, with an empty home."""
    return Checkout(tmp_path)


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """Hold a run to exit status 2, silence on standard output and one sentence with these words."""
    sentence = done.stderr.splitlines()[-1]
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr
    assert sentence.endswith(".")
    assert all(word in sentence for word in words), sentence


PICKY = """#!/bin/sh
case "$*" in {refuses}) exit 1 ;; esac
exec {python} "$@"
"""


NO_ENSUREPIP = '"-m venv /"*'
"""What a Python cannot do whose `venv` brings no `pip`; the outer one does it then, in a third of the time."""


def picky(checkout: Checkout, refuses: str) -> str:
    """Give statements that make the interpreter one which refuses the commands of a shell pattern."""
    script = checkout.folder / "python"
    script.write_text(PICKY.format(refuses=refuses, python=sys.executable))
    script.chmod(0o755)
    return f"sys.executable = {str(script)!r}"


def test_it_sets_up_once_and_repairs_what_is_half_built(checkout: Checkout) -> None:
    """By `ensurepip`; where that is missing, by the outer pip."""
    first = checkout.run("play", "now")
    assert (first.returncode, first.stdout) == (0, "played play now toy\n"), first.stderr
    assert "Setting Parley up" in first.stderr
    second = checkout.run()
    assert (second.returncode, second.stdout, second.stderr) == (0, "played play toy\n", "")
    assert checkout.run("check", "a.record").stdout == "played check a.record toy\n"
    folder = checkout.environment()
    (folder / "ready").unlink()
    shutil.rmtree(folder / "lib")
    again = checkout.run("demo", before=picky(checkout, NO_ENSUREPIP))
    assert (again.returncode, again.stdout) == (0, "played demo toy\n"), again.stderr
    assert "Setting Parley up" in again.stderr
    assert checkout.environment() == folder


def test_two_starts_at_once_make_one_environment(checkout: Checkout) -> None:
    command = checkout.command("play", before=picky(checkout, NO_ENSUREPIP))
    both = [
        subprocess.Popen(command, env=checkout.environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=100) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert [out for out, _ in said] == ["played play toy\n"] * 2
    assert sum("Setting Parley up" in err for _, err in said) == 1


def test_without_venv_and_pip_uv_does_it(checkout: Checkout) -> None:
    uv = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if uv is None:
        pytest.skip("there is no uv")
    tools = checkout.folder.parent / "tools"
    tools.mkdir()
    (tools / "uv").symlink_to(uv)
    checkout.environ["PATH"] = f"{tools}{os.pathsep}{os.defpath}"
    done = checkout.run("play", before=picky(checkout, '"-m venv"*|"-m pip"*'))
    assert (done.returncode, done.stdout) == (0, "played play toy\n"), done.stderr


def test_without_any_of_them_it_names_the_package_to_install(checkout: Checkout) -> None:
    refused(checkout.run("play", before=picky(checkout, '"-m venv"*|"-m pip"*')), "apt-get install python3", "-venv")
    refused(checkout.run("play", before=picky(checkout, '"-m venv /"*|"-m pip"*')), "no venv module")


def test_offline_without_wheels_it_says_so(checkout: Checkout) -> None:
    shutil.rmtree(checkout.folder / "wheels")
    refused(checkout.run("play", before=picky(checkout, NO_ENSUREPIP)), "network", "wheels")
    assert not list(checkout.cache.glob("*/ready"))


def test_a_wheel_that_is_missing_is_named(checkout: Checkout) -> None:
    (checkout.folder / "wheels" / "toy-1.0-py3-none-any.whl").unlink()
    refused(checkout.run("play", before=picky(checkout, NO_ENSUREPIP)), "toy", "requirements.lock")


def test_a_wheel_of_another_content_is_refused(checkout: Checkout) -> None:
    lock = checkout.folder / "requirements.lock"
    lock.write_text(lock.read_text()[:-5] + "0000\n")
    refused(checkout.run("play", before=picky(checkout, NO_ENSUREPIP)), "wheels")


def test_a_folder_that_cannot_be_written_is_named(checkout: Checkout) -> None:
    checkout.environ["PARLEY_ENV_HOME"] = f"{os.devnull}/cache"
    refused(checkout.run("play"), f"{os.devnull}/cache", "PARLEY_ENV_HOME")


def test_a_checkout_without_locks_says_so(checkout: Checkout) -> None:
    (checkout.folder / "requirements.lock").unlink()
    refused(checkout.run("play"), "requirements.lock", "missing")
    refused(checkout.run("test"), "requirements-dev.lock", "missing")


def test_an_old_python_is_told_so(checkout: Checkout) -> None:
    refused(checkout.run("play", before="sys.version_info = (3, 8, 1, 'final', 0)"), "3.11", "3.8.1")
    refused(checkout.run("play", before="sys.version_info = (2, 7, 18, 'final', 0)"), "3.11", "2.7.18")


def test_windows_itself_is_told_so(checkout: Checkout) -> None:
    refused(checkout.run("play", before="sys.platform = 'win32'"), "WSL")
    refusal = runpy.run_path(str(ROOT / "run.py"))["refusal"]
    assert refusal((3, 11, 0), "linux") is None
    assert refusal((3, 14, 0), "darwin") is None


def test_every_python_can_read_the_door() -> None:
    source = (ROOT / "run.py").read_text(encoding="ascii")
    tree = ast.parse(source, feature_version=(3, 4))
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.AsyncFunctionDef, ast.Starred)
    assert not [node for node in ast.walk(tree) if isinstance(node, newer)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert functions
    assert not [one for one in functions if one.returns or any(argument.annotation for argument in one.args.args)]


def test_help_needs_no_environment(checkout: Checkout) -> None:
    done = checkout.run("--help")
    assert done.returncode == 0
    assert "play" in done.stdout
    assert not checkout.cache.exists()


def test_a_check_without_a_file_says_what_is_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(starter, "lint", lambda _words: 1)
    assert starter.HOUSE["check"]([]) == 1
    assert "`check FILE` checks a record or evidence." in capsys.readouterr().err


@pytest.mark.parametrize(("whole", "again"), [(0, 0), (1, 0), (0, 1)])
def test_all_tests_pass_under_one_seed_and_what_is_written_down_under_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], whole: int, again: int
) -> None:
    ran: dict[str, tuple[str, ...]] = {}

    class Begun:
        """A process that has told something and ends with a status."""

        def __init__(self, *words: str, seed: str = "", told: IO[str] | None = None) -> None:
            self.status = again if told else whole
            ran[seed] = words
            if told:
                told.write("900 passed\n")

        def wait(self) -> int:
            return self.status

    monkeypatch.setattr(starter, "_begin", Begun)
    monkeypatch.setattr(starter, "compile_tests", list)
    assert starter.HOUSE["test"]([]) == max(whole, again)
    first, second = starter.SEEDS
    assert ran.keys() == {first, second}
    assert ran[second][-len(starter.AGAIN) :] == starter.AGAIN
    assert not any(word.startswith("tests/") for word in ran[first])
    assert [name for name in starter.AGAIN if name.startswith("tests/") and not (ROOT / name).exists()] == []
    assert "900 passed" in capsys.readouterr().out


@pytest.mark.parametrize("kept", ["", "bytecode"])
def test_the_tests_of_a_fresh_clone_are_compiled_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    began: list[tuple[str, ...]] = []

    def begin(*words: str, told: IO[str]) -> subprocess.Popen[bytes]:
        began.append(words)
        return subprocess.Popen([sys.executable, "-c", ""], stdout=told)

    environ = {"PYTHONPYCACHEPREFIX": str(tmp_path / kept)} if kept else {}
    monkeypatch.setattr(starter, "ROOT", tmp_path)
    monkeypatch.setattr(starter, "_developing", lambda: ("python", environ))
    monkeypatch.setattr(starter, "_begin", begin)
    starter.compile_tests()
    assert tuple(words[4:] for words in began) == starter.HALVES
    folder = Path(f"{tmp_path}/{kept}{tmp_path}/tests" if kept else f"{tmp_path}/tests/__pycache__")
    folder.mkdir(parents=True)
    starter.compile_tests()
    assert len(began) == len(starter.HALVES)


def test_code_is_spoilt_file_by_file_and_what_nobody_noticed_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, ...]] = []

    def python(*words: str) -> int:
        ran.append(words)
        return 0

    monkeypatch.setattr(starter, "_python", python)
    assert starter.HOUSE["mutate"](["net/log/feed.py", "core/match/match"]) == 0
    assert [words[1] for words in ran] == ["uv", "mutmut", "mutmut"]
    assert ran[1][-2:] == ("net.log.feed.*", "core.match.match.*")
    starter.mutate([])
    assert ran[4][-1] == "*"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (tool,) = project["dependency-groups"]["mutation"]
    assert tool.startswith("mutmut")
    assert "mutmut" not in (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    mutation = project["tool"]["mutmut"]
    named = [*mutation["only_mutate"], *mutation["pytest_add_cli_args_test_selection"]]
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_usage_names_every_command() -> None:
    assert {*command_line.command().commands} <= {*starter.USAGE.replace(",", " ").split()}

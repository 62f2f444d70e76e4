"""An error of our own in the text mode: one line, the story in a file, the open tables kept where one wishes."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from core.match.record import read
from tui.bootstrap.start_request import Play
from tui.text.table.table_dialogue import TableDialogue
from tui.text.text_start import run

LEG = "the leg of the table"


def broken(*_: object) -> None:
    raise RuntimeError(LEG)


class Typed(io.StringIO):
    """A terminal at which lines are typed."""

    def isatty(self) -> bool:
        """Be one."""
        return True


def test_it_is_one_line_and_one_more_keeps_the_tables(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(TableDialogue, "_scene", broken)
    lines = "2\n\nboard\n"
    assert run(Play(text=True), io.StringIO(f"{lines}s\n"), io.StringIO()) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith("Parley stopped because of an error of its own (RuntimeError: the leg of the table); ")
    assert LEG in (parley_home / "crash.txt").read_text("utf-8")
    assert not list(parley_home.glob("crash-*"))
    assert run(Play(text=True), Typed(f"{lines}\n"), io.StringIO()) == 1
    assert not list(parley_home.glob("crash-*"))
    assert run(Play(text=True), Typed(f"{lines}S\n"), io.StringIO()) == 1
    (folder,) = parley_home.glob("crash-*")
    assert capsys.readouterr().err.endswith(f"Everything is in {folder}.\n")
    assert {"crash.txt", "versions.txt", "journal.db"} < {path.name for path in folder.iterdir()}
    (record,) = folder.glob("*.record")
    assert read(record.read_text("utf-8")).header.game == "djambi"

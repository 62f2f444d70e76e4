"""`parley check`: a record file is right, or the place where it is wrong is printed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tui.cli import command_line
from tui.i18n import translation
from tui.records.record_check import SIZE_LIMIT, NoRecord, open_record, run_check
from tui.study.game_library import open_story

FIRST = Path(__file__).parents[2] / "fixtures/record-1.record"
GAMES = Path(__file__).parents[3] / "core" / "games"
DEALT = GAMES / "mediterranee" / "golden" / "match-quiet.record"
NUMBERED = GAMES / "megiddo" / "golden" / "basic-2.record"


def checked(path: Path) -> tuple[int, str]:
    """Check a file; give status and what was printed."""
    out = io.StringIO()
    return run_check(str(path), out), out.getvalue()


def test_a_right_record_tells_result_and_digest() -> None:
    """Status 0; result and digest on one line."""
    status, told = checked(FIRST)
    assert status == 0
    assert told.startswith("The record is right. Green wins: the last chief left. Decisions: ")
    assert "2597ef620e0ce95525d72bf04ea99c3d" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        (b"3. yellow Mg8-f7", b"3. yellow Mg8-a1", b":30:11: "),
        (b'[Digest "2', b'[Digest "3', b":22:9: "),
        (b"3. yellow", b"7. yellow", b":30:1: "),
        (b"B\xc3\xa9la", b"B\xe9la", b":17:14: "),
    ],
)
def test_a_wrong_record_names_the_place(tmp_path: Path, old: bytes, new: bytes, place: bytes) -> None:
    """Status 1; file, line, column and the reason."""
    file = tmp_path / "wrong.record"
    data = FIRST.read_bytes()
    assert data.count(old) == 1
    file.write_bytes(data.replace(old, new))
    status, told = checked(file)
    assert status == 1
    assert told.encode().startswith(str(file).encode() + place)
    assert told.count("\n") == 1


def test_a_record_of_a_newer_program_is_told_as_one(tmp_path: Path) -> None:
    """Neither a foreign file nor a damaged one: the program is to be updated."""
    file = tmp_path / "newer.record"
    file.write_bytes(FIRST.read_bytes().replace(b"parley-record/1", b"parley-record/12", 1))
    newer = "This record is of a newer Parley (parley-record/12; this one reads parley-record/1). Update this one."
    assert checked(file) == (1, f"{file}:1:9: {newer}\n")
    for format_ in (b"parley-record/0", b"parley-record/01", b"parley-record/x"):
        file.write_bytes(FIRST.read_bytes().replace(b"parley-record/1", format_, 1))
        assert "A record begins with" in checked(file)[1]


def test_a_record_by_newer_rules_is_told_as_one(tmp_path: Path) -> None:
    """The rules have a version of their own, and so has what was played by them."""
    file = tmp_path / "newer.record"
    file.write_bytes(FIRST.read_bytes().replace(b'[Rules "1"]', b'[Rules "2"]', 1))
    assert "version 2 of the rules; known here is version 1." in checked(file)[1]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("none", "There is no such file: {path}."),
        ("", "This is no file but a folder or a device: {path}."),
        ("/dev/zero", "This is no file but a folder or a device: {path}."),
        ("a\0b", "The file cannot be read: {path} (embedded null byte)."),
        ("picture", "This file is not text: {path}."),
        ("long", "The file is too long for a record: {path}."),
    ],
)
def test_what_is_no_record_at_all_is_a_sentence(tmp_path: Path, name: str, why: str) -> None:
    """Missing, a folder, a device, an impossible name, a picture, a heap of text: a fault, and nothing printed."""
    (tmp_path / "picture").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    with (tmp_path / "long").open("wb") as file:
        file.truncate(SIZE_LIMIT + 1)
    path, out = str(tmp_path / name), io.StringIO()
    with pytest.raises(NoRecord) as fault:
        run_check(path, out)
    assert (str(fault.value), out.getvalue()) == (why.format(path=path.replace("\0", "?")), "")


def test_a_file_of_somebody_else_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that may not be read: a fault that says so, whoever runs the test."""

    def forbid(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbid)
    with pytest.raises(NoRecord, match="no right to read"):
        open_record(str(FIRST))


@pytest.mark.parametrize(
    ("old", "status", "told"), [(b"", 0, "The record is right. Green wins: "), (b"3. yellow", 1, "-:30:1: ")]
)
def test_a_record_may_come_by_standard_input(old: bytes, status: int, told: str) -> None:
    """`-` is standard input, and the place within it is told with that name."""
    data = FIRST.read_bytes().replace(old, b"7. yellow") if old else FIRST.read_bytes()
    out = io.StringIO()
    assert run_check("-", out, io.BytesIO(data)) == status
    assert out.getvalue().startswith(told)


def test_the_decisions_of_players_are_counted_and_not_the_lines_of_chance() -> None:
    """The number is that of the list of games, the replay and the exports."""
    _, told = checked(DEALT)
    assert " Decisions: 64. " in told
    assert open_record(str(DEALT))[1].ply > 64


def test_numbered_seats_are_called_by_their_colours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who has won, and whose turn it is where a line is wrong; afterwards nothing is called so any more."""
    assert command_line.run(["check", str(NUMBERED)]) == 0
    right = capsys.readouterr().out
    assert right.startswith("The record is right. Red wins: ")
    assert " Seat " not in right
    file = tmp_path / "wrong.record"
    text = NUMBERED.read_text("utf-8")
    assert text.count("\n2. 1 ") == 1
    file.write_text(text.replace("\n2. 1 ", "\n2. 0 "), "utf-8")
    assert command_line.run(["check", str(file)]) == 1
    told = capsys.readouterr().out
    assert told.endswith(" It is not your turn: blue plays now.\n")
    with pytest.raises(NoRecord) as refused:
        open_story(str(file))
    assert f"{translation.tell(refused.value)}\n" == told
    assert translation.seat_word("0") == "seat 0"


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("parley-evidence/1\n", "{path} is signed evidence of a table, no record: `parley check` reads it."),
        ("parley-club/1\n", "{path} is the log of a club, no record: `parley check` and `parley club join` read it."),
    ],
)
def test_a_file_of_another_form_is_called_what_it_is(tmp_path: Path, head: str, told: str) -> None:
    """Whoever gives it to a command that wants a record reads what reads it."""
    file = tmp_path / "given"
    file.write_text(head)
    with pytest.raises(NoRecord) as refused:
        open_story(str(file))
    assert str(refused.value) == told.format(path=file)


def test_the_reason_is_told_in_the_language_in_use(tmp_path: Path) -> None:
    """The place stays, the sentence is French."""
    file = tmp_path / "wrong.record"
    file.write_bytes(FIRST.read_bytes().replace(b"B\xc3\xa9la", b"B\xe9la"))
    with translation.speaking("fr"):
        _, told = checked(file)
    assert told.startswith(f"{file}:17:14: ")
    assert "UTF-8" in told
    assert "The file" not in told

"""`parley check`: a record file is right, or the place where it is wrong is printed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tui.check import run_check

FIRST = Path(__file__).parents[1] / "fixtures/record-1.record"


def checked(path: Path) -> tuple[int, str]:
    """Check a file; give status and what was printed."""
    out = io.StringIO()
    return run_check(str(path), out), out.getvalue()


def test_a_right_record_tells_result_and_digest() -> None:
    """Status 0; result and digest on one line."""
    status, told = checked(FIRST)
    assert status == 0
    assert told.startswith("green last_chief ")
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


def test_what_is_no_file_is_a_sentence(tmp_path: Path) -> None:
    """Missing, a folder, a device, an impossible name: status 1 and a sentence."""
    for path in (tmp_path / "none", tmp_path, Path("/dev/zero"), Path("a\0b")):
        status, told = checked(path)
        assert status == 1
        assert told.endswith(".\n")

"""Taking back in the text mode: at a table of one's own at once, told once, and kept in the record."""

from __future__ import annotations

from pathlib import Path

from core.match.record import read
from tests.tui.text.test_text_mode import hold


async def test_a_decision_is_taken_back_and_another_one_is_told(parley_home: Path) -> None:
    script = ["2", "", "Mb3-c4", "undo", "Mb3-b4", "log 3", "undo many", "undo 9", "pause", "save", "quit", "7"]
    said = await hold(parley_home, script)
    told = [line for line in said if line.startswith(("MOVE", "NOTE Takeback", "ERROR"))]
    assert [line.split(":")[0] for line in told[:3]] == ["MOVE 1 ● Red", "NOTE Takeback 1", "MOVE 1 ● Red"]
    assert "Mb3-c4" in told[0]
    assert "Mb3-b4" in told[2]
    assert told[3] == told[2]  # the log has one decision
    assert [line for line in told if line.startswith("ERROR")] == [
        "ERROR many is no number.",
        "ERROR Nothing was decided after decision 9 that could be taken back.",
    ]
    (path,) = (parley_home / "records").iterdir()
    record = read(path.read_text(encoding="utf-8"))
    assert [line.text for line in record.log] == ["Mb3-b4"]
    assert [(note.ply, note.kind, note.words) for note in record.notes] == [(0, "takeback", ("0",))]

"""Golden records of Megiddo: three a variant, made again the same, with matches, slides, draws and resignations."""

from __future__ import annotations

from collections import Counter
from importlib import resources

from core.match.record import read
from tests.core.support.golden.golden_megiddo import STORIES, VARIANTS
from tests.core.support.golden.story import record

FOLDER = resources.files("core.games.megiddo") / "golden"


def test_there_are_three_of_each_variant_and_they_show_much() -> None:
    records = [read(file.read_text(encoding="utf-8")) for file in FOLDER.iterdir()]
    options = [dict(record.header.options) for record in records]
    kinds = Counter(each["variant"] for each, record in zip(options, records, strict=True) if record.talk)
    assert set(kinds) == set(VARIANTS)
    assert min(kinds.values()) >= 3
    assert {each["players"] for each in options} == {"2", "3", "4", "6"}
    assert {"draw", "resign", "resign 2"} <= {line.text for record in records for line in record.log}
    assert any("-" in line.text for record in records for line in record.log)
    assert {record.result.split()[-1] for record in records} >= {"megiddo", "arbatta", "target"}


def test_they_are_made_again_the_same() -> None:
    made = {f"{story.name}.record": record(story) for story in STORIES}
    assert made == {file.name: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}

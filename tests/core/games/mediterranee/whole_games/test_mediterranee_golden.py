"""Golden records of Méditerranée: three a number of players, pairing and talon, and they show much."""

from __future__ import annotations

from importlib import resources

from core.games.mediterranee.rules.action import Word
from core.match.record import read
from tests.core.support.golden.golden_mediterranee import STORIES, VARIANTS

FOLDER = resources.files("core.games.mediterranee") / "golden"


def test_there_are_three_of_each() -> None:
    names = {file.name for file in FOLDER.iterdir()}
    assert names == {f"{story.name}.record" for story in STORIES}
    assert names == {f"{name}{end}.record" for name in VARIANTS for end in ("", "-array", "-quiet")}


def test_they_show_much() -> None:
    """Every kind of decision and of chance, talk with acts, somebody who leaves and returns, nearly every end."""
    records = [read(file.read_text(encoding="utf-8")) for file in FOLDER.iterdir()]
    options = [dict(record.header.options) for record in records]
    assert {(each["players"], each["pairing"]) for each in options} == {
        *(("4", pairing) for pairing in ("ns", "ew", "x")),
        ("2", "ns"),
        ("3", "ns"),
    }
    assert {each["match"] for each in options} == {"no", "yes"}
    words = {line.text.split()[0] for record in records for line in record.log}
    assert words == {word.value for word in Word}
    assert {record.result.split()[-1] for record in records} == {
        "capitals", "stalemate", "resignation", "agreement"
    }  # fmt: skip
    assert any(said.act for record in records for said in record.talk)

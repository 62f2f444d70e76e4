"""Golden records: games written down once, which every later program must fold to the same digests."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from core import games
from core.match.match import Match
from core.match.record import Record, check, read, write
from core.match.transcript import talk_digest

HERE = Path(__file__).parent
GOLDEN: list[Traversable] = sorted(
    (
        file
        for name in games.names()
        for file in (resources.files("core.games") / name / "golden").iterdir()
        if file.name.endswith(".record")
    ),
    key=lambda file: file.name,
)
FIRST = HERE.parent / "fixtures/record-1.record"


@pytest.mark.parametrize("file", GOLDEN, ids=[file.name for file in GOLDEN])
def test_golden_records_replay(file: Traversable) -> None:
    """Line by line, each line legal and canonical where it stands; then result, digest and talk as written."""
    text = file.read_text(encoding="utf-8")
    record = read(text)
    match = Match.fold(record.header, ())
    for line in record.log:
        action = match.state.parse(line.seat, line.text)
        assert str(action) == line.text
        assert match.state.is_legal(line.seat, action)
        match = match.play(line.text, line.seat)
    assert match.digest() == record.digest
    assert check(record) == match
    assert write(record) == text


def golden(game: str) -> list[Record]:
    """Read the golden records of a game."""
    every = [read(file.read_text(encoding="utf-8")) for file in GOLDEN]
    return [record for record in every if record.header.game == game]


def test_golden_records_show_much() -> None:
    """Every number of players, talk with quotes and acts, an abandonment, a return, a draw, a partition."""
    records = golden("djambi")
    words = {line.text.split()[0] for record in records for line in record.log if line.text[0].islower()}
    assert words == {"abandon", "return", "draw"}
    assert {record.result.split()[-1] for record in records} >= {"last_chief", "agreement", "partition_power"}
    assert any(said.act for record in records for said in record.talk)
    assert all(len(record.log) <= 150 for record in records)


def test_there_are_three_of_each_kind_of_djambi() -> None:
    """Each number of players, and the rules of the other table, with talk."""
    tables = Counter(
        "bga" if options["vassal_turns"] == "merged" and options["own_kills"] == "yes" else options["players"]
        for options in (dict(record.header.options) for record in golden("djambi") if record.talk)
    )
    assert set(tables) == {"3", "4", "5", "6", "bga"}
    assert min(tables.values()) >= 3


def test_the_first_record_opens_for_ever() -> None:
    """A record of the first format: this file and these digests never change."""
    text = FIRST.read_text(encoding="utf-8")
    record = read(text)
    assert check(record).digest() == "2597ef620e0ce95525d72bf04ea99c3d"
    assert talk_digest(record.talk) == "7693815c1be0639042c9e460d933059a"
    assert record.extra == (("Event", "Founders' table"),)
    assert record.terms == (("talk", "on"),)
    assert [(note.ply, note.kind, note.words) for note in record.notes] == [(1, "time", ("red", "1500"))]
    assert write(record) == text


def test_the_command_that_makes_them_makes_games_that_are_over(tmp_path: Path) -> None:
    """Some records of every game are valid; that they are the same each time is seen in `tests/test_orders.py`."""
    environ = {"PYTHONHASHSEED": "1"}
    command = [sys.executable, str(HERE / "support/golden/make_golden.py"), str(tmp_path), "9"]
    subprocess.run(command, env=environ, check=True)
    made = {file.parent.name: check(read(file.read_text(encoding="utf-8"))) for file in tmp_path.rglob("*.record")}
    assert set(made) == set(games.names())
    assert all(match.state.outcome for match in made.values())


def test_golden_records_show_every_end_of_epaminondas() -> None:
    """Both sizes offered, three with talk for each symmetry rule, every way to end but for want of moves."""
    records = golden("epaminondas")
    options = [dict(record.header.options) for record in records]
    assert {option["size"] for option in options} >= {"14x12", "8x8"}
    rules = Counter(option["symmetry"] for option, record in zip(options, records, strict=True) if record.talk)
    assert min(rules[rule] for rule in ("board", "move", "off")) >= 3
    assert {record.result.split()[-1] for record in records} == {"crossing", "resignation", "agreement", "repetition"}

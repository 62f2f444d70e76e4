"""Evidence from a journal to a file and back: who said what, proved; nothing written over; each wrong in a sentence."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from net.identity.identity import fingerprint
from net.log import evidence
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.table.seating.reservation import reserving
from net.table.seating.stand_in import standing_in
from net.wire.door_mark import DoorMark
from net.wire.event import Kind
from net.wire.event_data import Sit, Substitute, Talk, data_of
from tests.net.support.event_signer import TID, chain, resign
from tests.net.support.sample_journal import ANN, BEN, OTHER
from tui.cli.table_commands import evidence as entry
from tui.records import archive, evidence_file, record_check

THIRD = b"3" * 16


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep two tables in the journal of the usual profile."""
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    ann, ben = chain(ANN, 3), chain(BEN, 2)
    talk = resign(ANN, ann[2], kind=Kind.TALK, data=("I never \x1b[2Jattack", ("propose", "truce", "blue")))
    named = resign(BEN, ben[1], kind=Kind.TALK, data=("", ("name", "Benny")))
    with Profile.open(tmp_path) as profile, Journal(profile.journal_path) as journal:
        journal.add_table(TID, "parley://127.0.0.1/club#key", "Friday", "djambi")
        journal.add_table(OTHER, "parley://127.0.0.1/club#key", "Saturday")
        journal.add_all(TID, [ann[0], ann[1], talk, ben[0], named])
    return tmp_path


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (standing_in("level 2"), "lets a bot play on: level 2"),
        (standing_in(""), "plays again without a bot"),
        (reserving({"A" * 16: "Ann", "B" * 16: "Bob"}), "keeps the table for Ann, Bob"),
        (Talk("", DoorMark.made(ANN, "Dora", BEN.public).words), "has come by the door of Dora"),
        (Talk("", ("wink",)), "says: [wink]"),
        (Talk("hello"), "says: hello"),
    ],
)
def test_what_a_program_says_for_its_person_is_told_in_words(data: Talk, told: str) -> None:
    said = resign(ANN, chain(ANN, 2)[1], kind=Kind.TALK, data=data_of(data))
    assert evidence_file._words(said.event) == told


def test_what_was_said_is_written_checked_and_told(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept / "friday.evidence"
    assert entry("friday", str(file)) == 0
    assert "for anybody to check" in capsys.readouterr().out
    out = io.StringIO()
    assert record_check.run_check(str(file), out) == 1  # its beginning is none
    told = out.getvalue().splitlines()
    assert any(line.endswith("says: I never attack [propose truce blue]") for line in told)
    assert any(line.endswith("is called Benny from now on") for line in told)
    assert any(line.endswith("plays move 1") for line in told)
    assert "5 events, 2 people" in told
    assert "Every signature is right." in told
    assert told[-1].startswith("The beginning of the table is missing")
    with pytest.raises(Fault, match="already: nothing was written"):
        entry(TID.hex()[:6], str(file))


def test_a_table_is_found_by_title_by_its_id_or_as_the_last(kept: Path) -> None:
    with Profile.open(kept) as profile, Journal(profile.journal_path) as journal:
        assert evidence_file.find(journal, "FRIDAY").tid == TID
        assert evidence_file.find(journal, TID.hex()[:4]).tid == TID
        assert evidence_file.find(journal, "last").tid == OTHER
        with pytest.raises(Fault, match="no table monday; there are"):
            evidence_file.find(journal, "monday")
    with Journal(kept / "empty.db") as journal, pytest.raises(Fault, match="no table yet"):
        evidence_file.find(journal, "last")


def test_a_table_is_found_by_its_game_and_what_tells_tables_apart_is_named(kept: Path) -> None:
    with Profile.open(kept) as profile, Journal(profile.journal_path) as journal:
        sit = resign(ANN, chain(ANN, 1)[0], tid=THIRD, kind=Kind.SIT, data=data_of(Sit(Seat(0), "Ann", "")))
        day = archive.moment(sit.event.ts)
        journal.add_table(THIRD, "parley://127.0.0.1/club#key", "", "mediterranee")
        journal.add_all(THIRD, [sit])
        for typed in ("Djambi", "djambi"):
            assert evidence_file.find(journal, typed).tid == TID
        for typed in ("Méditerranée", "mediterranee"):
            assert evidence_file.find(journal, typed).tid == THIRD
        third, first = f"{THIRD.hex()[:8]} Méditerranée ({day}, Ann)", f"{TID.hex()[:8]} Friday (Djambi, {day}"
        with pytest.raises(Fault) as none:
            evidence_file.find(journal, "monday")
        assert f"there are {third}; {OTHER.hex()[:8]} Saturday; {first}" in str(none.value)
        journal.add_table(b"4" * 16, "parley://127.0.0.1/club#key", "", "mediterranee")
        with pytest.raises(Fault) as several:
            evidence_file.find(journal, "Méditerranée")
        assert str(several.value).endswith(f"there are {(b'4' * 4).hex()} Méditerranée; {third}.")


def test_what_proves_nothing_is_named_by_its_line(kept: Path) -> None:
    text = evidence.write(TID, chain(ANN, 2)) + "event x y\n"
    (kept / "bad").write_text(text, encoding="ascii")
    out = io.StringIO()
    assert record_check.run_check(str(kept / "bad"), out) == 1
    assert out.getvalue() == f"{kept / 'bad'}:5: This is no line of evidence.\n"
    with pytest.raises(Fault, match="cannot be written"):
        evidence_file.save(kept / "no" / "file", text)


def test_gaps_and_second_histories_are_told() -> None:
    ann = chain(ANN, 4)
    other = resign(ANN, ann[3], data=("other", 1, None))
    _, told = evidence_file.check("file", evidence.write(TID, [ann[0], ann[3], other]).encode())
    assert any("has signed two histories of this table: they part at event 3." in line for line in told)
    assert any("The events 1 to 2 of " in line for line in told)
    _, told = evidence_file.check("file", evidence.write(TID, [ann[0], resign(ANN, ann[1], ts=5), ann[2]]).encode())
    assert any(line.startswith("Event 2 of") for line in told)


def test_whoever_took_a_seat_over_is_named_by_the_name_they_have_there() -> None:
    ann, ben = chain(ANN, 2), chain(BEN, 2)
    agreed = data_of(Substitute(1, BEN.public, "Bruno", 0))
    proposed = resign(ANN, ann[1], kind=Kind.SUBSTITUTE, data=data_of(Substitute(1, BEN.public, "Nobody", 0)))
    moved = [resign(BEN, ben[0], kind=Kind.SUBSTITUTE, data=agreed), ben[1]]
    _, told = evidence_file.check("file", evidence.write(TID, [ann[0], proposed, *moved]).encode())
    assert any(f"Bruno ({fingerprint(BEN.public)})" in line for line in told)
    assert not any("Nobody (" in line for line in told), "only the name that they sign themselves"

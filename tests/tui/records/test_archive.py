"""The archive: whole records that check themselves, never written over, by key, palette and end card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Self

import pytest
from textual.app import App

from core.fault import Fault
from core.game import Seat
from core.match.record import check, read, write
from net.view.table_view import TalkLine
from tui.app.command_palette import ParleyCommands
from tui.i18n import translation
from tui.records import archive
from tui.records.record_check import open_record
from tui.screens.table.end_card import EndScreen
from tui.study.past_game import past_game_of
from tui.table.seat_names import named

Make = Callable[..., Any]
DAY = date(2026, 3, 14)
TALK = (
    TalkLine(0, Seat(1), "P1", "Benoît", 'a "truce"?\\', ("propose", "truce", "red", "9"), 0, 4),
    TalkLine(1, Seat(0), "P0", "Alice", "", ("accept", "truce", "blue"), 0, 7),
    TalkLine(2, None, "P9", "Zoé", "Ah{!}", None, 0, 2),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    return tmp_path


def toasts(app: App[None]) -> list[str]:
    return [notification.message for notification in app._notifications]


def test_a_record_holds_the_talk_with_its_acts_and_checks_itself(
    make_app: Make, make_match: Make, tmp_path: Path
) -> None:
    match = make_match().play("Mc2-d3").play("Mg2-f3")
    view = replace(make_app(match).handle.view, tid="0123456789abcdef", talk=TALK, terms=(("talk", "yes"),))
    path = archive.save(view, tmp_path / "a" / "b", DAY)
    assert path.name == "2026-03-14-djambi-01234567.record"
    record, played = open_record(str(path))
    assert played.digest() == match.digest()
    assert [(said.seat, said.ply, said.text, said.act, said.seq) for said in record.talk] == [
        (line.seat, line.ply, line.text, line.act, line.seq) for line in TALK
    ]
    assert dict(record.people)["red"] == "Alice"
    assert record.talk_digest
    assert (record.date, record.result, record.terms) == ("2026-03-14", "*", (("talk", "yes"),))


def test_what_a_bot_of_ones_own_says_has_the_author_and_the_digest_that_all_others_record(make_app: Make) -> None:
    view = replace(make_app().handle.view, talk=(replace(TALK[0], bot="random"), *TALK[1:]))
    seats = tuple(
        replace(seat, bot="random" if seat.seat == 1 else seat.bot, mine=seat.seat == 1) for seat in view.seats
    )
    own = named(replace(view, seats=seats))
    assert own.talk[0].pid == "P1/1"
    record, others = archive.record_of(own, DAY), archive.record_of(view, DAY)
    assert record.talk == others.talk
    assert record.talk_digest == others.talk_digest


def test_nothing_is_written_over(make_app: Make, tmp_path: Path) -> None:
    view = make_app().handle.view
    first = archive.save(view, tmp_path, DAY)
    kept = first.read_bytes()
    assert archive.save(view, tmp_path, DAY) == first
    second = archive.save(replace(view, talk=TALK[:1]), tmp_path, DAY)
    assert second.name == "2026-03-14-djambi-00-2.record"
    assert first.read_bytes() == kept
    assert len(list(tmp_path.iterdir())) == 2


def test_what_cannot_be_saved_is_one_sentence(make_app: Make, open_table: Make, tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"^There is no game to save yet\.$"):
        archive.save(open_table().handle.view, tmp_path, DAY)
    (tmp_path / "file").write_text("here already")
    with pytest.raises(Fault, match=r"^The record could not be saved in .*file: .+\.$"):
        archive.save(make_app().handle.view, tmp_path / "file", DAY)


def test_a_full_disk_leaves_nothing_half_written(
    make_app: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def write(self, _: bytes) -> int:
            raise OSError(28, "No space left on device")

    def opened(path: Path, _: str) -> Full:
        path.touch()
        return Full()

    view = make_app().handle.view
    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(Fault, match="No space left on device"):
        archive.save(view, tmp_path, DAY)
    assert list(tmp_path.iterdir()) == []


async def test_the_key_and_the_palette_save(make_app: Make, home: Path) -> None:
    app = make_app()
    async with app.run_test(size=(100, 36)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        (path,) = (home / "records").iterdir()
        assert toasts(app) == [f"The record is saved: {path}"]
        names = [offer.name for offer in ParleyCommands(app.table)._keys()]
        offered = set(names)
        assert len(names) == len(offered)
        assert {"Save the record", "Diplomacy", "Copy the invitation"} <= offered
        assert not {"Up", "Pass", "Take a seat"} & offered
        translation.use("fr")
        assert "Enregistrer la partie" in {offer.name for offer in ParleyCommands(app.table)._keys()}


async def test_before_the_start_there_is_nothing_to_save(open_table: Make, home: Path) -> None:
    app = open_table()
    async with app.run_test(size=(100, 36)) as pilot:
        offered = {offer.name for offer in ParleyCommands(app.table)._keys()}
        assert "Take a seat" in offered
        assert "Save the record" not in offered
        await pilot.press("s")
        await pilot.pause()
        assert app.handle.calls == [("sit", None, "")]
        assert not (home / "records").exists()


async def test_the_end_card_saves_and_stays(make_app: Make, make_match: Make, home: Path) -> None:
    app = make_app(make_match(3))
    async with app.run_test(size=(80, 24)) as pilot:
        for seat, name in ((0, "red"), (1, "green")):
            await app.handle.play(Seat(seat), f"abandon {name}")
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        await pilot.pause()
        (path,) = (home / "records").iterdir()
        record, _ = open_record(str(path))
        assert record.result == "yellow last_chief"
        assert isinstance(app.screen, EndScreen)
        offered = {offer.name for offer in ParleyCommands(app.screen)._keys()}
        assert "Save the record" in offered
        await pilot.press("6")
        await pilot.pause()
        assert app.left == ["over"]


def test_who_spoke_for_a_seat_before_somebody_else_had_it_keeps_their_words(make_app: Make, make_match: Make) -> None:
    former = replace(TALK[0], pid="P7", nick="Cy")
    view = replace(make_app(make_match().play("Mc2-d3").play("Mg2-f3")).handle.view, talk=(former, *TALK[1:]))
    record = archive.record_of(view, DAY)
    assert record.extra == (("Author.P7", "Cy"),)
    again = read(write(record))
    game = past_game_of(again, check(again))
    nicks = {said.seat: said.nick for said in game.view.talk}
    assert nicks[Seat(1)] == "Cy"
    assert nicks[Seat(0)] == "Alice"

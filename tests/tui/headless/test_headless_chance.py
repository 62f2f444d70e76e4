"""Peers without a screen in a game with hidden hands: what they tell agrees, and together they know the whole game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.record import check, read, write
from net.view.table_view import Phase, SeatView, TableView
from tests.core.support import card_game
from tui.headless.demo_peers import EventReader
from tui.headless.event_report import Report


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)


def told(match: Match, seat: Seat | None) -> EventReader:
    """Give what a peer tells that follows a match as the holder of a seat, None: as a spectator."""
    tale, seen = EventReader(f"peer {seat}"), match.seen_by(seat)
    report = Report(tale.hear)
    seats = tuple(SeatView(Seat(at), name, f"P{at}", f"N{at}") for at, name in enumerate(match.names))
    view = TableView("00", "", "", Phase.PLAYING, "cards", seen.header.options, (), seats, seen.at(0))
    for ply in range(0, seen.ply + 1, 3):
        report.take(replace(view, match=seen.at(ply)))
    report.take(replace(view, match=seen))
    report.end(replace(view, match=seen))
    return tale


@pytest.fixture
def match() -> Match:
    """Play a match in which everybody draws and one resigns."""
    match = Match.new(find("cards"), {"talon": "6,5,4,3,2,1"}).deal()
    for text in ("pass", "pass", "fight"):
        match = match.play(text).deal()
    return match.seal("lay 0", Seat(1)).seal("lay 4", Seat(0)).deal().play("resign", Seat(1))


def test_all_tell_the_same_but_for_the_faces(match: Match) -> None:
    tales = [told(match, seat) for seat in (Seat(0), Seat(1), None)]
    texts = [[move["text"] for move in tale.all("move")] for tale in tales]
    assert texts[0] != texts[1]
    assert "draw red 6" in texts[0]
    assert "draw red ?" in texts[1]
    assert [move["seat"] for move in tales[0].all("move")][:2] == [-1, -1]
    states = [[move["state"] for move in tale.all("move")] for tale in tales]
    assert states[0] == states[1] == states[2]
    assert len({str((tale.over or {})["digest"]) for tale in tales}) == 1


def test_together_they_know_every_face(match: Match) -> None:
    tales = [told(match, seat) for seat in (Seat(0), Seat(1))]
    alone, together = tales[0].record("cards"), tales[0].record("cards", tales)
    assert "draw blue ?" in write(alone)
    assert "?" not in write(together)
    assert together.log == match.log
    for record in (alone, together):
        assert check(read(write(record))).digest() == match.digest()


def test_of_a_game_that_goes_on_nobody_tells_more_than_he_may(match: Match) -> None:
    begun = match.at(6)
    tales = [told(begun, seat) for seat in (Seat(0), Seat(1))]
    for tale in tales:
        tale.events = [event for event in tale.events if event["event"] != "over"]
    assert "draw red ?" in write(tales[0].record("cards", tales))

"""The caretaker: whom it counts, and what is a week old."""

from __future__ import annotations

import pytest

from net.broker import janitor
from net.broker.janitor import RATE_MS, STALE_MS, STILL_MS, Figures, Janitor
from net.identity.identity import Identity
from net.wire import mqtt_topic
from net.wire.mqtt_topic import full
from net.wire.peer_message import CROWD, MISSED_MS

ANN, BEN = (Identity.new(seed * 32).pid for seed in (b"a", b"b"))
ONE, OTHER, CLUB = b"1" * 16, b"2" * 16, b"3" * 16
PREFIX = "parley"
DAY = 24 * 3_600_000


def at(topic: str) -> str:
    return full(PREFIX, topic)


def test_people_come_and_go_and_tables_fall_silent() -> None:
    keeper = Janitor(PREFIX)
    for pid in (ANN, BEN):
        keeper.hear(at(mqtt_topic.presence("club", pid)), empty=False, kept=False, now=0)
    keeper.hear(at(mqtt_topic.event(ONE, ANN, 0)), empty=False, kept=False, now=0)
    keeper.hear(at(mqtt_topic.event(OTHER, ANN, 0)), empty=False, kept=True, now=0)  # of yesterday: nobody is there
    keeper.hear(at(mqtt_topic.card("club", ANN, OTHER)), empty=False, kept=False, now=0)
    keeper.hear(at(mqtt_topic.card("club", ANN, ONE)), empty=False, kept=True, now=0)
    keeper.hear(at(mqtt_topic.event(CLUB, ANN, 0)), empty=False, kept=False, now=0)  # it has no card: it is no table
    assert keeper.figures(0) == Figures(2, 1, 5 * 1000 / RATE_MS)
    keeper.hear(at(mqtt_topic.presence("club", BEN)), empty=True, kept=False, now=1)
    assert keeper.figures(RATE_MS) == Figures(1, 1, 1 * 1000 / RATE_MS)
    keeper.hear(at(mqtt_topic.card("club", ANN, ONE)), empty=True, kept=False, now=RATE_MS)
    assert keeper.figures(RATE_MS).tables == 0, "its game is over"
    keeper.hear(at(mqtt_topic.card("club", BEN, ONE)), empty=False, kept=False, now=RATE_MS)
    keeper.hear(at(mqtt_topic.heads(ONE, ANN)), empty=False, kept=False, now=STILL_MS - 1)
    assert keeper.figures(STILL_MS + 1).tables == 1


def test_a_person_who_went_without_a_word_is_counted_as_long_as_the_room_shows_them() -> None:
    keeper = Janitor(PREFIX)
    for pid in (ANN, BEN):
        keeper.hear(at(mqtt_topic.presence("club", pid)), empty=False, kept=False, now=0)
    keeper.hear(at(mqtt_topic.presence("club", ANN)), empty=False, kept=False, now=MISSED_MS)
    assert keeper.figures(MISSED_MS).people == 2
    assert keeper.figures(MISSED_MS + 1).people == 1
    crowd = [Identity.new(number.to_bytes(32)).pid for number in range(2 * CROWD)]
    for pid in crowd:
        keeper.hear(at(mqtt_topic.presence("club", pid)), empty=False, kept=False, now=DAY)
    assert keeper.figures(DAY + MISSED_MS + 1).people == 2 * CROWD, "a crowd says it less often"
    assert keeper.figures(DAY + 3 * MISSED_MS).people == 0


def test_a_table_ages_as_a_whole_by_its_last_word() -> None:
    keeper = Janitor(PREFIX)
    first, last = at(mqtt_topic.event(ONE, ANN, 0)), at(mqtt_topic.event(ONE, BEN, 3))
    keeper.hear(first, empty=False, kept=False, now=0)
    keeper.hear(last, empty=False, kept=False, now=6 * DAY)
    assert not keeper.is_stale(first, 13 * DAY - 1)
    assert keeper.is_stale(first, 13 * DAY)
    assert keeper.is_stale(at(mqtt_topic.segment(ONE, ANN, 0)), 13 * DAY)  # another topic of the table, never heard
    keeper.hear(first, empty=False, kept=True, now=12 * DAY)  # shown again: that is no word
    keeper.hear(first, empty=True, kept=False, now=12 * DAY)  # cleared: nor is that
    assert keeper.is_stale(first, 13 * DAY)
    keeper.forget(13 * DAY)
    assert not keeper.is_stale(first, 14 * DAY)


def test_what_was_there_before_counts_from_its_first_sight() -> None:
    keeper = Janitor(PREFIX)
    junk, card = "somebody/else", at(mqtt_topic.card("club", ANN, ONE))
    for topic in (junk, card):
        assert not keeper.is_stale(topic, STALE_MS)
        keeper.hear(topic, empty=False, kept=True, now=DAY)
    keeper.hear(card, empty=False, kept=False, now=2 * DAY)
    assert keeper.is_stale(junk, DAY + STALE_MS)
    assert not keeper.is_stale(card, DAY + STALE_MS)


def test_a_flood_of_places_is_not_kept_in_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(janitor, "LIMIT", 50)
    keeper = Janitor(PREFIX)
    for number in range(60):
        keeper.hear(f"x/{number}", empty=False, kept=False, now=0)
    assert keeper.is_stale("x/49", STALE_MS)
    assert not keeper.is_stale("x/50", STALE_MS)

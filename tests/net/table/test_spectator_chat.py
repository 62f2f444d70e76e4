"""What people without a seat say beside a table: bounded, whoever speaks, and no part of the table."""

from __future__ import annotations

import tracemalloc

import pytest

from core.fault import Fault
from net.table.spectator_chat import BURST, LINES_LIMIT, OPENED, SPEAKERS_LIMIT, STALE_MS, SpectatorChat
from net.wire.peer_message import SpectatorMessage
from tests.net.support.event_signer import TID, who

ANN, BOB = who("ann"), who("bob")
NOW = 1_700_000_000_000


def aside(author: bytes, text: str, ts: int = NOW, nick: str = "Bob") -> SpectatorMessage:
    return SpectatorMessage(1, author, TID, nick, text, ts)


def texts(gallery: SpectatorChat) -> list[str]:
    return [line.text for line in gallery.lines]


def test_a_line_is_cleaned_and_stands_under_its_authors_pid() -> None:
    gallery = SpectatorChat()
    assert gallery.hear(aside(BOB.public, "red\x1b[31m or \u202eblue\n", nick="B\x1b[1mob"), NOW)
    (line,) = gallery.lines
    assert (line.pid, line.nick, line.text) == (BOB.pid, "Bob", "red or blue")
    assert not gallery.hear(aside(BOB.public, "\x1b[31m\u200b", NOW + 1), NOW)
    assert gallery.version == 1


def test_a_line_said_again_by_whomever_or_kept_for_long_is_none() -> None:
    gallery = SpectatorChat()
    once = aside(BOB.public, "once")
    assert [gallery.hear(once, NOW), gallery.hear(once, NOW + 1)] == [True, False]
    for late in (NOW - STALE_MS - 1, NOW + STALE_MS + 1):
        assert not gallery.hear(aside(BOB.public, "old", late), NOW)


def test_five_lines_in_five_seconds_are_heard_of_one_person() -> None:
    gallery = SpectatorChat()
    heard = [gallery.hear(aside(BOB.public, str(at), NOW + at), NOW + at) for at in range(BURST + 2)]
    assert heard == [True] * BURST + [False] * 2
    assert gallery.hear(aside(ANN.public, "me too"), NOW)
    assert gallery.hear(aside(BOB.public, "again", NOW + 5000), NOW + 5000)


def test_ones_own_lines_are_shown_at_once_and_held_to_the_same() -> None:
    gallery = SpectatorChat()
    for number in range(BURST):
        assert gallery.say(ANN.public, TID, "Ann", f" {number}\n", NOW).text == str(number)
    with pytest.raises(Fault, match="five seconds"):
        gallery.say(ANN.public, TID, "Ann", "more", NOW)
    with pytest.raises(Fault, match="nothing to say"):
        gallery.say(ANN.public, TID, "Ann", "\u200b", NOW + 9000)
    assert texts(gallery) == list("01234")


def test_a_crowd_of_newcomers_is_let_in_one_a_second_and_the_silent_make_room() -> None:
    gallery = SpectatorChat()
    crowd = [number.to_bytes(32, "big") for number in range(3 * SPEAKERS_LIMIT)]
    assert sum(gallery.hear(aside(author, "now"), NOW) for author in crowd) == BURST
    for second, author in enumerate(crowd[BURST:], 5):
        assert gallery.hear(aside(author, "later", NOW + 1000 * second), NOW + 1000 * second)
    assert len(gallery._speakers) == SPEAKERS_LIMIT
    assert len(gallery.lines) <= LINES_LIMIT


def test_no_more_than_so_many_messages_are_opened_at_all() -> None:
    gallery = SpectatorChat()
    assert sum(gallery.may_open(NOW + at) for at in range(1000)) == OPENED
    assert gallery.may_open(NOW + 3000)


def test_a_long_evening_keeps_two_hundred_lines() -> None:
    gallery = SpectatorChat()

    def minutes(first: int, count: int) -> int:
        for second in range(first, first + count):
            gallery.hear(aside(BOB.public, f"{second:0500d}", NOW + 1000 * second), NOW + 1000 * second)
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    before = minutes(0, 600)
    after = minutes(600, 600)
    tracemalloc.stop()
    assert len(gallery.lines) == LINES_LIMIT
    assert after - before < 20_000

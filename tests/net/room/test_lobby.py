"""The lobby: presence by time, cards, chat, limits; what others send is never shown raw."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.games import find
from net import APP
from net.identity.identity import Identity
from net.room.lobby import CHAT_LIMIT, HOST_LIMIT, PEOPLE_LIMIT, TABLES_LIMIT, Lobby
from net.table.fold.table_terms import rules_hash, settle_terms
from net.view.table_view import english
from net.wire.codec import BadMessage, Flaw
from net.wire.door_mark import DoorMark
from net.wire.event import VERSION
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import card as card_topic
from net.wire.peer_message import Card, Chat, Presence, open_note, seal_note
from tests.net.support.toy_games.toy_table import Room, install
from tui import __version__

ME = Identity.new(b"m" * 32)
BEA = Identity.new(b"b" * 32)
NOW = 1_800_000_000_000
MINUTE = 60_000
ROOM = Invitation("127.0.0.1", "salon", b"k" * 16)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def lobby() -> Lobby:
    return Lobby(ROOM, ME.public)


def here(who: Identity = BEA, ts: int = NOW, nick: str = "Bea", session: bytes = b"s" * 8) -> Presence:
    return Presence(VERSION, who.public, nick, "1.0", (), "", session, ts)


def stranger(number: int) -> bytes:
    return number.to_bytes(32, "big")


def card(author: bytes = BEA.public, tid: bytes = b"t" * 16, ts: int = NOW, **fields: Any) -> Card:  # noqa: ANN401  any field
    game = find("toy")
    made = Card(
        VERSION,
        author,
        tid,
        "Evening",
        "Bea",
        "toy",
        (("players", "2"),),
        tuple(settle_terms({}).items()),
        ("", BEA.pid),
        private=False,
        rules=rules_hash(game),
        started=False,
        ts=ts,
    )
    return msgspec.structs.replace(made, **fields)


def test_somebody_heard_is_present_for_45_seconds_and_known_for_15_minutes() -> None:
    room = lobby()
    room.receive_presence(here(), NOW)
    (person,) = room.view(NOW + 45_000).people
    assert (person.nick, person.pid, person.present) == ("Bea", BEA.pid, True)
    assert len(person.fingerprint.split("-")) == 4
    assert not room.view(NOW + 45_001).people[0].present
    assert room.present(NOW + 45_001) == frozenset()
    room.receive_presence(here(ts=NOW + MINUTE), NOW + MINUTE)
    assert room.present(NOW + MINUTE) == {BEA.pid}
    assert room.view(NOW + 17 * MINUTE).people == ()


def test_who_leaves_is_absent_at_once_and_present_when_heard_again() -> None:
    room = lobby()
    room.receive_presence(here(), NOW)
    room.gone(BEA.pid)
    room.gone(ME.pid)
    assert room.present(NOW) == frozenset()
    room.receive_presence(here(ts=NOW), NOW + 1)
    assert room.present(NOW + 1) == frozenset()
    room.receive_presence(here(ts=NOW + 15_000), NOW + 15_000)
    assert room.present(NOW + 15_000) == {BEA.pid}


def test_a_retained_word_of_one_long_gone_does_not_make_him_present() -> None:
    room = lobby()
    room.receive_presence(here(ts=NOW - 16 * MINUTE), NOW)
    assert room.view(NOW).people == ()
    room.receive_presence(here(ts=NOW - 5 * MINUTE), NOW)
    assert [person.present for person in room.view(NOW).people] == [False]
    room.receive_presence(here(ts=NOW - 5 * MINUTE + 15_000), NOW + 15_000)
    assert [person.present for person in room.view(NOW + 15_000).people] == [True]


def test_a_new_session_with_an_earlier_clock_counts_once_the_old_one_is_silent() -> None:
    room = lobby()
    room.receive_presence(here(), NOW)
    earlier = here(ts=NOW - MINUTE, session=b"n" * 8, nick="Beatrice")
    room.receive_presence(earlier, NOW + 1)
    assert room.view(NOW).people[0].nick == "Bea"
    room.receive_presence(earlier, NOW + MINUTE)
    assert room.view(NOW + MINUTE).people[0].nick == "Beatrice"


def test_a_crowd_is_refreshed_more_slowly() -> None:
    room = lobby()
    for number in range(100):
        room.receive_presence(msgspec.structs.replace(here(), author=stranger(number)), NOW)
    assert len(room.present(NOW + 90_000)) == 100
    assert not room.present(NOW + 90_001)


def test_a_room_holds_500_people_and_the_longest_unheard_make_place() -> None:
    room = lobby()
    for number in range(PEOPLE_LIMIT + 5):
        room.receive_presence(msgspec.structs.replace(here(), author=stranger(number)), NOW)
    assert len(room.view(NOW).people) == PEOPLE_LIMIT
    later = NOW + 14 * MINUTE
    room.receive_presence(here(ts=later), later)
    people = room.view(later).people
    assert len(people) == PEOPLE_LIMIT
    assert BEA.pid in {person.pid for person in people}


def test_a_card_is_shown_replaced_and_cleared() -> None:
    room = lobby()
    room.receive_card(card(), NOW)
    (view,) = room.view(NOW).tables
    assert (view.title, view.host, view.game, view.taken, len(view.seats)) == ("Evening", "Bea", "toy", 1, 2)
    assert view.playable
    assert view.tid == (b"t" * 16).hex()
    assert Invitation.parse(view.invitation).tid == b"t" * 16
    room.receive_card(card(ts=NOW + 9, started=True), NOW + 9)
    room.receive_card(card(ts=NOW + 5), NOW + 10)
    assert room.view(NOW).tables[0].started
    room.cleared(ME.pid, b"t" * 16)
    assert room.view(NOW).tables
    room.cleared(BEA.pid, b"t" * 16)
    assert room.view(NOW).tables == ()


def test_a_card_lives_15_minutes() -> None:
    room = lobby()
    room.receive_card(card(ts=NOW - 16 * MINUTE), NOW)
    assert room.view(NOW).tables == ()
    room.receive_card(card(), NOW)
    assert len(room.view(NOW + 15 * MINUTE).tables) == 1
    assert room.view(NOW + 15 * MINUTE + 1).tables == ()


def test_a_card_not_said_again_on_a_new_connection_is_dropped() -> None:
    room, gone, kept = lobby(), b"t" * 16, b"u" * 16
    for tid in (gone, kept):
        room.receive_card(card(tid=tid), NOW)
    room.leave()
    assert len(room.view(NOW + 2 * MINUTE).tables) == 2, "nothing can be heard"
    room.begin(NOW + 2 * MINUTE)
    room.receive_card(card(tid=kept), NOW + 2 * MINUTE + 100)
    assert len(room.view(NOW + 3 * MINUTE).tables) == 2, "its host may come back a little later"
    room.leave()
    assert len(room.view(NOW + 5 * MINUTE).tables) == 2, "gone again"
    room.begin(NOW + 5 * MINUTE)
    room.receive_card(card(tid=kept), NOW + 5 * MINUTE)
    assert [one.tid for one in room.view(NOW + 6 * MINUTE + 1).tables] == [kept.hex()], "cleared meanwhile"


def test_nobody_posts_or_clears_anothers_card() -> None:
    room = lobby()
    room.receive_card(card(), NOW)
    room.receive_card(card(ME.public, title="Stolen", ts=NOW + 99), NOW + 1)
    assert [view.title for view in room.view(NOW).tables] == ["Evening"]
    key, topic = ROOM.lobby_key, card_topic("salon", BEA.pid, b"t" * 16)
    wire = seal_note(key, topic, ME, card(ME.public), bytes(24))
    with pytest.raises(BadMessage) as caught:
        open_note(key, topic, wire, Card)
    assert caught.value.flaw is Flaw.AUTHOR


def test_cards_are_limited_in_all_and_by_host() -> None:
    room = lobby()
    for number in range(HOST_LIMIT + 5):
        room.receive_card(card(tid=number.to_bytes(16, "big")), NOW)
    assert len(room.view(NOW).tables) == HOST_LIMIT
    for number in range(TABLES_LIMIT + 5):
        room.receive_card(card(stranger(number), tid=(1000 + number).to_bytes(16, "big")), NOW)
    assert len(room.view(NOW).tables) == TABLES_LIMIT
    room.receive_card(card(seats=("",) * 17, tid=b"w" * 16), NOW)
    assert (b"w" * 16).hex() not in {view.tid for view in room.view(NOW).tables}


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"game": "go\x1b[31m"}, "does not have the game go"),
        ({"rules": b"r" * 16}, "other rules"),
        ({"private": True}, "its invitation is needed"),
        ({"private": True, "code": b"k"}, "its invitation is needed"),
        ({"private": True, "code": b"k" * 32}, "its code or"),
        ({"terms": (("clock", "sand"),)}, "is not possible"),
        ({"options": (("players", "9"),)}, "cannot play"),
    ],
)
def test_a_table_that_cannot_be_played_says_why(fields: dict[str, Any], word: str) -> None:
    room = lobby()
    room.receive_card(card(**fields), NOW)
    (view,) = room.view(NOW).tables
    assert not view.playable
    assert word in english(view.template, view.fields)
    assert view.template
    assert all(isinstance(value, str) for _, value in view.fields)
    assert "\x1b" not in repr(view)


def test_a_handicap_that_does_not_fit_says_why() -> None:
    """One that does is shown as it stands in the card."""
    room, djambi = lobby(), find("djambi")
    mine: dict[str, Any] = {"game": "djambi", "seats": ("",) * 4, "rules": rules_hash(djambi)}
    room.receive_card(card(**mine, options=(("without", "red:C"),)), NOW)
    (view,) = room.view(NOW).tables
    assert dict(view.fields)["why"] == "without: red cannot play without a chief."
    room.receive_card(card(**mine, options=(("without", "red:M"),), ts=NOW + 1), NOW + 1)
    (view,) = room.view(NOW + 1).tables
    assert (view.playable, view.options) == (True, (("without", "red:M"),))


def test_chat_is_cleaned_kept_in_a_ring_and_limited() -> None:
    room = lobby()
    room.receive_chat(Chat(VERSION, BEA.public, "\x1b[1mBea", "hi \x1b]0;x\x07there\n\u202e!", NOW), NOW)
    room.receive_chat(Chat(VERSION, BEA.public, "Bea", "\x1b[31m", NOW), NOW)
    assert room.view(NOW).chat == ((BEA.pid, "Bea", "hi there !"),)
    for number in range(CHAT_LIMIT + 50):
        room.receive_chat(Chat(VERSION, stranger(number), "", f"{number}", NOW), NOW + number * 1000)
    assert len(room.view(NOW).chat) == CHAT_LIMIT
    room.receive_presence(here(), NOW)
    for number in range(20):
        room.receive_chat(Chat(VERSION, BEA.public, "Bea", f"flood {number}", NOW), NOW + number)
    assert sum("flood" in text for _, _, text in room.view(NOW).chat) == 5


def test_own_notes_are_read_by_others() -> None:
    table_room = Room.playing(3, players="4", vacant="1")
    host = table_room.sitters[0]
    mine, theirs = Lobby(ROOM, host.identity.public), lobby()
    made = mine.card(host.table, "Ada", NOW)
    assert mine.dated(made, NOW + 1) == msgspec.structs.replace(made, ts=NOW + 1)
    theirs.receive_card(made, NOW)
    (view,) = theirs.view(NOW).tables
    assert (view.playable, view.started, view.taken, len(view.seats)) == (True, True, 3, 3)
    theirs.receive_presence(mine.presence("Ada", b"s" * 8, NOW), NOW)
    theirs.receive_chat(mine.say("Ada", "hello", NOW), NOW)
    seen = theirs.view(NOW)
    assert [person.nick for person in seen.people] == ["Ada"]
    assert seen.chat == ((host.identity.pid, "Ada", "hello"),)
    assert dict(mine.presence("Ada", b"s" * 8, NOW).rules)["djambi"] == rules_hash(find("djambi"))


@pytest.mark.parametrize(
    ("app", "word"),
    [("0.9.0", "is older than"), ("2.0", "is newer than"), ("1.2.0", "can only watch"), ("?", "can only watch")],
)
def test_where_rules_differ_the_older_program_is_named(app: str, word: str) -> None:
    room = Lobby(ROOM, ME.public, "1.2.0")
    room.receive_presence(msgspec.structs.replace(here(), app=app), NOW)
    room.receive_card(card(author=BEA.public, rules=b"r" * 16), NOW)
    (view,) = room.view(NOW).tables
    assert word in english(view.template, view.fields)
    assert not view.playable


def test_the_version_told_is_that_of_the_program() -> None:
    assert tuple(map(int, APP.split(".")))
    assert __version__ == APP


def test_the_lobby_tells_by_which_door_somebody_is_here() -> None:
    door, room = Identity.new(b"d" * 32), lobby()
    signed, borrowed = (str(DoorMark.made(door, "Nora", who.public)) for who in (BEA, ME))
    renamed = str(DoorMark.made(door, "Nora’s", BEA.public))
    for ts, features, told in (
        (NOW, ("watch",), ""),
        (NOW + 1, (borrowed,), ""),
        (NOW + 2, ("watch", signed), "Nora"),
        (NOW + 3, (), "Nora"),
        (NOW + 4, (renamed,), "Nora’s"),
        (NOW + 5, (borrowed,), "Nora’s"),
    ):
        room.receive_presence(msgspec.structs.replace(here(ts=ts), features=features), NOW)
        (bea,) = room.view(NOW).people
        assert bea.door == told
    room.features = (signed,)
    assert room.presence("Me", b"s" * 8, NOW).features == (signed,)


def test_a_card_names_the_host_whoever_shows_it() -> None:
    room = lobby()
    room.receive_presence(here(), NOW)
    room.receive_card(card(nick="Ben"), NOW)
    assert room.view(NOW).tables[0].host == "Ben", "Bea shows it in his place"
    assert room.view(NOW).tables[0].unhosted
    room.receive_card(card(nick="Ben", started=True, ts=NOW + 1), NOW + 1)
    assert not room.view(NOW + 1).tables[0].unhosted, "a game that has begun needs no host"
    room.receive_card(card(ts=NOW + 2), NOW + 2)
    assert not room.view(NOW + 2).tables[0].unhosted
    table = Room.playing(2).table(1)
    assert Lobby(ROOM, table.me).card(table, "somebody", NOW).nick == table.annals.nick(table.annals.host)
    assert Lobby(ROOM, table.annals.host).card(table, "somebody", NOW).nick == "somebody"

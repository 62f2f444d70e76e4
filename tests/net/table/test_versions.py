"""Programs of different versions at one table: other rules, newer kinds of events."""

from __future__ import annotations

from pathlib import Path

import pytest

import net.table.fold.table_state
from core.fault import Fault
from core.game import Game
from net.identity.identity import Identity
from net.storage.journal import Journal
from net.view.table_view import Phase
from net.wire.event import Draft, Kind
from tests.net.support.toy_games.toy_table import Room, Sitter, install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def other_rules(game: Game) -> bytes:
    """Give the digest of rules that nobody else has."""
    return game.name.encode().ljust(16, b".")


def test_with_other_rules_one_cannot_sit_and_may_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room.open(2, players="2")
    monkeypatch.setattr(net.table.fold.table_state, "rules_hash", other_rules)
    watcher = Sitter(room.sitters[0].tid, Identity.new(b"w" * 32))
    for signed in room.events:
        watcher.take(signed)
    with pytest.raises(Fault, match=r"The host plays .* by other rules: you can only watch\."):
        watcher.table.sit(None, "Wil")
    monkeypatch.undo()
    install(monkeypatch)
    for number in range(2):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    room.move("1")
    room.say(1, room.table(1).talk("hello"))
    for signed in room.events:
        watcher.take(signed)
    assert watcher.view.phase is Phase.PLAYING
    assert watcher.view.match == room.view().match
    assert [line.text for line in watcher.view.talk] == ["hello"]
    assert watcher.table.duties() == ()


def test_who_has_other_rules_and_asks_for_a_seat_all_the_same_agrees_to_no_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room.open(2, players="2")
    wish = room.table(1).sit(None, "Ben")
    monkeypatch.setattr(net.table.fold.table_state, "rules_hash", other_rules)
    older = Sitter(room.sitters[0].tid, room.sitters[1].identity)
    room.sitters[1] = older
    for signed in room.events:
        older.take(signed)
    monkeypatch.undo()
    install(monkeypatch)
    room.say(1, wish)
    room.say(0, room.table(0).sit(None, "Ann"))
    assert room.table().annals.roster.full
    assert room.view().phase is Phase.GATHERING
    assert [seat.ready for seat in room.view().seats] == [False, True]


def test_what_only_newer_programs_know_is_kept_and_goes_on_to_others(tmp_path: Path) -> None:
    room = Room.playing(2)
    newer = room.forge(1, 99, ("ring", 3, None, ("x",)), seat=None)
    longer = room.forge(1, Kind.TALK, ("hello", None, "a field of a newer version"))
    room.move("1")
    room.move("2")
    assert [line.text for line in room.view().talk] == ["hello"]
    assert [note.template for note in room.view().notes if "newer version" in note.template]
    assert room.view().match.ply == 2  # type: ignore[union-attr]
    with Journal(tmp_path / "journal.db") as journal:
        journal.add_all(room.sitters[0].tid, room.events)
        assert {newer, longer} <= set(journal.events(room.sitters[0].tid))
    back = room.late()
    assert back.feed.heads() == room.sitters[0].feed.heads()
    assert back.view.match == room.view().match
    with pytest.raises(Fault):
        back.feed.draft(room.sitters[0].identity, Draft(Kind.MOVE, ({1: 2},)), 1)

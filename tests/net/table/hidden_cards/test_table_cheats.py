"""Cheats at the cards of a whole table: each ends with the cheat named before everybody, and the result void."""

from __future__ import annotations

from random import Random

import pytest

from core.games import find
from net.deck.card_deck import Deviation
from net.deck.deck_seed import Mask
from net.view.table_view import AuditStage, Phase
from net.wire.event import Draft, Kind
from tests.net.deck.test_deck_attacks import Inventing, Miskeyed, Peeping, Reordering
from tests.net.support.attacks.cheating_clients import CROOK, Bend, changed, honest, named, room_with
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.hidden_cards.test_table_mental import log, match_of, step
from tests.net.table.line.test_table_claims import PATIENCE

TWO = (2).to_bytes(32, "little")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def table(bend: Bend | None = None, kind: type[Mask] | None = None, turns: str = "6") -> Room:
    """Seat three at a duel, one of them with a wrong client."""
    return room_with(find("duel"), 3, bend=bend, kind=kind, turns=turns)


def play(room: Room, seed: int = 1) -> Room:
    """Play at random until the game is over or stops."""
    draw = Random(seed)
    while room.view(0).phase is Phase.PLAYING:
        before = len(room.events)
        for number in range(len(room.sitters)):
            step(room, draw, number)
        room.settle()
        assert len(room.events) > before, "the table stands still"
    return room


def test_an_honest_table_is_not_blamed() -> None:
    room = play(table())
    assert room.view(0).phase is Phase.OVER
    for sitter in room.sitters:
        assert sitter.view.audit is not None
        assert sitter.view.audit.stage is AuditStage.CLEAN
        assert not sitter.view.void


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        (Peeping, Deviation.DUPLICATE),
        (Inventing, Deviation.UNDEFINED),
        (Reordering, Deviation.POINTS),
        (Miskeyed, Deviation.KEYS),
    ],
)
def test_a_wrong_pass_is_named_and_the_result_void(kind: type[Mask], what: Deviation) -> None:
    room = play(table(kind=kind))
    for sitter in honest(room):
        assert named(sitter.view, what)
        assert sitter.view.void


def test_a_ciphertext_seen_twice_stops_the_game_before_it_begins() -> None:
    def twice(draft: Draft) -> Draft:
        if draft.kind != Kind.DECK1:
            return draft
        epoch, ((first, _, *rest),) = draft.data
        return changed(draft, epoch, ((first, first, *rest),))

    room = table(twice)
    for sitter in honest(room):
        assert sitter.view.phase is Phase.FROZEN
        assert named(sitter.view, Deviation.DUPLICATE)
    assert log(room) == []


def test_a_bad_share_stops_the_game() -> None:
    def wrong(draft: Draft) -> Draft:
        if draft.kind != Kind.SHARE:
            return draft
        return changed(draft, tuple((*one[:3], TWO) for one in draft.data[0]))

    room = play(table(wrong))
    for sitter in honest(room):
        assert sitter.view.phase is Phase.FROZEN
        assert named(sitter.view, Deviation.SHARE)


def riding(room: Room) -> Draft | None:
    """Give a move of the crook with shares riding on it, if he is to move."""
    course = room.table(CROOK).course
    assert course is not None
    seat = room.seat_of(CROOK)
    if course.mover != seat:
        return None
    draft = room.table(CROOK).move(seat, "duel")
    return draft if draft.data[2] else None


def test_a_bad_share_on_a_move_stops_the_game() -> None:
    room, draw = table(), Random(1)
    while (draft := riding(room)) is None:
        assert any(step(room, draw, number) for number in range(3))
        room.settle()
    text, spent, shares = draft.data
    room.say(CROOK, changed(draft, text, spent, tuple((*one[:3], TWO) for one in shares)))
    for sitter in honest(room):
        assert sitter.view.phase is Phase.FROZEN
        assert named(sitter.view, Deviation.SHARE)


def until_hidden(room: Room) -> tuple[Draft, int]:
    """Play until the crook is to move with a drawn card; give his showing of it, and its face."""
    draw = Random(2)
    while not (drawn := log(room, CROOK)[-1].split())[-1].isdigit() or drawn[0] != "draw":
        number = next(number for number in range(3) if step(room, draw, number) is not None)
        assert number < len(room.sitters)
        room.settle()
    face, seat = int(drawn[-1]), room.seat_of(CROOK)
    return room.table(CROOK).move(seat, f"show {face}"), face


@pytest.mark.parametrize("wrong", ["none", "key", "face"])
def test_a_wrong_opening_is_void_and_named(wrong: str) -> None:
    room = table()
    draft, face = until_hidden(room)
    text, spent, shares = draft.data
    other = next(card for card in (1, 3, 5, 7) if card != face)
    before = log(room)
    data = {
        "none": (text, spent, None),
        "key": (text, spent, tuple((*one[:3], TWO) for one in shares)),
        "face": (f"show {other}", spent, shares),
    }[wrong]
    room.say(CROOK, changed(draft, *data))
    for sitter in honest(room):
        (void,) = sitter.view.voids
        assert (void.nick, void.text) == (f"nick{CROOK}", data[0])
        assert void.seat is not None
        assert void.reason == f"{match_of(room).names[void.seat]} plays a drawn card without proving it."
    assert log(room) == before


def silent(draft: Draft) -> Draft | None:
    """Take no part in any audit."""
    return None if draft.kind == Kind.AUDIT else draft


def test_who_refuses_the_audit_is_named_when_patience_is_over() -> None:
    room = play(table(silent))
    assert room.view(0).phase is Phase.OVER
    for now in (0, PATIENCE // 2, PATIENCE - 1):
        room.settle(now)
        audit = room.view(0).audit
        assert audit is not None
        assert (audit.stage, len(audit.waited)) == (AuditStage.WAITING, 1)
    room.settle(PATIENCE)
    for sitter in honest(room)[:-1]:
        assert named(sitter.view, Deviation.REFUSED, stage=AuditStage.REFUSED)


def test_who_comes_late_to_the_audit_is_heard_all_the_same() -> None:
    room = play(table(silent))
    for now in (0, PATIENCE // 2, PATIENCE):
        room.settle(now)
    assert named(room.view(0), Deviation.REFUSED, stage=AuditStage.REFUSED)
    crook = room.table(CROOK)
    crook.bend = None  # type: ignore[attr-defined]
    crook._given.clear()
    room.settle(PATIENCE + 1)
    for sitter in room.sitters:
        audit = sitter.view.audit
        assert audit is not None
        assert (audit.stage, audit.waited, len(audit.signed)) == (AuditStage.CLEAN, (), 3)


def test_who_has_been_away_gives_the_others_their_time() -> None:
    room = play(table(silent))
    room.settle(0)
    room.settle(50 * PATIENCE)
    audit = room.view(0).audit
    assert audit is not None
    assert audit.stage is AuditStage.WAITING


def test_at_a_table_of_mediterranee_too() -> None:
    room = room_with(find("mediterranee"), 4, kind=Inventing, placement="standard")
    play(room, 3)
    for sitter in honest(room):
        assert sitter.view.phase in {Phase.FROZEN, Phase.OVER}
        assert named(sitter.view, Deviation.UNDEFINED)

"""Sealed phases and chance at a table: laid down, opened, dealt, whatever comes in what order."""

from __future__ import annotations

import random

import pytest

from core.fault import BadOption, Fault, IllegalAction
from core.game import DEALER, Seat
from core.games import find
from core.option import settle
from net.identity.identity import Identity
from net.table.action.host_action import genesis
from net.table.fold.table_terms import settle_terms
from net.view.table_view import OfferKind, Phase, SlotStage
from net.wire.commitment import Slot, joined
from net.wire.event import Draft, Kind, Signed
from net.wire.event_data import tid_of
from tests.length import seeds
from tests.net.support.toy_games.toy_table import SALT, Room, Sitter, install
from tests.net.table.test_table_play import plain, same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def alone(players: int = 3, **options: str) -> Room:
    """Seat one profile on every seat of a duel dealt by a seed."""
    options = {"players": str(players), "seed": "7"} | options
    room = Room.open(2, terms={"deal": "local"}, game=find("duel"), **options)
    for seat in range(players):
        room.say(0, room.table().sit(Seat(seat), f"nick{seat}"))
    assert room.view().phase is Phase.PLAYING
    return room


def log(room: Room, number: int = 0) -> list[str]:
    match = room.view(number).match
    assert match is not None
    return [line.text for line in match.log]


def turn(room: Room) -> tuple[Seat, ...]:
    course = room.table().course
    assert course is not None
    return course.active


def test_a_local_table_deals_without_an_event() -> None:
    room = alone()
    assert log(room)[:2] == ["talon 6", "lot 0"] or log(room)[1].startswith("lot")
    assert log(room)[2].startswith("draw ")
    assert (room.table().line_heads()[0], room.table().steps()) == (0, ())
    assert room.view().match.deal() == room.view().match  # type: ignore[union-attr]
    (seat,) = turn(room)
    room.say(0, room.table().move(seat, "show 2"))
    (step,) = room.table().steps()
    assert (step.ply, step.at, step.line.text) == (0, 3, "show 2")
    assert log(room)[4].startswith("draw ")
    room.say(0, room.table().talk("hello"))
    assert room.view().talk[0].ply == 4
    assert same(room)


def test_several_holders_cannot_start_a_local_table() -> None:
    room = Room.open(2, terms={"deal": "local"}, game=find("duel"), players="2", seed="7")
    room.say(0, room.table(0).sit(Seat(0), "a"))
    room.say(1, room.table(1).sit(Seat(1), "b"))
    assert room.view().phase is Phase.GATHERING
    assert any("one profile holds all seats" in note.template for note in room.view(1).notes)
    readies = room.table().annals.roster.readies()
    assert readies is not None
    room.forge(0, Kind.START, (room.table().annals.roster.digest, readies))
    assert room.view(1).phase is Phase.GATHERING
    room.say(1, room.table(1).leave(Seat(1)))
    room.say(0, room.table(0).sit(Seat(1), "a"))
    assert room.view().phase is Phase.PLAYING


def test_a_table_is_told_its_cards_beforehand_where_one_alone_deals_and_there_only() -> None:
    duel = find("duel")
    for seed, deal in (("7", "mental"), ("none", "local")):
        options, terms = settle(duel, {"players": "2", "seed": seed}), settle_terms({"deal": deal})
        with pytest.raises(BadOption, match="told beforehand"):
            genesis(duel, options, terms, title="", nick="Ada", salt=SALT)
        right = settle_terms({"deal": "local" if seed == "7" else "mental"})
        name, told, _, *rest = genesis(duel, options, right, title="", nick="Ada", salt=SALT).data
        key = Identity.new(b"a" * 32)
        data = (name, told, tuple(terms.items()), *rest)
        sitter = Sitter(tid_of(key.public, data), key)
        sitter.sign(Draft(Kind.GENESIS, data))
        assert sitter.view.phase is Phase.CLOSED
        assert any("told beforehand" in str(dict(note.fields)) for note in sitter.view.notes)


def test_one_key_lays_down_for_all_its_seats() -> None:
    room = alone()
    room.say(0, room.table().move(turn(room)[0], "duel"))
    active = turn(room)
    assert active == (0, 1, 2)
    assert [slot.stage for slot in room.view().slots] == [SlotStage.OWES] * 3
    room.say(0, room.table().move(Seat(1), "card 4"))
    assert [(slot.stage, slot.text) for slot in room.view(0).slots] == [("owes", ""), ("laid", "card 4"), ("owes", "")]
    assert [(slot.stage, slot.text) for slot in room.view(1).slots] == [("owes", ""), ("laid", ""), ("owes", "")]
    with pytest.raises(IllegalAction, match="decided already"):
        room.table().move(Seat(1), "card 2")
    with pytest.raises(IllegalAction, match="decided already"):
        room.table().declare(Seat(1), "abandon")
    with pytest.raises(IllegalAction, match="not possible"):
        room.table().move(Seat(2), "duel")
    room.say(0, room.table().move(Seat(2), "card 2"))
    room.say(0, room.table().move(Seat(0), "card 0"))
    assert log(room)[4:7] == ["card 0", "card 4", "card 2"]
    steps = room.table().steps()
    assert [(step.ply, step.at, step.kind) for step in steps[1:]] == [(1, at, Kind.REVEAL) for at in (4, 5, 6)]
    course = room.table().course
    assert course is not None
    assert course.gprev == joined([step.id for step in steps[1:]])
    assert room.view().slots == ()
    assert same(room)


def laying() -> Room:
    """Bring a table of one key to a duel."""
    room = alone()
    room.say(0, room.table().move(turn(room)[0], "duel"))
    return room


def test_a_resignation_beside_what_is_laid_down_opens_nothing() -> None:
    room = laying()
    room.say(0, room.table().move(Seat(0), "card 4"))
    room.say(0, room.table().declare(Seat(1), "resign"))
    assert log(room)[-1] == "duel"
    room.say(0, room.table().move(Seat(2), "card 2"))
    assert log(room)[-1] == "abandon blue"
    assert turn(room) == (0, 2)
    assert not any(signed.event.kind == Kind.REVEAL and signed.event.seat is not None for signed in room.events)
    room.say(0, room.table().move(Seat(0), "card 4"))
    room.say(0, room.table().move(Seat(2), "card 2"))
    assert log(room)[5:7] == ["card 4", "card 2"]
    assert same(room)


@pytest.mark.parametrize("kind", [OfferKind.TAKEBACK, OfferKind.PAUSE])
def test_what_waits_for_secret_decisions_says_so(kind: OfferKind) -> None:
    room = laying()
    room.say(0, room.table().move(Seat(0), "card 4"))
    with pytest.raises(IllegalAction, match="Several seats decide in secret here"):
        room.table().offer(kind, Seat(0))


def test_two_resign_at_once() -> None:
    room = laying()
    for seat in (Seat(2), Seat(1)):
        room.say(0, room.table().declare(seat, "resign"))
    room.say(0, room.table().move(Seat(0), "card 4"))
    assert log(room)[-2:] == ["abandon blue", "abandon yellow"]
    assert room.view(1).outcome is not None
    assert same(room)


def commit(room: Room, seat: int, text: str) -> Signed:
    """Have the first sitter commit by hand, whatever the rules say, with a salt of sevens."""
    course, table = room.table().course, room.table()
    assert course is not None
    slot = Slot(table.tid, course.ply, course.gprev, Seat(seat))
    return room.forge(0, Kind.COMMIT, (slot.commitment(b"7" * 32, text), b""), seat=seat)


def test_what_does_not_fit_or_is_not_legal_is_void_and_named() -> None:
    room = laying()
    commit(room, 1, "card 4")
    commit(room, 2, "duel")
    room.say(0, room.table().move(Seat(0), "card 2"))
    line = room.table().annals.line
    assert line is not None
    assert line.phase is not None
    place = {"seat": 1, "gprev": line.phase.id}
    room.forge(0, Kind.REVEAL, (b"7" * 32, "card 2", None), **place)
    room.forge(0, Kind.REVEAL, (b"7" * 32, "duel", None), **place | {"seat": 2})
    reasons = [(void.seat, void.text, void.reason) for void in room.view(1).voids]
    assert reasons == [
        (1, "card 2", "What blue opens is not what it laid down."),
        (2, "duel", "duel is not possible now."),
    ]
    assert [slot.stage for slot in room.view(1).slots] == ["open", "laid", "laid"]
    room.forge(0, Kind.REVEAL, (b"7" * 32, "card 4", None), **place)
    assert [slot.stage for slot in room.view(1).slots] == ["open", "open", "laid"]
    assert [(wait.seat, wait.what) for wait in room.view(1).waits] == [(2, "reveal")]
    assert same(room)


def test_of_two_commits_the_first_counts() -> None:
    room = laying()
    commit(room, 1, "card 4")
    commit(room, 1, "card 2")
    room.say(0, room.table().move(Seat(0), "card 2"))
    room.say(0, room.table().move(Seat(2), "card 2"))
    line = room.table().annals.line
    assert line is not None
    assert line.phase is not None
    for text in ("card 2", "card 4"):
        room.forge(0, Kind.REVEAL, (b"7" * 32, text, None), seat=1, gprev=line.phase.id)
    assert log(room)[4:7] == ["card 2", "card 4", "card 2"]
    assert same(room)


def test_a_restart_between_laying_down_and_opening_opens_the_same() -> None:
    room = laying()
    for seat, text in enumerate(("card 4", "card 2", "card 0")):
        room.say(0, room.table().move(Seat(seat), text), settle=False)
        room.sitters[1].take(room.events[-1])
    sitter = room.sitters[0]
    again = sitter.fresh()
    for signed in room.events:
        again.receive(signed)
    drafts = again.duties()
    assert [(draft.kind, draft.seat, draft.data[1]) for draft in drafts] == [
        (Kind.REVEAL, 0, "card 4"),
        (Kind.REVEAL, 1, "card 2"),
        (Kind.REVEAL, 2, "card 0"),
    ]
    assert drafts == room.table().duties()


def test_what_is_kept_in_a_commit_is_for_its_author_alone() -> None:
    slot, secret = Slot(b"t" * 16, 3, b"g" * 16, Seat(1)), b"s" * 32
    kept = slot.hide(secret, "card 4")
    assert slot.find(secret, kept) == "card 4"
    assert slot.find(b"o" * 32, kept) is None
    assert Slot(b"t" * 16, 4, b"g" * 16, Seat(1)).find(secret, kept) is None
    assert slot.find(secret, b"short") is None
    assert len(slot.hide(secret, "é" * 20)) == len(slot.hide(secret, "x")) == len(kept)
    assert slot.salt(secret) != Slot(b"t" * 16, 3, b"g" * 16, Seat(2)).salt(secret)


def whole(seed: int, players: int) -> Room:
    """Play a whole duel of one key at random, some of it wrong."""
    draw = random.Random(seed)
    room = alone(players, seed=str(seed))
    while room.view().outcome is None:
        match = room.view().match
        assert match is not None
        owing = [slot.seat for slot in room.view().slots if slot.stage is SlotStage.OWES]
        seat = draw.choice(owing or list(turn(room)))
        if draw.random() < 0.1:
            room.forge(0, draw.choice([Kind.MOVE, Kind.REVEAL, Kind.COMMIT]), (b"x" * 32, "card 2"), seat=int(seat))
            continue
        deed = draw.choice(list(match.state.legal(seat)))
        room.say(0, room.table().move(seat, str(deed)))
        if draw.random() < 0.03:
            with pytest.raises(Fault):
                room.table().move(seat, "nonsense")
    return room


@pytest.mark.parametrize("seed", seeds(12, 5))
def test_whole_games_end_equal_in_every_interleaving(seed: int) -> None:
    room = whole(seed, 2 + seed % 3)
    assert same(room)
    match = room.view().match
    assert match is not None
    assert match.ply > room.table().line_heads()[0]
    assert any(line.seat == DEALER and line.text.startswith("talon") for line in match.log[3:])
    events = list(room.events)
    random.Random(seed).shuffle(events)
    late: Sitter = room.late(events + events[:9])
    assert plain(late.view) == plain(room.view())
    assert late.table.line_heads() == room.table().line_heads()
    assert [line.text for line in late.view.match.log] == log(room)  # type: ignore[union-attr]

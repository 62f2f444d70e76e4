"""Hidden cards and people who do not answer, or who answer wrongly: at each step the table goes on or says why not."""

from __future__ import annotations

import random

import pytest

from core.fault import IllegalAction
from core.game import Seat
from core.games import find
from net.view.table_view import AuditStage, OfferKind, Phase
from net.wire.event import Draft, Kind, Signed
from tests.net.support.absent_players import Quiet
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.hidden_cards.test_table_mental import dealt, log, match_of, step
from tests.net.table.test_table_play import plain, same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def seated(people: int, turns: str = "4") -> Room:
    """Seat people at a duel; nothing is carried after the lots are open."""
    room = Room.open(people, game=find("duel"), players=str(people), turns=turns)
    for number in range(people):
        room.say(number, room.table(number).sit(None, f"nick{number}"), settle=number < people - 1)
    return room


def start_without_cards(people: int, turns: str = "4") -> Room:
    """Seat people and stop at the moment when the first deck is owed."""
    room = seated(people, turns)
    while room.view().phase is not Phase.PLAYING or room.table(people - 1).course is None:
        fresh, room.delivered = room.events[room.delivered :], len(room.events)
        for signed in fresh:
            for sitter in room.sitters:
                sitter.take(signed)
        if all(sitter.view.phase is Phase.PLAYING for sitter in room.sitters):
            break
        for sitter in room.sitters:
            for draft in sitter.table.duties():
                room.events.append(sitter.sign(draft))
    return room


def test_one_who_does_not_help_with_the_first_deck_is_out_of_nothing_and_somebody_else_may_sit_down() -> None:
    quiet = Quiet(start_without_cards(3), 1)
    assert quiet.wait() == [(1, "deck")]
    assert quiet.room.view(0).phase is Phase.GATHERING
    assert [seat.nick for seat in quiet.room.view(2).seats] == ["nick0", "", "nick2"]
    quiet.room.events.append(quiet.room.sitters[2].sign(quiet.room.table(2).sit(Seat(1), "nick2")))
    quiet.settle()
    assert quiet.room.view(0).phase is Phase.PLAYING
    quiet.play(random.Random(1))
    assert quiet.room.view(0).phase is Phase.OVER
    room = quiet.back()
    assert same(room)
    assert log(room, 1) == log(room, 0)


def test_one_who_does_not_share_is_out_and_his_escrow_is_opened() -> None:
    quiet = Quiet(dealt(4, turns="9"))
    draw = random.Random(2)
    for _ in range(3):
        for number in range(4):
            if step(quiet.room, draw, number):
                break
        quiet.settle()
    quiet.away = {3}
    quiet.play(draw)
    what: list[tuple[int, str]] = []
    while quiet.room.view(0).phase is Phase.PLAYING and len(what) < 9:
        what += quiet.wait()
        quiet.play(draw)
    assert 3 in {seat for seat, _ in what}
    assert quiet.room.view(0).phase is Phase.OVER
    assert any(signed.event.kind == Kind.DEAL for signed in quiet.room.events)
    assert "abandon green" in log(quiet.room, 0)
    room = quiet.back()
    assert same(room)
    assert room.view(3).audit is not None
    assert room.view(3).audit.stage is AuditStage.CLEAN  # type: ignore[union-attr]


def duelling(people: int) -> Quiet:
    """Bring a table to a duel."""
    room = dealt(people, turns="6")
    number, seat = room.mover()
    room.say(number, room.table(number).move(seat, "duel"))
    return Quiet(room)


def test_one_who_lays_nothing_down_plays_the_default() -> None:
    quiet = duelling(3)
    quiet.away = {2}
    for number in (0, 1):
        seat = quiet.room.seat_of(number)
        quiet.room.say(number, quiet.room.table(number).move(seat, "card 2"), settle=False)
    assert quiet.wait() == [(2, "commit")]
    played = [line for line in match_of(quiet.room, 0).log if line.text.startswith("card")]
    assert [line.text for line in played] == ["card 2", "card 2", "card 0"]
    assert quiet.room.table(0).steps()[-1].kind is Kind.FINAL
    room = quiet.back()
    assert same(room)


def test_one_who_does_not_open_is_out_and_the_others_lay_down_again() -> None:
    quiet = duelling(3)
    for number in (2, 0, 1):
        seat = quiet.room.seat_of(number)
        quiet.room.say(number, quiet.room.table(number).move(seat, "card 2"), settle=False)
    quiet.away = {2}
    assert quiet.wait() == [(2, "reveal")]
    assert log(quiet.room, 0)[-1] == "abandon yellow"
    assert [slot.stage for slot in quiet.room.view(0).slots] == ["owes", "owes"]
    room = quiet.back()
    assert same(room)
    assert (
        sum(
            signed.event.kind == Kind.REVEAL and signed.event.author == room.sitters[2].identity.public
            for signed in room.events
        )
        == 1
    )


def test_a_choice_that_comes_before_the_last_final_counts() -> None:
    quiet = duelling(3)
    quiet.away = {2}
    for number in (0, 1):
        quiet.room.say(number, quiet.room.table(number).move(quiet.room.seat_of(number), "card 2"), settle=False)
    quiet.settle()
    course = quiet.room.table(0).course
    assert course is not None
    quiet.room.forge_quietly(0, Kind.FINAL, (2, "commit", course.match.ply, True), seat=None)
    quiet.room.say(2, quiet.room.table(2).move(Seat(2), "card 4"), settle=False)
    room = quiet.back()
    assert [line.text for line in match_of(room).log if line.text.startswith("card")] == ["card 2", "card 2", "card 4"]
    kinds = [Kind(e.event.kind) for e in room.events if e.event.author == room.sitters[0].identity.public]
    assert [kind for kind in kinds if kind is not Kind.SHARE][-3:] == [Kind.FINAL, Kind.FINAL, Kind.REVEAL]
    assert same(room)


@pytest.mark.parametrize("seed", range(6))
def test_whoever_stays_away_at_whatever_moment_the_others_end_the_game(seed: int) -> None:
    draw = random.Random(seed)
    people = 3 + seed % 2
    quiet = Quiet(start_without_cards(people, "6"))
    for _ in range(draw.randrange(40)):
        number = draw.randrange(people)
        step(quiet.room, draw, number)
        sitter = quiet.room.sitters[number]
        for signed in tuple(quiet.room.events):
            sitter.take(signed)
        for draft in sitter.table.duties(0):
            quiet.room.events.append(sitter.sign(draft))
    gone = draw.randrange(people)
    quiet.away = {gone}
    for _ in range(12):
        quiet.play(draw)
        if quiet.room.view(quiet.there[0]).phase is not Phase.PLAYING:
            break
        assert quiet.wait()
    begun = quiet.room.table(quiet.there[0]).annals.roster.undone == ()
    stage = quiet.room.view(quiet.there[0]).phase
    assert stage is (Phase.OVER if begun else Phase.CLOSED if gone == 0 else Phase.GATHERING)
    room = quiet.back()
    assert same(room)
    events = list(room.events)
    draw.shuffle(events)
    late = room.late(events)
    assert plain(late.view) == plain(room.view())


def crook(room: Room, number: int, kind: Kind, bend: object) -> None:
    """Let somebody sign one thing otherwise than his client would."""
    sitter, plain_sign = room.sitters[number], room.sitters[number].sign
    done: list[Draft] = []

    def sign(draft: Draft, ts: int = 1) -> Signed:
        if draft.kind is kind and not done:
            done.append(draft)
            draft = Draft(draft.kind, bend(draft.data), draft.seat, draft.ply, draft.gprev, draft.state)  # type: ignore[operator]
        return plain_sign(draft, ts)

    sitter.sign = sign  # type: ignore[method-assign]


def swapped(data: tuple[object, ...]) -> tuple[object, ...]:
    """Put two cards of a pass in the other order."""
    epoch, packs, *rest = data
    first, second, *others = packs[0]  # type: ignore[index]
    return (epoch, ((second, first, *others),), *rest)


def doubled(data: tuple[object, ...]) -> tuple[object, ...]:
    """Put a card in twice."""
    epoch, packs, *rest = data
    _, second, *others = packs[0]  # type: ignore[index]
    return (epoch, ((second, second, *others),), *rest)


@pytest.mark.parametrize(
    ("kind", "bend", "stage"),
    [
        (Kind.DECK1, doubled, Phase.FROZEN),
        (Kind.DECK2, swapped, Phase.FROZEN),
        (Kind.DECK1, swapped, Phase.OVER),
    ],
)
def test_who_cheats_with_the_deck_is_named_and_the_result_is_void(kind: Kind, bend: object, stage: Phase) -> None:
    room = start_without_cards(3)
    crook(room, 1, kind, bend)
    room.settle()
    draw = random.Random(4)
    for _ in range(60):
        for number in range(3):
            if room.view(number).phase is Phase.PLAYING:
                step(room, draw, number)
        room.settle()
    view = room.view(0)
    assert view.phase is stage
    assert view.audit is not None
    assert view.audit.stage is AuditStage.BROKEN
    assert view.void
    assert dict(view.audit.fields) == {"nick": "nick1"}
    views, logs = (
        [room.view(number) for number in range(3)],
        sorted((log(room, number) for number in range(3)), key=len),
    )
    assert logs[0] == logs[2][: len(logs[0])]  # who drew what is no card stands before it
    assert logs[1] == logs[2]
    assert len({(one.phase, one.void, one.audit.stage, one.audit.fields) for one in views if one.audit}) == 1
    assert all(one.audit for one in views)


@pytest.mark.parametrize("seed", range(4))
def test_who_resigns_and_goes_at_once_is_waited_for_no_longer(seed: int) -> None:
    draw, quiet = random.Random(seed), Quiet(dealt(4, turns="9"))
    for _ in range(seed):
        for number in range(4):
            step(quiet.room, draw, number)
        quiet.settle()
    mover = quiet.room.mover()[0] if not quiet.room.view().slots else 0
    gone = (mover + 1) % 4
    quiet.room.say(gone, quiet.room.table(gone).declare(quiet.room.seat_of(gone), "resign"), settle=False)
    quiet.away = {gone}
    for _ in range(12):
        quiet.play(draw)
        if quiet.room.view(quiet.there[0]).phase is not Phase.PLAYING:
            break
        assert quiet.wait()
    assert quiet.room.view(quiet.there[0]).phase is Phase.OVER
    room = quiet.back()
    assert same(room)
    late = room.late(reversed(room.events))
    assert plain(late.view) == plain(room.view())


def test_nobody_returns_to_a_table_with_hidden_cards() -> None:
    room = dealt(3)
    other = (room.mover()[0] + 1) % 3
    room.say(other, room.table(other).declare(room.seat_of(other), "resign"))
    with pytest.raises(IllegalAction, match="nobody returns"):
        room.table(other).offer(OfferKind.RETURN, room.seat_of(other))
    room.forge(other, Kind.OFFER, ("return", "return"), seat=int(room.seat_of(other)))
    assert room.view().offers == ()
    assert same(room)

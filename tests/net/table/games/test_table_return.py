"""Djambi: somebody does not come, is out by certificate, comes back by a vote and plays on with all that was before."""

from __future__ import annotations

from random import Random

from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.record import Record, read, write
from core.match.transcript import Utterance
from net.view.table_view import OfferKind, Phase, TableView
from net.wire.event import Kind
from tests.net.support.absent_players import Quiet
from tests.net.support.toy_games.toy_table import Room
from tests.net.table.games.test_table_djambi import play
from tests.net.table.test_table_play import plain, same


def lines(view: TableView) -> list[tuple[int, str]]:
    assert view.match is not None
    return [(line.seat, line.text) for line in view.match.log]


def moved(quiet: Quiet, draw: Random, number: int) -> None:
    """Let whoever is to move and is there decide."""
    room = quiet.room
    match = room.view(number).match
    assert match is not None
    seat = match.state.active[0]
    text = str(draw.choice(sorted(map(str, match.state.legal(seat)))))
    room.events.append(room.sitters[int(seat)].sign(room.table(int(seat)).move(seat, text)))
    quiet.settle()


def recorded(view: TableView) -> Record:
    """Write the record of a game and read it again."""
    assert view.match is not None
    talk = [Utterance(one.seat, one.pid, one.seq, one.ply, one.text, one.act) for one in view.talk]
    people = {seat.name: seat.nick for seat in view.seats}
    return read(write(Record.of(view.match, talk, people=people, terms=view.terms, date="2026-11-21")))


def test_who_was_out_for_not_coming_plays_on_with_his_history() -> None:
    room, draw = Room.playing(3, game=find("djambi"), players="3"), Random(4)
    play(room, 4, seed=4)
    away = room.mover()[0]
    seat = Seat(away)
    room.say(away, room.table(away).talk("one moment"))
    before, talked = lines(room.view()), room.view().talk
    quiet = Quiet(room, away)
    assert quiet.wait() == [(away, "move")]
    there = quiet.there[0]
    name = room.view(there).seats[away].name
    assert lines(room.view(there)) == [*before, (seat, f"abandon {name}")]
    assert room.table(there).steps()[-1].kind is Kind.FINAL
    for _ in range(3):
        moved(quiet, draw, there)
    played = lines(room.view(there))
    room = quiet.back()
    assert same(room)
    assert room.view(away).mine == (seat,)
    assert room.view(away).phase is Phase.PLAYING
    room.say(away, room.table(away).talk("I am back"))
    room.say(away, room.table(away).offer(OfferKind.RETURN, seat))
    (offer,) = room.view(there).offers
    assert (offer.kind, offer.seat, set(offer.owed)) == (
        OfferKind.RETURN,
        seat,
        {Seat(one) for one in range(3)} - {seat},
    )
    for owed in offer.owed:
        room.say(int(owed), room.table(int(owed)).answer(offer.id, owed, yes=True))
    assert lines(room.view(there)) == [*played, (seat, f"return {name}")]
    while lines(room.view())[-1][0] != seat or "return" in lines(room.view())[-1][1]:
        moved(quiet, draw, there)
    assert same(room)
    assert room.view().talk[: len(talked)] == talked
    record = recorded(room.view())
    told = [(line.seat, line.text) for line in record.log]
    assert told == lines(room.view())
    assert told[: len(played)] == played
    assert [text for who, text in told if who == seat and name in text] == [f"abandon {name}", f"return {name}"]
    assert [said.text for said in record.talk if said.seat == seat] == ["one moment", "I am back"]
    assert dict(record.people)[name] == f"nick{away}"
    match = room.view().match
    assert match is not None
    assert Match.fold(record.header, record.log).digest() == match.digest()
    assert plain(room.late(reversed(room.events)).view) == plain(room.view())


def test_one_no_keeps_him_out() -> None:
    room = Room.playing(3, game=find("djambi"), players="3")
    quiet = Quiet(room, 0)
    assert quiet.wait() == [(0, "move")]
    room = quiet.back()
    room.say(0, room.table(0).offer(OfferKind.RETURN, Seat(0)))
    (offer,) = room.view(1).offers
    room.say(1, room.table(1).answer(offer.id, Seat(1), yes=True))
    room.say(2, room.table(2).answer(offer.id, Seat(2), yes=False))
    assert room.view(0).offers == ()
    assert [text for _, text in lines(room.view(0))] == ["abandon red"]

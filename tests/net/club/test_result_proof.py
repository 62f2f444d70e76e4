"""Results: what the receipts of a real table prove, every way to forge it, and which of two ends stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from net.club.club_event import PROOF_LIMIT, Admit, ClubKind, Expel, Join, Result, rated_salt
from net.club.club_log import check_club_event
from net.club.result_book import check_result
from net.club.result_proof import ProvedEnd, check_proof, prove, read_proof
from net.identity.identity import Identity
from net.table.fold.end_statement import end_of
from net.wire.codec import BadMessage, pack
from net.wire.event import Event, Kind
from net.wire.event_data import Ready, Seen, data_of
from tests.net.support.clubs import GPREV, NOW, Club, HandTable, hand_table, result_of, table_event
from tests.net.support.event_signer import who
from tests.net.support.toy_games import toy_table
from tests.net.support.toy_games.toy_table import Room, install

CID = b"c" * 16
ANN, BEN, CAT = who("ann"), who("ben"), who("cat")
RATED = {"bots": "no"}


def finished(people: int, monkeypatch: pytest.MonkeyPatch) -> Room:
    """Play a rated game of the toy to its end."""
    install(monkeypatch)
    monkeypatch.setattr(toy_table, "SALT", rated_salt(CID, b"", 0, 0, bytes(16)))
    room = Room.playing(people, terms=RATED)
    for _ in range(4):
        room.move("3")
    return room


@pytest.mark.parametrize("people", [2, 3])
def test_a_real_table_proves_its_result_to_somebody_who_was_not_there(
    people: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = finished(people, monkeypatch)
    annals = room.table().annals
    end = end_of(annals)
    assert end is not None
    proved = check_proof(prove(annals, end))
    assert proved.end == end
    assert proved.players == tuple(one.identity.public for one in room.sitters)
    assert proved.signers == set(proved.players)
    winner = proved.players[end.winners[0]]
    assert max(zip(proved.worth, proved.players, strict=True))[1] == winner
    assert len(prove(annals, end)) < 2_500
    assert read_proof(prove(annals, end)) == proved


def test_all_programs_prove_the_same_end(monkeypatch: pytest.MonkeyPatch) -> None:
    room = finished(3, monkeypatch)
    ends = {end_of(room.table(number).annals) for number in range(3)}
    assert len(ends) == 1


def test_a_table_with_bots_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    room = Room.playing(2)
    for _ in range(4):
        room.move("3")
    end = end_of(room.table().annals)
    assert end is not None
    with pytest.raises(BadMessage, match="allowed bots"):
        prove(room.table().annals, end)


def test_a_game_that_goes_on_has_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    assert end_of(Room.playing(2).table().annals) is None


def good(**more: Any) -> HandTable:  # noqa: ANN401 what `hand_table` takes
    return hand_table(CID, [ANN, BEN, CAT], [1], **more)


def signed_by(table: HandTable, one: Identity, kind: Kind, data: Any, **place: Any) -> HandTable:  # noqa: ANN401
    """Put somebody's own event in the place of the one they signed."""
    before = table.genesis if one.public == table.genesis.event.author else None
    own = table_event(one, table.end.tid, kind, data, before, **place)
    others = [said for said in table.signed if said.event.author != one.public]
    return replace(table, signed=[*others, own])


def at(table: HandTable) -> dict[str, object]:
    return {"ply": table.end.ply, "gprev": GPREV, "state": table.end.digest}


FORGERIES: dict[str, Callable[[], HandTable]] = {
    "another winner": lambda: replace(good(), end=replace(good().end, winners=(0,))),
    "other points": lambda: replace(good(), end=replace(good().end, points=(9, 0, 0))),
    "another place": lambda: replace(good(), end=replace(good().end, gprev=b"h" * 16)),
    "another table": lambda: replace(good(), genesis=good(nonce=b"n" * 16).genesis),
    "seats exchanged": lambda: replace(good(), end=replace(good().end, keys=good().end.keys[::-1])),
    "a seat more": lambda: replace(
        good(), end=replace(good().end, keys=(*good().end.keys, who("dan").public), points=(0, 0, 0, 0))
    ),
    "a seat less": lambda: replace(good(), end=replace(good().end, keys=good().end.keys[:2], points=(0, 0))),
    "somebody left out": lambda: replace(good(), signed=good().signed[:2]),
    "one signature": lambda: good(signers=[1]),
    "none": lambda: good(signers=[]),
    "a stranger's signature": lambda: signed_by(good(), who("eve"), Kind.SEEN, Seen(GPREV, NOW), **at(good())),
    "the same twice": lambda: replace(good(), signed=[*good().signed, good().signed[0]]),
    "a receipt of another end": lambda: signed_by(
        good(signers=[0, 1]), BEN, Kind.SEEN, Seen(GPREV, NOW), **at(good()) | {"state": b"x" * 16}
    ),
    "a receipt of a move": lambda: signed_by(good(), BEN, Kind.SEEN, Seen(b"i" * 32, NOW), **at(good())),
    "a winner who was not there": lambda: hand_table(CID, [ANN, BEN], [2]),
    "winners twice": lambda: hand_table(CID, [ANN, BEN], [0, 0]),
    "one person on two seats": lambda: hand_table(CID, [ANN, ANN], [0]),
    "alone": lambda: hand_table(CID, [ANN], [0]),
    "bots allowed": lambda: good(terms=(("bots", "yes"), ("deal", "mental"))),
    "no word of bots": lambda: good(terms=(("deal", "mental"),)),
    "dealt by one": lambda: good(terms=(("bots", "no"), ("deal", "local"))),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_proof_is_refused(name: str) -> None:
    with pytest.raises(BadMessage):
        check_proof(FORGERIES[name]().proof)


def test_the_good_one_is_taken() -> None:
    assert check_proof(good().proof).signers == {ANN.public, BEN.public, CAT.public}
    assert check_proof(good(signers=[0, 2]).proof).signers == {ANN.public, CAT.public}


def test_the_witness_counts_as_one_of_two() -> None:
    terms = (("bots", "no"), ("deal", "mental"), ("flag", f"witness:{who('wil').pid}"))
    table = good(terms=terms, signers=[1])
    with pytest.raises(BadMessage, match="too few"):
        check_proof(table.proof)
    table.signed.append(table_event(who("wil"), table.end.tid, Kind.SEEN, Seen(GPREV, NOW), None, **at(table)))
    assert check_proof(table.proof).signers == {BEN.public}
    other = good(terms=terms, signers=[])
    other.signed.append(table_event(who("wil"), other.end.tid, Kind.SEEN, Seen(GPREV, NOW), None, **at(other)))
    with pytest.raises(BadMessage, match="too few"):
        check_proof(other.proof)


def test_every_flipped_byte_of_a_proof_is_noticed() -> None:
    proof = good().proof
    for place in range(0, len(proof), 7):
        forged = proof[:place] + bytes([proof[place] ^ 1]) + proof[place + 1 :]
        try:
            found: ProvedEnd | None = check_proof(forged)
        except BadMessage:
            found = None
        assert found is None, place


@pytest.mark.parametrize(
    "junk", [b"", b"\xc0", pack(()), pack(("x",) * 8), b"\x98" * 9, bytes(PROOF_LIMIT + 1), pack((1,) * 9)]
)
def test_junk_is_no_proof(junk: bytes) -> None:
    with pytest.raises(BadMessage):
        check_proof(junk)


def event_of(club: Club, data: Result) -> Event:
    return Event(
        1, club.cid, ANN.public, 0, bytes(16), 1, int(ClubKind.RESULT), None, 0, bytes(16), b"", (), NOW, data_of(data)
    )


WRONG: dict[str, dict[str, object]] = {
    "another table": {"tid": bytes(16)},
    "another end": {"end": bytes(16)},
    "another game": {"game": "megiddo"},
    "players exchanged": {"players": (BEN.public, ANN.public)},
    "a player more": {"players": (ANN.public, BEN.public, CAT.public)},
    "the loser first": {"worth": (0, 1)},
    "fewer signers": {"signers": 1},
    "more signers": {"signers": 7},
    "another time": {"time": 1},
    "a tournament": {"tournament": b"t" * 16},
    "a short tournament": {"tournament": b"t"},
    "a round": {"round": 1},
    "a place": {"table": 1},
    "another nonce": {"nonce": b"n" * 16},
    "no proof": {"proof": b""},
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_said_in_short_has_to_be_what_is_proved(name: str) -> None:
    club = Club.whole("ann", "ben")
    data = result_of(hand_table(club.cid, [ANN, BEN], [0]))
    check_result(event_of(club, data), data)
    wrong = msgspec.structs.replace(data, **WRONG[name])
    with pytest.raises(BadMessage):
        check_result(event_of(club, wrong), wrong)
    body = pack(event_of(club, wrong))
    with pytest.raises(BadMessage):
        check_club_event(body, ANN.sign(b"parley/ev/1\0" + body), club.cid)


def test_a_table_of_another_club_does_not_count() -> None:
    club = Club.whole("ann", "ben")
    data = result_of(hand_table(CID, [ANN, BEN], [0]))
    with pytest.raises(BadMessage, match="not opened for this club"):
        check_result(event_of(club, data), data)


def test_an_event_of_a_table_is_none_of_a_club() -> None:
    own = table_event(ANN, CID, Kind.READY, Ready(bytes(16), bytes(32)))
    with pytest.raises(BadMessage, match="none of a club"):
        check_club_event(own.body, own.sig, CID)


def test_a_result_is_one_however_often_it_is_told() -> None:
    club = Club.whole("ann", "ben")
    table = hand_table(club.cid, [ANN, BEN], [0])
    club.say("ann", result_of(table))
    club.say("ben", result_of(table))
    (one,) = club.state.book.standing
    assert one.players == (ANN.public, BEN.public)
    assert one.worth == (1, 0)
    assert club.state.genesis_of(one) is not None


def test_of_two_ends_of_a_table_that_stands_which_more_have_signed() -> None:
    club = Club.whole("ann", "ben", "cat", "dan")
    players = [club.people[name] for name in ("ann", "ben", "cat", "dan")]
    lie = hand_table(club.cid, players, [0], signers=[0, 1])
    club.say("ann", result_of(lie))
    assert club.state.book.standing[0].worth == (1, 0, 0, 0)
    true = hand_table(club.cid, players, [2], signers=[1, 2, 3])
    assert true.end.tid == lie.end.tid
    club.say("dan", result_of(true))
    (one,) = club.state.book.standing
    assert one.worth == (0, 0, 1, 0)
    assert club.state.book.disputed == ()


def test_two_ends_that_as_many_have_signed_count_for_nobody() -> None:
    club = Club.whole("ann", "ben", "cat", "dan")
    players = [club.people[name] for name in ("ann", "ben", "cat", "dan")]
    for winner, signers in ((0, [0, 1]), (2, [2, 3])):
        club.say("ann", result_of(hand_table(club.cid, players, [winner], signers=signers)))
    assert club.state.book.standing == ()
    assert len(club.state.book.disputed) == 1


def test_reports_of_one_end_add_up() -> None:
    club = Club.whole("ann", "ben", "cat", "dan")
    players = [club.people[name] for name in ("ann", "ben", "cat", "dan")]
    for signers in ([0, 1], [1, 2]):
        club.say("ann", result_of(hand_table(club.cid, players, [0], signers=signers)))
    club.say("dan", result_of(hand_table(club.cid, players, [3], signers=[3, 0])))
    (one,) = club.state.book.standing
    assert one.worth == (1, 0, 0, 0)
    assert len(one.signers) == 3


def test_results_count_between_those_who_were_let_in() -> None:
    club = Club.whole("ann", "ben")
    club.people["eve"] = who("eve")
    club.say("eve", Join("eve"))
    club.play("ann", "eve")
    club.play("eve", "ann")
    assert club.state.book.standing == ()


def test_fresh_keys_of_an_open_club_are_worth_nothing_on_its_ladder() -> None:
    club = Club.of("ann", "ben", "eve", "imp", admission="open")
    for name in ("ben", "eve", "imp"):
        club.say(name, Join(name))
    for _ in range(5):
        club.play("eve", "imp")
    club.play("eve", "ann")
    assert len(club.state.book.standing) == 6
    assert club.state.ladder("djambi") == ()
    club.say("eve", Admit(club.key("imp")))
    assert club.state.ladder("djambi") == ()
    club.say("ann", Admit(club.key("ben")))
    club.play("ben", "ann")
    assert [row.games for row in club.state.ladder("djambi")] == [1, 1]
    club.say("ann", Admit(club.key("eve")))
    assert {row.key: row.games for row in club.state.ladder("djambi")}[club.key("eve")] == 1
    assert club.key("imp") not in {row.key for row in club.state.ladder("djambi")}


def test_what_an_expelled_member_reports_afterwards_does_not_count() -> None:
    club = Club.whole("ann", "ben", "cat")
    club.play("cat", "ben")
    upto = club.feeds["cat"].heads()[club.key("cat")][0] + 1
    club.say("ann", Expel(club.key("cat"), upto))
    club.play("cat", "ben")
    assert len(club.state.book.standing) == 1
    ladder = club.state.ladder("djambi")
    assert [row.key for row in ladder] == [club.key("ben")]


def test_the_ladder_lists_winners_above_losers_and_starts_at_nothing() -> None:
    club = Club.whole("ann", "ben", "cat")
    for _ in range(3):
        club.play("ann", "ben")
    club.play("ben", "cat")
    rows = club.state.ladder("djambi")
    assert (rows[0].key, rows[0].games) == (club.key("ann"), 3)
    assert rows[-1].key == club.key("cat")
    assert [row.place for row in rows] == [1, 2, 3]
    assert club.state.ladder("megiddo") == ()

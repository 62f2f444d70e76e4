"""Cheats at the cards of a rated table are proved to a club from their own words; nobody else is struck."""

from __future__ import annotations

import random
from dataclasses import replace as replaced
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.chance import Shuffle
from core.games import find
from net.club.charge import charge_of
from net.club.club_event import Charge, RoundEnd, Start, TableEnd, rated_salt
from net.club.club_state import fold_club
from net.club.result_book import RatedResult, summary
from net.club.result_proof import check_proof, prove
from net.deck.deck_seed import Mask
from net.deck.pass_proof import PASS_PROOF_LIMIT, check_pass_proof, prove_passes, write_pass_proof
from net.table.fold.end_statement import end_of
from net.table.fold.mental_dealer import MentalDealer
from net.view.table_view import Phase
from net.wire.card_data import Deck1, Deck2
from net.wire.codec import BadMessage
from net.wire.event import Draft, Kind, Signed
from tests.net.deck.test_deck_attacks import Inventing, Miskeyed, Peeping, Reordering, bent
from tests.net.support.attacks.cheating_clients import CROOK, Bend, room_with
from tests.net.support.clubs import NONE, Club, HandTable, hand_table, result_of, table_event
from tests.net.support.dealers import Ring
from tests.net.support.event_signer import TID, resign, who
from tests.net.support.toy_games import toy_table
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.hidden_cards.test_table_mental import step

RATED = {"bots": "no"}
CHEATS = (Peeping, Inventing, Reordering, Miskeyed)


def played(
    monkeypatch: pytest.MonkeyPatch, cid: bytes, kind: type[Mask] | None = None, bend: Bend | None = None
) -> Room:
    """Play a rated game of cards for a club to its end and its audit; one of three has a wrong client."""
    install(monkeypatch)
    monkeypatch.setattr(toy_table, "SALT", rated_salt(cid, *NONE, bytes(16)))
    room, draw = room_with(find("duel"), 3, bend=bend, kind=kind, terms=RATED, turns="6"), Random(1)
    while room.view(0).phase is Phase.PLAYING:
        for number in range(3):
            step(room, draw, number)
        room.settle()
    return room


def club_of(monkeypatch: pytest.MonkeyPatch, kind: type[Mask] | None, bend: Bend | None = None) -> tuple[Club, Room]:
    """Give a club whose three members have played; the second is its founder, and so never the crook."""
    first = Club.of("ann", "ben", "cat")
    room = played(monkeypatch, first.cid, kind, bend)
    club = Club.of("ann", "ben", "cat")
    club.people |= dict(zip(("xan", "yon", "zed"), (one.identity for one in room.sitters), strict=True))
    for name in ("xan", "yon", "zed"):
        club.join(name)
    return club, room


def report(club: Club, room: Room, name: str = "xan") -> RatedResult:
    """Let a player report the result; give it as it stands."""
    annals = room.table(0).annals
    end = end_of(annals)
    assert end is not None
    proof = prove(annals, end)
    club.say(name, summary(check_proof(proof), proof, NONE, bytes(16)))
    (one,) = club.state.book.standing
    return one


@pytest.mark.parametrize("kind", [Peeping, Reordering, Miskeyed])
def test_a_cheat_found_at_a_real_table_loses_the_result(monkeypatch: pytest.MonkeyPatch, kind: type[Mask]) -> None:
    club, room = club_of(monkeypatch, kind)
    before = report(club, room)
    assert before.cheats == frozenset()
    charge = charge_of(room.table(0).annals)
    assert charge is not None
    assert charge.key == room.sitters[CROOK].identity.public
    assert len(charge.proof) < PASS_PROOF_LIMIT
    club.say("yon", charge)
    (after,) = club.state.book.standing
    assert after.cheats == {charge.key}
    worth = dict(zip(after.players, after.worth, strict=True))
    assert worth.pop(charge.key) == 0
    assert min(worth.values()) > 0
    old = dict(zip(before.players, before.worth, strict=True))
    assert sorted(worth, key=worth.__getitem__) == sorted(worth, key=old.__getitem__)
    last = club.state.ladder("duel")[-1]
    assert last.key == charge.key


def test_a_cheat_who_stops_the_game_leaves_no_result_but_a_charge(monkeypatch: pytest.MonkeyPatch) -> None:
    club, room = club_of(monkeypatch, Inventing)
    annals = room.table(0).annals
    assert end_of(annals) is None
    charge = charge_of(annals)
    assert charge is not None
    club.say("xan", charge)
    assert club.state.book.standing == ()


def test_all_programs_make_the_same_charge(monkeypatch: pytest.MonkeyPatch) -> None:
    _, room = club_of(monkeypatch, Peeping)
    found = [charge_of(one.table.annals) for one in (*room.sitters, room.late())]
    assert len(set(found)) == 1


def test_an_honest_table_gives_no_charge_and_no_pass_of_it_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    club, room = club_of(monkeypatch, None)
    annals = room.table(0).annals
    assert charge_of(annals) is None
    assert isinstance(annals.bringer, MentalDealer)
    for deck in annals.bringer.dealing.decks:
        assert len(deck.seeds) == 3
        assert prove_passes(deck, annals.all) == {}
    assert report(club, room).cheats == frozenset()


def test_a_pass_that_names_no_points_is_proved_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong client that copies a card, and does not sign what its pass starts from, gains nothing by that."""

    def silent(draft: Draft) -> Draft:
        return replaced(draft, state=b"") if draft.kind in {Kind.DECK1, Kind.DECK2} else draft

    club, room = club_of(monkeypatch, Peeping, silent)
    charge = charge_of(room.table(0).annals)
    assert charge is not None
    assert len(charge.proof) < 1_000
    report(club, room)
    club.say("xan", charge)
    assert club.state.book.standing[0].cheats == {charge.key}


def test_a_pass_that_names_other_points_stops_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def lying(draft: Draft) -> Draft:
        return replaced(draft, state=b"x" * 16) if draft.kind == Kind.DECK1 else draft

    install(monkeypatch)
    room = room_with(find("duel"), 3, bend=lying, terms=RATED, turns="6")
    assert room.view(0).phase is Phase.FROZEN
    audit = room.view(0).audit
    assert audit is not None
    assert dict(audit.fields) == {"nick": f"nick{CROOK}"}


@cache
def charged() -> Club:
    """Give a club in which a result was reported, and the cheat charged."""
    with pytest.MonkeyPatch.context() as patch:
        club, room = club_of(patch, Peeping)
    charge = charge_of(room.table(0).annals)
    assert charge is not None
    club.say("yon", charge)
    report(club, room)
    club.say("zed", charge)
    return club


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False))
def test_it_does_not_matter_what_comes_first(rng: random.Random) -> None:
    club = charged()
    events = list(club.events)
    rng.shuffle(events)
    assert fold_club(club.cid, events).book == club.state.book
    assert len(club.state.book.standing[0].cheats) == 1


def dealt(kind: type[Mask] | None = None) -> tuple[Ring, dict[bytes, bytes], list[Signed]]:
    """Deal one deck among three, of whom the last may cheat, and open all seeds; give the proofs that there are."""
    ring = Ring((0, 1, 2), crook=bent(kind) if kind else None)
    ring.go(Shuffle(1, ((1, 3, 5, 7, 9, 10),)))
    ring.end()
    deck = ring.watcher.dealing.decks[0]
    return ring, prove_passes(deck, ring.events), ring.events


def holds(author: bytes, proof: bytes) -> bool:
    """Tell whether a proof holds against somebody."""
    try:
        check_pass_proof(TID, author, proof)
    except BadMessage:
        return False
    return True


@pytest.mark.parametrize("kind", CHEATS)
def test_only_the_cheat_is_proved_guilty(kind: type[Mask]) -> None:
    ring, proofs, _ = dealt(kind)
    assert set(proofs) == {ring.keys[2].public}
    check_pass_proof(TID, ring.keys[2].public, proofs[ring.keys[2].public])


def parts(ring: Ring, player: int, pass_: Kind) -> tuple[bytes, bytes, tuple[tuple[bytes, ...], ...], list[Signed]]:
    """Give what a proof against a player consists of, whether the pass is wrong or not."""
    deck, key = ring.watcher.dealing.decks[0], ring.keys[player].public
    own = {Kind(one.event.kind): one for one in ring.events if one.event.author == key}
    before = deck.before(key, Deck1 if pass_ is Kind.DECK1 else Deck2)
    points = tuple(tuple(bytes(point) for point in pack) for pack in before)
    return key, deck.seeds[key], points, [own[Kind.DECK0], own[pass_]]


@pytest.mark.parametrize("pass_", [Kind.DECK1, Kind.DECK2])
@pytest.mark.parametrize("player", [0, 1, 2])
def test_nobody_can_prove_an_honest_pass_wrong(player: int, pass_: Kind) -> None:
    ring, _, _ = dealt()
    key, seed, points, (commit, done) = parts(ring, player, pass_)
    other = parts(ring, (player + 1) % 3, pass_)
    tries = {
        "as it is": (key, seed, points, [commit, done]),
        "other points": (key, seed, (points[0][::-1],), [commit, done]),
        "points of another": (key, seed, other[2], [commit, done]),
        "no points": (key, seed, (), [commit, done]),
        "no points, no seed": (key, b"", (), [done]),
        "another seed": (key, bytes(32), points, [commit, done]),
        "another's seed": (key, other[1], points, [commit, done]),
        "another's commitment": (key, other[1], points, [other[3][0], done]),
        "another player": (other[0], seed, points, [commit, done]),
        "no commitment": (key, seed, points, [done]),
        "twice": (key, seed, points, [done, done]),
        "no pass": (key, seed, points, [commit, commit]),
        "none": (key, seed, points, []),
    }
    for name, one in tries.items():
        assert not holds(key, write_pass_proof(*one)), name


def test_a_commitment_to_another_deck_proves_nothing() -> None:
    ring, _, _ = dealt()
    key, seed, points, (commit, done) = parts(ring, 1, Kind.DECK1)
    same = {"data": done.event.data, "state": done.event.state, "gprev": b"elsewhere".ljust(16)}
    elsewhere = resign(ring.keys[1], done, kind=int(Kind.DECK1), **same)
    with pytest.raises(BadMessage, match="another deck"):
        check_pass_proof(TID, key, write_pass_proof(key, seed, points, [commit, elsewhere]))


def test_a_proof_is_of_one_table_and_of_one_person() -> None:
    ring, proofs, _ = dealt(Peeping)
    ((author, proof),) = proofs.items()
    with pytest.raises(BadMessage):
        check_pass_proof(bytes(16), author, proof)
    with pytest.raises(BadMessage, match="not about a pass"):
        check_pass_proof(TID, ring.keys[0].public, proof)


def test_every_flipped_byte_of_a_proof_is_noticed() -> None:
    _, proofs, _ = dealt(Reordering)
    ((author, proof),) = proofs.items()
    for place in range(0, len(proof), 11):
        assert not holds(author, proof[:place] + bytes([proof[place] ^ 1]) + proof[place + 1 :]), place


def test_a_charge_that_proves_nothing_never_enters_a_chain() -> None:
    club = Club.whole("ann", "ben")
    with pytest.raises(BadMessage):
        club.say("ann", Charge(TID, club.key("ben"), b"\xc0"))
    assert len(club.events) == 3


def test_a_proof_of_the_largest_deck_fits_an_event() -> None:
    """Four who play Méditerranée with all cards but the Kings in one talon: 48, and an escrow for three others."""
    ring = Ring((0, 1, 2, 3), escrow=(0, 1, 2, 3), crook=bent(Peeping))
    ring.go(Shuffle(1, (tuple(range(1, 49)),)))
    ring.end()
    (proof,) = prove_passes(ring.watcher.dealing.decks[0], ring.events).values()
    assert len(proof) <= PASS_PROOF_LIMIT
    second = write_pass_proof(*parts(ring, 3, Kind.DECK2))
    assert len(second) <= PASS_PROOF_LIMIT, len(second)


def charged_by_hand(club: Club, tid: bytes, name: str) -> None:
    """Charge somebody with a pass that names no points, at the table of a result that was made by hand."""
    said = Deck1(1, ((who("one").public, who("two").public),))
    one = table_event(club.people[name], tid, Kind.DECK1, said)
    club.say("ann", Charge(tid, club.key(name), write_pass_proof(club.key(name), b"", (), [one])))


@pytest.mark.parametrize("form", ["swiss", "knock-out"])
def test_a_charge_after_the_round_changes_the_standings_and_no_pairing(form: str) -> None:
    names = ("ann", "ben", "cat", "dan")
    club = Club.whole(*names)
    id_ = club.open("ann", form, rounds=2, entrants=names)
    club.open_lots(id_, names)
    club.say("ann", Start(id_, 0))
    played = club.state.play(id_)
    first, ends = played.rounds[0], []
    tables: list[HandTable] = []
    for at, table in enumerate(first.tables):
        people = [club.people[club.names([played.entrants[one]]).pop()] for one in table]
        tables.append(hand_table(club.cid, people, [0], (id_, 0, at), nonce=bytes([at]) * 16))
        club.say("ann", result_of(tables[-1], (id_, 0, at), bytes([at]) * 16))
        ends.append(TableEnd(tables[-1].end.digest))
    club.say("ann", RoundEnd(id_, 0, tuple(ends), first.digest))
    before = club.state.play(id_)
    winner, loser = first.tables[0]
    charged_by_hand(club, tables[0].end.tid, club.names([played.entrants[winner]]).pop())
    after = club.state.play(id_)
    assert after.problem is None
    assert [one.tables for one in after.rounds] == [one.tables for one in before.rounds]
    points = {one.entrant: one.points for one in after.standings}
    assert points[winner] == 0
    assert points[loser] == 1
    assert {one.entrant: one.points for one in before.standings}[winner] == 1


def test_if_all_at_a_table_have_cheated_they_share_the_last_place() -> None:
    club = Club.whole("ann", "ben", "cat")
    table = hand_table(club.cid, [club.people["ben"], club.people["cat"]], [0])
    club.say("ann", result_of(table))
    for name in ("ben", "cat"):
        charged_by_hand(club, table.end.tid, name)
    (one,) = club.state.book.standing
    assert (one.worth, one.signed) == ((0, 0), (1, 0))
    charged_by_hand(club, b"t" * 16, "ben")
    assert club.state.book.standing == (one,)

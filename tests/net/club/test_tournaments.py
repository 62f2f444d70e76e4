"""Tournaments from the signed log: lots nobody steers, pairings all find alike, late results, forfeits, disputes."""

from __future__ import annotations

import random
from hashlib import blake2b

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.tournament.lots import Lots
from net.club.club_duties import finished_round
from net.club.club_event import (
    Close,
    Draw,
    Enter,
    Form,
    Join,
    Open,
    OpenedLot,
    RoundEnd,
    Start,
    TableEnd,
    Withdraw,
)
from net.club.club_news import TaskKind, tasks_for
from net.club.club_state import fold_club
from net.club.tournament_log import ATTEMPTS, Stage, Tournament, is_link, link_of, seed_of_links, tip_of
from net.club.tournament_rounds import PlayedRound, TournamentPlay, play_rounds
from tests.net.support.clubs import Club, hand_table, result_of, told_under

NAMES = ("ann", "ben", "cat", "dan", "eve", "fay", "gus")


def begun(form: str, entrants: int, *, rounds: int = 3, sizes: tuple[int, ...] = ()) -> tuple[Club, bytes]:
    """Begin a tournament of the first few members."""
    club = Club.whole(*NAMES)
    who = NAMES[:entrants]
    id_ = club.open("ann", form, rounds=rounds, sizes=sizes, entrants=who)
    club.open_lots(id_, who)
    club.say("ann", Start(id_, 0))
    return club, id_


def tournament(club: Club, id_: bytes) -> Tournament:
    return club.state.tournaments[id_]


def play(club: Club, id_: bytes) -> TournamentPlay:
    return club.state.play(id_)


def name(club: Club, key: bytes) -> str:
    return club.names([key]).pop()


def play_table(club: Club, id_: bytes, number: int, at: int, winner: int = 0) -> bytes:
    """Play one table of a round: the entrant at that place of the pairing wins; give the digest of the end."""
    found = play(club, id_)
    table = found.rounds[number].tables[at]
    people = [club.people[name(club, found.entrants[one])] for one in table]
    place, nonce = (id_, number, at), blake2b(f"{number} {at}".encode(), digest_size=16).digest()
    made = hand_table(club.cid, people, [winner], place, nonce=nonce)
    club.say(name(club, people[0].public), result_of(made, place, nonce))
    return made.end.digest


def end_round(club: Club, id_: bytes, number: int, *, left: tuple[bytes, ...] = ()) -> PlayedRound:
    """Play all tables of a round, the first of each wins, and let the organiser end it."""
    ends = tuple(
        TableEnd(play_table(club, id_, number, at)) for at in range(len(play(club, id_).rounds[number].tables))
    )
    now = play(club, id_).rounds[number]
    club.say("ann", RoundEnd(id_, number, ends, now.digest, left))
    return play(club, id_).rounds[number]


def test_a_tournament_goes_from_entry_over_lots_to_play() -> None:
    club = Club.whole(*NAMES)
    id_ = club.say("ben", Open("Autumn", "djambi", (), "round-robin", 3)).id[:16]
    assert tournament(club, id_).stage is Stage.ENTRY
    entries = [club.say(one, Enter(id_, tip_of(club.secret(one, id_)))).id for one in NAMES[:3]]
    assert club.names(tournament(club, id_).entered) == {"ann", "ben", "cat"}
    club.say("ben", Close(id_, tuple(entries)))
    assert club.names(tournament(club, id_).awaited) == {"ann", "ben", "cat"}
    club.open_lots(id_, ("ann", "ben"))
    club.say("ben", Start(id_, 0))
    assert tournament(club, id_).stage is Stage.LOTS
    assert play(club, id_).rounds == ()
    club.open_lots(id_, ["cat"])
    assert tournament(club, id_).stage is Stage.PLAY
    assert len(play(club, id_).rounds) == 3


def test_the_lots_are_links_of_the_chains_that_were_signed() -> None:
    club, id_ = begun("round-robin", 3)
    found = tournament(club, id_)
    links = [link_of(club.secret(one, id_), 0) for one in NAMES[:3]]
    assert found.seed == seed_of_links(id_, 0, links)
    assert play(club, id_).entrants == Lots(found.seed, "order").shuffled(found.drawn)
    secret = bytes(range(32))
    for attempt in range(ATTEMPTS):
        assert is_link(link_of(secret, attempt), attempt, tip_of(secret))
        assert not is_link(link_of(secret, attempt), attempt + 1, tip_of(secret))
    assert not is_link(secret, ATTEMPTS, tip_of(secret))


@pytest.mark.parametrize("value", [bytes(32), b"x" * 32])
def test_a_lot_that_is_no_link_is_none(value: bytes) -> None:
    club = Club.whole(*NAMES[:2])
    id_ = club.open("ann", "round-robin", entrants=NAMES[:2])
    club.open_lots(id_, ["ann"])
    club.say("ben", OpenedLot(id_, 0, value))
    club.say("ben", OpenedLot(id_, 0, link_of(club.secret("ben", id_), 0)))
    club.say("ann", Start(id_, 0))
    assert club.names(tournament(club, id_).awaited) == {"ben"}


def test_who_keeps_their_lot_back_is_out_and_the_others_draw_anew() -> None:
    club = Club.whole(*NAMES[:4])
    id_ = club.open("ann", "round-robin", entrants=NAMES[:4])
    club.open_lots(id_, NAMES[:3])
    club.say("ann", Draw(id_, 0, (club.key("dan"),)))
    assert club.names(tournament(club, id_).awaited) == {"ann", "ben", "cat"}
    club.open_lots(id_, ["dan"])
    club.open_lots(id_, NAMES[:3], attempt=1)
    club.say("ann", Start(id_, 1))
    found = tournament(club, id_)
    assert club.names(found.drawn) == {"ann", "ben", "cat"}
    assert found.seed == seed_of_links(id_, 1, [link_of(club.secret(one, id_), 1) for one in NAMES[:3]])


def test_a_draw_needs_somebody_to_leave_out_and_two_who_stay() -> None:
    club = Club.whole(*NAMES[:3])
    id_ = club.open("ann", "round-robin", entrants=NAMES[:3])
    for left_out in ((), (club.key("eve") if "eve" in club.people else bytes(32),), tuple(map(club.key, NAMES[1:3]))):
        club.say("ann", Draw(id_, 0, left_out))
    assert tournament(club, id_).attempt == 0


def test_drawing_ends() -> None:
    """Each draw costs an entrant and there are only so many attempts."""
    club = Club.whole(*NAMES)
    id_ = club.open("ann", "round-robin", entrants=NAMES)
    for attempt, gone in enumerate(reversed(NAMES[1:])):
        club.say("ann", Draw(id_, attempt, (club.key(gone),)))
    assert tournament(club, id_).attempt == len(NAMES) - 2
    assert len(tournament(club, id_).drawn) == 2


def test_only_the_organiser_closes_starts_and_ends_rounds() -> None:
    club = Club.whole(*NAMES[:3])
    id_ = club.say("ann", Open("Autumn", "djambi", (), "round-robin", 3)).id[:16]
    entries = [club.say(one, Enter(id_, tip_of(club.secret(one, id_)))).id for one in NAMES[:3]]
    club.say("ben", Close(id_, tuple(entries)))
    assert tournament(club, id_).stage is Stage.ENTRY
    club.say("ann", Close(id_, tuple(entries)))
    club.open_lots(id_, NAMES[:3])
    club.say("ben", Start(id_, 0))
    assert tournament(club, id_).stage is Stage.LOTS
    club.say("ann", Start(id_, 0))
    club.say("ben", RoundEnd(id_, 0, (TableEnd(b"", (0,)),), play(club, id_).rounds[0].digest))
    assert tournament(club, id_).ends == []


@pytest.mark.parametrize("double", [False, True])
def test_a_closed_list_names_each_entry_once_and_all_of_them_are_there(double: bool) -> None:  # noqa: FBT001 a case
    club = Club.whole(*NAMES[:3])
    id_ = club.say("ann", Open("Autumn", "djambi", (), "round-robin", 3)).id[:16]
    one, other = (club.say(who, Enter(id_, tip_of(club.secret(who, id_)))).id for who in NAMES[:2])
    club.say("ann", Close(id_, (one, other, one) if double else (one, other, bytes(32))))
    assert tournament(club, id_).stage is Stage.ENTRY


@pytest.mark.parametrize(
    "wrong",
    [
        Open("x", "djambi", (), "ladder", 3),
        Open("x", "djambi", (), "swiss", 0),
        Open("x", "djambi", (), "swiss", 65),
        Open("x", "djambi", (), "tables", 3),
        Open("x", "djambi", (), "tables", 3, (2,)),
        Open("x", "djambi", (), "tables", 3, (4, 7)),
    ],
)
def test_a_tournament_that_cannot_be_played_is_none(wrong: Open) -> None:
    club = Club.whole("ann")
    club.say("ann", wrong)
    assert club.state.tournaments == {}


def test_a_stranger_neither_opens_nor_enters() -> None:
    club = Club.whole("ann", "ben")
    club.people |= {name: Club.of(name).people[name] for name in ("eve",)}
    club.say("eve", Join("eve"))
    club.say("eve", Open("Mine", "djambi", (), "swiss", 3))
    id_ = club.say("ann", Open("Autumn", "djambi", (), "swiss", 3)).id[:16]
    club.say("eve", Enter(id_, bytes(32)))
    assert list(club.state.tournaments) == [id_]
    assert tournament(club, id_).entered == ()


def test_in_a_round_robin_results_come_in_any_order_and_it_is_over_when_all_are_there() -> None:
    club, id_ = begun("round-robin", 4)
    for number in (2, 0, 1):
        for at in range(2):
            play_table(club, id_, number, at)
    found = play(club, id_)
    assert found.over
    assert sum(one.points for one in found.standings) == 6
    assert [len(one.tables) for one in found.rounds] == [2, 2, 2]


def points(club: Club, id_: bytes) -> dict[int, int]:
    return {row.entrant: int(row.points) for row in play(club, id_).standings}


def test_a_bye_of_a_round_robin_counts_once_its_round_has_begun() -> None:
    club, id_ = begun("round-robin", 3)
    byes = [one.byes[0] for one in play(club, id_).rounds]
    assert points(club, id_) == {0: 0, 1: 0, 2: 0} | {byes[0]: 1}
    play_table(club, id_, 2, 0)
    winner = play(club, id_).rounds[2].tables[0][0]
    found = points(club, id_)
    assert found[byes[2]] == 1, "a round that is played ahead of time has begun"
    assert found[byes[1]] == (winner == byes[1])
    end_round(club, id_, 0)
    play_table(club, id_, 1, 0)
    assert play(club, id_).over
    assert sum(points(club, id_).values()) == 6


def test_who_enters_again_has_not_withdrawn() -> None:
    club = Club.whole(*NAMES)
    id_ = club.say("ann", Open("Autumn", "djambi", (), "round-robin", 3)).id[:16]
    for one in ("ben", "cat"):
        club.say(one, Enter(id_, tip_of(club.secret(one, id_))))
        club.say(one, Withdraw(id_))
    assert (tournament(club, id_).entered, club.names(tournament(club, id_).withdrawn)) == ((), {"ben", "cat"})
    club.say("ben", Enter(id_, tip_of(club.secret("ben", id_))))
    assert club.names(tournament(club, id_).entered) == {"ben"}
    assert club.names(tournament(club, id_).withdrawn) == {"cat"}


@pytest.mark.parametrize(
    ("form", "entrants", "sizes"),
    [("swiss", 5, ()), ("knock-out", 6, ()), ("tables", 7, (4, 3)), ("double-round-robin", 3, ())],
)
def test_every_form_is_played_to_its_end(form: str, entrants: int, sizes: tuple[int, ...]) -> None:
    club, id_ = begun(form, entrants, sizes=sizes)
    number = 0
    while not play(club, id_).over:
        found = play(club, id_)
        assert found.problem is None
        if form not in {Form.ROUND_ROBIN, Form.DOUBLE_ROUND_ROBIN}:
            assert len(found.rounds) == number + 1
        end_round(club, id_, number)
        number += 1
    found = play(club, id_)
    assert found.problem is None
    assert len(found.standings) == entrants
    assert found.standings[0].points >= found.standings[-1].points
    assert {"swiss": 3, "knock-out": 3, "tables": 3, "double-round-robin": 6}[form] == number


def test_who_did_not_come_loses_and_who_leaves_is_paired_no_more() -> None:
    club, id_ = begun("swiss", 4)
    found = play(club, id_)
    end = play_table(club, id_, 0, 0)
    gone = found.entrants[found.rounds[0].tables[1][0]]
    club.say(name(club, gone), Withdraw(id_))
    assert tournament(club, id_).withdrawn == {gone}
    club.say("ann", RoundEnd(id_, 0, (TableEnd(end), TableEnd(b"", (0,))), found.rounds[0].digest, (gone,)))
    found = play(club, id_)
    second = found.rounds[1]
    seated = {found.entrants[one] for table in second.tables for one in table} | {
        found.entrants[one] for one in second.byes
    }
    assert seated == set(tournament(club, id_).drawn) - {gone}
    assert {found.entrants[one.entrant]: one.points for one in found.standings}[gone] == 0


def test_a_late_result_changes_no_pairing() -> None:
    club, id_ = begun("swiss", 6)
    found = play(club, id_)
    ends = [TableEnd(play_table(club, id_, 0, at)) for at in range(2)]
    club.say("ann", RoundEnd(id_, 0, (*ends, TableEnd(b"", (1,))), found.rounds[0].digest))
    before = play(club, id_)
    play_table(club, id_, 0, 2, winner=1)
    after = play(club, id_)
    assert after.rounds == before.rounds
    assert after.standings == before.standings


def test_a_round_that_names_a_result_which_is_not_here_waits_for_it() -> None:
    club, id_ = begun("swiss", 4)
    digest = play(club, id_).rounds[0].digest
    ends = [TableEnd(play_table(club, id_, 0, at)) for at in range(2)]
    last = club.events.pop()
    club.say("ann", RoundEnd(id_, 0, tuple(ends), digest))
    found = play(club, id_)
    assert "not here yet" in str(found.problem)
    assert found.rounds == ()
    club.events.append(last)
    assert len(play(club, id_).rounds) == 2


@pytest.mark.parametrize(
    ("ends", "why"),
    [
        ((), "does not fit"),
        ((TableEnd(b"", (0,)),), "does not fit"),
        ((TableEnd(b""), TableEnd(b"", (0,))), "does not fit"),
        ((TableEnd(b"", (2,)), TableEnd(b"", (0,))), "does not fit"),
        ((TableEnd(b"x" * 16), TableEnd(b"", (0,))), "not here yet"),
        ((TableEnd(b"x"), TableEnd(b"", (0,))), "not here yet"),
    ],
)
def test_a_round_that_does_not_fit_stops_the_tournament_with_a_sentence(ends: tuple[TableEnd, ...], why: str) -> None:
    club, id_ = begun("swiss", 4)
    club.say("ann", RoundEnd(id_, 0, ends, play(club, id_).rounds[0].digest))
    assert why in str(play(club, id_).problem)


def test_other_pairings_are_noticed() -> None:
    club, id_ = begun("swiss", 4)
    club.say("ann", RoundEnd(id_, 0, (TableEnd(b"", (0,)),) * 2, bytes(16)))
    assert "other pairings for round 1" in str(play(club, id_).problem)


def test_of_two_games_for_one_table_none_counts_until_the_organiser_names_one() -> None:
    club, id_ = begun("swiss", 2, rounds=1)
    found = play(club, id_)
    people = [club.people[name(club, found.entrants[one])] for one in found.rounds[0].tables[0]]
    ends = []
    for winner in (0, 1):
        place, nonce = (id_, 0, 0), bytes([winner]) * 16
        made = hand_table(club.cid, people, [winner], place, nonce=nonce)
        club.say(name(club, people[0].public), result_of(made, place, nonce))
        ends.append(made.end.digest)
    assert play(club, id_).rounds[0].results == (None,)
    assert {one.end for one in play(club, id_).rounds[0].rivals[0]} == {*ends}
    it, state = tournament(club, id_), club.state
    assert finished_round(state, it) is None, "a program names none of two games by itself"
    assert [one.kind for one in tasks_for(state, it.organiser)] == [TaskKind.ROUND]
    assert all(one.kind is not TaskKind.PAIRED for person in people for one in tasks_for(state, person.public))
    club.say("ann", RoundEnd(id_, 0, (TableEnd(ends[1]),), found.rounds[0].digest))
    assert play(club, id_).rounds[0].rivals == ((),)
    (result,) = play(club, id_).rounds[0].results
    assert result is not None
    assert result.winner == found.rounds[0].tables[0][1]


def test_a_drawn_game_of_a_knock_out_is_played_again() -> None:
    club, id_ = begun("knock-out", 2)
    found = play(club, id_)
    people = [club.people[name(club, found.entrants[one])] for one in found.rounds[0].tables[0]]
    for nonce, winners in ((bytes(16), []), (b"n" * 16, [1])):
        made = hand_table(club.cid, people, winners, (id_, 0, 0), nonce=nonce)
        club.say("ann", result_of(made, (id_, 0, 0), nonce))
        if not winners:
            assert play(club, id_).rounds[0].results == (None,)
    (result,) = play(club, id_).rounds[0].results
    assert result is not None
    assert result.winner == found.rounds[0].tables[0][1]


@pytest.mark.parametrize("wrong", ["players", "game", "options", "round"])
def test_a_game_that_is_not_the_one_that_was_paired_does_not_count(wrong: str) -> None:
    club = Club.whole(*NAMES[:4])
    id_ = club.say("ann", Open("Autumn", "djambi", (("clock", "900+10"),), "swiss", 1)).id[:16]
    entries = [club.say(one, Enter(id_, tip_of(club.secret(one, id_)))).id for one in NAMES[:4]]
    club.say("ann", Close(id_, tuple(entries)))
    club.open_lots(id_, NAMES[:4])
    club.say("ann", Start(id_, 0))
    found = play(club, id_)
    table = found.rounds[0].tables[0]
    if wrong == "players":
        table = (table[0], found.rounds[0].tables[1][0])
    people = [club.people[name(club, found.entrants[one])] for one in table]
    place = (id_, 1 if wrong == "round" else 0, 0)
    options = () if wrong == "options" else (("clock", "900+10"),)
    made = hand_table(club.cid, people, [0], place, game="megiddo" if wrong == "game" else "djambi", options=options)
    club.say("ann", result_of(made, place))
    assert play(club, id_).rounds[0].results == (None, None)


@pytest.mark.parametrize("seed", range(40))
def test_rounds_ended_at_random_give_a_tournament_or_a_sentence(seed: int) -> None:
    rng = random.Random(seed)
    keys = tuple(bytes([number + 1]) * 32 for number in range(rng.randrange(2, 12)))
    form, sizes = rng.choice(list(Form)), tuple(rng.sample(range(3, 7), rng.randrange(1, 4)))
    data = Open("x", "djambi", (), form.value, rng.randrange(1, 7), sizes)
    it = Tournament(b"t" * 16, keys[0], data, form, Stage.PLAY, keys, keys, seed=rng.randbytes(32))
    found = play_rounds(it, {}, lambda _: None)
    while found.problem is None and not found.over:
        current = next(one for one in found.rounds if not one.ended)
        away = [rng.sample(range(len(table)), rng.randrange(1, len(table) + 1)) for table in current.tables]
        left = tuple(rng.sample(keys, rng.randrange(3))) if rng.random() < 0.4 else ()
        ends = tuple(TableEnd(b"", tuple(sorted(one))) for one in away)
        it.ends.append(RoundEnd(it.id, current.number, ends, current.digest, left))
        found = play_rounds(it, {}, lambda _: None)
    assert sorted(one.entrant for one in found.standings) == list(range(len(keys)))


def season() -> tuple[Club, bytes]:
    club, id_ = begun("swiss", 5)
    for number in range(2):
        end_round(club, id_, number)
    return club, id_


SEASON = season()


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False))
def test_everybody_finds_the_same_pairings_in_whatever_order_they_heard_of_them(rng: random.Random) -> None:
    club, id_ = SEASON
    events = list(club.events)
    rng.shuffle(events)
    state, expected = fold_club(club.cid, events), club.state
    assert state.tournaments == expected.tournaments
    assert state.book == expected.book
    assert state.play(id_) == expected.play(id_)
    assert state.ladder("djambi") == expected.ladder("djambi")


@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(0, len(SEASON[0].events) - 1)))
def test_no_part_of_a_season_makes_it_raise(left_out: set[int]) -> None:
    club, id_ = SEASON
    state = fold_club(club.cid, [one for at, one in enumerate(club.events) if at not in left_out])
    if id_ in state.tournaments:
        state.play(id_)
    state.ladder("djambi")


def test_every_hash_seed_gives_the_same_season() -> None:
    program = (
        "from tests.net.club.test_tournaments import SEASON; club, id_ = SEASON;"
        "found = club.state.play(id_); print(found.rounds, found.standings, club.state.ladder('djambi'))"
    )
    told = told_under(("0", "7"), program)
    assert len(told) == 1

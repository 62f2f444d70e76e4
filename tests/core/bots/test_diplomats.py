"""Personas in every game with three players or more: what they propose there, why they refuse, and the loyal's word."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from core.bots.bot import Look, Thought
from core.bots.negotiator import Negotiator
from core.bots.objection import EXPLAIN, Objection
from core.bots.persona import Persona
from core.bots.promise_keeper import PromiseKeeper
from core.diplomacy.pact import ACCEPT, PROPOSE, REFUSE, Fate, Term
from core.diplomacy.reputation import Reputation
from core.game import Seat
from core.games import find as game
from core.games.mediterranee.rules.state import State as Sea
from core.match.match import Match
from core.match.transcript import Utterance
from tests.core.support.parlour import Parlour, Table
from tests.core.support.positions.djambi_positions import FOUR, put
from tests.core.support.positions.mediterranee_positions import stand
from tests.length import so_many

STANDARD = {"placement": "standard"}
SEA: Table = ("mediterranee", STANDARD)
PAIRS: Table = ("mediterranee", STANDARD | {"partner_talk": "on"})
ALLIES: Table = ("mediterranee", STANDARD | {"partner_talk": "on", "players": "3"})
STONES: Table = ("megiddo", {"players": "3"})
TEAMS: Table = ("megiddo", {"players": "4", "team_talk": "on"})
SIX: Table = ("megiddo", {"players": "6", "team_talk": "on"})
SILENT: Table = ("megiddo", {"players": "6"})
MIX = (Persona.LOYAL, Persona.OPPORTUNIST, Persona.MACHIAVELLIAN, Persona.LOYAL, Persona.TRADER, Persona.AVENGER)


def evening(table: Table, seed: int, plies: int, level: str = "greedy") -> Parlour:
    """Play a match of a mix of personas; the seed says who sits where."""
    count = len(Match.new(game(table[0]), table[1]).names)
    seats = (MIX[seed % len(MIX) :] + MIX[: seed % len(MIX)])[:count]
    parlour = Parlour(seats, seed, table, level)
    parlour.play(plies)
    return parlour


@pytest.mark.parametrize(
    ("table", "seeds", "plies"),
    [
        (SEA, so_many(3, 1), 100),
        (PAIRS, so_many(3, 1), 100),
        (ALLIES, so_many(3, 1), 100),
        (STONES, so_many(4, 1), 80),
        (TEAMS, so_many(4, 1), 80),
        (SIX, so_many(2, 1), 80),
    ],
)
def test_the_loyal_keep_their_word_in_every_game(table: Table, seeds: int, plies: int) -> None:
    made: Counter[Term] = Counter()
    for seed in range(seeds):
        parlour = evening(table, seed, plies)
        made.update(pact.term for pact in parlour.pacts)
        for pact in parlour.pacts:
            culprits = {parlour.personas[seat] for seat in pact.by} if pact.fate is Fate.BROKEN else set()
            assert Persona.LOYAL not in culprits, (seed, pact)
    assert made[Term.TRUCE]


@pytest.mark.parametrize("level", ["1", "2"])
@pytest.mark.parametrize("table", [PAIRS, STONES])
def test_personas_of_every_level_negotiate(table: Table, level: str) -> None:
    parlour = evening(table, 0, 24, level)
    assert parlour.pacts
    assert evening(table, 0, 24, level).talk == parlour.talk


def test_partners_are_asked_for_help_only_where_they_may_advise_each_other() -> None:
    for table, wanted in ((PAIRS, True), (SEA, False)):
        asked = {
            (said.seat, said.act[2])
            for seed in range(3)
            for said in evening(table, seed, 60).talk
            if said.act is not None and said.act[:2] == (PROPOSE, Term.JOINT_ATTACK)
        }
        partners = {(Seat(0), "k"), (Seat(1), "r"), (Seat(2), "c"), (Seat(3), "a")}
        assert asked <= partners
        assert bool(asked) is wanted


def test_teams_that_must_be_silent_speak_before_the_first_stone() -> None:
    said = [line.ply for seed in range(6) for line in evening(SILENT, seed, 12).talk]
    assert said
    assert set(said) == {0}


def test_a_proposal_is_answered_at_once() -> None:
    """Whoever is asked answers before the next decision, so that nobody plays on without knowing."""
    parlour = evening(SIX, 1, 40)
    names = parlour.match.names
    asked = {
        (line.ply, line.act[2], str(names[line.seat]))
        for line in parlour.talk
        if line.act is not None and line.act[0] == PROPOSE and line.seat is not None
    }
    answers = {
        (line.ply, names[line.seat], line.act[2])
        for line in parlour.talk
        if line.act is not None and line.act[0] in {ACCEPT, REFUSE} and line.seat is not None
    }
    assert asked
    assert asked <= answers


def keeper(state: Sea, talk: tuple[Utterance, ...], persona: Persona = Persona.LOYAL, seat: int = 0) -> PromiseKeeper:
    """Look into a seat where a position of Méditerranée stands at the beginning of a match."""
    position = state.to_json()
    return PromiseKeeper(Match.at_position(game("mediterranee"), position), talk, Seat(seat), persona)


def said(seat: int, *act: str) -> Utterance:
    """Give a line of talk before the first decision."""
    return Utterance(Seat(seat), str(seat), 0, 0, "", act)


def test_a_displacement_into_two_fights_breaks_the_truce_with_either() -> None:
    """Which fight comes first is decided later, and then there is no way back."""
    state = stand("rF1 ARR, rF2 TAR, aF1 ANC, cF1 NOV")
    truce = (said(3, PROPOSE, "truce", "r"), said(0, ACCEPT, "truce", "c"))
    own = keeper(state, truce)
    for text, broken in (
        ("move rF1 ARR-ANC rF2 TAR-NOV", True),
        ("move rF2 TAR-NOV", True),
        ("move rF1 ARR-ANC", False),
        ("pass", False),
    ):
        assert bool(own.breaks(own.deed(own.match.state.parse(Seat(0), text)))) is broken, text


def test_where_no_promise_and_no_feeling_counts_the_level_plays_what_it_drew() -> None:
    match = Match.new(game("megiddo"), {"players": "3"})
    first, second = list(match.state.legal(Seat(0)))[:2]
    thought = Thought(second, (Look(first, 0.6), Look(second, 0.5)), 2)
    assert PromiseKeeper(match, (), Seat(0), Persona.LOYAL).choose(thought, Random(0)).action == second


def reason(parlour: Parlour, persona: Persona, seat: int, *act: str) -> tuple[str, ...]:
    """Give why a seat refuses what another proposes now; nothing if it agrees."""
    asker = 1 if seat == 0 else 0
    line = Utterance(Seat(asker), str(asker), 10_000, parlour.match.ply, "", (PROPOSE, *act))
    own = PromiseKeeper(parlour.match, [*parlour.talk, line], Seat(seat), persona, parlour.story)
    found = [one for one in Negotiator(own, Random(0)).answers() if one[0] == EXPLAIN]
    return found[-1][1:] if found else ()


def test_a_refusal_says_why() -> None:
    fresh = Parlour((Persona.LOYAL,) * 4, 1)
    red, blue = fresh.match.names[:2]
    assert reason(fresh, Persona.WARY, 1, "truce", blue) == (Objection.DEAF, red)
    assert reason(fresh, Persona.LOYAL, 1, "truce", blue) == ()
    assert reason(fresh, Persona.LOYAL, 1, "leave-power", blue) == (Objection.NO_GAIN, red, "leave-power")
    yellow = fresh.match.names[2]
    assert reason(fresh, Persona.LOYAL, 1, "joint-attack", blue, yellow, "20") == (
        Objection.UNSURE,
        red,
        "joint-attack",
    )
    fresh.say(2, (PROPOSE, "truce", blue))
    fresh.say(1, (ACCEPT, "truce", yellow))
    assert reason(fresh, Persona.TRADER, 1, "joint-attack", blue, yellow) == (Objection.PACT, red, yellow)


def test_nobody_makes_peace_with_whom_they_have_promised_to_attack() -> None:
    sea = Parlour((Persona.TRADER,) * 4, 1, PAIRS)
    sea.say(0, (PROPOSE, "joint-attack", "k", "a"))
    sea.say(1, (ACCEPT, "joint-attack", "r"))
    line = Utterance(Seat(2), "2", 10_000, sea.match.ply, "", (PROPOSE, "truce", "k"))
    own = PromiseKeeper(sea.match, [*sea.talk, line], Seat(1), Persona.TRADER, sea.story)
    assert Negotiator(own, Random(0)).answers()[1] == (EXPLAIN, Objection.SWORN, "a", "r")
    for seed in range(12):
        asked = Negotiator(own, Random(seed)).remark()
        assert asked is None or asked[:3] != (PROPOSE, "truce", "a")


def test_a_refusal_tells_which_word_was_broken() -> None:
    position = {"options": {"players": "4"}, "living": put(FOUR, "c5 blue A"), "corpses": [], "turn": "red"}
    match = Match.at_position(game("djambi"), position).play("Mc3xc5>f6")
    asked = Utterance(Seat(0), "0", 1, 1, "", (PROPOSE, "truce", "blue"))
    talk = (said(0, PROPOSE, "truce", "blue"), said(1, ACCEPT, "truce", "red"), asked)
    acts = Negotiator(PromiseKeeper(match, talk, Seat(1), Persona.TRADER), Random(0)).answers()
    assert acts == ((REFUSE, "truce", "red", "-"), (EXPLAIN, Objection.BETRAYED, "red", "truce", "1"))


def test_a_word_broken_in_an_earlier_game_is_remembered() -> None:
    fresh = Parlour((Persona.LOYAL,) * 4, 1)
    red, blue = fresh.match.names[:2]
    line = Utterance(Seat(0), "0", 0, 0, "", (PROPOSE, "truce", blue))
    for word, trusts in ((Reputation(), True), (Reputation(0, 1), False), (Reputation(6, 1), True)):
        own = PromiseKeeper(fresh.match, [line], Seat(1), Persona.LOYAL, (), known={Seat(0): word})
        acts = Negotiator(own, Random(0)).answers()
        assert (acts[0][0] == ACCEPT) is trusts
        assert trusts or acts[1] == (EXPLAIN, Objection.REMEMBERED, red)


def test_a_partner_is_no_target() -> None:
    team = Parlour((Persona.LOYAL,) * 4, 1, TEAMS)
    assert reason(team, Persona.TRADER, 1, "joint-attack", "1", "3") == (Objection.NO_GAIN, "0", "joint-attack")
    six = Parlour((Persona.LOYAL,) * 6, 1, SIX)
    assert reason(six, Persona.TRADER, 1, "joint-attack", "1", "4") == (Objection.PARTNER, "0", "4")
    assert reason(six, Persona.TRADER, 1, "joint-attack", "1", "2") == ()


def test_the_team_that_is_ahead_wants_no_truce() -> None:
    for pieces, agrees in (("rE ROM, rC NEA, rB1 TAR, cF1 NOV", False), ("rF1 ROM, aE ALX, aC MEM, cE CAR", True)):
        own = keeper(stand(pieces, fill=False), (said(3, PROPOSE, "truce", "r"),), Persona.TRADER)
        acts = Negotiator(own, Random(0)).answers()
        assert (acts[0][0] == ACCEPT) is agrees
        assert agrees or acts[1] == (EXPLAIN, Objection.NO_GAIN, "c", "truce")

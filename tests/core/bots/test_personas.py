"""Personas at one table in one process: what they say is true, what they promise is kept or broken as they are."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from core.bots.bot import Budget, Look, Thought
from core.bots.greedy import Greedy
from core.bots.negotiator import ACCUSE, Negotiator
from core.bots.persona import PERSONA_WEIGHTS, Persona, UnknownPersona, find
from core.bots.promise_keeper import PromiseKeeper
from core.bots.stance import regards
from core.diplomacy.pact import ACCEPT, PROPOSE
from core.diplomacy.promise_ledger import Fate, ledger
from core.game import Seat
from core.games import find as game
from core.match.match import Match
from core.match.transcript import Utterance
from tests.core.support.parlour import Parlour


def broken(parlour: Parlour) -> Counter[Persona]:
    """Count who has broken his word how often."""
    found = (pact for pact in parlour.pacts if pact.fate is Fate.BROKEN)
    return Counter(parlour.personas[seat] for pact in found for seat in pact.by)


@pytest.mark.parametrize("seed", range(3))
def test_the_loyal_keep_their_word_and_accusations_are_true(seed: int) -> None:
    personas = (Persona.LOYAL, Persona.OPPORTUNIST, Persona.LOYAL, Persona.MACHIAVELLIAN)
    parlour = Parlour(personas, seed)
    for _ in range(60):
        if parlour.match.state.outcome is not None:
            break
        before = len(parlour.talk)
        parlour.turn()
        for said in parlour.talk[before:]:
            if said.act is not None and said.act[0] == ACCUSE:
                culprit = parlour.match.names.index(said.act[1])
                assert any(
                    pact.fate is Fate.BROKEN and culprit in pact.by and said.seat in pact.parties
                    for pact in parlour.pacts
                )
    assert parlour.pacts
    assert broken(parlour)[Persona.LOYAL] == 0
    assert ledger(parlour.match, parlour.talk) == parlour.pacts


def test_the_same_seed_says_and_plays_the_same() -> None:
    one, two = (Parlour(tuple(Persona)[:4], 5) for _ in range(2))
    for parlour in (one, two):
        parlour.play(16)
    assert (one.match, one.talk) == (two.match, two.talk)


def test_a_word_is_broken_for_its_price_alone() -> None:
    parlour = Parlour((Persona.LOYAL, Persona.TRADER, Persona.OPPORTUNIST, Persona.WARY), 1)
    match = parlour.match
    state = match.state
    while not (kills := [one for one in state.legal(match.mover()) if _strikes(match, str(one))]):
        match = match.play(str(Greedy().choose(match, match.mover(), Random(match.ply), Budget(40))))
        state = match.state
    seat = match.mover()
    victim = _strikes(match, str(kills[0]))[0]
    names = match.names
    other = Utterance(Seat(victim), "b", 0, match.ply, "", (PROPOSE, "truce", names[seat]))
    mine = Utterance(seat, "a", 0, match.ply, "", (ACCEPT, "truce", names[victim]))
    quiet = next(one for one in state.legal(seat) if not _strikes(match, str(one)))
    for gain in (0.01, 0.05, 0.1, 0.3, 0.9):
        thought = Thought(kills[0], (Look(kills[0], 0.05 + gain), Look(quiet, 0.05)), 2)
        for persona in (Persona.LOYAL, Persona.TRADER, Persona.MACHIAVELLIAN, Persona.OPPORTUNIST):
            choice = PromiseKeeper(match, (other, mine), seat, persona).choose(thought, Random(0))
            striking = gain - PERSONA_WEIGHTS[persona].kindness > PERSONA_WEIGHTS[persona].price
            assert (choice.action == kills[0]) is striking, (persona, gain)
            assert bool(choice.breaks) is striking
    alone = Thought(kills[0], (Look(kills[0], 0.9),), 1)
    choice = PromiseKeeper(match, (other, mine), seat, Persona.LOYAL).choose(alone, Random(0))
    assert choice.breaks == ()
    assert choice.action != kills[0]
    free = PromiseKeeper(match, (), seat, Persona.LOYAL).choose(alone, Random(0))
    assert free.action == kills[0]


def _strikes(match: Match, text: str) -> list[int]:
    found = PromiseKeeper(match, (), match.mover(), Persona.OPPORTUNIST)
    deed = found.deed(match.state.parse(match.mover(), text))
    return [victim for blow in deed.blows if blow.by == match.mover() for victim in blow.victims]


def test_trust_goes_down_with_a_breach_and_up_with_a_promise_kept() -> None:
    parlour = Parlour((Persona.LOYAL,) * 4, 3)
    assert all(one.trust == 0.6 for one in regards(Seat(0), [0.6] * 4, (), ()))
    parlour.play(20)
    kept = [pact for pact in parlour.pacts if pact.fate is Fate.KEPT]
    assert kept
    pact = kept[0]
    watcher, other = pact.parties
    assert parlour.conscience(watcher).regards[other].trust > 0.6


def test_who_is_no_persona_is_a_sentence() -> None:
    assert find("loyal") is Persona.LOYAL
    with pytest.raises(UnknownPersona, match="There is no persona nice; there are loyal, trader"):
        find("nice")


def test_nobody_talks_where_the_rules_close_talk() -> None:
    match = Match.new(game("megiddo"), {"players": "4"}).play("A1")
    asked = Utterance(Seat(1), "b", 0, 0, "", (PROPOSE, "truce", match.names[0]))
    envoy = Negotiator(PromiseKeeper(match, (asked,), Seat(0), Persona.TRADER), Random(1))
    assert not envoy.may_talk
    assert envoy.answers() == ()
    assert envoy.remark() is None

"""Stances: trust, grudge and promises weigh in Djambi's search; nobody's do where nobody keeps company."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random
from typing import cast

import pytest

from core.bots.bot import Budget, Thought, walk
from core.bots.persona import PERSONA_WEIGHTS, Persona
from core.bots.promise_keeper import Choice, PromiseKeeper
from core.bots.stance import Promise, Stance
from core.game import Seat
from core.games import find
from core.games.djambi.bot.lookahead import TurnCost
from core.games.djambi.bot.thinker import PLANS, ponder, think
from core.games.djambi.rules.action import Action
from core.games.djambi.rules.state import State
from core.match.match import Match
from core.match.transcript import Utterance
from tests.core.support.positions.djambi_positions import stand

RED, BLUE, YELLOW, GREEN = map(Seat, range(4))
SEEDS = (1, 2)

ALONE = {
    ("3", 26): "Rd2-a2!a1 1, Rd2-b2!a1 52, Md3xf5>b1 437, Md3xf5>b1 407, Rd2-b2!a1 403",
    ("3", 60): "Rc7-c5 1, Ca5-g5 75, Rc7-c4!b3 401, Rc7-c3!b3 410, Md2xd3>d5 409",
    ("4", 26): "Cg7xa1>b2 53, Cg7xa1>h1 104, Cg7xa1>h1 421, Cg7xa1>h1 426, Cg7xa1>h2 409",
    ("4", 60): "Cc3xb4>f9 1, Cc3-e5 58, Cc3-e5 410, Cc3-e5 411, Cc3-e5 404",
    ("6", 26): "Re10-c6!b6 132, Re10-c6!b6 218, Re10-c6!b6 518, Re10-c6!b6 403, Re10-c6!b6 400",
    ("6", 60): "Pf5:j7>e10 111, Pf5:j7>f11 279, Pf5:j7>f11 498, Pf5:j7>c9 416, Pf5:j7>f9 400",
}
"""By players and plies what the five levels play without a stance, and the positions each looks at."""

SHIELD = stand(
    "a3 red C, b1 red N, c1 red M, a5 red R, i2 blue C, i3 blue M, a8 blue A, i8 yellow C, h8 yellow M, g6 yellow A, "
    "f1 green C, f2 green M, e1 green M"
)
"""Red's reporter stands between his chief and blue's assassin."""

PREY = stand("a2 red C, c5 red A, c9 blue C, i5 yellow M, i3 yellow C, h3 green C, f9 blue M, i8 yellow M, f1 green M")
"""Red's assassin can kill blue's chief, or one of yellow's militants."""

TWO = stand(
    "a1 red C, b2 red N, d5 red A, i1 blue C, h1 blue M, d9 blue R, i9 yellow C, h9 yellow M, i5 yellow R, a9 green C, "
    "b9 green M, a6 green M"
)
"""Red's assassin can kill blue's reporter or yellow's."""

LAST = stand("a1 red C, c3 red A, i9 blue C, c9 blue M, h2 blue N")
"""Red wins by killing blue's chief, the last one."""


def at(position: State, *texts: str) -> Match:
    """Give a match from a position, a few moves on."""
    match = Match.at_position(find("djambi"), position.to_json())
    for text in texts:
        match = match.play(text)
    return match


def agreed(match: Match, one: Seat, other: Seat, *term: str) -> tuple[Utterance, Utterance]:
    """Give the two lines of a pact, made before the first move."""
    asked = Utterance(one, str(one), 0, 0, "", ("propose", term[0], match.names[other], *term[1:]))
    return asked, Utterance(other, str(other), 0, 0, "", ("accept", term[0], match.names[one]))


def chosen(
    match: Match, talk: Sequence[Utterance], persona: Persona, level: int, seed: int = 1, *, nodes: int | None = None
) -> Choice:
    """Let a persona of a level think and choose: what it likes best is what the search has put first."""
    conscience = PromiseKeeper(match, talk, match.mover(), persona)
    thought = think(match, match.mover(), level, Random(seed), Budget(nodes, stance=conscience.stance))
    choice = conscience.choose(thought, Random(seed))
    assert choice.action == thought.action
    return choice


def starts(choice: Choice) -> tuple[str, str]:
    """Give from where to where a piece was moved."""
    path = cast("Action", choice.action).path
    return path[0], path[1]


def after(players: str, plies: int) -> Match:
    """Play a match at random."""
    rng = Random(5)
    match = Match.new(find("djambi"), {"players": players})
    while match.ply < plies and match.state.outcome is None:
        match = match.play(str(walk(match.state, match.mover(), rng)))
    return match


def alone(match: Match, level: int, stance: Stance | None = None) -> Thought:
    """Let a level think, the deep ones a little."""
    return think(match, match.mover(), level, Random(level), Budget(None if level < 3 else 400, stance=stance))


@pytest.mark.parametrize(("players", "plies"), ALONE)
def test_who_keeps_no_company_plays_as_ever(players: str, plies: int) -> None:
    """Move and cost are those written down; a stance without feelings changes neither."""
    match = after(players, plies)
    seats = range(len(match.names))
    cold = Stance(
        tuple(float(seat == match.mover()) for seat in seats), (1.0,) * len(seats), ((0.0,) * len(seats),) * len(seats)
    )
    thoughts = [alone(match, level) for level in PLANS]
    assert ", ".join(f"{thought.action} {thought.nodes}" for thought in thoughts) == ALONE[players, plies]
    for level, thought in zip(PLANS, thoughts, strict=True):
        other = alone(match, level, cold)
        assert (other.action, other.nodes) == (thought.action, thought.nodes)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_avenger_strikes_who_broke_his_word(seed: int) -> None:
    """Others of the level and seed do something else there, and so does it where nothing has happened."""
    before = "c3 red M, e3 blue M"
    living = ", ".join(f"{cell} {word}" for cell, word in _living(TWO).items())
    match = at(stand(f"{living}, {before}", turn="blue"), "Me3xc3>g9", "Mh9-h8", "Mb9-b8")
    talk = agreed(match, BLUE, RED, "truce")
    assert starts(chosen(match, talk, Persona.AVENGER, 3, seed, nodes=600)) == ("d5", "d9")
    for persona in (Persona.TRADER, Persona.OPPORTUNIST):
        assert starts(chosen(match, talk, persona, 3, seed, nodes=600)) != ("d5", "d9")
    forgotten = at(cast("State", match.state))
    assert starts(chosen(forgotten, (), Persona.AVENGER, 3, seed, nodes=600)) != ("d5", "d9")


def _living(state: State) -> dict[str, str]:
    told = state.to_json()["living"]
    assert isinstance(told, dict)
    return {str(cell): str(word) for cell, word in told.items()}


def test_a_grudge_weighs_a_rivals_chance_and_trust_a_friends() -> None:
    """Whoever broke a truce is a foe, more so for the avenger; the opportunist feels nothing."""
    living = ", ".join(f"{cell} {word}" for cell, word in _living(TWO).items())
    match = at(stand(f"{living}, c3 red M, e3 blue M", turn="blue"), "Me3xc3>g9", "Mh9-h8", "Mb9-b8")
    talk = agreed(match, BLUE, RED, "truce")
    stances = {persona: PromiseKeeper(match, talk, RED, persona).stance for persona in Persona}
    assert stances[Persona.AVENGER].weights[BLUE] < stances[Persona.LOYAL].weights[BLUE] < 0
    assert stances[Persona.LOYAL].weights[YELLOW] > 0
    assert stances[Persona.OPPORTUNIST].weights == (1, 0, 0, 0)
    assert all(stance.malice[BLUE] > stance.malice[YELLOW] for stance in stances.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_word_is_broken_by_whom_it_pays(seed: int) -> None:
    """Blue's chief falls to those whose word is cheap; the others find something good that breaks none."""
    match = at(PREY)
    talk = agreed(match, BLUE, RED, "truce")
    for persona in (Persona.MACHIAVELLIAN, Persona.OPPORTUNIST):
        choice = chosen(match, talk, persona, 4, seed)
        assert starts(choice) == ("c5", "c9")
        assert len(choice.breaks) == 1
    for persona in (Persona.LOYAL, Persona.TRADER):
        assert chosen(match, talk, persona, 4, seed).breaks == ()
        assert starts(chosen(match, (), persona, 4, seed)) == ("c5", "c9")


@pytest.mark.parametrize("seed", SEEDS)
def test_who_trusts_his_ally_leaves_his_chief_to_him(seed: int) -> None:
    """The loyal uses the piece between chief and assassin; the wary, bound by the same truce, does not."""
    match = at(SHIELD)
    talk = agreed(match, BLUE, RED, "truce")
    assert starts(chosen(match, talk, Persona.LOYAL, 3, seed, nodes=600)) == ("a5", "e9")
    assert starts(chosen(match, talk, Persona.WARY, 3, seed, nodes=600))[0] != "a5"
    stranger = starts(chosen(match, (), Persona.LOYAL, 3, seed, nodes=600))
    assert stranger[0] != "a5" or stranger == ("a5", "a7"), "without a truce it goes only to kill the assassin"


@pytest.mark.parametrize(("target", "cell"), [(BLUE, "d9"), (YELLOW, "i5")])
def test_who_has_promised_to_attack_somebody_does(target: Seat, cell: str) -> None:
    """Of two preys the one is struck that was promised; once struck, nothing is owed."""
    match = at(TWO)
    talk = agreed(match, GREEN, RED, "joint-attack", match.names[target])
    for persona in (Persona.TRADER, Persona.OPPORTUNIST):
        assert starts(chosen(match, talk, persona, 2)) == ("d5", cell)
        owed = PromiseKeeper(match, talk, RED, persona).stance.strikes[RED][target]
        done = PromiseKeeper(match.play(f"Ad5x{cell}"), talk, RED, persona).stance.strikes[RED][target]
        assert owed > done


def test_a_win_that_breaks_a_word_is_not_taken_by_the_faithful() -> None:
    """The last rival is spared for the word's sake, by nobody else, and by nobody without it.

    Nobody puts a breach off to a later turn either, as if it cost less there.
    """
    match = at(LAST)
    talk = agreed(match, BLUE, RED, "truce")
    for level in (2, 3):
        for persona in Persona:
            choice = chosen(match, talk, persona, level)
            faithful = PERSONA_WEIGHTS[persona].faithful
            assert (starts(choice) != ("c3", "i9")) is faithful, (persona, level)
            assert bool(choice.breaks) is not faithful
            assert starts(chosen(match, (), persona, level)) == ("c3", "i9")


def test_a_promise_binds_for_its_lines_and_its_piece() -> None:
    """A turn behind the end of a truce breaks nothing; who is to spare one piece may kill another."""
    killing = [PREY.play(RED, PREY.parse(RED, text)) for text in ("Ac5xc9", "Ac5xi5")]
    for vow, prices in (
        (Promise(RED, BLUE, inf), ((inf, 0), (inf, 0))),
        (Promise(RED, BLUE, 0.5, lines=2), ((0.5, 0), (0, 0))),
        (Promise(RED, BLUE, 0.5, spot="f9"), ((0, 0), (0, 0))),
        (Promise(RED, YELLOW, 0.5, spot="i5"), ((0, 0.5), (0, 0.5))),
        (Promise(BLUE, YELLOW, 0.5), ((0, 0), (0, 0))),
    ):
        toll = TurnCost(Stance((1.0, 0.0, 0.0, 0.0), (1.0,) * 4, ((0.0,) * 4,) * 4, (vow,)), PREY)
        for ahead, expected in zip((0, 4), prices, strict=True):
            assert tuple(-toll.of(PREY, after, ahead) for after in killing) == expected, (vow, ahead)


def test_a_truce_ends_in_the_stance_when_it_does_in_the_ledger() -> None:
    """Before the next line of the log three lines are left of a truce until turn 4, both ways; later none."""
    match = at(TWO)
    talk = agreed(match, BLUE, RED, "truce", "4")
    vows = PromiseKeeper(match, talk, RED, Persona.TRADER).stance.vows
    assert [(vow.by, vow.victim, vow.lines) for vow in vows] == [(BLUE, RED, 3), (RED, BLUE, 3)]
    later = match.play("Nb2-b3").play("Mh1-h2").play("Mh9-h8")
    assert PromiseKeeper(later, talk, RED, Persona.TRADER).stance.vows == ()


def test_company_costs_no_more_positions_and_leaves_no_chance() -> None:
    """The same stance, seed and level give the same thought; the replies of one turn at most pass the budget."""
    match = at(PREY)
    talk = agreed(match, BLUE, RED, "truce")
    for persona in Persona:
        stance = PromiseKeeper(match, talk, RED, persona).stance
        for level, most in ((2, None), (3, 400), (5, 400)):
            one, other = (ponder(PREY, RED, PLANS[level], Random(3), Budget(most, stance=stance)) for _ in range(2))
            assert one == other
            assert one.nodes <= (most or PLANS[level].nodes) + 40

"""The thinker of Méditerranée: legal, repeatable and blind to what its seat may not know, at every level."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import cast

import pytest

from core.bots.bot import Budget, walk
from core.fault import IllegalAction
from core.game import DEALER, Seat
from core.games import find
from core.games.mediterranee.board.chart import roads
from core.games.mediterranee.bot.appraisal import Appraiser
from core.games.mediterranee.bot.belief import Belief, sample_hands
from core.games.mediterranee.bot.combat_play import Exchange, Stake, Terms, equilibrium
from core.games.mediterranee.bot.lookahead import Lookahead, Scored
from core.games.mediterranee.bot.thinker import PLANS, bare, think
from core.games.mediterranee.cards.card_face import EVEN, joined
from core.games.mediterranee.cards.card_hand import Hand
from core.games.mediterranee.rules.action import Action
from core.games.mediterranee.rules.phase import Phase
from core.games.mediterranee.rules.state import State
from core.match.match import Match
from tests.core.support.positions.mediterranee_positions import stand
from tests.length import so_many

SMALL = Budget(30)
LEVELS = (1, 2, 3, 4, 5)
TABLES = (
    {"players": "4", "pairing": "x"},
    {"players": "3", "lone": "k"},
    {"players": "2", "match": "yes"},
)


def played(seed: int, plies: int, **options: str) -> Match:
    """Play a match at random, cards put down in secret."""
    rng = Random(seed)
    match = Match.new(find("mediterranee"), {"seed": str(seed), **options}).deal()
    while match.ply < plies and match.state.outcome is None:
        seat = owing(match)
        match = match.seal(str(walk(match.state, seat, rng)), seat).deal()
    return match


@cache
def late() -> Match:
    """Give a match of four with hidden cards in every hand."""
    return played(3, 120, players="4", draw_rounds="99")


def owing(match: Match) -> Seat:
    """Give a seat that has not decided yet."""
    return next(seat for seat in match.state.active if all(line.seat != seat for line in match.sealed))


def of(match: Match) -> State:
    """Give the state of a match."""
    return cast("State", match.state)


@pytest.mark.parametrize("options", TABLES, ids=lambda options: options["players"])
def test_every_phase_and_level_is_legal(options: dict[str, str]) -> None:
    """Through a game every level in turn decides; each phase is met, and what is said of it holds."""
    rng = Random(7)
    met: Counter[Phase] = Counter()
    match = Match.new(find("mediterranee"), {"seed": "7", "draw_rounds": "9", **options}).deal()
    while match.state.outcome is None and match.ply < so_many(110, 70):
        seat = owing(match)
        met[of(match).phase] += 1
        level = LEVELS[met.total() % len(LEVELS)]
        found = think(match, seat, level, rng, SMALL)
        assert match.state.is_legal(seat, found.action)
        chosen = next(look for look in found.looks if look.action == found.action)
        assert chosen is found.looks[0] or PLANS[level].warmth
        if of(match).phase in {Phase.ACT, Phase.MARCH, Phase.ORDER}:
            assert found.looks[0].chance == max(look.chance for look in found.looks), "the best is told first"
        assert all(match.state.is_legal(seat, look.action) and 0 <= look.chance <= 1 for look in found.looks)
        assert found.nodes >= 1
        if level in PLANS and str(found.action).startswith("pay "):
            paid = match.play(str(found.action), seat).state
            assert paid.is_legal(seat, paid.parse(seat, chosen.line[0]))
        match = match.seal(str(found.action), seat).deal()
    assert {Phase.PLACE, Phase.ACT, Phase.COMBAT} <= set(met)


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_hands_are_not_read(level: int) -> None:
    """Other hidden cards, another talon: the same seed makes the same choice, on the map and in a combat."""
    for match in (late(), _in_combat()):
        seat = owing(match)
        other = replace(match, state=_swapped(of(match), seat))
        assert other.state != match.state
        assert of(other).cards.view(seat) == of(match).cards.view(seat)
        one, two = (think(each, seat, level, Random(5), Budget(200)) for each in (match, other))
        assert one == two


@cache
def _in_combat() -> Match:
    """Give a match in which two owe their cards and others hold hidden ones."""
    match, rng = late(), Random(1)
    while not of(match).sealed:
        match = match.seal(str(walk(match.state, owing(match), rng)), owing(match)).deal()
    return match


def _swapped(state: State, seat: int) -> State:
    """Give the state with all hidden cards of the others, and the talon, put otherwise."""
    view = state.cards.view(seat)
    hands = []
    pool = list(view.talon.unseen[0])[::-1]
    for other, hand in enumerate(state.cards.hands):
        hidden = tuple(sorted(pool.pop(0) for _ in hand.hidden)) if other != seat else hand.hidden
        hands.append(Hand(hand.known, hidden))
    return replace(
        state,
        cards=state.cards._replace(hands=tuple(hands), talon=state.cards.talon._replace(unseen=(tuple(sorted(pool)),))),
    )


def test_cards_put_down_in_the_open_are_not_read() -> None:
    """A rival's cards that entered the log before one's own are no help: the choice is that made without them."""
    match = _in_combat()
    first, second = match.state.active
    choices = {
        str(think(match.play(text, first), second, 3, Random(2), SMALL).action)
        for text in [str(action) for action in match.state.legal(first)][::5]
    }
    assert choices == {str(think(match, second, 3, Random(2), SMALL).action)}


def test_a_belief_agrees_with_all_that_is_known() -> None:
    """Every card of an imagined deal is one that may be there: none that is spent, in the own hand, or gone."""
    for seed in range(12):
        match = played(seed, 60 + 15 * seed, players="324"[seed % 3], match=("yes", "no")[seed % 2])
        cards = of(match).cards
        everything = Counter(_all(of(match)))
        for seat in range(len(cards.hands)):
            view = cards.view(seat)
            deal = sample_hands(view, Random(seed))
            assert deal[seat] == cards.hands[seat].located
            assert [len(hand) for hand in deal] == [hand.size for hand in cards.hands]
            assert not Counter(joined(*deal, cards.spent)) - everything
            for other, hand in enumerate(deal):
                assert not Counter(view.hands[other].known) - Counter(hand)
                assert not Counter(hand) - Counter(view.hands[other].located) - Counter(view.unseen(other))


def _all(state: State) -> tuple[int, ...]:
    talon = state.cards.talon
    hands = [hand.located for hand in state.cards.hands]
    return joined(*hands, *talon.unseen, *talon.waiting, state.cards.spent)


def test_rumours_of_one_s_own_hand_hide_what_was_drawn() -> None:
    """The others imagine a hand from what is public: the known cards of mine, and as many more."""
    match = late()
    seat = owing(match)
    belief = Belief(of(match).cards, seat, Random(1), 20)
    assert belief.hands(seat)[0] == of(match).cards.hands[seat].located
    assert len(set(belief.hands(seat))) > 1
    assert {len(hand) for hand in belief.hands(seat)} == {of(match).cards.hands[seat].size}


def test_a_matrix_game_is_solved() -> None:
    """Stone, scissors, paper; and a game of two by two whose mix is known."""
    rows, columns, value = equilibrium(((0.0, -1.0, 1.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0)), 400)
    assert [*rows, *columns] == pytest.approx([1 / 3] * 6, abs=0.02)
    assert value == pytest.approx(0.0, abs=0.02)
    rows, columns, value = equilibrium(((3.0, -1.0), (-2.0, 1.0)), 2000)
    assert rows == pytest.approx([3 / 7, 4 / 7], abs=0.02)
    assert columns == pytest.approx([2 / 7, 5 / 7], abs=0.02)
    assert value == pytest.approx(1 / 7, abs=0.03)


def test_an_exchange_is_hardly_exploitable() -> None:
    """Solved from both sides the worths cancel out, and no play brings more than the mix by a point."""
    terms, stake, hands = Terms(("E", "F"), (2, 2)), Stake(18.0, -22.0), ((EVEN,), ((0, 0, 3, 5, 8, 9, 15),))
    exchange = Exchange(terms, stake, hands)
    for _ in range(300):
        exchange.learn()
    mine, theirs = exchange.solution(0), exchange.solution(1)
    assert mine.value == pytest.approx(-theirs.value, abs=0.3)
    assert max(mine.payoffs) - mine.value < 1
    assert max(theirs.payoffs) - theirs.value < 1
    assert sum(mine.mix) == pytest.approx(1)


def test_a_thought_stops_at_once() -> None:
    """Stopped before or early there is still a legal decision and no more work."""
    match = late()
    seat = owing(match)
    for budget in (Budget(0), Budget(stop=lambda: True)):
        found = think(match, seat, 5, Random(1), budget)
        assert match.state.is_legal(seat, found.action)
        assert found.nodes == 0
    asked = iter(range(100_000))
    found = think(match, seat, 5, Random(1), Budget(stop=lambda: next(asked) > 9))
    assert match.state.is_legal(seat, found.action)
    assert found.nodes < 60


def test_who_is_not_to_decide_is_told_so() -> None:
    """Out of turn, and for chance, there is nothing to think about."""
    match = played(3, 60, players="4")
    idle = next(seat for seat in range(4) if seat not in match.state.active)
    with pytest.raises(IllegalAction):
        think(match, Seat(idle), 3, Random(1), SMALL)
    assert DEALER not in match.state.active


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_an_open_capital_is_taken(level: int) -> None:
    """Whoever can enter the second capital of the enemies, which is empty, does."""
    state = stand("rE HIP, kE ALX, rF1 ROM, kF1 CON, aF3 SLM, cF3 PAL", hands={"r": "0 0 2 4"})
    match = Match.at_position(find("mediterranee"), state.to_json())
    assert str(think(match, Seat(0), level, Random(1), SMALL).action) == "move rE HIP-CAR"


def test_the_first_level_keeps_its_capital() -> None:
    """A random move that lays the capital bare is drawn again."""
    state = stand("rE ROM, rF1 ARR, aE NEA, cF3 PAL", hands={"r": "0 0"})
    match = Match.at_position(find("mediterranee"), state.to_json())
    actions = [str(think(match, Seat(0), 1, Random(seed), SMALL).action) for seed in range(30)]
    bared = [bare(state.play(Seat(0), state.parse(Seat(0), text)), Seat(0)) for text in actions]
    assert sum(bared) <= 2
    rng = Random(1)
    assert sum(bare(state.play(Seat(0), cast("Action", walk(state, Seat(0), rng))), Seat(0)) for _ in range(30)) > 5


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_march_that_was_paid_for_is_the_best_there_is(level: int) -> None:
    """Whoever can enter the second empty capital by a march alone pays for it, and then goes there."""
    state = stand("rE THE, kE ALX, rF1 ROM, kF1 CON, aF3 SLM, cF3 PAL", hands={"r": "0 0 2 4"})
    match = Match.at_position(find("mediterranee"), state.to_json())
    while match.state.active == (0,) and not str(match.log[-1].text if match.log else "").startswith("march"):
        match = match.play(str(think(match, Seat(0), level, Random(1), Budget(600)).action))
    assert of(match).board.at[2] == of(match).rules.chart.index["CAR"]


def test_who_holds_one_capital_sets_out_for_the_other() -> None:
    """A side that holds one capital and is far stronger does not wait there with all it has."""
    state = stand(
        "kB2 ALX, kE MEM, kF1 TYR, kF2 PEL, kF3 HIE, cE GEN, cB2 ROM",
        move="k",
        hands={"k": "0 0 1 2 3 4 5 6 7 8 8 9 9 9 10 10", "c": "0 0 1 1 2 3 5 6 7 9 9 9"},
        fill=False,
    )
    steps = roads(state.rules.chart, 3)
    _, legs = _ranked(state, 100_000, depth=2)[0]
    assert legs
    assert all(steps[to] < steps[start] for _, start, to in legs)


def test_what_was_not_looked_at_to_its_end_counts_for_nothing() -> None:
    """With fewer positions fewer displacements are looked into, but none of them to another end."""
    state = stand(
        "rE GEN, rC MED, rF1 ROM, rF2 NEA, kE TYR, kF1 CON, kC HIE, aE LUG, aC NOV, aF1 ALX, cF1 CAR, cE SAL", move="k"
    )
    glances, whole = _ranked(state, 100_000, depth=1), _ranked(state, 100_000, depth=2)
    assert len(whole) == WIDTH
    shorter = [_ranked(state, nodes, depth=2) for nodes in range(20, 200, 3)]
    assert all(set(found) <= set(glances) or set(found) <= set(whole) for found in shorter)
    assert 0 < min(map(len, shorter)) < WIDTH


WIDTH = 8


def _ranked(state: State, nodes: int, *, depth: int) -> list[Scored]:
    """Rank the displacements of a seat within a budget."""
    belief = Belief(state.cards, state.seat, Random(1), 1)
    return Lookahead(Appraiser(state, belief), Budget(nodes)).ranked(state, WIDTH, depth)

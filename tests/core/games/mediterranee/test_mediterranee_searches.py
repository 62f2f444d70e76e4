"""The searches that level 5 is compared with: legal, repeatable, blind to what their seat may not know."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cache
from math import log
from pathlib import Path
from random import Random
from typing import cast

import pytest

from benchmarks.mediterranee_searches import NAMES, Measure, contest, decide, figures, guess, results, share_of
from core.bots.bot import Budget, walk
from core.bots.weights import own
from core.fault import IllegalAction
from core.game import DEALER, Seat
from core.games import find
from core.games.mediterranee.bot.appraisal import ROUNDS, Appraiser
from core.games.mediterranee.bot.belief import Hands, sample_hands
from core.games.mediterranee.bot.combat_play import Stake, Terms
from core.games.mediterranee.bot.lookahead import Lookahead
from core.games.mediterranee.bot.weights import MediterraneeWeights
from core.games.mediterranee.cards.card_face import joined
from core.games.mediterranee.cards.card_hand import Hand
from core.games.mediterranee.rules.phase import Phase
from core.games.mediterranee.rules.state import State
from core.match.match import Line, Match
from tests.core.support.mediterranee_odds import Fighting, Shares
from tests.core.support.mediterranee_rivals import SEARCHES, WeighedBelief, choose, evenly
from tests.core.support.mediterranee_witness import Chronicle, Deed, Drawn, Made, imagined, witnessed
from tests.core.support.mediterranee_worlds import Views, WorldAppraiser, WorldHands, WorldLookahead

SMALL = Budget(60)
TABLES = (
    {"players": "2"},
    {"players": "4", "pairing": "x"},
    {"players": "3", "lone": "k"},
    {"players": "2", "match": "yes"},
)


def played(seed: int, plies: int, **options: str) -> Match:
    """Play a match at random, cards put down in secret."""
    rng = Random(seed)
    match = Match.new(find("mediterranee"), {"seed": str(seed), "draw_rounds": "99", **options}).deal()
    while match.ply < plies and match.state.outcome is None:
        match = match.seal(str(walk(match.state, owing(match), rng)), owing(match)).deal()
    return match


def owing(match: Match) -> Seat:
    """Give a seat that has not decided yet."""
    return next(seat for seat in match.state.active if all(line.seat != seat for line in match.sealed))


def of(match: Match) -> State:
    """Give the state of a match."""
    return cast("State", match.state)


@cache
def late(players: str) -> Match:
    """Give a match in its middle; somebody begins a turn, and every hand has hidden cards."""
    return _on(played(3, 50, players=players), lambda state: state.begins_turn and _hidden(state, state.cards.sides))


@cache
def in_combat(players: str) -> Match:
    """Give a match in which two owe their cards and each holds hidden ones."""
    return _on(late(players), lambda state: state.sealed and _hidden(state, state.active))


def _hidden(state: State, seats: Collection[int]) -> bool:
    """Tell whether there are hidden cards in the hands of as many seats, and different cards that they may be."""
    hidden = [seat for seat, hand in enumerate(state.cards.hands) if hand.hidden]
    return len(hidden) >= len(seats) and len(set(state.cards.talon.unseen[0])) > 3


def _on(match: Match, wanted: Callable[[State], bool]) -> Match:
    """Play on at random until a state is what is wanted."""
    rng = Random(1)
    while not wanted(of(match)):
        match = match.seal(str(walk(match.state, owing(match), rng)), owing(match)).deal()
    return match


def otherwise(match: Match, seat: Seat) -> Match:
    """Give a match that looks the same to a seat: the others have drawn other cards, and the talon has others left."""
    state = of(match)
    view = state.cards.view(seat)
    pool, hands, rng = list(view.talon.unseen[0]), [], Random(5)
    rng.shuffle(pool)
    for other, hand in enumerate(state.cards.hands):
        hidden = tuple(sorted(pool.pop(0) for _ in hand.hidden)) if other != seat else hand.hidden
        hands.append(Hand(hand.known, hidden))
    talon = state.cards.talon._replace(unseen=(tuple(sorted(pool)),))
    mine = f"draw {state.rules.names[seat]} "
    log = tuple(
        Line(line.seat, f"{line.text.rpartition(' ')[0]} 1")
        if line.text.startswith("draw ") and line.seat == DEALER and not line.text.startswith(mine)
        else line
        for line in match.log
    )
    found = replace(match, log=log, state=replace(state, cards=state.cards._replace(hands=tuple(hands), talon=talon)))
    assert found.state != state
    assert found.log != match.log
    assert found.seen_by(seat) == match.seen_by(seat)
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_search_is_legal(name: str, options: dict[str, str]) -> None:
    """In every phase, with some positions, with hardly any, and when the time is over before it begins."""
    rng, met = Random(7), set[Phase]()
    match = Match.new(find("mediterranee"), {"seed": "7", **options}).deal()
    while match.state.outcome is None and match.ply < 100:
        seat = owing(match)
        if of(match).phase not in met or match.ply % 40 == 0:
            met.add(of(match).phase)
            for measure in (Measure(60, 100.0), Measure(1, 100.0), Measure(60, 0.0)):
                assert match.state.is_legal(seat, decide(name, match, seat, Random(1), measure))
        match = match.seal(str(walk(match.state, seat, rng)), seat).deal()
    assert {Phase.PLACE, Phase.ACT, Phase.COMBAT} <= met


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("players", ["2", "4"])
def test_two_worlds_that_look_the_same_give_the_same_choice(name: str, players: str) -> None:
    """Other cards drawn by others, in hands and log, and another talon: nothing of that is read."""
    for match in (late(players), in_combat(players)):
        for seat in match.state.active:
            same = otherwise(match, seat)
            for seed in (1, 2):
                one, other = (choose(name, each, seat, Random(seed), SMALL) for each in (match, same))
                assert one == other


@pytest.mark.parametrize("name", SEARCHES)
def test_cards_put_down_in_the_open_are_not_read(name: str) -> None:
    """A rival's cards that entered the log before one's own are no help: the choice is that made without them."""
    match = in_combat("2")
    first, second = match.state.active
    choices = {
        str(choose(name, match.play(text, first), second, Random(2), SMALL))
        for text in [str(action) for action in match.state.legal(first)][::9]
    }
    assert choices == {str(choose(name, match, second, Random(2), SMALL))}


@pytest.mark.parametrize("name", SEARCHES)
def test_the_same_seed_gives_the_same_choice(name: str) -> None:
    """Nothing but the match, the seat, the seed and the number of positions counts, not what was thought before."""
    for match in (late("2"), in_combat("2")):
        seat = owing(match)
        one = choose(name, match, seat, Random(3), SMALL)
        choose(name, late("4"), owing(late("4")), Random(9), SMALL)
        assert choose(name, match, seat, Random(3), SMALL) == one


@pytest.mark.parametrize("name", SEARCHES)
def test_who_is_not_to_decide_is_told_so(name: str) -> None:
    """Out of turn there is nothing to think about."""
    match = late("4")
    idle = next(seat for seat in range(4) if seat not in match.state.active)
    with pytest.raises(IllegalAction):
        choose(name, match, Seat(idle), Random(1), SMALL)


def test_believed_deals_agree_with_what_is_known() -> None:
    """As many cards as each hand has, the own hand as it is, and none that lies elsewhere."""
    match = late("4")
    seat = owing(match)
    seen = match.seen_by(seat)
    for weighs in (False, True):
        belief = WeighedBelief(seen, seat, Random(1), 12, weighs=weighs)
        for deal in belief.deals:
            assert deal[seat] == of(match).cards.hands[seat].located
            assert [len(hand) for hand in deal] == [hand.size for hand in of(match).cards.hands]
        assert len(belief.rumours) == 12
        assert {len(hand) for hand in belief.rumours} == {of(match).cards.hands[seat].size}


def test_what_is_likely_is_drawn_as_often_as_it_is_likely() -> None:
    """Three quarters are three of four draws, and what is impossible is never drawn."""
    deals: list[Hands] = [((1,),), ((2,),), ((3,),)]
    for seed in range(20):
        found = evenly(deals, [3.0, 0.0, 1.0], Random(seed), 8)
        assert [found.count(deal) for deal in deals] == [6, 0, 2]


def test_who_put_down_little_for_much_hardly_holds_more() -> None:
    """A fighter that lost a piece with a low card is not thought to have kept a high one that would have won."""
    gains = tuple([-10.0] * 8 + [30.0] * 38)
    deed = Deed((2,), ("F", "F"), 1, gains, (2,))
    assert deed.likelihood((2, 3)) > 5 * deed.likelihood((2, 9))
    declined = Deed((2,), ("F", "F"), 1, gains, None, -10.0)
    assert declined.likelihood((2, 3)) > 5 * declined.likelihood((2, 9))


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_what_is_imagined_agrees_with_the_log(options: dict[str, str]) -> None:
    """As many hidden cards as each hand has, out of those that may be there, whoever looks and wherever it began."""
    for plies in (60, 90, 140):
        match = played(5, plies, **options)
        moved = Match.at_position(find("mediterranee"), of(match).to_json())
        for whole in (match, moved):
            for viewer in (None, Seat(0), Seat(1)):
                cards = of(whole).cards.view(viewer)
                found = imagined(witnessed(whole.seen_by(viewer)), viewer, Random(plies), weighs=True)
                assert found is not None
                assert [len(hidden) for hidden in found.hidden] == [hand.unknown for hand in cards.hands]
                pools = [Counter(pool) for pool in cards.talon.unseen]
                for side, pool in enumerate(pools):
                    held = [
                        hidden
                        for seat, hidden in enumerate(found.hidden)
                        if cards.sides[seat] == side or len(pools) == 1
                    ]
                    assert Counter(joined(*held)) <= pool


@cache
def drawn_out() -> Match:
    """Give a match of two in which the first talon is drawn out, and the second was just made."""
    match, rng = played(3, 50, players="2"), Random(1)
    dealer = match.game.dealer(dict(match.header.options))
    assert dealer is not None
    while of(match).cards.talon.epoch < 2:
        if match.state.active == (DEALER,):
            match = match.play(str(dealer.deal(match.state)), DEALER)
        else:
            match = match.seal(str(walk(match.state, owing(match), rng)), owing(match))
    return match


def test_hidden_cards_of_a_talon_that_was_drawn_out_are_known() -> None:
    """When a new talon is made, the other of two players holds what is missing of the old one, and keeps it."""
    match = drawn_out()
    seen, hidden = match.seen_by(Seat(0)), of(match).cards.hands[1].hidden
    assert hidden
    deals = [imagined(witnessed(seen), 0, Random(seed), weighs=False) for seed in range(9)]
    assert {deal.hidden[1] for deal in deals if deal is not None} == {hidden}
    guesses = [sample_hands(of(seen).cards, Random(seed))[1] for seed in range(9)]
    assert set(guesses) != {of(match).cards.hands[1].located}


def test_guesses_are_measured_by_the_share_that_is_right() -> None:
    """Deals count by their weight; where the log tells all, all are right that agree with it."""
    assert share_of([True, False], [log(3), 0.0]) == pytest.approx(log(3.6 / 4.6))
    usual, agreeing, weighed = guess(drawn_out(), Seat(0), Random(1))
    assert agreeing == weighed == 0.0
    assert usual < -1.0


def test_a_shown_card_was_rather_drawn_where_there_are_more_like_it() -> None:
    """It was one in four of the old talon or any of the new one; both ways count as often as they are likely."""
    start = of(Match.new(find("mediterranee"), {"players": "2", "seed": "1"}))
    old, new = (1, 0), (2, 0)
    told = (Made(((old, (2, 2, 2, 9)),)), Drawn(1, old, None), Made(((new, (9, 9, 9)),)), Drawn(1, new, None))
    chronicle = Chronicle(start, start, (*[(DEALER, what) for what in told], (1, 9)))
    deals = [imagined(chronicle, 0, Random(seed), weighs=False) for seed in range(200)]
    kept = [deal.hidden[1] for deal in deals if deal is not None and deal.likely == pytest.approx(log(1.25))]
    assert len(kept) == 200
    assert kept.count((2,)) == pytest.approx(200 * 0.8 * 0.75, abs=25)
    assert imagined(replace(chronicle, told=(*chronicle.told[:2], (1, 5))), 0, Random(1), weighs=False) is None


def test_nobody_fights_as_if_they_knew_the_world() -> None:
    """What a combat comes to in the worlds is on the average what both expect; and one's gain is the other's loss."""
    first, second = Shares.of([(0, 5, 9)]), Shares.of([(1, 1), (1, 1), (10, 10)])
    fought = Fighting(Terms(("F", "F"), (1, 1)), Stake(30.0, -32.0), first, second, 60)
    assert second.shares == pytest.approx((2 / 3, 1 / 3))
    hopes, ends = fought.hopes(1), fought.ends([(0, 0), (0, 1)])
    assert fought.hopes(0)[0] == pytest.approx(2 / 3 * ends[0] + ends[1] / 3)
    assert fought.hopes(0)[0] == pytest.approx(-(2 / 3 * hopes[0] + hopes[1] / 3))
    assert ends[0] > ends[1]
    turned = Fighting(Terms(("F", "F"), (1, 1)), Stake(30.0, -32.0), second, first, 60)
    assert sum(turned.ends([(0, 0), (1, 0)])) == pytest.approx(sum(turned.hopes(0)))


def lookahead(match: Match, count: int = 2) -> WorldLookahead:
    """Give a search in some worlds, in which nobody imagines other hands than those of the worlds."""
    seat = owing(match)
    belief = WeighedBelief(match.seen_by(seat), seat, Random(1), count, weighs=False)
    hands = [WorldHands.of([deal[each] for deal in belief.deals]) for each in range(of(match).rules.players)]
    return WorldLookahead(WorldAppraiser(of(match), belief, hands, 1.0, own(MediterraneeWeights)), Budget(100_000))


def test_one_side_chooses_for_all_worlds_the_other_by_its_own_hand() -> None:
    """The thinking side does not take the best of each world; a rival takes what it thinks best, not what is."""
    search, match = lookahead(late("2")), late("2")
    mine = owing(match)
    found = [Views([10.0, -9.0], [-1.0, -9.0]), Views([-9.0, 10.5], [0.0, 0.0]), Views([2.0, 2.0], [3.0, 3.0])]
    assert search.chosen(mine, found).comes == [2.0, 2.0]
    assert search.chosen(Seat(1 - mine), found).comes == [10.0, -9.0]


@pytest.mark.parametrize("players", ["2", "4"])
def test_one_world_alone_is_level_5(players: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one deal in which nobody imagines another, every position is worth what level 5 gives for that deal."""
    monkeypatch.setattr("tests.core.support.mediterranee_worlds.ROUNDS", ROUNDS)
    match = late(players)
    search, state = lookahead(match, 1), of(match)
    usual = Lookahead(Appraiser(state, search.worlds.belief), Budget(100_000))
    for action in [action for action in state.legal(owing(match)) if str(action).startswith("move ")][::7]:
        after = state.play(owing(match), action)
        for depth in (0, 1):
            assert search.outlook(after, depth, 8) == pytest.approx(usual.outlook(after, depth, 8))


def test_a_comparison_goes_on_and_has_its_goal(tmp_path: Path) -> None:
    """What was played is read again, another contest is refused; the lower bound stands beside its goal."""
    path, told = tmp_path / "games.jsonl", {**contest("worlds", {"players": "2"}, 1).told(), "nodes": 1, "ms": 1.0}
    assert results(path, told) == {}
    rows = [
        {"number": number, "points": float(number % 4 != 3), "reason": "capitals", "plies": 9, "ms": [[5.0], [4.0]]}
        for number in range(8)
    ]
    path.write_text(path.read_text() + "".join(json.dumps(row) + "\n" for row in rows))
    games = results(path, told)
    assert sorted(games) == list(range(8))
    with pytest.raises(SystemExit):
        results(path, {**told, "seed": 2})
    found = {figure.name: figure for figure in figures("worlds", games)}
    assert found["worlds, points of 8 games (wilson)"].value == 75.0
    assert found["worlds, lower bound of 95 %"].met is False
    assert found["present, mean of a decision"].value == 4.0

"""What others may know of a game of Méditerranée: masked logs, views, counting; nothing of what is hidden shows."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count, islice
from random import Random
from typing import cast

import pytest

from core.bots.bot import walk
from core.chance import Draw
from core.game import DEALER, Seat
from core.games import find
from core.games.mediterranee.cards.card_hand import Hand, pays
from core.games.mediterranee.cards.card_state import Cards
from core.games.mediterranee.rules.action import Action, Word, lone
from core.games.mediterranee.rules.state import State
from core.match.match import Match
from core.scene import Standing
from tests.length import LONG

LONGEST = 700
READ = 800
"""How much of a list is read: all of it, but not all payments with a card to spare, which come last."""

SEEDS = (3,)
"""What every table's two games are played from."""

TABLES = [
    {"players": "4", "pairing": "ns"},
    {"players": "4", "pairing": "ew", "match": "yes"},
    {"players": "4", "pairing": "x", "placement": "standard", "first": "c"},
    {"players": "2", "pairing": "ns"},
    {"players": "2", "pairing": "x", "match": "yes", "placement": "standard"},
    {"players": "3", "lone": "a", "pairing": "ew"},
    {"players": "3", "lone": "k", "match": "yes", "placement": "standard"},
]


def known(match: Match) -> State:
    """Give the state of a match as what it is."""
    assert isinstance(match.state, State)
    return match.state


def played(match: Match, seat: Seat, action: Action) -> State:
    """Give the state after an action."""
    return known(match).play(seat, action)


@cache
def game(table: int, seed: int) -> list[Match]:
    """Play a game at random, eager for combats and for dear cards; give the match after each decision."""
    rng = Random(seed)
    match = Match.new(find("mediterranee"), {**TABLES[table], "seed": str(seed)}).deal()
    found = [match]
    while match.state.outcome is None and match.ply < LONGEST:
        said = {line.seat for line in match.sealed}
        seat = rng.choice([seat for seat in match.state.active if seat not in said])
        legal: list[Action] = [cast("Action", walk(match.state, seat, rng)) for _ in range(4)]
        fighting = [action for action in legal if played(match, seat, action).battle is not None]
        match = match.seal(str(rng.choice(fighting or legal)), seat).deal()
        found.append(match)
    return found


def shuffled(cards: Cards, viewer: int | None, rng: Random) -> Cards:
    """Give cards with other faces wherever a viewer does not know them: hidden hands of others, and the talon."""
    hands, talon = list(cards.hands), cards.talon
    for side in range(len(talon.unseen)):
        seats = [seat for seat, own in enumerate(cards.sides) if seat != viewer and (own == side or not talon.match)]
        pool = [face for seat in seats for face in hands[seat].drawn] + list(talon.unseen[side])
        rng.shuffle(pool)
        for seat in seats:
            count = len(hands[seat].hidden)
            hands[seat] = Hand(hands[seat].known, tuple(sorted(pool[:count])))
            pool = pool[count:]
        rest = tuple(sorted(pool))
        talon = talon._replace(unseen=(*talon.unseen[:side], rest, *talon.unseen[side + 1 :]))
    return cards._replace(hands=tuple(hands), talon=talon)


def further(folded: Match | None, seen: Match) -> Match:
    """Fold what somebody sees; where an earlier part of it is folded already, from there."""
    if folded is None:
        return Match.fold(seen.header, seen.log)
    assert (folded.header, folded.log) == (seen.header, seen.log[: folded.ply])
    for line in seen.log[folded.ply :]:
        folded = folded.play(line.text, line.seat)
    return folded


@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda table: " ".join(TABLES[table].values()))
def test_what_is_hidden_does_not_show(table: int) -> None:
    rng = Random(5)
    folds: dict[Seat | None, Match] = {}
    for match in game(table, 3)[:: 23 if LONG else 47]:
        state = known(match)
        for viewer in (None, *map(Seat, range(len(match.names)))):
            seen = match.seen_by(viewer)
            assert seen.digest() == match.digest()
            folded = folds[viewer] = further(folds.get(viewer), seen)
            assert folded.state == seen.state
            assert folded.digest() == match.digest()
            other = replace(state, cards=shuffled(state.cards, viewer, rng))
            assert other.view(viewer) == state.view(viewer)
            assert other.view(viewer).to_json() == state.view(viewer).to_json()
            assert other.view(viewer).scene(viewer) == state.view(viewer).scene(viewer)
            assert other.scene(viewer) == state.scene(viewer)
            assert state.view(viewer).view(viewer) == state.view(viewer)
            assert state.view(viewer).view(None) == state.view(None)


@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda table: " ".join(TABLES[table].values()))
def test_a_view_refuses_nothing_that_may_be_played(table: int) -> None:
    for match in game(table, 8)[:: 11 if LONG else 29]:
        state = known(match)
        views = [state.view(viewer) for viewer in (None, *map(Seat, range(len(match.names))))]
        for seat in state.active:
            legal = list(islice(state.legal(seat), READ))
            listed = {action for action in legal if action.word is not Word.PAY or pays(action.faces, exact=True)}
            for view in views:
                assert all(view.is_legal(seat, action) for action in legal)
                assert listed <= set(islice(view.legal(seat), READ))
            assert state.view(seat).is_legal(seat, legal[0])
            assert list(islice(state.view(seat).legal(seat), READ)) == legal


@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda table: " ".join(TABLES[table].values()))
def test_games_end_and_fold_to_the_same(table: int) -> None:
    for seed in SEEDS:
        played = game(table, seed)
        match = played[-1]
        assert match.state.outcome is not None or match.ply >= LONGEST
        assert Match.fold(match.header, match.log) == match
        for each in played[::20]:
            state = known(each)
            assert each.game.setup(state.to_json()) == state
            view = state.view(Seat(0))
            assert each.game.setup(view.to_json()) == view


def test_who_plays_is_said_without_a_drawing() -> None:
    """Also where seats have lost all, or have left."""
    seen = set()
    for table in range(len(TABLES)):
        for match in game(table, 3)[::11]:
            for state in (known(match), *(known(match).play(mover, said) for mover, said in leavers(match))):
                panels = state.scene().seats
                active = tuple(panel.seat for panel in panels if panel.standing is Standing.ACTIVE)
                assert state.manned() == active
                seen.add((len(panels), len(active)))
    assert {(4, 4), (4, 3), (3, 2), (2, 2), (2, 1)} <= seen


def leavers(match: Match) -> list[tuple[Seat, Action]]:
    """Give how each seat may leave."""
    seats = map(Seat, range(len(match.names)))
    said = [(seat, action) for seat in seats for action in known(match).declarations(seat)]
    return [(seat, action) for seat, action in said if str(action).startswith("abandon")]


def test_the_games_looked_at_show_much() -> None:
    """Reshuffles, lots, spies, ties, specials, and hands that leave the game unseen."""
    matches = [game(table, seed)[-1] for table in range(len(TABLES)) for seed in SEEDS]
    words = {line.text.split()[0] for match in matches for line in match.log}
    assert words >= {"talon", "packs", "draw", "treason", "sedition", "pay", "march", "spy", "keep"}
    assert any(known(match).cards.talon.epoch > 2 for match in matches)
    assert any(
        hand.drawn for match in matches for hand in (known(match).cards.hands[at] for at in known(match).cards.lost)
    )


def test_the_draws_to_come_are_those_that_come() -> None:
    """Where nobody is put out of the game, the next draws are told long before."""
    for options in TABLES[:1] + TABLES[4:]:
        match = Match.new(find("mediterranee"), {**options, "seed": "4", "placement": "standard"}).deal()
        rng = Random(1)
        while match.ply < 40:
            told = known(match).coming(6)
            assert all(isinstance(draw, Draw) for draw in told)
            seat = match.state.active[0]
            before = match.ply
            passes = match.state.is_legal(seat, lone(Word.SKIP))
            match = match.play("pass" if passes else str(walk(match.state, seat, rng)), seat)
            if match.state.active == (DEALER,):
                owed = known(match).chance
                assert isinstance(owed, Draw) is bool(told) or not told
                if told:
                    assert owed == told[0]
            match = match.deal()
            assert match.ply > before


@pytest.mark.parametrize("packets", ["no", "yes"])
@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_before_the_first_deal_the_talon_is_whole_and_nothing_is_spent(players: str, packets: str) -> None:
    begun = Match.new(
        find("mediterranee"), {"players": players, "match": packets, "placement": "standard", "seed": "3"}
    )
    assert begun.state.active == (DEALER,)
    cards = begun.state.scene(None).cards
    dealt = begun.deal()
    after = next(match for match in map(dealt.at, count(1)) if cast("State", match.state).cards.talon.epoch)
    shuffled = after.state.scene(None).cards
    assert cards is not None
    assert shuffled is not None
    assert sum(cards.talons) + len(cards.spent) == 20
    assert (cards.talons, cards.spent) == (shuffled.talons, shuffled.spent)
    assert packets == "yes" or cards.spent == ()

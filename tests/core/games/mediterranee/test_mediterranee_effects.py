"""What is told of a decision: keys and fields, from the first card taken to the end."""

from __future__ import annotations

from core.game import DEALER, Seat
from core.games.mediterranee.rules.state import State
from tests.core.support.positions.mediterranee_positions import after, dealt, seat, stand

Told = list[tuple[str, dict[str, str]]]


def effects(state: State, text: str, name: str = "") -> Told:
    who = seat(state, name) if name else state.active[0]
    return [(effect.key, dict(effect.fields)) for effect in state.effects(who, state.parse(who, text))]


def test_a_move_and_whose_turn_begins() -> None:
    state = stand("rF1 ROM, rF2 NEA")
    assert effects(state, "move rF1 ROM-ARR rF2 NEA-ROM") == [
        ("move", {"piece": "rF1", "start": "ROM", "city": "ARR"}),
        ("move", {"piece": "rF2", "start": "NEA", "city": "ROM"}),
        ("begins", {"seat": "k"}),
    ]
    assert effects(state, "move rF1 ROM-CON") == []


def test_a_combat_from_its_beginning_to_its_end() -> None:
    state = stand("rE TAR, cF1 NOV, cE GAD")
    assert effects(state, "move rE TAR-NOV")[1:] == [("combat", {"city": "NOV", "attacker": "rE", "defender": "cF1"})]
    fight = after(state, "move rE TAR-NOV", "cards 4+0")
    assert effects(fight, "cards 8+0") == [
        ("cards", {"seat": "c", "cards": "8+0"}),
        ("tie", {}),
    ]
    tied = after(fight, "cards 8+0", "cards 2")
    assert effects(tied, "cards 4") == [("cards", {"seat": "c", "cards": "4"}), ("tie", {})]
    assert effects(tied, "cards 0") == [
        ("cards", {"seat": "c", "cards": "0"}),
        ("compare", {"city": "NOV", "attack": "4", "defence": "0"}),
        ("lost", {"piece": "cF1", "city": "NOV"}),
        ("begins", {"seat": "k"}),
    ]
    assert ("back", {"piece": "rE", "city": "TAR"}) in effects(
        after(state, "move rE TAR-NOV", "cards 0+0"), "cards 0+0"
    )


def test_spies_are_told() -> None:
    state = after(stand("rF1 TAR, cF1 NOV"), "move rF1 TAR-NOV", "cards 2+0")
    assert effects(state, "cards 10+4") == [("cards", {"seat": "c", "cards": "10+4"})]
    spied = after(state, "cards 10+4")
    assert effects(spied, "spy") == [("spy", {"seat": "r"}), ("fresh", {"seat": "r"})]
    assert ("compare", {"city": "NOV", "attack": "2", "defence": "14"}) in effects(spied, "keep")
    both = after(state, "cards 2+0", "spy")
    assert effects(both, "spy") == [("spy", {"seat": "c"}), ("restart", {})]


def test_capitals_seats_and_the_end_are_told() -> None:
    state = stand("rF1 HIP, cE GAD")
    assert ("occupy", {"city": "CAR"}) in effects(state, "move rF1 HIP-CAR")
    free = stand("rF1 CAR, cE GAD", move="c", specials={"c": "sedition"})
    told = effects(free, "sedition CAR")
    assert told[:2] == [("sedition", {"city": "CAR"}), ("lost", {"piece": "rF1", "city": "CAR"})]
    assert ("free", {"city": "CAR"}) in told
    assert ("out", {"seat": "r"}) in told
    held = stand("rF1 CAR, rF2 PAR, kF1 ALX, aE ANT, cE GAD")
    assert ("held", {"team": "0"}) in effects(held, "pass")
    assert effects(held, "draw", "k") == [("draw", {}), ("over", {"reason": "agreement", "winners": ""})]
    assert effects(held, "resign", "a") == [("would_resign", {"seat": "a"})]
    assert effects(held, "abandon c", "c")[0] == ("abandon", {"seat": "c"})


def test_chance_is_told_as_far_as_it_is_known() -> None:
    due = after(stand("rF1 ROM, kF1 CON"), "pass")
    assert effects(due, "draw k 7") == [("drawn", {"seat": "k", "card": "7"})]
    assert effects(due, "draw k ?") == [("drawn", {"seat": "k", "card": "?"})]
    empty = after(stand("rF1 ROM, kF1 CON", talon="", spent="2 4"), "pass")
    assert empty.active == (DEALER,)
    assert effects(empty, "talon 2") == [("talon", {"count": "2"})]
    assert dealt(empty).active == (Seat(1),)

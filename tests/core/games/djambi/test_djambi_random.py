"""The invariants of the rules after every turn of random games, for every option and every number of players."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from core.game import Seat
from core.games.djambi.rules.action import Action
from core.games.djambi.rules.ruleset import OPTIONS
from core.games.djambi.rules.state import State
from tests.core.support.positions.djambi_positions import GAME, start
from tests.length import long_only

CHANGES: tuple[dict[str, str], ...] = (
    {},
    *({option.name: value} for option in OPTIONS[2:-1] for value in option.values[1:]),
    {"quiet": "12"},
    {
        "vassal_turns": "merged",
        "duel_power": "double",
        "encirclement": "necro",
        "reporter": "optional",
        "own_kills": "yes",
    },
)
SETS = [{"players": players, **change} for change in CHANGES for players in "3456"]
SETS += [{"players": "5", "missing": colour} for colour in ("red", "blue", "purple")]
CAP = 1500


def pick(state: State, seat: Seat, rng: Random) -> Action:
    """Choose a piece, a destination and so on at random, as one points."""
    action, prefix = None, state.next_spots(seat, ())[:0]
    while spots := state.next_spots(seat, prefix):
        assert len(set(spots)) == len(spots)
        prefix += (rng.choice(spots),)
        action = state.complete(seat, prefix)
        if action is not None and rng.random() < 0.5:
            break
    assert action is not None
    return action


def check(state: State, total: int) -> None:
    """Hold a state to the invariants."""
    found = state.to_json()
    living, corpses, status, owner = found["living"], found["corpses"], found["status"], found["owner"]
    assert isinstance(living, dict)
    assert isinstance(corpses, list)
    assert isinstance(status, dict)
    assert isinstance(owner, dict)
    assert len(living) + len(corpses) == total
    centre = "g7" if len(status) == 6 else "e5"
    assert living.get(centre, "red C").endswith(" C")
    chiefs = {word.split()[0] for word in living.values() if word.endswith(" C")}
    assert {colour for colour, standing in status.items() if standing == "dead"} == set(status) - chiefs == set(owner)
    assert not {master for master in owner.values() if status[master] == "dead"}
    king = living.get(centre, " ").split()[0:1]
    assert [found["king"]] == (king if king and status[king[0]] == "active" else [None])
    turn, result = found["turn"], found["result"]
    assert (turn is None) != (result is None)
    if isinstance(turn, dict):
        assert status[turn["player"]] == "active"
        assert state.field.command[state.rules.colours.index(turn["seat"])] == state.active[0]
        assert state.next_spots(state.active[0], ())
    if isinstance(result, dict):
        assert result["winners"]
        assert state.active == ()


def label(options: dict[str, str]) -> str:
    return " ".join(f"{key}={value}" for key, value in options.items())


@pytest.mark.parametrize(
    "chance",
    [pytest.param(0.0, id="silent"), pytest.param(0.005, id="quiet", marks=long_only), pytest.param(0.02, id="spoken")],
)
@pytest.mark.parametrize("options", SETS, ids=label)
def test_invariants_of_random_games(options: dict[str, str], chance: float, request: pytest.FixtureRequest) -> None:
    rng = Random(request.node.name)
    state = start(**options)
    total = len(state.field.cells) - state.field.cells.count(0)
    plies = 0
    while state.outcome is None and plies < CAP:
        check(state, total)
        (seat,) = state.active
        told = state.upcoming(1)[0]
        assert told == state.turn
        state = speak(state, rng) if rng.random() < chance else state.play(seat, pick(state, seat, rng))
        plies += 1
    check(state, total)
    assert GAME.setup(state.to_json()) == state
    assert plies < CAP


def speak(state: State, rng: Random) -> State:
    """Let some colour abandon or return, in turn or out of turn."""
    said = [(seat, a) for seat in range(len(state.rules.colours)) for a in state.declarations(Seat(seat)) if a.colour]
    seat, action = rng.choice(said)
    return state.play(Seat(seat), action)


@pytest.mark.parametrize("options", SETS[::5], ids=label)
def test_positions_of_random_games_come_back_whole(options: dict[str, str]) -> None:
    rng = Random(f"whole {label(options)}")
    state = start(**options)
    for _ in range(60):
        if state.outcome is not None:
            break
        (seat,) = state.active
        back = GAME.setup(state.to_json())
        assert back == state
        assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301 - it was pickled in the same line
        assert hash(back) == hash(state)
        action = pick(state, seat, rng)
        assert state.parse(seat, str(action)) == action
        assert back.play(seat, action) == state.play(seat, action)
        assert state.play(seat, action) != state
        state = state.play(seat, action)


@pytest.mark.parametrize("players", ["3", "4", "5", "6"])
def test_pointing_reaches_exactly_the_list(players: str) -> None:
    rng = Random(f"pointing {players}")
    state = start(players=players, reporter="optional")
    for ply in range(120):
        if state.outcome is not None:
            break
        (seat,) = state.active
        if ply % 12 == 0 and state.count(seat) < 3000:
            listed = list(state.legal(seat))
            assert sorted(map(str, pointed(state, seat))) == sorted(map(str, listed))
            assert len({str(action) for action in listed}) == len(listed) == state.count(seat)
        state = state.play(seat, pick(state, seat, rng))


def pointed(state: State, seat: Seat) -> list[Action]:
    """Collect every action by pointing alone."""
    found = []
    waiting = [(spot,) for spot in state.next_spots(seat, ())]
    while waiting:
        prefix = waiting.pop()
        spots = state.next_spots(seat, prefix)
        action = state.complete(seat, prefix)
        assert spots or action
        if action is not None:
            found.append(action)
        waiting.extend((*prefix, spot) for spot in spots)  # type: ignore[misc]
    return found


@pytest.mark.parametrize("players", ["3", "4", "6"])
def test_any_action_is_taken_exactly_if_it_is_listed(players: str) -> None:
    rng = Random(f"arbitrary {players}")
    state = start(players=players)
    names = state.rules.board.lattice.names
    for _ in range(60):
        if state.outcome is not None:
            break
        (seat,) = state.active
        listed = set(state.legal(seat))
        spots = state.next_spots(seat, ())
        for _ in range(60):
            size = rng.choice((2, 2, 3, 3, 4, 5))
            path = (rng.choice(spots), *(rng.choice(names) for _ in range(size - 1)))
            signs = tuple(rng.choice(("-", "x", ">", "!", ":", "/-", "/x")) for _ in range(size - 1))
            action = Action(rng.choice("CARPNM"), state.cells_of(path) and path, signs)  # type: ignore[arg-type]
            assert state.is_legal(seat, action) == (action in listed)
        state = state.play(seat, pick(state, seat, rng))

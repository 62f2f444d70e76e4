"""Positions for the tests of Djambi, written as short texts."""

from __future__ import annotations

from collections.abc import Mapping

from core.game import Seat, Turn
from core.games.djambi.rules.definition import Djambi
from core.games.djambi.rules.state import State
from core.option import settle

GAME = Djambi()

FOUR = "a1 red C, i1 blue C, i9 yellow C, a9 green C, c3 red M, g3 blue M, g7 yellow M, c7 green M"
SIX = "m7 red C, m13 pink C, g13 blue C, a7 green C, a1 purple C, g1 yellow C"


def pieces(text: str) -> dict[str, str]:
    """Read `cell colour letter, ...`."""
    found = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        cell, word = part.split(" ", 1)
        found[cell] = word
    return found


def put(base: str, more: str = "") -> dict[str, str]:
    """Add pieces to a base; a chief named again leaves a militant of his colour on the corner he left."""
    living = pieces(base)
    for cell, word in pieces(more).items():
        if word.endswith(" C"):
            for old in [old for old, there in living.items() if there == word]:
                living[old] = word[:-1] + "M"
        living[cell] = word
    return living


def stand(
    living: Mapping[str, str] | str,
    corpses: str = "",
    turn: object = None,
    status: Mapping[str, str] | None = None,
    owner: Mapping[str, str] | None = None,
    **options: str,
) -> State:
    """Set a position up."""
    there = pieces(living) if isinstance(living, str) else dict(living)
    given: dict[str, object] = {"options": options, "living": there, "corpses": corpses.split()}
    more = {"turn": turn, "status": status, "owner": owner}
    return GAME.setup(given | {key: value for key, value in more.items() if value is not None})


def start(**options: str) -> State:
    """Give the first position of a game."""
    return GAME.start(settle(GAME, options))


def play(state: State, *texts: str) -> State:
    """Play texts one after the other, each by the player to move."""
    for text in texts:
        seat = state.active[0]
        action = state.parse(seat, text)
        assert str(action) == text
        state = state.play(seat, action)
    return state


def says(state: State, text: str) -> State:
    """Let the colour a declaration names say it, in turn or out of turn."""
    seat = Seat(state.rules.colours.index(text.split()[1]))
    return state.play(seat, state.parse(seat, text))


def legal(state: State, text: str) -> bool:
    """Tell whether a text is legal for the player to move, held against the whole list."""
    seat = state.active[0]
    action = state.parse(seat, text)
    direct = state.is_legal(seat, action)
    assert direct == (action in set(state.legal(seat)))
    assert direct == (state.complete(seat, action.path) == action)
    return direct


def texts(state: State, prefix: str = "") -> set[str]:
    """Give the legal texts with a prefix."""
    return {str(action) for action in state.legal(state.active[0]) if str(action).startswith(prefix)}


def on(state: State, cell: str) -> str:
    """Say what is on a cell: `red M`, `corpse` or nothing."""
    found = state.to_json()
    living, corpses = found["living"], found["corpses"]
    assert isinstance(living, dict)
    assert isinstance(corpses, list)
    return "corpse" if cell in corpses else str(living.get(cell, ""))


def entry(state: State, key: str, colour: str) -> str:
    """Give one colour's entry in `status` or `owner`."""
    found = state.to_json()[key]
    assert isinstance(found, dict)
    return str(found.get(colour, ""))


def turns(state: State, count: int) -> str:
    """Write the next turns as the rules do: `B R* Y`; a seat played by another as `B(R)`."""
    return " ".join(shown(state, turn) for turn in state.upcoming(count))


def shown(state: State, turn: Turn) -> str:
    """Write one turn."""
    colours = state.rules.colours
    seat, player = colours[turn.seat][0].upper(), colours[turn.player][0].upper()
    return seat + ("" if seat == player else f"({player})") + ("*" if turn.bonus else "")


def ended(state: State) -> tuple[str, set[str]]:
    """Give the reason and the winners of a match that is over."""
    over = state.outcome
    assert over is not None
    assert state.active == ()
    return over.reason, {state.rules.colours[seat] for seat in over.winners}

"""A state as plain values and as JSON (§14); `core.games.mediterranee.rules.position_reader` reads one back.

Beside the entries of §14, others make the JSON complete for a state with hidden cards: `open` and `drawn` (the public
and the unseen part of each hand, null for a face not known here), `unseen` (the faces not located, for each side's
packet), `deal` (which talon it is, how far it is drawn, whose packet is whose, whether it is shut), `draws` (the cards
still owed to the seat to move), `treason`, `stirred`, `laps`, `kings`, `absent`, `resigning`.

The module also reads single entries of a position and checks their kind. Faults say which entry is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from core.fault import BadPosition, sentence
from core.game import Plain
from core.games.mediterranee.board.piece import GONE, TEXTS
from core.games.mediterranee.cards.card_face import EVERY, Faces
from core.games.mediterranee.rules.combat import Battle
from core.games.mediterranee.rules.phase import LEFT, SPECIALS
from core.position_entry import NOT_A

if TYPE_CHECKING:
    from core.games.mediterranee.rules.state import State


NO_NAME = sentence("There is no {text} in the entry {key}; there are {allowed}.")

WORDS = {
    "flag": sentence("true or false"),
    "faces": sentence("a list of cards, each 0 to 10 or 15"),
    "pair": sentence("a list of two"),
    "text": sentence("a text"),
}
PAIR = 2
T = TypeVar("T")


def pair(given: Mapping[Any, object], key: str, default: tuple[T, T]) -> tuple[object, object] | tuple[T, T]:
    """Give a list of two, or its default."""
    found = given.get(key, default)
    if not isinstance(found, list | tuple) or len(found) != PAIR:
        raise BadPosition(NOT_A, key=key, kind=WORDS["pair"])
    return found[0], found[1]


def flag(given: Mapping[Any, object], key: str) -> bool:
    """Give true or false; false if nothing is given."""
    found = given.get(key, False)
    if type(found) is not bool:
        raise BadPosition(NOT_A, key=key, kind=WORDS["flag"])
    return found


def faces(value: object, key: str) -> Faces:
    """Give cards, ascending."""
    if not isinstance(value, list | tuple):
        raise BadPosition(NOT_A, key=key, kind=WORDS["faces"])
    return tuple(sorted(face(each, key) for each in value))


def face(value: object, key: str) -> int:
    """Give one card."""
    if type(value) is not int or value not in EVERY:
        raise BadPosition(NOT_A, key=key, kind=WORDS["faces"])
    return value


def hidden(value: object, key: str) -> tuple[int | None, ...]:
    """Give cards of which some are not known: first the known ones, ascending, then None for each of the others."""
    if not isinstance(value, list | tuple):
        raise BadPosition(NOT_A, key=key, kind=WORDS["faces"])
    known = faces([each for each in value if each is not None], key)
    return (*known, *[None] * (len(value) - len(known)))


def word(value: object, key: str) -> str:
    """Give a text."""
    if not isinstance(value, str):
        raise BadPosition(NOT_A, key=key, kind=WORDS["text"])
    return value


def named(value: object, key: str, names: Sequence[str]) -> int:
    """Give the index of a name among those allowed; for a seat, the index itself may be given as a number."""
    if isinstance(value, str) and value in names:
        return names.index(value)
    if type(value) is int and 0 <= value < len(names):
        return value
    raise BadPosition(NO_NAME, text=value, key=key, allowed=", ".join(names))


Json = dict[str, object]


def encode(state: State) -> tuple[Plain, ...]:
    """Give everything that play depends on as plain values, without secret options."""
    over = state.outcome
    return (
        state.rules.options,
        state.board.at,
        state.cards.encode(),
        state.specials,
        state.seat,
        state.phase.value,
        state.draws,
        (int(state.special_used), int(state.treason), int(state.stirred)),
        tuple(tuple(clash) for clash in state.clashes),
        None if state.battle is None else state.battle.encode(),
        (state.siege.since, state.siege.laps),
        state.quiet,
        state.absent,
        state.resigning,
        None if over is None else (tuple(map(int, over.winners)), over.reason),
    )


def write(state: State) -> Json:
    """Give the position as JSON values; seats are named by their states (`r`, `rk`)."""
    names = state.rules.names
    cities = state.rules.chart.names
    lost = state.cards.lost
    board = {TEXTS[piece]: cities[city] for piece, city in enumerate(state.board.at) if city != GONE}
    return {
        "game": "mediterranee",
        "options": dict(state.rules.options),
        "board": board,
        **_cards(state),
        "specials": {
            name: [word for word, bit in SPECIALS.items() if held & bit]
            for name, held in zip(names, state.specials, strict=True)
        },
        "alive": [name for seat, name in enumerate(names) if seat not in lost],
        "absent": [names[seat] for seat in state.absent],
        "resigning": [names[seat] for seat in state.resigning],
        "to_move": None if state.outcome else names[state.seat],
        "seat": names[state.seat],
        "phase": state.phase.value,
        "draws": state.draws,
        "special_used": state.special_used,
        "treason": state.treason,
        "stirred": state.stirred,
        "battles": [
            {
                "city": cities[clash.city],
                "attacker": TEXTS[clash.attacker],
                "defender": TEXTS[clash.defender],
                "from": cities[clash.start],
            }
            for clash in state.clashes
        ],
        "battle": None if state.battle is None else _battle(state, state.battle),
        "double_since": [None if seat is None else names[seat] for seat in state.siege.since],
        "laps": list(state.siege.laps),
        "quiet": state.quiet,
        "result": _result(state),
    }


def _cards(state: State) -> Json:
    cards, names = state.cards, state.rules.names
    hands = dict(zip(names, cards.hands, strict=True))
    gone = [hands[names[seat]] for seat in cards.lost]
    removed: list[object] = [*[15] * cards.kings, *(face for hand in gone for face in hand.located)]
    talon = cards.talon
    return {
        "hands": {
            name: hand.size if hand.unknown else list(hand.located)
            for seat, (name, hand) in enumerate(hands.items())
            if seat not in cards.lost
        },
        "open": {name: list(hand.known) for name, hand in hands.items()},
        "drawn": {name: list(hand.hidden) for name, hand in hands.items()},
        "talons": _talons(state),
        "unseen": [list(pool) for pool in talon.unseen],
        "deal": {
            "epoch": talon.epoch,
            "left": list(talon.left),
            "taken": list(talon.taken),
            "lot": talon.lot,
            "waiting": [list(packet) for packet in talon.waiting],
            **({"shut": True} if talon.shut else {}),
        },
        "spent": list(cards.spent),
        "removed": [*removed, *[None] * sum(hand.unknown for hand in gone)],
        "kings": cards.kings,
    }


def _talons(state: State) -> list[object]:
    """Give each packet: its faces if no hand keeps faces of it that are unknown here, else the number of its cards."""
    cards = state.cards
    talon = cards.talon
    if talon.waiting:
        return [list(packet) for packet in talon.waiting]
    found: list[object] = list(talon.left)
    for side in range(len(talon.left)):
        pack = talon.pack(side)
        if len(talon.pool(side)) == talon.left[pack]:
            found[pack] = list(talon.pool(side))
    return found


def _battle(state: State, battle: Battle) -> Json:
    return {
        "seats": [state.rules.names[seat] for seat in battle.seats],
        "sizes": list(battle.sizes),
        "stage": battle.stage.value,
        "table": [None if faces is None else list(faces) for faces in battle.table],
        "said": list(battle.said),
    }


def _result(state: State) -> Json | None:
    over = state.outcome
    if over is None:
        return None
    winners = [state.rules.names[seat] for seat in over.winners]
    left = {LEFT: True} if over.why == LEFT else {}
    return {"winners": winners, "points": list(over.points), "reason": over.reason, **left}

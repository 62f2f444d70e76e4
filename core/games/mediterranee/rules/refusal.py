"""Why an action is refused: a sentence for each way to be wrong. It is sought only once `is_legal` has said no.

Reasons against a displacement name whose piece it is, which way it goes, or what stands there (§6.1, §6.2, §6.3).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from core.fault import IllegalAction, sentence
from core.game import DEALER, Seat
from core.games.mediterranee.board.piece import BOAT, CAVALRY, GONE, INDEX, KINDS, STATE, TEXTS
from core.games.mediterranee.cards.card_hand import pays
from core.games.mediterranee.rules.action import Action, Word
from core.games.mediterranee.rules.movement import ONE, TWO, Force, can_march, ends, infantry, reach, second_ends
from core.games.mediterranee.rules.phase import SPECIALS, Phase
from core.games.mediterranee.rules.placement_phase import following, room
from core.games.mediterranee.rules.turn import force, occupier

if TYPE_CHECKING:
    from core.games.mediterranee.rules.state import State


Why = tuple[str, dict[str, object]]


class DisplacementRefusal(StrEnum):
    """Every reason for which the rules refuse a displacement, as an English sentence."""

    NO_MOVE = sentence("A move goes from a city to another: {text} does not.")
    NO_PIECE = sentence("The piece {piece} does not stand in {city}.")
    NOT_YOURS = sentence("The piece {piece} is not yours to move.")
    NO_TRAITOR = sentence("Treason moves a piece of an opponent: {piece} is none.")
    SAME_CITY = sentence("The piece {piece} stands in {city} already.")
    FRIEND = sentence("There is a friend of {piece} in {city}: nobody ends there.")
    BY_SEA = sentence("A boat goes to a neighbouring port by sea: not {piece} from {start} to {city}.")
    BY_LAND = sentence("No road leads {piece} from {start} to {city} in one step.")
    TWO_STEPS = sentence("Cavalry goes one or two cities by land, not through enemies: not {piece} to {city}.")
    TOO_FAR = sentence("Even a forced march does not bring {piece} from {start} to {city}.")
    FREE = sentence("The piece {piece} goes to {city} without pay: a march leads further, or moves two pieces.")
    TWICE = sentence("Two different pieces are moved, not {piece} twice.")
    NOT_TOGETHER = sentence("Only two infantry of one player go together without pay: not {piece} and {other}.")
    NO_PAIR = sentence("Two infantry go together without pay: a march moves other pieces.")
    NAME_FIRST = sentence("Name {other} first, then {piece}: the order of the two does not matter here.")
    SAME_END = sentence("The piece {piece} cannot end in {city} too: {other} goes there.")
    RESERVED = sentence("The piece {other} fights and must be able to return: {piece} cannot end in {city}.")
    ILLEGAL = sentence("The rules do not allow {text} here.")


def reason(template: str, **fields: object) -> Why:
    """Give a reason with its fields."""
    return template, fields


def move(force: Force, action: Action, *, far: bool, traitors: bool = True) -> Why:
    """Say why a displacement of the pieces of `force` is refused; `traitors`: they are the enemy's, for treason."""
    path = action.path[1:] if action.word is Word.TREASON else action.path
    cities = [force.chart.index.get(spot, GONE) for spot in path]
    if len(path) not in {ONE, TWO} or GONE in cities or len(action.told) * ONE != len(path):
        return reason(DisplacementRefusal.NO_MOVE)
    pieces = [INDEX.get(name, GONE) for name in action.told]
    for piece, name, start in zip(pieces, action.told, cities[::2], strict=True):
        if piece not in force.pieces or not traitors:
            template = DisplacementRefusal.NO_TRAITOR if action.word is Word.TREASON else DisplacementRefusal.NOT_YOURS
            return reason(template, piece=name)
        if force.board.at[piece] != start:
            return reason(DisplacementRefusal.NO_PIECE, piece=name, city=force.chart.names[start])
    if len(pieces) == 1:
        return _one(force, pieces[0], cities[1], far=far)
    return _two(force, pieces, cities, far=far)


def _one(force: Force, piece: int, to: int, *, far: bool) -> Why:
    """Say why one piece cannot go there."""
    start = force.board.at[piece]
    fields: dict[str, object] = {
        "piece": TEXTS[piece],
        "city": force.chart.names[to],
        "start": force.chart.names[start],
    }
    if to == start:
        return reason(DisplacementRefusal.SAME_CITY, **fields)
    if force.own >> to & 1 and (far or reach(force, piece) >> to & 1):
        return reason(DisplacementRefusal.FRIEND, **fields)
    if far:
        free = reach(force, piece) >> to & 1
        return reason(DisplacementRefusal.FREE if free else DisplacementRefusal.TOO_FAR, **fields)
    by_kind = {BOAT: DisplacementRefusal.BY_SEA, CAVALRY: DisplacementRefusal.TWO_STEPS}
    return reason(by_kind.get(KINDS[piece], DisplacementRefusal.BY_LAND), **fields)


def _two(force: Force, pieces: list[int], cities: list[int], *, far: bool) -> Why:
    """Say why two pieces cannot go together, or not in this way."""
    first, second = pieces
    to, end = cities[1], cities[3]
    named: dict[str, object] = {"piece": TEXTS[second], "other": TEXTS[first], "city": force.chart.names[end]}
    if first == second:
        return reason(DisplacementRefusal.TWICE, **named)
    if far == infantry(first, second):
        return reason(DisplacementRefusal.NO_PAIR if far else DisplacementRefusal.NOT_TOGETHER, **named)
    if not ends(force, first) >> to & 1:
        return _one(force, first, to, far=False)
    if not ends(force, second) >> end & 1 and (end != cities[0] or not reach(force, second) >> end & 1):
        return _one(force, second, end, far=False)
    return _after(force, (first, to), (second, end))


def _after(force: Force, one: tuple[int, int], other: tuple[int, int]) -> Why:
    """Say why the second piece cannot go to its city after the first has gone."""
    (first, to), (second, end) = one, other
    named: dict[str, object] = {"piece": TEXTS[second], "other": TEXTS[first], "city": force.chart.names[end]}
    if to == end:
        return reason(DisplacementRefusal.SAME_END, **named)
    if end == force.board.at[first] and reach(force, second) >> end & 1 and force.foe >> to & 1:
        return reason(DisplacementRefusal.RESERVED, **named)
    if second_ends(force, second, end, first) >> to & 1:
        return reason(DisplacementRefusal.NAME_FIRST, **{**named, "piece": TEXTS[first], "other": TEXTS[second]})
    return _one(force, second, end, far=False)


class Refusal(StrEnum):
    """Every reason for which the rules refuse any other action, as an English sentence."""

    OVER = sentence("The game is over.")
    NOT_YOUR_TURN = sentence("It is not your turn: {player} decides now.")
    DEALING = sentence("A card is dealt first: nobody decides now.")
    NOT_DEALT = sentence("Chance cannot bring {text} now.")
    CHANCES = sentence("Only chance brings {text}.")
    TAKE_FIRST = sentence("A special card is taken first: take treason or take sedition.")
    PLACE_FIRST = sentence("Your pieces are placed first: the next one is {piece}.")
    ORDER_FIRST = sentence("Say first which combat comes first: fight and one of {cities}.")
    MARCH_FIRST = sentence("You have paid for a march: make it.")
    FIGHT_FIRST = sentence("There is a combat in {city}: it comes first.")
    CARDS_FIRST = sentence("Put down {count} of your cards: {text} does not.")
    SPY_FIRST = sentence("Say whether you declare a spy: spy or keep.")
    NO_COMBAT = sentence("There is no combat now: {text} means nothing.")
    NOT_OPEN = sentence("There is no open combat to choose in {city}.")
    NOT_HELD = sentence("You do not hold those cards: {text}.")
    PLACED = sentence("All pieces are placed; special cards are taken.")
    WRONG_PIECE = sentence("The next piece to place is {piece}.")
    NOT_HOME = sentence("Pieces are placed in the cities of their own state: {city} is not one of {state}.")
    OCCUPIED = sentence("There is a piece in {city} already.")
    NO_PORT = sentence("A boat is placed in a port: {city} is none.")
    NO_MARCH = sentence("No forced march is possible: there is nothing to pay for.")
    BAD_PRICE = sentence("A march is paid with cards worth at least 3, none of them zero: not {text}.")
    NOT_EXACT = sentence("A march is paid with cards worth at least 3, none of them zero or superfluous: not {text}.")
    PAY_FIRST = sentence("A forced march is paid for first: pay and some cards, then march.")
    USED = sentence("One special card a turn: you have played one already.")
    NO_CARD = sentence("You do not have the card {card}.")
    NOT_YOUR_CAPITAL = sentence("Sedition breaks out in a capital of your own only: {city} is none.")
    NO_PRICE = sentence("A march is paid with cards worth at least 3, none of them zero: you do not hold them.")
    NO_TRAITOR = sentence("Treason moves pieces of an opponent: none of theirs can move now.")
    NO_REVOLT = sentence("Sedition is for a capital of your own that an opponent occupies: no opponent is in {cities}.")
    NOT_OCCUPIED = sentence("Your capital {city} is not occupied.")
    NOT_SEATED = sentence("Only a player can say that.")
    NOT_YOURS = sentence("Only {seat} can say that for {seat}.")
    ELIMINATED = sentence("A player without pieces has no say.")
    HERE = sentence("You have not left, so you cannot return.")
    GONE_ALREADY = sentence("You have left the game; you may return.")
    RESIGNING = sentence("You have resigned: your partner must too.")
    ILLEGAL = sentence("The rules do not allow {text} here.")


def refuse(state: State, seat: int, action: Action) -> IllegalAction:
    """Give the fault that says why an illegal action is refused."""
    template, fields = _why(state, seat, action)
    return IllegalAction(template, **{"text": str(action), **fields})


def _why(state: State, seat: int, action: Action) -> Why:
    if state.outcome is not None:
        return reason(Refusal.OVER)
    if action.declares:
        return _said(state, seat, action)
    if DEALER in {seat, *state.active} or action.word in {Word.TALON, Word.PACKS, Word.DRAW}:
        return _chance(seat, action)
    if seat not in state.active:
        return reason(Refusal.NOT_YOUR_TURN, player=", ".join(state.rules.names[each] for each in state.active))
    return _PHASES[state.phase](state, seat, action)


def unsaid(state: State, seat: int, word: str) -> IllegalAction | None:
    """Say why a seat cannot begin an action with a word now (`core.chance.HasWords`); None if it can."""
    if word in state.next_spots(Seat(seat), ()):
        return None
    turn = state.outcome is None and seat in state.active and state.phase is Phase.ACT
    template, fields = (_begun if turn else _why)(state, seat, Action(Word(word)))
    return IllegalAction(template, **{"text": word, **fields})


def _begun(state: State, seat: int, action: Action) -> Why:
    """Say why a word does not begin an action of a turn."""
    word = action.word.value
    if action.word is Word.PAY:
        return reason(Refusal.NO_PRICE if can_march(force(state, seat)) else Refusal.NO_MARCH)
    if word not in SPECIALS or state.special_used or not state.specials[seat] & SPECIALS[word]:
        return _acting(state, seat, action)
    if action.word is Word.TREASON:
        return reason(Refusal.NO_TRAITOR)
    chart = state.rules.chart
    return reason(
        Refusal.NO_REVOLT, cities=", ".join(chart.names[chart.capitals[one]] for one in state.rules.seats[seat])
    )


def _chance(seat: int, action: Action) -> Why:
    if seat == DEALER:
        return reason(Refusal.NOT_DEALT)
    dealt = action.word in {Word.TALON, Word.PACKS, Word.DRAW}
    return reason(Refusal.CHANCES if dealt else Refusal.DEALING)


def _said(state: State, seat: int, action: Action) -> Why:
    names = state.rules.names
    if not 0 <= seat < len(names):
        return reason(Refusal.NOT_SEATED)
    if action.told and action.told[0] != names[seat]:
        return reason(Refusal.NOT_YOURS, seat=action.told[0])
    if seat in state.cards.lost:
        return reason(Refusal.ELIMINATED)
    if seat in state.absent:
        return reason(Refusal.GONE_ALREADY)
    if action.word is Word.RETURN:
        return reason(Refusal.HERE)
    return reason(Refusal.RESIGNING if action.word is Word.RESIGN else Refusal.ILLEGAL)


def _special(state: State, seat: int, action: Action) -> Why:
    del state, seat, action
    return reason(Refusal.TAKE_FIRST)


def _placing(state: State, seat: int, action: Action) -> Why:
    due = following(state, seat)
    if action.word is not Word.PLACE or not action.path or len(action.path) > 1:
        return reason(Refusal.PLACE_FIRST, piece=TEXTS[due])
    if action.told != (TEXTS[due],):
        return reason(Refusal.WRONG_PIECE, piece=TEXTS[due])
    chart, name = state.rules.chart, action.path[0]
    city = chart.index.get(name, GONE)
    if city == GONE or not chart.home[STATE[due]] >> city & 1:
        return reason(Refusal.NOT_HOME, city=name, state=chart.states[STATE[due]].id)
    if KINDS[due] == BOAT and not chart.ports >> city & 1:
        return reason(Refusal.NO_PORT, city=name)
    return reason(Refusal.ILLEGAL if room(state, due) >> city & 1 else Refusal.OCCUPIED, city=name)


def _ordering(state: State, seat: int, action: Action) -> Why:
    del seat
    cities = [state.rules.chart.names[clash.city] for clash in state.clashes]
    if action.word is Word.FIGHT and action.path:
        return reason(Refusal.NOT_OPEN, city=action.path[0])
    return reason(Refusal.ORDER_FIRST, cities=", ".join(cities))


def _fighting(state: State, seat: int, action: Action) -> Why:
    battle = state.battle
    assert battle is not None
    if battle.speaks(seat):
        return reason(Refusal.SPY_FIRST)
    lays = battle.lays(seat)
    if action.word not in {Word.CARDS, Word.SPY, Word.KEEP}:
        return reason(Refusal.FIGHT_FIRST, city=state.rules.chart.names[state.clashes[0].city])
    if action.word is not Word.CARDS or len(action.faces) != lays:
        return reason(Refusal.CARDS_FIRST, count=lays)
    return reason(Refusal.ILLEGAL if state.cards.holds(seat, action.faces) else Refusal.NOT_HELD)


def _marching(state: State, seat: int, action: Action) -> Why:
    if action.word is not Word.MARCH:
        return reason(Refusal.MARCH_FIRST)
    return move(force(state, seat), action, far=True)


def _acting(state: State, seat: int, action: Action) -> Why:
    if action.word is Word.MOVE:
        return move(force(state, seat), action, far=False)
    if action.word is Word.MARCH:
        return reason(Refusal.PAY_FIRST)
    if action.word is Word.PAY:
        return _paying(state, seat, action)
    if action.word.value in SPECIALS:
        return _playing(state, seat, action)
    if action.word in {Word.CARDS, Word.SPY, Word.KEEP, Word.FIGHT}:
        return reason(Refusal.NO_COMBAT)
    return reason(Refusal.PLACED if action.word in {Word.TAKE, Word.PLACE} else Refusal.ILLEGAL)


def _paying(state: State, seat: int, action: Action) -> Why:
    if not pays(action.faces, exact=state.rules.exact):
        return reason(Refusal.NOT_EXACT if state.rules.exact else Refusal.BAD_PRICE)
    if not state.cards.holds(seat, action.faces):
        return reason(Refusal.NOT_HELD)
    return reason(Refusal.ILLEGAL if can_march(force(state, seat)) else Refusal.NO_MARCH)


def _playing(state: State, seat: int, action: Action) -> Why:
    """Say why a special card cannot be played in this way (§6.3, §6.4)."""
    rules = state.rules
    if state.special_used:
        return reason(Refusal.USED)
    if not state.specials[seat] & SPECIALS[action.word.value]:
        return reason(Refusal.NO_CARD, card=action.word.value)
    if action.word is Word.SEDITION:
        name = action.path[-1]
        city = rules.chart.index.get(name, GONE)
        if city not in [rules.chart.capitals[own] for own in rules.seats[seat]]:
            return reason(Refusal.NOT_YOUR_CAPITAL, city=name)
        return reason(Refusal.NOT_OCCUPIED if occupier(state, city) == GONE else Refusal.ILLEGAL, city=name)
    pieces = [INDEX[name] for name in action.told if name in INDEX]
    owners = {rules.owner[STATE[piece]] for piece in pieces}
    victim = next(iter(owners), seat)
    return move(force(state, victim), action, far=False, traitors=rules.sides[victim] != rules.sides[seat])


_PHASES = {
    Phase.SPECIAL: _special,
    Phase.PLACE: _placing,
    Phase.ACT: _acting,
    Phase.MARCH: _marching,
    Phase.ORDER: _ordering,
    Phase.COMBAT: _fighting,
}

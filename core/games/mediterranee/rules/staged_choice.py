"""What a seat may decide, spot by spot: the same few steps serve pointing, checking and listing (§9).

The module also gives random actions, with the same chances as `core.bots.bot.walk` but with less work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING

from core.chance import Draw, Lot, Shuffle
from core.game import DEALER, Spot
from core.games.mediterranee.board.city_set import members
from core.games.mediterranee.board.piece import GONE, PIECES, STATE, TEXTS
from core.games.mediterranee.cards.card_face import EVERY
from core.games.mediterranee.cards.card_hand import pays
from core.games.mediterranee.rules import action as words
from core.games.mediterranee.rules import dealer_action
from core.games.mediterranee.rules.action import Action, Word, card
from core.games.mediterranee.rules.movement import Force, Legs, Route, can_march, ends, second_ends, told
from core.games.mediterranee.rules.phase import SEDITION, SPECIALS, TREASON, Phase
from core.games.mediterranee.rules.placement_phase import following, room
from core.games.mediterranee.rules.turn import force, occupier

if TYPE_CHECKING:
    from core.games.mediterranee.rules.state import State


Path = tuple[Spot, ...]
SPY, KEEP, SKIP, PAY = (Spot(word.value) for word in (Word.SPY, Word.KEEP, Word.SKIP, Word.PAY))
BETRAY, REVOLT = Spot(Word.TREASON.value), Spot(Word.SEDITION.value)


def spots(state: State, seat: int, prefix: Path) -> tuple[Spot, ...]:
    """Give the spots that continue a prefix to a legal action of a seat."""
    if seat not in state.active:
        return ()
    if seat == DEALER or state.phase in {Phase.SPECIAL, Phase.PLACE, Phase.ORDER}:
        return () if prefix else tuple(action.path[0] for action in few(state, seat))
    if state.phase is Phase.COMBAT:
        return _in_combat(state, seat, prefix)
    if state.phase is Phase.MARCH:
        return _named(state, Route(force(state, seat), far=True).goes_on(_cities(state, prefix)))
    return _acting(state, seat, prefix) if prefix else _first(state, seat)


def whole(state: State, seat: int, prefix: Path) -> Action | None:
    """Give the legal action of a seat whose path is the prefix, or None."""
    if not prefix or seat not in state.active:
        return None
    if seat == DEALER and isinstance(state.owed, Draw) and len(prefix) == 1 and prefix[0].startswith(words.CARD):
        return _drawn(state, state.owed, prefix[0])
    if seat == DEALER or state.phase in {Phase.SPECIAL, Phase.PLACE, Phase.ORDER}:
        return next((action for action in few(state, seat) if action.path == prefix), None)
    if state.phase is Phase.COMBAT:
        return _laid(state, seat, prefix)
    if state.phase is Phase.MARCH:
        return _going(state, Word.MARCH, Route(force(state, seat), far=True), prefix)
    return _acted(state, seat, prefix)


def reach(state: State, spot: Spot) -> tuple[Spot, ...]:
    """Give where the piece in a city could go by an ordinary displacement if it were its turn."""
    city = state.rules.chart.index.get(spot, GONE)
    piece = state.board.on(city, tuple(range(PIECES))) if city != GONE else GONE
    if piece == GONE:
        return ()
    return _named(state, members(ends(force(state, state.rules.owner[STATE[piece]]), piece)))


def every(state: State, seat: int) -> Iterator[Action]:
    """Give the legal actions of a seat in plain order of their texts (§14), payments with a card to spare after them.

    A large hand has millions of those, so each is made only when it is asked for. Of a hand that is known only in part
    (in a view), the other actions are given, although `whole` accepts whatever that hand could hold.
    """
    if seat in state.active:
        yield from sorted(_every(state, seat), key=str)
        if state.phase is Phase.ACT and seat != DEALER and not state.rules.exact and can_march(force(state, seat)):
            yield from map(words.pay, state.cards.generous_payments(seat))


def few(state: State, seat: int) -> list[Action]:
    """List the actions of one spot: those of chance, a special card to take, a placement, a combat to begin."""
    if seat == DEALER:
        return _chances(state)
    if state.phase is Phase.SPECIAL:
        return [words.lone(Word.TAKE, name) for name in SPECIALS]
    names = state.rules.chart.names
    if state.phase is Phase.ORDER:
        return [Action(Word.FIGHT, (Spot(names[clash.city]),)) for clash in state.clashes]
    piece = following(state, seat)
    return [Action(Word.PLACE, (Spot(names[city]),), (TEXTS[piece],)) for city in members(room(state, piece))]


def _chances(state: State) -> list[Action]:
    owed, cards = state.owed, state.cards
    if isinstance(owed, Shuffle):
        return [words.talon(cards.size(owed))]
    if isinstance(owed, Lot):
        return [words.packs(lot) for lot in range(owed.sides)]
    assert isinstance(owed, Draw)
    name = state.rules.names[owed.seat]
    closing = dealer_action.shut(state)
    drawn = [words.drawn(name, face) for face in (*sorted(set(cards.unseen(owed.seat))), None)]
    return drawn if closing is None else [*drawn, closing]


def _drawn(state: State, owed: Draw, spot: Spot) -> Action | None:
    """Give the draw of a card: of a face that may be there, or of an unknown one."""
    face = FACES.get(spot)
    known = face is not None and face in state.cards.unseen(owed.seat)
    return words.drawn(state.rules.names[owed.seat], face) if known or spot == card(None) else None


def _every(state: State, seat: int) -> Iterator[Action]:
    if seat == DEALER or state.phase in {Phase.SPECIAL, Phase.PLACE, Phase.ORDER}:
        yield from few(state, seat)
    elif state.phase is Phase.COMBAT:
        assert state.battle is not None
        if state.battle.speaks(seat):
            yield from (words.lone(Word.SPY), words.lone(Word.KEEP))
        else:
            yield from map(words.cards, state.cards.plays(seat, state.battle.lays(seat)))
    elif state.phase is Phase.MARCH:
        for legs in Route(force(state, seat), far=True).every():
            yield displacing(state, Word.MARCH, legs)
    else:
        yield from _acts(state, seat)


def _acts(state: State, seat: int) -> Iterator[Action]:
    yield words.lone(Word.SKIP)
    own = force(state, seat)
    for legs in Route(own).every():
        yield displacing(state, Word.MOVE, legs)
    if can_march(own):
        yield from map(words.pay, state.cards.exact_payments(seat))
    if has(state, seat, TREASON):
        for route in _betrayed(state, seat):
            for legs in route.every():
                yield displacing(state, Word.TREASON, legs)
    yield from (_sedition(state, city) for city in _revolting(state, seat))


def _first(state: State, seat: int) -> tuple[Spot, ...]:
    """Give the spots that can begin an action of a turn."""
    own = force(state, seat)
    return (*_named(state, Route(own).starts()), *beside(state, seat, own))


def beside(state: State, seat: int, own: Force) -> list[Spot]:
    """List what can begin an action of a turn, other than the cities of one's pieces."""
    found = [SKIP]
    if state.cards.can_pay(seat) and can_march(own):
        found.append(PAY)
    if has(state, seat, TREASON) and any(route.any() for route in _betrayed(state, seat)):
        found.append(BETRAY)
    if _revolting(state, seat):
        found.append(REVOLT)
    return found


def _acting(state: State, seat: int, prefix: Path) -> tuple[Spot, ...]:
    word, rest = prefix[0], prefix[1:]
    if word == SKIP:
        return ()
    if word == PAY:
        return _paying(state, seat, rest) if can_march(force(state, seat)) else ()
    if word == REVOLT:
        return () if rest else _named(state, _revolting(state, seat))
    if word != BETRAY:
        return _named(state, Route(force(state, seat)).goes_on(_cities(state, prefix)))
    if not has(state, seat, TREASON):
        return ()
    cities = _cities(state, rest)
    return _named(state, [city for route in _betrayed(state, seat) for city in route.goes_on(cities)])


def _acted(state: State, seat: int, path: Path) -> Action | None:
    word, rest = path[0], path[1:]
    if word == SKIP:
        return None if rest else words.lone(Word.SKIP)
    if word == PAY:
        return _paid(state, seat, rest)
    if word == REVOLT:
        cities = _cities(state, rest)
        return _sedition(state, cities[0]) if len(cities) == 1 and cities[0] in _revolting(state, seat) else None
    if word != BETRAY:
        return _going(state, Word.MOVE, Route(force(state, seat)), path)
    if not has(state, seat, TREASON):
        return None
    found = (_going(state, Word.TREASON, route, rest) for route in _betrayed(state, seat))
    return next(filter(None, found), None)


def _paying(state: State, seat: int, laid: Path) -> tuple[Spot, ...]:
    """Give the cards that continue a payment, the highest first (R14)."""
    faces = _faces(laid)
    if faces is None or words.spots(faces) != laid or not state.cards.holds(seat, faces):
        return ()
    return words.spots(state.cards.payable(seat, faces, exact=state.rules.exact))


def _paid(state: State, seat: int, laid: Path) -> Action | None:
    faces = _faces(laid)
    if faces is None or words.spots(faces) != laid or not pays(faces, exact=state.rules.exact):
        return None
    return words.pay(faces) if state.cards.holds(seat, faces) and can_march(force(state, seat)) else None


def has(state: State, seat: int, special: int) -> bool:
    """Tell whether a seat may play a special card in this turn (R10)."""
    return not state.special_used and bool(state.specials[seat] & special)


def _betrayed(state: State, seat: int) -> Iterator[Route]:
    """Give what each opponent can be made to do by treason, as if it were that opponent's turn (§6.3)."""
    return (Route(force(state, other)) for other in state.rules.enemies(seat))


def _revolting(state: State, seat: int) -> list[int]:
    """List the seat's own capitals that are occupied, if it may play sedition (§6.4)."""
    if not has(state, seat, SEDITION):
        return []
    own = (state.rules.chart.capitals[one] for one in state.rules.seats[seat])
    return [city for city in own if occupier(state, city) != GONE]


def _sedition(state: State, city: int) -> Action:
    return Action(Word.SEDITION, (REVOLT, Spot(state.rules.chart.names[city])))


def _in_combat(state: State, seat: int, prefix: Path) -> tuple[Spot, ...]:
    assert state.battle is not None
    if state.battle.speaks(seat):
        return () if prefix else (SPY, KEEP)
    return _continuing(state.cards.plays(seat, state.battle.lays(seat)), prefix)


def _laid(state: State, seat: int, path: Path) -> Action | None:
    assert state.battle is not None
    if state.battle.speaks(seat):
        return words.lone(Word(path[0])) if path in {(SPY,), (KEEP,)} else None
    faces = _faces(path)
    if faces is None or len(faces) != state.battle.lays(seat) or not state.cards.holds(seat, faces):
        return None
    return words.cards(faces) if words.spots(faces) == path else None


def _continuing(choices: Iterable[tuple[int, ...]], prefix: Path) -> tuple[Spot, ...]:
    """Give the cards that can continue some already chosen, the highest first."""
    at = len(prefix)
    faces = _faces(prefix)
    if faces is None:
        return ()
    found = {choice[-1 - at] for choice in choices if len(choice) > at and (not at or choice[-at:] == faces)}
    return words.spots(found)


FACES = {card(face): face for face in EVERY}


def _faces(path: Path) -> tuple[int, ...] | None:
    """Give the faces of some cards, ascending; None if a spot is not a card."""
    try:
        return tuple(sorted([FACES[spot] for spot in path]))
    except KeyError:
        return None


def _cities(state: State, path: Path) -> tuple[int, ...]:
    index = state.rules.chart.index
    return tuple([index.get(spot, GONE) for spot in path])


def _named(state: State, cities: Iterable[int]) -> tuple[Spot, ...]:
    names = state.rules.chart.names
    return tuple([Spot(names[city]) for city in cities])


def _going(state: State, word: Word, route: Route, path: Path) -> Action | None:
    if len(path) % 2:
        return None
    cities = _cities(state, path)
    legs = None if GONE in cities else route.whole(cities)
    return None if legs is None else displacing(state, word, legs)


def legs(state: State, force: Force, path: Path) -> Legs:
    """Give the legs of a displacement known to be legal."""
    cities = _cities(state, path)
    on, pieces = force.board.on, force.pieces
    return tuple([(on(start, pieces), start, to) for start, to in zip(cities[::2], cities[1::2], strict=True)])


def displacing(state: State, word: Word, legs: Legs) -> Action:
    """Give the action that makes a displacement."""
    path = _named(state, [city for _, start, to in legs for city in (start, to)])
    return Action(word, (BETRAY, *path) if word is Word.TREASON else path, told(legs))


SINGLE = frozenset({Phase.SPECIAL, Phase.PLACE, Phase.ORDER})
"""The phases in which an action is one spot."""


def wander(state: State, seat: int, rng: Random) -> Action:
    """Give a random legal action of a seat that owes a decision."""
    phase = state.phase
    if phase is Phase.ACT and seat != DEALER:
        return _random_act(state, seat, rng)
    if phase is Phase.MARCH and seat != DEALER:
        route = Route(force(state, seat), far=True)
        return _journey(state, Word.MARCH, route, rng.choice(route.starts()), rng)
    if phase in SINGLE and seat != DEALER:
        action = rng.choice(few(state, seat))
        rng.randrange(1)
        return action
    return _stepping(state, seat, (), rng)


def _random_act(state: State, seat: int, rng: Random) -> Action:
    route = Route(force(state, seat))
    starts, extra = route.starts(), beside(state, seat, route.force)
    at = rng.randrange(len(starts) + len(extra))
    if at < len(starts):
        return _journey(state, Word.MOVE, route, starts[at], rng)
    spot = extra[at - len(starts)]
    if spot == SKIP:
        rng.randrange(1)
        return words.lone(Word.SKIP)
    return _random_payment(state, seat, rng) if spot == PAY else _stepping(state, seat, (spot,), rng)


def _random_payment(state: State, seat: int, rng: Random) -> Action:
    """Pay for a march that is possible, card by card."""
    exact = state.rules.exact
    faces: tuple[int, ...] = ()
    while True:
        ways = state.cards.payable(seat, faces, exact=exact)
        if pays(faces, exact=exact) and rng.randrange(len(ways) + 1) == 0:
            return words.pay(faces)
        faces = (rng.choice(ways), *faces)


def _journey(state: State, word: Word, route: Route, start: int, rng: Random) -> Action:
    """Displace the piece in a city, and perhaps a second one."""
    force, first = route.force, route.piece(start)
    to = rng.choice(members(route.ends(first)))
    mates = route.mates(first, to) if ends(force, first) >> to & 1 else []
    if route.alone(first) >> to & 1 and rng.randrange(len(mates) + 1) == 0:
        return displacing(state, word, ((first, start, to),))
    second = rng.choice(mates)
    end = rng.choice(members(second_ends(force, first, to, second)))
    rng.randrange(1)
    return displacing(state, word, ((first, start, to), (second, force.board.at[second], end)))


def _stepping(state: State, seat: int, prefix: tuple[Spot, ...], rng: Random) -> Action:
    """Continue from a prefix, spot by spot."""
    while True:
        ways = spots(state, seat, prefix)
        action = whole(state, seat, prefix)
        if action is not None and rng.randrange(len(ways) + 1) == 0:
            return action
        prefix = (*prefix, rng.choice(ways))

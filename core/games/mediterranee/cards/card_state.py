"""All cards of a game: hands, talon, spent pile, and what has left the game (§4, §7, R30, R32, R33).

Nobody knows the order of the talon. Nothing here is an order of cards: a packet is how many cards are left in it, and
which faces have not been located yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Self

from core.chance import Chance, Draw, Lot, Shuffle
from core.fault import Fault, sentence
from core.game import Plain, Seat
from core.games.mediterranee.cards.card_face import KING, ZERO, Faces, joined, lacking, opening, without
from core.games.mediterranee.cards.card_hand import PRICE, Hand, kings

SPLIT = 2
"""How many packets the match rule makes."""


class Talon(NamedTuple):
    """The packets of the current talon.

    `epoch` counts the talons from 1; 0 means none yet. `left` and `taken` say for each packet how many cards are left
    in it and how many were drawn. `lot` assigns the packets: side s (0 has Rome) draws from packet (s + lot) mod 2.
    Between split and lot it is None, and `waiting` has the packets. `unseen` has, for each side, the faces that are not
    located here: those in its packet, and those of cards drawn from its packets that are not known here (also in lost
    hands). `shut`: nobody draws any more, from this talon or another.
    """

    epoch: int
    left: tuple[int, ...]
    taken: tuple[int, ...]
    unseen: tuple[Faces, ...]
    lot: int | None = 0
    waiting: tuple[Faces, ...] = ()
    shut: bool = False

    @classmethod
    def none(cls, *, match: bool) -> Self:
        """Give the talon before the first shuffle; with `match` there are two packets (the match rule)."""
        packets = SPLIT if match else 1
        return cls(0, (0,) * packets, (0,) * packets, ((),) * packets)

    @property
    def match(self) -> bool:
        """Whether there are two packets."""
        return len(self.left) == SPLIT

    @property
    def size(self) -> int:
        """How many cards are left in the talon."""
        return sum(self.left)

    def pack(self, side: int) -> int:
        """Give the packet from which a side draws."""
        return (side + (self.lot or 0)) % SPLIT if self.match else 0

    def packs(self, sides: Sequence[int]) -> list[int]:
        """Give for each of some sides the packet from which it draws."""
        if len(self.left) != SPLIT:
            return [0] * len(sides)
        lot = self.lot or 0
        return [(side + lot) % SPLIT for side in sides]

    def pool(self, side: int) -> Faces:
        """Give the faces that the unknown cards of a side and its packet can have."""
        return self.unseen[side if self.match else 0]

    def owing(self, cards: Faces) -> Shuffle | Lot | None:
        """Give what must come before the next draw: a lot, a talon made from `cards`, or None.

        A talon is made only when every packet is empty. A split needs at least two cards (R30, R33).
        """
        if self.waiting:
            return Lot(self.epoch, SPLIT)
        if self.size or len(cards) < len(self.left):
            return None
        return Shuffle(self.epoch + 1, split(cards)[0] if self.match else (cards,))

    def shuffled(self, cards: Faces) -> tuple[Self, Faces]:
        """Give a new talon made from cards, and the cards that stay where they were (R30, R32)."""
        packets, rest = split(cards) if self.match else ((cards,), ())
        left = tuple(map(len, packets))
        after = self._replace(epoch=self.epoch + 1, left=left, taken=(0,) * len(left))
        if self.match:
            return after._replace(lot=None, waiting=packets), rest
        return after._replace(unseen=(joined(self.unseen[0], cards),)), rest

    def allotted(self, lot: int) -> Self:
        """Give the talon after the lot: 0 gives the first packet to side 0, 1 gives it to side 1."""
        unseen = tuple(joined(known, self.waiting[(side + lot) % SPLIT]) for side, known in enumerate(self.unseen))
        return self._replace(lot=lot, waiting=(), unseen=unseen)

    def drawn(self, side: int, face: int | None) -> Self:
        """Give the talon after a side has drawn; None is a face not known here."""
        pack, at = (self.pack(side), side) if self.match else (0, 0)
        left, taken = _plus(self.left, pack, -1), _plus(self.taken, pack, 1)
        unseen = self.unseen if face is None else _put(self.unseen, at, without(self.unseen[at], (face,)))
        return type(self)(self.epoch, left, taken, unseen, self.lot, self.waiting, self.shut)

    def located(self, side: int, faces: Faces) -> Self:
        """Give the talon once some faces of a side are located; raise `ValueError` if they cannot be there."""
        at = side if self.match else 0
        return self._with(at, without(self.unseen[at], faces))

    def lost_sight(self, side: int, faces: Faces) -> Self:
        """Give the talon as it looks to somebody who does not know where these faces of a side are."""
        at = side if self.match else 0
        return self._with(at, joined(self.unseen[at], faces))

    def may_hold(self, side: int, faces: Faces) -> bool:
        """Tell whether faces of a side may be unseen."""
        return not lacking(self.pool(side), faces)

    def _with(self, at: int, faces: Faces) -> Self:
        unseen = _put(self.unseen, at, faces)
        return type(self)(self.epoch, self.left, self.taken, unseen, self.lot, self.waiting, self.shut)


def split(cards: Faces) -> tuple[tuple[Faces, Faces], Faces]:
    """Split cards into two packets, equal in number and as equal as possible in strength; give them and the rest (R32).

    >>> split((1, 2, 4, 7, 9))
    (((2, 9), (4, 7)), (1,))
    """
    downwards = sorted(cards, reverse=True)
    packets: tuple[list[int], list[int]] = ([], [])
    for larger, smaller in zip(downwards[::2], downwards[1::2], strict=False):
        first = sum(packets[0]) <= sum(packets[1])
        packets[not first].append(larger)
        packets[first].append(smaller)
    rest = downwards[len(downwards) - len(downwards) % SPLIT :]
    return (joined(packets[0]), joined(packets[1])), tuple(rest)


def _plus(numbers: tuple[int, ...], at: int, change: int) -> tuple[int, ...]:
    return (*numbers[:at], numbers[at] + change, *numbers[at + 1 :])


def _put(pools: tuple[Faces, ...], at: int, faces: Faces) -> tuple[Faces, ...]:
    return (*pools[:at], faces, *pools[at + 1 :])


_draw = lru_cache(512)(Draw)
"""Cached, because nearly all coming draws are the same after each decision."""

NOT_THERE = sentence("A card of value {face} cannot be drawn: {unseen} are unseen.")


class Cards(NamedTuple):
    """All cards of a game.

    `hands` and `sides` have one entry for each seat; side 0 has Rome. `lost` are the seats, ascending, whose hand has
    left the game. Such a hand keeps its place in `hands`, since nobody saw it (R31). `spent` is public and ascending.
    So is `kings`, the number of Kings that have left the game. Whoever looks, the faces add up to the cards the game
    began with: those located, unseen, waiting for a lot and spent, and the Kings gone.
    """

    hands: tuple[Hand, ...]
    sides: tuple[int, ...]
    talon: Talon
    spent: Faces
    kings: int = 0
    lost: tuple[int, ...] = ()

    @classmethod
    def opening(cls, states: Iterable[int], sides: Iterable[int], *, match: bool, more: tuple[Faces, ...] = ()) -> Self:
        """Give the cards before the first shuffle; `states` and `sides` have an entry for each seat (§4).

        The cards of the first talon lie on the spent pile, so `owing` asks for that talon at once.
        """
        hands, talon = opening(states, more)
        return cls(tuple(map(Hand, hands)), tuple(sides), Talon.none(match=match), talon)

    def owing(self, seat: int, draws: int) -> Chance | None:
        """Give what chance owes before `seat` draws `draws` more cards; None if there is nothing to draw (R9).

        With `draws` 0, only the first talon and its lot are owed.
        """
        if self.talon.waiting or self.talon.epoch == 0:
            return self.talon.owing(self.spent)
        if not draws or self.talon.shut:
            return None
        pack = self.talon.pack(self.sides[seat])
        if self.talon.left[pack]:
            return Draw(Seat(seat), self.talon.epoch, pack, self.talon.taken[pack])
        return self.talon.owing(self.spent)

    def takes(self, owed: Chance, outcome: int | None) -> bool:
        """Tell whether owed chance can have this outcome: a face (None: not known here), a lot, None for a shuffle."""
        if isinstance(owed, Shuffle):
            return outcome is None
        if isinstance(owed, Lot):
            return outcome is not None and 0 <= outcome < owed.sides
        return outcome is None or self.talon.may_hold(self.sides[owed.seat], (outcome,))

    def dealt(self, owed: Chance, outcome: int | None) -> Self:
        """Give the cards after an owed chance; raise `Fault` if it cannot have this outcome."""
        if isinstance(owed, Shuffle):
            talon, rest = self.talon.shuffled(self.spent)
            return type(self)(self.hands, self.sides, talon, rest, self.kings, self.lost)
        if isinstance(owed, Lot):
            return self._replace(talon=self.talon.allotted(outcome or 0))
        side = self.sides[owed.seat]
        if not self.takes(owed, outcome):
            unseen = " ".join(map(str, self.talon.pool(side)))
            raise Fault(NOT_THERE, face=outcome, unseen=unseen or "-")
        hand = self.hands[owed.seat].draw(outcome)
        talon = self.talon.drawn(side, outcome)
        return type(self)(self._with(owed.seat, hand), self.sides, talon, self.spent, self.kings, self.lost)

    def size(self, owed: Shuffle) -> int:
        """Give the number of cards of the owed talon: the number in `talon 20`."""
        return sum(map(len, owed.packs))

    def unseen(self, seat: int) -> Faces:
        """Give the faces that the unknown cards of a seat can have."""
        return self.talon.pool(self.sides[seat])

    def holds(self, seat: int, faces: Faces) -> bool:
        """Tell whether a seat can play these faces, as far as is known here."""
        return self.hands[seat].holds(faces, self.unseen(seat))

    def plays(self, seat: int, size: int) -> tuple[Faces, ...]:
        """Give every choice of `size` cards that a seat may have."""
        return self.hands[seat].plays(size, self.unseen(seat))

    def can_pay(self, seat: int) -> bool:
        """Tell whether a seat may have a payment for a forced march (R14)."""
        hand = self.hands[seat]
        return sum(hand.known) >= PRICE or hand.can_pay(self.unseen(seat))

    def exact_payments(self, seat: int) -> tuple[Faces, ...]:
        """Give every payment for a forced march without a card to spare that a seat may have (R14)."""
        return self.hands[seat].exact_payments(self.unseen(seat))

    def generous_payments(self, seat: int) -> Iterator[Faces]:
        """Give, one by one, every payment with a card to spare; none if a card of the seat is not known here (R14)."""
        return self.hands[seat].generous_payments()

    def payable(self, seat: int, faces: Faces, *, exact: bool) -> Faces:
        """Give what a seat may lay next of a payment, no card before a higher one; the highest first (R14)."""
        return self.hands[seat].payable(faces, self.unseen(seat), exact=exact)

    def shut(self) -> Self:
        """Give the cards once nobody draws any more."""
        return self._replace(talon=self.talon._replace(shut=True))

    def play(self, seat: int, faces: Faces) -> Self:
        """Give the cards after a seat has played or paid faces; raise `Fault` if it cannot have them.

        Zeros return at once, Kings leave the game, and the others are spent (R20).
        """
        hand = self.hands[seat]
        after = hand.play(faces)
        guessed = hand.guessed(faces) if None in hand.hidden else ()
        talon = self.talon.located(self.sides[seat], guessed) if guessed else self.talon
        spent = joined(self.spent, (face for face in faces if face not in {ZERO, KING}))
        gone = self.kings + kings(faces)
        return type(self)(self._with(seat, after), self.sides, talon, spent, gone, self.lost)

    def lose(self, seat: int) -> Self:
        """Give the cards after a seat has lost its last piece: its hand leaves the game unseen (R31)."""
        return self._replace(lost=tuple(sorted({*self.lost, seat})))

    def view(self, viewer: int | None) -> Self:
        """Give the cards as the player of a seat knows them; None is a spectator."""
        talon = self.talon
        if not any(hand.secret for seat, hand in enumerate(self.hands) if seat != viewer):
            return self
        for seat, hand in enumerate(self.hands):
            if seat != viewer:
                talon = talon.lost_sight(self.sides[seat], hand.drawn)
        hands = tuple(hand if seat == viewer else hand.view() for seat, hand in enumerate(self.hands))
        return self._replace(hands=hands, talon=talon)

    def coming(self, count: int, first: tuple[int, int], turns: tuple[tuple[int, int], ...]) -> tuple[Draw, ...]:
        """Give the next draws, as far as the current talon goes.

        `first` is the seat that draws now and the number of draws it has left. `turns` are the seats after it, each
        with its draws in a turn, round and round.
        """
        talon, found = self.talon, list[Draw]()
        epoch, left, taken, packs = talon.epoch, list(talon.left), list(talon.taken), talon.packs(self.sides)
        drawing: tuple[tuple[int, int], ...] = () if talon.waiting or talon.shut else (first,)
        while drawing and len(found) < count:
            before = len(found)
            for seat, draws in drawing:
                pack = packs[seat]
                for _ in range(min(left[pack], draws)):
                    found.append(_draw(Seat(seat), epoch, pack, taken[pack]))
                    left[pack] -= 1
                    taken[pack] += 1
            drawing = () if drawing is turns and len(found) == before else turns
        return tuple(found[:count])

    def encode(self) -> tuple[Plain, ...]:
        """Give plain values that are equal exactly if the cards are."""
        talon = self.talon
        hands = tuple([(hand.known, hand.hidden) for hand in self.hands])
        told = (talon.epoch, talon.left, talon.taken, talon.unseen, talon.lot, talon.waiting)
        return hands, self.sides, (*told, 1) if talon.shut else told, self.spent, self.kings, self.lost

    def _with(self, seat: int, hand: Hand) -> tuple[Hand, ...]:
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])

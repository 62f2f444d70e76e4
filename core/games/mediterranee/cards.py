"""All the cards of a game together: hands, talon, spent pile, what has left the game (§4, §7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from core.chance import Allot, Chance, Draw, Shuffle
from core.fault import Fault, sentence
from core.game import Plain, Seat
from core.games.mediterranee.faces import KING, ZERO, Faces, joined, opening
from core.games.mediterranee.hand import Hand, kings
from core.games.mediterranee.talon import Talon

_draw = lru_cache(512)(Draw)
"""The draws to come are told again after each decision, nearly all the same."""

NOT_THERE = sentence("A card of value {face} cannot be drawn: {unseen} are unseen.")


@dataclass(frozen=True, slots=True)
class Cards:
    """Every card of a game.

    `hands` has one entry a seat, `sides` the side (0 has Rome) of each seat. `lost` are the seats, ascending, whose
    hand has left the game; it keeps its place in `hands`, for nobody saw it (R31). `spent` is public, ascending; so is
    `kings`, the number of Kings that have left the game. The faces located, those unseen, those waiting for a lot,
    those spent and the Kings gone are always the cards the game began with, whoever looks.
    """

    hands: tuple[Hand, ...]
    sides: tuple[int, ...]
    talon: Talon
    spent: Faces
    kings: int = 0
    lost: tuple[int, ...] = ()

    @classmethod
    def opening(cls, states: Iterable[int], sides: Iterable[int], *, match: bool, more: tuple[Faces, ...] = ()) -> Self:
        """Give the cards before the first talon is shuffled; `states` and `sides` have an entry a seat (§4).

        The cards of the first talon lie on the spent pile, so that `owing` asks for it at once.
        """
        hands, talon = opening(states, more)
        return cls(tuple(map(Hand, hands)), tuple(sides), Talon.none(match=match), talon)

    def owing(self, seat: int, draws: int) -> Chance | None:
        """Give what chance owes before `seat` has drawn `draws` more cards; None where there is nothing to draw (R9).

        With `draws` 0 only the first talon, and the lot that goes with it, is owed.
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
        """Tell whether what chance owes can come out so: a face (None: not known here), a lot, None for a shuffle."""
        if isinstance(owed, Shuffle):
            return outcome is None
        if isinstance(owed, Allot):
            return outcome is not None and 0 <= outcome < owed.sides
        return outcome is None or self.talon.may_hold(self.sides[owed.seat], (outcome,))

    def dealt(self, owed: Chance, outcome: int | None) -> Self:
        """Give the cards after chance has done what it owed; raise `Fault` where it cannot come out so."""
        if isinstance(owed, Shuffle):
            talon, rest = self.talon.shuffled(self.spent)
            return type(self)(self.hands, self.sides, talon, rest, self.kings, self.lost)
        if isinstance(owed, Allot):
            return replace(self, talon=self.talon.allotted(outcome or 0))
        side = self.sides[owed.seat]
        if not self.takes(owed, outcome):
            unseen = " ".join(map(str, self.talon.pool(side)))
            raise Fault(NOT_THERE, face=outcome, unseen=unseen or "-")
        hand = self.hands[owed.seat].draw(outcome)
        talon = self.talon.drawn(side, outcome)
        return type(self)(self._with(owed.seat, hand), self.sides, talon, self.spent, self.kings, self.lost)

    def size(self, owed: Shuffle) -> int:
        """Give the number of cards of the talon that is owed: the number of `talon 20`."""
        return sum(map(len, owed.packs))

    def unseen(self, seat: int) -> Faces:
        """Give the faces that the unknown cards of a seat can have."""
        return self.talon.pool(self.sides[seat])

    def holds(self, seat: int, faces: Faces) -> bool:
        """Tell whether a seat can play these faces, as far as can be known here."""
        return self.hands[seat].holds(faces, self.unseen(seat))

    def plays(self, seat: int, size: int) -> tuple[Faces, ...]:
        """Give every choice of `size` cards that a seat may have."""
        return self.hands[seat].plays(size, self.unseen(seat))

    def can_pay(self, seat: int) -> bool:
        """Tell whether a seat may have a payment for a forced march (R14)."""
        return self.hands[seat].can_pay(self.unseen(seat))

    def payments(self, seat: int) -> tuple[Faces, ...]:
        """Give every payment for a forced march that a seat may have (R14)."""
        return self.hands[seat].payments(self.unseen(seat))

    def shut(self) -> Self:
        """Give the cards once nobody draws any more."""
        return replace(self, talon=replace(self.talon, shut=True))

    def play(self, seat: int, faces: Faces) -> Self:
        """Give the cards after a seat has put faces down or paid with them; raise `Fault` where it cannot have them.

        Zeros return at once, Kings leave the game, the others are spent (R20).
        """
        hand = self.hands[seat]
        after = hand.play(faces)
        talon = self.talon.located(self.sides[seat], hand.guessed(faces))
        spent = joined(self.spent, (face for face in faces if face not in {ZERO, KING}))
        gone = self.kings + kings(faces)
        return type(self)(self._with(seat, after), self.sides, talon, spent, gone, self.lost)

    def lose(self, seat: int) -> Self:
        """Give the cards after a seat has lost its last piece: its hand leaves the game unseen (R31)."""
        return replace(self, lost=tuple(sorted({*self.lost, seat})))

    def view(self, viewer: int | None) -> Self:
        """Give the cards as the player of a seat knows them; None: a spectator."""
        talon = self.talon
        if not any(hand.secret for seat, hand in enumerate(self.hands) if seat != viewer):
            return self
        for seat, hand in enumerate(self.hands):
            if seat != viewer:
                talon = talon.lost_sight(self.sides[seat], hand.drawn)
        hands = tuple(hand if seat == viewer else hand.view() for seat, hand in enumerate(self.hands))
        return replace(self, hands=hands, talon=talon)

    def coming(self, count: int, first: tuple[int, int], turns: tuple[tuple[int, int], ...]) -> tuple[Draw, ...]:
        """Give the next draws as far as the present talon goes.

        `first` is the seat that draws now with how many draws it has left; `turns` the seats after it, each with the
        draws of a turn, round and round.
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
        """Give plain values: equal if and only if the cards are."""
        talon = self.talon
        hands = tuple([(hand.known, hand.hidden) for hand in self.hands])
        told = (talon.epoch, talon.left, talon.taken, talon.unseen, talon.lot, talon.waiting)
        return hands, self.sides, (*told, 1) if talon.shut else told, self.spent, self.kings, self.lost

    def _with(self, seat: int, hand: Hand) -> tuple[Hand, ...]:
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])

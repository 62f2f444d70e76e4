"""A hand: faces that everybody knows, and faces that were drawn unseen (§4, §10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple, Self

from core.fault import Fault, sentence
from core.games.mediterranee.cards.card_face import (
    EVERY,
    KING,
    ZERO,
    Faces,
    contains,
    joined,
    lacking,
    without,
    written,
)

PRICE = 3
"""The lowest price of a forced march (R14)."""

LISTED = 4096
"""For how many hands the choices are cached."""

NOT_HELD = sentence("There is no {faces} in that hand.")


class Hand(NamedTuple):
    """A hand.

    `known` are the public faces, ascending. `hidden` are the faces that others did not see drawn: first those known
    here, ascending, then None for each of the rest. Zeros and Kings are never drawn, so they are always in `known`.
    """

    known: Faces = ()
    hidden: tuple[int | None, ...] = ()

    @property
    def size(self) -> int:
        """How many cards the hand has."""
        return len(self.known) + len(self.hidden)

    @property
    def unknown(self) -> int:
        """How many faces are not known here."""
        return self.hidden.count(None)

    @property
    def located(self) -> Faces:
        """Every face known here, ascending."""
        return joined(self.known, self.drawn)

    @property
    def drawn(self) -> Faces:
        """The hidden faces that are known here, ascending."""
        return tuple([face for face in self.hidden if face is not None])

    @property
    def secret(self) -> bool:
        """Whether some face is known here but not to others."""
        return self.unknown < len(self.hidden)

    def draw(self, face: int | None) -> Self:
        """Add a card drawn unseen; None if its face is not known here."""
        hidden = (*self.hidden, None) if face is None else _ordered((*self.hidden, face))
        return type(self)(self.known, hidden)

    def holds(self, faces: Faces, unseen: Faces = ()) -> bool:
        """Tell whether the hand can play these faces, if its unknown cards could be any of `unseen`."""
        known, hidden = self.known, self.hidden
        for face in faces:
            if known.count(face) + hidden.count(face) < faces.count(face):
                break
        else:
            return True
        if None not in hidden:
            return False
        need = lacking(self.located, faces)
        return len(need) <= self.unknown and contains(unseen, need)

    def unproved(self, faces: Faces) -> Faces:
        """Give the faces, ascending, that would come from the hidden cards; known cards go first (§10)."""
        return lacking(self.known, faces)

    def guessed(self, faces: Faces) -> Faces:
        """Give the faces, ascending, that would come from the cards not known here."""
        return lacking(self.located, faces)

    def play(self, faces: Faces) -> Self:
        """Give the hand after it has played faces.

        Zeros return at once (R20). The other faces go, the known ones first. Raises `Fault` if the hand has too few
        cards.
        """
        spent = [face for face in faces if face != ZERO]
        drawn = self.unproved(tuple(spent))
        hidden = self.drawn
        guessed = lacking(hidden, drawn)
        unknown = len(self.hidden) - len(hidden)
        if len(guessed) > unknown or faces.count(ZERO) > self.known.count(ZERO):
            raise Fault(NOT_HELD, faces=" ".join(map(str, faces)))
        known = without(self.known, lacking(drawn, spent))
        kept = without(hidden, lacking(guessed, drawn))
        return type(self)(known, (*kept, *[None] * (unknown - len(guessed))))

    def plays(self, size: int, unseen: Faces = ()) -> tuple[Faces, ...]:
        """Give every choice of `size` cards (1 or 2), in ascending order; see `holds` for `unseen`."""
        return _plays(self, size, unseen if self.unknown else ())

    def exact_payments(self, unseen: Faces = ()) -> tuple[Faces, ...]:
        """Give every payment for a forced march without a card to spare, in ascending order (R14)."""
        return _exact_payments(self, unseen if self.unknown else ())

    def generous_payments(self) -> Iterator[Faces]:
        """Give every payment for a forced march with a card to spare, in the order of their texts (R14).

        A hand of thirty cards has millions, so each is made only when it is asked for. A hand of which a card is not
        known here could hold any of still more; of such a hand none is given.
        """
        if not self.unknown:
            for faces in sorted(self.exact_payments(), key=written):
                yield from self._more_generous(faces)

    def _more_generous(self, faces: Faces) -> Iterator[Faces]:
        """Give the payments that begin with a payment if the highest card is laid first."""
        for face in sorted(self._spare(faces, ()), key=str):
            more = (face, *faces)
            yield more
            yield from self._more_generous(more)

    def payable(self, faces: Faces, unseen: Faces = (), *, exact: bool = False) -> Faces:
        """Give what can be laid next of a payment, no card before a higher one; the highest first (R14).

        In that order every payment is one without a card to spare and then, unless it is `exact`, any others.
        """
        if pays(faces):
            return () if exact else self._spare(faces, unseen)
        at = len(faces)
        choices = self.exact_payments(unseen)
        return tuple(sorted({each[-1 - at] for each in choices if each[len(each) - at :] == faces}, reverse=True))

    def _spare(self, faces: Faces, unseen: Faces) -> Faces:
        """Give what can be laid beside a payment that is enough already."""
        lower = LAID[LAID.index(faces[0]) :]
        if None in self.hidden:
            return tuple([face for face in lower if self.holds((face, *faces), unseen)])
        held = (*self.known, *self.hidden)
        return tuple([face for face in lower if held.count(face) > faces.count(face)])

    def can_pay(self, unseen: Faces = ()) -> bool:
        """Tell whether a payment is possible: whoever holds enough holds a part that is just enough."""
        if sum(self.known) + sum(self.drawn) >= PRICE:
            return True
        return bool(self.unknown and self.exact_payments(unseen))

    def view(self) -> Self:
        """Give the hand as the others know it."""
        return type(self)(self.known, (None,) * len(self.hidden))


def pays(faces: Faces, *, exact: bool = False) -> bool:
    """Tell whether faces pay for a forced march: no zeros and enough points; if `exact`, no card to spare (R14).

    >>> pays((1, 2)), pays((1, 1)), pays((1, 4)), pays((15,))
    (True, False, True, True)
    >>> pays((1, 2), exact=True), pays((1, 4), exact=True)
    (True, False)
    """
    worth = sum(faces)
    return worth >= PRICE and ZERO not in faces and not (exact and worth >= PRICE + min(faces))


def kings(faces: Faces) -> int:
    """Count the Kings."""
    return faces.count(KING)


LAID: Faces = EVERY[:0:-1]
"""The faces that pay, the highest first."""

EXACT: tuple[Faces, ...] = tuple(
    faces for size in (1, 2, 3) for faces in combinations_with_replacement(EVERY[1:], size) if pays(faces, exact=True)
)
"""Every possible payment without a card to spare."""


def _ordered(hidden: tuple[int | None, ...]) -> tuple[int | None, ...]:
    drawn = sorted(face for face in hidden if face is not None)
    return (*drawn, *[None] * hidden.count(None))


@lru_cache(LISTED)
def _plays(hand: Hand, size: int, unseen: Faces) -> tuple[Faces, ...]:
    if not hand.unknown:
        return tuple(sorted(set(combinations(hand.located, size))))
    return tuple(faces for faces in combinations_with_replacement(EVERY, size) if hand.holds(faces, unseen))


@lru_cache(LISTED)
def _exact_payments(hand: Hand, unseen: Faces) -> tuple[Faces, ...]:
    return tuple(sorted(faces for faces in EXACT if hand.holds(faces, unseen)))

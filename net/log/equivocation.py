"""Equivocation: two signed histories of one author. Whoever has both events can prove it to everybody."""

from __future__ import annotations

from collections.abc import Container
from typing import Annotated

import msgspec
from msgspec import Meta

from net.log.chain import Forked, proves_fork
from net.wire.codec import BadMessage, shaped
from net.wire.envelope import BODY_LIMIT, check
from net.wire.event import Draft, Kind, Signed

_FRAME = 1024
"""Bytes left for the rest of the event that carries a proof."""

Sig = Annotated[bytes, Meta(min_length=64, max_length=64)]


class Proof(msgspec.Struct, frozen=True, array_like=True):
    """The data of a `fraud`: the bodies and signatures of both events."""

    first: bytes
    first_sig: Sig
    second: bytes
    second_sig: Sig


class Equivocations:
    """Which authors of one table are proved to have signed two histories, and who has published the proof.

    A proof is true whoever it came from: one that was found here and one that somebody published count alike.
    """

    def __init__(self, tid: bytes) -> None:
        """Begin with nobody."""
        self.tid = tid
        self._proofs: dict[bytes, Forked] = {}
        self._accusers: dict[bytes, set[tuple[bytes, int]]] = {}

    @property
    def any(self) -> bool:
        """Whether any proof was ever published or found."""
        return bool(self._proofs)

    @property
    def proved(self) -> tuple[bytes, ...]:
        """The authors against whom there is a proof."""
        return tuple(self._proofs)

    def receive(self, signed: Signed) -> None:
        """Take in a `fraud`; ignore one that proves nothing."""
        try:
            proof = shaped(Proof, signed.event.data)
            first = check(proof.first, proof.first_sig, self.tid)
            second = check(proof.second, proof.second_sig, self.tid)
        except BadMessage:
            return
        if proves_fork(first, second):
            self.forked(first, second)
            told = self._accusers.setdefault(first.event.author, set())
            told.add((signed.event.author, Forked(first, second).number))

    def forked(self, first: Signed, second: Signed) -> bool:
        """Take in a proof, both signatures checked; tell whether it is news."""
        author, proof = first.event.author, Forked(first, second)
        if not proves_fork(first, second) or (author in self._proofs and not proof.is_before(self._proofs[author])):
            return False
        self._proofs[author] = proof
        return True

    def numbers(self) -> dict[bytes, int]:
        """Return those proved to have signed two histories, with the first number from which these part."""
        return {author: proof.number for author, proof in self._proofs.items()}

    def _told(self, author: bytes, seated: Container[bytes]) -> int | None:
        """Return the lowest number that a seated player has proved; None if none has proved any.

        What somebody has published who signed two histories themselves may be in one of the two alone.
        """
        told = self._accusers.get(author, ())
        return min((number for by, number in told if by in seated and by not in self._proofs), default=None)

    def untold(self, seated: Container[bytes], answerable: Container[bytes]) -> tuple[Forked, ...]:
        """Return the proofs that no seated player has published, nor an earlier one.

        Only proofs against the `answerable` are returned: two histories of a stranger concern nobody.
        """
        found = []
        for author, proof in sorted(self._proofs.items()):
            told = self._told(author, seated)
            if author in answerable and (told is None or proof.number < told):
                found.append(proof)
        return tuple(found)

    def unsaid(self, seated: Container[bytes], answerable: Container[bytes]) -> tuple[Draft, ...]:
        """Return the unpublished proofs that fit in one event, as drafts."""
        return tuple(
            Draft(Kind.FRAUD, (one.first.body, one.first.sig, one.second.body, one.second.sig))
            for one in self.untold(seated, answerable)
            if len(one.first.body) + len(one.second.body) <= BODY_LIMIT - _FRAME
        )

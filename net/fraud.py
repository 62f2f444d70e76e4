"""Fraud: two signed events of one author with one number in his chain. Whoever has both can prove it to everybody."""

from __future__ import annotations

from collections.abc import Container
from typing import Annotated

import msgspec
from msgspec import Meta

from net.arrival import proves_fork
from net.codec import BadMessage, shaped
from net.envelope import BODY_LIMIT, check
from net.event import Draft, Kind, Signed

_FRAME = 1024
"""Bytes left for the rest of the event that carries a proof."""

Sig = Annotated[bytes, Meta(min_length=64, max_length=64)]


class Proof(msgspec.Struct, frozen=True, array_like=True):
    """The data of a `fraud`: the bodies and signatures of both events."""

    first: bytes
    first_sig: Sig
    second: bytes
    second_sig: Sig


class Frauds:
    """Who is proved to have signed two histories of one table, and who says so."""

    def __init__(self, tid: bytes) -> None:
        """Begin with nobody."""
        self.tid = tid
        self._proofs: dict[bytes, tuple[Signed, Signed]] = {}
        self._accusers: dict[bytes, set[bytes]] = {}

    def receive(self, signed: Signed) -> None:
        """Take in a `fraud`; one that proves nothing is passed over."""
        try:
            proof = shaped(Proof, signed.event.data)
            first = check(proof.first, proof.first_sig, self.tid)
            second = check(proof.second, proof.second_sig, self.tid)
        except BadMessage:
            return
        if proves_fork(first, second):
            self._accusers.setdefault(first.event.author, set()).add(signed.event.author)

    def forked(self, first: Signed, second: Signed) -> bool:
        """Take in what the feed found here, both signatures checked; tell whether it is news."""
        author = first.event.author
        if author in self._proofs or not proves_fork(first, second):
            return False
        self._proofs[author] = (first, second)
        return True

    def guilty(self, seated: Container[bytes]) -> tuple[bytes, ...]:
        """Give those proved to have signed two histories, here or by somebody who is seated, in order of key."""
        told = {author for author, by in self._accusers.items() if any(one in seated for one in by)}
        return tuple(sorted(told | set(self._proofs)))

    def unsaid(self, seated: Container[bytes], host: bytes) -> tuple[Draft, ...]:
        """Give the proofs found here that nobody seated has published and that one event can carry.

        What strangers do to themselves concerns nobody: only proofs against the seated and the host are given.
        """
        drafts = []
        for author, (first, second) in sorted(self._proofs.items()):
            if author != host and author not in seated:
                continue
            told = any(one in seated for one in self._accusers.get(author, ()))
            if not told and len(first.body) + len(second.body) <= BODY_LIMIT - _FRAME:
                drafts.append(Draft(Kind.FRAUD, (first.body, first.sig, second.body, second.sig)))
        return tuple(drafts)

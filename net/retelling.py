"""A retelling: the annals of a table told anew from the beginning, a few events at a time.

What the news of two histories undoes is not to be taken out of the middle of a fold: all is folded again without it. A
long table takes its time for that, and whoever waits for a message must not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from net.annals import Annals
from net.event import Signed

PORTION = 8
"""Events that a table takes up again before it looks at something else: some milliseconds."""

TOLD = object()


class Retelling:
    """The telling anew of annals that have news which undoes some of them; they stay as they were.

    What arrives meanwhile waits until the rest is told. The end is what all of it would have come to at once.
    """

    def __init__(self, annals: Annals) -> None:
        """Begin where `annals` stand."""
        self.annals = annals
        self._later: deque[Signed] = deque()
        self._steps = self._tell()

    def add(self, signed: Signed) -> None:
        """Take in an event that the feed accepted."""
        self._later.append(signed)

    def go_on(self, steps: int) -> bool:
        """Take up so many events again; tell whether all is told: then `annals` are those that count."""
        return any(next(self._steps, TOLD) is TOLD for _ in range(steps))

    def _tell(self) -> Iterator[None]:
        while True:
            while (anew := self.annals.begun_anew()) is not None:
                for signed in self.annals.all:
                    anew.receive(signed)
                    yield
                anew.begin_to_play()
                yield
                while anew.read_ahead():
                    yield
                self.annals = anew
            if not self._later:
                return
            self.annals.receive(self._later.popleft())
            yield

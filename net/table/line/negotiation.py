"""Negotiation phases: before a round of turns, nobody moves for a while, so that all can talk (the term `negotiation`).

A phase stands where a seat begins its turn: before the first turn, then whenever as many turns have begun since the
last phase as the rounds of the term have for the seats in play then. It ends when all people at the table have said
that they are ready, or with a move that declares at least the time of the phase. That time is charged to no clock. So
the log alone tells whether a move came too early, and such a move waits until all are ready. Like the thinking times on
a clock on honour, the declared time is what its player says (`net.table.duty.timekeeper` doubts it openly).

A phase that was held is not held again after a takeback. Pure.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

from core.fault import BadOption, sentence
from core.match.match import Match

NONE = "none"
"""The word for no phases at all."""
FORMS = sentence("SECONDS, SECONDS/ROUNDS")
"""The accepted forms, as a sentence names them."""
LONGEST_S = 86_400
"""The longest phase: a day."""

BAD_TERM = sentence("{given} is no negotiation phase: write none or {forms}, at most a day.")

_FORM = re.compile(r"([1-9][0-9]{0,4})(?:/([1-9][0-9]?))?")


@dataclass(frozen=True, slots=True)
class NegotiationTerm:
    """What a table agrees on: the length of a phase in milliseconds, and how many rounds come between two."""

    length_ms: int
    rounds: int = 1


@lru_cache(maxsize=64)
def read_negotiation(text: str) -> NegotiationTerm | None:
    """Read the term, None for no phases; raise `BadOption` for anything else.

    >>> read_negotiation("90/2")
    NegotiationTerm(length_ms=90000, rounds=2)
    """
    if text == NONE:
        return None
    found = _FORM.fullmatch(text)
    if found is None or int(found[1]) > LONGEST_S:
        raise BadOption(BAD_TERM, given=text, forms=FORMS)
    return NegotiationTerm(1_000 * int(found[1]), int(found[2] or 1))


class NegotiationPhases:
    """The phases of one line: at which lengths of the log turns have begun, and where phases were held."""

    def __init__(self, term: NegotiationTerm | None) -> None:
        """Begin with no turn."""
        self._term = term
        self._turns: list[int] = []
        self._held: list[tuple[int, int]] = []
        self._waiting = False

    def stand(self, match: Match) -> None:
        """Note a turn that begins at the end of a match's log; who gives up in between does not begin another one."""
        state = match.state
        if self._term is None or state.outcome is not None or state.sealed or not state.begins_turn:
            return
        self._turns = [*self._turns[:-1], match.ply] if self._waiting else [*self._turns, match.ply]
        self._waiting = True

    def due_ms(self, match: Match) -> int:
        """Give the length of the phase at the end of a match's log; 0 without one."""
        if self._term is None or self._turns[-1:] != [match.ply]:
            return 0
        if not self._held:
            return self._term.length_ms
        at, playing = self._held[-1]
        since = len(self._turns) - 1 - bisect_left(self._turns, at)
        return self._term.length_ms if since >= self._term.rounds * max(1, playing) else 0

    def decide(self, match: Match, playing: int) -> int:
        """Note that the seat to move decides at the end of a match's log; give the length of the phase that this ends.

        It is 0 if none was due. `playing` seats are in play: a round has so many turns, whoever drops out in it.
        """
        due = self.due_ms(match)
        self._held += [(match.ply, playing)] * bool(due)
        self._waiting = False
        return due

    def cut(self, to: int) -> None:
        """Forget what lies beyond a length of the log, after a takeback."""
        self._turns = [at for at in self._turns if at <= to]
        self._held = [(at, playing) for at, playing in self._held if at <= to]
        self._waiting = self._turns[-1:] == [to]

"""Breaches to come: the promises that a seat would break by a line that is not in the log yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.diplomacy.blow import Deed
from core.diplomacy.pact import Fate, Pact
from core.diplomacy.promise_ledger import judge_pact
from core.game import Seat
from core.match.turn_count import TurnCount


def bound_by(pacts: Iterable[Pact], seat: Seat) -> tuple[Pact, ...]:
    """Give the running pacts by which a seat has promised something."""
    return tuple(pact for pact in pacts if pact.fate is Fate.RUNNING and seat in pact.bound)


def owed_to(pacts: Iterable[Pact], seat: Seat) -> tuple[Pact, ...]:
    """Give the running pacts by which another seat has promised something to this one."""
    found = (pact for pact in pacts if pact.fate is Fate.RUNNING and seat in pact.parties)
    return tuple(pact for pact in found if set(pact.bound) - {seat})


def breaches(pacts: Iterable[Pact], names: tuple[str, ...], story: Sequence[Deed], deed: Deed) -> tuple[Pact, ...]:
    """Give those running `pacts` of the ledger of `story` that the next `deed` would make its own seat break."""
    longer = (*story, deed)
    turns = TurnCount.of(done.seat for done in longer)
    after = ((pact, judge_pact(pact, names, longer, turns)) for pact in bound_by(pacts, deed.seat))
    return tuple(pact for pact, judged in after if judged.fate is Fate.BROKEN and deed.seat in judged.by)

"""The ledger of pacts in the words of whoever reads: one sentence a pact. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.diplomacy.blow import Deed
from core.diplomacy.pact import SEATS, Fate, Pact, Proposal, Told, fate, promise, standing
from core.diplomacy.promise_ledger import ledger, ledger_of
from core.fault import sentence
from core.game import Seat
from core.match.transcript import Said
from net.view.table_view import TableView
from tui.chronicle import Chronicle
from tui.speech import seat_word, tr

NO_PACTS = sentence("Nobody has promised anybody anything here.")
OPEN = sentence("proposed, without an answer yet")
AND = sentence("{one} and {other}")

ORDER = (Fate.RUNNING, Fate.BROKEN, Fate.WITHDRAWN, Fate.KEPT, Fate.LAPSED)
"""What is told first."""


@dataclass(frozen=True, slots=True)
class PactEvent:
    """Something that happened to a pact behind `ply` decisions, in words; `bad` where a promise was broken."""

    ply: int
    words: str
    bad: bool = False


def pacts_of(view: TableView, chronicle: Chronicle | None = None) -> tuple[Pact, ...]:
    """Give the ledger of a table, those that run first; `chronicle` spares replaying the match."""
    if view.match is None:
        return ()
    names = tuple(seat.name for seat in view.seats)
    talk = _said(view)
    found = ledger(view.match, talk) if chronicle is None else ledger_of(names, _deeds(chronicle), talk)
    return tuple(sorted(found, key=lambda pact: ORDER.index(pact.fate)))


def proposals_of(view: TableView, seats: Iterable[Seat] | None = None) -> tuple[Proposal, ...]:
    """Give what was proposed and may still be answered by one of `seats` (None: by anybody), the latest first."""
    if view.match is None or view.outcome is not None:
        return ()
    names = tuple(seat.name for seat in view.seats)
    everybody = (seat.seat for seat in view.seats if not seat.vacant)
    return standing(_said(view), names, everybody if seats is None else seats, view.match.ply)


def _said(view: TableView) -> list[Said]:
    return [Said(line.seat, line.pid, line.seq, line.ply, line.text, line.act) for line in view.talk]


def _deeds(chronicle: Chronicle) -> list[Deed]:
    return [
        Deed(entry.ply, entry.seat, entry.effects, chronicle.states[at], chronicle.states[at + 1])
        for at, entry in enumerate(chronicle.entries)
    ]


def promise_words(pact: Pact, names: tuple[str, ...]) -> str:
    """Tell who promised what to whom."""
    said = _told(promise(pact, names))
    return said[:1].upper() + said[1:]


def fate_words(pact: Pact, names: tuple[str, ...]) -> str:
    """Tell what has become of it."""
    return _told(fate(pact, names))


def pact_line(pact: Pact, names: tuple[str, ...]) -> str:
    """Tell a pact and its fate in one line."""
    return f"{promise_words(pact, names)} ({fate_words(pact, names)})."


def pact_events(pact: Pact, names: tuple[str, ...]) -> tuple[PactEvent, ...]:
    """Tell a pact where it was made, and what became of it where that was decided."""
    promise = promise_words(pact, names)
    made = PactEvent(pact.since, f"{promise}.")
    if pact.fate is Fate.RUNNING or pact.line is None:
        return (made,)
    bad = pact.fate in {Fate.BROKEN, Fate.WITHDRAWN}
    return made, PactEvent(pact.line, f"{promise} ({fate_words(pact, names)}).", bad=bad)


def _told(told: Told) -> str:
    template, fields = told
    return tr(template, **{name: _seat_list(value) if name in SEATS else value for name, value in fields.items()})


def _seat_list(names: str) -> str:
    words = [seat_word(name) for name in names.split()]
    return tr(AND, one=words[0], other=words[1]) if len(words) > 1 else "".join(words)

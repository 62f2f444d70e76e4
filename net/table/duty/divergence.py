"""Divergence: what others' heads say about the position, and what follows if it differs from ours.

A peer that sees a different position from all others has a faulty or an older program: it stops, and the others play
on. If no side is alone, nobody can tell who is right. Then all stop, each writes a report, and together they may go
back to the last place on which they agreed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum

from core.fault import sentence
from net.identity.identity import pid_of
from net.table.fold.table_state import TableState
from net.table.line.match_history import MatchHistory
from net.view.table_view import Fields, NoteLine, Phase, TableView
from net.wire.event import VERSION

ALONE_HERE = sentence(
    "This program sees another position than all others since decision {turn}: it stops here, the others play on. "
    "Bring it up to date and come back."
)
SPLIT_HERE = sentence(
    "The players see different positions since decision {turn}: nobody goes on before all agree to go back to "
    "decision {to}."
)
REPORT = 1
"""The version of the report format."""


class Verdict(StrEnum):
    """Who sees a different position from whom."""

    AGREED = "agreed"
    ANOTHER = "another"
    ALONE = "alone"
    SPLIT = "split"


STOPS = frozenset({Verdict.ALONE, Verdict.SPLIT})
"""The verdicts under which nothing more is signed here."""


class Divergence:
    """What others have said of the position at one table; only the latest place of each counts."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        self._said: dict[bytes, tuple[int, bytes, bytes]] = {}
        self._agreed: dict[bytes, int] = {}

    def hear(self, annals: TableState, author: bytes, said: tuple[int, bytes, bytes]) -> bool:
        """Take in the ply, the gprev and the state (8 bytes each) of an author's heads; tell whether it is news."""
        course = annals.line.course if annals.line else None
        if author not in annals.seated or said[0] < self._said.get(author, said)[0] or not said[1]:
            return False
        news = self._said.get(author) != said
        self._said[author] = said
        if course is not None and _same(course, said):
            self._agreed[author] = said[0]
        return news

    def verdict(self, annals: TableState, me: bytes) -> Verdict:
        """Compare what was said with the position here, among those who still play."""
        line = annals.line
        if line is None:
            return Verdict.AGREED
        if not any(_same(line.course, said) is False for one, said in self._said.items() if one != me):
            return Verdict.AGREED
        members = {line.holders[seat] for seat in line.course.live if seat in line.holders}
        told = {one: _same(line.course, self._said[one]) for one in members - {me} if one in self._said}
        differ = [one for one, same in told.items() if same is False]
        here = sum(same is True for same in told.values()) + (me in members)
        if not differ:
            return Verdict.AGREED
        if len(differ) == 1 and here > 1:
            return Verdict.ANOTHER
        whole = len(differ) == len(members - {me}) and len({self._said[one] for one in differ}) == 1
        return Verdict.ALONE if whole and len(differ) > 1 else Verdict.SPLIT

    def since(self, annals: TableState) -> tuple[int, int]:
        """Return the first ply at which positions may differ, and how many lines of the log are agreed on."""
        assert annals.line is not None
        course = annals.line.course
        plies = [self._agreed.get(one, 0) for one, said in self._said.items() if _same(course, said) is False]
        agreed = min(plies, default=course.ply)
        kept = next((at for at in course.starts if at >= course.logged[min(agreed, course.ply)]), course.match.ply)
        return agreed + 1, kept

    def shown(self, view: TableView, annals: TableState, verdict: Verdict) -> TableView:
        """Return the view of a table under this verdict."""
        if verdict not in STOPS or view.phase is not Phase.PLAYING:
            return view
        assert annals.line is not None
        (ply, kept), course = self.since(annals), annals.line.course
        agreed, turns = course.logged_at(ply - 1), course.match.turns
        fields: Fields = (("turn", str(turns.turn_of(agreed) + 1)), ("to", str(turns.turn_of(kept))))
        note = NoteLine(kept, ALONE_HERE if verdict is Verdict.ALONE else SPLIT_HERE, fields)
        return replace(view, phase=Phase.FROZEN, notes=(*view.notes, note))

    def report(self, annals: TableState, rules: Iterable[tuple[str, bytes]]) -> str:
        """Return a report for finding the error: rules, the log, and the position as everybody may know it.

        It contains no key and no hidden face.
        """
        assert annals.line is not None
        course = annals.line.course
        match = course.match.seen_by(None)
        said = {pid_of(one): (ply, at.hex(), state.hex()) for one, (ply, at, state) in sorted(self._said.items())}
        report = {
            "report": REPORT,
            "version": VERSION,
            "rules": {name: digest.hex() for name, digest in rules},
            "tid": annals.tid.hex(),
            "game": match.header.game,
            "options": dict(match.header.options),
            "ply": course.ply,
            "gprev": course.gprev.hex(),
            "state": course.state.hex(),
            "said": said,
            "log": [[line.seat, line.text] for line in match.log],
            "position": match.state.to_json(),
        }
        return json.dumps(report, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _same(course: MatchHistory, said: tuple[int, bytes, bytes]) -> bool | None:
    """Tell whether somebody sees the same as we do at a place of this line; None if that is unknown."""
    ply, gprev, state = said
    if not course.rewound <= ply <= course.ply or course.places[ply][:8] != gprev:
        return None
    return course.states[ply][:8] == state

"""The report of a peer without a screen: what happened at a table, as events in a fixed form.

The number of a move is the number of lines of the log once it is played, so that it agrees with `resumed` and `over`.
An outcome of chance is a move of seat -1; its face is `?` where it is not known here. `state` is the digest of what
everyone knows.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from itertools import takewhile
from typing import Any

from core.digest import digest
from core.game import Outcome, State
from core.match.match import Line, Match
from net.view.table_view import AuditStage, AuditView, Phase, SeatView, TableView, VoidLine, english
from net.wire.invitation import Invitation
from tui.i18n.translation import tell_template
from tui.session.connection_news import turned_away
from tui.words.settlement_words import unsettled_words

HIDDEN = "?"
"""A face that is not known here, as a word of a line."""

Sink = Callable[[dict[str, object]], None]
"""The receiver of events: each has `event` first."""


def print_line(event: dict[str, object]) -> None:
    """Print an event as one line of JSON, at once."""
    sys.stdout.write(json.dumps(event, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def outcome_json(outcome: Outcome) -> dict[str, object]:
    """Give an outcome as the engine protocol does."""
    return {
        "winners": [int(seat) for seat in outcome.winners],
        "points": list(outcome.points),
        "reason": outcome.reason,
        "detail": dict(outcome.detail),
    }


def audit_json(audit: AuditView, seats: tuple[SeatView, ...] = ()) -> dict[str, object]:
    """Give what became of the hidden cards: how far their audit is, who signed it, and what it found, if anything.

    `signed` are the seats, `signers` the nicks of those of them in `seats`.
    """
    found: dict[str, object] = {"stage": audit.stage.value, "signed": [int(seat) for seat in audit.signed]}
    found["signers"] = list(dict.fromkeys(seat.nick for seat in seats if seat.seat in audit.signed))
    return found | ({"found": english(audit.template, audit.fields)} if audit.template else {})


def audited(view: TableView) -> bool:
    """Tell whether no more will be found out about hidden cards, nor signed by anyone."""
    return view.audit is None or (view.audit.stage is not AuditStage.WAITING and not view.audit.waited)


class Report:
    """What one peer has already reported of one table."""

    def __init__(self, sink: Sink = print_line) -> None:
        """Begin with nothing reported."""
        self.begun = False
        self._sink = sink
        self._seats: dict[int, SeatView] = {}
        self._started = False
        self._state: State[Any] | None = None
        self._lines: list[Line] = []
        self._ended: dict[str, object] = {}
        self._waits: dict[str, object] = {}
        self._talk: set[tuple[str, int, str]] = set()
        self._voids: Counter[VoidLine] = Counter()
        self._moved = ""
        self._unreached = ("", "")
        self._talking: dict[str, object] = {}

    def say(self, event: str, **fields: object) -> None:
        """Report one event."""
        self.begun = True
        self._sink({"event": event, **fields})

    def reach(self, view: TableView) -> None:
        """Report once that the broker is not reached or lets nobody in, and why; then that it is reached again."""
        outage, (told, why) = view.outage, self._unreached
        if outage is None and not (view.online and told):
            return
        at = Invitation.parse(view.invitation)
        broker = f"{at.host}:{at.port}"
        if outage is None:
            self._unreached = ("", "")
            self.say("online", room=at.room, broker=broker)
        elif told != broker or (turned_away(outage) and outage.template != why):
            self._unreached = (broker, outage.template)
            if turned_away(outage):
                self.say("error", error=english(outage.template, outage.fields))
            else:
                self.say("offline", room=at.room, broker=broker, why=tell_template(outage.template, outage.fields))

    def resume(self, view: TableView) -> None:
        """Report the decision at which a table is taken up again. What came before is not repeated."""
        self._join(view, tell=False)
        if view.match is not None:
            self._started = True
            self._lines = list(view.match.log)
            self._state = view.match.state
        self._talk = {said.identity for said in view.talk}
        self._voids = Counter(view.voids)
        self.say("resumed", ply=len(self._lines))

    def take(self, view: TableView) -> None:
        """Report what is new in a view: first the seats, then the start, then talk and moves in their order."""
        self._join(view, tell=True)
        if view.match is not None:
            self._start(view, view.match)
        self._speak(view, len(self._lines))
        if view.match is not None:
            self._follow(view, view.match)
        for void in (Counter(view.voids) - self._voids).elements():
            self.say("void", ply=void.ply, seat=void.seat, text=void.text, reason=void.reason, pid=void.pid)
        self._voids = Counter(view.voids)
        self._negotiate(view)
        if not (view.moved and view.hosted):
            self.move(view)

    def move(self, view: TableView, **fields: object) -> None:
        """Report once where the table has moved. For its host this is not a part of `take`: others have to hear it."""
        if view.moved and view.moved != self._moved:
            self.say("moved", url=view.moved, **fields)
        self._moved = view.moved

    def end(self, view: TableView) -> None:
        """Report the end, once everything has been taken. `rest` are the cards that no one drew.

        `settled` says whether the end can still change. `awaited` are the people whose programs have not signed it.
        `says` puts it in words.
        """
        self._ended = _ending(view)
        audit = None if view.audit is None else audit_json(view.audit, view.seats)
        rest = {} if view.rest is None else {"rest": view.rest}
        self._waits = _settlement(view)
        self.say("over", **self._ended, audit=audit, **rest, **self._waits)

    def wait(self, view: TableView) -> None:
        """Report whose programs have not signed the end, if that has changed since `over`."""
        waits = _settlement(view)
        if view.unsettled and waits != self._waits:
            self._waits = waits
            self.say("waits", **waits)

    def settle(self, view: TableView) -> None:
        """Report that the end is settled, and whether it differs from the one reported before."""
        ending, self._waits = _ending(view), {}
        self.say("settled", settled=True, **ending, changed=ending["digest"] != self._ended.get("digest"))

    def leave(self, view: TableView) -> None:
        """Report that this peer leaves before the end is settled, and whose programs have not signed it.

        Where the end was settled after the last report, report that.
        """
        if view.unsettled:
            self.say("left", **_settlement(view))
        elif ended(view) and self._waits.get("settled") is False:
            self.settle(view)

    def _negotiate(self, view: TableView) -> None:
        """Report a negotiation phase whenever somebody has become ready, and its end, after which nobody talks."""
        phase = view.negotiation
        told: dict[str, object] = {} if phase is None else {"ready": phase.ready, "talking": phase.talking}
        if told != self._talking:
            self.say("negotiation", **(told or {"ready": (), "talking": ()}))
        self._talking = told

    def _join(self, view: TableView, *, tell: bool) -> None:
        for seat in view.seats:
            known = self._seats.get(seat.seat)
            if tell and seat.pid and (known is None or known.pid != seat.pid):
                self.say("joined", **_seat(seat))
            self._seats[seat.seat] = seat

    def _start(self, view: TableView, match: Match) -> None:
        if not self._started:
            seats = [_seat(seat) for seat in view.seats if not seat.vacant]
            self.say("started", seats=seats, options=dict(view.options))
            self._state = match.at(0).state
        self._started = True

    def _follow(self, view: TableView, match: Match) -> None:
        """Report the new lines, and before them from where on the earlier report no longer holds."""
        kept = sum(1 for _ in takewhile(lambda pair: _same(*pair), zip(self._lines, match.log, strict=False)))
        if kept < len(self._lines) or self._state is None:
            self._state = match.at(kept).state
            if kept < len(self._lines):
                self.say("undone", ply=kept)
        self._lines = list(match.log[:kept])
        for line in match.log[kept:]:
            self._state = self._state.play(line.seat, self._state.parse(line.seat, line.text))
            self._lines.append(line)
            public = digest(self._state.view(None).encode()).hex()
            self.say("move", ply=len(self._lines), seat=line.seat, text=line.text, state=public)
            self._speak(view, len(self._lines))

    def _speak(self, view: TableView, ply: int) -> None:
        for said in view.talk:
            if said.ply <= ply and said.identity not in self._talk:
                self._talk.add(said.identity)
                self.say("talk", ply=said.ply, seat=said.seat, text=said.text, act=said.act, pid=said.pid, seq=said.seq)


def _seat(seat: SeatView) -> dict[str, object]:
    told = {"seat": seat.seat, "name": seat.name, "pid": seat.pid, "bot": seat.bot, "nick": seat.nick}
    return {**told, "door": seat.door} if seat.door else told


def _ending(view: TableView) -> dict[str, object]:
    """Give the end of a table, as `over` and `settled` report it."""
    if view.match is None or view.outcome is None:
        return {"outcome": None, "plies": 0, "digest": "", "talk_digest": view.talk_digest}
    outcome, match = outcome_json(view.outcome), view.match
    return {"outcome": outcome, "plies": match.ply, "digest": match.digest(), "talk_digest": view.talk_digest}


def _same(told: Line, stands: Line) -> bool:
    """Tell whether two lines are the same except for faces that one of them does not know."""
    words = told.text.split(), stands.text.split()
    pairs = zip(*words, strict=False)
    known = all(one == other or HIDDEN in {one, other} for one, other in pairs)
    return told.seat == stands.seat and len(words[0]) == len(words[1]) and known


def _settlement(view: TableView) -> dict[str, object]:
    """Give whether the end is settled, else the nicks of those whose programs have not signed it, and a sentence."""
    if not view.unsettled or view.settlement is None:
        return {"settled": True, "awaited": []}
    nicks = dict.fromkeys(
        (*(seat.nick for seat in view.seats if seat.seat in view.settlement.awaited), *view.settlement.former)
    )
    return {"settled": False, "awaited": list(nicks), "says": unsettled_words(view)}


def ended(view: TableView) -> bool:
    """Tell whether nothing more will happen at the table."""
    return view.phase in {Phase.OVER, Phase.CLOSED}

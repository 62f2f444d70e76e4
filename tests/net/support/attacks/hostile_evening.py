"""A whole evening at a real table of three, one of whom says one thing wrong; and what becomes of it, in one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from core.game import Seat
from core.games import find
from net.deck.deck_audit import SENTENCES
from net.table.clocks.wait_timer import FINAL_MS
from net.table.line.step_register import SECOND
from net.view.table_view import Phase, TableView
from net.wire.event import Draft, Kind
from tests.net.support.attacks.cheating_clients import CROOK, Crook
from tests.net.support.toy_games.toy_table import Room
from tests.net.table.hidden_cards.test_table_mental import step
from tests.net.table.line.test_table_claims import PATIENCE
from tests.net.table.test_table_play import same

Data = tuple[Any, ...]
Path = tuple[int, ...]
LEAVER = 1
"""Who goes away where somebody has to."""
LINES = 4
"""So long is the log before anybody does that, or says anything unasked."""
REST = 200


@dataclass(frozen=True, slots=True)
class Said:
    """A value as it should be, the one in the same place of another's message, and of an earlier one of one's own."""

    true: Any
    others: Any = None
    earlier: Any = None


Wrong = Callable[[Said], object]
"""Makes a wrong value of the right one; None where it cannot be made yet."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: in events of a kind, by a path in their data, where these are `fit`.

    `left`: once one of the others has gone. By the `seeds` it is said in a short evening, and in a long one. `data` is
    what a cheat says unasked, made of what a sitter knows.
    """

    kind: Kind
    path: Path
    fit: Callable[[Data], object] = bool
    left: bool = False
    seeds: tuple[int, int] = (1, 1)
    data: Callable[[Room, int], Data] | None = None


def at(data: Any, path: Path) -> Any:  # noqa: ANN401  any value of an event
    """Give the value at a path; None where there is none."""
    for number in path:
        if not isinstance(data, tuple) or number >= len(data):
            return None
        data = data[number]
    return data


def put(data: Any, path: Path, value: object) -> Any:  # noqa: ANN401  any value of an event
    """Give data with another value at a path."""
    if not path:
        return value
    return (*data[: path[0]], put(data[path[0]], path[1:], value), *data[path[0] + 1 :])


class Hostile(Crook):
    """A client that bends its decisions like its duties."""

    def move(self, seat: Seat, text: str, spent_ms: int = 0) -> Draft:
        """Give a decision as the wrong client signs it."""
        draft = super().move(seat, text, spent_ms)
        return draft if self.bend is None else self.bend(draft) or draft


@dataclass
class Evening:
    """Three people at a duel; the last says a value wrong, once, as soon as all is there that it is made of.

    What nobody asked for he says in all `wrong` ways, one after the other.
    """

    place: Place
    wrong: Sequence[Wrong]
    turns: int = 4
    room: Room = field(init=False)
    spoilt: bool = False
    without: list[str] = field(default_factory=list)
    _now: int = 0
    _earlier: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Seat everybody and begin."""
        self.room = Room.open(3, game=find("duel"), players="3", turns=str(self.turns))
        sitter = self.room.sitters[CROOK]
        sitter.table = crook = Hostile(sitter.tid, sitter.table.me, sitter.table.lot, sitter.table.own)
        crook.bend = self._bent
        for signed in self.room.events:
            crook.receive(signed)
        for number in range(3):
            self.room.say(number, self.room.table(number).sit(None, f"nick{number}"), settle=False)
        self._settle()

    def spend(self, seed: int = 1) -> str:
        """Play to the end at random, at last without whoever does not answer; tell what became of it."""
        draw = Random(seed)
        for _ in range(REST):
            if self.room.view().phase not in {Phase.STARTING, Phase.PLAYING}:
                break
            before = len(self.room.events)
            for number in range(3):
                if number != LEAVER or not self.place.left or not self._has_begun():
                    step(self.room, draw, number)
            self._settle()
            self._say()
            if len(self.room.events) == before:
                self._go_on_without()
        for _ in range(4):
            self._now += PATIENCE // 2
            self._settle()
        found = [self.told(self.room.view(number)) for number in range(CROOK)]
        honest = replace(self.room, sitters=self.room.sitters[:CROOK])
        assert len(set(found)) == 1, "the honest ones name it differently"
        assert same(honest) or "undefined" in found[0], "the honest ones see it differently"  # its drawer stops before
        return found[0]

    def told(self, view: TableView) -> str:
        """Tell in one line what a view shows of it; nobody but the crook may be named."""
        if view.phase is Phase.GATHERING:
            return "not begun"
        audit = view.audit
        assert audit is not None
        what = next((one.value for one, text in SENTENCES.items() if text == audit.template), "")
        assert not what or dict(audit.fields) == {"nick": f"nick{CROOK}"}, "somebody else is named"
        assert not what or view.void or what == "refused"
        found = [f"{'stops' if view.phase is Phase.FROZEN else 'audit'}: {what}"] * bool(what)
        voids = [one for one in view.voids if one.template != SECOND]
        assert all(one.nick == f"nick{CROOK}" for one in voids), "somebody else is blamed"
        return ", ".join([*found, *["void"] * bool(voids), *self.without]) or audit.stage.value

    def looked_on(self, seed: int) -> str:
        """Tell what somebody sees who comes late and hears everything in another order."""
        events = Random(seed).sample(self.room.events, len(self.room.events))
        return self.told(self.room.late(events).view)

    def _bent(self, draft: Draft) -> Draft:
        place = self.place
        true = at(draft.data, place.path) if draft.kind == place.kind and place.data is None else None
        if self.spoilt or true is None or not place.fit(draft.data):
            return draft
        value = self.wrong[0](Said(true, self._others(true), self._earlier[0] if self._earlier else None))
        self._earlier.append(true)
        self.spoilt = value is not None
        return replace(draft, data=put(draft.data, place.path, value)) if self.spoilt else draft

    def _others(self, true: object) -> Any:  # noqa: ANN401  any value of an event
        """Give the latest value in that place of anybody else."""
        place, me = self.place, self.room.table(CROOK).me
        said = [one.event for one in self.room.events if one.event.kind == place.kind and one.event.author != me]
        found = [at(event.data, place.path) for event in said if place.fit(event.data)]
        return next((value for value in reversed(found) if value not in {None, true}), None)

    def _say(self) -> None:
        """Say what no honest client says unasked, if that is where the wrong value stands."""
        if self.spoilt or self.place.data is None or not self._has_begun():
            return
        mine, others = (self.place.data(self.room, number) for number in (CROOK, 0))
        said = Said(at(mine, self.place.path), at(others, self.place.path))
        for value in (wrong(said) for wrong in self.wrong):
            self.spoilt = True
            self.room.forge_quietly(CROOK, self.place.kind, put(mine, self.place.path, value), seat=None)
            self._settle()

    def _has_begun(self) -> bool:
        match = self.room.view().match
        return match is not None and match.ply > LINES

    def _settle(self) -> None:
        """Carry everything and do all duties; the crook does his when the others have nothing left to do."""
        room, now = self.room, self._now or None
        while True:
            fresh, room.delivered = room.events[room.delivered :], len(room.events)
            for signed in fresh:
                for sitter in room.sitters:
                    sitter.take(signed)
            done = [(number, draft) for number in (0, LEAVER) for draft in room.table(number).duties(now)]
            done = done or [(CROOK, draft) for draft in room.table(CROOK).duties(now)]
            room.events += [room.sitters[number].sign(draft) for number, draft in done]
            if not fresh and not done:
                return

    def _go_on_without(self) -> None:
        """Let patience end for whoever is waited for, and the others go on."""
        for _ in range(3):
            self._now += PATIENCE // 2
            self._settle()
        waits = [wait for wait in self.room.view().waits if wait.ripe]
        assert waits, "nobody is waited for, and nothing happens"
        if not (self.place.left and waits[0].seat == LEAVER):
            self.without.append(f"without {waits[0].what}")
            assert waits[0].seat == CROOK
        self.room.say(0, self.room.table().claim(Seat(waits[0].seat)), settle=False)
        for _ in range(3):
            self._now += FINAL_MS
            self._settle()

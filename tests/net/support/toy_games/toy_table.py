"""A table of the toy game with real keys and real feeds, carried by hand."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

import core.games
from core.game import Game, Seat
from core.games import find
from core.option import settle
from net.deck.deck_seed import DealerKeys
from net.identity.identity import Identity
from net.log.chain import Accepted, Forked
from net.log.feed import Feed
from net.table.fold.table_terms import settle_terms
from net.table.table import Table, genesis
from net.view.table_view import Phase, TableView
from net.wire.envelope import make
from net.wire.event import VERSION, Dep, Draft, Event, Kind, Signed
from net.wire.event_data import tid_of
from tests.net.support.toy_games import toy_card_game, toy_game

SALT = b"s" * 16


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `core.games.find` find the toy games."""
    monkeypatch.setitem(sys.modules, "core.games.toy", toy_game)
    monkeypatch.setitem(sys.modules, "core.games.duel", toy_card_game)
    known = (*core.games.names(), "duel", "toy")
    monkeypatch.setattr(core.games, "names", lambda: known)


@dataclass
class Sitter:
    """One profile at the table."""

    tid: bytes
    identity: Identity
    feed: Feed = field(init=False)
    table: Table = field(init=False)
    own: list[Signed] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin with nothing known."""
        self.feed = Feed(self.tid)
        self.table = self.fresh()

    def fresh(self) -> Table:
        """Give this profile's table as it is before anything is known of it."""
        own = DealerKeys.of(self.identity, bytes([self.identity.public[1]]) * 32)
        return Table(self.tid, self.identity.public, bytes([self.identity.public[0]]) * 32, own)

    def take(self, signed: Signed) -> None:
        """Take in one event through the feed."""
        for arrival in self.feed.receive(signed):
            if isinstance(arrival, Accepted):
                self.table.receive(arrival.signed)
            elif isinstance(arrival, Forked):
                self.table.forked(signed.event.author, arrival.first, arrival.second)

    def sign(self, draft: Draft, ts: int = 1) -> Signed:
        """Sign a draft and take it in here."""
        signed = self.feed.draft(self.identity, draft, ts)
        self.take(signed)
        self.own.append(signed)
        return signed

    @property
    def view(self) -> TableView:
        """The table as this profile sees it."""
        return self.table.view()


@dataclass
class Room:
    """Everybody at one table, and every event in the order in which it was signed."""

    sitters: list[Sitter]
    events: list[Signed] = field(default_factory=list)
    delivered: int = 0

    @classmethod
    def open(
        cls, people: int = 4, /, *, terms: dict[str, str] | None = None, game: Game | None = None, **options: str
    ) -> Room:
        """Open a table of the toy, or of another game; the first of `people` is its host."""
        game = game or find("toy")
        keys = [Identity.new(bytes([65 + number]) * 32) for number in range(people)]
        draft = genesis(game, settle(game, options), settle_terms(terms or {}), title="Evening", nick="Ada", salt=SALT)
        tid = tid_of(keys[0].public, draft.data)
        room = cls([Sitter(tid, key) for key in keys])
        room.say(0, draft)
        return room

    @classmethod
    def playing(
        cls, people: int = 4, /, *, terms: dict[str, str] | None = None, game: Game | None = None, **options: str
    ) -> Room:
        """Open a table, seat everybody in order and start."""
        room = cls.open(people, terms=terms, game=game, **({"players": str(people)} | options))
        for number in range(people):
            room.say(number, room.table(number).sit(None, f"nick{number}"))
        room.settle()
        assert room.view().phase is Phase.PLAYING
        return room

    def table(self, number: int = 0) -> Table:
        """Give one sitter's table."""
        return self.sitters[number].table

    def view(self, number: int = 0) -> TableView:
        """Give one sitter's view."""
        return self.sitters[number].view

    def say(self, number: int, draft: Draft, *, settle: bool = True) -> Signed:
        """Sign a draft of one sitter and, unless told otherwise, carry everything to everybody."""
        signed = self.sitters[number].sign(draft)
        self.events.append(signed)
        if settle:
            self.settle()
        return signed

    def settle(self, now: int | None = None) -> None:
        """Carry events and do duties until nothing is left to do; `now` is the time for all."""
        while True:
            fresh, self.delivered = self.events[self.delivered :], len(self.events)
            for signed in fresh:
                for sitter in self.sitters:
                    sitter.take(signed)
            done = [(number, draft) for number, one in enumerate(self.sitters) for draft in one.table.duties(now)]
            for number, draft in done:
                self.events.append(self.sitters[number].sign(draft, 1 if now is None else now))
            if not fresh and not done:
                return

    def seat_of(self, number: int) -> Seat:
        """Give the first seat of a sitter."""
        return next(seat for seat in self.view(number).mine)

    def mover(self) -> tuple[int, Seat]:
        """Give the sitter to move and his seat."""
        match = self.view().match
        assert match is not None
        seat = match.state.active[0]
        return next(n for n in range(len(self.sitters)) if seat in self.view(n).mine), seat

    def move(self, text: str = "1") -> Signed:
        """Move for whoever is to move."""
        number, seat = self.mover()
        return self.say(number, self.table(number).move(seat, text))

    def late(self, events: Iterable[Signed] | None = None) -> Sitter:
        """Bring a newcomer who takes everything in, in the order given."""
        newcomer = Sitter(self.sitters[0].tid, Identity.new(b"z" * 32))
        for signed in self.events if events is None else events:
            newcomer.take(signed)
        return newcomer

    def forge(self, number: int, kind: int, data: tuple[Any, ...], **fields: Any) -> Signed:  # noqa: ANN401  any field
        """Sign whatever a wrong client would, as the next event of a sitter's own chain, and carry it."""
        signed = self.forge_quietly(number, kind, data, **fields)
        self.settle()
        return signed

    def forge_quietly(self, number: int, kind: int, data: tuple[Any, ...], **fields: Any) -> Signed:  # noqa: ANN401
        """Sign it without carrying it to the others."""
        sitter = self.sitters[number]
        draft = sitter.feed.draft(sitter.identity, Draft(Kind.TALK, ("x", None)), 1).event
        course = sitter.table.course
        place: dict[str, Any] = {"ply": course.ply, "gprev": course.gprev} if course else {}
        body = {**{name: getattr(draft, name) for name in draft.__struct_fields__}, **place, "kind": kind, "data": data}
        signed = make(sitter.identity, Event(**{**body, **fields}))
        sitter.take(signed)
        sitter.own.append(signed)
        self.events.append(signed)
        return signed


__all__ = ["SALT", "VERSION", "Dep", "Room", "Sitter", "install"]

"""Who records everything at a table with hidden cards cannot tell one of them before it is played."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import cast

import pytest

from core.game import Seat
from core.match.record import Record, write
from net.deck.deal import CardDeal
from net.peer.table_handle import TableHandle
from net.table.fold.mental_dealer import MentalDealer
from net.view.table_view import AuditStage, Phase, TableView
from net.wire.card_data import Message, Share
from net.wire.invitation import Invitation
from tests.length import long_only
from tests.net.peer.test_peer_hidden import play
from tests.net.support.party import ROOM, arrive, party, virtually
from tests.net.support.recorder import Recorder

NAMES = ("ann", "bob", "cid", "dan")
BRIEF = {"placement": "standard", "draw_rounds": "2"}
EVERY = 8
"""Lines of the log between two looks at the spectator's journal."""


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody have the same key each time: so the same game is played."""
    monkeypatch.setattr(os, "urandom", Random(3).randbytes)


def dealer(handle: TableHandle) -> MentalDealer:
    """Give who deals at a table."""
    return cast("MentalDealer", handle.table.annals.bringer)


def loosen(handle: TableHandle) -> None:
    """Let a peer tell one share too many: his own mask of the card that he has just drawn."""
    bringer = dealer(handle)
    honest = bringer.duties

    def duties() -> tuple[Message, ...]:
        dealing = bringer.dealing
        mine = [slot for seat in handle.view.mine for slot in dealing._draws.hand(seat)]
        told = tuple(dealing._giving._opening(slot) for slot in mine if not _given(bringer, slot))
        return (*honest(), *([Share(told)] if told else []))

    bringer.duties = duties  # type: ignore[method-assign]


def _given(bringer: MentalDealer, slot: tuple[int, int, int]) -> bool:
    dealing = bringer.dealing
    return dealing._decks.by_epoch[slot[0]].given(dealing._me, *slot[1:])


class Spectator:
    """Somebody who looks on, keeps everything, and is looked over the shoulder now and then."""

    def __init__(self, recorder: Recorder, handle: TableHandle, journal: Path, players: list[TableHandle]) -> None:
        """Sit down beside the table."""
        self.recorder, self.handle, self.journal, self.players = recorder, handle, journal, players
        self.looks = self.size = self.at = 0
        recorder.keys = [handle._desk.key]
        recorder.dealings = self.dealings

    def dealings(self) -> Iterator[CardDeal]:
        """Give what those who deal have: it tells the recorder which message belongs to which deck."""
        for handle in (self.handle, *self.players):
            if isinstance(bringer := handle.table.annals.bringer, MentalDealer):
                yield bringer.dealing

    async def watch(self) -> None:
        """Look at every change of the view until the game is over, and at the journal every few lines."""
        version = -1
        while not self.recorder.done and self.handle.view.phase is Phase.PLAYING:
            self.look(self.handle.view)
            version = await self.handle.changed(version)

    def look(self, view: TableView) -> None:
        """Look at what a view tells, and what a record made of it would."""
        match = view.match
        if match is None or self.recorder.done:
            return
        assert view.rest is None
        hands = dealer(self.handle).dealing.hands
        known = [face for seat in range(len(match.names)) for face in hands.faces(Seat(seat)) if face is not None]
        self.recorder.leaks += [f"hands: a card {face}" for face in known]
        if match.ply >= self.at:
            self.at = match.ply + EVERY
            self.looks += 1
            self.recorder.search(write(Record.of(match)).encode(), "record")
            self.recorder.search(repr((view.notes, view.talk, view.voids, match.log, match.state)).encode(), "view")
            self.size = self.recorder.search_journal(self.journal)


async def record(root: Path, recorder: Recorder, options: dict[str, str], *, loose: bool = False) -> Spectator:
    """Play a whole table before a spectator; `loose`: with a peer who tells too much."""
    async with party(root, recorder.connect) as here:
        names = NAMES[: int(options["players"])]
        for name in (*names, "eve"):
            await here.enter(name)
        host = await here.peers["ann"].open_table("mediterranee", options, {}, "")
        invitation = Invitation.parse(host.invitation)
        watching = await arrive(here.peers["eve"], invitation)
        handles = [host, *[await arrive(here.peers[name], invitation) for name in names[1:]]]
        spectator = Spectator(recorder, watching, here.peers["eve"].profile.journal_path, handles)
        for handle in handles:
            await handle.sit()
        for handle in (*handles, watching):
            await handle.until(lambda view: view.phase is Phase.PLAYING)
        if loose:
            loosen(handles[1])
        eyes = asyncio.create_task(spectator.watch())
        views = await asyncio.gather(*(play(handle, Random(number)) for number, handle in enumerate(handles)))
        await eyes
        assert all(view.audit is not None and view.audit.stage is AuditStage.CLEAN for view in views)
        return spectator


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"players": "4", "draw_rounds": "4"}, marks=long_only),
        {"players": "3", "match": "yes", "draw_rounds": "4"},
    ],
)
def test_no_slot_can_be_matched_to_a_card_before_it_is_played(tmp_path: Path, options: dict[str, str]) -> None:
    recorder = Recorder(ROOM.prefix)
    spectator = virtually(record(tmp_path, recorder, BRIEF | options), 6000)
    assert recorder.done
    assert recorder.search_wire() > 20_000
    assert recorder.leaks == []
    players = int(options["players"])
    assert recorder.played, "some hidden card was played, and told by it"
    waiting = [slot for slot, masks in recorder.masks.items() if len(masks) == players - 1]
    assert len(waiting) > players, "of cards in hand all masks but one were told"
    assert spectator.looks > 5
    assert spectator.size > 20_000


def test_one_share_too_many_is_found_out(tmp_path: Path) -> None:
    recorder = Recorder(ROOM.prefix)
    virtually(record(tmp_path, recorder, BRIEF | {"players": "3"}, loose=True), 6000)
    assert any(leak.startswith("plaintext: a card of slot") for leak in recorder.leaks)
    for where in ("journal: a card of slot", "hands: a card"):
        assert any(leak.startswith(where) for leak in recorder.leaks), where


@pytest.mark.parametrize("text", ["draw r 7", "draw rk 10"])
def test_a_card_in_words_is_found_out(text: str) -> None:
    recorder = Recorder("parley")
    recorder.search(f"12 {text}\n".encode(), "view")
    assert recorder.leaks == ["view: the text of a drawn card"]
    recorder.search(b"draw r ?", "view")
    assert len(recorder.leaks) == 1

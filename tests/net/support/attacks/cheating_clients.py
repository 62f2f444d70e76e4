"""Wrong clients at a table: what they sign is bent on its way out, or their masks are not those of their seeds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.game import Game
from net.deck.card_deck import Deviation
from net.deck.deck_audit import SENTENCES
from net.deck.deck_seed import Mask
from net.table.fold.mental_dealer import MentalDealer
from net.table.table import Table
from net.view.table_view import AuditStage, Phase, TableView
from net.wire.event import Draft
from tests.net.support.toy_games.toy_table import Room, Sitter

Bend = Callable[[Draft], Draft | None]
CROOK = 2


class Crook(Table):
    """A table of a client that bends what it has to sign (None: does not sign it) and masks with another mask."""

    bend: Bend | None = None
    kind: type[Mask] | None = None

    def duties(self, now: int | None = None) -> tuple[Draft, ...]:
        """Give the duties as the wrong client signs them."""
        bringer = self.annals.bringer
        if self.kind is not None and isinstance(bringer, MentalDealer):
            for deck in bringer.dealing._decks.by_epoch.values():
                if deck.mask is not None and type(deck.mask) is not self.kind:
                    deck.mask = self.kind(deck.mask.seed)
        drafts = super().duties(now)
        if self.bend is None:
            return drafts
        return tuple(bent for draft in drafts if (bent := self.bend(draft)) is not None)


def room_with(
    game: Game,
    people: int,
    *,
    bend: Bend | None = None,
    kind: type[Mask] | None = None,
    terms: dict[str, str] | None = None,
    **options: str,
) -> Room:
    """Open a table, seat people at it and begin; one of them has a wrong client."""
    room = Room.open(people, terms=terms, game=game, **({"players": str(people)} | options))
    sitter = room.sitters[CROOK]
    honest = sitter.table
    sitter.table = crook = Crook(honest.tid, honest.me, honest.lot, honest.own)
    crook.bend, crook.kind = bend, kind
    for signed in room.events:
        crook.receive(signed)
    for number in range(people):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    return room


def honest(room: Room) -> list[Sitter]:
    """Give those whose clients are right, and somebody who only watches."""
    return [sitter for number, sitter in enumerate(room.sitters) if number != CROOK] + [room.late()]


def named(view: TableView, what: Deviation, *, stage: AuditStage = AuditStage.BROKEN) -> bool:
    """Tell whether a view names the crook for what he did, and the result counts nothing or play has stopped."""
    audit = view.audit
    if audit is None or audit.stage is not stage or view.phase not in {Phase.OVER, Phase.FROZEN}:
        return False
    return (audit.template, dict(audit.fields)) == (SENTENCES[what], {"nick": f"nick{CROOK}"})


def changed(draft: Draft, *data: object) -> Draft:
    """Give a draft with other data."""
    return replace(draft, data=data)

"""Programs of other versions at one table: an older one says less than the present one, a newer one says more.

No older version has ever known other kinds: all that it can leave out is what has a default, and it says that it is
older. A newer one signs a kind that nobody here knows, and puts something after the end of all that it says.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Any, cast

import msgspec

from net.peer.table_session import TableSession
from net.transport.transport import OutgoingMessage
from net.wire import envelope, mqtt_topic, peer_message
from net.wire.codec import BadMessage, Flaw
from net.wire.event import Draft, Kind
from net.wire.event_data import SHAPES
from net.wire.mqtt_topic import Place
from net.wire.peer_message import Heads

UNHEARD_OF = 99
"""A kind that no program knows today."""
MORE = "what a later version says"


class LaterHeads(Heads, frozen=True, array_like=True):
    """Heads with something at their end."""

    more: str = MORE


class Version(StrEnum):
    """How old a program is."""

    OLDER = "older program"
    PRESENT = "present program"
    NEWER = "newer program"

    @property
    def app(self) -> str | None:
        """What it calls itself, None for the present one."""
        return {Version.OLDER: "0.0.1", Version.NEWER: "9.0"}.get(self)

    def said(self, draft: Draft) -> Draft:
        """Give what this version signs in place of the present one."""
        if draft.kind not in SHAPES or draft.kind is Kind.GENESIS or self is Version.PRESENT:
            return draft
        data = _longer(draft.kind, draft.data) if self is Version.NEWER else _shorter(draft.kind, draft.data)
        return replace(draft, data=data)

    def posted(self, desk: TableSession, post: OutgoingMessage) -> OutgoingMessage:
        """Give what this version publishes in place of the present one."""
        at = mqtt_topic.parse(post.topic)
        if self is not Version.NEWER or at is None or at.place is not Place.HEADS:
            return post
        heads = peer_message.open_note(desk.key, post.topic, post.payload, Heads, desk.tid)
        later = LaterHeads(*msgspec.structs.astuple(heads))
        wire = envelope.seal_note(desk.key, post.topic, desk._identity, later, post.payload[: envelope.NONCE_SIZE])
        if len(wire) > peer_message.LIMITS[Heads]:
            raise BadMessage(Flaw.SIZE, size=len(wire), limit=peer_message.LIMITS[Heads])
        return replace(post, payload=wire)


def unheard_of() -> Draft:
    """Draft an event of a kind that nobody knows."""
    return Draft(cast("Kind", UNHEARD_OF), (MORE, 1, (b"\x00", None)))


def _longer(kind: int, data: tuple[Any, ...]) -> tuple[Any, ...]:
    """Say all that the present version may leave out, and something after it."""
    shape = SHAPES[kind]
    rest = shape.__struct_defaults__[len(shape.__struct_defaults__) - len(shape.__struct_fields__) + len(data) :]
    return (*data, *(rest if len(data) < len(shape.__struct_fields__) else ()), MORE)


def _shorter(kind: int, data: tuple[Any, ...]) -> tuple[Any, ...]:
    """Leave out at the end what says nothing more than its default."""
    defaults = SHAPES[kind].__struct_defaults__
    length, needed = len(data), len(SHAPES[kind].__struct_fields__) - len(defaults)
    while length > needed and data[length - 1] == defaults[length - 1 - needed]:
        length -= 1
    return data[:length]

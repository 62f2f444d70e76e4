"""Encode values as bytes and decode them again.

Messages are MessagePack arrays within explicit limits, converted strictly to frozen structs. Bytes from outside raise
nothing but `BadMessage`, are decoded in short time and cannot make memory grow. The bytes of a signed message are kept
as received; they are never encoded again from the value.

The field types of event data live here too, each with its limits.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeVar

import msgpack
import msgspec
from msgspec import Meta

from core.fault import Fault, sentence

EVENT_LIMIT = 8192
"""Bytes of one sealed table event."""
SEGMENT_LIMIT = 24 * 1024
"""Bytes of a sealed segment of events."""
REPLY_LIMIT = 24 * 1024
"""Bytes of a sealed answer to a range request."""
LOBBY_LIMIT = 2048
"""Bytes of a sealed lobby message."""
HEADS_LIMIT = 8192
"""Bytes of sealed heads or of a range request."""
ARRAY_LIMIT = 128
"""Elements in any one array."""
DEPTH_LIMIT = 6
"""Levels of nested arrays, the outermost included."""

_LOWEST, _HIGHEST = -(1 << 63), (1 << 63) - 1

T = TypeVar("T")


class Flaw(StrEnum):
    """Why a message is refused: the closed set of sentences that `BadMessage` uses."""

    SIZE = sentence("A message of {size} bytes is over the limit of {limit}.")
    SHORT = sentence("A message of {size} bytes is too short to be one.")
    SEALED = sentence("A message does not open with the key of this place.")
    ENCODING = sentence("A message is not MessagePack within the limits: {why}.")
    VALUE = sentence("A message holds {what}, which no message may hold.")
    SHAPE = sentence("A message does not have the shape it should have: {why}.")
    VERSION = sentence("A message has version {version}, which this program does not know.")
    FOREIGN = sentence("A message belongs to another table.")
    AUTHOR = sentence("A message does not stand in the place of its author.")
    SIGNATURE = sentence("A message has a signature that does not fit.")


class BadMessage(Fault):
    """Bytes from outside that are no valid message here; `flaw` says why."""

    @property
    def flaw(self) -> Flaw:
        """The reason, a member of the closed set."""
        return Flaw(self.template)


def pack(value: object) -> bytes:
    """Encode a struct or a plain value as MessagePack; raise `BadMessage` for what `unpack` would refuse."""
    try:
        plain = msgspec.to_builtins(value, builtin_types=(bytes,))
        _check(plain, DEPTH_LIMIT)
        data: bytes = msgpack.packb(plain, use_bin_type=True)
    except (TypeError, ValueError, RecursionError, OverflowError) as error:
        if isinstance(error, BadMessage):
            raise
        raise BadMessage(Flaw.VALUE, what=type(value).__name__) from error
    return data


def unpack(kind: type[T], data: bytes, limit: int) -> T:
    """Decode `data`, at most `limit` bytes, as a `kind`; raise `BadMessage` if it is not one."""
    if len(data) > limit:
        raise BadMessage(Flaw.SIZE, size=len(data), limit=limit)
    plain = _decode(data, limit)
    _check(plain, DEPTH_LIMIT)
    return shaped(kind, plain)


def shaped(kind: type[T], plain: object) -> T:
    """Convert plain decoded values strictly to a `kind`; raise `BadMessage` otherwise."""
    try:
        return msgspec.convert(plain, kind, strict=True, builtin_types=(bytes,))
    except (msgspec.ValidationError, ValueError, TypeError, RecursionError) as error:
        raise BadMessage(Flaw.SHAPE, why=str(error).rstrip(".")) from error


def _decode(data: bytes, limit: int) -> object:
    try:
        value: object = msgpack.unpackb(
            data,
            raw=False,
            use_list=False,
            strict_map_key=True,
            max_str_len=limit,
            max_bin_len=limit,
            max_array_len=ARRAY_LIMIT,
            max_map_len=0,
            max_ext_len=0,
        )
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.exceptions.UnpackException) as error:
        why = (
            type(error).__name__ if isinstance(error, UnicodeError) else str(error).rstrip(".") or type(error).__name__
        )
        raise BadMessage(Flaw.ENCODING, why=why) from error
    return value


def _check(value: object, depth: int) -> None:
    """Refuse what MessagePack allows and a message must not hold.

    These are maps, floats, extensions, wide integers and deep nesting.
    """
    kind = type(value)
    if kind is bytes or kind is str or kind is bool or value is None:
        return
    if kind is tuple or kind is list:
        if not depth:
            raise BadMessage(Flaw.VALUE, what="deep nesting")
        if len(value) > ARRAY_LIMIT:  # type: ignore[arg-type]
            raise BadMessage(Flaw.VALUE, what="a long array")
        for element in value:  # type: ignore[attr-defined]
            part = type(element)  # nearly all are plain: a call for each would be most of the work
            if part not in _PLAIN and not (part is int and _LOWEST <= element <= _HIGHEST):
                _check(element, depth - 1)
    elif kind is not int:
        raise BadMessage(Flaw.VALUE, what=kind.__name__)
    elif not _LOWEST <= value <= _HIGHEST:  # type: ignore[operator]
        raise BadMessage(Flaw.VALUE, what="a wide integer")


_PLAIN = frozenset({bytes, str, bool, type(None)})


Pair = tuple[str, str]
Id = Annotated[bytes, Meta(min_length=32, max_length=32)]
"""The id of an event, a 32-byte secret, or a point."""
Digest = Annotated[bytes, Meta(min_length=16, max_length=16)]
SeatNumber = Annotated[int, Meta(ge=0, lt=16)]
Word = Annotated[str, Meta(max_length=64)]
Text = Annotated[str, Meta(max_length=2000)]


class Shape(msgspec.Struct, frozen=True, array_like=True):
    """The data of one kind of event."""

"""Topics: where each kind of message goes (protocol, section 5).

Topics here are *bare*: they begin with the protocol's number (`1/t/...`). A shared broker may ask for a prefix. The
transport adds it (`full`) and removes it (`bare`); seals bind a message to its bare topic.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from net.identity import base32
from net.identity.identity import is_pid

ROOT = "1"
"""The protocol's number, the first level of every bare topic."""
SEQ_LIMIT = 100_000
"""Sequence numbers in topics have five digits."""
TID_SIZE = 16
_SEGMENT_LIMIT = 10_000
_TOPIC_LIMIT = 100
_ROOM = re.compile("[A-Za-z0-9_-]{1,32}")
_TID = re.compile(f"[{base32.ALPHABET}]{{25}}[{base32.ALPHABET[::4]}]")


class Place(StrEnum):
    """What a topic is for, by its letter (lobby `p t c`, inbox `i`, table `e s h q r w`)."""

    PRESENCE = "l/p"
    CARD = "l/t"
    CHAT = "l/c"
    INBOX = "i"
    EVENT = "t/e"
    SEGMENT = "t/s"
    HEADS = "t/h"
    REQUEST = "t/q"
    REPLY = "t/r"
    ASIDE = "t/w"


@dataclass(frozen=True, slots=True)
class Topic:
    """The parts of a topic: `number` is the event's seq or the segment's count; missing parts are empty or -1."""

    place: Place
    room: str = ""
    tid: bytes = b""
    pid: str = ""
    number: int = -1


def full(prefix: str, topic: str) -> str:
    """Put the broker's prefix before a bare topic."""
    return f"{prefix}/{topic}"


def bare(prefix: str, topic: str) -> str | None:
    """Take the prefix off a broker's topic; return None if the topic does not begin with it."""
    head = f"{prefix}/"
    return topic[len(head) :] if topic.startswith(head) else None


def tid_text(tid: bytes) -> str:
    """Write a table id as 26 Crockford digits."""
    return base32.encode(tid)


def is_room(text: str) -> bool:
    """Tell whether `text` may name a room: 1 to 32 of the letters A-Z a-z, digits, `-` and `_`."""
    return _ROOM.fullmatch(text) is not None


def is_tid(text: str) -> bool:
    """Tell whether `text` is a table id as `tid_text` writes it."""
    return _TID.fullmatch(text) is not None


def presence(room: str, pid: str) -> str:
    """Name the topic of one person's presence in a room (retained; its will is empty)."""
    return f"{ROOT}/l/{room}/p/{pid}"


def card(room: str, pid: str, tid: bytes) -> str:
    """Name the topic of a table's card in a room (retained, cleared by the host)."""
    return f"{ROOT}/l/{room}/t/{pid}/{tid_text(tid)}"


def chat(room: str) -> str:
    """Name the topic of a room's chat."""
    return f"{ROOT}/l/{room}/c"


def inbox(pid: str) -> str:
    """Name the topic of letters sealed to one person."""
    return f"{ROOT}/i/{pid}"


def event(tid: bytes, pid: str, seq: int) -> str:
    """Name the topic of one table event (retained: the log)."""
    return f"{ROOT}/t/{tid_text(tid)}/e/{pid}/{seq:05d}"


def segment(tid: bytes, pid: str, count: int) -> str:
    """Name the topic of one segment of an author's events."""
    return f"{ROOT}/t/{tid_text(tid)}/s/{pid}/{count:04d}"


def heads(tid: bytes, pid: str) -> str:
    """Name the topic of the heads that one peer has seen."""
    return f"{ROOT}/t/{tid_text(tid)}/h/{pid}"


def request(tid: bytes, pid: str) -> str:
    """Name the topic of one peer's range requests."""
    return f"{ROOT}/t/{tid_text(tid)}/q/{pid}"


def reply(tid: bytes, pid: str) -> str:
    """Name the topic of one peer's answers to range requests."""
    return f"{ROOT}/t/{tid_text(tid)}/r/{pid}"


def aside(tid: bytes, pid: str) -> str:
    """Name the topic of one spectator's talk beside the table."""
    return f"{ROOT}/t/{tid_text(tid)}/w/{pid}"


def lobby_filters(room: str) -> tuple[str, ...]:
    """List the subscriptions for a room."""
    return (f"{ROOT}/l/{room}/#",)


def history_filters(tid: bytes) -> tuple[str, ...]:
    """List the subscriptions for what a broker retains of a table: events and segments."""
    head = f"{ROOT}/t/{tid_text(tid)}"
    return (f"{head}/e/#", f"{head}/s/#")


def table_filters(tid: bytes, *, asides: bool = False) -> tuple[str, ...]:
    """List the subscriptions for a live table, with the spectators' talk where it is allowed."""
    head = f"{ROOT}/t/{tid_text(tid)}"
    live = (*history_filters(tid), f"{head}/h/+", f"{head}/q/+", f"{head}/r/+")
    return (*live, asides_filter(tid)) if asides else live


def asides_filter(tid: bytes) -> str:
    """Give the subscription for the spectators' talk."""
    return f"{ROOT}/t/{tid_text(tid)}/w/+"


@lru_cache(maxsize=2048)
def parse(topic: str) -> Topic | None:
    """Take a bare topic apart; return None for every topic that no builder here makes."""
    match topic.split("/") if len(topic) <= _TOPIC_LIMIT else ():
        case [root, "t", tid, *rest] if root == ROOT and is_tid(tid):
            return _table(base32.decode(tid, TID_SIZE), rest)
        case [root, "l", room, *rest] if root == ROOT and is_room(room):
            return _lobby(room, rest)
        case [root, "i", pid] if root == ROOT and is_pid(pid):
            return Topic(Place.INBOX, pid=pid)
    return None


def _lobby(room: str, rest: list[str]) -> Topic | None:
    match rest:
        case ["p", pid] if is_pid(pid):
            return Topic(Place.PRESENCE, room, pid=pid)
        case ["t", pid, tid] if is_pid(pid) and is_tid(tid):
            return Topic(Place.CARD, room, base32.decode(tid, TID_SIZE), pid)
        case ["c"]:
            return Topic(Place.CHAT, room)
    return None


_SINGLE = {"h": Place.HEADS, "q": Place.REQUEST, "r": Place.REPLY, "w": Place.ASIDE}


def _table(tid: bytes, rest: list[str]) -> Topic | None:
    match rest:
        case ["e", pid, number] if is_pid(pid) and _is_number(number, SEQ_LIMIT):
            return Topic(Place.EVENT, tid=tid, pid=pid, number=int(number))
        case ["s", pid, number] if is_pid(pid) and _is_number(number, _SEGMENT_LIMIT):
            return Topic(Place.SEGMENT, tid=tid, pid=pid, number=int(number))
        case [letter, pid] if letter in _SINGLE and is_pid(pid):
            return Topic(_SINGLE[letter], tid=tid, pid=pid)
    return None


def _is_number(text: str, limit: int) -> bool:
    return len(text) == len(str(limit)) - 1 and text.isascii() and text.isdecimal()

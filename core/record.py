"""The text record of a match with its talk, `parley-record/1`: a file that a person reads and that checks itself.

A header of `[Key "value"]` lines; then the log, one numbered line a decision, and below a decision the `{...}` notes
(talk, times, comments) made after it. `docs/record-format.md` describes it for people.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from core.fault import sentence
from core.game import DEALER, Seat
from core.match import Header, Line
from core.record_check import check
from core.record_text import Word, check_characters, fail, quote, read_tag, read_words, skip, word
from core.record_value import FORMAT, Note, Record, result
from core.talk import Said

__all__ = ["FORMAT", "Note", "Record", "check", "read", "result", "write"]

NOT_A_RECORD = sentence('{line}:{column}: A record begins with [Format "{expected}"].')
NEWER = sentence(
    "{line}:{column}: This record is of a newer Parley ({value}; this one reads {expected}). Update this one."
)
MISSING = sentence("{line}:{column}: The header names no {key}.")
TWICE = sentence("{line}:{column}: {key} stands in the header twice.")
TOO_LATE = sentence("{line}:{column}: A header line cannot stand below the log.")
NUMBER = sentence("{line}:{column}: Here should stand the decision number {expected}.")
NO_SEAT = sentence("{line}:{column}: There is no seat {value}; there are {allowed}.")
NO_TEXT = sentence("{line}:{column}: The text of the decision is missing.")
NO_CLOSE = sentence("{line}:{column}: A note ends with }} on the same line.")
NO_KIND = sentence("{line}:{column}: A note begins with its kind, a word in small letters.")
TALK_FORM = sentence('{line}:{column}: Talk has the form {{talk SEAT AUTHOR NUMBER "text" ACT}}.')
NOT_A_NUMBER = sentence("{line}:{column}: {key} should be a whole number.")
BAD_JSON = sentence("{line}:{column}: The position is no valid JSON object.")
UNKNOWN_LINE = sentence("{line}:{column}: This is no header line, no numbered decision and no note.")

_KNOWN = ("Format", "Game", "Rules", "Seats", "Position", "Date", "Result", "Digest", "TalkDigest")
_GROUPS = ("Option.", "Term.", "Name.")
_NUMBERED = re.compile(r"([1-9][0-9]{0,6})\.[ \t]+(?=\S)")
_NAME = re.compile(r"\S+")
_KIND = re.compile(r"[a-z][a-z0-9_-]*")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
_LATER = re.compile(r"parley-record/(?!0)(?!1$)[0-9]{1,4}")
"""A format that only a newer program writes."""
_NOBODY = "-"


def write(record: Record) -> str:
    """Write the canonical text, LF at the end of each line; reading it gives an equal record."""
    lines = [f"[{key} {quote(value)}]" for key, value in _tags(record)]
    lines.append("")
    notes: dict[int, list[str]] = {}
    for said in record.talk:
        notes.setdefault(said.ply, []).append(_write_talk(record, said))
    for note in record.notes:
        text = " ".join([note.kind, *map(word, note.words)])
        notes.setdefault(note.ply, []).append(f"{{{text}}}")
    lines += notes.pop(0, [])
    for ply, line in enumerate(record.log, 1):
        lines.append(f"{ply}. {record.seat_name(line.seat)} {line.text}")
        lines += notes.pop(ply, [])
    for late in sorted(notes):
        lines += notes[late]
    return "\n".join(lines) + "\n"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    header = record.header
    yield "Format", FORMAT
    yield "Game", header.game
    yield "Rules", str(header.version)
    yield "Seats", " ".join(record.seats)
    for prefix, pairs in zip(_GROUPS, (header.options, record.terms, record.people), strict=True):
        for key, value in pairs:
            yield prefix + key, value
    claims = (header.position or "", record.date, record.result, record.digest, record.talk_digest)
    for key, value in zip(_KNOWN[4:], claims, strict=True):
        if value:
            yield key, value
    yield from record.extra


def _write_talk(record: Record, said: Said) -> str:
    seat = _NOBODY if said.seat is None else record.seat_name(said.seat)
    head = f"talk {seat} {word(said.author)} {said.seq} {quote(said.text)}"
    return "{" + " ".join([head, *map(word, said.act or ())]) + "}"


def read(text: str) -> Record:
    """Read a record; raise `BadRecord` naming line, column and reason. `check` then replays it."""
    reading = _Reading()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        check_characters(line, number)
        reading.line(line.rstrip("\r \t"), number)
    return reading.record()


class _Reading:
    """A record as far as it has been read."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.places: dict[str | int, tuple[int, int]] = {}
        self.seats: tuple[str, ...] = ()
        self.log: list[Line] = []
        self.talk: list[Said] = []
        self.notes: list[Note] = []

    def line(self, text: str, number: int) -> None:
        at = skip(text, 0)
        opening = text[at : at + 1]
        if not opening:
            return
        if opening == "[":
            self.tag(text, at, number)
            return
        self.need_header(number)
        if opening == "{":
            self.note(text, at, number)
        elif opening.isdigit():
            self.decision(text, at, number)
        else:
            fail(UNKNOWN_LINE, number, at + 1)

    def tag(self, text: str, at: int, number: int) -> None:
        key, value = read_tag(text, at, number)
        if not self.tags and (key.text, value.text) != ("Format", FORMAT):
            if key.text == "Format" and _LATER.fullmatch(value.text):
                fail(NEWER, number, value.column, value=value.text, expected=FORMAT)
            fail(NOT_A_RECORD, number, at + 1, expected=FORMAT)
        if key.text in self.tags:
            fail(TWICE, number, key.column, key=key.text)
        if self.seats:
            fail(TOO_LATE, number, at + 1)
        self.tags[key.text] = value.text
        self.places[key.text] = (number, value.column)

    def need_header(self, number: int) -> None:
        if self.seats:
            return
        if not self.tags:
            fail(NOT_A_RECORD, number, 1, expected=FORMAT)
        for key in ("Game", "Rules", "Seats"):
            if not self.tags.get(key, "").strip():
                fail(MISSING, number, 1, key=key)
        if not _NUMBER.fullmatch(self.tags["Rules"]):
            fail(NOT_A_NUMBER, *self.places["Rules"], key="Rules")
        self.seats = tuple(self.tags["Seats"].split())

    def decision(self, text: str, at: int, number: int) -> None:
        expected = len(self.log) + 1
        found = _NUMBERED.match(text, at)
        if found is None or int(found.group(1)) != expected:
            fail(NUMBER, number, at + 1, expected=expected)
        name = _NAME.match(text, found.end())
        if name is None:
            fail(NO_TEXT, number, len(text) + 1)
        seat = self.seat(Word(name.group(), name.start() + 1), number)
        start = skip(text, name.end())
        if start >= len(text):
            fail(NO_TEXT, number, len(text) + 1)
        self.places[len(self.log)] = (number, start + 1)
        self.log.append(Line(seat, text[start:]))

    def seat(self, name: Word, number: int) -> Seat:
        if name.text == "dealer":
            return DEALER
        if name.text not in self.seats:
            fail(NO_SEAT, number, name.column, value=name.text, allowed=", ".join(self.seats))
        return Seat(self.seats.index(name.text))

    def note(self, text: str, at: int, number: int) -> None:
        if not text.endswith("}"):
            fail(NO_CLOSE, number, len(text) + 1)
        words = read_words(text, at + 1, len(text) - 1, number)
        if not words or not _KIND.fullmatch(words[0].text):
            fail(NO_KIND, number, at + 2)
        if words[0].text == "talk":
            self.talk.append(self.said(words, at, number))
        else:
            self.notes.append(Note(len(self.log), words[0].text, tuple(each.text for each in words[1:])))

    def said(self, words: list[Word], at: int, number: int) -> Said:
        if len(words) < 5:  # noqa: PLR2004
            fail(TALK_FORM, number, at + 1)
        _, name, author, seq, said, *act = words
        if not _NUMBER.fullmatch(seq.text):
            fail(TALK_FORM, number, seq.column)
        seat = None if name.text == _NOBODY else self.seat(name, number)
        tail = tuple(each.text for each in act) or None
        return Said(seat, author.text, int(seq.text), len(self.log), said.text, tail)

    def record(self) -> Record:
        self.need_header(1)
        position = self.tags.get("Position") or None
        if position is not None:
            self.check_position(position)
        header = Header(self.tags["Game"], int(self.tags["Rules"]), self.group("Option."), position)
        known = {key: self.tags.get(key, "") for key in _KNOWN}
        return Record(
            header=header,
            seats=self.seats,
            log=tuple(self.log),
            talk=tuple(self.talk),
            notes=tuple(self.notes),
            people=self.group("Name."),
            terms=self.group("Term."),
            date=known["Date"],
            result=known["Result"],
            digest=known["Digest"],
            talk_digest=known["TalkDigest"],
            extra=tuple(
                pair for pair in self.tags.items() if pair[0] not in _KNOWN and not pair[0].startswith(_GROUPS)
            ),
            places=self.places,
        )

    def group(self, prefix: str) -> tuple[tuple[str, str], ...]:
        return tuple((key.removeprefix(prefix), value) for key, value in self.tags.items() if key.startswith(prefix))

    def check_position(self, position: str) -> None:
        try:
            good = isinstance(json.loads(position), dict)
        except (ValueError, RecursionError):
            good = False
        if not good:
            fail(BAD_JSON, *self.places["Position"])

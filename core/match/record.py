"""The text record of a match with its talk, `parley-record/1`: a file that a person can read and that checks itself.

It has a header of `[Key "value"]` lines, then the log with one numbered line for each decision. Below a decision stand
the `{...}` notes (talk, times, comments) made after it. `docs/record-format.md` describes the format for people.

`check` verifies that a record tells the truth: it replays the log and compares result and digests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from core.chance import Dealer, Lot
from core.fault import BadOption, Fault, IllegalAction, sentence
from core.game import DEALER, Seat
from core.games import find
from core.match.match import Header, Line, Match
from core.match.record_text import Word, check_characters, fail, quote, read_tag, read_words, skip, word
from core.match.record_value import FORMAT, Note, Record, result
from core.match.transcript import Utterance, talk_digest

REFUSED = sentence("{line}:{column}: {reason}")
VERSION = sentence("{line}:{column}: This was played by version {value} of the rules; known here is version {known}.")
SEATS = sentence("{line}:{column}: The seats of this match are {expected}.")
NOT_CANONICAL = sentence("{line}:{column}: The canonical text of this decision is {expected}.")
DEALT = sentence("{line}:{column}: By the talons of this record {expected} should come here.")
RESULT = sentence("{line}:{column}: The result of this log is {expected}, not {value}.")
DIGEST = sentence("{line}:{column}: The digest of this log is {expected}, not {value}.")
TALK_DIGEST = sentence("{line}:{column}: The digest of this talk is {expected}, not {value}.")


def check(record: Record) -> Match:
    """Replay a record and verify its claims; raise `BadRecord` with line, column and reason."""
    match = _replay(record, _start(record))
    claims = (
        ("Result", record.result, result(match), RESULT),
        ("Digest", record.digest, match.digest(), DIGEST),
        ("TalkDigest", record.talk_digest, talk_digest(record.talk), TALK_DIGEST),
    )
    for key, value, expected, template in claims:
        if value and value != expected:
            fail(template, *record.place(key), value=value, expected=expected)
    return match


def _start(record: Record) -> Match:
    header = record.header
    try:
        game = find(header.game)
    except Fault as fault:
        fail(REFUSED, *record.place("Game"), reason=fault)
    if header.version != game.version:
        fail(VERSION, *record.place("Rules"), value=header.version, known=game.version)
    key = "Game" if header.position is None else "Position"
    try:
        if header.position is None:
            match = Match.new(game, dict(header.options))
        else:
            match = Match.at_position(game, json.loads(header.position))
    except Fault as fault:
        fail(REFUSED, *_place(record, fault, key), reason=fault)
    if match.names != record.seats:
        fail(SEATS, *record.place("Seats"), expected=" ".join(match.names))
    return match


def _place(record: Record, fault: Fault, key: str) -> tuple[int, int]:
    """Give the place of the option that a fault names, as precisely as the fault tells; else the place of `key`."""
    named = f"Option.{fault.fields.get('name')}"
    if named not in record.places:
        return record.place(key)
    line, column = record.place(named)
    further = fault.fields.get("column")
    return line, column + (further if isinstance(further, int) else 0)


def _replay(record: Record, match: Match) -> Match:
    dealer = match.game.dealer(dict(match.header.options))
    for ply, line in enumerate(record.log):
        at, column = record.place(ply)
        if dealer is not None and match.state.active == (DEALER,) and not _is_declared(match, line):
            _check_dealt(record, ply, match, dealer)
        try:
            match = match.play(line.text, line.seat)
        except IllegalAction as fault:
            further = fault.fields.get("column")
            shift = further - 1 if isinstance(further, int) else 0
            fail(REFUSED, at, column + shift, reason=fault)
        if match.log[-1].text != line.text:
            fail(NOT_CANONICAL, at, column, expected=match.log[-1].text)
    return match


def _is_declared(match: Match, line: Line) -> bool:
    """Tell whether a line is a declaration, such as a resignation, which the rules allow even while chance is owed."""
    if line.seat == DEALER:
        return False
    try:
        match.play(line.text, line.seat)
    except IllegalAction:
        return False
    return True


def _check_dealt(record: Record, ply: int, match: Match, dealer: Dealer) -> None:
    """Fail if chance brings something other than the record's own script or seed says.

    A lot between two identical packets cannot be read from the talons; what is drawn from them can.
    """
    if isinstance(getattr(match.state, "chance", None), Lot) and record.log[ply].seat == DEALER:
        return
    try:
        expected = str(dealer.deal(match.state))
    except BadOption as fault:
        fail(REFUSED, *_place(record, fault, "Game"), reason=fault)
    if record.log[ply].seat != DEALER or record.log[ply].text != expected:
        fail(DEALT, *record.place(ply), expected=expected)


__all__ = ["FORMAT", "Note", "Record", "check", "read", "result", "write"]

NOT_A_RECORD = sentence('{line}:{column}: A record begins with [Format "{expected}"].')
NEWER = sentence(
    "{line}:{column}: This record is of a newer Parley ({value}; this one reads {expected}). Update this one."
)
MISSING = sentence("{line}:{column}: The header names no {key}.")
TWICE = sentence("{line}:{column}: {key} stands in the header twice.")
TOO_LATE = sentence("{line}:{column}: A header line cannot stand below the log.")
NUMBER = sentence("{line}:{column}: The decision number {expected} should stand here.")
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
    """Write the canonical text, with LF at the end of each line; reading it gives an equal record."""
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


def _write_talk(record: Record, said: Utterance) -> str:
    seat = _NOBODY if said.seat is None else record.seat_name(said.seat)
    head = f"talk {seat} {word(said.author)} {said.seq} {quote(said.text)}"
    return "{" + " ".join([head, *map(word, said.act or ())]) + "}"


def read(text: str) -> Record:
    """Read a record; raise `BadRecord` with line, column and reason. `check` then replays it."""
    reading = _Reading()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        check_characters(line, number)
        reading.line(line.rstrip("\r \t"), number)
    return reading.record()


class _Reading:
    """A record, as far as it has been read."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.places: dict[str | int, tuple[int, int]] = {}
        self.seats: tuple[str, ...] = ()
        self.log: list[Line] = []
        self.talk: list[Utterance] = []
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

    def said(self, words: list[Word], at: int, number: int) -> Utterance:
        if len(words) < 5:  # noqa: PLR2004
            fail(TALK_FORM, number, at + 1)
        _, name, author, seq, said, *act = words
        if not _NUMBER.fullmatch(seq.text):
            fail(TALK_FORM, number, seq.column)
        seat = None if name.text == _NOBODY else self.seat(name, number)
        tail = tuple(each.text for each in act) or None
        return Utterance(seat, author.text, int(seq.text), len(self.log), said.text, tail)

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

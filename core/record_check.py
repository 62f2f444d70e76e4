"""Whether a record tells the truth: its log replayed, its result and digests compared."""

from __future__ import annotations

import json

from core.fault import Fault, IllegalAction, sentence
from core.games import find
from core.match import Match
from core.record_text import fail
from core.record_value import Record, result
from core.talk import talk_digest

REFUSED = sentence("{line}:{column}: {reason}")
VERSION = sentence("{line}:{column}: This was played by version {value} of the rules; known here is version {known}.")
SEATS = sentence("{line}:{column}: The seats of this match are {expected}.")
NOT_CANONICAL = sentence("{line}:{column}: The canonical text of this decision is {expected}.")
RESULT = sentence("{line}:{column}: The result of this log is {expected}, not {value}.")
DIGEST = sentence("{line}:{column}: The digest of this log is {expected}, not {value}.")
TALK_DIGEST = sentence("{line}:{column}: The digest of this talk is {expected}, not {value}.")


def check(record: Record) -> Match:
    """Replay a record and verify what it claims; raise `BadRecord` naming line, column and reason."""
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
        named = f"Option.{fault.fields.get('name')}"
        fail(REFUSED, *record.place(named if named in record.places else key), reason=fault)
    if match.names != record.seats:
        fail(SEATS, *record.place("Seats"), expected=" ".join(match.names))
    return match


def _replay(record: Record, match: Match) -> Match:
    for ply, line in enumerate(record.log):
        at, column = record.place(ply)
        try:
            match = match.play(line.text, line.seat)
        except IllegalAction as fault:
            further = fault.fields.get("column")
            shift = further - 1 if isinstance(further, int) else 0
            fail(REFUSED, at, column + shift, reason=fault)
        if match.log[-1].text != line.text:
            fail(NOT_CANONICAL, at, column, expected=match.log[-1].text)
    return match

"""Whether a record tells the truth: its log replayed, its result and digests compared."""

from __future__ import annotations

import json

from core.chance import Allot, Dealer
from core.fault import BadOption, Fault, IllegalAction, sentence
from core.game import DEALER
from core.games import find
from core.match import Match
from core.record_text import fail
from core.record_value import Record, result
from core.talk import talk_digest

REFUSED = sentence("{line}:{column}: {reason}")
VERSION = sentence("{line}:{column}: This was played by version {value} of the rules; known here is version {known}.")
SEATS = sentence("{line}:{column}: The seats of this match are {expected}.")
NOT_CANONICAL = sentence("{line}:{column}: The canonical text of this decision is {expected}.")
DEALT = sentence("{line}:{column}: By the talons of this record it is {expected} that comes here.")
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
        fail(REFUSED, *_place(record, fault, key), reason=fault)
    if match.names != record.seats:
        fail(SEATS, *record.place("Seats"), expected=" ".join(match.names))
    return match


def _place(record: Record, fault: Fault, key: str) -> tuple[int, int]:
    """Give the place of the option a fault names, as far into its value as the fault tells; else that of `key`."""
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
        if dealer is not None and match.state.active == (DEALER,):
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


def _check_dealt(record: Record, ply: int, match: Match, dealer: Dealer) -> None:
    """Fail where chance brings another thing than the record's own script or seed.

    A lot between two packets that are alike cannot be told from the talons; what is drawn from them can.
    """
    if isinstance(getattr(match.state, "chance", None), Allot) and record.log[ply].seat == DEALER:
        return
    try:
        expected = str(dealer.deal(match.state))
    except BadOption as fault:
        fail(REFUSED, *_place(record, fault, "Game"), reason=fault)
    if record.log[ply].seat != DEALER or record.log[ply].text != expected:
        fail(DEALT, *record.place(ply), expected=expected)

"""Text records: they read back as written, keep what they do not know, and name the place of every fault."""

from __future__ import annotations

import string
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.fault import BadRecord
from core.game import DEALER, Seat
from core.games import find
from core.match.match import Header, Line, Match
from core.match.record import FORMAT, Note, Record, check, read, write
from core.match.transcript import Utterance

SEATS = ("red", "blue", "yellow", "green")
WORDS = st.text(string.ascii_letters + string.digits, min_size=1, max_size=8)
ACTS = st.none() | st.lists(st.text(max_size=5), min_size=1, max_size=3).map(tuple)
HEADER = f"""[Format "{FORMAT}"]
[Game "djambi"]
[Rules "1"]
[Seats "red blue yellow green"]
"""


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record that can be written: the texts of talk, notes and header are arbitrary."""
    log = draw(st.lists(st.builds(Line, st.sampled_from([DEALER, *map(Seat, range(4))]), WORDS), max_size=4))
    plies = st.integers(0, len(log))
    said = st.builds(
        Utterance,
        st.none() | st.sampled_from([*map(Seat, range(4))]),
        st.text(),
        st.integers(0),
        plies,
        st.text(),
        ACTS,
    )
    kinds = st.text(string.ascii_lowercase, min_size=1, max_size=8).filter(lambda kind: kind != "talk")
    notes = st.builds(Note, plies, kinds, st.lists(st.text(), max_size=3).map(tuple))
    talk = draw(st.lists(said.filter(lambda each: each.seq < 10**17), max_size=4))
    options = draw(st.dictionaries(WORDS, st.text(), max_size=3))
    people = draw(st.dictionaries(WORDS, st.text(), max_size=3))
    return Record(
        Header("djambi", draw(st.integers(0, 99)), tuple(options.items()), draw(st.sampled_from([None, '{"a":"é"}']))),
        SEATS,
        tuple(log),
        tuple(sorted(talk, key=lambda each: each.ply)),
        tuple(sorted(draw(st.lists(notes, max_size=3)), key=lambda each: each.ply)),
        tuple(people.items()),
        tuple(options.items()),
        date=draw(st.text()),
        result=draw(st.text()),
        digest=draw(st.text()),
        talk_digest=draw(st.text()),
        extra=(("Event", draw(st.text())),),
    )


@given(records())
def test_what_is_written_reads_back(record: Record) -> None:
    """Both ways, and whatever people have said."""
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text


@given(st.text() | st.text('[]{}"\\ .0123456789\nabc').map(lambda tail: HEADER + tail))
@example("[" * 1000)
@example(HEADER + '1. red M\n{talk red a 9999999999999999999 ""}')
@example(HEADER + '[Position "' + "[" * 100_000 + '"]')
def test_arbitrary_text_is_a_record_or_a_sentence(text: str) -> None:
    """Nothing but `BadRecord`, with a place inside the text."""
    fault = _fault(text)
    if fault is not None:
        line, column = int(str(fault.fields["line"])), int(str(fault.fields["column"]))
        lines = text.split("\n")
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 2
        assert str(fault).startswith(f"{line}:{column}: ")


def _fault(text: str) -> BadRecord | None:
    try:
        read(text)
    except BadRecord as fault:
        return fault
    return None


BROKEN = [
    ("", "1:1: A record begins with"),
    ('[Format "parley-record/2"]', "1:9: This record is of a newer Parley"),
    (f'[Format "{FORMAT}"]\n[Game "djambi"]\n1. red Mc3-c5', "3:1: The header names no Rules."),
    (HEADER + '[Game "djambi"]', "5:2: Game stands in the header twice."),
    (HEADER + "[Date 3]", "5:7: A header line has the form"),
    (HEADER + '[Date "3]', "5:7: This string is not closed."),
    (HEADER + '[Date "\\q"]', "5:8: This is no escape"),
    (HEADER + '[Date "\\u{d800}"]', "5:8: This is no escape"),
    (HEADER + '\n1. red Mc3-c5\n[Date "x"]', "7:1: A header line cannot stand below the log."),
    (HEADER + "\n2. red Mc3-c5", "6:1: The decision number 1 should stand here."),
    (HEADER + "\n1. pink Mc3-c5", "6:4: There is no seat pink; there are red, blue, yellow, green."),
    (HEADER + "\n1. red", "6:7: The text of the decision is missing."),
    (HEADER + "\nMc3-c5", "6:1: This is no header line"),
    (HEADER + '\n{talk red X 1 "a"', "6:18: A note ends with } on the same line."),
    (HEADER + "\n{talk red X 1}", "6:1: Talk has the form"),
    (HEADER + '\n{talk red X one "a"}', "6:13: Talk has the form"),
    (HEADER + '\n{talk pink X 1 "a"}', "6:7: There is no seat pink"),
    (HEADER + '\n{"}', "6:2: This string is not closed."),
    (HEADER + "\n{}", "6:2: A note begins with its kind"),
    (HEADER + '[Position "[1]"]', "5:11: The position is no valid JSON object."),
    (HEADER.replace('Rules "1"', 'Rules "one"') + "\n1. red M", "3:8: Rules should be a whole number."),
    (HEADER + '{comment "\ud800"}', "5:11: A record cannot hold this character: U+D800."),
]


@pytest.mark.parametrize(("text", "start"), BROKEN)
def test_faults_name_line_and_column(text: str, start: str) -> None:
    """One sentence that says what and where."""
    with pytest.raises(BadRecord) as raised:
        read(text)
    assert str(raised.value).startswith(start)


def test_a_text_from_elsewhere_is_read_forgivingly() -> None:
    """A byte order mark, CRLF, indents and blank lines do no harm."""
    text = "\ufeff" + HEADER.replace("\n", "\r\n") + '\r\n\r\n  1. red   Mc3-c5  \r\n { talk - ann 3 "hi" thank } \r\n'
    record = read(text)
    assert record.log == (Line(Seat(0), "Mc3-c5"),)
    assert record.talk == (Utterance(None, "ann", 3, 1, "hi", ("thank",)),)


@pytest.fixture
def played() -> Record:
    """Play a short match with talk."""
    match = Match.new(find("djambi"), {}).play("Nc3-c5")
    return Record.of(
        match, [Utterance(Seat(1), "ANN", 2, 1, "hm"), Utterance(None, "BOB", 1, 1, "go on!")], date="2026-01-31"
    )


def test_a_record_proves_itself(played: Record) -> None:
    """A replay gives the match that was written down."""
    match = check(read(write(played)))
    assert match.digest() == played.digest
    assert match == played.match()


WRONG = [
    ("Nc3-c5", "Nc3-d9", r"30:8: "),
    ("1. red Nc3-c5", "1. red c3-c5", r"30:8: The canonical text of this decision is Nc3-c5\."),
    ("1. red", "1. blue", r"30:9: "),
    ('[Result "*"]', '[Result "red last_chief"]', r"\d+:9: The result of this log is \*, not red last_chief\."),
    ('[Digest "', '[Digest "0', r"\d+:9: The digest of this log is"),
    ('"hm"', '"Hm"', r"\d+:13: The digest of this talk is"),
    ('[Game "djambi"]', '[Game "chess"]', r"2:7: There is no game chess; there are djambi"),
    ('[Rules "', '[Rules "9', r"3:8: This was played by version 9"),
    ('[Seats "red blue', '[Seats "blue red', r"4:8: The seats of this match are red blue yellow green\."),
    ('[Option.quiet "0"]', '[Option.quiet "no"]', r"\d+:15: quiet=no is not possible"),
    ('[Option.quiet "0"]', '[Option.hush "0"]', r"\d+:14: djambi has no option hush"),
]


@pytest.mark.parametrize(("old", "new", "pattern"), WRONG)
def test_a_changed_record_is_found_out(played: Record, old: str, new: str, pattern: str) -> None:
    """The fault names the place of the lie."""
    text = write(played)
    pattern = pattern.replace("30:", f"{text[: text.index('1. red')].count(chr(10)) + 1}:")
    assert text.count(old) == 1
    with pytest.raises(BadRecord, match="^" + pattern):
        check(read(text.replace(old, new)))


def test_a_position_travels_in_the_record() -> None:
    """A match that does not begin at the start replays too."""
    game = find("djambi")
    start = Match.at_position(game, {"living": {"a1": "red C", "c3": "red M", "i9": "yellow C"}})
    record = Record.of(start.play("Mc3-c5"))
    assert check(read(write(record))).digest() == record.digest


def test_a_record_not_read_from_a_text_has_places_too(played: Record) -> None:
    """A fault in a value made here points at its beginning."""
    with pytest.raises(BadRecord, match=r"^1:1: "):
        check(replace(played, digest="00"))

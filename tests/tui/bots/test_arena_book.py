"""The results of the arena: what is read is whole, of this contest, and counted once; anything else is a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.fault import BadOption, Fault
from tui.bots.arena.contest import Contest
from tui.bots.arena.results_file import RESULTS, ArenaGame, BadResults, Failure, ResultsFile, read_results

CONTEST = Contest.of("megiddo", {"target": "1"}, ["greedy", "random"], seed=1, opening=-1, most_plies=0)


def played(number: int, shares: tuple[float, ...] = (1.0, 0.0), failure: Failure | None = None) -> ArenaGame:
    """Make up the game of that number, from 1."""
    seating = CONTEST.bout(number - 1).seating
    ranks = tuple(2 - share for share in shares)
    return ArenaGame(
        number, seating, shares, ranks, "megiddo", "0 megiddo", 20, "00", ((1.5, 2.0), (0.5,)), "aa", failure
    )


def file_of(*games: ArenaGame) -> bytes:
    """Write a results file."""
    head = json.dumps({"format": "parley-arena/1", **CONTEST.told()}).encode()
    return b"".join(line + b"\n" for line in (head, *[game.line() for game in games]))


WHOLE = file_of(played(1), played(3), played(2, (0.5, 0.5)), played(4, failure=Failure(1, "{x} failed.", {"x": "é"})))


@given(st.integers(0, len(WHOLE)))
def test_cut_anywhere_it_is_the_games_before(cut: int) -> None:
    """A sitting may be killed between any two bytes: whole lines count, and the next line stands behind them."""
    games, kept = read_results(WHOLE[:cut], CONTEST)
    assert WHOLE[:kept].endswith(b"\n") or not kept
    assert len(games) == max(0, WHOLE[:cut].count(b"\n") - 1)
    assert games == {number: game for number, game in read_results(WHOLE, CONTEST)[0].items() if number in games}


@settings(max_examples=100)
@given(st.one_of(st.binary(max_size=60), st.just(b"")), st.integers(0, len(WHOLE)), st.integers(0, 40))
def test_whatever_stands_there_is_games_or_a_sentence(bytes_: bytes, at: int, gone: int) -> None:
    """Bytes put in and taken out anywhere."""
    try:
        games, _ = read_results(WHOLE[:at] + bytes_ + WHOLE[at + gone :], CONTEST)
    except BadResults:
        return
    assert all(game.fits(CONTEST.bout(number - 1), 2) for number, game in games.items())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60)
@given(st.sampled_from(sorted(json.loads(played(1).line()))), json_values)
def test_a_field_of_another_kind_is_a_sentence(name: str, value: object) -> None:
    told = json.loads(played(1).line()) | {name: value}
    line = json.dumps(told).encode() + b"\n"
    try:
        games, _ = read_results(file_of() + line, CONTEST)
    except BadResults:
        return
    assert all(game.fits(CONTEST.bout(number - 1), 2) for number, game in games.items())


BAD = [
    (file_of(played(1), played(1)), "game 1 stands there twice"),
    (b"hello\n", "no results file"),
    (b"[" * 100_000 + b"\n", "no results file"),
    (file_of() + b"[" * 100_000 + b"\n", "Line 2"),
    (file_of().replace(b'"seed": 1', b'"seed": 2'), "its seed is 2, not 1"),
    (file_of().replace(b"greedy", b"4"), "its bots is"),
    (file_of(played(1)).replace(b'"seating":[0,1]', b'"seating":[1,0]'), "Line 2"),
    (file_of(played(1)).replace(b'"ranks":[1.0,2.0]', b'"ranks":[1.0,7.0]'), "Line 2"),
    (file_of(played(1)).replace(b"1.5", b"NaN"), "Line 2"),
    (file_of(played(1, failure=Failure(0, "{0.__class__}", {}))), "Line 2"),
    (file_of(played(1, failure=Failure(2, "No.", {}))), "Line 2"),
]


@pytest.mark.parametrize(("data", "told"), BAD)
def test_what_is_wrong_is_named(data: bytes, told: str) -> None:
    with pytest.raises(BadResults, match=told):
        read_results(data, CONTEST)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[ResultsFile]:
    """Open a new book."""
    opened = ResultsFile.open(CONTEST, str(tmp_path / "new" / "folder"), resume=False)
    yield opened
    opened.close()


def test_a_book_goes_on(book: ResultsFile) -> None:
    """Once written it is not begun again; a torn line goes; two sittings at once are refused."""
    folder = str(book.folder)
    book.add(played(2), "a record\n")
    with pytest.raises(Fault, match="another sitting"):
        ResultsFile.open(CONTEST, folder, resume=True)
    book.close()
    with pytest.raises(Fault, match="--resume"):
        ResultsFile.open(CONTEST, folder, resume=False)
    path = Path(folder) / RESULTS
    whole = path.read_bytes()
    path.write_bytes(whole + played(1).line()[:30])
    again = ResultsFile.open(CONTEST, folder, resume=True)
    assert again.games == {2: played(2)}
    again.add(played(1), "another\n")
    again.close()
    assert path.read_bytes() == whole + played(1).line() + b"\n"
    assert sorted(file.name for file in Path(folder).iterdir()) == ["00001.record", "00002.record", RESULTS]
    other = Contest.of("megiddo", {"target": "1"}, ["greedy", "random"], seed=2, opening=-1, most_plies=0)
    with pytest.raises(BadResults, match="its seed is 1, not 2"):
        ResultsFile.open(other, folder, resume=True)


def test_a_folder_that_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Fault, match="cannot be written"):
        ResultsFile.open(CONTEST, str(tmp_path / "file"), resume=False)


def test_without_a_folder_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    book = ResultsFile.open(CONTEST, "", resume=False)
    book.add(played(1), "a record\n")
    book.close()
    assert (book.games, list(tmp_path.iterdir())) == ({1: played(1)}, [])


def test_what_measures_strength_takes_no_handicap() -> None:
    """One sentence says why."""
    with pytest.raises(BadOption, match="extra: games for a rating are played without a handicap"):
        Contest.of("megiddo", {"extra": "1:C3"}, ["greedy", "random"], seed=1, opening=-1, most_plies=0)

"""Games that are not settled: read anew, marked, left out of what is counted; records keep both lines of the game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.text import Text

from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.record import Note, Record, check, read, write
from net.storage.journal import Journal, Progress
from net.storage.profile import Profile
from net.view.settlement_view import BypassView, SettlementView
from net.view.table_view import Phase, TableView
from tests.gallery.fixed_table import view_of
from tests.net.support.leaver import Lossy, before_the_end, give_up_waiting, settled_at, win_and_go
from tests.net.support.party import party, virtually
from tests.net.support.toy_games.toy_table import install
from tui.cli import command_line
from tui.i18n import translation
from tui.records import archive
from tui.records.archive import bypassed
from tui.settings.theme import glyphs, look
from tui.study.game_export import Form, content
from tui.study.game_filter import sieve
from tui.study.game_library import Library
from tui.study.game_summary import GameSummary, Result, played, played_line
from tui.study.past_game import commented, past_game_of
from tui.study.player_statistics import counted, ratings, unsettled
from tui.study.statistics_sheet import filtered, sheet, sheet_lines
from tui.study.timeline import Timeline
from tui.widgets.text_style import TextStyle


def look_at(profile: Profile, home: Path) -> list[GameSummary]:
    return list(Library(profile, home / "records").look())


def lost(home: Path, *, settles: bool) -> tuple[list[GameSummary], list[GameSummary], Path]:
    """Let bob win unheard and list his games; then let ann go on without him, and list them again.

    In between he has an older program write the game down, and comments on two places of it. With `settles` ann hears
    of his move after all.
    """
    found: list[list[GameSummary]] = []

    async def evening() -> None:
        broker = Lossy()
        async with party(home, broker.connect) as here:
            handles = await before_the_end(here)
            tid = handles["bob"].tid
            await win_and_go(here, broker, handles)
            with Profile.open(home, "bob") as who:
                found.append(look_at(who, home))
                library = Library(who, home / "records")
                record = library.open(found[0][0]).record
                for ply, text in ((2, "Here."), (4, "Won!")):
                    record = commented(record, ply, text)
                record = replace(record, extra=tuple(pair for pair in record.extra if pair[0] != "Settled"))
                library._write(library._place(tid), record)
                archive.put(home / "records", f"2026-11-24-toy-{tid.hex()[:8]}", write(record).encode())
            if not settles:
                await give_up_waiting(handles["ann"])
            bob = await here.enter("bob")
            await bob.join(tid)
            await settled_at(here, "bob", tid)
            await here.leave("bob")
            with Profile.open(home, "bob") as who:
                found.append(look_at(who, home))
                assert look_at(who, home) == found[1]

    virtually(evening())
    before, after = found
    (path,) = (home / "profiles" / "bob" / "games").iterdir()
    return before, after, path


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.mark.usefixtures("toy")
def test_an_end_that_the_others_went_past_is_replaced_and_both_lines_are_kept(parley_home: Path) -> None:
    (before,), (after,), path = lost(parley_home, settles=False)
    assert (before.result, before.path, before.settled, before.decisions) == (Result.UNSETTLED, None, False, 4)
    assert (after.result, after.path, after.settled, after.decisions) == (Result.LOST, path, True, 4)
    assert before.digest != after.digest
    record = read(path.read_text("utf-8"))
    assert [line.text for line in record.log] == ["3", "3", "3", "abandon blue"]
    assert dict(record.extra)["Settled"] == "yes"
    assert list(bypassed(record)) == [("blue", "3", 4, True)]
    assert '4. blue abandon blue\n{bypassed blue 3 "all others had gone on without it"}\n' in write(record)
    assert write(read(write(record))) == write(record)
    check(record)
    assert [note.words for note in record.notes if note.kind == "comment"] == [("Here.",), ("Won!",)]
    assert counted((before, after)) == (after,)


@pytest.mark.usefixtures("toy")
def test_an_end_that_is_settled_is_written_once_with_the_comments_there_were(parley_home: Path) -> None:
    (before,), (after,), path = lost(parley_home, settles=True)
    assert (before.result, after.result, after.comments) == (Result.UNSETTLED, Result.WON, 2)
    assert before.digest == after.digest
    assert '[Settled "yes"]' in path.read_text("utf-8")


def view(*, settled: bool, bypasses: tuple[BypassView, ...] = ()) -> TableView:
    """Give a game of three that is over."""
    match = Match.new(find("djambi"), {"players": "3"}).play("abandon red", Seat(0)).play("abandon green", Seat(1))
    seats = tuple(replace(seat, mine=seat.seat == 0, nick=f"N{seat.seat}") for seat in view_of(match).seats)
    settlement = SettlementView(settled, () if settled else (Seat(1),), Seat(1))
    return replace(
        view_of(match, talk=False),
        phase=Phase.OVER,
        seats=seats,
        settlement=settlement,
        bypasses=bypasses,
        tid="ab" * 16,
    )


def test_a_record_says_that_its_end_is_not_settled_and_checks_itself(tmp_path: Path) -> None:
    path = archive.save(view(settled=False), tmp_path, archive.today())
    text = path.read_text("utf-8")
    assert '[Settled "no"]' in text
    assert command_line.run(["check", str(path)]) == 0
    assert played(read(text), path).result is Result.UNSETTLED
    assert "Settled" not in archive.save(view(settled=True), tmp_path / "b", archive.today()).read_text("utf-8")
    story = past_game_of(read(text), check(read(text)))
    end = Timeline(story).tellings[-1]
    assert end.words.endswith("; it is not settled yet.")
    with translation.speaking("fr"):
        assert Timeline(story).tellings[-1].words.endswith("\u00a0; pas encore confirmée.")


def test_what_was_gone_past_is_told_at_its_place() -> None:
    line = BypassView(1, "abandon green", ((Seat(1), "Mc1-d1"), (Seat(2), "Mg1-f2")), over=False)
    record = archive.record_of(view(settled=True, bypasses=(line,)), archive.today())
    assert [note for note in record.notes if note.kind == "bypassed"] == [
        Note(2, "bypassed", ("green", "Mc1-d1", "all others had gone on without it")),
        Note(2, "bypassed", ("yellow", "Mg1-f2")),
    ]
    told = Timeline(past_game_of(read(write(record)), record.match()))
    lines = [told.line(one, glyphs("unicode")) for one in told.tellings]
    at = next(at for at, text in enumerate(lines) if text.startswith("MOVE 2"))
    assert lines[at + 1 : at + 3] == [
        "NOTE Green had signed Mc1-d1 here: all others had gone on without it.",
        "NOTE Played on from it: Yellow Mg1-f2.",
    ]
    assert "Green had signed Mc1-d1 here" in content(told, Form.TEXT, 2, theme="parley-dark")


def test_notes_of_another_form_are_kept_and_told_as_nothing() -> None:
    record = Record.of(Match.new(find("djambi"), {"players": "3"}))
    odd = (
        Note(0, "bypassed", ("pink", "x")),
        Note(0, "bypassed", ("red",)),
        Note(0, "bypassed", ("red", "a", "b", "c")),
    )
    record = replace(record, notes=odd)
    assert read(write(record)).notes == odd
    assert list(bypassed(record)) == []


def games() -> list[GameSummary]:
    """Give a game won, the same not settled, and one of others that is not settled."""
    people = (("white", "Zoé"), ("black", "Ana"))
    won = GameSummary(
        path=None,
        tid=b"",
        game="epaminondas",
        date="2026-01-01",
        options=(),
        people=people,
        mine=frozenset({"white"}),
        bots=frozenset(),
        winners=frozenset({"white"}),
        reason="crossing",
        decisions=10,
        comments=0,
        digest="1",
    )
    return [
        won,
        replace(won, settled=False, digest="2"),
        replace(won, settled=False, mine=frozenset(), digest="3"),
        replace(won, settled=False, reason="", winners=frozenset(), digest="4"),
        replace(won, settled=False, void=True, digest="5"),
    ]


def test_what_is_not_settled_is_marked_filtered_and_left_out_of_what_is_counted() -> None:
    kept = games()
    assert [one.result for one in kept] == [
        Result.WON,
        Result.UNSETTLED,
        Result.UNSETTLED,
        Result.RUNNING,
        Result.VOID,
    ]
    assert [one.digest for one in counted(kept)] == ["1"]
    assert unsettled(kept) == 1
    assert ratings(kept, "epaminondas")[""].games == 1
    for query in ("result:unsettled", "résultat:not", "resultat:confirmer"):
        assert [one.digest for one in sieve(query).keep(kept)] == ["2", "3"]
    assert " · not settled · Ana · " in played_line(kept[1])
    with translation.speaking("fr"):
        assert " · à confirmer · Ana · " in played_line(kept[1])


def test_the_sheet_says_which_games_a_filter_has_left() -> None:
    some, ink = games()[:1], TextStyle(look("parley-dark"), glyphs("unicode"))
    among = filtered(some, 2, " result:lost ")
    assert among == ("Only the games that fit “result:lost” are looked at: 1 of 2.",)
    assert filtered(some, 1, " ") == ()
    rows, every = ([row.plain for row in sheet(some, ink, told)] for told in (among, ()))
    assert rows[1] == sheet_lines(some, among)[0] == among[0]
    assert [any(row.startswith("All ") for row in some) for some in (rows, every)] == [False, True]
    assert [any(row.startswith("Counted here ") for row in some) for some in (rows, every)] == [True, False]


def test_the_sheet_says_how_many_games_it_leaves_out() -> None:
    ink = TextStyle(look("parley-dark"), glyphs("unicode"))
    line = "1 game is not settled yet and is left out."
    for some in (games(), games()[1:]):
        assert sheet_lines(some)[-1] == line
        assert sheet(some, ink)[-1].plain == line
    assert line not in sheet_lines(games()[:1])
    assert Text(line) not in sheet(games()[:1], ink)
    twice = [*games(), replace(games()[1], digest="6")]
    assert sheet_lines(twice)[-1] == "2 games are not settled yet and are left out."
    with translation.speaking("fr"):
        assert sheet_lines(games())[-1] == "1 partie pas encore confirmée n’est pas comptée."
        assert sheet_lines(twice)[-1] == "2 parties pas encore confirmées ne sont pas comptées."


@pytest.mark.usefixtures("toy")
def test_a_game_that_was_over_before_programs_asked_for_it_counts_as_it_did(parley_home: Path) -> None:
    async def evening() -> Path:
        broker = Lossy()
        async with party(parley_home, broker.connect) as here:
            handles = await before_the_end(here)
            tid = handles["bob"].tid
            await win_and_go(here, broker, handles)
            with Profile.open(parley_home, "bob") as who:
                with Journal(who.journal_path) as journal:
                    journal.close_table(tid, Progress.OVER)
                (one,) = look_at(who, parley_home)
                assert (one.result, one.settled) == (Result.WON, True)
                assert one.path is not None
                return one.path

    assert '[Settled "unknown"]' in virtually(evening()).read_text("utf-8")

"""The library: games of the journal and of a folder, each once; nothing hidden told of one that goes on."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from core.fault import Fault
from core.game import DEALER, Seat
from core.games import find
from core.match.match import Match
from core.match.record import Record, read
from net.view.table_view import Phase
from tests.gallery.fixed_table import match_of
from tui.i18n.translation import seat_title
from tui.records import archive
from tui.session.rooms import Rooms
from tui.settings.theme import glyphs
from tui.study.branch import branch, movers, plan_from
from tui.study.game_export import Form, content
from tui.study.game_library import Library, bring_in, meant, open_story
from tui.study.game_summary import GameSummary, Result, played
from tui.study.past_game import BOTS, GIVEN_UP, MINE, PastGame, analyst_of, commented, past_game_of
from tui.study.timeline import Timeline
from tui.table.seat_names import NamedTable
from tui.table.table_plan import hot_seat, plan_against_bots


def listed(rooms: Rooms, home: Path) -> list[GameSummary]:
    return list(Library(rooms.profile, home / "records").look())


def drawn(match: Match) -> int:
    """Count the cards drawn."""
    return sum(line.text.startswith("draw") for line in match.log)


async def finished(rooms: Rooms) -> None:
    """Play a game at one keyboard to its end, by giving up."""
    seated = await rooms.open_table(await rooms.local(), hot_seat("epaminondas"))
    view = await seated.handle.until(lambda view: view.phase is Phase.PLAYING)
    assert view.match is not None
    await seated.handle.play(Seat(0), str(next(iter(view.match.state.legal(Seat(0))))))
    await seated.handle.say("Well.", None, Seat(1))
    archive.save(NamedTable(seated.handle).view, archive.folder(), archive.today())
    await seated.handle.play(Seat(1), "resign")
    await seated.handle.until(lambda view: view.phase is Phase.OVER)
    archive.save(NamedTable(seated.handle).view, archive.folder(), archive.today())
    await rooms.leave(seated)


async def test_a_game_that_is_over_is_written_down_once_with_its_talk(parley_home: Path) -> None:
    rooms = Rooms(parley_home, "zoe", "Zoé")
    await finished(rooms)
    (one,) = listed(rooms, parley_home)
    assert one.path is not None
    assert one.path.parent == parley_home / "profiles" / "zoe" / "games"
    assert (one.game, one.result, one.decisions, one.mine) == (
        "epaminondas",
        Result.OVER,
        2,
        frozenset({"white", "black"}),
    )
    stamp = one.path.stat().st_mtime_ns
    assert listed(rooms, parley_home) == [one]
    assert one.path.stat().st_mtime_ns == stamp
    library = Library(rooms.profile, parley_home / "records")
    story, keep = library.told(one)
    assert [said.text for said in story.record.talk] == ["Well."]
    assert keep is not None
    keep(commented(story.record, 1, "A start."))
    (again,) = listed(rooms, parley_home)
    assert again.comments == 1
    assert library.open(again).comments == {1: "A start."}
    await rooms.close()


async def test_a_game_that_goes_on_tells_only_what_its_player_may_know(parley_home: Path) -> None:
    rooms = Rooms(parley_home, "zoe", "Zoé")
    plan = plan_against_bots("random", "mediterranee", {"placement": "standard", "players": "2"})
    seated = await rooms.open_table(await rooms.local(), plan, seed=1)
    view = await seated.handle.until(lambda view: view.match is not None and drawn(view.match) > 0)
    assert any(option == ("deal", "local") for option in view.terms)
    mine = next(seat for seat in view.seats if seat.mine and not seat.bot)
    (one,) = listed(rooms, parley_home)
    assert (one.path, one.result, one.mine) == (None, Result.RUNNING, frozenset({mine.name}))
    library = Library(rooms.profile, parley_home / "records")
    story, keep = library.told(one)
    assert (story.viewer, keep) == (mine.seat, None)
    secret = {option.name: option.default for option in find("mediterranee").options if option.secret}
    assert {name: value for name, value in story.match.header.options if name in secret} == secret
    draws = [line.text.split() for line in story.match.log if line.seat == DEALER and line.text.startswith("draw")]
    assert all(words[-1] == "?" for words in draws if words[1] != mine.name)
    assert all(words[-1] == "?" for words in [line.text.split() for line in story.record.log] if words[0] == "draw")
    with pytest.raises(Fault, match="Not every card"):
        plan_from(story, 3, None, "greedy")
    await rooms.leave(seated)
    await rooms.close()


async def given_up(rooms: Rooms) -> None:
    """Begin a match against a bot and give it up after a decision."""
    plan = plan_against_bots("random", "megiddo", {"players": "2", "target": "999"})
    seated = await rooms.open_table(await rooms.local(), plan, seed=1)
    view = await seated.handle.until(
        lambda view: view.phase is Phase.PLAYING and view.match is not None and view.mine[0] in view.match.state.active
    )
    assert view.match is not None
    await seated.handle.play(view.mine[0], str(next(iter(view.match.state.legal(view.mine[0])))))
    await rooms.give_up(seated)


async def test_a_match_that_was_given_up_is_over_for_its_replay_and_its_report(parley_home: Path) -> None:
    rooms = Rooms(parley_home, "zoe", "Zoé")
    await given_up(rooms)
    (one,) = listed(rooms, parley_home)
    assert one.result is Result.GIVEN_UP
    library = Library(rooms.profile, parley_home / "records")
    story, keep = library.told(one)
    assert (story.over, story.given_up, story.closed, story.can_be_judged) == (False, True, True, True)
    report = content(Timeline(story), Form.REPORT, 0, theme="parley-dark")
    assert "Given up by Zoé: nobody plays on." in report
    assert "Turning points" in report
    assert "goes on" not in report
    assert analyst_of(story).kept() is None, "it can be judged"
    assert keep is not None
    keep(commented(story.record, 1, "A start."))
    (again,) = listed(rooms, parley_home)
    assert (again.result, again.comments) == (Result.GIVEN_UP, 1)
    assert library.open(again).comments == {1: "A start."}
    lent = open_story(str(parley_home / "profiles" / "zoe" / "games" / f"{again.tid.hex()}.record"))
    assert lent.given_up, "its record says so too"
    await rooms.close()


def test_where_cards_are_hidden_a_game_that_was_given_up_is_not_judged() -> None:
    match = match_of(4, 40, 5, "mediterranee")
    story = past_game_of(replace(Record.of(match), extra=((GIVEN_UP, "yes"),)), match)
    assert (story.closed, story.can_be_judged) == (True, False)
    with pytest.raises(Fault, match="Not every card"):
        analyst_of(story)


def test_hands_are_seen_by_their_owner_alone_while_a_game_goes_on() -> None:
    match = match_of(4, 40, 5, "mediterranee")
    assert match.state.outcome is None
    for viewer in (None, Seat(1)):
        told = Timeline(past_game_of(Record.of(match), match, viewer))
        hands = [line for line in told.hands(told.plies, glyphs("unicode")) if line.startswith("HAND ")]
        drawn = {line.text.split()[1] for line in match.log if line.text.startswith("draw")}
        unseen = {name for name in match.names for line in hands if seat_title(name) in line and "unseen" in line}
        assert unseen == drawn - ({match.names[viewer]} if viewer is not None else set())
        assert len(drawn) > 2
        text = content(told, Form.TEXT, 0, theme="parley-dark")
        seen = {line.split()[2] for line in text.splitlines() if " draws " in line and "?" not in line}
        assert seen <= ({match.names[viewer]} if viewer is not None else set())


def test_an_unfinished_record_with_its_seed_is_masked(mediterranee: Path, tmp_path: Path) -> None:
    text = mediterranee.read_text("utf-8")
    head, log = text.split("\n\n", 1)
    kept = [line for line in head.splitlines() if not line.startswith(("[Result", "[Digest", "[TalkDigest"))]
    lines = [line for line in log.splitlines() if not line.startswith("{")][:60]
    path = tmp_path / "cut.record"
    path.write_text("\n".join([*kept, "", *lines]) + "\n", encoding="utf-8")
    story = open_story(str(path))
    assert not story.over
    assert all(line.text.endswith("?") for line in story.match.log if line.text.startswith("draw"))
    assert dict(story.match.header.options)["packs"] == "none"


async def test_what_cannot_be_read_is_left_out_and_copies_are_one(parley_home: Path, djambi: Path) -> None:
    rooms = Rooms(parley_home, "zoe")
    folder = parley_home / "records"
    first = bring_in(str(djambi), folder)
    (folder / "copy.record").write_bytes(first.read_bytes())
    (folder / "bad.record").write_bytes(b"\xff\xfe")
    (folder / "worse.record").write_text("[Format]")
    (one,) = listed(rooms, parley_home)
    assert (one.game, one.decisions, one.result) == ("djambi", 54, Result.OVER)
    assert bring_in(str(djambi), folder) == first
    with pytest.raises(Fault, match="no such file"):
        bring_in(str(folder / "nothing"), folder)
    with pytest.raises(Fault, match=r"worse\.record:1:"):
        bring_in(str(folder / "worse.record"), folder)
    await rooms.close()


async def test_a_game_is_played_on_from_any_position(parley_home: Path, record_path: Path) -> None:
    rooms = Rooms(parley_home, "zoe", "Zoé")
    story = open_story(str(record_path))
    ply = story.match.ply // 2
    told: list[int] = []
    seated = await branch(rooms, story, ply, None, "random", done=told.append)
    match = seated.handle.view.match
    assert match is not None
    pairs = zip(match.log, story.match.log, strict=False)
    alike = [one == other or one.text.startswith("packs") for one, other in pairs]
    assert all(alike[:ply])
    assert match.ply >= ply
    assert told == sorted(told)
    assert listed(rooms, parley_home) == [], "nothing new was played: it would hide the game that it was branched off"
    seat = next(iter(match.state.active))
    await seated.handle.play(seat, str(next(iter(match.state.legal(seat)))))
    await rooms.leave(seated)
    (one,) = listed(rooms, parley_home)
    assert one.branch
    assert not one.own
    await rooms.close()


async def test_bots_play_on_where_one_seat_is_ones_own(parley_home: Path, djambi: Path) -> None:
    rooms = Rooms(parley_home, "zoe", "Zoé")
    story = open_story(str(djambi))
    seat = movers(story, 13)[0]
    seated = await branch(rooms, story, 13, [Seat(1)], "random", seed=1)
    assert seat == Seat(0)
    async with asyncio.timeout(30):
        view = await seated.handle.until(lambda view: view.match is not None and view.match.ply == 14)
    assert view.match is not None
    assert view.match.state.active == (Seat(1),)
    assert [one.bot for one in view.seats] == ["random", "", "random", "random"]
    await rooms.leave(seated)
    await rooms.close()


def test_what_cannot_be_played_on_is_said(djambi: Path) -> None:
    story = open_story(str(djambi))
    with pytest.raises(Fault, match="Here the game is over"):
        plan_from(story, story.match.ply, None, "greedy")
    record = read(djambi.read_text("utf-8"))
    from_position = PastGame(record, story.match.at(0))
    header = type(record.header)(record.header.game, 1, record.header.options, "{}")
    other = PastGame(type(record)(header, record.seats), from_position.match)
    with pytest.raises(Fault, match="began from a position of its own"):
        plan_from(other, 0, None, "greedy")


def test_a_path_may_be_typed_or_pasted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    odd = tmp_path / 'it\'s a "b".record'
    odd.write_text("", "utf-8")
    told = {
        f" {odd} ": str(odd),
        "'/a b.record'": "/a b.record",
        "/a\\ b.record": "/a b.record",
        "~/x.record": f"{tmp_path}/x.record",
        "file:///a%20b.record": "/a b.record",
        "it's not closed": "it's not closed",
        "": "",
    }
    assert {text: meant(text) for text in told} == told


def test_who_is_out_is_not_played_on_with(djambi: Path) -> None:
    story = open_story(str(djambi))
    names = story.match.names
    assert [names[seat] for seat in movers(story, 12)] == ["red", "blue", "yellow", "green"]
    assert [names[seat] for seat in movers(story, 13)] == ["red", "blue", "yellow"]


def test_a_bot_of_a_past_game_is_called_as_at_the_table(djambi: Path) -> None:
    told = read(djambi.read_text("utf-8"))
    one = played(replace(told, people=(("red", "Ann"), ("blue", "2")), extra=((MINE, "red"), (BOTS, "blue=2"))))
    assert one.opponents == ("level 2",)
    assert played(replace(told, people=(("red", "Ann"), ("blue", "x")), extra=((BOTS, "blue=2/loyal"),))).people[1] == (
        "blue",
        "loyal",
    )

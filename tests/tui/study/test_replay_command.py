"""`parley replay`: a file, the latest game, the list; on a screen, line by line, or printed. And from a game's end."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.fault import Fault
from core.game import Seat
from net.view.table_view import Phase
from tui.app.app import ParleyApp, Start
from tui.bootstrap.start_request import Play
from tui.bots.seat_driver import Seated
from tui.cli import command_line
from tui.screens.replay.replay_screen import ReplayScreen
from tui.screens.table.end_card import EndScreen
from tui.screens.table.table_screen import TableScreen
from tui.session.rooms import Rooms
from tui.study.game_library import bring_in, wanted
from tui.study.past_game import commented
from tui.table.table_plan import hot_seat

ROOM = (80, 24)


async def until(pilot: Pilot[None], screen: type[object]) -> None:
    """Wait until a screen of that kind is in front."""
    while not isinstance(pilot.app.screen, screen):
        await pilot.pause(0.01)
    await pilot.pause()


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody be there to be asked."""
    monkeypatch.setattr("sys.stdin", io.StringIO())


def test_without_a_terminal_it_is_printed(
    parley_home: Path, djambi: Path, mediterranee: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.run(["replay", str(djambi)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Djambi · Ana, Béla, Chloé, Dario")
    assert "MOVE 54" in out
    assert not (parley_home / "profiles").exists()
    assert command_line.run(["replay"]) == 0
    assert capsys.readouterr().out.startswith("No game is kept on this machine yet")
    bring_in(str(djambi), parley_home / "records")
    older = (parley_home / "records" / "four.record").read_text("utf-8").replace("2026-11-21", "2020-01-01")
    (parley_home / "records" / "four.record").write_text(older, "utf-8")
    bring_in(str(mediterranee), parley_home / "records")
    assert command_line.run(["replay", "last"]) == 0
    assert capsys.readouterr().out.startswith("Méditerranée")
    assert command_line.run(["replay"]) == 0
    assert [line.split(" · ")[1] for line in capsys.readouterr().out.splitlines()] == ["Méditerranée", "Djambi"]


@pytest.mark.parametrize("asked", [True, False])
def test_into_a_pipe_it_is_printed_though_somebody_is_at_the_keys(
    djambi: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *, asked: bool
) -> None:
    keys = io.StringIO("quit\n")
    monkeypatch.setattr(keys, "isatty", lambda: asked)
    monkeypatch.setattr("sys.stdin", keys)
    assert command_line.run(["replay", str(djambi)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Djambi · Ana, Béla, Chloé, Dario")
    assert "MOVE 54" in out


def test_what_cannot_be_told_is_one_sentence_with_its_place(parley_home: Path, djambi: Path) -> None:
    bad = parley_home / "bad.record"
    bad.write_text(djambi.read_text("utf-8").replace("1. red Mc1-d1", "1. red Mc1-e5"), "utf-8")
    with pytest.raises(Fault, match=rf"{bad}:24:8: "):
        command_line.run(["replay", str(bad)])
    with pytest.raises(Fault, match="no such file"):
        command_line.run(["replay", "--text", str(bad) + "x"])
    with pytest.raises(Fault, match="No game is kept"):
        command_line.run(["replay", "Last"])


def test_line_by_line(djambi: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("next 2\nseats\nquit\n"))
    assert command_line.run(["replay", "--text", str(djambi)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("GAME Djambi")
    assert lines[3].startswith("MOVE 2")
    assert [line.split()[0] for line in lines[4:]] == ["SEAT"] * 4


def test_a_comment_on_a_file_from_elsewhere_brings_it_in(parley_home: Path, djambi: Path, tmp_path: Path) -> None:
    there = tmp_path / "elsewhere" / "mine.record"
    there.parent.mkdir()
    there.write_bytes(djambi.read_bytes())
    story, keep = wanted(str(there), Rooms(parley_home, "zoe"))
    assert keep is not None
    keep(commented(story.record, 1, "One."))
    keep(commented(story.record, 1, "Two."))
    assert there.read_bytes() == djambi.read_bytes()
    brought = parley_home / "records" / "mine.record"
    assert wanted(str(brought), Rooms(parley_home, "zoe"))[0].comments == {1: "Two."}
    assert [path.name for path in brought.parent.iterdir()] == ["mine.record"]


async def test_on_a_screen_it_leads_back_to_the_shell(djambi: Path) -> None:
    assert Play(replay="a.record").file
    assert not Play(replay="Last").file
    app = ParleyApp(Start(replay=str(djambi)))
    async with app.run_test(size=ROOM) as pilot:
        await until(pilot, ReplayScreen)
        await pilot.press("right", "right")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.ply == 2
        await pilot.press("q")
        while app.is_running and not app._exit:
            await pilot.pause(0.01)
        assert app._exit


async def test_from_the_end_of_a_game_to_its_replay_and_on(parley_home: Path) -> None:
    app = ParleyApp()
    async with app.run_test(size=ROOM) as pilot:
        seated = await over(app)
        app.go(lambda: app.show_table(seated))
        await until(pilot, EndScreen)
        await pilot.press("2")
        await until(pilot, ReplayScreen)
        await pilot.press("right", "c", *"Why", "enter", "q")
        await until(pilot, EndScreen)
        kept = parley_home / "profiles" / "default" / "games" / f"{seated.handle.tid.hex()}.record"
        assert "{comment Why}" in kept.read_text("utf-8")
        whole = kept.read_bytes()
        kept.write_bytes(b"spoilt")
        await pilot.press("2")
        while not any("A record begins with" in toast.message for toast in app._notifications):
            await pilot.pause(0.01)
        await until(pilot, EndScreen)
        kept.write_bytes(whole)
        await pilot.press("2")
        await until(pilot, ReplayScreen)
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.told.story.comments == {1: "Why"}
        await pilot.press("right", "b", "3")
        await until(pilot, TableScreen)
        table = app.screen
        assert isinstance(table, TableScreen)
        view = table.controller.view
        assert view.match is not None
        assert (view.match.ply, view.outcome, view.tid == seated.handle.tid.hex()) == (1, None, False)
        await app.action_quit()


async def over(app: ParleyApp) -> Seated:
    """Play a game at one keyboard to its end, by giving up."""
    seated = await app.rooms.open_table(await app.rooms.local(), hot_seat("epaminondas"))
    view = await seated.handle.until(lambda view: view.phase is Phase.PLAYING)
    assert view.match is not None
    await seated.handle.play(Seat(0), str(next(iter(view.match.state.legal(Seat(0))))))
    await seated.handle.play(Seat(1), "resign")
    await seated.handle.until(lambda view: view.phase is Phase.OVER)
    return seated

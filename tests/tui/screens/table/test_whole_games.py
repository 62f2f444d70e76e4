"""Whole games at the real table screen, from the first decision to the end card: by keys, by notation, by mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.game import Seat
from core.match.match import Match
from tests.length import long_only
from tests.tui.support.journey import shown
from tests.tui.support.short_games import TALES, Tale, decisions, told
from tests.tui.support.table_player import ByKeys, ByMouse, ByWords, Player
from tui.app.app import ParleyApp
from tui.records.record_check import open_record
from tui.screens.home.home_screen import HomeScreen
from tui.screens.table.curtain_screen import CurtainScreen
from tui.screens.table.end_card import After, EndScreen
from tui.screens.table.table_screen import TableScreen
from tui.settings.settings import Settings
from tui.table.table_plan import hot_seat
from tui.words.event_words import outcome_line

Way = type[ByKeys | ByWords | ByMouse]
PATIENCE = 500
"""Pauses after which nothing more is awaited."""

WAYS = (ByKeys, ByWords, ByMouse)
PLAYED = [
    pytest.param(tale, WAYS[at % 3 :] + WAYS[: at % 3], id=f"{tale.game} in turns") for at, tale in enumerate(TALES)
] + [pytest.param(tale, (way,), id=f"{tale.game} {way.__name__}", marks=long_only) for tale in TALES for way in WAYS]
"""Each game by all ways, decision by decision, each time begun by another one; in a long run by one way throughout."""


@pytest.mark.parametrize(("tale", "ways"), PLAYED)
async def test_a_whole_game_by_keys_by_notation_and_by_mouse(
    tale: Tale, ways: Sequence[Way], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    wanted = told(tale)
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        seated = await app.rooms.open_table(await app.rooms.local(), hot_seat(tale.game, tale.options))
        app.go(partial(app.show_table, seated))
        players = cycle([way(pilot) for way in ways])
        await play(players, decisions(tale))
        await until(pilot, lambda: isinstance(app.screen, EndScreen))
        card, outcome = shown(app), wanted.state.outcome
        assert outcome is not None
        assert outcome_line(outcome, wanted.names)[:40] in card
        assert wanted.digest()[:16] in card
        await next(players).answer(After.SAVE)
        await until(pilot, lambda: isinstance(app.screen, EndScreen))
        (saved,) = tmp_path.joinpath("records").iterdir()
        assert open_record(str(saved))[1].digest() == wanted.digest()
        await next(players).answer(After.HOME)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and not app.rooms.seated)
        await app.action_quit()


async def play(players: Iterator[Player], log: list[tuple[Seat, str]]) -> None:
    """Play a game as whoever has the screen before him; secret decisions in the order in which they are asked for."""
    waiting = list(log)
    while waiting:
        player = next(players)
        table = await turn(player)
        choice, match = table.desk.choice, table.controller.view.match
        assert choice is not None
        assert match is not None
        at, (seat, text) = next((at, line) for at, line in enumerate(waiting) if line[0] == table.desk.seat)
        assert at == 0 or choice.state.sealed
        await player.decide(text, choice.state.parse(seat, text).path)
        await until(player.pilot, partial(is_made, table, match))
        del waiting[at]


async def turn(player: Player) -> TableScreen:
    """Wait for a turn, lifting the curtain where it falls."""
    app = player.pilot.app

    def owed() -> bool:
        return isinstance(app.screen, TableScreen) and app.screen.desk.seat is not None

    while not owed():
        await until(player.pilot, lambda: owed() or isinstance(app.screen, CurtainScreen))
        if isinstance(app.screen, CurtainScreen):
            await player.lift()
    assert isinstance(app.screen, TableScreen)
    return app.screen


def is_made(table: TableScreen, before: Match) -> bool:
    """Tell whether something has been decided since, or the screen is to be passed on."""
    now = table.controller.view.match
    return now is None or now.ply != before.ply or isinstance(table.app.screen, CurtainScreen)


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Let things happen until something is true."""
    for _ in range(PATIENCE):
        if true():
            return
        await pilot.pause()
    raise AssertionError(shown(pilot.app), [note.message for note in pilot.app._notifications])

"""Whole games at the real table screen, from the first decision to the end card: by keys, by notation, by mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.game import Seat
from core.games import find
from core.match import Match
from tests.tui.table.journey import shown
from tests.tui.table.player import ByKeys, ByMouse, ByWords, Player
from tui.app import ParleyApp
from tui.check import open_record
from tui.effect_words import outcome_line
from tui.plan import hot_seat
from tui.screens.curtain import CurtainScreen
from tui.screens.end import After, EndScreen
from tui.screens.home import HomeScreen
from tui.screens.table import TableScreen
from tui.settings import Settings

PATIENCE = 500
"""Pauses after which nothing more is awaited."""

TALON = ",".join(map(str, (*range(10, 0, -1), *range(1, 11))))


@dataclass(frozen=True)
class Tale:
    """A short game: options, and all decisions as `seat:text`."""

    game: str
    options: Mapping[str, str]
    log: str


TALES = (
    Tale(
        "djambi",
        {"players": "3"},
        "0:Ng7-b2 1:Mb4xb2>a1 2:Md2xb2>c4 0:Ph8:b2>d8 1:Pb5:b2>f9 2:Rd1-d4 0:Ci9-e5 1:Pb2:e2>e4 0:Pf9:c6>d1"
        " 2:Rd4-d5!e5 2:Pc6:b6>b3 1:Md1xe1>h6",
    ),
    Tale(
        "epaminondas",
        {"size": "6x6"},
        "0:2.6.1NW1 1:5.2.2SW1 0:2.2.2NE1 1:5.3.1SW1 0:2.2.1SW1 1:5.6.2S2 0:3.3.3NW1x2 1:3.6.2S2x1 0:2.5.1S1",
    ),
    Tale(
        "megiddo",
        {"players": "2", "target": "1", "slide": "yes"},
        "0:C3 1:D4 0:C3-C4 1:F1 0:D6 1:A6 0:B3 1:E2 0:B5 1:D3",
    ),
    Tale(
        "mediterranee",
        {"players": "2", "placement": "standard", "draw_rounds": "1", "talon": TALON},
        "0:pass|1:pay 3|1:march cB2 GAD-TIN cF1 NOV-TAR|1:cards 5+4|0:cards 2+0|0:spy|0:cards 5+1"
        "|0:treason aF1 ANT-TAS cF3 CAE-HIP|0:pay 4|0:march rF3 ANC-BRU rC ARR-ANC|1:move cF1 TAR-TOL",
    ),
)
"""A game of each, found by seeds; what makes each a whole one: chiefs, power and corpses; phalanxes that take others;
placing and sliding; combats with a spy, a forced march, a treason."""


def decisions(tale: Tale) -> list[tuple[Seat, str]]:
    """Give who decides what."""
    parts = (line.partition(":") for line in tale.log.split("|" if "|" in tale.log else " "))
    return [(Seat(int(seat)), text) for seat, _, text in parts]


def told(tale: Tale) -> Match:
    """Let the core play it."""
    match = Match.new(find(tale.game), tale.options).deal()
    for seat, text in decisions(tale):
        match = match.seal(text, seat).deal()
    assert match.state.outcome is not None
    return match


WAYS = (ByKeys, ByWords, ByMouse)


@pytest.mark.parametrize("tale", TALES, ids=lambda tale: tale.game)
async def test_a_whole_game_by_keys_by_notation_and_by_mouse(
    tale: Tale, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    wanted = told(tale)
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        for way in WAYS:
            seated = await app.rooms.open_table(await app.rooms.local(), hot_seat(tale.game, tale.options))
            app.go(partial(app.show_table, seated))
            player = way(pilot)
            await play(player, decisions(tale))
            await until(pilot, lambda: isinstance(app.screen, EndScreen))
            card, outcome = shown(app), wanted.state.outcome
            assert outcome is not None
            assert outcome_line(outcome, wanted.names)[:40] in card
            assert wanted.digest()[:16] in card
            await player.answer(After.SAVE)
            await until(pilot, lambda: isinstance(app.screen, EndScreen))
            (saved,) = tmp_path.joinpath("records").iterdir()
            assert open_record(str(saved))[1].digest() == wanted.digest()
            saved.unlink()
            await player.answer(After.HOME)
            await until(pilot, lambda: isinstance(app.screen, HomeScreen) and not app.rooms.seated)
        await app.action_quit()


async def play(player: Player, log: list[tuple[Seat, str]]) -> None:
    """Play a game as whoever has the screen before him; secret decisions in the order in which they are asked for."""
    waiting = list(log)
    while waiting:
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

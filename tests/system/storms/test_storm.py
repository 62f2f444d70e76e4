"""One short game of four programs who are killed again and again, one of all faults: `run.py storm` plays more."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.broker import broker_process
from tests.length import long_only
from tests.storms.__main__ import NAMES, main
from tests.storms.faults.fault_kind import FaultKind
from tests.storms.games.chaos_game import PLAYS, ChaosGame, Climate
from tests.storms.games.forecast import plies_of
from tests.storms.program import Program, Told
from tests.storms.storm_kill import Evening, Killed, Weather

KILLS = 3
FAULTS = 4
LONG_ENOUGH = ("quiet=18",)
"""A game that is not over before the last blow, however late a busy machine lets the test strike."""


@long_only
@pytest.mark.parametrize("broker", ["amqtt", "mosquitto"])
async def test_a_game_of_programs_that_are_killed_loses_nothing(tmp_path: Path, broker: str) -> None:
    if broker == "mosquitto" and not broker_process.available():
        pytest.skip("there is no mosquitto on this machine")
    weather = Weather("djambi", broker, KILLS, stops=0, restarts=1, options=LONG_ENOUGH, pause=0.1)
    result = await Evening(7, weather, tmp_path).spend()
    assert not result.broken
    assert result.kills >= 2
    assert result.restarts == 1
    assert len(result.resumed) >= result.kills - 1


@pytest.mark.parametrize(("stopped", "played"), [(1, [19.5]), (2, [])])
def test_who_is_stopped_after_a_kill_is_not_late_by_it(tmp_path: Path, stopped: int, played: list[float]) -> None:
    evening = Evening(7, Weather("djambi", "amqtt", 1, stops=1, restarts=0), tmp_path)
    program = Program("p0", (), tmp_path, lambda: None, life=stopped)
    program.pause()
    move: dict[str, object] = {"event": "move", "ply": 9, "seat": 0}
    program.told = [Told(100.5, 2, {"event": "resumed"}), Told(119.5, 2, move)]
    evening.killed = [Killed(program, life=2, began=100.0, ply=8)]
    evening.measure({"p0": 0}, [move])
    assert evening.result.resumed == [0.5]
    assert evening.result.played == played


async def test_a_game_in_which_all_goes_wrong_is_agreed_on(tmp_path: Path) -> None:
    kinds = (FaultKind.CUT, FaultKind.HOLE_UP, FaultKind.KILL_ONE, FaultKind.CLOCK)
    result = await ChaosGame(7, Climate("epaminondas", "amqtt", FAULTS, kinds=kinds), tmp_path).spend()
    assert not result.broken
    assert result.faults.total() >= 1
    assert set(result.faults) <= {*kinds}
    assert result.agreed is not None
    assert result.plies == plies_of("epaminondas", PLAYS["epaminondas"], 7)


def test_a_storm_of_no_such_name_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hail"]) == 2
    said = capsys.readouterr().out
    assert all(name in said for name in NAMES)

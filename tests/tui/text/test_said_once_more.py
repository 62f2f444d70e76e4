"""What ends is said, and what was said can be heard again: after a game, a replay, an answer, an interruption."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.tui.text.test_text_mode import hold
from tui.bootstrap.start_request import Play
from tui.i18n import translation
from tui.text import text_start
from tui.text.shell.console import Console, Script

LOST = ["2", "epaminondas", "2.4.1N1", "resign", "yes"]


async def test_a_game_that_is_over_is_told_again_from_its_table(parley_home: Path) -> None:
    said = await hold(
        parley_home, ["2", "epaminondas", "replay", "2.4.1N1", "resign", "yes", "replay", "next", "quit", "9"]
    )
    errors = [line for line in said if line.startswith("ERROR")]
    assert errors == ["ERROR A game is told again once it is over; until then `log 10` tells its last decisions."]
    assert "NOTE `replay` tells this game again, `rematch` plays another one, `quit` leaves the table." in said
    told = said[next(at for at, line in enumerate(said) if line.startswith("GAME ")) :]
    assert any(line.startswith("MOVE 1 ● White: 2.4.1N1.") for line in told)


async def test_whoever_resigns_is_not_the_others(parley_home: Path) -> None:
    translation.use("fr")
    said = await hold(parley_home, [*LOST, "quit", "9"])
    (line,) = (line for line in said if line.startswith("COUP 2 "))
    assert line == ("COUP 2 ○ Noir\u00a0: abandonner. ○ noir abandonne, la partie est finie\u00a0: par abandon.")
    assert "FIN Blanc gagne\u00a0: par abandon." in said


async def test_leaving_a_replay_says_where_one_is(parley_home: Path) -> None:
    said = await hold(parley_home, [*LOST, "quit", "7", "1", "quit", "games", "quit", "9"])
    back = [at for at, line in enumerate(said) if line.startswith("NOTE this is the list of games: ")]
    assert len(back) == 1
    assert said[back[0] + 1].startswith("1 "), "the list is read again on request only"


async def test_a_whole_answer_is_repeated(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "epaminondas", "seats", "repeat", "repeat", "repeat 1", "quit", "9"])
    at = next(at for at, line in enumerate(said) if line.startswith("SEAT 1 "))
    answer = said[at : at + 3]
    assert [line.split()[0] for line in answer] == ["SEAT", "SEAT", "TURN"]
    assert said[at + 3 : at + 10] == [*answer, *answer, answer[-1]]


async def test_a_console_knows_what_was_said_between_two_lines() -> None:
    console = Console(Script(["one", "two", "three"]), lambda _: None)
    console.say("hello")
    await console.line()
    assert list(console.latest) == ["hello"]
    await console.line()
    assert list(console.latest) == ["hello"], "nothing was said since"
    console.say("a", "b")
    await console.line()
    assert list(console.latest) == ["a", "b"]


@pytest.mark.usefixtures("parley_home")
def test_an_interruption_is_no_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(text_start, "_run", interrupted)
    out = io.StringIO()
    assert text_start.run(Play(), io.StringIO(), out) == text_start.INTERRUPTED
    assert out.getvalue().splitlines()[-1] == (
        "NOTE Parley ends here. Unfinished games are kept: `resume` in the first menu leads back to them."
    )


async def test_bots_have_words_that_can_be_typed(parley_home: Path) -> None:
    translation.use("fr")
    said = await hold(parley_home, ["1", "epaminondas", "Glouton", "quit", "9"])
    assert any(
        line.startswith("Quel robot pour epaminondas\u00a0: random (au hasard), greedy (glouton), 1, ") for line in said
    )
    assert not [line for line in said if line.startswith("ERREUR")]
    assert any("greedy" in line or "glouton" in line for line in said if line.startswith("NOTE"))


async def test_captured_stones_are_named(parley_home: Path) -> None:
    moves = ["A1", "B1", "F6", "C1", "D1"]
    said = await hold(
        parley_home, ["2", "megiddo target=1", *(part for move in moves for part in ("wait", move)), "quit", "9"]
    )
    assert "MOVE 5 ● Red: D1. Stone on D1, captures 2 (B1, C1)." in said

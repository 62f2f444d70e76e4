"""Typed numbers in the text mode of a game with chance: they mean decisions, at a table and in a replay."""

from __future__ import annotations

from pathlib import Path

from core.game import DEALER
from core.match.record import check, read, write
from tests.tui.study.conftest import GAMES
from tests.tui.text.test_text_mode import hold
from tui.study.game_library import open_story
from tui.study.timeline import Timeline
from tui.text.replay_dialogue import ReplayDialogue
from tui.text.shell.console import Console, Script

RECORD = GAMES / "mediterranee" / "golden" / "match.record"


async def test_a_takeback_goes_back_to_the_decision_that_was_typed(parley_home: Path) -> None:
    game = "mediterranee placement=standard players=2 seed=6"
    script = ["2", game, "", "pass", "", "pass", "", "undo 1", "", "undo 0", "", "undo 7", "quit", "9"]
    said = await hold(parley_home, script)
    assert [line.split()[1] for line in said if line.startswith("TURN ")] == ["1", "2", "3", "2", "1"]
    assert set(filter(lambda line: line.startswith("NOTE Takeback"), said)) == {
        "NOTE Takeback 1: Rome-Constantinople goes back to decision 1.",
        "NOTE Takeback 2: Alexandria-Carthage goes back to decision 0.",
    }
    assert said.count("ERROR Nothing was decided after decision 7 that could be taken back.") == 1


async def test_a_replay_jumps_to_the_turn_that_was_typed() -> None:
    said: list[str] = []
    console = Console(Script(["go 40", "60", "back 60", "last"]), said.append, plain=False)
    told = Timeline(open_story(str(RECORD)))
    await ReplayDialogue(told.story, console).run()
    lines = "".join(said).splitlines()
    assert lines[1].endswith(f", {told.counted} decisions")
    moves = [line.split(":")[0].split()[1] for line in lines if line.startswith("MOVE")]
    assert moves[:2] == ["40", "60"]
    assert moves[-1] == str(told.counted)
    assert told.counted < told.plies
    for turn in (1, 40, 60, told.counted):
        assert told.turn_of(told.ply_of(turn)) == turn
        assert told.chronicle.entries[told.ply_of(turn) - 1].seat != DEALER


def test_old_records_open_unchanged() -> None:
    """The format numbers every line, chance included; only what people read counts turns."""
    for path in sorted(RECORD.parent.glob("*.record")):
        text = path.read_text("utf-8")
        record = read(text)
        match = check(record)
        assert write(record) == text, path.name
        assert f"\n{match.ply}. " in text
        assert match.turn == sum(line.seat != DEALER for line in match.log) < match.ply


async def test_a_table_tells_its_rules_and_its_help_has_no_cards_where_there_are_none(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "djambi players=3 vassal_turns=merged", "", "options", "help", "quit", "9"])
    changes = "Players: 3; Turns of vassal armies: in their master's turn"
    assert f"RULES Your own rules: 1 change; Deathless turns until a tie: no limit; {changes}." in said
    assert not any(line.startswith("hand:") for line in said)
    said = await hold(parley_home, ["2", "mediterranee placement=standard", "", "options", "help", "quit", "9"])
    lasting = "Quiet rounds until a draw: 25; Rounds to hold both capitals: 1"
    changes = f"{lasting}; Setting up: all pieces stand already; How cards are dealt: by one program"
    assert f"RULES Your own rules: 1 change; {changes}." in said
    assert any(line.startswith("hand:") for line in said)


async def test_a_match_says_how_many_points_win_it(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "megiddo players=2", "", "A1", "B1", "options", "quit", "5", "1", "quit", "9"])
    told = "RULES Classic rules; Points that win the match: 36."
    assert [line for line in said if line.startswith("RULES")] == [told, told]
    begun, asked = (at for at, line in enumerate(said) if line == told)
    first = next(at for at, line in enumerate(said) if line.startswith("TURN 1"))
    assert begun < first < asked

"""Turning points of games: looked for by children, kept, told line by line, by the command, and on the screen."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.record import Record, check, result, write
from core.study.comparison import Comparison
from core.study.difference import Difference
from core.study.turning_point import Judgement
from core.threat import Danger, Threat
from tests.gallery.fixed_table import FixedTableApp
from tests.tui.support.journey import settled, shown, toasts
from tui.cli import command_line
from tui.i18n.translation import speaking
from tui.screens.replay.replay_screen import ReplayScreen
from tui.study.analysis.comparison_words import SAID, TO_OTHERS, comparison_words
from tui.study.analysis.game_analysis import NOT_OVER, Analysis, GameAnalyst, Step
from tui.study.analysis.turning_points import turn_words, turns
from tui.study.game_library import open_story
from tui.study.past_game import PastGame, past_game_of
from tui.table.losses_and_threats import threat_words
from tui.text.replay_dialogue import ReplayDialogue
from tui.text.shell.console import Console, Script

PLAYED = ("A1", "C3", "A2", "E5", "A3", "B6", "A4", "D1", "A5", "F6", "A6")
"""The second colour lets the first fill a radial: its last stone should have stood on A6."""

BETTER = Judgement(10, Seat(1), "F6", 0.0, "A6", 0.62, ("F1", "B2"))
TOLD = (
    "Blunder: Blue plays F6?? (1 %). Better: A6 (62 %); expected after it: F1, B2. "
    "The better decision does not allow this: Red can fill the line A on A6."
)
FIGURES = "FIGURES Blue: accuracy 4 %, 0 inaccuracies, 0 mistakes, 1 blunder; average loss 62 % of the win."


def lost() -> Match:
    match = Match.new(find("megiddo"), {"players": "2", "target": "1"})
    for text in PLAYED:
        match = match.play(text)
    return match


@pytest.fixture
def over(parley_home: Path) -> PastGame:
    """Tell a game that is over, with a record in a file."""
    match = lost()
    record = Record(match.header, match.names, match.log, result=result(match))
    (parley_home / "lost.record").write_text(write(record), "utf-8")
    return past_game_of(record, check(record))


def known(match: Match, *judgements: Judgement) -> Analysis:
    """Keep an analysis as if it had been made."""
    analyst = GameAnalyst(match)
    found = Analysis("3", 0, "edition", judgements)
    analyst._keep(found)
    return found


async def test_children_find_what_turned_a_game_and_it_is_kept() -> None:
    match = lost()
    steps: list[tuple[int, int]] = []
    analyst = GameAnalyst(match, "greedy", 7)
    assert analyst.kept() is None
    found = await analyst.made(lambda done, every: steps.append((done, every)))
    assert [one.ply for one in found.judgements] == list(range(1, 12))
    assert [one.played for one in found.judgements] == list(PLAYED)
    assert [one.ply for one in found.points][-1] == 10
    assert found.judgements[-1].loss == 0.0
    assert steps[0] == (1, 16)
    assert steps[10] == (11, 16)
    again: list[int] = []
    assert await GameAnalyst(match, "greedy", 7).made(lambda done, _: again.append(done)) == found
    assert not again
    analyst.path.unlink()
    assert await GameAnalyst(match, "greedy", 7).made() == found, "the same seed, the same analysis"


def test_what_cannot_be_read_is_made_anew(over: PastGame) -> None:
    analyst = GameAnalyst(over.match)
    assert known(over.match, BETTER) == analyst.kept()
    whole = json.loads(analyst.path.read_text("utf-8"))
    wrong: list[object] = [
        {**whole, "decisions": [{}]},
        [],
        {**whole, "decisions": [{**whole["decisions"][0], "line": 3}]},
    ]
    for broken in wrong:
        analyst.path.write_text(json.dumps(broken), "utf-8")
        assert analyst.kept() is None
    with pytest.raises(Fault) as fault:
        GameAnalyst(over.match.at(5))
    assert fault.value.template == NOT_OVER
    with pytest.raises(Fault, match="There is no level 9 in this game"):
        GameAnalyst(over.match, "9")


async def test_a_game_that_ends_by_agreement_alone_says_that_nobody_has_moved() -> None:
    """The agreement counts as a decision on the end card, so there is one."""
    match = Match.new(find("epaminondas"), {}).play("draw", Seat(0))
    assert match.state.outcome is not None
    with pytest.raises(Fault, match=r"^Nobody has moved in this game\.$"):
        await GameAnalyst(match).made()


async def test_turning_points_are_told_line_by_line(over: PastGame) -> None:
    """A mark is read after the decision it judges, step by step and in a run."""
    known(over.match, BETTER)
    said: list[str] = []
    talk = ReplayDialogue(
        over,
        Console(Script(["marks", "go 9", "next", "go 9", "run", "quit"]), lambda line: said.append(line.rstrip("\n"))),
    )
    await talk.run()
    marked = f"MARK 10 {TOLD}"
    assert said[9:11] == said[6:8]
    assert said[3:8] == [
        marked,
        FIGURES,
        "MOVE 9 ● Red: A5. Stone on A5.",
        "MOVE 10 ■ Blue: F6??. Stone on F6.",
        marked,
    ]


def test_the_command_tells_lines_or_json(over: PastGame, parley_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known(over.match, BETTER, Judgement(11, Seat(0), "A6", 1.0, "A6", 1.0, proved=True))
    file = str(parley_home / "lost.record")
    assert open_story(file).match.log == over.match.log
    assert command_line.run(["analyse", file]) == 0
    red = "FIGURES Red: accuracy 100 %, 0 inaccuracies, 0 mistakes, 0 blunders; average loss 0 % of the win."
    assert capsys.readouterr().out == f"MARK 10 {TOLD}\n{red}\n{FIGURES}\n"
    assert command_line.run(["analyse", file, "--seat", "red"]) == 0
    assert capsys.readouterr().out == f"NOTE No decision was found that deserves a mark.\n{red}\n"
    with pytest.raises(Fault, match="There is no seat purple here; there are red, blue"):
        command_line.run(["analyse", file, "--seat", "purple"])
    assert command_line.run(["analyse", file, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["turning"] == [10]
    first = told["decisions"][0]
    assert (first["ply"], first["seat"], first["played"], first["chance"]) == (10, "1", "F6", 0.0)
    assert (first["mark"], first["why"]) == ("??", TOLD.partition("B2. ")[2])
    assert told["players"]["1"]["blunders"] == 1
    assert told["sealed"] == 0
    assert (first["best"], first["best_chance"], first["loss"], first["line"]) == ("A6", 0.62, 0.62, ["F1", "B2"])


async def test_turning_points_are_looked_for_gone_to_and_marked(
    over: PastGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[str] = []
    real = GameAnalyst.made

    async def endless(self: GameAnalyst, step: Step) -> Analysis:
        del self
        step(3, 13)
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("stopped")
        raise AssertionError

    monkeypatch.setattr(GameAnalyst, "made", endless)
    screen = ReplayScreen(over)
    app = FixedTableApp(screen)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot, "t", "right")
        assert "q End the search" in shown(app)
        await settled(pilot, "escape")
        assert ended == ["stopped"]
        assert app.screen is screen
        assert "q Leave" in shown(app)
        assert toasts(app) == ["The search for turning points is ended; Esc leaves."]
        app.clear_notifications()
        assert screen.ply == 1
        monkeypatch.setattr(GameAnalyst, "made", real)
        known(over.match, BETTER)
        await settled(pilot, "t")
        await pilot.pause()
        assert screen.ply == 9
        assert "Blunder: Blue plays F6?? (1 %)." in shown(app)
        assert screen.board.picture is not None
        assert screen.board.picture.marks.staged == {"A6"}
        assert "╳" in shown(app) or screen.told.desk.turns.keys() == {9}
        await settled(pilot, "right", "T")
        assert screen.ply == 9
        assert not toasts(app)
    later = ReplayScreen(over)
    async with FixedTableApp(later).run_test(size=(80, 24)):
        assert later.told.turns is not None, "what is kept is shown at once"


def test_one_stone_in_a_line_is_one_and_nobody_is_several() -> None:
    compared = Comparison(Seat(0), differences=(Difference("foes_line", 1, 2, 1.0),))
    words = comparison_words("megiddo", compared, ("red", "blue"))
    assert words == "With the better decision the longest open line against you has 1 stone, not 2."


def test_a_better_decision_without_a_reason_is_told_by_its_chance_alone() -> None:
    (turn,) = turns(lost(), [Judgement(1, Seat(0), "A1", 0.29, "B1", 0.39, ("D6",))])
    assert (
        turn_words(turn, ("red", "blue"))
        == "Inaccuracy: Red plays A1?! (29 %). Better: B1 (39 %); expected after it: D6."
    )
    assert not comparison_words("megiddo", Comparison(Seat(0)), ("red", "blue"))


def test_the_points_of_one_game_are_told_as_points() -> None:
    compared = Comparison(Seat(1), answer="A6", yielded=(Seat(0), 6))
    assert comparison_words("megiddo", compared, ("red", "blue")) == (
        "The better decision does not let Red win 6 points with A6."
    )


def test_a_better_decision_of_somebody_else_is_told_of_their_seat() -> None:
    """Whoever reads the report of a game is addressed as "you" about decisions of their own alone."""
    pieces = Comparison(Seat(0), differences=(Difference("pieces", 6, 5, 1.0),))
    line = Comparison(Seat(0), differences=(Difference("line", 4, 3, 1.0),))
    threat = Comparison(Seat(0), averted=(Threat(Danger.CAPTURE, Seat(0), "C4", count=2),))
    names = ("red", "blue")
    assert comparison_words("djambi", pieces, names) == "The better decision leaves you 1 piece more to command."
    assert [comparison_words(game, one, names, None, Seat(1)) for game, one in _games(pieces, line, threat)] == [
        "The better decision leaves Blue 1 piece more to command.",
        "With the better decision the longest open line of Blue has 4 stones, not 3.",
        "The better decision does not allow this: Red can capture 2 pieces of Blue on C4.",
    ]
    with speaking("fr"):
        assert comparison_words("djambi", pieces, names, None, Seat(1)) == (
            "La meilleure décision laisse à Bleu 1 pièce de plus à commander."
        )


def _games(*compared: Comparison) -> list[tuple[str, Comparison]]:
    return list(zip(("djambi", "megiddo", "megiddo"), compared, strict=True))


def test_no_sentence_about_others_addresses_the_reader() -> None:
    """Every feature whose sentence says "you" has one that names the seat, and that one does not say "you"."""
    gain = Difference("any", 3, 1, 1.0)
    for game, said in SAID.items():
        for name, words in said.items():
            if "you" in words(gain):
                assert name in TO_OTHERS[game], f"{game}: {name}"
        for name, told in TO_OTHERS[game].items():
            assert "you" not in told(gain, "Blue"), f"{game}: {name}"
            assert "Blue" in told(gain, "Blue"), f"{game}: {name}"
    for danger in Danger:
        threat = Threat(danger, Seat(0), "C4", "chief")
        assert "you" not in threat_words(threat, str, None, "Blue"), danger


class Typist:
    """Lines that somebody types once the search runs."""

    live = True

    def __init__(self, *lines: str | None) -> None:
        """Type `marks`, then these once the search has begun."""
        self.lines: list[str | None] = ["marks", *lines]
        self.searching = asyncio.Event()

    async def line(self) -> str | None:
        """Give the next one; the search begins after the first."""
        if self.lines and self.lines[0] != "marks":
            await self.searching.wait()
        return self.lines.pop(0)


async def _typed_while_searching(over: PastGame, typist: Typist, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give what is said while a search runs that nothing but the person ends."""

    async def endless(_self: GameAnalyst, _step: object) -> Analysis:
        typist.searching.set()
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(GameAnalyst, "made", endless)
    monkeypatch.setattr(GameAnalyst, "kept", lambda _: None)
    said: list[str] = []
    await ReplayDialogue(over, Console(typist, lambda line: said.append(line.rstrip("\n")))).run()
    return said


async def test_what_is_typed_while_marks_are_looked_for_is_heard_and_quit_ends_the_search(
    over: PastGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = await _typed_while_searching(over, Typist("go 9", "quit", "quit"), monkeypatch)
    assert said[3:7] == [
        "NOTE Every decision is looked at: `quit` or Ctrl-C stops the search.",
        "NOTE go 9 is heard and done after the search: `quit` stops the search.",
        "NOTE The search is stopped.",
        "MOVE 9 ● Red: A5. Stone on A5.",
    ]


LOST = [Judgement(ply, Seat(1), "F1", 0.02, "F2", 0.07) for ply in (2, 4, 6, 8)]
LEFT = "Decisions 2 to 8: Blue had less than 10 % of the win left, too little to lose for any mark."


@pytest.mark.parametrize("judgements", [LOST, [*LOST, BETTER]])
async def test_where_too_little_of_the_win_was_left_for_a_mark_that_is_said(
    over: PastGame, judgements: list[Judgement]
) -> None:
    known(over.match, *judgements)
    said: list[str] = []
    await ReplayDialogue(over, Console(Script(["marks"]), lambda line: said.append(line.rstrip("\n")))).run()
    assert said[-1] == f"NOTE {LEFT}"
    screen = ReplayScreen(over)
    app = FixedTableApp(screen)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot, "t")
        await pilot.pause()
        if BETTER in judgements:
            assert screen.ply == BETTER.ply - 1
        else:
            assert toasts(app) == [f"No decision was found that deserves a mark. {LEFT}"]


def test_the_command_says_where_too_little_was_left(
    over: PastGame, parley_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known(over.match, *LOST)
    assert command_line.run(["analyse", str(parley_home / "lost.record")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"NOTE {LEFT}"
    assert command_line.run(["analyse", str(parley_home / "lost.record"), "--seat", "red"]) == 0
    assert LEFT not in capsys.readouterr().out


async def test_the_end_of_input_ends_the_search_too(over: PastGame, monkeypatch: pytest.MonkeyPatch) -> None:
    said = await _typed_while_searching(over, Typist(None, None), monkeypatch)
    assert said[-1] == "NOTE The search is stopped."


async def test_a_verb_that_has_nothing_to_tell_says_so(over: PastGame) -> None:
    said: list[str] = []
    lines = ["last", "run", "comment", "quit"]
    await ReplayDialogue(
        over, Console(Script(lines), lambda line: said.append(line.rstrip("\n"))), keep=lambda _: None
    ).run()
    assert said[-2:] == ["NOTE Nothing comes after this decision.", "NOTE No comment stands here."]


async def test_where_more_than_two_sides_play_a_loss_is_explained(djambi: Path) -> None:
    told = open_story(str(djambi))
    known(told.match)
    said: list[str] = []
    console = Console(Script(["marks", "quit"]), lambda line: said.append(line.rstrip("\n")))
    await ReplayDialogue(told, console).run()
    assert said[-1].startswith("NOTE The loss is that of one's share in the win, less what may be chance.")


class Interrupter(Typist):
    """Somebody who types nothing while the search runs, but presses Ctrl-C."""

    async def line(self) -> str | None:
        """Give `marks`, then wait until the search is over, then the end of input."""
        if self.lines == [None]:
            self.lines = []
            await self.searching.wait()
            signal.raise_signal(signal.SIGINT)
            await asyncio.Event().wait()
        return self.lines.pop(0) if self.lines else None


async def test_ctrl_c_stops_the_search_and_not_the_program(over: PastGame, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = signal.getsignal(signal.SIGINT)
    said = await _typed_while_searching(over, Interrupter(None), monkeypatch)
    assert said[-1] == "NOTE The search is stopped."
    assert signal.getsignal(signal.SIGINT) is usual

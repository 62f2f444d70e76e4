"""The text mode: whole games as conversations, and one sentence for whatever cannot be."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from core.fault import Fault
from core.games import find
from core.match.match import Match
from tui.bootstrap.start_request import Play
from tui.i18n import translation
from tui.records.record_check import open_record
from tui.session.rooms import Rooms
from tui.session.unfinished_table import NONE_LEFT
from tui.text.repl import converse
from tui.text.shell.console import Script, speaks_unicode, to_ascii
from tui.text.table.kept_word import NO_MATCH
from tui.text.text_start import run

PIPED = """
import sys
from tui.bootstrap.start_request import Play
from tui.text.text_start import run
status = run(Play(text=True))
assert "textual" not in sys.modules
sys.exit(status)
"""


async def hold(home: Path, lines: Iterable[str], *, plain: bool = False) -> list[str]:
    """Hold a conversation of these lines and give everything that was said."""
    said: list[str] = []
    await converse(Script(lines), said.append, Rooms(home, "tester"), plain=plain, seed=5)
    return [line.rstrip("\n") for line in said]


class Player:
    """Somebody who follows the game by what the text mode says alone, and plays a random move when it is his turn."""

    def __init__(self, opening: Iterable[str], options: dict[str, str], seed: int) -> None:
        """Say `opening`, then play the game of `options` to its end."""
        self.said: list[str] = []
        self.match = Match.new(find("djambi"), options)
        self._opening = list(opening)
        self._rng = random.Random(seed)
        self._waited = False

    def write(self, line: str) -> None:
        """Follow what is said."""
        self.said.append(line.rstrip("\n"))
        if line.startswith("MOVE "):
            self.match = self.match.play(line.split(": ", 2)[1].split(". ", 1)[0].rstrip(".\n"))

    async def line(self) -> str | None:
        """Say the next line."""
        if self._opening:
            return self._opening.pop(0)
        if any(line.startswith(("OVER ", "ERROR ")) for line in self.said):
            return None
        self._waited = not self._waited
        if self._waited:
            return "wait"
        if self.match.state.outcome is not None:
            return "seats"
        moves = list(self.match.state.legal(self.match.state.active[0]))
        return str(self._rng.choice(moves))


async def test_a_whole_game_at_one_keyboard(parley_home: Path) -> None:
    player = Player(["2", "players=4"], {"players": "4"}, seed=11)
    await converse(player, player.write, Rooms(parley_home, "tester"))
    errors = [line for line in player.said if line.startswith("ERROR")]
    over = [line for line in player.said if line.startswith("OVER")]
    assert errors == []
    assert player.match.state.outcome is not None
    assert over[0].endswith("wins: the last chief left.")
    moves = [line for line in player.said if line.startswith("MOVE ")]
    assert len(moves) == player.match.ply
    assert moves[0].startswith("MOVE 1 ● Red: ")


async def test_a_whole_game_against_seeded_bots(parley_home: Path) -> None:
    player = Player(["1", "players=3 quiet=12", "random"], {"players": "3", "quiet": "12"}, seed=3)
    await converse(player, player.write, Rooms(parley_home, "tester"), seed=5)
    assert [line for line in player.said if line.startswith("ERROR")] == []
    assert player.match.state.outcome is not None
    assert any(line.startswith("OVER ") for line in player.said)


async def test_what_cannot_be_is_one_line_each(parley_home: Path) -> None:
    bad = [
        "xyzzy",
        "Mc3-c4",
        "row 77",
        "voisins z9",
        "moves e5",
        "sit mauve",
        "yes",
        "return",
        "log many",
        "say",
        "jouer",
        "invitation",
    ]
    said = await hold(parley_home, ["2", "", *bad, "quit", "7"])
    errors = [line for line in said if line.startswith("ERROR ")]
    assert len(errors) == len(bad)
    assert errors[0].startswith("ERROR xyzzy is neither a command nor a move now")
    assert not any("Traceback" in line for line in said)


@pytest.mark.parametrize("over", [False, True])
async def test_a_word_of_the_room_or_the_menu_is_told_as_such_at_a_table(parley_home: Path, *, over: bool) -> None:
    end = ["resign", "yes"] if over else []
    said = await hold(parley_home, ["2", "megiddo target=1", *end, "club show Friday", "tables", "xyzzy", "quit", "7"])
    errors = [line for line in said if line.startswith("ERROR ")]
    assert errors[:2] == [
        f"ERROR `{word}` is a word of the room or the menu: `quit` leads there." for word in ("club", "tables")
    ]
    assert errors[2].startswith("ERROR xyzzy is neither a command nor a move now (")
    assert errors[2].endswith("; help lists the commands.")
    assert ("The game is over" in errors[2]) is over


async def test_both_languages_are_understood_at_once(parley_home: Path) -> None:
    translation.use("fr")
    said = await hold(
        parley_home,
        ["2", "", "plateau", "row e", "voisins e5", "coups c3", "Nc3-c4", "journal", "SIÈGES", "quitter", "7"],
    )
    assert [line for line in said if line.startswith("ERREUR")] == []
    assert any(line.startswith("COUPS c3\u00a0: ") for line in said)
    assert any(line.startswith("COUP 1 ● Rouge\u00a0: Nc3-c4. ") for line in said)
    assert any(line.startswith("TOUR 2 ■ Bleu\u00a0: ") for line in said)


async def test_the_position_is_told_in_sentences(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "", "row 1", "neighbours a1", "quit", "7"])
    row = next(line for line in said if line.startswith("ROW 1: "))
    assert row.startswith("ROW 1: a1: ● Red chief; b1: ● Red assassin; c1: ● Red militant; ")
    around = next(line for line in said if line.startswith("AROUND a1: ● Red chief; "))
    assert "north-east b2: ● Red provocateur" in around


async def test_a_game_is_saved_with_its_talk(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "", "Nc3-c4", "say peace?", "enregistrer", "save", "quit", "7"])
    saved = [line.removeprefix("SAVED ") for line in said if line.startswith("SAVED ")]
    assert len(saved) == 2
    assert saved[0] == saved[1]
    assert Path(saved[0]).parent == parley_home / "records"
    record, match = open_record(saved[0])
    assert match.ply == 1
    assert [line.text for line in record.talk] == ["peace?"]


async def test_the_moves_of_a_piece_are_found_by_cell_and_by_notation(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "players=6", "moves", "moves k11", "moves Nk7", "moves K7", "quit", "7"])
    assert [line[:9] for line in said if line.startswith("MOVES k")] == ["MOVES k7:", "MOVES k7:"]
    assert "ERROR Nothing of yours on k11 can move now." in said


async def test_leaving_the_game_and_offering_a_draw(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "players=3", "draw", "yes", "seats", "quit", "7"])
    assert any(line.startswith("OVER ") and "all have agreed" in line for line in said)
    said = await hold(parley_home / "b", ["2", "players=3", "resign", "yes", "resign", "yes", "seats", "quit", "7"])
    assert any(line.startswith("OVER ") for line in said)


async def test_giving_up_is_asked_about_first(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "megiddo", "players=2", "resign", "no", "resign", "board", "yes", "quit", "7"])
    asked = "NOTE If you resign, you lose this game of the match. yes resigns, no plays on."
    assert said.count(asked) == 2
    assert said[said.index(asked) + 2] == "NOTE you play on."
    assert sum(": resign" in line for line in said) == 1
    said = await hold(parley_home / "b", ["2", "epaminondas", "resign", "2.2-3.2", "yes", "quit", "7"])
    assert "NOTE If you resign, you lose the game. yes resigns, no plays on." in said
    assert not any(": resign" in line for line in said), "whoever plays on has not given up"


async def test_with_a_bot_as_partner_the_question_says_that_the_side_resigns_at_once(parley_home: Path) -> None:
    lines = ["1", "megiddo players=4 target=6", "", "resign", "no", "resign", "yes", "quit", "7"]
    said = await hold(parley_home, lines)
    told = next(line for line in said if "a bot always says so too" in line)
    assert told.startswith("NOTE Your side resigns at once: ")
    assert "That ends the game, and nobody can return to it." in told
    assert said.count(told) == 2
    assert not any("until then the game goes on" in line for line in said)


async def test_a_whole_match_is_given_up_where_nobody_else_plays(parley_home: Path) -> None:
    lines = ["2", "megiddo", "players=2", "resign match", "no", "resign", "resign match", "yes", "5", "6", "quit", "7"]
    said = await hold(parley_home, lines)
    asked = "NOTE The whole match is given up and not offered again. yes gives it up, no plays on."
    assert said.count(asked) == 2
    assert said[said.index(asked) + 1] == "NOTE you play on."
    assert "NOTE `resign match` gives the whole match up." in said
    assert "NOTE The match is given up. What was played of it stays among your games." in said
    assert "NOTE Your seat stays yours" not in " ".join(said)
    assert f"ERROR {NONE_LEFT}" in said
    said = await hold(parley_home / "b", ["2", "epaminondas", "resign match", "quit", "7"])
    assert f"ERROR {NO_MATCH}" in said


async def test_after_a_game_without_other_people_rematch_opens_another(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "players=3", "rematch", "draw", "yes", "rematch", "seats", "quit", "7"])
    (over,) = (at for at, line in enumerate(said) if line.startswith("OVER "))
    assert "ERROR A rematch is for after the game." in said[:over]
    assert sum(" takes seat " in line for line in said[over:]) == 3, "a table like the first one"


async def test_a_left_table_is_resumed(parley_home: Path) -> None:
    await hold(parley_home, ["2", "players=3", "Ng7-g6", "quit", "7"])
    said = await hold(parley_home, ["5", "1", "log", "seats", "quit", "7"])
    assert any(line.startswith("MOVE 1 ● Red: Ng7-g6. ") for line in said)
    assert any(line.startswith("TURN 2 ▲ Green: it is yours.") for line in said)


async def test_bad_answers_to_the_menus(parley_home: Path) -> None:
    lines = ["99", "parley://nowhere", "5", "1", "players=nine", "1", "players", "1", "", "clever", "3", "hello", "7"]
    said = await hold(parley_home, lines)
    assert len([line for line in said if line.startswith("ERROR ")]) == 8, "after a slip the same question comes again"


async def test_a_slip_in_the_options_is_told_and_they_are_asked_for_again(parley_home: Path) -> None:
    said = await hold(parley_home, ["1", "options chess", "nonsense=3", "players=3", "", "quit", "1", "quit", "9"])
    wrong = [line for line in said if line.startswith("ERROR")]
    assert len(wrong) == 2
    assert sum(line.startswith("TURN 1") for line in said) == 1, "the table opened after the slip"
    asked = sum(line.startswith("Options of djambi") for line in said)
    assert asked == 2, "once each time; after a slip only what may be written"
    assert sum(line.startswith("For djambi: name=value, or an empty line") for line in said) == 2


async def test_the_end_of_input_ends_it_anywhere(parley_home: Path) -> None:
    for lines in ([], ["1"], ["1", ""], ["2", ""], ["2", "", "board"]):
        await hold(parley_home, lines)


async def test_a_plain_terminal_gets_ascii_alone(parley_home: Path) -> None:
    translation.use("fr")
    said = await hold(parley_home, ["2", "", "plateau", "sièges", "quitter", "7"], plain=True)
    assert all(line.isascii() for line in said)
    assert any(line.startswith("SIEGE 1 ") for line in said)


def test_shapes_and_accents_have_ascii_forms() -> None:
    assert to_ascii("● ■ ▲ ◆ ★ ✚ «é» …").isascii()


@pytest.mark.usefixtures("parley_home")
def test_streams_are_read_and_written() -> None:
    out = io.StringIO()
    assert run(Play(text=True), io.StringIO("2\n\nboard\nquit\n7\n"), out) == 0
    assert "gC" in out.getvalue()


@pytest.mark.usefixtures("parley_home")
@pytest.mark.parametrize("play", [Play(lang="xx"), Play(invitation="parley://x"), Play(profile="a/b")])
def test_a_start_that_cannot_be_is_refused_before_anything_is_said(play: Play) -> None:
    out = io.StringIO()
    with pytest.raises(Fault):
        run(play, io.StringIO(""), out)
    assert out.getvalue() == ""


def test_a_pipe_is_read_without_textual(parley_home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PIPED],
        input="2\n\nwait\nNc3-c4\nlog\nquit\n7\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={"PARLEY_HOME": str(parley_home), "PARLEY_LANG": "en", "PYTHONIOENCODING": "utf-8", "PATH": ""},
        cwd=Path(__file__).parents[3],
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "MOVE 1 ● Red: Nc3-c4." in done.stdout


@pytest.mark.parametrize(("encoding", "unicode"), [("utf-8", True), ("ascii", False), ("latin-1", False)])
def test_what_a_stream_can_show(encoding: str, unicode: bool) -> None:  # noqa: FBT001
    assert speaks_unicode(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is unicode

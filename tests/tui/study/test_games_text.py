"""The games played, line by line: a transcript of everything that can be asked for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from core.match.record import read, write
from tui.i18n import translation
from tui.session.rooms import Rooms
from tui.study.past_game import GAMES as GAMES_FOLDER
from tui.study.past_game import MINE
from tui.text.games_dialogue import HERE
from tui.text.repl import converse
from tui.text.replay_dialogue import WORDS
from tui.text.shell.console import Script
from tui.text.shell.text_menu import CHOICES

GAMES = str(CHOICES.index("Games") + 1)
MENU = (*CHOICES, "Which one?")


async def hold(home: Path, *lines: str, plain: bool = False) -> list[str]:
    """Hold a conversation and give what was said, without the menu."""
    said: list[str] = []
    await converse(Script(lines), said.append, Rooms(home, "ana", "Ana"), plain=plain, seed=5)
    return [line for line in "".join(said).splitlines() if not menu(line)]


def menu(line: str) -> bool:
    return any(line.partition(" ")[2] == choice for choice in CHOICES) or line.startswith(("Which one?", "PARLEY "))


def keep_own(home: Path, source: Path, seat: str) -> None:
    """Keep a record as a game that the profile has played itself on a seat."""
    folder = home / "profiles" / "ana" / GAMES_FOLDER
    folder.mkdir(parents=True)
    keep_with(folder / "own.record", source, seat)


def keep_with(path: Path, source: Path, seat: str) -> None:
    """Keep a record that calls a seat one's own."""
    record = read(source.read_text("utf-8"))
    path.write_text(write(replace(record, extra=((MINE, seat),))), "utf-8")


def errors(said: Iterable[str]) -> list[str]:
    return [line for line in said if line.startswith("ERROR ")]


async def test_a_game_that_is_there_already_is_not_brought_in_again(parley_home: Path, djambi: Path) -> None:
    said = await hold(parley_home, f"import {djambi}", f"import {djambi}", "quit")
    assert said[1].startswith("NOTE You have this game already: 2026-11-21 · Djambi · finished"), said
    assert len(list((parley_home / "records").iterdir())) == 1


async def test_ones_own_game_counts_and_its_record_from_elsewhere_is_known_again(
    parley_home: Path, djambi: Path
) -> None:
    keep_own(parley_home, djambi, "red")
    said = await hold(parley_home, GAMES, "replay last", "quit", "figures", f"import {djambi}", "quit")
    assert said[0] == "1 2026-11-21 · Djambi · lost · Béla, Chloé, Dario · Green: the last chief left · 54 decisions"
    assert "SIDE You played ● Red." in said
    assert "FIGURES Djambi: 0 won, 0 shared, 1 lost (0%)." in said
    assert f"NOTE You have this game already: {said[0].removeprefix('1 ')}" in said


async def test_a_game_of_strangers_counts_for_nobody_who_has_a_name_of_theirs(parley_home: Path, djambi: Path) -> None:
    theirs = parley_home / "theirs.record"
    keep_with(theirs, djambi, "red")
    said = await hold(parley_home, f"import {theirs}", GAMES, "figures", "quit", "statistics", "quit")
    assert said[1] == (
        "1 2026-11-21 · Djambi · finished · Ana, Béla, Chloé, Dario · Green: the last chief left · 54 decisions"
    )
    assert "Nothing to count: only your own finished games against others count." in said


async def test_the_conversation_about_games(parley_home: Path, djambi: Path) -> None:
    said = await hold(
        parley_home,
        f"import {djambi}",
        GAMES,
        "1",
        "next",
        "next 12",
        "comment He left the table.",
        "back",
        "13",
        "hand",
        "export cast",
        "quit",
        "games result:finished",
        "games result:lost",
        "games zzz",
        "quit",
    )
    assert said[0] == f"SAVED {parley_home / 'records' / 'four.record'}"
    assert (
        said[1]
        == "1 2026-11-21 · Djambi · finished · Ana, Béla, Chloé, Dario · Green: the last chief left · 54 decisions"
    )
    assert said[3:] == [
        WORDS,
        "GAME Djambi · Ana, Béla, Chloé, Dario · 2026-11-21, 54 decisions",
        "NOTE Beginning",
        "MOVE 1 ● Red: Mc1-d1. Militant c1 to d1.",
        "TALK 2 ■ Blue Béla: bonjour à tous",
        "MOVE 13 ▲ Green: abandon green. ▲ green is out of the game.",
        "COMMENT 13 He left the table.",
        "MOVE 12 ▲ Green: Ab9-d9. Assassin b9 to d9.",
        "TALK 13 ▲ Green Dario: The phone, sorry - back in a moment.",
        "MOVE 13 ▲ Green: abandon green. ▲ green is out of the game.",
        "COMMENT 13 He left the table.",
        "There are no cards in this game.",
        f"SAVED {parley_home / 'exports' / '2026-11-21-djambi-2597ef62.cast'}",
        HERE,
        f"{said[1]} · 1 comment",
        "NOTE no game fits.",
        "NOTE no game fits.",
    ]


async def test_a_comment_is_read_by_its_word_alone_and_taken_away_by_one_of_its_own(
    parley_home: Path, djambi: Path
) -> None:
    asked = ("comment", "comment none", "comment Well played", "comment", "commenter Aucun", "comment")
    said = await hold(parley_home, f"replay {djambi}", "5", *asked, "quit")
    nothing = "NOTE No comment stands here."
    at = said.index(nothing)
    assert said[at : at + 6] == [
        *(nothing, nothing, "COMMENT 5 Well played", "COMMENT 5 Well played"),
        "NOTE The comment here has been taken away; it was: Well played",
        nothing,
    ]


async def test_a_whole_game_runs_by(parley_home: Path, record_path: Path) -> None:
    said = await hold(parley_home, f"replay {record_path}", "run", "board", "pacts", "first", "last", "quit")
    assert errors(said) == []
    moves = [line for line in said if line.startswith("MOVE ")]
    plies = int(said[1].rsplit(", ", 1)[1].split()[0])
    assert [int(line.split()[1]) for line in moves[:plies]] == list(range(1, plies + 1))
    assert any(line.startswith("OVER ") for line in said)


async def test_playing_on_leads_to_a_table_and_back(parley_home: Path, djambi: Path) -> None:
    said = await hold(parley_home, f"replay {djambi}", "2", "branch rouge", "seats", "wait", "quit", "quit", "games")
    assert errors(said) == []
    assert any(line.startswith("SEAT 1 ● Red: Ana, your seat") for line in said)
    assert "MOVE 2 ■ Blue: Mg1-f2. Militant g1 to f2." in said
    assert said[-2].startswith("1 ")
    assert "in progress" in said[-2]


@pytest.mark.parametrize(("own", "seats"), [("yellow", {3}), ("red green", {1, 4}), ("", {2})])
async def test_playing_on_leads_to_ones_own_seats(parley_home: Path, djambi: Path, own: str, seats: set[int]) -> None:
    """It was the side to move, whoever had played it; that counts where nobody here had played."""
    keep_own(parley_home, djambi, own)
    said = await hold(parley_home, "replay 1", "9", "branch", "seats", "quit", "quit")
    assert errors(said) == []
    sat = [line.partition(" ")[2] for line in said if line.startswith("SEAT ") and "your seat" in line]
    assert {int(line[0]) for line in sat} == seats
    assert len(sat) == len(seats)


async def test_the_page_of_a_game_is_written_from_the_list_and_from_a_replay(parley_home: Path, djambi: Path) -> None:
    page = parley_home / "exports" / "2026-11-21-djambi-2597ef62.html"
    said = await hold(
        parley_home, f"import {djambi}", f"replay {djambi}", "help", "export html", "quit", "export 1 html"
    )
    assert errors(said) == []
    assert said.count(f"SAVED {page}") == 2
    assert "export html: the whole game as a page for a browser; export cast, export gif: as an animation" in said
    assert page.read_text("utf-8").startswith("<!doctype html>")


async def test_what_cannot_be_is_one_line_each(parley_home: Path, djambi: Path) -> None:
    bad = ("fly", "go many", "export pdf", "branch mauve", "next 99999999999")
    said = await hold(parley_home, "replay 4", "export", f"replay {djambi}", *bad, "last", "branch", "quit")
    assert len(errors(said)) == 2 + len(bad) + 1
    assert not any("Traceback" in line for line in said)


async def test_importing_nothing_asks_for_a_file(parley_home: Path) -> None:
    said = await hold(parley_home, "import", GAMES, "import", "quit")
    assert errors(said) == ["ERROR Say which file: import FILE brings a record in."] * 2
    with translation.speaking("fr"):
        said = await hold(parley_home, "importer", "quit")
    assert said[len(CHOICES) + 1].startswith("ERREUR Dites quel fichier\u00a0: importer FICHIER ")


async def test_a_replay_names_the_seats_of_its_own_game_as_they_are_called(parley_home: Path) -> None:
    record = Path(__file__).parents[3] / "core" / "games" / "epaminondas" / "golden" / "field.record"
    translation.use("fr")
    said = await hold(
        parley_home, f"revoir {record}", "aide", "continuer rouge", "continuer noir", "quitter", "quitter"
    )
    assert any("camp qui est au trait" in line and "\u00a0; continuer noir\u00a0: " in line for line in said)
    assert [line for line in said if line.startswith("ERREUR")] == [
        "ERREUR Il n’y a pas de siège rouge ici\u00a0; il y a blanc, noir."
    ]
    assert [line for line in said if "votre siège" in line or line.startswith("TOUR")]


async def test_french_words_do_too_and_ascii_is_enough(parley_home: Path, djambi: Path) -> None:
    keep_own(parley_home, djambi, "red")
    said = await hold(
        parley_home,
        f"importer {djambi}",
        "parties",
        "revoir 1",
        "suivant",
        "précédent",
        "fin",
        "quitter",
        "chiffres",
        plain=True,
    )
    assert errors(said) == []
    assert all(line.isascii() for line in said)
    assert any(line.startswith("FIGURES Djambi") for line in said)
    with translation.speaking("fr"):
        assert errors(await hold(parley_home, "parties", "revoir 1", "plateau", "pactes", "quitter")) == []


def test_nothing_of_the_screens_is_loaded(parley_home: Path, djambi: Path) -> None:
    code = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from tui.session.rooms import Rooms\n"
        "from tui.text.shell.console import Script\n"
        "from tui.text.repl import converse\n"
        "lines = ['replay ' + sys.argv[2], 'last', 'board', 'export svg', 'export cast', 'quit', 'figures']\n"
        "asyncio.run(converse(Script(lines), lambda line: None, Rooms(Path(sys.argv[1]), 'ana')))\n"
        "sys.exit('textual' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(parley_home), str(djambi)], check=False)
    assert done.returncode == 0


async def test_only_a_picture_is_of_a_turn(parley_home: Path, djambi: Path) -> None:
    """The other forms hold the whole game: a number behind them is told, not passed over."""
    asked = ("export 1 html 12", "export 1 svg x", "export 1 svg 1", "export 1 svg")
    said = await hold(parley_home, f"import {djambi}", GAMES, *asked, "quit")
    assert errors(said) == [
        "ERROR html holds the whole game: a number goes with svg and png alone.",
        "ERROR x is no number.",
    ]
    saved = [line for line in said if line.startswith("SAVED ") and line.endswith(".svg")]
    assert len(saved) == 2


async def test_to_replay_without_a_name_is_to_replay_the_last_game(parley_home: Path, djambi: Path) -> None:
    """The word stands alone at the end of a game: the first menu and the list understand it so, too."""
    assert errors(await hold(parley_home, "replay", "export")) == [
        "ERROR No game is kept on this machine yet: play one, or name the file of a record.",
        "ERROR Say which game: a number of the list, last, or a file.",
    ]
    said = await hold(parley_home, f"import {djambi}", "replay", "quit", GAMES, "revoir", "quit", "quit")
    assert not errors(said)
    assert sum(line.startswith("GAME Djambi ") for line in said) == 2


async def test_whoever_comes_back_to_a_replay_or_to_the_list_hears_where_they_are(
    parley_home: Path, djambi: Path
) -> None:
    keep_own(parley_home, djambi, "red")
    said = await hold(
        parley_home, "help", GAMES, "1", "12", "lesson djambi 1", "quit", "seats", "quit", "puzzle", "quit"
    )
    title = "Djambi · Ana, Béla, Chloé, Dario · 2026-11-21"
    assert f"NOTE back in the replay of {title}, at decision 12 of 54." in said
    assert said.count("SIDE You played ● Red.") == len(("begun", "seats"))
    assert said.count(HERE) == len(("replay", "puzzle"))


async def test_the_word_for_the_games_leads_into_their_list_as_the_number_does(parley_home: Path, djambi: Path) -> None:
    for way in (GAMES, "games", "parties", "games djambi"):
        said = await hold(parley_home, f"import {djambi}", way, "1", "quit", "quit", "xyzzy")
        assert "GAME Djambi · Ana, Béla, Chloé, Dario · 2026-11-21, 54 decisions" in said, way
        assert errors(said) == ["ERROR xyzzy is not a number from 1 to 9; help lists what else you can ask for."]
    said = await hold(parley_home, "games megiddo", "1", "quit")
    assert said[0] == "NOTE no game fits."
    assert not any(line.startswith("GAME ") for line in said), "there is no list to be in"


async def test_tables_are_asked_for_from_the_list_of_games_too(parley_home: Path, djambi: Path) -> None:
    said = await hold(parley_home, f"import {djambi}", "games", "tables", "games", "join 7QX4-M0R")
    assert [line for line in errors(said) if "No table is kept on this machine yet." in line]
    assert not [line for line in errors(said) if "no such file" in line]
    assert sum(line.startswith("1 2026-11-21") for line in said) == 2


async def test_the_words_of_its_screen_are_words_of_a_replay(djambi: Path, parley_home: Path) -> None:
    asked = ("suite", "retour", "on", "forward 2", "cards", "promesses", "noter Bien.", "défiler", "partir", "xyzzy")
    said = await hold(parley_home, f"import {djambi}", "replay last", *asked)
    assert errors(said) == ["ERROR xyzzy is not a number from 1 to 9; help lists what else you can ask for."]
    assert "COMMENT 3 Bien." in said

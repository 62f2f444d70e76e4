"""The text mode is complete: each function of the screens has a word there, or a reason why it has none."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.game import Seat
from net.view.table_view import TalkLine
from tests.gallery.fixed_table import FixedTable, match_of, view_of
from tui.i18n import translation
from tui.i18n.translation import bare
from tui.screens.frame.screen_messages import Entry
from tui.session.rooms import Rooms
from tui.settings.keymap import GAMES, PLACES, REPLAY, SAID
from tui.settings.settings import Settings
from tui.table.seat_names import NamedTable
from tui.text import replay_dialogue
from tui.text.repl import converse
from tui.text.shell import text_menu
from tui.text.shell.console import Console, Script
from tui.text.shell.settings_dialogue import NAMES, OF_ITSELF, spoken
from tui.text.shell.text_commands import Verb, parse_command
from tui.text.shell.text_menu import CHOICES
from tui.text.table.table_dialogue import TableDialogue

LOOKS = "it is how a screen looks"
POINTING = "it is how one points at a board: the text mode names cells and moves"
NOTATION = "the notation says it"

TABLE = {
    **{f"board.{name}": POINTING for name in ("n", "s", "w", "e", "nw", "ne", "sw", "se", "point", "back", "jump")},
    "board.next": "moves",
    "board.previous": "moves",
    "table.follow": "follow",
    "table.type": "play",
    "table.talk": "say",
    "table.turn": LOOKS,
    "table.inspect": "reach",
    "table.dots": "moves",
    "table.declare": "resign",
    "table.pass": NOTATION,
    "table.premove": "premove",
    "table.takeback": "undo",
    "table.diplomacy": "propose",
    "table.pacts": "pacts",
    "table.said": "talk",
    "table.mute": "mute",
    "table.view": LOOKS,
    "table.earlier": "board",
    "table.later": "board",
    "table.cards": "hand",
    "table.pay": NOTATION,
    "table.treason": NOTATION,
    "table.sedition": NOTATION,
    "table.zen": LOOKS,
    "table.zoom": LOOKS,
    "table.copy": "invitation",
    "table.save": "save",
    "table.hint": "hint",
    "table.threats": "threats",
    "table.ready": "ready",
    "table.next": "next",
    "table.help": "help",
    "table.rules": "rules",
    "table.leave": "quit",
    "refused.pass": NOTATION,
    "refused.move": NOTATION,
    "refused.pay": NOTATION,
    "refused.treason": NOTATION,
    "refused.sedition": NOTATION,
    "refused.ready": "ready",
    "refused.premove": "premove",
    "refused.hint": "hint",
    "wait.sit": "sit",
    "wait.stand": "free",
    "wait.bot": "bot",
    "wait.bots": "bot",
    "wait.invite": "invite",
    "offer.yes": "yes",
    "offer.no": "no",
}
"""The word at a table for each key of a table, or the reason."""

BESIDE = {
    "clocks of the seats": "clock",
    "the rules that were agreed on": "options",
    "the turn said again": "repeat",
    "threats": "threats",
    "the log": "log",
    "a seat handed to a bot on leaving": "bot",
    "a substitute": "substitute",
    "waiting no longer": "claim",
    "the end because of a fraud": "stop",
    "a pause": "pause",
    "days of vacation": "vacation 3",
    "going on": "resume",
    "spectators": "spectators",
    "the report of the evening": "summary",
    "the turning points of the report": "marks",
    "a rematch": "rematch",
    "a draw": "draw",
    "coming back": "return",
    "leaving the game to the others": "abandon",
    "going after a table that was moved": "follow",
    "moving one's own table": "invite",
    "the way to the lessons": "lesson",
    "the way to the puzzle of the day": "puzzle",
    "one's own worst moment": "moment",
    "the game told again after its end": "replay",
    "the host closes the table": "close",
    "a report of a disagreement": "report",
    "signed evidence": "evidence",
    "the ways to the settings, the themes and the languages": "settings",
    "people": "people",
    "people: block": "block",
    "people: compared": "verify",
    "people: rename": "call",
    "people: forget": "forget",
    **{f"diplomacy: {word}": word for word in ("accept", "refuse", "threaten", "accuse", "thank")},
}
"""The word at a table for what the table's screens, offers and palette have beside the keys."""

REPLAYED = {
    "replay.back": "back",
    "replay.on": "next",
    "replay.first": "first",
    "replay.last": "last",
    "replay.play": "run",
    "replay.faster": "nothing runs by the clock line by line",
    "replay.slower": "nothing runs by the clock line by line",
    "replay.branch": "branch",
    "replay.turning": "marks",
    "replay.turned": "marks",
    "replay.comment": "comment",
    "replay.export": "export",
    "replay.cards": "hand",
    "replay.pacts": "pacts",
    "replay.view": LOOKS,
    "replay.turn": LOOKS,
    "replay.zen": LOOKS,
    "replay.rules": "rules",
    "replay.help": "help",
    "replay.leave": "quit",
}
"""The word while a game is told again for each key of that screen, or the reason."""

LISTED = {
    "games.open": "replay",
    "games.filter": "games",
    "games.game": "games",
    "games.result": "games",
    "games.opponent": "games",
    "games.figures": "figures",
    "games.import": "import",
    "games.help": "help",
    "games.leave": "the word quit leaves the list",
}
"""The word for each key of the list of games, or the reason."""

SEARCHED = {
    "said.quote": "say: one types what one quotes",
    "said.filter": "talk",
    "said.person": "talk",
    "said.treaty": "talk",
    "said.leave": "the talk is told and done",
}
"""The word at a table for each key of the talk of a table, or the reason."""

ENTRIES = {
    Entry.ONLINE: 3,
    Entry.HOST: 4,
    Entry.BOTS: 1,
    Entry.HOT_SEAT: 2,
    Entry.RESUME: 5,
    Entry.LEARN: 6,
    Entry.RULES: 6,
    Entry.PUZZLE: 6,
    Entry.REVIEW: 7,
    Entry.SETTINGS: 8,
    Entry.QUIT: 9,
}
"""The number in the first menu for each entry of the home screen."""


def is_reason(told: str) -> bool:
    """Tell whether this is a reason: it has several words."""
    return " " in told


def test_every_key_of_a_table_has_a_word_or_a_reason() -> None:
    assert set(TABLE) == {key.id for key in PLACES[0]}
    deeds = {*TableDialogue(NamedTable(still()), Console(Script(()), print))._deeds(), Verb.QUIT}
    assert deeds == set(Verb), "what is a command can be done"
    for told in (*TABLE.values(), *BESIDE.values()):
        assert is_reason(told) or parse_command(told)[0] in deeds, told
    used = {parse_command(told)[0] for told in (*TABLE.values(), *BESIDE.values())}
    only_here = {Verb.ROW, Verb.COLUMN, Verb.NEIGHBOURS, Verb.SEATS, Verb.WAIT, Verb.IF}
    assert used - {None} == set(Verb) - only_here, "what one sees at a glance on a screen is asked for here"


@pytest.mark.parametrize(
    ("keys", "words", "known"),
    [
        (REPLAY, REPLAYED, set(replay_dialogue.Word.meanings())),
        (GAMES, LISTED, set(text_menu.WORDS)),
        (SAID, SEARCHED, set(Verb.meanings())),
    ],
)
def test_every_key_of_the_games_has_a_word_or_a_reason(
    keys: tuple[object, ...], words: dict[str, str], known: set[str]
) -> None:
    assert set(words) == {getattr(key, "id", "") for key in keys}
    for told in words.values():
        assert is_reason(told) or bare(told) in known, told


def test_every_entry_of_the_home_screen_has_a_number() -> None:
    words = {Entry.PEOPLE, Entry.CLUBS}
    assert {*ENTRIES, *words, Entry.DISCOVER} == set(Entry), "the short first game is one against bots, by its options"
    assert set(ENTRIES.values()) == set(range(1, len(CHOICES) + 1))


def still() -> FixedTable:
    """Give a table of four where Ann has the first seat and others have the rest."""
    view = view_of(match_of(4, 0, 1), talk=False)
    return FixedTable(replace(view, seats=tuple(replace(seat, mine=seat.seat == 0) for seat in view.seats)))


async def hold(home: Path, *lines: str) -> list[str]:
    """Hold a conversation of these lines; give what was said."""
    said: list[str] = []
    await converse(Script(lines), said.append, Rooms(home, "tester"), seed=5)
    return [line.rstrip("\n") for line in said]


async def test_what_the_screens_show_can_be_asked_for(parley_home: Path) -> None:
    asked = ("reach c3", "portée a1", "reach z9", "horloge", "rules c3", "Nc3-c4", "board 0", "board 9", "mute Bob")
    said = await hold(parley_home, "2", "", *asked, "report", "quit", "9")
    assert next(line for line in said if line.startswith("REACH c3: ")).split()[2:] > ["a"]
    assert "REACH a1: nowhere." in said
    assert [line for line in said if line.startswith("ERROR ")] == [
        "ERROR There is no cell z9 on this board: write for example a1.",
        "ERROR There have not been 9 decisions yet.",
        "ERROR Nobody else has said anything yet.",
    ]
    assert "NOTE this table has no clocks." in said
    assert any("ecromobile" in line for line in said), "the rules say what stands there can do"
    board = said[said.index(next(line for line in said if line.startswith("MOVE 1 "))) :]
    assert any("rN" in line for line in board)
    assert len(list(parley_home.joinpath("reports").iterdir())) == 1


@pytest.mark.parametrize(("level", "name"), [("random", "random"), ("2", "level 2"), ("niveau 2", "level 2")])
async def test_a_bot_plays_on_for_whoever_leaves_others(level: str, name: str) -> None:
    said: list[str] = []
    given: list[str] = []
    seated: Any = SimpleNamespace(stand_in=given.append, handed=True)
    talk = TableDialogue(NamedTable(still()), Console(Script(()), said.append), seated)
    await talk.obey(f"bot {level}")
    assert given == [level.rsplit(maxsplit=1)[-1]]
    assert any(f"NOTE {name} plays on for you as long as Parley runs." in line for line in said), said


async def test_a_game_that_nobody_else_plays_waits_instead_of_going_on_unseen(parley_home: Path) -> None:
    said = await hold(parley_home, "2", "players=3", "bot random", "quit", "5", "1", "quit", "9")
    assert "ERROR Nobody else plays here: leave the table, and the game waits for you." in said
    assert any(line.startswith("1 ") and "(djambi, solo) · turn 1 · " in line for line in said), said


async def test_settings_are_told_and_changed(parley_home: Path) -> None:
    lines = ("8", "name Ann", "réglages alarmes off", "settings bell loud", "settings zoom 2", "9")
    said = await hold(parley_home, *lines)
    assert "SETTING nick: Ann" in said
    assert "SETTING alarms: off (no); or on (yes)" in said
    assert (
        "SETTING bell: turn (when your turn comes); or talk (when others talk, too), off (no) [only on the screens]"
        in said
    )
    bell, zoom = (line for line in said if line.startswith("ERROR"))
    assert (
        bell == "ERROR bell can be turn (when your turn comes), talk (when others talk, too), off (no), but not “loud”."
    )
    assert zoom.startswith("ERROR There is no setting zoom; there are language, nick, theme")


async def test_a_muted_talker_is_not_heard_until_he_is_again() -> None:
    table = still()
    said: list[str] = []
    talk = TableDialogue(NamedTable(table), Console(Script(()), said.append))
    for heard, order in (("peace", ""), ("war", "mute bob"), ("well?", "mute Blue"), ("", "mute Zoe"), ("", "mute")):
        if order:
            await talk.obey(order)
        line = TalkLine(0, Seat(1), "P1", "Bob", heard, None, 0)
        table.view = replace(table.view, talk=(*table.view.talk, line))
        talk.tell_news()
    told = "".join(said)
    assert "peace" in told
    assert "war" not in told
    assert "well?" in told
    assert "ERROR Nobody called Zoe has said anything here; there are Bob." in told
    assert "ERROR Say who, by name; there are Bob." in told


async def test_settings_have_french_names_that_are_understood(parley_home: Path) -> None:
    translation.use("fr")
    known = [field.name for field in fields(Settings) if field.name not in OF_ITSELF]
    assert {NAMES[bare(spoken(name))] for name in known} == set(known)
    said = await hold(parley_home, "réglages cloche loud", "réglages zoom 2", "réglages alarmes off", "9")
    bell, zoom = (line for line in said if line.startswith("ERREUR"))
    assert bell.startswith("ERREUR cloche ")
    assert " langue, nom, thème, signes, " in zoom
    assert "RÉGLAGE alarmes\u00a0: off (non)\u00a0; ou on (oui)" in said


async def test_the_signs_below_a_board_are_those_that_stand_on_it(parley_home: Path) -> None:
    said = await hold(parley_home, "2", "players=4", "board", "quit", "9")
    (legend,) = (line for line in said if line.startswith("r ● Red, b ■ Blue"))
    assert legend.endswith("g ▲ Green, <> the power"), "no corpse lies there yet"

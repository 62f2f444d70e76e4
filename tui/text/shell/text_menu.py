"""The first menu of the text mode: its entries, and the words that may be typed besides their numbers.

Among these words are those that ask for past games.
"""

from __future__ import annotations

from core.fault import sentence
from core.games import names
from tui.i18n.translation import bare
from tui.session.invitations import begins, is_code
from tui.settings.settings import DRAWN, OF_PROFILE

WORDS = {
    "games": "games",
    "parties": "games",
    "replay": "replay",
    "revoir": "replay",
    "export": "export",
    "exporter": "export",
    "figures": "figures",
    "chiffres": "figures",
    "statistiques": "figures",
    "import": "import",
    "importer": "import",
    "help": "help",
    "aide": "help",
    "?": "help",
}
"""The words that are understood, in both languages, without accents."""

QUIT = frozenset({"quit", "quitter", "exit"})
BACK = frozenset({"back", "retour"})
"""The words that lead from a question to what stood before it."""
HELPS = ("help", "aide", "?")
"""The words that ask for help; at a question they have it asked once more, as a whole."""


def leads_back(line: str | None) -> bool:
    """Tell whether an answer goes back from a question, or there is none."""
    return line is None or bare(line) in QUIT | BACK


def without_habit(line: str, words: tuple[str, ...]) -> str:
    """Give a line without the word of the menu that led to the question it answers, if it begins with that by habit.

    >>> without_habit("Réglages alarmes non", ("settings", "reglages")), without_habit("settings", ("settings",))
    ('alarmes non', 'settings')
    """
    first, _, rest = line.strip().partition(" ")
    return rest.strip() if rest and bare(first) in words else line


def is_study(line: str) -> bool:
    """Tell whether a line of the first menu asks for past games."""
    first = bare(line.partition(" ")[0])
    return first in WORDS and WORDS[first] != "help"


def leads_on(line: str) -> bool:
    """Tell whether a line in a list that the first menu has opened asks for tables, a room or a table instead."""
    return begins(line) or bare(line.partition(" ")[0]) in (*JOINS, *RESUMES, *TABLES)


def plain_name(named: str) -> str:
    """Give the name of the game that is meant, also with its accents and capitals; any other text as it is."""
    return bare(named) if bare(named) in names() else named


def is_number(text: str) -> bool:
    """Tell whether what stands behind `join` is a number of a list, and no code, which may be of digits alone.

    >>> is_number("12"), is_number(" 7 "), is_number("12345678"), is_number("7QX4-M0RA"), is_number("")
    (True, True, False, False, False)
    """
    number = text.strip()
    return number.isascii() and number.isdigit() and not is_code(number)


WELCOME = sentence("PARLEY A table for games that reward talk and nerve.")
CHOICES = (
    sentence("Play against bots"),
    sentence("Hot-seat"),
    sentence("Join by an invitation"),
    sentence("Host a room here"),
    sentence("Resume"),
    sentence("Learn"),
    sentence("Games"),
    sentence("Settings"),
    sentence("Quit"),
)
ASK = sentence("Which one? A number from 1 to {last}, or an invitation.")
NO_CHOICE = sentence("{text} is not a number from 1 to {last}.")
NUMBER = sentence("{question} A number from 1 to {last}; an empty line goes back.")
ONLY_NUMBER = sentence("A number from 1 to {last}; an empty line or `back` goes back.")
INVITATION = sentence("The invitation (an empty line goes back):")
EMPTY = sentence("An empty line goes back.")
NO_CALL = sentence("{text} is not a number from 1 to {last}; help lists what else you can ask for.")
HELP = (
    sentence("A number chooses from the list; an invitation leads to its room or table."),
    sentence("join ROOM, join CODE: to a room of the local network, or to what a host's code opens"),
    sentence("Against bots you may name a player for each seat: greedy,me,3."),
    sentence(
        "rules megiddo, rules megiddo 3; lesson djambi, lesson djambi 3; puzzle, puzzle megiddo; moment: what number 6"
        " leads to"
    ),
    sentence("games, replay last, replay FILE, export last svg, figures, import FILE: what number 7 leads to"),
    sentence("tables, resume 1: the tables kept here, and back to one of them, as by number 5"),
    sentence("settings language fr: a setting, without number 8"),
    sentence("people, call NAME = OTHER, mute, block, verify, forget NAME: whom you know"),
    sentence("clubs, club NAME, club new NAME, club join FILE: your clubs, and what waits for you there"),
)
EVERYWHERE = sentence(
    "people, clubs, settings, learn, rules megiddo, lesson djambi, puzzle: as everywhere, and back here"
)
"""What may be asked for during other dialogues."""

JOINS = ("join", "rejoindre")
"""The words that lead where an invitation or a code leads."""
SAYS = ("say", "dire", "dis")
"""The words that talk to a room or a table."""
OPENS = ("new", "nouvelle", "nouveau", "open", "ouvrir")
"""The words that open a table in a room."""
RESUMES, TABLES = ("resume", "reprendre"), ("tables", "table")
"""The words that go back to a table that was left, and those that list such tables."""

GAMES = sentence("The game is {usual}; for another one put its name before its options: {names}.")
ASK_OPTIONS = sentence(
    "Options of {game} as name=value, or an empty line for the usual ones; `options` explains them, `options GAME`"
    " goes over to another game and explains its own, `quit` goes back."
)
OPTIONS_AGAIN = sentence(
    "For {game}: name=value, or an empty line for the usual options; `options` explains them; another game: its name"
    " first; `back` or `quit` goes back."
)
REST = sentence("{why} If it goes on over more lines, paste the rest; an empty line gives it up.")
LEARN = sentence(
    "Which: lesson, puzzle or rules, and a game? Perhaps a number or a day too. There are: {names}."
    " Or moment: a moment of your own. An empty line goes back."
)
LEARN_AGAIN = sentence(
    "As in lesson megiddo or rules djambi; `help` asks once more, an empty line or `back` goes back."
)
"""What is said of these questions after an answer that was wrong."""
STAYS = sentence("NOTE your seat stays yours: resume, in the room or the first menu, leads back to it.")
CAN_RETURN = sentence(
    "NOTE you are out of the game. At the table you can ask to return: resume, in the room or the first menu, leads "
    "back to it."
)
HOSTED = sentence(
    "NOTE the table waits on while Parley runs: whoever asks gets a seat, and you are told; resume, in the room or the "
    "first menu, leads back to it."
)
HOSTED_FULL = sentence(
    "NOTE the table waits on while Parley runs, and you are told when the game begins; resume, in the room or the "
    "first menu, leads back to it."
)
BOTS_WAIT = sentence(
    "NOTE your bots wait until you are back, and the others wait for them: resume leads back, "
    "where `bot` lets them play on."
)
NAMED = {
    DRAWN: sentence("NOTE you are {name} here, a word drawn by chance: settings name Ann gives you another name."),
    OF_PROFILE: sentence("NOTE you are {name} here, like your profile: settings name Ann gives you another name."),
}
ONLINE = sentence("NOTE you are still online in the room {rooms}: `quit` here leaves it.")

LAST = len(CHOICES)
"""The number that quits."""

"""The questions about clubs: where a room is, which rules, which tournament, who did not come. None for no answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.app import App

from core.fault import Fault, sentence
from core.games import find, names
from net.club.club_event import cleaned
from net.club.club_state import ClubState
from net.club.tournament_log import Tournament
from net.club.tournament_rounds import PlayedRound
from tui.i18n.translation import tr
from tui.records import archive
from tui.records.club.member_deeds import milliseconds_of
from tui.records.club.tournament_deeds import check_tables, round_count, seats_for, sizes_of
from tui.screens.frame.dialog import ChoiceScreen, InputDialog, TextDialog
from tui.study.game_library import meant
from tui.widgets.text_style import TextStyle
from tui.words.club_words import FORMS, RULE_WORDS, names_of, rival_words, rule_words
from tui.words.option_words import options_lines, terms_lines

if TYPE_CHECKING:
    from net.storage.journal import JournalTable

WHICH_ROOM = sentence("In which room? Paste its invitation.")
WHICH_COPY = sentence("The club's invitation, for which room? Paste the room's invitation.")
WHICH_NAME = sentence("What shall the club be called?")
WHO_ADMITS = sentence("Who lets people in? This never changes.")
WHO_EXPELS = sentence("Who expels? This never changes.")
EVERYBODY_IN = sentence("everybody is let in; a founder admits to the ladder")
WHICH_CLUB = sentence("Which club? Paste its invitation, or write the path of its file.")
WHICH_FILE = sentence("Which file? It has the log of a club.")
NEW_FILE = sentence("Into which file? An older file of this club is written over, no other.")
WHICH_DAY = sentence("Which day? Write 2026-12-31 or 2026-12-31T20:00, in universal time.")
WHICH_TEXT = sentence("What happens then?")
CALLED = sentence("What shall the tournament be called?")
WHICH_GAME = sentence("Which game?")
WHICH_FORM = sentence("Who meets whom?")
HOW_MANY = sentence("How many rounds?")
WHICH_TABLE = sentence("Which table? Its result goes into the log of the club.")
ABSENT = sentence("Table {at} has no result: {names}. Who did not come?")
WHICH_COUNTS = sentence("More than one game was played for table {at}, {names}. Which one counts?")
EVERYBODY = sentence("nobody came")
ELSEWHERE = sentence("A browser opens no file of the machine that serves it.")
NOTHING = sentence("No table of yours that is over and rated for this club waits to be reported.")
WHICH_CHEAT = sentence("At which table was there cheating with the cards? The proof goes into the log of the club.")
NO_CHEAT = sentence("The cards of your tables that are rated for this club prove nothing new against anybody.")
SUCCESSOR = sentence("Who shall go on with {tournament}? It takes more than half of the founders, or of the entrants.")
BACK = sentence("{name}, as before: this takes your vote back")
NOBODY_ELSE = sentence("There is nobody else who could go on with {tournament}.")
WAIT = sentence("we wait: the round does not end yet")
YES, NO = sentence("Yes"), sentence("No")
WHICH_OPTIONS = sentence(
    "Which options has every table? As name=value, for example clock=900+10; an empty line means the usual ones, which "
    "have no clock. A question mark lists them all and says what each means."
)
LISTED = sentence("The options of a table of {game}: name=value, the usual value first, and what it means.")
QUESTION = "?"
"""What is typed to read what the options mean; what stands before it stays."""
NOT_CHOSEN = ("players", "bots")
"""What the form of a tournament and the club decide."""
BAD_PAIR = sentence("{given} is not an option: write name=value.")
SPONSORS = ("sponsors 2", "sponsors 3")


@dataclass(frozen=True, slots=True)
class TournamentWish:
    """What a new tournament shall be."""

    name: str
    game: str
    form: str
    rounds: int
    options: Mapping[str, str]


def file_of(typed: str) -> str:
    """Give the path of a file as it was typed, in the folder of what Parley writes if it is not elsewhere."""
    path = meant(typed)
    return path if Path(path).exists() else str(archive.folder() / path)


async def choose(app: App[Any], ink: TextStyle, question: str, answers: Sequence[tuple[str, str]]) -> str:
    """Ask for one of several answers (keys with words); give its key, empty for none."""
    found: str = await app.push_screen_wait(ChoiceScreen(ink.plain(question), answers))
    return found


async def sure(app: App[Any], ink: TextStyle, question: str) -> bool:
    """Ask whether something shall really be done."""
    return await choose(app, ink, question, (("no", tr(NO)), ("yes", tr(YES)))) == "yes"


async def write(
    app: App[Any],
    question: str,
    answer: str = "",
    longest: int = 1000,
    check: Callable[[str], object] | None = None,
) -> str:
    """Ask for a line; give it, empty for none. What `check` refuses by a `Fault` is asked for again at once."""
    return await app.push_screen_wait(InputDialog(tr(question), answer, longest=longest, check=check)) or ""


async def ask_date(app: App[Any]) -> tuple[str, str]:
    """Ask for a day and what happens then; either is empty for no answer."""
    day = await write(app, WHICH_DAY, check=milliseconds_of)
    return day, await write(app, WHICH_TEXT) if day else ""


async def ask_founding(app: App[Any], ink: TextStyle) -> tuple[str, str, str] | None:
    """Ask for the name and the two rules of a new club."""
    name = await write(app, WHICH_NAME, longest=40)
    rules = [*((rule, rule_words(rule)) for rule in ("founders", *SPONSORS)), ("open", tr(EVERYBODY_IN))]
    admission = await choose(app, ink, tr(WHO_ADMITS), rules) if name else ""
    expulsion = admission and "founders"
    if admission == "founders":
        expels = [(rule, tr(RULE_WORDS[rule])) for rule in ("founders", "members")]
        expulsion = await choose(app, ink, tr(WHO_EXPELS), expels)
    return (name, admission, expulsion) if expulsion else None


async def ask_tournament(app: App[Any], ink: TextStyle) -> TournamentWish | None:
    """Ask for the name, the form, the game, the rounds and the options of a new tournament; each refused at once."""
    name = await write(app, CALLED, longest=40)
    form = await choose(app, ink, tr(WHICH_FORM), [(one, tr(told)) for one, told in FORMS.items()]) if name else ""
    size = 4 if form == "tables" else 2
    games = [(game, tr(find(game).title)) for game in names() if seats_for(find(game), size)]
    game = await choose(app, ink, tr(WHICH_GAME), games) if form else ""
    asked = form in {"swiss", "tables"}
    rounds = (await write(app, HOW_MANY, "5", longest=3, check=round_count) if asked else "1") if game else ""
    if not rounds:
        return None
    options = await _ask_options(app, ink, game, form)
    return TournamentWish(name, game, form, round_count(rounds), _pairs(options)) if options is not None else None


async def _ask_options(app: App[Any], ink: TextStyle, game: str, form: str) -> str | None:
    """Ask for the options of the tables of a game, and say as often as is asked what there is; None for no answer."""
    typed, fits = "", partial(_fitting, game, form)
    while True:
        given: str | None = await app.push_screen_wait(InputDialog(tr(WHICH_OPTIONS), typed, check=fits))
        if given is None or not given.endswith(QUESTION):
            return given
        typed = given.rstrip(f"{QUESTION} ")
        await app.push_screen_wait(TextDialog(_options_told(ink, game)))


def _options_told(ink: TextStyle, game: str) -> list[Text]:
    """Tell what can be chosen for the tables of a game, in a paragraph each."""
    rows = [ink.plain(tr(LISTED, game=tr(find(game).title)))]
    for line in (*options_lines(game, *NOT_CHOSEN), *terms_lines(*NOT_CHOSEN)):
        name, equals, told = line.partition("=")
        rows += [ink.plain(""), ink.accent(name) + ink.plain(equals + told)]
    return rows


def _fitting(game: str, form: str, line: str) -> None:
    """Raise `Fault` if the tables of a game cannot have the options of a line that asks no question."""
    if not line.endswith(QUESTION):
        check_tables(find(game), _pairs(line), sizes_of(find(game), form))


def _pairs(line: str) -> dict[str, str]:
    found = [word.partition("=") for word in line.split()]
    for name, equals, value in found:
        if not (name and equals and value):
            raise Fault(BAD_PAIR, given=f"{name}{equals}{value}")
    return {name: value for name, _, value in found}


async def ask_table(
    app: App[Any], ink: TextStyle, tables: Iterable[JournalTable], *, question: str = WHICH_TABLE, none: str = NOTHING
) -> str:
    """Ask for one of the tables, by default of those whose results can be reported; give its id, empty for none.

    Raises `Fault` with the template `none` if there is no table.
    """
    found = [(row.tid.hex(), f"{row.title or row.tid.hex()[:8]} ({row.game})") for row in tables]
    if not found:
        raise Fault(none)
    return await choose(app, ink, tr(question), found)


async def ask_successor(app: App[Any], ink: TextStyle, state: ClubState, it: Tournament) -> str:
    """Ask who shall go on with a tournament, entrants first; give the key (hexadecimal), empty for nobody.

    Its organiser stands last, who takes one's vote back. Raises `Fault` if there is nobody else.
    """
    people, name = state.membership, cleaned(it.data.name)
    entrants = [key for key in (*it.entered, *it.drawn) if key in people.members]
    keys = [key for key in dict.fromkeys((*entrants, *people.members)) if key not in {it.organiser, *it.replaced}]
    if not keys and not it.replaced:
        raise Fault(NOBODY_ELSE, tournament=name)
    back = [(key.hex(), tr(BACK, name=people.name(key))) for key in (it.organiser, *it.replaced)]
    answers = [*((key.hex(), people.name(key)) for key in keys), *back]
    return await choose(app, ink, tr(SUCCESSOR, tournament=name), answers)


async def ask_absences(
    app: App[Any], ink: TextStyle, state: ClubState, it: Tournament, current: PlayedRound
) -> tuple[str, ...] | None:
    """Ask who did not come to each table without a result, and which game counts where several were played.

    Gives the words that end the round (`2=KEY`, `2=all`, `2=TABLE`); None if the round shall not end.
    """
    played = state.play(it.id)
    entrants, words = played.entrants, []
    for at, table in enumerate(current.tables):
        if current.rivals[at]:
            games = [(one.tid.hex(), rival_words(state, played, current, one)) for one in current.rivals[at]]
            names = names_of(state, [entrants[one] for one in table])
            which = await choose(app, ink, tr(WHICH_COUNTS, at=at + 1, names=names), [*games, ("", tr(WAIT))])
            if not which:
                return None
            words.append(f"{at + 1}={which}")
        elif current.results[at] is None:
            keys = [entrants[one] for one in table]
            people = [(key.hex(), state.membership.name(key)) for key in keys]
            question = tr(ABSENT, at=at + 1, names=", ".join(name for _, name in people))
            answers = [*people, ("all", tr(EVERYBODY)), ("", tr(WAIT))]
            who = await choose(app, ink, question, answers)
            if not who:
                return None
            words.append(f"{at + 1}={who}")
    return tuple(words)

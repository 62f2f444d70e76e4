"""The command line: every command of `parley` with its options; what a command needs is imported when it runs."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Annotated, cast

import typer

from core.fault import Fault
from tui import __version__
from tui.bootstrap.start_request import Play
from tui.cli import typer_language
from tui.cli.analyse import analyse
from tui.cli.arena_options import arena
from tui.cli.club_command import club
from tui.cli.correspondence import keep, turns
from tui.cli.credentials import account, invite, key
from tui.cli.data_folders import where
from tui.cli.export import export
from tui.cli.face_choice import show
from tui.cli.host import host
from tui.cli.play_options import join, puzzle
from tui.cli.shared_options import Lang, Map, Profile, Text, Theme, pairs
from tui.cli.ssh_command import ssh
from tui.cli.table_commands import evidence, settle
from tui.cli.typer_language import MainHelpGroup, Page, localize_help
from tui.cli.web_command import web
from tui.i18n import translation
from tui.records import log_files

if TYPE_CHECKING:
    from typer.core import TyperGroup


app = typer.Typer(
    name="parley",
    cls=MainHelpGroup,
    help="Games of talk and nerve with others, over an MQTT broker that nobody has to trust.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Invitation = Annotated[str, typer.Argument(metavar="INVITATION", help="parley://... as `open` or a screen gives it.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game or the table.")
]
GameName = Annotated[str, typer.Option(metavar="NAME", help="The game.")]


def command() -> TyperGroup:
    """Give the whole tree of commands."""
    return cast("TyperGroup", typer.main.get_command(app))


@cache
def _localized(_language: str) -> TyperGroup:
    """Give the tree whose descriptions are in the language in use: built once for each, as that takes its time."""
    tree = command()
    localize_help(tree)
    return tree


def run(words: list[str]) -> int:
    """Run one command line; raise `Fault` for a word that means nothing, `BrokenPipeError` where nobody reads on."""
    listen(words)
    words, level = log_files.take(words)
    tree = _localized(translation.language())
    named = next((word for word in words if word in tree.commands), "")
    try:
        with log_files.keeping(level, named):
            status = tree.main(words, prog_name="parley", standalone_mode=False)
    except typer.TyperException as wrong:
        at = getattr(wrong, "ctx", None)
        page = at.command_path if at else f"parley {named}".strip()
        raise typer_language.fault(wrong.format_message(), page) from None
    except typer.Abort:
        raise KeyboardInterrupt from None
    except SystemExit as ended:  # typer's own end for a pipe that nobody reads
        raise (ended.__context__ if isinstance(ended.__context__, BrokenPipeError) else ended) from None
    return status if isinstance(status, int) else 0


def listen(words: list[str]) -> None:
    """Speak the language of `--lang`, or else of the profile's settings, from the first page or refusal on."""
    wanted = _value(words, "--lang") or _language_of(_value(words, "--profile"))
    if wanted in translation.LANGUAGES:
        translation.use(wanted)


def _value(words: list[str], option: str) -> str:
    """Give the last value of an option, empty if it is not there."""
    found = ""
    for at, word in enumerate(words, 1):
        name, equals, value = word.partition("=")
        if name == option:
            found = value if equals else "".join(words[at : at + 1])
    return found


def _language_of(profile: str) -> str:
    """Give the language in the settings of a profile, of the usual one if none is named; empty if there is none."""
    from tui.settings.settings import USUAL, salvage, settings_path

    with suppress(Fault):
        return salvage(settings_path(profile or USUAL))[0].language
    return ""


def learn(path: str, game: str = "") -> dict[str, str]:
    """Learn the map of a file, if one is given; give the option of a game that names it. Raises `BadOption`."""
    if not path:
        return {}
    from tui.settings import map_file

    map_file.take(path)
    return map_file.chosen(game)


def _version(wanted: bool) -> None:  # noqa: FBT001 -- typer's own way of calling
    if wanted:
        typer.echo(f"parley {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version of this program.")
    ] = False,
    text: Text = False,
    profile: Profile = "default",
    theme: Theme = "",
    lang: Lang = "",
    chart: Map = "",
    log: Annotated[str, typer.Option("--log", metavar="LEVEL", help="Keep a log: debug, info, warning or error.")] = "",
) -> int:
    """Play, where no command is given."""
    del version, log  # the log is kept before any of this is read
    learn(chart)
    if context.invoked_subcommand is None:
        return show(Play("", text, profile, theme, lang))
    from tui.settings.settings import NO_LANGUAGE

    if lang and lang not in translation.LANGUAGES:
        raise Fault(NO_LANGUAGE, name=lang, allowed=", ".join(translation.LANGUAGES))
    return 0


@app.command(cls=Page)
def play(
    invitation: Annotated[
        str, typer.Argument(metavar="[INVITATION]", help="The invitation to follow; without one, the home screen.")
    ] = "",
    text: Text = False,
    profile: Profile = "default",
    theme: Theme = "",
    lang: Lang = "",
    chart: Map = "",
) -> int:
    """Play: the home screen, or straight to the room or table of an invitation."""
    learn(chart)
    return show(Play(invitation, text, profile, theme, lang))


app.command(cls=Page)(host)
app.command(cls=Page)(invite)
app.command(cls=Page)(join)
app.command(cls=Page)(settle)
app.command(cls=Page)(keep)
app.command(cls=Page)(turns)


@app.command(name="open", cls=Page)
def open_table(
    url: Annotated[
        str, typer.Argument(metavar="URL", help="The room, as `host` gives it, or your table to go on with.")
    ],
    game: GameName = "djambi",
    option: Options = None,
    chart: Map = "",
    sit: Annotated[str, typer.Option(metavar="BOT", help="Let a bot take a seat too.")] = "",
    title: Annotated[
        str,
        typer.Option(metavar="TEXT", help="The name of the table. A second table of one game needs another --profile."),
    ] = "",
    profile: Profile = "default",
    pause: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="A pause before each move.")] = 0.0,
    seed: Annotated[int | None, typer.Option(hidden=True)] = None,
    rated_for: Annotated[
        str, typer.Option("--club", metavar="CLUB", help="A rated table of this club, by its name or last.")
    ] = "",
    pairing: Annotated[
        str,
        typer.Option(
            metavar="TOURNAMENT/ROUND/TABLE", help="Which table of a tournament of that club it is, counted from 1."
        ),
    ] = "",
) -> int:
    """Open a table, see it to its end; started again it goes on; a line `move INVITATION` takes it to another room."""
    from tui.headless import table_opener as command

    options = learn(chart, game) | pairs(option)
    return command.run(command.Wish(url, game, options, sit, title, profile, pause, seed, rated_for, pairing))


@app.command(cls=Page)
def sit(
    invitation: Invitation,
    bot: Annotated[str, typer.Option(metavar="BOT", help="random, greedy, a level 1..5 or a command.")],
    seat: Annotated[str, typer.Option(metavar="N|any", help="Which seat, counted from 0.")] = "any",
    chart: Map = "",
    profile: Profile = "default",
    pause: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="A pause before each move.")] = 0.0,
    seed: Annotated[int | None, typer.Option(hidden=True)] = None,
) -> int:
    """Let a bot take a seat and play it to the end; started again it goes on in the same seat."""
    from tui.headless import bot_player as command

    learn(chart)
    return command.run(command.Wish(invitation, bot, seat, profile, pause, seed))


@app.command(cls=Page)
def watch(
    invitation: Invitation,
    chart: Map = "",
    profile: Profile = "default",
    witness: Annotated[bool, typer.Option("--witness", help="Be the witness that the table names.")] = False,
) -> int:
    """Watch a table to its end, one JSON object a line."""
    from tui.headless import room_visit as command

    learn(chart)
    return command.run(command.Wish(invitation, profile, witness))


@app.command(cls=Page)
def demo(
    game: GameName = "djambi",
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play.")] = None,
    option: Options = None,
    chart: Map = "",
    broker: Annotated[
        str, typer.Option(metavar="memory|amqtt|mosquitto|URL", help="Over which broker, or in memory.")
    ] = "memory",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed plays the same game.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Play a whole game between bots, with talk; print the record and what every peer makes of it."""
    from tui.headless import demo as command

    given = learn(chart, game) | pairs(option) | ({"players": str(players)} if players is not None else {})
    return command.run(command.Wish(game, tuple(given.items()), broker, seed, json))


app.command(cls=Page)(web)
app.command(cls=Page)(ssh)


@app.command(cls=Page)
def replay(
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="A record, or last for the latest game; without one, the list.")
    ] = "",
    text: Text = False,
    profile: Profile = "default",
    theme: Theme = "",
    lang: Lang = "",
    chart: Map = "",
) -> int:
    """Replay a game: step by step, with its talk, promises and clocks; without a terminal, all of it as text."""
    from tui.cli import replay as command

    learn(chart)
    return command.run(Play("", text, profile, theme, lang, file))


@app.command(cls=Page)
def engine() -> int:
    """Speak the engine protocol on standard input and output."""
    from tui.bots.engine import engine_loop as command

    return command.main()


app.command(cls=Page)(arena)
app.command(cls=Page)(analyse)
app.command(cls=Page)(export)
app.command(cls=Page)(puzzle)
app.command(cls=Page)(key)
app.command(cls=Page)(evidence)
app.command(cls=Page)(club)
app.command(cls=Page)(where)
app.command(cls=Page)(account)


@app.command(cls=Page)
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, evidence or a club; - reads standard input.")],
    chart: Map = "",
) -> int:
    """Check a record, evidence or a club; exit 0 and print what it holds, exit 1 and print where it is wrong."""
    from tui.records import record_check as command
    from tui.table.seat_names import call_seats

    learn(chart)
    return command.run_check(file, forms={command.CLUB: _check_club}, naming=call_seats)


def _check_club(path: str, data: bytes) -> tuple[int, list[str]]:
    from tui.records.club import season_file

    return season_file.check(path, data)

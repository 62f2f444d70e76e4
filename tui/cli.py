"""The command line: every command of `parley` with its options; what a command needs is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from core.fault import Fault, sentence
from tui import __version__
from tui.faces import show
from tui.play import Play

EXAMPLES = """\b
Examples:
  parley                                     play: the home screen
  parley play 'parley://HOST:PORT/ROOM#KEY'  play with others, by invitation
  parley play --text                         the same without screens
  parley host --bind 0.0.0.0                 a broker for an evening
  parley sit INVITATION --bot greedy         let a bot take a seat
  parley demo --players 3 --broker amqtt     see a whole game between bots
"""

WRONG = sentence("{why}: see `parley --help`.")
BAD_PAIR = sentence("--option takes NAME=VALUE, not {given}.")

app = typer.Typer(
    name="parley",
    help="Djambi with others, in a terminal, over an MQTT broker that nobody has to trust.",
    epilog=EXAMPLES,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Invitation = Annotated[str, typer.Argument(metavar="INVITATION", help="parley://... as `open` or a screen gives it.")]
Profile = Annotated[str, typer.Option(metavar="NAME", help="Who you are: one name an identity on this machine.")]
Text = Annotated[bool, typer.Option("--text", help="Play line by line, without screens.")]
Theme = Annotated[str, typer.Option(metavar="NAME", help="Colours of the screens.")]
Lang = Annotated[str, typer.Option(metavar="fr|en", help="Language of the screens.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game or the table.")
]
GameName = Annotated[str, typer.Option(metavar="NAME", help="The game.")]


def run(words: list[str]) -> int:
    """Run one command line; a word that means nothing becomes a `Fault` of one sentence."""
    try:
        status = app(words, prog_name="parley", standalone_mode=False)
    except typer.TyperException as wrong:
        why = " ".join(wrong.format_message().split()).rstrip(".")
        raise Fault(WRONG, why=why) from None
    except typer.Abort:
        raise KeyboardInterrupt from None
    return status if isinstance(status, int) else 0


def pairs(options: list[str] | None) -> dict[str, str]:
    """Read NAME=VALUE words; raise `Fault`."""
    found = {}
    for word in options or ():
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Fault(BAD_PAIR, given=word)
        found[name] = value
    return found


def _version(wanted: bool) -> None:  # noqa: FBT001 -- typer's own way of calling
    if wanted:
        typer.echo(f"parley {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which.")] = False,
    text: Text = False,
    profile: Profile = "default",
    theme: Theme = "",
    lang: Lang = "",
) -> int:
    """Play, where no command is given."""
    del version
    if context.invoked_subcommand is None:
        return show(Play("", text, profile, theme, lang))
    return 0


@app.command()
def play(
    invitation: Annotated[str, typer.Argument(metavar="[INVITATION]")] = "",
    text: Text = False,
    profile: Profile = "default",
    theme: Theme = "",
    lang: Lang = "",
) -> int:
    """Play: the home screen, or straight to the room or table of an invitation."""
    return show(Play(invitation, text, profile, theme, lang))


@app.command()
def host(
    bind: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 for the house.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free port.")] = 0,
    room: Annotated[str, typer.Option(metavar="NAME", help="The room's name.")] = "parley",
    broker: Annotated[str, typer.Option(metavar="auto|mosquitto|amqtt")] = "auto",
    json: Annotated[bool, typer.Option("--json", help="Say it as one JSON object.")] = False,
) -> int:
    """Start a broker and print the invitation to its room; ends with Ctrl-C."""
    from tui.headless import host as command

    return command.run(command.Wish(bind, port, room, broker, json))


@app.command(name="open")
def open_table(
    url: Annotated[str, typer.Argument(metavar="URL", help="The room, as `host` gives it.")],
    game: GameName = "djambi",
    option: Options = None,
    sit: Annotated[str, typer.Option(metavar="BOT", help="Let a bot take a seat too.")] = "",
    title: Annotated[str, typer.Option(metavar="TEXT")] = "",
    profile: Profile = "default",
    pause: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="A pause before each move.")] = 0.0,
    seed: Annotated[int | None, typer.Option(hidden=True)] = None,
) -> int:
    """Open a table, seat those who ask, see it to its end; started again it goes on with the same table."""
    from tui.headless import open as command

    return command.run(command.Wish(url, game, pairs(option), sit, title, profile, pause, seed))


@app.command()
def sit(
    invitation: Invitation,
    bot: Annotated[str, typer.Option(metavar="BOT", help="random, greedy, a level 1..5 or a command.")],
    seat: Annotated[str, typer.Option(metavar="N|any")] = "any",
    profile: Profile = "default",
    pause: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="A pause before each move.")] = 0.0,
    seed: Annotated[int | None, typer.Option(hidden=True)] = None,
) -> int:
    """Let a bot take a seat and play it to the end; started again it goes on in the same seat."""
    from tui.headless import sit as command

    return command.run(command.Wish(invitation, bot, seat, profile, pause, seed))


@app.command()
def watch(invitation: Invitation, profile: Profile = "default") -> int:
    """Watch a table to its end, one JSON object a line."""
    from tui.headless import watch as command

    return command.run(command.Wish(invitation, profile))


@app.command()
def demo(
    game: GameName = "djambi",
    players: Annotated[int | None, typer.Option(metavar="N")] = None,
    option: Options = None,
    broker: Annotated[str, typer.Option(metavar="memory|amqtt|mosquitto|URL")] = "memory",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed plays the same game.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Say it as one JSON object.")] = False,
) -> int:
    """Play a whole game between bots, with talk; print the record and what every peer makes of it."""
    from tui.headless import demo as command

    given = pairs(option) | ({"players": str(players)} if players is not None else {})
    return command.run(command.Wish(game, tuple(given.items()), broker, seed, json))


@app.command()
def engine() -> int:
    """Speak the engine protocol on standard input and output."""
    from tui import engine as command

    return command.main()


@app.command()
def check(file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - reads standard input.")]) -> int:
    """Replay a record; exit 0 and print result and digest, or exit 1 and print where it is wrong; 2 without a record."""
    from tui import check as command

    return command.run_check(file)


@app.command(hidden=True)
def pictures(folder: Annotated[str, typer.Argument(metavar="FOLDER")] = "docs/pictures") -> int:
    """Draw the table screens of the documentation as SVG."""
    from tui import pictures as command

    return command.main(folder)

"""The help pages and errors of the command line, built here so that every word is in the language in use.

Typer reports errors in English. Here they become faults that every language can say.
"""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from typer import Context
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from core.fault import Fault, sentence
from tui.i18n.translation import tr

WRONG = sentence("{why}: see `{command} --help`.")

SLIPS: tuple[tuple[str, str], ...] = (
    (r"Missing argument '(?P<name>.*?)'.*", sentence("The argument {name} is missing")),
    (r"Missing option '(?P<name>.*?)'.*", sentence("The option {name} is missing")),
    (
        r"No such command '(?P<name>.*)'\. Did you mean (?P<near>.*)\?",
        sentence("There is no command {name}, but there is {near}"),
    ),
    (r"No such command '(?P<name>.*)'\.", sentence("There is no command {name}")),
    (
        r"No such option: (?P<name>.*) \(Possible options: (?P<near>.*)\)",
        sentence("There is no option {name}, but there is {near}"),
    ),
    (r"No such option: (?P<name>.*)", sentence("There is no option {name}")),
    (r"Got unexpected extra argument\(s\) \((?P<words>.*)\)", sentence("There are too many words ({words})")),
    (r"Option '(?P<name>.*)' requires an argument\.?", sentence("The option {name} lacks its value")),
    (r"Option '(?P<name>.*)' does not take a value\.?", sentence("The option {name} takes no value")),
    (r"Invalid value for '(?P<name>.*?)': (?P<why>.*)", sentence("The value of {name} does not fit ({why})")),
    (r"Input should be less than or equal to (?P<limit>\S+)", sentence("{limit} at most")),
    (r"Input should be greater than or equal to (?P<limit>\S+)", sentence("{limit} at least")),
    (r"Input should be a valid integer.*", sentence("it takes a whole number")),
    (r"Input should be a valid number.*", sentence("it takes a number")),
)
"""Typer's sentences, and ours for them."""


def fault(said: str, command: str = "parley") -> Fault:
    """Give the fault for an error of typer's in a command's words; an unknown sentence stays as it is."""
    return Fault(WRONG, why=_reason(" ".join(said.split())), command=command)


def _reason(said: str) -> Fault | str:
    for pattern, template in SLIPS:
        found = re.fullmatch(pattern, said)
        if found:
            return Fault(template, **{name: _field(name, text) for name, text in found.groupdict().items()})
    return said.rstrip(".")


def _field(name: str, text: str) -> Fault | str:
    return _reason(text) if name == "why" else text.replace("'", "")


Command = TyperCommand | TyperGroup
Param = TyperArgument | TyperOption
Row = tuple[str, str]
"""The left-hand words of a line, and their description."""

WIDEST, NARROWEST = 100, 40
"""Columns of a page, at most and at least."""

LEFT = 24
"""Columns that a left-hand word may take, unless all of them leave room, before it has a line of its own."""

RIGHT = 34
"""Columns that are left at least for the description."""

USAGE = sentence("Usage: {line}")
OPTIONS = sentence("[OPTIONS]")
COMMANDS = sentence("COMMAND [ARGS]...")
USUAL = sentence("default: {value}")
REQUIRED = sentence("required")
LOG = (sentence("LEVEL"), sentence("Keep a log: debug, info, warning or error."))
"""The option that every command takes, wherever it stands (`tui.records.log_files`)."""
GIVEN_BY_TYPER = (
    sentence("Show this message and exit."),
    sentence("Install completion for the current shell."),
    sentence("Show completion for the current shell, to copy it or customize the installation."),
)
"""Typer's own sentences, marked here for the catalogues."""

EXAMPLES = (
    ("parley", sentence("play: the home screen")),
    ("parley play 'parley://HOST:PORT/ROOM#KEY'", sentence("play with others, by invitation")),
    ("parley play --text", sentence("the same without screens")),
    ("parley host --bind 0.0.0.0", sentence("a broker for an evening")),
    ("parley join", sentence("the rooms of the local network")),
    ("parley sit INVITATION --bot greedy", sentence("let a bot take a seat")),
    ("parley replay last", sentence("replay the latest game")),
    ("parley puzzle megiddo", sentence("the puzzle of a game for today")),
    ("parley puzzle djambi 3", sentence("a puzzle by its number")),
    ("parley demo --players 3 --broker amqtt", sentence("see a whole game between bots")),
)
"""Example command lines, shown below the commands."""


class Page(TyperCommand):
    """A command whose help is in the language in use."""

    def get_help(self, ctx: object) -> str:
        """Give the page: usage, what the command does, its arguments and options."""
        context = cast("Context", ctx)
        params = shown(self.get_params(context))
        arguments = [param for param in params if isinstance(param, TyperArgument)]
        pieces = [tr(OPTIONS), *(_name(one) if one.required else f"[{_name(one)}]" for one in arguments)]
        parts = parameters(params)
        parts[tr("Options")].append((f"--log {tr(LOG[0])}", tr(LOG[1])))
        return _page(context, pieces, self.help or "", parts)

    def get_short_help_str(self, limit: int = 0) -> str:
        """Give what the command does in one line."""
        del limit
        return tr(self.help or "")


class MainHelpGroup(TyperGroup):
    """The group of all commands, with examples."""

    def get_help(self, ctx: object) -> str:
        """Give the page: what the program is, options, every command and examples."""
        context = cast("Context", ctx)
        commands = [(name, one.get_short_help_str()) for name, one in self.commands.items() if not one.hidden]
        parts = {**parameters(shown(self.get_params(context))), tr("Commands"): commands}
        parts[tr("Examples")] = [(line, tr(does)) for line, does in EXAMPLES]
        return _page(context, [tr(OPTIONS), tr(COMMANDS)], self.help or "", parts)


def texts(command: Command) -> Iterator[str]:
    """Give every text on the pages of a command and of those below it, for the catalogues."""
    yield command.help or ""
    for param in shown(command.params):
        yield param.help or ""
        yield param.metavar if param.metavar is not None and param.metavar.isalpha() and len(param.metavar) > 1 else ""
    for one in _below(command):
        yield from texts(one)


def localize_help(command: Command) -> None:
    """Translate the description of every option into the language in use: shells show it while they complete a line."""
    for param in shown(command.params):
        param.help = tr(param.help or "")
    for one in _below(command):
        localize_help(one)


def _below(command: Command) -> list[Command]:
    found = command.commands.values() if isinstance(command, TyperGroup) else ()
    return [one for one in found if isinstance(one, TyperCommand) and not one.hidden]


def shown(params: Iterable[object]) -> list[Param]:
    """Give the parameters that a page of help lists."""
    return [param for param in params if isinstance(param, TyperArgument | TyperOption) and not param.hidden]


def parameters(params: Iterable[Param]) -> dict[str, list[Row]]:
    """Describe arguments and options, each with the word for its value, below a heading in the language in use."""
    arguments, options = [], []
    for param in params:
        if isinstance(param, TyperArgument):
            arguments.append((_name(param), _said(param)))
        else:
            value = "" if param.is_flag else f" {_name(param)}"
            options.append((", ".join(sorted(param.opts, key=len)) + value, _said(param)))
    return {tr("Arguments"): arguments, tr("Options"): options}


def _name(param: Param) -> str:
    """Give the word that stands for a value."""
    return tr((param.metavar or param.name or "").strip("[]"))


def _said(param: Param) -> str:
    """Say what an option or argument is for, and its default."""
    notes = [tr(REQUIRED)] if param.required else []
    if isinstance(param.default, str | int | float) and param.default not in {"", False}:
        notes.append(tr(USUAL, value=param.default))
    return "  ".join([tr(param.help or ""), *(f"[{note}]" for note in notes)]).strip()


def _page(context: Context, pieces: list[str], does: str, parts: Mapping[str, list[Row]]) -> str:
    width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns - 2))
    usage = tr(USAGE, line=" ".join([context.command_path, *pieces]))
    lines = [*_wrapped(usage, width), "", *(f"  {line}" for line in _wrapped(tr(does), width - 2))]
    for heading, rows in parts.items():
        lines += ["", heading, *_table(rows, width)] if rows else []
    return "\n".join(lines)


def _table(rows: list[Row], width: int) -> Iterator[str]:
    """Lay rows out in two columns. A left cell that is too wide has a line of its own."""
    left = max(len(name) for name, _ in rows)
    left = left if left + RIGHT <= width else LEFT
    for name, said in rows:
        lines = _wrapped(said, width - left - 4) or [""]
        if len(name) > left:
            yield f"  {name}"
        else:
            yield f"  {name:<{left}}  {lines.pop(0)}".rstrip()
        yield from (f"{'':<{left + 4}}{line}" for line in lines)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_on_hyphens=False, break_long_words=False)

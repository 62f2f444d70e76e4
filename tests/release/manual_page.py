"""The manual page of `parley`, from the help of its commands: `docs/manual/parley.1`, and in French `parley.fr.1`.

Roff as `man` reads it. There is no date in it, so that two releases of one commit are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from tui import __version__
from tui.cli import command_line, typer_language
from tui.i18n import translation
from tui.i18n.translation import tr

FIRST = "'.-"
"""What a line of text may not begin with, or `man` takes it for a request."""


def manual_page(language: str) -> str:
    """Give the page in a language of the catalogues."""
    before = translation.language()
    translation.use(language)
    try:
        return "\n".join(_lines()) + "\n"
    finally:
        translation.use(before)


def _lines() -> Iterator[str]:
    tree = command_line.command()
    yield f'.TH PARLEY 1 "" "parley {__version__}" ""'
    yield from _section("NAME", f"parley \\- {escaped(tr(tree.help or ''))}")
    yield from _section("SYNOPSIS", f"\\fBparley\\fR {escaped(tr('[OPTIONS]'))} {escaped(tr('COMMAND [ARGS]...'))}")
    for heading, rows in typer_language.parameters(typer_language.shown(tree.params)).items():
        yield from _rows(heading.upper(), rows)
    yield f".SH {tr('Commands').upper()}"
    for name, command in tree.commands.items():
        if not command.hidden:
            yield from _command(name, cast("typer_language.Command", command))
    yield from _rows(tr("Examples").upper(), [(line, tr(does)) for line, does in typer_language.EXAMPLES])


def _section(heading: str, text: str) -> Iterator[str]:
    yield f".SH {heading}"
    yield text


def _command(name: str, command: typer_language.Command) -> Iterator[str]:
    parts = typer_language.parameters(typer_language.shown(command.params))
    words = " ".join(escaped(word) for word, _ in next(iter(parts.values())))
    yield f".SS parley {name} {words}".rstrip()
    yield escaped(tr(command.help or ""))
    for rows in parts.values():
        yield from _items(rows)


def _rows(heading: str, rows: Iterable[typer_language.Row]) -> Iterator[str]:
    items = list(_items(rows))
    yield from [f".SH {heading}", *items] if items else []


def _items(rows: Iterable[typer_language.Row]) -> Iterator[str]:
    for word, said in rows:
        yield ".TP"
        yield f"\\fB{escaped(word)}\\fR"
        yield escaped(said)


def escaped(text: str) -> str:
    """Write a text for roff, in one line."""
    told = " ".join(text.replace("\\", "\\e").replace("-", "\\-").split())
    return f"\\&{told}" if told[:1] in FIRST and told else told

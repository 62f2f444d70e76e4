"""Update the catalogues: collect every sentence of the tree, merge it into the `.po` files, compile the `.mo` files.

For developers, with Babel installed: `python3 run.py catalogue` writes; `--check` only reports what is missing.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from core import bots
from core.games import find, names
from core.scene import Standing
from net.table.fold.table_terms import TERMS
from tui.cli import command_line, typer_language
from tui.settings import theme
from tui.table.sentences.event_sentences import DIRECTIONS

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "tui" / "locale"
PACKAGES = ("core", "net", "tui")
MARKS = {"tr": 1, "sentence": 1, "ntr": 2}
"""The functions that mark a sentence, with the number of sentences each takes."""

OTHER_WORDS = ("king", "turn", "bonus", "room", "table")
"""Badges of seats, and the two kinds of keys that an invitation holds."""

STILL = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in every catalogue: a merge that changes nothing changes no byte."""

CONTEXT = "word"
"""The context of the core's short keys."""


@cache
def marked() -> dict[str | tuple[str, str], set[str]]:
    """Give every marked sentence (a pair for plurals) with the files it stands in."""
    found: dict[str | tuple[str, str], set[str]] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            source = path.read_text("utf-8")
            tree = ast.parse(source if any(f"{mark}(" in source for mark in MARKS) else "")
            for message in _in_file(tree):
                found.setdefault(message, set()).add(path.relative_to(ROOT).as_posix())
    for name in names():
        game = find(name)
        for text in (game.title, game.pitch, *(option.title for option in game.options)):
            found.setdefault(text, set()).add(f"core/games/{name}")
    for option in TERMS:
        found.setdefault(option.title, set()).add("net/table/fold/table_terms.py")
    for text in filter(None, typer_language.texts(command_line.command())):
        found.setdefault(text, set()).add("tui/cli/command_line.py")
    for name in theme.names():
        found.setdefault(theme.load(name).title, set()).add(f"themes/{name}.toml")
    return found


def _in_file(tree: ast.AST) -> Iterator[str | tuple[str, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        count = MARKS.get(name, 0)
        texts = [arg.value for arg in node.args[:count] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if count and len(texts) == count and all(texts):
            yield texts[0] if count == 1 else (texts[0], texts[1])


def words() -> set[str]:
    """Give every short key that a face may have to name: seats, standings, directions, the values of options."""
    found = {*map(str, Standing), *DIRECTIONS.values(), *bots.LEVELS, *OTHER_WORDS}
    for name in names():
        game = find(name)
        found |= set(game.presets)
        usual = {option.name: option.default for option in game.options}
        found |= {seat for seat in game.seats(usual) if not seat.isdigit()}
        for option in game.options:
            found |= {value for value in option.values if not value.isdigit()}
            if option.name == "players":
                for value in option.values:
                    seats = game.seats({**usual, "players": value})
                    found |= {seat for seat in seats if not seat.isdigit()}
    for option in TERMS:
        found |= {value for value in option.values if not value.isdigit()}
    return found


def merge(language: str) -> Catalog:
    """Read the language's `.po` and add what is new in the tree. Sentences no longer in the tree are dropped."""
    path = po_path(language)
    old = read(language) if path.exists() else Catalog(locale=language)
    new = Catalog(
        locale=language,
        project="Parley",
        version="1",
        charset="utf-8",
        header_comment=f"# Parley in {language}.",
        creation_date=STILL,
        revision_date=STILL,
        last_translator="The Parley founders",
        language_team=language,
        fuzzy=False,
    )
    for message, files in marked().items():
        entry = old.get(message if isinstance(message, str) else message[0])
        blank: str | tuple[str, ...] = "" if isinstance(message, str) else ("", "")
        if language == "en" and not (entry and entry.string):
            continue
        new.add(message, entry.string if entry else blank, locations=[(file, 1) for file in sorted(files)])
    for entry in old:
        if entry.id and entry.context == CONTEXT:
            new.add(entry.id, entry.string, context=CONTEXT)
    for key in sorted(words()):
        if new.get(key, CONTEXT) is None and language != "en":
            new.add(key, "", context=CONTEXT)
    return new


def po_path(language: str) -> Path:
    """Give the path of a language's `.po`, which people edit."""
    return LOCALE / language / "LC_MESSAGES" / "parley.po"


def read(language: str) -> Catalog:
    """Read a language's `.po`."""
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalogue: Catalog) -> bytes:
    """Give the bytes of the `.mo` of a catalogue."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def missing(language: str) -> list[str]:
    """Give the sentences of the tree that a language does not translate."""
    catalogue = merge(language)
    return [str(message.id) for message in catalogue if message.id and not _complete(message.string)]


def _complete(string: object) -> bool:
    """Tell whether a translation is complete, in every form if there are several."""
    return all(string) if isinstance(string, tuple | list) else bool(string)


def write(language: str, catalogue: Catalog) -> None:
    """Write a language's `.po` and compile it."""
    with po_path(language).open("wb") as file:
        write_po(file, catalogue, width=100, sort_output=True, include_lineno=False)
    po_path(language).with_suffix(".mo").write_bytes(compiled(read(language)))


def main(arguments: list[str]) -> int:
    """Write both catalogues, or only check them; give 1 if French lacks a sentence."""
    if "--check" not in arguments:
        for language in ("en", "fr"):
            write(language, merge(language))
    lacking = missing("fr")
    sys.stdout.writelines(f"{text}\n" for text in lacking)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

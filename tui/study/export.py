"""Exporting a game: as a record, as text, as a picture of one position, as a cast; each a new file of its own."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from core.fault import Fault, sentence
from core.match.record import write
from tui import archive, settings
from tui.study.cast import cast
from tui.study.easel import easel
from tui.study.picture import picture
from tui.study.plain import plain_text
from tui.study.telling import Retelling
from tui.theme import glyphs
from tui.worn import worn

NO_FORM = sentence("{text} is no form of export; there are {allowed}.")
EXPORTED = sentence("Exported: {path}")


class Form(StrEnum):
    """The forms a game can be exported in."""

    RECORD = "record"
    TEXT = "text"
    PICTURE = "svg"
    CAST = "cast"


SUFFIXES = {Form.RECORD: ".record", Form.TEXT: ".txt", Form.PICTURE: ".svg", Form.CAST: ".cast"}

WORDS = {
    Form.RECORD: sentence("Record (others can replay and check it)"),
    Form.TEXT: sentence("Plain text (to read)"),
    Form.PICTURE: sentence("Picture of this position (SVG)"),
    Form.CAST: sentence("Animation of the whole game (asciicast)"),
}
"""What each form is, in the order in which it is offered."""


def folder() -> Path:
    """Give the folder of what is exported."""
    return settings.home() / "exports"


def form_of(text: str) -> Form:
    """Read the name of a form; raise `Fault`."""
    try:
        return Form(text.casefold())
    except ValueError:
        raise Fault(NO_FORM, text=text, allowed=", ".join(Form)) from None


def content(told: Retelling, form: Form, ply: int, *, theme: str, glyph_set: str = "unicode") -> str:
    """Give the content of an export; `ply` is the position of a picture."""
    if form is Form.RECORD:
        return write(told.story.record)
    colours = dict(worn(told.view))
    if form is Form.TEXT:
        return plain_text(told, glyphs(glyph_set).wearing(colours))
    stand = easel(theme, glyph_set, colours)
    return picture(told, ply, stand) if form is Form.PICTURE else cast(told, stand)


def export(
    told: Retelling, form: Form, ply: int, *, theme: str, glyph_set: str = "unicode", where: Path | None = None
) -> Path:
    """Write an export into `where` (the folder of exports) and give the file; raise `NotSaved`."""
    record = told.story.record
    stem = "-".join(part for part in (record.date, record.header.game, record.digest[: archive.NAMED]) if part)
    if form is Form.PICTURE:
        stem += f"-{ply}"
    data = content(told, form, ply, theme=theme, glyph_set=glyph_set).encode()
    return archive.put(where or folder(), stem, data, SUFFIXES[form])

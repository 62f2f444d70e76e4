"""Theme files: what a TOML file of a theme must hold, and the sentence that names file and key where it does not."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from types import MappingProxyType

from core.fault import Fault, sentence

_COLOUR = re.compile(r"#[0-9a-f]{6}")

UNREADABLE = sentence("The theme file {file} is not valid TOML: {why}.")
NO_FILE = sentence("There is no theme {name}; there are {allowed}.")
MISSING = sentence("The theme file {file} lacks the key {key}.")
UNKNOWN = sentence("The theme file {file} has the key {key}, which means nothing.")
NO_COLOUR = sentence("The theme file {file}: {key} must be a colour like #1a2b3c, not {value}.")
NO_KIND = sentence("The theme file {file}: {key} must be {kind}.")
NO_WORD = sentence("The theme file {file}: {key} must be one of {allowed}, not {value}.")


class BadTheme(Fault):
    """A theme or glyph file that cannot be used; fields `file` and `key` say where."""


def read(file: str, text: str) -> dict[str, object]:
    """Read the TOML of `file`. Raises `BadTheme`."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadTheme(UNREADABLE, file=file, why=str(error).rstrip(".")) from None


def table(file: str, key: str, value: object) -> dict[str, object]:
    """Give a value that must be a table. Raises `BadTheme`."""
    if not isinstance(value, dict):
        raise BadTheme(NO_KIND, file=file, key=key, kind="a table")
    return value


def only(file: str, where: str, data: Mapping[str, object], keys: tuple[str, ...]) -> None:
    """Check that a table has all of `keys` and no other. Raises `BadTheme`."""
    dot = f"{where}." if where else ""
    for key in keys:
        if key not in data:
            raise BadTheme(MISSING, file=file, key=dot + key)
    for key in data:
        if key not in keys:
            raise BadTheme(UNKNOWN, file=file, key=dot + key)


def colours(file: str, where: str, value: object, keys: tuple[str, ...]) -> Mapping[str, str]:
    """Read a table that gives each of `keys` a colour. Raises `BadTheme`."""
    data = table(file, where, value)
    only(file, where, data, keys)
    return MappingProxyType({key: colour_of(file, f"{where}.{key}", data[key]) for key in keys})


def some_colours(file: str, where: str, value: object, keys: tuple[str, ...]) -> Mapping[str, str]:
    """Read a table that gives some of `keys` a colour. Raises `BadTheme`."""
    data = table(file, where, value)
    for key in data:
        if key not in keys:
            raise BadTheme(UNKNOWN, file=file, key=f"{where}.{key}")
    return MappingProxyType({key: colour_of(file, f"{where}.{key}", data[key]) for key in data})


def colour_of(file: str, key: str, value: object) -> str:
    """Give a value that must be a colour. Raises `BadTheme`."""
    if not isinstance(value, str) or not _COLOUR.fullmatch(value):
        raise BadTheme(NO_COLOUR, file=file, key=key, value=value)
    return value


def glyph_of(file: str, key: str, value: object, count: int) -> str:
    """Give a value that must be a text of `count` characters. Raises `BadTheme`."""
    if not isinstance(value, str) or len(value) != count:
        raise BadTheme(NO_KIND, file=file, key=key, kind=f"{count} characters")
    return value


def one_of(file: str, key: str, value: object, allowed: tuple[str, ...]) -> str:
    """Give a value that must be one of a few words. Raises `BadTheme`."""
    if value not in allowed:
        raise BadTheme(NO_WORD, file=file, key=key, allowed=", ".join(allowed), value=value)
    return str(value)

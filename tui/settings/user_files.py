"""A person's own files: `themes/*.toml` and `keymap.toml` beside the settings, each loaded whole or refused."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, combinations
from pathlib import Path

from core.fault import Fault, sentence
from tui.settings import keymap, theme
from tui.settings.keymap import Key
from tui.settings.theme import BadTheme, Look

THEMES = "themes"
KEYMAP = "keymap.toml"
SIZE_LIMIT = 64 * 1024
"""Bytes of the longest file that is read as a theme or a keymap."""

TAKEN = sentence("The theme file {file} has the name of a theme of Parley's own; give it another one.")
UNREADABLE = sentence("The file {file} cannot be read: {why}.")
TOO_LONG = sentence("The file {file} is too long.")
NO_TOML = sentence("The keymap file {file} is not valid TOML: {why}.")
NO_ACTION = sentence(
    "The keymap file {file} has the entry {key}, which is no action; those of the group are {allowed}."
)
NO_KEYS = sentence("The keymap file {file}: {key} must be a text of keys with commas, not {value}.")
NO_KEY = sentence("The keymap file {file}: {key} has {value}, and there is no key of that name.")
CLASH = sentence("The keymap file {file}: {value} stands for both {key} and {other}.")


class BadFile(Fault):
    """A person's own file that cannot be used. The fields `file` and `key` say where."""


@dataclass(frozen=True, slots=True)
class UserFiles:
    """The result of reading: themes, keys by action id, what is wrong, and the state of the files (`stamp`)."""

    looks: tuple[Look, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    stamp: tuple[tuple[str, int, int], ...] = ()

    def wear(self) -> None:
        """Put these themes and key names in force."""
        theme.adopt(self.looks)
        keymap.adopt(self.keys)


def files(folder: Path) -> tuple[Path, ...]:
    """Give the existing files, in the order they are read."""
    return (*sorted((folder / THEMES).glob("*.toml")), *(path for path in (folder / KEYMAP,) if path.is_file()))


def stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Give a value that changes when one of the files does."""
    found = []
    for path in files(folder):
        try:
            seen = path.stat()
        except OSError:
            continue
        found.append((path.name, seen.st_mtime_ns, seen.st_size))
    return tuple(found)


def read(folder: Path, before: UserFiles | None = None) -> UserFiles:
    """Read everything. What cannot be used is in `faults`, and the version of `before`, if any, stays."""
    known = before or UserFiles()
    stood = stamp(folder)
    looks, keys, faults = [], {}, []
    old = {look.name: look for look in known.looks}
    for path in files(folder):
        try:
            if path.name == KEYMAP:
                keys = dict(parse_keymap(KEYMAP, _text(path)))
            else:
                looks.append(_look(path))
        except Fault as fault:
            faults.append(fault)
            if path.name == KEYMAP:
                keys = dict(known.keys)
            elif path.stem in old:
                looks.append(old[path.stem])
    return UserFiles(tuple(looks), keys, tuple(faults), stood)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
        text = data.decode()
    except (OSError, ValueError) as problem:
        raise BadFile(UNREADABLE, file=path.name, why=getattr(problem, "strerror", None) or problem) from None
    if len(data) > SIZE_LIMIT:
        raise BadFile(TOO_LONG, file=path.name)
    return text


def _look(path: Path) -> Look:
    if path.stem in theme.shipped():
        raise BadTheme(TAKEN, file=path.name)
    return theme.parse(path.name, _text(path))


def parse_keymap(file: str, text: str) -> Mapping[str, str]:
    """Read the keys of actions from the text of `file`, by the actions' ids; raise `BadFile`.

    >>> dict(parse_keymap("keymap.toml", 'table.zen = "w, f4"'))
    {'table.zen': 'w,f4'}
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadFile(NO_TOML, file=file, why=str(error).rstrip(".")) from None
    known = {key.id: key for key in keymap.every()}
    found: dict[str, str] = {}
    for name, value in _flat("", data):
        if name not in known:
            group = name.partition(".")[0]
            near = [one for one in known if one.startswith(f"{group}.")] or sorted({one.split(".")[0] for one in known})
            raise BadFile(NO_ACTION, file=file, key=name, allowed=", ".join(near))
        if not isinstance(value, str) or not value.strip():
            raise BadFile(NO_KEYS, file=file, key=name, value=value)
        found[name] = ",".join(_key(file, name, part.strip()) for part in value.split(","))
    _refuse_clashes(file, found, known)
    return found


def _flat(where: str, data: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for name, value in data.items():
        if isinstance(value, dict):
            yield from _flat(f"{where}{name}.", value)
        else:
            yield where + name, value


def _key(file: str, name: str, key: str) -> str:
    """Give the name of a key as bindings have it; raise `BadFile` if there is no such key."""
    from textual.keys import Keys, _character_to_key

    if len(key) == 1 and key.isprintable():
        return _character_to_key(key)
    bare = key.removeprefix("ctrl+").removeprefix("alt+").removeprefix("shift+")
    if key in {known.value for known in Keys} or bare in _names():
        return key
    raise BadFile(NO_KEY, file=file, key=name, value=key or "''")


def _names() -> frozenset[str]:
    """Give the names of the keys that stand for one character, letters as they are."""
    from textual.keys import Keys, _character_to_key

    named = (_character_to_key(chr(code)) for code in range(33, 127))
    return frozenset(chain(named, (known.value for known in Keys)))


def _refuse_clashes(file: str, found: Mapping[str, str], known: Mapping[str, Key]) -> None:
    """Raise `BadFile` if a key means two things that it did not mean before."""
    now = {name: frozenset(found.get(name, key.keys).split(",")) for name, key in known.items()}
    for one, other in chain.from_iterable(combinations([key.id for key in place], 2) for place in keymap.PLACES):
        both = now[one] & now[other]
        if both and (one in found or other in found):
            shared = frozenset(known[one].keys.split(",")) & frozenset(known[other].keys.split(","))
            for key in sorted(both - shared):
                raise BadFile(CLASH, file=file, value=key, key=one, other=other)

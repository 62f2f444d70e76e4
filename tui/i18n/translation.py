"""Translation: every sentence on a screen, in the language of its reader.

English sentences are the keys. The catalogues are `tui/locale/LANGUAGE/LC_MESSAGES/parley.mo`. Short keys of the core
(a colour, a reason, an option's value) are *words*: they have the context `word`, and `word` translates them.

The pseudo-locale `xx` makes every sentence a third longer and accented, so that a test shows what a layout has no room
for. It is not a language for people: `PARLEY_LANG=xx` selects it, and no list offers it.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from core.fault import Fault, sentence
from core.scene import Town
from tui.i18n.piece_letters import spelt

NAME = "xx"
LONGER = 0.35
"""By how much of its length a sentence grows."""

_ACCENTS = str.maketrans("aceinouyACEINOUY", "àçéîñöûýÀÇÉÎÑÖÛÝ")
_FIELDS = re.compile(r"(\{[^{}]*\}|`[^`]*`)")


def pseudo(text: str) -> str:
    """Give a sentence in accents and longer; fields and `code` stay as they are.

    >>> pseudo("Turn {n}"), pseudo("Settings")
    ('Tûrñ {n}~~', 'Séttîñgs~~~')
    """
    if not text:
        return text
    parts = _FIELDS.split(text)
    told = "".join(part if at % 2 else part.translate(_ACCENTS) for at, part in enumerate(parts))
    plain = sum(len(part) for part in parts[::2])
    return told + "~" * max(1, round(plain * LONGER))


class Pseudo(NullTranslations):
    """A catalogue that has every sentence."""

    def gettext(self, message: str) -> str:
        """Give a sentence."""
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Give one sentence or the other, as English counts."""
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Give a word."""
        del context
        return pseudo(message)


LANGUAGES = ("en", "fr")
"""The available languages, the fallback first."""

PSEUDO = "xx"
"""The pseudo-locale (`tui.i18n.translation`), which no list offers."""

NAMES = {"en": "English", "fr": "Français"}
"""Each language's own name."""

STATES: Mapping[str, str] = {
    "r": sentence("Rome"),
    "k": sentence("Constantinople"),
    "a": sentence("Alexandria"),
    "c": sentence("Carthage"),
}
"""The states around the sea, by the letters in the names of their seats."""

CODES: Mapping[str, str] = {"r": "ROM", "k": "CON", "a": "ALX", "c": "CAR"}
"""The codes of their capitals, the same in every language."""

_LOCALE = Path(__file__).resolve().parents[1] / "locale"
_current: list[str] = []
TYPED = frozenset(
    {
        *("text", "given", "value", "found", "word", "name", "names", "nick", "tournament", "command", "option", "key"),
        *("path", "file", "folder", "program", "profile", "certificate", "url", "host", "bind"),
    }
)
"""The fields that quote what somebody typed or named: `x` stays `x`, even where the core has a word of that name."""

SIGN = "sign"
"""The field that says what to type: the sign `x` stays `x` too."""

_SPELLED = frozenset({"piece", "other"})
"""The fields of a fault that name a piece in the letters of the core."""

_PLACES = frozenset({"city", "start", "spot"})
"""The fields of a fault that name a town of the map by its code."""

_CODES_OF = "cities"
"""The field of a fault that names several."""

_PRESETS = "presets"
"""The field of a fault that lists sets of rules: each as it is typed, with its name."""


@dataclass(frozen=True, slots=True)
class Called:
    """What is called by other names than the core's at a table.

    `seats` are numbered seats: a colour, and which of those that have it (0: the only one). `towns` are those of the
    map, by their codes.
    """

    seats: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    towns: Mapping[str, Town] = field(default_factory=dict)


_called: list[Called] = [Called()]

_keys: list[Callable[[str], str]] = []

_NOTHING: Mapping[str, str] = {}
_instead: ContextVar[Mapping[str, str]] = ContextVar("instead", default=_NOTHING)
"""What the face in use says instead of sentences of the shell."""


class _Keys:
    """The keys in force, by the ids of their actions: a sentence names one as `{key[table.help]}`."""

    def __getitem__(self, name: str) -> str:
        return _keys[-1](name) if _keys else name


_KEYS, _NAMES_KEY = _Keys(), "{key["


def name_keys(named: Callable[[str], str]) -> None:
    """Set the names of the keys in sentences. The text mode has no keys: what it says names none."""
    _keys[:] = [named]


def preferred(environ: Mapping[str, str]) -> str:
    """Give the language an environment asks for: `PARLEY_LANG` first, then `LC_ALL`, `LC_MESSAGES`, `LANG`.

    >>> preferred({"LANG": "fr_CA.UTF-8"}), preferred({"LANG": "fr_FR", "PARLEY_LANG": "en"}), preferred({})
    ('fr', 'en', 'en')
    """
    if environ.get("PARLEY_LANG") == PSEUDO:
        return PSEUDO
    for name in ("PARLEY_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name, "").lower()
        if value:
            return next((language for language in LANGUAGES if value.startswith(language)), LANGUAGES[0])
    return LANGUAGES[0]


def is_given(environ: Mapping[str, str]) -> bool:
    """Tell whether an environment names one of the languages for Parley alone.

    >>> is_given({"PARLEY_LANG": "fr"}), is_given({"LANG": "fr_FR.UTF-8"})
    (True, False)
    """
    return environ.get("PARLEY_LANG", "").lower() in LANGUAGES


def language() -> str:
    """Give the language in use (`fr` or `en`); at first the one the environment asks for."""
    if not _current:
        _current.append(preferred(os.environ))
    return _current[0]


def use(name: str) -> None:
    """Use the language `name` from now on. An unknown language becomes the fallback; `xx` is the pseudo-locale."""
    _current[:] = [name if name in {*LANGUAGES, PSEUDO} else LANGUAGES[0]]


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Use the language `name` for a while."""
    before = language()
    use(name)
    try:
        yield
    finally:
        use(before)


def reword(words: Mapping[str, str]) -> None:
    """Say other sentences instead of these from now on, in this task and those that it starts."""
    _instead.set(words)


def call(names: Called) -> None:
    """Name numbered seats by a colour, and towns by their names, from now on."""
    _called[:] = [names]


@contextmanager
def calling(names: Called) -> Iterator[None]:
    """Use these names of seats and towns for a while."""
    before = _called[-1]
    call(names)
    try:
        yield
    finally:
        call(before)


def tr(template: str, **fields: object) -> str:
    """Give `template` in the language in use, with its named fields filled in."""
    text = _catalogue(language()).gettext(_instead.get().get(template, template)) if template else ""
    return text.format(**{"key": _KEYS, **fields}) if fields or _NAMES_KEY in text else text


def ntr(one: str, many: str, n: int, **fields: object) -> str:
    """Give `one` or `many` as the language in use counts; the field `n` is filled in with the others."""
    return _catalogue(language()).ngettext(one, many, n).format(**{"key": _KEYS, **fields, "n": n})


def word(key: str) -> str:
    """Translate a short key of the core (`red`, `last_chief`, `separate`); a key without a word stays as it is."""
    return _catalogue(language()).pgettext("word", key) if key else ""


def seat_word(name: str) -> str:
    """Tell a seat's name: the word of its colour, its states, or `seat 2` where it is a number that is called nothing.

    Several states have one name together, as they are one player, whose verb stands in the singular.

    >>> with speaking("en"), calling(Called({"0": ("red", 1), "1": ("blue", 0)})):
    ...     seat_word("r"), seat_word("ac"), seat_word("red"), seat_word("0"), seat_word("1")
    ('Rome', 'Alexandria-Carthage', 'red', 'red 1', 'blue')
    """
    seats = _called[-1].seats
    if name in seats:
        colour, at = seats[name]
        return f"{word(colour)} {at}" if at else word(colour)
    if name.isdigit():
        return tr("seat {name}", name=name)
    if not name or not STATES.keys() >= set(name):
        return word(name)
    return "-".join(tr(STATES[letter]) for letter in name)


def town_name(code: str) -> str:
    """Give the name of a town of the map that is spoken of; the code of one that is not on it."""
    town = _called[-1].towns.get(code)
    return code if town is None else town.name(language())


def town_called(code: str) -> str:
    """Give the code of a town, which is typed, and its name: `ROM Rome`; a code alone that has no name."""
    name = town_name(code)
    return code if name == code else f"{code} {name}"


def seat_title(name: str) -> str:
    """Tell a seat's name with a capital letter in front.

    >>> with speaking("en"):
    ...     seat_title("red"), seat_title("ac")
    ('Red', 'Alexandria-Carthage')
    """
    told = seat_word(name)
    return told[:1].upper() + told[1:]


def seat_brief(name: str, room: int) -> str:
    """Tell a seat's name in a column that is `room` wide: its states by the codes of their capitals where it must be.

    >>> with speaking("en"):
    ...     seat_brief("r", 7), seat_brief("k", 7), seat_brief("ac", 7), seat_brief("yellow", 7)
    ('Rome', 'CON', 'ALX+CAR', 'Yellow')
    """
    told = seat_title(name)
    if len(told) <= room or not CODES.keys() >= set(name):
        return told
    return "+".join(CODES[letter] for letter in name)


def tell(fault: BaseException) -> str:
    """Say why something was refused, with fields that are words of the core in the same language.

    Anything but a `Fault` is described by its class and text: one line, never a traceback.
    """
    if isinstance(fault, Fault):
        return tell_template(fault.template, fault.fields.items())
    text = " ".join(str(fault).split())
    return f"{type(fault).__name__}: {text}" if text else type(fault).__name__


def tell_template(template: str, fields: Iterable[tuple[str, object]]) -> str:
    """Say the template and the fields of a fault that was stored as such; an empty template gives nothing."""
    told = {name: _field(name, value) for name, value in fields}
    said = _instead.get().get(template, template)
    return _catalogue(language()).gettext(said).format(**told) if said else ""


def listed(parts: Iterable[str]) -> str:
    r"""Give parts one after the other, with semicolons as the language writes them.

    >>> with speaking("fr"):
    ...     listed(["a", "b"])
    'a\xa0; b'
    """
    return ("\u00a0; " if language() == "fr" else "; ").join(parts)


def bare(text: str) -> str:
    """Give a word without case and accents.

    >>> bare("Répéter")
    'repeter'
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _told(value: object) -> object:
    if isinstance(value, Fault):
        return tell(value)
    if not isinstance(value, str):
        return value
    told = word(value)
    return told if told != value else _catalogue(language()).gettext(value) if value else ""


def _field(name: str, value: object) -> object:
    """Say one field of a fault: a seat by its name, what is or was typed as it is, anything else as a word."""
    if name in {"seat", "player"}:
        return ", ".join(map(seat_word, str(value).split(", ")))
    if name in TYPED | {SIGN} and isinstance(value, str):
        return value
    if name in _PLACES and value in _called[-1].towns:
        return town_called(str(value))
    if name == _CODES_OF:
        return ", ".join(map(town_called, str(value).split(", ")))
    if name == _PRESETS:
        return ", ".join(f"{code} ({word(code)})" for code in str(value).split(", "))
    return _lettered(name, _told(value))


def _lettered(name: str, value: object) -> object:
    return spelt(value, tr) if name in _SPELLED and isinstance(value, str) else value


@cache
def _catalogue(name: str) -> NullTranslations:
    if name == PSEUDO:
        return Pseudo()
    try:
        with (_LOCALE / name / "LC_MESSAGES" / "parley.mo").open("rb") as file:
            return GNUTranslations(file)
    except OSError:
        return NullTranslations()

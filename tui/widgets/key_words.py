"""Words that name a key in a text: a click on them does what the key does.

A sentence says where its words for a key begin and end: at a comma, a semicolon, a colon, or the next key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from string import Formatter

from rich.style import Style
from rich.text import Text

from core.fault import sentence
from tui.i18n.translation import language, tr
from tui.settings.keymap import NAMES, named

PLAYS = sentence("{key[board.point]} plays")
PLAYS_THERE = sentence("{key[board.point]} on {spot} plays")
"""What is said of an action that could go on: while the cursor stands on its last spot, and while it does not."""

PLAYING = {"board.point": "screen.play_chosen"}
"""What these words do: play what is chosen, wherever the cursor has gone since."""

_MARK = re.compile("\x02([^\x03]*)\x03")
_FIELD = "\x04"
_BETWEEN = re.compile(r"[,;.]\s|\s?:\s|\)|\s/\s|\n")
_COLON = re.compile(r"\s?:\s")
_FILLED = r"[^,;.()\n]+"


class _Marks:
    """Stands for the keys in a sentence and marks where each of them is named."""

    def __getitem__(self, name: str) -> str:
        return f"\x02{name}\x03"


def key_words(told: str | Text, *sentences: str, does: Mapping[str, str] | None = None) -> Text:
    """Let a click on the words of `told` that name a key, as in one of the `sentences` it is made of, do what it does.

    `does` gives another action for a key, by its id, where the words promise more than the key under the cursor does.
    """
    text = Text(told) if isinstance(told, str) else told
    for begin, end, name in places(text.plain, *sentences):
        action = (does or {}).get(name, f"screen.press({name!r})")
        text.stylize(Style(meta={"@click": action}), begin, end)
    return text


def key_sentence(template: str, style: Style | str = "", **fields: object) -> Text:
    """Tell a sentence in the language in use; a click on its words for a key does what the key does."""
    return key_words(Text(tr(template, **fields), style), template)


def places(told: str, *sentences: str) -> Iterator[tuple[int, int, str]]:
    """Give where words for a key begin and end in a text, and which key: its id, or its name if nobody may change it.

    >>> told = "c3 Enter plays, Esc takes it back. stone at c3"
    >>> [(told[at:end], key) for at, end, key in places(told, "{key[board.point]} plays, Esc takes it back.")]
    [('Enter plays', 'board.point'), ('Esc takes it back.', 'escape')]
    """
    for template in sentences:
        for before, name, after in _clauses(language(), template):
            key = tr(NAMES[name]) if name in NAMES else named(name)
            if key in told:
                for found in re.finditer(before + re.escape(key) + after, told):
                    yield found.start(), found.end(), name


@lru_cache(maxsize=1024)
def _clauses(tongue: str, template: str) -> tuple[tuple[str, str, str], ...]:
    """Give the words for each key in a sentence in the language `tongue`, as patterns for what stands around the key.

    What may follow or precede them is a part of the pattern: a key alone, in brackets, is found nowhere else.
    """
    del tongue  # it is that in use; it stands for it in the cache
    fields = {name: _FIELD for _, name, _, _ in Formatter().parse(template) if name and not name.startswith("key[")}
    told = tr(template, **{**fields, "key": _Marks()})
    for key, name in NAMES.items():
        if re.search(rf"\b{name}\b", template):
            told = re.sub(rf"\b{re.escape(tr(name))}\b", f"\x02{key}\x03", told)
    found, left = list[tuple[str, str, str]](), 0
    for mark in _MARK.finditer(told):
        begin = max([left, *(gap.end() for gap in _BETWEEN.finditer(told, left, mark.start()))])
        colon = _COLON.match(told, mark.end())
        after = colon.end() if colon else mark.end()
        following = _MARK.search(told, after)
        limit = following.start() if following else len(told)
        gap = _BETWEEN.search(told, after, limit)
        left = gap.start() if gap else limit
        begin += len(told[begin : mark.start()]) - len(told[begin : mark.start()].lstrip())
        end = mark.end() + len(told[mark.end() : left].rstrip())
        around = _around(told, begin, end)
        found.append(
            (around[0] + _pattern(told[begin : mark.start()]), mark[1], _pattern(told[mark.end() : end]) + around[1])
        )
    return tuple(found)


def _around(told: str, begin: int, end: int) -> tuple[str, str]:
    """Give patterns for the signs around some words, where a sentence has some that are its own."""
    before, after = told[begin - 1 : begin], told[end : end + 1]
    own = [re.escape(sign) if sign and sign not in f"\x02\x03{_FIELD}" else "" for sign in (before, after)]
    return (f"(?<={own[0]})" if own[0] else r"(?<!\w)"), (f"(?={own[1]})" if own[1] else r"(?!\w)")


def _pattern(told: str) -> str:
    return _FILLED.join(map(re.escape, told.split(_FIELD)))

"""Faults that a player understands: a sentence with named fields, and one class for each kind of fault.

The sentence is English here. A face looks the template up in its catalogue and fills in the same fields.
"""

from __future__ import annotations

import re

LONGEST = 400
"""The most characters of a field that a sentence repeats."""

_HARMFUL = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ud800-\\udfff\\ufeff]"
)
"""Control characters, line separators, characters that hide or turn the text around them, and lone surrogates."""


def sentence(template: str) -> str:
    """Mark an English template for the catalogues and give it back unchanged.

    >>> sentence("There is no piece on {cell}.")
    'There is no piece on {cell}.'
    """
    return template


class Fault(ValueError):
    """A person or a program asked for something impossible: `template`, filled with `fields`, says what and where."""

    def __init__(self, template: str, **fields: object) -> None:
        """Keep the English template (a member of a closed enum of sentences) and the values of its fields."""
        self.template = str(template)
        self.fields = {name: shown(value) for name, value in fields.items()}
        super().__init__(self.template.format(**self.fields))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by template and fields, so that a fault crosses a process boundary unchanged."""
        return (_remake, (type(self), self.template, self.fields))


def shown(value: object) -> object:
    r"""Give a field in a form that a sentence may repeat: on one line, of limited length, and harmless to a terminal.

    >>> shown("a\x1b[2J\n")
    'a?[2J?'
    >>> shown(3), shown([3, "a"])
    (3, "[3, 'a']")
    """
    text = str(value) if isinstance(value, list | dict | tuple) else value
    if type(text) is not str:
        return value
    return _HARMFUL.sub("?", text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def _remake(kind: type[Fault], template: str, fields: dict[str, object]) -> Fault:
    return kind(template, **fields)


class IllegalAction(Fault):
    """The rules do not allow this action now; the state is unchanged."""


class BadNotation(IllegalAction):
    """The text is not an action in the game's notation; field `column` (from 1) says where, if that is known."""


class BadOption(Fault):
    """The game or the table does not know this option or value; the sentence names those allowed."""


class BadPosition(Fault):
    """A position that cannot be set up on the board."""


class BadRecord(Fault):
    """A record that cannot be read; fields `line` and `column` count from 1."""


class UnknownGame(Fault):
    """There is no game of that name; the sentence names the games there are."""

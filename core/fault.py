"""Faults that a player understands: a sentence with named fields, one class for each kind of fault.

The sentence is English here; a face looks the template up in its catalogue and fills the same fields in.
"""

from __future__ import annotations


def sentence(template: str) -> str:
    """Mark an English template for the catalogues and give it back unchanged.

    >>> sentence("There is no piece on {cell}.")
    'There is no piece on {cell}.'
    """
    return template


class Fault(ValueError):
    """Something a person or a program asked for that cannot be: `template` filled with `fields` says what and where."""

    def __init__(self, template: str, **fields: object) -> None:
        """Keep the English template (a member of a closed enum of sentences) and the values of its fields."""
        self.template = str(template)
        self.fields = fields
        super().__init__(self.template.format(**fields))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by template and fields, so that a fault crosses a process boundary whole."""
        return (_remake, (type(self), self.template, self.fields))


def _remake(kind: type[Fault], template: str, fields: dict[str, object]) -> Fault:
    return kind(template, **fields)


class IllegalAction(Fault):
    """The rules do not allow this action now; the state is unchanged."""


class BadNotation(IllegalAction):
    """The text is no action in the game's notation; where it can be told, field `column` (from 1) says where."""


class BadOption(Fault):
    """An option or a value that the game or the table does not know; the sentence names those allowed."""


class BadPosition(Fault):
    """A position to set up that cannot stand on the board."""


class BadRecord(Fault):
    """A record that cannot be read; fields `line` and `column` count from 1."""


class UnknownGame(Fault):
    """There is no game of that name; the sentence names those there are."""

"""What is wrong with a command line: typer says it in English, here it becomes a fault that every language tells."""

from __future__ import annotations

import re

from core.fault import Fault, sentence

WRONG = sentence("{why}: see `parley --help`.")

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
    (r"Got unexpected extra argument\(s\) \((?P<words>.*)\)", sentence("There are words too many ({words})")),
    (r"Option '(?P<name>.*)' requires an argument\.?", sentence("The option {name} lacks its value")),
    (r"Option '(?P<name>.*)' does not take a value\.?", sentence("The option {name} takes no value")),
    (r"Invalid value for '(?P<name>.*?)': (?P<why>.*)", sentence("The value of {name} does not fit ({why})")),
    (r"Input should be less than or equal to (?P<limit>\S+)", sentence("{limit} at most")),
    (r"Input should be greater than or equal to (?P<limit>\S+)", sentence("{limit} at least")),
    (r"Input should be a valid integer.*", sentence("it takes a whole number")),
    (r"Input should be a valid number.*", sentence("it takes a number")),
)
"""What typer says, and how we say it."""


def fault(said: str) -> Fault:
    """Give the fault for what typer says of a command line; a sentence unknown here stays as it is."""
    return Fault(WRONG, why=_reason(" ".join(said.split())))


def _reason(said: str) -> Fault | str:
    for pattern, template in SLIPS:
        found = re.fullmatch(pattern, said)
        if found:
            return Fault(template, **{name: _field(name, text) for name, text in found.groupdict().items()})
    return said.rstrip(".")


def _field(name: str, text: str) -> Fault | str:
    return _reason(text) if name == "why" else text.replace("'", "")

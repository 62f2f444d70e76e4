"""Options as a command line gives them. Pure."""

from __future__ import annotations

from core.fault import Fault, sentence

BAD_PAIR = sentence("--option takes NAME=VALUE, not {given}.")


def pairs(options: list[str] | None) -> dict[str, str]:
    """Read NAME=VALUE words; raise `Fault`."""
    found = {}
    for word in options or ():
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Fault(BAD_PAIR, given=word)
        found[name] = value
    return found

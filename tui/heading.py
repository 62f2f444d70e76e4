"""The title of the terminal and notes of the desktop as escape sequences; foreign text in them is clean. Pure."""

from __future__ import annotations

PUSH, POP = "\x1b[22;0t", "\x1b[23;0t"
"""Keeps the title that the terminal has, and gives it back (XTPUSHTITLE, XTPOPTITLE)."""

LONGEST = 100
"""The columns of a title or of a note."""

UNTITLED = ("", "dumb", "linux", "unknown")
"""The terminals (`TERM`) that have no title."""

OSC, END = "\x1b]", "\x07"


def clean(text: str) -> str:
    r"""Give a text that cannot end an escape sequence nor begin one: printable letters only, on one line, cut.

    >>> clean("Flo\x1b]0;x\x07rence\n;\u202e")
    'Flo ]0;x rence ; '
    """
    return "".join(letter if letter.isprintable() else " " for letter in text)[:LONGEST]


def titled(text: str) -> str:
    """Give what sets the title (OSC 0)."""
    return f"{OSC}0;{clean(text)}{END}"


def noted(way: str, title: str, text: str) -> str:
    r"""Give what shows a note on the desktop: by `osc9` (one line) or by `osc777` (title and text).

    >>> noted("osc777", "Parley", "a;b"), noted("osc9", "Parley", "4;1")
    ('\x1b]777;notify;Parley;a,b\x07', '\x1b]9;Parley: 4,1\x07')
    """
    said = clean(text).replace(";", ",")
    head = clean(title).replace(";", ",")
    return f"{OSC}9;{head}: {said}{END}" if way == "osc9" else f"{OSC}777;notify;{head};{said}{END}"


def has_title(term: str) -> bool:
    """Tell whether a terminal of that kind has a title."""
    return term not in UNTITLED

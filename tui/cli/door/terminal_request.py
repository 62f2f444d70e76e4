"""What a visitor's terminal is allowed to be: its type from a list, its size within limits, nothing else of theirs.

Pure: what an SSH client asks for enters, the variables of a process leave.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TERMS = (
    frozenset(("alacritty", "ansi", "contour", "dumb", "foot", "foot-extra", "ghostty", "iterm2", "kitty", "konsole"))
    | frozenset(
        f"{name}{colours}"
        for name in ("konsole", "rxvt-unicode", "screen", "st", "tmux", "xterm")
        for colours in ("", "-256color")
    )
    | frozenset(("linux", "mintty", "vt100", "vt220", "wezterm", "xterm-ghostty", "xterm-kitty"))
)
"""The types of terminal that are passed on as they are."""
USUAL_TERM = "xterm-256color"
"""What any other terminal is taken for."""
TRUE_COLOURS = frozenset({"truecolor", "24bit"})
"""What `COLORTERM` says where a terminal shows any colour."""
LANGUAGES = {"fr": "fr_FR.UTF-8", "en": "en_US.UTF-8"}
"""The locales that a visitor may ask for, by how theirs begins."""
LEAST_SIZE, USUAL_SIZE, MOST_SIZE = (20, 5), (80, 24), (500, 200)
"""Columns and rows: the least and the most that are shown, and what is shown to a terminal that tells none."""


def clamped(columns: int, rows: int) -> tuple[int, int]:
    """Give the size that is shown to a terminal of a size.

    >>> clamped(100, 30), clamped(0, 0), clamped(4_000_000_000, 1)
    ((100, 30), (80, 24), (500, 5))
    """
    if columns <= 0 or rows <= 0:
        return USUAL_SIZE
    across, down = (
        min(max(size, least), most) for size, least, most in zip((columns, rows), LEAST_SIZE, MOST_SIZE, strict=True)
    )
    return across, down


@dataclass(frozen=True, slots=True)
class TerminalRequest:
    """A visitor's terminal as it is shown to: `term` of `TERMS`, a size, any colour or not, a locale of `LANGUAGES`."""

    term: str
    columns: int
    rows: int
    true_colours: bool = False
    locale: str = ""

    @classmethod
    def of(cls, term: str, size: tuple[int, int], asked: Mapping[str, str]) -> TerminalRequest:
        r"""Read what a client asks for; `asked` are the variables it sends, of which colours and language are read.

        >>> TerminalRequest.of("xterm\x1b]0;", (0, 0), {"LC_ALL": "fr_CA", "LD_PRELOAD": "x"})
        TerminalRequest(term='xterm-256color', columns=80, rows=24, true_colours=False, locale='fr_FR.UTF-8')
        """
        columns, rows = clamped(*size)
        spoken = next((asked[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if asked.get(name)), "")
        return cls(
            term if term in TERMS else USUAL_TERM,
            columns,
            rows,
            asked.get("COLORTERM", "") in TRUE_COLOURS,
            LANGUAGES.get(spoken[:2].lower(), ""),
        )

    @property
    def variables(self) -> dict[str, str]:
        """The variables that tell a program of this terminal."""
        found = {"TERM": self.term}
        if self.true_colours:
            found["COLORTERM"] = "truecolor"
        if self.locale:
            found["LANG"] = self.locale
        return found

"""The words by which the text mode is asked for the games that were played."""

from __future__ import annotations

from tui.speech import bare

WORDS = {
    "games": "games",
    "parties": "games",
    "replay": "replay",
    "revoir": "replay",
    "export": "export",
    "exporter": "export",
    "figures": "figures",
    "chiffres": "figures",
    "statistiques": "figures",
    "import": "import",
    "importer": "import",
    "help": "help",
    "aide": "help",
    "?": "help",
}
"""The words that are understood, in both languages, without accents."""

QUIT = frozenset({"quit", "quitter", "exit"})


def is_study(line: str) -> bool:
    """Tell whether a line of the first menu asks for something of the games that were played."""
    first = bare(line.partition(" ")[0])
    return first in WORDS and WORDS[first] != "help"

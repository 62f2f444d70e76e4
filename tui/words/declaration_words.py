"""Declarations and offers in the words of a choice, and the key of each."""

from __future__ import annotations

from collections.abc import Sequence

from core.fault import sentence
from net.table.line.vacation import days_of
from net.view.table_view import OfferKind
from tui.i18n.local_letters import spelled
from tui.i18n.translation import bare, ntr, seat_word, tr, word
from tui.words.event_words import RESIGN_GAME

FINAL = {"abandon": "8", "resign": "9"}
"""The declarations, by their first words, that are asked about once more, and the key of each."""

PRESSES = "12345670abcdefghi"
"""The keys of all others in turn: who comes or goes moves none of those that end the game for oneself."""

DRAW_GAME = sentence("Offer a draw of game {number}")

TYPED = {
    "resign": ("abandonner", "renoncer"),
    "abandon": ("laisser",),
    "return": ("revenir",),
    "draw": ("nulle",),
}
"""The declarations that may be typed, each with what else may be typed for it, without accents: as in the text mode."""

LEFT_TO_OTHERS = sentence("{seat} leaves the game to the others, who play on")
BOTS_PLAY_ON = sentence("Resign: the bots play on")
GIVEN_UP = sentence("{seat} gives the game up: that ends it")
SIDE_LOSES = sentence("Resign: your side loses the game")
"""The declarations that end the game for oneself, each with what tells it from the other."""

RESIGN_LEFT = sentence("Resign: {seat} leaves the game to the others, who play on")
RESIGN_ENDS = sentence("Resign: {seat} gives the game up, and that ends it")
"""The same in a game that knows no other way to resign."""

DECLARATIONS = {
    "abandon": sentence("Leave the game to the others"),
    "resign": sentence("Resign"),
    "forfeit": sentence("Lost by default"),
    "draw": sentence("Offer a draw"),
    "return": sentence("Ask to return"),
    "takeback": sentence("Take back your last decision"),
    "rewind": sentence("Take back your last decision"),
    "pause": sentence("Ask for a pause"),
    "resume": sentence("Go on after the pause"),
    "ready": sentence("Ready: I need no more time to talk"),
    "spectators off": sentence("Ask to play on without spectators"),
    "spectators on": sentence("Ask to let others look on"),
}
"""The declarations, by the first word of their canonical text or by all of it."""


def vacation_words(days: int) -> str:
    """Name the taking of so many days of vacation."""
    return ntr("Take {n} day of vacation", "Take {n} days of vacation", days)


def declaration_words(text: str, game: int = 0) -> str:
    """Name a declaration; `game` is the number of the running game in its match, 0 if the match is one game."""
    head, _, rest = text.partition(" ")
    if head == "resign" and rest:
        return tr(RESIGN_GAME, number=rest)
    if text == OfferKind.DRAW and game:
        return tr(DRAW_GAME, number=game)
    if (days := days_of(text)) is not None:
        return vacation_words(days)
    if text in DECLARATIONS:
        return tr(DECLARATIONS[text])
    words = tr(DECLARATIONS[head]) if head in DECLARATIONS else word(head)
    return tr("{label}: {value}", label=words, value=seat_word(rest)) if rest else words


NAMING = {"abandon": sentence("abandon {seat}"), "return": sentence("return {seat}")}
BARE = {"draw": sentence("draw"), "forfeit": sentence("forfeit")}
"""The declarations as the log writes them: those that name their seat, and those of one word."""


def is_declared(text: str) -> bool:
    """Tell whether a decision in the notation is a declaration, not a move."""
    return text.partition(" ")[0] in {"resign", *NAMING, *BARE}


def decision_words(text: str) -> str:
    """Give a decision as the log writes it behind its seat: a declaration in words, anything else in the notation."""
    head, _, rest = text.partition(" ")
    if head == "resign":
        words = declaration_words(text)
        return words[:1].lower() + words[1:]
    if head in NAMING and rest:
        return tr(NAMING[head], seat=seat_word(rest))
    return tr(BARE[text]) if text in BARE else spelled(text)


def abandon_words(seat: str, *, ends: bool, resigns: bool = False, among_bots: bool = False) -> str:
    """Say what it means that the seat of a title leaves the game, which `ends` with that or goes on.

    `resigns` tells that there is no other way to resign in this game. Where all others are bots it is called to resign,
    as on the way out of the table.
    """
    if among_bots:
        return tr(DECLARATIONS["resign"] if ends else BOTS_PLAY_ON)
    ending, going_on = (RESIGN_ENDS, RESIGN_LEFT) if resigns else (GIVEN_UP, LEFT_TO_OTHERS)
    return tr(ending if ends else going_on, seat=seat)


def typed_word(text: str) -> str:
    """Give the declaration that a word in any language stands for; empty if none.

    >>> typed_word("Abandonner"), typed_word("abandon"), typed_word("c3-c5")
    ('resign', 'abandon', '')
    """
    plain = bare(text)
    return next((word for word, others in TYPED.items() if plain in {word, *others}), "")


def begins_declaration(text: str) -> bool:
    """Tell whether a half-typed text can become such a word; one letter may as well be that of a piece."""
    plain = bare(text)
    return len(plain) > 1 and any(one.startswith(plain) for word, others in TYPED.items() for one in (word, *others))


def declaration_presses(texts: Sequence[str]) -> str:
    """Give the key of each declaration of a choice, by its canonical text."""
    left, fixed = iter(PRESSES), dict(FINAL)
    return "".join(fixed.pop(text.partition(" ")[0], "") or next(left, " ") for text in texts)

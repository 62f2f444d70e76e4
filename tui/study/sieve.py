"""The sieve: which of the games played are shown, by game, result, opponent and any text. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.games import find, names
from tui.speech import LANGUAGES, seat_word, speaking, tr, word
from tui.study.played import Played, Result
from tui.study.words import RESULTS
from tui.text.words import bare

FIELDS = {
    "game": "game",
    "jeu": "game",
    "result": "result",
    "resultat": "result",
    "opponent": "opponent",
    "adversaire": "opponent",
    "against": "opponent",
    "contre": "opponent",
}
"""The words before a colon that name a field, without accents, in both languages."""


@dataclass(frozen=True, slots=True)
class Sieve:
    """What a game must have: its `game`'s name, its `result`, an `opponent`, and each word of `text`; "" is all."""

    game: str = ""
    result: str = ""
    opponent: str = ""
    text: str = ""

    def lets(self, one: Played) -> bool:
        """Tell whether a game is shown."""
        return (
            _has(self.game, _game_words(one.game))
            and _has(self.result, _result_words(one.result))
            and _has(self.opponent, [bare(name) for name in one.opponents])
            and all(_has(part, _words(one)) for part in self.text.split())
        )

    def keep(self, games: Iterable[Played]) -> tuple[Played, ...]:
        """Give the games shown, in their order."""
        return tuple(one for one in games if self.lets(one))


def sieve(text: str) -> Sieve:
    """Read a line such as `game:djambi result:won ana`; a field may have its French name.

    >>> sieve("jeu:djambi contre:Ana truce")
    Sieve(game='djambi', result='', opponent='ana', text='truce')
    """
    found: dict[str, str] = {}
    free = []
    for part in bare(text).split():
        name, colon, value = part.partition(":")
        if colon and name in FIELDS:
            found[FIELDS[name]] = value
        else:
            free.append(part)
    return Sieve(text=" ".join(free), **found)


def _has(wanted: str, words: Iterable[str]) -> bool:
    return not wanted or any(bare(wanted) in word for word in words)


def _game_words(name: str) -> list[str]:
    titles = [name]
    for language in LANGUAGES if name in names() else ():
        with speaking(language):
            titles.append(tr(find(name).title))
    return [bare(title) for title in titles]


def _result_words(result: Result) -> list[str]:
    words = [str(result)]
    for language in LANGUAGES:
        with speaking(language):
            words.append(tr(RESULTS[result]))
    return [bare(one) for one in words]


def _words(one: Played) -> list[str]:
    words = [*_game_words(one.game), one.date, *(bare(nick) for _, nick in one.people)]
    words += [bare(seat_word(seat)) for seat, _ in one.people]
    return [*words, bare(one.reason), bare(word(one.reason)), *_result_words(one.result)]

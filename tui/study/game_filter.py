"""The filter of past games: by game, result, opponent and any text. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tui.i18n.translation import LANGUAGES, bare, calling, language, seat_word, speaking, tr
from tui.study.game_summary import RESULTS, GameSummary, Result, ending, game_title
from tui.table.seat_names import called

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


FRENCH = {"game": "jeu", "result": "resultat", "opponent": "contre"}
"""The names of the fields where French is spoken."""


@dataclass(frozen=True, slots=True)
class GameFilter:
    """What a game must match: `game`, `result`, an `opponent`, and each word of `text`; "" matches all."""

    game: str = ""
    result: str = ""
    opponent: str = ""
    text: str = ""

    def lets(self, one: GameSummary) -> bool:
        """Tell whether a game is shown."""
        return (
            _has(self.game, _game_words(one.game))
            and _has(self.result, _result_words(one.result))
            and _has(self.opponent, [bare(name) for name in one.opponents])
            and all(_has(part, _words(one)) for part in self.text.split())
        )

    def keep(self, games: Iterable[GameSummary]) -> tuple[GameSummary, ...]:
        """Give the games shown, in their order."""
        return tuple(one for one in games if self.lets(one))


def sieve(text: str) -> GameFilter:
    """Read a line such as `game:djambi result:won ana`; a field may have its French name.

    >>> sieve("jeu:djambi contre:Ana truce")
    GameFilter(game='djambi', result='', opponent='ana', text='truce')
    """
    found: dict[str, str] = {}
    free = []
    for part in bare(text).split():
        name, colon, value = part.partition(":")
        if colon and name in FIELDS:
            found[FIELDS[name]] = value
        else:
            free.append(part)
    return GameFilter(text=" ".join(free), **found)


def set_field(text: str, field: str, value: str) -> str:
    """Give a line with another value of a field, under its name in the language in use; without the field for "".

    >>> set_field("jeu:djambi result:won ana", "game", "megiddo")
    'result:won ana game:megiddo'
    """
    parts = [part for part in text.split() if FIELDS.get(bare(part.partition(":")[0])) != field or ":" not in part]
    name = FRENCH[field] if language() == "fr" else field
    return " ".join([*parts, *([f"{name}:{value}"] if value else [])])


def _has(wanted: str, words: Iterable[str]) -> bool:
    return not wanted or any(bare(wanted) in word for word in words)


def _game_words(name: str) -> list[str]:
    return [bare(name), *_tongues(lambda: [game_title(name)])]


def _result_words(result: Result) -> list[str]:
    return [str(result), *_tongues(lambda: [tr(RESULTS[result])])]


def _words(one: GameSummary) -> list[str]:
    seats = [seat for seat, _ in one.people]
    words = [*_game_words(one.game), *_result_words(one.result), one.date, bare(one.reason)]
    words += [bare(nick) for _, nick in one.people]
    with calling(called(one.game, one.options)):
        return words + _tongues(lambda: [*map(seat_word, seats), ending(one)])


def _tongues(told: Callable[[], Iterable[str]]) -> list[str]:
    """Give words in every language, without accents."""
    found = []
    for tongue in LANGUAGES:
        with speaking(tongue):
            found += [bare(one) for one in told()]
    return found

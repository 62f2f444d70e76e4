"""The pairings of a Swiss tournament by the Dutch rules (FIDE C.04.3), as `caissify-pairings` finds them.

The library is the only one that knows the rules; this is the only module that knows the library. Its version is pinned,
as is that of the graph library below it: every member has to find the same pairings. It takes wrong input without a
word, so what it finds is checked here. Its own time for a round of 64 entrants is two seconds.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from functools import lru_cache

from caissify_pairings import generate_pairings

from core.fault import Fault, sentence
from core.tournament.ranking import ResultKind, TableResult
from core.tournament.round_robin import FEWEST, TOO_FEW, Pairing, Round

SYSTEM, FIRST_COLOUR = "dutch", "white"

EXHAUSTED = sentence("There is no Swiss pairing for another round: too many entrants have met already.")
STRANGE = sentence("The results of a Swiss tournament are of two entrants each, and of those who take part.")

logging.getLogger("caissify_pairings").setLevel(logging.CRITICAL)  # what it warns of is checked below


def swiss_round(entrants: Sequence[int], results: Iterable[TableResult], number: int, rounds: int) -> Round:
    """Pair round `number` (from 0) of `rounds` for the entrants that are left, in the order of their lots.

    `results` are those of all rounds before. Raises `Fault` if nobody can be paired without meeting somebody twice.
    """
    return _paired(tuple(entrants), tuple(results), number, rounds)


@lru_cache(maxsize=64)  # a club that is followed is folded again with each event, and its pairings stay
def _paired(entrants: tuple[int, ...], results: tuple[TableResult, ...], number: int, rounds: int) -> Round:
    if len(set(entrants)) < FEWEST or len(set(entrants)) != len(entrants):
        raise Fault(TOO_FEW, least=FEWEST, found=len(set(entrants)))
    history = _History(results)
    players = [history.player(one, number) for one in entrants]
    met = {(one + 1, other + 1) for one, other in history.met}
    found = generate_pairings(SYSTEM, players, met, number + 1, rounds, initial_color=FIRST_COLOUR)
    pairs = tuple(_pair(row["white_id"], row["black_id"]) for row in sorted(found, key=lambda row: int(row["table"])))
    _check(pairs, entrants, history)
    return pairs


def _pair(first: int, second: int | None) -> Pairing:
    return first - 1, None if second is None else second - 1


def _check(pairs: Round, entrants: Sequence[int], history: _History) -> None:
    seated = sorted(one for pair in pairs for one in pair if one is not None)
    byes = [first for first, second in pairs if second is None]
    again = any(
        second is not None and (min(first, second), max(first, second)) in history.met for first, second in pairs
    )
    if seated != sorted(entrants) or len(byes) != len(entrants) % 2 or again:
        raise Fault(EXHAUSTED)


class _History:
    """What the rules ask of the rounds before: points, colours, floats, byes and who has met whom."""

    def __init__(self, results: Iterable[TableResult]) -> None:
        self.met: set[tuple[int, int]] = set()
        self._rounds: dict[int, dict[int, TableResult]] = {}
        for result in results:
            if len(result.entrants) > 2:  # noqa: PLR2004 the Dutch rules pair two
                raise Fault(STRANGE)
            if result.played:
                first, second = sorted(result.entrants)
                self.met.add((first, second))
            for one in result.entrants:
                self._rounds.setdefault(result.round, {})[one] = result

    def player(self, entrant: int, number: int) -> dict[str, object]:
        colours, floats, byes, walkovers = [], [], 0, 0
        for at in range(number):
            result = self._rounds.get(at, {}).get(entrant)
            colours.append(_colour(result, entrant))
            floats.append(self._float(result, entrant, at))
            byes += result is not None and result.kind is ResultKind.BYE
            walkovers += result is not None and result.kind is ResultKind.FORFEIT and result.winner == entrant
        return {
            "id": entrant + 1,
            "name": "",
            "score": self._points(entrant, number),
            "rating": 0,
            "starting_number": entrant + 1,
            "pairing_number": entrant + 1,
            "color_hist": colours,
            "float_history": floats,
            "bye_count": byes,
            "forfeit_win_count": walkovers,
        }

    def _points(self, entrant: int, before: int) -> float:
        """Give the points before a round: halves, which a float holds exactly."""
        won = (self._rounds.get(at, {}).get(entrant) for at in range(before))
        return float(sum(result.score(entrant) for result in won if result is not None))

    def _float(self, result: TableResult | None, entrant: int, at: int) -> str:
        if result is None or not result.played:
            return "down" if result is not None and result.score(entrant) else "none"
        other = next(one for one in result.entrants if one != entrant)
        mine, theirs = self._points(entrant, at), self._points(other, at)
        if mine == theirs:
            return "none"
        return "down" if mine > theirs else "up"


def _colour(result: TableResult | None, entrant: int) -> str:
    if result is None or not result.played:
        return "none"
    return "white" if result.entrants[0] == entrant else "black"

"""The end of a game and of a match: points, who wins, who starts next (R26-R35)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.game import WHY, Outcome, Seat
from core.games.megiddo.rules.board import megiddos
from core.games.megiddo.rules.ruleset import Rules

FIRST_LINE = 6
FURTHER_LINE = 12
NOBODY = -1
FORFEIT = "forfeit"
"""Why a colour has lost that has not resigned, in an outcome's detail and in a position."""

SLIDES = "slides"
"""Why a game is a patara though the board is not full, in an outcome's detail: so many quiet slides (R39)."""


class Reason(StrEnum):
    """How a game or a match can end; agreement counts as patara (R35)."""

    MEGIDDO = "megiddo"
    ARBATTA = "arbatta"
    PATARA = "patara"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended: the winning colour (`NOBODY` for a patara), the lines, whether an arbatta, the points.

    `forfeit` says that the last colour lost it because the others waited no longer for one of its seats, `slides` that
    a patara came by quiet slides on a board that is not full.
    """

    winner: int
    megiddos: tuple[str, ...]
    arbatta: bool
    points: tuple[int, ...]
    reason: Reason
    forfeit: bool = False
    slides: bool = False

    @property
    def patara(self) -> bool:
        """Whether nobody won."""
        return self.winner == NOBODY


def judge(rules: Rules, colour: int, mine: int, captured: tuple[int, ...]) -> Result | None:
    """Tell whether a colour's move, played out to its end, has won (R26-R29); both ways may apply (R27)."""
    lines = megiddos(mine)
    arbatta = captured[colour] >= rules.arbatta
    if not lines and not arbatta:
        return None
    bonus = FIRST_LINE + FURTHER_LINE * (len(lines) - 1) if lines else 0
    return Result(colour, lines, arbatta, _added(captured, colour, bonus), Reason.MEGIDDO if lines else Reason.ARBATTA)


def level(captured: tuple[int, ...], reason: Reason, *, slides: bool = False) -> Result:
    """Give the result of a game without winner: each colour scores its captures (R30)."""
    return Result(NOBODY, (), arbatta=False, points=captured, reason=reason, slides=slides)


def conceded(captured: tuple[int, ...], winner: int, *, forfeit: bool) -> Result:
    """Give the result if all others have resigned, or lost by `forfeit`: as if the cheapest megiddo were made (R34)."""
    points = _added(captured, winner, FIRST_LINE)
    return Result(winner, (), arbatta=False, points=points, reason=Reason.RESIGNATION, forfeit=forfeit)


def _added(points: tuple[int, ...], colour: int, bonus: int) -> tuple[int, ...]:
    return (*points[:colour], points[colour] + bonus, *points[colour + 1 :])


def outcome(rules: Rules, result: Result, totals: tuple[int, ...]) -> Outcome | None:
    """Give the end of the match after a game, None if another follows (R31); `totals` already include its points."""
    if rules.single:
        return game_outcome(rules, result, totals)
    winner = champion(rules, result, totals)
    return None if winner == NOBODY else _won(rules, result, totals, winner, Reason.TARGET)


def game_outcome(rules: Rules, result: Result, totals: tuple[int, ...]) -> Outcome:
    """Give the end of one game, whether or not another follows."""
    return _won(rules, result, totals, result.winner, result.reason)


def _won(rules: Rules, result: Result, totals: tuple[int, ...], winner: int, reason: Reason) -> Outcome:
    seats = () if winner == NOBODY else tuple(Seat(seat) for seat in rules.team(winner))
    points = tuple(totals[rules.colour(seat)] for seat in range(rules.players))
    why = _why(result) if reason is result.reason else ()
    return Outcome(seats, points, reason.value, (*_detail(result, team=len(seats) > 1), *why))


def _why(result: Result) -> tuple[tuple[str, str], ...]:
    """Give what the reason of a result leaves open."""
    if result.forfeit:
        return ((WHY, FORFEIT),)
    return ((WHY, SLIDES),) if result.slides else ()


def _detail(result: Result, *, team: bool) -> tuple[tuple[str, str], ...]:
    """Give how the last game ended; `team` if the winners are partners."""
    told = (
        ("game", result.reason.value),
        ("megiddos", " ".join(result.megiddos)),
        ("arbatta", "yes" if result.arbatta else "no"),
    )
    return (*told, ("team", "yes")) if team else told


def champion(rules: Rules, result: Result, totals: tuple[int, ...]) -> int:
    """Give the colour that has won the match, or `NOBODY`: the highest total, then the winner of this game (R31)."""
    best = max(totals)
    leaders = [colour for colour, total in enumerate(totals) if total == best]
    if best < rules.target:
        return NOBODY
    if len(leaders) == 1:
        return leaders[0]
    return result.winner if result.winner in leaders else NOBODY


def next_opener(result: Result, totals: tuple[int, ...], opener: int) -> int:
    """Give the colour that starts the next game: the loser, in the widened sense of R32."""
    colours = len(totals)
    return min(
        (colour for colour in range(colours) if colour != result.winner),
        key=lambda colour: (result.points[colour], totals[colour], (colour - opener - 1) % colours),
    )


def next_seat(rules: Rules, colour: int, last: int) -> int:
    """Give a colour's next seat in turn order after the seat `last`, so that partners alternate (R33)."""
    return min(rules.team(colour), key=lambda seat: (seat - last - 1) % rules.players)

"""Lost stretches: rows of decisions with less of the win left than a mark takes."""

from __future__ import annotations

from core.game import Seat
from core.study.lost_stretch import LEAST, LostStretch, lost_stretches
from core.study.turning_point import Judgement


def row(seat: int, first: int, *left: float) -> list[Judgement]:
    """Give decisions of a seat, every second line, with what the best of each leaves."""
    return [Judgement(first + 2 * at, Seat(seat), "A1", 0.0, "A2", best) for at, best in enumerate(left)]


def test_a_stretch_is_a_row_of_one_seat_without_a_break() -> None:
    red = row(0, 1, 0.5, *[0.05] * LEAST, 0.3, *[0.0] * LEAST)
    blue = row(1, 2, *[0.09] * (LEAST - 1), 0.096, *[0.01] * (LEAST - 1))
    found = lost_stretches(sorted([*red, *blue], key=lambda one: one.ply))
    last = red[-1].ply
    assert found == (LostStretch(Seat(0), 3, 2 * LEAST + 1), LostStretch(Seat(0), last - 2 * (LEAST - 1), last))


def test_nothing_in_a_stretch_has_a_mark() -> None:
    for best in (0.0, 0.05, 0.0949):
        made = row(0, 1, *[best] * LEAST)
        assert lost_stretches(made)
        assert not any(one.mark for one in made)
    assert not lost_stretches(row(0, 1, *[0.1] * LEAST))
    assert row(0, 1, 0.1)[0].mark

"""Wrong values at a real table of three: what is refused, who is named, and that the others play on.

Every field of every message about cards, lots, escrows, audits, receipts and certificates stands in the table below
with every wrong value of its type; in a long run all are tried. What comes of it:

- `stops: WORD`: play stops, all name the cheat for that, the result is void.
- `audit: WORD`: the game is played to its end, then the audit names him for that; void, but where he `refused`.
- `without WHAT`: it is no message, or not the one that is owed; what is owed is waited for, and the others go on alone.
- `void`: his decision does not count, and he is shown with it; he may decide again.
- `not begun`: the same before the first decision: the start is undone, his seat is free.
- `clean`: nothing comes of it; the game is played to its end and all audits find nothing.
- `-`: nobody has said another one there that he could repeat.

Whoever hears the same in another order names the same one. Nobody else is ever named, and nothing raises.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from net.wire.card_data import KINDS
from net.wire.event import Kind
from net.wire.event_data import SHAPES
from tests import length
from tests.net.support.attacks.hostile_evening import Evening
from tests.net.support.attacks.hostile_fields import FIELDS
from tests.net.support.toy_games.toy_table import install

TABLE = """
ready.roster                  | not begun                   | zeros, ones, a bit, too short, too long, empty
                              | -                           | another's, an earlier one
ready.lot                     | not begun                   | zeros, ones, a bit, another's, too short, too long,
                              |                             | empty
                              | -                           | an earlier one
reveal.secret of a lot        | not begun                   | zeros, ones, a bit, another's, too short, too long,
                              |                             | empty
                              | -                           | an earlier one
deck0.epoch                   | not begun                   | -1, one more, many, 2^31, 2^63-1, a text, nothing
deck0.seed                    | audit: seed                 | zeros, ones, a bit, another's, an earlier one
                              | not begun                   | too short, too long, empty
deck0.lot                     | stops: lot                  | zeros, ones, a bit, another's, an earlier one
                              | not begun                   | too short, too long, empty
deck1.epoch                   | not begun                   | -1, one more, many, 2^31, 2^63-1, a text, nothing
deck1.packs                   | not begun                   | nothing
                              | stops: points               | one less, an earlier one
                              | stops: duplicate            | one more
                              | audit: points               | turned
                              | stops: undefined            | another's
deck1.packs, a point          | stops: points               | neutral, order 2, order 4, order 8, mixed order, -0,
                              |                             | y > p, off the curve
                              | stops: undefined            | another's, an earlier one
                              | not begun                   | too short, too long, empty
deck2.epoch                   | not begun                   | -1, one more, many, 2^31, 2^63-1, a text, nothing
deck2.packs                   | not begun                   | nothing
                              | stops: points               | one less, an earlier one
                              | stops: duplicate            | one more
                              | stops: undefined            | turned, another's
deck2.packs, a point          | stops: points               | neutral, order 2, order 4, order 8, mixed order, -0,
                              |                             | y > p, off the curve
                              | stops: undefined            | another's, an earlier one
                              | not begun                   | too short, too long, empty
deck2.keys                    | not begun                   | nothing
                              | stops: keys                 | one less, one more, turned, another's, an earlier one
deck2.keys, a point           | stops: keys                 | neutral, order 2, order 4, order 8, mixed order, -0,
                              |                             | y > p, off the curve
                              | audit: keys, void, without reveal | another's
                              | audit: keys                 | an earlier one
                              | not begun                   | too short, too long, empty
deck2.lot                     | stops: lot                  | zeros, ones, a bit, another's, an earlier one
                              | not begun                   | too short, too long, empty
deck2.escrow                  | stops: escrow               | nothing, one less, one more, turned, another's,
                              |                             | an earlier one
deck2.escrow, an entry        | stops: escrow               | zeros, ones, a bit, an earlier one, the last bit,
                              |                             | for everybody
                              | audit: escrow               | another's
                              | not begun                   | too short, too long, empty
share.shares                  | without share               | nothing, one less, an earlier one
                              | clean                       | one more, turned
                              | stops: share                | another's
share.shares, epoch           | without share               | -1, one more, many, 2^31, 2^63-1, a text, nothing
share.shares, packet          | without share               | -1, 2^31, 2^63-1, a text, nothing
                              | stops: share                | one more, many
share.shares, slot            | without share               | -1, 2^31, 2^63-1, a text, nothing
                              | stops: share                | one more, many
share.shares, mask            | stops: share                | 0, 1, L-1, L, L+1, 8L, bit 255, +L, +L and bit 255,
                              |                             | another's, an earlier one
                              | without share               | too short, too long, empty
move.shares, riding           | stops: share                | 0, 1, L-1, L, L+1, 8L, bit 255, +L, +L and bit 255,
                              |                             | another's, an earlier one
                              | void                        | too short, too long, empty
move.shares, riding, slot     | void                        | -1, 2^31, 2^63-1, a text, nothing
                              | stops: opening              | one more
                              | stops: share                | many
move.shares, an opening       | void                        | 0, 1, L-1, L, L+1, 8L, bit 255, +L, +L and bit 255,
                              |                             | another's, an earlier one, too short, too long, empty
move.shares, an opening, slot | void                        | -1, one more, many, 2^31, 2^63-1, a text, nothing
commit.hash                   | void, without reveal        | zeros, ones, a bit, another's, an earlier one
                              | void                        | too short, too long, empty
commit.kept                   | without reveal              | zeros, ones, a bit, another's, an earlier one,
                              |                             | too short, too long, empty
reveal.secret                 | void, without reveal        | zeros, ones, a bit, another's, an earlier one,
                              |                             | too short, too long, empty
reveal.text                   | void, without reveal        | empty, odd, too long, bytes
reveal.shares, an opening     | void, without reveal        | 0, 1, L-1, L, L+1, 8L, bit 255, +L, +L and bit 255,
                              |                             | another's, an earlier one, too short, too long, empty
deal.epoch                    | without share               | -1, one more, many, 2^31, 2^63-1, a text, nothing
deal.player                   | without share               | -1, one more, many, 2^31, 2^63-1, a text, nothing
deal.part                     | audit: escrow               | zeros, ones, a bit, another's, too short, empty
                              | -                           | an earlier one
                              | without share               | too long
audit.epoch                   | audit: refused              | -1, one more, many, 2^31, 2^63-1, a text, nothing
audit.seed                    | audit: seed                 | zeros, ones, a bit, another's, an earlier one,
                              |                             | too short, empty
                              | audit: refused              | too long
audit.verdict                 | clean                       | empty, odd, too long, bytes
audit.player                  | clean                       | an honest one, oneself, nobody, 2^31, -1,
                              |                             | a deck there is not
claim.seat                    | clean                       | -1, one more, many, 2^31, 2^63-1, a text, nothing
claim.what                    | clean                       | empty, odd, too long, bytes
claim.at                      | clean                       | -1, one more, many, 2^31, 2^63-1, a text, nothing
final.seat                    | clean                       | -1, one more, many, 2^31, 2^63-1, a text, nothing
final.what                    | clean                       | empty, odd, too long, bytes
final.at                      | clean                       | -1, one more, many, 2^31, 2^63-1, a text, nothing
seen.id                       | clean                       | zeros, ones, a bit, another's, too short, too long,
                              |                             | empty
                              | -                           | an earlier one
seen.t                        | clean                       | -1, one more, many, 2^31, 2^63-1, a text, nothing
substitute.seat               | clean                       | -1, one more, many, 2^31, 2^63-1, a text, nothing
substitute.key                | clean                       | neutral, order 2, order 4, order 8, mixed order, -0,
                              |                             | y > p, off the curve, another's, too short, too long,
                              |                             | empty
                              | -                           | an earlier one
substitute.at                 | clean                       | -1, one more, many, 2^31, 2^63-1, a text, nothing
substitute.sealed, epoch      | clean                       | -1, one more, many, 2^31, 2^63-1, a text, nothing
substitute.sealed, a box      | clean                       | zeros, ones, a bit, another's, too short, too long,
                              |                             | empty, the last bit, for everybody
                              | -                           | an earlier one
fraud.first                   | clean                       | zeros, ones, a bit, another's, too short, too long,
                              |                             | empty
                              | -                           | an earlier one
fraud.first_sig               | clean                       | zeros, ones, a bit, another's, too short, too long,
                              |                             | empty
                              | -                           | an earlier one
fraud.second                  | clean                       | zeros, ones, a bit, another's, too short, too long,
                              |                             | empty
                              | -                           | an earlier one
fraud.second_sig              | clean                       | zeros, ones, a bit, another's, too short, too long,
                              |                             | empty
                              | -                           | an earlier one
"""
REPEATED = {"another's", "an earlier one"}
"""What has to have been said before."""
LONG, SHORT = 9, 4
"""Turns of an evening: until there is a second deck, or not."""
ABOUT = KINDS | {Kind.READY, Kind.REVEAL, Kind.COMMIT, Kind.CLAIM, Kind.FINAL, Kind.SEEN, Kind.SUBSTITUTE}
ELSEWHERE = {"final.stands", "commit.spent_ms", "substitute.nick", "substitute.away"}
"""What holds no value that somebody could forge: flags, a name, a time that only its author pays for."""


def rows() -> Iterator[tuple[str, str, str]]:
    """Give field, outcome and the name of the wrong value, row by row; a line without a field goes on with the last."""
    field = outcome = ""
    for line in TABLE.strip().splitlines():
        first, second, values = (part.strip() for part in line.split("|"))
        field, outcome = first or field, second or outcome
        yield from ((field, outcome, value.strip()) for value in values.split(",") if value.strip())


ROWS = tuple(rows())
ASKED = [row for row in ROWS if FIELDS[row[0]][0].data is None and row[1] != "-"]
TRIED = [
    row
    for at, row in enumerate(ASKED)
    if at % 10 == 0 or all(row[:2] != one[:2] for one in ASKED[:at]) or all(row[2] != one[2] for one in ASKED[:at])
]
"""The first value of every row of the table, the first row with every value, and every tenth: they stand for all."""
UNASKED = sorted({field for field, (place, _) in FIELDS.items() if place.data is not None})


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def spent(field: str, *values: str) -> tuple[Evening, str]:
    """Spend an evening at which somebody says such values in a field; give it and what became of it."""
    (place, wrong), late = FIELDS[field], not REPEATED.isdisjoint(values)
    evening = Evening(place, [wrong[value] for value in values], LONG if late or place.left else SHORT)
    found = evening.spend(place.seeds[late])
    assert evening.spoilt, "that was never said"
    return evening, found


def without_voids(found: str) -> str:
    """Leave out what is told of decisions that do not count: who comes late is not told of those long passed by."""
    return ", ".join(part for part in found.split(", ") if part != "void") or "clean"


@pytest.mark.parametrize(("field", "outcome", "value"), ASKED if length.LONG else TRIED)
def test_a_wrong_value_where_one_is_owed(field: str, outcome: str, value: str) -> None:
    evening, found = spent(field, value)
    assert found == outcome
    if "refused" not in outcome:  # that is found by each by his own clock
        assert without_voids(evening.looked_on(1)) == without_voids(found)


@pytest.mark.parametrize("field", UNASKED)
def test_wrong_values_that_nobody_asked_for(field: str) -> None:
    found = [(outcome, value) for name, outcome, value in ROWS if name == field and outcome != "-"]
    assert {outcome for outcome, _ in found} == {"clean"}
    evening, outcome = spent(field, *(value for _, value in found))
    assert outcome == evening.looked_on(1) == "clean"


def test_the_table_has_every_field_and_every_value_once() -> None:
    listed = [(field, value) for field, _, value in ROWS]
    assert len(set(listed)) == len(listed)
    assert set(listed) == {(field, value) for field, (_, wrong) in FIELDS.items() for value in wrong}
    there = {field.split(",")[0].split(" of ")[0] for field in FIELDS}
    wanted = {f"{kind.name.lower()}.{name}" for kind in ABOUT for name in SHAPES[kind].__struct_fields__}
    assert wanted - there == ELSEWHERE


def test_every_wrong_value_and_whatever_comes_of_it_is_usually_tried() -> None:
    assert {value for _, _, value in TRIED} == {value for _, _, value in ASKED}
    assert {row[:2] for row in TRIED} == {row[:2] for row in ASKED}
    assert len(TRIED) < len(ASKED) / 2


def test_only_what_nobody_has_said_before_cannot_be_repeated() -> None:
    assert {value for _, outcome, value in ROWS if outcome == "-"} <= REPEATED

"""The rows of a room's list of tables: what their cells say, and how they fit beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fault import Fault
from tui.i18n.translation import tell_template, tr
from tui.table.card_words import card_words
from tui.widgets.text_style import cut

if TYPE_CHECKING:
    from net.view.room_view import CardView

TITLE = 1
"""The column of a table's title, which shrinks if there is little room."""

LEAST = 8
"""The least number of columns of a title."""


def fitted(rows: list[tuple[str, ...]], heads: tuple[str, ...], room: int) -> list[tuple[str, ...]]:
    """Cut the titles of rows under `heads` so that they fit in `room` columns, with one at each side of a cell."""
    columns = list(zip(heads, *rows, strict=True))
    others = sum(max(map(len, column)) + 2 for at, column in enumerate(columns) if at != TITLE)
    titles = max(map(len, columns[TITLE]))
    left = min(titles, max(LEAST, room - others - 2))
    return [(*row[:TITLE], cut(row[TITLE], left).rstrip(), *row[TITLE + 1 :]) for row in rows]


def card_cells(card: CardView, mark: str = "") -> tuple[str, ...]:
    """Give a table's row: game, title with special rules, seats taken, host, and the obstacle to playing there.

    `mark` says for which club it is rated.
    """
    from core.games import find

    try:
        title = tr(find(card.game).title)
    except Fault:
        title = card.game
    needs = tell_template(card.template, card.fields) or card_state(card)
    return (
        title,
        " · ".join(filter(None, [card.title, mark, *card_words(card)])),
        f"{card.taken}/{len(card.seats)}",
        card.host,
        needs,
    )


def card_state(card: CardView) -> str:
    """Say whether a table's game has begun, whether spectators are allowed, and whether nobody can give a seat now."""
    if card.unhosted:
        return tr("the host is away")
    if card.unwatched:
        return tr("playing, without spectators")
    return tr("playing") if card.started else ""

"""The ledger of pacts and the proposals that wait for an answer, line by line."""

from __future__ import annotations

from collections.abc import Iterable

from core.game import Seat
from net.view.table_view import TableView
from tui.i18n.translation import seat_title, tr
from tui.table.diplomacy import NO_PACTS, OPEN, pact_line, pacts_of, proposals_of
from tui.words.talk_acts import act_words
from tui.words.talk_hush import hush_words


def pact_lines(view: TableView) -> list[str]:
    """List the ledger."""
    names = tuple(seat.name for seat in view.seats)
    lines = [tr("PACT {text}", text=pact_line(pact, names)) for pact in pacts_of(view)]
    closed = closed_words(view)
    told = [*lines, *proposal_lines(view)] or [tr("PACT {text}", text=tr(NO_PACTS))]
    return [*told, tr("NOTE {text}", text=closed)] if closed else told


def closed_words(view: TableView) -> str:
    """Say that the rules let no seat here answer now what was proposed to it, and when it can; else nothing."""
    return hush_words(view, [seat for seat in view.mine if proposals_of(view, [seat])])


def proposal_lines(view: TableView, seats: Iterable[Seat] | None = None) -> list[str]:
    """List the proposals that one of `seats` (None: any seat) may still answer."""
    names, lines = tuple(seat.name for seat in view.seats), list[str]()
    for made in proposals_of(view, seats):
        said = tr("{nick}:", nick=seat_title(names[made.seat])) + " " + act_words(made.act(names), names)
        lines.append(tr("PACT {text}", text=f"{said} ({tr(OPEN)})"))
    return lines

"""On which open seat a bot is put: where people play in sides, nobody wants it on the other side unasked. Pure."""

from __future__ import annotations

from core.fault import sentence
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.tournament.pairing import sides
from net.view.table_view import TableView
from tui.i18n.translation import listed, seat_title, tr
from tui.table.seat_view import open_seats

WHERE = sentence("On which seat does the bot play?")
WITH = sentence("{seat}, with {who}")


def seat_choice(view: TableView) -> dict[Seat, str]:
    """Give the open seats in words, with who plays beside them, if they belong to different sides; else nothing."""
    seats = open_seats(view)
    if len(seats) < 2 or dict(view.terms).get("seats") == "drawn":  # noqa: PLR2004 - one seat is no choice
        return {}
    found = sides(Match.new(find(view.game), dict(view.options)))
    side_of = {seat: side for side in found for seat in side}
    if len({side_of[seat] for seat in seats}) < 2 or all(len(side) == 1 for side in found):  # noqa: PLR2004 - as above
        return {}
    return {seat: _words(view, seat, side_of[seat]) for seat in seats}


def _words(view: TableView, seat: Seat, side: tuple[Seat, ...]) -> str:
    title = seat_title(view.seats[seat].name)
    partners = [view.seats[one].called for one in side if one != seat and view.seats[one].called]
    return tr(WITH, seat=title, who=listed(partners)) if partners else title

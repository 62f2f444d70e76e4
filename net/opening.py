"""The opening of a game: its line, and who deals, once the lots of a table are drawn."""

from __future__ import annotations

from collections.abc import Container, Mapping

from core.chance import Dealt
from core.game import Game
from core.match import Match
from net.chance import LOCAL, Bringer
from net.holding import Holding
from net.line import GameLine
from net.mental import MentalDealer
from net.offers import Motions
from net.recovery import Own
from net.roster import Roster
from net.umpire import Umpire


def open_line(
    game: Game,
    options: Mapping[str, str],
    terms: Mapping[str, str],
    said: tuple[Roster, Motions, Umpire],
    *,
    others: Container[bytes],
    own: Own | None,
) -> tuple[GameLine, Bringer]:
    """Begin the game of a roster whose lots are drawn; `others` are known to take a seat over later.

    `said` is what people have said: who sits, what they offer, whom they wait for no longer.
    """
    roster, motions, claims = said
    holders = roster.sitting
    motions.holders, motions.takebacks = holders, terms["takebacks"]
    motions.bots = frozenset(seat for seat, held in roster.holders.items() if held.bot)
    match = Match.new(game, options)
    bringer: Bringer = LOCAL
    if terms["deal"] == "mental" and isinstance(match.state, Dealt):
        bringer, motions.returns = MentalDealer(roster.tid, holders, match, own), False
    place = (roster.tid, match, roster.origin, Holding(holders, others))
    watched = terms["spectators"] != "no"
    line = GameLine(*place, motions=motions, claims=claims, bringer=bringer, watched=watched)
    claims.stand_by(line)
    return line, bringer

"""How long a game of seeded bots will be: they play alike wherever they play, as long as nobody is away for good."""

from __future__ import annotations

from random import Random

from core import bots
from core.bots.bot import Budget
from core.chance import HasChance
from core.game import Seat
from core.games import find
from core.match.match import Match
from tests.storms.storm_table import Play


def plies_of(game: str, play: Play, seed: int) -> int:
    """Give the plies of a game as `tui.headless.bot_player` plays it; 0 where chance takes part."""
    options = dict(option.split("=") for option in play.options)
    match, bot = Match.new(find(game), options), bots.find(play.bot)
    if isinstance(match.state, HasChance):
        return 0
    while match.state.outcome is None:
        seat: Seat = match.state.active[0]
        drawn = Random(f"{seed}/{seat}/{match.ply}").getrandbits(32)
        match = match.play(str(bot.choose(match.seen_by(seat), seat, Random(drawn), Budget())), seat)
    return match.ply

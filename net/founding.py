"""The beginning of a table: the event that it is named after."""

from __future__ import annotations

from collections.abc import Mapping

from core.game import Game
from net.annals import TITLE_LIMIT
from net.clean import clean, clean_name
from net.event import Draft, Kind
from net.kinds import Genesis, data_of
from net.terms import check_deal, rules_hash


def genesis(
    game: Game,
    options: Mapping[str, str],
    terms: Mapping[str, str],
    *,
    title: str,
    nick: str,
    salt: bytes,
) -> Draft:
    """Open a table with settled `options` and `terms`; `salt` is 16 random bytes (see `kinds.tid_of`).

    Raises `BadOption` where they do not agree on who deals.
    """
    check_deal(game, options, terms)
    data = Genesis(
        game=game.name,
        options=tuple(options.items()),
        terms=tuple(terms.items()),
        seats=len(game.seats(options)),
        salt=salt,
        rules_hash=rules_hash(game),
        app_min="",
        clock=terms["clock"],
        privacy="private" if terms["private"] == "yes" else "public",
        title=clean(title, TITLE_LIMIT),
        nick=clean_name(nick),
    )
    return Draft(Kind.GENESIS, data_of(data))

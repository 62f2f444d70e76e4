"""What a table may be offered with: options and terms with which its game can be begun. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import BadOption, sentence
from core.game import Game
from core.option import refuse_beyond
from net.table.fold.table_terms import check_terms, sort_out

DEAL = "deal"
TELLS = sentence("{name} tells what is hidden: it is for tables where you hold every seat.")


def agreed(game: Game, given: Mapping[str, str], *, alone: bool = False) -> tuple[dict[str, str], dict[str, str]]:
    """Split what was given into the game's options and the table's terms, both settled, and check them.

    `alone` means that one person holds all seats. Raises `BadOption`.
    """
    options, terms = sort_out(game, given)
    check_offer(game, options, terms, alone=alone)
    return options, terms


def check_offer(game: Game, options: Mapping[str, str], terms: Mapping[str, str], *, alone: bool = False) -> None:
    """Raise `BadOption` unless a table can be begun with these options and terms, both settled.

    Who deals follows from the seats: at a table of one person the cards may be told, elsewhere nothing hidden is.
    """
    if not alone:
        refuse_told(game, options, terms)
    refuse_beyond(game, options)
    game.start(options)
    check_terms(game, options, {**terms, DEAL: "mental" if game.dealer(options) is None else "local"})


def refuse_told(game: Game, options: Mapping[str, str], terms: Mapping[str, str]) -> None:
    """Raise `BadOption` if options or terms tell what is hidden at a table where others sit."""
    told = chosen_cards(game, options)
    if any(option.secret for option in game.options) and terms.get(DEAL) == "local":
        told = (*told, f"{DEAL}=local")
    if told:
        raise BadOption(TELLS, name=told[0])


def chosen_cards(game: Game, options: Mapping[str, str]) -> tuple[str, ...]:
    """Give the names of the options that say which cards are dealt."""
    secret = (option for option in game.options if option.secret)
    return tuple(option.name for option in secret if options.get(option.name, option.default) != option.default)

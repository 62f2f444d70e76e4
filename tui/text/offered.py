"""The options of a game as a line tells and as a line gives them."""

from __future__ import annotations

from core.fault import Fault, sentence
from core.game import Option
from core.games import find, names
from core.option import Handicap
from net.table.fold.table_terms import sort_out

BAD_PAIR = sentence("{given} is no option: name=value.")
ALONE = sentence("{name} is for tables where others sit: here there is nobody to agree with on it.")


def options_of(name: str) -> str:
    """Give a game's name with its options and their values; those that tell what is hidden are not offered."""
    return " ".join((name, *(_offered(option) for option in find(name).options if not option.secret)))


def _offered(option: Option) -> str:
    examples = (option.example,) if isinstance(option, Handicap) else ()
    return f"{option.name}={'|'.join((*option.values, *examples))}"


def chosen(line: str, usual: str) -> tuple[str, dict[str, str]]:
    """Read a line of `name=value`, first the game's name or number where it is not `usual`; raise `Fault`.

    At a table of one's own there are no terms, as in the form of the screens.
    """
    words = line.split()
    named = words.pop(0) if words and "=" not in words[0] else usual
    if named in map(str, range(1, len(names()) + 1)):
        named = names()[int(named) - 1]
    given = {}
    for pair in words:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise Fault(BAD_PAIR, given=pair)
        given[name] = value
    game = find(given.pop("game", named))
    options, terms = sort_out(game, given)
    named_term = next((name for name in given if name in terms and name not in options), None)
    if named_term is not None:
        raise Fault(ALONE, name=named_term)
    game.seats(options)
    return game.name, options

"""A new table in the text mode: its bots by name, and a game's options as a line shows and sets them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from core import bots
from core.bots.persona import Persona
from core.fault import Fault, sentence
from core.game import Game
from core.games import find, names
from core.option import PRESET, settle
from net.room.table_offer import check_offer
from net.table.fold.table_terms import TERMS, settle_terms
from tui.i18n.translation import bare, tr
from tui.table.rule_choice import preset_meant
from tui.table.table_plan import ME, Plan, defaults, plan_against_bots
from tui.text.shell.text_menu import HELPS, plain_name
from tui.words.bot_words import (
    ASIDE,
    character,
    level_choice,
    may_deal,
    offered_characters,
    typed_level,
    with_character,
)
from tui.words.option_words import options_lines, terms_lines

BAD_PAIR = sentence("{given} is not an option: write name=value.")
PAIRING, PLACED = "pairing", "/"
"""An option of some games that is also a word for a club's tournament, and what only a place in the latter has."""
ALONE = sentence("{name} is for tables where others sit: here nobody else has to agree.")


GAME = sentence("{number} {name}: {pitch}")
NEW_OPENS = sentence("NOTE `new` without a game opens a table of {game} now, until you name another: `new GAME` does.")
"""What the words that open a table in a room mean after a game's options have been told."""
EXPLAIN = ("options", *HELPS)
"""The words that ask what the options mean."""


def games_lines() -> list[str]:
    """Give a line for each game: its number, its name and what it is about."""
    return [tr(GAME, number=number, name=name, pitch=tr(find(name).pitch)) for number, name in enumerate(names(), 1)]


def asks_options(line: str, usual: str) -> str:
    """Give the game whose options a line asks about, as `? megiddo` does, else `usual`; empty for any other line."""
    first, *more = line.split() or [""]
    if bare(first) not in EXPLAIN:
        return ""
    return find(_game_name(more[0])).name if more else usual


def named_game(line: str, usual: str) -> str:
    """Give the game that a line of `name=value` names, `usual` if it names none that there is.

    >>> named_game("megiddo sise=3", "djambi"), named_game("x=1 game=megiddo", "djambi"), named_game("x=1", "djambi")
    ('megiddo', 'megiddo', 'djambi')
    """
    words = line.split() or [""]
    given = [word.partition("=")[2] for word in words if word.startswith("game=")]
    found = plain_name(given[-1]) if given else _game_name(words[0])
    return found if found in names() else usual


def room_options_lines(name: str) -> list[str]:
    """Tell what can be chosen for a table of a game in a room, and that the next one is of that game."""
    return [*options_lines(name), *terms_lines(), tr(NEW_OPENS, game=name)]


def _game_name(named: str) -> str:
    return names()[int(named) - 1] if named in map(str, range(1, len(names()) + 1)) else plain_name(named)


def pairs(words: Iterable[str]) -> dict[str, str]:
    """Read words that are `name=value`; the name of a preset may be of several. Raise `Fault` for anything else.

    >>> pairs(["preset=Board", "Game", "Arena", "players=4"])
    {'preset': 'Board Game Arena', 'players': '4'}
    """
    given, last = dict[str, str](), ""
    for pair in words:
        name, equals, value = pair.partition("=")
        if last == PRESET and not equals:
            given[last] += f" {pair}"
            continue
        if not (name and equals and value):
            raise Fault(BAD_PAIR, given=pair)
        given[name], last = value, name
    return given


def club_pairing(given: dict[str, str], game: Game) -> str:
    """Take out of what was typed the pairing of a club's tournament; empty if the game's own option is meant, or none.

    >>> club_pairing({"pairing": "ew"}, find("mediterranee")), club_pairing({"pairing": "a/1/1"}, find("mediterranee"))
    ('', 'a/1/1')
    """
    own = any(option.name == PAIRING for option in game.options) and PLACED not in given.get(PAIRING, "")
    return "" if own else given.pop(PAIRING, "")


def with_preset(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """Give what was typed with the code of the preset that it names in words."""
    return {name: preset_meant(game, value) if name == PRESET else value for name, value in given.items()}


def chosen(line: str, usual: str) -> tuple[str, dict[str, str]]:
    """Read a line of `name=value`, first the game's name or number if it is not `usual`; raise `Fault`.

    At a table of one's own there are no terms, as in the form of the screens.
    """
    words = line.split()
    named = _game_name(words.pop(0)) if words and "=" not in words[0] else usual
    given = pairs(words)
    game = find(plain_name(given.pop("game", named)))
    given = with_preset(game, given)
    own = {option.name for option in game.options}
    agreed = next((term.name for term in TERMS if term.name in given and term.name not in own), None)
    if agreed is not None:
        raise Fault(ALONE, name=agreed)
    options = settle(game, given)
    check_offer(game, options, settle_terms({}), alone=True)
    return game.name, options


ASK = sentence("Which bot for {game}: {names}? An empty line for {usual}.")
CHARACTER = sentence("With a character, if you like ({example}): {names}.")
WAYS = sentence("`back` leads to the game and its options, `quit` to the menu.")
AGAIN = sentence("A bot for {game}, or an empty line for {usual}; `help` asks once more, with all names.")
NOT_EACH = sentence("That names {given} of {seats} seats: name one bot for all others, or a player for each seat.")
MYSELF = frozenset({ME, "moi"})
"""Words for the person themselves."""


def question(game: str, options: Mapping[str, str]) -> str:
    """Ask which bots are to play."""
    asked = tr(ASK, game=game, names=level_choice(game), usual=bots.default_level(game))
    if may_deal(game, {**defaults(game), **options}):
        example = f"{bots.default_level(game)}{ASIDE}{Persona.LOYAL}"
        asked += " " + tr(CHARACTER, example=example, names=", ".join(offered_characters()))
    return f"{asked} {tr(WAYS)}"


def question_again(game: str) -> str:
    """Ask it after a wrong answer, whose refusal has told what is wrong."""
    return f"{tr(AGAIN, game=game, usual=bots.default_level(game))} {tr(WAYS)}"


def table(bot: str, game: str, options: Mapping[str, str]) -> Plan:
    """Plan a table against bots as named: `3`, `greedy/loyal`, or one for each seat, `3,me,greedy/loyal`.

    Raises a `Fault` for anything else.
    """
    named = [one.strip() for one in bot.split(",")]
    plan = plan_against_bots(bots.default_level(game), game, options)
    taken = _taken(plan)
    if len(named) == 1:
        named = [ME, *named * (len(taken) - 1)]
    if len(named) != len(taken):
        raise Fault(NOT_EACH, given=len(named), seats=len(taken))
    sitters = list(plan.sitters)
    for at, one in zip(taken, named, strict=True):
        sitters[at] = _sitter(one)
    return replace(plan, sitters=tuple(sitters))


def _taken(plan: Plan) -> list[int]:
    """Give the seats that are taken."""
    return [at for at, sitter in enumerate(plan.sitters) if sitter]


def _sitter(named: str) -> str:
    """Read the sitter of one seat."""
    if bare(named) in MYSELF:
        return ME
    level, _, who = named.partition(ASIDE)
    known = typed_level(level)
    bots.find(known)
    return with_character((known,), character(who))[0]

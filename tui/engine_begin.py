"""How a match begins on the engine's desk: its options, who deals, and whose eyes it is seen with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import NoReturn

from core import games
from core.fault import Fault, sentence
from core.game import DEALER, Game, Option, Seat
from core.match.match import Match
from tui.engine_words import Words

NO_NAME = sentence("Say which game: {allowed}.")
BAD_JSON = sentence("Column {column}: this is no JSON: {reason}.")
NO_OBJECT = sentence("A position is a JSON object, in braces.")
BAD_OPTIONS = sentence("The options of a position are a JSON object of texts.")
NO_MATCH = sentence("There is no match: begin one with new GAME.")
TOLD = sentence("A match opened as one seat is told its chance by play @dealer: it takes no {name}.")
NO_HAND = sentence("The dealer has no hand: as takes a seat, {allowed}.")
SEED = "seed"
"""The option that every game with chance has."""


class BadRequest(Fault):
    """A command or an argument that the engine does not know."""


def begin(words: Words) -> tuple[Match, Seat | None]:
    """Begin the match that `new` asks for: dealt, or, `as` a seat, as that seat may know it."""
    name = words.word()
    if not name:
        raise BadRequest(NO_NAME, allowed=", ".join(games.names()))
    game = games.find(name)
    options = words.options()
    own = options.pop("as", None)
    if "map" in options:
        from tui.map_file import learnt

        options = learnt(game, options)
    if own is None:
        return Match.new(game, seeded(game, options)).deal(), None
    given = [name for name in secret(game) if name in options and options[name] != secret(game)[name]]
    if given:
        raise BadRequest(TOLD, name=given[0])
    match = Match.new(game, options)
    seat = Words("as", "", match.names).seat(own)
    if seat == DEALER:
        raise BadRequest(NO_HAND, allowed=", ".join(match.names))
    return match.seen_by(seat), seat


def secret(game: Game) -> dict[str, str]:
    """Give the options that tell hidden faces, with their defaults."""
    return {option.name: option.default for option in game.options if option.secret}


def seeded(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """Give options by which chance is dealt: those given, with a fresh seed where none of them says how."""
    given = dict(options)
    hidden = secret(game)
    if SEED in hidden and all(given.get(name, default) == default for name, default in hidden.items()):
        import secrets

        highest = next((option.highest or 0 for option in game.options if option.name == SEED), 0)
        given[SEED] = str(secrets.randbelow(highest + 1))
    return given


def in_force(match: Match) -> dict[str, str]:
    """Give every option of a match with its value, a handicap that nobody has asked for, too."""
    usual = {option.name: option.default for option in match.game.options}
    return usual | dict(match.header.options)


def set_up(text: str, before: Match | None, own: Seat | None) -> Match:
    """Begin a match from a position in JSON; options it leaves out are those of the match `before`.

    Chance goes on by the seed of that match, where the game is the same; its scripts were for its own talons.
    """
    position = _object(text)
    named = position.pop("game", None)
    options = position.get("options", {})
    if not isinstance(options, dict):
        raise BadRequest(BAD_OPTIONS)
    if named is None and before is not None:
        game = before.game
        shown = {name: value for name, value in before.header.options if name not in secret(game)}
        position["options"] = options if "preset" in options else {**shown, **options}
    elif named is None and len(games.names()) != 1:
        raise BadRequest(NO_MATCH)
    else:
        game = games.find(games.names()[0] if named is None else str(named))
    match = Match.at_position(game, position)
    hidden = secret(game)
    if own is not None or not hidden:
        return match.seen_by(own) if hidden else match
    told = {str(name): str(value) for name, value in options.items()}
    if before is not None and before.header.game == game.name:
        told = {SEED: dict(before.header.options).get(SEED, hidden.get(SEED, "")), **told}
    dealt = seeded(game, {**dict(match.header.options), **{name: told.get(name, hidden[name]) for name in hidden}})
    return replace(match, header=replace(match.header, options=tuple(dealt.items()))).deal()


def _object(text: str) -> dict[str, object]:
    try:
        position = json.loads(text, parse_constant=_refuse)
    except Fault:
        raise
    except json.JSONDecodeError as error:
        raise BadRequest(BAD_JSON, column=error.colno + len("setup "), reason=error.msg) from error
    except ValueError as error:
        raise BadRequest(BAD_JSON, column=1, reason="a number with too many digits") from error
    if not isinstance(position, dict):
        raise BadRequest(NO_OBJECT)
    return position


def _refuse(word: str) -> NoReturn:
    raise BadRequest(BAD_JSON, column=1, reason=word)


def catalogue() -> list[dict[str, object]]:
    """Give what there is to play: every game with its title, its numbers of players and its options."""
    return [_game(games.find(name)) for name in games.names()]


def _game(game: Game) -> dict[str, object]:
    usual = {option.name: option.default for option in game.options}
    players = next((option for option in game.options if option.name == "players"), None)
    settings = [usual | {"players": value} for value in players.values] if players else [usual]
    seats = sorted({len(game.seats(setting)) - len(game.vacant(setting)) for setting in settings})
    return {"name": game.name, "title": game.title, "seats": seats, "options": [_option(each) for each in game.options]}


def _option(option: Option) -> dict[str, object]:
    from core.option import Handicap

    told: dict[str, object] = {"name": option.name, "values": list(option.values), "default": option.default}
    if option.highest is not None:
        told |= {"lowest": option.lowest, "highest": option.highest}
    if isinstance(option, Handicap):
        told |= {"example": option.example}
    return told

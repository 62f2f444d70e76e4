"""The engine's desk: one match, and the commands that read it and move it on."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import NoReturn

from core import bots, games
from core.bots.bot import NOTHING, Budget
from core.digest import digest
from core.fault import Fault, IllegalAction, sentence
from core.game import DEALER, Game, Option, Seat
from core.match import Match
from core.perft import perft
from core.record import Record, write
from tui.check import open_record
from tui.engine_words import NO_FILE, BadWord, Words
from tui.text.drawing import draw

NO_COMMAND = sentence("There is no command {name}; there are {allowed}.")
NO_MATCH = sentence("There is no match: begin one with new GAME.")
NO_NAME = sentence("Say which game: {allowed}.")
BAD_JSON = sentence("Column {column}: this is no JSON: {reason}.")
NO_OBJECT = sentence("A position is a JSON object, in braces.")
BAD_OPTIONS = sentence("The options of a position are a JSON object of texts.")
NO_POINT = sentence("It is nobody's turn: the game is over.")
NODES = 1 << 30

Answer = dict[str, object]


class BadRequest(Fault):
    """A command or an argument that the engine does not know."""


class Desk:
    """One match at a time; every command answers with fields or raises a `Fault` and changes nothing."""

    def __init__(self) -> None:
        """Begin without a match."""
        self.closed = False
        self._match: Match | None = None
        self._record: Record | None = None
        self._own: Seat | None = None
        self._commands: dict[str, Callable[[Words], Answer]] = {
            "games": self._games,
            "new": self._new,
            "active": self._active,
            "legal": self._legal,
            "play": self._play,
            "undo": self._undo,
            "state": self._state,
            "setup": self._setup,
            "outcome": self._outcome,
            "perft": self._perft,
            "digest": self._digest,
            "show": self._show,
            "go": self._go,
            "record": self._write,
            "load": self._load,
            "quit": self._quit,
        }

    @property
    def match(self) -> Match:
        """The match on the desk; raises `BadRequest` where there is none."""
        if self._match is None:
            raise BadRequest(NO_MATCH)
        return self._match

    def answer(self, line: str) -> Answer:
        """Carry out one command; raise a `Fault` whose sentence says why not."""
        name, _, rest = line.partition(" ")
        command = self._commands.get(name)
        if command is None:
            raise BadRequest(NO_COMMAND, name=name[:40] or "''", allowed=", ".join(self._commands))
        words = Words(name, rest.strip(), self._match.names if self._match else ())
        return command(words)

    def _games(self, words: Words) -> Answer:
        words.finish()
        return {"games": [_game(games.find(name)) for name in games.names()]}

    def _new(self, words: Words) -> Answer:
        name = words.word()
        if not name:
            raise BadRequest(NO_NAME, allowed=", ".join(games.names()))
        game = games.find(name)
        options = words.options()
        own = options.pop("as", None)
        match = Match.new(game, options)
        self._own = None if own is None else Words("as", "", match.names).seat(own)
        self._match, self._record = match, None
        return self._begun()

    def _begun(self) -> Answer:
        match = self.match
        return {"game": match.header.game, "seats": list(match.names), "options": dict(match.header.options)}

    def _active(self, words: Words) -> Answer:
        words.finish()
        match = self.match
        return {
            "active": [{"seat": seat, "name": _name(match, seat)} for seat in match.state.active],
            "sealed": match.state.sealed,
        }

    def _legal(self, words: Words) -> Answer:
        match = self.match
        seat = words.seat_first()
        words.finish()
        if seat is None and not match.state.active:
            return {"legal": [], "declarations": []}
        mover = match.mover(seat)
        return {
            "legal": [str(action) for action in match.state.legal(mover)],
            "declarations": [str(action) for action in match.state.declarations(mover)],
        }

    def _play(self, words: Words) -> Answer:
        match = self.match
        mover = match.mover(words.seat_first())
        action = match.state.parse(mover, words.rest())
        self._match = match.seal(str(action), mover)
        if self._match.sealed:
            return {"text": str(action), "display": str(action), "events": [], "effects": []}
        effects = match.state.effects(mover, action)
        display = match.state.display(mover, action)
        return {
            "text": str(action),
            "display": display,
            "events": [effect.key for effect in effects],
            "effects": [{"key": effect.key, **dict(effect.fields)} for effect in effects],
        }

    def _undo(self, words: Words) -> Answer:
        match = self.match
        count = words.number(words.word() or "1", "undo", 1, 1_000_000)
        words.finish()
        self._match = match.undo(count)
        return {"plies": self._match.ply}

    def _state(self, words: Words) -> Answer:
        match = self.match
        seat = words.seat_first()
        words.finish()
        return {"state": match.state.view(self._own if seat is None else seat).to_json()}

    def _setup(self, words: Words) -> Answer:
        try:
            position = json.loads(words.rest(), parse_constant=_refuse)
        except Fault:
            raise
        except json.JSONDecodeError as error:
            raise BadRequest(BAD_JSON, column=error.colno + len("setup "), reason=error.msg) from error
        except ValueError as error:
            raise BadRequest(BAD_JSON, column=1, reason="a number with too many digits") from error
        if not isinstance(position, dict):
            raise BadRequest(NO_OBJECT)
        named = position.pop("game", None)
        self._match, self._record = Match.at_position(*self._at(named, position)), None
        return self._begun()

    def _at(self, named: object, position: dict[str, object]) -> tuple[Game, Mapping[str, object]]:
        """Give game and position; options that the position leaves out are those in force at the desk."""
        options = position.get("options", {})
        if not isinstance(options, dict):
            raise BadRequest(BAD_OPTIONS)
        if named is None and self._match is not None:
            chosen = options if "preset" in options else {**dict(self._match.header.options), **options}
            return self._match.game, {**position, "options": chosen}
        if named is None and len(games.names()) == 1:
            named = games.names()[0]
        if named is None:
            raise BadRequest(NO_MATCH)
        return games.find(str(named)), position

    def _outcome(self, words: Words) -> Answer:
        words.finish()
        outcome = self.match.state.outcome
        if outcome is None:
            return {"outcome": None}
        told = {"winners": list(outcome.winners), "points": list(outcome.points), "reason": str(outcome.reason)}
        return {"outcome": {**told, "detail": dict(outcome.detail)}}

    def _perft(self, words: Words) -> Answer:
        match = self.match
        depth = words.number(words.word(), "perft", 1, 99)
        words.finish()
        return {"nodes": perft(match.state, depth)}

    def _digest(self, words: Words) -> Answer:
        words.finish()
        return {"digest": self.match.digest(), "state": digest(self.match.state.encode()).hex()}

    def _show(self, words: Words) -> Answer:
        match = self.match
        width, height, ascii_only = words.size()
        scene = match.state.view(self._own).scene(self._own)
        return {"lines": draw(scene, width, height, ascii_only=ascii_only)}

    def _go(self, words: Words) -> Answer:
        match = self.match
        seat = words.seat_first()
        options = words.options(("level", "seed", "ms"))
        bot = bots.find(options.get("level", "greedy"))
        seed = words.number(options.get("seed", "0"), "seed", 0, 1 << 63)
        if seat is None:
            seat = self._own if self._own in match.state.active else match.mover()
        if seat not in match.state.active:
            raise IllegalAction(NO_POINT if not match.state.active else NOTHING, seat=_name(match, seat))
        budget = Budget()
        if "ms" in options:
            limit = time.monotonic() + words.number(options["ms"], "ms", 1, 86_400_000) / 1000
            budget = Budget(NODES, lambda: time.monotonic() >= limit)
        rng = Random(seed)  # noqa: S311 - a move is no secret
        return {"move": str(bot.choose(match, seat, rng, budget))}

    def _write(self, words: Words) -> Answer:
        words.finish()
        match, loaded = self.match, self._record
        if loaded is None:
            return {"record": write(Record.of(match))}
        talk = [said for said in loaded.talk if said.ply <= match.ply]
        notes = [note for note in loaded.notes if note.ply <= match.ply]
        record = Record.of(match, talk, notes=notes, people=dict(loaded.people), terms=loaded.terms, date=loaded.date)
        return {"record": write(replace(record, extra=loaded.extra))}

    def _load(self, words: Words) -> Answer:
        path = words.rest()
        if not path:
            raise BadWord(NO_FILE)
        record, match = open_record(path)
        self._match, self._record, self._own = match, record, None
        return {**self._begun(), "plies": match.ply, "digest": match.digest(), "result": record.result}

    def _quit(self, words: Words) -> Answer:
        words.finish()
        self.closed = True
        return {}


def _name(match: Match, seat: Seat) -> str:
    return "dealer" if seat == DEALER else match.names[seat]


def _game(game: Game) -> Answer:
    players = next((option for option in game.options if option.name == "players"), None)
    settings = [_defaults(game) | {"players": value} for value in players.values] if players else [_defaults(game)]
    seats = sorted({len(game.seats(setting)) - len(game.vacant(setting)) for setting in settings})
    return {"name": game.name, "title": game.title, "seats": seats, "options": [_option(each) for each in game.options]}


def _defaults(game: Game) -> dict[str, str]:
    return {option.name: option.default for option in game.options}


def _option(option: Option) -> Answer:
    told: Answer = {"name": option.name, "values": list(option.values), "default": option.default}
    if option.highest is not None:
        told |= {"lowest": option.lowest, "highest": option.highest}
    return told


def _refuse(word: str) -> NoReturn:
    raise BadRequest(BAD_JSON, column=1, reason=word)

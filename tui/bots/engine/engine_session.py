"""A session of the engine: one match, the commands that read it and move it on, and the bot that plays in it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from core import bots
from core.bots.bot import LOOKS, NOTHING, Budget, Thought
from core.digest import digest
from core.fault import BadRecord, IllegalAction, sentence
from core.game import DEALER, LISTED, Effect, Seat
from core.match.match import Match
from tui.bots.engine.engine_request import (
    NO_FILE,
    NO_MATCH,
    BadRequest,
    BadWord,
    Words,
    begin,
    catalogue,
    in_force,
    set_up,
)

if TYPE_CHECKING:
    from core.bots.stance import Stance
    from core.match.record import Record
    from tui.bots.bot_talk import BotConversation


LOOKS_LIMIT = 1_000
MS_LIMIT = 86_400_000
SEED_LIMIT = 1 << 63


def think(
    match: Match, seat: Seat, level: str, numbers: dict[str, int], rng: Random, *, stance: Stance | None = None
) -> Thought:
    """Let a level think for a seat, within the limits in `numbers`: milliseconds, positions, and looks to report."""
    budget = Budget(numbers.get("nodes"), looks=max(numbers.get("looks", 0), LOOKS), stance=stance)
    if "ms" in numbers:
        limit = time.monotonic() + numbers["ms"] / 1000
        budget = replace(budget, stop=lambda: time.monotonic() >= limit)
    return bots.find(level).think(match, seat, rng, budget)


def seen(thought: Thought, looks: int) -> dict[str, object]:
    """Write the first looks of a thought, whether it is proved and what it took."""
    return {
        "looks": [
            {"move": str(look.action), "chance": round(look.chance, 4), "line": list(look.line)}
            for look in thought.looks[:looks]
        ],
        "proved": thought.proved,
        "nodes": thought.nodes,
    }


NO_COMMAND = sentence("There is no command {name}; there are {allowed}.")
IN_FILE = "{path}:{reason}"
NO_POINT = sentence("It is nobody's turn: the game is over.")
GO_NUMBERS = {
    "seed": (0, SEED_LIMIT),
    "ms": (1, MS_LIMIT),
    "nodes": (1, 1 << 40),
    "looks": (0, LOOKS_LIMIT),
}
"""The numbers that `go` takes, with their bounds."""

Answer = dict[str, object]


class Desk:
    """One match at a time. Every command answers with fields, or raises a `Fault` and changes nothing."""

    def __init__(self) -> None:
        """Begin without a match."""
        self.closed = False
        self._match: Match | None = None
        self._record: Record | None = None
        self._own: Seat | None = None
        self._heard: BotConversation | None = None
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
            "hear": self._hear,
            "say": self._say,
            "record": self._write,
            "load": self._load,
            "quit": self._quit,
        }

    @property
    def match(self) -> Match:
        """The current match; raises `BadRequest` if there is none."""
        if self._match is None:
            raise BadRequest(NO_MATCH)
        return self._match

    @property
    def _company(self) -> BotConversation:
        """The talk of the match. Most bots never need it."""
        if self._heard is None:
            from tui.bots.bot_talk import BotConversation

            self._heard = BotConversation()
        return self._heard

    def answer(self, line: str) -> Answer:
        """Carry out one command; raise a `Fault` whose sentence says why it cannot be done."""
        name, _, rest = line.partition(" ")
        command = self._commands.get(name)
        if command is None:
            raise BadRequest(NO_COMMAND, name=name[:40] or "''", allowed=", ".join(self._commands))
        words = Words(name, rest.strip(), self._match.names if self._match else ())
        return command(words)

    def _games(self, words: Words) -> Answer:
        words.finish()
        return {"games": catalogue()}

    def _new(self, words: Words) -> Answer:
        self._match, self._own = begin(words)
        self._record, self._heard = None, None
        return self._begun()

    def _begun(self) -> Answer:
        match = self.match
        return {"game": match.header.game, "seats": list(match.names), "options": in_force(match)}

    def _active(self, words: Words) -> Answer:
        words.finish()
        match = self.match
        return {
            "active": [{"seat": seat, "name": _name(match, seat)} for seat in self._owing()],
            "sealed": match.state.sealed,
        }

    def _owing(self) -> tuple[Seat, ...]:
        """Give the seats that still owe a decision, except those whose sealed one waits for the others'."""
        decided = {line.seat for line in self.match.sealed}
        return tuple(seat for seat in self.match.state.active if seat not in decided)

    def _mover(self, seat: Seat | None) -> Seat:
        """Give the seat that decides: the one named, else the only one that owes a decision."""
        owing = self._owing()
        return owing[0] if seat is None and len(owing) == 1 else self.match.mover(seat)

    def _eyes(self, seat: Seat | None) -> Match:
        """Give the match as a seat may know it; without a seat, all of it."""
        return self.match if seat is None or seat == DEALER else self.match.seen_by(seat)

    def _legal(self, words: Words) -> Answer:
        seat = words.seat_first()
        words.finish()
        if seat is None and not self.match.state.active:
            return {"legal": [], "declarations": []}
        mover = self._mover(seat)
        state = self._eyes(mover).state
        return {
            "legal": [str(action) for action in islice(state.legal(mover), LISTED)] if mover in self._owing() else [],
            "declarations": [str(action) for action in state.declarations(mover)],
        }

    def _play(self, words: Words) -> Answer:
        match = self.match
        mover = self._mover(words.seat_first())
        action = match.state.parse(mover, words.rest())
        after = match.seal(str(action), mover)
        display = str(action) if after.sealed else match.state.display(mover, action)
        after = after if self._own is not None else after.deal()
        lines, effects = _told(match, after)
        self._match = after
        return {
            "text": str(action),
            "display": display,
            "events": [effect.key for effect in effects],
            "effects": [{"key": effect.key, **dict(effect.fields)} for effect in effects],
            "lines": lines,
        }

    def _undo(self, words: Words) -> Answer:
        match = self.match
        count = words.number(words.word() or "1", "undo", 1, 1_000_000)
        words.finish()
        self._match = match.undo(count)
        if self._heard is not None:
            self._heard.forget(self._match.ply)
        return {"plies": self._match.ply}

    def _state(self, words: Words) -> Answer:
        seat = words.seat_first()
        words.finish()
        return {"state": self._eyes(seat).state.to_json()}

    def _setup(self, words: Words) -> Answer:
        self._match, self._record = set_up(words.rest(), self._match, self._own), None
        return self._begun()

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
        dealer = match.game.dealer(dict(match.header.options))
        from core.study.exhaustive_search import perft

        return {"nodes": perft(match.state, depth, dealer)}

    def _digest(self, words: Words) -> Answer:
        words.finish()
        match = self.match
        return {
            "digest": match.digest(),
            "full": match.full_digest(),
            "state": digest(match.state.encode()).hex(),
        }

    def _show(self, words: Words) -> Answer:
        match = self.match
        width, height, ascii_only = words.size()
        scene = match.state.scene(self._own)
        if scene.atlas is not None:
            from tui.settings.theme import GLYPH_SETS, glyphs
            from tui.table.sentences.map_sentences import map_lines

            return {"lines": map_lines(scene, glyphs(GLYPH_SETS[ascii_only]))}
        from tui.table.sentences.plain_board import draw

        return {"lines": draw(scene, width, height, ascii_only=ascii_only)}

    def _go(self, words: Words) -> Answer:
        match = self.match
        seat = words.seat_first()
        options = words.options(("level", "persona", "known", *GO_NUMBERS))
        numbers = {name: words.number(options[name], name, *GO_NUMBERS[name]) for name in GO_NUMBERS if name in options}
        if seat is None:
            seat = self._own if self._own in match.state.active else self._mover(None)
        if seat not in self._owing() or seat == DEALER:
            raise IllegalAction(NO_POINT if not match.state.active else NOTHING, seat=_name(match, seat))
        return self._chosen(self._eyes(seat), seat, options, numbers)

    def _chosen(self, match: Match, seat: Seat, options: dict[str, str], numbers: dict[str, int]) -> Answer:
        """Choose for a seat; with a persona also what it says before, with `looks` the other actions examined."""
        rng = Random(numbers.get("seed", 0))  # noqa: S311 - a move is no secret
        alone = {name: number for name, number in numbers.items() if name != "looks"}
        level, who = options.get("level", bots.DEFAULT_LEVEL), options.get("persona")
        if who is None:
            thought = think(match, seat, level, numbers, rng)
            answer: Answer = {"move": str(thought.action)}
        else:
            conscience = self._company.conscience(match, seat, who, options.get("known", ""))
            thought = think(match, seat, level, alone, rng, stance=conscience.stance)
            answer = self._company.choose(conscience, thought, rng)
        return answer | (seen(thought, numbers["looks"]) if "looks" in numbers else {})

    def _hear(self, words: Words) -> Answer:
        return {"heard": self._company.hear(self.match, words.rest())}

    def _say(self, words: Words) -> Answer:
        named = words.seat_first()
        options = words.options(("persona", "seed", "known", "unasked"))
        seed = words.number(options.get("seed", "0"), "seed", 0, SEED_LIMIT)
        seat = self._own if named is None and self._own is not None else self._mover(named)
        unasked = words.number(options.get("unasked", "0"), "unasked", 0, 1) == 1
        who, known = options.get("persona", ""), options.get("known", "")
        return self._company.say(self._company.conscience(self._eyes(seat), seat, who, known), seed, unasked=unasked)

    def _write(self, words: Words) -> Answer:
        words.finish()
        match, loaded = self.match, self._record
        from core.match.record import Record, write

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
        from tui.records.record_check import open_record

        try:
            record, match = open_record(path)
        except BadRecord as fault:
            raise BadRequest(IN_FILE, path=path, reason=fault) from fault
        self._match, self._record, self._own = match, record, None
        return {**self._begun(), "plies": match.ply, "digest": match.digest(), "result": record.result}

    def _quit(self, words: Words) -> Answer:
        words.finish()
        self.closed = True
        return {}


def _told(before: Match, after: Match) -> tuple[list[Answer], list[Effect]]:
    """Give the new lines of the log, chance's included, and their effects."""
    state = before.state
    lines: list[Answer] = []
    effects: list[Effect] = []
    for line in after.log[before.ply :]:
        action = state.parse(line.seat, line.text)
        effects += state.effects(line.seat, action)
        lines.append({"seat": int(line.seat), "text": line.text})
        state = state.play(line.seat, action)
    return lines, effects


def _name(match: Match, seat: Seat) -> str:
    return "dealer" if seat == DEALER else match.names[seat]

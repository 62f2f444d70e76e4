"""A match: a header and a log. The only place where a log becomes a state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from core.digest import chain, digest
from core.fault import Fault, IllegalAction, sentence
from core.game import DEALER, Action, Game, Seat, State
from core.games import find
from core.match.turn_count import TurnCount
from core.option import settle

OVER = sentence("The game is over.")
NOT_ACTIVE = sentence("It is not the turn of {seat}.")
SEALED = sentence("{seat} has decided already; it is shown once all have.")
WHO = sentence("Several seats owe a decision: say which one plays.")
TOO_FAR = sentence("There are only {plies} decisions to take back.")


@dataclass(frozen=True, slots=True)
class Header:
    """What comes before the log: the game, its rules version, the full set of options and the position, if any.

    `position` is canonical JSON, for a match that does not begin at the game's start.
    """

    game: str
    version: int
    options: tuple[tuple[str, str], ...]
    position: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: the seat that decided, and the canonical text."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Match:
    """A header, a log and the state they fold to; immutable.

    `sealed` holds the decisions of a simultaneous phase; they are outside log and state until all are in. `turns` is
    the count of its turns.
    """

    header: Header
    log: tuple[Line, ...]
    state: State[Any]
    chain: bytes
    sealed: tuple[Line, ...] = ()
    turns: TurnCount = field(default=TurnCount(), compare=False, repr=False)

    @classmethod
    def new(cls, game: Game, options: Mapping[str, str]) -> Self:
        """Start a match of `game` with the given options; raise `BadOption`."""
        chosen = settle(game, options)
        header = Header(game.name, game.version, tuple(chosen.items()))
        return cls(header, (), game.start(chosen), _root(header))

    @classmethod
    def at_position(cls, game: Game, position: Mapping[str, object]) -> Self:
        """Start a match of `game` from a position in the form of `State.to_json`; raise `BadPosition`.

        A secret option in the position (a seed) goes into the header only: no state holds it.
        """
        state = game.setup(position)
        asked = position.get("options")
        secret = {option.name for option in game.options if option.secret}
        kept = {name: value for name, value in asked.items() if name in secret} if isinstance(asked, Mapping) else {}
        text = json.dumps(state.to_json(), sort_keys=True, separators=(",", ":"))
        options = state.to_json()["options"]
        known = {option.name for option in game.options}
        told = {**options, **kept} if isinstance(options, dict) else kept
        chosen = settle(game, {str(name): str(value) for name, value in told.items() if name in known})
        header = Header(game.name, game.version, tuple(chosen.items()), text)
        return cls(header, (), state, _root(header))

    @classmethod
    def fold(cls, header: Header, log: Iterable[Line]) -> Self:
        """Replay a log from its header; raise `IllegalAction` at the first line that the rules refuse."""
        match = cls._empty(header)
        for line in log:
            match = match.play(line.text, line.seat)
        return match

    @classmethod
    def _empty(cls, header: Header) -> Self:
        game = find(header.game)
        if header.position is not None:
            return replace(cls.at_position(game, json.loads(header.position)), header=header)
        return cls.new(game, dict(header.options))

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find(self.header.game)

    @property
    def ply(self) -> int:
        """How many lines the log has: the number that the wire, records and the journal use."""
        return len(self.log)

    @property
    def turn(self) -> int:
        """How many decisions seats have made: the number that people see, which leaves out what chance does."""
        return self.turns.turn_of(self.ply)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names in seat order."""
        return self.game.seats(dict(self.header.options))

    def play(self, text: str, seat: Seat | None = None) -> Self:
        """Add one decision, read leniently and kept in its canonical text; raise `IllegalAction`.

        `seat` may be left out if only one seat is active.
        """
        mover = self.mover(seat)
        return self.enter(mover, self.state.parse(mover, text))

    def enter(self, mover: Seat, action: Action) -> Self:
        """Add one decision that was already read in this state; raise `IllegalAction`."""
        after, masked = self.state.play(mover, action), self.state.mask(mover, action, None)
        line = Line(mover, str(action))
        linked = chain(self.chain, (mover, line.text if masked is action else str(masked)))
        turns = self.turns.after(mover, self.ply)
        return type(self)(self.header, (*self.log, line), after, linked, turns=turns)

    def seal(self, text: str, seat: Seat | None = None) -> Self:
        """Make a decision that stays secret until all that are owed are made.

        They then enter the log in the order of `active`. Outside a simultaneous phase, and for declarations out of
        turn, this is `play`. Raises `IllegalAction`.
        """
        mover = self.mover(seat)
        action = self.state.parse(mover, text)
        if not self.state.sealed or action in self.state.declarations(mover):
            return self.play(text, mover)
        if mover not in self.state.active:
            raise IllegalAction(NOT_ACTIVE, seat=self._name(mover))
        if any(line.seat == mover for line in self.sealed):
            raise IllegalAction(SEALED, seat=self._name(mover))
        self.state.play(mover, action)
        kept = {line.seat: line.text for line in (*self.sealed, Line(mover, str(action)))}
        if len(kept) < len(self.state.active):
            return replace(self, sealed=tuple(Line(decided, said) for decided, said in kept.items()))
        match = self
        for decided in self.state.active:
            match = match.play(kept[decided], decided)
        return match

    def deal(self) -> Self:
        """Play what chance owes by the match's own script or seed; give the match itself if chance comes from outside.

        Raises `BadOption` if the script does not fit what is owed.
        """
        match, dealer = self, self.game.dealer(dict(self.header.options))
        while dealer is not None and match.state.active == (DEALER,):
            match = match.play(str(dealer.deal(match.state)), DEALER)
        return match

    def seen_by(self, viewer: Seat | None) -> Self:
        """Give the match as `viewer` (None: a spectator) may know it: chance from outside, unseen faces masked."""
        header = _public(self.header, viewer)
        if header == self.header and all(line.seat != DEALER for line in self.log):
            return self
        log = tuple(self._masked(line, viewer) for line in self.log)
        sealed = tuple(line for line in self.sealed if line.seat == viewer)
        return replace(self, header=header, log=log, state=self.state.view(viewer), sealed=sealed)

    def _masked(self, line: Line, viewer: Seat | None) -> Line:
        if line.seat != DEALER:
            return line
        action = self.state.parse(line.seat, line.text)
        return Line(line.seat, str(self.state.mask(line.seat, action, viewer)))

    def _name(self, seat: Seat) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else str(seat)

    def mover(self, seat: Seat | None = None) -> Seat:
        """Give the seat that a decision without a seat belongs to; raise `IllegalAction` unless it is clear."""
        if seat is not None:
            return seat
        if self.state.outcome is not None:
            raise IllegalAction(OVER)
        if len(self.state.active) != 1:
            raise IllegalAction(WHO)
        return self.state.active[0]

    def at(self, ply: int) -> Self:
        """Give the match as it stood after `ply` lines."""
        return self if ply == self.ply and not self.sealed else type(self).fold(self.header, self.log[:ply])

    def undo(self, decisions: int = 1) -> Self:
        """Take back that many decisions, sealed ones first; lines of chance between them are removed too."""
        if not decisions:
            return self
        if self.sealed:
            return replace(self, sealed=self.sealed[:-1]).undo(decisions - 1)
        ply = self.ply
        for _ in range(decisions):
            while ply and self.log[ply - 1].seat == DEALER:
                ply -= 1
            if not ply:
                raise Fault(TOO_FAR, plies=self.turn)
            ply -= 1
        return self.at(ply)

    def digest(self) -> str:
        """Give the digest of header and log as an outsider sees them, in hexadecimal."""
        return self.chain.hex()

    def full_digest(self) -> str:
        """Give the digest of header and log with every face known here, in hexadecimal."""
        linked = _root(self.header)
        for line in self.log:
            linked = chain(linked, (line.seat, line.text))
        return linked.hex()


def _root(header: Header) -> bytes:
    """Begin the chain with the part of a header that everybody may know."""
    told = _public(header, None)
    return digest((told.game, told.version, told.options, told.position))


def _public(header: Header, viewer: Seat | None) -> Header:
    """Give a header as `viewer` may know it: secret options at their defaults, and the position as they see it."""
    game = find(header.game)
    secret = {option.name: option.default for option in game.options if option.secret}
    if not secret:
        return header
    options = tuple((name, secret.get(name, value)) for name, value in header.options)
    position = header.position
    if position is not None:
        state = game.setup(json.loads(position)).view(viewer)
        position = json.dumps(state.to_json(), sort_keys=True, separators=(",", ":"))
    return replace(header, options=options, position=position)

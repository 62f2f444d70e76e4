"""A parlour: a match among personas in one process, who hear everything at once."""

from __future__ import annotations

from random import Random

from core import bots
from core.bots.bot import Budget
from core.bots.greedy import Greedy
from core.bots.negotiator import Negotiator
from core.bots.persona import Persona
from core.bots.promise_keeper import PromiseKeeper
from core.diplomacy.blow import Deed
from core.diplomacy.promise_ledger import Pact, ledger_of
from core.game import Seat
from core.games import find as game
from core.match.match import Match
from core.match.transcript import Utterance

NODES = 24
"""Actions or positions that each looks at: weak, but quick."""

Table = tuple[str, dict[str, str]]
"""A game and its options."""

DJAMBI: Table = ("djambi", {"players": "4"})


class Parlour:
    """A match of personas who hear everything at once."""

    def __init__(
        self,
        personas: tuple[Persona, ...],
        seed: int,
        table: Table = DJAMBI,
        level: str = Greedy.name,
        nodes: int | None = NODES,
        *,
        talks: bool = True,
    ) -> None:
        """Sit down; all think at one `level`, over so many `nodes` (None: its own measure), and talk or stay mute."""
        self.talks = talks
        self.personas, self.rng = personas, Random(seed)
        self.bot, self.nodes = bots.find(level), nodes
        name, options = table
        chance = {"seed": str(seed)} if any(one.name == "seed" for one in game(name).options) else {}
        self.match = Match.new(game(name), {**options, **chance})
        self.talk: list[Utterance] = []
        self.story: tuple[Deed, ...] = ()
        self._go_on(self.match.deal())

    @property
    def pacts(self) -> tuple[Pact, ...]:
        """The ledger of the table."""
        return ledger_of(self.match.names, self.story, self.talk)

    def say(self, seat: int, act: tuple[str, ...]) -> None:
        """Say something."""
        self.talk.append(Utterance(Seat(seat), str(seat), len(self.talk), self.match.ply, "", act))

    def conscience(self, seat: int) -> PromiseKeeper:
        """Look into one of them."""
        seen = self.match.seen_by(Seat(seat))
        return PromiseKeeper(seen, self.talk, Seat(seat), self.personas[seat], self.story)

    def turn(self) -> None:
        """Let one who has to decide say something, the others answer, and let them decide."""
        decided = {line.seat for line in self.match.sealed}
        seat = next(seat for seat in self.match.state.active if seat not in decided)
        if self.talks:
            self._converse(seat)
        conscience = self.conscience(seat)
        thought = self.bot.think(conscience.match, seat, self.rng, Budget(self.nodes, stance=conscience.stance))
        choice = conscience.choose(thought, self.rng)
        if conscience.temper.faithful:
            for pact in choice.breaks:
                self.say(seat, Negotiator(conscience, self.rng).withdrawal(pact))
        self._go_on(self.match.seal(str(choice.action), seat).deal())

    def _converse(self, seat: Seat) -> None:
        remark = Negotiator(self.conscience(seat), self.rng).remark()
        if remark is not None:
            self.say(seat, remark)
        for other in range(len(self.personas)):
            for act in Negotiator(self.conscience(other), self.rng).answers():
                self.say(other, act)

    def _go_on(self, match: Match) -> None:
        """Take over a match with more lines than before, and what they did."""
        state, made = (self.story[-1].after if self.story else self.match.at(0).state), []
        for number, line in enumerate(match.log[len(self.story) :], len(self.story) + 1):
            action = state.parse(line.seat, line.text)
            after = state.play(line.seat, action)
            made.append(Deed(number, line.seat, state.effects(line.seat, action), state, after))
            state = after
        self.match, self.story = match, (*self.story, *made)

    def play(self, plies: int) -> None:
        """Play so many plies, or to the end."""
        while self.match.ply < plies and self.match.state.outcome is None:
            self.turn()

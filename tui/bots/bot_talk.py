"""A bot's talk in an engine session: what was said, how the bot takes it, and what it says itself."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import takewhile
from random import Random

from core.bots import persona
from core.bots.bot import Thought
from core.bots.negotiator import Act, Negotiator
from core.bots.promise_keeper import PromiseKeeper
from core.diplomacy.blow import Deed
from core.diplomacy.reputation import Reputation
from core.fault import Fault, sentence
from core.game import Seat
from core.match.match import Header, Line, Match
from core.match.transcript import Utterance

Answer = dict[str, object]

BAD_TALK = sentence("hear takes a line of talk as JSON, like {example}.")
EXAMPLE = '{"seat": 1, "author": "b", "seq": 0, "ply": 4, "act": ["propose", "truce", "red"]}'
WORDS_LIMIT = 16
"""Words of the longest act that is accepted."""


BAD_KNOWN = sentence("known takes seats with promises kept and broken, like {example}.")
KNOWN_EXAMPLE = "known=1:3:0,2:0:2"
_KNOWN = re.compile(r"([0-9]{1,2}):([0-9]{1,4}):([0-9]{1,4})")


class BadTalk(Fault):
    """Something that is not a line of talk."""


def said_of(text: str) -> Utterance:
    """Read a line of talk; raise `BadTalk`."""
    try:
        told = json.loads(text)
        act = told.get("act")
        said = Utterance(
            None if told.get("seat") is None else Seat(_whole(told["seat"])),
            str(told.get("author", "")),
            _whole(told.get("seq", 0)),
            _whole(told["ply"]),
            str(told.get("text", "")),
            None if act is None else tuple(str(word) for word in act[:WORDS_LIMIT]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadTalk(BAD_TALK, example=EXAMPLE) from error
    return said


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError
    return value


def known_of(text: str, seats: int) -> dict[Seat, Reputation]:
    """Read what is known of seats from earlier games, nothing from an empty text; raise `BadTalk`."""
    found = [_KNOWN.fullmatch(word) for word in text.split(",") if text]
    read = [tuple(map(int, one.groups())) for one in found if one is not None]
    if len(read) < len(found) or any(seat >= seats for seat, _, _ in read):
        raise BadTalk(BAD_KNOWN, example=KNOWN_EXAMPLE)
    return {Seat(seat): Reputation(kept, broken) for seat, kept, broken in read}


def known_words(known: Mapping[Seat, Reputation]) -> str:
    """Write what is known of seats as `known_of` reads it."""
    return ",".join(f"{seat}:{word.kept}:{word.broken}" for seat, word in sorted(known.items()))


def told(said: Utterance) -> str:
    """Write a line of talk as `said_of` reads it."""
    act = None if said.act is None else list(said.act)
    return json.dumps(
        {"seat": said.seat, "author": said.author, "seq": said.seq, "ply": said.ply, "text": said.text, "act": act}
    )


class BotConversation:
    """The talk of one match, and the events of the match as far as they have been read."""

    def __init__(self) -> None:
        """Begin without talk."""
        self._talk: list[Utterance] = []
        self._header: Header | None = None
        self._story: tuple[tuple[Line, Deed], ...] = ()

    def hear(self, match: Match, text: str) -> int:
        """Take in a line of talk at a match; give how many there are. Raises `BadTalk`."""
        said = said_of(text)
        if said.seat is not None and said.seat >= len(match.names):
            raise BadTalk(BAD_TALK, example=EXAMPLE)
        self._talk.append(said)
        return len(self._talk)

    def forget(self, ply: int) -> None:
        """Forget what was said after so many lines of the log."""
        self._talk = [said for said in self._talk if said.ply <= ply]

    @staticmethod
    def choose(conscience: PromiseKeeper, thought: Thought, rng: Random) -> Answer:
        """Give a persona's choice from a thought, and what it says before."""
        choice = conscience.choose(thought, rng)
        before: list[Act] = []
        if conscience.temper.faithful:
            before = [Negotiator(conscience, rng).withdrawal(pact) for pact in choice.breaks]
        return {"move": str(choice.action), "say": [list(act) for act in before]}

    def say(self, conscience: PromiseKeeper, seed: int, *, unasked: bool) -> Answer:
        """Give a seat's reply to the talk, and in its own turn or if `unasked` also what it says of its own accord."""
        envoy = Negotiator(conscience, Random(seed))  # noqa: S311 - a phrase is no secret
        acts = list(envoy.answers())
        remark = envoy.remark() if unasked or conscience.seat in conscience.match.state.active else None
        return {"say": [list(act) for act in (*acts, *([remark] if remark else []))]}

    def conscience(self, match: Match, seat: Seat, who: str, known: str = "") -> PromiseKeeper:
        """Give what a persona in a seat knows of promises and of the others; raise `UnknownPersona` or `BadTalk`."""
        remembered = known_of(known, len(match.names))
        if match.header != self._header:
            self._header, self._story = match.header, ()
        pairs = takewhile(lambda pair: pair[0][0] == pair[1], zip(self._story, match.log, strict=False))
        done = [one for one, _ in pairs]
        state = done[-1][1].after if done else match.at(0).state
        for line in match.log[len(done) :]:
            action = state.parse(line.seat, line.text)
            after = state.play(line.seat, action)
            done.append((line, Deed(len(done) + 1, line.seat, state.effects(line.seat, action), state, after)))
            state = after
        self._story = tuple(done)
        return PromiseKeeper(match, self._talk, seat, persona.find(who), [deed for _, deed in done], known=remembered)

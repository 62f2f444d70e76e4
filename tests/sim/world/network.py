"""A broker and the ways to it, in virtual time: what is published is lost, doubled, late, held up or cut off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from net.transport.transport import Message
from net.transport.transport import matches as matches_once
from tests.sim.world.clock import Clock
from tests.sim.world.weather import Fault, Weather

matches = lru_cache(maxsize=100_000)(matches_once)


class Listener(Protocol):
    """Who is at the end of a way."""

    number: int

    def arrive(self, message: Message) -> None:
        """Take in a message."""
        ...

    def broken(self) -> None:
        """Notice that the connection is gone."""
        ...


@dataclass(slots=True)
class Session:
    """One connection of a listener."""

    listener: Listener
    will: str
    filters: list[str] = field(default_factory=list)
    open: bool = True
    last: int = 0


class Network:
    """One broker with its retained messages, and a way to and from it for each person."""

    def __init__(self, clock: Clock, weather: Weather, happen: Callable[[Fault], None]) -> None:
        """Begin with nobody connected; `happen` is told of each fault that really hits a message."""
        self.retained: dict[str, bytes] = {}
        self.up = True
        self.wall: Callable[[int, int], bool] = lambda _sender, _receiver: False
        self.clogged: dict[int, int] = {}
        self.calm = False
        self.held_until = 0
        self._clock, self._weather, self._happen = clock, weather, happen
        self._sessions: list[Session] = []

    @property
    def now(self) -> int:
        """The true time, in virtual milliseconds."""
        return self._clock.now

    def connect(self, listener: Listener, will: str) -> Session | None:
        """Connect, or give None while the broker is down or cannot be reached both ways, as a handshake has to."""
        number = listener.number
        if not self.up or self.wall(number, -1) or self.wall(-1, number):
            return None
        session = Session(listener, will)
        self._sessions.append(session)
        return session

    def close(self, session: Session, *, broken: bool) -> None:
        """Let a session go; a broken one leaves its will."""
        if session in self._sessions:
            self._sessions.remove(session)
            session.open = False
            if broken:
                self._spread(session.listener.number, session.will, b"", retain=True)

    def subscribe(self, session: Session, pattern: str) -> None:
        """Ask for what matches; what is retained comes at once."""
        if pattern not in session.filters:
            session.filters.append(pattern)
        for topic, payload in tuple(self.retained.items()):
            if matches(pattern, topic):
                self._down(-1, session, Message(topic, payload, retain=True))

    def publish(self, session: Session, topic: str, payload: bytes, *, retain: bool) -> None:
        """Send a message on its way to the broker."""
        sender = session.listener.number
        for late in self._ways(sender):
            self._clock.after(late, lambda: self._taken(session, topic, payload, retain=retain))

    def inject(self, sender: int, receiver: int, topic: str, payload: bytes) -> None:
        """Deliver to one person alone what a wicked broker would."""
        for session in self._sessions:
            if session.listener.number == receiver:
                self._down(sender, session, Message(topic, payload))

    def stop(self, *, forget: bool) -> None:
        """Break every connection and refuse new ones."""
        self.up = False
        sessions, self._sessions = self._sessions, []
        for session in sessions:
            session.open = False
            session.listener.broken()
        if forget:
            self.retained.clear()

    def cut(self, number: int) -> None:
        """Break one person's connection."""
        for session in tuple(self._sessions):
            if session.listener.number == number:
                self.close(session, broken=True)
                session.listener.broken()

    def heal(self) -> None:
        """Bring good weather for the rest of the evening; what is on its way in order comes until `held_until`."""
        self.up, self.calm = True, True
        self.held_until = max((session.last for session in self._sessions), default=0)
        self.wall = lambda _sender, _receiver: False
        self.clogged.clear()

    def _taken(self, session: Session, topic: str, payload: bytes, *, retain: bool) -> None:
        if session.open and not self.wall(session.listener.number, -1):
            self._spread(session.listener.number, topic, payload, retain=retain)

    def _spread(self, sender: int, topic: str, payload: bytes, *, retain: bool) -> None:
        if retain:
            self.retained.pop(topic, None)
            if payload:
                self.retained[topic] = payload
        for session in tuple(self._sessions):
            if any(matches(pattern, topic) for pattern in session.filters):
                self._down(sender, session, Message(topic, payload))

    def _down(self, sender: int, session: Session, message: Message) -> None:
        number = session.listener.number
        if self.wall(sender, number) or self.wall(-1, number):
            return
        for late in self._ways(number):
            at = self._clock.now + late
            if self._weather.ordered or self.calm:
                at = session.last = max(at, session.last)
            self._clock.after(at - self._clock.now, lambda: session.listener.arrive(message) if session.open else None)

    def _ways(self, number: int) -> list[int]:
        """Give after how many milliseconds a message comes out, once, twice or never."""
        rng, weather = self._clock.rng, self._weather
        if self.calm:
            return [int(rng.expovariate(1 / 5))]
        if rng.random() < weather.loss:
            self._happen(Fault.LOSS)
            return []
        count = 1
        if rng.random() < weather.twice:
            self._happen(Fault.TWICE)
            count = 2
        held = max(0, self.clogged.get(number, 0) - self._clock.now)
        return [held + int(rng.expovariate(1 / weather.delay_ms)) for _ in range(count)]

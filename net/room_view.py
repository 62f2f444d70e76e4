"""What a face may know of a room: immutable values that `net.lobby` makes and every face reads."""

from __future__ import annotations

from dataclasses import dataclass

from net.view import Fields, english


@dataclass(frozen=True, slots=True)
class PersonView:
    """Somebody in the room: `nick`, `pid`, four-word `fingerprint`, `status` and whether he is heard."""

    pid: str
    nick: str
    fingerprint: str
    status: str
    present: bool


@dataclass(frozen=True, slots=True)
class CardView:
    """A table card in the lobby.

    `template` and `fields` say why one cannot play there from here, as a `core.fault.Fault` does; both are empty where
    one can.
    """

    tid: str
    title: str
    host: str
    game: str
    options: tuple[tuple[str, str], ...]
    terms: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    taken: int
    started: bool
    template: str
    fields: Fields
    invitation: str

    @property
    def playable(self) -> bool:
        """Whether one can play there from here."""
        return not self.template

    @property
    def unwatched(self) -> bool:
        """Whether the game is played there without spectators."""
        return self.started and ("spectators", "no") in self.terms

    @property
    def why_not(self) -> str:
        """Why one cannot play there from here, in English; empty where one can."""
        return english(self.template, self.fields)


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The room: who is there, which tables, what was said."""

    room: str
    online: bool
    people: tuple[PersonView, ...] = ()
    tables: tuple[CardView, ...] = ()
    chat: tuple[tuple[str, str, str], ...] = ()

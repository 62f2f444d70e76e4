"""The vocabulary every game speaks: seats, spots, actions, states, games.

A match is a log, and a state is the fold of that log (`core.match.match`). States are immutable and hashable. An action
is a path of spots; its canonical text is what is typed, shown, stored, sent and hashed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NewType, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from core.chance import Dealer
    from core.scene import Scene

Seat = NewType("Seat", int)
"""A place in the order of the first round, from 0. In Djambi it is the *player* who decides."""

Spot = NewType("Spot", str)
"""Something that can be pointed at: a cell, a city, a card. Its text is its name on the board and in the notation."""

DEALER = Seat(-1)
"""The seat of chance."""

Plain = int | str | bytes | None | tuple["Plain", ...]
"""The values that `State.encode` consists of."""


class Talk(StrEnum):
    """Who may talk in a state (`State.talk`)."""

    OPEN = "open"
    ETIQUETTE = "etiquette"


WHY = "why"
"""The name in an outcome's detail of a reason that says more than its own."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    `winners` are the seats that won or tie; it is empty for a draw without a list of tied seats. `points` has one
    number for each seat. `reason` is a member of the game's own closed enum of reasons; `detail` names what the reason
    leaves open, as `WHY` does where nobody has resigned who loses like somebody who has.
    """

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    reason: str
    detail: tuple[tuple[str, str], ...] = ()

    @property
    def tied(self) -> bool:
        """Whether several seats share the end that are no partners."""
        return len(self.winners) > 1 and ("team", "yes") not in self.detail

    @property
    def why(self) -> str:
        """The reason as it is told: what `detail` says of it, else `reason` itself, which records keep."""
        return dict(self.detail).get(WHY, self.reason)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn to come: `player` decides, the pieces of `seat` move, `bonus` marks a turn outside the rotation."""

    player: Seat
    seat: Seat
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing an action brings about: a short key (`kill`, `king`, ...) with its fields; faces put it into words."""

    key: str
    fields: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, key: str, **fields: object) -> Self:
        """Give the effect of a game's `Key`, each field as text."""
        return cls(str(key), tuple((name, str(value)) for name, value in fields.items()))


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game or of a table.

    `values` are the allowed values, the default first. If `highest` is set, any whole number from `lowest` to `highest`
    is allowed too. `title` is the English label in forms. `needs` names values of other options without which this one
    means nothing (`(("players", "5"),)`). `below` names the option whose number this one's stays below where a table is
    opened (`core.option.placed` reads older records). Forms show the option only if `form` is set, and above the others
    if it is `leading`. A `lasting` one decides how long a game is: a table tells it even at its default. `purpose` says
    in an English sentence what the option does. `words` are English words for values that are no plain number; numbers
    among them that are not in `values` are offered too.

    A `secret` option gives away hidden faces: it is in no digest, and a viewer who may not know everything sees its
    default. A `tacit` option at its default is written nowhere, neither in a record nor in a digest, so that records
    made before the option existed stay valid.
    """

    name: str
    values: tuple[str, ...]
    title: str
    lowest: int = 0
    highest: int | None = None
    needs: tuple[tuple[str, str], ...] = ()
    form: bool = True
    secret: bool = False
    tacit: bool = False
    purpose: str = ""
    words: tuple[tuple[str, str], ...] = ()
    leading: bool = False
    lasting: bool = False
    below: str = ""

    @property
    def default(self) -> str:
        """The value that applies if none is given."""
        return self.values[0]

    def accepts(self, value: str) -> bool:
        """Tell whether `value` is allowed (numbers in plain ASCII digits without leading zeros)."""
        if value in self.values:
            return True
        if self.highest is None or not value.isascii() or not value.isdigit() or len(value) > len(str(self.highest)):
            return False
        return str(int(value)) == value and self.lowest <= int(value) <= self.highest

    def canonical(self, value: str) -> str:
        """Give the one canonical text of a value that may be written in several ways; most values have only one."""
        return value

    @property
    def allowed(self) -> str:
        """The allowed values as words for a sentence."""
        words = ", ".join(self.apart)
        if self.highest is None:
            return words
        bounds = f"{self.lowest} to {self.highest}"
        return f"{words} or {bounds}" if words else bounds

    @property
    def apart(self) -> tuple[str, ...]:
        """The values that are not within the bounds."""
        if self.highest is None:
            return self.values
        return tuple(one for one in self.values if not one.isdecimal() or not self.lowest <= int(one) <= self.highest)


class Action(Protocol):
    """What a seat chooses to do: a frozen, slotted, hashable value; `str(action)` is the canonical text."""

    @property
    def path(self) -> tuple[Spot, ...]:
        """The spots to point at, in order; unique within `legal()`. Empty for a declaration."""
        ...


A = TypeVar("A", bound=Action)


LISTED = 50_000
"""How many legal actions are read of a list that could be endless, for whoever wants all of it."""


class State(Protocol[A]):
    """A position: frozen and hashable; two states are equal if and only if play continues in the same way from both.

    After the end `active` is empty and `outcome` says how the match ended. While `sealed`, the decisions owed stay
    secret until all are made (`core.match.match.Match.seal`).

    A game's class inherits from this one. What has a body here is what an open game does: nothing is hidden, decisions
    are made one after the other, all may talk.
    """

    __slots__ = ()

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that owe a decision: `()` after the end, `(DEALER,)` for chance."""
        ...

    @property
    def sealed(self) -> bool:
        """Whether the decisions owed are simultaneous."""
        return False

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        ...

    @property
    def begins_turn(self) -> bool:
        """Whether the seat to move begins its turn here; always, where a turn is one decision."""
        return True

    @property
    def talk(self) -> Talk:
        """Who may talk now."""
        return Talk.OPEN

    def legal(self, seat: Seat) -> Iterable[A]:
        """Give every legal action of `seat` in a fixed order; none for a seat that is not active.

        There can be millions (of a large hand, any part may be a payment). Such a list is made while it is read, and
        begins with what somebody may want; whoever reads it stops after `LISTED`, or before. In a view, actions with
        cards that the viewer does not know may be missing, although `is_legal` accepts them.
        """
        ...

    def is_legal(self, seat: Seat, action: A) -> bool:
        """Tell whether `play` would accept the action (declarations included), without building the list."""
        ...

    def play(self, seat: Seat, action: A) -> Self:
        """Give the state after the action; raise `IllegalAction` with the reason in a sentence."""
        ...

    def play_unchecked(self, seat: Seat, action: A) -> Self:
        """Give the state after an action that this very state gave or found legal, without checking it again.

        What comes from outside (a log, a message, a person) goes through `play`. An illegal action gives nonsense here.
        """
        return self.play(seat, action)

    def declarations(self, seat: Seat) -> tuple[A, ...]:
        """Give what `seat` may declare out of turn (resign, abandon, return, draw); these are not in `legal`."""
        ...

    def parse(self, seat: Seat, text: str) -> A:
        """Read a text as an action, leniently; raise `BadNotation`. The action need not be legal."""
        ...

    def next_spots(self, seat: Seat, prefix: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Give the spots that continue `prefix` to a legal action, in a fixed order, without building the full list."""
        ...

    def complete(self, seat: Seat, prefix: tuple[Spot, ...]) -> A | None:
        """Give the legal action whose path is exactly `prefix`, or None."""
        ...

    def reach(self, spot: Spot) -> tuple[Spot, ...]:
        """Give the spots that the piece on `spot` could go to if it were its turn; enemy pieces too."""
        ...

    def view(self, viewer: Seat | None) -> Self:
        """Give what `viewer` (None: a spectator) may know: in an open game, the state itself."""
        del viewer
        return self

    def mask(self, seat: Seat, action: A, viewer: Seat | None) -> A:
        """Give the action as `viewer` may see it: in an open game, the action itself."""
        del seat, viewer
        return action

    def display(self, seat: Seat, action: A) -> str:
        """Give the annotated form of a legal action (`C4 (B3, A2)`), or the canonical text if there is none."""
        del seat
        return str(action)

    def effects(self, seat: Seat, action: A) -> tuple[Effect, ...]:
        """Tell what a legal action brings about, in order."""
        ...

    def upcoming(self, count: int) -> tuple[Turn, ...]:
        """Give the next turns, the present one first, as far as is known if nobody dies, leaves or takes power."""
        ...

    def scene(self, viewer: Seat | None = None, name: str = "") -> Scene:
        """Give what is to be drawn, by role; `name` is one of `Game.scenes` (by default the first)."""
        ...

    def encode(self) -> tuple[Plain, ...]:
        """Give nested tuples of plain values: equal if and only if the states are equal."""
        ...

    def to_json(self) -> dict[str, object]:
        """Give the position as the rules text describes it; `Game.setup` is the inverse."""
        ...

    def __eq__(self, other: object) -> bool:
        """Tell whether play continues in the same way from both."""
        return isinstance(other, type(self)) and self.encode() == other.encode()

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash(self.encode())


class Game(Protocol):
    """One game: its name, its options and how it starts. Each folder of `core.games` holds one as `GAME`."""

    @property
    def name(self) -> str:
        """The word for commands, options and files."""
        ...

    @property
    def title(self) -> str:
        """The name on the screen (an English msgid where it differs between languages)."""
        ...

    @property
    def pitch(self) -> str:
        """One English line that says what kind of game it is."""
        ...

    @property
    def version(self) -> int:
        """The version of the rules; it changes when the same log could fold to another state."""
        ...

    @property
    def options(self) -> tuple[Option, ...]:
        """The game's options in the order of its rules text."""
        ...

    @property
    def presets(self) -> Mapping[str, Mapping[str, str]]:
        """Named sets of options."""
        ...

    @property
    def scenes(self) -> tuple[str, ...]:
        """The names of the ways to draw a state, the default first."""
        ...

    def examples(self, seat: str) -> tuple[str, ...]:
        """Give actions of the seat of that name, for help, where the first state has none of the usual kind."""
        del seat
        return ()

    def seats(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """Give the seats' names in seat order; an absent colour keeps its number (see `vacant`)."""
        ...

    def vacant(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """Give the seats that nobody takes (Djambi with five players)."""
        del options
        return ()

    def start(self, options: Mapping[str, str]) -> State[Any]:
        """Give the first state for settled options (`core.option.settle`)."""
        ...

    def setup(self, position: Mapping[str, object]) -> State[Any]:
        """Give the state of a position in the form of `State.to_json`; raise `BadPosition` or `BadOption`."""
        ...

    def dealer(self, options: Mapping[str, str]) -> Dealer | None:
        """Give who deals by the options' own script or seed; None where chance has no part or is told from outside."""
        del options
        return None

    def max_plies(self, options: Mapping[str, str]) -> int:
        """Give a number of plies no random game of these options passes."""
        ...

"""A tiny game for tests of the table: two to six seats add one to three in turn; who reaches twelve wins.

`seats=4 vacant=N` leaves one seat empty. `out` are the seats that abandoned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from core.fault import BadNotation, IllegalAction, sentence
from core.game import Effect, Option, Outcome, Plain, Seat, Spot, State, Talk, Turn
from core.scene import Layout, Scene, SeatPanel, Standing

TARGET = 12
ODD = sentence("{text} is no number.")
RANGE = sentence("Add 1, 2 or 3, not {text}.")
NOT_YOU = sentence("It is not the turn of {seat}.")
NO_DECLARATION = sentence("{seat} cannot say {text} now.")
NAMES = ("red", "blue", "yellow", "green", "purple", "white")


@dataclass(frozen=True, slots=True)
class Add:
    """Add a number, or say something."""

    text: str

    def __str__(self) -> str:
        """Give the text."""
        return self.text

    @property
    def path(self) -> tuple[Spot, ...]:
        """Give the number as the only spot."""
        return (Spot(self.text),) if self.text.isdigit() else ()


@dataclass(frozen=True, slots=True)
class Sum:
    """The total, whose turn it is, who has left, and whether a draw was agreed."""

    count: int
    vacant: tuple[int, ...]
    total: int = 0
    turn: int = 0
    out: tuple[int, ...] = ()
    drawn: bool = False
    hush: bool = False

    @property
    def players(self) -> tuple[Seat, ...]:
        """Give the seats in play."""
        return tuple(Seat(s) for s in range(self.count) if s not in self.out and s not in self.vacant)

    @property
    def active(self) -> tuple[Seat, ...]:
        """Give the seat to move."""
        return () if self.outcome else (Seat(self.turn),)

    @property
    def begins_turn(self) -> bool:
        """Every decision is a turn."""
        return True

    @property
    def sealed(self) -> bool:
        """Nothing is simultaneous."""
        return False

    @property
    def outcome(self) -> Outcome | None:
        """Give who reached the target, or the last one."""
        if self.drawn:
            return Outcome(self.players, (0,) * self.count, "agreement")
        if len(self.players) == 1:
            return Outcome(self.players, (0,) * self.count, "last")
        if self.total >= TARGET:
            return Outcome((Seat(self.turn),), (0,) * self.count, "target")
        return None

    @property
    def talk(self) -> Talk:
        """Close talk between 4 and 6 where the option says so."""
        return Talk.ETIQUETTE if self.hush and 4 <= self.total < 7 else Talk.OPEN

    def legal(self, seat: Seat) -> Iterable[Add]:
        """Give the three numbers."""
        return [Add("1"), Add("2"), Add("3")] if seat in self.active else []

    def is_legal(self, seat: Seat, action: Add) -> bool:
        """Try it."""
        return action in self.legal(seat) or action in self.declarations(seat)

    def play(self, seat: Seat, action: Add) -> Self:
        """Add, or do what is said."""
        if not action.path:
            return self._say(seat, action)
        if seat not in self.active:
            raise IllegalAction(NOT_YOU, seat=NAMES[seat])
        if action not in self.legal(seat):
            raise IllegalAction(RANGE, text=action.text)
        after = replace(self, total=self.total + int(action.text))
        return after if after.total >= TARGET else after._on(seat)

    play_unchecked = play

    def _say(self, seat: Seat, action: Add) -> Self:
        if action not in self.declarations(seat):
            raise IllegalAction(NO_DECLARATION, seat=NAMES[seat], text=action.text)
        if action.text == "draw":
            return replace(self, drawn=True)
        if action.text.startswith("return"):
            return replace(self, out=tuple(s for s in self.out if s != seat))
        after = replace(self, out=tuple(sorted({*self.out, int(seat)})))
        return after._on(seat) if seat == self.turn and after.outcome is None else after

    def _on(self, seat: int) -> Self:
        order = [(seat + step) % self.count for step in range(1, self.count + 1)]
        return replace(self, turn=next(s for s in order if s in self.players))

    def declarations(self, seat: Seat) -> tuple[Add, ...]:
        """Give abandon and draw to those in play, return to those who left."""
        if self.outcome or seat in self.vacant:
            return ()
        if seat in self.out:
            return (Add(f"return {NAMES[seat]}"),)
        return (Add(f"abandon {NAMES[seat]}"), Add("draw"))

    def parse(self, seat: Seat, text: str) -> Add:
        """Read a number or a declaration."""
        text = text.strip()
        if text == "resign":
            text = f"abandon {NAMES[seat]}"
        if text.split(" ")[0] in {"abandon", "return", "draw"}:
            return Add(text)
        if not (text.isascii() and text.isdigit()):
            raise BadNotation(ODD, text=text)
        return Add(text)

    def next_spots(self, seat: Seat, prefix: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Give the three numbers."""
        return () if prefix else tuple(Spot(a.text) for a in self.legal(seat))

    def complete(self, seat: Seat, prefix: tuple[Spot, ...]) -> Add | None:
        """Give the number pointed at."""
        return next((a for a in self.legal(seat) if a.path == prefix), None)

    def reach(self, spot: Spot) -> tuple[Spot, ...]:
        """Reach nothing."""
        return (spot,)[:0]

    def view(self, viewer: Seat | None) -> Self:
        """Hide nothing."""
        return self if viewer is None else replace(self)

    def mask(self, seat: Seat, action: Add, viewer: Seat | None) -> Add:
        """Hide nothing."""
        del seat, viewer
        return action

    def display(self, seat: Seat, action: Add) -> str:
        """Give the text."""
        del seat
        return str(action)

    def effects(self, seat: Seat, action: Add) -> tuple[Effect, ...]:
        """Bring nothing about."""
        del seat, action
        return ()

    def upcoming(self, count: int) -> tuple[Turn, ...]:
        """Give the next turn."""
        return tuple(Turn(s, s) for s in self.active)[:count]

    def scene(self, viewer: Seat | None = None, name: str = "") -> Scene:
        """Give the seats only."""
        del viewer, name
        panels = tuple(SeatPanel(s, NAMES[s], self._standing(s), None, 0) for s in range(self.count))
        return Scene(Layout.SQUARE, 0, 0, (), (), seats=panels)

    def _standing(self, seat: int) -> Standing:
        if seat in self.vacant:
            return Standing.ABSENT
        return Standing.ABANDONED if seat in self.out else Standing.ACTIVE

    def encode(self) -> tuple[Plain, ...]:
        """Give every field."""
        return (self.count, self.vacant, self.total, self.turn, self.out, int(self.drawn), int(self.hush))

    def to_json(self) -> dict[str, object]:
        """Give the total."""
        return {"total": self.total}


@dataclass(frozen=True, slots=True)
class Toy:
    """The game."""

    name: str = "toy"
    title: str = "Toy"
    pitch: str = "Count to twelve."
    version: int = 1
    options: tuple[Option, ...] = (
        Option("players", ("2", "3", "4"), "Players"),
        Option("vacant", ("none", "0", "1", "2", "3"), "Vacant seat"),
        Option("hush", ("no", "yes"), "Close talk in the middle"),
    )
    scenes: tuple[str, ...] = ("plain",)

    def examples(self, seat: str) -> tuple[str, ...]:
        """Give none: what can be played first is an example of all."""
        del seat
        return ()

    @property
    def presets(self) -> Mapping[str, Mapping[str, str]]:
        """Give none."""
        return {}

    def seats(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """Give the colours."""
        return NAMES[: int(options["players"])]

    def vacant(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """Give the seat left empty."""
        return () if options["vacant"] == "none" else (Seat(int(options["vacant"])),)

    def start(self, options: Mapping[str, str]) -> State[Any]:
        """Start at nothing with the first seat that is taken."""
        vacant = tuple(int(seat) for seat in self.vacant(options))
        count = int(options["players"])
        first = next(seat for seat in range(count) if seat not in vacant)
        return Sum(count, vacant, turn=first, hush=options["hush"] == "yes")

    def setup(self, position: Mapping[str, object]) -> State[Any]:
        """Set a total up."""
        return Sum(2, (), total=int(str(position["total"])))

    def dealer(self, options: Mapping[str, str]) -> None:
        """Give nobody: chance has no part."""
        del options

    def max_plies(self, options: Mapping[str, str]) -> int:
        """Give the target and some talk."""
        return TARGET * int(options["players"])


GAME = Toy()
CROWD = replace(GAME, options=(Option("players", ("2", "3", "4", "5", "6"), "Players"), *GAME.options[1:]))
"""The same for up to six seats."""

"""The position of the tiny card game of `tests.net.support.toy_games.toy_card_game`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from core.chance import Chance, Draw, Lot, Shuffle
from core.fault import BadNotation, IllegalAction, sentence
from core.game import DEALER, Effect, Outcome, Plain, Seat, Spot, Talk, Turn
from core.scene import Layout, Scene, SeatPanel, Standing
from tests.net.support.toy_games.toy_card_action import FIRST, NAMES, OPEN, Deed

ODD = sentence("{text} is nothing that can be done.")
NOT_NOW = sentence("{text} is not possible now.")

Hand = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Duel:
    """Hands (open cards, then drawn ones, None where not known), the talon as a multiset, and what is owed."""

    count: int
    limit: int
    known: tuple[tuple[int, ...], ...]
    drawn: tuple[Hand, ...]
    points: tuple[int, ...]
    talon: tuple[int | None, ...] = ()
    spent: tuple[int, ...] = FIRST
    epoch: int = 0
    size: int = 0
    owed: str = "shuffle"
    turn: int = 0
    turns: int = 0
    laid: tuple[tuple[int, int], ...] = ()
    out: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[Seat, ...]:
        """Give the seats in play."""
        return tuple(Seat(s) for s in range(self.count) if s not in self.out)

    @property
    def chance(self) -> Chance | None:
        """Give what chance owes."""
        if self.outcome:
            return None
        if self.owed == "shuffle":
            return Shuffle(self.epoch + 1, (tuple(sorted(self.spent)),))
        if self.owed == "lot":
            return Lot(self.epoch, len(self.players))
        return self.coming(1)[0] if self.owed == "draw" else None

    @property
    def active(self) -> tuple[Seat, ...]:
        """Give who owes what."""
        if self.outcome:
            return ()
        if self.chance is not None:
            return (DEALER,)
        if self.owed == "duel":
            laid = {seat for seat, _ in self.laid}
            return tuple(seat for seat in self.players if seat not in laid)
        return (Seat(self.turn),)

    @property
    def begins_turn(self) -> bool:
        """Every decision is a turn."""
        return True

    @property
    def sealed(self) -> bool:
        """A duel is sealed."""
        return self.owed == "duel" and self.outcome is None

    @property
    def outcome(self) -> Outcome | None:
        """Give who has most points in the end, or the last one."""
        if len(self.players) == 1:
            return Outcome(self.players, self.points, "last")
        if self.turns < self.limit:
            return None
        best = max(self.points[seat] for seat in self.players)
        return Outcome(tuple(s for s in self.players if self.points[s] == best), self.points, "points")

    @property
    def talk(self) -> Talk:
        """Never close talk."""
        return Talk.OPEN

    def coming(self, count: int) -> tuple[Draw, ...]:
        """Give the draws of the seats in turn."""
        order = [seat for step in range(self.count) if (seat := (self.turn + step) % self.count) not in self.out]
        start = 0 if self.owed == "draw" else 1
        slot = self.size - len(self.talon)
        many = min(count, len(self.talon))
        return tuple(Draw(Seat(order[(start + step) % len(order)]), self.epoch, 0, slot + step) for step in range(many))

    def dealt(self, outcome: int | None) -> Deed:
        """Give the dealer's line."""
        owed = self.chance
        if isinstance(owed, Shuffle):
            return Deed(f"talon {len(owed.packs[0])}")
        if isinstance(owed, Lot):
            return Deed(f"lot {outcome}")
        return Deed(f"draw {NAMES[self.turn]} {'?' if outcome is None else outcome}")

    def unproved(self, seat: Seat, action: Deed) -> tuple[int, ...]:
        """Give the card played unless it is held openly."""
        if action.word not in {"card", "show"} or action.number in {0, *self.known[seat]}:
            return ()
        return (action.number,)

    def default(self, seat: Seat) -> Deed | None:
        """Lay down nothing."""
        return Deed("card 0") if seat in self.active and self.sealed else None

    def legal(self, seat: Seat) -> Iterable[Deed]:
        """Give every card held, or the whole deck where it is not known."""
        if seat not in self.active:
            return []
        faces = sorted({*self.known[seat], *(face for face in self.drawn[seat] if face)})
        if None in self.drawn[seat]:
            faces = sorted({*OPEN, *FIRST})
        if self.owed == "duel":
            return [Deed(f"card {face}") for face in (0, *faces)]
        return [Deed("duel"), *(Deed(f"show {face}") for face in faces)]

    def is_legal(self, seat: Seat, action: Deed) -> bool:
        """Try it."""
        return action in self.legal(seat) or action in self.declarations(seat)

    def declarations(self, seat: Seat) -> tuple[Deed, ...]:
        """Give abandon to those in play."""
        return () if self.outcome or seat not in self.players else (Deed(f"abandon {NAMES[seat]}"),)

    def play(self, seat: Seat, action: Deed) -> Self:
        """Do it."""
        if seat == DEALER:
            return self._deal(action)
        if action in self.declarations(seat):
            return self._leave(seat)
        if action not in self.legal(seat):
            raise IllegalAction(NOT_NOW, text=action.text)
        if action.word == "duel":
            return replace(self, owed="duel")
        if action.word == "show":
            points = tuple(p + (action.number if s == seat else 0) for s, p in enumerate(self.points))
            return replace(self._without(seat, action.number), points=points)._next()
        return replace(self._without(seat, action.number), laid=(*self.laid, (seat, action.number)))._settled()

    play_unchecked = play

    def _settled(self) -> Self:
        if self.owed != "duel" or self.active or self.outcome:
            return self
        best = max(card for _, card in self.laid)
        winners = [seat for seat, card in self.laid if card == best]
        points = tuple(p + (3 if [s] == winners else 0) for s, p in enumerate(self.points))
        return replace(self, points=points, laid=())._next()

    def _without(self, seat: int, face: int) -> Self:
        """Take a card out of a hand: an open one first, then a drawn one that is known, then any."""
        if not face:
            return self
        known, drawn = list(self.known[seat]), list(self.drawn[seat])
        if face in known:
            known.remove(face)
        elif face in drawn:
            drawn.remove(face)
        else:
            drawn.remove(None)
        return replace(
            self,
            known=_put(self.known, seat, tuple(known)),
            drawn=_put(self.drawn, seat, tuple(drawn)),
            spent=tuple(sorted((*self.spent, face))),
        )

    def _next(self) -> Self:
        order = [(self.turn + step) % self.count for step in range(1, self.count + 1)]
        turn = next(seat for seat in order if seat in self.players)
        owed = "draw" if self.talon else "shuffle" if self.spent else "move"
        return replace(self, turn=turn, turns=self.turns + 1, owed=owed)

    def _leave(self, seat: Seat) -> Self:
        after = replace(self, out=tuple(sorted({*self.out, int(seat)})))
        if after.outcome or seat != self.turn:
            return after._settled()
        return after._next() if self.owed != "duel" else after._settled()

    def _deal(self, action: Deed) -> Self:
        owed = self.chance
        if owed is None or action.word != {Shuffle: "talon", Lot: "lot", Draw: "draw"}[type(owed)]:
            raise IllegalAction(NOT_NOW, text=action.text)
        if isinstance(owed, Shuffle):
            talon = owed.packs[0]
            return replace(self, epoch=owed.epoch, talon=talon, size=len(talon), spent=(), owed="lot")
        if isinstance(owed, Lot):
            return replace(self, turn=self.players[action.number], owed="draw")
        face = None if action.text.endswith("?") else action.number
        left = list(self.talon)
        if face is not None and face not in left and None not in left:
            raise IllegalAction(NOT_NOW, text=action.text)
        left.remove(face if face in left else left[-1])
        drawn = _put(self.drawn, self.turn, (*self.drawn[self.turn], face))
        hidden = tuple(left) if face is not None and None not in left else (None,) * len(left)
        return replace(self, talon=hidden, drawn=drawn, owed="move")

    def parse(self, seat: Seat, text: str) -> Deed:
        """Read a deed."""
        text = " ".join(text.split())
        if text in {"resign", "abandon"} and seat >= 0:
            return Deed(f"abandon {NAMES[seat]}")
        word, _, rest = text.partition(" ")
        if word in {"card", "show", "talon", "lot"} and rest.isascii() and rest.isdigit() and len(rest) < 4:
            return Deed(f"{word} {int(rest)}")
        if text == "duel" or word == "abandon" or (word == "draw" and seat == DEALER):
            return Deed(text)
        raise BadNotation(ODD, text=text)

    def next_spots(self, seat: Seat, prefix: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Give the deeds."""
        return () if prefix else tuple(Spot(deed.text) for deed in self.legal(seat))

    def complete(self, seat: Seat, prefix: tuple[Spot, ...]) -> Deed | None:
        """Give the deed pointed at."""
        return next((deed for deed in self.legal(seat) if deed.path == prefix), None)

    def reach(self, spot: Spot) -> tuple[Spot, ...]:
        """Reach nothing."""
        return (spot,)[:0]

    def view(self, viewer: Seat | None) -> Self:
        """Hide drawn cards from all but their owner, and the talon's faces once a card is hidden."""
        drawn = tuple(hand if seat == viewer else tuple(None for _ in hand) for seat, hand in enumerate(self.drawn))
        secret = any(hand for hand in self.drawn) or len(self.talon) < self.size
        return replace(self, drawn=drawn, talon=(None,) * len(self.talon) if secret else self.talon)

    def mask(self, seat: Seat, action: Deed, viewer: Seat | None) -> Deed:
        """Hide what is drawn from all but him who draws."""
        if seat != DEALER or action.word != "draw" or (viewer is not None and NAMES[viewer] in action.text):
            return action
        return Deed(f"{action.text.rsplit(' ', 1)[0]} ?")

    def display(self, seat: Seat, action: Deed) -> str:
        """Give the text."""
        del seat
        return str(action)

    def effects(self, seat: Seat, action: Deed) -> tuple[Effect, ...]:
        """Bring nothing about."""
        del seat, action
        return ()

    def upcoming(self, count: int) -> tuple[Turn, ...]:
        """Give the next turn."""
        return () if self.outcome else tuple(Turn(Seat(s), Seat(s)) for s in (self.turn,))[:count]

    def scene(self, viewer: Seat | None = None, name: str = "") -> Scene:
        """Give the seats only."""
        del viewer, name
        standing = (Standing.ABANDONED if s in self.out else Standing.ACTIVE for s in range(self.count))
        panels = tuple(SeatPanel(s, NAMES[s], how, None, 0) for s, how in enumerate(standing))
        return Scene(Layout.SQUARE, 0, 0, (), (), seats=panels)

    def encode(self) -> tuple[Plain, ...]:
        """Give every field."""
        return tuple(getattr(self, name) for name in self.__slots__)

    def to_json(self) -> dict[str, object]:
        """Give the points."""
        return {"points": list(self.points)}


def _put(hands: tuple[Any, ...], seat: int, hand: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])

"""The position of the tiny card game of `tests.core.support.card_game`, as somebody knows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self, cast

from core.chance import Chance, Draw, Shuffle
from core.fault import BadNotation, IllegalAction, sentence
from core.game import DEALER, Effect, Outcome, Plain, Seat, Spot, State, Talk, Turn
from core.scene import Cards as Pile
from core.scene import Fight, Hand, Layout, Scene, SeatPanel, Side, Stage, Standing
from tests.core.support.card_game_text import DECK, NAMES, WORDS, Say, faces

ODD = sentence("{text} is no word of this game.")
NOT_NOW = sentence("{seat} cannot say {text} now.")


@dataclass(frozen=True, slots=True)
class Hands:
    """The position as somebody knows it.

    `unseen` are, ascending, the faces that stand nowhere openly: those of the talon and of the hidden cards not known
    here (None). `left` counts the cards of the talon, `laid` are the cards of a fight so far.
    """

    goal: int
    rounds: int
    scores: tuple[int, ...]
    hidden: tuple[tuple[int | None, ...], ...]
    unseen: tuple[int, ...] = ()
    left: int = 0
    size: int = 0
    spent: tuple[int, ...] = DECK
    epoch: int = 0
    turn: int = 0
    phase: str = "draw"
    laid: tuple[int | None, ...] = (None, None)
    gone: int | None = None

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.turn % len(self.scores)

    @property
    def fighters(self) -> tuple[Seat, Seat]:
        """Who fights: the seat to move and the next."""
        return Seat(self.seat), Seat((self.seat + 1) % len(self.scores))

    @property
    def active(self) -> tuple[Seat, ...]:
        """Who owes something."""
        if self.outcome:
            return ()
        if self.phase == "draw":
            return (DEALER,)
        if self.phase == "say":
            return (Seat(self.seat),)
        return tuple(seat for seat, card in zip(self.fighters, self.laid, strict=True) if card is None)

    @property
    def begins_turn(self) -> bool:
        """Every decision is a turn."""
        return True

    @property
    def sealed(self) -> bool:
        """Cards are laid in secret."""
        return self.phase == "fight"

    @property
    def outcome(self) -> Outcome | None:
        """Tell who has reached the goal or is left, or that time is up."""
        best = max(self.scores)
        if self.gone is not None:
            rest = tuple(Seat(seat) for seat in range(len(self.scores)) if seat != self.gone)
            return Outcome(rest, self.scores, "resignation")
        if best >= self.goal:
            return Outcome((Seat(self.scores.index(best)),), self.scores, "goal")
        return Outcome((), self.scores, "time") if self.turn >= self.rounds else None

    @property
    def talk(self) -> Talk:
        """Let everybody talk."""
        return Talk.OPEN

    @property
    def chance(self) -> Chance | None:
        """Owe a talon where there is none, else a card."""
        if self.active != (DEALER,):
            return None
        if not self.left:
            return Shuffle(self.epoch + 1, (tuple(sorted(self.spent)),))
        return self.coming(1)[0]

    def dealt(self, outcome: int | None) -> Say:
        """Give the dealer's word."""
        if isinstance(self.chance, Shuffle):
            return Say(f"talon {len(self.spent)}")
        return Say(f"draw {NAMES[self.seat]} {'?' if outcome is None else outcome}")

    def coming(self, count: int) -> tuple[Draw, ...]:
        """Give the next draws of this talon."""
        first = self.size - self.left
        turns = range(self.turn + (self.phase != "draw"), self.turn + count + 1)
        return tuple(
            Draw(Seat(turn % len(self.scores)), self.epoch, 0, first + at)
            for at, turn in enumerate(turns)
            if at < min(count, self.left)
        )

    def unproved(self, seat: Seat, action: Say) -> tuple[int, ...]:
        """Give the card laid unless it is the open 0."""
        del seat
        return tuple(face for face in faces(action.text.removeprefix("lay ")) if face)[:1]

    def legal(self, seat: Seat) -> Iterable[Say]:
        """Give what may be said or laid; what is not known may be any unseen face."""
        if seat == DEALER or seat not in self.active:
            return []
        if self.phase == "say":
            return [Say("fight"), Say("pass")]
        known = {face for face in self.hidden[seat] if face is not None}
        guess = set(self.unseen) if None in self.hidden[seat] else set()
        return [Say(f"lay {face}") for face in sorted({0} | known | guess)]

    def is_legal(self, seat: Seat, action: Say) -> bool:
        """Try it."""
        try:
            self.play(seat, action)
        except IllegalAction:
            return False
        return True

    def play(self, seat: Seat, action: Say) -> Self:
        """Do what is said."""
        if action in self.declarations(seat):
            return replace(self, gone=int(seat))
        if seat == DEALER and self.active == (DEALER,):
            return self._deal(action)
        if action not in self.legal(seat):
            raise IllegalAction(NOT_NOW, seat="dealer" if seat == DEALER else NAMES[seat], text=action.text)
        if self.phase == "fight":
            return self._lay(seat, int(action.text.split()[1]))
        return replace(self, phase="fight") if action.text == "fight" else self._on(self)

    play_unchecked = play

    def _deal(self, action: Say) -> Self:
        word, *rest = action.text.split()
        if isinstance(self.chance, Shuffle):
            if action != self.dealt(None):
                raise IllegalAction(NOT_NOW, seat="dealer", text=action.text)
            talon = tuple(sorted((*self.spent, *self.unseen)))
            return replace(
                self, unseen=talon, left=len(self.spent), size=len(self.spent), spent=(), epoch=self.epoch + 1
            )
        face = None if rest[-1:] == ["?"] else next(iter(faces(rest[-1])), 0)
        if word != "draw" or action != self.dealt(face) or (face is not None and face not in self.unseen):
            raise IllegalAction(NOT_NOW, seat="dealer", text=action.text)
        after = replace(self, hidden=_put(self.hidden, self.seat, face), left=self.left - 1, phase="say")
        return after if face is None else replace(after, unseen=_without(self.unseen, face))

    def _lay(self, seat: Seat, card: int) -> Self:
        first, second = self.fighters
        laid = (card, self.laid[1]) if seat == first else (self.laid[0], card)
        after = replace(self, laid=laid)
        if card:
            known = card in self.hidden[seat]
            hand = _without(self.hidden[seat], card if known else None)
            hidden = (*self.hidden[:seat], hand, *self.hidden[seat + 1 :])
            unseen = self.unseen if known else _without(self.unseen, card)
            after = replace(after, hidden=hidden, unseen=unseen, spent=tuple(sorted((*self.spent, card))))
        one, two = after.laid
        if one is None or two is None:
            return after
        scores = list(self.scores)
        if one != two:
            scores[first if one > two else second] += 1
        return self._on(replace(after, scores=tuple(scores)))

    def _on(self, after: Self) -> Self:
        """Go on to the next turn; without any card left nobody draws."""
        phase = "draw" if after.left or after.spent else "say"
        return replace(after, turn=after.turn + 1, phase=phase, laid=(None, None))

    def declarations(self, seat: Seat) -> tuple[Say, ...]:
        """Let anybody give up."""
        return () if self.outcome or seat == DEALER else (Say("resign"),)

    def parse(self, seat: Seat, text: str) -> Say:
        """Read a word, or a card alone."""
        said = " ".join(text.split())
        said = f"lay {said}" if faces(said) else said
        head, _, rest = said.partition(" ")
        if said in WORDS or (head == "lay" and faces(rest)) or (seat == DEALER and head in {"talon", "draw"} and rest):
            return Say(said)
        raise BadNotation(ODD, text=text)

    def next_spots(self, seat: Seat, prefix: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Give the words or cards."""
        return () if prefix else tuple(action.path[0] for action in self.legal(seat))

    def complete(self, seat: Seat, prefix: tuple[Spot, ...]) -> Say | None:
        """Give what was pointed at."""
        return next((action for action in self.legal(seat) if action.path == prefix), None)

    def reach(self, spot: Spot) -> tuple[Spot, ...]:
        """Reach nothing."""
        return (spot,)[:0]

    def view(self, viewer: Seat | None) -> Self:
        """Hide the others' hidden cards among the unseen ones."""
        lost = [c for s, hand in enumerate(self.hidden) if s != viewer for c in hand if c is not None]
        hidden = tuple(h if s == viewer else (None,) * len(h) for s, h in enumerate(self.hidden))
        return replace(self, hidden=hidden, unseen=tuple(sorted((*self.unseen, *lost))))

    def mask(self, seat: Seat, action: Say, viewer: Seat | None) -> Say:
        """Hide what somebody else draws."""
        if seat != DEALER or not action.text.startswith("draw"):
            return action
        _, name, _ = action.text.split()
        return action if viewer is not None and NAMES[viewer] == name else Say(f"draw {name} ?")

    def display(self, seat: Seat, action: Say) -> str:
        """Give the text."""
        del seat
        return str(action)

    def effects(self, seat: Seat, action: Say) -> tuple[Effect, ...]:
        """Tell the word as a key, and who scores."""
        word, *rest = action.text.split()
        told = [Effect(word, (("cards", rest[-1]),) if rest else ())]
        if word == "draw":
            told = [Effect("drawn", (("seat", rest[0]), ("card", rest[1])))]
        after = self.play(seat, action)
        told += [
            Effect("point", (("colour", NAMES[s]),)) for s, score in enumerate(after.scores) if score != self.scores[s]
        ]
        return tuple(told)

    def upcoming(self, count: int) -> tuple[Turn, ...]:
        """Give the next turns."""
        seats = [Seat((self.turn + step) % len(self.scores)) for step in range(count)]
        return () if self.outcome else tuple(Turn(seat, seat) for seat in seats)

    def scene(self, viewer: Seat | None = None, name: str = "") -> Scene:
        """Give the seats only."""
        del viewer, name
        panels = tuple(
            SeatPanel(seat, NAMES[seat], Standing.ACTIVE, None, len(hand) + 1, score=self.scores[seat])
            for seat, hand in enumerate(self.hidden)
        )
        hands = tuple(Hand(seat, (0, *hand)) for seat, hand in enumerate(self.hidden))
        return Scene(
            Layout.SQUARE, 0, 0, (), (), seats=panels, cards=Pile(hands, (self.left,), self.spent, self._fight)
        )

    @property
    def _fight(self) -> Fight | None:
        if self.phase != "fight":
            return None
        sides = [Side(seat, "F", NAMES[seat], owes=int(card is None)) for seat, card in self._fighting]
        return Fight("table", Stage.CARDS, *sides)

    @property
    def _fighting(self) -> tuple[tuple[Seat, int | None], ...]:
        return tuple(zip(self.fighters, self.laid, strict=True))

    def encode(self) -> tuple[Plain, ...]:
        """Give every field."""
        return cast("tuple[Plain, ...]", tuple(getattr(self, name) for name in self.__dataclass_fields__))

    def to_json(self) -> dict[str, object]:
        """Give every field; a hand's unknown cards are None."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        options = {"players": str(len(self.scores)), "goal": str(self.goal), "rounds": str(self.rounds)}
        return {"options": options, **fields}


def _put(hands: tuple[tuple[int | None, ...], ...], seat: int, face: int | None) -> tuple[tuple[int | None, ...], ...]:
    hand = tuple(sorted((*hands[seat], face), key=lambda card: -1 if card is None else card))
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _without(faces: tuple[Any, ...], face: int | None) -> tuple[Any, ...]:
    at = faces.index(face)
    return faces[:at] + faces[at + 1 :]


def hands_of(state: State[Any]) -> Hands:
    """Give a state as what it is."""
    return cast("Hands", state)

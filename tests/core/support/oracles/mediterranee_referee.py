"""A referee of Méditerranée who knows the rules alone: from a log he tells who decides, what stands and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.game import DEALER
from core.games.mediterranee.rules.ruleset import STANDARD
from core.match.match import Line
from tests.core.support.oracles.mediterranee_oracle import combat

CAPITALS = {"r": "ROM", "k": "CON", "a": "ALX", "c": "CAR"}
ARMY = ("B1", "B2", "E", "C", "F1", "F2", "F3")
NORTH = {"ns": "rk", "ew": "rc", "x": "ra"}
SINGLE = (0, 0, 2, 4, 6, 8, 10, 15)
DOUBLE = (0, 0, *range(1, 11), 15, 15)
BOTH = {"treason", "sedition"}


@dataclass
class Referee:
    """One match: its options, the states of each seat (`rk`), its log; then what has become of it.

    `run` fails by an assertion where a line is not that of the seat that decides, or names what is not there.
    """

    options: Mapping[str, str]
    names: Sequence[str]
    log: Sequence[Line]
    read: int = 0
    at: dict[str, str] = field(default_factory=dict)
    spent: list[int] = field(default_factory=list)
    kings: int = 0
    left: list[int] = field(default_factory=list)
    dead: set[int] = field(default_factory=set)
    stirred: bool = False
    over: tuple[str, int | None] | None = None
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Deal the first hands."""
        self.team = {state: int(state not in NORTH[self.options["pairing"]]) for state in CAPITALS}
        self.owner = {state: seat for seat, states in enumerate(self.names) for state in states}
        self.side = [self.team[states[0]] for states in self.names]
        self.hands = [list(SINGLE if len(states) == 1 else DOUBLE) for states in self.names]
        self.specials = [set(BOTH) if len(states) == 2 else set() for states in self.names]

    def take(self, seat: int) -> list[str]:
        """Read the next line, which must be this seat's, as words."""
        line = self.log[self.read]
        assert line.seat == seat, (self.read, line, seat)
        self.read += 1
        self.seen[line.text.split()[0]] += 1
        return line.text.split()

    def run(self) -> tuple[str, int | None]:
        """Read the whole log; give the reason of the end and the side that has won."""
        self.shuffle(20)
        self.prepare()
        seats = len(self.names)
        seat, quiet = 0, 0
        gone: list[int | None] = [None, None]
        while True:
            self.turn(seat)
            if self.over:
                return self.over
            following = next(at % seats for at in range(seat + 1, seat + seats + 1) if at % seats not in self.dead)
            steps = (following - seat) % seats or seats
            for side in (0, 1):
                before = gone[side]
                gone[side] = steps + (before or 0) if self.holds(side) else None
                if before is not None and (gone[side] or 0) >= seats * int(self.options["hold_rounds"]):
                    return "capitals", side
            quiet = 0 if self.stirred else quiet + 1
            if quiet >= int(self.options["draw_rounds"]) * (seats - len(self.dead)):
                return "stalemate", None
            seat = following

    def holds(self, side: int) -> bool:
        """Tell whether a side stands in both enemy capitals."""
        standing = {city for piece, city in self.at.items() if self.team[piece[0]] == side}
        return all(CAPITALS[state] in standing for state, own in self.team.items() if own != side)

    def prepare(self) -> None:
        """Take special cards and place the pieces."""
        placed = iter(STANDARD)
        mates = [[at for at, own in enumerate(self.side) if own == side] for side in self.side]
        for seat in range(len(self.names)):
            if len(mates[seat]) == 2 and mates[seat][0] == seat:
                card = "treason" if self.options["placement"] == "standard" else self.take(seat)[1]
                self.specials[seat], self.specials[mates[seat][1]] = {card}, BOTH - {card}
        if self.options["placement"] == "standard":
            self.at = {state + piece: next(placed) for state in CAPITALS for piece in ARMY}
            return
        for seat, states in enumerate(self.names):
            for piece in (state + name for state in CAPITALS if state in states for name in ARMY):
                word, named, city = self.take(seat)
                assert (word, named) == ("place", piece)
                assert city not in self.at.values()
                self.at[piece] = city

    def shuffle(self, count: int) -> None:
        """Read a new talon, of two packets under the match rule."""
        assert self.take(DEALER) == ["talon", str(count)]
        self.left = [count]
        if self.options["match"] == "yes":
            self.take(DEALER)
            self.left = [count // 2, count // 2]

    def draw(self, seat: int) -> None:
        """Read the cards a seat draws; a talon is made anew where all of it is used up."""
        packets = len(self.left)
        for _ in range(2 if len(self.names) == 3 and len(self.names[seat]) == 2 else 1):
            pack = self.side[seat] % packets
            if not sum(self.left) and len(self.spent) >= packets:
                rest = sorted(self.spent)[: len(self.spent) % packets]
                self.shuffle(len(self.spent) - len(rest))
                self.spent = rest
            if self.left[pack]:
                word, name, face = self.take(DEALER)
                assert (word, name) == ("draw", self.names[seat])
                self.hands[seat].append(int(face))
                self.left[pack] -= 1

    def turn(self, seat: int) -> None:
        """Read a turn: draw, special card, displacement, combats."""
        self.stirred = False
        self.draw(seat)
        words = self.take(seat)
        if words[0] in BOTH:
            self.specials[seat].remove(words[0])
            if words[0] == "treason":
                self.displace(words[1:], seat)
            else:
                self.revolt(words[1], seat)
            if self.over or seat in self.dead:
                return
            words = self.take(seat)
        if words[0] == "pay":
            self.pay(seat, [int(face) for face in words[1].split("+")])
            words = self.take(seat)
            assert words[0] == "march"
        assert words[0] in {"move", "march", "pass"}
        self.displace(words[1:], seat)

    def pay(self, seat: int, faces: list[int]) -> None:
        """Pay for a march: at least three points, no zeros; by option no card that could be spared."""
        assert 0 not in faces
        assert sum(faces) >= 3
        assert self.options["payment"] == "any" or sum(faces) - min(faces) < 3
        self.lose(seat, faces)

    def revolt(self, city: str, seat: int) -> None:
        """Destroy who occupies a capital of this seat's."""
        state = next(state for state, capital in CAPITALS.items() if capital == city)
        assert state in self.names[seat]
        self.remove(next(piece for piece, at in self.at.items() if at == city and self.foe(piece, state)))

    def foe(self, piece: str, other: str) -> bool:
        """Tell whether two pieces, or a piece and a state, are enemies."""
        return self.team[piece[0]] != self.team[other[0]]

    def displace(self, words: list[str], seat: int) -> None:
        """Move pieces, then fight where enemies stand."""
        coming: dict[str, tuple[str, str, str]] = {}
        for piece, way in zip(words[::2], words[1::2], strict=True):
            start, end = way.split("-")
            assert self.at[piece] == start
            there = [other for other, city in self.at.items() if city == end]
            self.at[piece] = end
            if there:
                coming[end] = (piece, there[0], start)
                assert len(there) == 1
                assert self.foe(piece, there[0])
        while coming and not self.over:
            city = self.take(seat)[1] if len(coming) > 1 else next(iter(coming))
            self.fight(*coming[city], attackers={each[0] for each in coming.values()})
            del coming[city]

    def fight(self, piece: str, other: str, start: str, attackers: set[str]) -> None:
        """Read a combat; the second telling of combats says how it ends."""
        self.stirred = True
        seats = (self.owner[piece[0]], self.owner[other[0]])
        one, two = (1 if self.occupied(seat, attackers) else 2 for seat in seats)
        told = combat(
            piece[1] + other[1],
            (one, two),
            lambda side, count: self.lay(seats[side], count),
            lambda side: self.take(seats[side]) == ["spy"],
        )
        if told.winner is None:
            self.at[piece] = start
        else:
            self.remove((other, piece)[told.winner])

    def occupied(self, seat: int, attackers: set[str]) -> bool:
        """Tell whether an enemy, none of those who attack now, stands in a capital of a seat."""
        return any(
            city == CAPITALS[state] and self.foe(piece, state) and piece not in attackers
            for piece, city in self.at.items()
            for state in self.names[seat]
        )

    def lay(self, seat: int, count: int) -> list[int]:
        """Read cards put down, the highest first."""
        word, text = self.take(seat)
        faces = [int(face) for face in text.split("+")]
        assert (word, len(faces)) == ("cards", count)
        assert faces == sorted(faces, reverse=True)
        self.lose(seat, faces)
        return faces

    def lose(self, seat: int, faces: list[int]) -> None:
        """Take cards from a hand: zeros return, Kings leave the game."""
        assert not Counter(faces) - Counter(self.hands[seat])
        for face in faces:
            if face:
                self.hands[seat].remove(face)
        self.kings += faces.count(15)
        self.spent += [face for face in faces if 0 < face < 15]

    def remove(self, piece: str) -> None:
        """Take a piece from the board, and perhaps a player or a team from the game."""
        del self.at[piece]
        self.stirred = True
        owner = self.owner[piece[0]]
        if all(self.owner[other[0]] != owner for other in self.at):
            self.dead.add(owner)
            self.specials[owner] = set()
        if not any(self.team[other[0]] == self.team[piece[0]] for other in self.at):
            self.over = ("annihilation", 1 - self.team[piece[0]])

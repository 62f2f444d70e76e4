"""A room in which some are away, for tests of what becomes of a table without them."""

from __future__ import annotations

import random

from core.game import Seat
from net.table.clocks.wait_timer import FINAL_MS
from tests.net.support.toy_games.toy_table import Room
from tests.net.table.hidden_cards.test_table_mental import step
from tests.net.table.line.test_table_claims import PATIENCE


class Quiet:
    """A room in which some are away: they hear nothing and say nothing until they are back."""

    def __init__(self, room: Room, *away: int) -> None:
        """Let some go away."""
        self.room, self.away, self.now = room, set(away), 0

    @property
    def there(self) -> list[int]:
        """The sitters who are there."""
        return [number for number in range(len(self.room.sitters)) if number not in self.away]

    def settle(self) -> None:
        """Carry events and do duties among those who are there until nothing is left to do."""
        before = -1
        while before != len(self.room.events):
            before = len(self.room.events)
            for number in self.there:
                sitter = self.room.sitters[number]
                for signed in tuple(self.room.events):
                    sitter.take(signed)
                for draft in sitter.table.duties(self.now):
                    self.room.events.append(sitter.sign(draft))

    def wait(self) -> list[tuple[int, str]]:
        """Wait until patience is over, claim what is owed and be done waiting; tell what was waited for."""
        self.settle()
        for _ in range(2):
            self.now += PATIENCE // 2
            self.settle()
        found = [(int(wait.seat), wait.what) for wait in self.room.view(self.there[0]).waits]
        for seat, _ in found:
            claimer = next(number for number in self.there if Seat(seat) not in self.room.view(number).mine)
            self.room.events.append(self.room.sitters[claimer].sign(self.room.table(claimer).claim(Seat(seat))))
        self.settle()
        self.now += FINAL_MS
        self.settle()
        return found

    def play(self, draw: random.Random) -> None:
        """Let those who are there play on until the game is over or they wait for somebody."""
        before = -1
        while before != len(self.room.events):
            before = len(self.room.events)
            for number in self.there:
                step(self.room, draw, number)
            self.settle()

    def back(self) -> Room:
        """Let everybody come back."""
        self.away.clear()
        self.settle()
        return self.room

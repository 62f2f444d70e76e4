"""What is known of one table, and what follows from it; `net.annals` folds it from the events."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping

from core.game import Game, Seat
from net.chance import LOCAL, Bringer
from net.ending import Endings
from net.event import Signed
from net.fraud import Frauds
from net.identity import pid_of
from net.kinds import Genesis
from net.line import GameLine
from net.mental import MentalDealer
from net.naming import Naming
from net.offers import Motions
from net.recovery import Own
from net.roster import Roster
from net.settlement import Settlement
from net.talk import TableTalk
from net.umpire import Umpire


class Chronicle:
    """The parts of one table: who sits, what was played, said, offered, claimed and proved."""

    def __init__(self, tid: bytes, own: Own | None = None) -> None:
        """Begin with nothing known of table `tid`; `own` is what its profile hides from the others."""
        self.tid, self._own = tid, own
        self.host = b""
        self.genesis: Genesis | None = None
        self.game: Game | None = None
        self.options: dict[str, str] = {}
        self.terms: dict[str, str] = {}
        self.unreadable = ""
        self.foreign_rules = False
        self.roster = Roster(tid, b"", {}, drawn=False, bots=False)
        self.motions = Motions(draws=False)
        self.claims = Umpire()
        self.talk = TableTalk(b"", allowed=False)
        self.line: GameLine | None = None
        self.bringer: Bringer = LOCAL
        self.frauds = Frauds(tid)
        self.endings = Endings()
        self.settlement = Settlement()
        self.naming = Naming()
        self.struck: dict[bytes, int] = {}
        self.heirs: frozenset[bytes] = frozenset()
        self.undone: tuple[bytes, ...] = ()
        self._telling = False
        self._all: dict[bytes, Signed] = {}
        self._early: list[Signed] = []
        self._ahead: deque[Signed] = deque()
        self.strange: set[tuple[bytes, int]] = set()
        self.byes: set[bytes] = set()
        self.onward = ""
        self.moved = ("", 0)
        self.invited: set[bytes] = set()

    @property
    def all(self) -> Collection[Signed]:
        """Every event taken in, in the order in which they came."""
        return self._all.values()

    @property
    def nicks(self) -> Mapping[bytes, str]:
        """The names that people go by now, by key."""
        return self.naming.nicks

    @property
    def seated(self) -> set[bytes]:
        """The keys that hold a seat now."""
        return {held.author for held in self.roster.holders.values()}

    @property
    def guilty(self) -> tuple[bytes, ...]:
        """The seated, the witness, and before play the host, who are proved to have signed two histories."""
        if not self.frauds.any:
            return ()
        seated = self.seated
        matters = seated if self.line else {*seated, self.host}
        return tuple(one for one in self.frauds.guilty(seated) if one in matters or self.is_witness(one))

    @property
    def answerable(self) -> set[bytes]:
        """Those whose two histories concern everybody: the seated, the host, and the witness as far as he is known."""
        return {*self.seated, self.host, *filter(self.is_witness, self.frauds.proved)}

    def is_witness(self, author: bytes) -> bool:
        """Tell whether an author is the witness whom the terms of the table name."""
        return bool(self.claims.witness) and pid_of(author) == self.claims.witness

    @property
    def frozen_by(self) -> tuple[bytes, ...]:
        """The guilty without whom the others have not gone on yet."""
        guilty = self.guilty
        if self.line is None or not guilty:
            return tuple(one for one in guilty if one == self.host or one in self.seated)
        live = set(self.players.values())
        return tuple(author for author in guilty if author in live)

    @property
    def players(self) -> Mapping[Seat, bytes]:
        """Who holds the seats that are in play, by public key."""
        if self.line is None:
            return {}
        holders = self.line.holders
        return {seat: holders[seat] for seat in self.line.course.live if seat in holders}

    @property
    def persons(self) -> frozenset[bytes]:
        """Those who hold a seat in play that no bot plays."""
        return frozenset(held for seat, held in self.players.items() if seat not in self.motions.bots)

    @property
    def ended_by(self) -> bytes:
        """The guilty one because of whom all others have stopped; empty while they have not."""
        on = self.line is not None and not self.line.course.over
        guilty = self.frozen_by if on else ()
        return self.endings.culprit(guilty, self.players, self.persons) if guilty else b""

    @property
    def stopped(self) -> bool:
        """Whether play has to stop because of the cards, before the end of the game."""
        dealer, line = self.bringer, self.line
        return isinstance(dealer, MentalDealer) and line is not None and not line.course.over and dealer.dealing.frozen

    def named(self) -> tuple[set[str], set[bytes], str]:
        """Give those of whom the host has spoken before the start: by pid whom he gave seats, by mark whom he heard.

        Last the pid of the witness, empty where the terms name none.
        """
        return self.roster.named, self.talk.marks, self.claims.witness

    def nick(self, author: bytes) -> str:
        """Give the name an author goes by, or his pid."""
        return self.nicks.get(author) or pid_of(author)

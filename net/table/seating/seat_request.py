"""The seats before the start: who asks for a seat, whom the host gives it to, who agrees, and the lots.

Before the start the host's chain sets the order. Nothing here depends on how the host's events and those of others
interleave, because an event of the host that names another event waits for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass

from core.digest import digest
from core.fault import sentence
from core.game import Seat
from net.identity.identity import pid_of
from net.log.chain import EVENTS_LIMIT
from net.view.table_view import NoteLine
from net.wire.commitment import drawn_order, opens_lot, origin_of, seed_of
from net.wire.event import Event, Kind, Signed
from net.wire.event_data import Bye, Data, Leave, Ready, Reveal, SeatGiven, Sit, Start, read, readable
from net.wire.sanitizer import clean_name

WISHES_LIMIT = 64
"""Requests for a seat by one author that count at a table."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A request for a seat: event `id`, number `seq` in its author's chain; `seat` None for any."""

    id: bytes
    author: bytes
    seq: int
    seat: Seat | None
    nick: str
    bot: str


class SeatWishes:
    """All seat requests of one table, in the order in which they arrived here, and those withdrawn."""

    def __init__(self) -> None:
        """Begin with none."""
        self._sits: dict[bytes, SeatRequest] = {}
        self._leaves: dict[tuple[bytes, Seat | None], tuple[int, bytes]] = {}
        self._counts: Counter[bytes] = Counter()

    def receive(self, signed: Signed, data: Data) -> None:
        """Take in a `sit`, a `leave` or a `bye`; ignore anything else."""
        event = signed.event
        match data:
            case Sit(seat=seat, nick=nick, bot=bot) if self._counts[event.author] < WISHES_LIMIT:
                self._counts[event.author] += 1
                asked = None if seat is None else Seat(seat)
                name = clean_name(nick) or pid_of(event.author)
                self._sits[signed.id] = SeatRequest(signed.id, event.author, event.seq, asked, name, clean_name(bot))
            case Leave(seat=seat):
                self._leaves[event.author, Seat(seat)] = (event.seq, signed.id)
            case Bye():
                self._leaves[event.author, None] = (event.seq, signed.id)

    def get(self, found: bytes) -> SeatRequest | None:
        """Return a request by its id."""
        return self._sits.get(found)

    def asking(self, used: Container[bytes]) -> tuple[SeatRequest, ...]:
        """Return the requests that are neither `used` nor withdrawn."""
        return tuple(sit for sit in self._sits.values() if sit.id not in used and not self.gone(sit, sit.seat))

    def gone(self, sit: SeatRequest, seat: Seat | None) -> bytes:
        """Return the event by which the author of `sit` withdrew from `seat`, empty if there is none."""
        for key in ((sit.author, seat), (sit.author, None)) if seat is not None else ((sit.author, None),):
            seq, found = self._leaves.get(key, (-1, b""))
            if seq > sit.seq:
                return found
        return b""


NOBODY = bytes(32)
"""The id named when a seat is freed without an event that asks for it."""

SITS = sentence("{nick} takes seat {seat}.")
SITS_BOT = sentence("{nick} seats a bot on seat {seat}: {bot}.")
LEAVES = sentence("{nick} leaves seat {seat}.")
FREES = sentence("The host frees seat {seat}, which {nick} had.")
CLOSES = sentence("The host closes the table.")
BEGINS = sentence("All agree to the seats; the game begins.")
DRAWS = sentence("All agree to play; lots decide who has which seat.")
ALONE = sentence("With deal=local one profile holds all seats: this table cannot start.")

ROSTER_KINDS = frozenset({Kind.SIT, Kind.SEAT, Kind.LEAVE, Kind.READY, Kind.START, Kind.REVEAL, Kind.BYE})
"""The kinds that a roster takes in."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """A `ready`: its author agrees to the roster of that digest and commits to a lot."""

    author: bytes
    roster: bytes
    lot: bytes


class SeatRequests:
    """The seats of one table from genesis to the drawing of lots."""

    def __init__(
        self, tid: bytes, host: bytes, names: Mapping[Seat, str], *, drawn: bool, bots: bool, alone: bool = False
    ) -> None:
        """Begin with every seat of `names` open; `drawn` and `bots` are the table's terms.

        `alone`: one holder has all seats (`deal=local`).
        """
        self.tid, self.host, self.names = tid, host, dict(sorted(names.items()))
        self.drawn, self.bots, self.alone = drawn, bots, alone
        self.named: set[str] = set()
        self._wishes = SeatWishes()
        self._agreed: dict[bytes, Agreed] = {}
        self._first: dict[tuple[bytes, bytes], bytes] = {}
        self._lots: dict[bytes, list[tuple[bytes, bytes]]] = {}
        self._orders: list[Signed] = []
        self._begin()

    def _begin(self) -> None:
        """Return to the state before the host's first event."""
        self.holders: dict[Seat, SeatRequest] = {}
        self.notes: list[NoteLine] = []
        self.closed = False
        self._used: set[bytes] = set()
        self._freed: set[tuple[Seat, bytes]] = set()
        self._barred: frozenset[bytes] = frozenset()
        self._read = 0
        self._open_again()

    def _open_again(self) -> None:
        self.started, self.start_seq, self.started_at = b"", -1, 0
        self.origin = self.seed = self._frozen = b""
        self.bad_lots: set[bytes] = set()
        self._seated: dict[Seat, SeatRequest] = {}
        self._sat: dict[Seat, bytes] = {}

    @property
    def full(self) -> bool:
        """Whether every seat that is asked for has a holder."""
        return 0 < len(self.holders) == len(self.names)

    @property
    def crowded(self) -> bool:
        """Whether several people hold seats where one has to hold all."""
        return self.alone and len({held.author for held in self.holders.values()}) > 1

    @property
    def digest(self) -> bytes:
        """The digest (16 bytes) of the roster as it stands: seats, holders and the events by which they sat."""
        if self._frozen:
            return self._frozen
        seats = tuple((int(seat), held.author, held.id) for seat, held in sorted(self.holders.items()))
        return digest(("parley/roster/1", self.tid, seats))

    @property
    def complete(self) -> bool:
        """Whether the lots are drawn and play may begin."""
        return bool(self.origin)

    def receive(self, signed: Signed) -> None:
        """Take in one of `ROSTER_KINDS`; ignore what cannot be read."""
        event, data = signed.event, readable(signed.event)
        if data is None:
            return
        self._wishes.receive(signed, data)
        match data:
            case Ready(roster=roster, lot=lot):
                self._agreed[signed.id] = Agreed(event.author, roster, lot)
                self._first.setdefault((event.author, roster), signed.id)
            case Reveal(secret=secret, text=""):
                self._lots.setdefault(event.author, []).append((signed.id, secret))
        if event.author == self.host and isinstance(data, SeatGiven | Start | Bye):
            self._orders.append(signed)
            self.named.update([data.pid] if isinstance(data, SeatGiven) and data.pid else [])
        self._settle()

    def granted(self, until: Mapping[bytes, int]) -> set[bytes]:
        """Return everybody to whom the host has ever given a seat; from a number that `until` has on they gave none."""
        last = until.get(self.host, EVENTS_LIMIT)
        given = (read(one.event) for one in self._orders if one.event.seq < last)
        found = ((data.pid, self._wishes.get(data.sit)) for data in given if isinstance(data, SeatGiven))
        return {sit.author for pid, sit in found if sit is not None and pid == pid_of(sit.author)}

    def asking(self) -> tuple[SeatRequest, ...]:
        """Return the requests neither granted nor withdrawn, in the order in which they arrived here."""
        asking = self._wishes.asking(self._used)
        return tuple(sit for sit in asking if sit.author not in self._barred)

    def unanswered(self, author: bytes) -> tuple[SeatRequest, ...]:
        """Return what an author asks for, for themselves or a bot, and the host can still grant."""
        own = (sit for sit in self.asking() if sit.author == author)
        return tuple(sit for sit in own if (not self.full if sit.seat is None else sit.seat not in self.holders))

    def leaving(self) -> tuple[tuple[Seat, bytes], ...]:
        """Return the seats whose holders have left since they sat down, with the ids of the events that say so."""
        found = ((seat, self._wishes.gone(held, seat)) for seat, held in sorted(self.holders.items()))
        return tuple((seat, gone) for seat, gone in found if gone and (seat, gone) not in self._freed)

    def has_seat(self, author: bytes) -> bool:
        """Tell whether an author holds a seat that they have not given up, or asks for one."""
        left = {seat for seat, _ in self.leaving()}
        return bool(set(self.seats_of(author)) - left) or any(sit.author == author for sit in self.asking())

    def seats_of(self, author: bytes) -> tuple[Seat, ...]:
        """Return the seats an author holds."""
        return tuple(seat for seat, held in sorted(self.holders.items()) if held.author == author)

    @property
    def sitting(self) -> dict[Seat, bytes]:
        """The keys that hold seats."""
        return {seat: held.author for seat, held in sorted(self.holders.items())}

    def has_agreed(self, author: bytes) -> bool:
        """Tell whether an author is ready for the roster as it stands."""
        return (author, self.digest) in self._first

    def readies(self) -> tuple[bytes, ...] | None:
        """Return the ids of the `ready` events of all seats in seat order, or None while one is missing."""
        if not self.full:
            return None
        roster = self.digest
        ids = [self._first.get((held.author, roster)) for _, held in sorted(self.holders.items())]
        found = tuple(one for one in ids if one is not None)
        return found if len(found) == len(ids) else None

    def has_revealed(self, author: bytes) -> bool:
        """Tell whether an author's lot is open."""
        return self._lot(author) is not None

    def _settle(self) -> None:
        self._go_on()

    def _go_on(self) -> None:
        while self._read < len(self._orders) and not self.started and not self.closed:
            if not self._decide(self._orders[self._read]):
                return
            self._read += 1
        if self.started and not self.complete:
            self._draw()

    def _decide(self, signed: Signed) -> bool:
        """Apply one event of the host; False while an event that it names is not here."""
        match read(signed.event):
            case SeatGiven(seat=seat, pid="", sit=gone):
                self._free(Seat(seat), gone)
            case SeatGiven() as given:
                return self._give(given)
            case Start() as start:
                return self._start(signed, start)
            case Bye():
                self.closed = True
                self.notes.append(NoteLine(0, CLOSES))
        return True

    def _give(self, given: SeatGiven) -> bool:
        sit, seat = self._wishes.get(given.sit), Seat(given.seat)
        if sit is None:
            return False
        wanted = sit.seat in {None, seat} and given.pid == pid_of(sit.author)
        if wanted and seat in self.names and seat not in self.holders and sit.id not in self._used:
            if (sit.bot and not self.bots) or sit.author in self._barred:
                return True
            self._used.add(sit.id)
            self.holders[seat] = sit
            fields = (("nick", sit.nick), ("seat", self.names[seat]))
            bot = (("bot", sit.bot),) if sit.bot else ()
            self.notes.append(NoteLine(0, SITS_BOT if bot else SITS, fields + bot))
        return True

    def _free(self, seat: Seat, gone: bytes) -> None:
        """Free a seat; an event that asks for this frees it once, whoever gets the seat later."""
        self._freed.add((seat, gone))
        held = self.holders.pop(seat, None)
        if held is not None:
            left = LEAVES if gone != NOBODY else FREES
            self.notes.append(NoteLine(0, left, (("nick", held.nick), ("seat", self.names[seat]))))

    def _start(self, signed: Signed, start: Start) -> bool:
        holders = [held.author for _, held in sorted(self.holders.items())]
        if not self.full or self.crowded or start.roster != self.digest or len(start.readies) != len(holders):
            return True
        if any(ready not in self._agreed for ready in start.readies):
            return False
        if all(
            self._first.get((author, start.roster)) == ready
            for author, ready in zip(holders, start.readies, strict=True)
        ):
            self._frozen, self._seated, self._sat = start.roster, dict(self.holders), self.sitting
            self.started, self.start_seq, self.started_at = signed.id, signed.event.seq, signed.event.ts
            self.notes.append(NoteLine(0, DRAWS if self.drawn else BEGINS))
        return True

    def _lot(self, author: bytes) -> tuple[bytes, bytes] | None:
        """Return the event and the secret by which an author opened their lot; None if none fits."""
        ready = self._first.get((author, self.digest))
        for found, secret in self._lots.get(author, ()):
            if ready and opens_lot(secret, self._agreed[ready].lot, self.tid, pid_of(author)):
                return found, secret
        return None

    def _draw(self) -> None:
        """Once all lots are open, set the origin of the line, the seed, and the seats where they are drawn."""
        authors = [held.author for _, held in sorted(self.holders.items())]
        lots = {author: self._lot(author) for author in authors}
        self.bad_lots = {author for author in lots if self._lots.get(author) and lots[author] is None}
        opened = [lot for author in authors if (lot := lots[author]) is not None]
        if len(opened) != len(authors):
            return
        self.seed = seed_of([secret for _, secret in opened])
        if self.drawn:
            held = [self.holders[seat] for seat in self.names]
            order = drawn_order(self.seed, len(held))
            self.holders = {seat: held[place] for seat, place in zip(self.names, order, strict=True)}
        self.origin = origin_of(self.started, [found for found, _ in opened])


def nick_of(event: Event) -> str:
    """Return the cleaned name that a `sit` or a `genesis` gives its author, or the author's pid."""
    return clean_name(getattr(readable(event), "nick", "")) or pid_of(event.author)

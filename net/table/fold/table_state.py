"""The state of a table, folded from its events as the feed accepts them.

Each author's events arrive in the order of their chain. Authors may interleave in any way, and the state does not
depend on how. Nothing that arrives raises. `TableFacts` holds what is known of the table and what follows from it;
`TableState` folds it from the events.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from contextlib import suppress

from core.fault import Fault, sentence
from core.game import Game, Seat
from core.games import find
from core.option import settle
from net.deck.deck_seed import DealerKeys
from net.identity.identity import pid_of
from net.log.equivocation import Equivocations
from net.table.clocks.flag_fall import CLAIM_KINDS, FlagClaims
from net.table.clocks.time_control import read_time_control
from net.table.fold.game_end import EquivocationEndings, Settlement
from net.table.fold.mental_dealer import MentalDealer, open_line
from net.table.fold.table_talk import TableTalk
from net.table.fold.table_terms import check_terms, rules_hash, settle_terms, witness_of
from net.table.line.chance_duty import LOCAL, ChanceDealer
from net.table.line.claim import Certificate, is_early
from net.table.line.game_line import GAME_KINDS, GameLine
from net.table.line.motion import ASIDE, Motions
from net.table.seating.door_visitors import DoorVisitors
from net.table.seating.nickname import Nicknames
from net.table.seating.roster import ROSTER_KINDS, Roster, nick_of
from net.table.seating.stand_in import StandIns
from net.wire.card_data import KINDS as HIDDEN_KINDS
from net.wire.codec import BadMessage
from net.wire.event import Event, Kind, Signed
from net.wire.event_data import Bye, Genesis, is_self_certified, read_as
from net.wire.invitation import Invitation
from net.wire.sanitizer import clean


class TableFacts:
    """The parts of one table: seats, play, talk, offers, claims and proofs."""

    def __init__(self, tid: bytes, own: DealerKeys | None = None) -> None:
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
        self.claims = FlagClaims()
        self.talk = TableTalk(b"", allowed=False)
        self.line: GameLine | None = None
        self.bringer: ChanceDealer = LOCAL
        self.frauds = Equivocations(tid)
        self.endings = EquivocationEndings()
        self.settlement = Settlement()
        self.naming = Nicknames()
        self.visitors = DoorVisitors()
        self.stand_ins = StandIns()
        self.struck: dict[bytes, int] = {}
        self.heirs: frozenset[bytes] = frozenset()
        self.undone: tuple[bytes, ...] = ()
        self._telling = False
        self._all: dict[bytes, Signed] = {}
        self._early: list[Signed] = []
        self._ahead: deque[Signed] = deque()
        self.strange: set[tuple[bytes, int]] = set()
        self.byes: dict[bytes, int] = {}
        self.onward = ""
        self.moved = ("", 0)

    @property
    def all(self) -> Collection[Signed]:
        """Every event taken in, in order of arrival."""
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
    def forks(self) -> Mapping[bytes, int]:
        """The number from which the histories part of everybody who is proved to have signed two, seated or not."""
        return self.frauds.numbers()

    @property
    def invited(self) -> set[bytes]:
        """The keys that those who hold or held a seat have named as substitutes."""
        return self.roster.named_by(self.seated | self.roster.known, self.struck)

    @property
    def guilty(self) -> tuple[bytes, ...]:
        """The seated players, the witness, and before play the host, who are proved to have signed two histories."""
        if not self.frauds.any:
            return ()
        matters = self.seated if self.line else {*self.seated, self.host}
        return tuple(one for one in sorted(self.frauds.proved) if one in matters or self.is_witness(one))

    @property
    def answerable(self) -> set[bytes]:
        """Those whose two histories concern everybody: players, also former and named ones, host, known witness."""
        return {*self.roster.party(self.forks), self.host, *filter(self.is_witness, self.frauds.proved)}

    def is_witness(self, author: bytes) -> bool:
        """Tell whether an author is the witness named in the table's terms."""
        return bool(self.claims.witness) and pid_of(author) == self.claims.witness

    @property
    def frozen_by(self) -> tuple[bytes, ...]:
        """The guilty players without whom the others have not gone on yet."""
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
        """The people who hold a seat in play that no bot plays."""
        return frozenset(held for seat, held in self.players.items() if seat not in self.motions.bots)

    def plays_on(self, author: bytes) -> bool:
        """Tell whether an author, or a bot of theirs, plays in a game that goes on, and other people with them."""
        on = self.line is not None and not self.line.course.over and bool(self.persons - {author})
        return on and author in self.players.values()

    def brings_bots(self, author: bytes) -> bool:
        """Tell whether bots of an author play in a game that goes on, so that others wait for them."""
        bots = self.motions.bots
        return self.plays_on(author) and any(held == author and seat in bots for seat, held in self.players.items())

    def has_declared(self, author: bytes) -> bool:
        """Tell whether an author has declared what the seat to move has not taken into the line yet."""
        course = self.line.course if self.line is not None else None
        return course is not None and any(
            one.kind is None and one.author == author for one in self.motions.pending(course)
        )

    def has_left(self, author: bytes) -> bool:
        """Tell whether a game goes on that an author leaves: their seats are out, or one is once that is taken."""
        on = self.line is not None and not self.line.course.over and author in self.seated
        return on and (author not in self.players.values() or self.has_declared(author))

    @property
    def ended_by(self) -> bytes:
        """The guilty player because of whom all others have stopped; empty if they have not."""
        on = self.line is not None and not self.line.course.over
        guilty = self.frozen_by if on else ()
        return self.endings.culprit(guilty, self.players, self.persons) if guilty else b""

    @property
    def stopped(self) -> bool:
        """Whether play has to stop because of the cards, before the end of the game."""
        dealer, line = self.bringer, self.line
        return isinstance(dealer, MentalDealer) and line is not None and not line.course.over and dealer.dealing.frozen

    def named(self) -> tuple[set[str], set[bytes], str]:
        """Return the people the host named before the start: by pid those given seats, by mark those heard.

        The last value is the pid of the witness, empty if the terms name none.
        """
        return self.roster.named, self.talk.marks, self.claims.witness

    def nick(self, author: bytes) -> str:
        """Return the name an author goes by, or their pid."""
        return self.nicks.get(author) or pid_of(author)


TITLE_LIMIT = 60
"""Characters of a table's title."""

SEATS_DIFFER = sentence("its number of seats is not that of the game")

NEWER_KIND = -1
"""Stands for every kind that only newer programs know."""


class TableState(TableFacts):
    """One table as its events tell it; see `net.table.table.Table` for what its owner may do there."""

    def begun_anew(self) -> TableState | None:
        """Return an empty state for a refold if there is news that undoes some events; None if all of them stand.

        It leaves out what the guilty signed after their histories part, and knows who has taken over seats. So all
        peers reach the same state, in whatever order events reached them. What made the roster stays. See
        `net.table.table_projection`.
        """
        taken = self.line.holding.heirs if self.line else {}
        heirs = self.line.holding.takers if self.line else frozenset[bytes]()
        struck = self._convicted() if self.roster.started and self.frauds.any else {}
        if (struck, heirs, self.roster.undone) == (self.struck, self.heirs, self.undone):
            self._hand_over(taken)
            if self.line:
                self.roster.closed = bool(self.struck and self.ended_by)
            return None
        anew = TableState(self.tid, self._own)
        anew.frauds, anew.struck, anew.heirs, anew.undone = self.frauds, struck, heirs, self.roster.undone
        anew._telling = True
        return anew

    def _convicted(self) -> dict[bytes, int]:
        """Return whose events count no more, and from which number on.

        Who holds a seat now does not matter: what gave it to them may be among what counts no more.
        """
        party = self.roster.party(self.forks)
        return {one: seq for one, seq in self.forks.items() if one in party or self.is_witness(one)}

    def _hand_over(self, taken: Mapping[Seat, Certificate]) -> None:
        if taken or self.heirs:
            self.roster.hand_over(taken)
            for one in taken.values():
                self.naming.inherit(one.wait.heir, one.wait.nick)

    def _counts(self, event: Event) -> bool:
        roster = event.kind in ROSTER_KINDS and event.seat is None
        return roster or event.kind == Kind.FRAUD or event.seq < self.struck.get(event.author, event.seq + 1)

    def receive(self, signed: Signed) -> bool:
        """Take in an event that the feed accepted; tell whether it is new."""
        if signed.id in self._all:
            return False
        self._all[signed.id] = signed
        if signed.event.kind == Kind.GENESIS:
            self._begin(signed)
        elif self.genesis is None:
            self._early.append(signed)
        else:
            self._take_in(signed)
        return True

    def _begin(self, signed: Signed) -> None:
        if self.genesis is not None or not is_self_certified(signed):
            return
        try:
            self.genesis = read_as(signed.event, Genesis)
        except BadMessage:
            return
        self.host = signed.event.author
        self.naming.give(self.host, signed.event.seq, nick_of(signed.event))
        try:
            self._open(self.genesis)
        except Fault as fault:
            self.unreadable = clean(str(fault))
        early, self._early = self._early, []
        for one in early:
            self._take_in(one)

    def _open(self, genesis: Genesis) -> None:
        """Read the genesis; raise `Fault` for a game, an option or a term that this program does not have."""
        game = find(genesis.game)
        self.options, self.terms = settle(game, dict(genesis.options)), settle_terms(dict(genesis.terms))
        names, vacant = game.seats(self.options), game.vacant(self.options)
        if genesis.seats != len(names):
            raise Fault(SEATS_DIFFER)
        self.foreign_rules = genesis.rules_hash != rules_hash(game)
        asked = {Seat(seat): name for seat, name in enumerate(names) if seat not in vacant}
        terms = self.terms
        drawn, bots, alone = terms["seats"] == "drawn", terms["bots"] == "yes", terms["deal"] == "local"
        check_terms(game, self.options, terms)
        self.roster = Roster(self.tid, self.host, asked, drawn=drawn, bots=bots, alone=alone)
        self.roster.known = self.heirs
        self.claims = FlagClaims(read_time_control(terms["clock"]), witness_of(terms))
        self.claims.guilty = frozenset(self.struck)
        self.motions = Motions(draws=terms["draw"] == "yes")
        self.talk = TableTalk(self.host, allowed=terms["talk"] == "on")
        self.game = game

    def _take_in(self, signed: Signed) -> None:
        event = signed.event
        self.roster.nominate(event)
        if not self._counts(event):
            return
        self.claims.pass_by(event)
        self.roster.forfeits.pass_by(event)
        if event.author == self.host and (self._telling or not self.roster.started):
            self.talk.hear(event)
        if event.kind == Kind.TALK or event.kind in ASIDE:
            self.byes.pop(event.author, None)  # whoever speaks after a goodbye is back
        if event.kind == Kind.TALK:
            self.naming.hear(event)
            self.visitors.hear(event)
            self.stand_ins.hear(event)
            self.roster.reservation.hear(event, self.host)
            self.talk.receive(signed)
        elif event.kind == Kind.FRAUD:
            self.frauds.receive(signed)
        elif event.kind in CLAIM_KINDS:
            self._claim(signed)
        elif event.kind in HIDDEN_KINDS:
            self._deal(signed)
        elif event.kind in GAME_KINDS or event.kind in ASIDE or (event.kind == Kind.REVEAL and event.seat is not None):
            self._play(signed)
        elif event.kind in ROSTER_KINDS:
            self._settle(signed)
        else:
            self.strange.add((event.author, event.kind if event.kind in set(Kind) else NEWER_KIND))

    def _settle(self, signed: Signed) -> None:
        event = signed.event
        if event.kind == Kind.SIT:
            self.naming.give(event.author, event.seq, nick_of(event))
        elif event.kind == Kind.BYE:
            self._say_bye(event)
        self.roster.receive(signed)
        self._play_on()

    def _play_on(self) -> None:
        """Begin to play if the lots are drawn; not during a refold, which may undo that."""
        if not self._telling:
            self.begin_to_play()
            while self.read_ahead():
                pass

    def begin_to_play(self) -> None:
        """Open the line if the lots are drawn; from now on there is no refold."""
        self._telling = False
        if self.roster.started:
            self.talk.close(self.roster)
        if self.line is None and self.game is not None and self.roster.complete:
            said = self.roster, self.motions, self.claims
            place = self.game, self.options, self.terms
            self.line, self.bringer = open_line(*place, said, others=self.heirs, own=self._own)
            if not self._ahead:
                self.line.advance()

    def read_ahead(self) -> bool:
        """Play the first event that came before the line was open; tell whether there was one."""
        if self.line is None or not self._ahead:
            return False
        one = self._ahead.popleft()
        (self.bringer if one.event.kind in HIDDEN_KINDS else self.line).receive(one)
        if not self._ahead:
            self.line.advance()
        return True

    def _say_bye(self, event: Event) -> None:
        """Note that somebody has left; a host whose `bye` says where the table goes on has not."""
        with suppress(BadMessage, Fault):
            invitation = Invitation.parse(read_as(event, Bye).url)
            if event.author == self.host and invitation.tid == self.tid:
                self.moved = (str(invitation), event.ply)
                return
            if event.author == self.host and invitation.tid is not None:
                self.onward = self.onward or str(invitation)
                return
        self.byes[event.author] = event.ply

    def _deal(self, signed: Signed) -> None:
        if self.line is None:
            self._ahead.append(signed)
        else:
            self.bringer.receive(signed)
            self.line.advance()

    def _claim(self, signed: Signed) -> None:
        self.endings.receive(signed)
        self.settlement.receive(signed)
        wait = self.claims.receive(signed)
        if wait is not None and is_early(wait):
            self.roster.judge(signed, wait)
        if wait is not None and self.line is not None:
            self.line.certify(wait.stop)

    def _play(self, signed: Signed) -> None:
        if signed.event.kind in ASIDE:
            before = len(self.motions.vacations)
            self.motions.receive(signed)
            if self.line is not None and len(self.motions.vacations) > before:
                self.line.reconsider((signed.event.ply, signed.event.gprev))
        if signed.event.kind in GAME_KINDS or signed.event.kind == Kind.REVEAL:
            if self.line is None:
                self._ahead.append(signed)
            else:
                self.line.receive(signed)
        elif self.line is not None:
            self.line.advance()

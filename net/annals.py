"""The annals of a table: all that its events say, folded as the feed accepts them.

Each author's events come in the order of his chain; authors may interleave in any way, and what the annals hold does
not depend on how. Nothing that arrives raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from core.fault import Fault, sentence
from core.game import Game, Seat
from core.games import find
from core.option import settle
from net.chance import LOCAL, Bringer
from net.claims import Certificate, is_early
from net.clean import clean
from net.codec import BadMessage
from net.ending import Endings
from net.event import Event, Kind, Signed
from net.fraud import Frauds
from net.hidden import KINDS as HIDDEN_KINDS
from net.identity import pid_of
from net.invite import Invitation
from net.kinds import Bye, Genesis, is_self_certified, read_as
from net.line import GAME_KINDS, GameLine
from net.mental import MentalDealer
from net.offers import ASIDE, Motions
from net.opening import open_line
from net.pace import read_pace
from net.recovery import Own
from net.roster import ROSTER_KINDS, Roster, nick_of
from net.talk import TableTalk
from net.terms import check_deal, rules_hash, settle_terms, witness_of
from net.umpire import CLAIM_KINDS, Umpire

TITLE_LIMIT = 60
"""Characters of a table's title."""

SEATS_DIFFER = sentence("its number of seats is not that of the game")

NEWER_KIND = -1
"""What stands for every kind that only newer programs know."""


class Annals:
    """One table as its events tell it; see `net.table.Table` for what its owner may do there."""

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
        self.nicks: dict[bytes, str] = {}
        self.struck: dict[bytes, int] = {}
        self.heirs: frozenset[bytes] = frozenset()
        self.undone: tuple[bytes, ...] = ()
        self._telling = False
        self._all: dict[bytes, Signed] = {}
        self._early: list[Signed] = []
        self._ahead: list[Signed] = []
        self.strange: set[tuple[bytes, int]] = set()
        self.byes: set[bytes] = set()
        self.onward = ""
        self.invited: set[bytes] = set()

    @property
    def seated(self) -> set[bytes]:
        """The keys that hold a seat now."""
        return {held.author for held in self.roster.holders.values()}

    @property
    def guilty(self) -> tuple[bytes, ...]:
        """The seated, and before play the host, who are proved to have signed two histories."""
        seated = self.seated
        matters = seated if self.line else {*seated, self.host}
        return tuple(author for author in self.frauds.guilty(seated) if author in matters)

    @property
    def frozen_by(self) -> tuple[bytes, ...]:
        """The guilty without whom the others have not gone on yet."""
        if self.line is None:
            return self.guilty
        live = set(self.players.values())
        return tuple(author for author in self.guilty if author in live)

    @property
    def players(self) -> Mapping[Seat, bytes]:
        """Who holds the seats that are in play, by public key."""
        line = self.line
        return {seat: line.holders[seat] for seat in line.course.live if seat in line.holders} if line else {}

    @property
    def persons(self) -> frozenset[bytes]:
        """Those who hold a seat in play that no bot plays."""
        return frozenset(held for seat, held in self.players.items() if seat not in self.motions.bots)

    @property
    def ended_by(self) -> bytes:
        """The guilty one because of whom all others have stopped; empty while they have not."""
        on = self.line is not None and not self.line.course.over
        return self.endings.culprit(self.frozen_by, self.players, self.persons) if on else b""

    def struck_through(self) -> Annals:
        """Give the annals without what the guilty signed after their histories part, with those who took seats over.

        Told anew if that is news: so all see the same, whatever reached them when. What made the roster stands.
        """
        seated = self.seated if self.roster.started else set()
        struck = {author: seq for author, seq in self.frauds.numbers(seated).items() if author in seated}
        taken = self.line.holding.heirs if self.line else {}
        heirs = self.heirs | {one.wait.heir for one in taken.values()}
        if (struck, heirs, self.roster.undone) == (self.struck, self.heirs, self.undone):
            self._hand_over(taken)
            if self.line:
                self.roster.closed = bool(self.struck and self.ended_by)
            return self
        anew = Annals(self.tid, self._own)
        anew.frauds, anew.struck, anew.heirs, anew.undone = self.frauds, struck, heirs, self.roster.undone
        anew._telling = True
        for signed in self._all.values():
            anew.receive(signed)
        anew._telling = False
        anew._play_on()
        return anew.struck_through()

    def _hand_over(self, taken: Mapping[Seat, Certificate]) -> None:
        if taken or self.heirs:
            self.roster.hand_over(taken)
            self.nicks |= {one.wait.heir: one.wait.nick for one in taken.values()}

    def _counts(self, event: Event) -> bool:
        roster = event.kind in ROSTER_KINDS and event.seat is None
        return roster or event.kind == Kind.FRAUD or event.seq < self.struck.get(event.author, event.seq + 1)

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
        self.nicks[self.host] = nick_of(signed.event)
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
        check_deal(game, self.options, terms)
        self.roster = Roster(self.tid, self.host, asked, drawn=drawn, bots=bots, alone=alone)
        self.roster.known = self.heirs
        self.claims = Umpire(read_pace(terms["clock"]), witness_of(terms))
        self.claims.guilty = frozenset(self.struck)
        self.motions = Motions(draws=terms["draw"] == "yes")
        self.talk = TableTalk(self.host, allowed=terms["talk"] == "on")
        self.game = game

    def _take_in(self, signed: Signed) -> None:
        event = signed.event
        if not self._counts(event):
            return
        self.claims.pass_by(event)
        self.roster.forfeits.pass_by(event)
        if event.author == self.host and (self._telling or not self.roster.started):
            self.talk.hear(event)
        if event.kind == Kind.TALK:
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
            self.nicks[event.author] = nick_of(event)
        elif event.kind == Kind.BYE:
            self._say_bye(event)
        self.roster.receive(signed)
        self._play_on()

    def _play_on(self) -> None:
        """Begin to play where the lots are drawn; not while a table is told anew, which may undo that."""
        if self._telling:
            return
        if self.roster.started:
            self.talk.close(self.roster)
        if self.line is None and self.game is not None and self.roster.complete:
            said = self.roster, self.motions, self.claims
            place = self.game, self.options, self.terms
            self.line, self.bringer = open_line(*place, said, others=self.heirs, own=self._own)
            ahead, self._ahead = self._ahead, []
            for one in ahead:
                (self.bringer if one.event.kind in HIDDEN_KINDS else self.line).receive(one)
            self.line.advance()

    def _say_bye(self, event: Event) -> None:
        """Note that somebody goes; a host who says where the table goes on does not."""
        with suppress(BadMessage, Fault):
            invitation = Invitation.parse(read_as(event, Bye).url)
            if event.author == self.host and invitation.tid is not None:
                self.onward = self.onward or str(invitation)
                return
        self.byes.add(event.author)

    def _deal(self, signed: Signed) -> None:
        if self.line is None:
            self._ahead.append(signed)
        else:
            self.bringer.receive(signed)
            self.line.advance()

    def _claim(self, signed: Signed) -> None:
        self.endings.receive(signed)
        wait = self.claims.receive(signed)
        if wait is not None and wait.heir and signed.event.author in self.seated:
            self.invited.add(wait.heir)
        if wait is not None and is_early(wait):
            self.roster.judge(signed, wait)
        if wait is not None and self.line is not None:
            self.line.certify(wait.stop)

    def _play(self, signed: Signed) -> None:
        if signed.event.kind in ASIDE:
            self.motions.receive(signed)
        if signed.event.kind in GAME_KINDS or signed.event.kind == Kind.REVEAL:
            if self.line is None:
                self._ahead.append(signed)
            else:
                self.line.receive(signed)
        if self.line is not None:
            self.line.advance()

    def nick(self, author: bytes) -> str:
        """Give the name an author goes by, or his pid."""
        return self.nicks.get(author) or pid_of(author)

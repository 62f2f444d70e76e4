"""The annals of a table: all that its events say, folded as the feed accepts them.

Each author's events come in the order of his chain; authors may interleave in any way, and what the annals hold does
not depend on how. Nothing that arrives raises.
"""

from __future__ import annotations

from contextlib import suppress

from core.chance import Dealt
from core.fault import Fault, sentence
from core.game import Game, Seat
from core.games import find
from core.match import Match
from core.option import settle
from net.chance import LOCAL, Bringer
from net.clean import clean
from net.codec import BadMessage
from net.course import Course
from net.event import Event, Kind, Signed
from net.fraud import Frauds
from net.hidden import KINDS as HIDDEN_KINDS
from net.identity import pid_of
from net.invite import Invitation
from net.kinds import Bye, Genesis, is_self_certified, read_as
from net.line import GAME_KINDS, GameLine
from net.mental import MentalDealer
from net.offers import ASIDE, Motions
from net.pace import read_pace
from net.recovery import Own
from net.roster import ALONE, ROSTER_KINDS, Roster, nick_of
from net.talk import TableTalk
from net.terms import check_deal, rules_hash, settle_terms, witness_of
from net.umpire import CLAIM_KINDS, Umpire
from net.view import NoteLine

TITLE_LIMIT = 60
"""Characters of a table's title."""

UNREADABLE = sentence("This table cannot be opened here: {why}")
SEATS_DIFFER = sentence("its number of seats is not that of the game")
RULES_DIFFER = sentence(
    "The host plays {game} by other rules than this program: it may be watched, no seat can be taken."
)
NEWER = sentence("{nick} sends something that needs a newer version.")
NOT_YET = sentence("{nick} sends something that this version does not carry out yet ({kind}).")
TAKEN_BACK = sentence("Takeback {number}: {seat} goes back to ply {ply}.")
ONWARD = sentence("The host has opened the table of the rematch.")
OUT_OF_STEP = sentence("{nick} is out of step at ply {ply}.")
GUILTY = sentence("{nick} has signed two histories of this table.")
GONE = sentence("{nick} says goodbye.")
TALON_CLOSED = sentence("The talon is closed: the masks of somebody who left cannot be known, so no card can be drawn.")
LOT = sentence("The lot of {nick} is not the one committed to.")

_NEWER_KIND = -1


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
        self.nicks: dict[bytes, str] = {}
        self._ids: set[bytes] = set()
        self._early: list[Signed] = []
        self._ahead: list[Signed] = []
        self._strange: set[tuple[bytes, int]] = set()
        self._byes: set[bytes] = set()
        self.onward = ""

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
        if signed.id in self._ids:
            return False
        self._ids.add(signed.id)
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
        self.claims = Umpire(read_pace(terms["clock"]), witness_of(terms))
        self.motions = Motions(draws=terms["draw"] == "yes")
        self.talk = TableTalk(self.host, allowed=terms["talk"] == "on")
        self.game = game

    def _take_in(self, signed: Signed) -> None:
        event = signed.event
        self.claims.pass_by(event)
        if event.author == self.host and not self.roster.started:
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
            self._strange.add((event.author, event.kind if event.kind in set(Kind) else _NEWER_KIND))

    def _settle(self, signed: Signed) -> None:
        event = signed.event
        if event.kind == Kind.SIT:
            self.nicks[event.author] = nick_of(event)
        elif event.kind == Kind.BYE:
            self._say_bye(event)
        self.roster.receive(signed)
        if self.roster.started:
            self.talk.close(self.roster)
        if self.line is None and self.game is not None and self.roster.complete:
            holders = {seat: held.author for seat, held in self.roster.holders.items()}
            self.motions.holders, self.motions.takebacks = holders, self.terms["takebacks"]
            self.motions.bots = frozenset(seat for seat, held in self.roster.holders.items() if held.bot)
            match = Match.new(self.game, self.options)
            if self.terms["deal"] == "mental" and isinstance(match.state, Dealt):
                self.bringer, self.motions.returns = MentalDealer(self.tid, holders, match, self._own), False
            place = (self.tid, match, self.roster.origin, holders)
            self.line = GameLine(*place, motions=self.motions, claims=self.claims, bringer=self.bringer)
            self.claims.stand_by(self.line)
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
        self._byes.add(event.author)

    def _deal(self, signed: Signed) -> None:
        if self.line is None:
            self._ahead.append(signed)
        else:
            self.bringer.receive(signed)
            self.line.advance()

    def _claim(self, signed: Signed) -> None:
        wait = self.claims.receive(signed)
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

    def notes(self) -> tuple[NoteLine, ...]:
        """Give what is to be said about the table itself, by ply."""
        found = [*self.roster.notes, *self._general()]
        if self.roster.crowded:
            found.append(NoteLine(0, ALONE))
        dealer = self.bringer
        if self.line is not None and isinstance(dealer, MentalDealer) and dealer.dealing.closed:
            found.append(NoteLine(self.line.course.match.ply, TALON_CLOSED))
        if self.line is not None:
            steps = sorted(self.line.register.out_of_step)
            if self.onward:
                found.append(NoteLine(self.line.course.match.ply, ONWARD))
            found += self._taken_back(self.line.course)
            found += [self._named(OUT_OF_STEP, author, ply, ply=str(ply)) for ply, author in steps]
        return tuple(sorted(found, key=lambda note: note.ply))

    def _taken_back(self, course: Course) -> list[NoteLine]:
        names = course.match.names
        return [
            NoteLine(cut.at, TAKEN_BACK, (("number", str(number)), ("seat", names[cut.seat]), ("ply", str(cut.to))))
            for number, cut in enumerate(course.cuts, 1)
        ]

    def _general(self) -> list[NoteLine]:
        found = [NoteLine(0, UNREADABLE, (("why", self.unreadable),))] if self.unreadable else []
        if self.foreign_rules and self.game is not None:
            found.append(NoteLine(0, RULES_DIFFER, (("game", self.game.title),)))
        found += [self._named(LOT, author) for author in sorted(self.roster.bad_lots)]
        strange = sorted((author, kind) for author, kind in self._strange if self._matters(author))
        found += [self._named(NEWER, author) for author, kind in strange if kind == _NEWER_KIND]
        later = [(author, Kind(kind).name.lower()) for author, kind in strange if kind != _NEWER_KIND]
        found += [self._named(NOT_YET, author, kind=kind) for author, kind in later]
        found += [self._named(GONE, author) for author in sorted(self._byes & set(self.nicks)) if self._matters(author)]
        return found + [self._named(GUILTY, author) for author in self.guilty]

    def _matters(self, author: bytes) -> bool:
        """Tell whether something is to be said of an author: once play has begun, of the seated and the host alone."""
        return not self.roster.started or author == self.host or author in self.seated

    def _named(self, template: str, author: bytes, at: int = 0, **fields: str) -> NoteLine:
        return NoteLine(at, template, (("nick", self.nick(author)), *fields.items()))

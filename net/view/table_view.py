"""What a face may know of a table: immutable values that `net.table.table` makes and every face reads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from core.game import Outcome, Seat
from core.match.match import Match
from net.view.clock_view import ClockView
from net.view.outage_view import OutageView
from net.view.request_view import RequestView
from net.view.settlement_view import BypassView, SettlementView
from net.view.staying_view import StayingView
from net.view.takeback_view import TakebackView

Fields = tuple[tuple[str, str], ...]
"""The named fields of a template with their values, cleaned."""


def english(template: str, fields: Fields) -> str:
    """Return the English sentence of a template and its fields; faces show both in the reader's language."""
    return template.format(**dict(fields))


class Phase(StrEnum):
    """The phase a table is in."""

    GATHERING = "gathering"
    STARTING = "starting"
    PLAYING = "playing"
    OVER = "over"
    FROZEN = "frozen"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: its word (`red`), who holds it (`pid`, empty if open), under which name, and its state.

    `bot` is the bot's name or empty; `mine` says whether this profile signs for it, `present` whether its holder is
    heard and has not left the table, `vacant` that the game leaves the seat empty. `petname` is this profile's
    own name for its holder: no record has it. `door` is the name of the door by which they play, whose host could act
    for them, or empty. `owner` is the person who has brought the bot whose name is its `nick`, else empty. `stand_in`
    is the bot that plays on for a person who has left, or empty. `ceded` says that this profile had it and somebody
    else has taken it over.
    """

    seat: Seat
    name: str
    pid: str = ""
    nick: str = ""
    bot: str = ""
    mine: bool = False
    present: bool = False
    ready: bool = False
    vacant: bool = False
    petname: str = ""
    door: str = ""
    stand_in: str = ""
    ceded: bool = False
    owner: str = ""

    @property
    def called(self) -> str:
        """The name of its holder here."""
        return self.petname or self.nick


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One line of public table talk with the ply at which it was said; `seat` None if its author holds none.

    `act` is the typed tail (`("propose", "truce", "blue", "15")`) or None; `seq` is the number in the author's chain.
    `seat` is the one they spoke for then, `bot` the bot that spoke, or empty.
    """

    ply: int
    seat: Seat | None
    pid: str
    nick: str
    text: str
    act: tuple[str, ...] | None
    ts: int
    seq: int = 0
    bot: str = ""

    @property
    def identity(self) -> tuple[str, int, str]:
        """What identifies this line; its `ply` changes when a decision made before it arrives late."""
        return self.pid, self.seq, self.text


@dataclass(frozen=True, slots=True)
class GuestView:
    """A person at the table without a seat."""

    pid: str
    nick: str


@dataclass(frozen=True, slots=True)
class AsideLine:
    """A line of somebody without a seat, said beside the table: not in its talk, its log or its record.

    `kept` says that it came while the rules closed talk, so that no player reads it before they open it.
    """

    pid: str
    nick: str
    text: str
    ts: int
    mine: bool = False
    kept: bool = False


@dataclass(frozen=True, slots=True)
class VoidLine:
    """An action correctly signed but refused by the rules: kept, named, not played.

    `template` and `fields` say why, as a `core.fault.Fault` does.
    """

    ply: int
    seat: Seat | None
    pid: str
    nick: str
    text: str
    template: str
    fields: Fields = ()

    @property
    def reason(self) -> str:
        """Why the rules refused it, in English."""
        return english(self.template, self.fields)


class OfferKind(StrEnum):
    """What needs the others' consent."""

    DRAW = "draw"
    RETURN = "return"
    TAKEBACK = "takeback"
    PAUSE = "pause"
    SPECTATORS = "spectators"
    SUBSTITUTE = "substitute"
    RESUME = "resume"
    READY = "ready"
    VACATION = "vacation"
    REMATCH = "rematch"
    REWIND = "rewind"
    CONCEDE = "concede"


@dataclass(frozen=True, slots=True)
class OfferView:
    """An open offer: its id (hex), who makes it, who has said yes or no and whose answer is still owed.

    `to` is the number of decisions that a takeback would leave, as people count them, `text` what the offer would bring
    about. `heir` is the name of the person who would take over `seat`, `heir_pid` their pid, empty where they are told
    of it themselves. `asked` says that this profile is to give that last yes, `unwilling` that this person has said no.
    `game` is the number of the running game in its match, 0 if the match is one game: a draw ends that game.
    """

    id: str
    kind: OfferKind
    seat: Seat
    accepted: tuple[Seat, ...]
    declined: tuple[Seat, ...]
    owed: tuple[Seat, ...]
    to: int | None = None
    text: str = ""
    heir: str = ""
    heir_pid: str = ""
    asked: bool = False
    game: int = 0
    unwilling: bool = False


@dataclass(frozen=True, slots=True)
class HandoverView:
    """A seat that somebody took over: who plays it after so many lines of the log, and who, or whose `bot`, before."""

    seat: Seat
    at: int
    nick: str
    former: str
    bot: str = ""


class SlotStage(StrEnum):
    """How far a seat is in a sealed phase."""

    OWES = "owes"
    LAID = "laid"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class SlotView:
    """The slot of one active seat in a sealed phase: whether it has decided and, if it may be seen here, what."""

    seat: Seat
    stage: SlotStage
    text: str = ""


@dataclass(frozen=True, slots=True)
class WaitView:
    """A seat that is waited for, what it owes (`net.table.line.claim.OwedKind`, by value), and since when.

    `since` and `until` are milliseconds since 1970 by the clock here. From `until` on a seat of ours may claim: then
    `ripe` is true. `claimed` are the seats that have claimed, `final` those that no longer wait.
    """

    seat: Seat
    what: str
    since: int
    until: int
    ripe: bool = False
    claimed: tuple[Seat, ...] = ()
    final: tuple[Seat, ...] = ()


class AuditStage(StrEnum):
    """How far the audit of the hidden cards is."""

    WAITING = "waiting"
    CLEAN = "clean"
    BROKEN = "broken"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class AuditView:
    """The audit of the hidden cards after the end, or when something was wrong with them.

    `waited` are the seats whose word is still to come, `signed` those whose own audit found nothing. If it is `BROKEN`,
    the result is void. `template` and `fields` say who did what, also if somebody `REFUSED`.
    """

    stage: AuditStage
    waited: tuple[Seat, ...] = ()
    signed: tuple[Seat, ...] = ()
    template: str = ""
    fields: Fields = ()


@dataclass(frozen=True, slots=True)
class NoteLine:
    """One line about the table itself (somebody sat, left, is out of step): an English template with its fields.

    `number` tells which agreement of the table it is, from 1 on: a later takeback may move it; 0 for all else.
    """

    ply: int
    template: str
    fields: Fields = ()
    number: int = 0

    @property
    def identity(self) -> NoteLine:
        """The same wherever it stands."""
        return replace(self, ply=0) if self.number else self


@dataclass(frozen=True, slots=True)
class VacationView:
    """The vacation days that a seat has left, and those that it has taken for the decision it owes now."""

    seat: Seat
    left: int
    taken: int = 0


@dataclass(frozen=True, slots=True)
class NegotiationView:
    """A negotiation phase that is on: the time it ends at here (milliseconds since 1970; None: not yet known).

    `ready` are the seats in play whose people need no more time, `talking` those whose people may still want some.
    """

    ends: int | None
    ready: tuple[Seat, ...]
    talking: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as it stands for this profile. A ply is a place in the match's log.

    `options` are the game's, `terms` the table's. `match` is None before play. `slots` are those of a sealed phase.
    `refused` are the offers that have just fallen because somebody said no. `waits` tells who is waited for, `clocks`
    what each seat has left if there is a clock, `times` where in the log which seat took how many milliseconds. `audit`
    tells what became of the hidden cards, `rest` which cards of each packet nobody drew. `takebacks` are those that
    were agreed on, `handovers` the seats taken over, in order. `paused` tells whether the game is paused, `resumed`
    whether it goes on after a pause on this turn, `negotiation` whether nobody moves because all talk, `vacations` what
    each seat has left of them, `watched` whether spectators are admitted, `staying` are those who see the game without
    a seat all the same. `guests` are the spectators, `gallery` is what they say beside the table, if it is read here.
    `onward` is the invitation to the table of a rematch, `moved` the one to this table at the broker to which its host
    moved it; both are empty otherwise. `led_back` tells that `moved` leads to where this profile has come from, and
    where nobody may answer any more. `unsent` tells whether something that was said here in a game has not come back
    from the broker. `code` is that of one's own private table, `hosted` says whether this profile
    opened it. `asked` is the own request for a seat that the host has not answered, None if there is none; `meant`
    are those whom the host keeps the seats for (pid and name), nobody if the table is for all. `outage` tells why the
    broker is not reached. `missing` counts events known to exist and not yet here. `ready` tells whether all was here,
    so that what is played and said waits for a lost connection. `settlement` tells how far the end is
    agreed on, None before it. `bypasses` is what was signed where certificates bypassed it. `silent_since` is when the
    last news of a watched game came (milliseconds since 1970), if nobody there can tell how it went on, else 0.
    """

    tid: str
    title: str
    host: str
    phase: Phase
    game: str
    options: tuple[tuple[str, str], ...]
    terms: tuple[tuple[str, str], ...]
    seats: tuple[SeatView, ...]
    match: Match | None
    talk: tuple[TalkLine, ...] = ()
    voids: tuple[VoidLine, ...] = ()
    offers: tuple[OfferView, ...] = ()
    refused: tuple[OfferView, ...] = ()
    notes: tuple[NoteLine, ...] = ()
    takebacks: tuple[TakebackView, ...] = ()
    handovers: tuple[HandoverView, ...] = ()
    paused: bool = False
    resumed: bool = False
    negotiation: NegotiationView | None = None
    vacations: tuple[VacationView, ...] = ()
    watched: bool = True
    staying: tuple[StayingView, ...] = ()
    gallery: tuple[AsideLine, ...] = ()
    asked: RequestView | None = None
    meant: tuple[tuple[str, str], ...] = ()
    guests: tuple[GuestView, ...] = ()
    onward: str = ""
    moved: str = ""
    led_back: bool = False
    slots: tuple[SlotView, ...] = ()
    waits: tuple[WaitView, ...] = ()
    clocks: tuple[ClockView, ...] = ()
    times: tuple[tuple[int, Seat, int], ...] = ()
    audit: AuditView | None = None
    rest: tuple[tuple[int, ...], ...] | None = None
    invitation: str = ""
    code: str = ""
    hosted: bool = False
    missing: int = 0
    online: bool = True
    unsent: bool = False
    outage: OutageView | None = None
    ready: bool = True
    talk_digest: str = ""
    settlement: SettlementView | None = None
    bypasses: tuple[BypassView, ...] = ()
    silent_since: int = 0

    @property
    def unsettled(self) -> bool:
        """Whether the game is over here and could still end otherwise, because somebody has not signed its end."""
        return self.settlement is not None and not self.settlement.settled

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None."""
        return self.match.state.outcome if self.match else None

    @property
    def void(self) -> bool:
        """Whether the result does not count: the audit has found a cheat."""
        return self.audit is not None and self.audit.stage is AuditStage.BROKEN

    @property
    def watching(self) -> bool:
        """Whether this profile sees the game without a seat in it."""
        return self.match is not None and not self.mine and self.phase is not Phase.CLOSED

    @property
    def beside(self) -> bool:
        """Whether this profile is a spectator, who talks beside the table."""
        return self.watching and self.watched

    @property
    def mine(self) -> tuple[Seat, ...]:
        """The seats this profile signs for."""
        return tuple(view.seat for view in self.seats if view.mine)

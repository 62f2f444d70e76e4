"""Dealing without a dealer: hidden cards at a table of several keys, each outcome proved by all (`net.deck.deal`).

`open_line` opens the game once the lots of a table are drawn: its line, and who deals.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any, cast

from core.chance import Draw, HasChance, HasPartners, HasTalonClosing
from core.fault import Fault, IllegalAction, sentence
from core.game import DEALER, Action, Game, Seat
from core.match.match import Match
from net.deck.deal import AHEAD, CardDeal
from net.deck.deck_recovery import Boxes
from net.deck.deck_seed import DealerKeys
from net.table.clocks.flag_fall import FlagClaims
from net.table.fold.table_terms import vacation_term
from net.table.line.chance_duty import LOCAL, ChanceDealer
from net.table.line.claim import Certificate, Claims, OwedKind, Wait
from net.table.line.game_line import GameLine
from net.table.line.match_history import MatchHistory
from net.table.line.motion import Motions
from net.table.line.negotiation import read_negotiation
from net.table.line.step_register import SeatHolders
from net.table.seating.roster import Roster
from net.wire.card_data import Message, Openings
from net.wire.event import Kind, Signed
from net.wire.event_data import Move, Reveal, Substitute, read_as

NOT_HELD = sentence("{seat} has not drawn that card.")
LOST = sentence("{seat} has stopped playing, and nobody else can play on with its hidden cards.")
SEALED = sentence("Nobody takes a seat over while decisions are laid down in secret: wait until they are open.")
HOLDS_ONE = sentence("Where cards are hidden, everybody plays a single hand: {nick} has or had one here.")
SEVERAL = sentence(
    "{seat} cannot be handed over: where cards are hidden, whoever has several hands, those of bots too, keeps all."
)
UNOPENED = sentence("Only the player of {seat} can pass its hidden cards on: the others together cannot open them.")
NOT_OPENED = sentence("{seat} plays a drawn card without proving it.")

_OWING = {
    Kind.DECK0: OwedKind.DECK,
    Kind.DECK1: OwedKind.DECK,
    Kind.DECK2: OwedKind.DECK,
    Kind.SHARE: OwedKind.SHARE,
    Kind.DEAL: OwedKind.SHARE,
}


class MentalDealer(ChanceDealer):
    """Brings chance by the dealing of a table."""

    def __init__(self, tid: bytes, holders: Mapping[Seat, bytes], match: Match, own: DealerKeys | None) -> None:
        """Deal for `holders` (public keys by seat), as seen by `own` or by a watcher."""
        self.holders = dict(holders)
        self._tid, self._own = tid, own
        self.escrow = escrowing(holders, match)
        self._received: list[Signed] = []
        self._absent: set[bytes] = set()
        self._full: tuple[Match, Match] | None = None
        self.dealing = self._new()

    def _new(self) -> CardDeal:
        return CardDeal(self._tid, self.holders, escrow=self.escrow, own=self._own)

    def begin(self) -> None:
        """Return to the beginning of the line; what was received still counts."""
        self._absent.clear()
        self._full = None
        self.dealing = self._new()
        for signed in self._received:
            self.dealing.receive(signed)

    def receive(self, signed: Signed) -> None:
        """Take in an event about hidden cards, at any time."""
        self._received.append(signed)
        self.dealing.receive(signed)
        self._full = None

    def stand(self, course: MatchHistory) -> None:
        """Move to a place in the line: let players go who play no more, then state what is owed and to come."""
        playing = {self.holders[seat] for seat in course.live if seat in self.holders}
        for player in self.dealing.players:
            if player in self._absent and (course.over or player not in playing):
                self.dealing.leave(player)
            elif player not in playing and not course.over:
                self.dealing.retire(player)
        state = _state(course.match)
        self.dealing.stand(state.chance, course.gprev, state.coming(AHEAD))
        if course.over:
            self.dealing.end()

    def ride(self, author: bytes, data: Move | Reveal) -> None:
        """Take in the shares that come with a decision that enters the line."""
        self.dealing.ride(author, data.shares or ())

    def leave(self, seat: Seat) -> bool:
        """Stop waiting for a seat's holder; tell whether that is news."""
        holder = self.holders[seat]
        if holder in self._absent:
            return False
        self._absent.add(holder)
        return True

    def hand_over(self, course: MatchHistory, one: Certificate, claims: Claims) -> bool:
        """Let somebody else stand for a player; they find in the consents what was dealt to the seat."""
        try:
            self.may_pass(course, one.wait)
        except IllegalAction:
            return False
        player = self.holders[one.wait.seat]
        seeds, _ = self.inherited(one.wait, claims)
        self.dealing.hand_over(player, one.wait.heir, seeds)
        for signed in self._received:
            if signed.event.author == one.wait.heir:
                self.dealing.receive(signed)
        course.match = self._retold(course.match, self.dealing.hands.known) if seeds else course.match
        return True

    def may_pass(self, course: MatchHistory, wait: Wait) -> None:
        """Raise `IllegalAction` if a seat cannot pass to another key as `wait` says.

        The new holder must stand for nobody else, and the seat must be in play and its holder's only one. If its holder
        does not help, they must have left an escrow, to players who all still play, and no other seat was passed on.
        """
        player, name = self.holders.get(wait.seat), course.match.names[wait.seat]
        if player is None or wait.seat not in course.live:
            raise IllegalAction(LOST, seat=name)
        if course.sealed:
            raise IllegalAction(SEALED)
        if self.dealing.player(wait.heir) not in {None, player}:
            raise IllegalAction(HOLDS_ONE, nick=wait.nick)
        if list(self.holders.values()).count(player) > 1:
            raise IllegalAction(SEVERAL, seat=name)
        playing = [self.holders[seat] for seat in course.live if seat in self.holders]
        legacy, chance = self.dealing.legacy, self.dealing.chance
        if wait.what is OwedKind.AWAY and not legacy.can_be_opened(player, playing, chance):
            raise IllegalAction(UNOPENED, seat=name)

    def bequest(self, wait: Wait) -> Boxes | None:
        """Return what we have to seal to the new holder of a seat; None if it is not there."""
        player = self.holders[wait.seat]
        if wait.what is OwedKind.HEIR and (self._own is None or self.dealing.signer(player) != self._own.public):
            return ()
        return self.dealing.legacy.bequest(player, wait.heir, self.dealing.chance)

    def inherited(self, wait: Wait, claims: Claims) -> tuple[dict[int, bytes], bytes]:
        """Open what was sealed to us as the new holder; also return the key of somebody who gave something false."""
        if self._own is None or self._own.public != wait.heir:
            return {}, b""
        given = {one.event.author: read_as(one.event, Substitute).sealed for one in claims.consents(wait)}
        player, dealing = self.holders[wait.seat], self.dealing
        if wait.what is OwedKind.AWAY:
            given.pop(dealing.signer(player), None)
        return dealing.legacy.opened(player, given, dealing.chance, dealing.signer)

    def brought(self, match: Match) -> Match | None:
        """Return the match with what is proved of what chance owes; a face that cannot be known is unknown."""
        if isinstance(self.dealing.chance, Draw) and self.dealing.closed and (closed := _closed(match)) is not None:
            return closed
        proof = self.dealing.outcome()
        if not proof.proved:
            return None
        for face in dict.fromkeys((proof.face, None)):
            try:
                return match.enter(DEALER, _state(match).dealt(face))
            except Fault:
                continue
        return None

    def owed(self, course: MatchHistory) -> tuple[tuple[Seat, OwedKind], ...]:
        """Return who is waited for while chance is owed, and for what: each player's first seat that still plays."""
        waited = dict.fromkeys((player, _OWING[kind]) for player, kind in self.dealing.waited() if kind in _OWING)
        return tuple((self._seat(player, course.live), what) for player, what in waited)

    def _seat(self, player: bytes, live: tuple[Seat, ...]) -> Seat:
        seats = [seat for seat, holder in sorted(self.holders.items()) if holder == player]
        return next((seat for seat in seats if seat in live), seats[0])

    def check(self, match: Match, seat: Seat, action: Action, data: Move | Reveal) -> None:
        """Raise `Fault` if a decision plays hidden faces that it does not open as it should."""
        faces = _state(match).unproved(seat, action)
        if faces and self.dealing.hands.check(self.holders[seat], seat, faces, data.shares or ()) is not None:
            raise IllegalAction(NOT_OPENED, seat=match.names[seat])

    def openings(self, match: Match, seat: Seat, text: str) -> Openings:
        """Open the hidden faces that a decision of ours plays; raise `Fault` if we do not have them."""
        faces = _state(match).unproved(seat, match.state.parse(seat, text))
        found = self.dealing.hands.openings(seat, faces) if faces else ()
        if found is None:
            raise IllegalAction(NOT_HELD, seat=match.names[seat])
        return found

    def riding(self) -> Openings:
        """Return the shares that come with a move of ours."""
        return self.dealing.riding()

    def duties(self) -> tuple[Message, ...]:
        """Return what we have to sign now."""
        return self.dealing.owed()

    def origin(self, said: Message) -> bytes:
        """Return what we sign beside a pass: the digest of the points it starts from."""
        return self.dealing.origin(said)

    def told(self, match: Match) -> Match:
        """Return the match with every face that the audit has opened; before that, the match itself."""
        if not self.dealing.judged:
            return match
        if self._full is None or self._full[0] is not match:
            self._full = (match, self._retold(match, self.dealing.hands.told))
        return self._full[1]

    def rest(self, match: Match) -> tuple[tuple[int, ...], ...] | None:
        """Return the cards of the last talon that nobody has drawn, once the audit has opened them."""
        talons = (line.text.split() for line in match.log if line.seat == DEALER)
        count = sum(words[0] == "talon" and words[1].isdigit() for words in talons)
        return self.dealing.hands.rest(count) if self.dealing.judged else None

    def _retold(self, match: Match, face_of: Callable[[Draw], int | None]) -> Match:
        full = match.at(0)
        for line in match.log:
            text = line.text
            chance = _state(full).chance
            face = face_of(chance) if line.seat == DEALER and isinstance(chance, Draw) else None
            if face is not None and text == _dealt(full, None):
                text = _dealt(full, face)
            try:
                full = full.play(text, line.seat)
            except Fault:
                return match
        return full


def escrowing(holders: Mapping[Seat, bytes], match: Match) -> frozenset[bytes]:
    """Return the players who leave an escrow: not one whose others are all on one side, against them."""
    state = match.state
    partners = state.partners if isinstance(state, HasPartners) else lambda seat: (seat,)
    found = set()
    for player in set(holders.values()):
        others = [seat for seat, holder in holders.items() if holder != player]
        if others and not set(others) <= set(partners(others[0])):
            found.add(player)
    return frozenset(found)


def _state(match: Match) -> HasChance[Any]:
    """Return the state of a match whose game has chance; checking the protocol would cost more than all the rest."""
    return cast("HasChance[Any]", match.state)


def _dealt(match: Match, face: int | None) -> str:
    return str(_state(match).dealt(face))


def _closed(match: Match) -> Match | None:
    """Return the match with its talon closed; None if the game cannot go on so."""
    action = match.state.shut() if isinstance(match.state, HasTalonClosing) else None
    return None if action is None else match.play(str(action), DEALER)


def open_line(
    game: Game,
    options: Mapping[str, str],
    terms: Mapping[str, str],
    said: tuple[Roster, Motions, FlagClaims],
    *,
    others: Container[bytes],
    own: DealerKeys | None,
) -> tuple[GameLine, ChanceDealer]:
    """Begin the game of a roster whose lots are drawn; `others` are known to take over a seat later.

    `said` holds what people have said: their seats, their offers, and their finals about others.
    """
    roster, motions, claims = said
    holders = roster.sitting
    motions.holders, motions.takebacks = holders, terms["takebacks"]
    motions.bots = frozenset(seat for seat, held in roster.holders.items() if held.bot)
    match = Match.new(game, options)
    bringer: ChanceDealer = LOCAL
    if terms["deal"] == "mental" and isinstance(match.state, HasChance):
        bringer, motions.returns = MentalDealer(roster.tid, holders, match, own), False
    place = (roster.tid, match, roster.origin, SeatHolders(holders, others))
    watched, phases = terms["spectators"] != "no", read_negotiation(terms["negotiation"])
    line = GameLine(
        *place,
        motions=motions,
        claims=claims,
        bringer=bringer,
        watched=watched,
        negotiation=phases,
        vacation=vacation_term(terms),
    )
    claims.stand_by(line)
    return line, bringer

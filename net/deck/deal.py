"""The dealing of one table: its decks one after the other, who owes which message or share now, what is proved.

The table makes these calls in the order of its game line: `stand` wherever the line stops (it begins a deck and settles
the slot of a draw), `ride` with the shares of a move or reveal that entered the line, `leave`, `retire` and `end`. It
calls `receive` with events of `net.wire.card_data.KINDS` at any time, each author's in the order of their chain;
repetition does no harm. Then `owed` says what to sign, `outcome` what chance brought, `waited` who is waited for.
Nothing raises.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from core.chance import Chance, Draw, Lot, Shuffle
from core.game import Seat
from net.deck.card_deck import UNDEFINED, Deck, Deviated, Deviation
from net.deck.card_draw import Draws, Giving, Hands, Proof
from net.deck.deck_audit import NO_DECK, Audits
from net.deck.deck_recovery import DeckHandover, Recovery
from net.deck.deck_seed import DealerKeys
from net.deck.deck_sequence import DeckSequence, Early
from net.wire.card_data import Audit, Deck0, Deck1, Deck2, Message, Opening, Part, Share
from net.wire.event import Kind, Signed
from net.wire.event_data import readable

AHEAD = 8
"""Draws looked ahead to: more than all seats have before the first draws again."""


class CardDeal:
    """All decks of one table, as seen by one player (`own`) or by a watcher."""

    def __init__(
        self,
        tid: bytes,
        holders: Mapping[Seat, bytes],
        *,
        escrow: Collection[bytes] = (),
        own: DealerKeys | None = None,
    ) -> None:
        """Begin without a deck; `holders` gives each seat's key, `escrow` the players who leave an escrow.

        Players are the keys in the order of their first seats.
        """
        self.players = tuple(dict.fromkeys(holder for _, holder in sorted(holders.items())))
        self.chance: Chance | None = None
        self.over = False
        self._holders = dict(holders)
        self._me = own.public if own is not None and own.public in self.players else b""
        self._retired: set[bytes] = set()
        self._roles = {player: player for player in self.players}
        self._decks = DeckSequence(tid, self.players, escrow, own)
        self._draws = Draws(self._holders)
        self._recovery = Recovery(self.players, own, self._decks.since)
        self._audits = Audits(self.players)
        self._blamed: list[tuple[bytes, Deviated]] = []
        self._audited: set[bytes] = set()
        self._giving = Giving(self._decks, self._draws, self._holders)
        self.legacy = DeckHandover(self._decks, self._recovery, own)
        self.hands = Hands(self._decks.by_epoch, self._draws, self._holders, self._me)
        self._verdict: tuple[Deviated | None] | None = None
        self._frozen: bool | None = None

    def stand(self, chance: Chance | None, place: bytes, coming: Sequence[Draw] = ()) -> None:
        """Move to `place` (16 bytes) in the line, where `chance` is owed; a repeated call changes nothing.

        `coming` are the next `AHEAD` draws as the state tells them.
        """
        self.chance, self._frozen = chance, None
        self._decks.stand(place)
        if isinstance(chance, Shuffle):
            if self._decks.begin(chance, place, self._recovery.left | self._retired):
                self._replay(self._decks.kept(chance.epoch))
        elif isinstance(chance, Draw) and (deck := self._decks.finished(chance.epoch)) is not None:
            self._draws.fix(chance, deck)
        if self._decks.complete:
            deck = self._decks.complete[-1]
            due = [draw for draw in coming[:AHEAD] if draw.epoch == deck.setting.epoch and draw != chance]
            self._draws.expect(due, deck)
        self._replay(self._decks.put_off_until(place))
        self._recovery.settle(self._decks.complete)

    def receive(self, signed: Signed) -> None:
        """Take in an event of `card_data.KINDS`; ignore strangers and bad shapes.

        A share that its author signed after an audit (in the order of their chain) counts if it is true: play may have
        gone on. A false one is ignored, so that nobody can undo a result that all have signed.
        """
        event = signed.event
        if event.author not in self._roles:
            return
        data = readable(event)
        if isinstance(data, Message):
            self._verdict = self._frozen = None
            self._take(event.author, event.gprev, data, late=event.author in self._audited, origin=event.state)
        if isinstance(data, Audit):
            self._audited.add(event.author)

    def ride(self, author: bytes, shares: Iterable[Opening]) -> None:
        """Take in the shares of a decision of `author` that entered the line: for others, and their own openings."""
        self._verdict = self._frozen = None
        player = self._roles.get(author, author)
        for opening in shares:
            slot = opening[:3]
            own = self._draws.drawer(slot) == player  # told by the line: when a share came must not matter
            self._give(author, opening, Deviation.OPENING if own else Deviation.SHARE)
            if own:
                self._draws.spent.add(slot)
            self._draws.tell(player, slot)

    def leave(self, player: bytes) -> None:
        """Let a player go: the others publish their parts of the player's seeds; later decks are made without them."""
        self._recovery.left.add(player)
        self._recovery.settle(self._decks.complete)
        self._verdict = self._frozen = None

    def retire(self, player: bytes) -> None:
        """Let a player draw no more: they publish all masks of what is left; later decks are made without them."""
        self._retired.add(player)

    def signer(self, player: bytes) -> bytes:
        """Return the key that stands for a player."""
        return self._decks.keys.get(player, player)

    def player(self, key: bytes) -> bytes | None:
        """Return the player for whom a key stands or once stood."""
        return self._roles.get(key)

    def culprit(self, deviated: Deviated) -> bytes:
        """Return the key that deviated: of the maker of a deck, or the one that stands for the player now."""
        later = deviated.what in {Deviation.SHARE, Deviation.OPENING, Deviation.SEED, Deviation.REFUSED}
        deck = None if later else self._decks.by_epoch.get(deviated.epoch)
        return self.signer(deviated.player) if deck is None else deck.setting.signer(deviated.player)

    def hand_over(self, player: bytes, key: bytes, seeds: Mapping[int, bytes]) -> None:
        """Let a key stand for a player from here on; `seeds` are the player's known seeds of the decks until now."""
        settled = self.legacy.settled(self.chance)
        self._roles[key] = player
        self._decks.hand_over(player, key, seeds)
        self._me = self.hands.me = self._decks.me if self._decks.me in self.players else b""
        self._recovery.hand_over(player, self._decks.me, settled)
        self._audits.forget(player)
        self._verdict = self._frozen = None

    def end(self) -> None:
        """Open the audit: the game is over."""
        self.over = True

    def refuse(self, player: bytes) -> None:
        """Stop waiting for a player's seeds in the audit; if they come later, they count."""
        self._verdict = self._frozen = None
        self._audits.refused.add(player)

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The finished decks in their order."""
        return tuple(self._decks.complete)

    @property
    def deviations(self) -> tuple[Deviated, ...]:
        """Who has been seen to deviate, in the order of decks and players; the audit may find more."""
        made = [deck.deviated for deck in self._decks.by_epoch.values() if deck.deviated is not None]
        blamed = (one for key, one in self._blamed if key == self.signer(one.player))
        found = {*made, *blamed, *self._recovery.deviations, *self._audits.found}
        return tuple(sorted(found, key=lambda one: (one.epoch, self.players.index(one.player), one.what.value)))

    @property
    def frozen(self) -> bool:
        """Whether play has to stop for the audit: a deviation was seen, a slot is no card, an escrow does not open."""
        if self._frozen is None:
            seen = [one for one in self.deviations if one not in self._recovery.deviations]
            self._frozen = bool(seen) or self.hands.undefined or any(map(self._recovery.disputed, self._decks.complete))
        return self._frozen

    @property
    def closed(self) -> bool:
        """Whether the present talon gives no more cards, because a player left whose masks cannot be known."""
        return any(map(self._recovery.forsaken, self._decks.complete[-1:]))

    def outcome(self) -> Proof:
        """Return what is proved of what chance owes where the line stands."""
        deck = self._current
        if deck is None or not deck.complete:
            return Proof(proved=False)
        if isinstance(self.chance, Lot):
            return Proof(proved=True, face=deck.lot(self.chance.sides))
        if not isinstance(self.chance, Draw):
            return Proof(proved=True)
        slot = self._draws.of(self.chance)
        if self._recovery.waited(deck):  # which share came first must not matter
            return Proof(proved=False)
        if slot is None or set(deck.missing(*slot[1:])) - {self._holders[self.chance.seat]}:
            return Proof(proved=False)
        face = deck.face(*slot[1:])
        return Proof(proved=face != UNDEFINED, face=None if face == UNDEFINED else face)

    def owed(self) -> tuple[Message, ...]:
        """Return what the owner has to sign now and has not signed yet."""
        if not self._me:
            return ()
        stopped = self.over or self.frozen
        parts = [part for done in self._decks.complete for part in self._recovery.owed(done, over=stopped)]
        if stopped:
            return (*(part for part in parts if part.part), *self._audit())
        made = None if self._current is None else self._current.owed()
        shares = self._giving.due(self._me, self.chance, self._retired)
        return (*([made] if made else []), *parts, *([Share(shares)] if shares else []))

    def origin(self, said: Message) -> bytes:
        """Return what the owner signs beside what it owes: of a pass the digest of the points it starts from."""
        deck = self._current
        return deck.origin(said) if deck is not None and isinstance(said, Deck0 | Deck1 | Deck2) else b""

    def riding(self) -> tuple[Opening, ...]:
        """Return the shares for the owner's move here (`net.deck.card_draw`)."""
        return self._giving.riding(self._me)

    def waited(self) -> tuple[tuple[bytes, Kind], ...]:
        """Return who has to sign what before the table can go on."""
        if self.over or self.frozen:
            return tuple((player, Kind.AUDIT) for player in self._audits.waited(self._decks.complete))
        deck = self._current
        parts = [(player, Kind.DEAL) for done in self._decks.complete[-1:] for player in self._recovery.waited(done)]
        if deck is None or not deck.complete or not isinstance(self.chance, Draw):
            return (*parts, *(deck.waited() if deck else ()))
        slot, gone = self._draws.of(self.chance), {self._holders[self.chance.seat], *self._recovery.left}
        missing = deck.missing(*slot[1:]) if slot else ()
        return (*parts, *((player, Kind.SHARE) for player in missing if player not in gone))

    @property
    def judged(self) -> bool:
        """Whether the audit is done here: `verdict` says what it found."""
        return (self.over or self.frozen) and self._audits.done(self._decks.complete)

    @property
    def verdict(self) -> Deviated | None:
        """What the audit found: the first who deviated, or nobody."""
        if self._verdict is None:
            decks = self._decks.complete
            self._verdict = (self._audits.judged(decks, [*self.deviations, *self._recovery.unfounded(decks)]),)
        return self._verdict[0]

    @property
    def verdicts(self) -> Mapping[bytes, Deviated | None]:
        """What each player has signed that their audit found, None for nothing."""
        return self._audits.verdicts

    def _take(self, author: bytes, place: bytes, data: Message, *, late: bool = False, origin: bytes = b"") -> None:
        match data:
            case Deck0() | Deck1() | Deck2():
                if self._decks.add(author, place, data, origin):
                    self._replay(self._decks.kept(data.epoch))
            case Share(shares=shares):
                for one in shares:
                    if self._decks.finished(one[0]) is None:
                        self._decks.keep(Early(one[0], author, place, Share((one,)), late))
                    if not self._decks.is_of_another(author, one):
                        self._give(author, one, None if late else Deviation.SHARE)
            case Part():
                self._recovery.receive(author, data, place)
            case Audit():
                self._hear(author, place, data)
        if isinstance(data, Part | Audit):
            self._recovery.settle(self._decks.complete)

    def _give(self, author: bytes, opening: Opening, false: Deviation | None) -> None:
        """Check and keep a share of a finished deck; a false one names its author while they stand for a player.

        `false` is what they did then; None: a false share is ignored.
        """
        epoch, pack, slot, key = opening
        deck, player = self._decks.finished(epoch), self._roles.get(author, author)
        fits = deck is None or player not in deck.setting.players or deck.give(player, pack, slot, key)
        if not fits and false is not None:
            self._blamed.append((author, Deviated(player, false, epoch)))

    def _hear(self, author: bytes, place: bytes, said: Audit) -> None:
        """Take in a seed or a verdict if its author stood where its deck is, whether or not the line is there yet."""
        early, deck = Early(said.epoch, author, place, said), self._decks.by_epoch.get(said.epoch)
        if not said.verdict and (deck is None or not deck.complete):
            self._decks.keep(early)
            return
        about = said.epoch == NO_DECK or (deck is not None and self._decks.since(place, deck) is not None)
        if not about:
            self._decks.put_off(early)
        signs = about and author == self.signer(self._roles[author])
        self._audits.receive(self._roles[author], said, deck, signs=signs)

    def _replay(self, waited: Iterable[Early]) -> None:
        """Take in again what waited for a deck or a place."""
        for early in waited:
            self._verdict = self._frozen = None
            self._take(early.author, early.place, early.data, late=early.late, origin=early.origin)

    def _audit(self) -> Iterator[Message]:
        for deck in self._decks.complete:
            if deck.mask is not None and self._audits.owes(deck, self._me):
                yield Audit(deck.setting.epoch, deck.mask.seed)
        if self.judged and self._audits.speaks(self._me, self.verdict):
            yield self._audits.verdict(self.verdict)

    @property
    def _current(self) -> Deck | None:
        """The deck that chance is about, finished or not."""
        return None if self.chance is None else self._decks.by_epoch.get(self.chance.epoch)

"""A table of players who deal hidden cards by messages alone, each at his own pace, in any order of arrival."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from core.chance import Chance, Draw, Shuffle
from core.game import Seat
from net.deck.deal import CardDeal
from net.deck.deck_seed import DealerKeys
from net.identity.identity import Identity
from net.wire import envelope
from net.wire.card_data import Audit, Deck0, Deck1, Deck2, Message, Opening, Part, Share
from net.wire.event import Kind, Signed
from net.wire.event_data import data_of
from tests.net.support.event_signer import TID, event, who

KIND = {Deck0: Kind.DECK0, Deck1: Kind.DECK1, Deck2: Kind.DECK2, Share: Kind.SHARE, Part: Kind.DEAL, Audit: Kind.AUDIT}
NAMES = ("ann", "ben", "cat", "dan")
PATIENCE = 40_000


@dataclass(eq=False)
class Turn:
    """A move of a player; its shares are for the draws that come."""

    player: int
    coming: tuple[Draw, ...]
    shares: tuple[Opening, ...] | None = None


@dataclass(eq=False)
class Gone:
    """A player drops out: by leaving, or because he draws no more."""

    player: int
    leaves: bool


Step = Chance | Turn | Gone


@dataclass
class Dealer:
    """One player or watcher: his dealing, his place in the line, what is on its way to him, what he saw drawn."""

    dealing: CardDeal
    key: Identity
    queues: dict[bytes, deque[Signed]] = field(default_factory=dict)
    at: int = 0
    place: bytes = bytes(16)
    seen: dict[Draw, int | None] = field(default_factory=dict)
    lot: int | None = None
    signed: list[Signed] = field(default_factory=list)


Forge = Callable[[int, Message], Message | None]


class Ring:
    """Dealers and the line they all go along; `forge` changes (or swallows) what a player signs."""

    def __init__(
        self,
        seats: Sequence[int],
        *,
        escrow: Iterable[int] = (),
        seed: int = 0,
        forge: Forge | None = None,
        crook: Callable[[Dealer], None] | None = None,
    ) -> None:
        """Seat players by their numbers; a watcher is added at the end. `crook` may bend a dealer as decks begin."""
        self.keys = [who(name) for name in NAMES[: max(seats) + 1]]
        self.holders = {Seat(seat): self.keys[player].public for seat, player in enumerate(seats)}
        self.escrow = [self.keys[player].public for player in escrow]
        self.rng = Random(seed)
        self.forge = forge or (lambda _, message: message)
        self.crook = crook or (lambda _: None)
        self.line: list[Step] = []
        self.events: list[Signed] = []
        self.dealers = [self.dealer(key) for key in self.keys]
        self.watcher = Dealer(CardDeal(TID, self.holders, escrow=self.escrow), who("eve"))

    def dealer(self, key: Identity) -> Dealer:
        """Make the dealer of a key as he is after a restart."""
        own = DealerKeys.of(key, key.seed[::-1])
        return Dealer(CardDeal(TID, self.holders, escrow=self.escrow, own=own), key)

    @property
    def all(self) -> list[Dealer]:
        """Everybody, the watcher last."""
        return [*self.dealers, self.watcher]

    def go(self, *steps: Step) -> None:
        """Lengthen the line and let everybody act in random order until nothing more happens."""
        self.line += steps
        for _ in range(PATIENCE):
            busy = [one for one in self.all if any(one.queues.values())]
            if busy and self.rng.random() < 0.7:
                self._deliver(self.rng.choice(busy))
            elif not self._act_all() and not busy:
                return
        message = "the table does not come to rest"
        raise AssertionError(message)

    def end(self) -> None:
        """End the game and let the audit run."""
        for one in self.all:
            one.dealing.end()
        self.go()

    def say(self, player: int, message: Message) -> Signed:
        """Sign a message of a player where he stands and send it to everybody."""
        dealer = self.dealers[player]
        place = dealer.place
        seq, prev = len(dealer.signed), dealer.signed[-1].link if dealer.signed else bytes(16)
        kind, state = int(KIND[type(message)]), dealer.dealing.origin(message)
        body = event(dealer.key, seq, prev, kind=kind, gprev=place, state=state, data=data_of(message))
        signed = envelope.make(dealer.key, body)
        dealer.signed.append(signed)
        self.events.append(signed)
        for one in self.all:
            if one is dealer:
                one.dealing.receive(signed)
            else:
                one.queues.setdefault(dealer.key.public, deque()).append(signed)
        return signed

    def _deliver(self, one: Dealer) -> None:
        author = self.rng.choice(sorted(author for author, queue in one.queues.items() if queue))
        signed = one.queues[author].popleft()
        one.dealing.receive(signed)
        if self.rng.random() < 0.1:
            one.dealing.receive(signed)

    def _act_all(self) -> bool:
        acted = [self._act(one) for one in self.rng.sample(self.all, len(self.all))]
        return any(acted)

    def _act(self, one: Dealer) -> bool:
        """Let one go on in the line and sign what he owes; tell whether he did anything."""
        moved = one.at < len(self.line) and self._step(one, self.line[one.at])
        one.at += moved
        if one is self.watcher:
            assert not one.dealing.owed()
            return moved
        said = [self.forge(self.dealers.index(one), message) for message in one.dealing.owed()]
        for message in said:
            if message is not None:
                self.say(self.dealers.index(one), message)
        return moved or any(said)

    def _step(self, one: Dealer, step: Step) -> bool:
        dealing = one.dealing
        one.place = one.at.to_bytes(16, "big") if not isinstance(step, Gone) else one.place
        if isinstance(step, Turn):
            dealing.stand(None, one.place, step.coming)
            if step.shares is None and one is self.dealers[step.player]:
                step.shares = dealing.riding()
            if step.shares is not None:
                dealing.ride(self.keys[step.player].public, step.shares)
            return step.shares is not None
        if isinstance(step, Gone):
            (dealing.leave if step.leaves else dealing.retire)(self.keys[step.player].public)
            return True
        dealing.stand(step, one.place)
        if isinstance(step, Shuffle):
            self.crook(one)
        proof = dealing.outcome()
        if proof.proved and isinstance(step, Draw):
            one.seen[step] = proof.face
        elif proof.proved:
            one.lot = proof.face
        return proof.proved


def audited(dealing: CardDeal) -> bool:
    """Tell whether every player has signed that the audit found nothing."""
    return all(player in dealing.verdicts and dealing.verdicts[player] is None for player in dealing.players)


def drawn_in_turn(packs: Sequence[Sequence[int]], seats: Sequence[int], epoch: int = 1) -> list[Draw]:
    """Give all draws of a deck, seat after seat; with two packets those of even seats draw from the first."""
    left = [0] * len(packs)
    draws: list[Draw] = []
    seat = 0
    while any(at < len(pack) for at, pack in zip(left, packs, strict=True)):
        pack = seat % len(packs)
        if left[pack] < len(packs[pack]):
            draws.append(Draw(Seat(seat), epoch, pack, left[pack]))
            left[pack] += 1
        seat = (seat + 1) % len(seats)
    return draws


def played(draws: Sequence[Draw], seats: Sequence[int], epoch: int, packs: Sequence[tuple[int, ...]]) -> list[Step]:
    """Give the line of a deck: its shuffle, then each draw with the move of the one who drew."""
    steps: list[Step] = [Shuffle(epoch, tuple(packs))]
    for number, draw in enumerate(draws):
        steps += [draw, Turn(seats[draw.seat], tuple(draws[number + 1 : number + 9]))]
    return steps

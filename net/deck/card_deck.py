"""One deck of hidden cards: what each player signs so that nobody knows its order, and what everybody checks.

All players commit to their seeds. Then, in the order of the players, each masks and shuffles the whole deck (first
pass), and each replaces that mask by a separate mask for every slot (second pass). Who signs a pass also signs the
digest of the points it starts from, so that a wrong pass can be proved from its author's words alone
(`net.deck.pass_proof`). Passes arrive as bytes. What is given out here is checked: all points are points
(`net.deck.prime_group`), each occurs once, and flaws that everybody can see are named.

Pure; messages that arrive early wait; nothing that arrives raises.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.digest import digest
from net.deck import deck_seed
from net.deck.deck_seed import Mask, card_points, committed
from net.deck.prime_group import SIZE, Packs, Point, RawPacks, Scalar, packs_of, plain, public_of, unmasked
from net.wire.card_data import Deck0, Deck1, Deck2
from net.wire.commitment import drawn_order, seed_of
from net.wire.event import Kind


class Deviation(StrEnum):
    """How a player may deviate from the protocol of the deck: the words of a verdict."""

    DUPLICATE = "duplicate"
    POINTS = "points"
    UNDEFINED = "undefined"
    KEYS = "keys"
    LOT = "lot"
    ESCROW = "escrow"
    SHARE = "share"
    OPENING = "opening"
    SEED = "seed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Deviated:
    """Who deviated (public key), how, and in which deck (0: in no particular one)."""

    player: bytes
    what: Deviation
    epoch: int


@dataclass(frozen=True, slots=True)
class Setting:
    """What a deck is made of: table, number, faces by packet, players (public keys in order), who leaves an escrow.

    `place` (16 bytes) is where in the game line the deck was owed. `keys` maps players whose seats were taken over to
    the keys that sign for them.
    """

    tid: bytes
    epoch: int
    packs: tuple[tuple[int, ...], ...]
    players: tuple[bytes, ...]
    escrow: frozenset[bytes]
    place: bytes
    keys: tuple[tuple[bytes, bytes], ...] = ()

    def signer(self, player: bytes) -> bytes:
        """Return the key that signs for a player."""
        return dict(self.keys).get(player, player) if self.keys else player

    def player(self, key: bytes) -> bytes | None:
        """Return the player that a key signs for; None for anybody else."""
        return next((player for player in self.players if self.signer(player) == key), None)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of cards of each packet."""
        return tuple(len(pack) for pack in self.packs)

    @property
    def first(self) -> Packs:
        """The points before the first pass."""
        return card_points(self.tid, self.epoch, self.sizes)

    def others(self, player: bytes) -> tuple[bytes, ...]:
        """Return the other players."""
        return tuple(other for other in self.players if other != player)

    def bound(self, word: bytes, player: bytes, secret: bytes) -> bytes:
        """Commit a player to a secret of this deck."""
        return committed(word, self.tid, self.epoch, player, secret)

    def commit(self, player: bytes, mask: Mask) -> Deck0:
        """Return a player's commitments."""
        return Deck0(self.epoch, self.bound(b"seed", player, mask.seed), self.bound(b"lot", player, mask.lot))

    def entries(self, player: bytes, mask: Mask) -> tuple[bytes, ...]:
        """Return a player's escrow: empty if they leave none."""
        if player not in self.escrow:
            return ()
        others = self.others(player)
        return deck_seed.entries(self.tid, self.epoch, mask.seed, others, [self.signer(other) for other in others])


@dataclass(frozen=True, slots=True)
class Second:
    """A second pass that counts: its points, the public keys of the slots' masks, the lot, the escrow."""

    packs: Packs
    keys: Packs
    lot: bytes
    escrow: tuple[bytes, ...]


def first_of(setting: Setting, raw: RawPacks, known: Mapping[bytes, Point]) -> Packs | Deviation:
    """Check the points of a pass, except those `known` to be points; or return the deviation that everybody can see."""
    points = [point for pack in raw for point in pack]
    if len(set(points)) < len(points):
        return Deviation.DUPLICATE
    packs = packs_of(raw, known) if tuple(map(len, raw)) == setting.sizes else None
    return Deviation.POINTS if packs is None else packs


def second_of(
    setting: Setting, player: bytes, said: Deck2, lot: bytes, known: Mapping[bytes, Point]
) -> Second | Deviation:
    """Check the second pass of a player committed to `lot`; or return the deviation that everybody can see."""
    packs = first_of(setting, said.packs, known)
    if isinstance(packs, Deviation):
        return packs
    keys = packs_of(said.keys, known) if tuple(map(len, said.keys)) == setting.sizes else None
    if keys is None:
        return Deviation.KEYS
    if setting.bound(b"lot", player, said.lot) != lot:
        return Deviation.LOT
    entries = len(setting.players) - 1 if player in setting.escrow else 0
    return Second(packs, keys, said.lot, said.escrow) if len(said.escrow) == entries else Deviation.ESCROW


_ORIGIN_LABEL = "parley/pass/1"


def origin_of(packs: RawPacks) -> bytes:
    """Return the digest of the points that a pass starts from: 16 bytes that its author signs beside it."""
    return digest((_ORIGIN_LABEL, packs))


UNDEFINED = -1
"""The face of a slot that opens to no card."""

Pass = Deck0 | Deck1 | Deck2
_KINDS: dict[type[Pass], Kind] = {Deck0: Kind.DECK0, Deck1: Kind.DECK1, Deck2: Kind.DECK2}


class Deck:
    """A deck as its messages tell it, and what the player `me` has to add to it (nothing without `mask`)."""

    def __init__(self, setting: Setting, me: bytes = b"", mask: Mask | None = None) -> None:
        """Begin with nothing signed."""
        self.setting = setting
        self.see(me, mask)
        self.commits: dict[bytes, Deck0] = {}
        self.ones: dict[bytes, Packs] = {}
        self.twos: dict[bytes, Second] = {}
        self.seeds: dict[bytes, bytes] = {}
        self.deviated: Deviated | None = None
        self._said: dict[tuple[bytes, type[Pass]], tuple[Pass, bytes]] = {}
        self._steps = [(player, kind) for kind in _KINDS for player in setting.players]
        self._at = 0
        self._own: dict[bytes, Point] = {}
        self._given: dict[tuple[bytes, int, int], Scalar] = {}
        self._fitting: dict[tuple[bytes, int, int], Scalar] = {}
        self._faces: dict[tuple[int, int], int] = {}
        self._proved: dict[tuple[int, int], int] = {}
        self._cards: dict[Point, tuple[int, int]] = {}

    @property
    def complete(self) -> bool:
        """Whether all passes are here, each of them right as far as can be known now."""
        return self._at == len(self._steps)

    @property
    def slots(self) -> Packs:
        """The slots of a complete deck, top first."""
        return self.twos[self.setting.players[-1]].packs

    def receive(self, key: bytes, said: Pass, origin: bytes = b"") -> None:
        """Take in what a key signed for this deck; only the first of each kind counts.

        `origin` is what the pass starts from, by its author's word; older programs say nothing of it.
        """
        player = self.setting.player(key)
        if player is not None:
            self._said.setdefault((player, type(said)), (said, origin))
            while self._at < len(self._steps) and self.deviated is None and self._steps[self._at] in self._said:
                self._step(*self._said[self._steps[self._at]])

    def origin(self, said: Pass) -> bytes:
        """Return what `me` signs beside a message of this deck: the digest of the points a pass starts from."""
        return b"" if isinstance(said, Deck0) else origin_of(plain(self.before(self.me, type(said))))

    def see(self, me: bytes, mask: Mask | None) -> None:
        """Follow the deck from now on as the player `me`, whose part `mask` is; without it as a watcher."""
        self.me, self.mask = me, mask if me in self.setting.players else None

    def owed(self) -> Pass | None:
        """Return what `me` has to sign now and has not signed yet."""
        if self.mask is None or self.deviated or self.complete:
            return None
        player, due = self._steps[self._at]
        if due is not Deck0 and player != self.me:
            return None
        return None if (self.me, due) in self._said else self._made(due, self.mask)

    def waited(self) -> tuple[tuple[bytes, Kind], ...]:
        """Return who has to sign what before the deck can go on."""
        if self.deviated or self.complete:
            return ()
        due = self._steps[self._at][1]
        rest = self._steps[self._at :] if due is Deck0 else self._steps[self._at : self._at + 1]
        return tuple((player, _KINDS[due]) for player, kind in rest if kind is due and (player, due) not in self._said)

    def lot(self, sides: int) -> int:
        """Draw a number from 0 to `sides` - 1 of a complete deck's lots."""
        lots = [self.twos[player].lot for player in self.setting.players]
        return drawn_order(seed_of([self.setting.place, *lots]), sides)[0]

    def has(self, pack: int, slot: int) -> bool:
        """Tell whether the deck has that slot."""
        return pack < len(self.setting.packs) and slot < len(self.setting.packs[pack])

    def fits(self, player: bytes, pack: int, slot: int, key: bytes) -> bool:
        """Tell whether `key` is a player's mask of a slot of a complete deck."""
        return self._mask(player, pack, slot, key) is not None

    def give(self, player: bytes, pack: int, slot: int, key: bytes) -> bool:
        """Take in a share of a complete deck; False for one that does not fit."""
        mask = self._mask(player, pack, slot, key)
        if mask is not None:
            self._given[player, pack, slot] = mask
        return mask is not None

    def _mask(self, player: bytes, pack: int, slot: int, key: bytes) -> Scalar | None:
        """Return a player's mask of a slot from a message; None if it is not that."""
        if player not in self.twos or not self.has(pack, slot):
            return None
        at = player, pack, slot
        known = self._given.get(at) or self._fitting.get(at)
        if known == key:
            return known
        mask = Scalar.of(key)
        if mask is None or public_of(mask) != self.twos[player].keys[pack][slot]:
            return None
        self._fitting[at] = mask
        return mask

    def given(self, player: bytes, pack: int, slot: int) -> bool:
        """Tell whether a player's mask of a slot is public."""
        return (player, pack, slot) in self._given

    def share(self, pack: int, slot: int) -> bytes:
        """Give the mask of a slot of `me`."""
        assert self.mask is not None
        return bytes(self.mask.slot(pack, slot))

    def missing(self, pack: int, slot: int) -> tuple[bytes, ...]:
        """Give the players whose mask of a slot is not public."""
        return tuple([player for player in self.setting.players if (player, pack, slot) not in self._given])

    def face(self, pack: int, slot: int) -> int | None:
        """Return the face of a slot, None if it cannot be known here, `UNDEFINED` if it is no card."""
        if (pack, slot) in self._faces:
            return self._faces[pack, slot]
        missing = self.missing(pack, slot)
        if missing and (self.mask is None or missing != (self.me,)):
            return None
        keys = [self._given[player, pack, slot] for player in self.setting.players if player not in missing]
        own = [self.mask.slot(pack, slot)] if missing and self.mask is not None else []
        face = self._look_up(pack, slot, [*keys, *own]) if own else self._prove(pack, slot, keys)
        self._faces[pack, slot] = face
        return face

    def face_by(self, player: bytes, pack: int, slot: int, key: bytes) -> int | None:
        """Return the face of a slot that a player opens with their mask; None if it is false or others are missing."""
        mask = self._mask(player, pack, slot, key)
        if mask is None or set(self.missing(pack, slot)) - {player}:
            return None
        others = [self._given[other, pack, slot] for other in self.setting.others(player)]
        return self._prove(pack, slot, [*others, mask])

    def open(self, player: bytes, seed: bytes) -> bool:
        """Take in a player's seed if it is the one they committed to: all their masks are public then."""
        commit = self.commits.get(player)
        if len(seed) != SIZE or commit is None or commit.seed != self.setting.bound(b"seed", player, seed):
            return False
        self.seeds[player] = seed
        return True

    def give_all(self, player: bytes) -> None:
        """Take in all masks of an opened seed; those that do not fit are left out."""
        mask = Mask(self.seeds[player])
        for pack, size in enumerate(self.setting.sizes):
            for slot in range(size):
                self.give(player, pack, slot, mask.slot(pack, slot))

    def _prove(self, pack: int, slot: int, keys: Iterable[Scalar]) -> int:
        """Return the face of a slot by masks that fit everybody's keys: there is only one, computed once."""
        if (pack, slot) not in self._proved:
            self._proved[pack, slot] = self._look_up(pack, slot, keys)
        return self._proved[pack, slot]

    def _look_up(self, pack: int, slot: int, keys: Iterable[Scalar]) -> int:
        if not self._cards:
            for number, points in enumerate(self.setting.first):
                faces = self.setting.packs[number]
                self._cards.update({card: (number, face) for card, face in zip(points, faces, strict=True)})
        found, face = self._cards.get(unmasked(self.slots[pack][slot], keys), (pack, UNDEFINED))
        return face if found == pack else UNDEFINED

    def _made(self, due: type[Pass], mask: Mask) -> Pass:
        setting = self.setting
        if due is Deck0:
            return setting.commit(self.me, mask)
        if due is Deck1:
            return Deck1(setting.epoch, self._plain(mask.shuffled(self.before(self.me, Deck1))))
        packs, keys = self._plain(mask.slotted(self.before(self.me, Deck2))), self._plain(mask.keys(setting.sizes))
        return Deck2(setting.epoch, packs, keys, mask.lot, setting.entries(self.me, mask))

    def _plain(self, packs: Packs) -> RawPacks:
        """Convert points that were made here to bytes, and remember that they are points."""
        self._own.update((point, point) for pack in packs for point in pack)
        return plain(packs)

    def before(self, player: bytes, due: type[Pass]) -> Packs:
        """Return the points that a player's pass starts from."""
        players = self.setting.players
        place = players.index(player)
        if due is Deck1:
            return self.ones[players[place - 1]] if place else self.setting.first
        return self.twos[players[place - 1]].packs if place else self.ones[players[-1]]

    def _step(self, said: Pass, origin: bytes) -> None:
        """Check and keep the message that is next in the order of the deck."""
        player = self._steps[self._at][0]
        astray = origin and not isinstance(said, Deck0) and origin != origin_of(plain(self.before(player, type(said))))
        flaw = Deviation.POINTS if astray else self._take(player, said)
        if flaw is None:
            self._at += 1
        else:
            self.deviated = Deviated(player, flaw, self.setting.epoch)

    def _take(self, player: bytes, said: Pass) -> Deviation | None:
        """Keep a player's message, or return the deviation that everybody can see."""
        match said:
            case Deck0():
                self.commits[player] = said
            case Deck1():
                packs = first_of(self.setting, said.packs, self._own)
                if isinstance(packs, Deviation):
                    return packs
                self.ones[player] = packs
            case Deck2():
                second = second_of(self.setting, player, said, self.commits[player].lot, self._own)
                if isinstance(second, Deviation):
                    return second
                self.twos[player] = second
        return None

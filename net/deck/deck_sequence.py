"""The decks of one table, one after the other, and messages that arrive before their deck is begun or finished here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from core.chance import Shuffle
from net.deck.card_deck import Deck, Pass, Setting
from net.deck.deck_seed import DealerKeys, Mask, derived
from net.deck.prime_group import Scalar, public_of
from net.wire.card_data import Audit, Deck2, Opening, Share

EARLY_LIMIT = 4096
"""Messages of one author that wait for their deck; an author has no more events at a table."""
ESCROW_PLAYERS = 3
"""With fewer players nobody leaves an escrow: a single other player could open it."""

Waiting = Pass | Share | Audit


@dataclass(frozen=True, slots=True)
class Early:
    """A message that waits for deck `epoch`; `place` is where in the line its author stood.

    `late` marks a share that its author signed after an audit. `origin` is what a pass starts from, by its author's
    word.
    """

    epoch: int
    author: bytes
    place: bytes
    data: Waiting
    late: bool = False
    origin: bytes = b""


class DeckSequence:
    """The decks begun so far, by number, and the messages that wait."""

    def __init__(
        self, tid: bytes, players: tuple[bytes, ...], escrow: Collection[bytes], own: DealerKeys | None
    ) -> None:
        """Begin with none; `escrow` are the players who leave an escrow.

        `complete` has the finished decks in order. `keys` maps players whose seats were taken over to the keys that
        sign for them. `me` is the player `own` stands for.
        """
        self.by_epoch: dict[int, Deck] = {}
        self.complete: list[Deck] = []
        self._tid, self._players, self._own = tid, players, own
        self._escrow = frozenset(escrow)
        self.keys: dict[bytes, bytes] = {}
        self.me = own.public if own else b""
        self._early: dict[int, list[Early]] = {}
        self._elsewhere: dict[bytes, list[Early]] = {}
        self._stood: dict[bytes, int] = {}
        self._dealt: dict[tuple[bytes, int], list[tuple[bytes, Deck2]]] = {}
        self._counts: Counter[bytes] = Counter()

    def finished(self, epoch: int) -> Deck | None:
        """Return a deck, None if it is not finished."""
        deck = self.by_epoch.get(epoch)
        return deck if deck is not None and deck.complete else None

    def begin(self, shuffle: Shuffle, place: bytes, gone: Collection[bytes]) -> bool:
        """Begin a deck without those who are gone, or begin it again elsewhere; tell whether that was needed."""
        old = self.by_epoch.get(shuffle.epoch)
        players = tuple(player for player in self._players if player not in gone)
        if not players or (old is not None and old.setting.place == place):
            return False
        escrow = self._escrow.intersection(players) if len(players) >= ESCROW_PLAYERS else frozenset[bytes]()
        keys = tuple((player, self.keys[player]) for player in players if player in self.keys)
        setting = Setting(self._tid, shuffle.epoch, shuffle.packs, players, escrow, place, keys)
        own, mask = self._own, None
        if own is not None:
            mask = Mask(derived(own.secret, b"deck", self._tid, shuffle.epoch, place, *players))
        self.by_epoch[shuffle.epoch] = Deck(setting, self.me, mask)
        self._tell_finished()
        return True

    def hand_over(self, player: bytes, key: bytes, seeds: Mapping[int, bytes]) -> None:
        """Let a key sign for a player from the next deck on; `seeds` are those of earlier decks, for the heir."""
        own, leaves, comes = self._own, self.me == player, self._own is not None and self._own.public == key
        self.keys[player] = key
        if own is not None and (leaves or comes):
            self.me = player if comes else b""
            for epoch, deck in self.by_epoch.items():
                deck.see(self.me, Mask(seeds[epoch]) if comes and epoch in seeds else None)

    def add(self, author: bytes, place: bytes, data: Pass, origin: bytes = b"") -> bool:
        """Take in a pass, or keep it for later; tell whether it has finished its deck."""
        deck = self.by_epoch.get(data.epoch)
        if isinstance(data, Deck2):
            self._dealt.setdefault((author, data.epoch), []).append((place, data))
        if deck is None or deck.setting.place != place:
            self.keep(Early(data.epoch, author, place, data, origin=origin))
            return False
        done = deck.complete
        deck.receive(author, data, origin)
        if deck.complete and not done:
            self._tell_finished()
        return deck.complete and not done

    def _tell_finished(self) -> None:
        self.complete = [deck for _, deck in sorted(self.by_epoch.items()) if deck.complete]

    def stand(self, place: bytes) -> None:
        """Note that the line stands at a place."""
        self._stood.setdefault(place, len(self._stood))

    def since(self, place: bytes, deck: Deck) -> int | None:
        """Return when the line stood at a place, None if it has not since a deck was begun.

        In that case, what was signed there is about an undone deck of the same number.
        """
        found = self._stood.get(place, -1)
        return found if found >= self._stood.get(deck.setting.place, 0) else None

    def is_of_another(self, author: bytes, opening: Opening) -> bool:
        """Tell whether a share fits what its author signed for a deck of that number dealt elsewhere."""
        epoch, pack, slot, key = opening
        deck, mask = self.by_epoch.get(epoch), Scalar.of(key)
        place = deck.setting.place if deck else b""
        others = [said.keys for where, said in self._dealt.get((author, epoch), []) if where != place]
        return mask is not None and any(
            public_of(mask) in one[pack][slot : slot + 1] for one in others if pack < len(one)
        )

    def keep(self, early: Early) -> None:
        """Keep a message until its deck is finished."""
        if self._has_room(early):
            self._early.setdefault(early.epoch, []).append(early)

    def put_off(self, early: Early) -> None:
        """Keep a message until the line reaches its author's place, if it has not been there yet."""
        if early.place not in self._stood and self._has_room(early):
            self._elsewhere.setdefault(early.place, []).append(early)

    def _has_room(self, early: Early) -> bool:
        free = self._counts[early.author] < EARLY_LIMIT
        self._counts[early.author] += free
        return free

    def put_off_until(self, place: bytes) -> Iterator[Early]:
        """Return, once, what waits for the line to stand at a place."""
        for early in self._elsewhere.pop(place, []):
            self._counts[early.author] -= 1
            yield early

    def kept(self, epoch: int) -> Iterator[Early]:
        """Return, once, what waits for a deck."""
        for early in self._early.pop(epoch, []):
            self._counts[early.author] -= 1
            yield early

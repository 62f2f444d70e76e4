"""Legacy: what whoever takes a seat over needs of the decks made until then, and how he checks it.

It is the seed of the player he stands for from then on, deck by deck. The player gives it himself, or all others give
their parts of it; either way it is sealed to the one person. Nothing of it is told to anybody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from core.chance import Chance, Shuffle
from net import escrow
from net.deck import Deck
from net.decks import Decks
from net.recovery import Own, Recovery

Boxes = tuple[tuple[int, bytes], ...]
"""Number of a deck, and what is sealed of it to one person."""


class Legacy:
    """The decks of one table as far as they can be passed on."""

    def __init__(self, decks: Decks, recovery: Recovery, own: Own | None) -> None:
        """Look at the decks of a dealing; nothing is kept here."""
        self._decks, self._recovery, self._own = decks, recovery, own

    def settled(self, chance: Chance | None) -> tuple[Deck, ...]:
        """Give the decks that have been dealt where `chance` is owed: not one that is in the making there."""
        making = chance.epoch if isinstance(chance, Shuffle) else 0
        return tuple(deck for deck in self._decks.complete if deck.setting.epoch != making)

    def can_be_opened(self, player: bytes, givers: Sequence[bytes], chance: Chance | None) -> bool:
        """Tell whether the `givers`, who are players, can together pass on all decks of a player without his help."""
        return all(
            self._recovery.whole(deck, player) and set(deck.setting.others(player)) <= set(givers)
            for deck in self._of(player, chance)
        )

    def bequest(self, player: bytes, heir: bytes, chance: Chance | None) -> Boxes | None:
        """Seal to the key of an heir what the owner has of a player's seeds; None where something of it is not there.

        It is the seeds themselves for the owner's own seat, his parts for anybody else's.
        """
        found = []
        for deck in self._of(player, chance):
            own = deck.mask is not None and deck.me == player
            secret = deck.mask.seed if own and deck.mask else self._recovery.part(deck, player)
            if not secret:
                return None
            found.append((deck.setting.epoch, escrow.bequeathed(secret, heir)))
        return tuple(found)

    def opened(
        self, player: bytes, given: Mapping[bytes, Boxes], chance: Chance | None, signer: Callable[[bytes], bytes]
    ) -> tuple[dict[int, bytes], bytes]:
        """Open the seeds of a player that are sealed to the owner; give them, and the first key that gave a false one.

        `given` is what was sealed, by the keys that did, `signer` tells the key that stands for a player.
        """
        seeds, boxes = dict[int, bytes](), {key: dict(sealed) for key, sealed in given.items()}
        for deck in self._of(player, chance):
            epoch, setting = deck.setting.epoch, deck.setting
            whole = self._inherited(boxes.get(signer(player), {}), epoch)
            if signer(player) not in given:
                parts = []
                for other, entry in zip(setting.others(player), deck.twos[player].escrow, strict=True):
                    part = self._inherited(boxes.get(signer(other), {}), epoch)
                    if not escrow.is_part(setting.tid, epoch, entry, other, part):
                        return {}, signer(other)
                    parts.append(part)
                whole = escrow.joined(parts)
            if deck.commits[player].seed != setting.bound(b"seed", player, whole):
                return {}, signer(player)
            seeds[epoch] = whole
        return seeds, b""

    def _of(self, player: bytes, chance: Chance | None) -> Iterator[Deck]:
        return (deck for deck in self.settled(chance) if player in deck.setting.players)

    def _inherited(self, boxes: Mapping[int, bytes], epoch: int) -> bytes:
        return escrow.inherited(boxes[epoch], self._own.box) if self._own is not None and epoch in boxes else b""

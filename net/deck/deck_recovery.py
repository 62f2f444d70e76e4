"""Recovery: what becomes of a deck when a player leaves or is replaced, and of escrows that do not open.

Once a player has left, the others publish their parts of that player's seed. Together the parts give the player's
masks, and the talon stays drawable. If there is no escrow, a part is false or a second player leaves, it stays closed.
A substitute cannot open what was sealed to the player before: for decks made until then, that player counts as gone.
Only the parts decide what becomes of a deck in play, and who gave a false one. A seed that is opened early, as in the
audit, changes nothing: it reaches some peers before the parts and some after them.

`DeckHandover` gives a substitute what is needed of the decks made until then: the seeds of the player they stand for
from then on, deck by deck. Either the player gives the seeds, or all others give their parts of them. Both are sealed
to the substitute alone, who checks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from core.chance import Chance, Shuffle
from net.deck import deck_seed
from net.deck.card_deck import Deck, Deviated, Deviation
from net.deck.deck_seed import DealerKeys
from net.deck.deck_sequence import DeckSequence
from net.identity.identity import unboxed
from net.wire.card_data import Part


class Recovery:
    """Who has left one table, which parts were published, and who gave false ones."""

    def __init__(
        self, players: tuple[bytes, ...], own: DealerKeys | None, since: Callable[[bytes, Deck], int | None]
    ) -> None:
        """Begin with everybody there; `since` tells when the line stood at a place, None if not about that deck."""
        self.left: set[bytes] = set()
        self.me = own.public if own else b""
        self._handed: dict[int, set[bytes]] = {}
        self.deviations: list[Deviated] = []
        self._players = players
        self._own = own
        self._since = since
        self._parts: dict[tuple[int, bytes], dict[bytes, dict[bytes, bytes]]] = {}
        self._mine: dict[tuple[int, bytes], bytes] = {}
        self._joined: set[tuple[int, bytes]] = set()

    def hand_over(self, player: bytes, me: bytes, decks: Iterable[Deck]) -> None:
        """Let somebody else stand for a player; `me` is the player for whom the owner stands from now on."""
        self.me = me
        for deck in decks:
            self._handed.setdefault(deck.setting.epoch, set()).add(player)

    def whole(self, deck: Deck, player: bytes) -> bool:
        """Tell whether all others of a complete deck can put together the seed of a player who still plays."""
        lost = self._handed.get(deck.setting.epoch, set()) - {player}
        return player in deck.setting.escrow and not lost and not self.left.intersection(deck.setting.players)

    def receive(self, author: bytes, said: Part, place: bytes = b"") -> None:
        """Take in a part of a key, or (empty) the statement that a sealed part does not open.

        The first part that an author signed where the line has stood counts; so does a true one before the line is
        there.
        """
        if said.player < len(self._players):
            leaver = self._players[said.player]
            self._parts.setdefault((said.epoch, leaver), {}).setdefault(author, {}).setdefault(place, said.part)

    def settle(self, decks: Iterable[Deck]) -> None:
        """Open the seeds of players who have left, as far as the parts allow."""
        for deck in decks:
            for player in deck.setting.players:
                key = deck.setting.epoch, player
                if player not in self.left or not self._is_whole(deck, player):
                    continue
                if not self._join(deck, player):
                    self._joined.discard(key)
                elif key not in self._joined:
                    self._joined.add(key)
                    deck.give_all(player)

    def complaints(self, deck: Deck) -> tuple[tuple[bytes, bytes], ...]:
        """Return who says of whom that an escrow does not open: the audit tells which of the two is wrong."""
        found = []
        for player in deck.setting.players:
            parts = self._said(deck, player)
            if parts and player in deck.setting.escrow:
                found += [(other, player) for other in deck.setting.others(player) if parts.get(other) == b""]
        return tuple(found)

    def unfounded(self, decks: Iterable[Deck]) -> list[Deviated]:
        """Return who says so of a player whose seed is open: such a statement alone is no longer believed."""
        said = [(deck, by, of) for deck in decks for by, of in self.complaints(deck)]
        return [Deviated(by, Deviation.ESCROW, deck.setting.epoch) for deck, by, of in said if of in deck.seeds]

    def disputed(self, deck: Deck) -> bool:
        """Tell whether an escrow of a player who is still there is said not to open."""
        return any(player not in self.left for _, player in self.complaints(deck))

    def waited(self, deck: Deck) -> tuple[bytes, ...]:
        """Return the players whose parts of a leaver's seed are still to come."""
        if not self.left:
            return ()
        gone = [player for player in deck.setting.players if player in self.left and self._can(deck, player)]
        found = {other for player in gone for other in self._silent(deck, player)}
        return tuple(player for player in deck.setting.players if player in found)

    def forsaken(self, deck: Deck) -> bool:
        """Tell whether a complete deck gives no more cards; all peers find the same, in any order of arrival.

        So it is if two players left or were replaced, or one left without an escrow, or one whose seed all the parts do
        not open.
        """
        gone = [player for player in deck.setting.players if player in self.left]
        epoch = deck.setting.epoch
        lost = (
            p not in deck.setting.escrow or ((epoch, p) not in self._joined and not self._silent(deck, p)) for p in gone
        )
        return bool(gone) and (len(self._away(deck)) > 1 or any(lost))

    def part(self, deck: Deck, player: bytes) -> bytes:
        """Return the owner's part of a player's seed of a complete deck; empty if there is none that opens."""
        own = self._own
        holds = own is not None and self.me in deck.setting.others(player) and player in deck.setting.escrow
        return self._opened(deck, player, own) if own is not None and holds and not self._is_late(deck) else b""

    def owed(self, deck: Deck, *, over: bool) -> Iterator[Part]:
        """Return the parts, and statements about parts that do not open, that the owner must sign for a complete deck.

        Once play is `over`, an opened seed needs no parts.
        """
        own, setting = self._own, deck.setting
        if own is None or self.me not in setting.players or self._is_late(deck):
            return
        for player in setting.others(self.me):
            said = self._said(deck, player)
            if player in setting.escrow and self.me not in said and not (over and player in deck.seeds):
                part = self._opened(deck, player, own)
                if player in self.left or not part:
                    yield Part(setting.epoch, self._players.index(player), part)

    def _opened(self, deck: Deck, player: bytes, own: DealerKeys) -> bytes:
        setting = deck.setting
        key = (setting.epoch, player)
        if key not in self._mine:
            entry = deck.twos[player].escrow[setting.others(player).index(self.me)]
            self._mine[key] = deck_seed.opened(setting.tid, setting.epoch, entry, self.me, own.box) or b""
        return self._mine[key]

    def _said(self, deck: Deck, player: bytes) -> dict[bytes, bytes]:
        """Return the parts of a player's seed that the other players published."""
        said, found = self._parts.get((deck.setting.epoch, player)), dict[bytes, bytes]()
        if said is None or player not in deck.twos:
            return {}
        for other, entry in zip(deck.setting.others(player), deck.twos[player].escrow, strict=False):
            parts = said.get(deck.setting.signer(other), {})
            about = [(when, part) for place, part in parts.items() if (when := self._since(place, deck)) is not None]
            early = [part for part in parts.values() if not about and self._is_true(deck, entry, other, part)]
            for part in [min(about, key=itemgetter(0))[1]] if about else early[:1]:
                found[other] = part
        return found

    def _is_true(self, deck: Deck, entry: bytes, other: bytes, part: bytes) -> bool:
        return deck_seed.is_part(deck.setting.tid, deck.setting.epoch, entry, other, part)

    def _is_late(self, deck: Deck) -> bool:
        """Tell whether a deck was made before the owner took over their seat."""
        return self.me in self._handed.get(deck.setting.epoch, ())

    def _away(self, deck: Deck) -> set[bytes]:
        """Return the players who have left or were replaced since a deck was made."""
        return self._handed.get(deck.setting.epoch, set()) | self.left.intersection(deck.setting.players)

    def _silent(self, deck: Deck, player: bytes) -> tuple[bytes, ...]:
        parts = self._said(deck, player)
        return tuple(other for other in deck.setting.others(player) if other not in parts)

    def _is_whole(self, deck: Deck, player: bytes) -> bool:
        parts = self._said(deck, player)
        return player in deck.setting.escrow and not self._silent(deck, player) and all(parts.values())

    def _can(self, deck: Deck, player: bytes) -> bool:
        """Tell whether a leaver's seed can still be put together: no other needed part has gone with its holder."""
        named = any(one.epoch == deck.setting.epoch for one in self.deviations)
        shut = named or any(of == player for _, of in self.complaints(deck))
        return (
            player in deck.setting.escrow and not shut and not self._away(deck).intersection(self._silent(deck, player))
        )

    def _join(self, deck: Deck, player: bytes) -> bool:
        """Tell whether all parts together open a leaver's seed; record who gave a false part."""
        setting, parts = deck.setting, self._said(deck, player)
        others = setting.others(player)
        for other, entry in zip(others, deck.twos[player].escrow, strict=True):
            if not self._is_true(deck, entry, other, parts[other]):
                self._blame(Deviated(other, Deviation.ESCROW, setting.epoch))
                return False
        if deck.open(player, deck_seed.joined(parts[other] for other in others)):
            return True
        self._blame(Deviated(player, Deviation.ESCROW, setting.epoch))
        return False

    def _blame(self, deviated: Deviated) -> None:
        if deviated not in self.deviations:
            self.deviations.append(deviated)


Boxes = tuple[tuple[int, bytes], ...]
"""The number of a deck, and what is sealed of it to one person."""


class DeckHandover:
    """The decks of one table as far as they can be passed on."""

    def __init__(self, decks: DeckSequence, recovery: Recovery, own: DealerKeys | None) -> None:
        """Look at the decks of a dealing; nothing is kept here."""
        self._decks, self._recovery, self._own = decks, recovery, own

    def settled(self, chance: Chance | None) -> tuple[Deck, ...]:
        """Return the decks dealt where `chance` is owed, without one that is being made there."""
        making = chance.epoch if isinstance(chance, Shuffle) else 0
        return tuple(deck for deck in self._decks.complete if deck.setting.epoch != making)

    def can_be_opened(self, player: bytes, givers: Sequence[bytes], chance: Chance | None) -> bool:
        """Tell whether the `givers` (players) can together pass on all decks of a player without that player's help."""
        return all(
            self._recovery.whole(deck, player) and set(deck.setting.others(player)) <= set(givers)
            for deck in self._of(player, chance)
        )

    def bequest(self, player: bytes, heir: bytes, chance: Chance | None) -> Boxes | None:
        """Seal to an heir's key what the owner has of a player's seeds; None if a part of it is missing.

        For the owner's own seat these are the seeds themselves, for any other seat the owner's parts.
        """
        found = []
        for deck in self._of(player, chance):
            own = deck.mask is not None and deck.me == player
            secret = deck.mask.seed if own and deck.mask else self._recovery.part(deck, player)
            if not secret:
                return None
            found.append((deck.setting.epoch, deck_seed.bequeathed(secret, heir)))
        return tuple(found)

    def opened(
        self, player: bytes, given: Mapping[bytes, Boxes], chance: Chance | None, signer: Callable[[bytes], bytes]
    ) -> tuple[dict[int, bytes], bytes]:
        """Open the seeds of a player that are sealed to the owner; also return the first key that gave a false one.

        `given` is what was sealed, by key of the giver; `signer` returns the key that stands for a player.
        """
        seeds, boxes = dict[int, bytes](), {key: dict(sealed) for key, sealed in given.items()}
        for deck in self._of(player, chance):
            epoch, setting = deck.setting.epoch, deck.setting
            whole = self._inherited(boxes.get(signer(player), {}), epoch)
            if signer(player) not in given:
                parts = []
                for other, entry in zip(setting.others(player), deck.twos[player].escrow, strict=True):
                    part = self._inherited(boxes.get(signer(other), {}), epoch)
                    if not deck_seed.is_part(setting.tid, epoch, entry, other, part):
                        return {}, signer(other)
                    parts.append(part)
                whole = deck_seed.joined(parts)
            if deck.commits[player].seed != setting.bound(b"seed", player, whole):
                return {}, signer(player)
            seeds[epoch] = whole
        return seeds, b""

    def _of(self, player: bytes, chance: Chance | None) -> Iterator[Deck]:
        return (deck for deck in self.settled(chance) if player in deck.setting.players)

    def _inherited(self, boxes: Mapping[int, bytes], epoch: int) -> bytes:
        return unboxed(boxes[epoch], self._own.box) or b"" if self._own is not None and epoch in boxes else b""

"""The audit of a deck: with all seeds open everything is computed again, and the first player who deviated is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from core.fault import sentence
from net.deck.card_deck import Deck, Deviated, Deviation
from net.deck.deck_seed import Mask
from net.deck.prime_group import Packs, unmasked
from net.wire.card_data import Audit, Deck1, Deck2

AGREED = "ok"
"""The verdict of an audit that found nothing."""
NO_DECK = 0
"""The number in a verdict that is about no deck: nothing was found, or somebody took no part. Decks begin at one."""

SENTENCES: Mapping[Deviation, str] = {
    Deviation.DUPLICATE: sentence("{nick} put a card into the talon twice."),
    Deviation.POINTS: sentence("{nick} did not shuffle the talon as committed to."),
    Deviation.UNDEFINED: sentence("{nick} put something into the talon that is no card."),
    Deviation.KEYS: sentence("{nick} gave wrong keys of the talon."),
    Deviation.LOT: sentence("{nick} opened another lot than the one committed to."),
    Deviation.ESCROW: sentence("{nick} gave a false part of an escrow."),
    Deviation.SHARE: sentence("{nick} gave a wrong share of a card."),
    Deviation.OPENING: sentence("{nick} played a drawn card without proving it."),
    Deviation.SEED: sentence("{nick} opened another seed in the audit than the one committed to."),
    Deviation.REFUSED: sentence("{nick} did not take part in the audit: not audited."),
}
"""How each deviation is described to the table."""


def examine(deck: Deck) -> Deviated | None:
    """Compute a complete deck again from its open seeds; return the first deviation in the order of its messages."""
    setting = deck.setting
    masks = {player: Mask(seed) for player, seed in deck.seeds.items()}
    for player in setting.players:
        if player in masks and deck.ones[player] != masks[player].shuffled(deck.before(player, Deck1)):
            return Deviated(player, _wrong_points(deck, masks), setting.epoch)
    for player in setting.players:
        what = _second(deck, player, masks) if player in masks else None
        if what is not None:
            return Deviated(player, what, setting.epoch)
    return None


def _second(deck: Deck, player: bytes, masks: Mapping[bytes, Mask]) -> Deviation | None:
    """Compare a player's second pass with what their seed gives."""
    said, mask, setting = deck.twos[player], masks[player], deck.setting
    if said.keys != mask.keys(setting.sizes):
        return Deviation.KEYS
    if said.packs != mask.slotted(deck.before(player, Deck2)):
        return _wrong_points(deck, masks)
    if said.lot != mask.lot:
        return Deviation.LOT
    return Deviation.ESCROW if said.escrow != setting.entries(player, mask) else None


def _wrong_points(deck: Deck, masks: Mapping[bytes, Mask]) -> Deviation:
    """Tell what a wrong pass did to the deck: no card in some slot, a card in two, or another order."""
    if set(masks) < set(deck.setting.players):
        return Deviation.POINTS
    bare = [point for pack in _bared(deck, masks) for point in pack]
    known = {point for pack in deck.setting.first for point in pack}
    if not known.issuperset(bare):
        return Deviation.UNDEFINED
    return Deviation.DUPLICATE if max(Counter(bare).values()) > 1 else Deviation.POINTS


def _bared(deck: Deck, masks: Mapping[bytes, Mask]) -> Packs:
    return tuple(
        tuple(unmasked(point, [mask.slot(number, slot) for mask in masks.values()]) for slot, point in enumerate(pack))
        for number, pack in enumerate(deck.slots)
    )


def _is_refusal(found: Deviated | None) -> bool:
    return found is not None and found.what is Deviation.REFUSED


class Audits:
    """The audit of one table: whose seeds are open, who refused, and what each player has found."""

    def __init__(self, players: tuple[bytes, ...]) -> None:
        """Begin with nothing opened."""
        self.players = players
        self.refused: set[bytes] = set()
        self.found: list[Deviated] = []
        self.verdicts: dict[bytes, Deviated | None] = {}
        self._examined: dict[int, tuple[Deck, dict[bytes, bytes], Deviated | None]] = {}

    def forget(self, player: bytes) -> None:
        """Drop what was said for a player: somebody else stands for them."""
        self.verdicts.pop(player, None)
        self.found = [one for one in self.found if one.player != player]

    def receive(self, author: bytes, said: Audit, deck: Deck | None, *, signs: bool = True) -> None:
        """Take in an opened seed of `deck`, or a verdict; the first of each counts (a refusal may be amended).

        From an author who no longer stands for the player (`signs` false) only a true seed counts.
        """
        if not signs:
            if deck is not None and not said.verdict and author in deck.setting.players:
                deck.open(author, said.seed)
            return
        if said.verdict:
            self._verdict(author, said)
        elif deck is not None and author in deck.setting.players and author not in deck.seeds:
            wrong = Deviated(author, Deviation.SEED, deck.setting.epoch)
            if not deck.open(author, said.seed) and wrong not in self.found:
                self.found.append(wrong)

    def owes(self, deck: Deck, player: bytes) -> bool:
        """Tell whether a player has not opened their seed for a deck yet."""
        wrong = Deviated(player, Deviation.SEED, deck.setting.epoch)
        return player in deck.setting.players and player not in deck.seeds and wrong not in self.found

    def done(self, decks: Iterable[Deck]) -> bool:
        """Tell whether all seeds that will come are here."""
        return not any(self._unopened(deck) for deck in decks)

    def waited(self, decks: Iterable[Deck]) -> tuple[bytes, ...]:
        """Return the players whose seeds, or after those whose verdicts, are still to come."""
        seeds = {player for deck in decks for player in self._unopened(deck)}
        return tuple(
            player
            for player in self.players
            if player in seeds or (not seeds and player not in self.refused and player not in self.verdicts)
        )

    def judged(self, decks: Iterable[Deck], live: Iterable[Deviated]) -> Deviated | None:
        """Return the first deviation: deck by deck, audit findings before those seen in play; refusals last."""
        decks, rank = list(decks), self.players.index
        found = [one for deck in decks if (one := self._examine(deck)) is not None]
        seen = sorted({*live, *self.found}, key=lambda one: (one.epoch, rank(one.player), one.what.value))
        shut = {player for deck in decks for player in self.refused if self.owes(deck, player)}
        refused = [Deviated(player, Deviation.REFUSED, NO_DECK) for player in self.players if player in shut]
        return next(iter([*sorted([*found, *seen], key=lambda one: one.epoch), *refused]), None)

    def _examine(self, deck: Deck) -> Deviated | None:
        """Compute a complete deck again only if a seed has come since: what is said after the end costs nothing."""
        known = self._examined.get(deck.setting.epoch)
        if known is None or known[0] is not deck or known[1] != deck.seeds:
            known = self._examined[deck.setting.epoch] = (deck, dict(deck.seeds), examine(deck))
        return known[2]

    def speaks(self, player: bytes, found: Deviated | None) -> bool:
        """Tell whether a player has to sign a verdict: the first, or another one after a refusal."""
        said = self.verdicts.get(player)
        return player not in self.verdicts or (_is_refusal(said) and found != said)

    def _unopened(self, deck: Deck) -> tuple[bytes, ...]:
        return tuple(one for one in deck.setting.players if one not in self.refused and self.owes(deck, one))

    def verdict(self, found: Deviated | None) -> Audit:
        """Return a verdict in the form of an event."""
        if found is None:
            return Audit(NO_DECK, b"", AGREED)
        return Audit(found.epoch, b"", found.what.value, self.players.index(found.player))

    def _verdict(self, author: bytes, said: Audit) -> None:
        if _is_refusal(self.verdicts.get(author)):
            del self.verdicts[author]
        if said.verdict == AGREED:
            self.verdicts.setdefault(author, None)
        elif said.verdict in set(Deviation) and said.player is not None and said.player < len(self.players):
            found = Deviated(self.players[said.player], Deviation(said.verdict), said.epoch)
            self.verdicts.setdefault(author, found)

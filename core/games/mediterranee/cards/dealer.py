"""The dealer of one process: a script of talons, then a seed (§13).

The dealer keeps no order and remembers nothing. `talon` scripts the first talon, top card first (`1,3,5`). Under the
match rule, `packs` scripts the first team's packet and the second's (`1,3;9,7`). `shuffles` scripts every later talon
(`3,1;5,5`, under the match rule `1,3|9,7;5|5`). Where there is no script, the seed draws each face from those that can
still lie there, and all cards are equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.chance import Chance, Draw, Lot, Shuffle
from core.digest import digest
from core.fault import BadOption, sentence
from core.game import Action, Plain, Seat, State
from core.games.mediterranee.cards.card_face import SUIT, Faces, lacking
from core.games.mediterranee.cards.card_state import SPLIT, Cards, split

NO_FACE = sentence("{name}: entry {entry} is {text}; a card of a talon is a number from 1 to 10.")
PACKETS = sentence("{name}: talon {talon} needs {packets} packets, it has {given}.")
SURPLUS = sentence("{name}: entry {entry} is one {face} too many; those cards are {cards}.")
ASTRAY = sentence("{name} is not for this table: with match={match} the first talon is scripted by {other}.")
MISSING = sentence("{name}: it ends before entry {entry}; of those cards {cards} are missing.")

Talons = tuple[tuple[Faces, ...], ...]
"""For each talon its packets, top card first."""


@dataclass(frozen=True, slots=True)
class Script:
    """What the options of a match say about chance.

    `first` is the first talon (if empty, the seed decides), and `later` has those after it.
    """

    seed: str
    first: Talons
    later: Talons
    match: bool

    def deal(self, state: State[Any]) -> Action:
        """Give the next outcome of chance; the state has its `cards`. Raises `BadOption` if the script does not fit."""
        dealt: Any = state
        owed: Chance = dealt.chance
        action: Action = dealt.dealt(self.outcome(owed, dealt.cards))
        return action

    def rest(self, state: State[Any]) -> tuple[Faces, ...]:
        """Give the rest of each packet of the current talon, top card first, in a state whose cards are known."""
        dealt: Any = state
        cards: Cards = dealt.cards
        found: list[list[int]] = [[] for _ in cards.talon.left]
        for seat, side in enumerate(cards.sides):
            pack = cards.talon.pack(side)
            while cards.talon.left[pack]:
                draw = Draw(Seat(seat), cards.talon.epoch, pack, cards.talon.taken[pack])
                found[pack].append(self._face(draw, cards))
                cards = cards._replace(talon=cards.talon.drawn(side, found[pack][-1]))
        return tuple(map(tuple, found))

    def outcome(self, owed: Chance, cards: Cards) -> int | None:
        """Give the outcome of an owed chance; raise `BadOption` if the script does not fit."""
        if isinstance(owed, Shuffle):
            self.check(owed)
            return None
        if isinstance(owed, Lot):
            return self._lot(owed, cards)
        return self._face(owed, cards)

    def check(self, owed: Shuffle) -> None:
        """Check that the script of a talon is made of its cards; raise `BadOption` if not."""
        packets = self._packets(owed.epoch)
        if packets:
            self._allot(owed.epoch, packets, owed.packs)

    def name(self, epoch: int) -> str:
        """Give the name of the option that scripts a talon."""
        return "shuffles" if epoch > 1 else "packs" if self.match else "talon"

    def _packets(self, epoch: int) -> tuple[Faces, ...]:
        if epoch <= 1:
            return self.first[0] if self.first else ()
        return self.later[epoch - 2] if epoch - 2 < len(self.later) else ()

    def _lot(self, owed: Lot, cards: Cards) -> int:
        packets = self._packets(owed.epoch)
        if packets:
            return self._allot(owed.epoch, packets, cards.talon.waiting)
        return _chosen((self.seed, owed.epoch), owed.sides)

    def _allot(self, epoch: int, packets: tuple[Faces, ...], owed: tuple[Faces, ...]) -> int:
        """Give the lot by which each team gets the packet that the script names for it."""
        if len(packets) != len(owed):
            fields = {"talon": epoch, "packets": len(owed), "given": len(packets)}
            raise BadOption(PACKETS, name=self.name(epoch), **fields)
        for lot in range(len(owed)):
            if all(tuple(sorted(told)) == owed[(side + lot) % len(owed)] for side, told in enumerate(packets)):
                return lot
        # No lot fits: explain the allotment that gets more of the first packet right.
        first = min(range(len(owed)), key=lambda lot: len(lacking(owed[lot], packets[0])))
        before = sum(sum(map(len, talon)) for talon in self.later[: epoch - 2]) if epoch > 1 else 0
        for side, told in enumerate(packets):
            self._compare(epoch, before, told, owed[(side + first) % len(owed)])
            before += len(told)
        raise AssertionError

    def _compare(self, epoch: int, before: int, told: Faces, owed: Faces) -> None:
        """Find the first entry that is not among the cards left, or the missing cards; entries count from 1."""
        for at, face in enumerate(told):
            if lacking(owed, told[: at + 1]):
                entry = before + at + 1
                raise BadOption(SURPLUS, name=self.name(epoch), entry=entry, face=face, cards=_words(owed))
        if len(told) < len(owed):
            missing = _words(lacking(told, owed))
            raise BadOption(MISSING, name=self.name(epoch), entry=before + len(told) + 1, cards=missing)

    def _face(self, owed: Draw, cards: Cards) -> int:
        side = cards.sides[owed.seat]
        pool = cards.unseen(owed.seat)
        packets = self._packets(owed.epoch)
        if packets:
            told = packets[side if self.match else 0]
            if owed.slot < len(told) and told[owed.slot] in pool:
                return told[owed.slot]
            self._compare(owed.epoch, owed.slot, told[owed.slot :], pool)
        return pool[_chosen((self.seed, owed.epoch, owed.pack, cards.talon.left[owed.pack], pool), len(pool))]


def dealer(options: Mapping[str, str]) -> Script | None:
    """Give the dealer that the options describe; None if they say nothing about chance. Raises `BadOption`."""
    told = {name: options.get(name, "") for name in ("seed", "talon", "packs", "shuffles")}
    if not any(told.values()):
        return None
    match = options.get("match") == "yes"
    name, other = ("packs", "talon") if match else ("talon", "packs")
    if told[other]:
        raise BadOption(ASTRAY, name=other, match=options.get("match", "no"), other=name)
    first = _read(name, told[name], ";" if match else None, None)
    later = _read("shuffles", told["shuffles"], "|" if match else None, ";")
    return Script(told["seed"] or "0", first, later, match)


def check(options: Mapping[str, str], talon: Faces) -> None:
    """Check that the script of the first talon is made of its cards; raise `BadOption` if not."""
    found = dealer(options)
    if found is not None:
        found.check(Shuffle(1, split(talon)[0] if found.match else (talon,)))


def _read(name: str, text: str, packets: str | None, talons: str | None) -> Talons:
    """Read the talons of a script; a separator is None if there is only one packet, or only one talon."""
    found: list[tuple[Faces, ...]] = []
    entry = 0
    for talon in (text.split(talons) if talons else [text]) if text else []:
        row: list[Faces] = []
        for packet in talon.split(packets) if packets else [talon]:
            row.append(tuple(_number(name, word, entry + at) for at, word in enumerate(packet.split(","), 1)))
            entry += len(row[-1])
        found.append(tuple(row))
    return tuple(found)


def _number(name: str, word: str, entry: int) -> int:
    text = word.strip()
    if text.isascii() and text.isdigit() and len(text) <= SPLIT and int(text) in SUIT:
        return int(text)
    raise BadOption(NO_FACE, name=name, entry=entry, text=text or "“”")


def _chosen(told: tuple[Plain, ...], number: int) -> int:
    """Give a number from 0 to `number` - 1 that follows from plain values alone, all numbers equally likely."""
    return int.from_bytes(digest(told), "big") % number


def _words(faces: Faces) -> str:
    return " ".join(map(str, faces))

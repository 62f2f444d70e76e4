"""The cards of a position: hands, talon, spent pile; what is not said is as at the beginning (§4, §14)."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import BadPosition, sentence
from core.games.mediterranee import entry
from core.games.mediterranee.cards import Cards
from core.games.mediterranee.faces import KING, ZERO, Faces, joined, lacking, opening
from core.games.mediterranee.hand import Hand
from core.games.mediterranee.option import Rules
from core.games.mediterranee.talon import SPLIT, Talon, split

FEW_ZEROS = sentence("A hand has its two zeros at least: not that of {seat}.")
BAD_TALON = sentence("The entry {key} does not fit the talon: {packets} packets are needed.")


def cards(rules: Rules, given: Mapping[str, object], lost: tuple[int, ...]) -> Cards:
    """Give the cards of a position; raise `BadPosition`."""
    first, talon = opening(map(len, rules.seats), rules.more)
    hands = tuple(_hand(rules, given, seat, first[seat]) for seat in range(rules.players))
    spent = entry.faces(given.get("spent", ()), "spent")
    removed = entry.listed(given, "removed")
    kings = entry.count(given.get("kings", sum(face == KING for face in removed)), "kings")
    located = joined(spent, *(hand.located for hand in hands))
    rest = lacking(located, [face for face in joined(*first, talon) if face not in {ZERO, KING}])
    return Cards(hands, rules.sides, _talon(rules, given, talon, rest), spent, kings, lost)


def _hand(rules: Rules, given: Mapping[str, object], seat: int, first: Faces) -> Hand:
    name = rules.names[seat]
    known, hidden = first, tuple[int | None, ...]()
    told = entry.mapping(given, "hands").get(name)
    if isinstance(told, int):
        number = entry.count(told, "hands")
        known, hidden = (ZERO, ZERO), (None,) * max(0, number - 2)
    elif told is not None:
        known = entry.faces(told, "hands")
    shown, drawn = entry.mapping(given, "open").get(name), entry.mapping(given, "drawn").get(name)
    if shown is not None:
        known, hidden = entry.faces(shown, "open"), ()
    if drawn is not None:
        hidden = entry.hidden(drawn, "drawn")
    if known.count(ZERO) < SPLIT:
        raise BadPosition(FEW_ZEROS, seat=name)
    return Hand(known, hidden)


def _talon(rules: Rules, given: Mapping[str, object], first: Faces, rest: Faces) -> Talon:
    """Read the talon: packets of faces, or numbers of cards with the faces that are not located."""
    packets = SPLIT if rules.match else 1
    whole = split(first)[0] if rules.match else (first,)
    told = entry.listed(given, "talons") if "talons" in given else [list(packet) for packet in whole]
    deal = {str(key): value for key, value in entry.mapping(given, "deal").items()}
    if len(told) != packets:
        raise BadPosition(BAD_TALON, key="talons", packets=packets)
    found = [None if isinstance(each, int) else entry.faces(each, "talons") for each in told]
    left = [
        entry.count(each, "talons") if faces is None else len(faces) for each, faces in zip(told, found, strict=True)
    ]
    waiting = tuple(entry.faces(each, "waiting") for each in entry.listed(deal, "waiting"))
    counts = [entry.count(each, "left") for each in entry.listed(deal, "left")] or left
    taken = [entry.count(each, "taken") for each in entry.listed(deal, "taken")] or [0] * packets
    lot = None if waiting else entry.count(0 if deal.get("lot") is None else deal["lot"], "lot")
    unseen = [entry.faces(each, "unseen") for each in entry.listed(given, "unseen")]
    if not unseen:
        unseen = [rest if (pack := found[(side + (lot or 0)) % packets]) is None else pack for side in range(packets)]
    fit = {0, SPLIT} if rules.match else {0}
    if not len(counts) == len(taken) == len(unseen) == packets or (lot or 0) > 1 or len(waiting) not in fit:
        raise BadPosition(BAD_TALON, key="deal", packets=packets)
    epoch = entry.count(deal.get("epoch", 1), "epoch")
    shut = entry.flag(deal, "shut")
    return Talon(epoch, tuple(counts), tuple(taken), tuple(unseen), lot, waiting, shut)

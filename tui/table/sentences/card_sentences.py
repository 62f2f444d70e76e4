"""Cards in sentences: hands, talon, spent cards, the current fight. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from core.fault import sentence
from core.game import Seat
from core.scene import Cards, Fight, Hand, Scene, Side, Stage
from tui.i18n.translation import language, ntr, tr
from tui.settings.theme import Glyphs
from tui.table.sentences.event_sentences import seat_name
from tui.words.combat_words import SHORT, piece_name

NO_CARDS = sentence("There are no cards in this game.")

STAGES = {
    Stage.CARDS: sentence("both choose in secret."),
    Stage.SPY: sentence("somebody still has to say spy or keep."),
    Stage.OPEN: sentence("a spy's cards are laid openly."),
    Stage.TIE: sentence("equal: one more card each, in secret."),
}
"""What a fight waits for."""


def hand_lines(scene: Scene, own: Sequence[Seat], glyphs: Glyphs) -> list[str]:
    """Write every hand, the player's own first, then the piles and the fight; nothing if there are no cards."""
    cards = scene.cards
    if cards is None:
        return []
    names = {panel.seat: panel.name for panel in scene.seats}
    hands = sorted(cards.hands, key=lambda hand: hand.seat not in own)
    lines = [hand_line(hand, names, glyphs, mine=hand.seat in own) for hand in hands]
    lines.append(piles_line(cards))
    if cards.fight is not None:
        lines.append(fight_line(cards.fight, names, glyphs, named=scene.atlas is not None))
    later = [spot for spot in cards.open if cards.fight is None or spot != cards.fight.spot]
    if later:
        lines.append(tr("FIGHTS still to come: {spots}.", spots=", ".join(_typed(spot, glyphs) for spot in later)))
    return lines


def hand_line(hand: Hand, names: dict[int, str], glyphs: Glyphs, *, mine: bool) -> str:
    """Write one hand: the known cards, the number of unknown ones, the special ones."""
    known = [str(face) for face in hand.faces if face is not None]
    parts = [" ".join(known)] if known else []
    if len(known) < len(hand.faces):
        unseen = len(hand.faces) - len(known)
        parts.append(ntr("{n} card unseen", "{n} cards unseen", unseen))
    parts += map(special_word, hand.specials)
    seat = seat_name(names.get(hand.seat, "?"), glyphs)
    told = ", ".join(parts) or tr("no cards")
    if mine:
        return tr("HAND {seat}, yours: {cards}.", seat=seat, cards=told)
    return tr("HAND {seat}: {cards}.", seat=seat, cards=told)


def special_word(special: str) -> str:
    """Name a special card, and the word by which it is played if that differs."""
    said = tr(SHORT[special]) if special in SHORT else special
    return special if said.casefold() == special else f"{said} ({special})"


def piles_line(cards: Cards) -> str:
    """Write how many cards are to come and which are spent."""
    talon = "+".join(map(str, cards.talons)) or tr("closed")
    if not cards.spent:
        return tr("TALON {talon}; nothing is spent.", talon=talon)
    return tr("TALON {talon}; spent: {cards}.", talon=talon, cards=" ".join(map(str, cards.spent)))


def fight_line(fight: Fight, names: dict[int, str], glyphs: Glyphs, *, named: bool = False) -> str:
    """Write a fight: the sides, the open cards, how many cards each has to lay; `named`: pieces have names."""
    sides = (fight.attacker, fight.defender)
    attacker, defender = (_side(side, glyphs, named=named) for side in sides)
    line = tr(
        "FIGHT {spot}: {attacker} attacks {defender}; {stage}",
        spot=_typed(fight.spot, glyphs),
        attacker=attacker,
        defender=defender,
        stage=tr(STAGES[fight.stage]),
    )
    for side in sides:
        told = _owed(side, seat_name(names.get(side.seat, "?"), glyphs))
        line += f" {told}" if told else ""
    return line


def _typed(spot: str, glyphs: Glyphs) -> str:
    """Give a town's code, which is typed, with its name."""
    name = glyphs.town(spot, language())
    return spot if name == spot else f"{spot} {name}"


def _side(side: Side, glyphs: Glyphs, *, named: bool) -> str:
    told = f"{seat_name(side.colour, glyphs)} {side.letter}"
    if named:
        told = f"{glyphs.seats.get(side.colour, '')} {piece_name(side.colour, side.letter)}".strip()
    return f"{told} ({'+'.join(map(str, side.shown))})" if side.shown else told


def _owed(side: Side, seat: str) -> str:
    if side.speaks:
        return tr("{seat} says spy or keep.", seat=seat)
    if side.owes:
        return ntr("{seat} lays {n} card.", "{seat} lays {n} cards.", side.owes, seat=seat)
    return ""

"""What happens round the sea, in words: pieces, cards, combats, capitals, and what chance brings. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import sentence
from core.game import Effect
from tui.card_words import PIECES, WORDS
from tui.speech import seat_word, tr

EFFECTS: Mapping[str, str] = {
    "take": sentence("{seat} takes {card}"),
    "place": sentence("{piece} to {city}"),
    "pass": sentence("{seat} passes"),
    "move": sentence("{piece} from {start} to {city}"),
    "march": sentence("{piece} marches from {start} to {city}"),
    "treason": sentence("treason: {piece} from {start} to {city}"),
    "pay": sentence("{seat} pays {cards}"),
    "sedition": sentence("sedition in {city}"),
    "fight": sentence("first the combat for {city}"),
    "cards": sentence("{seat} lays {cards}"),
    "spy": sentence("{seat} has a spy"),
    "keep": sentence("{seat} keeps the cards"),
    "combat": sentence("combat for {city}: {attacker} against {defender}"),
    "compare": sentence("{attack} against {defence}"),
    "tie": sentence("equal: one card more each"),
    "restart": sentence("two spies: the combat begins again"),
    "fresh": sentence("{seat} owes new cards"),
    "lost": sentence("{piece} is lost in {city}"),
    "back": sentence("{piece} returns to {city}"),
    "occupy": sentence("{city} is occupied"),
    "free": sentence("{city} is free"),
    "out": sentence("{seat} has no piece left"),
    "held": sentence("both enemy capitals are held"),
    "talon": sentence("a new talon of {count}"),
    "packs": sentence("the packets are allotted"),
    "drawn": sentence("{seat} draws {card}"),
    "begins": sentence("{seat} begins the turn"),
    "abandon": sentence("{seat} leaves"),
    "return": sentence("{seat} is back"),
    "resign": sentence("{seat} gives up"),
    "would_resign": sentence("{seat} would give up"),
}
"""What an effect's key says where its fields are those of a campaign."""

QUIET = ("pass", "treason", "pay", "fight", "cards", "spy", "keep", "talon", "packs", "drawn", "begins")
"""What the canonical text beside it says well enough in a narrow panel."""

REASONS: Mapping[str, str] = {
    "capitals": sentence("both enemy capitals were held for a round"),
    "annihilation": sentence("the other side has no piece left"),
    "stalemate": sentence("nothing has been fought for too long"),
}
"""Why a campaign ended."""

ARMED = ("piece", "attacker", "defender")
"""The fields that name a piece as the notation does."""

UNKNOWN = "?"
"""A card that is not known."""


def campaign_line(effect: Effect) -> str:
    """Tell one effect, empty where it is none of a campaign.

    >>> campaign_line(Effect("drawn", (("seat", "r"), ("card", "?")))), campaign_line(Effect("take", (("cell", "e5"),)))
    ('Rome draws a card', '')
    """
    template = EFFECTS.get(effect.key, "")
    try:
        return tr(template, **{name: _field(name, value) for name, value in effect.fields}) if template else ""
    except KeyError:
        return ""


def _field(name: str, value: str) -> str:
    if name == "seat":
        return seat_word(value)
    if name in ARMED and value[1:2] in PIECES:
        return f"{tr(PIECES[value[1]])} {value}"
    if name == "card" and value == UNKNOWN:
        return tr("a card")
    if name == "card" and value in WORDS:
        return tr(WORDS[value])
    return value

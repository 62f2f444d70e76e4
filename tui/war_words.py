"""What happens round the sea, in words: pieces, cards, combats, capitals, and what chance brings. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import sentence
from core.game import Effect
from tui.card_words import WORDS
from tui.lettering import spelled
from tui.letters import PIECES
from tui.speech import seat_word, tr
from tui.theme import Glyphs

EFFECTS: Mapping[str, str] = {
    "take": sentence("{seat} takes {card}"),
    "place": sentence("{piece} in {city}"),
    "pass": sentence("{seat} passes"),
    "move": sentence("{piece} from {start} to {city}"),
    "march": sentence("{piece} marches from {start} to {city}"),
    "treason": sentence("treason: {piece} from {start} to {city}"),
    "pay": sentence("{seat} pays {cards}"),
    "sedition": sentence("sedition in {city}"),
    "fight": sentence("the combat of {city} comes first"),
    "cards": sentence("{seat} lays {cards}"),
    "spy": sentence("{seat} says it is a spy"),
    "keep": sentence("{seat} keeps the cards"),
    "combat": sentence("combat in {city}: {attacker} attacks {defender}"),
    "compare": sentence("in {city} {attack} against {defence}"),
    "tie": sentence("equal: one more card each"),
    "restart": sentence("spies on both sides: the combat begins again"),
    "fresh": sentence("{seat} has to lay new cards openly"),
    "lost": sentence("{piece} is lost in {city}"),
    "back": sentence("{piece} returns to {city}"),
    "occupy": sentence("the capital {city} is occupied"),
    "free": sentence("the capital {city} is free again"),
    "out": sentence("{seat} has no piece left"),
    "held": sentence("both capitals of one side are held now"),
    "talon": sentence("a talon of {count} cards is shuffled"),
    "shut": sentence("the talon is closed: nobody draws any more"),
    "packs": sentence("the two packets are allotted"),
    "drawn": sentence("{seat} draws {card}"),
    "drawn?": sentence("{seat} draws a card"),
    "begins": sentence("it is the turn of {seat}"),
    "abandon": sentence("{seat} leaves"),
    "return": sentence("{seat} returns"),
    "resign": sentence("{seat} resigns"),
    "would_resign": sentence("{seat} would resign"),
}
"""What an effect's key says where its fields are those of this game; the key ends in `?` where a field is not known."""

QUIET = frozenset(
    ("pass", "treason", "pay", "sedition", "fight", "cards", "spy", "keep", "drawn", "talon", "begins", "place", "move")
)
"""What the canonical text beside it, or the line that follows, says well enough in a narrow panel."""

REASONS: Mapping[str, str] = {
    "capitals": sentence("both capitals held for a round"),
    "annihilation": sentence("the other side has no piece left"),
    "stalemate": sentence("nobody has fought for too long"),
}
"""Why a match ended."""

ARMED = ("piece", "attacker", "defender")
"""The fields that name a piece as the notation does."""


def war_line(effect: Effect, glyphs: Glyphs) -> str:
    """Tell one effect, empty where it is none of this game."""
    unknown = any(value == "?" for _, value in effect.fields)
    template = EFFECTS.get(f"{effect.key}?" if unknown else effect.key, "")
    try:
        return tr(template, **{name: _field(name, value, glyphs) for name, value in effect.fields}) if template else ""
    except KeyError:
        return ""


def quiet(effect: Effect, glyphs: Glyphs) -> bool:
    """Tell whether an effect of this game may be left out beside its canonical text."""
    return effect.key in QUIET and bool(war_line(effect, glyphs))


def _field(name: str, value: str, glyphs: Glyphs) -> str:
    if name == "seat":
        return f"{glyphs.seat(value)} {seat_word(value)}" if value in glyphs.seats else seat_word(value)
    if name in ARMED and value[1:2] in PIECES:
        return f"{tr(PIECES[value[1]])} {spelled(value)}"
    return tr(WORDS[value]) if name == "card" and value in WORDS else value

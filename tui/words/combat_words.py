"""Combat in words: pieces, cards, fights, capitals, what chance brings, and what a fight waits for. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.fault import sentence
from core.game import Effect
from core.scene import Fight, Side, Stage
from tui.i18n.local_letters import lettered, spelled
from tui.i18n.piece_letters import PIECES
from tui.i18n.translation import language, ntr, seat_word, tr
from tui.settings.theme import Glyphs

WORDS: Mapping[str, str] = {
    "pass": sentence("Pass"),
    "pay": sentence("Forced march"),
    "treason": sentence("Treason by a general"),
    "sedition": sentence("Popular Sedition"),
    "spy": sentence("Spy"),
    "keep": sentence("Keep the cards"),
}
"""The names of the words that can be pointed at."""

SHORT: Mapping[str, str] = {
    **WORDS,
    "pay": sentence("March"),
    "treason": sentence("Treason"),
    "sedition": sentence("Sedition"),
}
"""Their names if there is little room."""

KEYS: Mapping[str, str] = {"spy": "s", "keep": "k"}
"""The keys of the words said only in a fight; the others have theirs at the table (`tui.settings.keymap`)."""

KING, QUEEN = 15, 0


SITES: Mapping[str, str] = {
    "capital": sentence("capital"),
    "port": sentence("port"),
    "island": sentence("island"),
    "inland": sentence("inland"),
}
"""Where a town lies."""


STATES = {"red": "r", "yellow": "k", "green": "a", "blue": "c"}
"""The letter of the state whose pieces have a colour."""


def face_word(face: int | None) -> str:
    """Name a card: `King (15)`, `Jack or Queen (0)`, `8`, or that it is not known."""
    if face is None:
        return tr("an unknown card")
    if face == KING:
        return tr("King (15)")
    return tr("Jack or Queen (0)") if face == QUEEN else str(face)


def piece_name(colour: str, letter: str) -> str:
    """Name a piece of a state: `elephant rE`."""
    kind = tr(PIECES[letter[0]]) if letter[:1] in PIECES else ""
    return f"{kind} {STATES.get(colour, '')}{lettered(letter)}".strip()


def side_words(side: Side, glyphs: Glyphs) -> str:
    """Say what a side fights with: `cavalry from Toulouse`."""
    piece = tr(PIECES[side.letter[0]]) if side.letter[0] in PIECES else side.letter
    return tr("{piece} from {city}", piece=piece, city=glyphs.town(side.origin, language())) if side.origin else piece


def side_state(side: Side, *, laid: bool) -> str:
    """Say what a side has laid: its cards and their value, that some are face down, or that it is thinking."""
    if side.shown:
        sum_ = "+".join(str(face) for face in sorted(side.shown, reverse=True))
        return f"{sum_} = {side.total}" if side.total is not None and side.total != sum(side.shown) else sum_
    if laid:
        return ntr("has laid {n} card", "has laid {n} cards", max(1, side.owes))
    return tr("is thinking") if side.owes else ""


def duty(fight: Fight, side: Side) -> str:
    """Say what a side must do now, empty if nothing."""
    if side.speaks:
        return tr("Two points: is it a spy?")
    if not side.owes:
        return ""
    if fight.stage is Stage.OPEN:
        return ntr("Spy: lay {n} card openly", "Spy: lay {n} cards openly", side.owes)
    if fight.stage is Stage.TIE:
        return tr("A tie: lay one card more")
    return ntr("Lay {n} card", "Lay {n} cards", side.owes)


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
    "compare": sentence("in {city} the attack has {attack}, the defence {defence}"),
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
    "abandon": sentence("{seat} is out of the game"),
    "return": sentence("{seat} returns"),
    "resign": sentence("{seat} resigns"),
    "would_resign": sentence("{seat} would resign, if the whole side does"),
}
"""The sentences of effects with the fields of this game; the key ends in `?` if a field is not known."""

QUIET = frozenset(
    (
        "pass",
        "treason",
        "pay",
        "sedition",
        "fight",
        "cards",
        "spy",
        "keep",
        "drawn",
        "talon",
        "begins",
        "place",
        "move",
        "march",
    )
)
"""What the canonical text beside it, or the next line, says well enough in a narrow panel."""

REASONS: Mapping[str, str] = {
    "capitals": sentence("both capitals held for a round"),
    "annihilation": sentence("the other side has no piece left"),
    "stalemate": sentence("nobody has fought for too long"),
}
"""Why a match ended."""

PLACES = ("city", "start")
"""The fields that name a town by its code."""

FACES = ("card", "cards")
"""The fields that name cards by their faces: a number alone would be read as how many there are."""

CARD, CARDS = sentence("card {face}"), sentence("cards {faces}")

ARMED = ("piece", "attacker", "defender")
"""The fields that name a piece as the notation does."""


def war_line(effect: Effect, glyphs: Glyphs) -> str:
    """Describe one effect, empty if it is not of this game."""
    unknown = any(value == "?" for _, value in effect.fields)
    template = EFFECTS.get(f"{effect.key}?" if unknown else effect.key, "")
    try:
        return tr(template, **{name: _field(name, value, glyphs) for name, value in effect.fields}) if template else ""
    except KeyError:
        return ""


def quiet(effect: Effect, glyphs: Glyphs) -> bool:
    """Tell whether an effect of this game may be left out beside its canonical text."""
    return effect.key in QUIET and bool(war_line(effect, glyphs))


def is_in_town(effect: Effect, glyphs: Glyphs) -> bool:
    """Tell whether an effect of this game says only what its canonical text does, but with a town's name."""
    return quiet(effect, glyphs) and any(name in PLACES for name, _ in effect.fields)


def deed_words(effects: Iterable[Effect], glyphs: Glyphs) -> str:
    """Describe an action of this game for those who do not read its codes; empty if it is of another game."""
    shown = [effect for effect in effects if effect.key != "begins"]
    if not any(quiet(effect, glyphs) for effect in shown):
        return ""
    return ", ".join(filter(None, (war_line(effect, glyphs) for effect in shown)))


def _field(name: str, value: str, glyphs: Glyphs) -> str:
    if name == "seat":
        return f"{glyphs.seat(value)} {seat_word(value)}" if value in glyphs.seats else seat_word(value)
    if name in ARMED and value[1:2] in PIECES:
        return f"{tr(PIECES[value[1]])} {spelled(value)}"
    if name in PLACES:
        return glyphs.town(value, language())
    if name in FACES and value[:1].isdigit():
        return tr(CARDS, faces=value) if "+" in value else tr(CARD, face=value)
    return tr(WORDS[value]) if name == "card" and value in WORDS else value

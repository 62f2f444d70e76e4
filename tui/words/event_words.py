"""The effects of actions and the ends of matches in words, for the log, the status and the end card.

The same for lines about the table itself: a person takes a seat, a bot is seated, a person leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from core.fault import sentence
from core.game import Effect, Outcome, Seat
from tui.i18n.translation import seat_title, seat_word, tr, word
from tui.settings.theme import Glyphs
from tui.words import combat_words
from tui.words.bot_words import bot_words

PIECES: Mapping[str, str] = {
    "C": sentence("chief"),
    "A": sentence("assassin"),
    "R": sentence("reporter"),
    "P": sentence("provocateur"),
    "N": sentence("necromobile"),
    "M": sentence("militant"),
    "": sentence("stone"),
}
"""The kinds of pieces by their letters."""

EFFECTS: Mapping[str, str] = {
    "move": sentence("{piece} {start} to {cell}"),
    "exit": sentence("goes on to {cell}"),
    "kill": sentence("kills {piece} {colour} on {cell}"),
    "bury": sentence("kills {piece} {colour} on {cell}, the corpse goes to {corpse}"),
    "provoke": sentence("drives {piece} {colour} from {cell} to {to}"),
    "dig": sentence("carries the corpse from {cell} to {to}"),
    "out": sentence("{colour} is dead, the army goes to {by}"),
    "annex": sentence("the army of {colour} goes to {by}"),
    "unseat": sentence("{colour} loses power"),
    "king": sentence("{colour} takes power"),
    "puppet": sentence("a corpse closes the power"),
    "coma": sentence("{colour} is encircled"),
    "wake": sentence("{colour} is free again"),
    "abandon": sentence("{colour} is out of the game"),
    "return": sentence("{colour} returns"),
    "step": sentence("{start} to {cell}"),
    "march": sentence("a phalanx of {count}, from its rear piece on {rear}, goes to {cell}"),
    "take": sentence("takes a piece of {colour} on {cell}"),
    "rout": sentence("captures a phalanx of {count} of {colour} on {cell}"),
    "cross": sentence("{colour} crosses the board; across now: {crossed}"),
    "resign": sentence("{colour} resigns"),
    "draw": sentence("all agree to a draw"),
    "over": sentence("the game is over: {reason}"),
    "place": sentence("stone on {cell}"),
    "slide": sentence("{start} slides to {cell}"),
    "capture": sentence("captures {count}"),
    "captured": sentence("captures {count} ({cells})"),
    "chain": sentence("chain +{count}"),
    "chained": sentence("chain +{count} ({cells})"),
    "megiddo": sentence("megiddo {line}"),
    "arbatta": sentence("arbatta"),
    "patara": sentence("patara"),
    "would_resign": sentence("{colour} would resign, if the whole side does"),
    "forfeit": sentence("{colour} does not answer any more, and its side loses the game"),
    "score": sentence("points {points}"),
    "total": sentence("match {points}"),
    "begins": sentence("{colour} begins the next game"),
}
"""The sentences of effects; their fields are filled in."""

NAMED = {"capture": "captured", "chain": "chained"}
"""The effects whose long sentences name the cells."""

QUIET = ("move", "exit", "dig", "step", "march", "take", "rout", "place", "slide")
"""What the canonical text beside it says well enough in a narrow panel."""

REASONS: Mapping[str, str] = {
    "last_chief": sentence("the last chief left"),
    "all_encircled": sentence("all chiefs are encircled"),
    "partition": sentence("the world is divided"),
    "partition_power": sentence("the world is divided, and the power decides"),
    "quiet": sentence("nobody has died for too long"),
    "blocked": sentence("nobody can move"),
    "agreement": sentence("all have agreed"),
    "crossing": sentence("more pieces across the board"),
    "no_moves": sentence("the other side has no move left"),
    "repetition": sentence("the same position too often"),
    "megiddo": sentence("a megiddo"),
    "arbatta": sentence("an arbatta"),
    "patara": sentence("patara, the board is full"),
    "slides": sentence("patara, too many slides in a row without a capture"),
    "resignation": sentence("by resignation"),
    "forfeit": sentence("a player on the losing side does not answer any more"),
    "left": sentence("nobody on the losing side plays on"),
    "target": sentence("the points of the match are reached"),
    **combat_words.REASONS,
}
"""Why a match ended."""


KINDS: Mapping[str, str] = {"piece": sentence("piece")}
"""The kinds of pieces that have a word instead of a letter."""


def piece_word(letter: str, name: str = "") -> str:
    """Give the word for a piece's letter, the letter itself if there is none; or for the name of its kind."""
    if name in KINDS:
        return tr(KINDS[name])
    return tr(PIECES[letter]) if letter in PIECES else letter


def told(effects: Iterable[Effect], glyphs: Glyphs, *, short: bool = False) -> str:
    """Describe effects in one line; `short` leaves out what the notation says itself."""
    shown = [
        effect for effect in effects if not (short and (effect.key in QUIET or combat_words.quiet(effect, glyphs)))
    ]
    parts = [effect_line(effect, glyphs, short=short) for effect in shown]
    return ", ".join(part for part in parts if part)


def effect_line(effect: Effect, glyphs: Glyphs, *, short: bool = False) -> str:
    """Describe one effect; an unknown one is given by its key and fields.

    `short` leaves out where the corpse of a killed piece goes, which the notation beside it says, and the cells of
    captured pieces.
    """
    told = combat_words.war_line(effect, glyphs)
    if told:
        return told
    fields = {name: _field(name, value, glyphs) for name, value in effect.fields}
    moved = effect.key == "kill" and not short and fields.get("corpse", fields["cell"]) != fields["cell"]
    named = effect.key in NAMED and not short and "cells" in fields
    template = EFFECTS.get("bury" if moved else NAMED[effect.key] if named else effect.key)
    if template is None:
        return " ".join((word(effect.key), *fields.values()))
    try:
        return tr(template, **fields)
    except KeyError:
        return " ".join((word(effect.key), *fields.values()))


def outcome_line(outcome: Outcome, names: tuple[str, ...]) -> str:
    """Say how a match ended: who won or ties, and why."""
    why = reason_words(outcome)
    who = ", ".join(seat_title(names[seat]) for seat in outcome.winners)
    if not outcome.winners:
        return tr("Nobody wins: {why}.", why=why)
    if len(outcome.winners) == 1:
        return tr("{who} wins: {why}.", who=who, why=why)
    if outcome.tied:
        return tr("{who} tie: {why}.", who=who, why=why)
    return tr("{who} win: {why}.", who=who, why=why)


WINS, WINS_WITH = sentence("wins the game: {why}"), sentence("wins the game with {who}: {why}")
TIES = sentence("ends the game in a tie with {who}: {why}")
DRAWS = sentence("ends the game in a draw: {why}")
LOSES = sentence("loses the game to {who}: {why}")


def ending_words(outcome: Outcome, seat: Seat, names: Sequence[str]) -> str:
    """Say what an end brings a seat, as something that its move does: all of the win, a part of it, or nothing."""
    others = [seat_title(names[winner]) for winner in outcome.winners if winner != seat]
    return tr(_ending(outcome, seat), who=", ".join(others), why=reason_words(outcome))


def _ending(outcome: Outcome, seat: Seat) -> str:
    if not outcome.winners:
        return DRAWS
    if seat not in outcome.winners:
        return LOSES
    if outcome.tied:
        return TIES
    return WINS if len(outcome.winners) == 1 else WINS_WITH


def reason_words(outcome: Outcome) -> str:
    """Say why a match ended."""
    return tr(REASONS[outcome.why]) if outcome.why in REASONS else word(outcome.why)


SEATED = ("colour", "by")
"""The fields that name a seat."""


def _field(name: str, value: str, glyphs: Glyphs) -> str:
    if name == "piece":
        return piece_word(value)
    if name == "reason":
        return tr(REASONS[value]) if value in REASONS else word(value)
    if name == "cells":
        return ", ".join(value.split())
    if name in SEATED and value in glyphs.seats:
        return f"{glyphs.seat(value)} {seat_word(value)}"
    return value


RESIGN_GAME = sentence("Resign game {number}")


def _declared(text: str) -> str:
    """Say a declaration as the choice of declarations does where its canonical text has a number."""
    head, _, number = text.partition(" ")
    return tr(RESIGN_GAME, number=number) if head == "resign" and number.isdigit() else word(text)


NAMES = ("nick", "former", "name", "other")
"""The fields that hold what somebody calls themselves, which may be any word."""
_WORDS: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(NAMES, str),
    "seat": seat_word,
    "bot": bot_words,
    "text": _declared,
}


def tell_note(template: str, fields: Iterable[tuple[str, str]]) -> str:
    """Describe a note about a table itself. Nicks stay as they are."""
    return tr(template, **{name: _WORDS.get(name, word)(value) for name, value in fields})

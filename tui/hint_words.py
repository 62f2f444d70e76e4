"""What speaks for an action, in the words of whoever reads. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.fault import sentence
from core.game import Seat
from core.scene import Atlas
from core.study.reason import Reason
from core.threat import Threat
from tui.effect_words import reason_words, told
from tui.lettering import spelled
from tui.lookout import threat_words
from tui.speech import listed, seat_title, tr
from tui.theme import Glyphs

if TYPE_CHECKING:
    from tui.hint import Hint

FOLLOWING = 3
"""How many actions of what should follow are told."""

PERCENT = sentence("{n} %")
HINT = sentence("Hint: {choice}")
CHOICE = sentence("{text} ({chance}), {why}.")
WINS = sentence("wins the game: {why}")
DRAWS = sentence("ends the game in a draw: {why}")
LOSES = sentence("ends the game: {why}")
SURE = sentence("a win that nothing can stop")
LOST = sentence("every action loses by now")
ONLY = sentence("the only action there is")
BEST = sentence("the best that was found")
OTHER = sentence("not quite as good")
AVERTS = sentence("averts this: {threat}")
THEN = sentence("then {moves}")


def percent(chance: float) -> str:
    """Tell a chance between 0 and 1 in hundredths."""
    return tr(PERCENT, n=round(100 * chance))


def hint_words(hint: Hint, names: Sequence[str], glyphs: Glyphs, atlas: Atlas | None = None) -> str:
    """Tell the best action of a hint and why, in one sentence."""
    return tr(HINT, choice=choice_words(hint.best, names, glyphs, atlas, plain=BEST))


def choice_words(
    reason: Reason, names: Sequence[str], glyphs: Glyphs, atlas: Atlas | None = None, *, plain: str = OTHER
) -> str:
    """Tell one action that was looked at and what speaks for it; `plain` is said where nothing but its chance does."""
    why = why_words(reason, names, glyphs, atlas, plain=plain)
    return tr(CHOICE, text=spelled(reason.text), chance=percent(reason.chance), why=why)


def why_words(
    reason: Reason, names: Sequence[str], glyphs: Glyphs, atlas: Atlas | None = None, *, plain: str = BEST
) -> str:
    """Tell what speaks for an action; `plain` is said where nothing but its chance does."""
    parts = [part for part in (_end(reason), _deeds(reason, glyphs), _averted(reason.averted, names, atlas)) if part]
    if reason.line and reason.outcome is None:
        parts.append(tr(THEN, moves=", ".join(map(spelled, reason.line[:FOLLOWING]))))
    return listed(parts or [tr(plain)])


def _end(reason: Reason) -> str:
    """Tell how the game ends by an action, or that it is decided."""
    if reason.outcome is not None:
        won = reason.seat in reason.outcome.winners
        template = WINS if won else LOSES if reason.outcome.winners else DRAWS
        return tr(template, why=reason_words(reason.outcome))
    if reason.only:
        return tr(ONLY)
    if reason.proved and reason.chance in {0.0, 1.0}:
        return tr(SURE if reason.chance else LOST)
    return ""


def _deeds(reason: Reason, glyphs: Glyphs) -> str:
    return told((effect for effect in reason.effects if effect.key != "over"), glyphs, short=True)


def _averted(averted: Sequence[Threat], names: Sequence[str], atlas: Atlas | None) -> str:
    """Tell the gravest threat that an action averts."""

    def named(seat: Seat) -> str:
        return seat_title(names[seat])

    return tr(AVERTS, threat=threat_words(averted[0], named, atlas)) if averted else ""

"""A hint: what a bot of the fourth level would do in a seat's place, why, and at which tables one may ask for it.

A child process computes it. It receives what the seat may know and nothing else (`tui.bots.bot_process`). No hints are
given in games against other people. Its reasons become sentences here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core import bots
from core.fault import Fault, sentence
from core.game import Effect, Seat
from core.match.match import Line
from core.scene import Atlas
from core.study.difference import Difference
from core.study.reason import Reason
from core.threat import Threat
from net.view.table_view import Phase, TableView
from tui.i18n.local_letters import located, spelled, town_names
from tui.i18n.translation import listed, ntr, seat_title, seat_word, tr
from tui.settings.theme import Glyphs
from tui.table.controller import is_alone
from tui.table.losses_and_threats import threat_words
from tui.table.seat_view import owing
from tui.words.combat_words import WORDS, is_in_town
from tui.words.event_words import effect_line, ending_words, told

LEVEL = "4"
"""The level that is asked, if a game has a search of its own."""

ASKED = 3
"""How many actions a hint shows, the best first."""

THINKING = sentence("looking for a hint")
AGAINST_PEOPLE = sentence("There are no hints where others play, only at a table that is on this machine alone.")
NOT_NOW = sentence("A hint is for your own turn, in the present.")


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for `seat` after the decisions of `log`: actions with the reasons for each, the best first.

    `betrayed` are the seats to which the best action breaks a word.
    """

    seat: Seat
    log: tuple[Line, ...]
    reasons: tuple[Reason, ...]
    betrayed: tuple[Seat, ...] = ()

    def holds(self, view: TableView, seat: Seat | None) -> bool:
        """Tell whether this is still the decision of `seat` at a table, and of no other seat."""
        return seat == self.seat and view.match is not None and view.match.log == self.log

    @property
    def best(self) -> Reason:
        """The best action."""
        return self.reasons[0]


def hint_level(game: str) -> str:
    """Give the name of the bot that gives hints for a game."""
    return LEVEL if LEVEL in bots.of(game) else bots.DEFAULT_LEVEL


def has_hints(view: TableView, invitation: str) -> bool:
    """Tell whether somebody at a table may ask for hints in this game, if not now."""
    refusal = hint_refusal(view, invitation)
    return view.phase is Phase.PLAYING and (refusal is None or refusal.template != AGAINST_PEOPLE)


def hint_refusal(view: TableView, invitation: str) -> Fault | None:
    """Give the reason why no one may ask for a hint at a table now; None if one may."""
    holders = {seat.pid for seat in view.seats if seat.pid}
    own = [seat for seat in view.seats if seat.mine and not seat.bot]
    if not is_alone(invitation) or len(holders) > 1:
        return Fault(AGAINST_PEOPLE)
    if view.match is None or view.phase is not Phase.PLAYING or not own:
        return Fault(NOT_NOW)
    return None if seat_to_advise(view) is not None else Fault(NOT_NOW)


def seat_to_advise(view: TableView) -> Seat | None:
    """Give the seat played here by hand that must decide now; None if there is none."""
    own = {seat.seat for seat in view.seats if seat.mine and not seat.bot}
    return next((seat for seat in owing(view) if seat in own), None)


COUNTED = ("step", "march")
"""Moves that are written as a number of pieces, a direction and a distance: a hint names where they lead."""

PHALANX = "march"
"""The move of several pieces: it is written from the leading one, but pointed at from the rear one."""

FROM_REAR = sentence("a phalanx of {count} goes to {cell}, its rear piece from {rear}")

FOLLOWING = 3
"""How many actions of the expected continuation are shown."""

NAMED = sentence("“{name}”")
PERCENT = sentence("{n} %")
ABOVE, BELOW = sentence("more than {n} %"), sentence("less than {n} %")
UNSEEN = sentence("cards that you do not see may change that")
HINT = sentence("Hint: {choice}")
HINT_BREAKS = sentence("Hint, but it breaks your word to {who}: {choice}")
HINT_LED = sentence("Hint ({key[board.next]}): {choice}")
HINT_LED_BREAKS = sentence("Hint ({key[board.next]}), but it breaks your word to {who}: {choice}")
"""The same beside a board, with the key that leads to it."""
BY_WORD = {
    "pay": sentence("Hint ({key[table.pay]}): {choice}"),
    "treason": sentence("Hint ({key[table.treason]}): {choice}"),
    "sedition": sentence("Hint ({key[table.sedition]}): {choice}"),
    "pass": sentence("Hint ({key[table.pass]}): {choice}"),
}
BY_WORD_BREAKS = {
    "pay": sentence("Hint ({key[table.pay]}), but it breaks your word to {who}: {choice}"),
    "treason": sentence("Hint ({key[table.treason]}), but it breaks your word to {who}: {choice}"),
    "sedition": sentence("Hint ({key[table.sedition]}), but it breaks your word to {who}: {choice}"),
    "pass": sentence("Hint ({key[table.pass]}), but it breaks your word to {who}: {choice}"),
}
"""The same of what begins with a word beside the board, with the key that says it."""
CHOICE = sentence("{text} ({chance}), {why}.")
ADVICE, SHARE = sentence("{text} ({chance} to win), {why}."), sentence("{text} ({chance} of the win), {why}.")
SURE = sentence("a win that nothing can stop")
LOST = sentence("every action loses now")
ONLY = sentence("the only action there is")
BEST = sentence("the best that was found")
SUREST = sentence("the surest that was found")
OTHER = sentence("not quite as good")
RARE = sentence("tried too rarely to be sure")
LESS = sentence("looked at less closely, or good for others too")
"""Why an action with a greater chance is not the best one, after a search by games and after one by positions."""
BY_GAMES = frozenset({"megiddo"})
"""The games whose search plays games to their end, and ranks an action by how often it has tried it."""
AVERTS = sentence("averts a threat: {threat}")
LEAVES = sentence("but it leaves a threat: {threat}")
THEN = sentence("expected after it: {moves}")


def percent(chance: float) -> str:
    """Write a chance between 0 and 1 in percent."""
    return tr(PERCENT, n=round(100 * chance))


MOST, MOST_UNSEEN = 99, 95
"""The highest chance in percent that is told of what is not proved, with all in sight and with hidden cards."""


def percent_estimated(chance: float, *, hidden: bool) -> str:
    """Write a chance that is not proved: never as certain, and with `hidden` cards no closer to it than a bound."""
    if _is_beyond(chance, hidden=hidden):
        return tr(ABOVE, n=MOST_UNSEEN) if chance > EVEN else tr(BELOW, n=100 - MOST_UNSEEN)
    return tr(PERCENT, n=min(MOST, max(100 - MOST, round(100 * chance))))


EVEN = 0.5
"""A chance that favours nobody."""


def _is_beyond(chance: float, *, hidden: bool) -> bool:
    """Tell whether hidden cards do not let an estimate be told as high, or as low, as it is."""
    return hidden and not 100 - MOST_UNSEEN <= round(100 * chance) <= MOST_UNSEEN


def reason_percent(reason: Reason) -> str:
    """Write the chance of an action, as certain only if it is."""
    certain = reason.proved or reason.outcome is not None
    return percent(reason.chance) if certain else percent_estimated(reason.chance, hidden=reason.hidden)


def hint_words(
    hint: Hint,
    names: Sequence[str],
    glyphs: Glyphs,
    atlas: Atlas | None = None,
    *,
    led: bool = False,
    keys: bool = False,
) -> str:
    """Tell the best action of a hint and why, in one sentence.

    `led` names the key that leads to it on a board; `keys` the one by which it begins, if it has one.
    """
    choice = best_words(hint, names, glyphs, atlas)
    word = next(iter(hint.best.path), "") if keys else ""
    free, breaks = (HINT_LED, HINT_LED_BREAKS) if led else (HINT, HINT_BREAKS)
    if hint.betrayed:
        who = ", ".join(seat_word(names[seat]) for seat in hint.betrayed)
        return tr(BY_WORD_BREAKS.get(word, breaks), who=who, choice=choice)
    return tr(BY_WORD.get(word, free), choice=choice)


def choice_words(hint: Hint, reason: Reason, names: Sequence[str], glyphs: Glyphs, atlas: Atlas | None = None) -> str:
    """Describe another action of a hint, the reasons for it, and why one with a greater chance is not the best."""
    but = _but(hint.best, reason)
    why = why_words(reason, names, glyphs, atlas, plain="" if but else OTHER)
    return _choice(CHOICE, reason, listed([part for part in (why, but) if part]))


def best_words(hint: Hint, names: Sequence[str], glyphs: Glyphs, atlas: Atlas | None = None) -> str:
    """Describe the best action of a hint, what its chance is a chance of, and why."""
    plain = SUREST if any(_but(hint.best, other) for other in hint.reasons[1:]) else BEST
    end = hint.best.outcome
    shared = end is not None and (end.tied or not end.winners)
    return _choice(SHARE if shared else ADVICE, hint.best, why_words(hint.best, names, glyphs, atlas, plain=plain))


def _but(best: Reason, other: Reason) -> str:
    """Say why an action is not the best although its chance is told as greater; nothing if it is not."""
    if round(100 * other.chance) <= round(100 * best.chance):
        return ""
    return tr(RARE if other.game in BY_GAMES else LESS)


def _choice(template: str, reason: Reason, why: str) -> str:
    told = listed(filter(None, (_title(reason.text), why)))
    return tr(template, text=spelled(reason.text), chance=reason_percent(reason), why=told)


def action_words(text: str) -> str:
    """Write an action as it is typed; in parentheses its name on the screen, where that is another word, and its towns.

    Of a hint, whose reasons name the towns, the notation stands alone too: the name follows the chance.
    """
    told = ", ".join(filter(None, (_title(text), town_names(text))))
    return f"{spelled(text)} ({told})" if told else spelled(text)


def _title(text: str) -> str:
    """Give the name on the screen of the word that an action begins with, if that is another word."""
    head = text.partition(" ")[0]
    name = tr(WORDS[head]) if head in WORDS else ""
    return tr(NAMED, name=name) if name and name.casefold() != head else ""


def why_words(
    reason: Reason, names: Sequence[str], glyphs: Glyphs, atlas: Atlas | None = None, *, plain: str = BEST
) -> str:
    """Give the reasons for an action; `plain`, which may be empty, if its chance is the only one."""
    parts = [
        part
        for part in (_end(reason, names), _deeds(reason, glyphs), _threat(AVERTS, reason.averted, names, atlas))
        if part
    ]
    parts = parts or [gain for gain in (_gain(reason),) if gain] or ([tr(plain)] if plain else [])
    if reason.threats and reason.outcome is None and not reason.proved:
        parts.append(_threat(LEAVES, reason.threats, names, atlas))
    if reason.line and reason.outcome is None:
        parts.append(tr(THEN, moves=", ".join(map(located, reason.line[:FOLLOWING]))))
    if reason.outcome is None and not reason.proved and _is_beyond(reason.chance, hidden=reason.hidden):
        parts.append(tr(UNSEEN))
    return listed(parts)


def _end(reason: Reason, names: Sequence[str]) -> str:
    """Tell how an action ends the game, or that the game is decided."""
    if reason.outcome is not None:
        return ending_words(reason.outcome, reason.seat, names)
    if reason.only:
        return tr(ONLY)
    if reason.proved and reason.chance in {0.0, 1.0}:
        return tr(SURE if reason.chance else LOST)
    return ""


def _deeds(reason: Reason, glyphs: Glyphs) -> str:
    """Tell what an action does, also the steps that its notation only counts, and the names of towns behind codes."""
    effects = [effect for effect in reason.effects if effect.key != "over"]
    steps = [_step(effect, reason, glyphs) for effect in effects if effect.key in COUNTED or is_in_town(effect, glyphs)]
    return ", ".join(filter(None, (*steps, told(effects, glyphs, short=True))))


def _step(effect: Effect, reason: Reason, glyphs: Glyphs) -> str:
    """Tell one move; of a phalanx the piece that is pointed at first."""
    fields = dict(effect.fields)
    if effect.key == PHALANX and {"count", "cell"} <= fields.keys():
        return tr(FROM_REAR, count=fields["count"], cell=fields["cell"], rear=reason.path[0])
    return effect_line(effect, glyphs)


GAINS: Mapping[str, Callable[[Difference], str]] = {
    "line": lambda one: ntr(
        "your longest open line has {n} stone", "your longest open line has {n} stones", one.better
    ),
    "foes_line": lambda one: ntr(
        "shortens the longest open line against you to {n} stone",
        "shortens the longest open line against you to {n} stones",
        one.better,
    ),
    "pairs": lambda one: ntr(
        "{n} pair of yours fewer can be captured", "{n} pairs of yours fewer can be captured", one.size
    ),
    "lines": lambda one: ntr(
        "your stones stand in {n} line that is open to you alone",
        "your stones stand in {n} lines that are open to you alone",
        one.better,
    ),
}
"""What an action makes better in Megiddo, where the action itself says least."""


EMPTY = {("line", 1), ("foes_line", 0)}
"""Gains that say nothing: one stone is in some line, and where there is no line, none is shortened."""


def _gain(reason: Reason) -> str:
    """Tell the weightiest thing that an action makes better for its seat."""
    told = (one for one in reason.gains if one.name in GAINS and (one.name, one.better) not in EMPTY)
    return next((GAINS[one.name](one) for one in told), "")


def _threat(template: str, threats: Sequence[Threat], names: Sequence[str], atlas: Atlas | None) -> str:
    """Describe the gravest of the threats that an action averts, or leaves; nothing if there are none."""

    def named(seat: Seat) -> str:
        return seat_title(names[seat])

    return tr(template, threat=threat_words(threats[0], named, atlas)) if threats else ""

"""Why another decision was better, in one sentence about what it leaves on the board. Pure.

"It" is the better decision, "you" the seat that decided. A game's features have a sentence each; a feature without one
is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.fault import sentence
from core.game import Seat
from core.scene import Atlas
from core.study.comparison import Comparison, Difference
from tui.i18n.local_letters import spelled
from tui.i18n.translation import ntr, seat_title, tr
from tui.table.losses_and_threats import threat_words
from tui.words.event_words import reason_words

WINS = sentence("It wins the game: {why}.")
LOSES = sentence("It does not let {who} win with {answer}.")
AVERTS = sentence("It does not allow this: {threat}.")
LATER = sentence("{why} What was played is answered by {answer}.")
FOUND = sentence("It is the best that was found.")

POWER = sentence("It gives you power.")
PHALANX = sentence("It keeps a phalanx of {better} together that can move, not of {played}.")

Said = Callable[[Difference], str]


def _whole(template: str) -> Said:
    return lambda one: tr(template, better=one.better, played=one.played)


SAID: Mapping[str, Mapping[str, Said]] = {
    "djambi": {
        "pieces": lambda one: ntr(
            "It leaves you {n} piece more to command.", "It leaves you {n} pieces more to command.", one.size
        ),
        "foes": lambda one: ntr("It costs the others {n} piece.", "It costs the others {n} pieces.", one.size),
        "rivals": lambda one: ntr(
            "It puts {n} rival out of the game.", "It puts {n} rivals out of the game.", one.size
        ),
        "power": _whole(POWER),
        "hunters": lambda one: ntr(
            "It leaves your chief open to {n} enemy fewer.", "It leaves your chief open to {n} enemies fewer.", one.size
        ),
        "room": lambda one: ntr(
            "It leaves your chief {n} free cell more beside it.",
            "It leaves your chief {n} free cells more beside it.",
            one.size,
        ),
    },
    "epaminondas": {
        "pieces": lambda one: ntr("It saves {n} piece of yours.", "It saves {n} pieces of yours.", one.size),
        "foes": lambda one: ntr("It captures {n} piece more.", "It captures {n} pieces more.", one.size),
        "crossed": lambda one: ntr(
            "It has {n} piece more of yours across the board.",
            "It has {n} pieces more of yours across the board.",
            one.size,
        ),
        "foes_crossed": lambda one: ntr(
            "It keeps {n} enemy piece from crossing the board.",
            "It keeps {n} enemy pieces from crossing the board.",
            one.size,
        ),
        "capturable": lambda one: ntr(
            "It leaves {n} piece fewer of yours to be captured at once.",
            "It leaves {n} pieces fewer of yours to be captured at once.",
            one.size,
        ),
        "phalanx": _whole(PHALANX),
        "rows": lambda one: ntr(
            "It brings your pieces {n} row further.", "It brings your pieces {n} rows further.", one.size
        ),
        "moves": lambda one: ntr(
            "It leaves you {n} move more to choose from.", "It leaves you {n} moves more to choose from.", one.size
        ),
    },
    "megiddo": {
        "points": lambda one: ntr("It brings you {n} point more.", "It brings you {n} points more.", one.size),
        "captured": lambda one: ntr("It captures {n} stone more.", "It captures {n} stones more.", one.size),
        "foes_captured": lambda one: ntr(
            "It saves {n} stone of yours from capture.", "It saves {n} stones of yours from capture.", one.size
        ),
        "line": lambda one: ntr(
            "Your longest line then has {n} stone, not {played}.",
            "Your longest line then has {n} stones, not {played}.",
            one.better,
            played=one.played,
        ),
        "foes_line": lambda one: ntr(
            "The longest line against you then has {n} stone, not {played}.",
            "The longest line against you then has {n} stones, not {played}.",
            one.better,
            played=one.played,
        ),
        "pairs": lambda one: ntr(
            "It leaves {n} pair fewer that can be captured.",
            "It leaves {n} pairs fewer that can be captured.",
            one.size,
        ),
        "lines": lambda one: ntr(
            "It keeps {n} line more open to you.", "It keeps {n} lines more open to you.", one.size
        ),
    },
    "mediterranee": {
        "pieces": lambda one: ntr("It saves {n} piece of your side.", "It saves {n} pieces of your side.", one.size),
        "foes": lambda one: ntr("It costs the enemy {n} piece.", "It costs the enemy {n} pieces.", one.size),
        "capitals": lambda one: ntr(
            "It occupies {n} enemy capital more.", "It occupies {n} enemy capitals more.", one.size
        ),
        "lost_capitals": lambda one: ntr(
            "It frees {n} capital of your side.", "It frees {n} capitals of your side.", one.size
        ),
        "open_capitals": lambda one: ntr(
            "It does not leave {n} capital of yours open to the enemy.",
            "It does not leave {n} capitals of yours open to the enemy.",
            one.size,
        ),
        "cards": lambda one: ntr("It leaves you {n} card more.", "It leaves you {n} cards more.", one.size),
        "specials": lambda one: ntr("It keeps {n} special card more.", "It keeps {n} special cards more.", one.size),
        "steps": lambda one: ntr(
            "It brings your side {n} step nearer to the enemy capitals.",
            "It brings your side {n} steps nearer to the enemy capitals.",
            one.size,
        ),
    },
}
"""By game and feature, the sentence about a gain."""


def comparison_words(game: str, one: Comparison, names: Sequence[str], atlas: Atlas | None = None) -> str:
    """Say in one sentence why the better decision is better: an end, a grave threat, the weightiest feature."""

    def named(seat: Seat) -> str:
        return seat_title(names[seat])

    if one.wins is not None:
        return tr(WINS, why=reason_words(one.wins))
    if one.loses is not None and one.loses.winners:
        return tr(LOSES, who=named(one.loses.winners[0]), answer=spelled(one.answer))
    if one.averted and one.averted[0].grave:
        return tr(AVERTS, threat=threat_words(one.averted[0], named, atlas))
    said = SAID.get(game, {})
    feature = next((each for each in one.differences if each.name in said and each.size), None)
    if feature is not None:
        why = said[feature.name](feature)
        return tr(LATER, answer=spelled(one.answer), why=why) if feature.later else why
    return tr(AVERTS, threat=threat_words(one.averted[0], named, atlas)) if one.averted else tr(FOUND)

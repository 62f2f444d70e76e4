"""Why another decision was better, in one sentence about what it leaves on the board. Pure.

A game's features have a sentence each; a feature without one is passed over. Whoever reads of a decision of their own
is "you"; else the seat that decided is named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.fault import sentence
from core.game import Seat
from core.scene import Atlas
from core.study.comparison import Comparison
from core.study.difference import Difference
from tui.i18n.local_letters import located
from tui.i18n.translation import ntr, seat_title, tr
from tui.table.losses_and_threats import threat_words
from tui.words.event_words import ending_words

ENDS = sentence("The better decision {ends}.")
LOSES = sentence("The better decision does not let {who} win with {answer}.")
TIES = sentence("The better decision does not let {answer} end the game in a tie of {who}.")
DRAWS = sentence("The better decision does not let {answer} end the game in a draw.")
AVERTS = sentence("The better decision does not allow this: {threat}.")
LATER = sentence("{why} What was played is answered by {answer}.")

POWER = sentence("The better decision gives you power.")
PHALANX = sentence("The better decision leaves a phalanx of {better} that can move, not just of {played}.")

Said = Callable[[Difference], str]


def _whole(template: str) -> Said:
    return lambda one: tr(template, better=one.better, played=one.played)


SAID: Mapping[str, Mapping[str, Said]] = {
    "djambi": {
        "pieces": lambda one: ntr(
            "The better decision leaves you {n} piece more to command.",
            "The better decision leaves you {n} pieces more to command.",
            one.size,
        ),
        "foes": lambda one: ntr(
            "The better decision costs the others {n} piece.",
            "The better decision costs the others {n} pieces.",
            one.size,
        ),
        "rivals": lambda one: ntr(
            "The better decision puts {n} rival out of the game.",
            "The better decision puts {n} rivals out of the game.",
            one.size,
        ),
        "power": _whole(POWER),
        "hunters": lambda one: ntr(
            "The better decision leaves your chief open to {n} enemy fewer.",
            "The better decision leaves your chief open to {n} enemies fewer.",
            one.size,
        ),
        "room": lambda one: ntr(
            "The better decision leaves your chief {n} free cell more beside it.",
            "The better decision leaves your chief {n} free cells more beside it.",
            one.size,
        ),
    },
    "epaminondas": {
        "pieces": lambda one: ntr(
            "The better decision saves {n} piece of yours.", "The better decision saves {n} pieces of yours.", one.size
        ),
        "foes": lambda one: ntr(
            "The better decision captures {n} piece more.", "The better decision captures {n} pieces more.", one.size
        ),
        "crossed": lambda one: ntr(
            "The better decision has {n} piece more of yours across the board.",
            "The better decision has {n} pieces more of yours across the board.",
            one.size,
        ),
        "foes_crossed": lambda one: ntr(
            "The better decision keeps {n} enemy piece from crossing the board.",
            "The better decision keeps {n} enemy pieces from crossing the board.",
            one.size,
        ),
        "capturable": lambda one: ntr(
            "The better decision leaves {n} piece fewer of yours to be captured at once.",
            "The better decision leaves {n} pieces fewer of yours to be captured at once.",
            one.size,
        ),
        "phalanx": _whole(PHALANX),
        "rows": lambda one: ntr(
            "The better decision brings your pieces {n} row further.",
            "The better decision brings your pieces {n} rows further.",
            one.size,
        ),
        "moves": lambda one: ntr(
            "The better decision leaves you {n} move more to choose from.",
            "The better decision leaves you {n} moves more to choose from.",
            one.size,
        ),
    },
    "megiddo": {
        "points": lambda one: ntr(
            "The better decision brings you {n} point more.",
            "The better decision brings you {n} points more.",
            one.size,
        ),
        "captured": lambda one: ntr(
            "The better decision captures {n} stone more.", "The better decision captures {n} stones more.", one.size
        ),
        "foes_captured": lambda one: ntr(
            "The better decision saves {n} stone of yours from capture.",
            "The better decision saves {n} stones of yours from capture.",
            one.size,
        ),
        "line": lambda one: ntr(
            "With the better decision your longest open line has {n} stone, not {played}.",
            "With the better decision your longest open line has {n} stones, not {played}.",
            one.better,
            played=one.played,
        ),
        "foes_line": lambda one: ntr(
            "With the better decision the longest open line against you has {n} stone, not {played}.",
            "With the better decision the longest open line against you has {n} stones, not {played}.",
            one.better,
            played=one.played,
        ),
        "pairs": lambda one: ntr(
            "The better decision leaves {n} pair fewer that can be captured.",
            "The better decision leaves {n} pairs fewer that can be captured.",
            one.size,
        ),
        "lines": lambda one: ntr(
            "The better decision keeps {n} line more open to you.",
            "The better decision keeps {n} lines more open to you.",
            one.size,
        ),
    },
    "mediterranee": {
        "pieces": lambda one: ntr(
            "The better decision saves {n} piece of your side.",
            "The better decision saves {n} pieces of your side.",
            one.size,
        ),
        "foes": lambda one: ntr(
            "The better decision costs the enemy {n} piece.",
            "The better decision costs the enemy {n} pieces.",
            one.size,
        ),
        "capitals": lambda one: ntr(
            "With the better decision {n} enemy capital more is occupied.",
            "With the better decision {n} enemy capitals more are occupied.",
            one.size,
        ),
        "lost_capitals": lambda one: ntr(
            "With the better decision {n} capital of your side fewer is occupied.",
            "With the better decision {n} capitals of your side fewer are occupied.",
            one.size,
        ),
        "open_capitals": lambda one: ntr(
            "The better decision does not leave {n} capital of yours open to the enemy.",
            "The better decision does not leave {n} capitals of yours open to the enemy.",
            one.size,
        ),
        "cards": lambda one: ntr(
            "The better decision leaves you {n} card more.", "The better decision leaves you {n} cards more.", one.size
        ),
        "specials": lambda one: ntr(
            "The better decision keeps {n} special card more.",
            "The better decision keeps {n} special cards more.",
            one.size,
        ),
        "steps": lambda one: ntr(
            "The better decision brings your side {n} step nearer to the enemy capitals.",
            "The better decision brings your side {n} steps nearer to the enemy capitals.",
            one.size,
        ),
    },
}
"""By game and feature, the sentence about a gain, as whoever decided reads it."""

NAMED_POWER = sentence("The better decision gives power to {who}.")

Told = Callable[[Difference, str], str]

TO_OTHERS: Mapping[str, Mapping[str, Told]] = {
    "djambi": {
        "pieces": lambda one, who: ntr(
            "The better decision leaves {who} {n} piece more to command.",
            "The better decision leaves {who} {n} pieces more to command.",
            one.size,
            who=who,
        ),
        "power": lambda _, who: tr(NAMED_POWER, who=who),
        "hunters": lambda one, who: ntr(
            "The better decision leaves {who} with a chief open to {n} enemy fewer.",
            "The better decision leaves {who} with a chief open to {n} enemies fewer.",
            one.size,
            who=who,
        ),
        "room": lambda one, who: ntr(
            "The better decision leaves {who} {n} free cell more beside the chief.",
            "The better decision leaves {who} {n} free cells more beside the chief.",
            one.size,
            who=who,
        ),
    },
    "epaminondas": {
        "pieces": lambda one, who: ntr(
            "The better decision saves {who} {n} piece.",
            "The better decision saves {who} {n} pieces.",
            one.size,
            who=who,
        ),
        "crossed": lambda one, who: ntr(
            "The better decision brings {who} {n} piece more across the board.",
            "The better decision brings {who} {n} pieces more across the board.",
            one.size,
            who=who,
        ),
        "capturable": lambda one, who: ntr(
            "The better decision leaves {who} {n} piece fewer to be captured at once.",
            "The better decision leaves {who} {n} pieces fewer to be captured at once.",
            one.size,
            who=who,
        ),
        "rows": lambda one, who: ntr(
            "The better decision brings {who} {n} row further.",
            "The better decision brings {who} {n} rows further.",
            one.size,
            who=who,
        ),
        "moves": lambda one, who: ntr(
            "The better decision leaves {who} {n} move more to choose from.",
            "The better decision leaves {who} {n} moves more to choose from.",
            one.size,
            who=who,
        ),
    },
    "megiddo": {
        "points": lambda one, who: ntr(
            "The better decision brings {who} {n} point more.",
            "The better decision brings {who} {n} points more.",
            one.size,
            who=who,
        ),
        "foes_captured": lambda one, who: ntr(
            "The better decision saves {who} {n} stone from capture.",
            "The better decision saves {who} {n} stones from capture.",
            one.size,
            who=who,
        ),
        "line": lambda one, who: ntr(
            "With the better decision the longest open line of {who} has {n} stone, not {played}.",
            "With the better decision the longest open line of {who} has {n} stones, not {played}.",
            one.better,
            who=who,
            played=one.played,
        ),
        "foes_line": lambda one, who: ntr(
            "With the better decision the longest open line against {who} has {n} stone, not {played}.",
            "With the better decision the longest open line against {who} has {n} stones, not {played}.",
            one.better,
            who=who,
            played=one.played,
        ),
        "lines": lambda one, who: ntr(
            "The better decision keeps {n} line more open to {who}.",
            "The better decision keeps {n} lines more open to {who}.",
            one.size,
            who=who,
        ),
    },
    "mediterranee": {
        "pieces": lambda one, who: ntr(
            "The better decision saves the side of {who} {n} piece.",
            "The better decision saves the side of {who} {n} pieces.",
            one.size,
            who=who,
        ),
        "lost_capitals": lambda one, who: ntr(
            "With the better decision {n} capital on the side of {who} fewer is occupied.",
            "With the better decision {n} capitals on the side of {who} fewer are occupied.",
            one.size,
            who=who,
        ),
        "open_capitals": lambda one, who: ntr(
            "The better decision does not leave {n} capital of {who} open to the enemy.",
            "The better decision does not leave {n} capitals of {who} open to the enemy.",
            one.size,
            who=who,
        ),
        "cards": lambda one, who: ntr(
            "The better decision leaves {who} {n} card more.",
            "The better decision leaves {who} {n} cards more.",
            one.size,
            who=who,
        ),
        "steps": lambda one, who: ntr(
            "The better decision brings the side of {who} {n} step nearer to the enemy capitals.",
            "The better decision brings the side of {who} {n} steps nearer to the enemy capitals.",
            one.size,
            who=who,
        ),
    },
}
"""The same for other readers, where the sentence speaks of the seat that decided."""


def comparison_words(
    game: str, one: Comparison, names: Sequence[str], atlas: Atlas | None = None, decider: Seat | None = None
) -> str:
    """Say in one sentence why the better decision is better: an end, a grave threat, the weightiest feature.

    Where none of these speaks for it, there is nothing to say: its chance alone does.
    `decider` is the seat that decided; None where it is the reader's own decision.
    """

    def named(seat: Seat) -> str:
        return seat_title(names[seat])

    whom = "" if decider is None else named(decider)
    if one.ends is not None:
        return tr(ENDS, ends=ending_words(one.ends, one.seat, names))
    if one.loses is not None:
        template = TIES if one.loses.tied else LOSES if one.loses.winners else DRAWS
        return tr(template, who=", ".join(map(named, one.loses.winners)), answer=located(one.answer))
    if one.yielded is not None:
        return _yielded_words(one.yielded, one.answer, named)
    if one.averted and one.averted[0].grave:
        return tr(AVERTS, threat=threat_words(one.averted[0], named, atlas, whom))
    feature = next((each for each in one.differences if each.name in SAID.get(game, {}) and each.size), None)
    if feature is not None:
        why = _feature_words(game, feature, whom)
        return tr(LATER, answer=located(one.answer), why=why) if feature.later else why
    return tr(AVERTS, threat=threat_words(one.averted[0], named, atlas, whom)) if one.averted else ""


def _yielded_words(yielded: tuple[Seat, int], answer: str, named: Callable[[Seat], str]) -> str:
    """Tell the points that the other side does not get, in a match of several games."""
    seat, count = yielded
    return ntr(
        "The better decision does not let {who} win {n} point with {answer}.",
        "The better decision does not let {who} win {n} points with {answer}.",
        count,
        who=named(seat),
        answer=located(answer),
    )


def _feature_words(game: str, one: Difference, whom: str) -> str:
    told = TO_OTHERS[game].get(one.name) if whom else None
    return told(one, whom) if told is not None else SAID[game][one.name](one)

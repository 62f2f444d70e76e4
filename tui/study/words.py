"""What the list of games and its figures say, in the words of whoever reads. Pure."""

from __future__ import annotations

from core.fault import sentence
from core.games import find, names
from tui.effect_words import REASONS
from tui.speech import calling, ntr, seat_title, tr, word
from tui.study.played import Played, Result
from tui.worn import called

RESULTS = {
    Result.WON: sentence("won"),
    Result.SHARED: sentence("shared"),
    Result.LOST: sentence("lost"),
    Result.OVER: sentence("finished"),
    Result.RUNNING: sentence("in progress"),
    Result.VOID: sentence("void"),
    Result.UNSETTLED: sentence("not settled"),
}
"""How a game ended, in a word."""

NAMELESS = sentence("somebody")
WHOSE = sentence("{nick}:")
"""What stands before something that is somebody's."""


def game_title(name: str) -> str:
    """Give the title of a game; its name where it is not known here."""
    return tr(find(name).title) if name in names() else name


def who(one: Played) -> str:
    """Tell against whom it was played; everybody where no seat was one's own."""
    others = one.opponents if one.own else tuple(dict.fromkeys(nick for _, nick in one.people))
    return ", ".join(nick or tr(NAMELESS) for nick in others)


def ending(one: Played) -> str:
    """Tell who won and why, or that it goes on."""
    if not one.over:
        return tr(RESULTS[Result.RUNNING])
    with calling(called(one.game, one.options)):
        winners = " + ".join(seat_title(seat) for seat, _ in one.people if seat in one.winners)
    reason = tr(REASONS[one.reason]) if one.reason in REASONS else word(one.reason)
    return f"{tr(WHOSE, nick=winners)} {reason}" if winners else reason


def played_line(one: Played) -> str:
    """Tell a game on one line, without marks."""
    parts = [one.date or "?", game_title(one.game), tr(RESULTS[one.result]), who(one), ending(one)]
    parts.append(ntr("{n} decision", "{n} decisions", one.plies))
    if one.comments:
        parts.append(ntr("{n} comment", "{n} comments", one.comments))
    return " · ".join(part for part in parts if part)

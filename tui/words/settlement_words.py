"""The settlement of an end in words: who has not received it yet, and what was played too late to count. Pure.

`SettlementLog` reports what is new about it. Time is a parameter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.fault import sentence
from core.game import Seat
from net.view.settlement_view import BypassView
from net.view.table_view import TableView
from tui.i18n.local_letters import located
from tui.i18n.translation import ntr, seat_title, tr
from tui.words.event_words import outcome_line

NOT_SETTLED = sentence("not settled yet")
EVERYBODY = sentence("Everybody has the end of the game.")
STANDS = sentence("The end of the game stands. Nobody waited for {names}, who may not know it yet.")
BACKGROUND = sentence("It is sent on in the background while Parley runs.")
UNSENT = sentence("{table}: what you played or said last waits here, for there is no connection.")
DELIVERED = sentence("{table}: what you played and said is delivered.")
LATER = sentence("It will be delivered the next time Parley starts, or in a shell by `parley settle`.")
GOES_ON = sentence("The game is not over after all: the others play on, and Resume leads back to your seat.")
UNCONFIRMED = sentence("The end of this game is not confirmed yet.")
OFFLINE = sentence("The end of this game is not confirmed yet: there is no connection.")
WITNESS = sentence("The witness of the table has not confirmed the end of the game yet.")
ENDED_SO = sentence("The game went on without your last move; it ended so: {ending}.")
WENT_ON = sentence("The game went on without your last move {text}: all others were done waiting.")
PASSED = sentence("The game went on without your move {text}: all others were done waiting.")
TOO_LATE = sentence("{name}'s move {text} came too late: all others had gone on.")


@dataclass(frozen=True, slots=True)
class LateMove:
    """A move that came too late, in words: after how many decisions, which move, and whether it was one of ours."""

    ply: int
    words: str
    mine: bool


def has_unsettled_end(view: TableView) -> bool:
    """Tell whether the end of a game in which one has a seat could still change."""
    return view.unsettled and bool(view.mine)


def unsettled_words(view: TableView) -> str:
    """Say who has not received the end yet; nothing if it is settled, or there is none."""
    settlement = view.settlement
    if settlement is None or settlement.settled:
        return ""
    last = settlement.last
    pids = {seat.seat: seat.pid for seat in view.seats}
    others = {pids.get(seat): seat for seat in reversed(settlement.awaited) if seat not in view.mine}
    ended = others.pop(pids.get(last), None) if last is not None else None
    if others:
        return _not_received(view, [_name(view, seat) for seat in sorted(others.values())], last)
    if ended is not None:
        return tr("{name} has not confirmed the end of the game yet.", name=_name(view, ended))
    if settlement.former:
        return ntr(
            "{names}, who gave a seat to somebody else, has not confirmed the end of the game yet.",
            "{names}, who gave their seats to others, have not confirmed the end of the game yet.",
            len(settlement.former),
            names=_together(list(settlement.former)),
        )
    if settlement.witness:
        return tr(WITNESS)
    return tr(UNCONFIRMED if view.online else OFFLINE)


def _not_received(view: TableView, names: list[str], last: Seat | None) -> str:
    """Say what these people have not received: one's own last move, another player's, or what all others agreed on."""
    told = {"names": _together(names)}
    if last is None:
        return ntr(
            "{names} has not received the end of the game yet.",
            "{names} have not received the end of the game yet.",
            len(names),
            **told,
        )
    if last in view.mine:
        return ntr(
            "{names} has not received your last move yet.",
            "{names} have not received your last move yet.",
            len(names),
            **told,
        )
    return ntr(
        "{names} has not received the last move yet.",
        "{names} have not received the last move yet.",
        len(names),
        **told,
    )


def settlement_words(view: TableView) -> str:
    """Say how far the end is agreed on; nothing before it, and nothing for a person alone."""
    if len({seat.pid for seat in view.seats if seat.pid}) <= 1 or view.settlement is None:
        return ""
    return unsettled_words(view) or settled_words(view)


def settled_words(view: TableView) -> str:
    """Say that everybody has an end that stands, or who has not received it though it stands."""
    settlement, mine = view.settlement, view.mine
    untold = [seat for seat in settlement.untold if seat not in mine] if settlement is not None else []
    people = {view.seats[seat].pid: seat for seat in reversed(untold)}
    names = [_name(view, seat) for seat in sorted(people.values())]
    return tr(STANDS, names=_together(names)) if names else tr(EVERYBODY)


def late_moves(view: TableView) -> tuple[LateMove, ...]:
    """Give the bypassed moves, in the order of their places."""
    return tuple(_late_moves(view))


def _late_moves(view: TableView) -> Iterator[LateMove]:
    for one in view.bypasses:
        seat, text = one.lines[0]
        if seat in view.mine:
            yield LateMove(one.at + 1, _own_words(view, one), mine=True)
        else:
            yield LateMove(one.at + 1, tr(TOO_LATE, name=_name(view, seat), text=located(text)), mine=False)


def _own_words(view: TableView, bypass: BypassView) -> str:
    seat, text = bypass.lines[0]
    later = view.match.log[bypass.at + 1 :] if view.match is not None else ()
    if any(line.seat == seat for line in later):
        return tr(PASSED, text=located(text))
    if view.outcome is None:
        return tr(WENT_ON, text=located(text))
    names = tuple(one.name for one in view.seats)
    return tr(ENDED_SO, ending=outcome_line(view.outcome, names).rstrip("."))


def _name(view: TableView, seat: Seat) -> str:
    """Give the name of the person whose program signs for a seat, else the seat's own name."""
    return view.seats[seat].owner or view.seats[seat].called or seat_title(view.seats[seat].name)


def _together(names: list[str]) -> str:
    """Give names in one row, with `and` before the last.

    >>> _together(["Ana", "Zoé"])
    'Ana and Zoé'
    """
    *first, last = names or [""]
    return tr("{one} and {other}", one=", ".join(first), other=last) if first else last


LINGERING_MS = 2_000
"""How long an end is unsettled before that is news: the receipts of people present arrive sooner."""


class SettlementLog:
    """What has been reported of the end of one table, and what is to be reported next."""

    def __init__(self) -> None:
        """Begin with nothing reported."""
        self._late: frozenset[str] = frozenset()
        self._since: int | None = None
        self._said = ""

    def late(self, view: TableView, *, mine: bool = False) -> tuple[str, ...]:
        """Give the moves that came too late, in words, and have not been reported; `mine`: only one's own."""
        found = tuple(one.words for one in late_moves(view) if one.mine or not mine)
        new = tuple(words for words in found if words not in self._late)
        self._late = self._late.union(found)
        return new

    def end(self, view: TableView, now: int) -> str:
        """Say who has not received the end, once that lasts, and that all have it, if it had lasted; nothing else."""
        if not has_unsettled_end(view):
            lasted, self._said, self._since = bool(self._said), "", None
            return settled_words(view) if lasted and view.settlement is not None else ""
        self._since = now if self._since is None else self._since
        words = unsettled_words(view)
        if now - self._since < LINGERING_MS or words == self._said:
            return ""
        self._said = words
        return words

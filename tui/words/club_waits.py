"""What waits for a member of a club, in few words: tables to play, rounds to end, lists to enter, people who ask."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from core.fault import sentence
from net.club.club_event import cleaned
from net.club.club_news import TaskKind, tasks_for
from net.club.club_state import ClubState
from tui.i18n.translation import tr

WORDS = {
    TaskKind.PAIRED: sentence("your table of round {number} of {name}"),
    TaskKind.START: sentence("{name} can begin"),
    TaskKind.ROUND: sentence("round {number} of {name} can end"),
    TaskKind.CLOSE: sentence("the list of {name} can be closed"),
    TaskKind.ENTER: sentence("{name} is open for entries"),
}
ASKS = sentence("{name} asks to come in")
ASK = sentence("{names} ask to come in")
NAMED = 3
"""How many people who ask are named."""


def waits(state: ClubState, me: bytes, admitted: Collection[bytes] = ()) -> tuple[str, ...]:
    """Give what waits for the member `me`, the most urgent first; nothing for others.

    `admitted` are the keys for whom `me` has signed already.
    """
    tasks = tasks_for(state, me, admitted)
    told = [
        tr(WORDS[one.kind], number=one.round + 1, name=cleaned(state.tournaments[one.tournament].data.name))
        for one in tasks
        if one.kind in WORDS
    ]
    return (*told, *_askers(state, [key for one in tasks if one.kind is TaskKind.ASKED for key in one.keys]))


def _askers(state: ClubState, asking: list[bytes]) -> Iterator[str]:
    names = [state.membership.name(key) for key in asking]
    if len(names) == 1:
        yield tr(ASKS, name=names[0])
    elif names:
        yield tr(ASK, names=", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])]))

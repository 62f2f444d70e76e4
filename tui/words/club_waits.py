"""What waits for a member of a club, in sentences: tables to play, rounds to end, lists to enter, people who ask."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from core.fault import sentence
from core.tournament.round_robin import FEWEST
from net.club.club_event import Admission, Expulsion, cleaned
from net.club.club_state import ClubState, may_start
from net.club.tournament_log import Stage, Tournament
from net.club.tournament_rounds import PlayedRound, TournamentPlay
from tui.i18n.translation import tr

TABLE = sentence("your table of round {number} of {name}")
ENDS = sentence("round {number} of {name} can end")
BEGINS = sentence("{name} can begin")
CLOSES = sentence("the list of {name} can be closed")
OPEN_LIST = sentence("{name} is open for entries")
ASKS = sentence("{name} asks to come in")
ASK = sentence("{names} ask to come in")
NAMED = 3
"""How many people who ask are named."""


def waits(state: ClubState, me: bytes, admitted: Collection[bytes] = ()) -> tuple[str, ...]:
    """Give what waits for the member `me`, the most urgent first; nothing for others.

    `admitted` are the keys for whom `me` has signed already.
    """
    if state.rules is None or me not in state.membership.members:
        return ()
    found = [one for it in state.tournaments.values() for one in _of_tournament(state, it, me)]
    return (*(told for _, told in sorted(found, key=lambda one: one[0])), *_askers(state, me, admitted))


def may_admit(state: ClubState, me: bytes) -> bool:
    """Tell whether the word of `me` counts when somebody is let in."""
    sponsors = state.rules is not None and state.rules.admission is Admission.SPONSORS
    return me in state.founders or (sponsors and me in state.membership.members)


def may_expel(state: ClubState, me: bytes) -> bool:
    """Tell whether the vote of `me` counts when somebody is expelled."""
    members = state.rules is not None and state.rules.expulsion is Expulsion.MEMBERS
    return me in state.founders or (members and me in state.membership.members)


def current_round(played: TournamentPlay) -> PlayedRound | None:
    """Give the first round that has not ended."""
    return next((one for one in played.rounds if not one.ended), None)


def own_table(played: TournamentPlay, round_: PlayedRound, me: bytes) -> int | None:
    """Give the table of a round where `me` still has to play, counted from 0."""
    number = played.number_of(me)
    free = (at for at, table in enumerate(round_.tables) if number in table and round_.results[at] is None)
    return next(free, None)


def _of_tournament(state: ClubState, it: Tournament, me: bytes) -> Iterator[tuple[int, str]]:
    name, mine = cleaned(it.data.name), it.organiser == me
    if it.stage is Stage.ENTRY:
        if me not in it.entered:
            yield 3, tr(OPEN_LIST, name=name)
        if mine and len(it.entered) >= FEWEST:
            yield 2, tr(CLOSES, name=name)
    elif it.stage is Stage.LOTS:
        if mine and may_start(it):
            yield 1, tr(BEGINS, name=name)
    else:
        played = state.play(it.id)
        current = current_round(played) if played.problem is None else None
        if current is not None:
            table = next((one for one in played.rounds if own_table(played, one, me) is not None), None)
            if table is not None:
                yield 0, tr(TABLE, number=table.number + 1, name=name)
            if mine and None not in current.results:
                yield 1, tr(ENDS, number=current.number + 1, name=name)


def _askers(state: ClubState, me: bytes, admitted: Collection[bytes]) -> Iterator[str]:
    asking = [key for key in state.membership.candidates if key not in admitted] if may_admit(state, me) else []
    if len(asking) == 1:
        yield tr(ASKS, name=state.membership.name(asking[0]))
    elif asking:
        names = [state.membership.name(key) for key in asking]
        yield tr(ASK, names=", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])]))

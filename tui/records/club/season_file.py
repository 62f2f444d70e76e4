"""The file of a club: its whole signed log. Read it, check it, and tell what anybody computes from it alone."""

from __future__ import annotations

from core.fault import sentence
from net.club.club_log import SEASON
from net.club.club_state import ClubState, fold_club
from net.log import evidence
from tui.i18n.translation import ntr, tell, tr
from tui.records.evidence_file import ASTRAY, GAP
from tui.words import club_words

WHOLE = sentence("Every signature and every proof is right, and no chain has a gap.")
RIGHT = sentence("Every signature and every proof is right.")


def read_season(data: bytes) -> evidence.Evidence:
    """Read the file of a club and check every signature and proof; raise `BadEvidence`."""
    return evidence.read(data, SEASON)


def state_of(found: evidence.Evidence) -> ClubState:
    """Compute the club that a checked file holds."""
    return fold_club(found.tid, found.events, dict(found.forks))


def check(path: str, data: bytes) -> tuple[int, list[str]]:
    """Check a club's file: exit status and what to print: the club, its tournaments with standings, its ladders."""
    try:
        found = read_season(data)
    except evidence.BadEvidence as fault:
        return 1, [f"{path}:{tell(fault)}"]
    state = state_of(found)
    lines = list(club_words.describe_people(state))
    for one in state.tournaments.values():
        lines += club_words.describe_standings(state, one)
    lines += club_words.describe_ladder(state)
    lines += [ntr("{n} event", "{n} events", len(found.events)), tr(WHOLE if found.whole else RIGHT)]
    names = state.membership.name
    lines += [tr(ASTRAY, who=names(author), seq=seq) for author, seq in found.astray]
    lines += [tr(GAP, who=names(author), first=first, last=last) for author, first, last in found.gaps]
    return int(bool(found.astray) or not found.certified), lines

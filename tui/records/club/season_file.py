"""The file of a club: its whole signed log. Read it, check it, and tell what anybody computes from it alone."""

from __future__ import annotations

from pathlib import Path

from core.fault import Fault, sentence
from net.club.club_log import SEASON, ClubLog
from net.club.club_state import ClubState, fold_club
from net.log import evidence
from net.storage.profile import write_whole
from tui.i18n.translation import ntr, tell, tr
from tui.records.archive import THERE
from tui.records.evidence_file import ASTRAY, GAP, UNWRITABLE, write_new
from tui.words import club_words, ladder_words

IN_FILE = sentence("The whole log of the club is in {path}, for anybody to check with `parley check`.")
NEWER = sentence(
    "{path} holds what you do not have of {name} yet, so nothing was written: take the file in first, or name another."
)
FILE_MODE = 0o600

WHOLE = sentence("Every signature and every proof is right, and no chain has a gap.")
RIGHT = sentence("Every signature and every proof is right.")


def read_season(data: bytes) -> evidence.Evidence:
    """Read the file of a club and check every signature and proof; raise `BadEvidence`."""
    return evidence.read(data, SEASON)


def save_season(path: Path, club: ClubLog) -> str:
    """Write the log of a club into a file and give the message about it; raise `Fault`.

    A file that is there is written over only if it holds nothing but what this log holds too.
    """
    try:
        old = path.read_bytes() if path.exists() else None
        if old is None:
            write_new(path, club.export())
        else:
            _must_be_older(path, old, club)
            write_whole(path, club.export().encode("ascii"), FILE_MODE)
    except OSError as problem:
        raise Fault(UNWRITABLE, path=path, why=problem.strerror or problem) from None
    return tr(IN_FILE, path=path)


def _must_be_older(path: Path, old: bytes, club: ClubLog) -> None:
    """Refuse a file that is no export of this club, or holds events that its log does not have."""
    try:
        found = read_season(old)
    except evidence.BadEvidence:
        raise Fault(THERE, path=path) from None
    if found.tid != club.cid:
        raise Fault(THERE, path=path)
    if not _marks(old) <= _marks(club.export().encode("ascii")):
        raise Fault(NEWER, path=path, name=club.state.name)


def _marks(text: bytes) -> frozenset[bytes]:
    """Give the lines of a file that hold an event."""
    return frozenset(text.split(b"\n")) - {b""}


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
    lines += ladder_words.describe_ladder(state)
    lines += [ntr("{n} event", "{n} events", len(found.events)), tr(WHOLE if found.whole else RIGHT)]
    names = state.membership.name
    lines += [tr(ASTRAY, who=names(author), seq=seq) for author, seq in found.astray]
    lines += [tr(GAP, who=names(author), first=first, last=last) for author, first, last in found.gaps]
    return int(bool(found.astray) or not found.certified), lines

"""Table talk: public lines, each said at a place of the game line and shown there whenever it arrives.

A table has no other talk: an event goes to everybody who holds the table's key. Before the start all may talk; after it
only seated players may (spectators have a topic beside the table). A line anchored where the rules close talk is void.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.game import Talk
from core.match.transcript import EtiquetteAct, Utterance
from net.identity.identity import pid_of
from net.table.line.match_history import MatchHistory
from net.table.seating.nickname import Nicknames
from net.table.seating.roster import Roster
from net.table.seating.speaker import BEFORE, Speakers
from net.view.table_view import TalkLine
from net.wire.event import MARK_SIZE, Event, Signed
from net.wire.event_data import Talk as TalkData
from net.wire.event_data import readable
from net.wire.sanitizer import TALK_LIMIT, clean

AUTHOR_LIMIT = 2048
"""Lines of one author that count at a table."""
VERBS = frozenset({"propose", "accept", "refuse", "explain", "threaten", "accuse", "thank", *EtiquetteAct})
"""The verbs of a typed tail; a courtesy is one word."""
ARGUMENTS = 6
ARGUMENT_LIMIT = 40

Act = tuple[str, ...]


@dataclass(frozen=True, slots=True, order=True)
class Spoken:
    """One line as it was said; ordered as it is displayed: place, Lamport counter, author, number in their chain.

    It names `ply` and stands at `place`: the same, but never before what its author said earlier. After a takeback,
    earlier lines may name a ply beyond the present one.
    """

    place: int
    lam: int
    author: bytes
    seq: int
    ply: int = field(compare=False)
    seat: int | None = field(compare=False)
    before: bool = field(compare=False)
    text: str = field(compare=False)
    act: Act | None = field(compare=False)
    ts: int = field(compare=False)


class TableTalk:
    """Every line of one table."""

    def __init__(self, host: bytes, *, allowed: bool) -> None:
        """Begin with nothing said; `allowed` is the table's term `talk`."""
        self.host, self.allowed = host, allowed
        self._spoken: list[Spoken] = []
        self._counts: dict[bytes, int] = {}
        self._places: dict[bytes, int] = {}
        self._heard: dict[bytes, list[tuple[int, int]]] = {}
        self._closed: Roster | None = None

    @property
    def marks(self) -> set[bytes]:
        """The marks of those whom the host had heard before the start."""
        return set(self._heard)

    def upto(self, start_seq: int) -> dict[bytes, int]:
        """Return how far the host had heard others, by mark, when signing the start as event `start_seq`."""
        heard = {mark: [seen for at, seen in heads if at <= start_seq] for mark, heads in self._heard.items()}
        return {mark: max(seen) for mark, seen in heard.items() if seen}

    def close(self, roster: Roster) -> None:
        """Drop what strangers say from the start on: it never counts, however much of it there is."""
        if self._closed is None:
            self._closed = roster
            self._spoken = [said for said in self._spoken if self._counts_now(said, roster)]

    def receive(self, signed: Signed) -> None:
        """Take in a line; one that is unreadable, or empty once cleaned, is not shown."""
        event = signed.event
        count = self._counts[event.author] = self._counts.get(event.author, 0) + 1
        data = readable(event)
        if not self.allowed or count > AUTHOR_LIMIT or not isinstance(data, TalkData):
            return
        text, act = clean(data.text, TALK_LIMIT), clean_act(data.act)
        if text or act:
            before = not any(event.gprev)
            at = self._places[event.author] = max(event.ply, self._places.get(event.author, 0))
            place = (at, event.lam, event.author, event.seq, event.ply, event.seat)
            said = Spoken(*place, before, text, act, event.ts)
            if self._closed is None or self._counts_now(said, self._closed):
                insort(self._spoken, said)

    def hear(self, event: Event) -> None:
        """Note what the host had seen: this settles which lines of strangers were said before the start."""
        for dep in event.deps:
            self._heard.setdefault(dep.mark, []).append((event.seq, dep.seq))

    def count(self, author: bytes) -> int:
        """Count the lines of an author."""
        return self._counts.get(author, 0)

    def shown(self, roster: Roster, course: MatchHistory | None, forks: Mapping[bytes, int]) -> tuple[Spoken, ...]:
        """Return the lines that count, in the order of display.

        A line that names a decision of a game waits until the start of that game is here: until then nobody knows
        which seat its author holds. `forks` tells from which number on somebody is proved to have signed two
        histories: from there on their lines count for nobody, since not all may have the same ones.
        """
        if roster.started:
            self.close(roster)
        courtesies: set[tuple[bytes, int]] = set()
        seats = {author: roster.seats_of(author) for author in {said.author for said in self._spoken}}
        return tuple(
            said
            for said in self._spoken
            if said.seq < forks.get(said.author, said.seq + 1)
            and (
                said.before
                or (course is None and roster.undone)
                or (course is not None and _may_stand(said, course.talk_at(said.ply, seats[said.author]), courtesies))
            )
        )

    def courteous(self, author: bytes, ply: int) -> bool:
        """Tell whether an author has said their courtesy at a ply."""
        return any(said.author == author and said.ply == ply and _polite(said) for said in self._spoken)

    def _counts_now(self, said: Spoken, roster: Roster) -> bool:
        seated = said.author in roster.known or any(held.author == said.author for held in roster.holders.values())
        return seated or self._was_before(said, roster)

    def _was_before(self, said: Spoken, roster: Roster) -> bool:
        if said.author == self.host:
            return said.seq < roster.start_seq
        heard = self._heard.get(said.author[:MARK_SIZE], ())
        return any(at <= roster.start_seq and said.seq <= seen for at, seen in heard)


def _polite(said: Spoken) -> bool:
    return not said.text and is_etiquette(said.act)


def _may_stand(said: Spoken, talk: Talk, courtesies: set[tuple[bytes, int]]) -> bool:
    """Tell whether a line stands: where talk is closed, only an author's first courtesy at a ply does."""
    key = (said.author, said.ply)
    if talk is Talk.OPEN or (_polite(said) and key not in courtesies):
        courtesies.add(key)
        return True
    return False


def is_etiquette(act: Act | None) -> bool:
    """Tell whether an act may be said while talk is closed."""
    return act is not None and len(act) == 1 and act[0] in set(EtiquetteAct)


def clean_act(act: Act | None) -> Act | None:
    """Return a typed tail fit to show: a known verb and a few short arguments; None for anything else."""
    if not act or act[0] not in VERBS or len(act) > ARGUMENTS or (len(act) > 1 and is_etiquette(act[:1])):
        return None
    return tuple(clean(word, ARGUMENT_LIMIT) for word in act)


def placed(shown: tuple[Spoken, ...], course: MatchHistory | None) -> tuple[int, ...]:
    """Return the place of each line in the match's log, where its ply begins; the last place for a later ply."""
    return tuple(course.logged_at(one.place) if course else 0 for one in shown)


def talk_lines(
    shown: tuple[Spoken, ...], speakers: Speakers, naming: Nicknames, places: Sequence[int]
) -> tuple[tuple[TalkLine, ...], tuple[Utterance, ...]]:
    """Return the lines for faces and for the digest, each at its place in the match's log (`placed`)."""
    lines: list[TalkLine] = []
    said: list[Utterance] = []
    for one, at in zip(shown, places, strict=True):
        pid, (seat, bot) = pid_of(one.author), speakers.of(one.author, one.seat, BEFORE if one.before else one.place)
        nick = naming.at(one.author, one.seq) or pid
        lines.append(TalkLine(at, seat, pid, nick, one.text, one.act, one.ts, one.seq, bot))
        said.append(Utterance(seat, pid, one.seq, at, one.text, one.act))
    return tuple(lines), tuple(said)

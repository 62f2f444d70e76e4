"""Write the signed evidence of a table to a file; check such a file and describe it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from core import games
from core.fault import Fault, sentence
from net.identity.identity import fingerprint, pid_of
from net.log import evidence
from net.table.seating import nickname, reservation, stand_in
from net.table.seating.nickname import Nicknames
from net.table.seating.roster import nick_of
from net.wire import door_mark
from net.wire.codec import BadMessage
from net.wire.event import Event, Kind, Signed
from net.wire.event_data import Declare, Genesis, Move, Offer, Reveal, Sit, Substitute, read, readable
from net.wire.event_data import Talk as TalkData
from net.wire.sanitizer import clean, clean_name
from tui.i18n.translation import bare, listed, ntr, tell, tr
from tui.records import archive, error_report
from tui.records.archive import moment
from tui.settings.settings import home

if TYPE_CHECKING:
    from net.storage.journal import Journal, JournalTable
    from net.table.table_projection import TableProjection

UNWRITABLE = sentence("{path} cannot be written: {why}.")
NO_TABLE = sentence("The journal has no table {text}; there are {allowed}.")
SEVERAL = sentence("{text} may mean several tables; there are {allowed}.")
NONE_KEPT = sentence("The journal has no table yet.")
KEPT = sentence(
    "The evidence is in {path}: all that was signed at the table, for anybody to check with `parley check`. "
    "Everybody who reads it sees what was said."
)
LEFT_OUT = sentence(
    "Events that hold an invitation are left out, because it is a key: {n} events, only their marks stay."
)
WHOLE = sentence("Every signature is right, and every chain begins with the table and has no gap.")
RIGHT = sentence("Every signature is right.")
UNCERTIFIED = sentence("The beginning of the table is missing: its name is not proved.")
GAP = sentence("The events {first} to {last} of {who} are missing.")
ASTRAY = sentence("Event {seq} of {who} continues another history than the one shown here.")
FORK = sentence("{who} has signed two histories of this table: they part at event {seq}.")

SAYS = sentence("says: {text}")
PLAYS = sentence("plays {text}")
DECLARES = sentence("declares {text}")
OFFERS = sentence("offers {text}")
OPENS = sentence("opens the table {text}")
SITS = sentence("asks for a seat as {text}")
RENAMES = sentence("is called {text} from now on")
LEAVES_BOT = sentence("lets a bot play on: {text}")
PLAYS_AGAIN = sentence("plays again without a bot")
RESERVES = sentence("keeps the table for {text}")
BY_DOOR = sentence("has come by the door of {text}")
SIGNS = sentence("signs {text}")

MOST = 12
"""Tables that are named where one has to be chosen."""
TOLD = frozenset({Kind.CLAIM, Kind.FINAL, Kind.FRAUD, Kind.BYE})
"""The kinds of events that are reported as signed."""


def write_new(path: Path, text: str) -> None:
    """Write evidence into a new file; raise `Fault`."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as out:
            out.write(text)
    except FileExistsError:
        raise Fault(archive.THERE, path=path) from None
    except OSError as problem:
        raise Fault(UNWRITABLE, path=path, why=problem.strerror or problem) from None


def file_stem(name: str) -> str:
    """Give a name as one that a file may have on any system: what is no letter, digit or `_` becomes a dash.

    >>> file_stem("Fri %$/.."), file_stem("Café 7"), file_stem("../")
    ('Fri', 'Café-7', 'club')
    """
    return re.sub(r"\W+", "-", name).strip("-") or "club"


def save(path: Path, text: str) -> str:
    """Write evidence into a new file and give the message about it; raise `Fault`."""
    write_new(path, text)
    left = text.count("\nwithheld ")
    return f"{tr(KEPT, path=path)} {tr(LEFT_OUT, n=left)}" if left else tr(KEPT, path=path)


def of_journal(journal: Journal, tid: bytes, *, invitations: bool = False) -> str:
    """Give the evidence of a table as the journal has it."""
    return evidence.write(tid, journal.events(tid), journal.proofs(tid), invitations=invitations)


def of_table(table: TableProjection) -> str:
    """Give the evidence of an open table."""
    annals = table.annals
    return evidence.write(table.tid, annals.all, annals.frauds.untold(frozenset(), annals.answerable))


def kept(table: TableProjection) -> Path:
    """Write the evidence of an open table into the folder of the reports and give its file; raise `NotSaved`."""
    return archive.put(
        home() / error_report.FOLDER, f"{table.tid.hex()[: archive.NAMED]}", of_table(table).encode(), ".evidence"
    )


def find(journal: Journal, text: str) -> JournalTable:
    """Find a table by its title, by the beginning of its id, by its game, or as the `last` one; raise `Fault`."""
    tables = journal.tables()
    if not tables:
        raise Fault(NONE_KEPT)
    wanted = text.casefold()
    fits = [tables[0]] if wanted == "last" else [one for one in tables if one.title.casefold() == wanted]
    fits = fits or [one for one in tables if wanted and one.tid.hex().startswith(wanted)]
    fits = fits or [one for one in tables if bare(text) in {bare(one.game), bare(_game(one))} - {""}]
    if len(fits) != 1:
        allowed = listed(_described(journal, one) for one in (fits or tables)[:MOST])
        raise Fault(SEVERAL if fits else NO_TABLE, text=text, allowed=allowed)
    return fits[0]


def _game(row: JournalTable) -> str:
    """Give the title of a table's game; its bare name if this program does not know it."""
    return tr(games.find(row.game).title) if row.game in games.names() else row.game


def _described(journal: Journal, row: JournalTable) -> str:
    """Tell a table from others: its id, its title or game, when it was opened, and who was there."""
    events = journal.events(row.tid)
    people = dict.fromkeys(_naming(events).nicks.values())
    day = moment(events[0].event.ts) if events else ""
    about = ", ".join(part for part in (_game(row) if row.title else "", day, *people) if part)
    named = f"{row.tid.hex()[:8]} {row.title or _game(row)}".strip()
    return f"{named} ({about})" if about else named


def lines(found: evidence.Evidence) -> Iterator[str]:
    """Describe checked evidence: each event with its author, then what is proved and what is missing."""
    naming = _naming(found.events)

    def who(author: bytes, seq: int) -> str:
        return f"{naming.at(author, seq) or pid_of(author)} ({fingerprint(author)})"

    for one in found.events:
        event = one.event
        said = _words(event)
        if said:
            yield f"{moment(event.ts)}  {who(event.author, event.seq)} #{event.seq}  {said}"
    people = len({one.event.author for one in found.events})
    yield ", ".join((ntr("{n} event", "{n} events", len(found.events)), ntr("{n} person", "{n} people", people)))
    yield tr(WHOLE if found.whole else RIGHT)
    if not found.certified:
        yield tr(UNCERTIFIED)
    yield from (tr(FORK, who=who(author, seq), seq=seq) for author, seq in found.forks)
    yield from (tr(ASTRAY, who=who(author, seq), seq=seq) for author, seq in found.astray)
    yield from (tr(GAP, who=who(author, last), first=first, last=last) for author, first, last in found.gaps)
    if found.withheld:
        yield tr(LEFT_OUT, n=len(found.withheld))


def check(path: str, data: bytes) -> tuple[int, list[str]]:
    """Check the bytes of an evidence file: exit status and what to print."""
    try:
        found = evidence.read(data)
    except evidence.BadEvidence as fault:
        return 1, [f"{path}:{tell(fault)}"]
    return int(bool(found.astray) or not found.certified), list(lines(found))


def _naming(events: Iterable[Signed]) -> Nicknames:
    """Give the names as at the table: whoever takes a seat over signs the name that the others have given them."""
    naming = Nicknames()
    for one in events:
        if one.event.kind in {Kind.GENESIS, Kind.SIT}:
            naming.give(one.event.author, one.event.seq, nick_of(one.event))
        elif one.event.kind == Kind.TALK:
            naming.hear(one.event)
        elif isinstance(data := readable(one.event), Substitute) and data.key == one.event.author:
            naming.inherit(data.key, clean_name(data.nick))
    return naming


def _talk_words(data: TalkData) -> tuple[str, str]:
    """Give the sentence of a talk, and the words in it."""
    match () if data.text else data.act or ():
        case (nickname.NAME, nick):
            return RENAMES, nick
        case (stand_in.VERB, bot):
            return (LEAVES_BOT, bot) if bot else (PLAYS_AGAIN, stand_in.VERB)  # without words nothing would be told
        case (reservation.VERB, *people):
            return RESERVES, ", ".join(people[1::2])
        case (door_mark.VERB, name, *_):
            return BY_DOOR, name
    return SAYS, f"{data.text} [{' '.join(data.act)}]" if data.act else data.text


def _words(event: Event) -> str:
    """Tell what an event says or does; nothing for what only keeps a table going."""
    template, text = SIGNS, ""
    try:
        data = read(event)
    except BadMessage:
        return tr(SIGNS, text=event.kind)
    match data:
        case TalkData():
            template, text = _talk_words(data)
        case Move() | Reveal():
            template, text = PLAYS, data.text
        case Declare():
            template, text = DECLARES, data.text
        case Offer():
            template, text = OFFERS, data.text or data.what
        case Genesis():
            template, text = OPENS, f"{data.title} ({data.game})"
        case Sit():
            template, text = SITS, data.nick
        case _ if event.kind in TOLD:
            text = Kind(event.kind).name.lower()
    return tr(template, text=clean(text)) if text else ""

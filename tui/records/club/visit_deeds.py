"""Deeds at a broker: bring a club up to date there, join one by an invitation, invite others to it."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from pathlib import Path

from core.fault import Fault, sentence
from net.club.club_log import ClubLog
from net.peer.club_visit import ClubVisit, visit_club
from net.transport import mqtt_transport
from net.wire.invitation import Invitation
from tui.i18n.translation import ntr, tr
from tui.records.club import member_deeds
from tui.records.club.club_book import Answer, ClubBook, Words, place_of
from tui.words import club_words

NO_TID = sentence("This invitation leads to a room, not to a club: ask a member for the club's own.")
NOT_THERE = sentence("The broker at {host}:{port} keeps nothing of this club: somebody who has it must go there once.")


def sync(book: ClubBook, given: Words) -> Answer:
    """Bring a club up to date at the broker of a room, by default the last one: take what is new, leave what is not."""
    club = book.club(given.words[0])
    at = place_of(book.journal, club, *given.words[1:])
    said: list[str] = []
    visit = _visit(book, club, at, lambda: said.extend(book.duties(club)))
    return _told(club, visit, *said)


def join(book: ClubBook, given: Words) -> Answer:
    """Take in the club of a file or of an invitation, and ask to be a member.

    A club that is kept here is joined once more by its name too, at the broker where it was brought up to date last.
    """
    text = given.words[0]
    kept = _kept(book, text)
    place = text if "://" in text else book.journal.club_place(kept.cid) if kept is not None else ""
    if not place:
        return member_deeds.join(book, given) if kept is None else member_deeds.rejoin(book, kept)
    at = Invitation.parse(place)
    if kept is None and at.tid is None:
        raise Fault(NO_TID)
    club = kept if kept is not None else book.load(at.tid or b"")
    said: list[str] = []
    visit = _visit(book, club, at, lambda: said.extend(_asked(book, club)))
    if club.state.founding is None:
        raise Fault(NOT_THERE, host=at.host, port=at.port)
    member = book.me in club.state.membership.members
    template = member_deeds.MEMBER_ALREADY if member else member_deeds.ASKED_THERE
    return _told(club, visit, tr(template, name=club.state.name), *said)


def _kept(book: ClubBook, text: str) -> ClubLog | None:
    """Find the club that is kept here by that name; None for an invitation, a file that is there or another word."""
    if "://" in text or Path(text).exists():
        return None
    with suppress(Fault):
        return book.club(text)
    return None


def _asked(book: ClubBook, club: ClubLog) -> tuple[str, ...]:
    """Keep the club and ask to be a member, if it is there."""
    if club.state.founding is None:
        return ()
    club.keep()
    return member_deeds.ask(book, club)


def invite(book: ClubBook, given: Words) -> Answer:
    """Give the invitation to a club at the broker of a room, by default the one where it was brought up to date."""
    club = book.club(given.words[0])
    url = str(place_of(book.journal, club, *given.words[1:]).at_table(club.cid))
    return Answer([url], {"invitation": url})


def _visit(book: ClubBook, club: ClubLog, at: Invitation, duties: member_deeds.Duties) -> ClubVisit:
    identity = book.profile.identity
    connect = mqtt_transport.connector(at, identity)
    visit = asyncio.run(visit_club(club, identity, at, connect, entropy=secrets.token_bytes, duties=duties))
    book.journal.keep_club_place(club.cid, str(at.to_room()))
    return visit


def _told(club: ClubLog, visit: ClubVisit, *said: str) -> Answer:
    lines = [
        ntr("{n} event is new.", "{n} events are new.", visit.new),
        ntr("{n} event was missing there.", "{n} events were missing there.", visit.left),
    ]
    value = club_words.club_json(club.state) | {"new": visit.new, "left": visit.left}
    return Answer([*lines, *said, tr(member_deeds.TAKEN, name=club.state.name)], value)

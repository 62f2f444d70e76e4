"""The lobby: who is in a room, which tables are shown there, and what was said.

Pure: `now` is this machine's clock in milliseconds. Other people's clocks may be wrong, so their times only tell older
from newer. Signatures, and that the author owns the topic, are checked before (`net.wire.peer_message.open_note`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field

import msgspec

from core.fault import Fault, UnknownGame, sentence
from core.games import find, names
from core.option import settle
from net.identity.identity import fingerprint, pid_of
from net.table.fold.table_terms import rules_hash, settle_terms
from net.table.table import Table
from net.transport.rate_limit import RateLimit
from net.view.contact_book import ContactBook
from net.view.room_view import CODED, CardView, LobbyView, PersonView, terms_now
from net.view.table_view import Fields
from net.wire.door_mark import DoorMark
from net.wire.event import VERSION
from net.wire.invitation import Invitation
from net.wire.passcode import SEALED_SIZE
from net.wire.peer_message import Card, Chat, Presence, patience
from net.wire.sanitizer import TALK_LIMIT, clean, clean_fields, clean_name

STALE_MS = 15 * 60_000
"""Presences and cards older than this are dropped."""
UNSAID_MS = 60_000
"""So long after a new connection cards are dropped that were heard before it and not again."""
PEOPLE_LIMIT = 500
TABLES_LIMIT = 200
HOST_LIMIT = 20
"""Tables shown of one host."""
CHAT_LIMIT = 200
BURST = 5
"""Lines of chat that one person may say within as many seconds."""
FIELD_LIMIT = 60
SEATS_LIMIT = 16
SALT_SIZE = 16
VERSION_LIMIT = 6
"""Digits of each part of a version."""

NO_GAME = sentence("This program does not have the game {game}.")
OTHER_RULES = sentence("The host plays {game} by other rules than this program: you can only watch.")
NEWER_THERE = sentence(
    "The host plays {game} by other rules: their program ({theirs}) is newer than yours ({ours}). Update yours to "
    "take a seat; until then you can watch."
)
OLDER_THERE = sentence(
    "The host plays {game} by other rules: their program ({theirs}) is older than yours ({ours}). The host must "
    "update it; until then you can watch."
)
NEWER_OPTION = sentence("This program cannot play the table: {why}")
PRIVATE = sentence("The table is private: its invitation is needed.")


class Unplayable(Fault):
    """Why a table cannot be played at from here."""


@dataclass(slots=True)
class _Person:
    note: Presence
    heard: int
    present: bool
    door: str = ""
    lines: RateLimit = field(default_factory=lambda: RateLimit(BURST, BURST * 1000))


@dataclass(slots=True)
class _Shown:
    note: Card
    heard: int


def _door_of(note: Presence) -> str:
    """Give the name of the door by which somebody is here, empty if none has signed for them."""
    mark = DoorMark.among(note.features, note.author)
    return "" if mark is None else mark.name


class Lobby:
    """One room as one profile hears it."""

    def __init__(self, invitation: Invitation, me: bytes, app: str = "") -> None:
        """Enter the room of an invitation; `me` is the own public key, `app` the program's version.

        `features` are told of this program in its presence.
        """
        self._invitation = invitation.to_room()
        self._me, self._app = me, app
        self.features: tuple[str, ...] = ()
        self.book = ContactBook()
        self._people: dict[str, _Person] = {}
        self._cards: dict[tuple[str, bytes], _Shown] = {}
        self._began: int | None = None
        self._chat: deque[tuple[str, str, str]] = deque(maxlen=CHAT_LIMIT)
        self._heard: deque[tuple[bytes, int, str]] = deque(maxlen=CHAT_LIMIT)
        self._unknown = RateLimit(BURST, BURST * 1000)

    def begin(self, now: int) -> None:
        """Take in that there is a new connection.

        The broker gives back the cards that it has; whoever shows others says them again. A card that nobody says
        again was cleared meanwhile.
        """
        self._began = now

    def leave(self) -> None:
        """Take in that the connection is gone: no card is missed while nothing can be heard."""
        self._began = None

    def receive_presence(self, note: Presence, now: int) -> None:
        """Take in that somebody is here; an older presence than the known one is ignored.

        A first presence that is old may have been kept by the broker: the person is absent until heard again.
        """
        pid, known = pid_of(note.author), self._people.get(pid_of(note.author))
        if now - note.ts > STALE_MS:
            return
        if known is None:
            if self._has_room(now):
                self._people[pid] = _Person(note, now, abs(now - note.ts) <= self._patience(), _door_of(note))
        elif note.ts > known.note.ts or (note.session != known.note.session and not self._is_present(known, now)):
            if note.features != known.note.features:
                known.door = _door_of(note) or known.door
            known.note, known.heard, known.present = note, now, True

    def gone(self, pid: str) -> None:
        """Take in that a presence was cleared, by its owner or by the owner's MQTT will."""
        if pid in self._people:
            self._people[pid].present = False

    def receive_card(self, note: Card, now: int) -> None:
        """Take in a table's card; a host has at most `HOST_LIMIT`, and an older card replaces no newer one."""
        key = (pid_of(note.author), note.tid)
        known = self._cards.get(key)
        if now - note.ts > STALE_MS or len(note.seats) > SEATS_LIMIT:
            return
        if known is not None:
            if note.ts >= known.note.ts:
                known.note, known.heard = note, now
            return
        self._forget(now)
        if len(self._cards) < TABLES_LIMIT and sum(host == key[0] for host, _ in self._cards) < HOST_LIMIT:
            self._cards[key] = _Shown(note, now)

    def cleared(self, pid: str, tid: bytes) -> None:
        """Take in that a host has cleared the card of a table."""
        self._cards.pop((pid, tid), None)

    def is_shown(self, tid: bytes, pids: Collection[str], now: int) -> bool:
        """Tell whether one of some people, who is heard, shows a table."""
        shown = (pid for pid in pids if (pid, tid) in self._cards)
        return any(pid in self._people and self._is_present(self._people[pid], now) for pid in shown)

    def receive_chat(self, note: Chat, now: int) -> None:
        """Take in a line of chat, cleaned; more than `BURST` lines of one person in as many seconds are dropped.

        All who are not in the room share one such allowance. A line that somebody else repeats, or has kept for
        long, is dropped.
        """
        pid, text = pid_of(note.author), clean(note.text, TALK_LIMIT)
        said, person = (note.author, note.ts, note.text), self._people.get(pid)
        allowance = self._unknown if person is None else person.lines
        if said in self._heard or now - note.ts > STALE_MS or not allowance.use(now):
            return
        self._heard.append(said)
        if text and pid not in self.book.silent:
            self._chat.append((pid, clean_name(note.nick) or pid, text))

    def present(self, now: int) -> frozenset[str]:
        """Return the pids of those who are heard."""
        return frozenset(pid for pid, person in self._people.items() if self._is_present(person, now))

    def public_of(self, pid: str) -> bytes | None:
        """Return the public key of somebody known in the room."""
        person = self._people.get(pid)
        return person.note.author if person else None

    def view(self, now: int, *, online: bool = True) -> LobbyView:
        """Return the room as it stands: people by name, tables that still gather first."""
        self._forget(now)
        hidden = self.book.shunned
        people = (self._person(pid, one, now) for pid, one in self._people.items() if pid not in hidden)
        tables: dict[str, CardView] = {}
        here = self.present(now)
        cards = sorted(self._cards.items(), key=lambda one: one[0][0] not in here)
        for (host, _), shown in cards:  # of two cards of one table, that of somebody heard, or the first to arrive
            if host not in hidden:
                view = self._card_view(shown.note)
                tables.setdefault(view.tid, view)
        return LobbyView(
            room=self._invitation.room,
            online=online,
            people=tuple(sorted(people, key=lambda one: (one.nick.casefold(), one.pid))),
            tables=tuple(sorted(tables.values(), key=lambda one: (one.started, one.title.casefold(), one.tid))),
            chat=tuple((p, self.book.name(p, nick), text) for p, nick, text in self._chat if p not in self.book.silent),
        )

    def locks(self, tid: bytes | None = None) -> tuple[tuple[bytes, bytes], ...]:
        """Return the sealed keys of the tables that a code opens, or of table `tid`, each with its table's id."""
        notes = (shown.note for shown in self._cards.values())
        return tuple((one.tid, one.code) for one in notes if _why_not(one)[0] == CODED and tid in {None, one.tid})

    def _person(self, pid: str, person: _Person, now: int) -> PersonView:
        nick, author = clean_name(person.note.nick) or pid, person.note.author
        status, present = clean(person.note.status, FIELD_LIMIT), self._is_present(person, now)
        warned = self.book.warning(author, nick) if author != self._me else ("", ())
        words, known = fingerprint(author), self.book.get(pid)
        return PersonView(pid, nick, words, status, present, known, *warned, door=person.door)

    def presence(self, nick: str, session: bytes, now: int, status: str = "") -> Presence:
        """Return our presence and the rules we play by; `session` is 8 bytes drawn at each start."""
        rules = tuple((name, rules_hash(find(name))) for name in names())
        return Presence(VERSION, self._me, clean_name(nick), self._app, rules, status, session, now, self.features)

    def say(self, nick: str, text: str, now: int) -> Chat:
        """Return a line of chat to the room."""
        return Chat(VERSION, self._me, clean_name(nick), clean(text, TALK_LIMIT), now)

    def card(self, table: Table, nick: str, now: int, code: bytes = b"") -> Card:
        """Return the card of a table whose genesis is known; `code` holds a private table's key, sealed.

        The name on it is that of the table's host, whoever shows it.
        """
        view, genesis, host = table.view(), table.annals.genesis, table.annals.host
        private = dict(view.terms).get("private") == "yes"
        return Card(
            v=VERSION,
            author=self._me,
            tid=table.tid,
            title=view.title,
            nick=clean_name(nick if host in {self._me, b""} else table.annals.nick(host)),
            game=view.game,
            options=view.options,
            terms=terms_now(view),
            seats=tuple(seat.pid for seat in view.seats if not seat.vacant),
            private=private,
            rules=genesis.rules_hash if genesis else b"",
            started=bool(table.annals.roster.started),
            ts=now,
            code=code,
            salt=genesis.salt if genesis is not None and not private else b"",
        )

    def dated(self, card: Card, now: int) -> Card:
        """Return the same card with another time."""
        return msgspec.structs.replace(card, ts=now)

    def _card_view(self, note: Card) -> CardView:
        template, fields = self._why_not(note)
        title = clean(note.title, FIELD_LIMIT)
        pid = pid_of(note.author)
        return CardView(
            tid=note.tid.hex(),
            title=title,
            host=self._host(pid, clean_name(note.nick) or pid),
            game=clean(note.game, FIELD_LIMIT),
            options=_cleaned(note.options),
            terms=_cleaned(note.terms),
            seats=tuple(clean_name(seat) for seat in note.seats),
            taken=sum(bool(seat) for seat in note.seats),
            started=note.started,
            template=template,
            fields=fields,
            invitation="" if note.private else str(self._invitation.at_table(note.tid)),
            salt=note.salt.hex() if len(note.salt) <= SALT_SIZE else "",
            unhosted=not note.started and self._stands_in(pid, clean_name(note.nick) or pid),
        )

    def _host(self, pid: str, nick: str) -> str:
        """Name a table's host by its card."""
        return nick if self._stands_in(pid, nick) else self.book.name(pid, nick)

    def _stands_in(self, pid: str, nick: str) -> bool:
        """Tell whether somebody shows a table in its host's place: they go by another name than the card tells."""
        shower = self._people.get(pid)
        return shower is not None and (clean_name(shower.note.nick) or pid) != nick

    def _why_not(self, note: Card) -> tuple[str, Fields]:
        """Tell why one cannot play at a table from here; if rules differ, whose program is older."""
        template, fields = _why_not(note)
        host = self._people.get(pid_of(note.author))
        theirs, ours = _version(host.note.app if host else ""), _version(self._app)
        if template != OTHER_RULES or not theirs or not ours or theirs == ours:
            return template, fields
        named = clean_fields({"theirs": host.note.app if host else "", "ours": self._app})
        return NEWER_THERE if theirs > ours else OLDER_THERE, (*fields, *named)

    def _patience(self) -> int:
        return patience(len(self._people))

    def _is_present(self, person: _Person, now: int) -> bool:
        return person.present and now - person.heard <= self._patience()

    def _has_room(self, now: int) -> bool:
        """Tell whether somebody new fits in; the person unheard for longest makes room."""
        if len(self._people) < PEOPLE_LIMIT:
            return True
        absent = [(person.heard, pid) for pid, person in self._people.items() if not self._is_present(person, now)]
        if absent:
            del self._people[min(absent)[1]]
        return bool(absent)

    def _forget(self, now: int) -> None:
        """Drop people and cards unheard for `STALE_MS`, and cards not said again on a new connection."""
        self._people = {pid: one for pid, one in self._people.items() if now - one.heard <= STALE_MS}
        since = now - STALE_MS
        if self._began is not None and now - self._began > UNSAID_MS:
            since = max(since, self._began)
        self._cards = {key: one for key, one in self._cards.items() if one.heard >= since}


def _version(app: str) -> tuple[int, ...]:
    """Read a version as numbers that can be compared; empty if it is none."""
    parts = app.split(".")
    plain = all(part.isascii() and part.isdigit() and len(part) <= VERSION_LIMIT for part in parts)
    return tuple(map(int, parts)) if plain else ()


def _why_not(note: Card) -> tuple[str, Fields]:
    """Tell why a table cannot be played at from here, as template and fields; both are empty if it can."""
    try:
        _check(note)
    except Fault as fault:
        return fault.template, clean_fields(fault.fields)
    return "", ()


def _check(note: Card) -> None:
    if note.private:
        raise Unplayable(CODED if len(note.code) == SEALED_SIZE else PRIVATE)
    try:
        game = find(note.game)
    except UnknownGame as fault:
        raise Unplayable(NO_GAME, game=note.game) from fault
    if note.rules != rules_hash(game):
        raise Unplayable(OTHER_RULES, game=game.title)
    try:
        game.seats(settle(game, dict(note.options)))
        settle_terms(dict(note.terms))
    except Fault as fault:
        raise Unplayable(NEWER_OPTION, why=str(fault)) from fault


def _cleaned(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((clean(name, FIELD_LIMIT), clean(value, FIELD_LIMIT)) for name, value in pairs[:64])

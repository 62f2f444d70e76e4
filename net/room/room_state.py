"""One peer's room without the network: messages heard there are opened, messages said there are sealed and timed.

Presence is published every 15 s (less often in a crowd), a host's table cards when they change and every five minutes.
Both are retained. While a host is away, the first of the others who plays shows the card of a running table, signed as
one's own. `net.room.lobby` keeps the state of the room itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.fault import Fault, sentence
from net import APP
from net.identity.identity import Identity, pid_of
from net.room.direct_invitation import DirectInvitations
from net.room.lobby import Lobby
from net.table.table import Table
from net.table.view_builder import phase_of
from net.transport.transport import OutgoingMessage
from net.view.room_view import LobbyView
from net.view.table_view import Phase
from net.wire import envelope, mqtt_topic, peer_message
from net.wire.codec import BadMessage, Flaw
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import Place, Topic

PRESENCE_MS = 15_000
"""Time between two presences of ours, in a room of up to `peer_message.CROWD` people."""
CARD_MS = 300_000
"""Time between two cards of a table that does not change."""
AGAIN_MS = 2_000
"""Time before we repeat a message of ours that somebody cleared or overwrote."""
STOOD_IN = frozenset({Phase.GATHERING, Phase.STARTING, Phase.PLAYING})
"""The phases of a table that its players show while its host is away."""


NOT_HERE = sentence("That person is not in the room any more.")


class RoomState:
    """What one profile hears and says in one room."""

    def __init__(self, identity: Identity, invitation: Invitation, nick: str, entropy: Callable[[int], bytes]) -> None:
        """Enter the room of an invitation as `nick`; `entropy` gives nonces and the session's mark."""
        self.room = invitation.room
        self.lobby = Lobby(invitation, identity.public, APP)
        self.letters = DirectInvitations(identity, invitation)
        self._key = invitation.lobby_key
        self._identity = identity
        self._nick = nick
        self._entropy = entropy
        self._session = entropy(8)
        self._presence_at = 0
        self._began: int | None = None
        self.is_read = False
        """Whether all that the broker kept of the room has been here: our own presence, said after, has come back."""
        self._cards: dict[bytes, tuple[int, peer_message.Card]] = {}
        self._versions: dict[bytes, int] = {}
        self._signs: dict[bytes, tuple[object, ...]] = {}
        self._locks: dict[bytes, bytes] = {}
        self._tables: dict[bytes, Table] = {}
        self._look_at: int | None = None

    def begin(self, now: int) -> OutgoingMessage:
        """Return our presence, to be said once the room is subscribed to on a new connection.

        The cards that we show are said again soon, unless the broker gives them back: it may have forgotten all.
        """
        self.is_read, self._began = False, now
        self.lobby.begin(now)
        self._cards = {tid: (now + AGAIN_MS - CARD_MS, card) for tid, (_, card) in self._cards.items()}
        return self.presence(now)

    def leave(self) -> None:
        """Notice that the connection is gone."""
        self.is_read, self._began = False, None
        self.lobby.leave()

    def receive(self, at: Topic, topic: str, wire: bytes, now: int) -> None:
        """Take in a message from a bare topic of the room or from our inbox; raise `BadMessage`."""
        try:
            self._open(at, topic, wire, now)
        except BadMessage:
            self._lose(at, now)
            raise
        if not wire:
            self._lose(at, now)

    def _open(self, at: Topic, topic: str, wire: bytes, now: int) -> None:
        match at.place:
            case Place.PRESENCE if not wire:
                self.lobby.gone(at.pid)
                self._look_again(now)
            case Place.PRESENCE:
                note = peer_message.open_note(self._key, topic, wire, peer_message.Presence)
                self._come_back(note)
                self.lobby.receive_presence(note, now)
            case Place.CARD if not wire:
                self.lobby.cleared(at.pid, at.tid)
                self._look_again(now)
            case Place.CARD:
                card = peer_message.open_note(self._key, topic, wire, peer_message.Card)
                if card.tid != at.tid:
                    raise BadMessage(Flaw.FOREIGN)
                self._keep(card, now)
                self.lobby.receive_card(card, now)
                self._look_again(now)
            case Place.CHAT:
                self.lobby.receive_chat(peer_message.open_note(self._key, topic, wire, peer_message.Chat), now)
            case Place.INBOX if at.pid == self._identity.pid and wire:
                self.letters.receive(wire, now, self.heard(now))
            case _:
                raise BadMessage(Flaw.FOREIGN)

    def _come_back(self, note: peer_message.Presence) -> None:
        """Notice our own presence of this connection: what the broker kept came before it."""
        if note.author == self._identity.public and note.session == self._session:
            self.is_read |= self._began is not None and note.ts >= self._began

    def _keep(self, card: peer_message.Card, now: int) -> None:
        """Notice that the broker has one of our cards, as we said it last."""
        said = self._cards.get(card.tid)
        if said is not None and card.author == self._identity.public and said[1].ts == card.ts:
            self._cards[card.tid] = (now, card)

    def _look_again(self, now: int) -> None:
        """Look soon whose card shows the tables at which we are and that somebody else opened."""
        if self._look_at is None and any(table.annals.host != self._identity.public for table in self._tables.values()):
            self._look_at = now + AGAIN_MS

    def _lose(self, at: Topic, now: int) -> None:
        """Notice that somebody cleared or overwrote what we keep in the room; it is said again soon."""
        if at.pid != self._identity.pid:
            return
        if at.place is Place.PRESENCE:
            self._presence_at = min(self._presence_at, now + AGAIN_MS)
        elif at.place is Place.CARD and at.tid in self._cards:
            said, card = self._cards[at.tid]
            self._cards[at.tid] = (min(said, now + AGAIN_MS - CARD_MS), card)

    def view(self, now: int, *, online: bool) -> LobbyView:
        """Return the room as it stands. Nobody is invited to a table that is over or that nobody shows any more."""
        hidden, room = self.lobby.book.shunned, self.lobby.view(now, online=online)
        there = {card.tid for card in room.tables}
        invited = (one for one in self.letters.shown(now) if one.pid not in hidden and one.tid in there)
        return replace(room, invited=tuple(invited))

    def heard(self, now: int) -> frozenset[str]:
        """Return the pids of those present."""
        return self.lobby.present(now)

    def next_due(self) -> int:
        """Return the time of the next `due`."""
        cards = [at + CARD_MS for at, _ in self._cards.values()]
        return min([self._presence_at, *cards, *([] if self._look_at is None else [self._look_at])])

    def due(self, now: int) -> list[OutgoingMessage]:
        """Return what is to be said again now."""
        posts = [self.presence(now)] if now >= self._presence_at else []
        self._look_at = None
        for table in self._tables.values():
            if table.annals.host != self._identity.public and self._stands_in(table, now) != (table.tid in self._cards):
                self._versions.pop(table.tid, None)
                posts += self.show(table, now)
        for tid, (at, card) in tuple(self._cards.items()):
            if now >= at + CARD_MS:
                posts.append(self._put_card(tid, card, now))
        return posts

    def presence(self, now: int) -> OutgoingMessage:
        """Return our presence."""
        self._presence_at = now + PRESENCE_MS * max(peer_message.CROWD, len(self.heard(now))) // peer_message.CROWD
        topic = mqtt_topic.presence(self.room, self._identity.pid)
        note = self.lobby.presence(self._nick, self._session, now)
        return OutgoingMessage(topic, self._seal(topic, note), retain=True)

    def rename(self, nick: str) -> None:
        """Use another name from now on."""
        self._nick = nick
        self._presence_at = 0
        self._versions.clear()
        self._signs.clear()

    def chat(self, text: str, now: int) -> OutgoingMessage:
        """Return a line of chat to the room."""
        topic = mqtt_topic.chat(self.room)
        return OutgoingMessage(topic, self._seal(topic, self.lobby.say(self._nick, text, now)), qos=0)

    def invite(self, pid: str, at: Invitation, text: str, now: int) -> OutgoingMessage:
        """Invite somebody who is heard here to a table; raise `Fault`."""
        to = self.lobby.public_of(pid)
        if to is None or pid not in self.heard(now):
            raise Fault(NOT_HERE)
        return self.letters.write(to, self._nick, at, text, now)

    def show(self, table: Table, now: int) -> list[OutgoingMessage]:
        """Show a table's card while this profile is its host or stands in for them; only if the card has changed."""
        self._tables[table.tid] = table
        if self._versions.get(table.tid) == table.version:
            return []
        self._versions[table.tid] = table.version
        if table.annals.host != self._identity.public and not self._stands_in(table, now):
            return self._clear(table.tid)
        if self._signs.get(table.tid) == (sign := _sign(table)):
            return []
        if phase_of(table.annals) in {Phase.OVER, Phase.CLOSED}:
            return self._clear(table.tid)
        self._signs[table.tid] = sign
        card = self.lobby.card(table, self._nick, now, self._locks.get(table.tid, b""))
        shown = self._cards.get(table.tid)
        if shown is not None and shown[1] == self.lobby.dated(card, shown[1].ts):
            return []
        return [self._put_card(table.tid, card, now)]

    def _stands_in(self, table: Table, now: int) -> bool:
        """Tell whether to show somebody else's table: we sit there, and neither its host nor an earlier seat shows it.

        Nothing else is asked of the card of another: whoever is in the room may show any table as their own.
        """
        annals, me = table.annals, self._identity.pid
        seated = [pid_of(held.author) for _, held in sorted(annals.roster.holders.items())]
        if phase_of(annals) not in STOOD_IN or me not in seated or annals.moved[0]:
            return False
        return not self.lobby.is_shown(table.tid, {pid_of(annals.host), *seated[: seated.index(me)]}, now)

    def lock(self, tid: bytes, sealed: bytes) -> None:
        """Put a private table's key on its card, sealed under its code."""
        self._locks[tid] = sealed
        self._signs.pop(tid, None)

    def withdraw(self, tid: bytes) -> list[OutgoingMessage]:
        """Leave a table: clear its card, if it is shown from here.

        Whoever is asked there to take a seat over is called back by what has invited them.
        """
        table = self._tables.pop(tid, None)
        offers = table.view().offers if table is not None else ()
        self.letters.recall(tid, asked=any(one.heir_pid == self._identity.pid for one in offers))
        self._versions.pop(tid, None)
        return self._clear(tid)

    def _clear(self, tid: bytes) -> list[OutgoingMessage]:
        self._signs.pop(tid, None)
        if self._cards.pop(tid, None) is None:
            return []
        return [OutgoingMessage(mqtt_topic.card(self.room, self._identity.pid, tid), b"", retain=True)]

    def farewell(self) -> list[OutgoingMessage]:
        """Clear our cards and our presence."""
        cards = [post for tid in tuple(self._cards) for post in self.withdraw(tid)]
        return [*cards, OutgoingMessage(mqtt_topic.presence(self.room, self._identity.pid), b"", retain=True)]

    def _put_card(self, tid: bytes, card: peer_message.Card, now: int) -> OutgoingMessage:
        dated = self.lobby.dated(card, now)
        self._cards[tid] = (now, dated)
        topic = mqtt_topic.card(self.room, self._identity.pid, tid)
        return OutgoingMessage(topic, self._seal(topic, dated), retain=True)

    def _seal(self, topic: str, note: peer_message.LobbyNote) -> bytes:
        return peer_message.seal_note(self._key, topic, self._identity, note, self._entropy(envelope.NONCE_SIZE))


def _sign(table: Table) -> tuple[object, ...]:
    """Return what may change of a table's card: cheaper than building the table's view."""
    annals = table.annals
    holders = tuple(sorted((seat, held.author) for seat, held in annals.roster.holders.items()))
    watched = annals.line is None or annals.line.course.watched
    return (phase_of(annals), bool(annals.roster.started), holders, len(annals.roster.names), watched)

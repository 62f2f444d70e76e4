"""One open table of this profile without the network: bytes and time come in, bytes to publish go out.

What arrives goes through the pipeline of the protocol (section 4): it is opened, put in its chain, journalled and told
to the table. Then the table's duties are signed. What this profile says is journalled before it can be published. The
caller hands in messages (`receive`), ends each batch with `settle`, calls `tick` when `next_due` has come and publishes
`take_posts` in order.
"""

from __future__ import annotations

from collections.abc import Container
from contextlib import suppress

from core.fault import Fault
from net.identity.identity import pid_of
from net.log.chain import Accepted
from net.log.feed import BEHIND, CannotSign
from net.peer.club_at_table import club_at_table
from net.peer.inbox import Inbox
from net.sync.replication import ROUND_MS, Answer, SayHeads, Stage
from net.table.action.permission import NotAdmitted
from net.table.line.takeback import UNWATCHED
from net.transport.transport import OutgoingMessage
from net.wire.event import Draft, Kind, Signed
from net.wire.invitation import Invitation


class TableSession(Inbox):
    """A table with its chains, its journal and its replication."""

    def load(self) -> None:
        """Load the table's events from the journal; raise `JournalDamaged`."""
        for signed in self._journal.events(self.tid):
            for arrival in self.feed.receive(signed):
                if isinstance(arrival, Accepted):
                    self.table.receive(arrival.signed)
            if signed.event.author == self.table.annals.host:
                self._admit()
        self._admit()
        for proof in self._journal.proofs(self.tid):
            self.feed.receive(proof.first)
            self.feed.receive(proof.second)
            self.table.forked(proof.first.event.author, proof.first, proof.second)

    def begin(self, now: int, *, alone_ms: int = ROUND_MS, fresh: bool = False) -> None:
        """Start to catch up: its topics are subscribed. A `fresh` table of our own has nothing to fetch."""
        self._outbox.forget()
        self._wires.clear()
        self.caught_up = self.caught_up or fresh
        self.sync.begin(now, alone_ms=alone_ms, fresh=fresh)

    @property
    def elsewhere(self) -> str:
        """Where the table has moved; empty if that is here, also where the certificate has changed since.

        Empty too for its host who arrives: it goes on here as soon as they can say so.
        """
        return "" if self.arrives and self.table.annals.host == self.table.me else self._led_away

    @property
    def _led_away(self) -> str:
        """Where the host's last word leads; empty if that is here."""
        place, own = self.table.annals.moved[0], self.invitation
        there = Invitation.parse(place).secured_as(own) if place else own
        return "" if there == own else place

    @property
    def led_back(self) -> bool:
        """Whether the table has moved, by the host's last word, to where this profile has come from."""
        return bool(self.elsewhere) and self.table.annals.moved == self.outdated

    @property
    def untold(self) -> bool:
        """Whether this profile has moved its table away, and the broker here may not have that word yet."""
        me = self._identity.public
        if self.table.annals.host != me or not self.elsewhere:
            return False
        words = (signed.event.seq for signed in reversed(self.chain) if signed.event.kind == Kind.BYE)
        return next(words, -1) > self.delivered

    @property
    def chain(self) -> tuple[Signed, ...]:
        """All that this profile has signed at the table."""
        return self.feed.events(self._identity.public)

    def word_to(self, place: Invitation) -> tuple[str, int]:
        """Return the host's last word if it leads to the room of `place`, else no word; as `moved`."""
        word = self.table.annals.moved
        return word if word[0] and Invitation.parse(word[0]).place == place.place else ("", 0)

    def reread(self) -> None:
        """Read once more what the broker keeps, which arrives now: what was refused as too early may fit by now."""
        self.sync.asking.rereads = False
        self._wires.clear()

    def leave(self) -> None:
        """Notice that the connection is gone; what waits to be published is in the journal."""
        self.sync.leave()
        self.table.keeper.interrupted()
        self._posts.clear()

    def fail(self, error: Exception) -> None:
        """Stop for good because of an error; the journal has everything up to it."""
        self.failure, self._telling_at = error, None
        self.leave()

    def settle(self, now: int) -> bool:
        """Journal what has arrived, tell the table, do its duties; tell whether anything changed."""
        before, moved = (self.table.version, self._overheard), self._moved
        fresh, self._fresh, self._overheard, self._moved = self._fresh, [], self.gallery.version, False
        if self.club:
            self.fail(club_at_table(self.club))
            return True
        self._keep(fresh)
        for signed in fresh:
            self.table.receive(signed, at_once=False)
        if fresh:
            self.sync.hear_event(now)
            self._hurry(now)
        told = self._tell_on(now)
        if (told or fresh) and self._admit():
            self.sync.hear_gap(now)
        self._do_duties(now)
        self._refuse_to_look_on()
        return told or moved or (self.table.version, self._overheard) != before

    def tick(self, now: int) -> bool:
        """Send what is due; tell whether the table may be spoken at from now on."""
        errands = self.sync.due(now)
        evidence = self._evidence() if any(isinstance(errand, SayHeads) for errand in errands) else ()
        for errand in (*errands, *evidence):
            self._posts += self._scribe.run(errand, self.feed, self.table, now)
        told = self._tell_on(now)
        if told and self._admit():
            self.sync.hear_gap(now)
        if self.sync.stage is not Stage.LIVE:
            return told
        self._publish_own()
        before = (self.caught_up, self.table.version)
        self.caught_up = True
        self._do_duties(now)
        self._refuse_to_look_on()
        return told or (True, self.table.version) != before

    def _evidence(self) -> tuple[Answer, ...]:
        """Return both events of each proof that no seated player has published: spectators cannot publish it."""
        annals = self.table.annals
        return tuple(Answer((one.first, one.second)) for one in annals.frauds.untold(annals.seated, annals.answerable))

    def _tell_on(self, now: int) -> bool:
        """Continue a refold of the table; tell whether it was completed since the last look."""
        ended = self.table.go_on() or (self._telling_at is not None and not self.table.retelling)
        self._telling_at = now if self.table.retelling else None
        return ended

    def next_due(self) -> int | None:
        """Return the time of the next `tick`, or None; without a connection only a refold is due."""
        due = (self.sync.next_due(), self.table.keeper.next_due() if self.sync.stage is Stage.LIVE else None)
        return min((at for at in (*due, self._telling_at) if at is not None), default=None)

    def emit(self, draft: Draft, now: int) -> Signed:
        """Sign, journal, take in and queue an event of this profile; the journal has it before anybody else can.

        Raises `CannotSign` if the chain cannot be continued now, as before all of it is known to be here, and
        `IllegalAction` for a move during a negotiation phase and for vacation days when the time is over.
        """
        if not self.caught_up:
            raise CannotSign(BEHIND)
        draft = self.table.keeper.stamped(draft, now)
        self.table.keeper.check(self.table.annals, draft, now)
        signed = self.feed.draft(self._identity, draft, now)
        self._keep([signed])
        self.feed.receive(signed)
        self.table.receive(signed, at_once=False)
        if self._admit():  # a consent to a substitute lets somebody in who was not heard before
            self.sync.hear_gap(now)
        self.sync.hear_event(now)
        self._hurry(now)
        self._publish_own()
        return signed

    def _hurry(self, now: int) -> None:
        """Send our heads at once when the game is over: players who have everything may leave."""
        line = self.table.annals.line
        if line is not None and line.course.over:
            self.sync.hurry(now)

    def murmur(self, nick: str, text: str, now: int) -> None:
        """Say a line beside the table; raise `Fault` for too many of them."""
        aside = self.gallery.say(self._identity.public, self.tid, nick, text, now, kept=self.hushed)
        self._posts.append(self._scribe.aside(aside))

    def farewell(self, now: int) -> list[OutgoingMessage]:
        """Return our heads once more if the game is over, for those who wait for them before they leave.

        Who looks on tells that they leave: nobody asks them to take a seat over then.
        """
        annals, stage = self.table.annals, self.sync.stage
        over = annals.line is not None and annals.line.course.over and stage is Stage.LIVE
        last = list(self._scribe.run(SayHeads(want=False), self.feed, self.table, now)) if over else []
        looks_on = annals.genesis is not None and self._identity.public not in annals.seated
        return [*last, *([self._scribe.parting()] if looks_on and stage is not Stage.AWAY else [])]

    def take_posts(self) -> list[OutgoingMessage]:
        """Return what is to be published, in order."""
        posts, self._posts = self._posts, []
        return posts

    def expect(self, heard: Container[str]) -> None:
        """Wait for the answers of the host and the seat holders whose pids are among those heard."""
        self.sync.expect([key for key in self._members() if pid_of(key) in heard])

    def _admit(self) -> bool:
        """Keep a place for the host, for seat holders and for people the host names, however large the crowd.

        Tell whether somebody has to be asked for who had found no place.
        """
        keys = self._members()
        self.sync.know(keys)
        for key in keys:
            self.feed.admit(key)
        annals = self.table.annals
        started = bool(annals.roster.started)
        self.feed.close(annals.talk.upto(annals.roster.start_seq) if started else None)
        return self.feed.vouch(*annals.named())

    def _arrival(self) -> tuple[Draft, ...]:
        """Say that the table goes on here, if its host has come here from elsewhere: an older word leads away."""
        if not (self.arrives and self.caught_up):
            return ()
        self.arrives = False
        with suppress(Fault):  # somebody else is the host, or the game is over
            return (self.table.move_to(self.invitation),) if self._led_away else ()
        return ()

    def _do_duties(self, now: int) -> None:
        """Sign what the table asks for, as long as it asks; only while live."""
        while self.sync.stage is Stage.LIVE and (drafts := (*self._arrival(), *self.table.duties(now))):
            for draft in drafts:
                try:
                    self.emit(draft, now)
                except CannotSign:
                    self.flaws["unsigned"] += 1

    def _refuse_to_look_on(self) -> None:
        """Stop following the table once all of it is here and the players want no spectators."""
        if self.caught_up and self.failure is None and self.unwanted:
            self.fail(NotAdmitted(UNWATCHED))

    def _publish_own(self) -> None:
        """Queue what the broker lacks of our own chain; only while live."""
        head = self.feed.heads().get(self._identity.public)
        if head is None or self.sync.stage is not Stage.LIVE:
            return
        own = self.feed.events(self._identity.public, 0, head[0])
        self._posts += map(self._scribe.post, self._outbox.pending(own))

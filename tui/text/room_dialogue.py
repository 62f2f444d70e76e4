"""A room, line by line: its tables by number, its people, its chat."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from core.games import find, names
from net.room.table_offer import agreed
from net.view.room_view import LobbyView
from net.wire.invitation import Invitation
from tui.i18n.translation import bare, tell, tell_template, tr
from tui.session.club.room_clubs import RoomClubs
from tui.session.clubs import Clubs
from tui.session.invitations import coded, invited_words, latest
from tui.session.unfinished_table import NONE_LEFT, UnfinishedTable
from tui.table.table_plan import ME, OPEN, Plan, candidates, seated, witness_meant
from tui.text.new_table_dialogue import club_pairing, pairs, room_options_lines, with_preset
from tui.text.shell.club_dialogue import ask_to_join
from tui.text.shell.club_teller import ClubTeller
from tui.text.shell.console import Console
from tui.text.shell.pasted_invitation import pasted, whole_invitation
from tui.text.shell.people_dialogue import WARNING, is_about_people
from tui.text.shell.settings_dialogue import COMMANDS as TASTES
from tui.text.shell.settings_dialogue import obeyed
from tui.text.shell.side_dialogue import SideDialogue
from tui.text.shell.text_menu import JOINS, OPENS, RESUMES, SAYS, TABLES, is_number, plain_name
from tui.text.table_numbers import NO_TABLE, TableNumbers, card_line, left_line

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from tui.bots.seat_driver import Seated
    from tui.session.rooms import Rooms


BACK = sentence("NOTE back in the room {name}.")
HELP = sentence(
    "In a room: the number of a table to go to it; join: where somebody invites you; join CODE: to a private table; "
    "an invitation, pasted: where it leads; "
    "new players=4 … to open one, title=… last of all to name it; options djambi: what can be chosen; tables, "
    "tables djambi; resume: back to your newest table; people; clubs; settings; learn; say …; invitation; quit."
)
TITLE, LONGEST, FLAG = "title=", 40, "flag"
"""The word before a table's name, the most letters that such a name has, and the term that names a witness."""
NONE_SUCH = sentence("NOTE no table here fits {text}.")
NO_WORD = sentence("{text}: you cannot ask for that in a room; help lists what you can ask for.")
THIS_ROOM = sentence("That invitation leads to this room, where you are.")
NO_TALK = sentence("Say what: `say` and the words.")
NO_CLUB = sentence("A pairing is a table of a club's tournament: name the club with club=NAME.")


class RoomDialogue:
    """One conversation in one room, until it is left."""

    def __init__(
        self, peer: Peer, console: Console, rooms: Rooms, at_table: Callable[[Seated], Awaitable[None]]
    ) -> None:
        """Be in the room of `peer`; `at_table` runs the conversation at a table."""
        self.peer = peer
        self.console = console
        self.rooms = rooms
        self.at_table = at_table
        self._away = False
        self._forget: Callable[[], None] = lambda: None
        self._told, self._clubs = set[object](), RoomClubs()
        self._held: list[bytes] = []
        self._changed = False
        self._finding: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._finding.set_result(None)
        self._numbers = TableNumbers()
        self._shown: set[str] = set()
        self._game = names()[0]

    async def run(self) -> None:
        """Report and carry out commands until the room is left or the input ends."""
        self._tell_place()
        if code := self.rooms.code(self.peer):
            self.console.say(tr("Code on the local network: {code}", code=code))
        self.console.say(tr(HELP))
        await self._find_clubs()
        forget_clubs = self.rooms.clubs.watch(self._hear_club)
        self._forget = self.peer.watch(self.tell_news)
        try:
            self.tell_news()
            while (line := await self.console.line()) is not None:
                try:
                    if not await self.obey(line):
                        return
                except Fault as fault:
                    self.console.say(tr("ERROR {text}", text=tell(fault)))
        finally:
            self._forget()
            forget_clubs()
            await self._end_finding()
            for cid in self._held:
                await self.rooms.clubs.drop(cid)

    async def _find_clubs(self) -> None:
        """Read which clubs lie here and what tables are rated for; a journal that cannot be read is told elsewhere.

        Clubs that are found here for the first time are followed until the room is left.
        """
        live, found = self.rooms.clubs, dict[bytes, str]()
        with suppress(Fault):
            now = await Clubs(self.rooms).in_room(str(self.peer.invitation))
            before, self._clubs = self._clubs.here, now
            found = {cid: name for cid, name in now.here.items() if cid not in before}
        if found:
            self.console.say(tr("NOTE {text}", text=RoomClubs(found).words))
        self._held += [cid for cid, name in found.items() if ClubTeller(self.console, live, cid, name).begin()]

    def _hear_club(self, cid: bytes, _: tuple[str, ...]) -> None:
        """Look anew what tables are rated for when a club that lies here has changed, or lies here only now.

        Such a club was joined, or brought up to date here.
        """
        place = self.rooms.clubs.places.get(cid, "")
        if cid in self._clubs.here or place == str(self.peer.invitation):
            self._changed = True
            if self._finding.done():
                self._finding = asyncio.ensure_future(self._follow_marks())

    async def _follow_marks(self) -> None:
        """Mark the tables as long as clubs change, and report those again that turn out to be rated."""
        while self._changed:
            self._changed = False
            await self._find_clubs()
        self.tell_news()

    async def _end_finding(self) -> None:
        self._finding.cancel()
        await asyncio.gather(self._finding, return_exceptions=True)

    def tell_news(self) -> None:
        """Report new tables and new talk."""
        room: LobbyView = self.peer.lobby
        if self._away:
            return
        for card in room.tables:
            mark = self._clubs.mark(card)
            line = card_line(self._numbers.of(card.tid), card, mark=mark)
            self._tell((card.tid, card.taken, card.started, mark), line)
        self._tell_hidden({card.tid for card in room.tables})
        for person in room.people:
            if person.template and person.present:
                warning = tell_template(person.template, person.fields)
                self._tell((person.pid, warning), tr(WARNING, text=warning))
        for at, said in enumerate(room.chat):
            self._tell((at, said), tr("TALK {nick}: {text}", nick=said[1], text=said[2]))
        for one in room.invited:
            self._tell(one, invited_words(room, one, spoken=True))

    def _tell_hidden(self, shown: set[str]) -> None:
        """Report where one's own tables are that were shown, and nobody shows any more."""
        before, self._shown = self._shown, shown
        if hidden := before - shown:
            self.console.say(*(left_line(self._numbers.of(one.tid), one) for one in self._left() if one.tid in hidden))

    async def obey(self, line: str) -> bool:
        """Do what one line asks for; tell whether the conversation goes on."""
        first, _, rest = line.partition(" ")
        word = bare(first)
        if word in {"quit", "quitter", "exit"}:
            return False
        ways: dict[str, Callable[[str], Awaitable[None]]] = {
            **dict.fromkeys(OPENS, self.new_table),
            "options": self.tell_options,
            **dict.fromkeys(SAYS, self.say),
            **dict.fromkeys(TABLES, self.tell_tables),
            **dict.fromkeys(("invitation", "invite", "inviter"), self.tell_invitation),
            **dict.fromkeys(JOINS, self.join),
            **dict.fromkeys(RESUMES, self.resume),
            **dict.fromkeys(TASTES, self.settings),
            **dict.fromkeys(("help", "aide", "?"), self.help),
        }
        if invitation := pasted(line, heard=self.peer.lobby.online):
            await self.follow(invitation)
        elif word in ways:
            await ways[word](rest.strip())
        elif word.isascii() and word.isdigit():
            await self.go_to(word)
        elif not await self._beside(line):
            raise Fault(NO_WORD, text=line)
        return True

    async def go_to(self, number: str) -> None:
        """Go to a table by its number."""
        cards = {card.tid: card for card in self.peer.lobby.tables}
        left = {one.tid: one for one in self._left()}
        for shown in (*cards, *left):
            self._numbers.of(shown)
        found = self._numbers.find(number, (*cards, *left))
        if found in left:
            await self._go(await self.rooms.resume(left[found]))
            return
        card = cards[found]
        if self.peer.is_shut(tid := bytes.fromhex(card.tid)):
            raise Fault(card.template, **dict(card.fields))
        await self._go(await self.rooms.sit_down(self.peer, tid))

    async def join(self, code: str) -> None:
        """Go to the table of a number or of a code, or to the table of the last letter."""
        if is_number(code):
            await self.go_to(code)
            return
        place = await self.peer.by_code(code) if code else bytes.fromhex(latest(self.peer.lobby).tid)
        await self._go(await self.rooms.sit_down(self.peer, place))

    async def follow(self, text: str) -> None:
        """Go where a pasted invitation leads, to a table or to another room, and come back from there.

        One that leads to this room by another way takes the place of that by which it was reached.
        """
        from net.peer.club_at_table import ClubAtTable

        if not (whole := await whole_invitation(self.console, text)):
            return
        try:
            peer, seated = await self.rooms.join(whole)
        except ClubAtTable as fault:
            await ask_to_join(self.rooms, self.console, whole, fault)
            return
        if seated is not None:
            await self._go(seated)
        elif peer is self.peer:
            raise Fault(THIS_ROOM)
        elif peer.invitation.room_key == self.peer.invitation.room_key:
            self._change_way(peer)
        else:
            await self._apart(RoomDialogue(peer, self.console, self.rooms, self.at_table).run())

    async def resume(self, number: str) -> None:
        """Go back to the newest of one's own tables, first of this room, or to that of a number."""
        if number:
            if not (number.isascii() and number.isdigit()):
                raise Fault(NO_TABLE, text=number)
            await self.go_to(number)
            return
        kept = self._kept() or self.rooms.kept(asked=True)
        if not kept:
            raise Fault(NONE_LEFT)
        await self._go(await self.rooms.resume(kept[0]))

    async def new_table(self, rest: str) -> None:
        """Open a table, sit on its first seat and leave the others open; the game's name may come first.

        With `club=` the table is rated for that club, with `pairing=TOURNAMENT/ROUND/TABLE` it is one of a
        tournament's: who is not paired there takes no seat. The table's own name, `title=` and all that follows, comes
        last.
        """
        rest, _, title = rest.partition(TITLE)
        words = rest.split()
        named = words.pop(0) if words and plain_name(words[0]) in names() else self._game
        given = pairs(words)
        club, wanted = given.pop("club", ""), plain_name(given.pop("game", named))
        self._game = find(wanted).name
        given = with_preset(find(wanted), given)
        pairing, people = club_pairing(given, find(wanted)), candidates(self.peer.lobby, self.peer.pid)
        if FLAG in given:
            given[FLAG] = witness_meant(given[FLAG], people)
        name, salt, first = " ".join(title.split())[:LONGEST], b"", ME
        if club:
            rated = await Clubs(self.rooms).rated(club, pairing, wanted, given)
            wanted, given, salt, name = rated.game, rated.options, rated.salt, rated.title or name
            first = ME if rated.own else OPEN
        elif pairing:
            raise Fault(NO_CLUB)
        game = find(wanted)
        options, terms = agreed(game, given)
        first = OPEN if people.get(terms[FLAG]) == "" else first
        plan = Plan(game.name, options, terms, name, seated(game.name, options, first, OPEN))
        table = await self.rooms.open_table(self.peer, plan, salt=salt)
        self.console.say(*coded(table.handle))
        await self._go(table)

    async def tell_options(self, game: str) -> None:
        """Tell what can be chosen for a new table: the options of a game, and what a table agrees on."""
        self._game = find(plain_name(game) or self._game).name
        self.console.say(*room_options_lines(self._game))

    async def say(self, rest: str) -> None:
        """Talk to the room."""
        if not rest:
            raise Fault(NO_TALK)
        await self.peer.chat(rest)
        await asyncio.sleep(0)

    async def tell_tables(self, rest: str) -> None:
        """List the tables, also those that were left, or only those whose line has all these words."""
        await self._find_clubs()
        own = {one.tid for one in self._kept() if not one.watched}
        lines = [
            card_line(self._numbers.of(card.tid), card, own=card.tid in own, mark=self._clubs.mark(card))
            for card in self.peer.lobby.tables
        ]
        lines += [left_line(self._numbers.of(table.tid), table) for table in self._left()]
        found = [line for line in lines if all(word in bare(line) for word in bare(rest).split())]
        self.console.say(*found)
        if not found:
            self.console.say(tr("No table yet: new opens one.") if not lines else tr(NONE_SUCH, text=rest))

    async def tell_invitation(self, _: str) -> None:
        """Give the invitation for others."""
        self.console.say(str(self.peer.invitation))

    async def settings(self, rest: str) -> None:
        """List the settings, explain the one named, or change it."""
        settings, told = obeyed(self.rooms.name, rest)
        self.rooms.nick = settings.nick
        self.console.say(*told)

    async def help(self, _: str) -> None:
        """List the commands."""
        self.console.say(tr(HELP))

    def _kept(self) -> tuple[UnfinishedTable, ...]:
        """Give one's own unfinished tables of this room, the newest first."""
        kept = self.rooms.kept()
        return tuple(one for one in kept if Invitation.parse(one.invitation).to_room() == self.peer.invitation)

    def _left(self) -> tuple[UnfinishedTable, ...]:
        """Give those of them that the room does not show: a host who leaves takes the table's card along."""
        shown = {card.tid for card in self.peer.lobby.tables}
        return tuple(one for one in self._kept() if one.tid not in shown)

    async def _beside(self, line: str) -> bool:
        """Do what a line asks for beside the room, which is silent meanwhile; tell whether it asks for any such thing.

        Hiding a person's talk moves the lines after it.
        """
        self._away = True
        try:
            return await self.console.apart(SideDialogue(self.console, self.rooms).obey(line), self._back)
        finally:
            self._away = False
            if is_about_people(line):
                self._told.update(enumerate(self.peer.lobby.chat))
            self.tell_news()

    def _back(self) -> str:
        return tr(BACK, name=self.peer.invitation.room)

    async def _go(self, seated: Seated) -> None:
        """Stay at a table."""
        await self._apart(self._stay_at(seated))

    async def _stay_at(self, seated: Seated) -> None:
        """Stay at a table, and be afterwards in the room where one has gone on from it, if that is another."""
        await self.at_table(seated)
        if seated.last is seated:
            return
        peer = await self.rooms.enter(Invitation.parse(seated.last.handle.invitation))
        if peer is not self.peer:
            self._clubs = RoomClubs()
            self._change_way(peer)
            await self._find_clubs()

    async def _apart(self, stay: Awaitable[None]) -> None:
        """Stay elsewhere. The room is silent meanwhile; who is back is told so."""
        self._away = True
        try:
            await stay
            self.console.say(self._back())
        finally:
            self._away = False
            await self._come_along()
            self.tell_news()

    async def _come_along(self) -> None:
        """Be in the room by the way by which it is reached now; enter it again if it was left for a table's sake."""
        key, others = self.peer.invitation.room_key, (peer for peer in self.rooms.peers if peer.online)
        there = next((peer for peer in others if peer.invitation.room_key == key), None)
        if there is None and self.peer not in self.rooms.peers:
            there = await self.rooms.enter(self.peer.invitation, patient=True)
        if there is not None and not self.peer.online:
            self._change_way(there)

    def _change_way(self, peer: Peer) -> None:
        """Be in this room by another peer from now on."""
        self._forget()
        self.peer, self._shown = peer, set()
        self._forget = peer.watch(self.tell_news)
        self._tell_place()
        self.tell_news()

    def _tell_place(self) -> None:
        self.console.say(tr("ROOM {room}", room=self.peer.lobby.room))
        self.console.say(tr("Invitation: {text}", text=str(self.peer.invitation)))

    def _tell(self, key: object, line: str) -> None:
        if key not in self._told:
            self._told.add(key)
            self.console.say(line)

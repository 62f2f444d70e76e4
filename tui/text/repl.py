"""The main loop of the text mode: numbered menus and tables, line by line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from core.fault import Fault
from tui.i18n.shell_commands import AT_PROMPT
from tui.i18n.translation import bare, name_keys, reword, tell, tr
from tui.session.clubs import Clubs
from tui.session.connection_news import reached
from tui.session.invitations import begins, is_code, is_truncated, join_lines
from tui.session.rooms import Rooms
from tui.session.unfinished_table import UnfinishedTable, nothing_kept
from tui.settings.settings import ALARMS, salvage, settings_path
from tui.table.departure import stays
from tui.table.seat_names import NamedTable, named
from tui.table.sentences.farewell import MATCH_GIVEN_UP
from tui.table.sentences.waiting_tables import expected_bots
from tui.table.table_plan import Plan, hot_seat
from tui.text.hosting_dialogue import HostingDialogue
from tui.text.leave_dialogue import LeaveDialogue
from tui.text.nearby_rooms import NearbyRooms
from tui.text.own_table_dialogue import OwnTableDialogue
from tui.text.room_dialogue import RoomDialogue
from tui.text.shell import club_dialogue, text_menu
from tui.text.shell.connection_teller import ConnectionTeller
from tui.text.shell.console import Console, Source
from tui.text.shell.error_guard import ErrorGuard
from tui.text.shell.left_table_teller import LeftTableTeller
from tui.text.shell.side_dialogue import SideDialogue
from tui.text.shell.text_menu import CHOICES, JOINS, LAST, QUIT, is_number, is_study
from tui.text.table.table_dialogue import TableDialogue

if TYPE_CHECKING:
    from tui.bots.seat_driver import Seated


class Conversation:
    """The whole conversation of the text mode, from the first menu to the end."""

    def __init__(
        self,
        console: Console,
        rooms: Rooms,
        *,
        seed: int | None = None,
        guard: ErrorGuard | None = None,
        near: bool = False,
    ) -> None:
        """Talk on `console` with the rooms of one profile; `seed` makes the bots' play repeatable.

        `near` says whether the rooms heard on the local network are listed.
        """
        self.guard = guard or ErrorGuard(rooms)
        self.console = console
        self.rooms = rooms
        self.seed = seed
        self._unread, self._introduced = "", False
        self.nearby = NearbyRooms(console, listens=near)
        self.aside = SideDialogue(console, rooms)
        self.parting = LeaveDialogue(console, rooms)

    async def run(self, invitation: str = "") -> None:
        """Go to the invitation, or show the menu again and again until the person quits or the input ends."""
        self.console.say(tr(text_menu.WELCOME))
        self.rooms.settle()
        await club_dialogue.tell_waits(self.rooms, self.console)
        if invitation:
            await self.attempt(lambda: self.enter(invitation))
        while True:
            line, self._unread = self._unread or await self.ask_choice(), ""
            if _ends(line):
                self._unread = (line and await self.parting.stay()) or ""
                if not self._unread or _ends(self._unread):
                    return
                continue
            await self.attempt(lambda line=line: self.choose(line))  # type: ignore[misc]

    async def ask_choice(self) -> str | None:
        """Show the menu and give the answer; None at the end of input."""
        if rooms := ", ".join(reached(self.rooms.peers)):
            self.console.say(tr(text_menu.ONLINE, rooms=rooms))
        self.console.say(*(f"{number} {tr(choice)}" for number, choice in enumerate(CHOICES, 1)))
        async with self.nearby.told():
            return await self.console.answer(tr(text_menu.ASK, last=LAST))

    async def attempt(self, way: Callable[[], Awaitable[None]]) -> None:
        """Run a way. A refusal is one line."""
        try:
            await way()
        except Fault as fault:
            self.console.say(tr("ERROR {text}", text=tell(fault)))

    async def choose(self, line: str) -> None:
        """Do what a line of the menu asks for; an empty one shows the menu again."""
        first = (self.play_bots, self.play_hot_seat, self.ask_invitation, self.host)
        ways = (*first, self.resume, self.aside.learn, self.games, self.aside.settings)
        word, _, rest = line.partition(" ")
        if not line:
            return
        if begins(line):
            await self.follow(line)
        elif bare(word) in JOINS or ("-" in line and is_code(line)):
            await self.join(rest if bare(word) in JOINS else line)
        elif bare(word) in text_menu.HELPS:
            self.console.say(*(tr(told) for told in text_menu.HELP))
        elif is_study(line):
            await self.games(line)
        elif bare(word) in (*text_menu.RESUMES, *text_menu.TABLES):
            await self.resume(rest if bare(word) in text_menu.RESUMES else "")
        elif line.isascii() and line.isdigit() and 1 <= int(line) <= len(ways):
            await ways[int(line) - 1]()
        elif not await self.aside.obey(line):
            raise Fault(text_menu.NO_CALL, text=line, last=LAST)

    async def play_bots(self) -> None:
        """Play the first seat against bots."""
        if (plan := await OwnTableDialogue(self.console).against_bots()) is not None:
            await self.play(plan)

    async def play_hot_seat(self) -> None:
        """Play every seat by hand."""
        asked = await OwnTableDialogue(self.console).game()
        if asked is not None:
            await self.play(hot_seat(*asked))

    async def play(self, plan: Plan) -> None:
        """Open a table inside this process and sit down at it."""
        seated = await self.rooms.open_table(await self.rooms.local(), plan, seed=self.seed)
        await self.at_table(seated)

    async def ask_invitation(self) -> None:
        """Ask for an invitation and follow it."""
        line = await self.console.ask(tr(text_menu.INVITATION))
        if line and not text_menu.leads_back(line):
            await self.follow(line)

    async def follow(self, text: str) -> None:
        """Follow an invitation once it is whole: terminals break it over lines. A number of the menu stays a number."""
        while (why := is_truncated(text)) is not None:
            line = await self.console.ask(tr(text_menu.REST, why=tell(why)))
            if not line or text_menu.leads_back(line):
                return
            if line in map(str, range(1, LAST + 1)) and is_truncated(text + line) is not None:
                self._unread = line
                return
            text += line
        await self.enter(join_lines(text))

    async def join(self, words: str) -> None:
        """Enter a room of the local network, or what a code opens."""
        place = await self.nearby.way(words)
        if place:
            await self.enter(place)

    async def enter(self, text: str) -> None:
        """Follow an invitation to its room or table."""
        from net.peer.club_at_table import ClubAtTable

        try:
            peer, seated = await self.rooms.join(text)
        except ClubAtTable as fault:
            await club_dialogue.ask_to_join(self.rooms, self.console, text, fault)
            return
        if seated is not None:
            await self.at_table(seated)
            return
        if (back := await self.rooms.seat_of_visit(peer)) is not None:
            await self.at_table(back)
        await RoomDialogue(peer, self.console, self.rooms, self.at_table).run()

    async def host(self) -> None:
        """Start a broker here and go to its room."""
        peer = await HostingDialogue(self.console, self.rooms, self.ask_number).host()
        if peer is not None:
            await RoomDialogue(peer, self.console, self.rooms, self.at_table).run()

    async def ask_number(self, question: str, last: int, *, resumes: bool = False) -> int | None:
        """Ask for a number from 1 to `last` until it is one; None for an empty line and if the person quits.

        A word of the first menu means there what it means in the menu. If the question is what to resume, that word
        chooses too: by itself the first of the list, which is the newest.
        """
        asked, short = tr(text_menu.NUMBER, question=question, last=last), ""
        while (line := await self.console.ask(asked, short)) and not text_menu.leads_back(line):
            word, _, rest = line.partition(" ")
            again = resumes and (bare(word) in text_menu.RESUMES or (bare(word) in JOINS and is_number(rest)))
            if is_study(line) or (text_menu.leads_on(line) and not again):
                self._unread = line
                return None
            try:
                if not await self.aside.obey(line):
                    return chosen_number(line, last)
            except Fault as fault:
                self.console.say(tr("ERROR {text}", text=tell(fault)))
            short = tr(text_menu.ONLY_NUMBER, last=last)
        return None

    def kept(self) -> tuple[UnfinishedTable, ...]:
        """Give the tables kept on this machine that are not over; raise `Fault` if there are none."""
        found = self.rooms.kept(asked=True)
        if not found:
            raise Fault(nothing_kept(self.rooms.profile))
        return found

    async def tables(self) -> None:
        """List the tables kept on this machine."""
        for number, table in enumerate(self.kept(), 1):
            found = await self.rooms.glance(table)
            more = tr("only watched") if table.watched else "", found.words if found is not None else ""
            self.console.say(" · ".join(filter(None, (f"{number} {table.name} ({table.game}, {table.room})", *more))))

    async def resume(self, which: str = "") -> None:
        """Go back to a table kept on this machine: the one of that number, else ask which."""
        kept = self.kept()
        if which:
            number: int | None = chosen_number(which, len(kept))
        else:
            await self.tables()
            number = await self.ask_number(tr("Which one?"), len(kept), resumes=True)
        if number is None:
            return
        hosting = HostingDialogue(self.console, self.rooms, self.ask_number)
        table = await hosting.host_again(kept[number - 1])
        if table is not None:
            await self.at_table(await self.rooms.resume(table))

    async def games(self, line: str = "") -> None:
        """Open the dialogue about past games: their list, or for what else `line` asks."""
        from tui.text.games_dialogue import GamesDialogue

        talk = GamesDialogue(self.rooms, self.console, self.at_table, seed=self.seed)
        first, _, rest = line.partition(" ")
        if line and text_menu.WORDS[bare(first)] != "games":
            await talk.obey(line)
        else:
            self._unread = await talk.run(rest.strip())

    async def at_table(self, seated: Seated) -> None:
        """Stay at a table until it is left."""
        await self.rooms.vacate()
        await seated.take_back()
        self.rooms.on_plan = lambda news: self.console.say(tr("NOTE {text}", text=news.text))
        self.rooms.on_fault = lambda fault: self.console.say(tr("ERROR {text}", text=tell(fault)))
        seated.on_fault = lambda fault: self.console.say(tr("ERROR {text}", text=tell(fault)))
        table = NamedTable(seated.handle, Clubs(self.rooms).check_seat)
        talk = TableDialogue(table, self.console, seated)
        talk.know(self.rooms)
        self._introduce()
        talk.teller.alarms = salvage(settings_path(self.rooms.name))[0].alarms == ALARMS[0]
        try:
            await talk.tell_rating()
            self.console.say(*expected_bots(named(seated.handle.view), seated.expected, spoken=True))
            await talk.run()
            again = await self.rooms.go_on(seated, talk.place) if talk.onward else None
            again = await self.rooms.resume(talk.upcoming) if talk.upcoming is not None else again
            if talk.match_given_up:
                self.console.say(tr("NOTE {text}", text=tr(MATCH_GIVEN_UP)))
            elif not (talk.onward or talk.handed) and stays(seated.handle.view):
                self.console.say(*self.parting.kept(seated.handle.view))
            self.parting.left(seated.handle.view)
        except Exception:
            self.guard.note()
            raise
        finally:
            await self._go(seated, talk)
        if again is not None:
            await self.at_table(again)
        elif talk.again is not None:
            await self.play(talk.again)
        elif talk.replays:
            await self.games(talk.replays)

    def _introduce(self) -> None:
        """Say once by which word the others know somebody who has told no name."""
        if not (self._introduced or self.rooms.nick):
            self._introduced = True
            unchosen = self.rooms.unchosen
            self.console.say(tr(text_menu.NAMED[unchosen.template], name=unchosen.name))

    async def _go(self, seated: Seated, talk: TableDialogue) -> None:
        """Leave a table, for good if its match is given up; or leave it to the bots that play on there."""
        if talk.match_given_up:
            await self.rooms.give_up(seated)
        elif talk.handed:
            self.rooms.let_play(seated)
        else:
            await (self.rooms.leave if talk.onward else self.rooms.aside.keep)(seated)


def chosen_number(line: str, last: int) -> int:
    """Read a number from 1 to `last`, which may stand behind the word that asks for it; raise `Fault`."""
    word, _, rest = line.partition(" ")
    text = (rest.strip() or "1") if bare(word) in (*text_menu.RESUMES, *JOINS) else line
    if text not in {str(number) for number in range(1, last + 1)}:
        raise Fault(text_menu.NO_CHOICE, text=text, last=last)
    return int(text)


def _ends(line: str | None) -> bool:
    """Tell whether a line in the first menu ends the conversation, or there is none."""
    return line is None or line == str(LAST) or bare(line) in QUIT


LOOK_SECONDS = 1.0


@asynccontextmanager
async def looking(*looks: Callable[[], None]) -> AsyncIterator[None]:
    """Take each look at once and then every second, until this ends."""
    task = asyncio.create_task(_look(looks))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _look(looks: tuple[Callable[[], None], ...]) -> None:
    while True:
        for look in looks:
            look()
        await asyncio.sleep(LOOK_SECONDS)


def screen_key(name: str) -> str:
    """Name a key as the screens do: a sentence that was overlooked says that, and never the id of its action."""
    from tui.settings.keymap import named

    return named(name)


async def converse(
    source: Source,
    out: Callable[[str], object],
    rooms: Rooms,
    *,
    invitation: str = "",
    replay: str | None = None,
    puzzle: str = "",
    plain: bool = False,
    wipe: str = "",
    seed: int | None = None,
    guard: ErrorGuard | None = None,
    near: bool = False,
) -> None:
    """Hold a conversation with a source of lines; everything it opened is closed at its end.

    A `replay` (a file, `last`, "" for the list) or a `puzzle` (a game and a day) is then its only subject. `guard`
    notes errors of our own. `near` says whether the rooms heard on the local network are listed.
    """
    name_keys(screen_key)
    reword(AT_PROMPT)
    talk = Conversation(Console(source, out, plain=plain, wipe=wipe), rooms, seed=seed, guard=guard, near=near)
    try:
        if puzzle:
            await talk.attempt(lambda: talk.aside.lesson(f"puzzle {puzzle}"))
        elif replay is None:
            tellers = ConnectionTeller(talk.console, rooms), LeftTableTeller(talk.console, rooms)
            async with looking(*(teller.look for teller in tellers)):
                await talk.run(invitation)
        else:
            await talk.attempt(lambda: talk.games(f"replay {replay}" if replay else ""))
    except Exception:
        talk.guard.note()
        raise
    finally:
        talk.parting.end()
        await rooms.close()

"""The app: which screen follows which, and how a person's wishes reach rooms and tables.

`SessionApp` holds the rooms of a profile: they open at their first use and are left before the terminal is. `ParleyApp`
adds the way from screen to screen. A few screens can be reached from any other and lead back to it.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from core.fault import Fault, sentence
from tui.app.side_screens import show_clubs, show_people, show_rules
from tui.app.themed_app import ThemedApp
from tui.i18n import translation
from tui.i18n.translation import tell
from tui.screens.frame.screen_messages import (
    Chosen,
    Entry,
    InvitationGiven,
    InvitationPasted,
    RatedTableWanted,
    TableChosen,
    TableWanted,
)
from tui.screens.home.home_screen import HomeScreen
from tui.settings.settings import LAN, Settings, home

if TYPE_CHECKING:
    from pathlib import Path

    from textual.command import Provider
    from textual.screen import Screen

    from net.peer.peer import Peer
    from net.wire.invitation import Invitation
    from tui.bots.seat_driver import Seated
    from tui.session.clubs import Clubs
    from tui.session.rooms import Rooms
    from tui.session.unfinished_table import UnfinishedTable
    from tui.terminal.terminal_traits import Widths


class SessionApp(ThemedApp):
    """An app in which a profile enters rooms."""

    def __init__(self, settings: Settings, profile: str) -> None:
        """Use the theme, glyphs and language of `settings`. No room is entered yet."""
        super().__init__(settings, profile)
        self._rooms: Rooms | None = None
        self._clubs: Clubs | None = None
        self.is_quitting = False
        self.warned = False
        self.owed: tuple[str, ...] = ()
        self.followed: set[bytes] = set()
        self.lost: dict[Invitation, str] = {}
        self.letters: set[object] = set()

    @property
    def rooms(self) -> Rooms:
        """The rooms of this profile, read at their first use."""
        if self._rooms is None:
            from tui.session.rooms import Rooms

            self._rooms = Rooms(home(), self.profile, self.settings.nick, announce=self.settings.lan == LAN[0])
        return self._rooms

    @property
    def clubs(self) -> Clubs:
        """The clubs of this profile."""
        if self._clubs is None:
            from tui.session.clubs import Clubs

            self._clubs = Clubs(self.rooms)
        return self._clubs

    @property
    def peers(self) -> tuple[Peer, ...]:
        """The peers of the rooms that have been entered."""
        return self._rooms.peers if self._rooms is not None else ()

    def write(self, settings: Settings) -> None:
        """Take these settings and write them. A new name applies to later tables."""
        super().write(settings)
        if self._rooms is not None:
            self._rooms.nick, self._rooms.announce = settings.nick, settings.lan == LAN[0]

    def settle(self) -> None:
        """In the background, deliver the ends of games left early to the players who do not have them yet."""
        self.rooms.settle()

    def kept(self) -> tuple[UnfinishedTable, ...]:
        """Give the tables kept on this machine that are not over; raise what reading them raises."""
        return self.rooms.kept()

    def look_again(self) -> None:
        """Check the person's own files, the connections, and the tables that are settled in the background."""
        super().look_again()
        if self._rooms is not None:
            from tui.app.connection_notices import tell_connections, tell_letters
            from tui.session.settlement_follow_up import call_back, follow_resumed

            tell_connections(self, self.peers, self.lost, self._rooms.seated)
            tell_letters(self, (peer.lobby for peer in self.peers), self._rooms.seated, self.letters)
            follow_resumed(self, self._rooms.followed)
            call_back(self)

    def wreckage(self) -> tuple[dict[str, str], Path | None]:
        """Return the records of the open tables, and the journal."""
        return self._rooms.wreckage() if self._rooms is not None else ({}, None)

    async def action_quit(self) -> None:
        """Leave every table and room, then the terminal. Further requests meanwhile have no effect.

        If a player has not received the end of a game yet, or a bot plays here with others, the app asks once.
        """
        from tui.screens.home.farewell_screen import ask_before_leaving

        if self.is_quitting or ask_before_leaving(self, self._rooms):
            return
        try:
            await self.part()
        finally:
            self.owed = ()  # that was asked before
            self.exit()

    async def part(self) -> None:
        """Leave every table and room, once: a broker would show whoever only disconnects as still there."""
        from tui.session.settlement_follow_up import undelivered_words

        leaving, self.is_quitting = self.is_quitting, True
        if self._rooms is not None and not leaving:
            self.owed = undelivered_words(self._rooms.everywhere)
            await self._rooms.close()


@dataclass(frozen=True, slots=True)
class Start:
    """How the app begins: the profile, the invitation if any, and in `first` the measured widths of signs if known.

    `replay` is a game to replay at once: a file or `last`; "" is the list, None no game. `puzzle` is a game and a day
    (`megiddo 2026-11-21`) whose puzzle is posed, "" for none.
    """

    profile: str = "default"
    invitation: str = ""
    first: Widths | None = None
    replay: str | None = None
    puzzle: str = ""


def _commands() -> type[Provider]:
    from tui.app.command_palette import ParleyCommands

    return ParleyCommands


class ParleyApp(SessionApp):
    """Parley on a terminal."""

    TITLE = "Parley"
    CSS_PATH: ClassVar[str | PurePath | list[str | PurePath] | None] = [
        f"../screens/{name}.tcss"
        for name in (
            "app",
            "home/home",
            "room/newtable",
            "room/join",
            "room/lobby",
            "home/resume",
            "home/settings",
            "club/club",
        )
    ]
    COMMANDS: ClassVar[set[Any]] = {_commands}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", sentence("Quit"), show=False, priority=True),
        Binding("ctrl+p", "command_palette", sentence("Commands"), key_display="^p", show=False, priority=True),
    ]

    def __init__(
        self, start: Start | None = None, settings: Settings | None = None, wrong: Fault | None = None
    ) -> None:
        """Prepare the app. `wrong` is shown once the home screen is up."""
        self.start = start or Start()
        super().__init__(settings or Settings(), self.start.profile)
        self.wrong = wrong

    def on_mount(self) -> None:
        """Apply the theme, show the home screen, and follow the invitation."""
        self.use_theme(self.settings.theme, keep=False)
        self.push_screen(HomeScreen(lambda: self.peers, self.kept))
        if self.wrong is not None:
            self.notify(tell(self.wrong), severity="warning")
        self.call_after_refresh(self.settle)
        if self.start.invitation:
            from tui.app.navigation import begin

            self.call_after_refresh(self.go, lambda: begin(self, self.start.invitation))
        elif self.start.replay is not None:
            self.call_after_refresh(self.go, self.retell)
        elif self.start.puzzle:
            self.call_after_refresh(self.go, lambda: self.puzzle(self.start.puzzle))
        elif self.start.first is not None:
            self.call_after_refresh(self.go, self.welcome)

    async def welcome(self) -> None:
        """Show the cards of a first start, and go where the last one leads."""
        from tui.screens.home.first_start_screen import FirstScreen

        spoken = bool(self.settings.language) or translation.is_given(os.environ)
        first = FirstScreen(self.settings, self.start.first, spoken=spoken, unchosen=self.rooms.unchosen)
        way = await self.push_screen_wait(first)
        self.keep(self.settings)
        if way:
            self.post_message(Chosen(Entry(way)))

    def on_chosen(self, event: Chosen) -> None:
        """Follow a choice of the home screen. A double press counts once."""
        ways: dict[Entry, Callable[[], Awaitable[None]]] = {
            Entry.ONLINE: self.ask_invitation,
            Entry.HOST: self.host,
            Entry.BOTS: lambda: self.plan_table("bots"),
            Entry.HOT_SEAT: lambda: self.plan_table("hot-seat"),
            Entry.RESUME: self.resume,
            Entry.CLUBS: lambda: show_clubs(self),
            Entry.LEARN: self.learn,
            Entry.DISCOVER: self.discover,
            Entry.REVIEW: self.review,
            Entry.RULES: lambda: show_rules(self),
            Entry.PUZZLE: self.puzzle,
            Entry.PEOPLE: lambda: show_people(self),
            Entry.SETTINGS: self.show_settings,
            Entry.QUIT: self.action_quit,
        }

        async def once() -> None:
            if event.on in {None, self.screen}:
                await ways[event.entry]()

        self.go(once)

    def on_invitation_pasted(self, event: InvitationPasted) -> None:
        """Ask for the name that goes with an invitation."""
        self.go(lambda: self.ask_invitation(event.text))

    def on_invitation_given(self, event: InvitationGiven) -> None:
        """Go where the invitation leads."""
        self.keep(self.settings if event.nick is None else replace(self.settings, nick=event.nick))
        self.go(lambda: self.enter(event.text, event.page))

    def go(self, way: Callable[[], Awaitable[None]]) -> None:
        """Run a way in a worker. A refusal becomes one sentence on the screen."""

        async def walk() -> None:
            try:
                await way()
            except Fault as fault:
                self.notify(tell(fault), severity="error", timeout=8)

        self.run_worker(walk, group="ways")  # type: ignore[arg-type] # not walk(): an app that ends waits for none

    async def ask_invitation(self, invitation: str = "") -> None:
        """Ask for an invitation and a name; the room that is reached already is filled in."""
        from tui.screens.room.join_screen import JoinScreen

        way = invitation or (self._rooms.way_back() if self._rooms is not None else "")
        await self.push_screen(JoinScreen(self.settings.nick, way, unchosen=self.rooms.unchosen))

    async def enter(self, text: str, page: Screen[None] | None = None) -> None:
        """Go to the room, and on to the table, of an invitation that was given on a page, if any."""
        from tui.app.navigation import enter
        from tui.screens.room.join_screen import JoinScreen

        await enter(self, text, page if isinstance(page, JoinScreen) else None)

    async def host(self) -> None:
        """Start a broker here and show its room."""
        from tui.app.hosting import host

        await host(self)

    async def show_room(self, peer: Peer) -> None:
        """Show a room."""
        from tui.app.navigation import to_room

        await to_room(self, peer)

    def on_table_wanted(self, _: TableWanted) -> None:
        """Ask for the terms of a new table in the current room and open it."""
        room = self.screen
        self.go(lambda: self.plan_table("online", getattr(room, "peer", None)))

    def on_table_chosen(self, event: TableChosen) -> None:
        """Go to a table of the current room, to sit at it or to watch."""
        room, peer = self.screen, getattr(self.screen, "peer", None)
        place = event.way or bytes.fromhex(event.tid)
        if peer is not None:
            self.go(lambda: self.come_to_table(room, peer, place, watch=event.watch))

    def on_rated_table_wanted(self, event: RatedTableWanted) -> None:
        """Play at a table of a club's tournament."""
        from tui.app.rated_tables import play_rated

        self.go(lambda: play_rated(self, event))

    async def come_to_table(self, room: object, peer: Peer, place: Invitation | bytes, *, watch: bool) -> None:
        """Go to a table of a room, unless the room is left before the table has loaded."""
        from tui.app.navigation import come

        await come(self, room, await self.rooms.sit_down(peer, place), watch=watch)

    async def plan_table(self, kind: str, peer: Peer | None = None) -> None:
        """Ask for a table's terms. Open it in the room of `peer`, or on this machine alone."""
        from tui.screens.room.new_table_screen import Kind, NewTableScreen
        from tui.table.table_plan import candidates
        from tui.widgets.progress_bar import OPENING, ProgressScope

        people = candidates(peer.lobby, peer.pid) if peer else {}
        plan = await self.push_screen_wait(NewTableScreen(Kind(kind), people=people))
        if plan is not None:
            async with ProgressScope(self, OPENING):
                seated = await self.rooms.open_table(peer or await self.rooms.local(), plan)
            await self.show_table(seated)

    async def show_table(self, seated: Seated) -> None:
        """Show a table until it is left, then whatever follows."""
        from tui.app.navigation import visit_table

        await visit_table(self, seated)

    async def resume(self) -> None:
        """Go back to a table kept on this machine; from one with others the way leads on to its room."""
        from net.wire.invitation import Invitation
        from tui.app.hosting import host_rest
        from tui.screens.home.resume_screen import ResumeScreen, called_back
        from tui.session.unfinished_table import nothing_kept
        from tui.widgets.progress_bar import RESUMING, ProgressScope

        owed = await called_back(self.rooms)
        offered, none = self.rooms.kept(asked=True), nothing_kept(self.rooms.profile)
        kept = await self.push_screen_wait(ResumeScreen(offered, owed, self.rooms.glance, none))
        kept = await host_rest(self, kept) if kept is not None else None
        if kept is not None:
            async with ProgressScope(self, RESUMING):
                seated = await self.rooms.resume(kept)
            if not kept.local:
                await self.show_room(await self.rooms.enter(Invitation.parse(kept.invitation), patient=True))
            await self.show_table(seated)

    async def learn(self) -> None:
        """Show rules, lessons and puzzles."""
        from tui.app import learn_menu

        await learn_menu.learn(self)

    async def discover(self) -> None:
        """Begin the short first game."""
        from tui.app.navigation import discover

        await discover(self)

    async def puzzle(self, wish: str = "") -> None:
        """Pose a puzzle: the one of the command line, else that of the day."""
        from tui.app import learn_menu

        await learn_menu.puzzles(self, wish)

    async def review(self) -> None:
        """Show the list of played games and replay them."""
        from tui.app.past_games import walk

        await walk(self, self.rooms, self.show_table)

    async def retell(self) -> None:
        """Replay the game of the command line and leave with it. Without one, show the list."""
        from tui.app.past_games import replay_one

        if not self.start.replay:
            await self.review()
            return
        await replay_one(self, self.rooms, self.start.replay, self.show_table)
        await self.action_quit()

    async def show_settings(self) -> None:
        """Show the settings."""
        from tui.screens.home.settings_screen import SettingsScreen

        await self.push_screen(SettingsScreen(self.settings, self.start.profile, str(home()), self.rooms.unchosen))

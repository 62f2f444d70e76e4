"""One club: its people, calendar, tournaments, ladder and results, and what one can do there."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text
from textual.binding import BindingType

from core.fault import Fault, sentence
from net.club.club_state import admits_without, is_unrated, may_admit, may_expel
from net.club.ladder import games_of
from net.club.membership import Membership
from tui.i18n.translation import tr
from tui.records import archive
from tui.records.club import member_deeds, ruling_deeds, tournament_deeds, visit_deeds
from tui.records.club.club_book import Answer
from tui.records.evidence_file import file_stem
from tui.screens.club import club_questions
from tui.screens.club.pane_screen import PaneScreen
from tui.screens.club.tournament_screen import TournamentScreen
from tui.screens.frame.dialog import ask_until
from tui.screens.frame.screen_messages import RatedTableWanted
from tui.settings.keymap import CLUB, Key, bindings
from tui.study.game_library import meant
from tui.words import ladder_words
from tui.words.club_rows import ClubRow, count_words, rows

ASKED, STRANGE = sentence("you have asked to come in"), sentence("you are not a member")
SURE_ADMIT = sentence("Let {name} in? You have compared the four words: {words}.")
SURE_COUNT = sentence(
    "Shall games of {name} count on the ladder from now on, those that were played before too? You have compared the "
    "four words: {words}."
)
SURE_OUT = sentence("Vote that {name} is out? Nothing counts that they sign from then on.")
SURE_BACK = sentence("Take back your vote that {name} is out?")
SURE_LEAVE = sentence("Leave {name}? You come back by joining it once more.")
SURE_LAST = sentence(
    "Leave {name}? Nobody is left then who could let anybody in; you come back by joining it once more."
)
YOURSELF = sentence("This is you, and nobody expels themselves: {key[club.quit]} leaves the club.")
VOTE_FIRST = sentence("Your vote that {name} is out stands: {key[club.expel]} takes it back.")
NOBODY_ASKS = sentence("Put the cursor on somebody who asks to come in.")
NOBODY_UNRATED = sentence(
    "Put the cursor on a member, on the page Members, whose games do not count on the ladder yet."
)
BY_KEY = sentence("On the page Members, {key[club.admit]} lets their games count.")
NOBODY_THERE = sentence("Put the cursor on a member, or on somebody who is out.")
COPIED = sentence("The invitation of the club is copied: whoever has it can ask to join.")


class ClubScreen(PaneScreen):
    """A club, page by page."""

    KEYS: ClassVar[tuple[Key, ...]] = CLUB
    BINDINGS: ClassVar[list[BindingType]] = bindings(CLUB)
    PANES: ClassVar[dict[str, str]] = {
        "members": sentence("Members"),
        "calendar": sentence("Calendar"),
        "tournaments": sentence("Tournaments"),
        "ladder": sentence("Ladder"),
        "results": sentence("Results"),
    }
    NOWHERE: ClassVar[str] = sentence("Not followed: {key[club.sync]} asks you in which room this club lies.")
    EMPTY: ClassVar[dict[str, str]] = {
        "members": sentence("Nothing is known of this club yet but its id: take in a file that has its beginning."),
        "calendar": sentence("No date yet: a founder names one with {key[club.date]}."),
        "tournaments": sentence("No tournament yet: {key[club.tournament]} opens one."),
        "ladder": sentence("No rated game has been reported yet."),
        "results": sentence("No rated game has been reported yet."),
    }

    _invitation = ""

    def heading(self) -> str:
        """Give the name of the club, how many members it has, and what waits."""
        state, view = self.view.state, self.view
        mine = "" if view.is_member else tr(ASKED if view.me in state.membership.candidates else STRANGE)
        waits = ", ".join(view.waits)
        return " · ".join(filter(None, (state.name or view.cid[:8], count_words(state), mine, waits)))

    def standing_words(self) -> Text:
        """Give where the club is followed, and its invitation once it was copied: not all terminals copy."""
        told = super().standing_words()
        if self._invitation:
            told.append("\n" + tr("Invitation: {text}", text=self._invitation))
        return told

    def rows_of(self, pane: str) -> tuple[ClubRow, ...]:
        """Give the rows of a page."""
        return rows(pane, self.view.state, self.view.me, self.view.admitted, self.view.votes)

    def note(self) -> str:
        """Say below the ladders which games do not count there, and what is missing for that."""
        games = games_of(self.view.state.book.standing) if self.pane == "ladder" else ()
        lines = ladder_words.uncounted_lines(self.view.state, games)
        if ladder_words.awaited(self.view.state, games):
            lines.append(tr(BY_KEY if may_admit(self.view.state, self.view.me) else ladder_words.A_FOUNDER))
        return "\n".join(lines)

    def on_data_table_row_selected(self) -> None:
        """Show the tournament under the cursor, or do what waits for the person there."""
        self.action_open()

    def action_open(self) -> None:
        """Show the tournament under the cursor; let in the person there who asks."""
        row = self.chosen
        if row is not None and self.pane == "tournaments":
            self.leave_for(TournamentScreen(self.clubs, self.view, bytes.fromhex(row.key)))
        elif row is not None and self.pane == "members" and bytes.fromhex(row.key) in self.people.candidates:
            self.action_admit()

    @property
    def people(self) -> Membership:
        """The members, and who waits or is out."""
        return self.view.state.membership

    @property
    def _person(self) -> bytes | None:
        """The key of the person under the cursor."""
        row = self.chosen
        return bytes.fromhex(row.key) if row is not None and self.pane == "members" else None

    def action_admit(self) -> None:
        """Let in the person under the cursor, after a question; in an open club, let their games count."""
        from net.identity.identity import fingerprint

        async def way() -> None:
            key, state = self._person, self.view.state
            counts = key is not None and is_unrated(state, key)
            is_open = member_deeds.is_open(state)
            if key is None or not (counts or key in self.people.candidates or key in self.people.members):
                raise Fault(NOBODY_UNRATED if is_open else NOBODY_ASKS)
            if key in self.people.members and not counts:
                already = member_deeds.VOUCHED_ALREADY if is_open else member_deeds.LET_IN_ALREADY
                raise Fault(already, name=self.people.name(key), words=fingerprint(key))
            if not may_admit(state, self.view.me):
                raise Fault(member_deeds.NO_VOUCHER if is_open else member_deeds.NO_WORD)
            if key in self.view.votes:
                told = tr(VOTE_FIRST, name=self.people.name(key))
                self.app.notify(told, severity="error", markup=False, timeout=8)
                return
            question = tr(SURE_COUNT if counts else SURE_ADMIT, name=self.people.name(key), words=fingerprint(key))
            is_done = key in self.view.admitted
            if is_done or await club_questions.sure(self.app, self.ink, question):
                await self.do(member_deeds.admit, key.hex())

        self.ask(way)

    def action_expel(self) -> None:
        """Vote that the person under the cursor is out, after a question; or take that vote back."""

        async def way() -> None:
            self.must_be_member()
            key = self._person
            if key == self.view.me:
                self.app.notify(tr(YOURSELF), severity="error", markup=False, timeout=8)
                return
            stands = key in self.view.votes
            if key is None or not (stands or key in self.people.members or key in self.people.expelled):
                raise Fault(NOBODY_THERE)
            if not may_expel(self.view.state, self.view.me):
                raise Fault(member_deeds.NO_VOTE)
            question = SURE_BACK if stands else SURE_OUT
            if await club_questions.sure(self.app, self.ink, tr(question, name=self.people.name(key))):
                await self.do(member_deeds.readmit if stands else member_deeds.expel, key.hex())

        self.ask(way)

    def action_open_tournament(self) -> None:
        """Open a tournament."""

        async def way() -> None:
            self.must_be_member()
            wish = await club_questions.ask_tournament(self.app, self.ink)
            if wish is not None:
                more: dict[str, Any] = {"game": wish.game, "form": wish.form, "rounds": wish.rounds}
                await self.do(tournament_deeds.open_tournament, wish.name, options=wish.options, **more)
                self.pane = "tournaments"
                self.show_pane()

        self.ask(way)

    def action_play(self) -> None:
        """Open a rated table beside tournaments."""

        async def way() -> None:
            self.must_be_member()
            self._left = True
            self.post_message(RatedTableWanted(self.view.cid, "", self.view.state.name))

        self.ask(way)

    def action_charge(self) -> None:
        """Prove to the club that somebody has cheated with the cards of a table, after a question."""

        async def way() -> None:
            self.must_be_member()
            tables = await self.clubs.chargeable(self.view.cid)
            table = await club_questions.ask_table(
                self.app, self.ink, tables, question=club_questions.WHICH_CHEAT, none=club_questions.NO_CHEAT
            )
            if table:
                await self.do(ruling_deeds.charge, table)

        self.ask(way)

    def action_date(self) -> None:
        """Put a date into the calendar."""

        async def way() -> None:
            if self.view.me not in self.view.state.founders:
                raise Fault(member_deeds.ONLY_FOUNDERS)
            day, text = await club_questions.ask_date(self.app)
            if text:
                await self.do(member_deeds.date, day, text)

        self.ask(way)

    def action_copy(self) -> None:
        """Copy the invitation of the club: at once if it lies in a room already, else for the room that is answered."""

        async def way() -> None:
            place = self.clubs.place(self.view.cid)
            if place and self.clubs.lies_in(bytes.fromhex(self.view.cid), place):
                await copied(place)
            else:
                await ask_until(self.app, tr(club_questions.WHICH_COPY), copied, place)

        async def copied(room: str) -> None:
            answer: Answer = await self.do(visit_deeds.invite, room, quiet=True)
            self._invitation = answer.lines[0]
            self.tell_standing()
            self.app.copy_to_clipboard(self._invitation)
            self.app.notify(tr(COPIED))

        self.ask(way)

    def action_export(self) -> None:
        """Write the club into a file."""

        async def way() -> None:
            self._at_this_machine()
            proposed = f"{file_stem(self.view.state.name)}.club"
            await ask_until(self.app, tr(club_questions.NEW_FILE), written, proposed)

        async def written(typed: str) -> None:
            archive.folder().mkdir(parents=True, exist_ok=True)
            await self.do(member_deeds.export, str(archive.folder() / meant(typed)))

        self.ask(way)

    def action_take(self) -> None:
        """Take in a file of a club."""

        async def way() -> None:
            self._at_this_machine()
            await ask_until(self.app, tr(club_questions.WHICH_FILE), taken)

        async def taken(typed: str) -> None:
            answer = await self.clubs.do(member_deeds.take, (club_questions.file_of(typed),))
            await self.reload()
            self.say(answer)

        self.ask(way)

    def _at_this_machine(self) -> None:
        """Raise `Fault` for a visitor of `parley web`, who has no business with the host's files."""
        if self.app.is_web:
            raise Fault(club_questions.ELSEWHERE)

    def action_quit_club(self) -> None:
        """Leave the club, after a question."""

        async def way() -> None:
            self.must_be_member()
            state = self.view.state
            question = SURE_LEAVE if admits_without(state, self.view.me) else SURE_LAST
            if await club_questions.sure(self.app, self.ink, tr(question, name=state.name)):
                await self.do(member_deeds.leave)

        self.ask(way)

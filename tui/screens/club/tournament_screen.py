"""One tournament of a club: its rounds with pairings and results, its standings, its entrants, and the next step."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import DataTable

from core.fault import Fault, sentence
from net.club.club_duties import current_round
from net.club.club_event import Form, cleaned
from net.club.club_news import TaskKind, tasks_for
from net.club.tournament_log import Stage, Tournament
from net.club.tournament_rounds import TournamentPlay
from net.identity.identity import pid_of
from tui.i18n.translation import ntr, tr
from tui.records.club import ruling_deeds, tournament_deeds
from tui.records.club.club_view import ClubView
from tui.records.club.rated_table import place_title
from tui.records.club.ruling_deeds import NO_VOTE
from tui.records.club.tournament_deeds import ALL_ENDED, NOT_YOURS
from tui.screens.club import club_questions
from tui.screens.club.pane_screen import PaneScreen
from tui.screens.frame.screen_messages import RatedTableWanted
from tui.session.clubs import Clubs
from tui.settings.keymap import TOURNAMENT, Key, bindings
from tui.words.club_rows import ClubRow, game_title, rows_of_tournament
from tui.words.club_words import FORMS, names_of, stage_words

SURE_DRAW = sentence("Lots are missing of {names}. Leave them out? All others draw anew.")
SURE_START = sentence("All lots are open. Begin, and pair the first round?")
SURE_END = sentence("End round {number}? The next one is paired from its results.")
SURE_FIXED = sentence("End round {number}? Its results can then not change any more.")
SURE_LAST = sentence("End round {number}, the last one? The tournament ends with it.")
SURE_OVER = sentence("The tournament is over. End round {number} too? Its results can then not change any more.")
SURE_OUT = sentence("Take part in {name} no more?")
SURE_VOTE = sentence("Sign that {name} organises {tournament} from now on?")
NO_TABLE = sentence("No table waits for you in this tournament.")
NOT_THERE = sentence("Only those who are paired at this table play there.")
PLAYED = sentence("This table has a result already.")


class TournamentScreen(PaneScreen):
    """A tournament, page by page."""

    KEYS: ClassVar[tuple[Key, ...]] = TOURNAMENT
    BINDINGS: ClassVar[list[BindingType]] = bindings(TOURNAMENT)
    PANES: ClassVar[dict[str, str]] = {
        "rounds": sentence("Rounds"),
        "standings": sentence("Standings"),
        "entrants": sentence("Entrants"),
    }
    NOWHERE: ClassVar[str] = sentence("Not followed: {key[tournament.sync]} asks you in which room this club lies.")
    EMPTY: ClassVar[dict[str, str]] = {
        "rounds": sentence("No round is paired yet."),
        "standings": sentence("No round is paired yet."),
        "entrants": sentence("Nobody has entered yet: {key[tournament.enter]} takes part."),
    }

    def __init__(self, clubs: Clubs, view: ClubView, tournament: bytes) -> None:
        """Show the tournament of that id, the entrants first as long as no round is paired."""
        super().__init__(clubs, view)
        self.tournament = tournament
        self.pane = "rounds" if self.it.stage is Stage.PLAY else "entrants"

    @property
    def it(self) -> Tournament:
        """The tournament as it is now."""
        return self.view.state.tournaments[self.tournament]

    @property
    def called(self) -> str:
        """The name of the tournament."""
        return cleaned(self.it.data.name)

    def heading(self) -> str:
        """Give the name, the game, the form, and how far the tournament has come."""
        it, state = self.it, self.view.state
        parts = (cleaned(it.data.name), game_title(it.data.game), tr(FORMS[it.form]), stage_words(state, it).strip())
        return " · ".join(parts)

    def rows_of(self, pane: str) -> tuple[ClubRow, ...]:
        """Give the rows of a page."""
        return rows_of_tournament(pane, self.view.state, self.it, self.view.me)

    def on_mount(self) -> None:
        """Begin with one's own table."""
        super().on_mount()
        self._find_own()

    def _find_own(self) -> None:
        own = self._own()
        keys = [row.key for row in self.shown]
        if self.pane == "rounds" and own in keys:
            self.query_one(DataTable).move_cursor(row=keys.index(own))

    def _own(self) -> str:
        """Give the table that waits for the person, as ROUND/TABLE; empty if none does."""
        mine = (one for one in tasks_for(self.view.state, self.view.me) if one.kind is TaskKind.PAIRED)
        found = next((one for one in mine if one.tournament == self.tournament), None)
        return f"{found.round + 1}/{found.table + 1}" if found is not None else ""

    def on_data_table_row_selected(self) -> None:
        """Play at the table under the cursor."""
        self.action_play()

    def action_play(self) -> None:
        """Open one's table under the cursor, or sit down at it; on other pages, the table that waits."""

        async def way() -> None:
            row = self.chosen
            place = row.key if row is not None and self.pane == "rounds" else self._own()
            number, _, at = place.partition("/")
            if not at.isdigit():
                raise Fault(NO_TABLE)
            played = self.view.state.play(self.tournament)
            round_ = played.rounds[int(number) - 1]
            keys = [played.entrants[one] for one in round_.tables[int(at) - 1]]
            if self.view.me not in keys:
                raise Fault(NOT_THERE)
            if round_.results[int(at) - 1] is not None or round_.rivals[int(at) - 1] or round_.ended:
                raise Fault(PLAYED)
            others = tuple(pid_of(key) for key in keys if key != self.view.me)
            pairing = f"{self.tournament.hex()}/{place}"
            title = place_title(self.it, (self.tournament, round_.number, int(at) - 1))
            self._left = True
            self.post_message(RatedTableWanted(self.view.cid, pairing, title, others))

        self.ask(way)

    def action_enter(self) -> None:
        """Take part; who takes part already is asked whether they want to no more."""

        async def way() -> None:
            it, me = self.it, self.view.me
            if me not in {*it.entered, *it.drawn} or me in it.withdrawn:
                await self.do(tournament_deeds.enter, it.id.hex())
            elif await club_questions.sure(self.app, self.ink, tr(SURE_OUT, name=self.called)):
                await self.do(tournament_deeds.withdraw, it.id.hex())

        self.ask(way)

    def action_vote(self) -> None:
        """Vote that somebody else goes on with the tournament, after a question; or take that vote back."""

        async def way() -> None:
            self.must_be_member()
            if self.view.me not in {*self.view.state.founders, *self.it.listed}:
                raise Fault(NO_VOTE)
            key = await club_questions.ask_successor(self.app, self.ink, self.view.state, self.it)
            name = self.view.state.membership.name(bytes.fromhex(key)) if key else ""
            question = tr(SURE_VOTE, name=name, tournament=self.called)
            if key and await club_questions.sure(self.app, self.ink, question):
                await self.do(ruling_deeds.organiser, self.tournament.hex(), key)

        self.ask(way)

    def action_next_step(self) -> None:
        """As the organiser, take the next step: close the list, draw anew, begin, or end the round."""
        self.ask(self._next_step)

    async def _next_step(self) -> None:
        it, state = self.it, self.view.state
        if it.organiser != self.view.me:
            raise Fault(NOT_YOURS, name=state.membership.name(it.organiser))
        if it.stage is Stage.PLAY:
            await self._end_round()
            return
        if it.stage is Stage.ENTRY:
            deed = tournament_deeds.close
            question = ntr(
                "Close the list? {n} has entered: {names}.",
                "Close the list? {n} have entered: {names}.",
                len(it.entered),
                names=names_of(state, it.entered),
            )
        elif it.awaited:
            deed, question = tournament_deeds.draw, tr(SURE_DRAW, names=names_of(state, it.awaited))
        else:
            deed, question = tournament_deeds.start, tr(SURE_START)
        nobody = it.stage is Stage.ENTRY and not it.entered  # refused, and needs no question
        if nobody or await club_questions.sure(self.app, self.ink, question):
            await self.do(deed, it.id.hex())
            self._turn_to_rounds()

    async def _end_round(self) -> None:
        played = self.view.state.play(self.tournament)
        current = current_round(self.view.state, self.it)
        if played.problem is not None:
            raise played.problem
        if current is None:
            raise Fault(ALL_ENDED, name=self.called)
        words = await club_questions.ask_absences(self.app, self.ink, self.view.state, self.it, current)
        question = tr(end_question(played, self.it.form, current.number), number=current.number + 1)
        if words is not None and await club_questions.sure(self.app, self.ink, question):
            await self.do(tournament_deeds.end_round, self.tournament.hex(), *words)
            self._turn_to_rounds()

    async def reload(self) -> None:
        """Read the club again; once the first round is paired, show the rounds."""
        before = self.it.stage
        await super().reload()
        if before is not Stage.PLAY:
            self._turn_to_rounds()

    def _turn_to_rounds(self) -> None:
        """Show the rounds once there are some."""
        if self.it.stage is Stage.PLAY:
            self.pane = "rounds"
            self.show_pane()
            self._find_own()


def end_question(played: TournamentPlay, form: Form, number: int) -> str:
    """Ask whether the round with that number, from 0, is to be ended: with what follows from it."""
    if played.over:
        return SURE_OVER
    if number + 1 == played.length:
        return SURE_LAST
    return SURE_FIXED if form in {Form.ROUND_ROBIN, Form.DOUBLE_ROUND_ROBIN} else SURE_END

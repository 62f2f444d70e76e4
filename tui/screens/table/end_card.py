"""The end card: the winner, the reason, the points, and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from core.diplomacy.pact import Fate
from core.fault import sentence
from net.table.table_notice import ONWARD
from net.view.table_view import OfferKind, TableView
from tui.i18n.local_letters import located
from tui.i18n.translation import ntr, seat_title, tr
from tui.records import archive
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.table.report_screen import ReportScreen
from tui.settings.keymap import ANSWERS, REPORT, bindings
from tui.settings.settings import USUAL
from tui.table.departure import audit_words, game_number
from tui.table.diplomacy import pacts_of
from tui.table.player_desk import PlayerDesk
from tui.table.seat_view import own_seats
from tui.table.table_plan import has_moment, is_alone_at
from tui.widgets.form_field import Options
from tui.widgets.key_words import key_sentence
from tui.widgets.offers_bar import NO_KEY, YES_KEY, OffersBar, asked_words
from tui.widgets.text_style import TextStyle, cut
from tui.words.event_words import outcome_line
from tui.words.settlement_words import NOT_SETTLED, late_moves, settlement_words

NAME, SHAPE, CALLED, POINTS = 7, 2, 20, 4
"""The columns of a seat's word, at the least, of its shape, of what its player is called, and of its points."""

MATCH_POINTS, RESULT_POINTS = sentence("Points of the match"), sentence("Points for the result")
"""What the points are: those of all games of a match, or what the end of a single game brings."""


TELLS = sentence("{counted}: {key[report.open]} tells all")
"""The count of the promises, and the key to the report of the evening."""


class After(StrEnum):
    """What to do after the end."""

    LOOK = "look"
    REVIEW = "review"
    SAVE = "save"
    REPORT = "report"
    MOMENT = "moment"
    REMATCH = "rematch"
    DECLINE = "decline"
    ANSWER = "answer"
    AGAIN = "again"
    ONWARD = "onward"
    ANEW = "anew"
    HOME = "home"


WORDS = {
    After.LOOK: sentence("Look at the board"),
    After.REVIEW: sentence("Replay the game"),
    After.SAVE: sentence("Save the record"),
    After.REPORT: sentence("Read the report of the evening"),
    After.MOMENT: sentence("Look at your worst moment"),
    After.REMATCH: sentence("Ask for a rematch"),
    After.AGAIN: sentence("Play again"),
    After.ONWARD: sentence("Go to the table of the rematch"),
    After.HOME: sentence("Leave the table"),
}
"""The answers in order."""

PRESSES = {
    After.LOOK: "1",
    After.REVIEW: "2",
    After.SAVE: "3",
    After.REPORT: "4",
    After.MOMENT: "w",
    After.REMATCH: "5",
    After.AGAIN: "5",
    After.ONWARD: "5",
    After.HOME: "6",
}
"""The key of each answer, whatever else is offered."""

AGREE = sentence("Agree to the rematch")
"""The answer of a rematch where somebody has asked for one."""


FELL = sentence("{who} fell in turn {n}: {by} {text}.")
PACE = sentence("Tip (settings): watch the others' moves at your own pace.")
"""How a chief died, and how one sees it when it happens."""


class EndScreen(ChoiceScreen):
    """The end card; one key saves the record, one shows the report, one leads to the player's own worst moment.

    While somebody waits for an answer about a rematch, the card repeats the question, and its keys answer it here too.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "save", WORDS[After.SAVE], id="table.save"),
        Binding("w", "moment", WORDS[After.MOMENT], id="table.moment"),
        *bindings(REPORT[:1]),
        *bindings(ANSWERS),
        Binding("o", "answer_below", show=False, id="table.declare"),
    ]
    DEFAULT_CSS = "EndScreen > Vertical { max-height: 100%; padding: 0 2; }"
    leads_below = True
    moment = ""
    """What the search for the worst moment has told instead of one; it stays on the card."""
    _request: Text | None = None
    call: Callable[[], None] | None = None
    """What lets the keys answer the question below the card."""

    def on_mount(self) -> None:
        """Show what has been told while the card was laid out."""
        super().on_mount()
        self._show()

    def action_answer(self, yes: bool) -> None:  # noqa: FBT001 - an answer is a yes or a no
        """Answer whoever asks for a rematch."""
        if self._request is not None:
            self.dismiss(After.REMATCH.value if yes else After.DECLINE.value)

    def action_answer_below(self) -> None:
        """Go to the question below the card, if one waits for an answer."""
        if self._request is not None and self.call is not None:
            self.call()
            self.dismiss(After.ANSWER.value)

    def action_moment(self) -> None:
        """Look for the player's own worst moment, if the card offers that."""
        if any(key == After.MOMENT for key, _ in self._answers):
            self.dismiss(After.MOMENT.value)

    def action_report(self) -> None:
        """Show the report of the evening."""
        self.dismiss(After.REPORT.value)

    def action_save(self) -> None:
        """Save the record."""
        self.dismiss(After.SAVE.value)

    def tell(self, desk: PlayerDesk, ink: TextStyle) -> None:
        """Write the end again: audits and requests come after it, even before the card is laid out."""
        if desk.view is None:
            return
        if desk.view.onward and all(key != After.ONWARD for key, _ in self._answers):
            self.dismiss(After.ANEW.value)
            return
        self._request = request_text(desk, ink)
        self._question = end_text(desk.view, ink).append_text(fall_text(desk, ink))
        if loss := desk.rated.loss(desk.view):
            self._question.append(f"\n{loss}", ink.style("warning"))
        if self.moment:
            self._question.append(f"\n{self.moment}", ink.style("accent"))
        if self._request is not None:
            self._question.append("\n").append_text(self._request)
        self._show()

    def _show(self) -> None:
        """Write the end, and in the list whether a rematch is asked for from here or agreed to."""
        for shown in self.query("#question").results(Static):
            shown.update(self._question)
        for told in self.query("#told").results(VerticalScroll):
            told.anchor(bool(self.moment) or self._request is not None)  # they stand last, and a long card scrolls
        words = tr(WORDS[After.REMATCH] if self._request is None else AGREE)
        for at in (at for at, (key, _) in enumerate(self._answers) if key == After.REMATCH):
            for answers in self.query(Options):
                answers.replace_option_prompt_at_index(at, Text(f"{self._presses[at]}  {words}"))


def request_text(desk: PlayerDesk, ink: TextStyle) -> Text | None:
    """Say who asks for a rematch and which keys answer, if an answer is owed from here."""
    offer, _ = desk.offer_owed() or (None, None)
    if offer is None or offer.kind is not OfferKind.REMATCH:
        return None
    keys = f"{tr(YES_KEY)}  {tr(NO_KEY)}"
    return (
        ink.shape(desk.names[offer.seat]).append(f" {asked_words(offer, desk.names)}  ").append_text(ink.accent(keys))
    )


def end_screen(view: TableView, ink: TextStyle, *, retold: bool = False) -> EndScreen:
    """Show how the match of `view`, which is over, ended. A rematch is for players who had other people at the table.

    `retold` says whether it can be replayed, and played again if no other person sat there.
    """
    without = {After.REMATCH} if is_alone_at(view) else {After.AGAIN}
    without |= set() if retold else {After.REVIEW, After.AGAIN}
    without |= set() if view.mine else {After.REMATCH, After.AGAIN}
    without |= {After.REMATCH} if view.onward else {After.ONWARD}
    without |= set() if has_moment(view) else {After.MOMENT}
    choices = [(choice.value, tr(words)) for choice, words in WORDS.items() if choice not in without]
    presses = "".join(PRESSES[choice] for choice in WORDS if choice not in without)
    return EndScreen(end_text(view, ink), choices, presses)


Played = Any
"""The screen of the table (`tui.screens.table.table_screen.TableScreen`), which imports this module."""


async def show_end_card(table: Played) -> None:
    """Show the end card of a table, as often as needed, until it leads to the board, to a rematch or away."""
    after: str = After.SAVE
    again = {After.ANEW, After.SAVE, After.REVIEW, After.REPORT, After.MOMENT, After.DECLINE}
    while after in again and table.desk.view is not None:
        card = end_screen(table.desk.view, table.ink, retold=table.retell is not None)
        card.moment = table.moment
        card.call = table.query_one(OffersBar).call
        card.tell(table.desk, table.ink)
        table.end_card = card
        after = await table.app.push_screen_wait(card)
        table.end_card = None
        await _do_and_return(table, table.desk.view, after)
        if after == After.REVIEW and table.retell is not None and await table.retell():
            after = After.HOME
    if after == After.HOME:
        table.dismiss("over")
    elif after in {After.AGAIN, After.ONWARD}:
        table.dismiss(after)
    elif after == After.REMATCH:
        table.do(table.ask_again())


async def _do_and_return(table: Played, view: TableView, after: str) -> None:
    """Do what leads back to the card."""
    if after == After.SAVE:
        table.action_save()
    elif after == After.REPORT:
        await table.app.push_screen_wait(ReportScreen(view, table.ink))
    elif after == After.MOMENT:
        table.moment = await show_moment(table.app, view)
    elif after == After.DECLINE and (owed := table.desk.offer_owed()) is not None:
        table.answer(owed[0].id, owed[1], yes=False)


async def show_moment(app: App[Any], view: TableView) -> str:
    """Look for the worst moment of the player at a finished table, then ask for something better.

    Give what there is to tell if none was found; empty otherwise, and if the search was ended.
    """
    from tui.screens.learn.lesson_screen import LessonScreen
    from tui.screens.learn.moment_screen import FOUND, MomentScreen
    from tui.study.analysis.own_moments import OwnMoment
    from tui.study.game_library import story_of_view

    profile = str(getattr(app, "profile", USUAL))
    match = story_of_view(view, archive.today().isoformat()).match
    told = await app.push_screen_wait(MomentScreen(match, own_seats(view), profile))
    if told != FOUND:
        return told
    tutor = OwnMoment(profile)
    await app.push_screen_wait(LessonScreen(tutor.game, tutor=tutor))
    return ""


def end_text(view: TableView, ink: TextStyle) -> Text:
    """Write the result, each seat's points, the length and the digests for others to compare."""
    outcome, match = view.outcome, view.match
    if outcome is None or match is None:
        return Text()
    names = tuple(seat.name for seat in view.seats)
    text = ink.accent(outcome_line(outcome, names))
    if view.unsettled:
        text.append(f" ({tr(NOT_SETTLED)})", ink.style("warning"))
    text.append("\n\n")
    column = max(NAME, *(len(seat_title(name)) for name in names)) + 1
    heading = tr(MATCH_POINTS if game_number(view) else RESULT_POINTS)
    text.append(f"{heading:>{SHAPE + column + CALLED + POINTS}}\n", ink.style("muted"))
    for seat in view.seats:
        if seat.vacant:
            continue
        won = seat.seat in outcome.winners
        text.append_text(ink.shape(seat.name)).append(" ")
        text.append(cut(seat_title(seat.name), column), ink.style("foreground", bold=won))
        text.append(cut(seat.called, CALLED), ink.style("foreground" if won else "muted", bold=won))
        text.append(f"{outcome.points[seat.seat]:>{POINTS}}\n", ink.style("accent" if won else "muted", bold=won))
    if told := audit_words(view):
        text.append(f"\n{told}\n", ink.style("error" if view.void else "muted"))
    text.append_text(_settled(view, ink)).append_text(_promised(view, ink))
    if view.onward:
        text.append(f"\n{tr(ONWARD)}\n", ink.style("accent"))
    text.append("\n" + ntr("{n} decision", "{n} decisions", match.turn) + "  ", ink.style("muted"))
    text.append(tr("digest {digest}", digest=match.digest()[:16]), ink.style("muted"))
    return text


def fall_text(desk: PlayerDesk, ink: TextStyle) -> Text:
    """Write by which move a chief played here by hand died: the bots may have played on to the end at once."""
    names, text = desk.names, Text()
    own = {names[seat] for seat in own_seats(desk.view)} if desk.view is not None else set()
    for entry in desk.chronicle.entries:
        dead = [dict(one.fields).get("colour", "") for one in entry.effects if one.key == "out"]
        for name in own.intersection(dead):
            by = seat_title(names[entry.seat])
            line = tr(FELL, who=seat_title(name), n=entry.turn, by=by, text=located(entry.text))
            text.append(f"\n{line}", ink.style("foreground"))
    return text.append(f"\n{tr(PACE)}", ink.style("muted")) if text and not desk.paced else text


def _settled(view: TableView, ink: TextStyle) -> Text:
    """Write what came too late to count, and who has yet to receive the end; nothing for a person alone."""
    text = Text()
    for late in late_moves(view):
        text.append(f"\n{late.words}\n", ink.style("warning" if late.mine else "muted"))
    if told := settlement_words(view):
        text.append(f"\n{told}\n", ink.style("warning" if view.unsettled else "muted"))
    return text


def _promised(view: TableView, ink: TextStyle) -> Text:
    """Count the promises, those kept and those broken; the report of the evening tells them all."""
    fates = [pact.fate for pact in pacts_of(view)]
    kept, broken = fates.count(Fate.KEPT), fates.count(Fate.BROKEN)
    counted = ntr(
        "{n} promise, {kept} kept, {broken} broken",
        "{n} promises, {kept} kept, {broken} broken",
        len(fates),
        kept=kept,
        broken=broken,
    )
    told = key_sentence(TELLS, ink.style("warning" if broken else "muted"), counted=counted)
    return Text.assemble("\n", told, "\n") if fates else Text()

"""Advice at the table: what threatens the player, and hints. A hint is marks on the board and a sentence, then more.

A child process computes the hint. The table stays as quick as before, and Escape ends the search.
"""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text
from textual import on

from core.fault import Fault, sentence
from core.game import Seat
from core.match.match import Line
from core.threat import Threat
from net.view.table_view import Phase, TableView
from tui.i18n.translation import seat_title, tell, tr
from tui.screens.frame.dialog import TextDialog
from tui.screens.table.table_moves import TableMoves
from tui.table.hint import NOT_NOW, THINKING, Hint, choice_words, hint_level, hint_refusal, hint_words, seat_to_advise
from tui.table.losses_and_threats import NO_THREAT, LossFinder, losses_words, threat_words
from tui.table.player_desk import PlayerDesk
from tui.widgets.board_view import BoardView
from tui.widgets.progress_bar import ProgressScope
from tui.widgets.text_style import TextStyle

GROUP = "hint"
"""The group of the search for a hint: one at a time."""

TITLE = sentence("What threatens you")


class HintDialog(TextDialog):
    """A hint in all words, at the lower edge: the cells that it names stay in sight."""

    DEFAULT_CSS = "HintDialog { align: center bottom; }"


class TableHint(TableMoves):
    """A table at which a player may ask what to do."""

    def take(self, view: TableView) -> None:
        """Show a newer view. A search in a position that is gone is stopped."""
        before = self._asked()
        super().take(view)
        if self._asked() != before:
            self._desist()

    def _asked(self) -> tuple[Seat | None, tuple[Line, ...]]:
        """Give the seat that would ask here, and after how many decisions."""
        view = self.desk.view
        return self.desk.seat, view.match.log if view is not None and view.match is not None else ()

    def may_hint(self) -> Fault | None:
        """Give the reason why there is no hint now, None if there may be one."""
        return Fault(NOT_NOW) if self.desk.past else hint_refusal(self.controller.view, self.controller.invitation)

    def action_hint(self) -> None:
        """Look for a hint; once it is shown, show all of it. Where another choice hides it, show it again."""
        self.catch_up()
        known = self.desk.hint
        if known is not None and not self.desk.past:
            self._tell_all(known) if self.desk.advice is not None else self._show_hint(known)
            return
        fault = self.may_hint()
        if fault is not None:
            self.toast(tell(fault))
        else:
            self.beside(self._look_for_hint, GROUP)

    async def _look_for_hint(self) -> None:
        from tui.bots.bot_process import BotProcess, ask_hint

        view = self.controller.view
        seat = seat_to_advise(view)
        if view.match is None or seat is None:
            return
        try:
            async with ProgressScope(self.app, THINKING), BotProcess(hint_level(view.game)) as bot:
                found = await ask_hint(view.match, seat, bot)
        except Fault as fault:
            self.toast(tell(fault))
        else:
            self._show_hint(found)

    def _show_hint(self, found: Hint) -> None:
        """Show a hint, unless the game has moved on or something has been chosen since."""
        if self.desk.view is None or not found.holds(self.desk.view, self.desk.seat):
            return
        self.desk.drop()
        self.desk.inspect(None)
        word = self._broken(found.seat, found.best.text)
        self.desk.hint = found if word is None else replace(found, betrayed=word.betrayed)
        self._mark()

    @on(BoardView.Back)
    def _desist(self) -> None:
        """Stop looking for a hint."""
        self.workers.cancel_group(self, GROUP)

    def _tell_all(self, found: Hint) -> None:
        """Show the hint in all words, and the other actions examined."""
        ink, desk = self.ink, self.desk
        atlas = desk.scene.atlas if desk.scene is not None else None
        rows = [ink.accent(hint_words(found, desk.names, ink.glyphs, atlas))]
        others = [choice_words(found, one, desk.names, ink.glyphs, atlas) for one in found.reasons[1:]]
        if others:
            rows += [Text(), ink.muted(tr("Also looked at:")), *map(ink.plain, others)]
        self.app.push_screen(HintDialog(rows))

    def action_threats(self) -> None:
        """Show all that threatens the player here: the row below the board has no room for it."""
        self.app.push_screen(threat_card(self.desk, self.ink))


def threats_to(desk: PlayerDesk) -> tuple[Threat, ...]:
    """Give what the others could do next to the players on this machine."""
    view, seat = desk.view, desk.voice
    if view is None or view.match is None or seat is None or view.phase is not Phase.PLAYING:
        return ()
    return LossFinder().threats(view.game, view.match.state, seat)


def threat_card(desk: PlayerDesk, ink: TextStyle) -> TextDialog:
    """Show all threats, the gravest first, after the losses that the row below the board tells too."""
    names, scene, seat = desk.names, desk.scene, desk.voice
    atlas = scene.atlas if scene else None

    def named(seat: Seat) -> str:
        return f"{ink.glyphs.seat(names[seat])} {seat_title(names[seat])}"

    lost = LossFinder().losses(desk.chronicle, seat) if seat is not None and desk.chronicle.states else ()
    rows = [Text(told, ink.style("foreground")) for told in losses_words(lost, named, atlas)]
    rows += [Text()] if rows else []
    threats = threats_to(desk)
    for threat in threats:
        rows.append(Text(threat_words(threat, named, atlas), ink.style("warning" if threat.grave else "foreground")))
    if not threats:
        rows.append(ink.plain(tr(NO_THREAT)))
    for row in rows:
        for name in names:
            if not ink.glyphs.seat(name).isascii():
                row.highlight_words([ink.glyphs.seat(name)], ink.tint(name))
    return TextDialog([ink.accent(tr(TITLE)), Text(), *rows])

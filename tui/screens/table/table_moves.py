"""Playing at the table: pointing, typing, confirming moves and broken words, and premoves."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from rich.text import Text
from textual import events, on

from core.fault import Fault, IllegalAction, sentence
from core.game import Seat
from core.match.match import OVER
from net.peer.table_handle import NotFetched
from net.view.table_view import TableView
from net.wire.invitation import Invitation
from tui.i18n.local_letters import located
from tui.i18n.translation import ntr, tell, tr
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.table.table_cards import TableCards
from tui.screens.table.table_negotiation import WATCHING
from tui.screens.table.table_status import CONFIRM, FILLED
from tui.session.invitations import begins, other_room, same_table
from tui.settings.settings import Settings
from tui.table.controller import Controller, is_alone
from tui.table.own_word import OwnWord, own_word
from tui.table.player_desk import PAST, confirmed
from tui.table.premove import DROPPED, OUTLIVED
from tui.table.sentences.declaration_choice import typed_declaration
from tui.widgets.board_view import BoardView
from tui.widgets.chips import ChipBar
from tui.widgets.hand_bar import ANSWERS
from tui.widgets.key_words import key_sentence
from tui.widgets.prompt import AHEAD, Prompt
from tui.widgets.text_style import TextStyle
from tui.words.declaration_words import FINAL

LEADS_AWAY = sentence(
    "That invitation leads away from this table: leave it first ({key[table.leave]}), then paste the invitation on the "
    "first screen, also if it is a club's."
)
GO_THERE = sentence(
    "That invitation leads to another room, {room} at {host}:{port}. The room of this table is not reached: shall the "
    "table go on there? The others go along with the same invitation."
)
THERE, HERE = "there", "here"
PLACES = {THERE: sentence("Go on with this table in that room"), HERE: sentence("Stay here and wait")}
"""The answers in order."""

RIGHT = 3
"""The right button of a mouse."""


BACK, PLAY = "back", "play"
WORDS = {BACK: sentence("Go back: the move is not played"), PLAY: sentence("Play it all the same")}
"""The answers in order: Enter alone breaks no word."""

SHOWN = 2
"""How many promises of each list the question has room for."""


def breach_screen(word: OwnWord, names: tuple[str, ...], ink: TextStyle) -> ChoiceScreen:
    """Ask whether the move that breaks `word` is meant."""
    return ChoiceScreen(_question(word, names, ink), [(key, tr(words)) for key, words in WORDS.items()])


def _question(word: OwnWord, names: tuple[str, ...], ink: TextStyle) -> Text:
    rows = [Text(word.title(names), ink.style("warning", bold=True)), Text()]
    for title, lines in word.parts(names):
        rows += [ink.accent(title), *(ink.plain(f"  {line}") for line in lines[:SHOWN])]
        if len(lines) > SHOWN:
            told = ntr(
                "{n} more promise: {key[table.pacts]}", "{n} more promises: {key[table.pacts]}", len(lines) - SHOWN
            )
            rows.append(ink.muted(told))
    return Text("\n").join(rows)


class TableMoves(TableCards):
    """Decisions at a table.

    If a player points or types while a decision is on its way, the input is meant for the position after it. It waits
    for that position.
    """

    reach: Callable[[Invitation], Awaitable[object]] | None = None
    """Enters the room of an invitation, and raises `Fault` where that fails; None: that is not tried first."""

    def __init__(self, controller: Controller) -> None:
        """Begin with no decision on its way."""
        super().__init__(controller)
        self._underway = False
        self._later: deque[Callable[[], None]] = deque()

    def take(self, view: TableView) -> None:
        """Show a newer view; play the premove if its turn has come and the rules still allow it."""
        before, kept = self.desk.view, self.desk.premove
        super().take(view)
        premove = self.desk.premove
        if kept is not None and before is not None and kept.outlives(before, view):
            self.toast(tr(OUTLIVED, text=located(kept.text)))
        elif premove is not None and premove.due(view) and view.match is not None:
            self.desk.premove = None
            fault = premove.objection(view.match.state)
            if fault is None:
                self._submit(self._played(self._broken(premove.seat, premove.text), premove.seat, premove.text))
            else:
                self.app.bell()
                self.toast(f"{tr(DROPPED, text=located(premove.text))} {tell(fault)}")
                self._mark()
        self._go_on()

    def _submit(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that may be a decision."""
        self._underway = True
        self.do(self._submitted(work))

    async def _submitted(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        finally:
            self._underway = False
            if self.stands and self.desk.view is not self.controller.view:
                self.take(self.controller.view)
            self._go_on()

    def _go_on(self) -> None:
        """Do the deferred input, unless it has to wait further."""
        while self._later and not self._underway and self.stands:
            self._later.popleft()()

    def follow_pasted(self, text: str) -> None:
        """Follow an invitation that is pasted beside every line of text."""
        self.do(self._come_by(text))

    async def _come_by(self, text: str) -> None:
        """Go along with the table where a pasted invitation leads, or say what to do first if it leads elsewhere."""
        place = same_table(self.controller.view.invitation, text)
        if place is None and (place := await self._other_room(text)) is None:
            return
        if self.reach is not None:
            await self.reach(place)
        self.dismiss(f"onward {place}")

    async def _other_room(self, text: str) -> Invitation | None:
        """Ask whether a table whose room is not reached goes on in the pasted one; None if not, and say why."""
        view = self.controller.view
        gone = not view.online and view.match is not None and not is_alone(view.invitation)
        place = other_room(view.invitation, text) if gone else None
        if place is None:
            self.toast(self.told_here(tr(LEADS_AWAY), LEADS_AWAY))
            return None
        asked = Text(tr(GO_THERE, room=place.room, host=place.host, port=place.port))
        answer = await self.app.push_screen_wait(ChoiceScreen(asked, [(key, tr(one)) for key, one in PLACES.items()]))
        return place if answer == THERE else None

    def _put_off(self, deed: Callable[[], None]) -> bool:
        """Defer an input while a decision is on its way; tell whether it is deferred."""
        if self._underway:
            self._later.append(deed)
        return self._underway

    @on(BoardView.Pointed)
    def _pointed(self, event: BoardView.Pointed) -> None:
        if self._put_off(partial(self._pointed, event)):
            return
        desk, held = self.desk, self.desk.held
        if desk.pacing and not event.clicked:
            desk.leaf(1)
            self._show()
            self._show_end()
            return
        if self.catch_up():
            return
        if desk.view is not None and not desk.own:
            desk.inspect(event.spot)
        elif self.to_cards(event.spot):
            return
        elif held and not event.clicked:
            self._decide(held)
        else:
            self._choose(event, held)
        self._mark()

    def _choose(self, event: BoardView.Pointed, held: str) -> None:
        """Go on with the choice at the spot pointed at, or say why that is not possible."""
        try:
            text = self.desk.point(event.spot, clicked=event.clicked)
        except IllegalAction as fault:
            if not self._look_at(event.spot):
                self.toast(tell(fault))
        else:
            if text is not None:
                self._settle(text, again=text == held)

    def _look_at(self, spot: str) -> bool:
        """Show what the piece pointed at could do if nothing is chosen; tell whether it is another's that can act."""
        picking, piece = self.desk.picking, self.desk.piece_on(spot)
        if picking is None or picking.prefix or self.desk.inspected == spot:
            return False
        self.desk.inspect(spot)
        if not self.desk.pick().reach:  # there is nothing to look at: why it cannot be chosen is said once
            self.desk.inspect(None)
            return False
        return piece is not None and picking.seat not in {piece.owner, piece.commander}

    def _settle(self, text: str, *, again: bool = False) -> None:
        """Do what a whole choice means: keep it for the next turn, let it wait for a second Enter, or play it."""
        seat = self.desk.seat
        if seat is None:
            self.desk.intend(text)
        elif again or not self._asks(seat):
            self._decide(text)
        else:
            self.desk.hold(text)

    def _decide(self, text: str) -> None:
        seat = self.desk.seat
        word = self._broken(seat, text) if seat is not None else None
        if word is None:
            self.desk.drop()
        else:
            self.desk.hold(text)
        if seat is not None:
            self._submit(self._played(word, seat, text))

    def _broken(self, seat: Seat, text: str) -> OwnWord | None:
        """Give what a decision would break of the word of its seat."""
        view = self.desk.view
        return own_word(view, self.desk.chronicle, seat, text) if view is not None else None

    async def _played(self, word: OwnWord | None, seat: Seat, text: str) -> None:
        """Play a decision; one that breaks a `word` of its seat only if the person wants it, else go one step back."""
        if word is not None:
            if not await self._is_meant(word):
                self.desk.back()
                self._mark()
                return
            self.desk.drop()
        try:
            await self.controller.play(seat, text)
        except NotFetched:
            self._keep(seat, text)
            raise

    def _keep(self, seat: Seat, text: str) -> None:
        """Let a choice that cannot be signed yet wait for one more Enter, unless another one is being made by now."""
        desk = self.desk
        if self.stands and desk.seat == seat and not desk.chosen and not self.query_one(Prompt).typing:
            desk.spell(text)
            desk.hold(text)
            self._mark()

    async def _is_meant(self, word: OwnWord) -> bool:
        """Ask whether a decision is meant that breaks a word. In another position the question is void."""
        asked = self.desk.state
        self.query_one(Prompt).hint("")
        chosen = await self.app.push_screen_wait(breach_screen(word, self.desk.names, self.ink))
        return chosen == PLAY and self.desk.state is asked

    def _asks(self, seat: Seat) -> bool:
        """Tell whether a move of a seat needs confirming; secret decisions take two steps anyway."""
        view, settings, choice = self.desk.view, getattr(self.app, "settings", None), self.desk.choice
        if view is None or view.match is None or view.match.state.sealed or not isinstance(settings, Settings):
            return False
        words = set(choice.prefix) if choice else set()
        return words.isdisjoint(ANSWERS) and confirmed(settings.confirm, view, seat, self.now())

    @on(BoardView.Back)
    def _back(self) -> None:
        if self._put_off(self._back):
            return
        past = self.desk.past
        self.desk.back()
        if past:
            self._show()
            self._show_end()
        else:
            self._mark()

    def on_click(self, event: events.Click) -> None:
        """Step back with the right button, wherever it is pressed."""
        if event.button == RIGHT:
            event.stop()
            self._close_prompt() if self.query_one(Prompt).typing else self._back()

    def action_play_chosen(self) -> None:
        """Play the action that is chosen as far as it is, as Enter at its last place does."""
        if self._put_off(self.action_play_chosen):
            return
        picking, held = self.desk.picking, self.desk.held
        text = held or (picking.text if picking is not None else None)
        if text:
            self._settle(text, again=bool(held))
            self._mark()

    @on(Prompt.Changed)
    def _typed(self, event: Prompt.Changed) -> None:
        self.desk.spell(event.text)
        self.board.mark(self.desk.pick())

    @on(Prompt.Entered)
    def _entered(self, event: Prompt.Entered) -> None:
        if self._put_off(partial(self._entered, event)):
            return
        if event.text:
            self._submit(self._come_by(event.text) if begins(event.text) else self._play(event.text))
        else:
            self._close_prompt()

    async def _play(self, text: str) -> None:
        """Play, keep or declare a typed text. It stays if the rules refuse it."""
        desk = self.desk
        seat = desk.seat if desk.seat is not None else desk.voice
        match = desk.view.match if desk.view else None
        if seat is None or match is None:
            raise Fault(WATCHING)
        if desk.past:
            raise Fault(PAST)
        if match.state.outcome is not None:
            raise Fault(OVER)
        if desk.view is not None and (said := typed_declaration(desk.view, seat, text)):
            await self._say_typed(seat, said)
            return
        whole = desk.choice.whole(text) if desk.choice else text
        if proposal := desk.proposal(text, whole):
            self.query_one(Prompt).fill(text, proposal, key_sentence(FILLED))
            return
        if desk.seat is None and desk.plan is not None:
            self.desk.intend(text)
        elif desk.held != whole and desk.seat is not None and desk.objection(whole) is None and self._asks(seat):
            desk.hold(whole)
            self.query_one(Prompt).hint(key_sentence(CONFIRM))
            return
        else:
            legal = desk.choice is not None and desk.objection(whole) is None
            word = self._broken(seat, whole) if legal else None
            if word is not None and not await self._is_meant(word):
                return
            if legal:
                await self._play_typed(seat, whole, text)
                return
            await self.controller.play(seat, whole)
        self._close_prompt()

    async def _say_typed(self, seat: Seat, said: str) -> None:
        """Declare what was typed. The table goes on while somebody is asked whether they mean it."""
        if said.split(maxsplit=1)[0] in FINAL:
            self._close_prompt()
            self.declare(said, seat)
            return
        await self._declare(seat, said)
        self._close_prompt()

    async def _play_typed(self, seat: Seat, whole: str, text: str) -> None:
        """Play what the rules allow; if it is refused all the same, put the text where it was typed."""
        prompt = self.query_one(Prompt)
        self._close_prompt()  # at once: what is typed from now on is another action
        try:
            await self.controller.play(seat, whole)
        except Fault:
            if self.stands and not prompt.typing and self.focused is self.board:
                prompt.open(text)
            raise

    @on(Prompt.Left)
    def _close_prompt(self) -> None:
        self.query_one(Prompt).close()
        self.desk.drop()
        self.set_focus(self.board)
        self._mark()

    @on(ChipBar.Pressed)
    def _cleared(self, event: ChipBar.Pressed) -> None:
        if event.key == AHEAD:
            self.action_clear_premove()

    def action_type(self) -> None:
        """Type an action; after the end, say that there is none any more."""
        self.catch_up()
        if self.controller.view.outcome is not None:
            self.toast(tr(OVER))
            return
        picking = self.desk.picking
        self.query_one(Prompt).open(picking.opening() if picking else "")

    def action_clear_premove(self) -> None:
        """Forget the premove."""
        self.desk.premove = None
        self._mark()

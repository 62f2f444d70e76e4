"""The table: what its keys do, and how it is left. Decisions go to a `Controller`.

What becomes of the seat of a player who leaves is asked, never guessed; a visitor whom a door will know again is asked
nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import BindingType
from textual.widgets import Input

from core.fault import Fault, sentence
from core.game import Seat
from core.games import find
from net.table.line.motion import NO_PHASE, SAID_READY
from net.view.table_view import Phase
from tui.correspondence.own_turns import NO_OTHER
from tui.i18n.translation import language, tell, town_called, tr
from tui.screens.table.table_negotiation import WATCHING
from tui.screens.table.table_seats import Leave, TableSeats, asked_leave
from tui.screens.table.table_status import reach_words, upcoming_game
from tui.screens.table.waiting_view import BOTS
from tui.session.connection_news import table_outage
from tui.session.moved_table import reach_moved
from tui.session.playing_bots import has_others
from tui.settings.keymap import REFUSED, TABLE, WAITING, bindings, pressed
from tui.settings.visit import is_bound, unknown
from tui.table.controller import ALONE, Controller, is_alone
from tui.table.departure import cheats, is_out, overdue_seats
from tui.table.diplomacy import pacts_of, proposals_of
from tui.table.hint import has_hints
from tui.table.piece_legend import figures_told
from tui.table.seat_names import NamedTable
from tui.table.seat_view import is_unheard, may_be_ready, own_seats, takes_bots
from tui.table.sentences.seat_handover import substitution_targets
from tui.table.table_plan import side_words
from tui.widgets.hand_bar import HandBar
from tui.widgets.talk_pane import TalkInput
from tui.words.talk_hush import is_hushed

if TYPE_CHECKING:
    from tui.screens.table.end_card import EndScreen


EXAMPLES = 3
"""How many actions the help shows as they are typed."""

ANSWER_FIRST = sentence("The fight waits for your answer: {key[board.point]} leads back to it.")

ZEN = sentence("The board only: {key[table.zen]} brings the players, the log and the talk back.")

NO_PIECE = sentence("No piece stands on {spot}: {key[table.inspect]} says what a piece under the cursor can do.")
DOTS = sentence("The targets of what you choose are shown again.")
NO_DOTS = sentence("The targets of what you choose are hidden: {key[table.dots]} shows them again.")

TEXT = frozenset({"type", "talk"})
"""The actions that open a line of text, in which their keys are letters."""

GATHERING_ONLY = frozenset({"sit", "stand", "add_bot", "fill_bots", "invite"})
"""The actions of a table before its start."""

CARDS_ONLY = frozenset({"say_word", "cards"})
"""The actions that need cards."""

CARD_WORDS = frozenset({"pay", "treason", "sedition"})
"""The words that only games with cards have: elsewhere their keys are no keys."""

PLAYING_ONLY = frozenset(
    {
        *("type", "turn", "inspect", "dots", "declare", "diplomacy", "pacts", "look", "threats", "zen", "zoom", "save"),
        *("clear_premove", "refuse", "takeback"),
    }
)
"""The actions that need a board."""

NEXT_GAME = sentence("Next game")
"""What the key that points does while the end of a game of a match is shown, as the row of keys says it."""

REFUSALS = {
    "premove": sentence("There is no premove: choose and play while others decide, and it waits for your turn."),
    "pass": sentence("Nobody may pass in {game}."),
}
"""Why some keys do nothing now."""


class TableScreen(TableSeats):
    """One table as one profile plays at it. It ends with `keep`, `bot`, `resign` (`Leave`) or `over`."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(WAITING), *bindings(TABLE), *bindings(REFUSED)]

    confirms_unseen = False

    next_turn: Callable[[], Awaitable[bool]] | None = None
    """Finds the next table where it is the player's turn, and tells whether there is one; None: not possible."""
    retell: Callable[[], Awaitable[bool]] | None = None
    """Replays the finished game, and tells whether that leads to another table; None: not possible."""

    end_card: EndScreen | None = None
    """The end card, from before it is laid out until it is answered."""

    moment = ""
    """What the search for the player's worst moment has told instead of one."""

    def __init__(self, controller: Controller, *, seat_bot: Callable[[Seat], Awaitable[None]] | None = None) -> None:
        """Play at the table of `controller`; `seat_bot` puts a bot on an open seat, if that is possible."""
        super().__init__(controller, seat_bot=seat_bot)
        self._end_owed = False

    def _finish(self) -> None:
        self._end_owed = True
        self._open_card()

    def _open_card(self, *, said: bool = False) -> None:
        """Show the end card once: not over a line of text before it is `said` or left, as its letters would answer."""
        if self._end_owed and (said or not isinstance(self.focused, Input)):
            self._end_owed = False
            self.beside(self._end, "end")

    def on_descendant_blur(self) -> None:
        """Show the end that came while somebody wrote."""
        self._open_card()

    @on(TalkInput.Said)
    def _all_said(self) -> None:
        self._open_card(said=True)

    def _amend(self) -> None:
        if self.end_card is not None:
            self.end_card.tell(self.desk, self.ink)

    async def _end(self) -> None:
        from tui.screens.frame.dialog import GameQuestion
        from tui.screens.table.end_card import show_end_card

        if isinstance(front := self.app.screen, GameQuestion):
            await front.dismiss(front.NOTHING)
        await show_end_card(self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the keys of the phase: before the start those of the seats, then those of the board."""
        playing = self.desk.view is not None and self.desk.view.match is not None
        closed = self.desk.view is not None and self.desk.view.phase is Phase.CLOSED
        if action in GATHERING_ONLY or (closed and action == "copy"):
            return not (playing or closed) and (action not in BOTS or takes_bots(self.controller.view))
        if action in (sometimes := self._sometimes()):
            return sometimes[action]
        if action == "look" and parameters == (1,):
            return self.desk.past
        if (action == "turn" and self.has_class("-map")) or (action in TEXT and self._is_written(action)):
            return False
        if action in CARDS_ONLY:
            return self.has_cards and (not parameters or self.may_say(str(parameters[0])))
        no_cards = action == "refuse" and parameters[0] in CARD_WORDS and not self.has_cards
        return playing and not no_cards if action in PLAYING_ONLY else True

    def _sometimes(self) -> dict[str, bool]:
        """Tell of the keys that mean something at some times only whether they do now."""
        view, desk = self.controller.view, self.desk
        views, clears = len(desk.drawings) > 1, desk.premove is not None
        ready, leads = may_be_ready(view), self.next_turn is not None
        hint = has_hints(view, self.controller.invitation)
        follows = bool(view.moved) and not view.led_back
        told = {"follow": follows, "view": views, "clear_premove": clears, "ready": ready, "next_table": leads}
        return {**told, "hint": hint}

    def _is_written(self, action: str) -> bool:
        """Tell whether the key that opens a line of text is a letter in one, or a card of the focused hand.

        Whoever plays no seat by hand has no line for moves.
        """
        hand = self.focused
        if action == "type" and not self.desk.own:
            return True
        return isinstance(hand, Input) or (isinstance(hand, HandBar) and hand.takes(pressed(f"table.{action}")))

    async def _choose_declaration(self) -> None:
        """Choose what to declare; if the end leaves nothing of that, show its card again: it leads on."""
        view = self.controller.view
        left = (overdue_seats, cheats, substitution_targets)
        if view.phase is Phase.OVER and not any(of(view) for of in left):
            await self._end()
        else:
            await super()._choose_declaration()

    def action_follow(self) -> None:
        """Follow the table to the broker where it goes on."""
        self.do(self._follow_moved())

    async def _follow_moved(self) -> None:
        if self.reach is not None:
            await reach_moved(self.controller.view, self.reach)
        self.dismiss("onward")

    def action_next_table(self) -> None:
        """Go to the next table where it is the player's turn; the seats here are kept."""
        self.do(self._go_next())

    async def _go_next(self) -> None:
        if self.next_turn is None or not await self.next_turn():
            self.toast(tr(NO_OTHER))
        else:
            self.dismiss("next")

    def action_turn(self) -> None:
        """Turn the board."""
        self.board.turn()

    @property
    def momentary(self) -> Mapping[str, str]:
        """What the key that points does at the end of a game: to the next one. Talk that nobody hears has no words."""
        onward = {"board.point": tr(NEXT_GAME)} if upcoming_game(self.desk) else {}
        return onward | ({"table.talk": ""} if is_unheard(self.controller.view) else {})

    def action_next_game(self) -> None:
        """Go on from the end of a game of a match to the next one."""
        self.catch_up()

    def action_inspect(self) -> None:
        """Show what the piece under the cursor could do; say so if there is none, or if it can go nowhere."""
        spot = self.board.cursor
        if spot is not None and not self.desk.piece_on(spot):
            self.toast(tr(NO_PIECE, spot=town_called(spot)))
        self.desk.inspect(spot)
        if self.desk.inspected and not self.desk.pick().reach:  # the row would go on saying so wherever one goes
            self.toast(f"{town_called(self.desk.inspected)} {reach_words(self.desk)}.")
            self.desk.inspect(None)
        self._mark()

    def action_dots(self) -> None:
        """Show targets or hide them, and say which."""
        self.desk.dots = not self.desk.dots
        self.notify(tr(DOTS if self.desk.dots else NO_DOTS), markup=False)
        self._mark()

    def action_look(self, step: int) -> None:
        """Look back or ahead."""
        self.desk.leaf(step)
        self._show()
        self._show_end()

    def action_view(self) -> None:
        """Draw the game in another way."""
        self.desk.redraw()
        self._like(self.desk.drawing)
        self._show()

    def action_refuse(self, what: str) -> None:
        """Say why a key does nothing now."""
        if what in {"pass", *CARD_WORDS} and self.has_cards:
            self.action_say_word(what)
        elif what == "move":
            self.toast(tr(WATCHING))
        elif what == "ready":
            said = self.controller.view.negotiation is not None and self.desk.voice is not None
            self.toast(tr(SAID_READY if said else NO_PHASE))
        elif what == "hint":
            self.action_hint()
        else:
            self.toast(tr(REFUSALS[what], game=tr(find(self.controller.view.game).title)))

    def action_zen(self) -> None:
        """Show the board only, and tell the key that shows everything again; or do that."""
        self.toggle_class("-zen")
        if self.has_class("-zen"):
            self.notify(tr(ZEN), markup=False)

    def action_zoom(self) -> None:
        """Draw the board larger than its room, step by step. It follows the cursor."""
        self.board.enlarge()

    def action_save(self) -> None:
        """Save the record, unless its key may be meant for the question of a fight."""
        from tui.records import archive

        if self.answering:
            self.toast(tr(ANSWER_FIRST))
            return
        try:
            path = archive.save(self.controller.view, archive.folder(), archive.today())
        except Fault as fault:
            self.toast(tell(fault))
        else:
            self.app.notify(tr(archive.SAVED, path=path), markup=False)

    def action_copy(self) -> None:
        """Copy the invitation, if others can come."""
        if is_alone(self.controller.invitation):
            self.notify(tr(ALONE), severity="warning", markup=False)
            return
        self.app.copy_to_clipboard(self.controller.invitation)
        self.app.notify(tr("The invitation is copied: send it to those who are to come."), markup=False)

    def action_invite(self) -> None:
        """Invite a person of the room."""
        self.beside(self._invite)

    async def _invite(self) -> None:
        from tui.screens.frame.dialog import ChoiceScreen
        from tui.session.invitations import NOBODY, WHOM

        people = [(one.pid, one.nick) for one in self.controller.invitees]
        if not people:
            self.toast(tr(NOBODY))
        elif chosen := await self.app.push_screen_wait(ChoiceScreen(self.ink.accent(tr(WHOM)), people)):
            await self._try(self._send(chosen))

    async def _send(self, pid: str) -> None:
        from tui.session.invitations import invitation_letter

        self.app.notify(await invitation_letter(self.controller, pid), markup=False)

    def action_keys(self) -> None:
        """Show the keys."""
        from tui.screens.learn.key_card import KeysScreen, closed_talk, middle_row
        from tui.table.sentences.leading_piece import leading_words

        view, desk = self.controller.view, self.desk
        gathering = view.match is None
        always = set() if gathering else {"table.premove"}
        every = (*WAITING, *TABLE) if gathering else TABLE
        offered = [key for key in every if self.momentary.get(key.id) != ""]
        keys = tuple(key for key in offered if key.id in always or self.check_action(key.action.partition("(")[0], ()))
        if is_hushed(view):
            keys = closed_talk(keys, promised=bool(pacts_of(view, desk.chronicle) or proposals_of(view)))
        examples = desk.picking.examples(EXAMPLES) if desk.picking else ()
        places = bool(examples) and all(map(str.isalnum, examples))
        row = middle_row(desk.scene) if desk.scene is not None else ()
        figures, together, outage = figures_told(desk.scene), side_words(view), table_outage(view)
        card = KeysScreen(
            self.ink,
            keys,
            examples,
            led=leading_words(desk.picking, examples) if desk.picking else "",
            cards=self.has_cards,
            places=places,
            lines=bool(desk.scene is not None and desk.scene.trails),
            row=row,
            upcoming=upcoming_game(desk),
            figures=figures,
            together=together,
            outage=outage,
        )
        self.app.push_screen(card, self._do_as_clicked)

    def _do_as_clicked(self, name: str | None) -> None:
        """Do what the key of a clicked line does, by its id: another key may differ from it by case alone."""
        if name:
            self.call_later(self.action_press, name)

    def action_rules(self) -> None:
        """Show the rules, at what is under the cursor."""
        from tui.screens.learn.rules_screen import RulesScreen
        from tui.study.lessons.rules_text import opening

        game, scene = self.controller.view.game, self.desk.scene
        begins = opening(game, scene, self.board.cursor, language()) if scene is not None else ""
        try:
            self.app.push_screen(RulesScreen(game, begins))
        except Fault as fault:
            self.toast(tell(fault))

    def action_leave(self) -> None:
        """Leave. With a seat that still plays, ask what becomes of it; a door keeps it for a visitor whom it knows."""
        self.beside(self._leave)

    async def _leave(self) -> None:
        await self.left()

    async def left(self) -> bool:
        """Leave if that is the answer; tell whether it was. It is asked for all seats held here, also hidden ones."""
        table = self.controller
        view = table.uncovered if isinstance(table, NamedTable) else table.view
        opener = view.hosted and view.phase is Phase.GATHERING
        asks_nothing = is_bound() and unknown() is None
        if view.phase in {Phase.OVER, Phase.CLOSED}:
            self.dismiss("over")
        elif asks_nothing or is_out(view) or not (own_seats(view) or opener or (view.mine and has_others(view))):
            self.dismiss(Leave.KEEP.value)
        else:
            how = await asked_leave(self.app, self.ink, view)
            if how is Leave.STAY:
                return False
            self.dismiss(how.value)
        return True

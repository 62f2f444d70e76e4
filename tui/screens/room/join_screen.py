"""Join by invitation: paste it, give a name, enter."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, ClassVar, Protocol, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Button, Input, Static

from core.fault import Fault, sentence
from tui.i18n.translation import tell, tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.screens.frame.screen_messages import InvitationGiven
from tui.session.invitations import begins, is_code, join_lines, picked
from tui.session.passing_visit import stranger_words
from tui.settings.settings import UNKNOWN_NAME, Settings, UnchosenName
from tui.widgets.form_field import UNNAMED, OrderedInput
from tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from net.room.announcement import Announcement

CODE = sentence("Code of the room {room} at {host}:{port}, as its host's screen shows it")
INVITATION = sentence("Invitation (it begins with parley://), or a code as 7QX4-M0RA")
GOING_TO = sentence("Going in: the room {room} at {host}:{port}…")
GOING = sentence("Going in…")
"""Said while somebody goes in: where, if an invitation tells that, and instead of "Go in"."""
NOT_A_NAME = sentence("That is an invitation, not a name: paste it into the field above.")


class NamingApp(Protocol):
    """What the form needs from its app: the settings with the person's name."""

    settings: Settings


class InvitationInput(OrderedInput):
    """An input that takes an invitation as terminals copy it: broken over lines, in quotes, in pieces, amid words."""

    def on_paste(self, event: events.Paste) -> None:
        """Join a pasted text: a beginning replaces what stood here, a rest goes in at the cursor."""
        event.prevent_default()
        event.stop()
        text = join_lines(picked(event.text))
        if begins(text):
            self.value, self.cursor_position = text, len(text)
        elif self.selection.is_empty:
            self.insert_text_at_cursor(text)
        else:
            self.replace(text, *self.selection)


class NameInput(OrderedInput):
    """An input for a name; an invitation that is pasted here goes to where invitations are read."""

    class Invited(Message):
        """An invitation was pasted instead of a name."""

        def __init__(self, text: str) -> None:
            """Say which."""
            self.text = text
            super().__init__()

    def on_paste(self, event: events.Paste) -> None:
        """Hand an invitation on; anything else is a name."""
        text = join_lines(picked(event.text))
        if begins(text):
            event.prevent_default()
            event.stop()
            self.post_message(self.Invited(text))


def going_words(text: str) -> str:
    """Say where an invitation leads; a code does not tell that.

    >>> going_words("7QX4-M0RA")
    ''
    """
    from net.wire.invitation import Invitation

    with suppress(Fault):  # a code
        place = Invitation.parse(text)
        return tr(GOING_TO, room=place.room, host=place.host, port=place.port)
    return ""


class JoinScreen(LocalizedScreen[None]):
    """An invitation and a name. The screen stays until the room or table is reached, so that nothing typed is lost."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", sentence("Back")),
    ]

    def __init__(
        self,
        nick: str = "",
        invitation: str = "",
        said: Announcement | None = None,
        unchosen: UnchosenName = UNKNOWN_NAME,
    ) -> None:
        """Ask, with what is known filled in. For a room that is `said` to be near, ask for its code.

        `unchosen` is the name of who has typed none.
        """
        super().__init__()
        self.unchosen = unchosen
        self.nick = self._known = nick
        self.invitation = invitation
        self.said = said
        self._ways: list[str] = []

    def compose(self) -> ComposeResult:
        """Lay out the two fields."""
        yield Static(tr("Play online"), classes="title")
        if told := stranger_words():
            yield Static(told, classes="stranger", markup=False)
        with Vertical(id="join"):
            yield Static(self._asked(), classes="heading", markup=False)
            example = "parley://…" if self.said is None else "XXXX-XXXX"
            yield InvitationInput(self.invitation, id="invitation", placeholder=example, compact=True)
            yield Static(tr("Your name"), classes="heading")
            unnamed = tr(self.unchosen.template, name=self.unchosen.name) if self.unchosen.name else tr(UNNAMED)
            yield NameInput(self.nick, placeholder=unnamed, id="nick", max_length=24, compact=True)
            yield Static(id="refused", markup=False)
            yield Static(self._way_words(), id="going", markup=False)
            yield Button(self._button_words(), id="enter", variant="primary", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        """Focus the first empty field, or the invitation, which another one may replace."""
        self.query_one("#nick" if self.invitation and not self.nick.strip() else "#invitation").focus()

    def on_screen_resume(self) -> None:
        """Take a name that was told in the settings meanwhile, unless another is typed here."""
        told = cast("NamingApp", self.app).settings.nick
        if told and self.nick == self._known != told:
            self._known = self.query_one(NameInput).value = told

    def on_name_input_invited(self, event: NameInput.Invited) -> None:
        """Take the invitation that was pasted into the name."""
        self.follow_pasted(event.text)

    def follow_pasted(self, text: str) -> None:
        """Take the invitation that was pasted beside its field."""
        field = self.query_one(InvitationInput)
        field.value, field.cursor_position = text, len(text)
        field.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep what is typed; why it was refused before is told no longer."""
        self._refuse("")
        if event.input.id == "nick":
            self.nick = event.value
        else:
            self.invitation = event.value

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go on to the name, or enter."""
        if event.input.id == "invitation" and not self.nick.strip():
            self.query_one("#nick").focus()
        else:
            self.on_button_pressed()

    def on_button_pressed(self) -> None:
        """Enter, if the invitation can be read; who gives no name goes by a word."""
        if begins(self.nick):
            self._refuse(tr(NOT_A_NAME))
            self.query_one("#nick").focus()
            return
        self.beside(self._go_in)

    async def _go_in(self) -> None:
        """Read the invitation, or open the room by its code, which takes a moment; raise nothing."""
        from net.wire.invitation import Invitation

        text = join_lines(self.invitation)
        try:
            if self.said is not None:
                text = str(await asyncio.to_thread(self.said.opened, text))
            if not is_code(text):
                Invitation.parse(text)
        except Fault as fault:
            self._refuse(tell(fault))
            self.query_one("#invitation").focus()
            return
        typed = self.nick.strip()
        self.post_message(InvitationGiven(text, typed if typed != self._known else None, self))

    def is_going(self, text: str) -> bool:
        """Tell whether somebody is going in by this invitation already."""
        return text in self._ways

    @contextmanager
    def going(self, text: str) -> Iterator[None]:
        """Say that somebody is going in by an invitation, as long as that lasts."""
        self._ways.append(text)
        self._tell_way()
        try:
            yield
        finally:
            self._ways.remove(text)
            self._tell_way()

    def _tell_way(self) -> None:
        if self.stands:
            self.query_one("#going", Static).update(self._way_words())
            self.query_one("#enter", Button).label = self._button_words()

    def _way_words(self) -> str:
        return going_words(self._ways[-1]) if self._ways else ""

    def _button_words(self) -> str:
        return tr(GOING) if self._ways else tr("Go in")

    def _refuse(self, why: str) -> None:
        refused = self.query_one("#refused", Static)
        refused.update(why)
        refused.display = bool(why)

    def _asked(self) -> str:
        if self.said is None:
            return tr(INVITATION)
        return tr(CODE, room=self.said.room, host=self.said.host, port=self.said.port)

"""The home screen: where everything begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from core.fault import sentence
from tui.messages import Chosen, Entry, InvitationPasted
from tui.screens.spoken import Spoken
from tui.speech import tr
from tui.widgets.foot import Foot

MOTTO = sentence("A table for games that reward talk and nerve.")

ENTRIES: dict[Entry, tuple[str, str]] = {
    Entry.ONLINE: (sentence("Play online"), sentence("paste an invitation")),
    Entry.HOST: (sentence("Host a room here"), sentence("and invite the others")),
    Entry.BOTS: (sentence("Play against bots"), sentence("alone, nothing leaves this machine")),
    Entry.HOT_SEAT: (sentence("Hot-seat"), sentence("several people at one keyboard")),
    Entry.RESUME: (sentence("Resume"), sentence("the tables kept on this machine")),
    Entry.LEARN: (sentence("Learn"), sentence("the rules of the games, and lessons")),
    Entry.REVIEW: (sentence("Games"), sentence("replay, comment, count what was played")),
    Entry.SETTINGS: (sentence("Settings"), sentence("language, name, colours")),
    Entry.QUIT: (sentence("Quit"), ""),
}
"""The entries in order, each with its label and what it means."""


OFFLINE = sentence("Offline: alone, against bots and at one keyboard, all works.")
ONLINE = sentence("Online in the room {rooms}.")


class Menu(OptionList):
    """A list of entries: arrows or `j` and `k`, Enter or the entry's number."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
        Binding("enter", "select", sentence("Choose")),
        Binding("space,right,l", "select", show=False),
    ]


class HomeScreen(Spoken[None]):
    """The entries, and which games there are."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(number), f"choose('{entry}')", show=False) for number, entry in enumerate(ENTRIES, 1)),
        Binding("question_mark,f1", f"choose('{Entry.RULES}')", sentence("Rules"), key_display="?"),
        Binding("q", f"choose('{Entry.QUIT}')", sentence("Quit")),
    ]

    def __init__(self, reached: Callable[[], Sequence[str]] = tuple) -> None:
        """Tell which rooms with others are `reached`, each time one comes back here."""
        super().__init__()
        self._reached = reached

    def compose(self) -> ComposeResult:
        """Lay out name, motto, entries, whether others are within reach, and the games."""
        with Vertical(id="home"):
            yield Static("P A R L E Y", id="name")
            yield Static(tr(MOTTO), id="motto")
            yield Menu(*(Option(self._label(entry), id=entry) for entry in ENTRIES), id="entries", markup=False)
            yield Static("", id="net", markup=False)
            yield Static("", id="games", markup=False)
        yield Foot()

    def on_mount(self) -> None:
        """Paint first; the games are looked up afterwards."""
        self.query_one(Menu).focus()
        self.on_screen_resume()
        self.call_after_refresh(self._tell_games)

    def on_screen_resume(self) -> None:
        """Tell whether others are within reach."""
        rooms = ", ".join(self._reached())
        for line in self.query("#net").results(Static):
            line.update(tr(ONLINE, rooms=rooms) if rooms else tr(OFFLINE))

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        super().relabel()
        self.call_after_refresh(self.on_mount)

    @staticmethod
    def _label(entry: Entry) -> str:
        label, meaning = ENTRIES[entry]
        number = list(ENTRIES).index(entry) + 1
        return f"{number}  {tr(label):<24} {tr(meaning)}"

    def _tell_games(self) -> None:
        from core.games import find, names

        games = [find(name) for name in names()]
        self.query_one("#games", Static).update("\n".join(f"{tr(game.title)} · {tr(game.pitch)}" for game in games))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the entry under the cursor."""
        event.stop()
        self.post_message(Chosen(Entry(event.option_id or Entry.QUIT), self))

    def action_choose(self, entry: str) -> None:
        """Take an entry by its key."""
        self.post_message(Chosen(Entry(entry), self))

    def on_paste(self, event: events.Paste) -> None:
        """Go on to joining where an invitation is pasted; it need not be asked for first."""
        from tui.pasted import begins, together

        if begins(event.text):
            self.post_message(InvitationPasted(together(event.text)))

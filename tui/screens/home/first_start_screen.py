"""The first start: three cards, each skipped by one key: language; name, look and terminal; what to do now."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from core.fault import sentence
from tui.i18n import translation
from tui.i18n.translation import seat_title, tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.screens.frame.screen_messages import Entry
from tui.screens.home.settings_screen import SettingChanged, name_field
from tui.settings import theme
from tui.settings.settings import OF_PROFILE, UNKNOWN_NAME, Settings, UnchosenName
from tui.terminal.terminal_traits import Widths
from tui.widgets.form_field import Choice, Menu, Row
from tui.widgets.key_words import key_sentence

DISCOVER = sentence("Discover: Megiddo against a gentle bot, two minutes")
"""The way to a first game."""

WAYS = {
    Entry.DISCOVER.value: DISCOVER,
    Entry.LEARN.value: sentence("Learn a game by lessons"),
    Entry.BOTS.value: sentence("Choose a game and bots"),
    Entry.ONLINE.value: sentence("Join other people by an invitation"),
    "": sentence("Look around"),
}
"""Where the last card leads, in order."""

COLOURS = {
    "truecolor": sentence("Colours: all of them."),
    "256": sentence("Colours: 256, enough for every theme."),
    "standard": sentence("Colours: sixteen; the theme made for them suits."),
}
FEW = sentence("Colours: none; the greyscale theme suits.")
ALIGNED = sentence("Shapes: every sign is one column wide.")
RAGGED = sentence("Shapes: two columns wide here, so boards are drawn in plain ASCII.")
UNSAID = sentence("Shapes: if the row of seats above looks torn, choose plain ASCII in Settings.")
LEADS = sentence("Enter goes on, Esc skips the rest. Settings, on the home screen, changes all of it.")
MOUSE = sentence("Mouse: click here to try it.")
CLICKED = sentence("Mouse: it works.")


LOOKS = 1
"""The card of name and look, which has fields."""


class CardMenu(Menu, inherit_bindings=False):
    """The list of a card: Enter or a number chooses. The right arrow does not, as it changes a value a card before."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *OptionList.BINDINGS,
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
    ]


class FirstScreen(LocalizedScreen[str], ModalScreen[str]):
    """Return one of `WAYS`, empty for the home screen. Choices are sent as `SettingChanged` on the way."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", sentence("Skip"), show=False),
        Binding("enter", "go_on", show=False, priority=True),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
        *(Binding(str(number), f"answer({number})", show=False) for number in range(1, len(WAYS) + 1)),
    ]
    DEFAULT_CSS = """
    FirstScreen { align: center middle; background: $background 60%; }
    FirstScreen > Vertical { width: 66; max-width: 96%; height: auto; padding: 1 2; background: $panel;
        border: round $muted; }
    FirstScreen .head { color: $accent; text-style: bold; margin-bottom: 1; }
    FirstScreen .foot { color: $muted; margin-top: 1; }
    FirstScreen .label { width: 14; }
    FirstScreen #check { margin-top: 1; height: auto; }
    FirstScreen #mouse { height: 1; }
    FirstScreen Menu { height: auto; border: none; background: $panel; padding: 0; }
    FirstScreen Menu:focus { border: none; }
    FirstScreen Button { margin-top: 1; }
    """

    def __init__(
        self,
        settings: Settings,
        widths: Widths | None = None,
        *,
        spoken: bool = False,
        unchosen: UnchosenName = UNKNOWN_NAME,
    ) -> None:
        """Begin with `settings`; `widths` is what the terminal said of its signs.

        `spoken` says that the language was given with the start: it is not asked for. `unchosen` is the name of who
        has typed none.
        """
        super().__init__()
        self.settings = settings
        self.unchosen = unchosen if unchosen.template == OF_PROFILE else UNKNOWN_NAME  # which says what empty means
        self.widths = widths or Widths()
        self.card = self._first = LOOKS if spoken else 0

    def compose(self) -> ComposeResult:
        """Lay out the current card."""
        with Vertical():
            yield Static(f"{tr('Welcome to Parley')}  {self.card + 1 - self._first}/{3 - self._first}", classes="head")
            yield from (self._languages, self._looks, self._ways)[self.card]()
            yield Static(
                key_sentence(LEADS),
                classes="foot",
            )

    def _languages(self) -> ComposeResult:
        yield CardMenu(
            *(Option(f"{at}  {own}", id=name) for at, (name, own) in enumerate(translation.NAMES.items(), 1))
        )

    def _looks(self) -> ComposeResult:
        yield Row(tr("Your name"), name_field(self.settings.nick, self.unchosen))
        themes = {name: tr(theme.load(name).title) for name in theme.names()}
        yield Row(tr("Theme"), Choice(themes, theme.look(self.settings.theme).name, id="theme"))
        yield Static(self._sample(), id="sample", markup=False)
        yield Static("\n".join(self._checks()), id="check", markup=False)
        yield Static(tr(MOUSE), id="mouse", markup=False)
        yield Button(tr("Go on"), id="on", variant="primary", compact=True)

    def _ways(self) -> ComposeResult:
        ways = enumerate(WAYS.items(), 1)
        yield CardMenu(*(Option(f"{at}  {tr(told)}", id=way or "home") for at, (way, told) in ways))

    def _sample(self) -> Text:
        """Show the seats in the theme, as tiles and as words."""
        look = theme.look(self.settings.theme)
        chosen = self.settings.glyphs if self.settings.glyphs in theme.GLYPH_SETS else "unicode"
        shapes, cell = theme.glyphs(chosen), look.board["second"]
        text = Text(no_wrap=True)
        for name in theme.SEATS[:4]:
            colour = look.seat(name)
            text.append(f" {shapes.seat(name)} ", Style(color=look.board["ink"], bgcolor=colour, bold=True))
            text.append(f" {seat_title(name)} ", Style(color=colour, bgcolor=cell, bold=True))
        return text

    def _checks(self) -> tuple[str, ...]:
        """Say in words what the terminal can do."""
        colours = COLOURS.get(self.app.console.color_system or "", FEW)
        shapes = RAGGED if self.widths.ragged else ALIGNED if self.widths.fine else UNSAID
        return tr(colours), tr(shapes)

    def on_mount(self) -> None:
        """Focus the first field of interest."""
        if self.widths.ragged and self.settings.glyphs == "auto":
            self._take("glyphs", "ascii")
        self.set_focus(self.query(Menu).first() if self.query(Menu) else self.query_one("#nick"))
        if self.card == 0:
            spoken = translation.language()
            self.query_one(Menu).highlighted = (
                list(translation.NAMES).index(spoken) if spoken in translation.NAMES else 0
            )

    def relabel(self) -> None:
        """Write the card again in the language in use."""
        super().relabel()
        self.call_after_refresh(self.on_mount)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the language, or leave by one of the ways."""
        event.stop()
        chosen = event.option_id or ""
        if chosen not in translation.NAMES:
            self.dismiss("" if chosen == "home" else chosen)
        elif not self.card:  # the same key may have been pressed twice
            self._take("language", chosen)
            self.action_next()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Apply the theme at once. The next card may be there before this message arrives."""
        self._take("theme", event.value)
        self._show_sample()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take the name as it is typed."""
        self._take("nick", event.value.strip())

    def on_input_submitted(self) -> None:
        """Go on from the name."""
        self.action_next()

    def on_button_pressed(self) -> None:
        """Go on."""
        self.action_next()

    def on_click(self, event: events.Click) -> None:
        """Say that the mouse works, wherever it was clicked."""
        del event
        for told in self.query("#mouse").results(Static):
            told.update(tr(CLICKED))

    def action_next(self) -> None:
        """Go to the next card."""
        self.card = min(self.card + 1, 2)
        self.relabel()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let Enter choose in a list, and go on from any field on the card of looks."""
        return self.card == LOOKS if action == "go_on" else super().check_action(action, parameters)

    def action_go_on(self) -> None:
        """Go on from the card of looks. The same key may have been pressed twice."""
        if self.card == LOOKS:
            self.action_next()

    def action_answer(self, number: int) -> None:
        """Choose by number if there is a list."""
        for menu in self.query(Menu).results(Menu):
            if number <= menu.option_count:
                menu.highlighted = number - 1
                menu.action_select()

    def follow_settings(self, settings: Settings) -> None:
        """Show what was changed elsewhere, as by the palette."""
        self.settings = settings
        for choice in self.query("#theme").results(Choice):
            choice.offer(choice.values, theme.look(settings.theme).name)
        self._show_sample()

    def _show_sample(self) -> None:
        for sample in self.query("#sample").results(Static):
            sample.update(self._sample())

    def _take(self, name: str, value: str) -> None:
        if getattr(self.settings, name) != value:
            self.settings = replace(self.settings, **{name: value})
            self.post_message(SettingChanged(name, value))

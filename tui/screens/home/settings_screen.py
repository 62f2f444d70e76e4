"""The settings: language, name, colours, glyphs, motion and cursor. A change shows at once and is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static

from core.fault import sentence
from tui.i18n import translation
from tui.i18n.translation import tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.settings import theme
from tui.settings.settings import CHOICES, UNKNOWN_NAME, Settings, UnchosenName
from tui.widgets.form_field import UNNAMED, Choice, OrderedInput, Row
from tui.widgets.key_bar import KeyBar
from tui.words.setting_words import HINTS, LABELS

ROWS = {
    "glyphs": sentence("Board glyphs"),
    "motion": sentence("Motion"),
    "cursor": sentence("Terminal's cursor"),
    "confirm": sentence("Confirm moves"),
    "bell": sentence("Bell"),
    "desktop": sentence("Desktop note"),
    "alarms": sentence("Warnings"),
    "watch": sentence("Watch the others' moves"),
    "lan": sentence("Local network"),
    "cell_aspect": sentence("Form of the cells"),
}
"""The settings that have a few values, as `tui.settings.settings.CHOICES` tells, with what they are called."""

OWN_FILES = sentence(
    "Your own themes are in the folder as themes/NAME.toml, your own keys in keymap.toml; both are read again when "
    "they change."
)


def name_field(nick: str, unchosen: UnchosenName = UNKNOWN_NAME) -> Input:
    """Give the field of a person's own name; `unchosen` is what the others read if it is empty."""
    hint = tr(unchosen.template, name=unchosen.name) if unchosen.name else tr(UNNAMED)
    return OrderedInput(nick, placeholder=hint, id="nick", compact=True, max_length=24)


class SettingChanged(Message):
    """One setting has another value; the others stay as they are, whoever has changed them meanwhile."""

    def __init__(self, name: str, value: str) -> None:
        """Carry the setting's name and its new value."""
        super().__init__()
        self.name = name
        self.value = value


class SettingsScreen(LocalizedScreen[None]):
    """One row a setting."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", sentence("Back")),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, settings: Settings, profile: str, folder: str, unchosen: UnchosenName = UNKNOWN_NAME) -> None:
        """Show `settings`; `profile` and `folder` are shown and cannot be changed here.

        `unchosen` is the name of who has typed none.
        """
        super().__init__()
        self.settings = settings
        self.profile = profile
        self.folder = folder
        self.unchosen = unchosen

    def compose(self) -> ComposeResult:
        """Lay out the rows."""
        themes = {name: tr(theme.load(name).title) for name in theme.names()}
        yield Static(tr("Settings"), classes="title")
        with Vertical(id="settings"):
            yield Row(tr("Language"), Choice(dict(translation.NAMES), self._shown("language"), id="language"))
            yield Row(tr("Your name"), name_field(self.settings.nick, self.unchosen))
            yield Row(tr("Theme"), Choice(themes, self._shown("theme"), id="theme"))
            for name, label in ROWS.items():
                labels = {value: tr(LABELS[value]) for value in CHOICES[name]}
                yield Row(tr(label), Choice(labels, self._shown(name), id=name))
            yield Row(tr("Profile"), Static(self.profile, classes="told", markup=False))
            yield Row(tr("Folder"), Static(self.folder, classes="told", markup=False))
            yield Static(tr(OWN_FILES), id="own", markup=False)
        yield Static(id="hint", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the language."""
        self.query_one("#language").focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Describe the setting that has the focus."""
        self.query_one("#hint", Static).update(tr(HINTS.get(event.widget.id or "", "")))

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        super().relabel()
        self.call_after_refresh(self.on_mount)

    def follow_settings(self, settings: Settings) -> None:
        """Show what was changed elsewhere, as by the palette. What is changed here stands here already."""
        before, self.settings = self.settings, settings
        if before.nick != settings.nick:
            for field in self.query("#nick").results(Input):
                field.value = settings.nick
        for choice in self.query(Choice):
            name = choice.id or ""
            if getattr(before, name) != getattr(settings, name):
                choice.offer(choice.values, self._shown(name))

    def _shown(self, name: str) -> str:
        """Give the value that the row of a setting shows: where the setting is empty, what is in use."""
        if name == "language":
            return translation.language()
        return theme.look(self.settings.theme).name if name == "theme" else str(getattr(self.settings, name))

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Take a new value."""
        self._take(event.choice.id or "", event.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take the name as it is typed."""
        self._take("nick", event.value.strip())

    def _take(self, name: str, value: str) -> None:
        if getattr(self.settings, name) != value:
            self.settings = replace(self.settings, **{name: value})
            self.post_message(SettingChanged(name, value))

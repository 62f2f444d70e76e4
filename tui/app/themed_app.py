"""The look and language of the app: theme, glyphs, settings, the card of a small terminal, the message of a crash."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, cast

from rich.text import Text
from textual import constants, events
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.geometry import Size
from textual.screen import Screen

from core.fault import Fault, sentence
from tui.i18n import translation
from tui.i18n.shell_commands import ON_SCREENS
from tui.i18n.translation import tell, tr
from tui.screens.frame.localized_screen import FollowingSettings, Relabelling
from tui.screens.frame.notifying_app import NotifyingApp
from tui.settings import theme, user_files
from tui.settings.keymap import overlay, written
from tui.settings.settings import CURSOR, MOTION, NO_CHOICE, BadSettings, Settings, home, save, settings_path
from tui.settings.theme import PALETTES
from tui.terminal.line_breaks import keep_no_break_spaces
from tui.terminal.terminal_traits import PaletteFilter

if TYPE_CHECKING:
    from pathlib import Path

    from tui.records.error_report import CrashReport
    from tui.screens.home.settings_screen import SettingChanged

QUITS = sentence("Ctrl-Q ends Parley; Ctrl-C does not.")

LOOK_AGAIN = 1.0
"""Seconds between two checks of a person's own files."""

SHOWN, HIDDEN = "\x1b[?25h", "\x1b[?25l"
"""The sequences that show and hide the terminal's own cursor."""


class ThemedApp(NotifyingApp):
    """An app in the colours and the language of its settings."""

    near = False
    """Whether this start may listen on the local network. It may if a person sits at its own terminal."""

    def __init__(self, settings: Settings, profile: str) -> None:
        """Apply `settings`. They are written for `profile` whenever they change."""
        super().__init__()
        keep_no_break_spaces()
        self.settings = settings
        self.profile = profile
        self.desktop = settings.desktop
        self.wreck: CrashReport | None = None
        self._pixels: Size | None = None
        self._palette = PaletteFilter(enabled=False)
        self._filters.append(self._palette)
        self._own = user_files.read(home())
        self._own.wear()
        self._move()

    def on_load(self) -> None:
        """Say of what the shell does how the screens do it."""
        translation.reword(ON_SCREENS)

    def on_mount(self) -> None:
        """Load the person's own keys, report errors in their files, and check these files from time to time."""
        self._follow_own()
        if self.settings.theme not in ("", *theme.names()):
            path, known = settings_path(self.profile), ", ".join(theme.names())
            wrong = BadSettings(NO_CHOICE, path=path, name="theme", value=self.settings.theme, allowed=known)
            self.notify(tell(wrong), severity="warning", timeout=12)
        self._show_cursor()
        self.set_interval(LOOK_AGAIN, self.look_again)

    def look_again(self) -> None:
        """Read the person's own files again if one has changed. A changed theme in use takes effect at once."""
        if user_files.stamp(home()) == self._own.stamp:
            return
        before, self._own = self._own, user_files.read(home(), self._own)
        self._own.wear()
        self._follow_own()
        if self._own.keys != before.keys:
            self._say_again(self.screen_stack)
        if self.theme in {look.name for look in self._own.looks}:
            self.register_theme(theme.textual_theme(self.theme))
            self._watch_theme(self.theme)
        elif self.theme not in theme.names():
            self.use_theme(theme.DEFAULT, keep=False)

    def get_key_display(self, binding: Binding) -> str:
        """Write a key of the bar as people read it, in the language in use."""
        return binding.key_display or written(binding.key)

    def _follow_own(self) -> None:
        self.set_keymap(overlay(self._own.keys))
        for fault in self._own.faults:
            self.notify(tell(fault), severity="warning", timeout=12)

    def _move(self) -> None:
        """Turn animation on or off, as the settings and the environment say."""
        still = self.settings.motion == MOTION[1]
        self.animation_level = "none" if still else constants.TEXTUAL_ANIMATIONS

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Stop the cursor of a line of text from blinking where nothing is to move."""
        if hasattr(event.widget, "cursor_blink"):
            event.widget.cursor_blink = self.settings.motion != MOTION[1]

    def _show_cursor(self) -> None:
        """Show the terminal's own cursor, or hide it."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(SHOWN if self.settings.cursor == CURSOR[1] else HIDDEN)
            self._driver.flush()

    @property
    def glyph_set(self) -> str:
        """The set of glyphs that boards are drawn with."""
        chosen = self.settings.glyphs
        return theme.glyph_set(self.console.encoding) if chosen == "auto" else chosen

    def action_help_quit(self) -> None:
        """Answer Ctrl-C, which ends other programs, with the key that ends this one."""
        self.notify(tr(QUITS))

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: Literal["information", "warning", "error"] = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a toast. Its text is never read as markup, because names and paths come from anywhere.

        What is said once more stands there once, for as long as if it were new.
        """
        del markup
        for same in [one for one in self._notifications if (one.message, one.title) == (message, title)]:
            self._unnotify(same)
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    @property
    def cell_aspect(self) -> float:
        """The width of a character cell divided by its height."""
        from tui.terminal.terminal_traits import cell_aspect

        return cell_aspect(self.settings.cell_aspect, self.size, self._pixels)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the tokens that Textual's own themes lack."""
        return theme.textual_theme(theme.DEFAULT).variables

    def on_resize(self, event: events.Resize) -> None:
        """Learn the shape of the cells. Show or remove the card of a terminal that is too small."""
        from tui.screens.frame.screen_layout import TooSmallScreen, fits

        self._pixels = event.pixel_size or self._pixels

        shown = isinstance(self.screen, TooSmallScreen)
        if fits(event.size) and shown:
            self.pop_screen()
        elif not fits(event.size) and not shown:
            self.push_screen(TooSmallScreen())

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Leave the palette to `tui.app.command_palette`, which speaks both languages."""
        del screen
        return ()

    def use_theme(self, name: str, *, keep: bool = True) -> None:
        """Use the theme of that name, or the default one."""
        chosen = theme.look(name).name
        if chosen not in self.available_themes or self.theme != chosen:
            self.register_theme(theme.textual_theme(chosen))
        self._palette.enabled = theme.look(chosen).palette == PALETTES[1]
        self.theme = chosen
        if keep:
            self.keep(replace(self.settings, theme=chosen))

    def use_glyphs(self, name: str) -> None:
        """Draw boards with another set of glyphs, on every screen at once."""
        self.keep(replace(self.settings, glyphs=name))
        self._say_again(self.screen_stack)

    def use_language(self, name: str, *, keep: bool = True) -> None:
        """Switch to another language, on every screen at once."""
        translation.use(name)
        self._say_again(self.screen_stack)
        if keep:
            self.keep(replace(self.settings, language=name))

    def _say_again(self, screens: Iterable[Screen[Any]]) -> None:
        for screen in tuple(screens):
            if isinstance(screen, Relabelling):
                screen.relabel()

    def on_setting_changed(self, event: SettingChanged) -> None:
        """Follow the settings screen, which shows the change already."""
        old, new = self.settings, replace(self.settings, **{event.name: event.value})
        self.write(new)
        self.desktop = new.desktop
        if new.language != old.language:
            self.use_language(new.language, keep=False)
        elif (new.glyphs, new.cell_aspect) != (old.glyphs, old.cell_aspect):
            self._say_again(self.screen_stack[:-1])
        if new.theme != old.theme:
            self.use_theme(new.theme, keep=False)
        if new.motion != old.motion:
            self._move()
        if new.cursor != old.cursor:
            self._show_cursor()

    def keep(self, settings: Settings) -> None:
        """Take these settings, write them, and show them on every screen that shows settings."""
        self.write(settings)
        for screen in self.screen_stack:
            if isinstance(screen, FollowingSettings):
                screen.follow_settings(settings)

    def write(self, settings: Settings) -> None:
        """Take these settings and write them."""
        self.settings = settings
        try:
            save(settings_path(self.profile), settings)
        except Fault as fault:
            self.notify(tell(fault), severity="warning")

    def action_command_palette(self) -> None:
        """Open the palette, whose prompt is in the language in use."""
        from tui.screens.frame.palette_screen import PaletteScreen

        if self.use_command_palette and not PaletteScreen.is_open(cast("App[object]", self)):
            self.push_screen(PaletteScreen(placeholder=tr("What do you want to do?")))

    def wreckage(self) -> tuple[dict[str, str], Path | None]:
        """Return what to keep after an error: the texts of records by their files' names, and the journal."""
        return {}, None

    def _fatal_error(self) -> None:
        """Leave the terminal clean with one sentence. The traceback goes to a file; the rest waits for a key.

        A further error while everything is taken down is not reported as a second crash.
        """
        from net.transport import diagnostic_log
        from tui.records.error_report import CRASHED, CrashReport, save_traceback

        if self.wreck is not None:
            return
        what, path = save_traceback(home())
        if (error := sys.exc_info()[1]) is not None:
            diagnostic_log.failed("the screen", error)
        records: dict[str, str] = {}
        journal: Path | None = None
        with suppress(Exception):
            records, journal = self.wreckage()
        taste = f"theme={self.theme} glyphs={self.glyph_set} language={translation.language()} size={self.size}"
        self.wreck = CrashReport(traceback.format_exc(), records, journal, taste)
        self.panic(Text(tr(CRASHED, what=what, path=path)))

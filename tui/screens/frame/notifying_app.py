"""An app that calls its user by bell, title and desktop notes, depending on the terminal's focus.

The title and the notes are escape sequences; text from others is made safe first. A screen is left only once, whatever
is pressed while it closes and whatever lies on top of it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import partial
from time import time
from typing import TYPE_CHECKING, Any, TextIO

from textual import events
from textual.await_complete import AwaitComplete
from textual.dom import DOMNode
from textual.errors import NoWidget
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from tui.screens.frame.screen_layout import SingleLayoutScreen, TranslucentScreen
from tui.settings.settings import DESKTOP
from tui.terminal.cell_diff import CellDiffApp

if TYPE_CHECKING:
    from textual.app import App

    from tui.table.alerts import Attention, Notice


PUSH, POP = "\x1b[22;0t", "\x1b[23;0t"
"""The sequences that save the terminal's title and restore it (XTPUSHTITLE, XTPOPTITLE)."""

LONGEST = 100
"""The columns of a title or of a note."""

UNTITLED = ("", "dumb", "linux", "unknown")
"""The terminals (`TERM`) that have no title."""

OSC, END = "\x1b]", "\x07"


def clean(text: str) -> str:
    r"""Give a text that cannot end an escape sequence nor begin one: printable letters only, on one line, cut.

    >>> clean("Flo\x1b]0;x\x07rence\n;\u202e")
    'Flo ]0;x rence ; '
    """
    return "".join(letter if letter.isprintable() else " " for letter in text)[:LONGEST]


def titled(text: str) -> str:
    """Give the sequence that sets the title (OSC 0)."""
    return f"{OSC}0;{clean(text)}{END}"


def noted(way: str, title: str, text: str) -> str:
    r"""Give what shows a note on the desktop: by `osc9` (one line) or by `osc777` (title and text).

    >>> noted("osc777", "Parley", "a;b"), noted("osc9", "Parley", "4;1")
    ('\x1b]777;notify;Parley;a,b\x07', '\x1b]9;Parley: 4,1\x07')
    """
    said = clean(text).replace(";", ",")
    head = clean(title).replace(";", ",")
    return f"{OSC}9;{head}: {said}{END}" if way == "osc9" else f"{OSC}777;notify;{head};{said}{END}"


def has_title(term: str) -> bool:
    """Tell whether a terminal of that kind has a title."""
    return term not in UNTITLED


CONFIRMING = frozenset({"enter", "space"})
"""The keys that confirm what has the focus."""

RIGHT = 3
"""The right button of a mouse."""


class ScreenGuardApp(CellDiffApp):
    """An app whose screens close once: a key pressed twice, or a double click, closes nothing beneath."""

    _pressed_at = 0.0

    def push_screen(self, screen: Any, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - Textual has a form for each use
        """Show a screen as `textual.app.App.push_screen` does.

        Notices that were there when the last key or button was pressed go: they would lie over what it opens.
        """
        for note in [one for one in self._notifications if one.raised_at <= self._pressed_at]:
            self._unnotify(note)
        if isinstance(screen, Screen):
            screen.dismiss = partial(self._part, screen, screen.dismiss)  # type: ignore[method-assign]
        return super().push_screen(screen, *given, **named)

    async def on_event(self, event: events.Event) -> None:
        """Handle every event except presses on what is gone but still visible: Textual would look for its parent.

        The right button closes a dialog as Esc does, wherever it is pressed. A letter that was pressed just before a
        line of text opened goes to that line. A line keeps its letters, so one that comes back was meant for another
        widget when it was pressed. A table leaves out what confirmed something before it was first seen: that was meant
        for the page before, and comes late where the table took long to lay out.
        """
        if self._confirms_unseen(event):
            return
        if isinstance(event, events.Key | events.MouseDown):
            self._pressed_at = time()
        line = self.focused if self.screen_stack else None
        if isinstance(event, events.Key) and event.is_forwarded and event.is_printable and isinstance(line, Input):
            line.post_message(events.Key(event.key, event.character))
            return
        button = event.button if isinstance(event, events.MouseDown | events.MouseUp) else 0
        if button == RIGHT and self.screen_stack and isinstance(self.screen, TranslucentScreen):
            if isinstance(event, events.MouseUp):
                self.simulate_key("escape")
            return
        if isinstance(event, events.MouseDown) and self.screen_stack:
            try:
                pressed, _ = self.screen.get_widget_at(event.x, event.y)
            except NoWidget:
                pressed = self.screen
            if pressed is not self.screen and not pressed.is_attached:
                return
        await super().on_event(event)

    def _confirms_unseen(self, event: events.Event) -> bool:
        front = self.screen if self.screen_stack else None
        if not isinstance(front, SingleLayoutScreen) or front.confirms_unseen or front.was_seen(event.time):
            return False
        if isinstance(event, events.Key):
            is_letter = event.is_printable and isinstance(front.focused, Input)
            return event.key in CONFIRMING and not is_letter
        return isinstance(event, events.MouseDown)

    async def run_action(
        self,
        action: Any,  # noqa: ANN401 - Textual has its own two forms
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do what a key stands for: not on a screen that has closed, and on one being laid out once it is ready."""
        node = default_namespace
        if isinstance(node, Widget) and not node.is_attached:
            return True
        if isinstance(node, Screen) and (not node.is_mounted or getattr(node, "anew", False)):
            node.call_later(self.run_action, action, node, namespaces)
            return True
        return await super().run_action(action, default_namespace, namespaces)

    async def _broker_event(self, event_name: str, event: events.Event, default_namespace: DOMNode) -> bool:
        """Do what words promise that are clicked on, by any button but the right one: that steps back everywhere."""
        if isinstance(event, events.MouseEvent) and event.button == RIGHT:
            return False
        return await super()._broker_event(event_name, event, default_namespace)

    def _part(self, screen: Screen[Any], dismiss: Any, result: object = None) -> AwaitComplete:  # noqa: ANN401
        """Close a screen with those on top of it, unless it is closed; the card of a small terminal comes back.

        A caller that no longer waits gets no result.
        """
        stack = self.screen_stack
        if screen not in stack:
            return AwaitComplete()
        covered = stack[-1] is not screen
        for asked in screen._result_callbacks:  # noqa: SLF001 - Textual tells a cancelled future, which breaks the app
            if asked.future is not None and asked.future.cancelled():
                asked.future = None
        while self.screen is not screen:
            self.pop_screen()
        left: AwaitComplete = dismiss(result)
        if covered:
            self.post_message(events.Resize(self.size, self.size))
        return left


def withdraw(app: App[Any], texts: Collection[str]) -> None:
    """Take the toasts with these texts away."""
    for note in [one for one in app._notifications if one.message in texts]:  # noqa: SLF001
        app._unnotify(note)  # noqa: SLF001 - Textual withdraws all or, by its toast, one


GRACE = 5.0
"""Seconds that an app has to clean up once a signal has told it to end."""
SIGNALLED = 128
"""The number added to that of the signal in the exit status of a process that it ended."""

NAME = "Parley"
"""The title while there is nothing else to say."""

ENDING = (signal.SIGTERM, signal.SIGHUP)
"""The signals that end the app as if it had been left, with the terminal restored."""


class NotifyingApp(ScreenGuardApp):
    """An app whose title says whose turn it is, and whose bell rings for a user who looks elsewhere."""

    def __init__(self) -> None:
        """Begin without knowing whether the terminal reports its focus."""
        super().__init__()
        self.desktop = DESKTOP[0]
        self._tells = False
        self._calm, self._call = NAME, ""
        self._headed = ""
        self._ending: asyncio.Future[None] | None = None

    @property
    def watched(self) -> bool | None:
        """Whether the terminal has the focus; None if it has never reported it."""
        return self.app_focus if self._tells else None

    def attention(self, *, elsewhere: bool) -> Attention:
        """Give the attention of the person here to a screen."""
        from tui.table.alerts import Attention

        return Attention(self.watched, elsewhere)

    def on_mount(self) -> None:
        """Save the title, restore it while the app is suspended, and clean up when told to end."""
        self.app_suspend_signal.subscribe(self, lambda _: self._send(titled("") + POP), immediate=True)
        self.app_resume_signal.subscribe(self, lambda _: self._again(), immediate=True)
        if not self.is_headless:
            self._send(PUSH)
            for number in ENDING:
                with suppress(RuntimeError, ValueError, NotImplementedError):
                    asyncio.get_running_loop().add_signal_handler(number, self._end, number)
        self._head()

    def on_app_focus(self, event: events.AppFocus) -> None:
        """Learn that the terminal reports its focus."""
        del event
        self._tells = True
        self._head()

    def on_app_blur(self, event: events.AppBlur) -> None:
        """Learn that the terminal reports its focus."""
        del event
        self._tells = True

    def watch_app_focus(self, focused: bool) -> None:  # noqa: FBT001 - the app has the focus or not
        """Call in the title while the person looks elsewhere, and stop once they are back."""
        del focused
        self._head()

    def entitle(self, calm: str = NAME, call: str = "") -> None:
        """Set the title to `calm`, or to `call` while a person is called who looks elsewhere."""
        self._calm, self._call = calm, call
        self._head()

    def give(self, notice: Notice) -> None:
        """Give a notice."""
        if notice.toast:
            self.notify(notice.toast, markup=False)
        if notice.bell:
            self.bell()
        if notice.desktop:
            self._send(noted(self.desktop, NAME, notice.desktop))

    def _head(self) -> None:
        text = titled(self._call if self._call and not self.watched else self._calm)
        if text != self._headed:
            self._headed = text
            self._send(text)

    def _again(self) -> None:
        self._send(PUSH)
        self._headed = ""
        self._head()

    def _send(self, sequence: str) -> None:
        """Write an escape sequence to a terminal that has a title; a browser and a test have none."""
        driver = self._driver
        if driver is None or self.is_headless or self.is_web or not has_title(os.environ.get("TERM", "")):
            return
        driver.write(sequence)
        driver.flush()

    def _end(self, number: int) -> None:
        exit_after_grace(number)
        self._ending = asyncio.ensure_future(self._part_and_exit(SIGNALLED + number))

    async def _part_and_exit(self, status: int) -> None:
        try:
            await self.part()
        finally:
            self.exit(return_code=status)

    async def part(self) -> None:
        """Take leave of others before the app ends; alone there is nobody."""


def exit_after_grace(number: int) -> None:
    """End this process after `GRACE` if the app cannot: a terminal that is gone accepts no output."""
    last = threading.Timer(GRACE, os._exit, (SIGNALLED + number,))
    last.daemon = True
    last.start()


def restore_title(stream: TextIO | None = None) -> None:
    """Restore the title that the terminal had before the app (`NotifyingApp`), or none if it keeps none.

    No other app may be running.
    """
    out = stream or sys.__stderr__
    if out is not None and out.isatty() and has_title(os.environ.get("TERM", "")):
        with suppress(OSError):
            out.write(titled("") + POP)
            out.flush()

"""An app that calls whoever uses it: bell, title and desktop notes, by what the terminal tells of its focus."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from textual import events

from tui.heading import POP, PUSH, has_title, noted, titled
from tui.parting import PartingApp
from tui.settings import DESKTOP

if TYPE_CHECKING:
    from tui.notices import Attention, Notice

GRACE = 5.0
"""Seconds that an app has to give everything back once a signal has told it to end."""
SIGNALLED = 128
"""What is added to the number of the signal in the status of a process that it has ended."""

NAME = "Parley"
"""The title while nothing else is to be said."""

ENDING = (signal.SIGTERM, signal.SIGHUP)
"""What ends the app as if it had been left, with the terminal as it was."""


class HeardApp(PartingApp):
    """An app with a title that says whose turn it is, and a bell that rings for whoever looks elsewhere."""

    def __init__(self) -> None:
        """Begin without knowing whether the terminal tells of its focus."""
        super().__init__()
        self.desktop = DESKTOP[0]
        self._tells = False
        self._calm, self._call = NAME, ""
        self._headed = ""

    @property
    def watched(self) -> bool | None:
        """Whether the terminal has the focus; None where it has never told."""
        return self.app_focus if self._tells else None

    def attention(self, *, elsewhere: bool) -> Attention:
        """Give how whoever sits here attends to a screen."""
        from tui.notices import Attention

        return Attention(self.watched, elsewhere)

    def on_mount(self) -> None:
        """Keep the title there was, give it back while the app is stopped, and leave all as it was when told to end."""
        self.app_suspend_signal.subscribe(self, lambda _: self._send(titled("") + POP), immediate=True)
        self.app_resume_signal.subscribe(self, lambda _: self._again(), immediate=True)
        if not self.is_headless:
            self._send(PUSH)
            for number in ENDING:
                with suppress(RuntimeError, ValueError, NotImplementedError):
                    asyncio.get_running_loop().add_signal_handler(number, self._end, number)
        self._head()

    def on_app_focus(self, event: events.AppFocus) -> None:
        """Learn that the terminal tells of its focus."""
        del event
        self._tells = True
        self._head()

    def on_app_blur(self, event: events.AppBlur) -> None:
        """Learn that the terminal tells of its focus."""
        del event
        self._tells = True

    def watch_app_focus(self, focused: bool) -> None:  # noqa: FBT001 - the app has the focus or not
        """Call in the title while nobody looks; whoever was called and is here is called no more."""
        del focused
        self._head()

    def entitle(self, calm: str = NAME, call: str = "") -> None:
        """Say in the title `calm`, or `call` as long as somebody is called who does not look here."""
        self._calm, self._call = calm, call
        self._head()

    def give(self, notice: Notice) -> None:
        """Call somebody."""
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
        end_anyway(number)
        self.exit(return_code=SIGNALLED + number)


def end_anyway(number: int) -> None:
    """End this process after `GRACE` where the app cannot: a terminal that is gone takes nothing that is written."""
    last = threading.Timer(GRACE, os._exit, (SIGNALLED + number,))
    last.daemon = True
    last.start()


def give_title_back(stream: TextIO | None = None) -> None:
    """Give the terminal the title that it had before the app (`HeardApp`), or none where it keeps none.

    No other app may be running.
    """
    out = stream or sys.__stderr__
    if out is not None and out.isatty() and has_title(os.environ.get("TERM", "")):
        with suppress(OSError):
            out.write(titled("") + POP)
            out.flush()

"""A screen that may be left, or laid out anew, while something still happens on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from textual.css.query import NoMatches
from textual.dom import NoScreen

from tui.screens.once import OnceScreen

if TYPE_CHECKING:
    from textual.geometry import Offset
    from textual.message import Message
    from textual.widget import Widget

T = TypeVar("T")


class PartedScreen(OnceScreen[T]):
    """A screen on which nothing that has gone with it is missed."""

    anew = False
    """Whether everything is being said anew just now: nothing that stands on the screen is to be looked for."""

    async def _dispatch_message(self, message: Message) -> None:
        """Hear a message: a screen opened as the app ends is told that it stands when nothing stands on it."""
        try:
            await super()._dispatch_message(message)
        except NoMatches:
            if self.stands:
                raise

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """Say what lies there: nothing where it was taken away and is painted still."""
        try:
            return super().get_widget_and_offset_at(x, y)
        except NoScreen:
            return None, None

    @property
    def stands(self) -> bool:
        """Whether what was laid out on this screen is there: it has not been left, and the app does not end."""
        app_ends = not self.app.is_running  # a signal ends it without a word: what is mounted then is not there
        return self.is_attached and self in self.app.screen_stack and not (self.anew or app_ends)

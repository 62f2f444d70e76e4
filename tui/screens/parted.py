"""A screen that may be left, or laid out anew, while something still happens on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from textual.css.query import NoMatches

from tui.screens.once import OnceScreen

if TYPE_CHECKING:
    from textual.message import Message

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

    @property
    def stands(self) -> bool:
        """Whether what was laid out on this screen is there: it has not been left, and the app does not end."""
        return self.is_attached and self in self.app.screen_stack and not self.anew

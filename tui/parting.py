"""Screens are left once, whatever is pressed while they go, and whatever has come to lie upon them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from textual import events
from textual.await_complete import AwaitComplete
from textual.dom import DOMNode
from textual.errors import NoWidget
from textual.screen import Screen
from textual.widget import Widget

from tui.screens.veiled import VeiledScreen
from tui.thrift import ThriftyApp

RIGHT = 3
"""The right button of a mouse."""


class PartingApp(ThriftyApp):
    """An app whose screens go once: a key pressed twice, or a double click, leaves nothing that lies beneath."""

    def push_screen(self, screen: Any, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - Textual has a form for each use
        """Show a screen as `textual.app.App.push_screen` does."""
        if isinstance(screen, Screen):
            screen.dismiss = partial(self._part, screen, screen.dismiss)  # type: ignore[method-assign]
        return super().push_screen(screen, *given, **named)

    async def on_event(self, event: events.Event) -> None:
        """Hear of everything but presses on what has gone and is still seen: Textual would look for what holds it.

        The right button puts a dialog away as Esc does, wherever it is pressed.
        """
        button = event.button if isinstance(event, events.MouseDown | events.MouseUp) else 0
        if button == RIGHT and self.screen_stack and isinstance(self.screen, VeiledScreen):
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

    async def run_action(
        self,
        action: Any,  # noqa: ANN401 - Textual has its own two forms
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do what a key stands for: not on what has gone, and on a screen that is being laid out once it stands."""
        node = default_namespace
        if isinstance(node, Widget) and not node.is_attached:
            return True
        if isinstance(node, Screen) and (not node.is_mounted or getattr(node, "anew", False)):
            node.call_later(self.run_action, action, node, namespaces)
            return True
        return await super().run_action(action, default_namespace, namespaces)

    def _part(self, screen: Screen[Any], dismiss: Any, result: object = None) -> AwaitComplete:  # noqa: ANN401
        """Leave a screen with what lies upon it, unless it has been left; the card of a small terminal comes back.

        Who asked and waits no longer is told nothing.
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

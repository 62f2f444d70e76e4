"""The command palette: only what can be done now, found by its English and by its French name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tui import speech, theme
from tui.dress import DressedApp
from tui.messages import Chosen, Entry
from tui.screens.home import ENTRIES, HomeScreen
from tui.speech import tr

LISTED = ("table.", "replay.", "games.")
"""How the ids of keys begin that are offered although no key bar shows them."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that can be done now: its name as shown, the words that find it, and how."""

    name: str
    words: str
    run: Callable[[], object]


class ParleyCommands(Provider):
    """The keys of the screen before one's eyes, the ways to other screens, themes and languages."""

    async def discover(self) -> Hits:
        """Show everything that can be done now."""
        for offer in self._offers():
            yield DiscoveryHit(offer.name, offer.run)

    async def search(self, query: str) -> Hits:
        """Show what fits the words typed."""
        matcher = self.matcher(query)
        for offer in self._offers():
            score = max(matcher.match(offer.name), matcher.match(offer.words))
            if score > 0:
                yield Hit(score, matcher.highlight(offer.name), offer.run)

    def _offers(self) -> Iterator[Offer]:
        app = cast("DressedApp", self.app)
        yield from self._keys()
        if isinstance(self.screen, HomeScreen):
            for entry, (label, _) in ENTRIES.items():
                yield Offer(tr(label), f"{label} {entry}", partial(self.screen.post_message, Chosen(Entry(entry))))
        for name in theme.names():
            title = theme.load(name).title
            yield Offer(f"{tr('Theme')}: {tr(title)}", f"Theme {title}", partial(app.use_theme, name))
        for name, own in speech.NAMES.items():
            if name != speech.language():
                yield Offer(f"{tr('Language')}: {own}", f"Language Langue {own}", partial(app.use_language, name))
        yield Offer(tr("Quit Parley"), "Quit Quitter Parley", app.action_quit)

    def _keys(self) -> Iterator[Offer]:
        """Give what the keys of the screen do now, once each."""
        told = set()
        for found in self.screen.active_bindings.values():
            binding = found.binding
            listed = binding.show or (binding.id or "").startswith(LISTED)
            if listed and binding.description and found.enabled and binding.action not in told:
                told.add(binding.action)
                name, press = tr(binding.description), partial(self._press, found.node, binding.action)
                yield Offer(name, binding.description, press)

    def _press(self, node: object, action: str) -> None:
        self.app.run_worker(self.app.run_action(action, default_namespace=node))  # type: ignore[arg-type]

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

BESIDE = frozenset({Entry.LEARN, Entry.SETTINGS})
"""The screens that one goes to from any other, and comes back from."""


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
        keys = tuple(self._keys())
        told = {offer.name for offer in keys}
        yield from keys
        yield from (offer for offer in self._decisions() if offer.name not in told)
        yield from self._ways()
        for name in theme.names():
            title = theme.load(name).title
            yield Offer(f"{tr('Theme')}: {tr(title)}", f"Theme {title}", partial(app.use_theme, name))
        for name, own in speech.NAMES.items():
            if name != speech.language():
                yield Offer(f"{tr('Language')}: {own}", f"Language Langue {own}", partial(app.use_language, name))
        yield Offer(tr("Quit Parley"), "Quit Quitter Parley", app.action_quit)

    def _decisions(self) -> Iterator[Offer]:
        """Give the kinds of actions that the rules allow at this table now, beside pointing at the board."""
        from tui.card_words import WORDS
        from tui.screens.table import TableScreen
        from tui.screens.table_voice import declaration_words
        from tui.substitutes import handing_words

        table = self.screen
        if not isinstance(table, TableScreen):
            return
        for said, label in WORDS.items():
            if table.may_say(said):
                yield Offer(tr(label), f"{label} {said}", partial(table.action_say_word, said))
        for text in table.declarations():
            yield Offer(declaration_words(text), text, partial(table.declare, text))
        for one in table.handings():
            yield Offer(handing_words(one, table.controller.view), "Substitute", partial(table.hand_over, one))

    def _ways(self) -> Iterator[Offer]:
        """Give the ways to other screens: all from the home screen, from others those that lead back."""
        from tui.screens.settings import SettingsScreen

        for entry, (label, _) in ENTRIES.items():
            if isinstance(self.screen, HomeScreen):
                yield Offer(tr(label), f"{label} {entry}", partial(self.screen.post_message, Chosen(entry)))
            elif entry in BESIDE and not isinstance(self.screen, SettingsScreen):
                way = tr("Go to: {screen}", screen=tr(label))
                yield Offer(way, f"Go to {label} {entry}", partial(self.app.post_message, Chosen(entry)))

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

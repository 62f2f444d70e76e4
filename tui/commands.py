"""The command palette: only what can be done now, found by its English and by its French name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import cast

from textual.binding import ActiveBinding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.screen import Screen

from core.fault import sentence
from tui import speech, theme
from tui.dress import DressedApp
from tui.following import elsewhere
from tui.messages import Chosen, Entry
from tui.offering import Offer, at_table, offer
from tui.possible import possible
from tui.screens.home import ENTRIES, HomeScreen
from tui.settings import CHOICES
from tui.speech import tr

LISTED = ("table.", "replay.", "games.")
"""How the ids of keys begin that are offered although no key bar shows them."""

PUZZLE = sentence("Puzzle of the day")
PEOPLE = sentence("People")
BESIDE = {
    Entry.LEARN: ENTRIES[Entry.LEARN][0],
    Entry.PUZZLE: PUZZLE,
    Entry.RULES: sentence("Rules"),
    Entry.PEOPLE: PEOPLE,
    Entry.SETTINGS: ENTRIES[Entry.SETTINGS][0],
}
"""The screens that one goes to from any other, and comes back from."""

PAIR, THEME, LANGUAGE = sentence("{label}: {value}"), sentence("Theme"), sentence("Language")
GO, QUIT = sentence("Go to: {screen}"), sentence("Quit Parley")


class ParleyCommands(Provider):
    """The keys of the screen before one's eyes, the ways to other screens, themes and languages."""

    async def discover(self) -> Hits:
        """Show everything that can be done now."""
        for one in self._offers():
            yield DiscoveryHit(one.name, one.run)

    async def search(self, query: str) -> Hits:
        """Show what fits the words typed."""
        matcher = self.matcher(query)
        for one in self._offers():
            score = max(matcher.match(one.name), matcher.match(one.words))
            if score > 0:
                yield Hit(score, matcher.highlight(one.name), one.run)

    def _offers(self) -> Iterator[Offer]:
        """Give everything once: keys first, then what no key does."""
        told = set()
        for one in self._every():
            if one.name not in told:
                told.add(one.name)
                yield one

    def _every(self) -> Iterator[Offer]:
        from tui.screens.table import TableScreen

        app = cast("DressedApp", self.app)
        yield from self._keys()
        if isinstance(self.screen, TableScreen):
            yield from at_table(self.screen)
            yield from elsewhere(self.screen)
        yield from self._ways()
        yield from _looks(app)
        for name, own in speech.NAMES.items():
            if name != speech.language():
                yield offer(partial(_pair, LANGUAGE, own), partial(app.use_language, name))
        yield offer(partial(tr, QUIT), app.action_quit)

    def _ways(self) -> Iterator[Offer]:
        """Give the ways to other screens: all from the home screen, from others those that lead back."""
        if isinstance(self.screen, HomeScreen):
            for entry, (label, _) in ENTRIES.items():
                yield offer(partial(tr, label), partial(self.screen.post_message, Chosen(entry)), entry.value)
            yield offer(
                partial(tr, PUZZLE), partial(self.screen.post_message, Chosen(Entry.PUZZLE)), Entry.PUZZLE.value
            )
            yield offer(partial(tr, PEOPLE), partial(self.screen.post_message, Chosen(Entry.PEOPLE)), "contacts")
            return
        for entry, label in BESIDE.items():
            if not _is(self.screen, entry):
                told = partial(_way_words, label)
                yield offer(told, partial(self.app.post_message, Chosen(entry)), entry.value)

    def _keys(self) -> Iterator[Offer]:
        """Give what the keys of the screen do now, once each."""
        told = set()
        for found in self.screen.active_bindings.values():
            binding = found.binding
            listed = binding.show or (binding.id or "").startswith(LISTED)
            if not listed or not binding.description or not found.enabled or binding.action in told:
                continue
            if found.node is self.screen and not possible(self.screen, binding.action):
                continue
            told.add(binding.action)
            yield offer(partial(tr, _said(found)), partial(self._press, found.node, binding.action))

    def _press(self, node: object, action: str) -> None:
        self.app.run_worker(self.app.run_action(action, default_namespace=node))  # type: ignore[arg-type]


def _said(found: ActiveBinding) -> str:
    """Give the English sentence of a binding, which is shown in the language in use; keys beside it may have none."""
    made = found.node._bindings  # noqa: SLF001 - Textual has no other way to bindings as they were made
    said = (one.description for _, one in made if one.action == found.binding.action and one.description)
    return next(said, found.binding.description)


_SCREENS = {Entry.SETTINGS: "SettingsScreen", Entry.RULES: "RulesScreen", Entry.PEOPLE: "PeopleScreen"}


def _is(screen: Screen[object], entry: Entry) -> bool:
    """Tell whether a screen is the one that an entry leads to."""
    return type(screen).__name__ == _SCREENS.get(entry)


def _way_words(label: str) -> str:
    return tr(GO, screen=tr(label))


def _looks(app: DressedApp) -> Iterator[Offer]:
    """Give the themes and the glyphs that are not in use."""
    from tui.screens.settings import LABELS, ROWS

    for name in theme.names():
        if name != app.theme:
            yield offer(partial(_pair, THEME, theme.load(name).title), partial(app.use_theme, name))
    for value in CHOICES["glyphs"]:
        if value != app.settings.glyphs:
            told = partial(_pair, ROWS["glyphs"], LABELS[value])
            yield offer(told, partial(app.use_glyphs, value), "piece set pieces jeu de pièces")


def _pair(label: str, value: str) -> str:
    return tr(PAIR, label=tr(label), value=tr(value))

"""The command palette: it lists only what can be done now, found by its English or its French name.

The tests here decide which keys of a screen would have an effect. A key that is pressed anyway says why it has none.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from textual.binding import ActiveBinding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.screen import Screen

from core.fault import Fault, sentence
from core.games import find
from tui.app.table_actions import Offer, at_table, elsewhere, everywhere, offer
from tui.app.themed_app import ThemedApp
from tui.i18n import translation
from tui.i18n.translation import tr
from tui.screens.frame.screen_messages import Chosen, Entry
from tui.screens.home.first_start_screen import DISCOVER
from tui.screens.home.home_screen import ENTRIES, HomeScreen
from tui.screens.table.table_hint import threats_to
from tui.settings import theme
from tui.settings.keymap import FILLS_ALL, GIVES_UP
from tui.settings.settings import CHOICES
from tui.study.lessons.tutor import spoken
from tui.table.controller import is_alone
from tui.table.departure import cheats, overdue_seats, taken_back, votes
from tui.table.diplomacy import following
from tui.table.seat_view import open_seats
from tui.table.sentences.waiting_tables import freeable_seats

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.screens.learn.lesson_screen import LessonScreen
    from tui.screens.replay.games_screen import GamesScreen
    from tui.screens.replay.replay_screen import ReplayScreen
    from tui.screens.room.lobby_screen import LobbyScreen
    from tui.screens.table.table_screen import TableScreen


Test = Callable[[Any, tuple[Any, ...]], bool]
"""Takes a screen and the parameters of an action; tells whether the action would have an effect."""


def possible(screen: Screen[Any], action: str) -> bool:
    """Tell whether an action of a screen's own (`look(-1)`) would have an effect now."""
    name, parameters = parsed(action)
    test = TESTS.get(type(screen).__name__, {}).get(name)
    return test is None or test(screen, parameters)


def parsed(action: str) -> tuple[str, tuple[Any, ...]]:
    """Split an action into its name and its parameters.

    >>> parsed("look(-1)"), parsed("say_word('pass')"), parsed("screen.talk")
    (('look', (-1,)), ('say_word', ('pass',)), ('talk', ()))
    """
    name, _, told = action.rpartition(".")[2].partition("(") if "(" not in action else action.partition("(")
    found = ast.literal_eval(f"({told.removesuffix(')')},)") if told.removesuffix(")") else ()
    return name.rpartition(".")[2], found


# at a table


def _declare(table: TableScreen) -> bool:
    """Tell whether there is anything to declare, to offer or to answer."""
    view, seat = table.controller.view, table.desk.voice
    if seat is None:
        return False
    others = table.declarations() or votes(view, seat) or overdue_seats(view) or cheats(view) or table.handings()
    return bool(others or taken_back(view) or table.desk.offer_owed())


def _type(table: TableScreen) -> bool:
    return not table.desk.past and (table.desk.picking is not None or bool(table.declarations()))


def _diplomacy(table: TableScreen) -> bool:
    view, seat = table.controller.view, table.desk.voice
    return view.match is not None and seat is not None and bool(following(view, seat, ())[1])


def _look(table: TableScreen, parameters: tuple[Any, ...]) -> bool:
    return table.desk.past if parameters and parameters[0] > 0 else table.desk.ply > 0


def _inspect(table: TableScreen) -> bool:
    cursor = table.board.cursor
    return cursor is not None and table.desk.piece_on(cursor) is not None


def _open_seat(table: TableScreen) -> bool:
    return bool(open_seats(table.controller.view))


TABLE: Mapping[str, Test] = {
    "refuse": lambda *_: False,
    "follow": lambda *_: False,  # `elsewhere` offers it under the name of the broker
    "type": lambda table, _: _type(table),
    "takeback": lambda table, _: bool(taken_back(table.controller.view)),
    "declare": lambda table, _: _declare(table),
    "diplomacy": lambda table, _: _diplomacy(table),
    "look": _look,
    "inspect": lambda table, _: _inspect(table),
    "hint": lambda table, _: table.may_hint() is None,
    "threats": lambda table, _: bool(threats_to(table.desk)),
    "mute": lambda table, _: bool(table.desk.talkers),
    "copy": lambda table, _: bool(table.controller.invitation) and not is_alone(table.controller.invitation),
    "sit": lambda table, _: _open_seat(table),
    "add_bot": lambda table, _: _open_seat(table),
    "fill_bots": lambda table, _: _open_seat(table) and bool(table.controller.view.mine),
    "stand": lambda table, _: bool(table.controller.view.mine or freeable_seats(table.controller.view)),
    "invite": lambda table, _: bool(table.controller.invitees),
}


# elsewhere


def _room(room: LobbyScreen, *, watch: bool) -> bool:
    """Tell whether there is a table under the cursor that the person may enter."""
    from textual.widgets import DataTable

    table = room.query_one(DataTable)
    if not table.row_count:
        return False
    tid = table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value
    card = next((card for card in room.peer.lobby.tables if card.tid == tid), None)
    if card is None or not room.peer.may_look(card):
        return False
    return watch or card.playable


def _branch(tale: ReplayScreen) -> bool:
    """Tell whether the game can be played on from the position shown."""
    from tui.study.branch import plan_from

    try:
        plan_from(tale.told.story, tale.ply, None, "")
    except Fault:
        return False
    return True


def _listed(games: GamesScreen) -> bool:
    from textual.widgets import OptionList

    return bool(games.query_one("#list", OptionList).option_count)


def _hint(lesson: LessonScreen) -> bool:
    tutor = lesson.tutor
    return not tutor.done and tutor.hints < len(spoken(tutor.attempt.step.hints))


ROOM: Mapping[str, Test] = {
    "join": lambda room, _: _room(room, watch=False),
    "watch": lambda room, _: _room(room, watch=True),
    "accept": lambda room, _: bool(room.peer.lobby.invited),
}
REPLAY: Mapping[str, Test] = {
    "step": lambda tale, given: tale.ply < tale.told.plies if given[0] > 0 else tale.ply > 0,
    "go": lambda tale, given: tale.ply < tale.told.plies if given[0] < 0 else tale.ply > 0,
    "branch": lambda tale, _: _branch(tale),
    "run": lambda tale, _: tale.told.plies > 0,
    "turning": lambda tale, _: tale.told.story.can_be_judged and tale.told.turns != () and not tale.looking,
    "comment": lambda tale, _: tale.keeps_comments,
}
GAMES: Mapping[str, Test] = {name: lambda games, _: _listed(games) for name in ("open", "figures", "cycle")}
LESSON: Mapping[str, Test] = {
    "go": lambda lesson, given: 1 <= lesson.tutor.number + given[0] <= lesson.tutor.last,
    "type": lambda lesson, _: lesson.tutor.choice is not None,
    "hint": lambda lesson, _: _hint(lesson),
    "view": lambda lesson, _: len(find(lesson.tutor.game).scenes) > 1,
}
TESTS: Mapping[str, Mapping[str, Test]] = {
    "TableScreen": TABLE,
    "LobbyScreen": ROOM,
    "ReplayScreen": REPLAY,
    "GamesScreen": GAMES,
    "LessonScreen": LESSON,
}
"""The tests of actions, by the screen's class. An action without a test is always possible."""


LISTED = ("table.", "wait.", "room.accept", "replay.", "games.", "club.", "tournament.")
"""The beginnings of the ids of keys that are offered although no key bar shows them."""

PUZZLE = sentence("Puzzle of the day")
PEOPLE = sentence("People")
BESIDE = {
    Entry.LEARN: ENTRIES[Entry.LEARN][0],
    Entry.PUZZLE: PUZZLE,
    Entry.RULES: sentence("Rules"),
    Entry.PEOPLE: PEOPLE,
    Entry.CLUBS: ENTRIES[Entry.CLUBS][0],
    Entry.SETTINGS: ENTRIES[Entry.SETTINGS][0],
}
"""The screens that can be reached from any other and lead back to it; clubs not from a table or from themselves."""

UNLISTED = (
    (Entry.DISCOVER, DISCOVER, "learn first game"),
    (Entry.PUZZLE, PUZZLE, Entry.PUZZLE.value),
    (Entry.PEOPLE, PEOPLE, "contacts"),
)
"""The ways from the home screen that are no entries of it, and further words that find them."""

NEW_TABLE = sentence("New table")
OPENING = (Entry.HOST, Entry.BOTS, Entry.HOT_SEAT, "new_table")
"""The entries and the key that lead to the form of a new table: these words find them too."""

PAIR, THEME, LANGUAGE = sentence("{label}: {value}"), sentence("Theme"), sentence("Language")
GO, QUIT = sentence("Go to: {screen}"), sentence("Quit Parley")


class ParleyCommands(Provider):
    """The keys of the current screen, the ways to other screens, themes and languages."""

    async def discover(self) -> Hits:
        """Show everything that can be done now."""
        for one in self._offers():
            yield DiscoveryHit(one.name, one.run)

    async def search(self, query: str) -> Hits:
        """Show what matches the words typed."""
        matcher = self.matcher(query)
        for one in self._offers():
            score = max(matcher.match(one.name), matcher.match(one.words))
            if score > 0:
                yield Hit(score, matcher.highlight(one.name), one.run)

    def _offers(self) -> Iterator[Offer]:
        """Yield every offer once: keys first, then what has no key."""
        told = set()
        for one in self._every():
            if one.name not in told:
                told.add(one.name)
                yield one

    def _every(self) -> Iterator[Offer]:
        from tui.screens.table.table_screen import TableScreen

        app = cast("ThemedApp", self.app)
        yield from self._keys()
        if isinstance(self.screen, TableScreen):
            yield from at_table(self.screen)
            yield from elsewhere(self.screen)
        yield from self._ways()
        yield from _looks(app)
        for name, own in translation.NAMES.items():
            if name != translation.language():
                yield offer(partial(_pair, LANGUAGE, own), partial(app.use_language, name))
        yield offer(partial(tr, QUIT), app.action_quit)

    def _ways(self) -> Iterator[Offer]:
        """Yield the ways to other screens: all of them from the home screen, elsewhere those that lead back."""
        if isinstance(self.screen, HomeScreen):
            for entry, (label, _) in ENTRIES.items():
                run = partial(self.screen.post_message, Chosen(entry))
                yield offer(partial(tr, label), run, f"{entry.value} {_opens(entry)}")
            for entry, label, words in UNLISTED:
                yield offer(partial(tr, label), partial(self.screen.post_message, Chosen(entry)), words)
            return
        for entry, label in BESIDE.items():
            if not _is(self.screen, entry) and (entry is not Entry.CLUBS or self._may_see_clubs()):
                told = partial(_way_words, label)
                yield offer(told, partial(self.app.post_message, Chosen(entry)), entry.value)

    def _may_see_clubs(self) -> bool:
        """Tell whether clubs, which lead on to tables, can be shown: no table lies below, and they do not already."""
        from tui.screens.club.clubs_screen import ClubsScreen
        from tui.screens.table.table_screen import TableScreen

        return not any(isinstance(one, (ClubsScreen, TableScreen)) for one in self.app.screen_stack)

    def _keys(self) -> Iterator[Offer]:
        """Yield what the keys of the screen do now, once each."""
        told = set()
        for found in self.screen.active_bindings.values():
            binding = found.binding
            listed = binding.show or (binding.id or "").startswith(LISTED)
            if not listed or not binding.description or not found.enabled or binding.action in told:
                continue
            if found.node is self.screen and not possible(self.screen, binding.action):
                continue
            told.add(binding.action)
            run = partial(self._press, found.node, binding.action)
            yield offer(partial(tr, _said(found)), run, _opens(binding.action))

    def _press(self, node: object, action: str) -> None:
        self.app.run_worker(self.app.run_action(action, default_namespace=node))  # type: ignore[arg-type]


def _opens(way: str) -> str:
    """Give the words for a new table if a way leads to one."""
    return everywhere(partial(tr, NEW_TABLE)) if way in OPENING else ""


LONGER = {"stand": GIVES_UP, "fill_bots": FILLS_ALL}
"""What is said of a key here because its few words elsewhere name only a part of what it does."""


def _said(found: ActiveBinding) -> str:
    """Return the English sentence of a binding, which is shown in the language in use. Some keys have none."""
    if longer := LONGER.get(found.binding.action):
        return longer
    made = found.node._bindings  # noqa: SLF001 - Textual has no other way to bindings as they were made
    said = (one.description for _, one in made if one.action == found.binding.action and one.description)
    return next(said, found.binding.description)


_SCREENS = {Entry.SETTINGS: "SettingsScreen", Entry.RULES: "RulesScreen", Entry.PEOPLE: "PeopleScreen"}


def _is(screen: Screen[object], entry: Entry) -> bool:
    """Tell whether a screen is the one that an entry leads to."""
    return type(screen).__name__ == _SCREENS.get(entry)


def _way_words(label: str) -> str:
    return tr(GO, screen=tr(label))


def _looks(app: ThemedApp) -> Iterator[Offer]:
    """Give the themes and the glyphs that are not in use."""
    from tui.screens.home.settings_screen import ROWS
    from tui.words.setting_words import LABELS

    for name in theme.names():
        if name != app.theme:
            yield offer(partial(_pair, THEME, theme.load(name).title), partial(app.use_theme, name))
    for value in CHOICES["glyphs"]:
        if value != app.settings.glyphs:
            told = partial(_pair, ROWS["glyphs"], LABELS[value])
            yield offer(told, partial(app.use_glyphs, value), "piece set pieces jeu de pièces")


def _pair(label: str, value: str) -> str:
    return tr(PAIR, label=tr(label), value=tr(value))

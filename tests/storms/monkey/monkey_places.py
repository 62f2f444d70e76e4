"""The places a monkey is brought to, each through the app's own ways, and the names of all that it sees there."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from random import Random

from textual.screen import Screen

from core.games import find, names
from net.view.table_view import Phase
from tests.storms.monkey.monkey_app import ROOM, MonkeyApp
from tui.app.past_games import play_on
from tui.app.side_screens import show_clubs
from tui.records import archive
from tui.records.club import member_deeds, tournament_deeds
from tui.screens.club.club_screen import ClubScreen
from tui.screens.club.tournament_screen import TournamentScreen
from tui.screens.frame.screen_messages import Entry
from tui.screens.learn.lesson_screen import LessonScreen
from tui.screens.learn.rules_screen import RulesScreen
from tui.screens.replay.replay_screen import PlayOn, ReplayScreen
from tui.screens.table.table_screen import TableScreen
from tui.settings.settings import Settings
from tui.study.game_library import keep, open_story
from tui.study.past_game import PastGame
from tui.table.table_plan import Plan, hot_seat, plan_against_bots
from tui.terminal.terminal_traits import Widths

GOLDEN = Path(__file__).parents[3] / "core" / "games"
RECORDS = {
    "djambi": "three-frozen",
    "epaminondas": "quick-uneven",
    "mediterranee": "two-quiet",
    "megiddo": "master-4",
}
GIVING_UP = ("resign", "abandon")
LATEST = 24
"""The last decision from which a game is played on."""
AT_LEAST = frozenset(
    {
        *(f"{what} {game}" for what in ("table", "replay", "lesson") for game in RECORDS),
        *("home", "newtable", "lobby", "gathering", "end", "games", "rules", "settings", "palette"),
        *("first", "curtain", "toosmall", "choice", "join", "resume", "cards", "pacts", "keys"),
        *("inputdialog", "textdialog", "talklog", "report", "clubs", "club", "tournament"),
    }
)
"""The names of all screens but the one of an error of our own."""


def name_of(screen: Screen[object]) -> str:
    """Name a screen, with the game where that makes it another."""
    if isinstance(screen, TableScreen):
        view = screen.controller.view
        return f"table {view.game}" if view.match is not None else "gathering"
    if isinstance(screen, LessonScreen):
        return f"lesson {screen.tutor.game}"
    if isinstance(screen, ReplayScreen):
        return f"replay {screen.told.view.game}"
    return type(screen).__name__.removesuffix("Screen").casefold()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a visit begins: the name of its first screen, what leads there, and keys that are pressed at `bases`."""

    name: str
    go: Callable[[MonkeyApp, Random], None]
    keys: tuple[str, ...] = ()
    bases: tuple[str, ...] = ("table", "replay", "home")


@cache
def story(game: str) -> PastGame:
    """Give the golden game of a game."""
    return open_story(str(golden(game)))


def golden(game: str) -> Path:
    """Give the file of the golden game of a game."""
    return GOLDEN / game / "golden" / f"{RECORDS[game]}.record"


def bring_records() -> None:
    """Put one record of each game where one's own stand."""
    archive.folder().mkdir(parents=True, exist_ok=True)
    for game in RECORDS:
        shutil.copy(golden(game), archive.folder() / f"{game}.record")


def _options(game: str, rng: Random) -> dict[str, str]:
    presets = [dict(preset) for preset in dict(find(game).presets).values()]
    return rng.choice([{}, *presets])


def _table(app: MonkeyApp, rng: Random, game: str, *, alone: bool) -> None:
    options = _options(game, rng)
    plan = hot_seat(game, options) if alone else plan_against_bots(rng.choice(("random", "greedy")), game, options)

    async def way() -> None:
        await app.show_table(await app.rooms.open_table(await app.rooms.local(), plan, seed=rng.getrandbits(32)))

    app.go(way)


def _later(app: MonkeyApp, rng: Random, game: str) -> None:
    """Play a game on from one of its positions."""
    told = story(game)
    ply = rng.randrange(min(LATEST, len(told.match.log) - 1))
    app.go(lambda: play_on(app, app.rooms, PlayOn(told, ply, None), app.show_table))


def _over(app: MonkeyApp, rng: Random) -> None:
    """Show a table whose game ends as it is looked at."""
    plan = hot_seat("epaminondas", _options("epaminondas", rng))

    async def way() -> None:
        seated = await app.rooms.open_table(await app.rooms.local(), plan)
        handle = seated.handle
        await handle.until(lambda view: view.match is not None)
        app.run_worker(_resign(), group="storm")
        await app.show_table(seated)

    async def _resign() -> None:
        handle = app.rooms.seated[-1].handle
        while (view := handle.view).phase is Phase.PLAYING and view.match is not None:
            state = view.match.state
            told = [
                (seat, text) for seat in view.mine for text in map(str, state.declarations(seat)) if text == "resign"
            ]
            if not told:
                return
            await handle.declare(*told[0])

    app.go(way)


def _online(app: MonkeyApp, rng: Random) -> None:
    """Show a table of the room that others may come to."""
    game = rng.choice(("djambi", "epaminondas", "megiddo"))

    async def way() -> None:
        peer = await app.rooms.enter(ROOM)
        plan = plan_against_bots("open", game)
        plan = Plan(plan.game, plan.options, sitters=plan.sitters)
        await app.show_table(await app.rooms.open_table(peer, plan))

    app.go(way)


def _first(app: MonkeyApp, rng: Random) -> None:
    app.start = replace(app.start, first=Widths(rng.randint(0, 2), 1))
    app.go(app.welcome)


def _lesson(app: MonkeyApp, rng: Random, game: str) -> None:
    del rng
    app.push_screen(LessonScreen(game, 1))


def _replay(app: MonkeyApp, rng: Random, game: str) -> None:
    del rng
    path = str(archive.folder() / f"{game}.record")

    async def way() -> None:
        wish = await app.push_screen_wait(ReplayScreen(open_story(path), partial(keep, Path(path))))
        if wish is not None:
            await play_on(app, app.rooms, wish, app.show_table)

    app.go(way)


def _way(entry: Entry) -> Callable[[MonkeyApp, Random], None]:
    def go(app: MonkeyApp, rng: Random) -> None:
        del rng
        ways: dict[Entry, Callable[[], Awaitable[None]]] = {
            Entry.ONLINE: app.ask_invitation,
            Entry.HOST: app.host,
            Entry.BOTS: lambda: app.plan_table("bots"),
            Entry.HOT_SEAT: lambda: app.plan_table("hot-seat"),
            Entry.RESUME: app.resume,
            Entry.CLUBS: lambda: show_clubs(app),
            Entry.LEARN: app.learn,
            Entry.REVIEW: app.review,
            Entry.SETTINGS: app.show_settings,
        }
        app.go(ways[entry])

    return go


def _club(app: MonkeyApp, rng: Random, *, tournament: bool = False) -> None:
    """Show a new club with a tournament that is open for entries, or that tournament."""
    form = rng.choice(("swiss", "round-robin", "knock-out", "tables"))

    async def way() -> None:
        cid = str((await app.clubs.do(member_deeds.new, ("Friday",))).value["club"])
        await app.clubs.do(tournament_deeds.open_tournament, (cid, "Cup"), form=form, game="megiddo")
        view = await app.clubs.view(cid)
        (cup,) = view.state.tournaments
        app.push_screen(TournamentScreen(app.clubs, view, cup) if tournament else ClubScreen(app.clubs, view))

    app.go(way)


def _rules(app: MonkeyApp, rng: Random) -> None:
    app.push_screen(RulesScreen(rng.choice(names())))


def _stay(app: MonkeyApp, rng: Random) -> None:
    del app, rng


def places() -> list[Place]:
    """Give every place once."""
    found = [
        Place("home", _stay),
        Place("palette", _stay, ("ctrl+p",)),
        Place("join", _way(Entry.ONLINE)),
        Place("lobby", _way(Entry.HOST)),
        Place("gathering", _online),
        Place("newtable", _way(Entry.BOTS)),
        Place("newtable", _way(Entry.HOT_SEAT)),
        Place("resume", _way(Entry.RESUME)),
        Place("clubs", _way(Entry.CLUBS)),
        Place("club", _club),
        Place("tournament", partial(_club, tournament=True)),
        Place("choice", _way(Entry.LEARN)),
        Place("games", _way(Entry.REVIEW)),
        Place("settings", _way(Entry.SETTINGS)),
        Place("rules", _rules),
        Place("first", _first),
        Place("end", _over),
        Place("curtain", partial(_table, game="mediterranee", alone=True)),
    ]
    found += [Place(f"lesson {game}", partial(_lesson, game=game)) for game in RECORDS]
    found += [Place(f"replay {game}", partial(_replay, game=game)) for game in RECORDS]
    found += [Place(f"table {game}", partial(_table, game=game, alone=False)) for game in RECORDS]
    games = tuple(game for game in RECORDS if game != "mediterranee")
    found += [Place(f"table {game}", partial(_table, game=game, alone=True)) for game in games]
    found += [Place(f"table {game}", partial(_later, game=game)) for game in games]
    replay = partial(_replay, game="djambi")
    board = partial(_table, game="djambi", alone=True)
    cards = partial(_table, game="mediterranee", alone=False)
    found += [
        Place("keys", board, ("?",)),
        Place("pacts", board, ("D",)),
        Place("cards", cards, ("e",)),
        Place("inputdialog", replay, ("c",)),
        Place("textdialog", replay, ("?",)),
        Place("talklog", board, ("slash",)),
        Place("report", _over, ("r",), ("end",)),
    ]
    return found


def newcomer() -> Settings:
    """Give the settings of somebody who has a name and reads English."""
    return Settings(language="en", nick="Ann", theme="parley-dark")

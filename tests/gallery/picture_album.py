"""The album: every picture of the documentation, in the order in which it is shown.

`python3 run.py pictures [FOLDER]` draws every screen as SVG, by default into the documentation's own folder.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.gallery import sample_club, screen_views
from tests.gallery.sample_data import ended, fighting, gathering, seated, sit
from tests.gallery.screen_views import over
from tests.gallery.screenshot import Dress, Screenshot, Stage, photograph
from tui.i18n import translation

DRESSES = {
    "": Dress("parley-dark", (160, 50)),
    "-light": Dress("parley-light", (80, 24)),
    "-dark-80": Dress("parley-dark", (80, 24)),
    "-light-160": Dress("parley-light", (160, 50)),
}
"""The dresses in which each screen is shown, by the endings of their files: dark and light, wide and narrow."""

NIGHT, CONTRAST = Dress("parley-dark", (100, 33)), Dress("parley-contrast", (80, 24))


@dataclass(frozen=True, slots=True)
class View:
    """A screen: its name, what it shows, what opens it, and the keys pressed there."""

    name: str
    shows: str
    stage: Stage
    keys: tuple[str, ...] = ()


CHOSEN = ("tab", "tab", "enter", "tab")
"""The keys that choose a piece and look at a target."""

TABLES = (
    View("djambi", "A table of Djambi", sit(lambda: seated("djambi", 4, 16)), CHOSEN),
    View("djambi-3", "Djambi for three", sit(lambda: seated("djambi", 3, 16)), CHOSEN),
    View("djambi-6", "Djambi for six", sit(lambda: seated("djambi", 6, 22)), CHOSEN),
    View("epaminondas", "A table of Epaminondas", sit(lambda: seated("epaminondas", 2, 24)), CHOSEN),
    View("megiddo", "A table of Megiddo", sit(lambda: seated("megiddo", 2, 14)), ("tab",)),
    View("megiddo-other", "Its other view", sit(lambda: seated("megiddo", 3, 14)), ("v", "tab")),
    View("mediterranee", "A table of Méditerranée", sit(lambda: seated("mediterranee", 4, 29)), ("tab", "enter")),
    View("combat", "A fight", sit(fighting), ("8", "0")),
    View("end", "The end card", sit(ended)),
    View("pacts", "The ledger of promises", sit(lambda: seated("djambi", 4, 40)), ("D",)),
    View("diplomacy", "What may be said by one key", sit(lambda: seated("djambi", 4, 16)), ("d",)),
    View("cards", "Hands, talon and what was laid", sit(lambda: seated("mediterranee", 4, 29)), ("e",)),
    View("keys", "The keys", sit(lambda: seated("djambi", 4, 16)), ("question_mark",)),
    View("palette", "What can be done now, by words", sit(lambda: seated("djambi", 4, 16)), ("ctrl+p",)),
    View("leave", "Leaving a table", sit(lambda: seated("djambi", 4, 16)), ("q",)),
)
"""Tables, and the screens that may cover one."""

SCREENS = (
    View("home", "Where everything begins", screen_views.home),
    View("first-1", "The first start: language", screen_views.first(0)),
    View("first-2", "The first start: name and look", screen_views.first(1)),
    View("first-3", "The first start: where to", screen_views.first(2)),
    View("new-table", "A new table", over(screen_views.new_table)),
    View("join", "An invitation", over(screen_views.join)),
    View("lobby", "A room", over(screen_views.lobby)),
    View("people", "Everybody who is known, with four words to compare", over(screen_views.people)),
    View("host", "Hosting: who shall be able to come in", over(screen_views.host)),
    View("waiting", "A table that waits for people", sit(gathering)),
    *TABLES,
    View("curtain", "The curtain between two people at one screen", over(screen_views.curtain)),
    View("resume", "Tables that are kept", over(screen_views.resume)),
    View("clubs", "The clubs, and what waits in each", over(sample_club.clubs_screen)),
    View("club", "A club: its members, and who asks to come in", over(sample_club.club_screen)),
    View("club-away", "A club whose room cannot be reached", over(sample_club.club_away)),
    View("club-tournaments", "The tournaments of a club", over(sample_club.club_screen), ("tab", "tab")),
    View("club-ladder", "The ladder of a club", over(sample_club.club_screen), ("tab", "tab", "tab")),
    View("tournament", "The rounds of a tournament", over(sample_club.tournament_screen)),
    View("standings", "The standings of a tournament", over(sample_club.tournament_screen), ("tab",)),
    View("games", "The games that were played", over(screen_views.games)),
    View("figures", "Figures and ratings", over(screen_views.games), ("s",)),
    View("replay", "A game told again", over(screen_views.replay)),
    View("marks", "A game with its marks", over(screen_views.marks)),
    View("export", "A game, written out", over(screen_views.replay), ("e",)),
    View("learn", "What can be learnt", over(screen_views.learn)),
    View("lesson", "A lesson", screen_views.lesson("epaminondas", 3)),
    View("moment", "One's own worst moment, once more", over(screen_views.moment)),
    View("puzzle", "A puzzle of the day", over(screen_views.puzzle)),
    View("rules", "The rules of a game", screen_views.rules("megiddo"), ("pagedown",)),
    View("settings", "The settings", over(screen_views.settings)),
    View("crash", "An error of Parley's own", over(screen_views.crash)),
)
"""Every screen."""


def album() -> Iterator[Screenshot]:
    """Yield all pictures."""
    for view in SCREENS:
        yield from (shot(view, dress, ending) for ending, dress in DRESSES.items())
    yield replace(shot(SCREENS[0], Dress("parley-light", (60, 20)), "-small"), shows="A terminal that is too small")
    for name in ("djambi", "epaminondas"):
        yield shot(named(name), NIGHT, "-night")
    yield shot(named("djambi"), CONTRAST, "-contrast")


def named(name: str) -> View:
    """Return the view of that name."""
    return next(view for view in SCREENS if view.name == name)


def shot(view: View, dress: Dress, ending: str = "") -> Screenshot:
    """Return the picture of a view in a dress. `ending` ends its file's name."""
    return Screenshot(view.name + ending, view.shows, view.stage, view.keys, dress)


FOLDER = "docs/pictures"
"""The folder of the documentation's pictures in a checkout."""

NO_FOLDER = "There is no folder {folder} to put pictures in."

HOME = "PARLEY_HOME"
"""The variable that names the folder of everything Parley keeps."""


def main(folder: str | Path = FOLDER) -> int:
    """Write every picture into `folder`; return 2 if there is none."""
    target = Path(folder)
    if not target.is_dir():
        sys.stderr.write(NO_FOLDER.format(folder=folder) + "\n")
        return 2
    for shot in album():
        (target / f"{shot.file}.svg").write_text(drawn(shot), encoding="utf-8")
        sys.stdout.write(f"{shot.file}.svg\n")
    return 0


def drawn(shot: Screenshot) -> str:
    """Return one picture as SVG text, which is the same on every machine."""
    with _elsewhere(), translation.speaking(shot.dress.language):
        return asyncio.run(photograph(shot))


@contextmanager
def _elsewhere() -> Iterator[None]:
    """Make Parley keep everything in a temporary folder, whatever its own folder holds."""
    before = os.environ.get(HOME)
    with TemporaryDirectory() as folder:
        os.environ[HOME] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ[HOME]
            else:
                os.environ[HOME] = before

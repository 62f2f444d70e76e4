"""Past games, line by line: list and filter them, replay, export, count, import."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from core.bots import default_level
from core.fault import Fault, sentence
from core.game import Seat
from tui.bootstrap.start_request import LAST
from tui.i18n.translation import bare, tell, tr
from tui.records import archive
from tui.settings import theme
from tui.settings.visit import check_files
from tui.study.branch import branch
from tui.study.game_export import PICTURES, export, form_of
from tui.study.game_filter import sieve
from tui.study.game_library import HAD, Library, bring_in, digest_of, find_same, meant, wanted
from tui.study.game_summary import GameSummary, played_line
from tui.study.past_game import PastGame
from tui.study.statistics_sheet import filtered, sheet_lines
from tui.study.timeline import Timeline
from tui.text.replay_dialogue import ReplayDialogue
from tui.text.shell.console import Console
from tui.text.shell.side_dialogue import SideDialogue
from tui.text.shell.text_menu import BACK, EVERYWHERE, QUIT, WORDS, leads_on
from tui.text.table.table_look import number

if TYPE_CHECKING:
    from tui.bots.seat_driver import Seated
    from tui.session.rooms import Rooms

NO_GAMES = sentence("NOTE no game is kept on this machine yet; import FILE brings a record in.")
NONE_FITS = sentence("NOTE no game fits.")
NO_GAME = sentence("There is no game {text} in the list, and no such file.")
WHOLE = sentence("{form} holds the whole game: a number goes with svg and png alone.")
WHICH = sentence("Say which game: a number of the list, last, or a file.")
WHICH_FILE = sentence("Say which file: import FILE brings a record in.")
HERE = sentence(
    "NOTE this is the list of games: a number tells one again, `games` reads the list, `back` leads to the first menu."
)
HELP = sentence(
    "games, games djambi, games result:won opponent:ana; replay 1, replay last, replay FILE; "
    "export 1 text (record, report, html, cast, gif), export 1 svg, export 1 svg 12 (svg, png: after turn 12); "
    "figures; import FILE; back."
)


class GamesDialogue:
    """One conversation about the games kept here."""

    def __init__(
        self,
        rooms: Rooms,
        console: Console,
        at_table: Callable[[Seated], Awaitable[None]],
        *,
        seed: int | None = None,
    ) -> None:
        """Talk on `console` about the games of `rooms`; `at_table` runs the conversation at a table."""
        self.rooms, self.console, self.at_table, self.seed = rooms, console, at_table, seed
        self.library = Library(rooms.profile, archive.folder())
        self._shown: tuple[GameSummary, ...] = ()

    async def run(self, query: str = "") -> str:
        """List the games that fit, then carry out commands until the dialogue is left or the input ends.

        Give the line that leaves it for another entry of the first menu, nothing if none did.
        """
        if not self._list(query):
            return ""
        self.console.say(tr(HELP))
        while (line := await self.console.line()) is not None and bare(line) not in QUIT | BACK:
            if leads_on(line):
                return line
            if not await self.console.apart(self._beside(line), lambda: tr(HERE)):
                asked = line if bare(line.split()[0]) in WORDS else f"replay {line}"
                await self.obey(asked)
                if WORDS[bare(asked.split()[0])] == "replay":
                    self.console.say(tr(HERE))
        return ""

    async def _beside(self, line: str) -> bool:
        """Do what a line asks for beside the games; tell whether it asks for any such thing. A refusal is one line."""
        try:
            return await SideDialogue(self.console, self.rooms).obey(line)
        except Fault as fault:
            self.console.say(tr("ERROR {text}", text=tell(fault)))
        return True

    async def obey(self, line: str) -> None:
        """Do what one line asks for. A refusal is one line."""
        first, _, rest = line.partition(" ")
        ways = {
            "games": self._games,
            "replay": self._replay,
            "export": self._export,
            "figures": self._figures,
            "import": self._import,
            "help": self._help,
        }
        try:
            await ways[WORDS[bare(first)]](rest.strip())
        except Fault as fault:
            self.console.say(tr("ERROR {text}", text=tell(fault)))

    def _list(self, query: str) -> bool:
        self._shown = self._kept(query)
        self.console.say(*(f"{at} {played_line(one)}" for at, one in enumerate(self._shown, 1)))
        if not self._shown:
            self.console.say(tr(NONE_FITS if query else NO_GAMES))
        return bool(self._shown)

    def _kept(self, query: str) -> tuple[GameSummary, ...]:
        return sieve(query).keep(self.library.newest(self.library.look()))

    async def _games(self, rest: str) -> None:
        self._list(rest)

    async def _replay(self, rest: str) -> None:
        """Replay a game, the last one if none is named, as at the end of a game."""
        rest = rest or "last"
        one = self.library.last() if rest.casefold() in LAST else self._one(rest)
        story, keep = wanted(rest, self.rooms) if one is None else self.library.told(one)
        mine = (one or self.library.summary(story.record, Path(rest))).mine
        replay = ReplayDialogue(story, self.console, keep=keep, play_on=self._play_on, aside=self._beside, mine=mine)
        await replay.run()

    async def _export(self, rest: str) -> None:
        which, _, asked = rest.partition(" ")
        words = asked.split()
        form = form_of(words[0] if words else "record")
        if words[1:] and form not in PICTURES:
            raise Fault(WHOLE, form=form.value)
        one = self._one(which)
        told = Timeline(wanted(which, self.rooms)[0] if one is None else self.library.open(one))
        ply = told.ply_of(number(words[1])) if words[1:] else told.plies
        glyph_set = "ascii" if self.console.plain else "unicode"
        path = export(told, form, min(ply, told.plies), theme=theme.DEFAULT, glyph_set=glyph_set)
        self.console.say(tr("SAVED {path}", path=path))

    async def _figures(self, rest: str) -> None:
        games = self._kept(rest)
        among = filtered(games, len(self._kept("")), rest) if rest else ()
        self.console.say(*sheet_lines(games, among))

    async def _import(self, rest: str) -> None:
        if not rest:
            raise Fault(WHICH_FILE)
        path = meant(rest)
        had = find_same(self.library.look(), digest_of(path))
        said = tr("NOTE {text}", text=tr(HAD, game=played_line(had))) if had is not None else ""
        self.console.say(said or tr("SAVED {path}", path=bring_in(path, self.library.folders[1])))

    async def _help(self, _: str) -> None:
        self.console.say(tr(HELP), tr(EVERYWHERE))

    async def _play_on(self, story: PastGame, ply: int, hands: Collection[Seat] | None) -> None:
        bot = default_level(story.match.header.game)
        await self.at_table(await branch(self.rooms, story, ply, hands, bot, seed=self.seed))

    def _one(self, text: str) -> GameSummary | None:
        """Give the game of a number in the list, None for `last` and for the name of a file; raise `Fault`."""
        if text.isascii() and text.isdigit():
            self._shown = self._shown or self._kept("")
            if 1 <= int(text[:9]) <= len(self._shown):
                return self._shown[int(text) - 1]
        if not text:
            raise Fault(WHICH)
        if text.casefold() not in LAST:
            check_files()
            if not Path(text).exists():
                raise Fault(NO_GAME, text=text)
        return None

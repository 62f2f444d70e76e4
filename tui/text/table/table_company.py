"""The company at a table in the text mode: the people, the bots, and whose talk is shown."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from core import bots
from core.fault import Fault, sentence
from core.game import Seat
from net.storage.contact_store import ContactAction
from net.table.action.permission import NO_BOTS as FORBIDDEN
from net.view.table_view import Phase
from tui.correspondence.own_turns import NO_OTHER
from tui.i18n.translation import bare, seat_word, tr
from tui.records import archive, evidence_file
from tui.session.clubs import Clubs
from tui.session.known_people import NAMELESS, NO_ONE_YET, People
from tui.session.passing_visit import within_visit
from tui.settings.read_marks import ReadMarks, marks_path
from tui.settings.settings import ALARMS
from tui.table.alerts import Unread
from tui.table.departure import game_number, is_out
from tui.table.seat_names import NO_SUCH_SEAT, NamedTable
from tui.table.seat_view import open_seats, own_seats, takes_bots, talkers
from tui.table.sentences import event_sentences
from tui.table.table_plan import has_moved, is_alone_at, seat_choice
from tui.text.shell.console import Console
from tui.text.shell.people_dialogue import obey
from tui.text.shell.settings_dialogue import obeyed
from tui.text.shell.side_dialogue import SideDialogue
from tui.text.shell.text_commands import Verb
from tui.text.table.seat_refusal import idle_fault, seatless_fault
from tui.text.table.table_look import TableLook
from tui.words.bot_words import bot_nick, typed_level

if TYPE_CHECKING:
    from tui.bots.seat_driver import Seated
    from tui.session.rooms import Rooms
    from tui.session.unfinished_table import UnfinishedTable

ALL = (["all"], ["tous"])
"""The words that mean every open seat."""
KNOWN = (Verb.PEOPLE, Verb.BLOCK, Verb.VERIFY, Verb.CALL, Verb.FORGET)
"""The commands about known people; `mute` is about a person who talks here."""

LOOKING = sentence("Every decision of this game is looked at; that takes a while.")
NO_EVIDENCE = sentence("There is nothing to write down about this table here.")
NO_OPEN = sentence("No seat is open.")
SAY_SEAT = sentence("Say on which seat the bot plays; open are {allowed}.")
NO_BOTS = sentence("No bot can be started here.")
SILENT = sentence("Nobody else has said anything yet.")
NO_TALKER = sentence("Nobody called {name} has said anything here; there are {allowed}.")
MUTED = sentence("NOTE you no longer see what {nick} says.")
HEARD = sentence("NOTE you see again what {nick} says.")
HANDED = sentence(
    "NOTE {name} plays on for you as long as Parley runs. When it ends, the others wait for you; "
    "resume leads back, or shows how the game ended."
)
PLAY_ON = sentence("NOTE your bots play on as long as Parley runs; resume leads back to the table.")
NOT_JUDGED = sentence("Marks are looked for once the game is over.")
LOOK_FOR_THEM = sentence("NOTE turning points: `marks` looks for them, then `summary` tells them.")
MATCH_NOT_JUDGED = sentence("Marks are looked for once the whole match is over.")
MATCH_NOT_SEARCHED = sentence("Your worst moment is looked for once the whole match is over.")
NOT_OVER = sentence("A game is told again once it is over; until then `log 10` tells its last decisions.")
MATCH_NOT_OVER = sentence("A match is told again once all of it is over; until then `log 10` tells its last decisions.")
LATEST = "last"
"""The word that means the game that was over last."""
BACK = sentence("NOTE back at the table.")
ALONE = sentence("Nobody else plays here: leave the table, and the game waits for you.")
OUT = sentence("You are out of the game: a bot would have nothing to play. `quit` leaves the table.")


class CompanyDialogue(TableLook):
    """One table with the people and bots at it."""

    def __init__(self, handle: NamedTable, console: Console, seated: Seated | None = None) -> None:
        """Sit at the table of `handle`; bots of this machine play by `seated`, if there is one."""
        super().__init__(handle, console)
        self._seated = seated
        self._people: People | None = None
        self._rooms: Rooms | None = None
        self._unread = Unread()
        self.handed = False
        self.replays = ""
        self.upcoming: UnfinishedTable | None = None

    def know(self, rooms: Rooms) -> None:
        """Read the contact book of a profile: whose talk is hidden, and whom one may block."""
        self._people, self._rooms = People(rooms), rooms
        self.teller.muted = self._people.silent
        marks, tid = ReadMarks(marks_path(rooms.root, rooms.name)), self.handle.view.tid
        self._unread = Unread(marks.of(tid), partial(marks.keep, tid))

    async def tell_rating(self) -> None:
        """Say for which club and whom the table is rated, if any; a journal that cannot be read is told elsewhere."""
        if self._rooms is not None:
            with suppress(Fault):
                mark = await Clubs(self._rooms).rating(self.handle.view)
                self.teller.may_sit = mark.admits(self._rooms.profile.identity.pid)
                self.teller.rate(mark, self.handle.view)
                if told := mark.note_of(self.handle.view):
                    self.console.say(tr("NOTE {text}", text=told))

    async def _next(self, _: str) -> None:
        """Go on to the next table where it is the player's turn; raise `Fault` if there is none."""
        self.upcoming = await self._rooms.next_turn(self.handle.view.tid) if self._rooms is not None else None
        if self.upcoming is None:
            raise Fault(NO_OTHER)

    async def _known(self, verb: Verb, rest: str) -> None:
        """List known people, or block or verify a person."""
        if self._people is None:
            raise Fault(NO_ONE_YET)
        obey(self._people, self.console, f"{verb.value} {rest}".strip())
        self.teller.muted = self._people.silent

    async def _learn(self, verb: Verb, rest: str) -> None:
        """Give the lessons or the puzzle of this game, or of the one that is named, then come back."""
        if self._rooms is None:
            raise Fault(NO_ONE_YET)
        which = f"{self.handle.view.game} {rest}" if not rest or rest[0].isdigit() else rest
        await self._teach(self._rooms, f"{verb.value} {which}")

    async def _moment(self, rest: str) -> None:
        """Look for the worst moment of this game, once it is over, and ask for better; by a number, for a kept one."""
        from tui.study.analysis.own_moments import moments

        if self._rooms is None:
            raise Fault(NO_ONE_YET)
        view, name = self.handle.view, self._rooms.name
        looks = not rest and own_seats(view) and is_alone_at(view)
        if looks and view.outcome is None and game_number(view) and not moments(name):
            raise Fault(MATCH_NOT_SEARCHED)
        if looks and view.outcome is not None and not await self._find_moment(name):
            return
        await self._teach(self._rooms, f"{Verb.MOMENT.value} {rest}")

    async def _teach(self, rooms: Rooms, line: str) -> None:
        """Give lessons, a puzzle or a moment, then say that one is back at the table, and whose turn it is."""
        await self.console.apart(SideDialogue(self.console, rooms).obey(line), lambda: tr(BACK))
        self.console.say(*self.teller.now(self.handle.view))

    async def _tell_again(self, rest: str) -> None:
        """Leave the table for the replay of its game, or of the one that is named; raise `Fault` before the end."""
        if self.handle.view.outcome is None:
            raise Fault(MATCH_NOT_OVER if game_number(self.handle.view) else NOT_OVER)
        self.replays = f"{Verb.REPLAY.value} {rest or LATEST}"

    async def _marks(self, _: str) -> None:
        """Look for the marks of this game, once it is over, and tell them; the report knows them from then on."""
        from tui.study.game_library import story_of_view
        from tui.study.timeline import Timeline
        from tui.text.table.mark_teller import tell_marks

        view = self.handle.view
        if view.outcome is None:
            raise Fault(MATCH_NOT_JUDGED if game_number(view) else NOT_JUDGED)
        self._check_moved()
        told = Timeline(story_of_view(view, archive.today().isoformat()))
        self.console.say(tr("NOTE {text}", text=tr(LOOKING)))
        await tell_marks(told, self.console)

    def _check_moved(self) -> None:
        """Raise `Fault` if nobody has moved: there is nothing to look at."""
        from tui.study.analysis.game_analysis import NOTHING_MADE

        if not has_moved(self.handle.view):
            raise Fault(NOTHING_MADE)

    async def _find_moment(self, profile: str) -> bool:
        """Keep the worst moment of this game; tell whether there was one."""
        from tui.study.analysis.game_analysis import GameAnalyst
        from tui.study.analysis.own_moments import NO_MOMENT, found_moment, keep
        from tui.study.game_library import story_of_view
        from tui.text.shell.stoppable_search import StoppableSearch

        view = self.handle.view
        self._check_moved()
        match = story_of_view(view, archive.today().isoformat()).match
        self.console.say(tr("NOTE {text}", text=tr(LOOKING)))
        search = StoppableSearch(self.console, long=GameAnalyst(match).kept() is None)
        found = await search.found(lambda step: found_moment(match, own_seats(view), step))
        if search.stopped:
            return False
        if found is None:
            self.console.say(tr("NOTE {text}", text=tr(NO_MOMENT)))
            return False
        keep(profile, found)
        return True

    async def _tastes(self, rest: str) -> None:
        """List the settings, explain the one named, or change it; it takes effect at once."""
        if self._rooms is None:
            raise Fault(NO_ONE_YET)
        settings, told = obeyed(self._rooms.name, rest)
        self._rooms.nick = settings.nick
        self.teller.alarms = settings.alarms == ALARMS[0]
        self.console.say(*told)

    async def _evidence(self, _: str) -> None:
        """Write down what was signed here."""
        if self._seated is None:
            raise Fault(NO_EVIDENCE)
        self.console.say(tr("SAVED {path}", path=evidence_file.kept(self._seated.handle.table)))

    def _named(self, word: str) -> Seat:
        """Give the seat of that name; raise `Fault` if there is none."""
        view = self.handle.view
        seat = event_sentences.seat_of(view, word)
        if seat is None:
            raise Fault(NO_SUCH_SEAT, name=word, allowed=", ".join(seat_word(one.name) for one in view.seats))
        return seat

    async def _sit(self, rest: str) -> None:
        await self.handle.sit(self._named(rest) if rest else None)

    async def _free(self, rest: str) -> None:
        """Give up one's last seat before the start, or the one named; the host can free anyone's."""
        if not rest and not self._hand:
            raise seatless_fault(self.handle.view)
        seat = self._named(rest) if rest else self._hand[-1]
        await self.handle.leave(seat)

    async def _bot(self, rest: str) -> None:
        """Before the start seat a bot, on an open seat or the one named; later hand one's own seats over to bots.

        Where nobody else waits, none is handed over: the game would be over within seconds, and nobody would see it.
        """
        if self._seated is None:
            raise Fault(NO_BOTS)
        words, level = rest.split(), bots.default_level(self.handle.view.game)
        named = len(words) > 1 and event_sentences.seat_of(self.handle.view, " ".join(words)) is not None  # `red 2`
        starts = () if named else range(len(words))
        at = next((at for at in starts if typed_level(" ".join(words[at:])) in bots.LEVELS), len(words))
        if words[at:]:
            words, level = words[:at], typed_level(" ".join(words[at:]))
        if self.handle.view.phase is Phase.GATHERING:
            every = [bare(word) for word in words] in ALL
            if not words and seat_choice(self.handle.view):
                allowed = ", ".join(seat_word(self.handle.view.seats[seat].name) for seat in self._open())
                raise Fault(SAY_SEAT, allowed=allowed)
            for seat in self._open() if every or not words else [self._named(" ".join(words))]:
                await self.handle.sit(seat, level)
                self._seated.give(seat, level)
                if not every:
                    return
            return
        self._hand_over(self._seated, level)

    def _hand_over(self, seated: Seated, level: str) -> None:
        """Let bots of a level play on here; raise `Fault` where they may not, or would play to nobody."""
        if not (self._hand or seated.drivers):
            raise seatless_fault(self.handle.view)
        if self.handle.view.phase is not Phase.PLAYING:
            raise idle_fault(self.handle.view)
        if is_out(self.handle.view):
            raise Fault(OUT)
        if is_alone_at(self.handle.view):
            raise Fault(ALONE)
        if not takes_bots(self.handle.view):
            raise Fault(FORBIDDEN)
        seated.stand_in(level)
        self.handed = True
        self.console.say(within_visit(tr(HANDED, name=bot_nick(level)) if seated.handed else tr(PLAY_ON)))

    def _open(self) -> tuple[Seat, ...]:
        seats = open_seats(self.handle.view)
        if not seats:
            raise Fault(NO_OPEN)
        return seats

    async def _mute(self, rest: str) -> None:
        """Hide a person's talk, or show it again."""
        view = self.handle.view
        talking = talkers(view, self._people.pid if self._people is not None else "")
        if not talking:
            raise Fault(SILENT)
        pid = next((pid for pid, nick in talking.items() if bare(nick) == bare(rest)), "")
        seat = event_sentences.seat_of(view, rest) if rest and not pid else None
        pid = view.seats[seat].pid if seat is not None else pid
        if pid not in talking:
            allowed = ", ".join(talking.values())
            raise Fault(NO_TALKER, name=rest, allowed=allowed) if rest else Fault(NAMELESS, allowed=allowed)
        muted = pid not in self.teller.muted
        self.teller.muted ^= {pid}
        if self._people is not None:
            self._people.judge(pid, ContactAction.MUTE if muted else ContactAction.HEAR)
        self.console.say(tr(MUTED if pid in self.teller.muted else HEARD, nick=talking[pid]))

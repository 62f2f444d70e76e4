"""The names and looks of seats: bots by their own names, people who share a keyboard by their colours.

All seats that a profile signs for carry its one name on every machine, which would not distinguish them. A seat whose
name is not a colour has the colour and shape that the game's panel gives it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from core.fault import Fault, sentence
from core.game import Seat
from core.games import find
from core.match.match import Header
from core.scene import Scene, Town
from net.view.room_view import PersonView
from net.view.table_view import OfferKind, SeatView, TableView, TalkLine
from tui.i18n.translation import (
    LANGUAGES,
    Called,
    bare,
    call,
    calling,
    language,
    seat_brief,
    seat_title,
    seat_word,
    speaking,
)
from tui.settings.theme import Glyphs, glyphs
from tui.table.controller import Controller, knock
from tui.table.seat_view import TableViewer, is_owed, own_seats, unspoken
from tui.words.bot_words import bot_nick


def seat_appearances(view: TableView | None) -> Mapping[str, str]:
    """Give the colour's word of each seat's name at a table; nothing for names that are colours themselves."""
    return _worn(view.game, view.options) if view is not None and view.game else {}


def table_glyphs(name: str, view: TableView | None) -> Glyphs:
    """Give the set of glyphs of that name, with the shapes of the seats of a table and the names of its towns."""
    return _table_glyphs(name, view.game, view.options) if view is not None and view.game else glyphs(name)


@lru_cache(maxsize=64)
def _table_glyphs(name: str, game: str, options: tuple[tuple[str, str], ...]) -> Glyphs:
    return scene_glyphs(name, _opening(game, options))


def scene_glyphs(name: str, scene: Scene) -> Glyphs:
    """Give the set of glyphs of that name, with the shapes of the seats of a scene and the names of its towns."""
    return replace(glyphs(name).wearing(_colours(scene)), towns=_towns(scene))


def called(game: str, options: Iterable[tuple[str, str]]) -> Called:
    """Give the names of the numbered seats and of the towns of a game with these options."""
    return _called(game, tuple(options)) if game else Called()


def call_seats(header: Header) -> None:
    """Name the numbered seats and the towns of a record's game from now on; of one that is unknown here, none."""
    try:
        names = called(header.game, header.options)
    except Fault:
        names = Called()
    call(names)


@lru_cache(maxsize=64)
def _called(game: str, options: tuple[tuple[str, str], ...]) -> Called:
    return called_in(_opening(game, options))


def called_in(scene: Scene) -> Called:
    """Give the names of the numbered seats and of the towns of a position that belongs to no table, as in a lesson."""
    return Called(_numbered(_colours(scene)), _towns(scene))


def _towns(scene: Scene) -> Mapping[str, Town]:
    return {town.spot: town for town in scene.atlas.towns} if scene.atlas is not None else {}


def _numbered(worn: Mapping[str, str]) -> Mapping[str, tuple[str, int]]:
    colours = {name: colour for name, colour in worn.items() if name.isdigit()}
    having, seen = Counter(colours.values()), Counter[str]()
    told = {}
    for name, colour in colours.items():
        seen[colour] += 1
        told[name] = (colour, seen[colour] if having[colour] > 1 else 0)
    return MappingProxyType(told)


def _worn(game: str, options: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    return _colours(_opening(game, options))


def _colours(scene: Scene) -> Mapping[str, str]:
    return MappingProxyType({panel.name: panel.colour for panel in scene.seats if panel.colour})


@lru_cache(maxsize=64)
def _opening(game: str, options: tuple[tuple[str, str], ...]) -> Scene:
    known = find(game)
    chosen = {option.name: option.default for option in known.options} | dict(options)
    return known.start(chosen).scene()


NO_SUCH_SEAT = sentence("There is no seat {name} here; there are {allowed}.")


def seat_words(names: Sequence[str], seats: Iterable[Seat]) -> Mapping[str, Seat]:
    """Give some of the seats by each word that a person may type: the name in every language, or its number from 1."""
    chosen = tuple(seats)
    words = {name: seat for seat in chosen for name in (bare(names[seat]), str(seat + 1))}
    for each in LANGUAGES:
        with speaking(each):
            words |= {bare(seat_word(names[seat])): seat for seat in chosen}
    return words


def fitted_name(name: str, room: int) -> str:
    """Write a seat's name as far as there is room, in columns."""
    told = seat_word(name)
    return told if len(told) <= room else seat_brief(name, room)


def named(view: TableView) -> TableView:
    """Give the table with distinct names for its bots and its own seats, and for their talk.

    A bot's seat has the bot's name and, if several have it, the seat's number, whoever signs for it: what it says and
    wins is not taken for a person's, and what a person says is not taken for a bot's. A seat played by hand beside
    others at the same keyboard has its colour's name. The talk of a bot of one's own counts as the bot's, so each can
    be muted. Somebody else's bots are muted with them.
    """
    with calling(called(view.game, view.options)):
        nicks = {seat.seat: nick for seat in view.seats if (nick := _nick(seat, view.seats)) != seat.nick}
    if not (nicks or any(one.bot for one in view.handovers)):
        return view
    seats = tuple(_renamed(seat, nicks.get(seat.seat, seat.nick)) for seat in view.seats)
    own = {seat.pid for seat in view.seats if seat.mine}
    talk = tuple(_bot_line(line, nicks, own=line.pid in own) if line.bot else line for line in view.talk)
    handovers = tuple(replace(one, former=bot_nick(one.bot)) if one.bot else one for one in view.handovers)
    return replace(view, seats=seats, talk=talk, handovers=handovers)


def _renamed(seat: SeatView, nick: str) -> SeatView:
    return replace(seat, nick=nick, owner=seat.called if seat.bot else "")


def _bot_line(line: TalkLine, nicks: Mapping[Seat, str], *, own: bool) -> TalkLine:
    """Give what a bot said under its name, also if somebody else has its seat now."""
    nick = nicks.get(line.seat, "") if line.seat is not None else ""
    return replace(line, nick=nick or bot_nick(line.bot), pid=f"{line.pid}/{line.seat}" if own else line.pid)


def _nick(seat: SeatView, seats: Sequence[SeatView]) -> str:
    if seat.bot:
        name = bot_nick(seat.bot)
        return (
            f"{name} #{seat.seat + 1}"
            if sum(bool(other.bot) and bot_nick(other.bot) == name for other in seats) > 1
            else name
        )
    if not seat.mine:
        return seat.nick
    hands = sum(other.mine and not other.bot for other in seats)
    return seat_title(seat.name) if hands > 1 else seat.nick


SeatCheck = Callable[[TableView], Awaitable[None]]


class NamedTable:
    """A table as a face reads it: the same table, but its own seats have distinct names, and hidden cards stay hidden.

    If several people share the screen, `awaited` is the seat to pass it to, and `lift` gives that seat the screen. At a
    table with others what is said to an offer for one seat counts for all that are played here.
    """

    def __init__(self, table: Controller, check_seat: SeatCheck | None = None) -> None:
        """Stand for `table`, which does itself all that is asked of it.

        Before a seat is asked for, `check_seat` raises `Fault` if the table is for other people.
        """
        self._table = table
        self._eyes = TableViewer()
        self._seen: tuple[TableView, str, TableView] | None = None
        self._check_seat = check_seat
        self.changed, self.leave, self.play = table.changed, table.leave, table.play
        self.claim, self.say, self.invite = table.claim, table.say, table.invite
        self.bye, self.close = table.bye, table.close

    @property
    def view(self) -> TableView:
        """The current table, computed again when it or the language changes."""
        view, spoken = self._table.view, language()
        call(called(view.game, view.options))
        if self._seen is None or self._seen[0] is not view or self._seen[1] != spoken:
            self._seen = (view, spoken, self._eyes.see(named(view)))
        return self._seen[2]

    @property
    def awaited(self) -> Seat | None:
        """The seat to pass the screen to; None if the right person has it."""
        return self._eyes.awaited(self._table.view)

    @property
    def uncovered(self) -> TableView:
        """The table with all seats that are played here, and what is hidden from others: to ask, not to show."""
        return self._table.view

    def lift(self) -> None:
        """Give the awaited seat the screen."""
        self._eyes.lift(self._table.view)
        self._seen = None

    async def sit(self, seat: Seat | None, bot: str = "") -> None:
        """Take a seat, if the table is for this person."""
        if self._check_seat is not None:
            await self._check_seat(self._table.view)
        await self._table.sit(seat, bot)

    async def declare(self, seat: Seat, text: str) -> None:
        """Declare something; what asks the table counts for the person's other seats too."""
        await self._table.declare(seat, text)
        await self._say_for_all()

    async def offer(self, kind: OfferKind, seat: Seat, to: int | None = None) -> None:
        """Ask the others for their consent; the person's other seats give theirs at once."""
        await self._table.offer(kind, seat, to)
        await self._say_for_all()

    async def hand_over(self, seat: Seat, pid: str) -> None:
        """Agree that a spectator takes a seat over, for all seats of the person."""
        await self._table.hand_over(seat, pid)
        await self._say_for_all()

    async def answer(self, offer_id: str, seat: Seat, yes: bool) -> None:  # noqa: FBT001 - an answer is a yes or a no
        """Answer an offer; agreeing counts for all seats of the person."""
        await self._table.answer(offer_id, seat, yes)
        await self._say_for_all()

    async def _say_for_all(self) -> None:
        """Agree for every other seat of a person to what they have just agreed to for one."""
        own = own_seats(self._table.view)
        for offer, seat in unspoken(self._table.view, own):
            if is_owed(self._table.view, offer, seat):
                await self._table.answer(offer, seat, yes=True)

    @property
    def invitation(self) -> str:
        """What others paste to join."""
        return self._table.invitation

    @property
    def invitees(self) -> tuple[PersonView, ...]:
        """The people of the room who hold no seat here and may be invited."""
        return self._table.invitees

    async def move_to(self, text: str) -> None:
        """Move the running table to the broker of another invitation, if that broker answers. Raise `Fault` if not."""
        from net.peer.table_handle import TableHandle

        if isinstance(self._table, TableHandle):
            await knock(self._table, text)
            await self._table.move_to(text)

"""A table, line by line: what happens is told as it happens, what is typed is done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from core.fault import BadNotation, Fault, sentence
from core.game import Seat, Spot
from core.scene import Scene
from net.view import OfferKind, Phase
from tui import archive
from tui.acts import spoken
from tui.eyes import owing
from tui.leaving import LEAVING, RETURNING, declaration
from tui.named import NamedTable
from tui.rooms import ALONE, is_alone
from tui.speech import tell, tr
from tui.text import describe
from tui.text.console import Console
from tui.text.drawing import draw
from tui.text.drawing import letters as draw_letters
from tui.text.hands import NO_CARDS
from tui.text.teller import Teller
from tui.text.towns import map_lines, town_line
from tui.text.words import HELP, Verb, understand

SHOWN = 10
"""Decisions that `log` tells where no number is given."""

NO_GAME = sentence("The game has not begun.")
NOTHING_YET = sentence("NOTE nothing has been decided yet.")
NOT_YOURS = sentence("It is not your turn.")
NO_SEAT = sentence("You have no seat at this table: `sit` asks for one.")
NO_SUCH_SEAT = sentence("There is no seat {name} here; there are {allowed}.")
NO_CELL = sentence("There is no cell {name} on this board.")
NO_ROW = sentence("There is no row or column {name} on this board.")
NO_MOVES = sentence("Nothing that is yours on {name} can move now.")
NO_OFFER = sentence("There is no offer to answer.")
NO_WORD = sentence("Say what: `say` and the words.")
NO_LEAVING = sentence("That cannot be said now.")
NO_COMMAND = sentence("{text} is no command and no move now ({why}); help tells the commands.")
NUMBER = sentence("{text} is no number.")


class TableTalk:
    """One conversation at one table, until it is left."""

    def __init__(self, handle: NamedTable, console: Console) -> None:
        """Sit at the table of `handle`, tell and ask on `console`."""
        self.handle = handle
        self.console = console
        self.teller = Teller(console.plain)
        self._awaited: Seat | None = None

    async def run(self) -> None:
        """Tell and obey until the table is left or the input ends."""
        follow = asyncio.create_task(self._follow())
        try:
            self.tell_news()
            while (line := await self.console.line(lambda: self.handle.awaited is not None)) is not None:
                if self.handle.awaited is not None:
                    self._lift()
                elif not await self.obey(line):
                    return
        finally:
            follow.cancel()
            await asyncio.gather(follow, return_exceptions=True)

    async def obey(self, line: str) -> bool:
        """Do what one line asks for; tell whether the conversation goes on. Refusals are one line."""
        verb, rest = understand(line)
        if verb is Verb.QUIT:
            return False
        try:
            if verb is None:
                await self._play_bare(rest)
            else:
                await self._deeds()[verb](rest)
        except Fault as fault:
            self.console.say(tr("ERROR {text}", text=tell(fault)))
        self.tell_news()
        return True

    def tell_news(self) -> None:
        """Tell what is new at the table; where the screen has to be passed on, clear it first."""
        awaited, view = self.handle.awaited, self.handle.view
        falls = awaited is not None and awaited != self._awaited
        if falls:
            self.console.clear()
        self.console.say(*self.teller.news(view, turn=awaited is None))
        if awaited is not None and falls:
            seat = describe.seat_name(view.seats[awaited].name, self.teller.glyphs)
            self.console.say(tr("CURTAIN Pass the screen to {seat}; press Enter.", seat=seat))
        self._awaited = awaited

    def _lift(self) -> None:
        """Show whoever was awaited his cards and what there is to do."""
        self.handle.lift()
        self._awaited, view = None, self.handle.view
        news = self.teller.news(view, turn=False)
        self.console.say(*news, *self.teller.hands(view))
        self.console.say(*(self.teller.news(view) or self.teller.now(view)))

    async def _follow(self) -> None:
        version = -1
        while True:
            version = await self.handle.changed(version)
            self.tell_news()

    def _deeds(self) -> dict[Verb, Callable[[str], Awaitable[None]]]:
        return {
            Verb.BOARD: self._board,
            Verb.HAND: self._cards,
            Verb.ROW: self._row,
            Verb.NEIGHBOURS: self._neighbours,
            Verb.MOVES: self._moves,
            Verb.PLAY: self._play,
            Verb.SAY: self._say,
            Verb.LOG: self._log,
            Verb.REPEAT: self._repeat,
            Verb.SEATS: self._seats,
            Verb.SIT: self._sit,
            Verb.RESIGN: lambda _: self._declare(LEAVING),
            Verb.RETURN: lambda _: self._offer(OfferKind.RETURN),
            Verb.DRAW: lambda _: self._offer(OfferKind.DRAW),
            Verb.YES: lambda _: self._answer(yes=True),
            Verb.NO: lambda _: self._answer(yes=False),
            Verb.WAIT: self._wait,
            Verb.INVITATION: self._invitation,
            Verb.SAVE: self._save,
            Verb.HELP: self._help,
        }

    @property
    def _hand(self) -> tuple[Seat, ...]:
        """The seats of this profile that are played by hand."""
        return tuple(view.seat for view in self.handle.view.seats if view.mine and not view.bot)

    def _turn(self) -> Seat:
        """Give the seat that is to decide here; raise `Fault` where none is."""
        if self.handle.view.match is None:
            raise Fault(NO_GAME)
        if not self._hand:
            raise Fault(NO_SEAT)
        seat = next((seat for seat in owing(self.handle.view) if seat in self._hand), None)
        if seat is None:
            raise Fault(NOT_YOURS)
        return seat

    def _voice(self) -> Seat:
        """Give the seat that speaks: the one to decide, or the first one held."""
        if not self._hand:
            raise Fault(NO_SEAT)
        return next((seat for seat in owing(self.handle.view) if seat in self._hand), self._hand[0])

    def _scene(self) -> Scene:
        """Give what is to be seen; raise `Fault` before the start."""
        if self.teller.scene is None:
            raise Fault(NO_GAME)
        return self.teller.scene

    async def _board(self, _: str) -> None:
        scene = self._scene()
        if scene.atlas is not None:
            self.console.say(*map_lines(scene, self.teller.glyphs))
            return
        drawn = draw(scene, ascii_only=self.console.plain)
        letters = draw_letters(scene).items()
        names = {panel.seat: describe.seat_name(panel.name, self.teller.glyphs) for panel in scene.seats}
        board = drawn[: drawn.index("")] if "" in drawn else drawn
        self.console.say(*board, ", ".join(f"{letter} {names[seat]}" for seat, letter in letters))

    async def _cards(self, _: str) -> None:
        lines = self.teller.hands(self.handle.view)
        if not lines:
            raise Fault(NO_CARDS)
        self.console.say(*lines)

    async def _row(self, rest: str) -> None:
        line = describe.row_line(self._scene(), rest, self.teller.glyphs)
        if not line:
            raise Fault(NO_ROW, name=rest or "?")
        self.console.say(line)

    async def _neighbours(self, rest: str) -> None:
        scene, shapes = self._scene(), self.teller.glyphs
        around = describe.neighbours_line if scene.atlas is None else town_line
        line = around(scene, rest.casefold(), shapes)
        if not line:
            raise Fault(NO_CELL, name=rest or "?")
        self.console.say(line)

    async def _moves(self, rest: str) -> None:
        """Tell the spots that can be begun with, or every move that begins with one of them."""
        seat = self._turn()
        match = self.handle.view.match
        assert match is not None
        first = match.state.next_spots(seat, ())
        if not rest:
            self.console.say(tr("MOVES from {spots}.", spots=", ".join(first)))
            return
        named = (rest.casefold(), rest[1:].casefold())
        spot = next((spot for name in named for spot in first if spot.casefold() == name), Spot(rest))
        texts = [str(action) for action in match.state.legal(seat) if action.path and action.path[0] == spot]
        if not texts:
            raise Fault(NO_MOVES, name=rest)
        joint = "; " if any(" " in text for text in texts) else " "
        self.console.say(tr("MOVES {spot}: {moves}", spot=spot, moves=joint.join(texts)))

    async def _play(self, rest: str) -> None:
        await self.handle.play(self._turn(), rest)

    async def _play_bare(self, text: str) -> None:
        try:
            await self.handle.play(self._turn(), text)
        except BadNotation as fault:
            raise Fault(NO_COMMAND, text=text, why=tell(fault).rstrip(".")) from None

    async def _say(self, rest: str) -> None:
        if not rest:
            raise Fault(NO_WORD)
        match = self.handle.view.match
        act = spoken(rest, match.state.talk) if match else None
        await self.handle.say(rest, act, self._voice() if self._hand else None)

    async def _log(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit()):
            raise Fault(NUMBER, text=rest)
        self.console.say(*(self.teller.log(int(rest or SHOWN)) or [tr(NOTHING_YET)]))

    async def _repeat(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit()):
            raise Fault(NUMBER, text=rest)
        said = tuple(self.console.said)
        self.console.say(*said[-int(rest or 1) :])

    async def _seats(self, _: str) -> None:
        view = self.handle.view
        self.console.say(*describe.seat_lines(view, self.teller.scene, self.teller.glyphs), *self.teller.now(view))

    async def _sit(self, rest: str) -> None:
        view = self.handle.view
        seat = describe.seat_of(view, rest) if rest else None
        if rest and seat is None:
            allowed = ", ".join(view.name for view in view.seats)
            raise Fault(NO_SUCH_SEAT, name=rest, allowed=allowed)
        await self.handle.sit(seat)

    async def _declare(self, beginnings: tuple[str, ...]) -> None:
        seat = self._voice()
        text = declaration(self.handle.view, seat, beginnings)
        if not text:
            raise Fault(NO_LEAVING)
        await self.handle.declare(seat, text)

    async def _offer(self, kind: OfferKind) -> None:
        seat = self._voice()
        if kind is OfferKind.RETURN:
            seats = [mine for mine in self._hand if declaration(self.handle.view, mine, RETURNING)]
            seat = seats[0] if seats else seat
        await self.handle.offer(kind, seat)

    async def _answer(self, *, yes: bool) -> None:
        answered = False
        for offer in self.handle.view.offers:
            for seat in offer.owed:
                if seat in self._hand:
                    answered = True
                    await self.handle.answer(offer.id, seat, yes=yes)
        if not answered:
            raise Fault(NO_OFFER)

    async def _wait(self, _: str) -> None:
        """Wait until something is owed here, or nothing ever will be."""

        def due() -> bool:
            view = self.handle.view
            asked = any(seat in self._hand for offer in view.offers for seat in offer.owed)
            if asked or view.phase in {Phase.OVER, Phase.CLOSED, Phase.FROZEN}:
                return True
            if view.match is None or view.phase is not Phase.PLAYING:
                return False
            return self.handle.awaited is not None or any(seat in self._hand for seat in owing(view))

        version = -1
        while not due():
            version = await self.handle.changed(version)

    async def _invitation(self, _: str) -> None:
        if is_alone(self.handle.invitation):
            raise Fault(ALONE)
        self.console.say(self.handle.invitation)

    async def _save(self, _: str) -> None:
        path = archive.save(self.handle.view, archive.folder(), archive.today())
        self.console.say(tr("SAVED {path}", path=path))

    async def _help(self, _: str) -> None:
        self.console.say(*(tr(line) for line in HELP.values()))

"""Drive one seat of a table with a bot in a child process until the game ends.

The bot knows what its seat may know and holds no key: it names its move, and the peer of this profile signs. `Seated`
is a table with everyone of this machine who plays at it: seats played by hand, and bots.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from core.diplomacy.promise_ledger import ledger
from core.diplomacy.reputation import reputations
from core.fault import Fault, sentence
from core.game import Seat
from core.match.transcript import Utterance
from net.view.table_view import OfferKind, OfferView, Phase, TableView
from tui.table.departure import out_seats, unattended_seats
from tui.table.seat_names import named
from tui.table.seat_view import owing
from tui.table.table_plan import ME, OPEN, are_seats_drawn
from tui.words.bot_words import ASIDE
from tui.words.talk_acts import phrasings

if TYPE_CHECKING:
    from core.match.match import Line, Match
    from net.peer.peer import TableHandle
    from tui.bots.bot_process import Act, BotProcess, Decision


ENDED = frozenset({Phase.OVER, Phase.CLOSED})
GRANTED = frozenset({OfferKind.RETURN, OfferKind.PAUSE, OfferKind.SPECTATORS})
"""What a bot always agrees to."""


def grants(view: TableView, offer: OfferView) -> bool:
    """Tell whether a bot agrees to an offer: it resigns with a partner only if that is a person.

    It gives no seat of its profile away that is still in the game.
    """
    if offer.kind is OfferKind.SUBSTITUTE:
        return offer.seat not in view.mine or offer.seat in out_seats(view)
    return offer.kind in GRANTED or (offer.kind is OfferKind.CONCEDE and not view.seats[offer.seat].bot)


SEED_BITS = 32
TRIES = 3
"""How often a bot that gives no answer is started and asked."""


class SeatDriver:
    """One bot on one seat of one table."""

    def __init__(
        self, handle: TableHandle, seat: Seat, bot: str, *, pause: float = 0.0, seed: int | None = None
    ) -> None:
        """Prepare to play `seat` with `bot` (a level's name or a command), waiting `pause` seconds before each move.

        The same seed plays the same answers to the same game.
        """
        self.handle = handle
        self.seat = seat
        self.bot = bot
        self.pause = pause
        self.seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self.process: int | None = None
        self._task: asyncio.Task[None] | None = None
        self._sealed: tuple[Line, ...] | None = None
        self._heard: tuple[int, int] = (0, -1)

    def start(self) -> asyncio.Task[None]:
        """Play in a task of its own."""
        if self._task is None:
            self._task = asyncio.create_task(self.run(), name=f"bot on seat {self.seat}")
        return self._task

    async def close(self) -> None:
        """Stop playing and end the child. A fault of the bot is raised only by the task."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            if not self._task.cancelled():
                self._task.exception()

    async def run(self) -> None:
        """Play until the game ends. Raises `BotFault` for a bot that does not start, dies or answers nonsense."""
        from tui.bots.bot_process import BotProcess

        async with BotProcess(self.bot) as bot:
            self.process = bot.pid
            version = -1
            while self.handle.view.phase not in ENDED:
                version = await self.handle.changed(version)
                await self._act(bot)
            if bot.persona is not None:
                await self._remember(self.handle.view)

    async def _act(self, bot: BotProcess) -> None:
        if not self.handle.ready:  # nothing may be signed yet: the table changes once it may
            return
        view = self.handle.view
        await self._answer(view)
        await self._claim(view)
        await self._converse(bot, view)
        view = self.handle.view
        if view.phase is not Phase.PLAYING or view.match is None or self.seat not in owing(view):
            return
        if view.paused or view.negotiation is not None:
            return
        if view.match.state.sealed and self._sealed == view.match.log:
            return
        if self.pause:
            await asyncio.sleep(self.pause)
        decision = await self._choose(bot, view.match)
        if bot.persona is not None and self._talk_of(self.handle.view) != self._talk_of(view):
            return  # what was said meanwhile may bind the bot: it is asked again
        if self._stands(view.match):
            try:
                await self._say(decision.say)
                await self.handle.play(self.seat, decision.text)
                self._sealed = view.match.log
            except Fault:
                if self._stands(view.match):
                    raise

    async def _choose(self, bot: BotProcess, match: Match) -> Decision:
        """Ask the bot. One that has died is started again, a limited number of times."""
        talk = self._talk_of(self.handle.view) if bot.persona else []
        for _ in range(TRIES - 1):
            with suppress(Fault):
                decision = await bot.decide(match, self.seat, self.seed + match.ply, talk)
                self.process = bot.pid
                return decision
        return await bot.decide(match, self.seat, self.seed + match.ply, talk)

    async def _converse(self, bot: BotProcess, view: TableView) -> None:
        """Answer what the others have said since, and say something unasked once in each turn of the bot's.

        In a time to talk every bot says something.
        """
        match = view.match
        if bot.persona is None or match is None or view.phase is not Phase.PLAYING:
            return
        talk = self._talk_of(view)
        together = view.negotiation is not None
        turn = match.ply if together or self.seat in owing(view) else -1
        heard = sum(said.seat != self.seat for said in talk), turn
        if heard == self._heard or (heard[0] == self._heard[0] and turn < 0):
            return
        unasked = together and turn != self._heard[1]
        self._heard = heard
        with suppress(Fault):
            if not bot.known:
                bot.known = self.handle.reputations()
            await self._say(await bot.converse(match, self.seat, self.seed + match.ply, talk, unasked=unasked))

    async def _remember(self, view: TableView) -> None:
        """Remember how the people have kept their word, once the game is over; one bot does it for all of a profile."""
        match, talk = view.match, self._talk_of(view)
        first = min((seat.seat for seat in view.seats if seat.mine and ASIDE in seat.bot), default=None)
        if match is not None and view.phase is Phase.OVER and self.seat == first:
            pacts = await asyncio.to_thread(ledger, match, talk)
            with suppress(Fault):
                self.handle.keep_words(reputations(pacts, len(match.names)))

    async def _say(self, acts: tuple[Act, ...]) -> None:
        """Say acts to the table, each in one of its wordings. What may not be said now is dropped."""
        match = self.handle.view.match
        for act in acts:
            ways = phrasings(act, match.names) if match is not None else ()
            if ways:
                with suppress(Fault):
                    number = sum(said.seat == self.seat for said in self._talk_of(self.handle.view))
                    await self.handle.say(ways[(self.seed + number) % len(ways)], act, self.seat)

    @staticmethod
    def _talk_of(view: TableView) -> list[Utterance]:
        return [Utterance(line.seat, line.pid, line.seq, line.ply, line.text, line.act) for line in view.talk]

    def _stands(self, match: Match) -> bool:
        """Tell whether the game still stands where the bot was asked."""
        now = self.handle.view.match
        return now is not None and now.log == match.log

    async def _claim(self, view: TableView) -> None:
        """Claim those whom a bot waits for no longer, if no person of this profile decides."""
        if not any(seat.mine and not seat.bot for seat in view.seats):
            for late in unattended_seats(view):
                with suppress(Fault):
                    await self.handle.claim(late)

    async def _answer(self, view: TableView) -> None:
        """Let a player who left come back, let the others rest, and play on when a draw is offered.

        It resigns with a partner who is no bot. It answers for whoever left their own seat too: nobody else is asked.
        """
        for offer in view.offers:
            if self.seat in offer.owed:
                with suppress(Fault):
                    await self.handle.answer(offer.id, self.seat, grants(view, offer))


WAITING = frozenset({Phase.GATHERING, Phase.STARTING})
"""The phases of a table whose lots are not drawn yet."""

STOPPED = sentence("A bot has stopped because of an error of Parley's own ({what}).")


class Seated:
    """A table and the bots of this machine that play at it."""

    def __init__(self, handle: TableHandle) -> None:
        """Begin with no bot."""
        self.handle = handle
        self.drivers: dict[Seat, SeatDriver] = {}
        self.on_fault: Callable[[Fault], None] = lambda _: None
        self.aside = False
        """Whether the person has left the table while it is followed: bots play on there, or the seats are kept."""
        self.heir: Seated | None = None
        """Where the person goes on after this: the table of a rematch, or this one at another broker."""
        self.expected: dict[Seat, str] = {}
        """Where bots of others sat at the table of which this is the rematch, and who had brought them."""
        self._left = False
        self._lots: asyncio.Task[None] | None = None

    @property
    def last(self) -> Seated:
        """The table where the person has gone on last, or this one."""
        return self if self.heir is None else self.heir.last

    @property
    def has_bots(self) -> bool:
        """Tell whether bots play here, or will once the lots have given them their seats."""
        return bool(self.drivers) or self._lots is not None

    @property
    def handed(self) -> bool:
        """Tell whether a bot plays, or has played to the end, a seat that its holder handed over."""
        return any(not self.handle.view.seats[seat].bot for seat in self.drivers)

    async def ask_seat(self) -> None:
        """Ask for any open seat, unless one is held or asked for already or the game has begun."""
        view = self.handle.view
        if view.phase is Phase.GATHERING and not view.mine and view.asked is None:
            await self.handle.sit(None)

    async def sit_again(self, before: TableView) -> None:
        """Ask at the table of a rematch for what this profile had `before`: seats played by hand, then its bots'."""
        if self.handle.view.phase is not Phase.GATHERING:
            return
        self.expected = {one.seat: one.owner or one.called for one in named(before).seats if one.bot and not one.mine}
        for one in sorted((one for one in before.seats if one.mine), key=lambda one: bool(one.bot)):
            with suppress(Fault):
                await self.handle.sit(one.seat, one.bot)
                if one.bot:
                    self.give(one.seat, one.bot)

    def give(self, seat: Seat, bot: str, *, pause: float = 0.0, seed: int | None = None) -> None:
        """Let a bot play `seat` from now on, unless the table has been left; its fault goes to `on_fault`.

        Where seats are drawn it plays the seat that the lots give it, from then on.
        """
        if self._is_drawn():
            self._follow(pause, seed)
        else:
            self._drive(seat, bot, pause=pause, seed=seed)

    def wake(self, *, pause: float = 0.0, seed: int | None = None) -> None:
        """Let the bots play the seats that this profile signs for and that carry a bot's name."""
        if self._is_drawn():
            self._follow(pause, seed)
        else:
            self._drive_all(pause, seed)

    def _is_drawn(self) -> bool:
        """Tell whether lots give the bots their seats."""
        return not self._left and are_seats_drawn(self.handle.view)

    def _follow(self, pause: float, seed: int | None) -> None:
        if self._lots is None:
            self._lots = asyncio.create_task(self._follow_lots(pause, seed))
            self._lots.add_done_callback(self._ended)

    async def _follow_lots(self, pause: float, seed: int | None) -> None:
        """Let the bots play where each draw of lots has put them: lots that keep others waiting are drawn again."""
        while True:
            await self.handle.until(lambda view: view.phase not in WAITING)
            self._drive_all(pause, seed)
            await self.handle.until(lambda view: view.phase in WAITING)
            drivers, self.drivers = tuple(self.drivers.values()), {}
            await asyncio.gather(*(driver.close() for driver in drivers))

    def _drive(self, seat: Seat, bot: str, *, pause: float = 0.0, seed: int | None = None) -> None:
        if self._left or seat in self.drivers:
            return
        driver = SeatDriver(self.handle, seat, bot, pause=pause, seed=seed)
        self.drivers[seat] = driver
        driver.start().add_done_callback(self._ended)

    def _drive_all(self, pause: float, seed: int | None) -> None:
        for view in self.handle.view.seats:
            if view.mine and view.bot:
                self._drive(view.seat, view.bot, pause=pause, seed=seed)

    def stand_in(self, bot: str) -> None:
        """Let a bot play on where the person of this profile has played until now, and let the others know.

        A seat that is out of the game gets none.
        """
        out = out_seats(self.handle.view)
        for view in self.handle.view.seats:
            if view.mine and view.seat not in out:
                self._drive(view.seat, view.bot or bot)
                if not view.bot:
                    self.handle.stand_in(view.seat, bot)

    async def take_back(self) -> None:
        """Play by hand again the seats that were handed to a bot. Those where a bot sat from the start keep it."""
        if self.aside:
            self.aside = False
            self.wake()
        by_hand = {view.seat for view in self.handle.view.seats if not view.bot}
        for view in self.handle.view.seats:
            if view.mine and not view.bot:
                self.handle.stand_in(view.seat, "")
        for seat in tuple(self.drivers):
            if seat in by_hand:
                await self.drivers.pop(seat).close()

    async def played(self) -> None:
        """Wait until the game is over for all and every bot has done what it does then."""
        await self.handle.until(lambda view: view.phase in ENDED and not view.unsettled)
        await asyncio.gather(*(driver.start() for driver in self.drivers.values()), return_exceptions=True)

    async def close(self) -> None:
        """End every bot with its child process, for good. A bot still being seated does not begin."""
        self._left = True
        if self._lots is not None:
            self._lots.cancel()
            await asyncio.gather(self._lots, return_exceptions=True)
        drivers, self.drivers = tuple(self.drivers.values()), {}
        await asyncio.gather(*(driver.close() for driver in drivers))

    async def rest(self) -> None:
        """End every bot until the person is back (`take_back`)."""
        await self.close()
        self._left, self._lots = False, None

    def _ended(self, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            return
        problem = task.exception()
        if isinstance(problem, Fault):
            self.on_fault(problem)
        elif problem is not None:
            self.on_fault(Fault(STOPPED, what=f"{type(problem).__name__}: {problem}"))


async def fill_seats(
    handle: TableHandle, sitters: Sequence[str], *, pause: float = 0.0, seed: int | None = None
) -> Seated:
    """Seat the sitters of a plan in seat order (empty words and `open` are left out) and start the bots among them."""
    for number, sitter in enumerate(sitters):
        if sitter and sitter != OPEN:
            await handle.sit(Seat(number), "" if sitter == ME else sitter)
    seated = Seated(handle)
    for number, sitter in enumerate(sitters):
        if sitter and sitter not in {OPEN, ME}:
            seated.give(Seat(number), sitter, pause=pause, seed=seed)
    return seated

"""What one player sees of a table, now or at an earlier decision. Pure.

`MatchHistory` keeps what each decision brought about and the position after it. `TableViewer` decides whose view is on
this screen, and when the screen must be passed on. That matters only in games with hidden cards; an open game shows
everyone the same.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from core.chance import HasGames, HasRounds
from core.fault import sentence
from core.game import Effect, Seat, Spot, State, Talk
from core.games import find
from core.match.match import Match
from core.match.turn_count import TurnCount
from core.scene import Piece, Scene
from net.table.action.permission import HEARD
from net.view.table_view import OfferKind, OfferView, Phase, SeatView, SlotStage, TableView
from tui.i18n.translation import tr
from tui.words.talk_hush import is_without_talk


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: its number from 1, its seat, the canonical text, the spots named, its effects, its turn.

    What chance does belongs to the turn that follows it. `mark` is what a bot thinks of the decision, as it is written
    behind it; empty for a good one, and if nobody has looked.
    """

    ply: int
    seat: Seat
    text: str
    path: tuple[Spot, ...]
    effects: tuple[Effect, ...]
    turn: int
    mark: str = ""


def is_asleep(seat: SeatView) -> bool:
    """Tell whether the program that signs for a seat is not at the table: its person is away, or its bot waits."""
    return bool(seat.pid) and not seat.present and not seat.mine


def waited(seat: SeatView) -> str:
    """Name who is waited for at a seat: its holder, or the person who is away and whose bot would play."""
    return seat.owner if seat.owner and is_asleep(seat) else seat.called


def own_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats of a table that are played here by hand."""
    return tuple(seat.seat for seat in view.seats if seat.mine and not seat.bot)


def held_seats(view: TableView, kind: OfferKind | None = None) -> tuple[Seat, ...]:
    """Give the seats that whoever has the screen answers for: at a table with others all that are played here by hand.

    People who are alone at one keyboard answer each for their own. `kind` is that of the offer to be answered: a draw
    lapses with the next decision, before somebody else has the screen, so whoever has it answers for all.
    """
    own = own_seats(view)
    if not (has_company(view) or kind is OfferKind.DRAW):
        return own
    pids = {view.seats[seat].pid for seat in own}
    return tuple(seat.seat for seat in view.seats if seat.pid in pids and not seat.bot)


def has_company(view: TableView) -> bool:
    """Tell whether people of other profiles play at a table."""
    here = {seat.pid for seat in view.seats if seat.mine}
    return any(seat.pid not in {"", *here} and not seat.bot for seat in view.seats)


def open_offers(view: TableView) -> tuple[OfferView, ...]:
    """Give the offers that can still be agreed on: one that needs all is over once somebody has declined it."""
    return tuple(offer for offer in view.offers if not offer.declined or offer.kind is OfferKind.SUBSTITUTE)


def is_owed(view: TableView, offer: str, seat: Seat) -> bool:
    """Tell whether the offer of that id is open and a seat owes an answer to it."""
    return any(one.id == offer and seat in one.owed for one in open_offers(view))


def unspoken(view: TableView, own: Collection[Seat]) -> tuple[tuple[str, Seat], ...]:
    """Give the offers, by id, that one of a person's `own` seats makes or agrees to, with the others that owe a word.

    At a table with others one person has one will: what they have said for one seat holds for all of theirs.
    """
    if not has_company(view):
        return ()
    said = [offer for offer in open_offers(view) if not {offer.seat, *offer.accepted}.isdisjoint(own)]
    return tuple((offer.id, seat) for offer in said for seat in offer.owed if seat in own)


class MatchHistory:
    """The states and entries of a growing match. Nothing is folded twice.

    `rounds` has the round of each state where the game counts rounds (`core.chance.HasRounds`), else 0. `ends` has the
    last positions of the games of a match after which another began, each with its outcome, by the lines before them.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._match: Match | None = None
        self.states: list[State[Any]] = []
        self.entries: list[Entry] = []
        self.rounds: list[int] = []
        self.ends: dict[int, State[Any]] = {}

    def follow(self, match: Match) -> None:
        """Take in what is new in `match`; start again if it is another match or its past differs."""
        known = self._match
        if known is None or known.header != match.header or match.log[: known.ply] != known.log:
            self.states, self.entries, self.ends = [match.at(0).state], [], {}
            self.rounds = [int(isinstance(self.states[0], HasRounds))]
        counts = isinstance(self.states[-1], HasGames)
        for line in match.log[len(self.entries) :]:
            state = self.states[-1]
            action = state.parse(line.seat, line.text)
            number, effects = len(self.entries) + 1, state.effects(line.seat, action)
            turn = match.turns.turn_at(number)
            self.entries.append(Entry(number, line.seat, line.text, tuple(action.path), effects, turn))
            self.states.append(state.play(line.seat, action))
            self.rounds.append(self.rounds[-1] + _is_new_round(state, self.states[-1]))
            if counts and isinstance(state, HasGames) and _number(self.states[-1]) != state.game_number:
                self.ends[number] = state.game_end(line.seat, action)
        self._match = match

    @property
    def turns(self) -> TurnCount:
        """The count of its turns."""
        return TurnCount() if self._match is None else self._match.turns

    def seen(self, ply: int) -> State[Any]:
        """Give the position after `ply` lines to whoever looks back: where a game of a match ends, its last one."""
        return self.ends.get(ply) or self.states[ply]

    def last(self, ply: int) -> tuple[Spot, ...]:
        """Give the spots of the latest action of a seat at `ply`. Declarations have none, and chance does not count."""
        return next((entry.path for entry in reversed(self.entries[:ply]) if entry.path and entry.seat >= 0), ())


def _number(state: State[Any]) -> int:
    return state.game_number if isinstance(state, HasGames) else 0


def _is_new_round(before: State[Any], after: State[Any]) -> bool:
    """Tell whether a round begins: the pieces are placed, or the turn comes back to an earlier seat."""
    if not (isinstance(before, HasRounds) and isinstance(after, HasRounds)) or after.in_turn is None:
        return False
    return before.in_turn is None or after.in_turn < before.in_turn


def may_be_ready(view: TableView) -> bool:
    """Tell whether somebody here may say that they need no more time for negotiation."""
    return view.negotiation is not None and any(view.seats[seat].mine for seat in view.negotiation.talking)


def open_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats that nobody has taken yet."""
    return tuple(seat.seat for seat in view.seats if not seat.pid and not seat.vacant)


def takes_bots(view: TableView) -> bool:
    """Tell whether bots may play at a table, as they may not where it is rated."""
    return ("bots", "no") not in view.terms


def owing(view: TableView) -> tuple[Seat, ...]:
    """Give the seats that still owe a decision, except those whose sealed one waits for the others'."""
    if view.match is None:
        return ()
    decided = {line.seat for line in view.match.sealed}
    decided |= {slot.seat for slot in view.slots if slot.stage is not SlotStage.OWES}
    return tuple(seat for seat in view.match.state.active if seat not in decided)


def hides(view: TableView) -> bool:
    """Tell whether the game of a table has hidden cards."""
    return view.match is not None and any(option.secret for option in find(view.game).options)


class TableViewer:
    """Whose view is shown: the one seat's that is played by hand, or among several the seat's that has the screen."""

    def __init__(self) -> None:
        """Begin with nobody in front of the screen."""
        self._holder: Seat | None = None

    def awaited(self, view: TableView) -> Seat | None:
        """Give the seat that must get the screen before anything of its own is shown; None if none."""
        due = self._due(view)
        return due if due != self._holder else None

    def lift(self, view: TableView) -> None:
        """Give the awaited seat the screen."""
        self._holder = self._due(view)

    def see(self, view: TableView) -> TableView:
        """Give the table as the viewer may know it; once it is over, all there is to know."""
        if view.match is None or not hides(view) or view.outcome is not None:
            return view
        hands = own_seats(view)
        viewer = self._holder if len(hands) > 1 else next(iter(hands), None)
        if self.awaited(view) is not None:
            viewer = None
        seats = tuple(
            replace(seat, mine=False) if seat.seat in hands and seat.seat != viewer else seat for seat in view.seats
        )
        slots = tuple(
            slot if slot.seat == viewer or slot.stage is SlotStage.OPEN else replace(slot, text="")
            for slot in view.slots
        )
        return replace(view, match=view.match.seen_by(viewer), seats=seats, slots=slots)

    def _due(self, view: TableView) -> Seat | None:
        """Give the seat that ought to have the screen; while others decide, the one that has it.

        At a table with others somebody has it from the beginning, or whoever plays several seats would only watch.
        """
        hands = own_seats(view)
        if not hands[1:] or view.match is None or view.phase is not Phase.PLAYING or not hides(view):
            return self._holder
        owed = [seat for seat in owing(view) if seat in hands]
        if self._holder is None and not owed and has_company(view):
            return hands[0]
        return self._holder if self._holder in owed or not owed else owed[0]


def is_unheard(view: TableView) -> bool:
    """Tell whether nobody hears this profile: it watches without spectators' talk, or there is no talk, or no table."""
    return (view.watching and not view.watched) or view.phase is Phase.CLOSED or is_without_talk(view)


READ_LATER = sentence("The rules close talk now: the players read what you say here once talk is open again.")


def aside_words(view: TableView) -> str:
    """Tell a spectator once that the players read what they say only later; empty if they read it at once."""
    closed = view.beside and view.match is not None and view.match.state.talk is not Talk.OPEN
    told = any(line.mine and line.kept for line in view.gallery)
    return tr(READ_LATER) if closed and not told and dict(view.terms).get("spectators") == HEARD else ""


def talkers(view: TableView, me: str = "") -> dict[str, str]:
    """Give the others who have talked, not `me`: pid to nick, a person's own rather than that of a bot they brought."""
    own = {me, *(seat.pid for seat in view.seats if seat.mine)}
    people = {seat.pid: seat.nick for seat in view.seats if not seat.bot}
    found = {line.pid: line.nick for line in view.gallery if not line.mine}
    for line in view.talk:
        if line.pid not in own:
            found[line.pid] = people.get(line.pid) or found.get(line.pid, line.nick) if line.bot else line.nick
    return found


class VisibleTable:
    """A table as one player sees it: the view, a look back, how the game is drawn.

    `me` is their pid, `muted` holds the people (pids) whose talk is not shown. `drawing` is the chosen way of drawing
    the game. `again` says whether the person wants to go on at the table of a rematch.
    """

    def __init__(self) -> None:
        """Start without a view."""
        self.view: TableView | None = None
        self.me = ""
        self.chronicle = MatchHistory()
        self.muted: frozenset[str] = frozenset()
        self.again = False
        self.drawing = ""
        self._suggested = ""
        self._past: int | None = None
        self._seen: tuple[State[Any], tuple[Seat | None, str], Scene] | None = None

    def take(self, view: TableView) -> None:
        """Take a newer view."""
        self.view = view
        if view.match is None:
            return
        self.chronicle.follow(view.match)
        if self._past is not None:
            self._look_at(self._past)

    @property
    def ply(self) -> int:
        """The number of lines of the log before the position shown."""
        return len(self.chronicle.entries) if self._past is None else self._past

    @property
    def past(self) -> bool:
        """Whether the position shown is not the present one."""
        return self._past is not None

    @property
    def state(self) -> State[Any] | None:
        """The position shown, None before the start."""
        if not self.chronicle.states:
            return None
        return self.chronicle.seen(self.ply) if self.past else self.chronicle.states[-1]

    @property
    def scene(self) -> Scene | None:
        """The scene to draw, None before the start."""
        return self.drawn(self.shown)

    def drawn(self, name: str) -> Scene | None:
        """Give the scene in the way of drawing of that name, None before the start."""
        state, key = self.state, (self.voice, name)
        if state is None:
            return None
        if self._seen is None or self._seen[0] is not state or self._seen[1] != key:
            self._seen = (state, key, state.scene(*key))
        return self._seen[2]

    @property
    def shown(self) -> str:
        """The way of drawing in use: as suggested, else the game's first."""
        names = self.drawings
        return next((name for name in (self._suggested, *names) if name in names), "")

    def suggest(self, name: str) -> None:
        """Draw the game in the way that suits the available room."""
        self._suggested = name

    @property
    def drawings(self) -> tuple[str, ...]:
        """The ways in which the game can be drawn."""
        return find(self.view.game).scenes if self.view is not None and self.view.match is not None else ()

    @property
    def talkers(self) -> dict[str, str]:
        """The others who have talked: pid to nick."""
        return talkers(self.view, self.me) if self.view is not None else {}

    @property
    def own(self) -> tuple[Seat, ...]:
        """The seats played here by hand: those this profile signs for, except its bots'."""
        return tuple(seat.seat for seat in self.view.seats if seat.mine and not seat.bot) if self.view else ()

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names in seat order."""
        return tuple(seat.name for seat in self.view.seats) if self.view else ()

    @property
    def seat(self) -> Seat | None:
        """The seat that owes a decision here and now, None while others think or after the end."""
        view = self.view
        if view is None or view.match is None or view.phase is not Phase.PLAYING:
            return None
        return next((seat for seat in owing(view) if seat in self.own), None)

    @property
    def voice(self) -> Seat | None:
        """The seat that the player talks and declares for: the one to move, else the first one held."""
        if self.seat is not None:
            return self.seat
        return self.own[0] if self.own else None

    def piece_on(self, spot: str) -> Piece | None:
        """Give the piece on a spot of the position shown."""
        scene = self.scene
        return next((piece for piece in scene.pieces if piece.spot == spot), None) if scene else None

    @property
    def open_offers(self) -> tuple[OfferView, ...]:
        """The offers that can still be agreed on."""
        return open_offers(self.view) if self.view is not None else ()

    def offer_owed(self) -> tuple[OfferView, Seat] | None:
        """Give the first open offer that needs an answer from here, with the seat that owes it."""
        view, offers = self.view, self.open_offers
        owed = ((one, seat) for one in offers for seat in one.owed if view and seat in held_seats(view, one.kind))
        asked = ((offer, offer.seat) for offer in offers if offer.asked)
        return next(asked, None) or next(owed, None)

    def redraw(self) -> None:
        """Switch to the next way of drawing."""
        names = self.drawings
        if names:
            self.drawing = self._suggested = names[(names.index(self.shown) + 1) % len(names)]

    def mute(self, pid: str) -> None:
        """Hide that person's talk, or show it again."""
        self.muted ^= {pid}

    def look(self, step: int) -> None:
        """Look `step` decisions back or ahead. A game of a match that ended just now is past, the next one present."""
        self._look_at(max(self.ply + step, 0))

    def _look_at(self, ply: int) -> None:
        now = len(self.chronicle.entries)
        self._past = ply if ply < now or (ply == now and now in self.chronicle.ends) else None

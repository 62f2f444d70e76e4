"""A turn: owed chance, special cards, displacements, and what is judged at its end (§6, §8; R4, R9-R19, R34, R35).

The module also judges capitals and quiet rounds: which capitals are occupied, how long a team has held both of the
other's, and how many rounds had no events (R23, R34, R35).

States are numbered in the order of the map: r 0, k 1, a 2, c 3. Teams are 0 (the one with Rome) and 1. A `standing`
says what stands in the four capitals: for each state the team of the piece there, or None if it is empty. A piece that
attacks there in an unresolved combat does not count: it does not stand there yet (R23).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Self

from core.chance import Draw
from core.fast_dataclass import fast_make, fast_replace
from core.game import Outcome, Seat
from core.games.mediterranee.board.piece import GONE, STATE
from core.games.mediterranee.rules.action import SHUT, Action, Word
from core.games.mediterranee.rules.movement import Board, Force, Legs
from core.games.mediterranee.rules.phase import TEAM, TREASON, Clash, Phase, Reason

if TYPE_CHECKING:
    from core.games.mediterranee.rules.state import State


Standing = tuple[int | None, ...]
"""For each state the team of the piece in its capital, or None."""

Teams = tuple[int, ...]
"""For each state its team."""


def occupied(standing: Standing, teams: Teams, state: int) -> bool:
    """Tell whether an enemy stands in the capital of a state; a partner's piece is not an enemy (R23)."""
    return standing[state] not in {None, teams[state]}


def limit(standing: Standing, teams: Teams, states: Iterable[int]) -> int:
    """Give how many cards the player of these states puts down: one while one of their capitals is occupied."""
    return 1 if any(occupied(standing, teams, state) for state in states) else 2


def holds(standing: Standing, teams: Teams, team: int) -> bool:
    """Tell whether a team occupies both enemy capitals; those of eliminated players count too (R34)."""
    return all(standing[state] == team for state, owner in enumerate(teams) if owner != team)


class Siege(NamedTuple):
    """Since when each team has held both enemy capitals.

    `since` is, for each team, the seat at the end of whose turn both were first held, or None if they are not held.
    `laps` is how often the turn has come back to that seat since then.
    """

    since: tuple[int | None, int | None] = (None, None)
    laps: tuple[int, int] = (0, 0)

    def after(self, held: tuple[bool, bool], seat: int, following: int, seats: int) -> Self:
        """Give the siege at the end of the turn of `seat`, with `following` (a living seat) to play next.

        `held` says for each team whether it holds both now. `seats` is the number of seats of the table, including
        eliminated ones.
        """
        pairs = [self._team(team, seat, following, seats) if held[team] else (None, 0) for team in (0, 1)]
        (first, one), (second, other) = pairs
        return type(self)((first, second), (one, other))

    def won(self, rounds: int, seat: int, seats: int) -> int | None:
        """Give the team that has held both for that many rounds at the end of the turn of `seat`, or None (R34).

        If both teams have, it is the one to whose seat the turn comes back first.
        """
        ripe = [
            ((since - seat - 1) % seats, team)
            for team, (since, laps) in enumerate(zip(self.since, self.laps, strict=True))
            if since is not None and laps >= rounds
        ]
        return min(ripe)[1] if ripe else None

    def _team(self, team: int, seat: int, following: int, seats: int) -> tuple[int | None, int]:
        since = self.since[team]
        if since is None:
            return seat, 0
        return since, self.laps[team] + comes_back(since, seat, following, seats)


def comes_back(since: int, seat: int, following: int, seats: int) -> bool:
    """Tell whether the turn, from `seat` to `following`, comes to seat `since`, or would if it still played."""
    return (since - seat - 1) % seats <= (following - seat - 1) % seats


def quieter(quiet: int, *, eventful: bool) -> int:
    """Count the turns in a row without a combat and without a lost piece."""
    return 0 if eventful else quiet + 1


def stale(quiet: int, rounds: int, living: int) -> bool:
    """Tell whether so many rounds were quiet that the game is drawn (R35); with `rounds` 0, never."""
    return bool(rounds) and quiet >= rounds * living


NO_SIEGE = Siege()
"""No capitals held."""


def force(state: State, seat: int) -> Force:
    """Give what the player of a seat may move: the pieces of all their states (R4, R11)."""
    rules = state.rules
    side, held = rules.sides[seat], state.board.held
    return Force(rules.chart, state.board, rules.armies[seat], side, held[side], held[1 - side])


def standing(state: State) -> Standing:
    """Give the side of the piece in each capital; an attacker in an open combat there does not count (R23)."""
    first, second = state.board.held
    coming = sum(1 << clash.city for clash in state.clashes)
    found: list[int | None] = []
    for city in state.rules.chart.capitals:
        sides = [side for side, held in enumerate((first, second)) if held >> city & 1]
        if coming >> city & 1:
            clash = next(clash for clash in state.clashes if clash.city == city)
            sides = [state.rules.teams[STATE[clash.defender]]]
        found.append(sides[0] if sides else None)
    return tuple(found)


def occupier(state: State, city: int) -> int:
    """Give the enemy piece in the capital `city` of the seat in turn; `GONE` if there is none (§6.4, R23)."""
    rules = state.rules
    if city not in (rules.chart.capitals[own] for own in rules.seats[state.seat]):
        return GONE
    return state.board.on(city, rules.forces[1 - rules.sides[state.seat]])


def owing(state: State) -> State:
    """Give the state with the chance it owes; an impossible draw is no longer owed (R9)."""
    owed = state.cards.owing(state.seat, state.draws)
    return fast_replace(state, owed=owed, draws=state.draws if owed else 0)


def dealt(state: State, done: Action) -> State:
    """Give the state after a legal action of chance."""
    assert state.owed is not None
    if done.told == (SHUT,):
        return fast_replace(state, cards=state.cards.shut(), owed=None, draws=0)
    outcome: int | None = None
    if done.word is Word.PACKS:
        outcome = int(done.path[0])
    elif done.faces:
        outcome = done.faces[0]
    cards = state.cards.dealt(state.owed, outcome)
    left = state.draws - isinstance(state.owed, Draw)
    owed = cards.owing(state.seat, left)
    return fast_replace(state, cards=cards, owed=owed, draws=left if owed else 0)


def begin(state: State, board: Board, seat: int, siege: Siege = NO_SIEGE, quiet: int = 0) -> State:
    """Give the state at the start of a seat's turn: the seat draws one card, or two (R5, R9)."""
    rules, cards = state.rules, state.cards
    draws = rules.draws[seat]
    owed = cards.owing(seat, draws)
    return fast_make(
        type(state),
        rules,
        board,
        cards,
        state.specials,
        seat,
        Phase.ACT,
        draws if owed else 0,
        owed,
        siege=siege,
        quiet=quiet,
        absent=state.absent,
        resigning=state.resigning,
    )


def as_if(state: State, seat: int) -> State | None:
    """Give the state as if the turn of a seat had begun; None during placement or while a combat is open."""
    if state.phase not in {Phase.ACT, Phase.MARCH} or not (0 <= seat < state.rules.players and plays(state, seat)):
        return None
    if seat == state.seat and state.owed is None:
        return state
    return fast_replace(state, seat=seat, phase=Phase.ACT, owed=None, draws=0, special_used=False, treason=False)


def plays(state: State, seat: int) -> bool:
    """Tell whether a seat still takes turns."""
    return seat not in state.cards.lost and seat not in state.absent


def next_seat(state: State, seat: int) -> int:
    """Give the next seat after `seat` that takes turns; eliminated and absent seats are skipped."""
    players = state.rules.players
    following = (seat + 1) % players
    while not plays(state, following) and following != seat:
        following = (following + 1) % players
    return following


def end(state: State, board: Board) -> State:
    """Give the state after the turn: judge capitals, then quiet rounds, then begin the next seat's turn (R34, R35).

    `board` is the one that the turn leads to. No combat is open now, so a piece that stands in a capital holds it.
    """
    rules, seat = state.rules, state.seat
    first, second = rules.citadels
    one, other = board.held
    held = (one & second == second, other & first == first)
    following = next_seat(state, seat)
    siege = state.siege
    if held != (False, False) or siege.since != (None, None):
        siege = siege.after(held, seat, following, rules.players)
    quiet = quieter(state.quiet, eventful=state.stirred)
    won = None if siege is NO_SIEGE else siege.won(rules.hold_rounds, seat, rules.players)
    if won is not None:
        return over(fast_replace(state, board=board, siege=siege, quiet=quiet), won, Reason.CAPITALS)
    living = rules.players - len({*state.cards.lost, *state.absent})
    if stale(quiet, rules.draw_rounds, living):
        return over(fast_replace(state, board=board, siege=siege, quiet=quiet), None, Reason.STALEMATE)
    return begin(state, board, following, siege, quiet)


def over(state: State, side: int | None, reason: Reason) -> State:
    """Give the finished game: a side has won, or nobody has (§8)."""
    sides = state.rules.sides
    winners = tuple(Seat(seat) for seat, own in enumerate(sides) if own == side)
    points = tuple(int(own == side) for own in sides)
    found = Outcome(winners, points, reason.value, TEAM if len(winners) > 1 else ())
    return fast_replace(state, outcome=found, owed=None, draws=0, clashes=(), battle=None)


def displaced(state: State, moved: Force, legs: Legs) -> State:
    """Give the state after a displacement; where an enemy stands, a combat is open (§6.1, §6.3, §6.5)."""
    enemies = state.rules.forces[1 - moved.side]
    clashes = [Clash(to, piece, state.board.on(to, enemies), start) for piece, start, to in legs if moved.foe >> to & 1]
    return fast_replace(state, board=arrived(moved, legs), clashes=tuple(sorted(clashes)))


def arrived(moved: Force, legs: Legs) -> Board:
    """Give the board after a displacement."""
    board = moved.board
    for piece, _, to in legs:
        board = board.gone_to(piece, moved.side, to)
    return board


def spent_special(state: State, special: int) -> State:
    """Give the state after the seat in turn has played a special card: one in a turn, each once in a game (R10)."""
    seat = state.seat
    specials = tuple(held & ~special if at == seat else held for at, held in enumerate(state.specials))
    return fast_replace(state, specials=specials, special_used=True, treason=special == TREASON)


def removed(state: State, piece: int) -> State:
    """Give the state without a piece; its player may be out (§8.2), and the game over."""
    rules = state.rules
    state_of = STATE[piece]
    side, seat = rules.teams[state_of], rules.owner[state_of]
    board = state.board.gone_to(piece, side, GONE)
    after = fast_replace(state, board=board, stirred=True)
    if not board.held[side]:
        return over(_excluded(after, seat), 1 - side, Reason.ANNIHILATION)
    return conceded(_excluded(after, seat), seat) if _none_left(board, rules.armies[seat]) else after


def conceded(state: State, seat: int) -> State:
    """Give the end if nobody in a team can, or wants to, play on; otherwise the state itself (§8)."""
    team = {each for each in state.rules.partners(seat) if plays(state, each)}
    if team <= set(state.resigning):
        return over(state, 1 - state.rules.sides[seat], Reason.RESIGNATION)
    return state


def _none_left(board: Board, army: tuple[int, ...]) -> bool:
    return all(board.at[piece] == GONE for piece in army)


def _excluded(state: State, seat: int) -> State:
    """Remove the hand and the special card of a player who has no piece left (§8.2, R31)."""
    specials = tuple(0 if at == seat else held for at, held in enumerate(state.specials))
    return fast_replace(state, cards=state.cards.lose(seat), specials=specials)

"""Conditional moves: "if they play X then Y", a small tree chosen in advance for a seat of one's own. Pure.

A plan begins at a length of the log. A condition is met once one of the others has played its move since then, or since
one's own last decision; `*` is met by anything. Where the plan stands is always read from the log: a program that was
killed after it had signed a move plays no second one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from core.chance import HasGames
from core.digest import digest
from core.fault import Fault, IllegalAction, sentence
from core.game import Seat, State
from core.match.match import Line, Match
from core.threat import as_if
from net.view.table_view import Phase, TableView
from tui.i18n.local_letters import located
from tui.i18n.translation import tr
from tui.table.move_entry import MoveEntry
from tui.table.premove import NOT_AHEAD, meant, planning
from tui.table.premove import Plan as PremovePlan
from tui.table.seat_view import owing

ANY = "*"
"""The condition that anything meets."""
DEEPEST, WIDEST = 12, 60
"""The most replies one after the other, and the most lines of a plan."""
FEW = 4
"""The most lines of a plan that one sentence repeats."""

FORM = sentence("Write a conditional move as: if MOVE then MOVE, and go on with if … then …; * is any move.")
YOUR_TURN = sentence("It is your turn: play it.")
TOO_MANY = sentence("That is too much: a plan has at most {lines} lines of {moves} moves of yours.")
NO_LINE = sentence("There is no line {given}; the plan has {count}.")
LINE = sentence("if {condition} then {reply}")

_WORDS = re.compile(r"(?<!\S)(if|si|then|alors)(?!\S)", re.IGNORECASE)
_IF, _THEN = frozenset({"if", "si"}), frozenset({"then", "alors"})


@dataclass(frozen=True, slots=True)
class Branch:
    """One condition with the reply to it, and what is planned after both."""

    condition: str
    reply: str
    then: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class ConditionalPlan:
    """What a seat means to play from a length of the log on; `past` is the digest of the log until there."""

    seat: Seat
    ply: int
    past: str
    branches: tuple[Branch, ...]

    def lines(self) -> tuple[tuple[Branch, ...], ...]:
        """Give every way through the tree, each as its branches in order."""
        return tuple(_ways(self.branches))

    def without(self, number: int) -> ConditionalPlan:
        """Give the plan without a line, counted from 1; raise `Fault`."""
        lines = self.lines()
        if not 1 <= number <= len(lines):
            raise Fault(NO_LINE, given=number, count=len(lines))
        left: tuple[Branch, ...] = ()
        for line in (*lines[: number - 1], *lines[number:]):
            left = _grown(left, [(one.condition, one.reply) for one in line])
        return replace(self, branches=left)


def _ways(branches: Sequence[Branch]) -> Iterator[tuple[Branch, ...]]:
    for branch in branches:
        bare = replace(branch, then=())
        yield from ((bare, *way) for way in _ways(branch.then)) if branch.then else ((bare,),)


def tree_words(branches: Sequence[Branch]) -> str:
    """Write the lines of a tree, the first few of them if there are many."""
    lines = tuple(_ways(branches))
    told = [line_words(line) for line in lines[:FEW]]
    return "; ".join([*told, *(["…"] if len(lines) > FEW else [])])


def line_words(line: Sequence[Branch]) -> str:
    """Write a line of a plan, in the letters of the language in use."""
    return " ".join(tr(LINE, condition=located(one.condition), reply=located(one.reply)) for one in line)


def read_line(text: str) -> tuple[tuple[str, str], ...]:
    """Read the conditions and replies of a line, with or without the first `if`; raise `Fault`.

    >>> read_line("c4 then d5 si * alors e6")
    (('c4', 'd5'), ('*', 'e6'))
    """
    before, *parts = _WORDS.split(text)
    if before.strip():
        before, parts = "", ["if", before, *parts]
    words, moves = [word.casefold() for word in parts[::2]], [move.strip() for move in parts[1::2]]
    paired = all(word in (_THEN if at % 2 else _IF) for at, word in enumerate(words))
    if not words or len(words) % 2 or not paired or not all(moves):
        raise Fault(FORM)
    return tuple(zip(moves[::2], moves[1::2], strict=True))


def past_of(match: Match, ply: int) -> str:
    """Give the digest of the first `ply` lines of a log, without the faces that not everybody knows."""
    lines = tuple((int(line.seat), line.text if line.seat >= 0 else "") for line in match.log[:ply])
    return digest(lines).hex()


def planned(view: TableView, own: tuple[Seat, ...], plan: ConditionalPlan | None, text: str) -> ConditionalPlan:
    """Give the plan with a further line, read and checked by the rules as far as they can tell; raise `Fault`.

    The seat is the one of `own` whose turn comes next. A plan that the game has left is begun anew.
    """
    match, entry = view.match, planning(view, own)
    if match is None or entry is None:
        mine = match is not None and set(own) & set(owing(view))
        raise IllegalAction(YOUR_TURN if mine else NOT_AHEAD)
    checked = tuple(_checked(match.state, entry, read_line(text)))
    if plan is not None and plan.seat == entry.seat:
        standing = walk(plan, view, own)
        kept = standing.branches if standing.stage is Stage.WAITS and not standing.met else ()
    else:
        kept = ()
    grown = ConditionalPlan(entry.seat, match.ply, past_of(match, match.ply), _grown(kept, checked))
    if len(checked) > DEEPEST or len(grown.lines()) > WIDEST:
        raise Fault(TOO_MANY, lines=WIDEST, moves=DEEPEST)
    return grown


def grown(view: TableView, own: tuple[Seat, ...], plans: Sequence[ConditionalPlan], text: str) -> ConditionalPlan:
    """Give the plan among `plans` of the seat whose turn comes next, with a further line; raise `Fault`."""
    fresh = planned(view, own, None, text)
    return planned(view, own, next((one for one in plans if one.seat == fresh.seat), None), text)


def _grown(branches: tuple[Branch, ...], line: Sequence[tuple[str, str]]) -> tuple[Branch, ...]:
    """Give a tree with a further line: another reply to the same condition replaces the one before."""
    if not line:
        return branches
    (condition, reply), *rest = line
    at = next((number for number, one in enumerate(branches) if one.condition == condition), len(branches))
    before = branches[at].then if at < len(branches) and branches[at].reply == reply else ()
    return (*branches[:at], Branch(condition, reply, _grown(before, rest)), *branches[at + 1 :])


def _checked(state: State[Any], entry: PremovePlan, line: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Give a line in canonical notation; raise `Fault` for what the rules refuse.

    Where a position cannot be foreseen, because others move in between or anything may be played, a move need only be
    one that the seat could name.
    """
    exact: State[Any] | None = state
    for condition, reply in line:
        known, exact = (ANY, None) if condition == ANY else _condition(exact, entry, condition)
        if exact is not None and entry.seat in exact.active:
            action = exact.parse(entry.seat, MoveEntry(exact, entry.seat).whole(reply))
            exact = exact.play(entry.seat, action)
            yield known, str(action)
        else:
            base = as_if(exact or entry.state, entry.seat)
            yield known, meant(entry if base is None else replace(entry, state=base), reply).text
            exact = None


def _condition(exact: State[Any] | None, entry: PremovePlan, text: str) -> tuple[str, State[Any] | None]:
    """Give a condition in canonical notation, and the position after it if it can be foreseen; raise `Fault`."""
    refused: Fault = IllegalAction(NOT_AHEAD)
    for seat in exact.active if exact is not None else ():
        if exact is not None and seat != entry.seat and seat >= 0:
            try:
                action = exact.parse(seat, MoveEntry(exact, seat).whole(text))
                return str(action), exact.play(seat, action)
            except Fault as fault:
                refused = fault
    for seat in _others(entry):
        base = as_if(exact or entry.state, seat)
        if base is not None:
            try:
                action = base.parse(seat, MoveEntry(base, seat).whole(text))
            except Fault as fault:
                refused = fault
            else:
                if exact is None or base.is_legal(seat, action):
                    return str(action), None
    raise refused


def _others(entry: PremovePlan) -> tuple[Seat, ...]:
    panels = entry.state.scene(entry.seat).seats
    return tuple(Seat(panel.seat) for panel in panels if panel.seat != entry.seat)


class Stage(StrEnum):
    """Where a plan stands."""

    WAITS = "waits"
    DUE = "due"
    LEFT = "left"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a plan stands: what is left of its tree, whether others have moved since, and the reply that is due.

    `passed` are the branches that the game does not take, `since` what others have played since one's own last
    decision, and `instead` what the seat itself has played that none of the branches names.
    """

    stage: Stage
    branches: tuple[Branch, ...] = ()
    met: bool = False
    reply: str = ""
    passed: tuple[Branch, ...] = ()
    since: tuple[str, ...] = ()
    instead: str = ""


def walk(plan: ConditionalPlan, view: TableView, own: tuple[Seat, ...]) -> Standing:
    """Tell where a plan stands in the game of a view, in which the seats `own` are played here."""
    match = view.match
    reached = None if match is None or plan.seat not in own or view.outcome is not None else _reached(plan, match)
    if match is None or reached is None:
        return Standing(Stage.LEFT, passed=plan.branches)
    branches, since, instead = reached
    if instead:
        return Standing(Stage.LEFT, passed=branches, instead=instead)
    if not branches:
        return Standing(Stage.DONE)
    waits = not since or plan.seat not in owing(view) or view.phase is not Phase.PLAYING
    if waits or view.paused or view.negotiation is not None:
        return Standing(Stage.WAITS, branches, bool(since))
    due = next(_met(branches, match, since), None)
    passed, played = tuple(one for one in branches if one != due), tuple(match.log[at].text for at in since)
    if due is None:
        return Standing(Stage.LEFT, passed=passed, since=played)
    return Standing(Stage.DUE, branches, met=True, reply=due.reply, passed=passed, since=played)


def _reached(plan: ConditionalPlan, match: Match) -> tuple[tuple[Branch, ...], list[int], str] | None:
    """Give what is left of the tree, the lines that others have added since, and one's own move that left the tree.

    None after a takeback to before the plan, and in the next game of a match.
    """
    if match.ply < plan.ply or past_of(match, plan.ply) != plan.past:
        return None
    if is_outlived(plan, match):
        return None
    branches, since = plan.branches, list[int]()
    for at in range(plan.ply, match.ply):
        line = match.log[at]
        if line.seat == plan.seat:
            played = next((one for one in _met(branches, match, since) if one.reply == line.text), None)
            if played is None:
                return branches, since, line.text
            branches, since = played.then, []
        elif line.seat >= 0:
            since.append(at)
    return branches, since, ""


def is_outlived(plan: ConditionalPlan, match: Match | None) -> bool:
    """Tell whether the game of a match in which a plan was made has ended, and the next one runs."""
    if match is None or not isinstance(match.state, HasGames) or plan.ply > match.ply:
        return False
    then = match.at(plan.ply).state
    return isinstance(then, HasGames) and then.game_number != match.state.game_number


def _met(branches: Sequence[Branch], match: Match, since: Sequence[int]) -> Iterator[Branch]:
    """Give the branches whose condition is met by one of the lines `since`, those that name a move first."""
    if not since:
        return
    named = [one for one in branches if one.condition != ANY]
    yield from (one for one in named if any(_is(match.at(at).state, match.log[at], one.condition) for at in since))
    yield from (one for one in branches if one.condition == ANY)


def _is(before: State[Any], line: Line, text: str) -> bool:
    """Tell whether a line of the log is the move that a text means."""
    if line.text == text:
        return True
    try:
        return str(before.parse(line.seat, text)) == line.text
    except Fault:
        return False

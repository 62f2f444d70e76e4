"""The examples in the help of a table: actions, cells and seats of the game that is played there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from core.fault import sentence
from core.game import Seat, State
from core.games import find
from core.option import settle
from core.scene import Role, Scene
from net.view.table_view import TableView
from tui.i18n.local_letters import spelled
from tui.i18n.translation import seat_word, tr
from tui.table.move_entry import MoveEntry
from tui.table.seat_view import owing
from tui.table.sentences.row_sentences import column_of, row_of
from tui.text.shell.text_commands import HELP, Verb

ACTIONS = 3
"""How many actions the help shows: one's own, what the others play, and what one plays then."""

TRUCE = sentence("propose truce {whom} {turn}")
TURNS = 10
"""How many turns the truce of an example lasts."""
ATTACK = sentence("propose attack {whom} {target}")
SPARE = sentence("propose spare {whom} {cell}")
POWER = sentence("propose power {whom}")


@dataclass(frozen=True, slots=True)
class CommandExamples:
    """What stands in the places of the help."""

    move: str
    theirs: str
    other: str
    cell: str
    row: str
    column: str
    whom: str
    target: str
    turn: str


def help_lines(view: TableView) -> list[str]:
    """Give the lines of help of a table, with examples that could be typed at it."""
    scene, shown = _scene(view), _examples(view)
    without = {Verb.HAND} if scene.cards is None and view.match is not None else set()
    without |= set() if shown.row else {Verb.ROW}
    said = {str(action).partition(" ")[0] for action in _beginning(view).declarations(Seat(0))}
    without |= set() if Verb.RESIGN in said else {Verb.RESIGN}
    without |= set() if Verb.ABANDON in said else {Verb.ABANDON, Verb.RETURN}
    places = asdict(shown) | {"proposals": sentence_examples(Verb.PROPOSE, view)}
    return [tr(line, **places) for verb, line in HELP.items() if verb not in without]


def sentence_examples(verb: Verb, view: TableView) -> str:
    """Give the sentences that may be proposed at a table, or for another verb those that answer."""
    places = asdict(_examples(view))
    if verb is not Verb.PROPOSE:
        return tr(HELP[Verb.ACCEPT], **places).partition(":")[0].rstrip()
    return ", ".join(tr(told, **places) for told in _proposals(view))


def _proposals(view: TableView) -> Iterator[str]:
    """Give what may be proposed: an attack needs a third seat, power a place that gives it."""
    yield TRUCE
    if sum(not seat.vacant for seat in view.seats) > 2:  # noqa: PLR2004 - the two who attack, and whom
        yield ATTACK
    yield SPARE
    if any(cell.role is Role.POWER for cell in _scene(view).cells):
        yield POWER


def _examples(view: TableView) -> CommandExamples:
    """Give examples of this moment to whoever is to decide, else of the beginning; seats are others than one's own."""
    state, seat, texts = _actions(view)
    cells = {cell.spot for cell in _scene(view).cells}
    path = state.parse(seat, texts[0]).path
    cell = next((spot for spot in path if spot in cells), "")
    others = sorted((one for one in view.seats if not one.vacant), key=lambda one: (one.mine, one.seat == seat))
    whom, target = (seat_word(one.name) for one in (*others, *others)[:2])
    move, theirs, other = (spelled(texts[at % len(texts)]) for at in range(ACTIONS))
    until = str((0 if view.match is None else view.match.turn) + TURNS)
    return CommandExamples(move, theirs, other, cell, row_of(cell), column_of(cell), whom, target, until)


def _actions(view: TableView) -> tuple[State[Any], Seat, tuple[str, ...]]:
    """Give a state, a seat and texts of actions that can be read there."""
    state = _beginning(view)
    seat, texts = next(iter(state.active)), find(view.game).examples
    if view.match is not None and not texts:
        for own in (own for own in owing(view) if view.seats[own].mine):
            return view.match.state, own, MoveEntry(view.match.state, own).examples(ACTIONS)
    return state, seat, texts or MoveEntry(state, seat).examples(ACTIONS)


def _beginning(view: TableView) -> State[Any]:
    game = find(view.game)
    return game.start(settle(game, dict(view.options)))


def _scene(view: TableView) -> Scene:
    return (view.match.state if view.match is not None else _beginning(view)).scene(None)

"""The examples in the help of a table: actions, cells and seats of the game that is played there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, cast

from core.fault import sentence
from core.game import Action, Seat, State
from core.games import find
from core.option import settle
from core.scene import Scene, Standing
from core.threat import TurnShift, as_if
from net.view.table_view import Phase, TableView
from tui.i18n.local_letters import spelled
from tui.i18n.translation import seat_word, tr
from tui.table.move_entry import MoveEntry
from tui.table.seat_view import is_unheard, owing, own_seats
from tui.table.sentences.leading_piece import leading_words
from tui.table.sentences.row_sentences import column_of, row_of
from tui.table.table_plan import is_alone_at
from tui.text.shell.text_commands import HELP, Verb
from tui.words.talk_acts import has_power, side_of

ACTIONS = 2
"""How many actions of a seat the help shows: one, and what it plays after one more of somebody else."""

TRUCE = sentence("propose truce {whom} {turn}")
TURNS = 10
"""How many turns the truce of an example lasts."""
ATTACK = sentence("propose attack {whom} {target}")
SPARE = sentence("propose spare {whom} {cell}")
POWER = sentence("propose power {whom}")
TALKS = {Verb.SAY, Verb.PROPOSE, Verb.ACCEPT}
"""What the help does not offer to whom nobody hears."""


@dataclass(frozen=True, slots=True)
class CommandExamples:
    """What stands in the places of the help."""

    move: str
    theirs: str
    reply: str
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
    without |= TALKS if is_unheard(view) else set()
    without |= {Verb.BOT} if view.phase is Phase.PLAYING and is_alone_at(view) else set()
    places = asdict(shown) | {"proposals": sentence_examples(Verb.PROPOSE, view)}
    state, own = _actions(view, _speaker(view))
    led = leading_words(MoveEntry(state, _speaker(view)), own)
    lines = {verb: tr(line, **places) for verb, line in HELP.items() if verb not in without}
    return [f"{line}. {led}" if led and verb is Verb.PLAY else line for verb, line in lines.items()]


def sentence_examples(verb: Verb, view: TableView) -> str:
    """Give the sentences that may be proposed at a table, or for another verb those that answer."""
    places = asdict(_examples(view))
    if verb is not Verb.PROPOSE:
        return tr(HELP[Verb.ACCEPT], **places).partition(":")[0].rstrip()
    return ", ".join(_proposals(view, places))


def _proposals(view: TableView, places: Mapping[str, str]) -> Iterator[str]:
    """Give what may be proposed: an attack needs opponents on two sides, leaving the power somebody who holds it."""
    yield tr(TRUCE, **places)
    if len(_opponents(view)) > 1:
        yield tr(ATTACK, **places)
    yield tr(SPARE, **places)
    seat = _speaker(view)
    for one in view.seats:
        if one.seat != seat and has_power(_state(view), seat, one.name):
            yield tr(POWER, whom=seat_word(one.name))


def _examples(view: TableView) -> CommandExamples:
    """Give examples for whoever speaks here, of this moment if they could move now; seats are opponents of theirs."""
    seat, opponents = _speaker(view), _opponents(view)
    state, own = _actions(view, seat)
    rival = opponents[0] if opponents else seat
    before, theirs = _actions(view, rival)
    replies = _replies(before, rival, theirs[0], seat) or own
    scene = _scene(view)
    cells = {cell.spot for cell in scene.cells}
    cell = next((spot for spot in _read(state, seat, own[0]).path if spot in cells), "")
    whom, target = (seat_word(view.seats[one].name) for one in (*opponents, rival, rival)[:2])
    move, other, reply, after = (spelled(text) for text in (own[0], theirs[0], replies[0], replies[-1]))
    until = str((0 if view.match is None else view.match.turn) + TURNS)
    row, column = row_of(scene, cell), column_of(scene, cell)
    return CommandExamples(move, other, reply, after, cell, row, column, whom, target, until)


def _speaker(view: TableView) -> Seat:
    """Give the seat of one's own that speaks: the one to decide, or the first; for who only watches, any that is."""
    own = own_seats(view)
    if own:
        return next((seat for seat in owing(view) if seat in own), own[0])
    taken = [one.seat for one in view.seats if not one.vacant]
    return next((seat for seat in owing(view) if seat in taken), taken[0])


def _opponents(view: TableView) -> list[Seat]:
    """Give a seat of each other side, in turn order; those first that still play, and are not one's own."""
    state, seat = _state(view), _speaker(view)
    playing = {panel.seat for panel in state.scene(None).seats if panel.standing is Standing.ACTIVE}
    others = [one for one in view.seats if not one.vacant and one.seat not in side_of(state, seat)]
    others.sort(key=lambda one: (one.seat not in playing, one.mine, (one.seat - seat) % len(view.seats)))
    sides = dict[Seat, Seat]()
    for one in others:
        sides.setdefault(min(side_of(state, one.seat)), one.seat)
    return list(sides.values())


def _actions(view: TableView, seat: Seat) -> tuple[State[Any], tuple[str, ...]]:
    """Give actions that a seat could play at its next turn, else at the beginning, with a state to read them in."""
    beginning = _beginning(view)
    for state in (_state(view), beginning):
        turn = state if not isinstance(state, TurnShift) and seat in state.active else as_if(state, seat)
        if turn is not None and (texts := MoveEntry(turn, seat).examples(ACTIONS)):
            return turn, texts
    first = next(iter(beginning.active))
    return beginning, find(view.game).examples(view.seats[seat].name) or MoveEntry(beginning, first).examples(ACTIONS)


def _replies(state: State[Any], rival: Seat, text: str, seat: Seat) -> tuple[str, ...]:
    """Give what a seat could play after an action of `rival`; nothing where that cannot be foreseen."""
    action = _read(state, rival, text)
    after = as_if(state.play(rival, action), seat) if state.is_legal(rival, action) else None
    return () if after is None else MoveEntry(after, seat).examples(ACTIONS)


def _read(state: State[Any], seat: Seat, text: str) -> Action:
    return cast("Action", state.parse(seat, MoveEntry(state, seat).whole(text)))


def _state(view: TableView) -> State[Any]:
    return view.match.state if view.match is not None else _beginning(view)


def _beginning(view: TableView) -> State[Any]:
    game = find(view.game)
    return game.start(settle(game, dict(view.options)))


def _scene(view: TableView) -> Scene:
    return _state(view).scene(None)

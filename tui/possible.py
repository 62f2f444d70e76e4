"""What is possible now of what the keys of a screen do: the palette offers nothing else. Keys say why not."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from core.fault import Fault
from core.game import DEALER
from core.games import find
from net.view.table_view import OfferKind, Phase
from tui.controller import is_alone
from tui.diplomacy import following
from tui.eyes import hides
from tui.late import cheats, late_seats
from tui.tutor import spoken

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.screens.games import GamesScreen
    from tui.screens.lesson import LessonScreen
    from tui.screens.lobby import LobbyScreen
    from tui.screens.replay import ReplayScreen
    from tui.screens.table import TableScreen

Test = Callable[[Any, tuple[Any, ...]], bool]
"""Tells by a screen and the parameters of an action whether the action would do anything."""


def possible(screen: Screen[Any], action: str) -> bool:
    """Tell whether an action of a screen's own (`look(-1)`) would do anything now."""
    name, parameters = parsed(action)
    test = TESTS.get(type(screen).__name__, {}).get(name)
    return test is None or test(screen, parameters)


def parsed(action: str) -> tuple[str, tuple[Any, ...]]:
    """Part an action into its name and its parameters.

    >>> parsed("look(-1)"), parsed("say_word('pass')"), parsed("screen.talk")
    (('look', (-1,)), ('say_word', ('pass',)), ('talk', ()))
    """
    name, _, told = action.rpartition(".")[2].partition("(") if "(" not in action else action.partition("(")
    found = ast.literal_eval(f"({told.removesuffix(')')},)") if told.removesuffix(")") else ()
    return name.rpartition(".")[2], found


# at a table


def _takeback(table: TableScreen) -> bool:
    """Tell whether there is a decision of one's own that may be asked back."""
    view = table.controller.view
    own = {seat.seat for seat in view.seats if seat.mine and not seat.bot}
    if view.phase is Phase.FROZEN:
        return bool(own)
    if view.match is None or view.phase is not Phase.PLAYING or not own:
        return False
    last = next((at for at in reversed(range(view.match.ply)) if view.match.log[at].seat in own), None)
    if last is None or any(offer.kind is OfferKind.TAKEBACK for offer in view.offers):
        return False
    if len({seat.pid for seat in view.seats if seat.pid}) == 1:
        return True
    limit = dict(view.terms).get("takebacks", "none")
    used = sum(one.seat in own for one in view.takebacks)
    shown = hides(view) and any(line.seat == DEALER for line in view.match.log[last:])
    return not shown and (limit == "ask" or (limit.isdigit() and used < int(limit)))


def _declare(table: TableScreen) -> bool:
    from tui.screens.table_voice import votes

    view, seat = table.controller.view, table.desk.voice
    if seat is None:
        return False
    others = table.declarations() or votes(view, seat) or late_seats(view) or cheats(view) or table.handings()
    return bool(others or table.desk.offer_owed())


def _type(table: TableScreen) -> bool:
    return not table.desk.past and (table.desk.picking is not None or bool(table.declarations()))


def _diplomacy(table: TableScreen) -> bool:
    view, seat = table.controller.view, table.desk.voice
    return view.match is not None and seat is not None and bool(following(view, seat, ())[1])


def _look(table: TableScreen, parameters: tuple[Any, ...]) -> bool:
    return table.desk.past if parameters and parameters[0] > 0 else table.desk.ply > 0


def _inspect(table: TableScreen) -> bool:
    cursor = table.board.cursor
    return cursor is not None and table.desk.piece_on(cursor) is not None


def _open_seat(table: TableScreen) -> bool:
    return any(not seat.pid and not seat.vacant for seat in table.controller.view.seats)


TABLE: Mapping[str, Test] = {
    "refuse": lambda *_: False,
    "type": lambda table, _: _type(table),
    "takeback": lambda table, _: _takeback(table),
    "declare": lambda table, _: _declare(table),
    "diplomacy": lambda table, _: _diplomacy(table),
    "look": _look,
    "inspect": lambda table, _: _inspect(table),
    "hint": lambda table, _: table.may_hint() is None,
    "mute": lambda table, _: bool(table.desk.talkers),
    "copy": lambda table, _: bool(table.controller.invitation) and not is_alone(table.controller.invitation),
    "sit": lambda table, _: _open_seat(table),
    "add_bot": lambda table, _: _open_seat(table),
    "stand": lambda table, _: bool(table.controller.view.mine),
    "invite": lambda table, _: bool(table.controller.invitees),
}


# elsewhere


def _room(room: LobbyScreen, *, watch: bool) -> bool:
    """Tell whether there is a table under the cursor that one may go to."""
    from textual.widgets import DataTable

    table = room.query_one(DataTable)
    if not table.row_count:
        return False
    tid = table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value
    card = next((card for card in room.peer.lobby.tables if card.tid == tid), None)
    if card is None or (card.unwatched and room.peer.pid not in card.seats):
        return False
    return watch or card.playable


def _branch(tale: ReplayScreen) -> bool:
    """Tell whether the game can be played on from where it is looked at."""
    from tui.study.branch import plan_from

    try:
        plan_from(tale.told.story, tale.ply, None, "")
    except Fault:
        return False
    return True


def _listed(games: GamesScreen) -> bool:
    from textual.widgets import OptionList

    return bool(games.query_one("#list", OptionList).option_count)


def _hint(lesson: LessonScreen) -> bool:
    tutor = lesson.tutor
    return not tutor.done and tutor.hints < len(spoken(tutor.attempt.step.hints))


ROOM: Mapping[str, Test] = {
    "join": lambda room, _: _room(room, watch=False),
    "watch": lambda room, _: _room(room, watch=True),
    "accept": lambda room, _: bool(room.peer.lobby.invited),
}
REPLAY: Mapping[str, Test] = {
    "step": lambda tale, given: tale.ply < tale.told.plies if given[0] > 0 else tale.ply > 0,
    "go": lambda tale, given: tale.ply < tale.told.plies if given[0] < 0 else tale.ply > 0,
    "branch": lambda tale, _: _branch(tale),
    "run": lambda tale, _: tale.told.plies > 0,
    "turning": lambda tale, _: tale.told.turns != () and not tale.looking,
}
GAMES: Mapping[str, Test] = {name: lambda games, _: _listed(games) for name in ("open", "figures", "cycle")}
LESSON: Mapping[str, Test] = {
    "go": lambda lesson, given: 1 <= lesson.tutor.number + given[0] <= lesson.tutor.last,
    "type": lambda lesson, _: lesson.tutor.choice is not None,
    "hint": lambda lesson, _: _hint(lesson),
    "view": lambda lesson, _: len(find(lesson.tutor.game).scenes) > 1,
}
TESTS: Mapping[str, Mapping[str, Test]] = {
    "TableScreen": TABLE,
    "LobbyScreen": ROOM,
    "ReplayScreen": REPLAY,
    "GamesScreen": GAMES,
    "LessonScreen": LESSON,
}
"""What is asked before an action is offered, by the screen's class; what is not asked about is possible."""

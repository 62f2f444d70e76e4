"""Text mode tells what came of the tables that were left: how a game ended, and that everybody has its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from core.game import Seat
from net.view.settlement_view import SettlementView
from net.view.table_view import Phase, TableView
from tests.tui.text.test_conversations import Person
from tui.correspondence.awaited_rematch import AwaitedRematches
from tui.text.shell.console import Console
from tui.text.shell.left_table_teller import LeftTableTeller


@dataclass
class Table:
    """A table as it is seen now."""

    view: TableView
    tid: bytes = b"t"


@dataclass
class Sitting:
    """A table at which the person sits."""

    handle: Table
    aside: bool = False


class Aside:
    """Nothing calls the person back."""

    rematches = AwaitedRematches(tuple)

    def news(self, now: int) -> tuple[str, ...]:
        """Say nothing."""
        assert now
        return ()


@dataclass
class Tables:
    """The tables of a profile."""

    followed: tuple[Table, ...] = ()
    seated: list[Sitting] = field(default_factory=list)
    aside: Aside = field(default_factory=Aside)


Views = tuple[TableView, TableView, TableView]


def views(make_app: Callable[..., Any], make_match: Callable[..., Any]) -> Views:
    """Give a table whose game goes on, that is over but not settled, and that is settled."""
    match = make_match(3)
    running = replace(make_app(match, hand=(0,)).handle.view, title="Friday")
    ended = match.play("abandon red", Seat(0)).play("abandon green", Seat(1))
    open_end = SettlementView(settled=False, awaited=(Seat(1),), last=Seat(0))
    end = SettlementView(settled=True, last=Seat(0))
    unsettled = replace(running, match=ended, phase=Phase.OVER, settlement=open_end)
    return running, unsettled, replace(unsettled, settlement=end)


def test_a_game_that_was_given_up_is_told_once_it_is_over(
    make_app: Callable[..., Any], make_match: Callable[..., Any]
) -> None:
    running, unsettled, settled = views(make_app, make_match)
    ann, table = Person(), Table(running)
    tables = Tables((table,))
    teller = LeftTableTeller(Console(ann, ann.write), tables)
    teller.look()
    table.view = unsettled
    teller.look()
    assert ann.said == []
    table.view, tables.followed = settled, ()
    teller.look()
    teller.look()
    assert [line[:13] for line in ann.said] == ["NOTE Friday: "]
    assert "wins" in ann.said[0]


def test_an_end_that_everybody_has_received_is_told(
    make_app: Callable[..., Any], make_match: Callable[..., Any]
) -> None:
    _, unsettled, settled = views(make_app, make_match)
    ann, table = Person(), Table(unsettled)
    teller = LeftTableTeller(Console(ann, ann.write), Tables((table,)))
    teller.look()
    table.view = settled
    teller.look()
    teller.look()
    assert [line.startswith("NOTE Friday: Everybody has the end") for line in ann.said] == [True]


def test_who_comes_to_ones_own_waiting_table_is_told_and_that_the_game_begins(
    make_app: Callable[..., Any], make_match: Callable[..., Any]
) -> None:
    running, _, _ = views(make_app, make_match)
    mine, other, *more = running.seats
    other = replace(other, pid="b" * 32, nick="Bob", mine=False, bot="", owner="", petname="")
    free = replace(other, pid="", nick="")
    waiting = replace(running, match=None, phase=Phase.GATHERING, hosted=True, seats=(mine, free, *more))
    ann, table = Person(), Table(waiting)
    tables = Tables((table,))
    teller = LeftTableTeller(Console(ann, ann.write), tables)
    teller.look()
    assert ann.said == []
    table.view = replace(waiting, seats=(mine, other, *more))
    teller.look()
    teller.look()
    assert ann.said == ["NOTE Friday: Bob has taken a seat at your table: Resume leads back to it."]
    table.view = replace(running, hosted=True, seats=(mine, other, *more))
    teller.look()
    teller.look()
    assert ann.said[1:] == ["NOTE Friday: the game has begun: Resume leads back to it."]
    table.view = waiting
    tables.seated = [Sitting(table)]
    teller.look()
    table.view = replace(waiting, seats=(mine, other, *more))
    teller.look()
    assert len(ann.said) == 2, "the table is before one's eyes"


def test_nothing_is_told_of_a_table_at_which_one_sits_again(
    make_app: Callable[..., Any], make_match: Callable[..., Any]
) -> None:
    running, _, settled = views(make_app, make_match)
    ann, table = Person(), Table(running)
    tables = Tables((table,))
    teller = LeftTableTeller(Console(ann, ann.write), tables)
    teller.look()
    tables.followed, tables.seated = (), [Sitting(table)]
    teller.look()
    table.view = settled
    teller.look()
    assert ann.said == []

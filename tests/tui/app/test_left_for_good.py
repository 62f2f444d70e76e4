"""What stands on the screen behind a table that is left: no word of it names a key that works there alone."""

from __future__ import annotations

from dataclasses import replace

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import Phase, TableView
from tests.gallery.fixed_table import view_of
from tests.tui.support.journey import settled, toasts
from tests.tui.support.table_app import app_over
from tui.table.sentences.farewell import BOTS_WAIT, CAN_RETURN, HOSTED, HOSTED_FULL, farewells, left_words


async def test_a_table_that_is_left_says_nothing_behind_it() -> None:
    """Whoever leaves at their own turn is out at once, while the table closes: `o` is no key of the room."""
    match = Match.new(find("djambi"), {"players": "3"})
    app = app_over(match, hand=(0,))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        table = app.table
        leaving = match.play(f"abandon {match.names[0]}", Seat(0))
        table.dismiss("resign")
        await app.handle.put(replace(app.handle.view, match=leaving))
        await settled(pilot)
        assert app.left == ["resign"]
        assert toasts(app) == []


async def test_what_a_table_has_said_goes_with_it() -> None:
    """A player who is out asks for their keys, reads how they return, and leaves without a question."""
    match = Match.new(find("djambi"), {"players": "3"})
    app = app_over(match.play(f"abandon {match.names[0]}", Seat(0)), hand=(0,))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert any("o: ask to return" in told for told in toasts(app))
        app.notify("Saved.", markup=False)
        await settled(pilot, "q")
        assert app.left == ["keep"]
        assert toasts(app) == ["Saved."]


def seats_of(match: Match, *mine: int) -> TableView:
    """Give a table with others, some of its seats held here."""
    view = view_of(match)
    return replace(view, seats=tuple(replace(one, mine=one.seat in mine, pid=f"P{one.seat}") for one in view.seats))


def test_whoever_leaves_reads_that_the_way_back_begins_at_the_table() -> None:
    """They read it also where their word has not come to the others yet: at somebody else's turn."""
    match = Match.new(find("djambi"), {"players": "3"})
    for seat in (0, 1):
        before = seats_of(match, seat)
        said = farewells(before)
        after = replace(before, match=match.play(said[0][1], Seat(seat)))
        for later in (before, after):
            assert left_words(before, said, later, with_bots=False) == CAN_RETURN
        assert left_words(after, (), after, with_bots=False) == CAN_RETURN, "they have resigned before they leave"
        bots = replace(after, seats=tuple(replace(one, mine=True, bot="2" * (not one.mine)) for one in after.seats))
        assert left_words(bots, (), bots, with_bots=True) == BOTS_WAIT
    two = seats_of(Match.new(find("epaminondas"), {}), 0)
    assert left_words(two, farewells(two), two, with_bots=False) == ""


def test_a_host_who_leaves_a_waiting_table_reads_what_becomes_of_it() -> None:
    played = seats_of(Match.new(find("epaminondas"), {}), 0)
    full = replace(played, match=None, phase=Phase.GATHERING, hosted=True, invitation="parley://a.example/r#key/t")
    places = (full.seats[0], replace(full.seats[1], pid=""))
    for view, told in (
        (replace(full, seats=places), HOSTED),
        (replace(full, seats=places, meant=(("P0", "Ann"), ("P1", "Bob"))), HOSTED_FULL),
        (full, HOSTED_FULL),
        (replace(full, phase=Phase.STARTING), HOSTED_FULL),
    ):
        assert left_words(view, (), view, with_bots=False) == told

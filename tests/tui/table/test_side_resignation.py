"""A resignation that a partner has declined: it stands, and everybody of the side reads so until the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.fault import Fault
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import OfferKind, OfferView, TableView
from tests.gallery.fixed_table import view_of
from tests.tui.support.journey import settled, shown, toasts
from tui.settings import theme
from tui.table.departure import decisive_words, final_words, jointly_words
from tui.table.sentences.declaration_choice import gap_words
from tui.table.sentences.event_sentences import offer_line
from tui.table.sentences.side_resignation import resigned_fault, standing_words
from tui.widgets.log_lines import OfferLog

Make = Callable[..., Any]
ASKED = OfferView("ab", OfferKind.CONCEDE, Seat(0), (), (), (Seat(2),), text="resign 1")
REFUSED = replace(ASKED, declined=(Seat(2),), owed=())


def seen(offer: OfferView | None, *own: int) -> TableView:
    """Give a game in teams in which Red 1 has resigned for its part, as the holder of those seats sees it."""
    match = Match.new(find("megiddo"), {"players": "4"})
    view = view_of(match if offer is None else match.play("resign 1", Seat(0)))
    seats = tuple(replace(one, mine=one.seat in own, bot="", pid=f"p{one.seat}") for one in view.seats)
    return replace(view, seats=seats, offers=() if offer is None else (offer,))


def test_a_refused_resignation_stands_for_its_side() -> None:
    view = seen(REFUSED, 0)
    line = f"{seats(view)[0]} wants to resign: the side resigns once {seats(view)[2]} says so too."
    assert standing_words(view, (Seat(0),)) == standing_words(seen(REFUSED, 2), (Seat(2),)) == (line,)
    assert standing_words(view, (Seat(1),)) == standing_words(seen(ASKED, 0), (Seat(0),)) == ()
    assert offer_line(REFUSED, view, theme.glyphs("ascii")).endswith(line)
    news = OfferLog()
    news.follow(seen(ASKED, 0))
    news.follow(view)
    names = tuple(one.name for one in view.seats)
    assert news.lines[-1].words(names) == f"{seats(view)[2]} declines; the word of {seats(view)[0]} stands"


def test_whoever_has_resigned_reads_why_they_cannot_once_more() -> None:
    told = f"once {seats(seen(REFUSED))[2]} says so too. That word cannot be taken back."
    for offer in (ASKED, REFUSED):
        (words,) = gap_words(seen(offer, 0), Seat(0))
        assert words.endswith(told)
    assert gap_words(seen(REFUSED, 2), Seat(2)) == gap_words(seen(None, 0), Seat(0)) == ()
    assert isinstance(resigned_fault(seen(REFUSED, 0), Seat(0)), Fault)


@pytest.mark.parametrize("offer", [ASKED, REFUSED])
def test_whose_word_is_the_last_reads_that_it_ends_the_game_for_the_side(offer: OfferView) -> None:
    view = seen(offer, 2)
    told = f"{seats(view)[0]} wants to resign already: if you do so too, the game is over at once for your whole side."
    assert final_words(view, Seat(2), "resign 1") == decisive_words(view, Seat(2)) == told
    assert jointly_words(view, Seat(2)) == ""
    assert decisive_words(seen(offer, 1), Seat(1)) == decisive_words(seen(None, 2), Seat(2)) == ""


def partnered(*bots: int, **options: str) -> TableView:
    """Give a game in teams of which one person plays the first seat, and bots of theirs or of others those `bots`."""
    view = view_of(Match.new(find("megiddo"), {"players": "4", **options}))
    played = (replace(one, bot="2" if one.seat in bots else "", mine=one.seat == 0) for one in view.seats)
    return replace(view, seats=tuple(replace(one, pid=f"p{one.seat}", present=True) for one in played))


@pytest.mark.parametrize("target", ["1", "4", "20"])
def test_with_a_bot_as_partner_one_reads_that_the_side_resigns_at_once_and_what_that_ends(target: str) -> None:
    view, text = partnered(2, target=target), "resign" if target == "1" else "resign 1"
    at_once = f"Your side resigns at once: a bot always says so too ({seats(view)[2]})."
    match = partnered(2, target=target).match
    assert match is not None
    over = match.play(text, Seat(0)).play(text, Seat(2)).state.outcome is not None
    assert over is (target != "20")
    told = final_words(view, Seat(0), text)
    assert told.startswith(at_once)
    assert ("That ends the game, and nobody can return to it." in told) is over
    assert jointly_words(view, Seat(0)) == ""
    mine = replace(view, seats=tuple(replace(one, mine=one.seat in {0, 2}, present=False) for one in view.seats))
    assert final_words(mine, Seat(0), text).startswith(at_once), "a bot of one's own is here too"


def test_a_partner_who_is_a_person_or_away_is_waited_for() -> None:
    view = partnered()
    told = f"Your side resigns once {seats(view)[2]} says so too; until then the game goes on."
    assert final_words(view, Seat(0), "resign 1") == told
    away = replace(partnered(2), seats=tuple(replace(one, present=one.seat != 2) for one in partnered(2).seats))
    assert final_words(away, Seat(0), "resign 1") == told, "the program of that bot does not answer now"


def test_where_other_sides_play_on_the_game_does_not_end_with_the_side() -> None:
    six = partnered(3, players="6")
    told = f"Your side resigns at once: a bot always says so too ({seats(six)[3]})."
    assert final_words(six, Seat(0), "resign 1") == told


def test_whose_word_is_the_last_reads_that_it_decides_the_match() -> None:
    match = Match.new(find("megiddo"), {"players": "4", "target": "4"})
    view = replace(seen(ASKED, 2), match=match.play("resign 1", Seat(0)))
    assert "That ends the game, and nobody can return to it." in final_words(view, Seat(2), "resign 1")


@pytest.mark.parametrize("own", [0, 2])
async def test_both_of_the_side_read_on_the_screen_that_the_word_stands(make_app: Make, own: int) -> None:
    app = make_app(Match.new(find("megiddo"), {"players": "4"}), hand=(own,))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.handle.put(seen(ASKED, own))
        await settled(pilot)
        await app.handle.put(seen(REFUSED, own))
        await settled(pilot)
        assert "wants to resign: the side resigns once" in shown(app)
        assert "stands: your side resigns once" in toasts(app)[-1]
        await app.handle.put(replace(seen(None, own), offers=()))
        await settled(pilot)
        assert "wants to resign" not in shown(app)


def seats(view: TableView) -> tuple[str, ...]:
    """Give the titles of the seats."""
    return tuple(one.name if not one.name.isdigit() else f"Seat {one.name}" for one in view.seats)

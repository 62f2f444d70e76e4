"""What a table is rated for once somebody else has a seat: told before, while it is answered, and afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.fault import Fault
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.room_view import CardView
from net.view.table_view import GuestView, OfferKind, OfferView, Phase, TableView
from tests.gallery.fixed_table import view_of
from tests.tui.support.journey import shown, toasts
from tests.tui.table.test_handing import EVE, settled
from tui.i18n.translation import speaking, tell
from tui.settings.theme import glyphs
from tui.table.departure import declared_texts
from tui.table.seat_names import NamedTable
from tui.table.sentences.event_sentences import offer_line
from tui.table.sentences.seat_handover import substitution_targets, substitution_words
from tui.text.shell.console import Console, Script
from tui.text.table.event_teller import EventTeller
from tui.text.table.table_dialogue import TableDialogue
from tui.words.rated_mark import UNRATED, RatedMark

Make = Callable[..., Any]
BRIEF = "rated for Friday, round 1 of Autumn"
MEMBER = GuestView("M", "Mia")
OFFER = OfferView("ab", OfferKind.SUBSTITUTE, Seat(1), (Seat(1),), (), (Seat(0),), heir="Eve")
NOTHING = "If Eve, who is no member of Friday, plays here, the game counts for nothing there."
LOST = "The game counts for nothing in Friday: not everybody with a seat is a member (Eve)."


def marked(view: TableView, *, paired: bool = True) -> RatedMark:
    """Give the mark of a table for those who sit there; Mia is another member of the club."""
    held = {seat.pid: seat.called for seat in view.seats}
    return RatedMark(BRIEF, held if paired else {}, "Friday", frozenset({*held, "M"}), "P0")


def taken(view: TableView, guest: GuestView) -> TableView:
    """Give the table at which a guest has the second seat."""
    red, blue, *rest = view.seats
    return replace(view, seats=(red, replace(blue, pid=guest.pid, nick=guest.nick, mine=False), *rest))


@pytest.fixture
def view(make_app: Make) -> TableView:
    """Give a running table."""
    found: TableView = make_app(hand=(0,)).handle.view
    return replace(found, guests=(EVE, MEMBER))


def test_the_choice_says_what_the_game_then_counts_for(view: TableView) -> None:
    targets = substitution_targets(view)
    assert [substitution_words(one, view, marked(view)) for one in targets] == [
        "Hand your seat to Eve: the game then counts for nothing in Friday",
        "Hand your seat to Mia: the game then counts for the ladder of Friday only",
    ]
    assert [substitution_words(one, view, marked(view, paired=False)) for one in targets] == [
        "Hand your seat to Eve: the game then counts for nothing in Friday",
        "Hand your seat to Mia",
    ]
    assert [substitution_words(one, view) for one in targets] == ["Hand your seat to Eve", "Hand your seat to Mia"]


def test_the_question_says_it_too_and_to_whoever_is_asked(view: TableView) -> None:
    mark = marked(view)
    assert mark.offer_words(OFFER, view) == (NOTHING,)
    assert mark.offer_words(replace(OFFER, heir="Mia"), view) == (
        "If Mia, who is not of the pairing, plays here, the game counts for the ladder of Friday only.",
    )
    asked = replace(OFFER, owed=(), asked=True)
    assert replace(mark, me="E").offer_words(asked, view) == (
        "If you, who are no member of Friday, play here, the game counts for nothing there.",
    )
    assert mark.offer_words(replace(OFFER, kind=OfferKind.PAUSE), view) == UNRATED.offer_words(OFFER, view) == ()
    line = offer_line(OFFER, replace(view, offers=(OFFER,)), glyphs("ascii"), mark)
    assert f"{NOTHING} Answer yes or no." in line


def test_afterwards_the_title_and_the_sentence_are_others(view: TableView) -> None:
    mark = marked(view)
    assert (mark.title(view), mark.loss(view)) == (BRIEF, "")
    assert mark.note_of(view).startswith(f"This table is {BRIEF}, for ")
    there = taken(view, EVE)
    assert (mark.title(there), mark.note_of(there)) == ("no longer rated for Friday", LOST)
    there = taken(view, MEMBER)
    told = "The game counts for the ladder of Friday only: not everybody with a seat is of the pairing (Mia)."
    assert (mark.title(there), mark.note_of(there)) == ("rated for the ladder of Friday only", told)
    beside = marked(view, paired=False)
    assert (beside.title(there), beside.loss(there)) == (BRIEF, "")
    assert mark.loss(replace(taken(view, EVE), match=None)) == "", "before the start it says who is not of the pairing"


def test_the_end_says_why_no_result_is_reported(view: TableView) -> None:
    ended = SimpleNamespace(state=SimpleNamespace(outcome="that there is one"))
    over = replace(taken(view, EVE), match=cast("Match", ended))
    assert marked(view).loss(over) == "No result is reported to Friday: not everybody with a seat is a member (Eve)."
    with speaking("fr"):
        assert "Aucun résultat n’est transmis à Friday\u00a0:" in marked(view).loss(over)


async def test_the_screen_tells_it_in_the_bar_in_a_message_and_in_the_title(make_app: Make) -> None:
    app = make_app(hand=(0,))
    view = app.handle.view
    app.handle.view = replace(view, guests=(EVE,), offers=(OFFER,))
    async with app.run_test(size=(120, 40)) as pilot:
        app.table.desk.rated = marked(view)
        await settled(pilot)
        await app.handle.put(replace(app.handle.view, online=True))
        await pilot.pause()
        assert NOTHING in " ".join(shown(app).split())
        await app.handle.put(taken(replace(view, offers=()), EVE))
        await pilot.pause()
        assert toasts(app).count(LOST) == 1
        assert "no longer rated for Friday" in shown(app)
        await app.handle.put(replace(view, offers=()))
        await pilot.pause()
        assert any(told.startswith(f"This table is {BRIEF}, for ") for told in toasts(app)), "it counts again"


def test_text_mode_tells_the_reason_after_the_end() -> None:
    match = Match.new(find("epaminondas"), {})
    view, teller = view_of(match), EventTeller()
    teller.rate(replace(marked(view), me=""), view)
    teller.news(view)
    resigned = next(text for text in declared_texts(view, Seat(0)) if text.startswith("resign"))
    over = replace(view, match=match.play(resigned, Seat(0)), phase=Phase.OVER)
    said = teller.news(taken(over, EVE))
    at = next(number for number, line in enumerate(said) if line.startswith("OVER"))
    assert said[at + 1] == "NOTE No result is reported to Friday: not everybody with a seat is a member (Eve)."
    assert not any(LOST in line for line in said)


async def test_text_mode_asks_before_it_offers_and_tells_it_once(make_app: Make) -> None:
    handle, said = make_app(hand=(0,)).handle, list[str]()
    handle.view = replace(handle.view, guests=(EVE,))
    talk = TableDialogue(NamedTable(handle), Console(Script(()), said.append))
    talk.teller.rate(marked(handle.view), handle.view)
    talk.tell_news()
    await talk.obey("substitute eve")
    assert said[-2:] == [f"NOTE {NOTHING}\n", "NOTE yes offers the seat all the same, no leaves it.\n"]
    await talk.obey("no")
    assert said[-1] == "NOTE the seat is not offered.\n"
    assert handle.calls == []
    await talk.obey("substitute eve")
    await talk.obey("yes")
    assert handle.calls == [("hand over", Seat(0), "E")]
    await handle.put(taken(handle.view, EVE))
    talk.tell_news()
    talk.tell_news()
    assert said.count(f"NOTE {LOST}\n") == 1
    await handle.put(taken(handle.view, GuestView("P1", "Bo")))
    talk.tell_news()
    assert said[-1].startswith(f"NOTE This table is {BRIEF}, for "), "it counts again"


def test_who_comes_beside_a_stranger_reads_what_can_still_be_done(view: TableView) -> None:
    mark, there = marked(view), taken(view, EVE)
    mark.check("P0", view)
    with pytest.raises(Fault, match="can free that seat"):
        mark.check("P0", replace(there, phase=Phase.GATHERING))
    with pytest.raises(Fault) as told:
        mark.check("P0", there)
    assert tell(told.value).endswith(": the game here is not that of the pairing. Open another table for it.")


def test_the_list_of_a_room_says_what_a_game_of_others_still_counts_for(view: TableView) -> None:
    mark, paired = marked(view), tuple(seat.pid for seat in view.seats)
    for seats, started, told in (
        (paired, True, mark.words),
        (("E", ""), False, mark.words),
        (("E", *paired[1:]), True, "no longer rated for Friday"),
        (("M", *paired[1:]), True, "rated for the ladder of Friday only"),
    ):
        card = CardView("01", "Autumn 1/1", "Ann", "djambi", (), (), seats, 2, started, "", (), "")
        assert mark.words_of(card) == told
    assert UNRATED.words_of(card) == ""
    assert marked(view, paired=False).words_of(card) == BRIEF


def test_a_table_of_a_club_that_is_not_known_here_says_for_whom_it_is() -> None:
    mark = RatedMark(meant={"A": "Ann", "B": "Bob"})
    assert (mark.words, mark.note) == ("for Ann, Bob", "This table is for Ann, Bob.")
    assert (UNRATED.words, UNRATED.note) == ("", "")

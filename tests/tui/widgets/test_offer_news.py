"""Offers as lines of the log and as a bar; seats whose holders are away; both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Seat
from core.scene import SeatPanel, Standing
from net.table.table_notice import TAKEN_BACK
from net.view.table_view import NoteLine, OfferKind, OfferView, SeatView
from net.view.takeback_view import TakebackView
from tests.gallery.fixed_table import match_of, view_of
from tui.i18n import translation
from tui.settings import theme
from tui.table.seat_view import MatchHistory
from tui.table.sentences import event_sentences
from tui.table.sentences.offer_words import absent_seats
from tui.table.sentences.seat_handover import overtaken
from tui.text.table.event_teller import EventTeller
from tui.widgets.log_lines import OfferLog, entry_line, log_lines
from tui.widgets.offers_bar import asked_words, offer_words, refusals
from tui.widgets.seats_panel import standing
from tui.widgets.text_style import TextStyle

INK = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))
VIEW = view_of(match_of(4, 8, 5))
NAMES = tuple(seat.name for seat in VIEW.seats)
TITLES = [translation.seat_title(name) for name in NAMES]
ASKED = OfferView("ab", OfferKind.DRAW, Seat(1), (), (), (Seat(0), Seat(2), Seat(3)))
ANSWERED = replace(ASKED, accepted=(Seat(2),), declined=(Seat(0),), owed=(Seat(3),))


def test_an_offer_and_its_answers_are_lines_of_the_log_where_they_were_made() -> None:
    news, chronicle = OfferLog(), MatchHistory()
    news.follow(replace(VIEW, offers=(ASKED,)))
    news.follow(replace(VIEW, offers=(ASKED,)))
    later = view_of(match_of(4, 10, 5))
    news.follow(replace(later, offers=(ANSWERED,)))
    news.follow(replace(later, offers=()))
    assert [(line.ply, line.words(NAMES)) for line in news.lines] == [
        (8, f"{TITLES[1]} offers a draw"),
        (10, f"{TITLES[2]} agrees"),
        (10, f"{TITLES[0]} declines"),
    ]
    assert later.match is not None
    chronicle.follow(later.match)
    log = [line.plain for line in log_lines(later, chronicle, INK, short=False, offers=news)]
    assert log.index(f"  ? {TITLES[1]} offers a draw") == 8
    assert log[-1] == f"  {TITLES[0]} declines"


def test_a_takeback_is_told_before_what_is_played_anew_by_question_and_consents_for_everybody_alike() -> None:
    asked = OfferView("cd", OfferKind.TAKEBACK, Seat(1), (), (), (Seat(0), Seat(2), Seat(3)), to=4)
    draw = replace(ASKED, declined=(Seat(0),))
    back = TakebackView(Seat(1), 4, 4, 4, "cd", (Seat(0), Seat(2), Seat(3)))
    note = NoteLine(4, TAKEN_BACK, (("number", "1"), ("seat", NAMES[1]), ("turn", "4")))
    late, cut, on = view_of(match_of(4, 8, 5)), view_of(match_of(4, 4, 5)), view_of(match_of(4, 6, 5))
    course = (
        replace(late, offers=(draw,)),
        replace(late, offers=(replace(asked, accepted=(Seat(2),), owed=(Seat(0), Seat(3))),)),
        replace(cut, takebacks=(back,), notes=(note,)),
        replace(on, takebacks=(back,), notes=(note,)),
    )
    told = [
        f"  ? {TITLES[1]} asks to take back all after decision 4",
        *(f"  {TITLES[seat]} agrees" for seat in (0, 2, 3)),
        f"  {INK.glyphs.one['rule']} Takeback 1: {NAMES[1]} goes back to decision 4.",
    ]
    for seen, before in ((course, [f"  ? {TITLES[1]} offers a draw", f"  {TITLES[0]} declines"]), (course[-1:], [])):
        news, chronicle = OfferLog(), MatchHistory()
        for view in seen:
            news.follow(view)
        chronicle.follow(match_of(4, 6, 5))
        log = [line.plain for line in log_lines(seen[-1], chronicle, INK, short=False, offers=news)]
        assert log[4:-2] == [*before, *told]
        assert [line[:4] for line in log[-2:]] == ["  5 ", "  6 "]


def test_a_takeback_to_the_beginning_stands_below_what_the_game_wants_and_one_nobody_was_asked_for_alone() -> None:
    back = TakebackView(Seat(1), 0, 0, 0, "cd", ())
    note = NoteLine(0, TAKEN_BACK, (("number", "1"), ("seat", NAMES[1]), ("turn", "0")))
    view, news, chronicle = (
        replace(view_of(match_of(4, 0, 5)), takebacks=(back,), notes=(note,)),
        OfferLog(),
        MatchHistory(),
    )
    news.follow(view)
    chronicle.follow(match_of(4, 0, 5))
    log = [line.plain for line in log_lines(view, chronicle, INK, short=False, offers=news)]
    assert ["the rules" in line for line in log] == [True, False]
    assert "Takeback 1" in log[1]


def test_a_takeover_is_told_where_it_was_asked_for_before_it_came_and_waits_for_nobody() -> None:
    news, chronicle = OfferLog(), MatchHistory()
    offer = OfferView("ef", OfferKind.SUBSTITUTE, Seat(1), (Seat(0),), (), (), heir="Eve")
    sits = NoteLine(8, "{nick} takes over seat {seat}.", (("nick", "Eve"), ("seat", NAMES[1])))
    view = replace(VIEW, offers=(offer,), notes=(sits,))
    news.follow(view)
    assert view.match is not None
    chronicle.follow(view.match)
    log = [line.plain for line in log_lines(view, chronicle, INK, short=False, offers=news)]
    assert offer_words(offer, NAMES).endswith("(waiting for Eve) (1 of 1 have answered)")
    assert log[-3:-1] == [f"  ? Eve is to take over {TITLES[1]}", f"  {TITLES[0]} agrees"]
    assert log[-1].endswith(f"Eve takes over seat {NAMES[1]}.")


@pytest.mark.parametrize(
    ("mine", "asked", "told"),
    [
        (0, False, f"The game has gone on: Eve is asked no more to take over {TITLES[1]}. `substitute` asks again."),
        (2, False, ""),
        (
            None,
            True,
            f"The game has gone on: you are asked no more to take over {TITLES[1]}. Those who play can ask again.",
        ),
    ],
)
def test_a_takeover_that_the_game_has_gone_past_is_told_in_the_log_and_to_whom_it_concerns(
    mine: int | None,
    asked: bool,  # noqa: FBT001
    told: str,
) -> None:
    offer = OfferView("ef", OfferKind.SUBSTITUTE, Seat(1), (Seat(0),), (), (), heir="Eve", asked=asked)
    seats = tuple(replace(seat, mine=seat.seat == mine) for seat in VIEW.seats)
    before = replace(VIEW, seats=seats, offers=(offer,))
    later = replace(view_of(match_of(4, 10, 5)), seats=seats)
    news, teller = OfferLog(), EventTeller()
    teller.news(before)
    lines = teller.news(later)
    assert [line for line in lines if "asked no more" in line] == ([f"NOTE {told}"] if told else [])
    news.follow(before)
    news.follow(replace(before, notes=()))
    news.follow(later)
    news.follow(later)
    ended = [(line.ply, line.words(NAMES)) for line in news.lines if line.ended]
    assert ended == [(9, f"Eve is asked no more for {TITLES[1]}: the game has gone on")]
    taken = replace(later, seats=tuple(replace(seat, pid="E" if seat.seat == 1 else seat.pid) for seat in seats))
    assert overtaken(before, taken) == ()


def test_whoever_takes_a_seat_over_asks_to_return_after_that_in_the_log_too() -> None:
    offer = OfferView("ef", OfferKind.SUBSTITUTE, Seat(1), (Seat(0),), (), (), heir="Eve")
    back = OfferView("cd", OfferKind.RETURN, Seat(1), (), (), (Seat(0),))
    sits = NoteLine(8, "{nick} takes over seat {seat}.", (("nick", "Eve"), ("seat", NAMES[1])))
    taken = replace(VIEW, offers=(back,), notes=(sits,))
    agreed = replace(taken, offers=(replace(back, accepted=(Seat(0),), owed=()),))
    for course in ((replace(VIEW, offers=(offer,)), replace(VIEW, notes=(sits,)), taken, agreed), (taken, agreed)):
        news, chronicle = OfferLog(), MatchHistory()
        for view in course:
            news.follow(view)
        chronicle.follow(match_of(4, 8, 5))
        log = [line.plain for line in log_lines(agreed, chronicle, INK, short=False, offers=news)]
        asks = log.index(f"  ? {TITLES[1]} asks to return")
        assert log[asks - 1].endswith(f"Eve takes over seat {NAMES[1]}.")
        assert log[asks + 1 :] == [f"  {TITLES[0]} agrees"]
        assert (f"  ? Eve is to take over {TITLES[1]}" in log[: asks - 1]) is (len(course) > 2)


def test_a_refusal_is_told_in_the_log_in_text_mode_and_to_whoever_has_asked() -> None:
    wish = OfferView("ef", OfferKind.SUBSTITUTE, Seat(1), (Seat(0),), (), (Seat(2),), heir="Eve")
    before = replace(VIEW, offers=(wish,))
    for fallen, who in (
        (replace(wish, owed=(), declined=(Seat(2),)), TITLES[2]),
        (replace(wish, owed=(), unwilling=True), "Eve"),
    ):
        news, view = OfferLog(), replace(VIEW, refused=(fallen,))
        news.follow(before)
        news.follow(view)
        news.follow(VIEW)
        assert [line.words(NAMES) for line in news.lines][-1] == f"{who} declines"
        assert asked_words(fallen, NAMES) == f"Eve is to take over {TITLES[1]}", "it waits for nobody"
        told = f"Declined by {who}: Eve is to take over {TITLES[1]}"
        assert refusals(before, view, (Seat(0),)) == (told,)
        assert refusals(before, view, (Seat(3),)) == refusals(view, view, (Seat(0),)) == ()
        teller = EventTeller(plain=True)
        teller.news(before)
        (line,) = [one for one in teller.news(view) if one.startswith("OFFER")]
        assert line.endswith(f"{who}."), line


def test_a_draw_of_one_game_of_a_match_names_it() -> None:
    offer = replace(ASKED, game=3)
    assert asked_words(offer, NAMES) == f"{TITLES[1]} offers a draw of game 3"
    line = event_sentences.offer_line(offer, VIEW, theme.glyphs("ascii"))
    assert "offers a draw of game 3." in line


def test_the_bar_counts_the_answers_and_names_who_has_not_answered() -> None:
    assert offer_words(ANSWERED, NAMES) == f"{TITLES[1]} offers a draw (2 of 3 have answered) (to answer: Green)"


def test_a_wish_for_a_rematch_says_who_is_not_at_the_table_to_answer_it() -> None:
    wish = OfferView("ab", OfferKind.REMATCH, Seat(1), (Seat(2),), (), (Seat(0), Seat(3)))
    seats = tuple(replace(seat, mine=False, bot="", present=seat.seat == 0) for seat in VIEW.seats)
    view = replace(VIEW, seats=seats, offers=(wish,))
    assert absent_seats(wish, view) == (Seat(3),)
    assert offer_words(wish, NAMES, absent_seats(wish, view)).endswith(f"(not at the table: {TITLES[3]})")
    assert f"Not at the table: v {TITLES[3]}." in event_sentences.offer_line(wish, view, theme.glyphs("ascii"))
    assert absent_seats(replace(wish, kind=OfferKind.DRAW), view) == (), "in a game their seat says it"
    everybody = replace(view, seats=tuple(replace(seat, present=True) for seat in seats))
    assert "at the table" not in event_sentences.offer_line(wish, everybody, theme.glyphs("ascii"))


def test_whoever_is_away_sleeps_whatever_else_is_to_be_said_of_his_seat() -> None:
    panel = SeatPanel(0, "red", Standing.ACTIVE, None, 9)
    seat = SeatView(Seat(0), "red", "P0", "Zoé", present=False)
    told = [
        standing(seat, panel, NAMES, INK).plain,
        standing(seat, replace(panel, badges=("king",)), NAMES, INK).plain,
        standing(seat, None, NAMES, INK).plain,
        standing(replace(seat, present=True), panel, NAMES, INK).plain,
        standing(replace(seat, mine=True), panel, NAMES, INK).plain,
        standing(seat, replace(panel, standing=Standing.ABANDONED), NAMES, INK).plain,
    ]
    assert standing(replace(seat, present=True, stand_in="2"), panel, NAMES, INK).plain == "9 bot"
    assert standing(replace(seat, stand_in="2"), panel, NAMES, INK).plain == "9 zzz"
    assert told == ["9 zzz", f"{INK.glyphs.one['king']} king zzz", "zzz", "9", "9", "out"]


def test_what_is_declared_is_told_in_words_alone() -> None:
    chronicle, match = MatchHistory(), match_of(4, 8, 5)
    chronicle.follow(match.play(f"abandon {match.names[1]}", Seat(1)))
    told = entry_line(chronicle.entries[-1], match.names, INK, short=True).plain
    assert told == f"  9 {theme.glyphs('unicode').seat(match.names[1])} {match.names[1]} is out of the game"


def test_what_chance_brings_is_told_in_words_alone() -> None:
    chronicle, match = MatchHistory(), match_of(4, 6, 5, "mediterranee")
    chronicle.follow(match)
    told = [entry_line(entry, match.names, INK, short=True).plain for entry in chronicle.entries if entry.seat < 0]
    assert told[0] == f"    {INK.glyphs.one['dot']} a talon of 20 cards is shuffled"
    assert all(" draws " in line and "draw " not in line and "turn of" not in line for line in told[1:])

"""Offers as lines of the log and as a bar; seats whose holders are away; both languages."""

from __future__ import annotations

from dataclasses import replace

from core.game import Seat
from core.scene import SeatPanel, Standing
from net.view.table_view import OfferKind, OfferView, SeatView
from tests.gallery.fixed_table import match_of, view_of
from tui.i18n import translation
from tui.settings import theme
from tui.table.seat_view import MatchHistory
from tui.widgets.log_lines import OfferLog, entry_line, log_lines
from tui.widgets.offers_bar import offer_words
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
    log = [line.plain for line in log_lines(later, chronicle, INK, short=False, offers=news.lines)]
    assert log.index(f"  ? {TITLES[1]} offers a draw") == 8
    assert log[-1] == f"  {TITLES[0]} declines"


def test_the_bar_counts_the_answers_and_names_who_has_not_answered() -> None:
    assert offer_words(ANSWERED, NAMES) == f"{TITLES[1]} offers a draw (2 of 3 have answered) (to answer: Green)"


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

"""Coming back to a table in text mode: the last few decisions and what was said since, and how to hear the rest."""

from __future__ import annotations

from dataclasses import replace

from net.table.table_notice import MOVED
from net.table.view_builder import TALKS
from net.view.table_view import NegotiationView, NoteLine
from net.wire.invitation import Invitation
from tests.gallery.fixed_table import match_of, view_of
from tui.i18n import translation
from tui.text.table.event_teller import FEW, TALK_OVER, EventTeller

OVER = f"NOTE {TALK_OVER}"


def test_a_long_game_is_told_by_its_end() -> None:
    view = view_of(match_of(3, 40, 7))
    teller = EventTeller()
    said = teller.news(view)
    moves = [line for line in said if line.startswith("MOVE")]
    assert moves == teller.log(FEW)
    assert (
        said[0] == "NOTE 35 decisions came before those that follow: `log 20` tells the last 20, `talk` what was said."
    )
    assert not any(line.startswith("TALK") for line in said), "that was long ago"
    assert teller.news(view) == []
    translation.use("fr")
    assert "`journal 20`" in EventTeller().news(view)[0]


def test_a_short_game_is_told_whole() -> None:
    said = EventTeller().news(view_of(match_of(3, FEW, 7)))
    assert [line.split()[1] for line in said if line.startswith("MOVE")] == ["1", "2", "3", "4", "5"]
    assert not any("came before" in line for line in said)
    assert any(line.startswith("TALK") for line in said)


def test_a_table_that_was_moved_names_the_word_that_goes_after_it() -> None:
    place = str(Invitation("second.example", "club", bytes(16), 1884, b"t" * 16))
    note = NoteLine(3, MOVED, (("host", "second.example:1884"),))
    view = replace(view_of(match_of(3, FEW, 7)), moved=place, notes=(note,))
    said = EventTeller().news(view)
    at = said.index("NOTE The host has moved the table to the broker at second.example:1884.")
    assert said[at + 1] == "NOTE It goes on there, and here no longer: `follow` goes there."
    there = EventTeller().news(replace(view, moved=""))
    assert not any("`follow`" in line for line in there), "who has followed is there"


def test_who_has_come_from_where_the_table_was_moved_waits_for_the_host() -> None:
    place = str(Invitation("second.example", "club", bytes(16), 1884, b"t" * 16))
    note = NoteLine(3, MOVED, (("host", "second.example:1884"),))
    view = replace(view_of(match_of(3, FEW, 7)), moved=place, led_back=True, notes=(note,))
    teller = EventTeller()
    told = [line for line in teller.news(view) if "host" in line]
    assert told[1].startswith("NOTE You have come here from there: you wait here for the host, who has to come too.")
    come = replace(view, moved="", led_back=False)
    assert teller.news(come, turn=False) == ["NOTE The host has said that the table goes on here."]
    assert teller.news(come, turn=False) == []


def test_a_time_to_talk_that_is_over_is_not_told_as_present() -> None:
    note = NoteLine(FEW, TALKS, (("turn", "6"), ("seconds", "30")))
    over = replace(view_of(match_of(3, FEW, 7)), notes=(note,), negotiation=None)
    on = replace(over, negotiation=NegotiationView(None, (), ()))
    assert [sum(line == OVER for line in EventTeller().news(view)) for view in (over, on)] == [1, 0]

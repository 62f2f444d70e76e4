"""Those who look on, at the table: what they say, in a panel of its own, and playing on without them, by words too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.table.line.takeback import SETTLED, UNWATCHED
from net.view.staying_view import StayingView, StayReason
from net.view.table_view import AsideLine, NoteLine, OfferKind, OfferView, Phase, TableView, TalkLine
from tests.core.support import card_game
from tests.tui.support.cards_table import LocalTable
from tests.tui.table.test_missing_players import hold
from tui.i18n.translation import tr
from tui.screens.frame.dialog import ChoiceScreen
from tui.settings.theme import glyphs
from tui.table.seat_view import aside_words
from tui.table.sentences.event_sentences import offer_line
from tui.table.sentences.offer_words import staying_words
from tui.text.table.command_examples import help_lines
from tui.widgets.line_panel import LinePanel
from tui.widgets.offers_bar import offer_words
from tui.widgets.talk_pane import TalkInput

Make = Callable[..., Any]
ROOM = (100, 36)
SAID = (AsideLine("E", "Eve", "[b]nice[/]", 1), AsideLine("F", "Fay", "indeed", 2, mine=True))
OFFER = OfferView("ab", OfferKind.SPECTATORS, Seat(0), (), (), (Seat(1),), text="spectators off")


async def settled(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()
    while any(one.group in {"do", "dialog"} and not one.is_finished for one in pilot.app.workers):
        await pilot.pause()


async def nothing(*_: object) -> None:
    """Say nothing to anybody."""


def shown(app: Any) -> str:  # noqa: ANN401 - an app of the fixture
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def panel(app: Any, name: str) -> str:  # noqa: ANN401 - an app of the fixture
    lines = app.table.query_one(f"#{name}", LinePanel)
    return "\n".join([str(lines.border_title), *(strip.text.rstrip() for strip in lines.lines)])


async def test_who_looks_on_talks_beside_the_table_in_a_panel_of_its_own(make_app: Make) -> None:
    app = make_app(hand=())
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        assert app.table.query_one("#gallery").display
        assert "beside" in app.table.query_one(TalkInput).placeholder
        await settled(pilot, "t", "h", "i", "enter")
        assert app.handle.calls[-1] == ("say", "hi", None)
        await app.handle.put(replace(app.handle.view, gallery=SAID))
        await pilot.pause()
        assert panel(app, "gallery").split("\n") == ["Spectators", "Eve: [b]nice[/]", "Fay: indeed"]
        assert "Eve" not in panel(app, "talk")


async def test_a_player_sees_the_panel_only_where_something_was_said_and_may_mute_it(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        assert not app.table.query_one("#gallery").display
        assert "beside" not in app.table.query_one(TalkInput).placeholder
        await app.handle.put(replace(app.handle.view, gallery=SAID))
        await pilot.pause()
        assert app.table.query_one("#gallery").display
        assert app.table.desk.talkers == {"E": "Eve"}
        app.table.desk.mute("E")
        app.table._show()
        await pilot.pause()
        assert panel(app, "gallery").split("\n") == ["Spectators", "Fay: indeed"]


async def test_whoever_has_no_seat_any_more_hides_nothing_of_their_own(make_app: Make) -> None:
    app = make_app(hand=())
    lines = tuple(TalkLine(0, None, pid, nick, "hm", None, 0) for pid, nick in (("A", "Ann"), ("E", "Eve")))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        app.table.desk.me = "A"
        await app.handle.put(replace(app.handle.view, talk=lines))
        await pilot.pause()
        assert app.table.desk.talkers == {"E": "Eve"}


async def test_playing_on_without_spectators_is_asked_for_by_o(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(app.screen, ChoiceScreen)
        answers = [str(text) for _, text in app.screen._answers]
        await settled(pilot, str(1 + answers.index("Ask to play on without spectators")))
        assert app.handle.calls[-1] == ("offer", OfferKind.SPECTATORS, Seat(0))


async def test_who_has_to_go_is_told_why(make_app: Make) -> None:
    app = make_app(hand=())
    async with app.run_test(size=ROOM) as pilot:
        await app.handle.put(replace(app.handle.view, phase=Phase.CLOSED, notes=(NoteLine(0, UNWATCHED),)))
        await pilot.pause()
        assert "without spectators" in shown(app)


def test_the_offer_says_which_way_it_goes(make_app: Make) -> None:
    view = make_app().handle.view
    names = tuple(seat.name for seat in view.seats)
    for text, words in (("spectators off", "play on without spectators"), ("spectators on", "let others look on")):
        offer = replace(OFFER, text=text)
        assert words in offer_words(offer, names)
        assert words in offer_line(offer, view, glyphs("ascii"))


@pytest.mark.parametrize("word", ["spectators off", "spectateurs non", "Spectateurs"])
async def test_the_text_mode_asks_for_it_and_tells_what_is_said_beside_the_table(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    card_game.install(monkeypatch)
    table = LocalTable(hands=(0,))
    table.view = replace(table.view, gallery=SAID[:1])
    offered: list[OfferKind] = []

    async def offer(kind: OfferKind, seat: Seat, to: int | None = None) -> None:
        del seat, to
        offered.append(kind)

    monkeypatch.setattr(table, "offer", offer, raising=False)
    said = await hold(table, word, "spectators on")
    assert offered == [OfferKind.SPECTATORS]
    assert f"ERROR {tr(SETTLED)}" in said
    assert [line for line in said if "Eve" in line] == ["[watching] Eve: [b]nice[/]"]


def hushed(view: TableView) -> TableView:
    """Give a table of teams in which the first stone lies: its rules close talk."""
    match = Match.new(find("megiddo"), {"players": "4"}).play("C4", Seat(0))
    return replace(view, match=match, terms=(("spectators", "yes"),))


async def test_who_looks_on_is_told_once_that_the_players_read_it_later(make_app: Make) -> None:
    view = make_app(hand=()).handle.view
    assert aside_words(view) == ""
    told = aside_words(hushed(view))
    assert told == "The rules close talk now: the players read what you say here once talk is open again."
    assert aside_words(replace(hushed(view), gallery=(AsideLine("F", "Fay", "a", 1, mine=True),))) == told
    assert aside_words(replace(hushed(view), gallery=(AsideLine("F", "Fay", "a", 1, mine=True, kept=True),))) == ""
    assert aside_words(replace(hushed(view), terms=(("spectators", "quiet"),))) == ""
    assert aside_words(hushed(make_app(hand=(0,)).handle.view)) == ""
    app = make_app(Match.new(find("megiddo"), {"players": "4"}).play("C4", Seat(0)), hand=())
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        await app.handle.put(replace(app.handle.view, terms=(("spectators", "yes"),)))
        await settled(pilot, "t", "h", "i", "enter")
        assert app.handle.calls[-1] == ("say", "hi", None)
        assert [one.message for one in app._notifications] == [told]


async def test_the_text_mode_tells_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)
    table = LocalTable(hands=())
    table.view = hushed(table.view)
    monkeypatch.setattr(table, "say", nothing, raising=False)
    said = await hold(table, "say take D4")
    assert f"NOTE {aside_words(table.view)}" in said


STAYING = (StayingView("C", "Cleo", StayReason.HELD), StayingView("H", "Hugo", StayReason.HOST))
HELD_ONE = "Whoever held a seat goes on seeing the game: Cleo."
HOST_TOO = "Whoever opened the table goes on seeing the game: Hugo."


def test_the_question_says_who_goes_on_seeing_the_game(make_app: Make) -> None:
    view = replace(make_app().handle.view, staying=STAYING)
    assert staying_words(OFFER, view) == (HELD_ONE, HOST_TOO)
    assert staying_words(replace(OFFER, text="spectators on"), view) == ()
    assert f"{HELD_ONE} {HOST_TOO}" in offer_line(OFFER, view, glyphs("ascii"))


async def test_the_bar_says_so_beside_the_keys(make_app: Make) -> None:
    app = make_app(hand=(1,))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.handle.put(replace(app.handle.view, offers=(OFFER,), staying=STAYING))
        await pilot.pause()
        assert all(told in shown(app) for told in (HELD_ONE, HOST_TOO, "y: agree"))


async def test_the_line_to_talk_with_is_closed_to_who_is_shut_out(make_app: Make) -> None:
    app = make_app(hand=())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        line, watched = app.table.query_one(TalkInput), app.handle.view
        assert "t Talk" in shown(app)
        await pilot.press("t", *"good evening")
        await app.handle.put(replace(watched, phase=Phase.CLOSED, watched=False, notes=(NoteLine(0, UNWATCHED),)))
        await pilot.pause()
        assert "Talk is closed to you" in shown(app)
        assert all(told not in shown(app) for told in ("t Talk", "good evening", "Talk to the table"))
        await pilot.click(line)
        await pilot.press("t", "h", "i", "enter")
        assert not line.has_focus
        assert line.value == ""
        assert tr(UNWATCHED) in [one.message for one in app._notifications]
        assert not [call for call in app.handle.calls if call[0] == "say"]
        await pilot.press("question_mark")
        await pilot.pause()
        assert "table.talk" not in [key.id for key in app.screen._table]
        await pilot.press("escape")
        await app.handle.put(watched)
        await pilot.pause()
        assert "t Talk" in shown(app)
        assert line.value == "good evening", "what was half said is there again"


def test_the_help_of_the_text_mode_offers_no_talk_to_who_is_not_heard(make_app: Make) -> None:
    view, talks = make_app(hand=()).handle.view, ("say ", "propose ", "accept ")
    shut_out = replace(view, phase=Phase.CLOSED, watched=False, notes=(NoteLine(0, UNWATCHED),))
    assert sum(line.startswith(talks) for line in help_lines(view)) == len(talks)
    assert not [line for line in help_lines(shut_out) if line.startswith(talks)]


async def test_who_stays_without_a_seat_watches_and_has_no_line_to_talk_with(make_app: Make) -> None:
    app = make_app(hand=())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("t")
        await app.handle.put(replace(app.handle.view, watched=False))
        await pilot.pause()
        assert "you watch" in shown(app)
        assert app.table.board.has_focus
        assert "Talk is closed to you" in shown(app)
        await pilot.press("t")
        assert not app.table.query_one(TalkInput).has_focus
        await pilot.press("colon")
        assert " Move " not in shown(app), "the bar shows no key for moves"
        assert "only those who hold a seat decide" in list(app._notifications)[-1].message
        assert "only those who hold a seat talk" in " ".join(one.message for one in app._notifications)

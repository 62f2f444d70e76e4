"""The ledger of pacts at a table: the key that shows it, its words in both languages, the end card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from textual.app import App

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import Phase, TalkLine
from tui.i18n import translation
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.table.end_card import end_text
from tui.screens.table.pact_screen import PactsScreen
from tui.settings import keymap, theme
from tui.table.diplomacy import PactLog, following, pact_line, pacts_of, topic_keys
from tui.table.seat_view import MatchHistory
from tui.text.table.pact_teller import pact_lines
from tui.widgets.line_panel import LinePanel
from tui.widgets.text_style import TextStyle

Make = Callable[..., Any]
INK = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))


def line(ply: int, seat: int, *act: str) -> TalkLine:
    """Give what a seat said by template."""
    return TalkLine(ply, Seat(seat), f"P{seat}", "Somebody", "", act, 0, ply)


TALK = (
    line(0, 0, "propose", "truce", "blue", "20"),
    line(0, 1, "accept", "truce", "red"),
    line(0, 1, "propose", "joint-attack", "red", "green", "9"),
    line(1, 0, "accept", "blue"),
    line(1, 3, "propose", "spare", "yellow", "a9"),
    line(1, 2, "accept", "spare", "green"),
)


def shown(app: App[None]) -> str:
    """Give the characters on the screen."""
    return "\n".join("".join(part.text for part in row) for row in app.screen._compositor.render_strips())


def killing() -> Match:
    """Give a match where red has killed a piece of blue's."""
    living = {"a1": "red C", "i1": "blue C", "i9": "yellow C", "a9": "green C", "c3": "red M", "c5": "blue A"}
    match = Match.at_position(find("djambi"), {"options": {"players": "4"}, "turn": "red", "living": living})
    return match.play("Mc3xc5>f6")


async def test_the_key_shows_the_ledger_and_goes_back(make_app: Make) -> None:
    app = make_app(killing(), hand=(0,))
    open_one = line(1, 0, "propose", "truce", "green")
    app.handle.view = replace(app.handle.view, talk=(*TALK, open_one))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("D")
        await pilot.pause()
        assert isinstance(app.screen, PactsScreen)
        rows = [" ".join(row.strip(" │▇▆▅▄▃▂▁█").split()) for row in shown(app).splitlines()]
        assert "Proposed, without an answer yet since until" in rows
        assert "● Red → ▲ Green truce 2" in rows
        at = rows.index("Broken or taken back")
        assert rows[at - 4 : at - 1] == [
            "In force",
            "■ Blue · ● Red attack on green together 2 9",
            "◆ Yellow → ▲ Green sparing the piece on a9 2",
        ]
        assert rows[at + 1 : at + 3] == ["● Red · ■ Blue truce 1 20", "broken by red in turn 1"]
        assert "d answers what was proposed to you." not in rows
        assert pact_lines(app.handle.view)[-1] == "PACT Red: Green, a truce? (proposed, without an answer yet)"
        await pilot.press("j", "k", "D")
        await pilot.pause()
        assert app.screen is app.table


async def test_what_was_proposed_to_one_is_answered_from_there(make_app: Make) -> None:
    app = make_app(killing(), hand=(3,))
    app.handle.view = replace(app.handle.view, talk=(*TALK, line(1, 0, "propose", "truce", "green")))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("D")
        await pilot.pause()
        assert "d answers what was proposed to you." in shown(app)
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(app.screen, ChoiceScreen)
        await pilot.press("a")
        await pilot.pause()
        assert app.handle.calls == [("say", "Red, I agree to a truce.", Seat(3))]


def test_a_key_stays_with_its_proposal_while_others_come_and_go(make_app: Make) -> None:
    view = make_app(killing(), hand=(3,)).handle.view

    def keys(*talk: TalkLine) -> dict[str, str]:
        said = replace(view, talk=talk)
        answers = following(said, Seat(3), ())[1]
        return dict(zip([text for text, _ in answers], topic_keys(said, Seat(3), answers, ("d",)), strict=True))

    first, second = line(1, 0, "propose", "truce", "green"), line(1, 1, "propose", "truce", "green", "20")
    none, one, both = keys(), keys(first), keys(first, second)
    answered = keys(first, second, line(1, 3, "accept", "truce", "red", "-"))
    assert none["threaten"] == one["threaten"] == both["threaten"] == "5"
    assert one["accept truce red -"] == both["accept truce red -"] == "a"
    assert both["accept truce blue 20"] == answered["accept truce blue 20"] == "c"
    assert both["refuse truce blue 20"] == answered["refuse truce blue 20"] == "e"
    assert "accept truce red -" not in answered
    again = keys(*(replace(first, seq=at) for at in range(30)), second)
    assert len(set(again.values())) == len(again)


@pytest.fixture(autouse=True)
def first_keys() -> Iterator[None]:
    """Give every key its own meaning again."""
    yield
    keymap.adopt({})


@pytest.mark.parametrize(("key", "own"), [("d", {}), ("b", {"table.diplomacy": "b"})])
def test_the_key_that_asks_what_to_say_answers_nothing(make_app: Make, key: str, own: dict[str, str]) -> None:
    view = make_app(killing(), hand=(3,)).handle.view
    keymap.adopt(own)
    found = ""
    for many in range(1, 24):
        asked = tuple(line(1, 0, "propose", "truce", "green", str(20 + at)) for at in range(many))
        said = replace(view, talk=tuple(replace(one, seq=at) for at, one in enumerate(asked)))
        found += topic_keys(said, Seat(3), following(said, Seat(3), ())[1], keymap.pressed("table.diplomacy"))
    assert key not in found
    assert {"a", "z"} < set(found)


async def test_a_yes_to_what_is_gone_meanwhile_is_not_said(make_app: Make) -> None:
    app = make_app(killing(), hand=(3,))
    asked = line(1, 0, "propose", "truce", "green")
    app.handle.view = replace(app.handle.view, talk=(asked,))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await pilot.pause()
        app.handle.view = replace(app.handle.view, talk=(asked, line(1, 0, "refuse", "truce", "green")))
        await pilot.press("a")
        await pilot.pause()
        await pilot.pause()
        assert app.handle.calls == []
        told = [toast.message for toast in app._notifications]
        assert told == ["Nothing is proposed to you that you could agree to now."]


async def test_where_nobody_promised_anything_it_says_so(make_app: Make) -> None:
    app = make_app(killing(), hand=())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("D")
        await pilot.pause()
        assert "Nobody has promised anybody anything here." in shown(app)
        await pilot.press("escape")


def test_both_languages_tell_it(make_app: Make) -> None:
    view = replace(make_app(killing()).handle.view, talk=TALK)
    names = tuple(seat.name for seat in view.seats)
    told = [pact_line(pact, names) for pact in pacts_of(view)]
    assert told == [
        "Blue and red: an attack on green together before turn 9 (in force since turn 2).",
        "Yellow to green: sparing the piece on a9 (in force since turn 2).",
        "Red and blue: a truce until turn 20 (broken by red in turn 1).",
    ]
    with translation.speaking("fr"):
        assert len({pact_line(pact, names) for pact in pacts_of(view)}) == 3


def test_the_end_card_remembers(make_app: Make) -> None:
    match = killing().play("abandon blue", Seat(1)).play("abandon yellow", Seat(2)).play("abandon green", Seat(3))
    view = replace(make_app(match).handle.view, talk=TALK, phase=Phase.OVER)
    told = end_text(view, INK).plain
    assert "3 promises, 1 kept, 1 broken: r tells all" in told
    more = (line(2, 0, "propose", "truce"), *(line(2, seat, "accept", "truce", "red") for seat in (1, 2, 3)))
    assert "6 promises, 4 kept, 1 broken: r tells all" in end_text(replace(view, talk=(*TALK, *more)), INK).plain
    assert "promise" not in end_text(replace(view, talk=()), INK).plain


def test_the_first_look_tells_nothing_and_every_change_is_told_once(make_app: Make) -> None:
    before = killing().undo()
    view = replace(make_app(before).handle.view, talk=TALK[:1])
    news, chronicle = PactLog(), MatchHistory()

    def look(match: Match, talk: tuple[TalkLine, ...]) -> list[str]:
        chronicle.follow(match)
        return [told for _, told in news.news(replace(view, match=match, talk=talk), chronicle)]

    assert look(before, TALK[:1]) == []
    assert look(before, TALK[:2]) == ["Red and blue: a truce until turn 20 (in force since turn 1)."]
    assert look(before, TALK[:2]) == []
    assert look(killing(), TALK[:2]) == ["Red and blue: a truce until turn 20 (broken by red in turn 1)."]
    assert look(killing(), TALK[:2]) == []
    assert PactLog().news(replace(view, match=None), chronicle) == []


async def test_a_broken_word_is_told_at_once(make_app: Make) -> None:
    app = make_app(killing().undo(), hand=(0,))
    app.handle.view = replace(app.handle.view, talk=TALK[:2])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not app._notifications
        await app.handle.play(Seat(0), "Mc3xc5>f6")
        await pilot.pause()
        await pilot.pause()
        told = [(toast.message, toast.severity) for toast in app._notifications]
        assert told == [("Red and blue: a truce until turn 20 (broken by red in turn 1).", "warning")]
        log = " ".join(row.text.strip() for row in app.screen.query_one("#log", LinePanel).lines)
        assert log.index("a truce until turn 20. ") < log.index("Mc3xc5>f6") < log.index("(broken by red in turn 1).")

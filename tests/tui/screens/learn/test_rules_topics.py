"""F1 opens the rules at what is under the cursor: every topic of every game is found in both texts."""

from __future__ import annotations

import pytest
from textual.containers import VerticalScroll

from core.games import find, names
from core.option import settle
from core.study.lesson import lessons
from tests.gallery.fixed_table import FixedTableApp, match_of
from tests.tui.support.journey import shown
from tui.i18n.translation import LANGUAGES
from tui.screens.learn.lesson_screen import LessonScreen
from tui.screens.learn.rules_page import Page
from tui.screens.learn.rules_screen import HERE, RulesScreen, rules_text
from tui.study.lessons.rules_text import opening, split_rules, topic, topics

KNOWN = [game for game in names() if topics(game)]


def test_all_four_games_have_topics() -> None:
    assert {"djambi", "epaminondas", "mediterranee", "megiddo"} <= set(KNOWN)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", KNOWN)
def test_every_topic_is_one_line_of_the_rules(game: str, language: str) -> None:
    lines = rules_text(game, language).splitlines()
    assert topics(game)
    for begins in (told[language] for told in topics(game).values()):
        assert len([line for line in lines if line.startswith(begins)]) == 1, begins


@pytest.mark.parametrize("game", KNOWN)
def test_whatever_the_cursor_is_on_has_its_place(game: str) -> None:
    scenes = [find(game).start(settle(find(game), {})).scene(), match_of(4, 24, 5, game).state.scene()]
    for scene in scenes:
        for cell in scene.cells:
            assert topic(scene, cell.spot) in topics(game)
            assert opening(game, scene, cell.spot, "fr")
    assert opening(game, scenes[0], None, "fr") == ""


def test_topics_of_djambi() -> None:
    state = find("djambi").setup(
        {"living": {"a1": "red C", "e5": "blue C", "a9": "green C", "i9": "yellow C"}, "corpses": ["d4"]}
    )
    scene = state.scene()
    assert [topic(scene, spot) for spot in ("a1", "e5", "d4", "b2")] == ["C", "power", "corpse", "empty"]
    six = find("djambi").start(settle(find("djambi"), {"players": "6"})).scene()
    assert "fortress" in {topic(six, cell.spot) for cell in six.cells}


def test_a_text_is_parted_once() -> None:
    assert split_rules("a\nb\nb", "b") == ("a\n", "b\nb")
    assert split_rules("a\nb", "c") == ("a\nb", "")
    assert split_rules("a\nb", "") == ("a\nb", "")


async def test_f1_opens_the_page_there() -> None:
    app = FixedTableApp(LessonScreen("djambi", 4))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        screen._board.move_to("a2")
        await pilot.press("f1")
        page = app.screen
        assert isinstance(page, RulesScreen)
        await app.workers.wait_for_complete()
        for _ in range(3):
            await pilot.pause()
        here = page.query_one(f"#{HERE}", Page)
        assert here.source.startswith("* **Reporter**")
        scroll = page.query_one(VerticalScroll)
        assert scroll.scroll_y > 20
        assert abs(here.region.y - scroll.region.y) <= 2


@pytest.mark.parametrize("game", KNOWN)
def test_what_a_lesson_teaches_has_its_place(game: str) -> None:
    assert {one.topic for one in lessons(game) if one.topic} <= topics(game).keys()


@pytest.mark.parametrize(("number", "begins"), [(4, "## Combats"), (5, "## Combats"), (7, "### A capital occupied")])
async def test_in_a_lesson_f1_opens_the_page_at_what_it_teaches(number: int, begins: str) -> None:
    app = FixedTableApp(LessonScreen("mediterranee", number))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        page = app.screen
        await app.workers.wait_for_complete()
        for _ in range(3):
            await pilot.pause()
        assert page.query_one(f"#{HERE}", Page).source.startswith(begins)


async def test_without_a_place_the_page_opens_at_its_top() -> None:
    app = FixedTableApp(RulesScreen("megiddo", "## Nowhere"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not app.screen.query(f"#{HERE}")
        assert app.screen.query_one(VerticalScroll).scroll_y == 0


async def test_the_page_tells_how_it_is_left_and_a_click_beside_it_closes_it() -> None:
    app = FixedTableApp(RulesScreen("megiddo"))
    async with app.run_test(size=(160, 50)) as pilot:
        await pilot.pause()
        assert "Arrows scroll, Esc or a click beside closes" in shown(app)
        await pilot.click(VerticalScroll)
        assert isinstance(app.screen, RulesScreen)
        await pilot.click(offset=(2, 2))
        await pilot.pause()
        assert not isinstance(app.screen, RulesScreen)


async def test_the_blank_leafs_through_the_page() -> None:
    app = FixedTableApp(RulesScreen("megiddo"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        scroll = app.screen.query_one(VerticalScroll)
        await pilot.press("space")
        await pilot.pause()
        assert scroll.scroll_y >= scroll.size.height - 1


async def test_a_click_on_the_border_that_names_the_next_rules_shows_them() -> None:
    app = FixedTableApp(RulesScreen())
    async with app.run_test(size=(100, 40)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        scroll = app.screen.query_one(VerticalScroll)
        before = scroll.border_subtitle
        assert before is not None
        assert "Tab: Epaminondas" in before
        await pilot.click(VerticalScroll, offset=(scroll.region.width - 12, scroll.region.height - 1))
        await pilot.pause()
        assert "Tab: " in str(scroll.border_subtitle)
        assert scroll.border_subtitle != before
        await pilot.click(VerticalScroll, offset=(20, 10))
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        await pilot.click(offset=(0, 20))
        await pilot.pause()
        assert not isinstance(app.screen, RulesScreen)


async def test_the_games_stand_above_the_page_and_a_click_on_one_shows_its_rules() -> None:
    app = FixedTableApp(RulesScreen())
    async with app.run_test(size=(100, 40)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        scroll = app.screen.query_one(VerticalScroll)
        above = "Djambi   Epaminondas  Méditerranée  Megiddo"
        assert above in "".join(strip.text for strip in [app.screen._compositor.render_strips()[1]])
        column = scroll.region.x + 4 + above.index("Megiddo")
        await pilot.click(offset=(column, scroll.region.y))
        await pilot.pause()
        assert "Tab: Djambi" in str(scroll.border_subtitle)
        assert "[reverse] Megiddo " in str(scroll.border_title)

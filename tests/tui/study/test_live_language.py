"""Another language is spoken at once on everything that is open, one screen upon the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.app import App
from textual.screen import Screen

from tests.gallery.fixed_table import FixedTable, match_of, view_of
from tui.app.app import ParleyApp
from tui.i18n import translation
from tui.screens.learn.lesson_screen import LessonScreen
from tui.screens.learn.rules_screen import RulesScreen
from tui.screens.replay.replay_screen import ReplayScreen
from tui.screens.table.table_screen import TableScreen
from tui.study.game_library import open_story


def shown(app: App[Any]) -> str:
    return "\n".join("".join(part.text for part in strip) for strip in app.screen._compositor.render_strips())


async def test_whatever_is_open_is_said_anew(djambi: Path) -> None:
    app = ParleyApp()
    layers: dict[str, tuple[Screen[Any], str, str]] = {
        "lesson": (LessonScreen("djambi", 1), "The militant", "Le militant"),
        "replay": (ReplayScreen(open_story(str(djambi)), ply=3), "Yellow", "Jaune"),
        "table": (TableScreen(FixedTable(view_of(match_of(2, 6, 5, "epaminondas")))), "White", "Blanc"),
        "rules": (RulesScreen("djambi"), "The pieces", "Les pièces"),
    }
    async with app.run_test(size=(100, 60)) as pilot:
        for screen, _, _ in layers.values():
            await app.push_screen(screen)
            await pilot.pause()
        english, french = layers["rules"][1:]
        for language, here, gone in (("fr", french, english), ("en", english, french)):
            app.use_language(language, keep=False)
            await app.workers.wait_for_complete([worker for worker in app.workers if worker.group == "page"])
            for _ in range(3):
                await pilot.pause()
            told = shown(app)
            assert here in told
            assert gone not in told
        app.use_language("fr", keep=False)
        for name in reversed(layers):
            for _ in range(3):
                await pilot.pause()
            assert layers[name][2] in shown(app), name
            assert layers[name][1] not in shown(app), name
            app.pop_screen()
    assert translation.language() == "fr"

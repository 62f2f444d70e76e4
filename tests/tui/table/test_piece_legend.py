"""The legend of pieces: each kind that stands on the board, in the words of the rules, and only where there is room."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from core.games import find, names
from core.match.match import Match
from tests.tui.support.journey import Make, settled, shown
from tui.app.table_actions import legend_lines
from tui.i18n import translation
from tui.table.piece_legend import figures_told, legend


@pytest.mark.parametrize("language", translation.LANGUAGES)
def test_every_kind_of_piece_is_told_and_what_it_does(language: str) -> None:
    djambi = legend("djambi", language)
    assert [name[0] for name, _ in djambi] == list("CARPNM")
    assert all(does and all(does) for _, does in djambi)
    kinds = [name.split()[1][0] for name, _ in legend("mediterranee", language)]
    assert kinds == {"en": list("ECIB"), "fr": list("ECFB")}[language]


def test_a_line_that_goes_on_is_whole_and_several_columns_have_their_heads() -> None:
    assert dict(legend("djambi", "fr"))["C chef"] == ("sa mort vous élimine\u00a0; lui seul tient le pouvoir",)
    assert dict(legend("mediterranee", "en"))["cavalry C"] == (
        "goes 1 or 2 by land",
        "in a combat lowest of two cards doubled",
    )
    assert legend("djambi", "eo") == legend("djambi", "en")


def test_pieces_that_are_all_alike_need_no_legend() -> None:
    assert {game for game in names() if legend(game, "en")} == {"djambi", "mediterranee"}


@pytest.mark.parametrize(
    ("size", "there"), [((160, 50), True), ((160, 30), False), ((80, 50), False), ((80, 24), False)]
)
async def test_the_legend_is_shown_where_there_is_room(make_app: Make, size: tuple[int, int], *, there: bool) -> None:
    app = make_app()
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert ("N necromobile  moves the dead" in shown(app)) == there
        assert app.table.query_one("#legend", Static).region.area > 0 or not there


async def test_a_game_without_kinds_has_no_legend_at_the_table(make_app: Make) -> None:
    app = make_app(Match.new(find("epaminondas"), {}), hand=(0, 1))
    async with app.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        assert "Pieces" not in shown(app)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("megiddo", "Beside a name: pts are a player's points, × the stones that they have captured."),
        ("mediterranee", "Beside a name: p are a player's pieces, c their cards."),
        ("djambi", ""),
        ("epaminondas", ""),
    ],
)
async def test_the_marks_beside_the_names_are_told_by_the_keys_the_legend_and_the_panel(
    make_app: Make, game: str, told: str
) -> None:
    app = make_app(Match.new(find(game), {}), hand=(0, 1))
    async with app.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        assert figures_told(app.table.desk.scene) == told
        panel = str(app.table.query_one("#legend", Static).content)
        assert ("Beside a name" in panel) == bool(told)
        assert told in panel
        assert app.table.query_one("#legend", Static).display or not told
        assert [line for line in legend_lines(app.table) if line.startswith("Beside")] == ([told] if told else [])
        await pilot.press("question_mark")
        await settled(pilot)
        card = str(app.screen.query_one(Static).content)
        assert "After a name: zzz" in card
        assert ("Beside a name" in card) == bool(told)
        assert told in card

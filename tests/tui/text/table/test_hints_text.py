"""Hints line by line: asked for in either language, refused where others play; a transcript of one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.gallery.fixed_table import FixedTable
from tests.tui.text.table.test_threats_text import line_of_five, talk_at
from tui.i18n import translation

HERE = "parley://memory/solo#AAECAwQFBgcICQoLDA0ODw"


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        ("en", "hint", "ERROR There are no hints where others play, only at a table that is on this machine alone."),
        ("en", "conseil", "ERROR There are no hints where others play"),
    ],
)
async def test_no_hint_where_others_play(language: str, asked: str, told: str) -> None:
    translation.use(language)
    talk, said = talk_at(line_of_five(1))
    talk.tell_news()
    await talk.obey(asked)
    assert any(line.startswith(told) for line in said)


async def test_a_hint_is_told_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    translation.use("en")
    monkeypatch.setattr(FixedTable, "invitation", HERE)
    view = line_of_five(1)
    talk, said = talk_at(replace(view, seats=tuple(replace(seat, pid="P1") for seat in view.seats)))
    talk.tell_news()
    said.clear()
    await talk.obey("hint")
    told = [line for line in said if not line.startswith("NOTE looking")]
    assert len(told) == 1
    assert told[0].startswith("HINT A6 (")
    assert "averts this: Red can fill the line A on A6; then " in told[0]

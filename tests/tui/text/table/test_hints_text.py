"""Hints line by line: asked for in either language, refused where others play; a transcript of one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.bots.bot import Look, Thought
from core.game import Seat
from core.study.reason import reason
from net.view.table_view import Phase
from tests.gallery.fixed_table import FixedTable, view_of
from tests.tui.table.test_own_word import KILLS, TRUCE
from tests.tui.table.test_pact_ledger import killing
from tests.tui.text.table.test_threats_text import line_of_five, talk_at
from tui.i18n import translation
from tui.table.hint import Hint

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
    assert "averts a threat: Red can fill the line A on A6; expected after it: " in told[0]


async def test_a_hint_that_breaks_a_word_says_so_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    translation.use("en")
    monkeypatch.setattr(FixedTable, "invitation", HERE)
    match = killing().undo()
    view = view_of(match)
    talk, said = talk_at(replace(view, talk=TRUCE, seats=tuple(replace(seat, pid="P1") for seat in view.seats)))
    look = Look(match.state.parse(Seat(0), KILLS), 0.5, ())

    async def found() -> Hint:
        return Hint(Seat(0), match.log, (reason(match, Seat(0), Thought(look.action, (look,), 1), 0),))

    monkeypatch.setattr(talk, "_looked_for", found)
    talk.tell_news()
    await talk.obey("hint")
    hint = next(at for at, line in enumerate(said) if line.startswith(f"HINT {KILLS} (50 % to win)"))
    assert said[hint - 1] == f"PACT {KILLS} breaks your word to blue."


async def test_after_the_end_no_move_is_due() -> None:
    translation.use("en")
    match = killing()
    for name in ("red", "blue", "green"):
        match = match.play(f"abandon {name}", Seat(match.names.index(name)))
    assert match.state.outcome is not None
    talk, said = talk_at(replace(view_of(match), phase=Phase.OVER))
    talk.tell_news()
    await talk.obey("Mc3-c4")
    assert "ERROR The game is over." in said
    await talk.obey("xyzzy")
    assert said[-1] == "ERROR xyzzy is neither a command nor a move now (The game is over); help lists the commands."

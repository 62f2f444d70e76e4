"""The yardsticks as programs: they answer as the engine does, and choose the same for the same seed."""

from __future__ import annotations

import pytest

from benchmarks.anchor import answer, choice
from tui.bots.engine.engine_session import Desk


@pytest.mark.parametrize(
    ("words", "begin"),
    [(["uct", "20"], "new megiddo target=1 as=0"), (["minimax"], "new epaminondas size=8x8 as=0")],
)
def test_a_yardstick_plays(words: list[str], begin: str) -> None:
    desk, choose = Desk(), choice(words)
    assert answer(desk, begin, choose)["ok"] is True
    first, again = (answer(desk, "go @0 seed=5", choose) for _ in range(2))
    assert first == again
    assert answer(desk, f"play @0 {first['move']}", choose)["text"] == first["move"]
    refused = answer(desk, "play @0 nonsense", choose)
    assert (refused["ok"], isinstance(refused["error"], str)) == (False, True)

"""The engine asked as a program would ask it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

from tui.bots.engine.engine_loop import main
from tui.bots.engine.engine_session import Desk

Ask = Callable[[str], dict[str, Any]]


def answers(data: bytes) -> list[dict[str, Any]]:
    """Run the engine over some bytes."""
    sink = io.StringIO()
    assert main(io.BytesIO(data), sink) == 0
    lines = sink.getvalue().split("\n")
    assert lines.pop() == ""
    return [json.loads(line) for line in lines]


def at_a_desk() -> Ask:
    """Give a desk to talk to."""
    desk = Desk()

    def told(line: str) -> dict[str, Any]:
        return json.loads(json.dumps(desk.answer(line)))  # type: ignore[no-any-return]

    return told

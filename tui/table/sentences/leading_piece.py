"""What a typed action names first, where that is not where pointing at it begins. Pure."""

from __future__ import annotations

import re

from core.fault import sentence
from tui.i18n.translation import tr
from tui.table.move_entry import MoveEntry

LED = sentence(
    "A move typed with a count names its leading piece: {move} is led by the one on {lead}. With a dash it goes from "
    "its rear piece, with which pointing begins too, to where the leading one lands: {typed}."
)


def leading_words(entry: MoveEntry, examples: tuple[str, ...]) -> str:
    """Say of the first of the examples whose text begins with another cell than their path; empty if none does."""
    cells = {cell.spot for cell in entry.state.scene(entry.seat).cells}
    for move in examples:
        path = entry.state.parse(entry.seat, entry.whole(move)).path
        lead = next((spot for spot in cells if re.match(rf"{re.escape(spot)}(?![0-9])", move)), "")
        if lead and path and lead != path[0]:
            return tr(LED, move=move, lead=lead, typed="-".join(path))
    return ""

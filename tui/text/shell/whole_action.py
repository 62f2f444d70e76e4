"""The whole form of an action of which only the cells are typed, or with a wrong sign between them. Pure."""

from __future__ import annotations

from dataclasses import replace

from core.fault import IllegalAction
from tui.i18n.local_letters import spelled
from tui.table.move_entry import WORD, MoveEntry

FROM_AND_TO = 2


def whole_action(entry: MoveEntry, text: str) -> str:
    """Give how an action is written whose first cells `text` names; empty if it is legal, or names no such cells."""
    if not entry.spelt or _is_legal(entry, text):
        return ""
    choice, _ = entry.typed(text)
    if len(choice.prefix) < max(FROM_AND_TO, len(WORD.findall(text)) - 1):
        return ""
    while choice.text is None and choice.targets:
        choice = replace(choice, prefix=(*choice.prefix, choice.targets[-1]))
    return spelled(choice.text or "")


def sister_action(entry: MoveEntry, solution: str) -> str:
    """Give how another action is written that begins with the first two cells of a solution; empty if there is none."""
    action = entry.state.parse(entry.seat, solution)
    if len(action.path) <= FROM_AND_TO:
        return ""
    choice = replace(entry, prefix=tuple(action.path[:FROM_AND_TO]))
    while choice.targets and (choice.text is None or len(choice.prefix) < len(action.path)):
        choice = replace(choice, prefix=(*choice.prefix, choice.targets[-1]))
    text = choice.text or ""
    return "" if text == str(action) else spelled(text)


def _is_legal(entry: MoveEntry, text: str) -> bool:
    try:
        entry.state.play(entry.seat, entry.state.parse(entry.seat, text))
    except IllegalAction:
        return False
    return True

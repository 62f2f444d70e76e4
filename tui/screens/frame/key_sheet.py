"""The sheet of the keys of a screen that is no table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text

from tui.i18n.translation import tr
from tui.screens.frame.dialog import TextDialog
from tui.settings.keymap import cap

if TYPE_CHECKING:
    from tui.settings.keymap import Key
    from tui.widgets.text_style import TextStyle


def key_sheet(keys: Iterable[Key], ink: TextStyle) -> TextDialog:
    """Give the sheet: each key with what it does."""
    rows = [ink.accent(f"{cap(key):<8}") + ink.plain(tr(key.explained)) for key in keys]
    return TextDialog([ink.accent(tr("Keys")), Text(), *rows])

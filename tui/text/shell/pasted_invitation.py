"""An invitation that is pasted into a conversation, perhaps over several lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.i18n.translation import bare, tell, tr
from tui.session.invitations import begins, is_truncated, join_lines, picked
from tui.text.shell.text_menu import JOINS, REST, SAYS, leads_back

if TYPE_CHECKING:
    from tui.text.shell.console import Console


def pasted(line: str, *, heard: bool = True) -> str:
    """Give the invitation with which a line begins, by itself or after `join`; empty if there is none.

    Where nobody would hear what is said, it may stand after `say` too, amid other words.

    >>> pasted("say parley://h/r#0"), pasted("say parley://h/r#0", heard=False)
    ('', 'parley://h/r#0')
    """
    first, _, rest = line.strip().partition(" ")
    ways = {**dict.fromkeys(JOINS, rest), **({} if heard else dict.fromkeys(SAYS, picked(rest)))}
    text = ways.get(bare(first), line)
    return text if begins(text) else ""


async def whole_invitation(console: Console, text: str) -> str:
    """Give an invitation once it is whole: terminals break it over lines. Empty if it is given up."""
    while (why := is_truncated(text)) is not None:
        line = await console.ask(tr(REST, why=tell(why)))
        if not line or leads_back(line):
            return ""
        text += line
    return join_lines(text)

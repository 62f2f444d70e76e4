"""What is said to a visitor whom the door will not know again: how long a seat is theirs, and which ones they lose."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from core.fault import Fault, sentence
from tui.i18n.translation import listed, tr
from tui.settings.visit import Unknown, unknown

STRANGER = {
    Unknown.NO_KEY: sentence(
        "You have brought no SSH key, so nobody will know you when you come again (ssh-keygen makes one). "
        "A seat that you take is yours until this visit ends, and lost then."
    ),
    Unknown.NO_COOKIE: sentence(
        "Your browser keeps no cookie of this page, so nobody will know you when you come again. "
        "A seat that you take is yours until this visit ends, and lost then."
    ),
}
UNTIL_END = sentence("When this visit ends the seat is lost: nobody will know you when you come again.")
LOST = sentence(
    "With this visit you lose your seat at {tables}: nobody will know you when you come again. "
    "Resign there first if nobody is to wait for you."
)


def stranger_words() -> str:
    """Say how long a seat is theirs to a visitor whom nobody will know again; empty for everybody else."""
    why = unknown()
    return tr(STRANGER[why]) if why is not None else ""


def within_visit(told: str) -> str:
    """Say what promises a return, and to a visitor whom nobody will know again for how long it holds."""
    return f"{told} {tr(UNTIL_END)}" if unknown() is not None else told


def lost_seats(root: Path, name: str) -> tuple[str, ...]:
    """Say at which tables a profile loses its seats if the visit ends now; nothing for whoever will be known again."""
    if unknown() is None:
        return ()
    from tui.correspondence.notice import table_name
    from tui.correspondence.own_turns import open_views
    from tui.table.departure import stays
    from tui.table.seat_names import named
    from tui.words.clock_words import now_ms

    with suppress(Fault):  # a journal that cannot be read is told where it is needed
        tables = [table_name(named(view)) for view in open_views(root, name, now_ms()) if stays(view)]
        return (tr(LOST, tables=listed(tables)),) if tables else ()
    return ()

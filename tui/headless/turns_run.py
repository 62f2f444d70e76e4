"""`parley turns`: one look at all open tables of a profile, those where it is one's turn first."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from net.storage.profile import root
from tui.correspondence.own_turns import distinct, open_tables, summary
from tui.headless.event_report import Report
from tui.headless.settlement_run import print_line


@dataclass(frozen=True, slots=True)
class Wish:
    """The profile, and whether JSON is printed: one object a table."""

    profile: str = "default"
    json: bool = False


def run(wish: Wish, where: Path | None = None) -> int:
    """Print the open tables; give 0 if it is one's turn somewhere, else 1. Raises `Fault`."""
    tables = open_tables(where or root(), wish.profile)
    if wish.json:
        report = Report()
        for table in tables:
            fields = {"turn": table.turn, "state": table.state, "left_ms": table.left_ms, "plies": table.plies}
            report.say("table", table=table.tid, title=table.title, invitation=table.invitation, **fields)
    else:
        for table in distinct(tables):
            print_line(f"{'(!)' if table.turn else '   '} {table.line}")
        print_line(summary(tables))
    return 0 if any(table.turn for table in tables) else 1

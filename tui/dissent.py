"""A disagreement of rules, reported: the digest of the position and the whole log, for whoever is to compare them."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from core.digest import digest
from core.fault import sentence
from core.match.record import write
from net.view.table_view import TableView
from tui import archive
from tui.crash import versions

FOLDER = "reports"
DISAGREEMENT_KEPT = sentence(
    "The report is in {path}. It holds all that you know of the game: show it to nobody who still plays it."
)


def report(view: TableView, day: date) -> str:
    """Write down how a table stands: digests, position, refused lines, versions, record. Raises `archive.NotSaved`.

    Two programs that disagree differ in the digest of the position at the first decision that they read differently.
    """
    record = archive.record_of(view, day)
    match = view.match
    assert match is not None
    rows = [
        f"game {match.header.game} rules {match.header.version} table {view.tid} ply {match.ply}",
        f"log {match.digest()} {match.full_digest()}",
        f"position {digest(match.state.encode()).hex()}",
        json.dumps(match.state.to_json(), ensure_ascii=False, sort_keys=True),
        *(f"void {line.ply} {line.seat} {line.text}: {line.template} {dict(line.fields)}" for line in view.voids),
        versions(),
        write(record),
    ]
    return "\n".join(rows)


def save(view: TableView, home: Path, day: date) -> Path:
    """Write the report into the folder of the reports in `home` and give its file; raise `archive.NotSaved`."""
    stem = f"{day.isoformat()}-{view.game}-{view.tid[: archive.NAMED]}"
    return archive.put(home / FOLDER, stem, report(view, day).encode(), ".txt")

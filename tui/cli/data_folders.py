"""`parley where`: list the folders and files in which Parley keeps data on this machine, as lines or as JSON."""

from __future__ import annotations

import json as notation
import sys
from pathlib import Path

from core.fault import sentence
from tui.cli.shared_options import Json, Profile
from tui.i18n.translation import tr
from tui.records import log_files
from tui.settings.settings import USUAL, home, settings_path

NOTHING = sentence("nothing yet")
LABELS = {
    "home": sentence("everything"),
    "settings": sentence("settings"),
    "key": sentence("key"),
    "journal": sentence("journal"),
    "records": sentence("records"),
    "themes": sentence("themes"),
    "logs": sentence("logs"),
    "hosts": sentence("rooms hosted here"),
    "door": sentence("doors"),
    "visitors": sentence("visitors by browser"),
    "libraries": sentence("libraries"),
}
"""The kinds of data, in the order in which they are listed."""


def places(profile: str = USUAL) -> dict[str, Path]:
    """Give the path of each kind of data, whether it exists or not."""
    from tui.bootstrap import virtual_environment
    from tui.cli.door import ssh_homes, visitors
    from tui.records import archive
    from tui.settings import user_files

    where = home()
    folder = where / "profiles" / profile
    return {
        "home": where,
        "settings": settings_path(profile),
        "key": folder / "identity.key",
        "journal": folder / "journal.db",
        "records": archive.folder(),
        "themes": where / user_files.THEMES,
        "logs": log_files.folder(),
        "hosts": where / "hosts",
        "door": where / ssh_homes.FOLDER,
        "visitors": where / visitors.FOLDER,
        "libraries": virtual_environment.home(),
    }


def where(*, json: Json = False, profile: Profile = USUAL) -> int:
    """Print where settings, keys, journals, records and logs are kept on this machine."""
    found = places(profile)
    if json:
        sys.stdout.write(notation.dumps({name: str(path) for name, path in found.items()}, ensure_ascii=False) + "\n")
        return 0
    labels = {name: tr(LABELS[name]) for name in found}
    wide = max(map(len, labels.values()))
    for name, path in found.items():
        missing = "" if path.exists() else f"  ({tr(NOTHING)})"
        sys.stdout.write(f"{labels[name]:<{wide}}  {path}{missing}\n")
    return 0

"""What is kept of an error of our own, for whoever mends it."""

from __future__ import annotations

import traceback
from contextlib import suppress
from pathlib import Path


def keep_story(folder: Path) -> tuple[str, Path]:
    """Write the traceback of the error being handled to a file in `folder`; give its last line and the file."""
    path = folder / "crash.txt"
    story = traceback.format_exc()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(story, "utf-8")
    return story.strip().splitlines()[-1], path

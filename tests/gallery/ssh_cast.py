"""Record a visit by SSH as an asciicast (version 2): `python -m tests.gallery.ssh_cast FILE`.

A door is opened, a visitor comes with an SSH client's library, types what stands in `VISIT`, and all that their
terminal is sent is written down with the time at which it came. Nothing is drawn afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tests.system.support.ssh_door import SIZE, Door, SshVisitor, new_key, opened

LEFT, UP, DOWN, ENTER = "\x1b[D", "\x1b[A", "\x1b[B", "\r"
VISIT = (
    *("", "Alba", ENTER, "n", "\x13", "a", "a", "a"),
    *(LEFT, LEFT, DOWN, DOWN, ENTER, UP, UP, ENTER, "", "", "\x11"),
)
"""What is typed: a name, a new table, bots for the other seats, a move, the end."""
TYPED_SECONDS, READ_SECONDS = 0.12, 1.6
"""Between two keys, and after each of `VISIT`."""
DIGITS = 3


class Recording:
    """What a terminal was sent, and when."""

    def __init__(self) -> None:
        """Begin now."""
        self._began = time.monotonic()
        self._rest = b""
        self.lines: list[str] = []

    def note(self, said: bytes) -> None:
        """Write down what has just come, in whole letters."""
        whole = self._rest + said
        text = whole.decode("utf-8", "ignore")
        self._rest = whole[len(text.encode()) :]
        at = round(time.monotonic() - self._began, DIGITS)
        self.lines.append(json.dumps([at, "o", text], ensure_ascii=False))

    def written(self, title: str) -> str:
        """Give the cast."""
        head = {"version": 2, "width": SIZE[0], "height": SIZE[1], "title": title, "env": {"TERM": "xterm-256color"}}
        return "\n".join([json.dumps(head), *self.lines]) + "\n"


async def watched(visitor: SshVisitor, recording: Recording, seconds: float) -> bool:
    """Write down what comes within some seconds; tell whether the visit goes on."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        with suppress(TimeoutError):
            said = await asyncio.wait_for(visitor.process.stdout.read(65_536), left)
            if not said:
                return False
            recording.note(said)
            visitor.page.paint(said.decode("utf-8", "replace"))
    return True


async def recorded(door: Door) -> Recording:
    """Come to the door, do what the visit is, and give what was shown."""
    recording = Recording()
    command = f"$ ssh -p {door.port} play.example.net\r\n"
    recording.note(command.replace(str(door.port), "2222").encode())
    async with SshVisitor(door, new_key()) as visitor:
        for keys in VISIT:
            for one in [keys] if keys in {LEFT, UP, DOWN} else keys:
                visitor.press(one)
                await watched(visitor, recording, TYPED_SECONDS)
            if not await watched(visitor, recording, READ_SECONDS):
                break
    recording.note(b"$ \r\n")
    return recording


def main() -> None:
    """Record into the file that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder), "--name", "Nora") as door:
        recording = asyncio.run(recorded(door))
        title = "A visit to a table of Parley by SSH"
        given.file.write_text(recording.written(title), encoding="utf-8")


if __name__ == "__main__":
    main()

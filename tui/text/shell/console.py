"""The console of the text mode: it reads lines without blocking anything else, and prints lines."""

from __future__ import annotations

import asyncio
import codecs
import locale
import os
import threading
import unicodedata
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol, TextIO

from tui.i18n.translation import bare
from tui.text.shell.text_menu import HELPS

CHUNK = 65536
KEPT = 200
"""How many lines back `repeat` can reach."""

_SHOWN = "●■▲◆★✚·†«»’–—→−×"
_INSTEAD = 'o#^v*+-+""\'-->-x'
_ASCII = str.maketrans({**dict(zip(_SHOWN, _INSTEAD, strict=True)), "…": "...", "œ": "oe"})


class Source(Protocol):
    """A source of lines. One that somebody types has `live`."""

    async def line(self) -> str | None:
        """Wait for the next line, without its line end; None once there are no more."""
        ...


class Script:
    """Lines known beforehand."""

    live = False

    def __init__(self, lines: Iterable[str]) -> None:
        """Keep the lines."""
        self._lines = deque(lines)

    async def line(self) -> str | None:
        """Give the next line, after yielding to other tasks."""
        await asyncio.sleep(0)
        return self._lines.popleft() if self._lines else None


class Descriptor:
    """The lines of a file descriptor, read by a thread that nothing waits for at the end."""

    def __init__(self, descriptor: int, encoding: str = "utf-8") -> None:
        """Begin to read in the running loop."""
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self.live = os.isatty(descriptor)
        self._ended = False
        thread = threading.Thread(target=self._read, args=(descriptor, encoding), name="standard input", daemon=True)
        thread.start()

    async def line(self) -> str | None:
        """Wait for the next line; None at the end of input."""
        if self._ended:
            return None
        found = await self._queue.get()
        self._ended = found is None
        return found

    def _read(self, descriptor: int, encoding: str) -> None:
        decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        rest = ""
        while True:
            try:
                chunk = os.read(descriptor, CHUNK)
            except OSError:
                chunk = b""
            *lines, rest = (rest + decoder.decode(chunk, final=not chunk)).split("\n")
            if not chunk and rest:
                lines.append(rest)
            try:
                for line in lines:
                    self._loop.call_soon_threadsafe(self._queue.put_nowait, line.rstrip("\r"))
                if not chunk:
                    self._loop.call_soon_threadsafe(self._queue.put_nowait, None)
                    return
            except RuntimeError:  # the loop is closed: nobody listens any more
                return


class Console:
    """Lines in and out. Every line out is one event. A `plain` console gets only ASCII.

    `said` are the last lines out, `latest` those between the two last lines in.
    """

    def __init__(self, source: Source, write: Callable[[str], object], *, plain: bool = False, wipe: str = "") -> None:
        """Read from `source`; write whole lines (with their line end) with `write`; writing `wipe` clears all."""
        self.source = source
        self._later: deque[str] = deque()
        self.wipe = wipe
        self.plain = plain
        self.said: deque[str] = deque(maxlen=KEPT)
        self.latest: tuple[str, ...] = ()
        self._fresh: deque[str] = deque(maxlen=KEPT)
        self._write = write
        self._typed = 0
        self._ended = False

    async def line(self, empty: Callable[[], bool] = bool) -> str | None:
        """Wait for the next line that is not empty, unless `empty` says that it counts; None at the end."""
        while (found := self._later.popleft() if self._later else await self.source.line()) is not None:
            if found.strip() or empty():
                self._heard()
                return found.strip()
        self._ended = True
        return None

    @property
    def live(self) -> bool:
        """Whether somebody types the lines, and may type one while something works."""
        return bool(getattr(self.source, "live", False))

    async def typed(self) -> str | None:
        """Wait for a line that somebody types while something works; None at the end."""
        while (found := await self.source.line()) is not None:
            if found.strip():
                return found.strip()
        return None

    def put_off(self, line: str) -> None:
        """Keep a line that was typed while something worked: it is the next one after it."""
        self._later.append(line)

    async def apart(self, work: Awaitable[bool], back: Callable[[], str]) -> bool:
        """Do what may lead elsewhere and give what it gives; if it did, say `back` then: where one is again."""
        before = self._typed
        done = await work
        if self._typed > before and not self._ended:
            self.say(back())
        return done

    async def answer(self, question: str, usual: str = "") -> str | None:
        """Ask and give the answer, `usual` for an empty line; None at the end of input."""
        self.say(question)
        found = await self.source.line()
        self._ended = found is None
        self._heard()
        return found if found is None else found.strip() or usual

    async def ask(self, question: str, short: str = "", usual: str = "") -> str | None:
        """Ask as `answer` does, in `short` if that is given; whoever answers `help` is asked the whole question."""
        line = await self.answer(short or question, usual)
        while line is not None and bare(line) in HELPS:
            line = await self.answer(question, usual)
        return line

    def _heard(self) -> None:
        """Remember as the latest what was said between the two last lines that were typed, if that is anything."""
        self._typed += 1
        self.latest = tuple(self._fresh) or self.latest
        self._fresh.clear()

    def clear(self) -> None:
        """Forget what was said, and clear the screen if there is one."""
        self.said.clear()
        self._fresh.clear()
        self.latest = ()
        if self.wipe:
            self._write(self.wipe)

    def say(self, *lines: str) -> None:
        """Say lines and remember them."""
        for line in lines:
            shown = to_ascii(line) if self.plain else line
            self.said.append(shown)
            self._fresh.append(shown)
            self._write(f"{shown}\n")


def to_ascii(text: str) -> str:
    """Give a text in ASCII: accents fall, shapes become signs, the rest a question mark.

    >>> to_ascii("● Bleu : à vous…")
    'o Bleu : a vous...'
    """
    parts = unicodedata.normalize("NFKD", text.translate(_ASCII))
    kept = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return kept.encode("ascii", "replace").decode()


def writer(stream: TextIO) -> Callable[[str], object]:
    """Give a function that writes a line to a stream and flushes it; what cannot be encoded becomes a question mark."""

    def write(line: str) -> None:
        encoding = stream.encoding or "utf-8"
        stream.write(line.encode(encoding, "replace").decode(encoding))
        stream.flush()

    return write


def clear_sequence(stream: TextIO, terminal: str) -> str:
    """Give what clears the screen of a stream: nothing without a terminal, blank lines if it can do no more."""
    if not stream.isatty():
        return ""
    return "\n" * 100 if terminal in {"", "dumb"} else "\x1b[2J\x1b[3J\x1b[H"


def speaks_unicode(stream: TextIO) -> bool:
    """Tell whether a stream can show every character."""
    encoding = stream.encoding or locale.getpreferredencoding(do_setlocale=False)
    return encoding.lower().replace("-", "").replace("_", "") in {"utf8", "utf16", "utf32", "cp65001"}

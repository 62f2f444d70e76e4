"""The spectator chat: what people without a seat say beside one table. It is not in the log, record or talk digest.

Pure: time is a parameter in milliseconds. However many people speak, only the last lines and the recent speakers are
kept. A crowd can drown what others say here, and do no other harm.
"""

from __future__ import annotations

from collections import deque

from core.fault import Fault, sentence
from net.identity.identity import pid_of
from net.transport.rate_limit import RateLimit
from net.view.table_view import AsideLine
from net.wire.event import VERSION
from net.wire.peer_message import SpectatorMessage
from net.wire.sanitizer import TALK_LIMIT, clean, clean_name

LINES_LIMIT = 200
"""Lines kept."""
SPEAKERS_LIMIT = 64
"""People remembered as speakers; the one silent for longest makes room."""
BURST = 5
"""Lines that one person may say within as many seconds. Also the newcomers who may begin to speak in that time."""
OPENED = 64
"""Messages opened at most within `OPENED_MS`."""
OPENED_MS = 2_000
STALE_MS = 120_000
"""A line older than this by its author's clock is refused: somebody else may have kept it and sent it again."""

TOO_FAST = sentence("Wait a moment: five lines in five seconds are enough.")
NOTHING = sentence("There is nothing to say.")


class SpectatorChat:
    """The last lines said beside one table."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self.version = 0
        self._lines: deque[AsideLine] = deque(maxlen=LINES_LIMIT)
        self._said: deque[tuple[bytes, int, str]] = deque(maxlen=LINES_LIMIT)
        self._speakers: dict[bytes, RateLimit] = {}
        self._newcomers = RateLimit(BURST, BURST * 1000)
        self._opened = RateLimit(OPENED, OPENED_MS)

    @property
    def lines(self) -> tuple[AsideLine, ...]:
        """What was said, the latest last."""
        return tuple(self._lines)

    def may_open(self, now: int) -> bool:
        """Tell whether one more message is worth opening now: opening costs time, whatever the message holds."""
        return self._opened.use(now)

    def hear(self, note: SpectatorMessage, now: int, *, mine: bool = False, kept: bool = False) -> bool:
        """Take in a line, cleaned, of another person or `mine`; tell whether it is shown.

        A line that is old, repeated or sent too fast is not shown; one that is `kept` from the players is marked so.
        """
        said = (note.author, note.ts, note.text)
        if abs(now - note.ts) > STALE_MS or said in self._said or not self._may_speak(note.author, now):
            return False
        text, pid = clean(note.text, TALK_LIMIT), pid_of(note.author)
        self._said.append(said)
        if text:
            self._lines.append(AsideLine(pid, clean_name(note.nick) or pid, text, note.ts, mine, kept))
            self.version += 1
        return bool(text)

    def say(self, me: bytes, tid: bytes, nick: str, text: str, now: int, *, kept: bool = False) -> SpectatorMessage:
        """Make a line of our own and show it here at once; raise `Fault` for an empty line or too many lines."""
        note = SpectatorMessage(VERSION, me, tid, clean_name(nick), clean(text, TALK_LIMIT), now)
        if not note.text:
            raise Fault(NOTHING)
        if not self.hear(note, now, mine=True, kept=kept):
            raise Fault(TOO_FAST)
        return note

    def _may_speak(self, author: bytes, now: int) -> bool:
        known = self._speakers.get(author)
        if known is None:
            if not self._newcomers.use(now):
                return False
            if len(self._speakers) >= SPEAKERS_LIMIT:
                del self._speakers[min(self._speakers, key=lambda one: self._speakers[one].last)]
            known = self._speakers[author] = RateLimit(BURST, BURST * 1000)
        return known.use(now)

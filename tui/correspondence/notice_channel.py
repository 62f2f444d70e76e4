"""The ways by which notices leave this machine: the desktop, a command, an HTTP POST, mail through the local sendmail.

`read_channels` reads them from a line. `deliver` sends a notice. Nothing here writes a target into a log or a sentence:
the path of a URL and an address may be secrets. A shell is never involved, and no redirect is followed.
"""

from __future__ import annotations

import asyncio
import base64
import html
import os
import re
import shlex
import shutil
import ssl
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from enum import StrEnum
from hashlib import blake2b
from urllib.parse import SplitResult, quote, unquote, urlsplit

from core.fault import Fault, sentence
from tui.correspondence.notice import Notice

LIMIT_SECONDS = 10.0
"""How long a notice may take to leave."""
AGENT = "parley"
SENDMAIL_FOLDERS = ("/usr/sbin", "/usr/lib", "/usr/local/sbin")
"""Where sendmail is beside the search path, which often lacks these folders."""

FORMS = "desktop, 'command CMD', 'post URL', 'mail ADDRESS'"
NO_CHANNEL = sentence("{given} is no way to notify: there are {forms}.")
NO_URL = sentence("post takes a URL that begins with http:// or https://, without blanks.")
NO_COMMAND = sentence("command takes a program with its words, quotation marks in pairs.")
NO_ADDRESS = sentence("mail takes one address, like ann@example.net.")
NO_PROGRAM = sentence("There is no {name} on this machine.")
NOT_SENT = sentence("A notice could not be sent by {channel}: {why}")
SLOW = sentence("no answer within {seconds} seconds.")
ANSWERED = sentence("the answer was {status}.")
NO_HTTP = sentence("the answer was not HTTP.")
UNTRUSTED = sentence("its certificate is not trusted.")
ENDED = sentence("it ended with status {status}.")
UNREACHED = sentence("{why}.")


class BadChannel(Fault):
    """A way to notify that is none."""


class NotSent(Fault):
    """A notice that could not be sent, and why."""


class ChannelKind(StrEnum):
    """By what a notice leaves."""

    DESKTOP = "desktop"
    COMMAND = "command"
    POST = "post"
    MAIL = "mail"


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to notify: the command line, URL or address that it leads to is its `target`."""

    kind: ChannelKind
    target: str = ""

    @property
    def name(self) -> str:
        """What may be told of it: its kind, and the program or host it leads to."""
        if self.kind is ChannelKind.COMMAND:
            return f"{self.kind} {os.path.basename(shlex.split(self.target)[0])}"  # noqa: PTH119 -- a word, no path
        if self.kind is ChannelKind.POST:
            return f"{self.kind} {urlsplit(self.target).hostname}"
        return str(self.kind)

    @property
    def key(self) -> str:
        """What distinguishes it in a file, without its target."""
        return blake2b(f"{self.kind} {self.target}".encode(), digest_size=8).hexdigest()


_NEXT = re.compile(rf"\s*;\s*(?=(?:{'|'.join(ChannelKind)})\b)")
_ADDRESS = re.compile(r"[A-Za-z0-9._%+=/][A-Za-z0-9._%+=/-]*@[A-Za-z0-9][A-Za-z0-9.-]*")


def read_channels(text: str) -> tuple[Channel, ...]:
    """Read the ways to notify of a line, with semicolons between; raise `BadChannel`.

    >>> [str(channel.kind) for channel in read_channels("desktop; mail ann@example.net")]
    ['desktop', 'mail']
    """
    return tuple(read_channel(part) for part in _NEXT.split(text) if part.strip())


def read_channel(text: str) -> Channel:
    """Read one way to notify; raise `BadChannel`."""
    word, _, rest = text.strip().partition(" ")
    target = rest.strip()
    if word not in set(ChannelKind) or (word == ChannelKind.DESKTOP and target):
        raise BadChannel(NO_CHANNEL, given=word[:40] or "-", forms=FORMS)
    kind = ChannelKind(word)
    if kind is ChannelKind.POST and not _is_url(target):
        raise BadChannel(NO_URL)
    if kind is ChannelKind.COMMAND and not _words(target):
        raise BadChannel(NO_COMMAND)
    if kind is ChannelKind.MAIL and not _ADDRESS.fullmatch(target):
        raise BadChannel(NO_ADDRESS)
    return Channel(kind, target)


def _is_url(text: str) -> bool:
    if not text.isprintable() or " " in text:
        return False
    try:
        parts = urlsplit(text)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return []


async def deliver(channel: Channel, notice: Notice) -> None:
    """Send a notice; raise `NotSent`, at the latest after `LIMIT_SECONDS`."""
    try:
        async with asyncio.timeout(LIMIT_SECONDS):
            await _deliver(channel, notice)
    except TimeoutError:
        raise _failed(channel, Fault(SLOW, seconds=round(LIMIT_SECONDS))) from None
    except ssl.SSLError:
        raise _failed(channel, Fault(UNTRUSTED)) from None
    except OSError as error:
        raise _failed(channel, Fault(UNREACHED, why=(error.strerror or type(error).__name__).lower())) from None
    except Fault as fault:
        raise _failed(channel, fault) from None


def _failed(channel: Channel, why: Fault) -> NotSent:
    return NotSent(NOT_SENT, channel=channel.name, why=why)


async def _deliver(channel: Channel, notice: Notice) -> None:
    match channel.kind:
        case ChannelKind.DESKTOP:
            await _run(_desktop(notice))
        case ChannelKind.COMMAND:
            told = {"PARLEY_NOTICE": str(notice.kind), "PARLEY_TABLE": notice.table, "PARLEY_TEXT": notice.text}
            await _run(_words(channel.target), f"{notice.text}\n".encode(), told)
        case ChannelKind.POST:
            await _post(channel.target, notice)
        case ChannelKind.MAIL:
            letter = EmailMessage()
            letter["To"], letter["Subject"] = channel.target, f"Parley: {notice.table}"
            letter.set_content(notice.text)
            await _run([_program("sendmail", *SENDMAIL_FOLDERS), "-i", "--", channel.target], bytes(letter))


def _desktop(notice: Notice) -> list[str]:
    """Give the command line that shows a notice on the desktop; raise `Fault` where there is none."""
    if sys.platform == "darwin":
        script = ("on run argv", "display notification (item 2 of argv) with title (item 1 of argv)", "end run")
        lines = [word for line in script for word in ("-e", line)]
        return [_program("osascript"), *lines, "--", notice.table, notice.text]
    text = html.escape(notice.text, quote=False)  # desktops read marks in it
    return [_program("notify-send"), "--app-name=Parley", "--", notice.table, text]


def _program(name: str, *folders: str) -> str:
    found = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", os.defpath), *folders)))
    if found is None:
        raise Fault(NO_PROGRAM, name=name)
    return found


async def _run(words: Sequence[str], text: bytes = b"", told: Mapping[str, str] | None = None) -> None:
    """Run a program to its end; raise `Fault` or `OSError`. One that takes too long is ended."""
    program = await asyncio.create_subprocess_exec(
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        env=os.environ | (told or {}),
        start_new_session=True,
    )
    try:
        await program.communicate(text)
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()
    if program.returncode:
        raise Fault(ENDED, status=program.returncode)


async def _post(url: str, notice: Notice) -> None:
    """Post the text to a URL; raise `Fault` or `OSError` unless the answer is one of success."""
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    host = (parts.hostname or "").encode("idna").decode() if not (parts.hostname or "").isascii() else parts.hostname
    trust = ssl.create_default_context() if secure else None
    reader, writer = await asyncio.open_connection(host, parts.port or (443 if secure else 80), ssl=trust)
    try:
        body = notice.text.encode()
        writer.write("\r\n".join((*_head(parts, str(host), len(body)), "", "")).encode("ascii") + body)
        await writer.drain()
        status = await _status(reader)
    finally:
        writer.transport.abort()  # nothing more is to be read, and a broken server is not waited for
        await asyncio.sleep(0)
    if not 200 <= status < 300:  # noqa: PLR2004 -- the codes of success
        raise Fault(ANSWERED, status=status)


def _head(parts: SplitResult, host: str, size: int) -> list[str]:
    """Give the lines before the text of a request."""
    target = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    target += f"?{quote(parts.query, safe='/%:@!$&()*+,;=~-._?')}" if parts.query else ""
    place = f"[{host}]" if ":" in host else host
    lines = [
        f"POST {target} HTTP/1.1",
        f"Host: {place}:{parts.port}" if parts.port else f"Host: {place}",
        f"User-Agent: {AGENT}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {size}",
        "Connection: close",
    ]
    if parts.username is not None:
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        lines.append(f"Authorization: Basic {base64.b64encode(pair.encode()).decode()}")
    return lines


async def _status(reader: asyncio.StreamReader) -> int:
    """Read the status of an answer, after those that only announce one; raise `Fault` if it is none."""
    while True:
        try:
            first = (await reader.readline()).decode("latin-1").split(" ")
        except ValueError:
            raise Fault(NO_HTTP) from None
        if len(first) < 2 or not first[0].startswith("HTTP/1.") or not re.fullmatch("[1-9][0-9]{2}", first[1].strip()):  # noqa: PLR2004
            raise Fault(NO_HTTP)
        status = int(first[1])
        if status >= 200:  # noqa: PLR2004 -- lower ones announce
            return status
        while (await reader.readline()).strip():
            pass

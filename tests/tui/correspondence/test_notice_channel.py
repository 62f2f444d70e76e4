"""Notices leave by a command, an HTTP POST or mail: with their text, without a shell, a redirect or a secret told."""

from __future__ import annotations

import asyncio
import json
import stat
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tui.correspondence import notice_channel
from tui.correspondence.notice import Notice, NoticeKind
from tui.correspondence.notice_channel import (
    BadChannel,
    Channel,
    ChannelKind,
    NotSent,
    deliver,
    read_channel,
    read_channels,
)

TOLD = Notice(NoticeKind.TURN, "turn/1", "00", "Friday $(x)", 'It is your turn at "Friday"; `x` <b>é.')


@dataclass
class Sink:
    """An HTTP server that keeps what it gets and answers as it is told."""

    answer: bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    port: int = 0
    requests: list[tuple[str, dict[str, str], str]] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one request."""
        first = (await reader.readline()).decode().strip()
        heads = {}
        while line := (await reader.readline()).decode().strip():
            name, _, value = line.partition(": ")
            heads[name] = value
        body = (await reader.readexactly(int(heads["Content-Length"]))).decode()
        self.requests.append((first, heads, body))
        writer.write(self.answer)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def sink(answer: bytes = Sink.answer) -> AsyncIterator[Sink]:
    """Give a server at a port that the kernel has chosen."""
    found = Sink(answer)
    server = await asyncio.start_server(found.serve, "127.0.0.1", 0)
    found.port = server.sockets[0].getsockname()[1]
    async with server:
        yield found


def test_a_post_brings_the_text_and_its_own_path_and_user() -> None:
    async def post() -> None:
        async with sink() as found:
            await deliver(read_channel(f"post http://ann:p%40ss@127.0.0.1:{found.port}/topic/a%20b?x=1"), TOLD)
        ((first, heads, body),) = found.requests
        assert first == "POST /topic/a%20b?x=1 HTTP/1.1"
        assert body == TOLD.text
        assert heads["Host"] == f"127.0.0.1:{found.port}"
        assert heads["Authorization"] == "Basic YW5uOnBAc3M="
        assert heads["Content-Type"] == "text/plain; charset=utf-8"

    asyncio.run(post())


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"HTTP/1.1 404 Not Found\r\n\r\n", "the answer was 404."),
        (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n", "the answer was 302."),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 500 No\r\n\r\n", "the answer was 500."),
        (b"220 mail.example.net ESMTP\r\n", "the answer was not HTTP."),
        (b"", "the answer was not HTTP."),
        (b"H" * 100_000, "the answer was not HTTP."),
    ],
)
def test_an_answer_that_is_no_success_is_a_failure_and_no_redirect_is_followed(answer: bytes, why: str) -> None:
    async def post() -> None:
        async with sink(answer) as found:
            with pytest.raises(NotSent) as caught:
                await deliver(read_channel(f"post http://127.0.0.1:{found.port}/secret"), TOLD)
            assert str(caught.value) == f"A notice could not be sent by post 127.0.0.1: {why}"
            assert len(found.requests) == 1

    asyncio.run(post())


def test_a_server_that_is_not_there_or_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notice_channel, "LIMIT_SECONDS", 0.05)

    async def silence(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            writer.transport.abort()

    async def post() -> None:
        server = await asyncio.start_server(silence, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(NotSent, match="no answer within 0 seconds"):
            await deliver(read_channel(f"post http://127.0.0.1:{port}/"), TOLD)
        server.close()
        with pytest.raises(NotSent, match=r"refused|failed"):
            await deliver(read_channel(f"post http://127.0.0.1:{port}/"), TOLD)

    asyncio.run(post())


def test_a_server_without_tls_is_not_trusted() -> None:
    async def post() -> None:
        async with sink() as found:
            with pytest.raises(NotSent):
                await deliver(read_channel(f"post https://127.0.0.1:{found.port}/"), TOLD)
            assert found.requests == []

    asyncio.run(post())


def program(folder: Path, name: str, source: str) -> Path:
    """Write a program in Python that runs without a shell."""
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{source}", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


KEEP = """
import json, os, sys
told = {name: value for name, value in os.environ.items() if name.startswith("PARLEY_")}
kept = {"words": sys.argv[1:], "stdin": sys.stdin.read(), "told": told}
open(os.path.join(os.path.dirname(sys.argv[0]), "kept.json"), "w").write(json.dumps(kept))
"""


def test_a_command_gets_the_text_and_never_a_shell(tmp_path: Path) -> None:
    path = program(tmp_path, "tell", KEEP)
    asyncio.run(deliver(read_channel(f"command '{path}' --to 'a b' $HOME;x"), TOLD))
    kept = json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))
    assert kept["words"] == ["--to", "a b", "$HOME;x"]
    assert kept["stdin"] == f"{TOLD.text}\n"
    assert {"PARLEY_NOTICE": "turn", "PARLEY_TABLE": "Friday $(x)", "PARLEY_TEXT": TOLD.text}.items() <= kept[
        "told"
    ].items()


def test_a_command_that_fails_hangs_or_is_not_there_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = program(tmp_path, "tell", "raise SystemExit(3)")
    with pytest.raises(NotSent, match=r"by command tell: it ended with status 3\."):
        asyncio.run(deliver(read_channel(f"command {path}"), TOLD))
    with pytest.raises(NotSent, match="no such file"):
        asyncio.run(deliver(read_channel(f"command {tmp_path / 'nothing'}"), TOLD))
    monkeypatch.setattr(notice_channel, "LIMIT_SECONDS", 0.05)
    slow = program(tmp_path, "slow", "import signal; signal.pause()")
    with pytest.raises(NotSent, match="no answer within"):
        asyncio.run(deliver(read_channel(f"command {slow}"), TOLD))


def test_mail_and_the_desktop_go_by_the_programs_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notice_channel, "SENDMAIL_FOLDERS", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    for channel, name in (("mail ann@example.net", "sendmail"), ("desktop", "notify-send")):
        with pytest.raises(NotSent, match=f"There is no {name} on this machine"):
            asyncio.run(deliver(read_channel(channel), TOLD))
    program(tmp_path, "sendmail", KEEP)
    asyncio.run(deliver(read_channel("mail ann@example.net"), TOLD))
    kept = json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))
    assert kept["words"] == ["-i", "--", "ann@example.net"]
    assert kept["stdin"].startswith("To: ann@example.net\nSubject: Parley: Friday $(x)\n")
    program(tmp_path, "notify-send", KEEP)
    asyncio.run(deliver(read_channel("desktop"), TOLD))
    kept = json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))
    assert kept["words"] == ["--app-name=Parley", "--", TOLD.table, 'It is your turn at "Friday"; `x` &lt;b&gt;é.']


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "- is no way to notify: there are desktop, 'command CMD', 'post URL', 'mail ADDRESS'."),
        ("pigeon x", "pigeon is no way to notify"),
        ("desktop x", "desktop is no way to notify"),
        ("post", "post takes a URL"),
        ("post ftp://127.0.0.1/x", "post takes a URL"),
        ("post http:///x", "post takes a URL"),
        ("post http://h:99999/", "post takes a URL"),
        ("post http://h/a b", "post takes a URL"),
        ("post http://h/\x1b", "post takes a URL"),
        ("command", "command takes a program"),
        ("command 'x", "command takes a program"),
        ("mail -f@example.net", "mail takes one address"),
        ("mail a@b, c@d", "mail takes one address"),
    ],
)
def test_what_is_no_way_to_notify_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(BadChannel) as caught:
        read_channel(text)
    assert why in str(caught.value)


def test_a_line_of_settings_holds_several_and_a_command_may_hold_a_semicolon() -> None:
    found = read_channels("desktop ; command tell a;b;post https://h/x?y; mail a@b.org")
    assert [(channel.kind, channel.target) for channel in found] == [
        (ChannelKind.DESKTOP, ""),
        (ChannelKind.COMMAND, "tell a;b"),
        (ChannelKind.POST, "https://h/x?y"),
        (ChannelKind.MAIL, "a@b.org"),
    ]
    assert read_channels("") == ()


def test_what_is_told_of_a_channel_holds_no_secret() -> None:
    channel = Channel(ChannelKind.POST, "https://ann:word@ntfy.example.net/secret-topic")
    assert channel.name == "post ntfy.example.net"
    assert len(channel.key) == 16
    assert Channel(ChannelKind.COMMAND, "/opt/x/tell --key abc").name == "command tell"

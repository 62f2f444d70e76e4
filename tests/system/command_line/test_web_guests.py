"""Guests in a browser at a room: each link is somebody, comes back to its seat, and all see by whose door."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("textual_serve", reason="textual-serve is not installed")

from net.identity.identity import chance_name
from net.storage.profile import DEFAULT_NAME, Profile
from tests.system.support.browser import PATIENCE
from tests.system.support.command import here, newcomer
from tests.system.support.web_guest import GuestServer, WebGuest, asked, guests_of, hosted, opened
from tui.cli.door.door_name import MARK, MARK_DRAWN
from tui.cli.door.visit_end import VisitEnd
from tui.cli.web.page_files import FULL


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Host one room for all tests."""
    with hosted(tmp_path_factory.mktemp("host")) as room:
        yield room


def keys(server: GuestServer) -> set[bytes]:
    """Give the keys with which the guests sign."""
    found = [Profile.identity_of(home, DEFAULT_NAME) for home in (server.home / "door/visitors").iterdir()]
    return {one.public for one in found if one is not None}


def sits(guest: WebGuest, name: str) -> None:
    """Come for the first time, open a table and sit there."""
    guest.shows("Your name")
    guest.press(f"{name}\r")
    guest.shows("No table yet|New table")
    guest.press("n")
    guest.shows("Open the table")
    guest.press("\x13")
    guest.shows(f"Red +{name} · you")


def test_a_link_is_somebody_who_comes_back_also_after_a_new_start(room: str, tmp_path: Path) -> None:
    with guests_of(room, tmp_path, "--people", "2", "--name", "Nora", number=3) as server:
        assert len(server.links) == 3
        assert f"{MARK.format(name='Nora')}\n" in server.said
        with WebGuest(server, 0) as alba, WebGuest(server, 1) as bruno:
            sits(alba, "Alba")
            alba.shows("Alba · you +· by the door of Nora")
            bruno.shows("Your name")
            bruno.press("Bruno\r")
            bruno.shows(r"Alba.*\(by the door of|by the door of")
            bruno.press("\r")
            bruno.shows("Blue +Bruno · you")
            full = asked(server, "/", server.token(2))
            assert (full.status, full.text) == (503, f"{FULL.format(n=2)}\n")
            with WebGuest(server, 1) as elsewhere:  # a second window takes over
                assert VisitEnd.ELSEWHERE in bruno.ends()
                elsewhere.shows("Blue +Bruno · you")
        before = keys(server)
        assert len(before) == 2
    with guests_of(room, tmp_path, "--people", "2", number=3) as again:
        assert again.links == []
        host = Profile.identity_of(again.home, DEFAULT_NAME)
        assert host is not None
        word = chance_name(host.public)
        assert {"3 guests have their links already.\n", f"{MARK_DRAWN.format(name=word)}\n"} <= {*again.said}
        again.links.extend(server.links)
        with WebGuest(again, 0) as alba:
            alba.shows("Red +Alba · you")
            alba.press("q")  # asks nothing, and the seat is kept
            alba.shows("Djambi")
            alba.press("q")
        with WebGuest(again, 0) as alba:
            alba.shows("Red +Alba · you")
            again.process.terminate()
            assert VisitEnd.CLOSING in alba.ends()
        assert keys(again) == before


def test_a_page_that_is_loaded_again_while_the_last_one_is_ending_shows_all(room: str, tmp_path: Path) -> None:
    with guests_of(room, tmp_path) as server:
        for _ in range(4):
            with WebGuest(server, 0) as guest:
                guest.shows("Your name")  # and goes at once: the program has yet to end when they are back


def test_one_more_link_is_taken_while_the_door_is_open(room: str, tmp_path: Path) -> None:
    with guests_of(room, tmp_path, "--idle", "0.03", number=1) as server:
        done = here(newcomer(tmp_path), "web", "--link")
        assert (done.returncode, done.stderr) == (0, "")
        first, _ = done.stdout.split("\n", 1)
        assert first.startswith(f"Guest 2: {server.url}/?guest=")
        server.links.append(first.split()[-1])
        with WebGuest(server, 1) as second:
            assert VisitEnd.IDLE in second.ends()


class Sources(HTMLParser):
    """What a page fetches."""

    def __init__(self, text: str) -> None:
        """Read a page."""
        super().__init__()
        self.paths: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag fetches, and that nothing is run in it."""
        self.paths += [value or "" for name, value in attrs if name in {"src", "href"} and tag != "a"]
        assert not [name for name, _ in attrs if name.startswith("on")]


def test_behind_another_server_the_page_is_that_ones(room: str, tmp_path: Path) -> None:
    with guests_of(room, tmp_path, "--public-url", "https://play.example.net/") as server:
        assert server.url == "https://play.example.net"
        assert all(link.startswith("https://play.example.net/?guest=") for link in server.links)
        entered = asked(server, f"/?guest={server.token()}", Host="play.example.net")
        assert "Secure" in entered.headers["Set-Cookie"]
        assert Sources(entered.text).paths == []
        page = asked(server, "/", server.token(), Host="play.example.net")
        assert 'data-session-websocket-url="wss://play.example.net/ws"' in page.text
        assert "connect-src wss://play.example.net/ws;" in page.headers["Content-Security-Policy"]
        paths = [path for path in Sources(page.text).paths if path != "data:,"]
        assert len(paths) == 4
        for path in paths:
            assert asked(server, path, server.token(), Host="play.example.net").status == 200
        with opened(server, server.token(), host="play.example.net", origin="https://play.example.net") as line:
            assert line.recv(timeout=PATIENCE)


def test_a_page_is_in_the_language_of_the_browser(room: str, tmp_path: Path) -> None:
    with guests_of(room, tmp_path) as server:
        refused = asked(server, **{"Accept-Language": "fr-CA,en;q=0.5"})
        assert (
            refused.text
            == "Cette page est pour les invités qui ont un lien\N{NO-BREAK SPACE}: demandez le vôtre à l’hôte.\n"
        )
        assert '<html lang="fr">' in asked(server, "/", server.token(), **{"Accept-Language": "fr"}).text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--room", "parley://nowhere"), "invitation"),
        (("--room", "{room}", "--public-url", "play.example.net/table"), "https://play.example.net"),
        (("--room", "{room}", "--token", "abc"), "--room gives each guest a link"),
        (("--guests", "2"), "name it with --room"),
        (("--link",), "no door for guests"),
    ],
)
def test_what_cannot_be_is_a_sentence(room: str, tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    done = here(newcomer(tmp_path), "web", *(word.format(room=room) for word in words))
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert "Traceback" not in done.stderr

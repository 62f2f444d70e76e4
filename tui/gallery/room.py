"""A room for the gallery: people, tables and talk as its lobby shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.digest import digest
from net.view.contact_book import Contact
from net.view.room_view import CardView, InvitedView, LobbyView, PersonView
from tui.people import YOU, Person
from tui.speech import tr
from tui.still import NICKS

PEOPLE = (*NICKS, "Gaspard", "Hélène")
CARDS: tuple[tuple[str, str, str, tuple[tuple[str, str], ...], tuple[str, ...], bool], ...] = (
    ("Florence", "Benoît", "djambi", (("players", "4"),), ("P1", "P2", "", ""), False),
    ("Hexagons", "Chloé", "djambi", (("players", "6"),), ("P2", "P3", "P4", "P5", "P6", "P7"), True),
    ("", "David", "epaminondas", (), ("P3", ""), False),
    ("Best of three", "Émile", "megiddo", (("players", "2"),), ("P4", "P5"), True),
    ("Punic war", "Fanny", "mediterranee", (("mode", "match"),), ("P5", "P6", "P7", ""), False),
)
CHAT = (
    ("Benoît", "Who is in for a game of Djambi before dinner?"),
    ("Chloé", "Give me five minutes."),
    ("Fanny", "One seat left at Punic war: Alexandria, the strongest fleet of them all."),
    ("David", "I am teaching Epaminondas tonight, come and watch."),
)


class GalleryPeer:
    """What a lobby asks of `net.peer.peer.Peer`."""

    pid = "P0"

    @property
    def lobby(self) -> LobbyView:
        """The room."""
        people = tuple(PersonView(f"P{at}", nick, "", "", present=True) for at, nick in enumerate(PEOPLE))
        cards = tuple(
            CardView(f"{at:02}", title, host, game, options, (), seats, sum(map(bool, seats)), begun, "", (), "")
            for at, (title, host, game, options, seats, begun) in enumerate(CARDS)
        )
        chat = tuple((f"P{PEOPLE.index(nick)}", nick, text) for nick, text in CHAT)
        invited = (InvitedView("P5", "Fanny", "04", "", 0),)
        return LobbyView("florence", online=True, people=people, tables=cards, chat=chat, invited=invited)

    def watch(self, see: Callable[[], None]) -> Callable[[], None]:
        """Tell nothing: nothing happens."""
        del see
        return lambda: None

    async def chat(self, text: str) -> None:
        """Say nothing."""


LOBBY_NOON = 1_795_000_000_000
"""When they were met, about noon (milliseconds since 1970)."""

KNOWN = (
    ("Benoît", "", 12, True, "v"),
    ("Chloé", "Chloé from the club", 7, True, "v"),
    ("David", "", 1, True, ""),
    ("Fanny", "", 3, False, "m"),
    ("Zacharie", "", 1, False, "b"),
)
"""Nick, own name, games together, whether they are here; `v`, `m`, `b` for compared, muted, blocked."""


class GalleryPeople:
    """What the list of people asks of `tui.people.People`."""

    peers = ()

    @property
    def me(self) -> str:
        """Who one is oneself."""
        return tr(YOU, nick="Alice", words=_contact("Alice").words)

    @property
    def everybody(self) -> tuple[Person, ...]:
        """Everybody."""
        found = []
        for nick, petname, games, here, marks in KNOWN:
            known = replace(_contact(nick), petname=petname, games=games)
            known = replace(known, verified="v" in marks, muted="m" in marks, blocked="b" in marks)
            found.append(Person(known.pid, nick, known.words, known, here))
        return tuple(found)


def _contact(nick: str) -> Contact:
    return Contact(digest(nick) * 2, nick, nick, met=LOBBY_NOON)

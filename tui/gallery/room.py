"""A room for the gallery: people, tables and talk as its lobby shows them."""

from __future__ import annotations

from collections.abc import Callable

from net.room_view import CardView, InvitedView, LobbyView, PersonView
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
    """What a lobby asks of `net.peer.Peer`."""

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

"""A club for the gallery: seven members and one who asks, a tournament in its second round, one open for entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast

from textual.screen import Screen

from core.fault import Fault
from net.club.club_event import CalendarEntry, Enter, Found, Join, Open, RoundEnd, Start, TableEnd, cid_of
from net.club.tournament_log import tip_of
from net.transport.transport import UNREACHABLE, Offline
from net.wire.event_data import data_of
from net.wire.invitation import KEY_SIZE, Invitation
from tests.gallery.screenshot import GalleryApp
from tests.net.support.clubs import NOW, Club
from tests.net.support.event_signer import who
from tui.i18n.translation import tr
from tui.records.club.club_view import ClubView
from tui.screens.club.club_screen import ClubScreen
from tui.screens.club.clubs_screen import ClubsScreen
from tui.screens.club.tournament_screen import TournamentScreen
from tui.session.club.live_club import ClubStanding
from tui.session.club.room_clubs import PAIRED, RoomClubs
from tui.session.clubs import Clubs
from tui.words.club_waits import waits
from tui.words.rated_mark import RatedMark

MEMBERS = ("Alice", "Benoît", "Chloé", "David", "Émile", "Fanny", "Hélène")
DAY = 86_400_000
RATED = "Autumn 2/1"
"""The table in the gallery's room that is rated for the club, by what its card has for a salt."""


def founded(name: str, *names: str) -> Club:
    """Found a club of that name and let everybody in."""
    club = Club({one: who(one) for one in (*names, "Gaspard")})
    data = Found(name, (club.key(names[0]),), "founders", "founders", b"s" * 16, names[0])
    club.cid = cid_of(club.key(names[0]), data_of(data))
    club.say(names[0], data)
    for one in names[1:]:
        club.join(one)
    return club


@cache
def sample_club() -> Club:
    """Give the club Friday."""
    club = founded("Friday", *MEMBERS)
    for at, text in ((NOW + DAY, "Round 2 of the Autumn cup"), (NOW + 21 * DAY, "Final, at Chloé's")):
        club.say("Alice", CalendarEntry(at, text))
    for first, second in (("Benoît", "Chloé"), ("Chloé", "David"), ("Alice", "Benoît"), ("Fanny", "Chloé")):
        club.play(first, second)
    cup = club.open("Alice", "swiss", rounds=3, entrants=MEMBERS[:6])
    club.open_lots(cup, MEMBERS[:6])
    club.say("Alice", Start(cup, 0))
    play_round(club, cup, 0)
    pairing = club.state.play(cup).rounds[0]
    ends = tuple(TableEnd(one.end) for one in placed(club, cup, 0))
    club.say("Alice", RoundEnd(cup, 0, ends, pairing.digest, ()))
    play_round(club, cup, 1, ("Alice",))
    other = club.say("Benoît", Open("Beginners", "megiddo", (), "round-robin", 1, ())).id[:16]
    for name in ("Benoît", "Hélène"):
        club.say(name, Enter(other, tip_of(club.secret(name, other))))
    club.say("Gaspard", Join("Gaspard"))
    return club


def play_round(club: Club, cup: bytes, number: int, but: Sequence[str] = ()) -> None:
    """Play the tables of a round, except those of some people; the first player wins."""
    played = club.state.play(cup)
    for at, table in enumerate(played.rounds[number].tables):
        first, second = (next(iter(club.names([played.entrants[one]]))) for one in table)
        if not {first, second} & set(but):
            club.play(first, second, place=(cup, number, at))


def placed(club: Club, cup: bytes, number: int) -> list[Any]:
    """Give the results of a round, table by table."""
    found = club.state.book.by_place()
    return [found[cup, number, at][0] for at in range(len(club.state.play(cup).rounds[number].tables))]


def view(club: Club, name: str) -> ClubView:
    """Give a club as somebody sees it."""
    state, key = club.state, club.key(name)
    return ClubView(state, key, waits(state, key))


class GalleryClubs:
    """The part of `tui.session.clubs.Clubs` that the screens of clubs use to look."""

    room, called = "", "Alice"

    def __init__(self, fault: Fault | None = None) -> None:
        """Follow all clubs; their room cannot be reached if there is a `fault`."""
        self._fault = fault

    async def every(self) -> tuple[ClubView, ...]:
        """Give all clubs."""
        return view(sample_club(), "Alice"), view(founded("Chess café", "Benoît", "Alice"), "Alice")

    def watch(self, watcher: object) -> Callable[[], None]:
        """Tell nothing."""
        del watcher
        return lambda: None

    async def follow(self, cid: str) -> None:
        """Follow nothing."""

    def standing(self, cid: str) -> ClubStanding:
        """Say that all clubs lie in one room."""
        del cid
        return ClubStanding(Invitation("club.example", "friday", bytes(KEY_SIZE)), self._fault is None, self._fault)

    async def in_room(self, room: str) -> RoomClubs:
        """Say that one club lies in every room, and mark a table."""
        del room
        return RoomClubs({b"c" * 16: "Friday"}, {RATED: RatedMark(tr(PAIRED, club="Friday", name="Autumn", number=2))})

    async def view(self, cid: str) -> ClubView:
        """Give the club, whichever was asked for."""
        del cid
        return view(sample_club(), "Alice")


def clubs() -> Clubs:
    """Give the clubs of the gallery as the screens take them."""
    return cast("Clubs", GalleryClubs())


def clubs_screen(app: GalleryApp | None) -> Screen[Any]:
    """Return the list of clubs."""
    del app
    return ClubsScreen(clubs())


def club_screen(app: GalleryApp | None) -> Screen[Any]:
    """Return a club."""
    del app
    return ClubScreen(clubs(), view(sample_club(), "Alice"))


def club_away(app: GalleryApp | None) -> Screen[Any]:
    """Return a club whose room cannot be reached."""
    del app
    away = GalleryClubs(Offline(UNREACHABLE, host="club.example", port=8883))
    return ClubScreen(cast("Clubs", away), view(sample_club(), "Alice"))


def tournament_screen(app: GalleryApp | None) -> Screen[Any]:
    """Return a tournament."""
    del app
    shown = view(sample_club(), "Alice")
    it = next(one for one in shown.state.tournaments.values() if one.data.name == "Autumn")
    return TournamentScreen(clubs(), shown, it.id)

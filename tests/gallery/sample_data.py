"""What the gallery shows: tables, a room and kept games, all made up.

- Tables: positions of every game with people, clocks and talk, each as one of the players sees it.
- A room: people, tables and talk as its lobby shows them.
- Kept games: a handful, built from their records, and one of them replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from core.digest import digest
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.record import Note, Record
from core.match.transcript import Utterance
from net.table.clocks.time_control import read_time_control
from net.view.clock_view import ClockView
from net.view.contact_book import Contact
from net.view.room_view import CardView, InvitedView, LobbyView, PersonView
from net.view.table_view import Phase, SeatView, TableView, TalkLine
from tests.gallery.fixed_table import NICKS, FixedTable, match_of, view_of
from tests.gallery.screenshot import GalleryApp, Stage
from tui.i18n.translation import call, tr
from tui.screens.table.table_screen import TableScreen
from tui.session.known_people import YOU, Person
from tui.study.game_library import OpenedGame
from tui.study.game_summary import GameSummary, played
from tui.study.past_game import BOTS, COMMENT, MINE, PastGame, past_game_of
from tui.table.seat_names import called

PEOPLE = (*NICKS, "Gaspard", "Hélène")
CARDS: tuple[tuple[str, str, str, tuple[tuple[str, str], ...], tuple[str, ...], bool], ...] = (
    ("Florence", "Benoît", "djambi", (("players", "4"),), ("P1", "P2", "", ""), False),
    ("Hexagons", "Chloé", "djambi", (("players", "6"),), ("P2", "P3", "P4", "P5", "P6", "P7"), True),
    ("Autumn 2/1", "David", "epaminondas", (), ("P3", ""), False),
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
    """The part of `net.peer.peer.Peer` that a lobby uses."""

    pid = "P0"

    @property
    def invitation(self) -> str:
        """Where the room lies."""
        return INVITATION

    @property
    def lobby(self) -> LobbyView:
        """The room."""
        people = tuple(PersonView(f"P{at}", nick, "", "", present=True) for at, nick in enumerate(PEOPLE))
        cards = tuple(
            CardView(f"{at:02}", title, host, game, options, (), seats, sum(map(bool, seats)), begun, "", (), "", title)
            for at, (title, host, game, options, seats, begun) in enumerate(CARDS)
        )
        chat = tuple((f"P{PEOPLE.index(nick)}", nick, text) for nick, text in CHAT)
        invited = (InvitedView("P5", "Fanny", "04", "", 0),)
        return LobbyView("florence", online=True, people=people, tables=cards, chat=chat, invited=invited)

    def may_look(self, card: CardView) -> bool:
        """Admit whoever the card admits."""
        return not card.unwatched or self.pid in card.seats

    def tables(self) -> tuple[()]:
        """Keep no table."""
        return ()

    def watch(self, see: Callable[[], None]) -> Callable[[], None]:
        """Report nothing, as nothing happens."""
        del see
        return lambda: None

    async def chat(self, text: str) -> None:
        """Say nothing."""


LOBBY_NOON = 1_795_000_000_000
"""When the people were met, about noon (milliseconds since 1970)."""

KNOWN = (
    ("Benoît", "", 12, True, "v"),
    ("Chloé", "Chloé from the club", 7, True, "v"),
    ("David", "", 1, True, ""),
    ("Fanny", "", 3, False, "m"),
    ("Zacharie", "", 1, False, "b"),
)
"""Nick, own name, games together, whether they are here; `v`, `m`, `b` for compared, muted, blocked."""


class GalleryPeople:
    """The part of `tui.session.known_people.People` that the list of people uses."""

    peers = ()

    @property
    def me(self) -> str:
        """The line that tells the person who they are."""
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


INVITATION = "parley://parley.example:1883/florence#AAECAwQFBgcICQoLDA0ODw"
"""A sample invitation that leads nowhere."""

NOON = 1_700_000_000_000
"""The time of everything in the gallery, in milliseconds since 1970."""

LEFT = (252, 221, 26, 300, 187, 243)
"""The seconds that each seat has left."""

SAYINGS: tuple[tuple[int, int, str, tuple[str, ...] | None], ...] = (
    (0, 3, "", ("propose", "truce", "blue", "40")),
    (1, 4, "", ("accept", "truce", "red")),
    (2, 6, "I do not believe a word of it.", None),
    (3, 7, "", ("propose", "spare", "red", "h8")),
    (0, 8, "", ("accept", "spare", "yellow")),
    (1, 9, "", ("propose", "joint-attack", "red", "green", "30")),
    (0, 9, "", ("accept", "joint-attack", "blue")),
    (2, 12, "", ("threaten", "red")),
)
"""The talk at a table of four: seat, ply, text, act."""


class GalleryTable(FixedTable):
    """A table where nothing happens, with an invitation."""

    invitation = INVITATION


def seated(game: str, players: int, plies: int, *, seed: int = 5, mine: int | None = None) -> TableView:
    """Return a table after some decisions, seen by the seat to decide, or by `mine`. The others are elsewhere."""
    match = match_of(players, plies, seed, game)
    return seen(match, match.state.active[0] if mine is None else mine)


def seen(match: Match, mine: int) -> TableView:
    """Return a table as seat `mine` sees it: who sits where, the talk, the time left on each clock."""
    view = view_of(match.seen_by(Seat(mine)), talk=False)
    seats = tuple(replace(seat, mine=seat.seat == mine) for seat in view.seats)
    pace = read_time_control("300+5")
    active = set(match.state.active)
    clocks = tuple(
        ClockView(seat.seat, replace(pace.start, main_ms=LEFT[seat.seat] * 1000), NOON if seat.seat in active else None)
        for seat in view.seats
        if pace is not None
    )
    return replace(view, seats=seats, talk=said(match), clocks=clocks, terms=(("clock", "300+5"),))


def said(match: Match) -> tuple[TalkLine, ...]:
    """Return the talk at a table of these names, as far as it concerns them."""
    return tuple(
        TalkLine(ply, Seat(seat), f"P{seat}", NICKS[seat], text, act, 0, at)
        for at, (seat, ply, text, act) in enumerate(SAYINGS)
        if seat < len(match.names) and ply <= match.ply and (act is None or named(act, match.names))
    )


def named(act: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Tell whether an act names no seats but these."""
    words = {"red", "blue", "green", "yellow"} & set(act)
    return words <= set(names) and ("h8" not in act or len(names) > 3)


def lines(match: Match) -> tuple[Utterance, ...]:
    """Return the same talk for a record."""
    return tuple(Utterance(one.seat, one.pid, one.seq, one.ply, one.text, one.act) for one in said(match))


def sit(make: Callable[[], TableView]) -> Stage:
    """Return the stage that shows a table."""

    async def stage(app: GalleryApp) -> None:
        view = make()
        call(called(view.game, view.options))
        screen = TableScreen(GalleryTable(view))
        screen.now = lambda: NOON
        await app.push_screen(screen)

    return stage


def gathering() -> TableView:
    """Return a table that still waits: two players have come, one of them is ready, two seats are open."""
    view = seated("djambi", 4, 0)
    who = (("P0", "Alice", True, True), ("P1", "Benoît", False, False), ("", "", False, False), ("", "", False, False))
    seats = tuple(
        SeatView(Seat(at), view.seats[at].name, pid, nick, mine=mine, present=bool(pid), ready=ready)
        for at, (pid, nick, mine, ready) in enumerate(who)
    )
    return replace(view, phase=Phase.GATHERING, match=None, seats=seats, talk=(), clocks=(), invitation=INVITATION)


def ended() -> TableView:
    """Return a finished table of Djambi."""
    view = seated("djambi", 3, 600, seed=2, mine=0)
    return replace(view, phase=Phase.OVER, clocks=())


TALON = "6,11,2,9,5,3,0,8,4,1,12,7"


def fighting() -> TableView:
    """Return a table of Méditerranée where a fight has begun, as the attacker sees it."""
    options = {"placement": "standard", "seed": "5"}
    match = Match.new(find("mediterranee"), options).deal()
    return seen(match.play("move rF2 TAR-NOV").deal(), 0)


KEPT = (
    ("2026-11-20", "djambi", 4, 900, 2, ("Alice", "Benoît", "Chloé", "David")),
    ("2026-11-19", "epaminondas", 2, 900, 3, ("Alice", "Benoît")),
    ("2026-11-19", "megiddo", 2, 900, 4, ("Fanny", "Alice")),
    ("2026-11-17", "megiddo", 3, 900, 6, ("Alice", "Chloé", "greedy")),
    ("2026-11-16", "djambi", 3, 700, 7, ("greedy", "Alice", "greedy")),
    ("2026-11-14", "epaminondas", 2, 900, 8, ("Benoît", "Alice")),
    ("2026-11-12", "djambi", 4, 24, 9, ("Chloé", "Alice", "David", "Benoît")),
    ("2026-11-10", "megiddo", 2, 900, 10, ("Alice", "Benoît")),
    ("2026-11-08", "megiddo", 2, 900, 11, ("Alice", "greedy")),
)
"""The day of a game, its name, players, greatest number of decisions, seed, and its players; a bot by its name."""

COMMENTS = ((9, "From here on the truce is worth nothing."), (14, "Better: the reporter to the other side."))


def records() -> Iterator[Record]:
    """Yield the records of all of them, the latest first."""
    for day, game, players, plies, seed, people in KEPT:
        match = match_of(players, plies, seed, game)
        names = match.names
        bots = " ".join(f"{name}={who}" for name, who in zip(names, people, strict=True) if who == "greedy")
        mine = next(name for name, who in zip(names, people, strict=True) if who == "Alice")
        notes = [Note(ply, COMMENT, (text,)) for ply, text in COMMENTS] if day == KEPT[0][0] else []
        record = Record.of(match, lines(match), notes=notes, people=dict(zip(names, people, strict=True)), date=day)
        yield replace(record, extra=((MINE, mine), (BOTS, bots)))


def told_again() -> PastGame:
    """Return the replay of the first one."""
    _, game, players, plies, seed, _ = KEPT[0]
    return past_game_of(next(records()), match_of(players, plies, seed, game), Seat(0))


class Shelf:
    """The part of `tui.study.game_library.Library` that a list of games uses."""

    folders = ()

    def steps(self) -> Iterator[GameSummary | None]:
        """Yield the games one by one."""
        yield from (played(record) for record in records())

    def newest(self, games: Iterable[GameSummary]) -> list[GameSummary]:
        """Return games in the order of the list."""
        return list(games)

    def told(self, one: GameSummary) -> OpenedGame:
        """Return the first game, whichever was asked for."""
        del one
        return told_again(), None

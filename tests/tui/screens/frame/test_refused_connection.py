"""Whoever was online when a broker began to refuse them is told why, once and for as long as it lasts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from textual import events
from textual.widgets import Input, Static

from net.transport import transport
from net.transport.memory_broker import MemoryBroker, MemoryTransport
from net.transport.transport import FULL, LOST, UNREACHABLE, UNTRUSTED, AccessRefused, Offline, Will
from net.view.outage_view import OutageView
from net.view.room_view import LobbyView
from net.view.table_view import TableView
from net.wire.invitation import Invitation, Via
from tests.gallery.fixed_table import FixedTable, match_of, view_of
from tests.gallery.sample_data import GalleryPeer
from tests.length import long_only
from tests.tui.support.journey import shown, toasts
from tui.app.app import ParleyApp
from tui.i18n.translation import tell_template
from tui.screens.learn.key_card import KeysScreen
from tui.screens.room.join_screen import JoinScreen
from tui.screens.room.lobby_screen import LobbyScreen
from tui.screens.table.connection_words import missing_words, title_text
from tui.screens.table.table_screen import TableScreen
from tui.session.connection_news import news, reached, refusals
from tui.settings import theme
from tui.settings.visit import VARIABLE
from tui.table.controller import HERE
from tui.table.player_desk import PlayerDesk
from tui.table.table_plan import defaults, hot_seat
from tui.widgets.text_style import TextStyle

AT = Invitation("127.0.0.1", "florence", bytes(range(16)), port=1883)
FIELDS = (("host", "127.0.0.1"), ("port", "1883"), ("topic", "parley"), ("way", "tls"), ("given", "via=ws"))
SENTENCES = {one for one in vars(transport).values() if isinstance(one, str) and "{host}" in one}
REFUSALS = sorted(SENTENCES - {UNREACHABLE, LOST})
LASTS = " Parley keeps trying; what you play and say waits here until then."
INK = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))


class RefusedPeer(GalleryPeer):
    """A room whose broker refuses us until it is reached again."""

    online, holds, code = False, True, ""

    def __init__(self, outage: OutageView | None) -> None:
        """Be refused by `outage`."""
        self.outage = outage

    @property
    def invitation(self) -> Any:  # noqa: ANN401 - the gallery has a text
        """Where the room lies."""
        return AT

    @property
    def lobby(self) -> LobbyView:
        """The room as it was."""
        return replace(super().lobby, online=self.online, outage=self.outage)


@pytest.mark.parametrize(
    "template", [pytest.param(one, marks=() if one in {FULL, *REFUSALS[:3]} else long_only) for one in REFUSALS]
)
async def test_every_refusal_is_told_on_every_screen(template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    outage = OutageView(template, FIELDS, refused=template != FULL)
    why, peer, app = tell_template(template, FIELDS) + LASTS, RefusedPeer(outage), ParleyApp()
    monkeypatch.setattr(ParleyApp, "peers", (peer,))
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        assert not app.rooms.seated
        app.look_again()
        app.look_again()
        await pilot.pause()
        assert toasts(app) == [why]
        app.clear_notifications()
        await pilot.pause()
        await app.push_screen(LobbyScreen(peer, str(AT)))  # type: ignore[arg-type]
        await pilot.pause()
        room = app.screen.query_one("#room", Static)
        assert (
            str(room.content) == f"Room florence · offline: {why} A new invitation to this room, pasted here, leads on."
        )
        assert room.size.height > 1, "it is told to the end"
        app.pop_screen()
        await pilot.pause()
        await pilot.pause()
        assert why in str(app.screen.query_one("#net", Static).content)
        view = replace(view_of(match_of(4, 4, 5)), online=False, outage=outage, invitation=str(AT))
        await app.push_screen(TableScreen(FixedTable(view)))
        await pilot.pause()
        assert shown(app).splitlines()[0].rstrip().endswith("refused")
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, KeysScreen)
        assert str(app.screen.query_one(Static).content).startswith(f"{why}\n\n")
        peer.online, peer.outage = True, None
        app.look_again()
        await pilot.pause()
        assert toasts(app)[-1:] == ["The broker at 127.0.0.1:1883 is reached again."]


TEXT = str(replace(AT, port=1884).to_room())


@pytest.mark.parametrize(("field", "key"), [("say", "t"), ("filter", "slash")])
async def test_an_invitation_pasted_into_a_line_of_a_room_leads_on_where_nobody_would_hear_it(
    field: str, key: str
) -> None:
    peer, app = RefusedPeer(OutageView(UNTRUSTED, FIELDS, refused=True)), ParleyApp()
    peer.online = True
    async with app.run_test(size=(100, 40)) as pilot:
        await app.push_screen(room := LobbyScreen(peer, str(AT)))  # type: ignore[arg-type]
        await pilot.press(key)
        line = room.query_one(f"#{field}", Input)
        assert line.has_focus
        line.post_message(events.Paste(TEXT))
        await pilot.pause()
        assert (line.value, app.screen) == (TEXT, room), "others hear it"
        line.value, peer.online = "so ", False
        room.show_room()
        line.post_message(events.Paste("nothing of the kind"))
        await pilot.pause()
        said = line.value
        line.post_message(events.Paste(f"Hi Ann: {TEXT} see you"))
        while not isinstance(app.screen, JoinScreen):
            await pilot.pause()
        assert (app.screen.invitation, line.value) == (TEXT, said)


async def test_an_invitation_said_to_a_room_where_nobody_would_hear_it_leads_on() -> None:
    """Not every terminal tells what is pasted from what is typed."""
    peer, app = RefusedPeer(OutageView(LOST, FIELDS)), ParleyApp()
    async with app.run_test(size=(100, 40)) as pilot:
        await app.push_screen(room := LobbyScreen(peer, str(AT)))  # type: ignore[arg-type]
        await pilot.press("t")
        line = room.query_one("#say", Input)
        line.value = TEXT
        await pilot.press("enter")
        while not isinstance(app.screen, JoinScreen):
            await pilot.pause()
        assert (app.screen.invitation, line.value) == (TEXT, "")


@pytest.mark.parametrize(
    ("template", "refused", "state", "told"),
    [
        (UNTRUSTED, True, "refused", " · the broker refuses us, ? tells why: what you do waits here"),
        (FULL, False, "refused", " · the room may be full, ? tells more: what you do waits here"),
        (LOST, False, "offline", " · no connection: what you do waits here"),
    ],
)
def test_the_table_says_in_short_whether_waiting_helps(template: str, refused: bool, state: str, told: str) -> None:  # noqa: FBT001 - a parameter of the test
    desk = PlayerDesk()
    desk.take(replace(view_of(match_of(4, 4, 5)), online=False, outage=OutageView(template, FIELDS, refused)))
    assert title_text(desk, INK, 100).plain.endswith(state)
    assert missing_words(desk, ()) == told


def test_a_room_that_is_reached_by_a_new_invitation_is_not_told_as_refused() -> None:
    old, new = RefusedPeer(OutageView(UNTRUSTED, FIELDS, refused=True)), RefusedPeer(None)
    assert len(refusals((old, new))) == 1
    new.online = True
    assert (refusals((old, new)), reached((old, new))) == ((), ("florence",))
    assert list(news((old, new), {})) == [], "the old way is not told as lost while the room is reached"


class At:
    """A table at which somebody is, or which they have left while its game goes on, and its handle."""

    def __init__(self, invitation: Invitation, *, aside: bool = False) -> None:
        """Be reached by `invitation`."""
        self.invitation, self.aside = str(invitation.at_table(bytes(16))), aside

    @property
    def handle(self) -> At:
        """The handle."""
        return self

    @property
    def view(self) -> TableView:
        """A table of Djambi."""
        return replace(view_of(match_of(4, 4, 5)), title="Slow")


class OtherPeer(RefusedPeer):
    """The same room by another invitation."""

    @property
    def invitation(self) -> Any:  # noqa: ANN401 - the gallery has a text
        """Where the room lies by that."""
        return replace(AT, via=Via.TLS, pin="ab" * 32)


def test_at_a_table_only_the_connection_that_carries_it_is_told() -> None:
    gone, refused = OutageView(UNREACHABLE, FIELDS), OutageView(UNTRUSTED, FIELDS, refused=True)
    room, mine = RefusedPeer(gone), OtherPeer(gone)
    tables, lost = (At(mine.invitation),), {AT: UNREACHABLE}

    def told() -> list[str]:
        return [one.text for one in news((room, mine), lost, tables)]

    assert told() == [tell_template(UNREACHABLE, FIELDS) + LASTS], "once, and not that one can only look"
    room.online, room.outage = True, None
    assert told() == [], "the table is not reached"
    mine.outage = refused
    assert told() == [tell_template(UNTRUSTED, FIELDS) + LASTS]
    assert told() == []
    mine.online, mine.outage = True, None
    assert told() == ["The broker at 127.0.0.1:1883 is reached again."]


def test_at_a_table_with_others_nothing_is_told_of_another_room_without_a_table() -> None:
    other, lost = RefusedPeer(OutageView(UNREACHABLE, FIELDS)), dict[Invitation, str]()
    away = replace(AT, host="other.example", room_key=b"k" * 16)
    at, aside = At(away), At(away, aside=True)
    alone = At(replace(AT, host=HERE))
    assert list(news((other,), lost, (at,))) == []
    other.online, other.outage = True, None
    assert list(news((other,), lost, (at,))) == []
    other.online, other.outage = False, OutageView(UNREACHABLE, FIELDS)
    assert [one.text for one in news((other,), lost, (aside, alone))] == [tell_template(UNREACHABLE, FIELDS) + LASTS]
    assert list(news((), lost, (at,))) == []
    assert lost == {}, "a room that was left is forgotten"


def test_a_room_whose_table_is_not_looked_at_is_named_with_it() -> None:
    other, lost = RefusedPeer(OutageView(UNREACHABLE, FIELDS)), dict[Invitation, str]()
    away = At(replace(AT, host="other.example", room_key=b"k" * 16))
    there = " That is the room florence, with Djambi “Slow”: Parley keeps trying; "

    def told(*tables: At) -> list[str]:
        return [one.text for one in news((other,), lost, tables)]

    slow = At(AT, aside=True)
    assert told(away, slow) == [
        f"Nobody answers at 127.0.0.1:1883.{there}what you play and say there waits until then."
    ]
    other.online, other.outage = True, None
    assert told(away, slow) == [
        "The broker at 127.0.0.1:1883 is reached again: that is the room florence, with Djambi “Slow”."
    ]
    other.online, other.outage, other.holds = False, OutageView(LOST, FIELDS), False
    assert told(slow) == [f"The connection to 127.0.0.1:1883 is lost.{there}until then you can only look there."]
    lost.clear()
    assert told(slow, At(AT)) == [
        "The connection to 127.0.0.1:1883 is lost. Parley keeps trying; until then you can only look."
    ], "it is at the table looked at too"


class ChangedDoor:
    """The way to a broker in memory, which refuses whoever comes while there is a reason `why`."""

    def __init__(self) -> None:
        """Let everybody in."""
        self.broker, self.why = MemoryBroker(local=False), ""

    def connect(self, will: Will | None = None) -> MemoryTransport:
        """Give one connection."""
        link = MemoryTransport(self.broker, will)
        if self.why:
            link.connect = self._refuse  # type: ignore[method-assign]
        return link

    async def _refuse(self) -> None:
        kind = Offline if self.why in {UNREACHABLE, FULL} else AccessRefused
        raise kind(self.why, host=AT.host, port=AT.port)


@pytest.mark.usefixtures("parley_home")
@pytest.mark.parametrize("template", [UNTRUSTED, FULL])
async def test_a_table_that_was_online_reads_it_and_reads_that_it_is_back(
    template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    door, app = ChangedDoor(), ParleyApp()
    monkeypatch.setattr(app.rooms, "way", lambda _: door.connect)
    async with app.run_test(size=(100, 30)) as pilot:
        peer = await app.rooms.enter(AT)
        plan = hot_seat("djambi", defaults("djambi"))
        seated = await app.rooms.open_table(peer, plan)
        app.go(lambda: app.show_table(seated))
        while not isinstance(app.screen, TableScreen):
            await pilot.pause()
        door.why = UNREACHABLE
        door.broker.stop(forget=False)
        door.broker.start()
        while peer.outage is None or peer.outage.template != UNREACHABLE:
            await pilot.pause(0.01)
            app.look_again()
        door.why = template
        while not any(one.startswith(tell_template(template, FIELDS)) for one in toasts(app)):
            await pilot.pause(0.01)
            app.look_again()
        while not shown(app).splitlines()[0].rstrip().endswith("refused"):
            await pilot.pause(0.01)
        door.why = ""
        while "The broker at 127.0.0.1:1883 is reached again." not in toasts(app):
            await pilot.pause(0.01)
            app.look_again()
        while not shown(app).splitlines()[0].rstrip().endswith("online"):
            await pilot.pause(0.01)


async def test_whoever_has_come_by_a_door_is_sent_to_no_new_invitation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "127.0.0.1 1883")
    peer, app = RefusedPeer(OutageView(UNREACHABLE, FIELDS)), ParleyApp()
    async with app.run_test(size=(100, 40)) as pilot:
        await app.push_screen(LobbyScreen(peer, str(AT)))  # type: ignore[arg-type]
        await pilot.pause()
        assert str(app.screen.query_one("#room", Static).content).endswith(LASTS.strip())

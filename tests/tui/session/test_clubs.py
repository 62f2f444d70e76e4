"""The clubs of a profile are computed again only when there is more of them, or in another language."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from net.identity.identity import chance_name
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.transport.transport import FULL, UNREACHABLE, Offline
from net.wire.invitation import Invitation
from tests.tui.support.club_evening import asked, does
from tui.i18n import translation
from tui.records.club import club_view, member_deeds
from tui.session.club.live_club import ClubStanding
from tui.session.clubs import Clubs
from tui.session.known_people import People
from tui.session.rooms import Rooms
from tui.settings.settings import Settings
from tui.text.shell.settings_dialogue import setting_lines


async def test_a_club_is_computed_once_for_what_the_journal_has(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(parley_home, "ben")
    computed: list[str] = []
    found = club_view.view_of

    def view_of(club: object, me: bytes, *, ladders: bool = True) -> club_view.ClubView:
        computed.append("whole" if ladders else "brief")
        return found(club, me, ladders=ladders)  # type: ignore[arg-type]

    monkeypatch.setattr(club_view, "view_of", view_of)
    rooms = Rooms(parley_home, "ann", "Ann")
    clubs = Clubs(rooms)
    (brief,), (again,) = await clubs.every(), await clubs.every()
    assert brief is again
    assert await clubs.view(brief.cid) is await clubs.view(brief.cid)
    assert computed == ["brief", "whole"]
    await clubs.do(member_deeds.admit, (brief.cid, "ben"))
    (after,) = await clubs.every()
    assert (brief.waits, after.waits) == (("Ben asks to come in",), ())
    assert computed == ["brief", "whole", "brief"]
    translation.use("fr")
    await clubs.every()
    assert computed == ["brief", "whole", "brief", "brief"]
    await rooms.close()


async def test_a_founder_goes_by_the_name_of_the_settings(parley_home: Path) -> None:
    rooms = Rooms(parley_home, "zoe", "Zoé")
    clubs = Clubs(rooms)
    answer = await clubs.do(member_deeds.new, ("Late",), admission="sponsors 2")
    view = await clubs.view(str(answer.value["club"]))
    assert [view.state.membership.name(key) for key in view.state.founders] == ["Zoé"]
    await rooms.close()
    does(parley_home, "zoe", member_deeds.show, "late")


async def test_a_new_name_counts_in_clubs_as_soon_as_they_are_looked_at(parley_home: Path) -> None:
    rooms = Rooms(parley_home, "default")
    clubs = Clubs(rooms)
    answer = await clubs.do(member_deeds.new, ("Late",))
    cid = str(answer.value["club"])
    assert await names(clubs, cid) == [rooms.drawn_name], "as Settings say"
    for name in ("Bea", "Béa"):
        rooms.nick = name
        assert await names(clubs, cid) == [name]
        (one,) = await clubs.every()
        assert one.state.membership.name(one.me) == name
    rooms.nick = ""
    assert await names(clubs, cid) == ["Béa"]
    await rooms.close()


async def names(clubs: Clubs, cid: str) -> list[str]:
    """Give the names of the members of a club."""
    people = (await clubs.view(cid)).state.membership
    return [people.name(key) for key in people.members]


async def test_whoever_asks_without_a_name_goes_by_the_word_of_the_settings(parley_home: Path) -> None:
    asked(parley_home)
    rooms = Rooms(parley_home, "default")
    clubs = Clubs(rooms)
    await clubs.do(member_deeds.join, (str(parley_home / "first.club"),))
    (view,) = await clubs.every()
    people = view.state.membership
    assert [people.name(key) for key in people.candidates] == [rooms.drawn_name]
    earlier = replace(people, nicks={view.me: rooms.profile.identity.pid})
    assert earlier.name(view.me) == rooms.drawn_name, "who asked with an older Parley"
    await rooms.close()


async def test_a_new_profile_goes_by_the_name_it_was_started_with_in_rooms_as_in_clubs(parley_home: Path) -> None:
    rooms = Rooms(parley_home, "second")
    peer = await rooms.local()
    clubs = Clubs(rooms)
    answer = await clubs.do(member_deeds.new, ("Late",))
    assert await names(clubs, str(answer.value["club"])) == [peer.nick] == [rooms.drawn_name] == ["second"]
    assert not any("You have told no name" in line for line in answer.lines)
    with translation.speaking("en"):
        assert setting_lines(Settings(), rooms.unchosen)[1] == "SETTING nick: second, like your profile"
        assert "second" in People(rooms).me
    await rooms.close()
    rooms = Rooms(parley_home, "second", "Zoé")
    assert (await rooms.local()).nick == "Zoé", "the settings tell another name"
    await rooms.close()


async def test_a_profile_that_is_known_by_a_word_by_chance_keeps_it_and_reads_so_in_a_club(parley_home: Path) -> None:
    earlier = Profile.open(parley_home, "second")
    Journal(earlier.journal_path).close()
    earlier.close()
    rooms = Rooms(parley_home, "second")
    word = chance_name(rooms.profile.identity.public)
    clubs = Clubs(rooms)
    answer = await clubs.do(member_deeds.new, ("Late",))
    told = [(await rooms.local()).nick, rooms.drawn_name, *await names(clubs, str(answer.value["club"]))]
    assert told == [word] * 3
    assert any(f"You have told no name, so you stand there as {word}." in line for line in answer.lines)
    await rooms.close()


def test_a_club_in_a_room_that_is_full_says_so() -> None:
    at = Invitation("127.0.0.1", "parlour", bytes(16), port=1883)
    full, away = (ClubStanding(at, fault=Offline(why, host=at.host, port=at.port)) for why in (FULL, UNREACHABLE))
    assert "the room may be full" in full.words
    assert away.words == "The room parlour at 127.0.0.1:1883 cannot be reached now; Parley keeps trying."

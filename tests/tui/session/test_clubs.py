"""The clubs of a profile are computed again only when there is more of them, or in another language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.support.club_evening import asked, does
from tui.i18n import translation
from tui.records.club import club_view, member_deeds
from tui.session.clubs import Clubs
from tui.session.rooms import Rooms


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

"""A visitor of a door goes to one room, hosts nothing and opens no file; somebody at home does as they like."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fault import Fault
from net.wire.invitation import KEY_SIZE, Invitation
from tui.session.rooms import Rooms
from tui.settings import visit
from tui.settings.visit import Visit
from tui.study.game_library import bring_in, wanted

HERE, THERE = ("127.0.0.1", 1883), ("127.0.0.1", 22)


def room_at(host: str, port: int, name: str = "parley", key: bytes = bytes(KEY_SIZE)) -> Invitation:
    return Invitation(host, name, key, port)


def test_who_is_a_visitor() -> None:
    assert Visit.now({}) is None
    assert Visit.now({"TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver"}) == Visit()
    assert Visit.now({visit.VARIABLE: "::1 1883"}) == Visit(("::1", 1883))
    assert Visit.now({visit.VARIABLE: ""}) == Visit()


def test_at_home_everything_is_allowed() -> None:
    visit.check_broker(room_at(*THERE))
    visit.check_hosting()
    visit.check_files()
    assert not visit.is_bound()


async def test_a_visitor_reaches_one_broker_and_hosts_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(visit.VARIABLE, "{} {}".format(*HERE))
    visit.check_broker(room_at(*HERE))
    assert visit.is_bound()
    rooms = Rooms(tmp_path, "default")
    with pytest.raises(Fault) as elsewhere:
        await rooms.enter(room_at(*THERE))
    assert elsewhere.value.template == visit.ELSEWHERE
    with pytest.raises(Fault) as hosting:
        await rooms.host()
    assert hosting.value.template == visit.NO_HOSTING
    await rooms.local()
    await rooms.close()


async def test_the_same_room_at_another_address_is_not_told_to_be_another_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(visit.VARIABLE, "{} {}".format(*HERE))
    monkeypatch.setenv(visit.ROOM, visit.room_mark(room_at(*HERE)))
    rooms = Rooms(tmp_path, "default")
    told = {
        room_at(*THERE): visit.AT_ANOTHER_ADDRESS,
        room_at(*THERE).at_table(b"t" * 16, None): visit.AT_ANOTHER_ADDRESS,
        room_at(*THERE, name="attic"): visit.ELSEWHERE,
        room_at(*THERE, key=b"r" * KEY_SIZE): visit.ELSEWHERE,
    }
    for place, sentence in told.items():
        with pytest.raises(Fault) as refused:
            await rooms.enter(place)
        assert refused.value.template == sentence
    visit.check_broker(room_at(*HERE))
    await rooms.close()


def test_a_visitor_opens_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(visit.VARIABLE, "{} {}".format(*HERE))
    for tried in (lambda: bring_in("/etc/hostname", tmp_path), lambda: wanted("/etc/hostname", Rooms(tmp_path, "me"))):
        with pytest.raises(Fault) as files:
            tried()
        assert files.value.template == visit.NO_FILES


def test_why_a_visitor_will_not_be_known_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert visit.unknown() is None
    for why in visit.Unknown:
        monkeypatch.setenv(visit.ONCE, why)
        assert visit.unknown() is why
    monkeypatch.setenv(visit.ONCE, "whatever")
    assert visit.unknown() is None

"""Who may wait at the door: so many at a time, so many of one address, and the oldest has to go first."""

from __future__ import annotations

from tui.cli.door.waiting_connections import REMEMBERED, Admission, WaitingConnections


def test_one_address_has_a_share_of_its_own() -> None:
    waiting = WaitingConnections(10, 2, 100)
    for number in range(2):
        assert waiting.admission("a", 0) is Admission.ADMITTED
        assert waiting.enter(number, "a") is None
    assert waiting.admission("a", 0) is Admission.TOO_MANY_HERE
    assert waiting.admission("b", 0) is Admission.ADMITTED
    waiting.leave(0)
    waiting.leave(0)
    assert waiting.admission("a", 0) is Admission.ADMITTED
    assert len(waiting) == 1


def test_an_address_comes_so_often_in_a_minute() -> None:
    waiting = WaitingConnections(10, 2, 3)
    assert [waiting.admission("a", now) for now in (0, 1, 2)] == [Admission.ADMITTED] * 3
    assert waiting.admission("a", 59_999) is Admission.TOO_OFTEN
    assert waiting.admission("b", 59_999) is Admission.ADMITTED
    assert waiting.admission("a", 60_000) is Admission.ADMITTED


def test_the_one_that_has_waited_longest_goes_when_there_are_too_many() -> None:
    waiting = WaitingConnections(2, 2, 100)
    assert [waiting.enter(number, str(number)) for number in range(4)] == [None, None, 0, 1]
    assert len(waiting) == 2


def test_addresses_are_not_remembered_for_ever() -> None:
    waiting = WaitingConnections(10, 2, 1)
    for number in range(REMEMBERED + 1):
        assert waiting.admission(str(number), 0) is Admission.ADMITTED
    assert waiting.admission("0", 1) is Admission.ADMITTED
    assert waiting.admission(str(REMEMBERED), 1) is Admission.TOO_OFTEN

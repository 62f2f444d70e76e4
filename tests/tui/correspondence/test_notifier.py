"""Each event is told once, over restarts and killed programs; what fails is told once and tried again, with a limit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import pytest

from core.fault import Fault
from tests.net.support.party import virtually
from tui.correspondence import notifier as notifier_module
from tui.correspondence.notice import Notice, NoticeKind
from tui.correspondence.notice_channel import NOT_SENT, Channel, ChannelKind, NotSent
from tui.correspondence.notice_queue import FILE, KEPT_MS, WAITS_SECONDS, NoticeQueue, NoticesUnusable
from tui.correspondence.notifier import MOST, Notifier

POST, DESKTOP = Channel(ChannelKind.POST, "http://127.0.0.1/"), Channel(ChannelKind.DESKTOP)


def told(number: int, kind: NoticeKind = NoticeKind.TURN, tid: str = "t") -> Notice:
    """Give a notice."""
    return Notice(kind, f"{kind}/{tid}/{number}", tid, "A table", f"Text {number}.")


@pytest.fixture(autouse=True)
def _virtual_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifier_module, "now_ms", lambda: round(asyncio.get_running_loop().time() * 1000))


async def running(notifier: Notifier, seconds: float) -> None:
    """Let it send for a while."""
    work = asyncio.create_task(notifier.run())
    await asyncio.sleep(seconds)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


def carrier(kept: list[tuple[Channel, str]]) -> Callable[[Channel, Notice], Awaitable[None]]:
    """Give what sends into a list."""

    async def carry(channel: Channel, notice: Notice) -> None:
        kept.append((channel, notice.text))

    return carry


def test_an_event_is_sent_once_by_each_channel_also_after_a_restart(tmp_path: Path) -> None:
    async def days() -> None:
        kept: list[tuple[Channel, str]] = []
        for start in range(3):
            with NoticeQueue(tmp_path, 0) as queue:
                notifier = Notifier(queue, (POST, DESKTOP, POST), carry=carrier(kept))
                assert notifier.tell(told(1)) is (start == 0)
                assert not notifier.tell(told(1))
                await running(notifier, 1)
        assert kept == [(POST, "Text 1."), (DESKTOP, "Text 1.")]

    virtually(days())


def test_what_was_not_sent_before_the_end_is_sent_after_it(tmp_path: Path) -> None:
    async def days() -> None:
        kept: list[tuple[Channel, str]] = []
        with NoticeQueue(tmp_path, 0) as queue:
            Notifier(queue, (POST,)).tell(told(1))
        with NoticeQueue(tmp_path, 0) as queue:
            await running(Notifier(queue, (POST,), carry=carrier(kept)), 1)
        assert kept == [(POST, "Text 1.")]

    virtually(days())


def test_what_was_on_its_way_when_the_program_was_killed_counts_as_sent(tmp_path: Path) -> None:
    async def days() -> None:
        with NoticeQueue(tmp_path, 0) as queue:
            Notifier(queue, (POST,)).tell(told(1))
            post = queue.next_post(POST)
            assert post is not None
            queue.begin(POST, post)
        with NoticeQueue(tmp_path, 0) as queue:
            assert queue.next_post(POST) is None

    virtually(days())


def test_a_channel_that_fails_is_told_once_and_tried_again_with_a_limit(tmp_path: Path) -> None:
    async def days() -> None:
        times: list[float] = []
        faults: list[NotSent] = []

        async def carry(_channel: Channel, _notice: Notice) -> None:
            times.append(asyncio.get_running_loop().time())
            raise NotSent(NOT_SENT, channel="post", why=Fault("no."))

        with NoticeQueue(tmp_path, 0) as queue:
            notifier = Notifier(queue, (POST,), carry=carry, on_failure=faults.append)
            notifier.tell(told(1))
            await running(notifier, 100_000)
        assert len(faults) == 1
        gaps = [round(after - before) for before, after in pairwise(times)]
        assert gaps == list(WAITS_SECONDS)

    virtually(days(), 200_000)


def test_a_channel_that_works_again_sends_what_waited(tmp_path: Path) -> None:
    async def days() -> None:
        kept: list[tuple[Channel, str]] = []
        faults: list[NotSent] = []
        works = carrier(kept)

        async def carry(channel: Channel, notice: Notice) -> None:
            if asyncio.get_running_loop().time() < 10:
                raise NotSent(NOT_SENT, channel="post", why=Fault("no."))
            await works(channel, notice)

        with NoticeQueue(tmp_path, 0) as queue:
            notifier = Notifier(queue, (POST,), carry=carry, on_failure=faults.append)
            for number in (1, 2):
                notifier.tell(told(number))
            await running(notifier, 100)
        assert kept == [(POST, "Text 1."), (POST, "Text 2.")]
        assert len(faults) == 1

    virtually(days())


def test_what_has_passed_is_not_sent_any_more(tmp_path: Path) -> None:
    with NoticeQueue(tmp_path, 0) as queue:
        for one in (told(1), told(2), told(3, NoticeKind.OVER), told(1, tid="other")):
            queue.add(one, (POST,), 0)
        queue.withdraw("t", (told(2),))
        left = []
        while (post := queue.next_post(POST)) is not None:
            queue.sent(POST, post)
            left.append(post.notice.key)
        assert left == ["turn/t/2", "over/t/3", "turn/other/1"]


def test_an_event_is_forgotten_after_a_long_time(tmp_path: Path) -> None:
    with NoticeQueue(tmp_path, 0) as queue:
        assert queue.add(told(1), (), 5)
    with NoticeQueue(tmp_path, KEPT_MS) as queue:
        assert not queue.add(told(1), (), 5)
    with NoticeQueue(tmp_path, KEPT_MS + 6) as queue:
        assert queue.add(told(1), (), 5)


def test_others_cannot_cause_any_number_of_notices(tmp_path: Path) -> None:
    async def evening() -> None:
        with NoticeQueue(tmp_path, 0) as queue:
            notifier = Notifier(queue, ())
            again = [notifier.tell(told(500, NoticeKind.INVITATION)) for _ in range(200)]
            assert again == [True] + [False] * 199, "told anew at each look at the room"
            assert sum(notifier.tell(told(number, NoticeKind.PROPOSAL)) for number in range(200)) == MOST[0] - 1
            assert notifier.tell(told(1))

    virtually(evening())


def test_the_tables_that_went_on_are_remembered(tmp_path: Path) -> None:
    with NoticeQueue(tmp_path, 0) as queue:
        queue.watch("b", "B")
        queue.watch("a", "A")
        queue.watch("a", "A again")
    with NoticeQueue(tmp_path, 0) as queue:
        assert queue.watched() == (("a", "A again"), ("b", "B"))
        queue.unwatch("a")
        assert queue.watched() == (("b", "B"),)


def test_a_damaged_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"nothing of the kind" * 100)
    with pytest.raises(NoticesUnusable, match=r"cannot be used .*Move it away\."):
        NoticeQueue(tmp_path, 0)

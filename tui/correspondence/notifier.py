"""The notifier: keeps each notice once, and sends it by every channel, with a limited number of attempts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from net.transport.rate_limit import RateLimit
from tui.correspondence.notice import Notice, NoticeKind
from tui.correspondence.notice_channel import Channel, NotSent, deliver
from tui.words.clock_words import now_ms

if TYPE_CHECKING:
    from tui.correspondence.notice_queue import NoticeQueue, Post

BY_OTHERS = frozenset({NoticeKind.OFFER, NoticeKind.PROPOSAL, NoticeKind.INVITATION, NoticeKind.REQUEST})
"""What others can cause as often as they like."""
MOST = (60, 3_600_000)
"""How many of these are told at most within so many milliseconds."""


class Notifier:
    """What is told of, and the ways by which it is sent."""

    def __init__(
        self,
        queue: NoticeQueue,
        channels: Sequence[Channel],
        *,
        on_sent: Callable[[Channel, Notice], None] = lambda _channel, _notice: None,
        on_failure: Callable[[NotSent], None] = lambda _: None,
        carry: Callable[[Channel, Notice], Awaitable[None]] = deliver,
    ) -> None:
        """Send what is in `queue` by `channels`; nothing leaves before `run`.

        `on_failure` learns of the first failure of a channel since it last worked; `carry` is what sends.
        """
        self.queue = queue
        self._bells = {channel: asyncio.Event() for channel in dict.fromkeys(channels)}
        self._on_sent, self._on_failure, self._carry = on_sent, on_failure, carry
        self._by_others = RateLimit(*MOST)

    def tell(self, notice: Notice) -> bool:
        """Keep a notice and send it, unless its event was told before; tell whether it is news."""
        now = now_ms()
        if notice.kind in BY_OTHERS and (self.queue.knows(notice) or not self._by_others.use(now)):
            return False  # what is told anew at each look at a room takes nothing of what others may have told
        if not self.queue.add(notice, tuple(self._bells), now):
            return False
        for bell in self._bells.values():
            bell.set()
        return True

    async def run(self) -> None:
        """Send until cancelled."""
        async with asyncio.TaskGroup() as group:
            for channel in self._bells:
                group.create_task(self._serve(channel))

    async def _serve(self, channel: Channel) -> None:
        works, bell = True, self._bells[channel]
        while True:
            bell.clear()
            post = self.queue.next_post(channel)
            if post is None or post.due > now_ms():
                with suppress(TimeoutError):
                    async with asyncio.timeout(None if post is None else (post.due - now_ms()) / 1000):
                        await bell.wait()
                continue
            works = await self._attempt(channel, post, works=works)

    async def _attempt(self, channel: Channel, post: Post, *, works: bool) -> bool:
        """Send a notice by a channel that worked before or not; tell whether it works now."""
        self.queue.begin(channel, post)
        try:
            await self._carry(channel, post.notice)
        except NotSent as fault:
            self.queue.failed(channel, post, now_ms())
            if works:
                self._on_failure(fault)
            return False
        self.queue.sent(channel, post)
        self._on_sent(channel, post.notice)
        return True

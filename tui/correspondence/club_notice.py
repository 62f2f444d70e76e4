"""Notices of clubs: what waits there for somebody who has no screen open, each thing once. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from net.club.club_news import ClubTask, TaskKind
from net.club.club_state import ClubState
from net.wire.sanitizer import clean
from tui.correspondence.notice import TEXT_LIMIT, Notice, NoticeKind
from tui.words.club_news_words import task_line

KINDS = {
    TaskKind.ASKED: NoticeKind.REQUEST,
    TaskKind.PAIRED: NoticeKind.PAIRING,
    TaskKind.START: NoticeKind.ROUND,
    TaskKind.ROUND: NoticeKind.ROUND,
    TaskKind.CLOSE: NoticeKind.ROUND,
    TaskKind.ENTER: NoticeKind.ROUND,
}
"""The kind of notice for each kind of task."""


def club_notices(state: ClubState, tasks: Iterable[ClubTask], me: bytes) -> tuple[Notice, ...]:
    """Give what there is to tell the owner of a key of the tasks in a club. Its id stands for a table's."""
    return tuple(_notice(state, task, me) for task in tasks)


def _notice(state: ClubState, task: ClubTask, me: bytes) -> Notice:
    kind, cid = KINDS[task.kind], state.cid.hex()
    what = task.keys[0].hex() if task.kind is TaskKind.ASKED else f"{task.tournament.hex()}/{task.round}"
    key = f"{kind}/{cid}/{task.kind}/{what}"
    return Notice(kind, key, cid, state.name, clean(task_line(state, task, me), TEXT_LIMIT))

"""Farewell: what is to be said when Parley is left while somebody has not received the end of a game."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from tui.named import named
from tui.settlement_words import LATER, owes, unsettled_words
from tui.speech import tr

if TYPE_CHECKING:
    from net.peer.peer import Peer


def undelivered_ends(peers: Iterable[Peer]) -> tuple[str, ...]:
    """Say who has not received the end at the open tables where one has a seat, each sentence once."""
    views = (named(handle.view) for peer in peers for handle in peer.unsettled)
    return tuple(dict.fromkeys(unsettled_words(view) for view in views if owes(view)))


def last_words(peers: Iterable[Peer], stream: TextIO | None) -> None:
    """Say it on one line of a stream, where there is something to say and somebody who reads."""
    words = undelivered_ends(peers)
    if words and stream is not None:
        with suppress(OSError, ValueError):
            stream.write(" ".join((*words, tr(LATER))) + "\n")
            stream.flush()

"""Feeds in tests: some that have received events, and what people say into them."""

from __future__ import annotations

from net.log.chain import Accepted
from net.log.feed import Feed
from net.wire.event import Draft, Kind, Signed
from tests.net.support.event_signer import TID, who

ANN, BEN, CAT = who("ann"), who("ben"), who("cat")


def fed(*events: Signed) -> Feed:
    feed = Feed(TID)
    for signed in events:
        feed.receive(signed)
    return feed


def say(feed: Feed, name: str, kind: Kind = Kind.MOVE) -> Signed:
    signed = feed.draft(who(name), Draft(kind, ("text", None)), 1)
    assert feed.receive(signed) == [Accepted(signed)]
    return signed

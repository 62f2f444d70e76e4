"""Connections that have come and have not said yet who they are: how many there may be, and which one has to go.

Pure: time is a parameter in milliseconds.
"""

from __future__ import annotations

from collections import OrderedDict
from enum import Enum
from ipaddress import IPv6Address, ip_address

from net.transport.rate_limit import RateLimit

NETWORK_BITS = 64
"""One person has at least so much of an IPv6 address."""
REMEMBERED = 4096
"""Addresses whose last connections are remembered."""
MINUTE_MS = 60_000


class Admission(Enum):
    """What becomes of a connection that has just come."""

    ADMITTED = "admitted"
    TOO_MANY_HERE = "too many of this address are waiting"
    TOO_OFTEN = "this address comes too often"


def origin_of(address: str) -> str:
    """Give what counts as one origin of connections: an address, or the network of an IPv6 address.

    >>> origin_of("192.0.2.7"), origin_of("2001:db8:1:2:3::4"), origin_of("::ffff:192.0.2.7"), origin_of("")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7', '')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    shift = found.max_prefixlen - NETWORK_BITS
    return str(IPv6Address(int(found) >> shift << shift))


class WaitingConnections:
    """Those who wait, oldest first; each is a number that the caller chose."""

    def __init__(self, limit: int, of_one: int, a_minute: int) -> None:
        """Let `limit` wait at a time, `of_one` of an origin, and `a_minute` of an origin come."""
        self._limit = limit
        self._of_one = of_one
        self._a_minute = a_minute
        self._origins: OrderedDict[int, str] = OrderedDict()
        self._comings: OrderedDict[str, RateLimit] = OrderedDict()

    def __len__(self) -> int:
        """Count those who wait."""
        return len(self._origins)

    def admission(self, origin: str, now: int) -> Admission:
        """Judge a connection that comes now; whoever is admitted has to `enter`."""
        if sum(one == origin for one in self._origins.values()) >= self._of_one:
            return Admission.TOO_MANY_HERE
        comings = self._comings.pop(origin, None) or RateLimit(self._a_minute, MINUTE_MS)
        self._comings[origin] = comings
        if len(self._comings) > REMEMBERED:
            self._comings.popitem(last=False)
        return Admission.ADMITTED if comings.use(now) else Admission.TOO_OFTEN

    def enter(self, number: int, origin: str) -> int | None:
        """Let a connection wait; give the one that has waited longest where there are too many, which has to go."""
        self._origins[number] = origin
        return self._origins.popitem(last=False)[0] if len(self._origins) > self._limit else None

    def leave(self, number: int) -> None:
        """Forget a connection that has come in or has gone; nothing happens if it does not wait."""
        self._origins.pop(number, None)

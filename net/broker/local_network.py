"""Whether the local network can be used to announce and hear rooms; `net.room.multicast` does it.

It is cheap, so that every start may ask. `PARLEY_LAN=off` prevents all multicast, for networks that are not one's own.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address

from core.fault import Fault, sentence

NO_LIBRARY = sentence(
    "Rooms on the local network can be neither announced nor found without the library zeroconf: "
    "install parley-table[lan], or paste an invitation."
)
SWITCHED_OFF = sentence("Rooms on the local network are neither announced nor looked for: PARLEY_LAN is off.")
NO_NETWORK = sentence("The local network carries no announcements here ({why}); invitations work all the same.")
NO_ADDRESS = sentence("This machine is on no local network just now: no room is announced or heard there.")
_OFF = ("off", "0", "no")


class NoLan(Fault):
    """The local network cannot be used for announcements, and why."""


def check() -> None:
    """Raise `NoLan` if it is clear at once that nothing can be announced or heard. Costs next to nothing."""
    if os.environ.get("PARLEY_LAN", "").casefold() in _OFF:
        raise NoLan(SWITCHED_OFF)
    if find_spec("zeroconf") is None:
        raise NoLan(NO_LIBRARY)


def addresses() -> list[str]:
    """Return the IPv4 addresses at which others may reach this machine, as far as they are known."""
    if find_spec("ifaddr") is None:
        return []
    adapters = import_module("ifaddr").get_adapters()  # it comes with zeroconf, which may be missing
    return [str(ip.ip) for adapter in adapters for ip in adapter.ips if ip.is_IPv4 and is_far(str(ip.ip))]


def is_near(host: str) -> bool:
    """Tell whether an address is one of a local network.

    >>> is_near("10.7.0.1"), is_near("127.0.0.1"), is_near("9.9.9.9"), is_near("play.example")
    (True, False, False, False)
    """
    try:
        return ip_address(host).is_private and is_far(host)
    except ValueError:
        return False


def is_far(bind: str) -> bool:
    """Tell whether other machines reach what listens at an address.

    >>> is_far("127.0.0.1"), is_far("localhost"), is_far("0.0.0.0"), is_far("10.7.0.1")
    (False, False, True, True)
    """
    try:
        return not ip_address(bind).is_loopback
    except ValueError:
        return bind != "localhost"

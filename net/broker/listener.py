"""The listener of a broker: plain, through TLS with a certificate of its own, or by websockets, and its limits."""

from __future__ import annotations

from dataclasses import dataclass

from net.wire.invitation import Via


@dataclass(frozen=True, slots=True)
class Limits:
    """What a broker accepts: connections at a time (0: any number), and bytes of a packet."""

    people: int = 0
    packet: int = 64 * 1024


@dataclass(frozen=True, slots=True)
class BrokerListener:
    """How clients reach a broker; with TLS, the paths of its certificate and its key, both in PEM."""

    via: Via = Via.TCP
    certificate: str = ""
    key: str = ""

    @property
    def web(self) -> bool:
        """Whether clients use websockets, at the path `/mqtt`."""
        return self.via in {Via.WS, Via.WSS}

    @property
    def sealed(self) -> bool:
        """Whether everything is encrypted by TLS."""
        return self.via in {Via.TLS, Via.WSS}


@dataclass(frozen=True, slots=True)
class Orders:
    """Where a broker listens, whom it admits, through which listener, and how many."""

    bind: str
    port: int
    user: str
    password: str
    door: BrokerListener
    limits: Limits

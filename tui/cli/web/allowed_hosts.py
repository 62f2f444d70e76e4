"""At which addresses a server may be asked for its pages, and from whose pages: nothing that a foreign page can reach.

Pure. A name that somebody else has pointed at this machine (DNS rebinding) is none of ours, so it is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Self
from urllib.parse import urlsplit

from core.fault import Fault, sentence

BAD_URL = sentence("“{url}” is no address of a server: write it like https://play.example.net.")
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """The address that others open, `https://play.example.net` for example; empty where the server's own one is it."""

    public: str = ""

    @classmethod
    def of(cls, url: str) -> Self:
        """Read the address that others open; raise `Fault`.

        >>> AllowedHosts.of("https://Play.example.net:443/")
        AllowedHosts(public='https://play.example.net')
        """
        if not url:
            return cls()
        try:
            parts = urlsplit(url.lower())
            port = parts.port
        except ValueError:
            raise Fault(BAD_URL, url=url) from None
        strange = parts.query or parts.fragment or parts.username is not None or parts.path not in {"", "/"}
        if parts.scheme not in PORTS or not parts.hostname or strange:
            raise Fault(BAD_URL, url=url)
        name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        return cls(f"{parts.scheme}://{name}" + ("" if port in {None, PORTS[parts.scheme]} else f":{port}"))

    def asks_here(self, host: str, here: tuple[str, int]) -> bool:
        """Tell whether a `Host` is one of this server, which was reached at the address and port `here`.

        >>> [AllowedHosts().asks_here(host, ("127.0.0.1", 8000)) for host in ("localhost:8000", "evil.example:8000")]
        [True, False]
        """
        return host.lower() in {*self._own(here), urlsplit(self.public).netloc} - {""}

    def comes_from_here(self, origin: str, here: tuple[str, int]) -> bool:
        """Tell whether an `Origin` is a page of this server.

        >>> [AllowedHosts().comes_from_here(one, ("::1", 80)) for one in ("http://[::1]", "https://[::1]", "null")]
        [True, False, False]
        """
        return origin.lower() in {*(f"http://{own}" for own in self._own(here)), self.public} - {""}

    def sockets(self, host: str) -> str:
        """Give the address of the websocket of a page that was asked for at a host."""
        if host.lower() == urlsplit(self.public).netloc or not host:
            return self.public.replace("http", "ws", 1)
        return f"ws://{host.lower()}"

    @staticmethod
    def _own(here: tuple[str, int]) -> set[str]:
        address, port = here
        names = {f"[{address}]" if ":" in address else address}
        if ip_address(address).is_loopback:
            names.add("localhost")
        return {f"{name}:{port}" for name in names} | (names if port == PORTS["http"] else set())

"""The vigil over an audit: how long this client has waited for seeds that have to be opened, and when it is enough.

Pure: `look` says what time it is. Who has not opened his seeds in time is named for it; if he does so later, what the
audit finds then counts.
"""

from __future__ import annotations

from net.chance import Bringer
from net.event import Kind
from net.mental import MentalDealer
from net.patience import GAP_MS


class Vigil:
    """Who is waited for in the audit of one table, and since when."""

    def __init__(self) -> None:
        """Wait for nobody."""
        self._since: dict[bytes, int] = {}
        self._now = 0

    def look(self, bringer: Bringer, now: int, limit_ms: int) -> bool:
        """Look at the audit at the time `now`, wait for `limit_ms` (milliseconds) at most; tell if somebody is late."""
        if not isinstance(bringer, MentalDealer) or bringer.dealing.judged:
            return False
        waited = [player for player, kind in bringer.dealing.waited() if kind is Kind.AUDIT]
        known = self._since if now - self._now <= GAP_MS else {}
        self._now, self._since = now, {player: known.get(player, now) for player in waited}
        late = [player for player, since in self._since.items() if since + limit_ms <= now]
        for player in late:
            bringer.dealing.refuse(player)
        return bool(late)

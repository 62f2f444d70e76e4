"""Meetings: whom this profile plays with at its tables, each company told once."""

from __future__ import annotations

from net.table import Table


class Meetings:
    """What was told already, by table."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._told: dict[bytes, dict[bytes, str]] = {}

    def fresh(self, table: Table) -> dict[bytes, str]:
        """Give those one plays with at a table, by key with their nicks, where that is news; empty where it is none."""
        annals = table.annals
        if annals.line is None or table.me not in (seated := annals.seated):
            return {}
        people = {author: annals.nick(author) for author in sorted(seated) if author != table.me}
        if people == self._told.get(table.tid, {}):
            return {}
        self._told[table.tid] = people
        return people

    def when(self, table: Table, now: int) -> int:
        """Tell when the company of a table met last: when its latest event was said, if that is not to come."""
        return min(now, max((signed.event.ts for signed in table.annals.all), default=now))

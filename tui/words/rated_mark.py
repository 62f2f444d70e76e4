"""What a table is rated for: a club, perhaps a round of a tournament, and the people who are paired there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.fault import Fault, sentence
from tui.i18n.translation import tr

FOR = sentence("{rated}, for {names}")
TABLE = sentence("This table is {rated}.")
NOT_MEANT = sentence("No seat for you: this table is {rated}. You can watch.")
STRANGER = sentence(
    "{names} has a seat here, but this table is {rated}: the game would not count there. Whoever hosts the table can "
    "free that seat; or open another table for the pairing."
)
STRANGE = sentence("not of the pairing")
"""What stands beside the name of somebody who has a seat at a table that is for others."""


@dataclass(frozen=True, slots=True)
class RatedMark:
    """What a table is rated for, in a few words; `meant` are the people of its pairing by pid, nobody if it has none.

    Only they sit down at a table of a pairing: a game of others would not count there.
    """

    brief: str = ""
    meant: Mapping[str, str] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """Say what the table is rated for, and whom it is for."""
        return tr(FOR, rated=self.brief, names=", ".join(self.meant.values())) if self.meant else self.brief

    @property
    def note(self) -> str:
        """Say it as a sentence; empty for a table that is rated for no club of this profile."""
        return tr(TABLE, rated=self.words) if self.brief else ""

    def admits(self, pid: str) -> bool:
        """Tell whether somebody may sit down: the table is for nobody in particular, or for them."""
        return not self.meant or pid in self.meant

    def check(self, pid: str, seated: Mapping[str, str]) -> None:
        """Raise `Fault` if the table is for others, or one of those who are `seated` (names by pid) is not of them."""
        if not self.admits(pid):
            raise Fault(NOT_MEANT, rated=self.words)
        if self.meant and (strangers := [name for other, name in seated.items() if other not in self.meant]):
            raise Fault(STRANGER, names=", ".join(strangers), rated=self.words)


UNRATED = RatedMark()

"""What a face may know of a broker that is not reached."""

from __future__ import annotations

from dataclasses import dataclass

from net.transport.transport import FULL


@dataclass(frozen=True, slots=True)
class OutageView:
    """Why a broker is not reached: an English template with its fields. `refused` says that it will not let us in."""

    template: str
    fields: tuple[tuple[str, str], ...] = ()
    refused: bool = False

    @property
    def full(self) -> bool:
        """Whether there may be no place left in the room."""
        return self.template == FULL

    @property
    def turned_away(self) -> bool:
        """Whether something answers there and does not let us in: the network is not to blame."""
        return self.refused or self.full

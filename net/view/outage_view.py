"""What a face may know of a broker that is not reached."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OutageView:
    """Why a broker is not reached: an English template with its fields. `refused` says that it will not let us in."""

    template: str
    fields: tuple[tuple[str, str], ...] = ()
    refused: bool = False

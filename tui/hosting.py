"""Where a broker hosted here may listen, in words."""

from __future__ import annotations

from core.fault import sentence

QUESTION = sentence("Who shall be able to come in with the invitation?")

DOORS = {
    "127.0.0.1": sentence("Programs on this machine only"),
    "0.0.0.0": sentence("Whoever reaches this machine over the network"),  # noqa: S104 (chosen by a person)
}
"""The addresses to listen at, the safe one first, each with what it means."""

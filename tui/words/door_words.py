"""The words about the door by which somebody plays on the machine of a host."""

from __future__ import annotations

from core.fault import sentence
from tui.i18n.translation import tr

BY = sentence("by the door of {name}")


def by_door(name: str) -> str:
    """Tell by whose door somebody plays: that host could act for them."""
    return tr(BY, name=name)

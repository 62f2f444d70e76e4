"""The name of a door: others see it beside the names of those who come by it."""

from __future__ import annotations

from core.fault import sentence
from net.identity.identity import chance_name
from net.storage.profile import Profile
from tui.i18n.translation import tr
from tui.settings.settings import USUAL, home, load, settings_path

MARK = sentence("Whoever comes by it plays “by the door of {name}” (--name gives another name).")
MARK_DRAWN = sentence(
    "Whoever comes by it plays “by the door of {name}”, your word by chance (--name gives another name, and so "
    "do your settings)."
)
"""What a door says of it as it opens."""


def named(given: str) -> tuple[str, str]:
    """Return the name of a door, and what is said of it: `given`, else that of its host; raise `Fault`.

    A host who has told no name goes by the word that others read in its place at a table.
    """
    if name := given or load(settings_path()).nick:
        return name, tr(MARK, name=name)
    identity = Profile.identity_of(home(), USUAL)
    if identity is None:
        with Profile.open(home(), USUAL) as profile:
            identity = profile.identity
    name = chance_name(identity.public)
    return name, tr(MARK_DRAWN, name=name)

"""The values of settings in words: what `turn` or `step` means. The codes stay in the file and where they are typed."""

from __future__ import annotations

from core.fault import sentence
from tui.i18n.translation import NAMES, bare, tr
from tui.settings.settings import ASPECTS

LABELS = {
    "auto": sentence("as the terminal can"),
    "unicode": sentence("shapes (Unicode)"),
    "ascii": sentence("plain ASCII"),
    "full": sentence("as usual"),
    "reduced": sentence("nothing moves by itself"),
    "hidden": sentence("hidden"),
    "shown": sentence("shown on the board"),
    "off": sentence("no"),
    "on": sentence("yes"),
    "clock": sentence("with more than a minute left"),
    "turn": sentence("when your turn comes"),
    "talk": sentence("when others talk, too"),
    "once": sentence("at once"),
    "step": sentence("one after the other, at my own pace"),
    "osc9": sentence("yes (OSC 9)"),
    "osc777": sentence("yes (OSC 777)"),
    **{value: value for value in ASPECTS[1:]},
}
"""The words of the values that settings have."""

UNSET = {
    "language": sentence("as the computer says"),
    "nick": sentence("none"),
    "theme": sentence("the usual one"),
    "notify": sentence("none"),
}
"""What it means that a setting is empty."""


def value_words(name: str, value: str) -> str:
    """Give the words of a value; one that has none stays as it is.

    >>> from tui.i18n.translation import speaking
    >>> with speaking("en"):
    ...     value_words("bell", "turn"), value_words("language", "fr"), value_words("notify", "")
    ('when your turn comes', 'Français', 'none')
    """
    if not value:
        return tr(UNSET.get(name, ""))
    if name == "language":
        return NAMES.get(value, value)
    return tr(LABELS[value]) if value in LABELS else value


def typed_value(name: str, text: str, allowed: tuple[str, ...]) -> str:
    """Give the value that somebody typed by its words; what is none of these stays as it is."""
    return next((value for value in allowed if value and bare(value_words(name, value)) == bare(text)), text)

"""Settings in words: their effects, and their values. The codes stay in the file and where they are typed."""

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


HINTS = {
    "language": sentence("The language of everything on this screen; others read theirs. Boards stay the same."),
    "nick": sentence("Your name for the others. A new one counts at once; what you said before keeps the old one."),
    "theme": sentence("The colours of boards and panels. With every theme seats differ by shape and letter too."),
    "glyphs": sentence("What boards are drawn with. Plain ASCII is for terminals and typefaces without the shapes."),
    "motion": sentence("Whether bars and the cursor of a line of text move by themselves."),
    "cursor": sentence("Whether the terminal's own cursor is seen where the board's is; a braille display follows it."),
    "confirm": sentence("Whether a whole move waits for one more {key[board.point]} before anybody else sees it."),
    "bell": sentence("The terminal rings at most once in five seconds, and not while you look at it."),
    "desktop": sentence(
        "A note on the desktop when it is your turn and you look elsewhere, if the terminal can show one."
    ),
    "cell_aspect": sentence(
        "The width of a character against its height: with it, round boards look round and maps true."
    ),
    "lan": sentence("Whether the home screen lists the rooms announced there, and your own rooms are announced there."),
    "watch": sentence(
        "At your own pace the board waits after each move of the others until you press {key[table.later]}."
    ),
    "alarms": sentence("Whether you are told what was taken from you and what harm the others could do next."),
    "notify": sentence(
        "How you hear that it is your turn at a table of days while Parley is closed; in a shell, `parley keep` "
        "sends it."
    ),
}
"""The effect of each setting: shown while it has the focus, told line by line to who asks for its name."""

SPOKEN = HINTS | {
    "confirm": sentence("Whether a whole move waits to be confirmed once more before anybody else sees it."),
    "watch": sentence("At your own pace the board waits after each move of the others until you go on."),
}
"""The same line by line, where there are no keys to name."""


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

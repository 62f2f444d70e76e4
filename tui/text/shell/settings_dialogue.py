"""Settings, line by line: each with its value and the possible values; `name value` changes one."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from tui.correspondence.notice_channel import FORMS, read_channels
from tui.i18n import translation
from tui.i18n.translation import bare, tell, tr
from tui.settings import theme
from tui.settings.settings import CHOICES, UNKNOWN_NAME, Settings, UnchosenName, home, salvage, save, settings_path
from tui.text.shell.console import Console
from tui.text.shell.text_menu import leads_back, without_habit
from tui.words.setting_words import SPOKEN, UNSET, typed_value, value_words

if TYPE_CHECKING:
    from tui.session.rooms import Rooms

OF_SCREENS = frozenset(
    {"theme", "glyphs", "drawing", "motion", "cursor", "confirm", "bell", "desktop", "watch", "cell_aspect"}
)
"""Settings that matter only on the screens."""
OF_ITSELF = frozenset({"drawing", "lessons"})
"""What Parley keeps in the same file and no one sets by hand."""

FRENCH = {
    "language": "langue",
    "nick": "nom",
    "theme": "thème",
    "glyphs": "signes",
    "motion": "mouvement",
    "cursor": "curseur",
    "confirm": "confirmer",
    "bell": "cloche",
    "desktop": "bureau",
    "alarms": "alarmes",
    "watch": "suivre",
    "lan": "réseau",
    "cell_aspect": "proportions",
    "notify": "avis",
}
"""The names of the settings where French is spoken."""

NAMES = {bare(french): name for name, french in FRENCH.items()} | {
    "name": "nick",
    "avertissements": "alarms",
    "warnings": "alarms",
}
"""Other names of settings, in both languages, without accents."""

AS_TYPED = frozenset({"theme", "notify"})
"""Settings whose values keep their case and accents."""

THEMES = "themes"
"""The folder of a person's own themes."""

LONGEST = 24
"""Letters of a name."""

NONE = "-"
"""What is typed and read where a setting is empty."""

NO_SETTING = sentence("There is no setting {text}; there are {allowed}.")
NO_VALUE = sentence("{name} can be {allowed}, but not “{text}”.")
VALUE_MISSING = sentence("{name} is changed by a value after it, for example: settings {name} {sign}")
VALUE_ASKED = sentence("{name} is changed by a value after it, for example: {name} {sign}")
"""The same at the question which setting is meant, where no word has to stand before it."""
EXAMPLES = {"nick": "Ann", "notify": "desktop"}
"""An example of the settings that may have any value."""
OR = sentence("{value}; or {others}")
ASK = sentence("Which one, and what is it to be: name value? A name alone is explained; an empty line changes nothing.")
ASK_AGAIN = sentence("name value; a name alone is explained; an empty line or `back` changes nothing.")
ONLY_SCREENS = sentence("[only on the screens]")
COMMANDS = ("settings", "reglages")


async def speak(console: Console, rooms: Rooms, line: str = "") -> None:
    """Change the setting of `line`; without one list the settings and ask until one is changed or the answer is empty.

    A name alone is explained. Raises `Fault` for any other `line` that changes nothing.
    """
    settings, told = obeyed(rooms.name, line, rooms.unchosen)
    console.say(*told)
    if not line and (answered := await _asked(console, rooms)) is not None:
        settings, told = obeyed(rooms.name, answered, rooms.unchosen)
        console.say(*told)
    rooms.nick = settings.nick


def obeyed(profile: str, line: str, unchosen: UnchosenName = UNKNOWN_NAME) -> tuple[Settings, list[str]]:
    """Change the setting of `line`, explain it if it is only named, or list all if there is none; raise `Fault`."""
    settings = salvage(settings_path(profile))[0]
    if not line:
        return settings, setting_lines(settings, unchosen)
    if told := explained(settings, line, unchosen):
        return settings, told
    settings = change(profile, line)
    return settings, [setting_line(settings, meant_setting(line), unchosen)]


async def _asked(console: Console, rooms: Rooms) -> str | None:
    """Ask for a line that changes a setting; None for an empty line, `quit` or the end of input."""
    short = ""
    while (answer := await console.ask(tr(ASK), short)) and not leads_back(answer):
        wanted = without_habit(answer, COMMANDS)
        settings, short = salvage(settings_path(rooms.name))[0], tr(ASK_AGAIN)
        if told := explained(settings, wanted, rooms.unchosen, VALUE_ASKED):
            console.say(*told)
            continue
        try:
            changed(settings, wanted)
        except Fault as fault:
            console.say(tr("ERROR {text}", text=tell(fault)))
        else:
            return wanted
    return None


def setting_lines(settings: Settings, unchosen: UnchosenName = UNKNOWN_NAME) -> list[str]:
    """List the settings, a line each; `unchosen` is what the others read where the name is empty."""
    return [setting_line(settings, name, unchosen) for name in asdict(settings) if name not in OF_ITSELF]


def setting_line(settings: Settings, name: str, unchosen: UnchosenName = UNKNOWN_NAME) -> str:
    """Tell one setting: its value, what else it can be, and whether it counts only on the screens."""
    value = asdict(settings)[name]
    named = name == "nick" and unchosen.name and not value
    told = tr(unchosen.template, name=unchosen.name) if named else _with_words(name, value)
    others = [_with_words(name, other) for other in values(name) if other and other != value]
    others = FORMS.split(", ") if name == "notify" else others
    if others:
        told = tr(OR, value=told, others=", ".join(others))
    line = tr("SETTING {name}: {value}", name=spoken(name), value=told)
    return f"{line} {tr(ONLY_SCREENS)}" if name in OF_SCREENS else line


def explained(
    settings: Settings, line: str, unchosen: UnchosenName = UNKNOWN_NAME, missing: str = VALUE_MISSING
) -> list[str]:
    """Tell a setting that is named alone: its value, its effect, how it is changed; nothing for any other line.

    `missing` is the sentence with an example that can be typed as it stands.
    """
    name = meant_setting(line)
    if " " in line.strip() or name not in SPOKEN:
        return []
    needed = tr(missing, name=spoken(name), sign=_example(name))
    return [
        setting_line(settings, name, unchosen),
        *(tr("NOTE {text}", text=text) for text in (tr(SPOKEN[name]), needed)),
    ]


def _example(name: str) -> str:
    allowed = values(name)
    return allowed[-1] if allowed else EXAMPLES[name]


def _with_words(name: str, value: str) -> str:
    """Give a value as one types it, with its words if it has others."""
    words = value_words(name, value)
    return words if words == value or not value else f"{value} ({words})"


def spoken(name: str) -> str:
    """Name a setting in the language in use; it is understood in both."""
    return FRENCH.get(name, name) if translation.language() == "fr" else name


def values(name: str) -> tuple[str, ...]:
    """Give the values that a setting may have, none if it may have any."""
    if name != "theme":
        return CHOICES.get(name, ())
    return ("", *theme.shipped(), *sorted(path.stem for path in (home() / THEMES).glob("*.toml")))


def changed(settings: Settings, line: str) -> Settings:
    """Give the settings after `name value`, where a dash stands for none; raise `Fault` for any other name or value."""
    first, _, typed = line.partition(" ")
    name, value, wanted = meant_setting(line), typed.strip(), typed.strip()
    known = [field.name for field in fields(Settings) if field.name not in OF_ITSELF]
    if name not in known:
        raise Fault(NO_SETTING, text=first, allowed=", ".join(map(spoken, known)))
    allowed = values(name)
    if not value:
        raise Fault(VALUE_MISSING, name=spoken(name), sign=_example(name))
    value = value[:LONGEST] if name == "nick" else value if name in AS_TYPED else bare(value)
    value = "" if value == NONE or _is_unset(name, value) else typed_value(name, value, allowed)
    if name == "notify":
        read_channels(value)
    if allowed and value not in allowed:
        raise Fault(NO_VALUE, name=spoken(name), allowed=_choice(name, allowed), text=wanted)
    return replace(settings, **{name: value})


def _is_unset(name: str, value: str) -> bool:
    """Tell whether a value is the word, in either language, that the list shows where the setting is empty."""
    words = set()
    for language in translation.LANGUAGES:
        with translation.speaking(language):
            words.add(bare(tr(UNSET.get(name, ""))))
    return name != "nick" and bare(value) in words - {""}


def meant_setting(line: str) -> str:
    """Give the name of the setting that a line begins with, in either language; an unknown one as it was typed."""
    first = bare(line.partition(" ")[0])
    return NAMES.get(first, first)


def _choice(name: str, allowed: tuple[str, ...]) -> str:
    """Give the values of a setting as one types them, with their words."""
    return ", ".join(_with_words(name, value) for value in allowed if value)


def change(profile: str, line: str) -> Settings:
    """Write one changed setting of a profile. A language takes effect at once. Raises `Fault`."""
    path = settings_path(profile)
    settings = changed(salvage(path)[0], line)
    save(path, settings)
    if settings.language:
        translation.use(settings.language)
    return settings

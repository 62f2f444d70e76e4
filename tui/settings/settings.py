"""Settings: what one person prefers on this machine, in one small TOML file.

`PARLEY_HOME` names the folder that holds everything of Parley's. Without it, it is the platform's folder for user data.
"""

from __future__ import annotations

import fcntl
import json
import os
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.fault import Fault, sentence

if TYPE_CHECKING:
    from net.storage.profile import Profile
    from tui.bootstrap.start_request import Play

DAMAGED = sentence("The settings in {path} cannot be read ({why}); the usual ones are used.")
NO_TEXT = sentence("The settings in {path} have {name} = {value}; it must be a text in quotation marks.")
UNKNOWN = sentence("The settings in {path} have an unknown entry {name}; the known ones are {allowed}.")
NO_CHOICE = sentence("The settings in {path} have {name} = {value}; it is one of {allowed}.")
NOT_WRITTEN = sentence("The settings could not be written to {path}: {why}.")
NO_LANGUAGE = sentence("There is no language {name}; there are {allowed}.")

DRAWN = sentence("{name}, a word by chance")
OF_PROFILE = sentence("{name}, like your profile")
"""What the others read where the name is empty, and how it came about."""

USUAL = "default"
"""The profile of a start that names none."""

TONGUES = ("", "en", "fr")
"""The languages (`tui.i18n.translation.LANGUAGES`), and none: as the environment says."""

GLYPHS = ("auto", "unicode", "ascii")
"""The sets of board glyphs: as the terminal allows, shapes, plain ASCII."""

MOTION = ("full", "reduced")
"""How much may move: everything, or only what a person moves."""

CURSOR = ("hidden", "shown")
"""Whether the terminal's own cursor, which always stands at the board's, is visible there too."""

CONFIRM = ("off", "on", "clock")
"""Whether a move waits for a second Enter: never, always, or while the clock shows more than a minute."""

BELL = ("turn", "talk", "off")
"""When the terminal rings: at the player's turn, also when others talk, never."""

DESKTOP = ("off", "osc9", "osc777")
"""Whether the desktop shows a note at the player's turn, and by which escape sequence (OSC 9, OSC 777)."""

ALARMS = ("on", "off")
"""Whether the player is told of grave threats and of losses."""

WATCH = ("once", "step")
"""How the others' moves are shown: at once, or one after the other as the player goes on."""

LAN = ("on", "off")
"""Whether rooms announced on the local network are listed, and rooms hosted from the screens announced there."""

ASPECTS = ("auto", "0.4", "0.45", "0.5", "0.55", "0.6")
"""The width of a character cell by its height: as the terminal says, or fixed."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "language": TONGUES,
    "glyphs": GLYPHS,
    "motion": MOTION,
    "cursor": CURSOR,
    "confirm": CONFIRM,
    "bell": BELL,
    "desktop": DESKTOP,
    "alarms": ALARMS,
    "watch": WATCH,
    "lan": LAN,
    "cell_aspect": ASPECTS,
}
"""The values of the settings that have a few; the first one is the default."""


class BadSettings(Fault):
    """A settings file that cannot be read or written, and why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person prefers. `language` and `theme` may be empty (the environment decides); `nick` is the name shown.

    `drawing` is the way of drawing a game that was chosen last, empty before (`core.game.Game.scenes`). `lessons` are
    those completed, each as `game.name`, with blanks between. `motion` is one of `MOTION`, `cursor` of `CURSOR`,
    `confirm` of `CONFIRM`, `bell` of `BELL`, `desktop` of `DESKTOP`, `alarms` of `ALARMS`, `watch` of `WATCH`,
    `lan` of `LAN`, and `cell_aspect` of `ASPECTS`. `notify` are the ways by which `parley keep` notifies, with
    semicolons between (`tui.correspondence.notice_channel`).
    """

    language: str = ""
    nick: str = ""
    theme: str = ""
    glyphs: str = "auto"
    drawing: str = ""
    lessons: str = ""
    motion: str = MOTION[0]
    cursor: str = CURSOR[0]
    confirm: str = CONFIRM[0]
    bell: str = BELL[0]
    desktop: str = DESKTOP[0]
    alarms: str = ALARMS[0]
    watch: str = WATCH[0]
    lan: str = LAN[0]
    cell_aspect: str = ASPECTS[0]
    notify: str = ""


def home(environ: Mapping[str, str] | None = None) -> Path:
    """Give the folder of everything Parley keeps: `PARLEY_HOME`, or the platform's."""
    found = (os.environ if environ is None else environ).get("PARLEY_HOME")
    if found:
        return Path(found).expanduser()
    from platformdirs import user_data_path

    return user_data_path("parley", appauthor=False)


def settings_path(profile: str = USUAL, environ: Mapping[str, str] | None = None) -> Path:
    """Give the path of a profile's settings: each profile has its own name and tastes."""
    return home(environ) / ("settings.toml" if profile == USUAL else f"settings-{profile}.toml")


def load(path: Path) -> Settings:
    """Read the settings; without a file give the defaults. Raises `BadSettings`, which names file and key."""
    settings, faults = salvage(path)
    if faults:
        raise faults[0]
    return settings


def salvage(path: Path) -> tuple[Settings, tuple[BadSettings, ...]]:
    """Read the settings as far as possible, and give what is wrong with the rest, entry by entry."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Settings(), ()
    except (OSError, ValueError) as problem:
        return Settings(), (BadSettings(DAMAGED, path=path, why=problem),)
    faults = {name: _objection(path, name, value) for name, value in found.items()}
    good = {name: value for name, value in found.items() if faults[name] is None}
    return Settings(**good), tuple(fault for fault in faults.values() if fault is not None)


def _objection(path: Path, name: str, value: object) -> BadSettings | None:
    """Give what is wrong with one entry, None if nothing is."""
    known = {field.name for field in fields(Settings)}
    if name not in known:
        return BadSettings(UNKNOWN, path=path, name=name, allowed=", ".join(sorted(known)))
    if not isinstance(value, str):
        return BadSettings(NO_TEXT, path=path, name=name, value=value)
    if name in CHOICES and value not in CHOICES[name]:
        return BadSettings(NO_CHOICE, path=path, name=name, value=value, allowed=", ".join(filter(None, CHOICES[name])))
    return None


@dataclass(frozen=True, slots=True)
class UnchosenName:
    """What the others read where the settings have no name, and the sentence that tells it; empty: not known yet."""

    name: str = ""
    template: str = DRAWN


UNKNOWN_NAME = UnchosenName()


def unchosen_name(root: Path, profile: str) -> UnchosenName:
    """Give what the others read where a person tells no name: the name of their profile, or a word by chance.

    It is not known while the profile has no key.
    """
    from net.identity.identity import chance_name
    from net.storage.profile import Profile

    identity = Profile.identity_of(root, profile)
    if identity is None:
        return UnchosenName()
    own = Profile.nick_of(root, profile)
    return UnchosenName(own, OF_PROFILE) if own else UnchosenName(chance_name(identity.public))


def own_name(profile: Profile) -> str:
    """Give the name of a person: that of their settings, else of their profile; empty for a word by chance."""
    return salvage(settings_path(profile.name))[0].nick or profile.nick


def open_profile(root: Path, name: str) -> Profile:
    """Open or create a profile; a new one that a start has named goes by that name until its settings tell another.

    One that others may know already by a word by chance keeps that. Raises what `Profile.open` raises.
    """
    from net.storage.profile import Profile

    profile = Profile.open(root, name)
    try:
        if name != USUAL and not profile.nick and not profile.journal_path.exists():
            profile.set_nick(name)
    except BaseException:
        profile.close()
        raise
    return profile


def save(path: Path, settings: Settings) -> None:
    """Write the settings whole or not at all. Raises `BadSettings`."""
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in asdict(settings).items() if value]
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", delete=False) as file:
            file.writelines(lines)
        Path(file.name).replace(path)
    except OSError as problem:
        raise BadSettings(NOT_WRITTEN, path=path, why=problem.strerror or problem) from None


def prepare(play: Play) -> tuple[Settings, Fault | None]:
    """Give the settings for a start, the language set, and what was wrong with the file, if anything.

    Raises `Fault` for an unknown language, an invitation that cannot be read and a profile that cannot be used.
    """
    from tui.i18n import translation

    if play.lang and play.lang not in translation.LANGUAGES:
        raise Fault(NO_LANGUAGE, name=play.lang, allowed=", ".join(translation.LANGUAGES))
    settings, faults = salvage(settings_path(play.profile))
    wrong: Fault | None = next(iter(faults), None)
    if play.lang:
        settings = replace(settings, language=play.lang)
    if settings.language:
        translation.use(settings.language)
    if not play.file:
        check_profile(play.profile)
    if play.invitation:
        from net.wire.invitation import Invitation

        Invitation.parse(play.invitation)
    return settings, wrong


def check_profile(name: str) -> None:
    """Raise `Fault` for a profile in use by another program or unusable; a first start makes it."""
    folder = home() / "profiles" / name
    if (folder / "identity.key").exists() and _free(folder / "lock"):
        return
    open_profile(home(), name).close()


def _free(lock: Path) -> bool:
    """Tell whether the lock is free, without reading the keys."""
    try:
        with lock.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

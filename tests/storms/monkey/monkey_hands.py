"""The hands of a monkey: which key, click, paste or size comes next, and how the terminal tells the app of it."""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from textual import events
from textual.keys import _character_to_key

from core.fault import Fault
from tests.gallery.fixed_table import wander
from tests.storms.monkey.monkey_app import MonkeyApp
from tui.screens.frame.screen_layout import TooSmallScreen
from tui.screens.home.home_screen import HomeScreen
from tui.screens.table.table_screen import TableScreen

NAMED = {
    **dict.fromkeys(("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "delete", "insert")),
    **dict.fromkeys(("f1", "f2", "f5", "shift+tab", "ctrl+left", "ctrl+right", "shift+left", "ctrl+home", "ctrl+end")),
    "enter": "\r",
    "tab": "\t",
    "escape": "\x1b",
    "space": " ",
    "backspace": "\x7f",
    **{f"ctrl+{letter}": chr(ord(letter) & 31) for letter in "abcdefgknoprstuvwxyz"},
}
"""Keys with names, and the characters that come with them."""
OFTEN = ("up", "down", "left", "right", "enter", "enter", "enter", "space", "tab", "tab", "escape", "backspace")
CHARACTERS = string.ascii_letters + string.digits + string.punctuation + "éñ界\u0301⎄"
PASTED = (
    "parley://memory/florence#AAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "a1-b2\nc3",
    "[red]x[/red] \x1b[31m \u202e\x00",
    "é界" * 200,
    "",
)
LEAVES = frozenset({"q", "Q"})
"""Keys that end the app where it begins."""
KINDS = ("key", "mouse", "size", "wait", "paste", "focus", "action")
WEIGHTS = (74.5, 19, 1.5, 1.5, 0.5, 0.5, 2.5)
"""What is done, and how often."""
ROOMY = 130 * 40
"""Cells from which a terminal is large: each is come to as often as others, and left sooner."""
SHRINKS = 0.05
"""How often a large terminal becomes a common one, beside all other sizes."""
WAITS = (0.1, 0.6, 0.6, 1.1, 1.1, 3.0, 6.0, 40.0)


@dataclass(frozen=True, slots=True)
class Key:
    """A key is pressed."""

    key: str
    character: str | None = None


@dataclass(frozen=True, slots=True)
class Mouse:
    """The mouse does something somewhere."""

    what: str
    x: int
    y: int
    button: int = 0


@dataclass(frozen=True, slots=True)
class Resize:
    """The terminal has another size."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing is done for so many virtual seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Paste:
    """A text is pasted."""

    text: str


@dataclass(frozen=True, slots=True)
class Focus:
    """The terminal is looked at, or no more."""

    here: bool


Act = Key | Mouse | Resize | Wait | Paste | Focus


def typed(text: str) -> Key:
    """Give the press of a key, by its name or its character."""
    if len(text) == 1:
        return Key(_character_to_key(text), text)
    return Key(text, NAMED.get(text))


def draw(app: MonkeyApp, rng: Random) -> tuple[Act, ...]:
    """Give what is done next: one thing, or the keys that type one legal action."""
    if isinstance(app.screen, TooSmallScreen) and rng.random() < 0.3:
        return (fitting(rng),)
    width, height = app.size
    if width * height > ROOMY and rng.random() < SHRINKS:
        return (fitting(rng),)
    (kind,) = rng.choices(KINDS, WEIGHTS)
    ways: dict[str, Callable[[], tuple[Act, ...]]] = {
        "key": lambda: (_key(app, rng),),
        "mouse": lambda: _mouse(rng, max(1, width), max(1, height)),
        "size": lambda: (_size(rng),),
        "wait": lambda: (Wait(rng.choice(WAITS)),),
        "paste": lambda: (Paste(rng.choice(PASTED)),),
        "focus": lambda: (Focus(rng.random() < 0.5),),
        "action": lambda: _action(app, rng),
    }
    return ways[kind]()


def _key(app: MonkeyApp, rng: Random) -> Key:
    die = rng.random()
    pool: tuple[str, ...] | str = OFTEN if die < 0.4 else tuple(NAMED) if die < 0.55 else CHARACTERS
    text = rng.choice(pool)
    return typed("enter" if text in LEAVES and isinstance(app.screen, HomeScreen) and rng.random() < 0.9 else text)


def _mouse(rng: Random, width: int, height: int) -> tuple[Act, ...]:
    x, y = rng.randrange(width), rng.randrange(height)
    die = rng.random()
    if die < 0.25:
        return (Mouse("move", x, y),)
    if die < 0.4:
        return (Mouse(rng.choice(("scroll up", "scroll down")), x, y),)
    button = 3 if die < 0.5 else 1
    to = (rng.randrange(width), rng.randrange(height)) if die > 0.9 else (x, y)
    moved = () if to == (x, y) else (Mouse("move", *to, button),)
    return (Mouse("down", x, y, button), *moved, Mouse("up", *to, button))


def _size(rng: Random) -> Resize:
    die = rng.random()
    if die < 0.6:
        return fitting(rng)
    if die < 0.75:
        return Resize(rng.randint(20, 90), rng.randint(6, 26))
    return Resize(rng.randint(80, 300), rng.randint(24, 80))


def fitting(rng: Random) -> Resize:
    """Give a size in which everything has room, of those that are common."""
    return Resize(rng.randint(80, 130), rng.randint(24, 40)) if rng.random() < 0.4 else Resize(80, 24)


def _action(app: MonkeyApp, rng: Random) -> tuple[Act, ...]:
    """Give the keys that type a legal action of whoever is to move, where there is one."""
    screen = app.screen
    if not isinstance(screen, TableScreen) or screen.desk.view is None or screen.desk.view.match is None:
        return (typed("enter"),)
    state, seat = screen.desk.view.match.state, screen.desk.seat
    if seat is None or state.outcome is not None:
        return (typed("]"),)
    try:
        text = wander(state, rng, seat)
    except (RuntimeError, Fault, IndexError):
        return (typed("p"),)
    return (typed("escape"), typed(":"), *map(typed, text), typed("enter"), typed("enter"))


def leading_home(rng: Random, at: int) -> Key:
    """Give a key that somebody tries who wants home: both orders, for Enter on a list leads back where one has left."""
    ways = ("escape", "q", "enter", "q", "escape", "enter")
    return typed(ways[at % 9] if at % 9 < len(ways) else rng.choice(("1", "2", "3", "q", "tab", "enter")))


def deliver(app: MonkeyApp, act: Act) -> None:
    """Let the terminal tell the app."""
    match act:
        case Key(key, character):
            app.send(events.Key(key, character))
        case Mouse():
            app.send(_told(act))
        case Resize(width, height):
            app.resize((width, height))
        case Paste(text):
            app.send(events.Paste(text))
        case Focus(here):
            app.send(events.AppFocus() if here else events.AppBlur())
        case Wait():
            pass


def _told(act: Mouse) -> events.MouseEvent:
    kinds: dict[str, type[events.MouseEvent]] = {
        "move": events.MouseMove,
        "down": events.MouseDown,
        "up": events.MouseUp,
        "scroll up": events.MouseScrollUp,
        "scroll down": events.MouseScrollDown,
    }
    kind, x, y = kinds[act.what], act.x, act.y
    return kind(None, x, y, 0, 0, act.button, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)

"""Topics: what is under a cursor, and where the rules of its game speak of it. Pure.

Each game's folder has a file `topics.toml`: for each topic how the line of the rules text begins in each language. A
topic is a piece's letter (its first one; `stone` where it has none), `corpse`, `power`, `fortress`, `fight`, `capital`
or `empty`.
"""

from __future__ import annotations

import tomllib
from functools import cache

from core.fault import Fault
from core.games import shipped
from core.scene import Role, Scene, Site

FILE = "texts/topics.toml"
"""The name of the file in a game's folder."""

PLACES = {Role.POWER: "power", Role.FORTRESS: "fortress"}
"""The topics of cells with a meaning."""


def topic(scene: Scene, spot: str) -> str:
    """Give the topic of a spot: the place where it has a meaning of its own, else what stands there."""
    pieces = [piece for piece in scene.pieces if piece.spot == spot]
    role = next((cell.role for cell in scene.cells if cell.spot == spot), Role.FIRST)
    if scene.cards is not None and scene.cards.fight is not None and scene.cards.fight.spot == spot:
        return "fight"
    if role is Role.POWER or (role is Role.FORTRESS and not pieces):
        return PLACES[role]
    if pieces:
        return "corpse" if pieces[0].owner is None else pieces[0].letter[:1] or "stone"
    towns = scene.atlas.towns if scene.atlas is not None else ()
    return "capital" if any(town.spot == spot and town.site is Site.CAPITAL for town in towns) else "empty"


@cache
def topics(game: str) -> dict[str, dict[str, str]]:
    """Give by topic how the line that speaks of it begins in each language; nothing where a game has no such file."""
    try:
        return tomllib.loads(shipped(game, FILE))
    except (Fault, OSError):
        return {}


def opening(game: str, scene: Scene, spot: str | None, tongue: str) -> str:
    """Give how the line begins that speaks of what is on a spot; empty where the rules are to open at their top."""
    return topics(game).get(topic(scene, spot), {}).get(tongue, "") if spot is not None else ""


def halves(text: str, begins: str) -> tuple[str, str]:
    r"""Part a text before the first line that begins so; all of it stands in the first part where there is none.

    >>> halves("one\ntwo\n", "tw")
    ('one\n', 'two\n')
    """
    lines = text.splitlines(keepends=True)
    at = next((at for at, line in enumerate(lines) if begins and line.startswith(begins)), len(lines))
    return "".join(lines[:at]), "".join(lines[at:])

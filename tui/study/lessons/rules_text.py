"""The rules text: its diagrams, and the topics that lead from the board to its passages. Pure.

A rules text has fenced blocks named `board`, written as TOML; the game itself sets up their positions. A block has a
`caption` and the source of its position: `position`, in the form of `State.to_json`, or `options` of a first position,
or `follow = true` for that of the block before. Then `moves` are played on it. `marks` are spots that stand out,
`reach` is one whose reach is shown, `trail` are spots whose common trails are. `drawing` is one of the game's ways to
be drawn, `scale` counts its sizes from the smallest, and `part` names spots to show alone with their surroundings.

A topic is what is under a cursor. Each game's folder has a file `topics.toml`: for each topic how the line of the rules
text begins in each language. A topic is a piece's letter (its first one; `stone` if it has none), `corpse`, `power`,
`fortress`, `fight`, `capital` or `empty`. A lesson may name a topic of its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from core.fault import Fault, sentence
from core.game import Spot, State
from core.games import data_text, find
from core.option import settle
from core.scene import Role, Scene, Site
from tui.widgets.drawing.scene_drawing import Marks

OPENING, CLOSING = "```board", "```"
"""The lines around a block."""

KEYS: Mapping[str, type] = {
    "caption": str,
    "position": dict,
    "options": dict,
    "follow": bool,
    "moves": list,
    "marks": list,
    "reach": str,
    "trail": list,
    "drawing": str,
    "scale": int,
    "part": list,
}
"""The entries of a block and the kinds of their values."""

BAD_BLOCK = sentence("The diagram in line {line} of the rules of {game} cannot be read: {why}.")
NO_END = sentence("it has no end")
NO_CAPTION = sentence("it has no caption")
UNKNOWN = sentence("its entry {key} is unknown or of the wrong kind")
NOT_ONE_START = sentence("it begins in more than one way, or follows nothing")
NO_SPOT = sentence("the board has no {spot}")
NO_DRAWING = sentence("the game is not drawn as {name}")


class BadDiagram(Fault):
    """A diagram that cannot be drawn. The fields are `game`, `line` and `why`."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """One diagram: the position as it is drawn, its marks, its caption; `entries` as they were written."""

    game: str
    caption: str
    state: State[Any]
    scene: Scene
    marks: Marks
    trail: tuple[str, ...]
    scale: int
    part: tuple[str, ...]
    entries: Mapping[str, object]


@lru_cache(maxsize=8)
def parts(game: str, text: str) -> tuple[str | Diagram, ...]:
    """Give a rules text as pieces of Markdown and the diagrams between them; raise `BadDiagram`."""
    found: list[str | Diagram] = []
    before: State[Any] | None = None
    for line, piece in _pieces(game, text):
        if not line:
            found.append(piece)
            continue
        try:
            diagram = _diagram(game, tomllib.loads(piece), before)
        except (Fault, tomllib.TOMLDecodeError) as fault:
            raise BadDiagram(BAD_BLOCK, game=game, line=line, why=str(fault).rstrip(".")) from None
        before = diagram.state
        found.append(diagram)
    return tuple(found)


def _pieces(game: str, text: str) -> Iterator[tuple[int, str]]:
    """Give the pieces of a text in order: a block with the number of its first line, the rest with 0."""
    prose: list[str] = []
    block: list[str] | None = None
    begun = 0
    for number, line in enumerate(text.splitlines(), 1):
        if block is None and line.rstrip() == OPENING:
            if "".join(prose).strip():
                yield 0, "\n".join(prose) + "\n"
            prose, block, begun = [], [], number
        elif block is not None and line.rstrip() == CLOSING:
            yield begun, "\n".join(block)
            block = None
        else:
            (prose if block is None else block).append(line)
    if block is not None:
        raise BadDiagram(BAD_BLOCK, game=game, line=begun, why=NO_END)
    if "".join(prose).strip():
        yield 0, "\n".join(prose) + "\n"


def _diagram(game: str, entries: Mapping[str, Any], before: State[Any] | None) -> Diagram:
    for key, value in entries.items():
        if key not in KEYS or type(value) is not KEYS[key]:
            raise BadDiagram(UNKNOWN, key=key)
    if not entries.get("caption", "").strip():
        raise BadDiagram(NO_CAPTION)
    state, last = _played(_start(game, entries, before), entries.get("moves", []))
    drawing = entries.get("drawing", "")
    if drawing and drawing not in find(game).scenes:
        raise BadDiagram(NO_DRAWING, name=drawing)
    scene = state.scene(None, drawing)
    reach, trail, part = entries.get("reach"), tuple(entries.get("trail", ())), tuple(entries.get("part", ()))
    spots = {cell.spot for cell in scene.cells}
    for spot in (*entries.get("marks", ()), *part, *trail, *([reach] if reach else [])):
        if spot not in spots:
            raise BadDiagram(NO_SPOT, spot=spot)
    marks = Marks(
        targets=frozenset(entries.get("marks", ())),
        reach=frozenset(state.reach(Spot(reach))) if reach else frozenset(),
        last=frozenset(last),
    )
    return Diagram(game, entries["caption"], state, scene, marks, trail, entries.get("scale", 1), part, entries)


def _start(game: str, entries: Mapping[str, Any], before: State[Any] | None) -> State[Any]:
    """Give the position a block begins with."""
    ways = [key for key in ("position", "options", "follow") if key in entries]
    if len(ways) > 1 or (entries.get("follow") and before is None):
        raise BadDiagram(NOT_ONE_START)
    if entries.get("follow") and before is not None:
        return before
    if "position" in entries:
        return find(game).setup(entries["position"])
    return find(game).start(settle(find(game), entries.get("options", {})))


def _played(state: State[Any], moves: list[str]) -> tuple[State[Any], tuple[Spot, ...]]:
    """Play moves, each by the seat to move; give the position and the spots of the last one."""
    last: tuple[Spot, ...] = ()
    for text in moves:
        seat = state.active[0]
        action = state.parse(seat, text)
        state, last = state.play(seat, action), tuple(action.path)
    return state, last


FILE = "texts/topics.toml"
"""The name of the file in a game's folder."""

PLACES = {Role.POWER: "power", Role.FORTRESS: "fortress"}
"""The topics of cells with a special role."""


def topic(scene: Scene, spot: str) -> str:
    """Give the topic of a spot: that of a special place, else of its piece."""
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
    """Give by topic how its line begins in each language; nothing if a game has no such file."""
    try:
        return tomllib.loads(data_text(game, FILE))
    except (Fault, OSError):
        return {}


def opening(game: str, scene: Scene, spot: str | None, tongue: str) -> str:
    """Give how the line about what is on a spot begins; empty if the rules are to open at their top."""
    return heading(game, topic(scene, spot), tongue) if spot is not None else ""


def heading(game: str, topic: str, tongue: str) -> str:
    """Give how the line about a topic begins; empty if the rules do not tell of it."""
    return topics(game).get(topic, {}).get(tongue, "")


def split_rules(text: str, begins: str) -> tuple[str, str]:
    r"""Part a text before the first line that begins so; all of it stands in the first part where there is none.

    >>> split_rules("one\ntwo\n", "tw")
    ('one\n', 'two\n')
    """
    lines = text.splitlines(keepends=True)
    at = next((at for at, line in enumerate(lines) if begins and line.startswith(begins)), len(lines))
    return "".join(lines[:at]), "".join(lines[at:])

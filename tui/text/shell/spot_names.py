"""What is typed for a place or a piece: its code, its name in any language, or the words in which it is read out.

All commands that take one read it here, so that a name means the same to each of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from core.fault import Fault, sentence
from core.game import Spot
from core.scene import Atlas, Piece, Scene
from tui.i18n.action_words import worded
from tui.i18n.local_letters import lettered
from tui.i18n.piece_letters import PIECES
from tui.i18n.translation import LANGUAGES, bare, language, speaking, tr
from tui.words.combat_words import STATES
from tui.words.event_words import piece_word

NO_CELL = sentence("There is no cell {text} on this board: write for example {example}.")
NO_TOWN = sentence(
    "There is neither a town nor a piece {text} here: write a code, a name or a piece, as {code}, {name}, {piece}."
)
EXAMPLE = "rE"
"""A piece, where none is on the map yet."""


def spot_meant(scene: Scene, text: str) -> Spot:
    """Give the place that a text means; raise a `Fault` that says what to write.

    It is the place itself, or a piece: `MED`, `milan`, `rC`, `cavalry rC MED Milan`, `c3`, `Mc3`.
    """
    found = _found(dict(_callings(scene)), bare(text).split())
    if found is not None:
        return found
    if scene.atlas is None:
        spots = [*(piece.spot for piece in scene.pieces), *(cell.spot for cell in scene.cells)]
        raise Fault(NO_CELL, text=text, example=spots[0])
    town = scene.atlas.towns[0]
    piece = next(map(_piece_text, scene.pieces), EXAMPLE)
    raise Fault(NO_TOWN, text=text, code=town.spot, name=town.name(language()), piece=piece)


def coded(scene: Scene, text: str) -> str:
    """Give an action or the like with the codes of its towns in place of their names, each where its name stood.

    On a map its first word may be that of any language.
    """
    if scene.atlas is None:
        return text
    codes = {**_town_names(scene.atlas), **dict.fromkeys(_kinds(), "")}
    ways = "|".join(re.escape(name) for name in sorted(codes, key=len, reverse=True))
    whole = worded(unicodedata.normalize("NFC", text))
    plain = "".join(sign if len(sign) == 1 else kept for kept in whole for sign in [bare(kept)])
    parts, at = [], 0
    for name in re.finditer(rf"(?<!\w)(?:{ways})(?!\w)", plain):
        parts += [whole[at : name.start()], codes[name[0]].ljust(len(name[0]))]
        at = name.end()
    return "".join((*parts, whole[at:]))


def _found(known: dict[str, Spot], words: list[str]) -> Spot | None:
    """Give the place of a calling, or of several one after the other if all mean the same."""
    whole = known.get(" ".join(words))
    if whole is not None:
        return whole
    for cut in range(1, len(words)):
        first = known.get(" ".join(words[:cut]))
        if first is not None and first == _found(known, words[cut:]):
            return first
    return None


def _callings(scene: Scene) -> Iterator[tuple[str, Spot]]:
    """Give whatever a place may be called, without case and accents; what counts most comes last."""
    for piece in scene.pieces:
        names = _piece_names(piece) if scene.atlas is not None else _kind_names(piece)
        yield from ((bare(name), Spot(piece.spot)) for name in names)
    if scene.atlas is not None:
        yield from ((name, Spot(code)) for name, code in _town_names(scene.atlas).items())
    yield from ((bare(cell.spot), Spot(cell.spot)) for cell in scene.cells)


def _piece_names(piece: Piece) -> Iterator[str]:
    """Give how a piece of the map is written, in any language, and its kind in front of that."""
    letters = {piece.letter}
    for one in LANGUAGES:
        with speaking(one):
            letters.add(lettered(piece.letter))
    for kind in ("", *_kinds()):
        yield from (f"{kind} {STATES.get(piece.colour, '')}{letter}".strip() for letter in letters)


def _piece_text(piece: Piece) -> str:
    return f"{STATES.get(piece.colour, '')}{lettered(piece.letter)}"


def _kind_names(piece: Piece) -> Iterator[str]:
    """Give a cell with the letter or the word of the piece on it: `Mc3`, `militant c3`."""
    if piece.letter:
        yield f"{piece.letter}{piece.spot}"
        yield f"{piece_word(piece.letter)} {piece.spot}"


def _kinds() -> list[str]:
    """Give the words for the kinds of pieces on the map, in each language."""
    kinds = []
    for one in LANGUAGES:
        with speaking(one):
            kinds += [bare(tr(kind)) for kind in PIECES.values()]
    return kinds


def _town_names(atlas: Atlas) -> dict[str, str]:
    """Give the code of each town by its names, also without what stands in brackets; the reader's own count most."""
    codes: dict[str, str] = {}
    ordered = sorted(
        ((one == language(), name, town.spot) for town in atlas.towns for one, name in town.names),
        key=lambda named: named[0],
    )
    for _, name, code in ordered:
        for called in (name, name.partition(" (")[0]):
            codes[bare(called)] = code
            codes[f"{bare(code)} {bare(called)}"] = code
    return codes

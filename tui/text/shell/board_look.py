"""What can be asked about a position, wherever one is: at a table, in a replay, in a lesson or a puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from core.fault import Fault, sentence
from core.game import LISTED, Seat, Spot, State
from core.scene import Scene
from tui.i18n.local_letters import located
from tui.i18n.translation import listed, town_called, town_name, tr
from tui.settings.theme import Glyphs
from tui.table.sentences import event_sentences, row_sentences
from tui.table.sentences.map_sentences import town_line
from tui.text.shell.text_commands import Verb

MANY = 24
"""How many moves of one piece are listed one by one; beyond that, those to the same place are grouped."""

NO_CELL = sentence("There is no cell {text} on this board.")
NO_MOVES = sentence("Nothing of yours on {text} can move now.")
REACHES = sentence("REACH {spot}: {spots}")
STUCK = sentence("REACH {spot}: nowhere.")
FROM = sentence("MOVES from {spots}.")
ONTO = sentence("MOVES to {spots}.")
"""Where something stands that can move, and the empty cells on which a stone may be placed."""
LEADS = sentence("{move} to {cell}")
"""A move that is counted, and where it leads."""

ASKED = (Verb.ROW, Verb.COLUMN, Verb.NEIGHBOURS, Verb.REACH)
"""The questions about a position that need no seat."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """A position as it is seen and as it is."""

    scene: Scene
    state: State[Any]
    glyphs: Glyphs

    def tell(self, verb: Verb, rest: str) -> str:
        """Answer one of the `ASKED` questions about what `rest` names; raise `Fault` where there is no such thing."""
        ways = {Verb.ROW: self.row, Verb.COLUMN: self.column, Verb.NEIGHBOURS: self.neighbours, Verb.REACH: self.reach}
        return ways[verb](rest)

    def row(self, name: str) -> str:
        """Say what stands on a row."""
        return row_sentences.row_line(self.scene, name, self.glyphs)

    def column(self, name: str) -> str:
        """Say what stands on a column."""
        return row_sentences.column_line(self.scene, name, self.glyphs)

    def neighbours(self, spot: str) -> str:
        """Say what stands around a cell, or on what a town borders."""
        around = event_sentences.neighbours_line if self.scene.atlas is None else town_line
        line = around(self.scene, spot.casefold(), self.glyphs)
        if not line:
            raise Fault(NO_CELL, text=spot or "?")
        return line

    def reach(self, name: str) -> str:
        """Say where the piece on a cell could go, whoever owns it."""
        spot = next((cell.spot for cell in self.scene.cells if cell.spot.casefold() == name.casefold()), None)
        if spot is None:
            raise Fault(NO_CELL, text=name or "?")
        found = sorted(self.state.reach(Spot(spot)))
        named = any(town_name(one) != one for one in found)
        told = ", ".join(map(town_called, found)) if named else " ".join(found)
        return tr(REACHES, spot=town_called(spot), spots=told) if found else tr(STUCK, spot=town_called(spot))

    def beginnings(self, seat: Seat) -> list[str]:
        """List what an action of a seat can begin with: its pieces or words, and the empty cells for a new stone."""
        cells, taken = {cell.spot for cell in self.scene.cells}, {piece.spot for piece in self.scene.pieces}
        first = self.state.next_spots(seat, ())
        onto = [spot for spot in first if spot in cells - taken]
        others = [spot for spot in first if spot not in onto]
        pairs = ((FROM, others), (ONTO, onto))
        return [tr(template, spots=", ".join(map(town_called, spots))) for template, spots in pairs if spots]

    def moves(self, seat: Seat, name: str) -> str:
        """List every move of a seat that begins with a spot, or with a text."""
        first = self.state.next_spots(seat, ())
        named = (name.casefold(), name[1:].casefold())
        spot = next((spot for one in named for spot in first if spot.casefold() == one), Spot(name))
        legal = list(islice(self.state.legal(seat), LISTED))
        actions = [action for action in legal if action.path and action.path[0] == spot]
        texts = [_with_end(str(action), action.path, self.scene) for action in actions]
        if len(texts) > MANY:
            texts = grouped_moves([(str(one), one.path) for one in actions], counted=len(legal) < LISTED)
        if not texts:
            texts = [text for text in map(str, legal) if text.casefold().startswith(named[0])]
        if not texts:
            raise Fault(NO_MOVES, text=name)
        texts = [located(text) for text in texts]
        told = listed(texts) if any(" " in text for text in texts) else " ".join(texts)
        return tr("MOVES {spot}: {moves}", spot=town_called(spot), moves=told)


def _with_end(text: str, path: tuple[Spot, ...], scene: Scene) -> str:
    """Give a move, with the cell where it leads if its text only counts the steps (`2.7.1NW1`)."""
    leads = len(path) > 1 and path[-1] not in text and any(cell.spot == path[-1] for cell in scene.cells)
    return tr(LEADS, move=text, cell=path[-1]) if leads else text


def grouped_moves(moves: list[tuple[str, tuple[Spot, ...]]], *, counted: bool = True) -> list[str]:
    """Give one text for all moves that share the first two spots: how it begins and, if `counted`, how many there are.

    >>> grouped_moves([("pay 3", ("pay", "card:3")), ("pay 3+2", ("pay", "card:3", "card:2"))])
    ['pay 3... (2)']
    """
    families: dict[tuple[Spot, ...], list[str]] = {}
    for text, path in moves:
        families.setdefault(path[:2], []).append(text)
    return [
        texts[0] if len(texts) == 1 else f"{_stem(texts)}..." + f" ({len(texts)})" * counted
        for texts in families.values()
    ]


def _stem(texts: list[str]) -> str:
    """Give the common beginning of all texts."""
    least, most = min(texts), max(texts)
    return least[: next((at for at, sign in enumerate(least) if most[at : at + 1] != sign), len(least))]

"""What can be asked about a position, wherever one is: at a table, in a replay, in a lesson or a puzzle."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import Any

from core.fault import Fault, sentence
from core.game import LISTED, Seat, Spot, State
from core.scene import Scene
from tui.i18n.action_words import worded
from tui.i18n.local_letters import located
from tui.i18n.translation import bare, listed, town_called, town_name, tr
from tui.settings.theme import Glyphs
from tui.table.move_entry import CARD, is_card
from tui.table.sentences import event_sentences, row_sentences
from tui.table.sentences.map_sentences import town_line
from tui.table.sentences.turn_request import lay_words
from tui.text.shell.spot_names import spot_meant
from tui.text.shell.text_commands import Verb
from tui.words.combat_words import WORDS

MANY = 24
"""How many moves of one piece are listed one by one; beyond that, those to the same place are grouped."""

NO_MOVES = sentence("Nothing of yours on {text} can move now.")
NO_BEGINNING = sentence("No move begins with {text} now: write one of {spots}.")
REACHES = sentence("REACH {spot}: {spots}")
STUCK = sentence("REACH {spot}: nowhere.")
VACANT = sentence("REACH {spot}: nothing stands there.")
ONTO_IT = sentence("REACH {spot}: nothing stands there; a move may begin there.")
FROM = sentence("MOVES from {spots}.")
ONTO = sentence("MOVES: {spots}.")
WITH = sentence("MOVES with the cards {faces}: {request}.")
"""Where something stands that can move, and the empty cells on which a stone may be placed: these are whole moves."""
LED = sentence("MOVES with {spot} in front of others: {moves}")
"""The moves whose text begins with a piece that does not stand at their rear."""
LEADS = sentence("{move} to {cell}")
"""A move that is counted, and where it leads."""
MISSING = {
    Verb.ROW: sentence("The name of a row is missing: `row {name}`, for example."),
    Verb.COLUMN: sentence("The name of a column is missing: `column {name}`, for example."),
    Verb.NEIGHBOURS: sentence("The name of a cell is missing: `neighbours {name}`, for example."),
    Verb.REACH: sentence("The name of a cell is missing: `reach {name}`, for example."),
}
"""What is said of a question that stands alone."""
MISSING_ROUND = {
    Verb.ROW: sentence("The name of a ring is missing: `ring {name}`, for example."),
    Verb.COLUMN: sentence("The name of a radial is missing: `radial {name}`, for example."),
}
MISSING_TOWN = {
    Verb.NEIGHBOURS: sentence("The name of a town or a piece is missing: `neighbours {name}`, for example."),
    Verb.REACH: sentence("The name of a town or a piece is missing: `reach {name}`, for example."),
}
"""The same on a round board, and on a map."""
SAID = {
    "spy": sentence("you lay as many new cards openly, and only those count for you"),
    "keep": sentence("your cards count for what they are"),
}
"""What the words of a fight do."""

PARTS = re.compile(r"[\w.]+")
"""What stands between the signs of a move: a place is named where it is one of these, not where its digits occur."""

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
        if not rest:
            self._check_name(verb)
        return ways[verb](rest)

    def _check_name(self, verb: Verb) -> None:
        """Raise a `Fault` with a whole line that one of the `ASKED` could be; not for rows on a board without."""
        scene = self.scene
        spot = scene.pieces[0].spot if scene.pieces else scene.cells[0].spot
        names = {
            Verb.ROW: row_sentences.row_of(scene, spot),
            Verb.COLUMN: row_sentences.column_of(scene, spot),
        }
        own = MISSING_TOWN if scene.atlas else MISSING_ROUND if row_sentences.is_round(scene) else MISSING
        if name := names.get(verb, spot):
            raise Fault(own.get(verb, MISSING[verb]), name=name)

    def row(self, name: str) -> str:
        """Say what stands on a row."""
        return row_sentences.row_line(self.scene, name, self.glyphs)

    def column(self, name: str) -> str:
        """Say what stands on a column."""
        return row_sentences.column_line(self.scene, name, self.glyphs)

    def neighbours(self, spot: str) -> str:
        """Say what stands around a cell, or on what a town borders."""
        around = event_sentences.neighbours_line if self.scene.atlas is None else town_line
        return around(self.scene, spot_meant(self.scene, spot), self.glyphs)

    def reach(self, name: str) -> str:
        """Say where the piece on a cell could go, whoever owns it."""
        spot = spot_meant(self.scene, name)
        if spot not in {piece.spot for piece in self.scene.pieces}:
            begins = any(spot in self.state.next_spots(seat, ()) for seat in self.state.active)
            return tr(ONTO_IT if begins else VACANT, spot=town_called(spot))
        found = sorted(self.state.reach(spot))
        named = any(town_name(one) != one for one in found)
        told = ", ".join(map(town_called, found)) if named else " ".join(found)
        return tr(REACHES, spot=town_called(spot), spots=told) if found else tr(STUCK, spot=town_called(spot))

    def beginnings(self, seat: Seat, hidden: str = "") -> list[str]:
        """List what an action of a seat can begin with: its pieces or words, and the empty cells for a new stone.

        Where cards are to be laid, say how they are typed, by another example than the `hidden` one.
        """
        cells, taken = {cell.spot for cell in self.scene.cells}, {piece.spot for piece in self.scene.pieces}
        first = self.state.next_spots(seat, ())
        if laid := lay_words(self.state, seat, hidden):
            return [tr(WITH, faces=", ".join(map(_called, first)), request=laid)]
        onto = [spot for spot in first if spot in cells - taken]
        others = [spot for spot in first if spot not in onto]
        pairs = ((FROM, others), (ONTO, onto))
        return [tr(template, spots=", ".join(map(_explained, spots))) for template, spots in pairs if spots]

    def moves(self, seat: Seat, name: str) -> list[str]:
        """List every move of a seat that begins with a spot, or with a text; apart, those led by the piece there."""
        first = self.state.next_spots(seat, ())
        legal = list(islice(self.state.legal(seat), LISTED))
        typed = " ".join(worded(name).casefold().split())
        begun = [text for text in map(str, legal) if text.casefold().startswith(typed)]
        word = next((word for word in first if word.casefold() in {typed, f"{CARD}{typed}"}), None)
        spot = word or self._beginning(name, first, begun=bool(begun))
        actions = [action for action in legal if action.path and action.path[0] == spot]
        led = [action for action in legal if action not in actions and _is_led(str(action), action.path, spot)]
        begun = [] if led else begun
        texts = [_with_end(str(action), action.path, self.scene) for action in actions]
        if len(texts) > MANY:
            texts = grouped_moves([(str(one), one.path) for one in actions], counted=len(legal) < LISTED)
        texts = [located(text) for text in texts or begun]
        lines = [tr("MOVES {spot}: {moves}", spot=_called(spot or Spot(name)), moves=_joined(texts))] if texts else []
        longer = [_with_end(str(action), action.path, self.scene) for action in led]
        return [*lines, tr(LED, spot=spot, moves=_joined(longer))] if longer else lines

    def _beginning(self, name: str, first: tuple[Spot, ...], *, begun: bool) -> Spot | None:
        """Give the one of the `first` spots that a name means; if none, raise `Fault` unless texts have `begun` so."""
        told = ", ".join(map(_called, first))
        try:
            spot = spot_meant(self.scene, name)
        except Fault:
            if begun:
                return None
            raise Fault(NO_BEGINNING, text=name, spots=told) from None
        if spot in first or begun:
            return spot
        if {piece.spot for piece in self.scene.pieces}.isdisjoint(first):
            raise Fault(NO_BEGINNING, text=town_called(spot), spots=told)
        raise Fault(NO_MOVES, text=town_called(spot))


def _called(spot: Spot) -> str:
    """Name a town, or a card by its face, as both are typed."""
    return spot.removeprefix(CARD) if is_card(spot) else town_called(spot)


def _explained(spot: str) -> str:
    """Give what a move can begin with: a town with its name, a word with what it does or is called."""
    told = tr(SAID.get(spot) or WORDS.get(spot, ""))
    return town_called(spot) if bare(told) in {"", bare(spot)} else f"{spot} ({told})"


def _joined(texts: list[str]) -> str:
    return listed(texts) if any(" " in text for text in texts) else " ".join(texts)


def _is_led(text: str, path: tuple[Spot, ...], spot: Spot | None) -> bool:
    """Tell whether a text names first the cell of a piece in front, while its path begins elsewhere (`2.2.2N2`)."""
    return bool(spot and path) and re.match(rf"{re.escape(spot or '')}(?!\d)", text) is not None and path[0] != spot


def _with_end(text: str, path: tuple[Spot, ...], scene: Scene) -> str:
    """Give a move, with the cell where it leads if its text only counts the steps (`2.7.1NW1`)."""
    leads = len(path) > 1 and path[-1] not in PARTS.findall(text) and any(cell.spot == path[-1] for cell in scene.cells)
    return tr(LEADS, move=text, cell=path[-1]) if leads else text


def without_end(text: str, state: State[Any]) -> str:
    """Give a move as it is typed where it was copied with the cell to which it leads; the text itself if it does not.

    A cell to which the move does not lead stays: it is not clear then what is meant.
    """
    written = re.fullmatch(tr(LEADS, move=r"(?P<move>\S+)", cell=r"(?P<cell>[\w.]+)"), " ".join(text.split()))
    if written is None or not state.active:
        return text
    try:
        path = state.parse(state.active[0], written["move"]).path
    except Fault:
        return text
    return written["move"] if len(path) > 1 and path[-1] == written["cell"] else text


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

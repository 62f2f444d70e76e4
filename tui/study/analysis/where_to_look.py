"""Where a decision begins, in a sentence that does not give it away: a piece, a part of the board, a word. Pure."""

from __future__ import annotations

from typing import Any

from core.fault import sentence
from core.game import Seat, State
from tui.i18n.translation import tr
from tui.table.losses_and_threats import own_piece_word, place_words
from tui.table.move_entry import is_card
from tui.words.combat_words import WORDS

PIECE = sentence("Look at what your {piece} on {spot} can do.")
PIECE_THERE = sentence("Look at what your {piece} in {spot} can do.")
"""The same in a town."""
RADIAL = sentence("Look at the free points of radial {radial}.")
TOWN = sentence("Look at {spot}.")
WORD = sentence("Think of this: {word}.")
CARDS = sentence("Look at your cards.")

FIGHT = "fight"
"""The word before the town whose combat comes first: its pieces are not the question."""


def where_to_look(state: State[Any], seat: Seat, text: str) -> str:
    """Say where the action `text` of a seat begins."""
    first = next(iter(state.parse(seat, text).path), "")
    if first in WORDS:
        return tr(WORD, word=tr(WORDS[first]))
    if is_card(first) or not first:
        return tr(CARDS)
    scene = state.scene(seat)
    spot, atlas = place_words(first, scene.atlas), scene.atlas
    own = (one for one in scene.pieces if one.spot == first and seat in {one.owner, one.commander})
    piece = None if text.startswith(FIGHT) else next(own, None)
    if piece is not None:
        word = own_piece_word(piece.letter, atlas, piece.name)
        return tr(PIECE if atlas is None else PIECE_THERE, piece=word, spot=spot)
    return tr(TOWN, spot=spot) if atlas is not None else tr(RADIAL, radial=first[:1])

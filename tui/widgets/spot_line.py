"""The cell or town under a cursor, and what stands there, in one line: at tables and in lessons alike.

A scene, a spot and the names of the seats enter; a text leaves.
"""

from __future__ import annotations

from rich.text import Text

from core.scene import Piece, Scene
from tui.i18n.local_letters import lettered
from tui.i18n.piece_letters import PIECES as KINDS
from tui.i18n.translation import language, seat_word, tr
from tui.widgets.text_style import TextStyle
from tui.words.combat_words import SITES
from tui.words.event_words import piece_word


def spot_line(scene: Scene | None, spot: str, names: tuple[str, ...], ink: TextStyle) -> Text:
    """Name a spot and what stands on it: where two fight, both, the attacker first."""
    guests = [_piece(piece, names, ink) for piece in _guests(scene, spot)]
    return _place(scene, spot, ink) + Text("  x  ", ink.style("error", bold=True)).join(guests)


def _guests(scene: Scene | None, spot: str) -> list[Piece]:
    """Give the pieces on a spot, that of the attacker in the current fight first."""
    pieces = [piece for piece in scene.pieces if piece.spot == spot] if scene is not None else []
    fight = scene.cards.fight if scene is not None and scene.cards is not None else None
    attacker = (fight.attacker.colour, fight.attacker.letter) if fight is not None else None
    return sorted(pieces, key=lambda piece: (piece.colour, piece.letter) != attacker)


def _place(scene: Scene | None, spot: str, ink: TextStyle) -> Text:
    """Name a spot; a town with its whole name, its state's shape and what it is."""
    town = next((town for town in scene.atlas.towns if town.spot == spot), None) if scene and scene.atlas else None
    if town is None:
        return ink.muted(f"{spot} ")
    text = ink.muted(f"{spot} ") + ink.shape(town.colour)
    return text + ink.plain(f" {town.name(language())}") + ink.muted(f" {tr(SITES[town.site])} ")


def _piece(piece: Piece, names: tuple[str, ...], ink: TextStyle) -> Text:
    """Name a piece: `assassin ■ blue, vassal of ● red`, or a corpse."""
    if piece.owner is None:
        return ink.muted(tr("corpse"))
    if piece.colour:
        kind = tr(KINDS[piece.letter[0]]) if piece.letter[:1] in KINDS else piece.letter
        return ink.shape(piece.colour) + ink.plain(f" {kind} {lettered(piece.letter)}")
    text = ink.plain(f"{piece_word(piece.letter)} " if piece.letter else "") + ink.shape(names[piece.owner])
    text.append(f" {seat_word(names[piece.owner])}", ink.style("foreground"))
    if piece.commander is not None and piece.commander != piece.owner:
        text.append(f", {tr('vassal')} ", ink.style("muted")).append_text(ink.shape(names[piece.commander]))
    return text

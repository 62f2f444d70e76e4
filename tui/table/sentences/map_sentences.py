"""A map in sentences: the pieces and their places, what a town is, and where its roads and sea ways lead. Pure."""

from __future__ import annotations

from core.fault import sentence
from core.scene import Atlas, Piece, Scene, Town, Way
from tui.i18n.translation import language, listed, seat_word, tr
from tui.settings.theme import Glyphs
from tui.table.sentences.event_sentences import seat_name
from tui.words.combat_words import SITES, STATES, piece_name

LAND = sentence("by road {towns}")
SEA = sentence("by sea {towns}")
BY_ROAD = (Way.ROAD, Way.STRAIT)


def map_lines(scene: Scene, glyphs: Glyphs) -> list[str]:
    """Write the pieces, a line a seat: `MAP ● Rome: elephant E in ARR Arretium, …`; nothing without a map."""
    if scene.atlas is None:
        return []
    lines = []
    for panel in scene.seats:
        own = [piece for piece in scene.pieces if piece.owner == panel.seat]
        told = ", ".join(f"{_piece(piece)} {_name(scene.atlas, piece.spot)}" for piece in own)
        lines.append(tr("MAP {seat}: {pieces}.", seat=seat_name(panel.name, glyphs), pieces=told or tr("no piece")))
    return lines


def town_line(scene: Scene, spot: str, glyphs: Glyphs) -> str:
    """Describe a town, its pieces and its neighbours; empty if there is no such town."""
    atlas = scene.atlas
    town = _town(atlas, spot) if atlas else None
    if atlas is None or town is None:
        return ""
    around = []
    for template, roads in ((LAND, True), (SEA, False)):
        spots = _next(atlas, town.spot, roads=roads)
        if spots:
            around.append(tr(template, towns=", ".join(_stands(scene, atlas, other, glyphs) for other in spots)))
    site = tr(SITES[town.site]) if town.site in SITES else str(town.site)
    here = f"{_name(atlas, town.spot)} ({seat_word(STATES.get(town.colour, town.colour))}, {site})"
    line = tr("AROUND {cell}.", cell=listed([here, *around]))
    guests = ", ".join(_whose(piece, glyphs) for piece in scene.pieces if piece.spot == town.spot)
    return f"{line} {tr('Here: {pieces}.', pieces=guests)}" if guests else line


def _town(atlas: Atlas | None, spot: str) -> Town | None:
    return next((town for town in atlas.towns if town.spot == spot), None) if atlas is not None else None


def _next(atlas: Atlas, spot: str, *, roads: bool) -> list[str]:
    links = [link for link in atlas.links if spot in {link.start, link.end} and (link.way in BY_ROAD) == roads]
    return [link.end if link.start == spot else link.start for link in links]


def _stands(scene: Scene, atlas: Atlas, spot: str, glyphs: Glyphs) -> str:
    guests = ", ".join(_whose(piece, glyphs) for piece in scene.pieces if piece.spot == spot)
    return f"{_name(atlas, spot)} ({guests})" if guests else _name(atlas, spot)


def _name(atlas: Atlas, spot: str) -> str:
    town = _town(atlas, spot)
    return spot if town is None else f"{spot} {town.name(language())}"


def _piece(piece: Piece) -> str:
    return piece_name(piece.colour, piece.letter)


def _whose(piece: Piece, glyphs: Glyphs) -> str:
    return f"{glyphs.seats.get(piece.colour, '')} {_piece(piece)}".strip()

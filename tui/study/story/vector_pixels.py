"""Shapes as pixels: a board with a line above and lines below, as PNG, and a whole game as an animated GIF.

It needs Pillow, an extra that may be missing: import this module where it is needed. Pillow's own font is used, so that
every machine draws the same letters; accents, which it lacks, are drawn as strokes.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

from tui.study.story.piece_mark import Mark, mark_shapes
from tui.study.story.scene_frames import Frame
from tui.study.story.vector_shape import Disc, Ground, Outline, Place, Point, Shape, Stroke, Word

FINER = 2
"""How many times finer everything is drawn before it is reduced, so that edges are smooth."""

LINE, MARGIN = 22, 12
"""Pixels of a line of text, and around it."""

TEXT, LETTER = 16, 8
"""Pixels of the height of a text, and what a letter of it takes across at most on average."""

TONES = 128
"""Colours of an animation."""

SPELT = {"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "’": "'", "→": "->", "−": "-", "\u00a0": " ", "\u202f": " "}
"""What stands for signs that the font lacks."""

ACCENTS: Mapping[str, tuple[tuple[Point, ...], ...]] = {
    "\u0300": (((-0.13, -0.86), (0.06, -0.72)),),
    "\u0301": (((0.13, -0.86), (-0.06, -0.72)),),
    "\u0302": (((-0.15, -0.71), (0, -0.87), (0.15, -0.71)),),
    "\u0308": (((-0.14, -0.79), (-0.1, -0.79)), ((0.1, -0.79), (0.14, -0.79))),
    "\u0327": (((0.02, 0.02), (0.07, 0.12), (-0.04, 0.19)),),
}
"""The strokes of grave, acute, circumflex, diaeresis and cedilla around the foot of a letter, in parts of its size."""

RAISED = 0.18
"""How much higher an accent stands on a capital."""


class Painter:
    """Paints the frames of one game in one theme, `wide` pixels across."""

    def __init__(self, ground: Ground, palette: Mapping[str, str], wide: int) -> None:
        """Paint the ground once."""
        self.wide = wide
        self._palette, self._ground = palette, ground
        self._scale = FINER * wide / ground.width
        self._high = round(ground.height * wide / ground.width)
        self._board = Image.new("RGB", (wide * FINER, self._high * FINER), palette["background"])
        self._paint(ImageDraw.Draw(self._board), ground.shapes, Place(0, 0))

    def poster(self, frame: Frame, head: str, lines: Sequence[str], rows: int) -> Image.Image:
        """Paint a frame with a line above it and at most `rows` lines below."""
        board = self._board.copy()
        draw = ImageDraw.Draw(board)
        for place in frame.last:
            self._paint(draw, (self._ground.last,), Place(place.x, place.y))
        for place, mark in sorted(frame.marks.items(), key=lambda pair: (pair[0].y, pair[0].x)):
            self._paint(draw, _shapes(mark), place)
        top = LINE + 2 * MARGIN
        image = Image.new("RGB", (self.wide, top + self._high + rows * LINE + 2 * MARGIN), self._palette["background"])
        image.paste(board.reduce(FINER), (0, top))
        letters = ImageDraw.Draw(image)
        letters.rectangle((0, 0, self.wide, LINE + MARGIN), fill=self._palette["panel"])
        pen, foot = Pen(TEXT, self._palette["foreground"]), top + self._high + MARGIN + TEXT
        write_line(letters, (MARGIN, TEXT + MARGIN // 2), head, pen)
        for at, text in enumerate(_wrapped(lines, self.wide // LETTER)[:rows]):
            write_line(letters, (MARGIN, foot + at * LINE), text, pen)
        return image

    def swatch(self) -> Image.Image:
        """Give an image that holds every colour of the theme."""
        tones = sorted(set(self._palette.values()))
        image = Image.new("RGB", (8 * len(tones), 64))
        draw = ImageDraw.Draw(image)
        for at, tone in enumerate(tones):
            draw.rectangle((8 * at, 0, 8 * at + 7, 63), fill=tone)
        return image

    def _paint(self, draw: ImageDraw.ImageDraw, shapes: Iterable[Shape], place: Place) -> None:
        part = place.percent / 100
        for shape in shapes:
            self._one(draw, shape, place, part)

    def _at(self, point: Point, place: Place, part: float) -> Point:
        return (place.x + point[0] * part) * self._scale, (place.y + point[1] * part) * self._scale

    def _one(self, draw: ImageDraw.ImageDraw, shape: Shape, place: Place, part: float) -> None:
        unit = self._scale * part
        match shape:
            case Outline():
                points = [self._at(point, place, part) for point in shape.points]
                if shape.fill:
                    draw.polygon(points, self._palette[shape.fill])
                if shape.stroke:
                    ring = [*points, *points[:2]]
                    draw.line(ring, self._palette[shape.stroke], max(1, round(shape.width * unit)), joint="curve")
            case Disc():
                x, y = self._at(shape.at, place, part)
                far = (shape.radius + shape.width / 2 if shape.stroke else shape.radius) * unit
                fill = self._palette[shape.fill] if shape.fill else None
                edge = self._palette[shape.stroke] if shape.stroke else None
                thick = max(1, round(shape.width * unit)) if shape.stroke else 0
                draw.ellipse((x - far, y - far, x + far, y + far), fill, edge, thick)
            case Stroke():
                points = [self._at(point, place, part) for point in shape.points]
                thick = max(1, round(shape.width * unit))
                for piece in _dashed(points, shape.dashes * unit):
                    draw.line(piece, self._palette[shape.stroke], thick, joint="curve")
            case Word():
                x, y = self._at(shape.at, place, part)
                size = max(1, round(shape.size * unit))
                left = x - width_of(shape.text, size) * (1 - shape.side) / 2
                bold = size / 22 if shape.bold else 0
                if shape.halo:
                    halo = Pen(size, self._palette[shape.halo], size / 7)
                    write_line(draw, (left, y + size * 0.36), shape.text, halo)
                write_line(draw, (left, y + size * 0.36), shape.text, Pen(size, self._palette[shape.fill], bold))


@lru_cache(maxsize=256)
def _shapes(mark: Mark) -> tuple[Shape, ...]:
    return mark_shapes(mark)


def _dashed(points: Sequence[Point], dash: float) -> Iterator[list[Point]]:
    """Cut a line into dashes as long as the gaps between them; the whole line without a length."""
    if not dash:
        yield list(points)
        return
    for (x, y), (to_x, to_y) in pairwise(points):
        far = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        count = max(1, round(far / (2 * dash)))
        for at in range(count):
            begin, end = at / count, (at + 0.5) / count
            yield [(x + (to_x - x) * part, y + (to_y - y) * part) for part in (begin, end)]


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


@lru_cache(maxsize=4096)
def _has(sign: str) -> bool:
    """Tell whether the font has a sign: one that it lacks looks as any other that it lacks."""
    font = _font(20)
    return sign == " " or bytes(font.getmask(sign)) != bytes(font.getmask("\uffff"))


@lru_cache(maxsize=4096)
def _signs(text: str) -> tuple[tuple[str, str], ...]:
    """Give a text as letters of the font, each with its accents; a question mark stands for what cannot be drawn."""
    found: list[tuple[str, str]] = []
    for letter in unicodedata.normalize("NFD", "".join(SPELT.get(one, one) for one in text)):
        if unicodedata.combining(letter):
            if found and letter in ACCENTS:
                found[-1] = (found[-1][0], found[-1][1] + letter)
        else:
            found.append((letter if _has(letter) else "?", ""))
    return tuple(found)


def width_of(text: str, size: int) -> float:
    """Give how many pixels a text takes."""
    return _font(size).getlength("".join(letter for letter, _ in _signs(text)))


@dataclass(frozen=True, slots=True)
class Pen:
    """How a line is written: pixels of height, colour, and by how many pixels its strokes are thicker."""

    size: int
    tone: str
    thick: float = 0


def write_line(draw: ImageDraw.ImageDraw, at: Point, text: str, pen: Pen) -> None:
    """Write a text from its left end on a base line."""
    size, tone, thick = pen.size, pen.tone, pen.thick
    font, signs = _font(size), _signs(text)
    plain = "".join(letter for letter, _ in signs)
    draw.text(at, plain, tone, font, anchor="ls", stroke_width=thick, stroke_fill=tone)
    for place, (letter, accents) in enumerate(signs):
        middle = at[0] + font.getlength(plain[:place]) + font.getlength(letter) / 2
        for accent in accents:
            up = RAISED if letter.isupper() and accent != "\u0327" else 0
            for stroke in ACCENTS[accent]:
                points = [(middle + x * size, at[1] + (y - up) * size) for x, y in stroke]
                draw.line(points, tone, max(1, round(size / 14 + 2 * thick)), joint="curve")


def _wrapped(lines: Sequence[str], signs: int) -> list[str]:
    return [part for line in lines for part in textwrap.wrap(line, signs)]


def png(image: Image.Image) -> bytes:
    """Give an image as PNG."""
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def gif(images: Iterable[Image.Image], swatches: Iterable[Image.Image], times: Sequence[int]) -> bytes:
    """Give images as an animation that begins again at its end; each stays for so many milliseconds.

    The `swatches` hold every colour that is needed.
    """
    tones = _palette_of(list(swatches))
    drawn = (image.quantize(palette=tones, dither=Image.Dither.NONE) for image in images)
    first, out = next(drawn), BytesIO()
    first.save(out, "GIF", save_all=True, append_images=drawn, duration=list(times), loop=0, disposal=1)
    return out.getvalue()


def _palette_of(images: Sequence[Image.Image]) -> Image.Image:
    wide = max(image.width for image in images)
    whole = Image.new("RGB", (wide, sum(image.height for image in images)))
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height
    return whole.quantize(TONES, Image.Quantize.MEDIANCUT)

"""Pictures in pixels: PNG and GIF that Pillow reads again, the same each time, with every position and its words."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from pathlib import Path

import pytest

from tests.tui.support.hostile_story import hostile_story
from tui.study.game_export import Form, data
from tui.study.game_library import open_story
from tui.study.past_game import PastGame
from tui.study.timeline import Timeline

Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
ImageDraw = pytest.importorskip("PIL.ImageDraw", reason="Pillow is not installed")
pixels = import_module("tui.study.story.vector_pixels")


def test_a_position_is_a_png_of_its_own(story: PastGame) -> None:
    told = Timeline(story)
    made = data(told, Form.PIXELS, told.plies // 2, theme="parley-dark")
    with Image.open(BytesIO(made)) as image:
        assert (image.format, image.width) == ("PNG", 960)
        tones = {tone for _, tone in image.convert("RGB").getcolors(1 << 20) or ()}
    assert (0x0F, 0x12, 0x17) in tones
    assert made == data(told, Form.PIXELS, told.plies // 2, theme="parley-dark")
    others = [data(told, Form.PIXELS, told.plies // 2, theme="parley-light")]
    others.append(data(told, Form.PIXELS, 0, theme="parley-dark"))
    assert made not in others


def test_a_game_is_a_gif_with_a_frame_for_each_position(djambi: Path) -> None:
    told = Timeline(open_story(str(djambi)))
    made = data(told, Form.FILM, 0, theme="parley-light")
    with Image.open(BytesIO(made)) as film:
        assert film.format == "GIF"
        assert getattr(film, "n_frames", 1) == told.plies + 1
        times = []
        for at in range(told.plies + 1):
            film.seek(at)
            times.append(film.info["duration"])
        assert film.info["loop"] == 0
    assert times == [1000] * told.plies + [4000]


def test_a_gif_is_the_same_each_time() -> None:
    golden = Path(__file__).parents[3] / "core" / "games" / "megiddo" / "golden" / "master-4.record"
    first, second = (
        data(Timeline(open_story(str(golden))), Form.FILM, 0, theme="parley-dark") for _ in range(2)
    )  # fmt: skip
    assert first == second


def test_what_players_say_is_drawn_without_what_turns_or_hides(djambi: Path) -> None:
    told = Timeline(hostile_story(djambi))
    assert data(told, Form.PIXELS, 1, theme="parley-dark").startswith(b"\x89PNG")


def test_accents_are_drawn_and_what_the_font_lacks_is_a_question_mark() -> None:
    def drawn(text: str) -> bytes:
        image = Image.new("L", (120, 40))
        pixels.write_line(ImageDraw.Draw(image), (4, 30), text, pixels.Pen(20, "#ffffff"))
        found: bytes = image.tobytes()
        return found

    letters = [drawn(text) for text in ("e", "é", "è", "ê", "ë", "c", "ç", "E", "É")]
    assert len(set(letters)) == len(letters)
    assert pixels.width_of("Gênes", 20) == pixels.width_of("Genes", 20)
    assert drawn("ж") == drawn("?")
    assert drawn("œ\u00a0’") == drawn("oe '")

"""Exports: text by goldens, pictures that stand alone, casts that show every position, records that are the game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from core.fault import Fault
from core.match.record import check, read
from tui.study import game_export
from tui.study.asciicast import easel
from tui.study.game_export import Form, content, export, form_of
from tui.study.game_library import open_story
from tui.study.past_game import PastGame, past_game_of
from tui.study.timeline import Timeline
from tui.table.seat_names import seat_appearances

GOLDENS = Path(__file__).parent / "goldens"
MOVED = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[[0-9;?]*[A-Za-z]|([^\x1b])", re.DOTALL)


class Screen:
    """As much of a terminal as a cast needs: where the cursor is and what stands where."""

    def __init__(self, width: int, height: int) -> None:
        """Begin with blanks."""
        self.rows = [[" "] * width for _ in range(height)]
        self.x = self.y = 0

    def write(self, data: str) -> None:
        """Show what is written."""
        for row, column, letter in MOVED.findall(data):
            if row:
                self.x, self.y = int(column) - 1, int(row) - 1
            elif letter:
                self.rows[self.y][self.x] = letter
                self.x += 1


def frames(text: str) -> Iterator[tuple[float, list[str]]]:
    head, *events = text.splitlines()
    size = json.loads(head)
    assert size["version"] == 2
    screen = Screen(size["width"], size["height"])
    for event in events:
        at, kind, data = json.loads(event)
        assert kind == "o"
        screen.write(data)
        yield at, ["".join(row) for row in screen.rows]


def test_the_text_is_as_it_was(story: PastGame) -> None:
    text = content(Timeline(story), Form.TEXT, 0, theme="parley-dark")
    golden = GOLDENS / f"{story.record.header.game}.txt"
    assert text == golden.read_text("utf-8")


def test_the_cast_shows_every_position_in_its_order(story: PastGame) -> None:
    told = Timeline(story)
    shown = list(frames(content(told, Form.CAST, 0, theme="parley-dark")))
    times = [at for at, _ in shown]
    assert times == sorted(times)
    assert len(shown) == told.plies + 2
    stand = easel("parley-dark", "unicode", dict(seat_appearances(told.view)))
    for ply in (0, told.plies // 2, told.plies):
        board = ["".join(text for text, _ in row).rstrip() for row in stand.draw(told, ply)]
        rows = shown[ply][1]
        assert f"{told.turn_of(ply)}/{told.counted}" in rows[0]
        drawn = rows[1 : 1 + len(board)]
        margin = (len(rows[0]) - max(sum(len(text) for text, _ in row) for row in stand.draw(told, ply))) // 2
        assert [row[margin:].rstrip() for row in drawn] == board


def test_the_picture_is_a_file_of_its_own(story: PastGame) -> None:
    told = Timeline(story)
    drawn = content(told, Form.PICTURE, told.plies // 2, theme="parley-light")
    root = ET.fromstring(drawn)  # noqa: S314 - our own text
    texts = "".join(part.text or "" for part in root.iter("{http://www.w3.org/2000/svg}text"))
    assert f"{told.turn_of(told.plies // 2)}/{told.counted}" in texts
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    assert drawn != content(told, Form.PICTURE, 0, theme="parley-light")
    for part in root.iter("{http://www.w3.org/2000/svg}text"):
        assert len((part.get("x") or "").split()) == len(part.text or "")


def test_the_record_is_the_same_game(story: PastGame) -> None:
    text = content(Timeline(story), Form.RECORD, 0, theme="parley-dark")
    assert check(read(text)).digest() == story.match.digest()
    assert past_game_of(read(text), check(read(text))).record == story.record


def test_files_are_named_after_the_game_and_never_written_over(story: PastGame, parley_home: Path) -> None:
    told = Timeline(story)
    first = export(told, Form.TEXT, 0, theme="parley-dark")
    assert first.parent == parley_home / "exports"
    assert first.name.startswith(f"2026-11-21-{story.record.header.game}-")
    assert export(told, Form.TEXT, 0, theme="parley-dark") == first
    first.write_text("mine")
    assert export(told, Form.TEXT, 0, theme="parley-dark").name == first.stem + "-2.txt"
    assert first.read_text() == "mine"


def test_another_form_is_refused_in_a_sentence() -> None:
    assert form_of("SVG") is Form.PICTURE
    with pytest.raises(
        Fault, match=r"^pdf is no form of export; there are record, text, svg, cast, report, html, png, gif\.$"
    ):
        form_of("pdf")


def test_ascii_alone_is_possible(story: PastGame) -> None:
    told = Timeline(story)
    if told.view.game != "mediterranee":
        rows = easel("parley-dark", "ascii", dict(seat_appearances(told.view))).draw(told, told.plies)
        assert all(ord(letter) < 0x2900 for row in rows for text, _ in row for letter in text)


@pytest.mark.parametrize("form", [Form.PIXELS, Form.FILM])
def test_without_pillow_one_sentence_says_what_to_install(
    djambi: Path, parley_home: Path, form: Form, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_export, "find_spec", lambda _: None)
    told = Timeline(open_story(str(djambi)))
    with pytest.raises(Fault, match=r"^A picture in pixels needs Pillow: install parley-table\[pictures\]\.$"):
        export(told, form, 0, theme="parley-dark")
    assert not (parley_home / "exports").exists()

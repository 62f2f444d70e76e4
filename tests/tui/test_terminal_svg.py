"""A terminal as SVG: what a viewer shows that knows nothing of a place for each character."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

from tui.terminal.terminal_svg import KEPT_SPACE, WIDE, svg
from tui.widgets.drawing.cells import Paint

PLAIN = Paint("#ffffff", "#000000")


def texts(row: str) -> list[ET.Element]:
    """Give the text elements of one row."""
    root = ET.fromstring(svg([[(row, PLAIN)]], len(row), PLAIN))  # noqa: S314 - our own text
    return list(root.iter("{http://www.w3.org/2000/svg}text"))


def test_words_stay_apart_where_a_viewer_places_the_first_letter_only() -> None:
    (found,) = texts("  to   play ")
    assert found.text == f"to{KEPT_SPACE * 3}play"
    places = [float(place) for place in found.attrib["x"].split()]
    assert len(places) == len(found.text)
    assert {b - a for a, b in pairwise(places)} == {WIDE}


def test_a_drawn_sign_keeps_its_room_between_letters() -> None:
    (found,) = texts("a█b⣿c█")
    assert found.text == f"a{KEPT_SPACE}b{KEPT_SPACE}c"


def test_blanks_and_drawn_signs_alone_are_no_text() -> None:
    assert texts(" █⣿ ") == []

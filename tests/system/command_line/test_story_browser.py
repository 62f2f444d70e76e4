"""The page of a game in a browser, from its file: keys and slider step through it, and nothing goes wrong in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.support.browser import PROGRAM, Browser
from tests.tui.support.hostile_story import hostile_story
from tui.i18n import translation
from tui.settings.theme import look
from tui.study.game_export import Form, data
from tui.study.timeline import Timeline

GAMES = Path(__file__).parents[3] / "core" / "games"
RECORDS = {"djambi": "four", "epaminondas": "field", "megiddo": "basic-3", "mediterranee": "match"}
LEFT, RIGHT, END, HOME, DOWN = ("ArrowLeft", 37), ("ArrowRight", 39), ("End", 35), ("Home", 36), ("ArrowDown", 40)
PIECES, HERE = "document.getElementById('pieces').innerHTML", "Number(document.getElementById('slide').value)"
NOW = "document.getElementById('now').textContent"

pytestmark = pytest.mark.skipif(not PROGRAM, reason="there is no chromium here")


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with Browser(tmp_path / "browser") as found:
        yield found


def test_a_game_of_each_kind_is_stepped_through(tmp_path: Path, browser: Browser) -> None:
    for game, name in RECORDS.items():
        with translation.speaking("en"):
            told = Timeline(hostile_story(GAMES / game / "golden" / f"{name}.record"))
            page = tmp_path / f"{game}.html"
            page.write_bytes(data(told, Form.PAGE, 0, theme="parley-dark"))
        browser.prefer("dark", 1400, still=True)
        browser.load(page.as_uri())
        stepped(browser, told)
        faces(browser)
        assert browser.value("document.querySelectorAll('img, b[onclick]').length") == 0
        assert not browser.errors, browser.errors


def stepped(browser: Browser, told: Timeline) -> None:
    """Step by keys, links and slider, and see the board follow."""
    first = browser.value(PIECES)
    moved = next(ply for ply in range(1, told.plies + 1) if told.scene(ply).pieces != told.scene(0).pieces)
    for _ in range(moved):
        browser.strike(*RIGHT)
    second = browser.value(PIECES)
    assert (browser.value(HERE), second == first) == (moved, False)
    assert str(told.turn_of(moved)) in browser.value(NOW)
    assert browser.value("document.querySelector('.here').id") == f"p{moved}"
    browser.strike(*END)
    assert browser.value(HERE) == told.plies
    assert browser.value("document.querySelectorAll('#pieces use').length") >= len(told.scene(told.plies).pieces)
    browser.strike(*HOME)
    assert (browser.value(HERE), browser.value(PIECES)) == (0, first)
    browser.value("document.querySelector('.moves a[tabindex=\"0\"]').focus()")
    browser.strike(*DOWN)
    assert browser.value("document.activeElement.hash") == "#p1"
    browser.value(f"document.querySelector('#p{moved} a').click()")
    assert browser.value(PIECES) == second
    browser.value(
        "(slide => { slide.value = 0; slide.dispatchEvent(new Event('input')); })(document.getElementById('slide'))"
    )
    assert browser.value(PIECES) == first
    browser.press("++ ")
    browser.value(
        "new Promise(done => { const seen = () => document.querySelector('.here').id === 'p1' && done();"
        " new MutationObserver(seen).observe(document.getElementById('now'), {childList: true}); seen(); })"
    )
    browser.press(" ")
    assert browser.value("document.getElementById('play').textContent") == "Run"
    browser.strike(*LEFT)


def faces(browser: Browser) -> None:
    """See dark and light, wide and narrow."""
    for scheme, theme in (("dark", "parley-dark"), ("light", "parley-light")):
        ground = look(theme).interface["background"]
        tone = "rgb({}, {}, {})".format(*(int(ground[at : at + 2], 16) for at in (1, 3, 5)))
        for width in (400, 1400):
            browser.prefer(scheme, width, still=True)
            assert browser.value("getComputedStyle(document.documentElement).backgroundColor") == tone
            assert browser.value("document.documentElement.scrollWidth") <= width


def test_a_link_to_a_position_opens_there_and_a_piece_moves(tmp_path: Path, browser: Browser) -> None:
    told = Timeline(hostile_story(GAMES / "djambi" / "golden" / "four.record"))
    page = tmp_path / "djambi.html"
    page.write_bytes(data(told, Form.PAGE, 0, theme="parley-dark"))
    browser.prefer("light", 1400)
    browser.load(f"{page.as_uri()}#p7")
    assert browser.value(HERE) == 7
    browser.strike(*LEFT)
    assert browser.value("document.getAnimations().length") == 1
    browser.prefer("light", 1400, still=True)
    browser.value("Promise.all(document.getAnimations().map(one => one.finished))")
    browser.strike(*RIGHT)
    assert browser.value("document.getAnimations().length") == 0
    assert not browser.errors, browser.errors

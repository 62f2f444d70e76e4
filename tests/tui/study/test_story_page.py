"""The page of a game: it stands alone, believes no player, tells every position, and is the same each time."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from core.study.turning_point import Judgement
from tests.tui.support.hostile_story import hostile_story
from tui.i18n import translation
from tui.settings.theme import look
from tui.study.analysis.game_analysis import Analysis, GameAnalyst
from tui.study.game_export import Form, content, data
from tui.study.game_library import open_story
from tui.study.past_game import PastGame
from tui.study.story.html_page import safe
from tui.study.story.piece_mark import Mark, mark_shapes
from tui.study.story.scene_frames import frame_of, scene_ground
from tui.study.story.vector_svg import fragment
from tui.study.story_page import story_page
from tui.study.timeline import Timeline

VOID = frozenset({"meta", "input", "br", "img", "link"})
SIZE_LIMIT = 1_000_000
"""Bytes of the page of a game of 200 decisions."""


class Reader(HTMLParser):
    """What a browser finds on a page: tags with their attributes, and the text in each kind of tag."""

    def __init__(self, page: str) -> None:
        """Read a page."""
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID and not (self.get_starttag_text() or "").endswith("/>"):
            self.inside.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag that ends at once."""
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Every tag that begins ends, in its order."""
        assert self.inside.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        self.texts.setdefault(self.inside[-1] if self.inside else "", []).append(data)

    @property
    def told(self) -> dict[str, Any]:
        """What the script of the page reads."""
        found: dict[str, Any] = json.loads(self.texts["script"][0])
        return found


def page_of(story: PastGame) -> str:
    return content(Timeline(story), Form.PAGE, 0, theme="parley-dark")


def test_its_policy_allows_its_own_script_and_style_and_nothing_else(story: PastGame) -> None:
    page = page_of(story)
    read = Reader(page)
    assert not read.inside
    (style,), (_, script) = read.texts["style"], read.texts["script"]
    (policy,) = [attrs["content"] for tag, attrs in read.tags if "http-equiv" in attrs]
    hashes = {name: b64encode(sha256(text.encode()).digest()).decode() for name, text in (("s", script), ("t", style))}
    assert policy == (
        f"default-src 'none'; script-src 'sha256-{hashes['s']}'; style-src 'sha256-{hashes['t']}'; "
        "base-uri 'none'; form-action 'none'"
    )
    assert page.index("Content-Security-Policy") < min(page.index("<style"), page.index("<script"))
    for _, attrs in read.tags:
        assert "style" not in attrs
        assert not [name for name in attrs if name.startswith("on")]


def test_it_refers_to_nothing_outside(story: PastGame) -> None:
    page = page_of(story)
    for _, attrs in Reader(page).tags:
        assert not {"src", "srcset", "data", "action", "poster", "background"} & attrs.keys()
        assert (attrs.get("href") or "#").startswith("#")
    assert not re.search(r"url\(|@import|//|http(?!-equiv)|\bimport\b|fetch|eval", page)


def test_every_link_leads_somewhere_and_no_id_is_there_twice(story: PastGame) -> None:
    tags = Reader(page_of(story)).tags
    ids = [attrs["id"] for _, attrs in tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert {(attrs["href"] or "")[1:] for _, attrs in tags if "href" in attrs} <= set(ids)
    labels = {attrs["aria-labelledby"] for _, attrs in tags if "aria-labelledby" in attrs}
    assert labels <= set(ids)


def test_it_believes_no_player(record_path: Path) -> None:
    story = hostile_story(record_path)
    page = page_of(story)
    read = Reader(page)
    assert not read.inside
    assert not re.search("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\x1b]", page)
    assert {tag for tag, _ in read.tags} == {tag for tag, _ in Reader(page_of(open_story(str(record_path)))).tags}
    assert len(read.texts["script"]) == 2
    shown = read.texts["bdi"]
    assert "</script><script>alert(1)</script><img src=x onerror=\"alert('2')\">esrever & hidden" in shown
    assert "]]><!--<svg onload=alert(3)>{{n}}\\u003c/script>" in shown
    assert [text for text in shown if text.startswith("Ana</title>")]
    assert "".join(read.texts["title"]).endswith("· Parley")


def test_a_text_is_made_safe_and_keeps_its_blanks() -> None:
    assert safe("a\u202eb\u00a0: <'\"&>") == "ab\u00a0: &lt;&#x27;&quot;&amp;&gt;"
    assert safe(f"{'x' * 5000}") == "x" * 4000
    assert fragment(mark_shapes(Mark('<&"', "red"))).count("&lt;&amp;&quot;") == 1


def test_it_tells_every_position(story: PastGame) -> None:
    told = Timeline(story)
    read = Reader(page_of(story)).told
    ground = scene_ground(told.scene(0, told.desk.drawing))
    frames = [frame_of(told.scene(ply, told.desk.drawing), ground, told.last(ply)) for ply in range(told.plies + 1)]
    marks = sorted({mark for frame in frames for mark in frame.marks.values()})
    shown: dict[tuple[int, ...], Mark] = {}
    assert len(read["frames"]) == told.plies + 1
    for frame, (changes, last) in zip(frames, read["frames"], strict=True):
        for place, mark in zip(changes[::2], changes[1::2], strict=True):
            shown[tuple(read["places"][place])] = marks[mark]
            if mark < 0:
                del shown[tuple(read["places"][place])]
        assert shown == {(place.x, place.y, place.percent): mark for place, mark in frame.marks.items()}
        assert [tuple(read["places"][at]) for at in last] == [(one.x, one.y, one.percent) for one in frame.last]
    assert read["numbers"] == [told.turn_of(ply) for ply in range(told.plies + 1)]


def test_it_lists_every_decision_with_what_was_said(story: PastGame) -> None:
    told = Timeline(story)
    read = Reader(page_of(story))
    shown = [attrs["id"] for tag, attrs in read.tags if tag == "li" and "id" in attrs]
    assert shown == [f"p{ply}" for ply in range(told.plies + 1)]
    kinds = [attrs.get("class") for tag, attrs in read.tags if tag == "li"]
    assert kinds.count("talk") == len(told.view.talk)
    assert kinds.count("end") == 1


def test_a_page_of_200_decisions_stays_small(story: PastGame) -> None:
    told = Timeline(story)
    assert len(data(told, Form.PAGE, 0, theme="parley-dark")) * 200 / told.plies < SIZE_LIMIT


def test_the_same_game_gives_the_same_bytes(story: PastGame, record_path: Path) -> None:
    assert page_of(story).encode() == page_of(open_story(str(record_path))).encode()


def test_it_is_in_the_language_of_its_reader(djambi: Path) -> None:
    with translation.speaking("fr"):
        page = page_of(open_story(str(djambi)))
    assert '<html lang="fr">' in page
    assert "Qui a frappé qui" in page
    assert "Vert gagne\u00a0: " in page
    assert '<html lang="en">' in page_of(open_story(str(djambi)))


def test_it_is_dark_and_light_in_the_colours_of_the_themes(djambi: Path) -> None:
    told = Timeline(open_story(str(djambi)))
    dark, light = look("parley-dark"), look("parley-light")
    for theme in ("parley-dark", "parley-light"):
        style = "".join(Reader(story_page(told, theme)).texts["style"])
        night, _, day = style.partition("@media (prefers-color-scheme:light)")
        assert f"--background:{dark.interface['background']}" in night
        assert f"--seat-red:{dark.seats['red']}" in night
        assert f"--background:{light.interface['background']}" in day
    other = look("parley-colour-blind")
    style = "".join(Reader(story_page(told, other.name)).texts["style"])
    assert f"--seat-red:{other.seats['red']}" in style


def test_the_summary_tells_who_struck_whom_and_whose_word_was_kept(djambi: Path) -> None:
    read = Reader(page_of(open_story(str(djambi))))
    assert read.texts["th"][:5] == ["strikes", "Red", "Blue", "Yellow", "Green"]
    assert read.texts["td"][:4] == ["–", "5", "1", "1"]
    assert "Green wins: the last chief left." in read.texts["p"]
    told = Reader(page_of(open_story(str(djambi.parents[2] / "megiddo" / "golden" / "basic-3.record"))))
    assert "Turn 3: Blue and green: a truce until turn 9. Kept." in told.texts["bdi"]
    assert "Blue: 1 kept, 0 broken, 0 taken back" in told.texts["bdi"]


def test_turning_points_are_told_if_somebody_looked_for_them(djambi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    story = open_story(str(djambi))
    assert "Nobody has looked for them yet." in page_of(story)
    line = story.match.log[0]
    judged = Judgement(1, line.seat, line.text, 0.1, "Mc1-d2", 0.9, ("Mc1-d2",), proved=False)
    monkeypatch.setattr(GameAnalyst, "kept", lambda _: Analysis("3", 0, "x", (judged,)))
    read = Reader(page_of(story))
    (turning,) = [attrs for tag, attrs in read.tags if tag == "li" and attrs.get("class") == "turning"]
    assert turning
    told = "Red plays Mc1-d1?? (10 %). Better: Mc1-d2 (90 %); expected after it: Mc1-d2."
    assert {f"Turn 1: {told}", f"Blunder: {told}"} <= set(read.texts["bdi"])
    assert "Mc1-d1??" in page_of(story)


def test_the_report_tells_the_turning_points_that_are_kept(djambi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    story = open_story(str(djambi))
    assert "Nobody has looked for them yet." in content(Timeline(story), Form.REPORT, 0, theme="parley-dark")
    line = story.match.log[0]
    judged = Judgement(1, line.seat, line.text, 0.1, "Mc1-d2", 0.9, ("Mc1-d2",), proved=False)
    monkeypatch.setattr(GameAnalyst, "kept", lambda _: Analysis("3", 0, "x", (judged,)))
    told = content(Timeline(story), Form.REPORT, 0, theme="parley-dark")
    assert "  Turn 1: Red plays Mc1-d1?? (10 %). Better: Mc1-d2 (90 %); expected after it: Mc1-d2." in told
    monkeypatch.setattr(GameAnalyst, "kept", lambda _: Analysis("3", 0, "x", ()))
    told = content(Timeline(story), Form.REPORT, 0, theme="parley-dark")
    assert "Turning points\n  No turning point was found in this game.\n" in told

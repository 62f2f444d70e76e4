"""A game as one HTML page that refers to nothing outside and runs nothing but its own script and style. Pure.

Whatever stands in it passes `safe`: no text of a player can end a tag, turn the direction of others or hide.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files

from core.fault import sentence
from net.wire.sanitizer import clean
from tui.i18n.translation import language, tr
from tui.study.story.piece_mark import Mark, mark_shapes, seat_shape
from tui.study.story.scene_frames import Frame, differences
from tui.study.story.vector_shape import Ground, Place, seat_token
from tui.study.story.vector_svg import colour_rules, fragment

LONGEST = 4000
"""Characters of one text on the page."""

PACES = {"0.5": "½", "1": "1", "2": "2", "4": "4"}
"""Decisions a second that a reader can choose, with how they are written."""

SUMMARY, REPLAY, MOVES = sentence("The evening"), sentence("The game"), sentence("Decisions, talk and promises")
PLAYERS, CARDS, BOARD = sentence("Players"), sentence("Cards"), sentence("The board after the decision shown beside it")
FIRST, FINAL = sentence("Beginning"), sentence("End")
BACK, NEXT = sentence("One decision back"), sentence("One decision on")
PLAY, STOP, PACE = sentence("Run"), sentence("Stop"), sentence("Pace")
WHERE, A_SECOND = sentence("Decision {n} of {m}"), sentence("{n} a second")
TO_REPLAY = sentence("To the board")
KEYS = sentence(
    "Arrow keys: a decision back or on. Home and End: beginning and end. Space: run or stop. + and −: the pace."
)

_KEPT = re.compile("([\u00a0\u202f])")
"""The blanks that our own sentences are set with, which no line may be broken at."""

_ARROWS = {"first": "M3 3h3v14H3zM17 3v14L7 10z", "back": "M15 3v14L5 10z", "next": "M5 3v14l10-7z"}
_ARROWS["final"] = "M14 3h3v14h-3zM3 3v14l10-7z"


@dataclass(frozen=True, slots=True)
class PageLine:
    """One line beside the board: its kind, its text, and what stands before it.

    `number` is that of a decision, `colour` the word of a seat's colour, `who` a name, `notation` a decision as it is
    written. `bad` marks a broken promise.
    """

    kind: str
    text: str
    number: str = ""
    colour: str = ""
    who: str = ""
    notation: str = ""
    bad: bool = False


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """One line of the summary, and the ply it leads to, if any."""

    text: str
    ply: int | None = None
    bad: bool = False


@dataclass(frozen=True, slots=True)
class SummaryPart:
    """A part of the summary: its title, its lines, and a table of words, whose first row and column are heads."""

    title: str
    lines: tuple[SummaryLine, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class PageSeat:
    """One seat: its colour's word, its title, who holds it; for each position its state and whether it decides."""

    colour: str
    title: str
    nick: str
    states: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """All that a page shows: `lines` and `frames` have one entry for each position, `numbers` its decision's number.

    `cards` is empty in a game without cards. `dark` and `light` are the colours by token.
    """

    title: str
    head: str
    result: str
    points: tuple[str, ...]
    parts: tuple[SummaryPart, ...]
    seats: tuple[PageSeat, ...]
    lines: tuple[tuple[PageLine, ...], ...]
    numbers: tuple[int, ...]
    cards: tuple[str, ...]
    ground: Ground
    frames: tuple[Frame, ...]
    dark: Mapping[str, str]
    light: Mapping[str, str]
    wide: bool = False


def safe(text: str) -> str:
    r"""Give a text fit to stand in a page, between tags or in a quoted attribute.

    >>> safe("</script>\u202e'x'")
    '&lt;/script&gt;&#x27;x&#x27;'
    """
    return escape(_plain(text))


def _plain(text: str) -> str:
    """Remove what controls, hides or reorders; keep the blanks that sentences are set with."""
    return "".join(part if _KEPT.fullmatch(part) else _cleaned(part) for part in _KEPT.split(text))


def _cleaned(part: str) -> str:
    """Clean each line; blanks at its ends stay, as it may be a part of one."""
    found = []
    for line in part.split("\n"):
        before, after = line[:1] == " ", line[-1:] == " " and len(line) > 1
        found.append(" " * before + clean(line, LONGEST) + " " * after)
    return "\n".join(found)


def digest_source(text: str) -> str:
    """Give the source expression of a policy that allows exactly this inline text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def policy(script: str, style: str) -> str:
    """Give the policy of a page: this script, this style, and nothing else from anywhere."""
    return (
        f"default-src 'none'; script-src {digest_source(script)}; style-src {digest_source(style)}; "
        "base-uri 'none'; form-action 'none'"
    )


def written(page: Page) -> str:
    """Write the page. Equal pages give equal bytes."""
    script, style = _resource("page.js"), _style(page)
    marks = tuple(sorted({mark for frame in page.frames for mark in frame.marks.values()}))
    return "\n".join(
        (
            f'<!doctype html>\n<html lang="{safe(language())}">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy(script, style)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{safe(page.title)} · Parley</title>",
            f"<style>{style}</style>\n</head>",
            f"<body{' class=map' if page.wide else ''}>",
            *_summary(page),
            f'<main class="replay" id="replay" aria-label="{safe(tr(REPLAY))}">',
            *_stage(page, marks),
            *_side(page),
            "</main>",
            f"<footer><p>{safe(tr(KEYS))}</p></footer>",
            f'<script type="application/json" id="story">{_data(page, marks)}</script>',
            f"<script>{script}</script>\n</body>\n</html>\n",
        )
    )


def _resource(name: str) -> str:
    return files("tui.study.story").joinpath(name).read_text(encoding="utf-8")


def _style(page: Page) -> str:
    tones = [";".join(f"--{token}:{tone}" for token, tone in sorted(one.items())) for one in (page.dark, page.light)]
    return (
        f":root{{color-scheme:dark;{tones[0]}}}\n"
        f"@media (prefers-color-scheme:light){{:root{{color-scheme:light;{tones[1]}}}}}\n"
        f"{colour_rules(sorted(page.dark))}\n{_resource('page.css')}"
    )


def _summary(page: Page) -> Iterator[str]:
    """Write what the game came to."""
    yield f"<header><h1>{safe(page.title)}</h1>"
    yield f'<p class="muted"><bdi>{safe(page.head)}</bdi></p>'
    yield f'<p class="result">{safe(page.result)}</p>'
    if page.points:
        yield f'<ul class="points">{"".join(f"<li><bdi>{safe(one)}</bdi></li>" for one in page.points)}</ul>'
    yield f'<p><a href="#replay">{safe(tr(TO_REPLAY))}</a></p></header>'
    yield f'<details open><summary>{safe(tr(SUMMARY))}</summary><div class="parts">'
    for part in page.parts:
        lines = "".join(f"<li{_bad(line.bad)}>{_linked(line)}</li>" for line in part.lines)
        told = f"<h2>{safe(part.title)}</h2>{f'<ul>{lines}</ul>' if lines else ''}{_table(part)}"
        yield f'<section tabindex="0" aria-label="{safe(part.title)}">{told}</section>'
    yield "</div></details>"


def _bad(bad: bool) -> str:  # noqa: FBT001 -- the one thing it is about
    return ' class="bad"' if bad else ""


def _linked(line: SummaryLine) -> str:
    text = f"<bdi>{safe(line.text)}</bdi>"
    return text if line.ply is None else f'<a href="#p{line.ply}">{text}</a>'


def _table(part: SummaryPart) -> str:
    if not part.rows:
        return ""
    head, *rows = part.rows
    heads = "".join(f'<th scope="col">{safe(one)}</th>' for one in head)
    body = "".join(
        f'<tr><th scope="row">{safe(row[0])}</th>{"".join(f"<td>{safe(one)}</td>" for one in row[1:])}</tr>'
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'


def _stage(page: Page, marks: Sequence[Mark]) -> Iterator[str]:
    """Write the board with the last position, what a reader steps with, the present line and the cards."""
    ground = page.ground
    symbols = "".join(f'<g id="mark-{at}">{fragment(mark_shapes(mark))}</g>' for at, mark in enumerate(marks))
    scrolls = f' tabindex="0" role="group" aria-label="{safe(tr(BOARD))}"' if page.wide else ""
    yield f'<div class="stage"><figure class="canvas" id="canvas"{scrolls}>'
    yield (
        f'<svg id="board" viewBox="0 0 {ground.width} {ground.height}" role="img" aria-label="{safe(tr(BOARD))}">'
        f'<defs>{symbols}<g id="mark-last">{fragment([ground.last])}</g></defs>'
    )
    yield f"<g>{fragment(ground.shapes)}</g>"
    yield f'<g id="last"></g><g id="pieces">{_pieces(page.frames[-1], marks)}</g></svg></figure>'
    yield '<div class="controls">'
    yield from (_arrow(name, words) for name, words in (("first", FIRST), ("back", BACK)))
    yield f'<button type="button" id="play">{safe(tr(PLAY))}</button>'
    yield from (_arrow(name, words) for name, words in (("next", NEXT), ("final", FINAL)))
    options = "".join(
        f'<option value="{pace}"{" selected" if pace == "1" else ""}>{safe(tr(A_SECOND, n=n))}</option>'
        for pace, n in PACES.items()
    )
    yield f'<select id="pace" aria-label="{safe(tr(PACE))}">{options}</select><span id="where"></span>'
    most = len(page.frames) - 1
    yield f'<input type="range" id="slide" min="0" max="{most}" value="{most}" aria-label="{safe(tr(REPLAY))}"></div>'
    yield '<div id="now" aria-live="polite" aria-atomic="true"></div>'
    if page.cards:
        yield f'<section id="hands"><h2>{safe(tr(CARDS))}</h2><div id="cards">{safe(page.cards[-1])}</div></section>'
    yield "</div>"


def _pieces(frame: Frame, marks: Sequence[Mark]) -> str:
    which = {mark: at for at, mark in enumerate(marks)}
    return "".join(
        f'<use href="#mark-{which[frame.marks[place]]}" transform="translate({place.x} {place.y}) '
        f'scale({place.percent / 100:g})"/>'
        for place in sorted(frame.marks, key=lambda place: (place.y, place.x))
    )


def _arrow(name: str, words: str) -> str:
    sign = f'<svg viewBox="0 0 20 20" aria-hidden="true"><path d="{_ARROWS[name]}"/></svg>'
    return f'<button type="button" id="{name}" aria-label="{safe(tr(words))}">{sign}</button>'


def _side(page: Page) -> Iterator[str]:
    """Write who plays, and the list of all that happened."""
    yield f'<div class="side"><h2>{safe(tr(PLAYERS))}</h2><ul class="seats">'
    for seat in page.seats:
        nick = f"<bdi>{safe(seat.nick)}</bdi>" if seat.nick else ""
        yield (
            f"<li><span>{_chip(seat.colour)}<b>{safe(seat.title)}</b></span>{nick}"
            f'<span class="state">{safe(seat.states[-1][0])}</span></li>'
        )
    yield "</ul>"
    yield f'<h2 id="moves-title">{safe(tr(MOVES))}</h2><ol class="moves" id="moves" aria-labelledby="moves-title">'
    yield from (_step(ply, lines) for ply, lines in enumerate(page.lines))
    yield "</ol></div>"


def _step(ply: int, lines: Sequence[PageLine]) -> str:
    first, *others = lines
    number = f'<span class="number">{safe(first.number)}</span>'
    notation = f'<span class="notation">{safe(first.notation)}</span> ' if first.notation else ""
    who = f"{_chip(first.colour)}{safe(first.who)} " if first.who else ""
    beside = "".join(f'<li class="{one.kind}{" bad" if one.bad else ""}">{_line(one)}</li>' for one in others)
    return (
        f'<li id="p{ply}"><a href="#p{ply}">{number}{who}{notation}{safe(first.text)}</a>'
        f"{f'<ul class=beside>{beside}</ul>' if beside else ''}</li>"
    )


def _line(one: PageLine) -> str:
    who = f"{_chip(one.colour)}<b><bdi>{safe(one.who)}</bdi></b> " if one.who else ""
    return f"{who}<bdi>{safe(one.text)}</bdi>"


def _chip(colour: str) -> str:
    if not colour:
        return ""
    shape = fragment(seat_shape(colour, (0, 0), 8, seat_token(colour)))
    return f'<svg class="chip" viewBox="-10 -10 20 20" aria-hidden="true">{shape}</svg>'


def _data(page: Page, marks: Sequence[Mark]) -> str:
    """Write what the script reads, as JSON in which nothing can be taken for a tag."""
    places = _places(page.frames)
    texts: dict[str, int] = {}

    def number(text: str) -> int:
        return texts.setdefault(_plain(text), len(texts))

    by_ply = zip(*(seat.states for seat in page.seats), strict=True)
    seats = [[[number(text), int(turn)] for text, turn in states] for states in by_ply]
    cards = [number(text) for text in page.cards]
    told = {
        "places": [[place.x, place.y, place.percent] for place in places],
        "frames": differences(page.frames, places, marks),
        "numbers": page.numbers,
        "seats": seats,
        "cards": cards,
        "texts": list(texts),
        "words": {"play": tr(PLAY), "stop": tr(STOP), "at": tr(WHERE, n="{n}", m="{m}")},
    }
    data = json.dumps(told, separators=(",", ":"), sort_keys=True)
    return data.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _places(frames: Iterable[Frame]) -> tuple[Place, ...]:
    used = {place for frame in frames for place in (*frame.marks, *frame.last)}
    return tuple(sorted(used, key=lambda place: (place.y, place.x, place.percent)))

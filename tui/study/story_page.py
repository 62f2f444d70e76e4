"""The story of a game as one page: every position with what was played, said and promised, and what it came to. Pure.

A page is in the language in use, and dark or light as its reader prefers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from core.game import DEALER, Seat
from core.scene import SeatPanel, Standing
from net.view.table_view import SeatView, TableView
from tui.i18n.local_letters import spelled
from tui.i18n.translation import ntr, seat_title, tr, word
from tui.settings.theme import DEFAULT, Glyphs, look
from tui.study.analysis.turning_points import turn_words
from tui.study.evening_report import goes_on_words, point_lines
from tui.study.game_summary import game_title
from tui.study.seat_holder import holder_words
from tui.study.story.html_page import Page, PageLine, PageSeat, written
from tui.study.story.scene_frames import frame_of, scene_ground
from tui.study.story.vector_shape import palette
from tui.study.story_summary import summary_parts
from tui.study.timeline import TOOK, Kind, Timeline, TimelineEntry, took_words
from tui.table.seat_names import table_glyphs
from tui.words.declaration_words import decision_words
from tui.words.event_words import told as told_effects
from tui.words.talk_acts import told as told_talk

DAY = "parley-light"
"""The theme of a light page, unless a light one was chosen."""

LOOKS = ((DEFAULT, True), (DAY, False))
"""The themes of a page, and which of them is dark."""

CLASSES = {
    Kind.NOTE: "note",
    Kind.TALK: "talk",
    Kind.PACT: "pact",
    Kind.COMMENT: "comment",
    Kind.TURN: "turning",
    Kind.END: "end",
}
"""The class of each kind of line that stands beside a decision."""


def story_page(told: Timeline, theme: str = DEFAULT) -> str:
    """Write the page of a game; a dark `theme` is that of dark pages, a light one that of light pages."""
    chosen, view = look(theme), told.view
    tones = [palette(chosen if chosen.dark is dark else look(name), view.game) for name, dark in LOOKS]
    signs = wordless(told.view)
    drawing = told.desk.drawing
    ground = scene_ground(told.scene(0, drawing))
    frames = tuple(frame_of(told.scene(ply, drawing), ground, told.last(ply)) for ply in range(told.plies + 1))
    people = ", ".join(nick for _, nick in told.story.record.people if nick)
    count = ntr("{n} decision", "{n} decisions", told.counted)
    hands = tuple("\n".join(told.hands(ply, signs)) for ply in range(told.plies + 1))
    page = Page(
        title=game_title(view.game),
        head=" · ".join(part for part in (people, told.story.record.date, count) if part),
        result=next((one.words for one in told.tellings if one.kind is Kind.END), goes_on_words(view)),
        points=tuple(point_lines(view)),
        parts=tuple(summary_parts(told)),
        seats=tuple(_seats(told)),
        lines=tuple(tuple(_lines(told, ply, signs)) for ply in range(told.plies + 1)),
        numbers=tuple(told.turn_of(ply) for ply in range(told.plies + 1)),
        cards=hands if any(hands) else (),
        ground=ground,
        frames=frames,
        dark=tones[0],
        light=tones[1],
        wide=told.scene(0).atlas is not None,
    )
    return written(page)


def wordless(view: TableView) -> Glyphs:
    """Give a glyph set that names seats by their words alone: a page draws their shapes itself."""
    signs = table_glyphs("unicode", view)
    return replace(signs, seats=dict.fromkeys(signs.seats, ""))


def _seats(told: Timeline) -> Iterator[PageSeat]:
    """Give every seat with its state at each position."""
    panels = [{panel.seat: panel for panel in told.scene(ply).seats} for ply in range(told.plies + 1)]
    for seat in told.view.seats:
        if seat.vacant:
            continue
        first = panels[0].get(seat.seat)
        colour = (first.colour or first.name) if first is not None else seat.name
        states = tuple(_state(told, ply, seat, one.get(seat.seat)) for ply, one in enumerate(panels))
        yield PageSeat(colour, seat_title(seat.name), holder_words(told.view, seat.seat), states)


def _state(told: Timeline, ply: int, seat: SeatView, panel: SeatPanel | None) -> tuple[str, bool]:
    """Say in what state a seat is after `ply` lines, and whether it decides next."""
    decides = seat.seat in told.chronicle.states[ply].active
    if panel is None:
        return "", decides
    parts = [ntr("{n} piece", "{n} pieces", panel.pieces)]
    if panel.score is not None:
        parts.append(ntr("{n} point", "{n} points", panel.score))
        parts.append(ntr("{n} captured", "{n} captured", panel.taken or 0))
    if panel.standing is not Standing.ACTIVE:
        parts.append(word(panel.standing))
    if panel.owner is not None and panel.owner != panel.seat:
        parts.append(tr("commanded by {seat}", seat=seat_title(told.names[panel.owner])))
    parts += [word(badge) for badge in panel.badges if badge != "turn"]
    return ", ".join([*parts, word("turn")] if decides else parts), decides


def _lines(told: Timeline, ply: int, signs: Glyphs) -> Iterator[PageLine]:
    """Give what happened after `ply` lines: the decision itself first, or the beginning."""
    colours = {seat.seat: seat.colour or seat.name for seat in told.scene(ply).seats}
    here = sorted(told.at(ply), key=lambda one: one.kind not in {Kind.BEGIN, Kind.MOVE})
    yield from (_line(told, one, colours, signs) for one in here)


def _line(told: Timeline, one: TimelineEntry, colours: Mapping[int, str], signs: Glyphs) -> PageLine:
    if one.entry is not None:
        return _decision(told, one, colours, signs)
    if one.said is not None:
        said, act = told_talk(one.said, told.names)
        text = f"{said} [{act}]" if said and act else said or act
        colour = colours.get(one.said.seat, "") if one.said.seat is not None else ""
        return PageLine(CLASSES[one.kind], text, colour=colour, who=one.said.nick)
    if one.turn is not None:
        return PageLine(CLASSES[one.kind], turn_words(one.turn, told.names))
    if one.kind is Kind.BEGIN:
        return PageLine("begin", one.words, number="0")
    return PageLine(CLASSES[one.kind], one.words, bad=one.bad)


def _decision(told: Timeline, one: TimelineEntry, colours: Mapping[int, str], signs: Glyphs) -> PageLine:
    entry = one.entry
    assert entry is not None
    words = told_effects(entry.effects, signs)
    words = f"{words[:1].upper()}{words[1:]}." if words else ""
    took = "" if one.took is None else tr(TOOK, time=took_words(one.took))
    text = " ".join(part for part in (words, took) if part)
    if entry.seat == DEALER:
        return PageLine("chance", text, notation=spelled(entry.text))
    who, colour = seat_title(told.names[entry.seat]), colours.get(Seat(entry.seat), "")
    return PageLine("move", text, str(entry.turn), colour, who, decision_words(entry.text) + entry.mark)

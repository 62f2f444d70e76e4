"""Statistics and ratings as rows with small plots, the same for screens and for text. Pure.

The plots are a few characters wide: shared bars, spans with their middle, a line of heights.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import set_cell_size
from rich.text import Text

from core.fault import sentence
from tui.i18n.translation import ntr, seat_brief, tr
from tui.study.game_summary import GameSummary, game_title
from tui.study.player_statistics import (
    ME,
    Rating,
    Tally,
    by_game,
    by_opponent,
    by_partner,
    by_seat,
    counted,
    months,
    ratings,
    unsettled,
)
from tui.widgets.text_style import TextStyle

_HEIGHTS = "▁▂▃▄▅▆▇█"
_LOW = "_.-=^"


def span_bar(mid: float, spread: float, scale: tuple[float, float], width: int, *, plain: bool = False) -> str:
    """Give a span exactly `width` wide: from `mid - spread` to `mid + spread` on a `scale`, `mid` marked.

    >>> span_bar(5, 2, (0, 10), 11), span_bar(0, 9, (0, 10), 6, plain=True)
    ('   ├─●─┤   ', 'o---> ')
    """
    line, dot, ends = ("-", "o", ("<", ">")) if plain else ("─", "●", ("├", "┤"))
    low, high = scale
    step = (high - low) / (width - 1) or 1.0
    left, at, right = (min(max(round((x - low) / step), 0), width - 1) for x in (mid - spread, mid, mid + spread))
    row = [" "] * left + [line] * (right - left + 1) + [" "] * (width - 1 - right)
    row[left], row[right] = ends
    row[at] = dot
    return "".join(row)


def stacked_bar(won: int, shared: int, lost: int, width: int) -> tuple[int, int, int]:
    """Share `width` columns out between three counts; each that is not nothing has a column at least.

    >>> stacked_bar(1, 0, 1, 10), stacked_bar(98, 1, 1, 10), stacked_bar(0, 0, 0, 10)
    ((5, 0, 5), (8, 1, 1), (0, 0, 0))
    """
    counts = (won, shared, lost)
    total = sum(counts)
    if not total:
        return 0, 0, 0
    room = [max(1, round(count * width / total)) if count else 0 for count in counts]
    while sum(room) != width:
        at = room.index(max(room))
        room[at] += 1 if sum(room) < width else -1
    return room[0], room[1], room[2]


def spark(values: Sequence[float], width: int = 0, *, plain: bool = False) -> str:
    """Give the heights of values, one column each, the last `width` of them (0: all).

    >>> spark((1, 2, 4)), spark((3, 3)), spark((1, 2, 4), plain=True), spark(())
    ('▁▃█', '▁▁', '_.^', '')
    """
    shown = values[-width:] if width else values
    steps = _LOW if plain else _HEIGHTS
    low, high = min(shown, default=0.0), max(shown, default=0.0)
    span = (high - low) or 1.0
    return "".join(steps[int((value - low) / span * (len(steps) - 1))] for value in shown)


NAME, BAR, COURSE, MOST = 22, 22, 8, 8
"""Columns of a name, a bar and a course of ratings; rows of opponents and of rated players at most."""

MARKS = {"unicode": ("█", "▒", "░"), "ascii": ("#", "=", ".")}
"""The signs of won, shared and lost games, distinct even without colour."""

BY_GAME = sentence("By game")
BY_SEAT = sentence("By seat")
BY_OPPONENT = sentence("By opponent")
BY_PARTNER = sentence("By partner")
MONTHS = sentence("Games a month")
RATINGS = sentence("Ratings in {game}")
NONE = sentence("Nothing to count: only your own finished games against others count.")
YOU = sentence("you")
LEGEND = sentence("{won} won  {shared} shared  {lost} lost; a shared game counts half")
RATED = sentence("{mu} ± {spread}")
RATING_NOTE = sentence("Ratings from the games kept here only; ± shows how far off they may be.")
TOTAL = sentence("All")
TOGETHER = sentence("Counted here")
"""The total of the games that a filter lets through."""
FILTERED = sentence("Only the games that fit “{query}” are looked at: {n} of {all}.")
COUNTED = sentence("FIGURES {name}: {won} won, {shared} shared, {lost} lost ({share}).")
AGAINST = sentence("FIGURES against {name}: {won} won, {shared} shared, {lost} lost ({share}).")
BESIDE = sentence("FIGURES with {name}: {won} won, {shared} shared, {lost} lost ({share}).")


def filtered(games: Sequence[GameSummary], every: int, query: str) -> tuple[str, ...]:
    """Say which games are looked at if a `query` keeps these of `every`; nothing without one."""
    return (tr(FILTERED, query=query.strip(), n=len(games), all=every),) if query.strip() else ()


def sheet(games: Sequence[GameSummary], ink: TextStyle, among: tuple[str, ...] = ()) -> list[Text]:
    """Give the whole sheet; `among` says which games these are (`filtered`), nothing if they are all."""
    played = counted(games)
    left_out = [ink.muted(told) for told in _left_out(games)]
    head = [ink.accent(tr("Statistics")), *(ink.plain(told) for told in among)]
    if not played:
        return [*head, Text(), ink.muted(tr(NONE)), *left_out]
    rows = [*head, _legend(ink), Text()]
    total = Tally()
    for one in played:
        total = total.and_one(one.result)
    rows.append(_tally(tr(TOGETHER if among else TOTAL), total, ink))
    rows += _section(tr(BY_GAME), {game_title(name): tally for name, tally in by_game(played).items()}, ink)
    seats = {_seat(name): tally for name, tally in sorted(by_seat(played).items(), key=lambda item: item[0])}
    rows += _section(tr(BY_SEAT), seats, ink)
    rows += _section(tr(BY_OPPONENT), dict(list(by_opponent(played).items())[:MOST]), ink)
    if beside := by_partner(played):
        rows += _section(tr(BY_PARTNER), dict(list(beside.items())[:MOST]), ink)
    rows += _months(played, ink)
    for game in by_game(played):
        rows += rating_rows(games, game, ink)
    return [*rows, Text(), ink.muted(tr(RATING_NOTE)), *left_out]


def sheet_lines(games: Sequence[GameSummary], among: tuple[str, ...] = ()) -> list[str]:
    """Give the same in sentences, one line each, without plots."""
    played = counted(games)
    if not played:
        return [*among, tr(NONE), *_left_out(games)]
    lines = [*among, *(tr(COUNTED, name=game_title(name), **_fields(tally)) for name, tally in by_game(played).items())]
    lines += [tr(COUNTED, name=_seat(name), **_fields(tally)) for name, tally in sorted(by_seat(played).items())]
    lines += [tr(AGAINST, name=name, **_fields(tally)) for name, tally in by_opponent(played).items()]
    lines += [tr(BESIDE, name=name, **_fields(tally)) for name, tally in by_partner(played).items()]
    for game in by_game(played):
        for name, one in ratings(games, game).items():
            told = {"game": game_title(game), "name": tr(YOU) if name == ME else name}
            spread = {"mu": f"{one.mu:.1f}", "spread": f"{one.spread:.1f}"}
            lines.append(
                ntr(
                    "RATING {game}, {name}: {mu} ± {spread} after {n} game.",
                    "RATING {game}, {name}: {mu} ± {spread} after {n} games.",
                    one.games,
                    **told,
                    **spread,
                )
            )
    return [*lines, tr(RATING_NOTE), *_left_out(games)]


def _left_out(games: Iterable[GameSummary]) -> list[str]:
    """Say how many games are not counted because they are not settled; nothing if none are."""
    count = unsettled(games)
    if not count:
        return []
    return [
        ntr("{n} game is not settled yet and is left out.", "{n} games are not settled yet and are left out.", count)
    ]


def _fields(tally: Tally) -> dict[str, object]:
    return {"won": tally.won, "shared": tally.shared, "lost": tally.lost, "share": f"{tally.share:.0%}"}


def _seat(name: str) -> str:
    game, _, seat = name.partition(" ")
    title = game_title(game)
    return f"{title} {seat_brief(seat, NAME - 2 - len(title))}"


def _section(title: str, tallies: dict[str, Tally], ink: TextStyle) -> Iterator[Text]:
    yield Text()
    yield ink.accent(title)
    for name, tally in tallies.items():
        yield _tally(name, tally, ink)


def _tally(name: str, tally: Tally, ink: TextStyle) -> Text:
    """Give a row: the name, a bar of games won, shared and lost, the share won, the number of games."""
    won, shared, lost = MARKS[ink.glyphs.name]
    widths = stacked_bar(tally.won, tally.shared, tally.lost, BAR)
    row = Text(_cut(name), ink.style("foreground"), no_wrap=True)
    row.append(won * widths[0], ink.style("success")).append(shared * widths[1], ink.style("warning"))
    row.append(lost * widths[2], ink.style("muted"))
    row.append(f" {tally.share:>4.0%} ", ink.style("foreground", bold=True))
    return row.append(f" {tally.won}/{tally.shared}/{tally.lost}", ink.style("muted"))


def _legend(ink: TextStyle) -> Text:
    won, shared, lost = MARKS[ink.glyphs.name]
    return ink.muted(tr(LEGEND, won=won, shared=shared, lost=lost))


def _months(games: Iterable[GameSummary], ink: TextStyle) -> Iterator[Text]:
    found = months(games)
    if not found:
        return
    yield Text()
    yield ink.accent(tr(MONTHS))
    line = spark([count for _, count in found], plain=ink.glyphs.name == "ascii")
    told = f"{found[0][0]} {line} {found[-1][0]}  "
    yield ink.plain(told) + ink.muted(ntr("{n} game", "{n} games", sum(count for _, count in found)))


def rating_rows(games: Iterable[GameSummary], game: str, ink: TextStyle) -> Iterator[Text]:
    """Give the ratings in one game: a span, the estimate with its uncertainty, its course; nothing without any."""
    found = ratings(games, game)
    if not found:
        return
    yield Text()
    yield ink.accent(tr(RATINGS, game=game_title(game)))
    low = min(one.mu - one.spread for one in found.values())
    top = max(one.mu + one.spread for one in found.values())
    shown = list(found.items())[:MOST]
    shown += [(name, one) for name, one in found.items() if name == ME and (name, one) not in shown]
    for name, one in shown:
        yield _rated(name, one, (low, top), ink)


def _rated(name: str, one: Rating, scale: tuple[float, float], ink: TextStyle) -> Text:
    plain = ink.glyphs.name == "ascii"
    who = tr(YOU) if name == ME else name
    row = Text(_cut(who), ink.style("foreground", bold=name == ME), no_wrap=True)
    row.append(span_bar(one.mu, one.spread, scale, BAR, plain=plain), ink.style("accent"))
    spread = tr(RATED, mu=f"{one.mu:.1f}", spread=f"{one.spread:.1f}")
    row.append(f" {spread:<12}", ink.style("foreground", bold=True))
    return row.append(f" {spark(one.course, COURSE, plain=plain)} {one.games}", ink.style("muted"))


def _cut(name: str) -> str:
    return f"{set_cell_size(name, NAME - 1)} "

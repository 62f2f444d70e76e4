"""`parley keep --plans`: list the conditional moves of a profile, add lines at a table, forget one or all.

The table is read from the journal, also while another program has the profile; whichever is there plays the moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.storage.profile import root
from tui.correspondence.conditional_move import NO_LINE, grown, line_words
from tui.correspondence.notice import SHOWN, bare_name, table_name, telling_apart
from tui.correspondence.own_turns import NOBODY, open_views
from tui.correspondence.plan_store import PlanStore, plans_path
from tui.headless.event_report import Report
from tui.headless.settlement_run import print_line
from tui.i18n.translation import Called, calling, tr
from tui.table.seat_names import called
from tui.words.clock_words import now_ms

if TYPE_CHECKING:
    from net.view.table_view import TableView
    from tui.correspondence.conditional_move import ConditionalPlan

ALL = "all"
NONE = sentence("You have no conditional moves.")
WHICH = sentence("Name one of your open tables with --table: {allowed}.")
BAD_NUMBER = sentence("--forget takes the number of a line or all, not {given}.")
LINE = sentence("{table}, {n}: {text}")


@dataclass(frozen=True, slots=True)
class Wish:
    """The profile, the table (its title or the beginning of its id), the lines to add, what to forget, and JSON."""

    profile: str = "default"
    table: str = ""
    lines: tuple[str, ...] = ()
    forget: tuple[str, ...] = ()
    json: bool = False


def run(wish: Wish, where: Path | None = None) -> int:
    """Change what is to be changed, then list the plans; give the exit status. Raises `Fault`."""
    home = where or root()
    store = PlanStore(plans_path(home, wish.profile))
    views = {view.tid: view for view in open_views(home, wish.profile, now_ms())}
    if wish.lines or wish.forget:
        change(store, _chosen(tuple(views.values()), wish.table), wish)
    with telling_apart(lambda: (bare_name(view.game, view.title) for view in views.values())):
        _list(store, views, wish)
    return 0


def change(store: PlanStore, view: TableView, wish: Wish) -> None:
    """Forget lines at a table, then add lines; raise `Fault`, and then change nothing."""
    left = _left(store.of(view.tid), wish.forget)
    hands = tuple(seat.seat for seat in view.seats if seat.mine and not seat.bot)
    kept = tuple(plan for plan in left if plan.branches)
    for line in wish.lines:
        kept = (grown(view, hands, kept, line),)
    for plan in (*left, *(kept if wish.lines else ())):
        store.keep(view.tid, plan)


def _left(plans: tuple[ConditionalPlan, ...], forgotten: tuple[str, ...]) -> tuple[ConditionalPlan, ...]:
    """Give plans without the lines of some numbers in the list, or without any by `all`; raise `Fault`."""
    if wrong := [word for word in forgotten if word != ALL and not (word.isascii() and word.isdigit())]:
        raise Fault(BAD_NUMBER, given=wrong[0][:20])
    if ALL in forgotten:
        return tuple(replace(plan, branches=()) for plan in plans)
    left, count = list(plans), sum(len(plan.lines()) for plan in plans)
    for number in sorted({int(word) for word in forgotten}, reverse=True):
        if not 1 <= number <= count:
            raise Fault(NO_LINE, given=number, count=count)
        at = number
        for place, plan in enumerate(plans):
            if 1 <= at <= len(plan.lines()):
                left[place] = left[place].without(at)
            at -= len(plan.lines())
    return tuple(left)


def _chosen(views: tuple[TableView, ...], text: str) -> TableView:
    """Give the one table that is meant by its title, by its name in `parley turns`, or by how its id begins."""
    wanted = _letters(text)
    fits = [view for view in views if wanted in {"", _letters(view.title), _letters(table_name(view))}]
    fits = fits or [view for view in views if view.tid.startswith(wanted)]
    if len(fits) != 1:
        allowed = ", ".join(f"{view.tid[:SHOWN]} {table_name(view)}" for view in views[:12])
        raise Fault(WHICH, allowed=allowed) if views else Fault(NOBODY)
    return fits[0]


def _letters(text: str) -> str:
    """Give a text without quotes and spaces, which may be typed otherwise than they are shown."""
    return "".join(filter(str.isalnum, text.casefold()))


def _list(store: PlanStore, views: dict[str, TableView], wish: Wish) -> None:
    """Print every line of every plan, numbered by table."""
    report, found = Report(), False
    for tid, plans in store.all().items():
        title = table_name(views[tid]) if tid in views else tid[:8]
        for number, line in enumerate((line for plan in plans for line in plan.lines()), 1):
            found = True
            if wish.json:
                moves = [[branch.condition, branch.reply] for branch in line]
                report.say("plan", table=tid, title=title, n=number, moves=moves)
            else:
                with calling(called(views[tid].game, views[tid].options) if tid in views else Called()):
                    print_line(tr(LINE, table=title, n=number, text=line_words(line)))
    if not found and not wish.json:
        print_line(tr(NONE))

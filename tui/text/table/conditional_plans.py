"""Conditional moves in a table's conversation: set one, list them, forget one or all. They stay on this machine."""

from __future__ import annotations

import re

from core.fault import Fault, sentence
from tui.correspondence.conditional_move import ConditionalPlan, grown, line_words
from tui.correspondence.plan_store import PlanStore, plans_path
from tui.i18n.translation import bare, tr
from tui.text.table.hint_premove import PremoveDialogue
from tui.text.table.seat_refusal import NO_GAME
from tui.text.table.table_look import OFF

NO_PLACE = sentence("Conditional moves are for tables of a profile.")
NONE = sentence("NOTE there are no conditional moves here.")
PLANNED = sentence("PLAN {n} {text}")

_ONE = re.compile(r"(\w+)\s+([1-9][0-9]{0,2})")


class PlanDialogue(PremoveDialogue):
    """A table at which a player may say beforehand what to play if the others play this or that."""

    async def _if(self, rest: str) -> None:
        """Keep a further line, forget one or all, or list them; raise `Fault`."""
        if self._rooms is None:
            raise Fault(NO_PLACE)
        store, tid = PlanStore(plans_path(self._rooms.root, self._rooms.name)), self.handle.view.tid
        plans = store.of(tid)
        one = _ONE.fullmatch(rest)
        if bare(rest) in OFF:
            for plan in plans:
                store.drop(tid, plan)
        elif one and bare(one[1]) in OFF:
            for plan in plans[:1]:
                store.keep(tid, plan.without(int(one[2])))
        elif rest:
            store.keep(tid, self._grown(plans, rest))
        self.console.say(*(_lines(store.of(tid)) or [tr(NONE)]))

    def _grown(self, plans: tuple[ConditionalPlan, ...], text: str) -> ConditionalPlan:
        if self.handle.view.match is None:
            raise Fault(NO_GAME)
        return grown(self.handle.view, tuple(self._hand), plans, self._coded(text))


def _lines(plans: tuple[ConditionalPlan, ...]) -> list[str]:
    """List the lines of plans, numbered."""
    lines = [line for plan in plans for line in plan.lines()]
    return [tr(PLANNED, n=number, text=line_words(line)) for number, line in enumerate(lines, 1)]

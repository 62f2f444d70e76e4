"""The ledger of pacts at a table: what was promised in public, and what has become of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from core.diplomacy.pact import Fate, Pact, Proposal
from core.fault import sentence
from tui.i18n.translation import tr
from tui.screens.frame.dialog import SCROLLING, Sheet
from tui.table.diplomacy import NO_PACTS, OPEN, fate_words, promise_words
from tui.widgets.text_style import TextStyle
from tui.words.talk_acts import act_words

TITLE = sentence("Promises")
NOTE = sentence("Nothing obliges anybody to keep them; the record remembers them.")

STYLES = {Fate.RUNNING: "accent", Fate.BROKEN: "warning", Fate.WITHDRAWN: "warning"}
"""The interface colour of a fate; the words say it too."""


def pact_rows(pacts: tuple[Pact, ...], names: tuple[str, ...], ink: TextStyle) -> list[Text]:
    """Give two rows a pact: the promise after the shapes of the two seats, and its fate."""
    rows = []
    for pact in pacts:
        row = Text()
        for seat in pact.parties:
            row.append_text(ink.shape(names[seat])).append(" ")
        row.append(promise_words(pact, names), ink.style("foreground", bold=pact.fate is Fate.RUNNING))
        rows += [row, Text(f"    {fate_words(pact, names)}", ink.style(STYLES.get(pact.fate, "muted")))]
    return rows


def proposal_rows(proposals: Sequence[Proposal], names: tuple[str, ...], ink: TextStyle) -> list[Text]:
    """Give two rows a proposal: its text after the shape of its author, and that it stands."""
    rows = []
    for made in proposals:
        words = act_words(made.act(names), names)
        if words:
            rows.append(ink.shape(names[made.seat]) + Text(" ") + ink.plain(words))
            rows.append(Text(f"    {tr(OPEN)}", ink.style("muted")))
    return rows


class PactsScreen(Sheet):
    """Show the ledger. Any of the screen's keys goes back to the table."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,space,D", "dismiss", show=False), *SCROLLING]

    def __init__(
        self, pacts: tuple[Pact, ...], names: tuple[str, ...], ink: TextStyle, proposals: Sequence[Proposal] = ()
    ) -> None:
        """Show `pacts` between the seats of these `names`, and the `proposals` not answered yet."""
        rows = pact_rows(pacts, names, ink) + proposal_rows(proposals, names, ink)
        rows = rows or [ink.plain(tr(NO_PACTS))]
        super().__init__([ink.accent(tr(TITLE)), Text(), *rows, Text(), ink.muted(tr(NOTE))])

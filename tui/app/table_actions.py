"""What the palette offers at a table besides the keys: actions of the rules, votes, answers, the log, a report.

From the palette the host of a running table moves it to another broker, and the others follow it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text

from core.fault import Fault, sentence
from net.table.action.host_action import leading
from net.view.table_view import Phase
from net.wire.invitation import Invitation
from tui.i18n import translation
from tui.i18n.translation import seat_title, tell, tr
from tui.table.controller import is_alone
from tui.table.departure import (
    STOP,
    cheats,
    declared_words,
    overdue_seats,
    votes,
)
from tui.table.piece_legend import figures_told, legend
from tui.table.seat_names import NamedTable
from tui.table.sentences.claim_words import no_longer_words
from tui.table.sentences.seat_handover import substitution_words
from tui.words.combat_words import WORDS

if TYPE_CHECKING:
    from tui.bots.seat_driver import Seated
    from tui.screens.table.table_screen import TableScreen


COPY_LOG = sentence("Copy the log")
COPIED = sentence("The log is copied.")
REPORT = sentence("Report a disagreement about the rules")
EVIDENCE = sentence("Save the signed evidence")
AGREE = sentence("Agree: {offer}")
DECLINE = sentence("Decline: {offer}")


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that can be done now: its name as shown, the words that find it, and how to do it."""

    name: str
    words: str
    run: Callable[[], object]


def offer(told: Callable[[], str], run: Callable[[], object], more: str = "") -> Offer:
    """Return an offer whose name is `told` in the language in use. The name in any language finds it."""
    return Offer(told(), f"{everywhere(told)} {more}", run)


def everywhere(told: Callable[[], str]) -> str:
    """Return the same text in every language."""
    found = []
    for name in translation.LANGUAGES:
        with translation.speaking(name):
            found.append(told())
    return " ".join(dict.fromkeys(found))


def at_table(table: TableScreen) -> Iterator[Offer]:
    """Yield what can be done at a table now besides what its keys do."""
    yield from _answers(table)
    yield from _decisions(table)
    yield from _waits(table)
    if table.desk.chronicle.states:
        yield offer(partial(tr, LEGEND), partial(show_legend, table), "pieces pièces signs")
        yield offer(partial(tr, COPY_LOG), partial(copy_log, table))
        yield offer(partial(tr, REPORT), partial(report, table), "hash digest")
    if seated_at(table) is not None:
        yield offer(partial(tr, EVIDENCE), partial(testify, table), "signatures")


def _decisions(table: TableScreen) -> Iterator[Offer]:
    """Yield the kinds of actions that the rules allow now, besides pointing at the board, and the declarations."""
    for said, label in WORDS.items():
        if table.may_say(said):
            yield offer(partial(tr, label), partial(table.action_say_word, said), said)
    view, seat = table.controller.view, table.desk.voice
    if seat is not None and view.phase is Phase.PLAYING:
        for text in (*table.declarations(), *votes(view, seat)):
            yield offer(partial(declared_words, view, seat, text), partial(table.declare, text), text)
    for one in table.handings():
        yield offer(
            partial(substitution_words, one, view, table.desk.rated), partial(table.hand_over, one), "Substitute"
        )


def _answers(table: TableScreen) -> Iterator[Offer]:
    """Yield the answers to the offer that waits for one from here."""
    from tui.widgets.offers_bar import offer_words

    owed = table.desk.offer_owed()
    if owed is None:
        return
    one, seat = owed
    for template, yes in ((AGREE, True), (DECLINE, False)):
        told = partial(_answer_words, template, partial(offer_words, one, table.desk.names))
        yield offer(told, partial(table.answer, one.id, seat, yes=yes))


def _answer_words(template: str, words: Callable[[], str]) -> str:
    return tr(template, offer=words())


def _waits(table: TableScreen) -> Iterator[Offer]:
    """Yield the players who need not be waited for any longer, and the end because of a fraud."""
    view, names = table.controller.view, table.desk.names
    for seat in overdue_seats(view):
        yield offer(partial(no_longer_words, view, seat, names[seat]), partial(table.claim, seat))
    for seat in cheats(view):
        yield offer(partial(_of_seat, STOP, names[seat]), partial(table.claim, seat, stop=True))


def _of_seat(template: str, name: str) -> str:
    return tr(template, seat=seat_title(name))


def legend_lines(table: TableScreen) -> list[str]:
    """Tell what each kind of piece does, and what the marks on the board mean."""
    glyphs, game = table.ink.glyphs, table.controller.view.game
    dot = f" {glyphs.one['dot']} "
    pieces = [f"{name}  {dot.join(does)}" for name, does in legend(game, translation.language())]
    marks = [tr(NUMBERED)]
    scene = table.desk.scene
    if scene is not None and any(piece.owner is None and not piece.colour for piece in scene.pieces):
        marks.append(f"{glyphs.one['corpse']}  {tr('corpse')}")
    if told := figures_told(scene):
        marks.append(told)
    if len({seat.pid for seat in table.controller.view.seats if seat.pid}) > 1:
        marks.append(tr(WAITED))
    marks.append(f"{glyphs.one['target']}  {tr(TARGET)}")
    return [*pieces, *([""] if pieces else []), *marks]


def show_legend(table: TableScreen) -> None:
    """Show what the pieces and the marks on the board mean."""
    from tui.screens.frame.dialog import TextDialog

    ink = table.ink
    rows = [Text(line, ink.style("foreground")) for line in legend_lines(table)]
    table.app.push_screen(TextDialog([ink.accent(tr(LEGEND)), Text(), *rows]))


def copy_log(table: TableScreen) -> None:
    """Copy the log, one decision a line."""
    from tui.table.sentences.event_sentences import entry_line

    lines = [entry_line(entry, table.desk.names, table.ink.glyphs) for entry in table.desk.chronicle.entries]
    table.app.copy_to_clipboard("\n".join(lines))
    table.app.notify(tr(COPIED), markup=False)


def seated_at(table: TableScreen) -> Seated | None:
    """Return the app's open table of a screen."""
    rooms = getattr(table.app, "rooms", None)
    tid = table.controller.view.tid
    return next((one for one in rooms.seated if one.handle.tid.hex() == tid), None) if rooms else None


def testify(table: TableScreen) -> None:
    """Write everything signed at a table to a file."""
    from tui.records import evidence_file

    seated = seated_at(table)
    try:
        path = evidence_file.kept(seated.handle.table) if seated else None
    except Fault as fault:
        table.toast(tell(fault))
    else:
        table.app.notify(tr(evidence_file.KEPT, path=path), markup=False)


def report(table: TableScreen) -> None:
    """Write a report of how the rules were applied here."""
    from tui.records import archive, error_report
    from tui.settings.settings import home

    try:
        path = error_report.save(table.controller.view, home(), archive.today())
    except Fault as fault:
        table.toast(tell(fault))
    else:
        table.app.notify(tr(error_report.DISAGREEMENT_KEPT, path=path), markup=False)


MOVE = sentence("Move the table to another broker")
FOLLOW = sentence("Follow the table to {host}")
LEGEND = sentence("Legend: the pieces and the marks on the board")
NUMBERED = sentence(
    "1 2 3  the moves of the others since yours; {key[table.earlier]} and {key[table.later]} go through them"
)
WAITED = sentence("~0:14  how long the others still wait for that seat; after that, {key[table.declare]} ends the wait")
TARGET = sentence("where the chosen piece can go")
GO_ON = sentence("Go on in another room, with the others")
WHERE = sentence("The invitation to a room at the other broker:")


def elsewhere(table: TableScreen) -> Iterator[Offer]:
    """Offer to follow a table that has moved, or to its host to move it."""
    view = table.controller.view
    if view.moved:
        yield offer(partial(_follow_words, view.moved), table.action_follow)
    if (view.moved or not view.online) and view.match is not None and not is_alone(view.invitation):
        yield offer(partial(tr, GO_ON), partial(_seek, table))
    moves = view.hosted and view.phase is Phase.PLAYING and not is_alone(view.invitation)
    if moves and isinstance(table.controller, NamedTable):
        yield offer(partial(tr, MOVE), partial(_ask, table, table.controller), "broker")


def _follow_words(place: str) -> str:
    there = Invitation.parse(place)
    return tr(FOLLOW, host=f"{there.host}:{there.port}")


def _seek(table: TableScreen) -> None:
    table.run_worker(_go_on(table))


async def _go_on(table: TableScreen) -> None:
    """Go on at the same table in a room whose invitation came another way, as its old broker is gone."""
    from tui.screens.frame.dialog import ask_until

    async def way(text: str) -> None:
        place = leading(Invitation.parse(table.controller.view.invitation), text)
        if table.reach is not None:
            await table.reach(place)
        table.dismiss(f"onward {place}")

    await ask_until(table.app, tr(WHERE), way)


def _ask(table: TableScreen, moved: NamedTable) -> None:
    table.run_worker(_move(table, moved))


async def _move(table: TableScreen, moved: NamedTable) -> None:
    from tui.screens.frame.dialog import ask_until

    await ask_until(table.app, tr(WHERE), moved.move_to)

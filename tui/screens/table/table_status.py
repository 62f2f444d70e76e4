"""The rows above and below the board: title, status, and the cell under the cursor."""

from __future__ import annotations

from rich.text import Text

from core.fault import sentence
from core.game import Seat
from core.scene import Scene
from net.view.table_view import Phase, TableView
from tui.i18n.local_letters import located, spelled
from tui.i18n.piece_letters import PIECES as KINDS
from tui.i18n.translation import listed, ntr, tell, town_called, tr
from tui.screens.table.connection_words import (
    CLAIMABLE,
    CLAIMED_AT,
    FULL,
    FULL_LOOKING,
    REFUSED,
    REFUSED_LOOKING,
    missing_words,
)
from tui.table.departure import audit_words
from tui.table.hint import BY_WORD, BY_WORD_BREAKS, HINT_LED, HINT_LED_BREAKS, hint_words
from tui.table.move_entry import MoveEntry, is_card
from tui.table.player_desk import PlayerDesk
from tui.table.premove import Plan
from tui.table.seat_view import owing
from tui.table.sentences.claim_words import (
    LASTED,
    TIME_OVER_OF,
    is_time_over,
    lasting_words,
    time_over_words,
    urged_words,
    waived_words,
)
from tui.table.sentences.game_ends import end_lines
from tui.table.sentences.out_words import REMINDER, return_words
from tui.table.sentences.still_words import PAUSED, PAUSED_FOR, closed_fault, pause_words, silent_words
from tui.widgets.key_words import PLAYING, PLAYS, PLAYS_THERE, key_words
from tui.widgets.spot_line import spot_line
from tui.widgets.text_style import TextStyle, pressable
from tui.words.choice_words import LACKING
from tui.words.clock_words import SAY_READY, negotiation_words, now_ms
from tui.words.combat_words import WORDS, deed_words
from tui.words.declaration_words import decision_words
from tui.words.event_words import outcome_line, told
from tui.words.settlement_words import unsettled_words

PAY_ANY = sentence("cards worth 3 or more together: digits, Space; Enter pays")
PAY_EXACTLY = sentence("cards worth 3 or more together, none to spare: digits, Space; Enter pays")

ASKED = {
    "place": sentence("places {piece}"),
    "fight": sentence("says which combat comes first"),
    "march": sentence("makes the forced march that is paid for"),
    "take": sentence("takes a special card: {key[table.treason]} for Treason, {key[table.sedition]} for Sedition"),
}
"""The request if all possible decisions are of one kind, by the first word of their text."""

CONFIRM = sentence("Enter plays, Esc takes it back.")
"""The sentence after a whole action that was typed and needs confirming: a line of text has its own keys."""

FILLED = sentence("The proposal is filled in: Enter goes on with it.")
"""The sentence after Enter behind a text that was no action yet."""

HELD = sentence("{key[board.point]} plays, {key[board.back]} takes it back.")
"""The same for an action chosen on the board."""

STEP = sentence("Move {n} of {all} since yours:")
STEP_PACED = sentence("Move {n} of {all}, {key[table.later]} goes on:")
STEP_WATCHED = sentence("Move {n} of {all} of the last round:")
"""Which move of the last round is looked at, for a player, one who goes on by key, and somebody who watches."""

PACED_KEYS = sentence("{key[board.back]} back to now")
"""The key that ends watching."""

DEALT = sentence("a card is being dealt")
"""What is going on while nobody is to decide: the programs of the players deal."""

NEXT = sentence("{key[table.declare]}: what next")
"""The key that shows the end card again."""

WAYS = sentence("{key[table.later]} ahead, {key[board.back]} back to now")
MUCH = 1000
"""The columns of a row in which everything has room."""
TO_NEXT = sentence("{key[board.point]}: game {number}")
"""The key that leads from the end of a game of a match to the next one."""
GOING_ON = {"board.point": "screen.next_game"}
"""What its words do there: nothing is chosen that could be played."""
ANOTHER = sentence("now another piece of yours that goes too; {key[board.back]} takes it back")
PUTS_BACK = sentence("{key[board.back]} takes it back")
"""How a special card that was chosen is put back."""
KEEPS = sentence("{key[board.point]} keeps it")
KEEPS_THERE = sentence("{key[board.point]} on {spot} keeps it")

NAMING = (
    *(ASKED["take"], HELD, PLAYS, PLAYS_THERE, KEEPS, KEEPS_THERE, ANOTHER, PUTS_BACK, *LACKING),
    *(PAY_ANY, PAY_EXACTLY, HINT_LED, HINT_LED_BREAKS, *BY_WORD.values(), *BY_WORD_BREAKS.values()),
    *(WAYS, TO_NEXT, PACED_KEYS, NEXT, PAUSED, PAUSED_FOR, SAY_READY),
    *(CLAIMABLE, CLAIMED_AT, REMINDER, REFUSED, REFUSED_LOOKING, FULL, FULL_LOOKING),
)
"""The sentences of the status that name a key."""

FROZEN = sentence("This table is frozen: somebody signed two different events.")


def status_text(
    desk: PlayerDesk,
    cursor: str | None,
    ink: TextStyle,
    alarm: Text | None = None,
    *,
    now: int | None = None,
    width: int = MUCH,
) -> Text:
    """Give the status row: what is going on, an `alarm` that must not be cut, then what stands under the cursor.

    `now` is the time in milliseconds since 1970, that of the clock here if it is not given. In a narrow row, the end of
    a game is told more briefly, so that the key that goes on stands in it.
    """
    now = now_ms() if now is None else now
    between = _between(desk, ink, now, width) if desk.between else None
    text = (between or _doing(desk, cursor, ink, now)) + (alarm or Text())
    if cursor is not None and desk.state is not None:
        text.append("  ").append_text(spot_line(desk.scene, cursor, desk.names, ink))
    return text


def premove_text(desk: PlayerDesk, ink: TextStyle) -> Text | None:
    """Give the chip of a premove, None without one: its text between its marks, and the key that clears it."""
    if desk.premove is None:
        return None
    left, right = ink.glyphs.pair["staged"]
    text = Text(f"{left}{spelled(desk.premove.text)}{right}", ink.style("accent", bold=True))
    return text + ink.muted(f" {tr('{key[table.premove]} clears')}")


def _doing(desk: PlayerDesk, cursor: str | None, ink: TextStyle, now: int) -> Text:
    """Say what is going on; a click on the words for a key does what the key does."""
    return key_words(_said_of(desk, cursor, ink, now), *NAMING, does=PLAYING)


def _said_of(desk: PlayerDesk, cursor: str | None, ink: TextStyle, now: int) -> Text:
    view, state = desk.view, desk.state
    if view is None or state is None or view.match is None:
        return Text()
    return _unusual(desk, view, cursor, ink, now) or _turn(desk, state.active, cursor, ink, now)


def _unusual(desk: PlayerDesk, view: TableView, cursor: str | None, ink: TextStyle, now: int) -> Text | None:
    """Describe a look back, the end, a table that stands still, an inspected piece, or a hint."""
    if desk.past and desk.moved:
        return _step(desk, ink)
    if desk.past and view.match is not None:
        said = tr("Past: decision {n} of {all}", n=view.match.turns.turn_of(desk.ply), all=view.match.turn)
        return Text.assemble((f" {said} ", ink.banner)) + ink.plain(" ") + _ways(desk, ink)
    if view.outcome is not None:
        owed = Text(f"{unsettled_words(view)} ".lstrip(), ink.style("warning"))
        told = owed + ink.accent(outcome_line(view.outcome, desk.names)) + ink.muted(f" {audit_words(view)}".rstrip())
        return told.append("  ") + ink.muted(tr(NEXT))
    if view.phase in {Phase.FROZEN, Phase.CLOSED}:
        return Text(tr(FROZEN) if view.phase is Phase.FROZEN else tell(closed_fault(view)), ink.style("error"))
    return (None if desk.chosen else _at_rest(view, ink, now)) or _asked_for(desk, cursor, ink)


def _at_rest(view: TableView, ink: TextStyle, now: int) -> Text | None:
    """Say that nobody has to move now, or that nobody knows who has to: a pause, a negotiation phase, old news."""
    if silent := silent_words(view):
        return ink.accent(silent)
    if view.paused:
        return ink.accent(pause_words(view))
    if view.negotiation is None:
        return None
    time, more = negotiation_words(view, now)
    return ink.accent(time) + ink.muted(f"  {more}".rstrip())


def _between(desk: PlayerDesk, ink: TextStyle, now: int, width: int) -> Text:
    """Say how the game ended whose last position is shown, whether it is one's turn in the next, and how to go on.

    In `width` columns the key must stand, and the sign that more follows: what has no room is said more briefly.
    """
    number = upcoming_game(desk)
    ways = ink.muted(tr(TO_NEXT, number=number)) if number and not desk.covered else _ways(desk, ink)
    ends = *map(ink.accent, end_lines(desk.chronicle, desk.ply, desk.names)), Text()
    parts = [(end, called, ways) for end in ends for called in _called(desk, ink, now)]
    rows = [Text("  ").join(filter(None, row)) for row in parts]
    row = next((row for row in rows if row.cell_len < width), rows[-1])
    return key_words(row, *NAMING, does=GOING_ON if number else PLAYING)


def _called(desk: PlayerDesk, ink: TextStyle, now: int) -> tuple[Text, ...]:
    """Say that it is the player's turn, and how long the others wait, then without the seat; nothing if it is not."""
    view, seat = desk.view, desk.seat
    if view is None or seat is None or not upcoming_game(desk) or _at_rest(view, ink, now) is not None:
        return (Text(),)
    urged = bool(urged_words(view))
    lasts = tr(LASTED) if urged else lasting_words(view, (seat,), now)
    turn = Text(tr("Your turn"), ink.style("error", bold=True) if urged else ink.style("accent"))
    more = ink.muted(f" · {lasts}" if lasts else "")
    return turn + ink.plain(" ") + ink.seat(desk.names[seat]) + more, turn + more


def upcoming_game(desk: PlayerDesk) -> int:
    """Give the number of the running game that the end of an earlier one leads to; 0 without either of them."""
    runs = desk.view is not None and desk.view.outcome is None
    return len(desk.chronicle.ends) + 1 if runs and desk.between else 0


def _step(desk: PlayerDesk, ink: TextStyle) -> Text:
    """Tell the move of the last round that is looked at, which one it is, and the keys that lead on."""
    move, count = desk.moved[-1], len(desk.round)
    counts = STEP_WATCHED if not desk.counts_from_own else STEP_PACED if desk.pacing else STEP
    who = ink.seat(desk.names[move.entry.seat])
    banner = pressable(Text.assemble((f" {tr(counts, n=move.number, all=count)} ", ink.banner)), "look(1)")
    text = banner + Text(" ") + who
    deed = deed_words(move.entry.effects, ink.glyphs)
    if not deed:
        words = located(move.entry.text) if move.entry.path else decision_words(move.entry.text)
        text.append(f" {words}", ink.style("foreground", bold=True))
    text.append(f" {deed or told(move.entry.effects, ink.glyphs, short=True)}".rstrip(), ink.style("foreground"))
    return text + ink.plain("  ") + _ways(desk, ink, PACED_KEYS if desk.pacing else WAYS)


def _ways(desk: PlayerDesk, ink: TextStyle, ways: str = WAYS) -> Text:
    """Name the keys that lead on from a look back, unless a card has them."""
    return Text() if desk.covered else ink.muted(tr(ways))


def _asked_for(desk: PlayerDesk, cursor: str | None, ink: TextStyle) -> Text | None:
    """Say what an inspected piece can do, or give a hint."""
    if desk.inspected:
        return _reminder(desk, ink) + ink.accent(f"{town_called(desk.inspected)} ") + ink.plain(reach_words(desk))
    if desk.hint is None or desk.advice is None:
        return None
    choice = desk.choice
    begun = _begun(desk, choice, cursor, ink) + ink.plain("  ") if choice and choice.prefix else Text()
    cells = {cell.spot for cell in desk.scene.cells} if desk.scene is not None else set()
    atlas = desk.scene.atlas if desk.scene is not None else None
    led, keys = desk.pick().advised in cells, not (choice and choice.prefix)
    told_hint = hint_words(desk.hint, desk.names, ink.glyphs, atlas, led=led, keys=keys)
    return begun + ink.accent(told_hint)


def _begun(desk: PlayerDesk, choice: MoveEntry, cursor: str | None, ink: TextStyle) -> Text:
    """Say before a hint how far a choice is; while cards are picked as it says, only for what: the row is short."""
    if choice.text is None and any(map(is_card, choice.targets)):
        return ink.accent(_said(choice))
    return _chosen(desk, choice, cursor, ink)


def _reminder(desk: PlayerDesk, ink: TextStyle) -> Text:
    """Say before what is inspected that it is the player's turn, and what is asked of them, if it is."""
    if desk.choice is None:
        return Text()
    who = ink.seat(desk.names[desk.choice.seat]) + ink.plain(_asked(desk.choice))
    return ink.muted(tr("Your turn") + " ") + who + ink.muted(f" {ink.glyphs.one['dot']} ")


def reach_words(desk: PlayerDesk) -> str:
    """Say how far the inspected piece could go, and how many of others it finds there."""
    reach, scene = set(desk.pick().reach), desk.scene
    if not reach or scene is None:
        taken = {piece.spot for piece in scene.pieces} if scene else set()
        first = desk.choice.state.next_spots(desk.choice.seat, ()) if desk.choice else ()
        return tr("can go nowhere") if taken.issuperset(first) else tr("is taken; what stands there cannot move")
    if scene.atlas is not None:
        told_far = ntr("can go to {n} town", "can go to {n} towns", len(reach))
    else:
        told_far = ntr("can go to {n} cell", "can go to {n} cells", len(reach))
    prey = sum(piece.spot in reach and piece.owner is not None for piece in scene.pieces)
    return f"{told_far}, {ntr('{n} of them taken', '{n} of them taken', prey)}" if prey else told_far


def _turn(desk: PlayerDesk, active: tuple[Seat, ...], cursor: str | None, ink: TextStyle, now: int) -> Text:
    """Say whose turn it is and how far the choice is."""
    choice = desk.choice
    if desk.picking is not None and desk.picking.prefix:
        return _chosen(desk, desk.picking, cursor, ink)
    mine = [seat for seat in active if choice is not None and seat in desk.own]
    waited = (owing(desk.view) if desk.view is not None else ()) or active
    movers = [ink.seat(desk.names[seat]) for seat in mine or waited if seat >= 0]
    who = Text(", ").join(movers)
    if choice is None and not movers:
        owed = tuple(dict.fromkeys(wait.seat for wait in desk.view.waits)) if desk.view is not None else ()
        return ink.muted(tr(DEALT) + missing_words(desk, owed))
    if choice is None:
        back = return_words(desk.view) if desk.view is not None else ""
        told = who + ink.muted(" " + tr("to decide") + _late(desk, waited, now) + missing_words(desk, waited))
        return told + Text(f" · {back}" if back else "", ink.style("warning"))
    cut_off = ink.muted(missing_words(desk, ()))
    if desk.view is not None and (urged := urged_words(desk.view)):
        return Text(urged, ink.style("error", bold=True)) + cut_off
    if desk.view is not None and (over := time_over_words(desk.view, choice.seat, now)):
        return Text(over, ink.style("error", bold=True))
    lasts = lasting_words(desk.view, mine, now) if desk.view is not None else ""
    asked = _army(desk, choice, ink) + ink.plain(_asked(choice)) + ink.muted(f" · {lasts}" if lasts else "")
    return ink.accent(tr("Your turn") + " ") + who + asked + cut_off


def _late(desk: PlayerDesk, waited: tuple[Seat, ...], now: int) -> str:
    """Say that the time of somebody who is to decide is over, or ends soon, unless a player here waits no longer."""
    view = desk.view
    if view is None or waived_words(view):
        return ""
    over = any(is_time_over(view, seat, now) for seat in waited)
    told = tr(TIME_OVER_OF) if over else lasting_words(view, waited, now)
    return f" · {told}" if told else ""


def _army(desk: PlayerDesk, choice: MoveEntry, ink: TextStyle) -> Text:
    """Say whose pieces move, if it is the turn of an army that the player leads for another seat."""
    turn = next(iter(choice.state.upcoming(1)), None)
    if turn is None or turn.player != choice.seat or turn.seat == turn.player:
        return Text()
    return ink.plain(f": {tr('the army of {army} moves', army=ink.seat(desk.names[turn.seat]).plain)}")


def _asked(choice: MoveEntry) -> str:
    """Give the request if all decisions are of one kind: a piece to place, a march, a combat, a card."""
    path = () if choice.prefix else choice.targets[:1]
    action = choice.state.complete(choice.seat, path) if path else None
    while action is None and (following := choice.state.next_spots(choice.seat, path)[:1] if path else ()):
        path += following
        action = choice.state.complete(choice.seat, path)
    word, _, rest = str(action or "").partition(" ")
    if word not in ASKED:
        return ""
    named = rest.split(" ", maxsplit=1)[0]
    kind = tr(KINDS[named[1:2]]) if named[1:2] in KINDS else ""
    return " " + tr(ASKED[word], piece=f"{kind} {spelled(named)}")


def _said(choice: MoveEntry) -> str:
    """Give the text of a choice so far; one that begins with a word by that word's name."""
    first, *rest = choice.prefix
    return " ".join((tr(WORDS[first]), *rest)) if first in WORDS else choice.shown()


def _chosen(desk: PlayerDesk, choice: MoveEntry, cursor: str | None, ink: TextStyle) -> Text:
    """Say how far a choice is, and what Enter does with it, unless a card lies above and Enter answers that."""
    text = ink.accent(_said(choice) + " ")
    if desk.held:
        keys = Text() if desk.covered else ink.plain(tr(HELD) + " ")
        return text + keys + ink.muted(_consequences(choice, ink))
    ahead = isinstance(choice, Plan)
    if ahead:
        text = ink.muted(tr("For your turn:") + " ") + text
    if desk.covered:
        return text
    count = len(choice.targets)
    if any(map(is_card, choice.targets)):
        text.append_text(ink.muted(tr(PAY_EXACTLY if _pays_exactly(desk) else PAY_ANY)))
    elif count and _wants_another(choice, desk.scene):
        text.append_text(ink.muted(tr(ANOTHER)))
    elif count and desk.scene is not None and desk.scene.atlas is not None:
        back = (tr(PUTS_BACK),) if choice.prefix[:1] and choice.prefix[0] in WORDS else ()
        text.append_text(ink.muted(listed((ntr("{n} town", "{n} towns", count), *back))))
    elif count:
        text.append_text(ink.muted(choice.lacks or ntr("{n} cell", "{n} cells", count)))
    if choice.text is not None:
        here, there = (KEEPS, KEEPS_THERE) if ahead else (PLAYS, PLAYS_THERE)
        told = tr(here) if choice.plays_at(cursor) else tr(there, spot=choice.prefix[-1])
        text.append(" ").append_text(ink.plain(told))
    return text


def _pays_exactly(desk: PlayerDesk) -> bool:
    """Tell whether the table has agreed that no card of a payment is to spare."""
    match = desk.view.match if desk.view is not None else None
    return match is not None and ("payment", "exact") in match.header.options


def _wants_another(choice: MoveEntry, scene: Scene | None) -> bool:
    """Tell whether a choice, no action yet, goes on with a second piece of the player: a march of two pieces."""
    if scene is None or scene.atlas is None or choice.text is not None or len(choice.prefix) < len(("from", "to")):
        return False
    own = {piece.spot for piece in scene.pieces if choice.seat in {piece.owner, piece.commander}}
    return own.issuperset(choice.targets)


def _consequences(choice: MoveEntry, ink: TextStyle) -> str:
    """Describe the effects of a whole choice."""
    action = choice.state.complete(choice.seat, choice.prefix)
    return "" if action is None else told(choice.state.effects(choice.seat, action), ink.glyphs)

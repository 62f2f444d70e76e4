"""Positions and events in sentences: one line each, beginning with a word that says what kind of line it is. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import sentence
from core.game import DEALER, Outcome, Seat, Turn
from core.match.match import Match
from core.match.turn_count import TurnCount
from core.scene import Cell, Piece, Role, Scene, Standing
from net.table.line.takeback import spectators
from net.view.table_view import (
    AsideLine,
    NoteLine,
    OfferKind,
    OfferView,
    Phase,
    SeatView,
    TableView,
    TalkLine,
    VoidLine,
)
from tui.i18n.local_letters import located, spelled
from tui.i18n.translation import listed, ntr, seat_title, seat_word, tell_template, tr, word
from tui.settings.theme import Glyphs
from tui.table.seat_view import Entry, held_seats, open_offers, open_seats, owing, waited
from tui.table.sentences.asked_seat import is_asked
from tui.table.sentences.offer_words import absent_seats, agreed_words, may_ask, staying_words, without_words
from tui.table.sentences.seat_handover import substitute_words
from tui.table.sentences.side_resignation import standing_line, stands
from tui.table.sentences.turn_request import yours_words
from tui.table.sentences.waiting_tables import stop_words
from tui.words.bot_words import bot_words
from tui.words.declaration_words import decision_words
from tui.words.door_words import by_door
from tui.words.event_words import outcome_line, piece_word, tell_note, told
from tui.words.rated_mark import UNRATED, RatedMark
from tui.words.talk_acts import told as told_talk

DIRECTIONS = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
}

STANDS_IN = sentence("a bot plays on")


YOU_PLAY = sentence("SIDE You play {seats}.")
YOU_PLAYED = sentence("SIDE You played {seats}.")
"""Whose side one is on, in a lesson and in a game that is told again."""


def seat_name(name: str, glyphs: Glyphs) -> str:
    """Give a seat's shape and word: `● Red`."""
    shape = glyphs.seats.get(name)
    shown = seat_title(name)
    return shown if shape is None else f"{shape} {shown}"


def turn_line(number: int, turn: Turn, view: TableView, glyphs: Glyphs) -> str:
    """Say whose turn it is, and its number: who decides, for which seat, and whether it is a bonus."""
    player, seat = view.seats[turn.player], view.seats[turn.seat]
    line = tr("TURN {turn} {seat}:", turn=number, seat=seat_name(seat.name, glyphs))
    if turn.player != turn.seat:
        line += " " + tr("{player} plays it,", player=seat_name(player.name, glyphs))
    if turn.bonus:
        line += " " + tr("a turn of the one in power,")
    if player.mine and not player.bot and view.match is not None:
        return f"{line} {yours_words(view.match.state, turn.player)}"
    return f"{line} {tr('waiting for {nick}.', nick=waited(player) or seat_word(player.name))}"


ALL_DECIDED = sentence("{seats} decide at the same time, in secret: all have decided.")
DECIDED = sentence("{seats} has decided.")


def owed_line(match: Match, turn: Turn, view: TableView, glyphs: Glyphs) -> str:
    """Say who owes a decision: the turn, or others who decide in it, several at the same time, or chance."""
    if match.state.active == (turn.player,):
        return turn_line(match.turn + 1, turn, view, glyphs)
    line = tr("TURN {turn} {seat}:", turn=match.turn + 1, seat=seat_name(view.seats[turn.seat].name, glyphs))
    if match.state.active == (DEALER,):
        return f"{line} {tr('chance has its turn.')}"
    names = ", ".join(seat_name(view.seats[seat].name, glyphs) for seat in match.state.active)
    owed = [view.seats[seat] for seat in owing(view)]
    if not owed:
        return f"{line} {tr(ALL_DECIDED if match.state.sealed else DECIDED, seats=names)}"
    if match.state.sealed:
        line += " " + tr("{seats} decide at the same time, in secret;", seats=names)
    else:
        line += " " + tr("{seats} decides;", seats=names)
    mine = next((seat.seat for seat in owed if seat.mine and not seat.bot), None)
    if mine is not None:
        return f"{line} {yours_words(match.state, mine)}"
    return f"{line} {tr('waiting for {nick}.', nick=', '.join(waited(seat) or seat_word(seat.name) for seat in owed))}"


def hands_of(view: TableView) -> tuple[Seat, ...]:
    """Give the seats played here by hand."""
    return tuple(seat.seat for seat in view.seats if seat.mine and not seat.bot)


def entry_line(entry: Entry, names: tuple[str, ...], glyphs: Glyphs) -> str:
    """Write one decision: its number, its author, the notation, and its effects. What chance does has no number."""
    words = told(entry.effects, glyphs)
    if entry.seat == DEALER:
        line = tr("CHANCE {text}.", text=spelled(entry.text))
    else:
        text = decision_words(entry.text) + entry.mark
        line = tr("MOVE {turn} {seat}: {text}.", turn=entry.turn, seat=seat_name(names[entry.seat], glyphs), text=text)
    return f"{line} {words[:1].upper()}{words[1:]}." if words else line


def talk_line(line: TalkLine, names: tuple[str, ...], glyphs: Glyphs, turns: TurnCount) -> str:
    """Write a line of talk, with the turn in which it was said; `turns` counts the turns of the match."""
    seat = "" if line.seat is None or line.seat >= len(names) else f" {seat_name(names[line.seat], glyphs)}"
    said, act = told_talk(line, names)
    tail = f" [{act}]" if said and act else ""
    turn = turns.turn_of(line.ply) + 1
    return tr("TALK {turn}{seat} {nick}: {text}", turn=turn, seat=seat, nick=line.nick, text=said or act) + tail


def aside_line(line: AsideLine) -> str:
    """Write a spectator's line beside the table."""
    return tr("[watching] {nick}: {text}", nick=line.nick, text=line.text)


def void_line(line: VoidLine, names: tuple[str, ...], glyphs: Glyphs, turns: TurnCount) -> str:
    """Write an attempt against the rules, with its turn; `turns` counts the turns of the match."""
    who = line.nick if line.seat is None else seat_name(names[line.seat], glyphs)
    why, turn = tell_template(line.template, line.fields), turns.turn_of(line.ply) + 1
    return tr("VOID {turn} {seat} tried {text}: {reason}", turn=turn, seat=who, text=located(line.text), reason=why)


def note_line(line: NoteLine) -> str:
    """Write a note about the table itself."""
    return tr("NOTE {text}", text=tell_note(line.template, line.fields))


OFFERS = {
    OfferKind.DRAW: sentence("offers a draw"),
    OfferKind.RETURN: sentence("asks to come back"),
    OfferKind.TAKEBACK: sentence("asks to take back all after decision {turn}"),
    OfferKind.REWIND: sentence("asks to go back to decision {turn}, where all saw the same"),
    OfferKind.PAUSE: sentence("asks for a pause"),
    OfferKind.RESUME: sentence("goes on"),
    OfferKind.READY: sentence("is ready"),
    OfferKind.VACATION: sentence("takes vacation"),
    OfferKind.REMATCH: sentence("would play again"),
    OfferKind.CONCEDE: sentence("would resign: the side resigns once all its players do"),
    OfferKind.SPECTATORS: sentence("asks to play on without spectators"),
}
"""The request of an offer, after its author's name."""

DECLINED = sentence("Declined by {seats}.")
AWAY = sentence("Not at the table: {who}.")
ASKS_AGAIN = {
    OfferKind.DRAW: sentence("`draw` offers it again."),
    OfferKind.TAKEBACK: sentence("`undo` asks again."),
    OfferKind.PAUSE: sentence("`pause` asks again."),
    OfferKind.SPECTATORS: sentence("`spectators` asks again."),
}
"""How whoever has asked for something that no longer stands asks once more."""

DRAW_GAME = sentence("offers a draw of game {number}")
"""The request of a draw that ends one game of a match."""

ADMIT = sentence("asks to let others look on")
"""The request of an offer that would admit spectators again."""


def request_words(offer: OfferView) -> str:
    """Say what an offer asks for, as it goes on after its author's name."""
    if offer.kind is OfferKind.DRAW and offer.game:
        return tr(DRAW_GAME, number=offer.game)
    return tr(ADMIT if offer.text == spectators(watched=True) else OFFERS[offer.kind], turn=offer.to)


def offer_line(offer: OfferView, view: TableView, glyphs: Glyphs, rated: RatedMark = UNRATED) -> str:
    """Write an offer and, unless a refusal has settled it, the players who still have to answer it.

    It says as well what the game then no longer counts for, where the table is `rated`.
    """
    who, is_open = seat_name(view.seats[offer.seat].name, glyphs), offer in open_offers(view)
    if offer.kind is OfferKind.SUBSTITUTE:
        line = tr("OFFER {text}.", text=substitute_words(offer, who))
    else:
        line = tr("OFFER {seat} {what}.", seat=who, what=request_words(offer))
    owed = ", ".join(seat_name(view.seats[seat].name, glyphs) for seat in offer.owed)
    if owed and is_open:
        line += " " + tr("Still to answer: {owed}.", owed=owed)
    line = " ".join((line, *staying_words(offer, view), *agreed_words(offer, view)))
    if is_open and (away := absent_seats(offer, view)):
        line += " " + tr(AWAY, who=", ".join(seat_name(view.seats[seat].name, glyphs) for seat in away))
        line = " ".join((line, *without_words(offer, view)))
    if is_open:
        line = " ".join((line, *rated.offer_words(offer, view)))
    against = [seat_name(view.seats[seat].name, glyphs) for seat in offer.declined] + [offer.heir] * offer.unwilling
    if against:
        line += " " + tr(DECLINED, seats=", ".join(against))
    if stands(offer):
        line += " " + standing_line(offer, tuple(seat.name for seat in view.seats))
    if is_open and (offer.asked or not {*offer.owed}.isdisjoint(held_seats(view, offer.kind))):
        line += " " + tr("Answer yes or no.")
    return line


def lapse_line(offer: OfferView, why: str, view: TableView, glyphs: Glyphs) -> str:
    """Write that a request no longer stands, by the sentence `why`, and to whoever may ask again by which word."""
    request = f"{seat_name(view.seats[offer.seat].name, glyphs)} {request_words(offer)}"
    line = tr("OFFER {text}.", text=tr(why, request=request))
    return f"{line} {tr(ASKS_AGAIN[offer.kind])}" if may_ask(view, offer) else line


def over_line(outcome: Outcome, names: tuple[str, ...]) -> str:
    """Say how the game ended."""
    return tr("OVER {text}", text=outcome_line(outcome, names))


TAKES = sentence("`sit` takes a seat.")
FREES = sentence("You host the table: `free` and the seat frees it.")


def phase_line(view: TableView, *, may_sit: bool = True) -> str:
    """Say where a table stands that is not in play; `may_sit` says whether we could take a seat that is open."""
    number = len(open_seats(view))
    waiting = ntr("TABLE {n} seat is still open.", "TABLE {n} seats are still open.", number)
    waiting += "" if view.mine or view.asked is not None or not may_sit else " " + tr(TAKES)
    begins = tr("TABLE everybody is seated; the game begins.")
    if away := stop_words(view):
        begins = tr("TABLE {text}", text=away) + (" " + tr(FREES) if view.hosted else "")
    lines = {
        Phase.GATHERING: waiting if number else begins,
        Phase.STARTING: tr("TABLE everybody is seated; the game begins."),
        Phase.PLAYING: tr("TABLE the game is on."),
        Phase.OVER: tr("TABLE the game is over."),
        Phase.FROZEN: tr("TABLE the game stands still: the players do not agree on what happened."),
        Phase.CLOSED: tr("TABLE the table is closed."),
    }
    return lines[view.phase]


UNHEARD = sentence("not heard without a connection")


def _holder(seat: SeatView, *, unheard: bool = False) -> list[str]:
    """Tell who holds a seat; `unheard` says that we hear of nobody."""
    parts = [seat.called or (tr("nobody") if seat.vacant else tr("open"))]
    if seat.bot:
        parts.append(tr("bot {name}", name=bot_words(seat.bot)))
    if seat.stand_in:
        parts.append(tr(STANDS_IN))
    if seat.mine and not seat.bot:
        parts.append(tr("your seat"))
    elif seat.pid and not seat.present:
        parts.append(tr(UNHEARD) if unheard else tr("away"))
    if seat.door:
        parts.append(by_door(seat.door))
    return parts


def seat_lines(
    view: TableView, scene: Scene | None, glyphs: Glyphs, clocks: Mapping[Seat, str] | None = None
) -> list[str]:
    """Write every seat: its holder, its state, and its clock in the words of `clocks`."""
    panels = {panel.seat: panel for panel in scene.seats} if scene else {}
    unheard = not view.online
    lines = []
    for seat in view.seats:
        parts = [tr("asked for")] if is_asked(view, seat) else _holder(seat, unheard=unheard)
        if clocks and clocks.get(seat.seat):
            parts.append(clocks[seat.seat])
        panel = panels.get(seat.seat)
        if panel is not None:
            parts.append(ntr("{n} piece", "{n} pieces", panel.pieces))
            if panel.score is not None:
                parts.append(ntr("{n} point", "{n} points", panel.score))
                parts.append(ntr("{n} captured", "{n} captured", panel.taken or 0))
            if panel.standing is not Standing.ACTIVE:
                parts.append(word(panel.standing))
            if panel.owner is not None and panel.owner != panel.seat:
                parts.append(tr("commanded by {seat}", seat=seat_name(view.seats[panel.owner].name, glyphs)))
            parts += [word(badge) for badge in panel.badges]
        lines.append(
            tr(
                "SEAT {number} {seat}: {state}",
                number=seat.seat + 1,
                seat=seat_name(seat.name, glyphs),
                state=", ".join(parts),
            )
        )
    return lines


def cell_words(scene: Scene, spot: str, glyphs: Glyphs) -> str:
    """Say what stands on a cell."""
    cell = next(cell for cell in scene.cells if cell.spot == spot)
    piece = next((piece for piece in scene.pieces if piece.spot == spot), None)
    place = {Role.POWER: tr("power"), Role.FORTRESS: tr("fortress")}.get(cell.role)
    stands = tr("empty") if piece is None else piece_words(piece, scene, glyphs)
    return f"{tr('{nick}:', nick=spot if place is None else f'{spot} ({place})')} {stands}"


def piece_words(piece: Piece, scene: Scene, glyphs: Glyphs) -> str:
    """Name a piece: `● Red chief`, with its commander if that is another seat."""
    names = {panel.seat: panel.name for panel in scene.seats}
    if piece.owner is None:
        return tr("corpse")
    kind = piece_word(piece.letter, piece.name)
    line = tr("{seat} {piece}", seat=seat_name(names.get(piece.owner, "?"), glyphs), piece=kind)
    return f"{line} {commander_words(piece, names, glyphs)}".rstrip()


def commander_words(piece: Piece, names: Mapping[int, str], glyphs: Glyphs) -> str:
    """Say in parentheses who commands a piece, if that is another seat than its own."""
    if piece.owner is None or piece.commander in {None, piece.owner}:
        return ""
    commander = names.get(piece.commander or 0, "?")
    return f"({tr('commanded by {seat}', seat=seat_name(commander, glyphs))})"


def neighbours_line(scene: Scene, spot: str, glyphs: Glyphs) -> str:
    """Write what stands around a cell, direction by direction; empty if there is no such cell."""
    centre = next((cell for cell in scene.cells if cell.spot.casefold() == spot.casefold()), None)
    if centre is None:
        return ""
    cells: Mapping[tuple[int, int], Cell] = {(cell.x, cell.y): cell for cell in (*scene.ghosts, *scene.cells)}
    parts = []
    for name, (columns, rows) in scene.compass:
        cell = cells.get((centre.x + columns, centre.y + rows))
        if cell is not None:
            parts.append(f"{word(DIRECTIONS.get(name, name))} {cell_words(scene, cell.spot, glyphs)}")
    return tr("AROUND {cell}.", cell=listed([cell_words(scene, centre.spot, glyphs), *parts]))


def seat_of(view: TableView, text: str) -> Seat | None:
    """Find the seat that a number from 1 or a word means, in either language; None if there is none."""
    wanted = text.casefold()
    for seat in view.seats:
        if wanted == str(seat.seat + 1):  # before the words: Megiddo's own are numbers from 0, which nobody reads
            return seat.seat
    names = ((seat.seat, {seat.name.casefold(), seat_word(seat.name).casefold()}) for seat in view.seats)
    return next((seat for seat, words in names if wanted in words), None)

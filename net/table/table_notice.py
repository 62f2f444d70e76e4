"""The notices of a table: what is to be said about the table itself, beside the game."""

from __future__ import annotations

from core.fault import sentence
from net.table.fold.game_end import ENDED, WISHES
from net.table.fold.mental_dealer import MentalDealer
from net.table.fold.table_state import NEWER_KIND, TableState
from net.table.line.claim import Certificate
from net.table.line.game_line import GameLine
from net.table.line.match_history import Cut, MatchHistory
from net.table.line.step_register import Step
from net.table.line.takeback import spectators, target
from net.table.seating.roster import ALONE
from net.view.table_view import Fields, NoteLine
from net.wire.event import Kind
from net.wire.invitation import Invitation

RULES_DIFFER = sentence("The host plays {game} by other rules than this program: you can watch, but not take a seat.")
NEWER = sentence("{nick} sends something that needs a newer version.")
NOT_YET = sentence("{nick} sends something that this version does not carry out yet ({kind}).")
TAKEN_BACK = sentence("Takeback {number}: {seat} goes back to decision {turn}.")
ADMITTED = sentence("All have agreed that people without a seat may look on.")
SHUT_OUT = sentence("All have agreed to play on without spectators.")
ADMISSIONS = {spectators(watched=True): ADMITTED, spectators(watched=False): SHUT_OUT}
"""What is said of an agreement about spectators, by its text."""
MOVED = sentence("The host has moved the table to the broker at {host}.")
ONWARD = sentence("The host has opened the table of the rematch.")
TAKES_OVER = sentence("{nick} takes over seat {seat}.")
TAKES_FROM = sentence("{nick} takes over seat {seat}, which {former} had at first.")
TAKES_FROM_BOT = sentence("{nick} takes over seat {seat}, where a bot of {former} played at first: {bot}.")
OUT_OF_STEP = sentence("{nick} sees another position after decision {turn}.")
GUILTY = sentence("{nick} has signed two histories of this table.")
VACATION = sentence("{seat} takes vacation: {days} days more for this decision, {left} left for later.")
GONE = sentence("{nick} has left the table.")
KEEPS = sentence("{nick} has left the table and keeps the seat.")
BOTS_WAIT = sentence("{nick} has left the table, and the bots of {nick} wait for their return.")
NO_LONGER = sentence("The others wait no longer for {seat}: what follows was not said by its player.")
TALON_CLOSED = sentence("The talon is closed: the masks of somebody who left cannot be known, so no card can be drawn.")
LOT = sentence("The lot of {nick} is not the one committed to.")
BY_DOOR = sentence("{nick} plays by the door of {name}, whose host could act for them.")
STANDS_IN = sentence("A bot plays on for {nick} ({seat}), as long as their Parley runs: {bot}.")
STANDS_DOWN = sentence("No bot plays for {nick} ({seat}) any more.")
UNREADABLE = sentence("This table cannot be opened here: {why}")


def remarks(annals: TableState) -> tuple[NoteLine, ...]:
    """Return the notices about the table itself, by ply."""
    found = [*annals.roster.notes, *_general(annals)]
    if annals.roster.crowded:
        found.append(NoteLine(0, ALONE))
    dealer = annals.bringer
    if annals.line is not None and isinstance(dealer, MentalDealer) and dealer.dealing.closed:
        found.append(NoteLine(annals.line.course.match.ply, TALON_CLOSED))
    if annals.line is not None:
        steps = sorted(annals.line.register.out_of_step)
        found += _moved(*annals.moved)
        if annals.onward:
            found.append(NoteLine(annals.line.course.match.ply, ONWARD))
        found += [*_agreements(annals, annals.line), *_stand_ins(annals, annals.line)]
        found += [*_bypassed(annals.line), *_vacations(annals.line)]
        turns = annals.line.course.match.turns
        found += [_named(annals, OUT_OF_STEP, author, at, turn=str(turns.turn_at(at + 1))) for at, author in steps]
    return tuple(sorted(found, key=lambda note: note.ply))


def _agreements(annals: TableState, line: GameLine) -> list[NoteLine]:
    """Say in their order what all have agreed on, each where it stands since the takebacks after it."""
    course, found = line.course, list[NoteLine]()
    cuts = enumerate(course.cuts, 1)
    for number, step in enumerate(filter(_is_agreed, line.register.history), 1):
        text, at = step.line.text, course.logged_at(step.ply + 1)
        if step.kind is Kind.SUBSTITUTE:
            one = line.holding.heirs[step.seat]
            found += [NoteLine(at, *_heir(annals, line, one), number)] if one.id == step.id else []
        elif text in ADMISSIONS:
            found.append(NoteLine(at, ADMISSIONS[text], (), number))
        else:
            found.append(NoteLine(at, TAKEN_BACK, _cut(*next(cuts), course), number))
    return found


def _is_agreed(step: Step) -> bool:
    """Tell whether a step is a handover, a takeback, or about spectators."""
    text = step.line.text
    return step.kind is Kind.SUBSTITUTE or text in ADMISSIONS or target(text) is not None


def _heir(annals: TableState, line: GameLine, one: Certificate) -> tuple[str, Fields]:
    """Say who has taken over a seat, and who had it at first: that person may never have said a word."""
    first = annals.roster.first.get(one.wait.seat)
    fields = {"nick": annals.nick(one.wait.heir), "seat": line.course.match.names[one.wait.seat]}
    told = TAKES_OVER
    if first is not None and (first.author != one.wait.heir or first.bot):
        told = TAKES_FROM_BOT if first.bot else TAKES_FROM
        fields |= {"former": annals.nick(first.author)} | ({"bot": first.bot} if first.bot else {})
    return told, tuple(fields.items())


def _cut(number: int, cut: Cut, course: MatchHistory) -> Fields:
    """Give the fields of what is said of a takeback."""
    return ("number", str(number)), ("seat", course.match.names[cut.seat]), ("turn", str(cut.turn))


def _stand_ins(annals: TableState, line: GameLine) -> list[NoteLine]:
    """Say for whom a bot plays on, and who plays again."""
    found, course = [], line.course
    for one in annals.stand_ins.changes():
        if line.holding.had(one.seat, one.author):
            fields = {"seat": course.match.names[one.seat]} | ({"bot": one.bot} if one.bot else {})
            told = STANDS_IN if one.bot else STANDS_DOWN
            found.append(_named(annals, told, one.author, course.logged_at(one.ply), **fields))
    return found


def _moved(place: str, ply: int) -> list[NoteLine]:
    """Say where the table was moved to."""
    if not place:
        return []
    there = Invitation.parse(place)
    return [NoteLine(ply, MOVED, (("host", f"{there.host}:{there.port}"),))]


def _bypassed(line: GameLine) -> list[NoteLine]:
    """Say where all others went on without a seat, so that nobody takes its resignation for its own word."""
    names = line.course.match.names
    steps = (step for step in line.register.steps if step.kind is Kind.FINAL)
    return [NoteLine(step.at, NO_LONGER, (("seat", names[step.seat]),)) for step in steps]


def _vacations(line: GameLine) -> list[NoteLine]:
    """Say who took how many days of vacation."""
    names = line.course.match.names
    return [
        NoteLine(
            line.course.logged_at(one.ply),
            VACATION,
            (("seat", names[one.seat]), ("days", str(one.days)), ("left", str(one.left))),
        )
        for one in line.vacations
    ]


def _general(annals: TableState) -> list[NoteLine]:
    found = [NoteLine(0, UNREADABLE, (("why", annals.unreadable),))] if annals.unreadable else []
    if annals.foreign_rules and annals.game is not None:
        found.append(NoteLine(0, RULES_DIFFER, (("game", annals.game.title),)))
    found += [_named(annals, LOT, author) for author in sorted(annals.roster.bad_lots)]
    strange = sorted((author, kind) for author, kind in annals.strange if _matters(annals, author))
    found += [_named(annals, NEWER, author) for author, kind in strange if kind == NEWER_KIND]
    later = [(author, Kind(kind).name.lower()) for author, kind in strange if kind != NEWER_KIND]
    found += [_named(annals, NOT_YET, author, kind=kind) for author, kind in later]
    left = (author for author in sorted(annals.byes.keys() & annals.nicks.keys()) if _matters(annals, author))
    found += [_left(annals, author) for author in left]
    found += [_named(annals, GUILTY, author) for author in annals.guilty]
    visitors = sorted(annals.visitors.marks.items())
    found += [_named(annals, BY_DOOR, author, name=mark.name) for author, mark in visitors if _matters(annals, author)]
    return [*found, *_stopping(annals)]


def _left(annals: TableState, author: bytes) -> NoteLine:
    """Say that somebody has left the table, and that their bots wait for them if they do."""
    course = annals.line.course if annals.line is not None else None
    now = course.match.ply if course is not None else 0
    if course is None or not annals.plays_on(author):
        return _named(annals, GONE, author, now)
    told = BOTS_WAIT if annals.brings_bots(author) else KEEPS
    return _named(annals, told, author, min(now, course.logged_at(annals.byes[author])))


def _stopping(annals: TableState) -> list[NoteLine]:
    """Say who would stop because a player signed two histories, or that all others have stopped."""
    if annals.ended_by:
        return [_named(annals, ENDED, annals.ended_by)]
    frozen_by = annals.frozen_by
    if not frozen_by:
        return []
    frozen = sorted((seat, held) for seat, held in annals.players.items() if held in frozen_by)
    players = set(annals.players.values())
    who = [(author, held) for seat, held in frozen for author in sorted(annals.endings.said(seat) & players)]
    return [_named(annals, WISHES, author, other=annals.nick(held)) for author, held in who]


def _matters(annals: TableState, author: bytes) -> bool:
    """Tell whether to mention an author: once play has begun, only seated players and the host."""
    return not annals.roster.started or author == annals.host or author in annals.seated


def _named(annals: TableState, template: str, author: bytes, at: int = 0, **fields: str) -> NoteLine:
    return NoteLine(at, template, (("nick", annals.nick(author)), *fields.items()))

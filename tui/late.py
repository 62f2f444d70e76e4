"""Those who are waited for: whom one may claim to wait for no longer, and what became of hidden cards. Pure."""

from __future__ import annotations

from core.fault import sentence
from core.game import Seat
from net.view.table_view import AuditStage, TableView
from tui.speech import tell_template, tr

NOBODY_LATE = sentence("Nobody has kept the others waiting for long enough.")
LATE = sentence("{seat} does not answer: you need wait no longer.")
FRAUD = sentence("{seat} has signed two histories: you may go on without that seat, or stop here, if all others do.")
STOP = sentence("Stop here: {seat}, who has signed two histories, has lost")
NOTHING_TO_STOP = sentence("Nobody here has signed two histories: there is nothing to stop for.")
NO_LONGER = sentence("Wait no longer for {seat}, who does not answer")
WITHOUT = sentence("Go on without {seat}, who has signed two histories")
CLEAN = sentence("The audit of the hidden cards has found nothing wrong.")
SIGNED = sentence("Hidden cards: audited by all {count}.")
AUDITING = sentence("The hidden cards are being audited.")


def late_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats of others that a seat of ours may claim to wait for no longer, and has not yet."""
    late = (wait.seat for wait in view.waits if wait.ripe and not {wait.seat, *wait.claimed} & {*view.mine})
    return tuple(dict.fromkeys(late)) if view.mine else ()


def is_fraud(view: TableView, seat: Seat) -> bool:
    """Tell whether a seat is to be gone on without because its holder signed two histories."""
    return any(wait.seat == seat and wait.what == "fraud" for wait in view.waits)


def cheats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats because of whose holders we may stop, if all others do: two alone end the game by going on."""
    found = dict.fromkeys(wait.seat for wait in view.waits if wait.what == "fraud")
    pids = {seat.seat: seat.pid for seat in view.seats if seat.pid}
    others = set(pids.values()) - {pids.get(seat) for seat in found}
    mine = set(view.mine) - set(found)
    return tuple(found) if mine and len(others) > 1 else ()


def audit_words(view: TableView) -> str:
    """Say what became of the hidden cards; nothing where there are none, or while they are played with."""
    audit = view.audit
    if audit is None:
        return ""
    if audit.template:
        return tell_template(audit.template, audit.fields)
    if audit.stage is AuditStage.WAITING:
        return tr(AUDITING)
    count = signers(view)
    return tr(SIGNED, count=count) if count > 1 else tr(CLEAN)


def signers(view: TableView) -> int:
    """Count the people who hold seats, if every one of them has signed that the audit found nothing wrong; else 0."""
    audit, held = view.audit, {seat.seat: seat.pid for seat in view.seats if seat.pid}
    if audit is None or audit.stage is not AuditStage.CLEAN or not held.keys() <= set(audit.signed):
        return 0
    return len(set(held.values()))

"""Those who are waited for: whom one may claim to wait for no longer, and what became of hidden cards. Pure."""

from __future__ import annotations

from core.fault import sentence
from core.game import Seat
from net.view import AuditStage, TableView
from tui.speech import tell_template, tr

NOBODY_LATE = sentence("Nobody has kept the others waiting for long enough.")
LATE = sentence("{seat} does not answer: you need wait no longer.")
CLEAN = sentence("The audit of the hidden cards has found nothing wrong.")
AUDITING = sentence("The hidden cards are being audited.")


def late_seats(view: TableView) -> tuple[Seat, ...]:
    """Give the seats that a seat of ours may claim to wait for no longer, and has not yet."""
    late = (wait.seat for wait in view.waits if wait.ripe and not set(wait.claimed) & set(view.mine))
    return tuple(dict.fromkeys(late)) if view.mine else ()


def audit_words(view: TableView) -> str:
    """Say what became of the hidden cards; nothing where there are none, or while they are played with."""
    audit = view.audit
    if audit is None:
        return ""
    if audit.template:
        return tell_template(audit.template, audit.fields)
    return tr(AUDITING if audit.stage is AuditStage.WAITING else CLEAN)

"""Who may decide a time-out, as the form of a new table offers it: the players in honour, or a witness. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import Fault, sentence
from net.table.clocks.time_control import NONE
from net.table.fold.table_terms import HONOUR, WITNESS
from net.view.room_view import LobbyView
from tui.plan import ME
from tui.speech import tr, word

NAME_ROOM = 12
"""The columns that a witness's name has in the form."""

MYSELF = sentence("me, as witness")
NAMED = sentence("{nick}, witness")
NOBODY = sentence(
    "No witness is named: the players' programs tell the time, each by its own clock, and all others together end a "
    "wait. Two who differ cannot be parted."
)
SOMEBODY = sentence(
    "The clock of {nick} decides time-outs, and nothing else. He must not play, and he has to be there: on the table's "
    "screen, or by “parley watch INVITATION --witness”."
)
NO_SEAT = sentence("The witness of a table holds no seat: give yours away, or name somebody else.")


def candidates(room: LobbyView | None, me: str) -> dict[str, str]:
    """Give those who may be named, by the value of the term `flag`, with the names they go by; ourselves by no name."""
    if room is None:
        return {}
    others = {WITNESS + person.pid: person.nick for person in room.people if person.present and person.pid != me}
    return {WITNESS + me: "", **others}


def flag_labels(people: Mapping[str, str]) -> dict[str, str]:
    """Give the values of the term `flag` with their words."""
    named = {value: tr(NAMED, nick=_short(nick)) if nick else tr(MYSELF) for value, nick in people.items()}
    return {HONOUR: word(HONOUR), **named}


def flag_words(clock: str, flag: str, people: Mapping[str, str]) -> str:
    """Say what a choice means; nothing where there is no clock."""
    if clock == NONE:
        return ""
    return tr(NOBODY) if flag == HONOUR else tr(SOMEBODY, nick=people.get(flag) or tr(ME))


def check_witness(flag: str, people: Mapping[str, str], sitters: tuple[str, ...]) -> None:
    """Raise `Fault` where somebody names himself and sits down too."""
    if flag != HONOUR and not people.get(flag, "?") and ME in sitters:
        raise Fault(NO_SEAT)


def _short(nick: str) -> str:
    return nick if len(nick) <= NAME_ROOM else f"{nick[: NAME_ROOM - 1]}…"

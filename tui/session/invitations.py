"""Invitations: sent to a person of the room in a letter that only they can read, or parsed from pasted text.

Terminals break a pasted invitation over lines, and people put it in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from core.games import find
from net.identity import base32
from net.view.table_view import Phase
from net.wire.invitation import SCHEME, BadInvitation, Invitation, InvitationFlaw
from tui.i18n.translation import bare, tr
from tui.table.controller import ALONE, is_alone
from tui.table.seat_names import NamedTable
from tui.table.sentences.still_words import closed_fault

if TYPE_CHECKING:
    from net.view.room_view import CardView, InvitedView, LobbyView, PersonView
    from tui.session.connection_news import Table
    from tui.table.controller import Controller


NOBODY = sentence("Nobody else is in the room to be invited.")
NO_SUCH = sentence("There is nobody called {name} in the room; there are {allowed}.")
WHOM = sentence("Whom do you invite?")
CODE = sentence("Code, in the room or on its local network:")
SENT = sentence("{nick} is invited.")
MOVED = sentence("The table has moved there; those who sit at it are told. `follow` takes you there too.")
INVITED = sentence("{nick} invites you to {table}: {key[room.accept]} goes there.")
ASKED_AGAIN = sentence("{nick} would play {table} again with you: {key[room.accept]} goes there.")
TOLD = sentence("INVITED {nick} invites you to {table}: join goes there.")
TOLD_AGAIN = sentence("INVITED {nick} would play {table} again with you: join goes there.")
AWAY = sentence("{nick} invites you to {table}: in the room {room}, {key[room.accept]} goes there.")
TOLD_AWAY = sentence("INVITED {nick} invites you to {table}: in the room {room}, join goes there.")
NOT_INVITED = sentence("Nobody has invited you.")


async def invitation_letter(table: Controller, name: str) -> str:
    """Invite the person of that name to a table and say so; without a name give the invitation's text.

    If an invitation to another room stands in place of the name, move the running table there. Only its host can do so.
    """
    if is_alone(table.invitation):
        raise Fault(ALONE)
    if table.view.phase is Phase.CLOSED:
        raise closed_fault(table.view)
    if name.lower().startswith(SCHEME) and isinstance(table, NamedTable):
        await table.move_to(name)
        return tr(MOVED)
    if not name:
        return table.invitation
    person = _named(table.invitees, name)
    await table.invite(person.pid)
    return tr(SENT, nick=person.nick)


def coded(table: Controller, name: str = "") -> tuple[str, ...]:
    """Give the line with the code of the profile's own private table; none for other tables or if a name is given."""
    code = "" if name else table.view.code
    return (f"{tr(CODE)} {code}",) if code else ()


def _named(people: Sequence[PersonView], name: str) -> PersonView:
    if not people:
        raise Fault(NOBODY)
    found = [one for one in people if bare(one.nick) == bare(name) or one.pid == name]
    if len(found) != 1:
        raise Fault(NO_SUCH, name=name, allowed=", ".join(one.nick for one in people))
    return found[0]


def table_of(room: LobbyView, letter: InvitedView) -> str:
    """Name the table that an invitation leads to, as its card does; a finished one by its title or its game."""
    if letter.game:
        return letter.title or tr(find(letter.game).title)
    card: CardView | None = next((card for card in room.tables if card.tid == letter.tid), None)
    return (card.title or card.game) if card else tr("a table")


def invited_words(room: LobbyView, letter: InvitedView, *, spoken: bool = False) -> str:
    """Say who invites where, or asks for a rematch, and how one goes there; text mode has words of its own."""
    told = (TOLD_AGAIN if letter.game else TOLD) if spoken else ASKED_AGAIN if letter.game else INVITED
    return f"{tr(told, nick=letter.nick, table=table_of(room, letter))} {letter.text}".rstrip()


def letters_at_table(
    rooms: Iterable[LobbyView], tables: Iterable[Table], known: set[object], *, spoken: bool = False
) -> tuple[str, ...]:
    """Say once, while the person is at one of the `tables`, who invites them to another; `known` lasts between looks.

    What comes while they are at none the room itself shows. A wish for a rematch is told by the table that was left.
    """
    letters = [(room, one) for room in rooms for one in room.invited if not one.game]
    fresh = [(room, one) for room, one in letters if (one.pid, one.tid, one.ts) not in known]
    known.update((one.pid, one.tid, one.ts) for _, one in fresh)
    if all(table.aside for table in tables):
        return ()
    told = TOLD_AWAY if spoken else AWAY
    lines = (
        f"{tr(told, nick=one.nick, table=table_of(room, one), room=room.room)} {one.text}".rstrip()
        for room, one in fresh
    )
    return tuple(lines)


def latest(room: LobbyView) -> InvitedView:
    """Give the latest invitation; raise `Fault` if there is none."""
    if not room.invited:
        raise Fault(NOT_INVITED)
    return room.invited[-1]


THIS_TABLE = sentence("That invitation leads to this table, or to its room, by the way on which you are here.")
ELSEWHERE = sentence(
    "That invitation leads away from this table: leave it first (`quit`), then paste the invitation in the room or in "
    "the first menu. If it is a club's, say `club join` and the invitation there. If this table goes on where the "
    "invitation leads, `follow` and the invitation go along from here."
)


def same_table(here: str, text: str) -> Invitation | None:
    """Give the invitation to the table of `here` by the way of a pasted one, which leads to it or to its room.

    None if it leads to another table or room; raise `Fault` if it leads where one is.
    """
    from net.table.action.host_action import leading

    at, there = Invitation.parse(here), Invitation.parse(join_lines(text))
    if there.tid != at.tid and (there.tid is not None or there.room_key != at.room_key):
        return None
    if there.to_room() == at.to_room():
        raise Fault(THIS_TABLE)
    return leading(at, str(there))


def other_room(here: str, text: str) -> Invitation | None:
    """Give the invitation to the table of `here` in another room, to which a pasted one leads; None if to a table.

    Raise `Fault` if the pasted one is none.
    """
    from net.table.action.host_action import leading

    there = Invitation.parse(join_lines(text))
    return leading(Invitation.parse(here), str(there)) if there.tid is None else None


AROUND = "<>\"'`“”‘’«»"
"""What people put around a text they pass on."""

CODE_DIGITS, LONG = 8, 100
"""The digits of a code; how many characters of a text are searched for one."""

BARS = str.maketrans("", "", "│┃║▌▐")
"""Sides of frames, which are copied along with a wrapped line from a screen."""


def join_lines(text: str) -> str:
    """Put a pasted invitation together: without line breaks, blanks, sides of frames and quotes around it.

    >>> join_lines(' "parley://h/r#0123   4567"  ')
    'parley://h/r#01234567'
    """
    return "".join(text.translate(BARS).split()).strip(AROUND)


_KEY = r"(?:[0-9A-Za-z][\s│┃║▌▐]*){28}[0-9A-Za-z]"
_WHOLE = re.compile(rf"[^#]+#{_KEY}(?:\s*\.\s*{_KEY})?(?=\s|$)(?!\s*\.\s*\w)")
"""An invitation with its one or two keys of 29 digits, wrapped or not, where something else may follow."""


def picked(text: str) -> str:
    """Take an invitation out of the words around it; give a text without one, or with part of one, as it is.

    >>> picked(f"Hi Ann: parley://h/r#{'0' * 29} see you at 8") == f"parley://h/r#{'0' * 29}"
    True
    """
    at = text.lower().find(SCHEME)
    found = _WHOLE.match(text, at) if at >= 0 else None
    return found[0] if found else text


def begins(text: str) -> bool:
    """Tell whether a text means to be an invitation.

    >>> begins("« PARLEY://h/r#0 »"), begins("ann")
    (True, False)
    """
    return join_lines(text).lower().startswith(SCHEME)


def is_code(text: str) -> bool:
    """Tell whether a text is a code as a host tells it.

    >>> is_code(" 7qx4-m0ra "), is_code("7QX4M0RA"), is_code("parlour"), is_code("UUUU-0000")
    (True, True, False, False)
    """
    digits = "".join(text[:LONG].split()).replace("-", "")
    return len(digits) == CODE_DIGITS and not base32.first_bad_character(digits)


def is_truncated(text: str) -> Fault | None:
    """Give what is missing at the end of an invitation that is valid so far; None for all others."""
    try:
        Invitation.parse(join_lines(text))
    except BadInvitation as fault:
        if fault.slip is InvitationFlaw.CUT and int(str(fault.fields["found"])) > int(str(fault.fields["wanted"])):
            return None
        return fault if fault.slip in {InvitationFlaw.NO_KEY, InvitationFlaw.QUOTES, InvitationFlaw.CUT} else None
    return None

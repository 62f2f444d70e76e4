"""Pasted invitations: terminals break them over lines, people put them in quotes. Pure."""

from __future__ import annotations

from core.fault import Fault
from net.invite import SCHEME, BadInvitation, Invitation, Slip

AROUND = "<>\"'`“”‘’«»"
"""What people put around a text they pass on."""

BARS = str.maketrans("", "", "│┃║▌▐")
"""Sides of frames, which come along where a wrapped line is copied from a screen."""


def together(text: str) -> str:
    """Put a pasted invitation together: without line breaks, blanks, sides of frames and quotes around it.

    >>> together(' "parley://h/r#0123   4567"  ')
    'parley://h/r#01234567'
    """
    return "".join(text.translate(BARS).split()).strip(AROUND)


def begins(text: str) -> bool:
    """Tell whether a text means to be an invitation.

    >>> begins("« PARLEY://h/r#0 »"), begins("ann")
    (True, False)
    """
    return together(text).lower().startswith(SCHEME)


def cut_short(text: str) -> Fault | None:
    """Give what is missing at the end of an invitation that is right as far as it goes; None for all others."""
    try:
        Invitation.parse(together(text))
    except BadInvitation as fault:
        if fault.slip is Slip.CUT and int(str(fault.fields["found"])) > int(str(fault.fields["wanted"])):
            return None
        return fault if fault.slip in {Slip.NO_KEY, Slip.CUT} else None
    return None

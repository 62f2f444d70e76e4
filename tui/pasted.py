"""Pasted invitations: terminals break them over lines, people put them in quotes. Pure."""

from __future__ import annotations

from core.fault import Fault
from net.identity import base32
from net.wire.invitation import SCHEME, BadInvitation, Invitation, Slip

AROUND = "<>\"'`“”‘’«»"
"""What people put around a text they pass on."""

CODE_DIGITS, LONG = 8, 100
"""The digits of a code; the characters of a text that are looked at for one."""

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


def is_code(text: str) -> bool:
    """Tell whether a text is a code as a host tells it.

    >>> is_code(" 7qx4-m0ra "), is_code("7QX4M0RA"), is_code("parlour"), is_code("UUUU-0000")
    (True, True, False, False)
    """
    digits = "".join(text[:LONG].split()).replace("-", "")
    return len(digits) == CODE_DIGITS and not base32.strange(digits)


def cut_short(text: str) -> Fault | None:
    """Give what is missing at the end of an invitation that is right as far as it goes; None for all others."""
    try:
        Invitation.parse(together(text))
    except BadInvitation as fault:
        if fault.slip is Slip.CUT and int(str(fault.fields["found"])) > int(str(fault.fields["wanted"])):
            return None
        return fault if fault.slip in {Slip.NO_KEY, Slip.CUT} else None
    return None

"""Sentences that name a command of the shell, as the text mode and the screens say them.

They are raised or told below the faces, for the shell. Where the same is typed in other words, or chosen by a key, a
face says that; where only the shell has it, it says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import sentence

NO_PLACE = "It is not known where {name} lies: say it once, as `parley club sync CLUB INVITATION` or with `follow`."
NO_TABLE = (
    "Nobody at {host}:{port} knows this table; it may be over, or its players are away. A club's invitation belongs in "
    "Clubs, or after `club join`; in a shell, after `parley club join`."
)
CLUB_AT_TABLE = (
    "This is the invitation of the club {name}, not of a table. It belongs in Clubs, or after `club join`; in a shell, "
    "after `parley club join`."
)
NOT_SETTLED = "The end of this table is not settled yet: `parley settle` goes on until it is."
SEASON = "The whole log of the club is in {path}, for anybody to check with `parley check`."
EVIDENCE = (
    "The evidence is in {path}: all that was signed at the table, for anybody to check with `parley check`. "
    "Everybody who reads it sees what was said."
)
IS_EVIDENCE = "{path} is signed evidence of a table, no record: `parley check` reads it."
IS_CLUB = "{path} is the log of a club, no record: `parley check` and `parley club join` read it."

EVERYWHERE = {
    NOT_SETTLED: sentence("The end of this table is not settled yet; Parley goes on by itself until it is."),
    SEASON: sentence("The whole log of the club is in {path}, for anybody to check in a shell with `parley check`."),
    EVIDENCE: sentence(
        "The evidence is in {path}: all that was signed at the table, for anybody to check in a shell with "
        "`parley check`. Everybody who reads it sees what was said."
    ),
    IS_EVIDENCE: sentence("{path} is signed evidence of a table, no record: in a shell, `parley check` reads it."),
}
"""What the text mode and the screens say alike, by what is said in the shell."""

AT_PROMPT: Mapping[str, str] = EVERYWHERE | {
    NO_PLACE: sentence(
        "It is not known where {name} lies: say it once, as `club sync CLUB INVITATION` or `club follow CLUB "
        "INVITATION`."
    ),
    NO_TABLE: sentence(
        "Nobody at {host}:{port} knows this table; it may be over, or its players are away. A club's invitation "
        "belongs after `club join`."
    ),
    CLUB_AT_TABLE: sentence("This is the invitation of the club {name}, not of a table. It belongs after `club join`."),
    IS_CLUB: sentence("{path} is the log of a club, no record: `club join` reads it, and in a shell `parley check`."),
}
"""What the text mode says."""

ON_SCREENS: Mapping[str, str] = EVERYWHERE | {
    NO_PLACE: sentence("It is not known where {name} lies: give the invitation to its room."),
    NO_TABLE: sentence(
        "Nobody at {host}:{port} knows this table; it may be over, or its players are away. A club's invitation "
        "belongs in Clubs, on the home screen."
    ),
    CLUB_AT_TABLE: sentence(
        "This is the invitation of the club {name}, not of a table. It belongs in Clubs, on the home screen."
    ),
    IS_CLUB: sentence(
        "{path} is the log of a club, no record: Clubs on the home screen reads it, and in a shell `parley check`."
    ),
}
"""What the screens say."""

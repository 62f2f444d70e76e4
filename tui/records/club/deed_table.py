"""Every deed that can be done with a club, by the word that `parley club` and the text mode have for it."""

from __future__ import annotations

from core.fault import Fault, sentence
from tui.records.club import member_deeds, ruling_deeds, tournament_deeds, visit_deeds
from tui.records.club.club_book import Deed

USAGES = (
    "new NAME",
    "list",
    "show CLUB",
    "join FILE|INVITATION|CLUB",
    "take FILE",
    "export CLUB FILE",
    "sync CLUB [INVITATION]",
    "follow CLUB [INVITATION]",
    "invite CLUB [INVITATION]",
    "admit CLUB PERSON",
    "expel CLUB PERSON",
    "readmit CLUB PERSON",
    "leave CLUB",
    "date CLUB DAY TEXT",
    "open CLUB NAME",
    "enter CLUB TOURNAMENT",
    "withdraw CLUB TOURNAMENT",
    "close CLUB TOURNAMENT",
    "draw CLUB TOURNAMENT",
    "start CLUB TOURNAMENT",
    "round CLUB TOURNAMENT [TABLE=PERSON...]",
    "organiser CLUB TOURNAMENT PERSON",
    "result CLUB TABLE",
    "charge CLUB TABLE",
    "standings CLUB TOURNAMENT",
    "ladder CLUB [GAME...]",
)
"""Every deed with its words; those in brackets may be left out."""

NO_DEED = sentence("{text} cannot be done with a club; there are {allowed}.")
WRONG_WORDS = sentence("Say it as: parley club {usage}")

DEEDS: dict[str, Deed] = {
    "new": member_deeds.new,
    "list": member_deeds.clubs,
    "show": member_deeds.show,
    "join": visit_deeds.join,
    "take": member_deeds.take,
    "export": member_deeds.export,
    "sync": visit_deeds.sync,
    "invite": visit_deeds.invite,
    "admit": member_deeds.admit,
    "expel": member_deeds.expel,
    "readmit": member_deeds.readmit,
    "leave": member_deeds.leave,
    "date": member_deeds.date,
    "open": tournament_deeds.open_tournament,
    "enter": tournament_deeds.enter,
    "withdraw": tournament_deeds.withdraw,
    "close": tournament_deeds.close,
    "draw": tournament_deeds.draw,
    "start": tournament_deeds.start,
    "round": tournament_deeds.end_round,
    "organiser": ruling_deeds.organiser,
    "result": tournament_deeds.report,
    "charge": ruling_deeds.charge,
    "standings": tournament_deeds.standings,
    "ladder": tournament_deeds.ladder,
}
"""The deeds by their words."""


def deed_of(word: str) -> Deed:
    """Give the deed of a word; raise `Fault` if there is none."""
    if word not in DEEDS:
        raise Fault(NO_DEED, text=word, allowed=", ".join(one.split()[0] for one in USAGES))
    return DEEDS[word]


def checked(deed: str, words: tuple[str, ...], template: str = WRONG_WORDS) -> tuple[str, ...]:
    """Give the words of a deed if there are as many as it takes; raise `Fault`, which says how in `template`."""
    usage = next(one for one in USAGES if one.split()[0] == deed)
    wanted = usage.split()[1:]
    needed = [word for word in wanted if not word.startswith("[")]
    endless = usage.endswith("...]")
    if len(words) < len(needed) or (len(words) > len(wanted) and not endless):
        raise Fault(template, usage=usage)
    return words

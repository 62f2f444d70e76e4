"""A club as tables: its people, dates, tournaments, ladders and results; a tournament's rounds and standings.

Each row has a key, its cells, and a sentence that tells more of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.fault import Fault, sentence
from core.games import find
from core.tournament.ranking import USUAL
from net.club.club_event import cleaned
from net.club.club_state import ClubState, is_unrated, may_admit, may_expel
from net.club.ladder import games_of
from net.club.result_book import RatedResult
from net.club.tournament_log import Stage, Tournament
from net.identity.identity import fingerprint
from tui.i18n.translation import ntr, tr
from tui.words import club_words
from tui.words.club_news_words import beside_words
from tui.words.club_words import BREAKS, names_of, number_text

NAME, WORDS, PLACE, POINTS = sentence("Name"), sentence("Four words"), sentence("Place"), sentence("Points")
GAME, PLAYERS, RESULT, WHEN = sentence("Game"), sentence("Players"), sentence("Result"), sentence("When")
ROUND, TABLE, FORM, BY = sentence("Round"), sentence("Table"), sentence("Form"), sentence("Organiser")
STANDING, COUNT, WHAT, PLACED = sentence("In the club"), sentence("Games"), sentence("What"), sentence("Part of")
RATING, MEAN, STATE = sentence("Rating"), sentence("Mean"), sentence("State")

HEADS: dict[str, tuple[str, ...]] = {
    "members": (NAME, WORDS, STANDING),
    "calendar": (WHEN, WHAT),
    "tournaments": (NAME, GAME, FORM, STATE),
    "ladder": (GAME, PLACE, NAME, RATING, MEAN, COUNT),
    "results": (WHEN, GAME, PLAYERS, RESULT, PLACED),
    "rounds": (ROUND, TABLE, PLAYERS, RESULT),
    "standings": (PLACE, NAME, POINTS, *(BREAKS[rule] for rule in USUAL)),
    "entrants": (NAME, WORDS, STATE),
}
"""The heads of the columns of each table."""

ASKS, FOUNDER, MEMBER = sentence("asks to come in"), sentence("founder"), sentence("member")
SIGNED = sentence("asks to come in; your word is signed")
LEFT, EXPELLED, FORKED = sentence("has left"), sentence("is out"), sentence("out: two histories")
COMPARE = sentence(
    "Ask {name} for the four words on their screen. If they are {words}, press {key[club.admit]} to let them in."
)
STRANGER = sentence("{name} waits until somebody who may lets them in.")
VOUCH = sentence("{key[club.admit]} lets games of {name} count on the ladder.")
UNRATED = sentence("Games of {name} count on the ladder once a founder admits them.")
YOU_UNRATED = sentence("Your games count on the ladder once a founder admits you.")
EXPEL = sentence("{key[club.expel]} votes that {name} is out.")
READMIT = sentence("{key[club.expel]} takes your vote back.")
OPENS = sentence("{key[club.open]} shows entries, rounds and standings. Organiser: {name}.")
LADDER = sentence("The mean less three deviations: {mean} ± {deviation}.")
SIGNERS = sentence("Signed by {names}.")
TABLES_ROUND = sentence("{name}, round {number}")
BESIDE = sentence("beside tournaments")
YOURS = sentence("{key[tournament.play]} opens this table, or sits down at it if it is open.")
BYE, NO_TABLE = sentence("bye"), "–"
ENTERED, DRAWN, OPENED, AWAITED = (
    sentence("has entered"),
    sentence("takes part"),
    sentence("lot open"),
    sentence("lot awaited"),
)
WISHES = sentence("wants to take part no more")


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A row: what it is about (a key, an id or a place, hexadecimal or as typed), its cells, and more in a sentence."""

    key: str
    cells: tuple[str, ...]
    says: str = ""


def rows(
    pane: str,
    state: ClubState,
    me: bytes,
    admitted: frozenset[bytes] = frozenset(),
    votes: frozenset[bytes] = frozenset(),
) -> tuple[ClubRow, ...]:
    """Give the rows of a table of a club; `admitted` and `votes` are whom `me` has let in, and voted out."""
    if pane == "members":
        return tuple(_people(state, me, admitted, votes))
    if pane == "calendar":
        dates = enumerate(state.calendar)
        return tuple(ClubRow(str(at), (club_words.when(when), what)) for at, (when, what) in dates)
    if pane == "tournaments":
        return tuple(_tournament(state, one) for one in reversed(state.tournaments.values()))
    if pane == "ladder":
        return tuple(_ladders(state))
    return tuple(_result(state, one) for one in reversed(state.book.standing))


def rows_of_tournament(pane: str, state: ClubState, it: Tournament, me: bytes) -> tuple[ClubRow, ...]:
    """Give the rows of a table of a tournament."""
    if pane == "rounds":
        return tuple(_rounds(state, it, me))
    if pane == "standings":
        return tuple(_standings(state, it))
    return tuple(_entrants(state, it))


def game_title(name: str) -> str:
    """Name a game, by the name that was signed if this program does not know it."""
    try:
        return tr(find(name).title)
    except Fault:
        return cleaned(name)


def _people(state: ClubState, me: bytes, admitted: frozenset[bytes], votes: frozenset[bytes]) -> Iterator[ClubRow]:
    people, may = state.membership, may_admit(state, me)
    for key in people.candidates:
        name = people.name(key)
        says = tr(COMPARE, name=name, words=fingerprint(key)) if may else tr(STRANGER, name=name)
        says = tr(READMIT) if key in votes else says
        yield _person(state, key, SIGNED if key in admitted else ASKS, "" if key == me else says)
    for key in (*state.founders, *(key for key in people.members if key not in state.founders)):
        says = " ".join(filter(None, [_rating(state, me, key, votes), _vote(state, me, key, votes)]))
        yield _person(state, key, FOUNDER if key in state.founders else MEMBER, says)
    yield from (_person(state, key, LEFT, _vote(state, me, key, votes) if key in votes else "") for key in people.left)
    yield from (_person(state, key, EXPELLED, _vote(state, me, key, votes)) for key in people.expelled)
    yield from (_person(state, key, FORKED) for key in people.forked)


def _rating(state: ClubState, me: bytes, key: bytes, votes: frozenset[bytes]) -> str:
    """Say what is missing for the games of a member to count on the ladder; a vote is taken back first."""
    if not is_unrated(state, key) or key in votes:
        return ""
    if key == me:
        return tr(YOU_UNRATED)
    return tr(VOUCH if may_admit(state, me) else UNRATED, name=state.membership.name(key))


def _vote(state: ClubState, me: bytes, key: bytes, votes: frozenset[bytes]) -> str:
    """Say what the key of votes does with somebody, where `me` has one."""
    if key == me or not may_expel(state, me):
        return ""
    return tr(READMIT) if key in votes else tr(EXPEL, name=state.membership.name(key))


def _person(state: ClubState, key: bytes, standing: str, says: str = "") -> ClubRow:
    return ClubRow(key.hex(), (state.membership.name(key), fingerprint(key), tr(standing)), says)


def _tournament(state: ClubState, it: Tournament) -> ClubRow:
    form, stage = tr(club_words.FORMS[it.form]), club_words.stage_words(state, it).strip()
    cells = (cleaned(it.data.name), game_title(it.data.game), form, stage)
    return ClubRow(it.id.hex(), cells, tr(OPENS, name=state.membership.name(it.organiser)))


def _ladders(state: ClubState) -> Iterator[ClubRow]:
    for game in games_of(state.book.standing):
        for row in state.ladder(game):
            name, mean = state.membership.name(row.key), f"{row.mean:.2f}"
            cells = (game_title(game), str(row.place), name, f"{row.rating:.2f}", mean, str(row.games))
            yield ClubRow(f"{game}/{row.place}", cells, tr(LADDER, mean=mean, deviation=f"{row.deviation:.2f}"))


def _result(state: ClubState, one: RatedResult) -> ClubRow:
    best = max(one.worth)
    first = [key for key, worth in zip(one.players, one.worth, strict=True) if worth == best]
    won = club_words.WON if len(first) == 1 else club_words.DRAWN
    told = tr(won, name=names_of(state, first), names=names_of(state, first))
    beside = beside_words(state, one)
    it = state.tournaments.get(one.tournament) if not beside else None
    part = tr(TABLES_ROUND, name=cleaned(it.data.name), number=one.round + 1) if it is not None else tr(BESIDE)
    signed = [key for key in one.players if key in one.signers]
    cells = (club_words.when(one.time), game_title(one.game), names_of(state, one.players), told, part)
    says = " ".join(filter(None, [tr(SIGNERS, names=names_of(state, signed)), beside]))
    return ClubRow(one.tid.hex(), cells, says)


def _rounds(state: ClubState, it: Tournament, me: bytes) -> Iterator[ClubRow]:
    played = state.play(it.id)
    for round_ in played.rounds:
        number = str(round_.number + 1)
        for at, table in enumerate(round_.tables):
            keys = [played.entrants[one] for one in table]
            result = club_words.result_words(state, played, round_, at)
            cells = (number, str(at + 1), names_of(state, keys), result)
            mine = me in keys and round_.results[at] is None and not round_.rivals[at] and not round_.ended
            yield ClubRow(f"{number}/{at + 1}", cells, tr(YOURS) if mine else "")
        for one in round_.byes:
            cells = (number, NO_TABLE, state.membership.name(played.entrants[one]), tr(BYE))
            yield ClubRow(f"{number}/bye{one}", cells)


def _standings(state: ClubState, it: Tournament) -> Iterator[ClubRow]:
    played = state.play(it.id)
    for row in played.standings:
        key = played.entrants[row.entrant]
        numbers = map(number_text, (row.points, *row.breaks))
        yield ClubRow(key.hex(), (str(row.place), state.membership.name(key), *numbers))


def _entrants(state: ClubState, it: Tournament) -> Iterator[ClubRow]:
    for key in it.entered if it.stage is Stage.ENTRY else it.drawn:
        told = ENTERED if it.stage is Stage.ENTRY else DRAWN
        if it.stage is Stage.LOTS:
            told = AWAITED if key in it.awaited else OPENED
        yield _person(state, key, WISHES if key in it.withdrawn else told)


def count_words(state: ClubState) -> str:
    """Tell how many members a club has."""
    return ntr("{n} member", "{n} members", len(state.membership.members))

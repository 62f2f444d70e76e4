"""What happens in a club in one sentence each, and as plain values: news, duties that were done, tasks that wait."""

from __future__ import annotations

from collections.abc import Iterable

from core.fault import sentence
from core.tournament.ranking import ResultKind, TableResult
from net.club.club_duties import Duty
from net.club.club_event import Charge, OpenedLot, Place, Result, RoundEnd, Start, cleaned
from net.club.club_news import ClubNews, ClubTask, NewsKind, TaskKind
from net.club.club_state import ClubState
from net.club.result_book import RatedResult
from net.club.tournament_rounds import WhyBeside
from net.identity.identity import fingerprint, pid_of
from tui.i18n.translation import tr
from tui.words import club_words

LOT_OPEN = sentence("Your lot for {name} is open.")
RESULT_SAID = sentence("The result of your table with {names} is in the log of {club}.")
CHARGED = sentence("It is proved to the club that {name} cheated with the cards: they have lost that game.")
BEGUN = sentence("{name} begins; round 1 is paired.")
ROUND_ENDED = sentence("Round {number} has ended.")

SENTENCES = {
    NewsKind.ASKED: sentence("{names} asks to be let in ({words})."),
    NewsKind.ADMITTED: sentence("{names} is a member."),
    NewsKind.LEFT: sentence("{names} has left the club."),
    NewsKind.OUT: sentence("{names} is out."),
    NewsKind.OPENED: sentence("{name}: the tournament is open for entries, by {names}."),
    NewsKind.ENTERED: sentence("{name}: {names} takes part."),
    NewsKind.CLOSED: sentence("{name}: the list is closed; these take part: {names}."),
    NewsKind.LOT: sentence("{name}: the lot of {names} is open."),
    NewsKind.REDRAWN: sentence("{name}: left out are {names}; all others draw new lots."),
    NewsKind.PAIRED: sentence("{name}: round {number} is paired."),
    NewsKind.RESULT: sentence("{name}: round {number}, table {table}: {result}."),
    NewsKind.ENDED: sentence("{name}: round {number} has ended."),
    NewsKind.STANDINGS: sentence("{name}: the standings are {standings}."),
    NewsKind.OVER: sentence("{name} is over."),
}
"""The sentence of each kind of news."""
OWN_TABLE = sentence("{name}: round {number} is paired; at table {table} you play with {names}.")
OWN_BYE = sentence("{name}: round {number} is paired; you have a bye.")
BESIDE = sentence("A rated game: {result}.")
RANK = sentence("{place}. {name} ({points})")

BEATS = sentence("{name} beats {others}")
WHY_BESIDE = {
    WhyBeside.PEOPLE: sentence("It counts for the ladder only: that table is for {names}."),
    WhyBeside.OPTIONS: sentence(
        "It counts for the ladder only: the game or an option is not that of the tournament. {names} can play again."
    ),
    WhyBeside.DRAWN: sentence(
        "It counts for the ladder only: in a knock-out a drawn game decides nothing. {names} can play again."
    ),
    WhyBeside.ENDED: sentence("It counts for the ladder only: round {number} has ended without it."),
}
"""Why a result of a tournament's table does not count there."""
SHOWN = 8
"""How many of the standings a sentence has."""

TASKS = {
    TaskKind.ASKED: sentence("{club}: {names} asks to be let in ({words})."),
    TaskKind.PAIRED: sentence("{club}, {name}: in round {number} you play at table {table} with {names}."),
    TaskKind.START: sentence("{club}, {name}: all lots are open; you can begin."),
    TaskKind.ROUND: sentence("{club}, {name}: all results of round {number} are there; you can end it."),
    TaskKind.CLOSE: sentence("{club}, {name}: enough people have entered; you can close the list."),
    TaskKind.ENTER: sentence("{club}, {name} is open for entries."),
}
"""The sentence of each kind of task."""


def duty_line(state: ClubState, done: Duty, me: bytes) -> str:
    """Say what the program has signed by itself."""
    match done:
        case OpenedLot():
            return tr(LOT_OPEN, name=_tournament(state, done.tournament))
        case Result():
            said = tr(RESULT_SAID, names=_names(state, [key for key in done.players if key != me]), club=state.name)
            return " ".join(filter(None, [said, reported_beside(state, done)]))
        case Charge():
            return tr(CHARGED, name=state.membership.name(done.key))
        case Start():
            return tr(BEGUN, name=_tournament(state, done.tournament))
        case RoundEnd():
            return tr(ROUND_ENDED, number=done.number + 1)


def news_line(state: ClubState, news: ClubNews, me: bytes) -> str:
    """Say what has happened in one sentence."""
    fields: dict[str, object] = {
        "name": _tournament(state, news.tournament),
        "number": news.round + 1,
        "table": news.table + 1,
        "names": _names(state, news.keys),
        "words": ", ".join(map(fingerprint, news.keys)),
    }
    template = SENTENCES[news.kind]
    match news.kind:
        case NewsKind.PAIRED if me in news.keys:
            template = OWN_TABLE if len(news.keys) > 1 else OWN_BYE
            fields["names"] = _names(state, [key for key in news.keys if key != me])
        case NewsKind.RESULT:
            template = template if news.tournament else BESIDE
            fields["result"] = _result(state, news)
        case NewsKind.STANDINGS:
            fields["standings"] = _standings(state, news.tournament)
    beside = _beside(state, news.beside, news.place) if news.beside is not None else ""
    return " ".join(filter(None, [tr(template, **fields), beside]))


def beside_words(state: ClubState, one: RatedResult) -> str:
    """Say that a result of a tournament's table counts for the ladder only, and why; empty for every other result."""
    why = state.why_beside(one)
    return _beside(state, why, one.place) if why is not None else ""


def reported_beside(state: ClubState, said: Result) -> str:
    """Say the same of a result that was reported; empty also for one that does not stand."""
    return next((beside_words(state, one) for one in state.book.standing if one.end == said.end), "")


def _beside(state: ClubState, why: WhyBeside, place: Place) -> str:
    return tr(WHY_BESIDE[why], names=_names(state, state.paired_at(place)), number=place[1] + 1)


def news_json(state: ClubState, news: ClubNews) -> dict[str, object]:
    """Give what has happened as plain values, under names that do not depend on the language."""
    found: dict[str, object] = {
        "event": news.kind.value,
        "club": state.cid.hex(),
        "people": [{"pid": pid_of(key), "nick": state.membership.name(key)} for key in news.keys],
    }
    if news.tournament:
        found |= {"tournament": news.tournament.hex(), "name": _tournament(state, news.tournament)}
        if news.kind in {NewsKind.PAIRED, NewsKind.RESULT, NewsKind.ENDED}:
            found["round"] = news.round + 1
        if news.kind is NewsKind.RESULT or (news.kind is NewsKind.PAIRED and len(news.keys) > 1):
            found["table"] = news.table + 1
        if news.kind is NewsKind.STANDINGS:
            it = state.tournaments[news.tournament]
            found["standings"] = club_words.standings_json(state, it)["standings"]
    if news.kind is NewsKind.RESULT:
        found["worth"] = list(news.worth)
        if news.beside is not None:
            found["ladder_only"] = news.beside.value
    return found


def task_line(state: ClubState, task: ClubTask, me: bytes) -> str:
    """Say what waits for somebody in a club."""
    return tr(
        TASKS[task.kind],
        club=state.name,
        name=_tournament(state, task.tournament),
        number=task.round + 1,
        table=task.table + 1,
        names=_names(state, [key for key in task.keys if key != me]),
        words=", ".join(map(fingerprint, task.keys)),
    )


def _names(state: ClubState, keys: Iterable[bytes]) -> str:
    return ", ".join(map(state.membership.name, keys))


def _tournament(state: ClubState, tournament: bytes) -> str:
    it = state.tournaments.get(tournament)
    return cleaned(it.data.name) if it is not None else ""


def _result(state: ClubState, news: ClubNews) -> str:
    result = TableResult(news.round, tuple(range(len(news.keys))), news.worth, ResultKind.PLAYED)
    if result.winner is not None:
        others = [key for at, key in enumerate(news.keys) if at != result.winner]
        return tr(BEATS, name=state.membership.name(news.keys[result.winner]), others=_names(state, others))
    return tr(club_words.DRAWN, names=_names(state, news.keys))


def _standings(state: ClubState, tournament: bytes) -> str:
    played = state.play(tournament)
    rows = [
        tr(
            RANK,
            place=row.place,
            name=state.membership.name(played.entrants[row.entrant]),
            points=club_words.number_text(row.points),
        )
        for row in played.standings[:SHOWN]
    ]
    return ", ".join(rows) + ("…" if len(played.standings) > SHOWN else "")

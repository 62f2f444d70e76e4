"""A club in words and as plain values: members, tournaments with rounds and standings.

The text has a line for each fact; `--json` gives the same facts under names that do not depend on the language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from core.fault import sentence
from core.tournament.ranking import USUAL, ResultKind, Standing, TableResult, TieBreak
from net.club.club_event import cleaned
from net.club.club_state import ClubState
from net.club.result_book import RatedResult
from net.club.tournament_log import Stage, Tournament
from net.club.tournament_rounds import PlayedRound, TournamentPlay
from net.identity.identity import fingerprint, pid_of
from tui.i18n.translation import ntr, tell, tr

UNKNOWN = sentence("Nothing is known of this club yet but its id: take in a file that has its beginning.")
CALLED = sentence("{name}, club {cid}")
RULES = sentence("Who lets people in: {admission}. Who expels: {expulsion}.")
MEMBER = sentence("member   {name} ({words})")
FOUNDER = sentence("founder  {name} ({words})")
WAITING = sentence("asks     {name} ({words})")
EXPELLED = sentence("expelled {name} ({words}), from their event {seq} on")
FORKED = sentence("out      {name} ({words}) has signed two histories, which part at event {seq}")
LEFT = sentence("left     {name} ({words})")
DATE = sentence("date     {when} {what}")
DISPUTED = sentence("Two ends of the table {tid} are signed by as many people: neither counts.")
CHEATED = sentence("{name} cheated at the table {tid}: they have lost that game.")
TOURNAMENT = sentence("tournament {name} ({id}): {form}, {game}, by {organiser}")
NO_ENTRY = sentence("  open for entries; nobody yet")
LOTS = sentence("  the lots are drawn, attempt {attempt}; not open yet: {names}")
READY = sentence("  all lots are open: the organiser can begin")
PLAYING = sentence("  round {number} of {rounds} is being played")
OVER = sentence("  it is over")
STUCK = sentence("  it does not go on: {why}")
REPLACED = sentence("  {name} is not its organiser any more, from their event {seq} on")
WISHES = sentence("  wants to take part no more: {name}")

ROUND = sentence("round {number}, ended")
ROUND_OPEN = sentence("round {number}")
TABLE = sentence("  table {at}: {names}  {result}")
BYE = sentence("  {name} has a bye")
NOT_YET = sentence("not played yet")
RIVALS = sentence("{count} games: the organiser names the one that counts")
NOBODY_CAME = sentence("nobody came")
CAME = sentence("{names} did not come")
WON = sentence("{name} has won")
DRAWN = sentence("shared by {names}")

RULE_WORDS = {
    "founders": sentence("the founders"),
    "members": sentence("the members"),
    "open": sentence("everybody is let in"),
}
FORMS = {
    "round-robin": sentence("round robin"),
    "double-round-robin": sentence("double round robin"),
    "knock-out": sentence("knock-out"),
    "swiss": sentence("Swiss"),
    "tables": sentence("rounds at tables"),
}
BREAKS = {
    TieBreak.DIRECT_ENCOUNTER: sentence("direct encounter"),
    TieBreak.BUCHHOLZ: sentence("Buchholz"),
    TieBreak.SONNEBORN_BERGER: sentence("Sonneborn-Berger"),
    TieBreak.WINS: sentence("wins"),
}


def number_text(value: Fraction) -> str:
    """Write a score: whole, with a half, or with two digits.

    >>> number_text(Fraction(5, 2)), number_text(Fraction(3)), number_text(Fraction(1, 3))
    ('2.5', '3', '0.33')
    """
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def describe(state: ClubState) -> Iterator[str]:
    """Tell a club: its rules, its people, its dates, where its tournaments stand."""
    yield from describe_people(state)
    for one in state.tournaments.values() if state.founding is not None and state.rules is not None else ():
        yield from describe_tournament(state, one)


def describe_people(state: ClubState) -> Iterator[str]:
    """Tell a club without its tournaments: its rules, its people, its dates, what its results say of people."""
    if state.founding is None or state.rules is None:
        yield tell(state.problem) if state.problem is not None else tr(UNKNOWN)
        return
    yield tr(CALLED, name=state.name, cid=state.cid.hex())
    yield tr(RULES, admission=rule_words(state.founding.admission), expulsion=rule_words(state.founding.expulsion))
    people = state.membership
    for key in people.members:
        yield _person(state, FOUNDER if key in state.founders else MEMBER, key)
    yield from (_person(state, WAITING, key) for key in people.candidates)
    yield from (_person(state, LEFT, key) for key in people.left)
    yield from (_person(state, EXPELLED, key, seq=seq) for key, seq in people.expelled.items())
    yield from (_person(state, FORKED, key, seq=seq) for key, seq in people.forked.items())
    yield from (tr(DATE, when=when(at), what=what) for at, what in state.calendar)
    count = len(state.book.standing)
    yield ntr("{n} result counts", "{n} results count", count)
    yield from (tr(DISPUTED, tid=tid.hex()[:8]) for tid in state.book.disputed)
    for result in state.book.standing:
        yield from (tr(CHEATED, name=people.name(key), tid=result.tid.hex()[:8]) for key in sorted(result.cheats))


def when(milliseconds: int) -> str:
    """Write a date of the calendar: day, hour and minute, in universal time."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def rule_words(text: str) -> str:
    """Tell who lets people in, or who expels, by the rule as it is written (`sponsors 2`)."""
    word, _, number = text.partition(" ")
    if number:
        return ntr("a founder, or {n} member", "a founder, or {n} members", int(number))
    return tr(RULE_WORDS[word])


def _person(state: ClubState, template: str, key: bytes, **fields: object) -> str:
    return tr(template, name=state.membership.name(key), words=fingerprint(key), **fields)


def describe_tournament(state: ClubState, one: Tournament) -> Iterator[str]:
    """Tell where a tournament stands."""
    organiser = state.membership.name(one.organiser)
    id_, form = one.id.hex()[:8], tr(FORMS[one.form])
    yield tr(
        TOURNAMENT, name=cleaned(one.data.name), id=id_, form=form, game=cleaned(one.data.game), organiser=organiser
    )
    yield from (tr(REPLACED, name=state.membership.name(key), seq=seq) for key, seq in one.replaced.items())
    yield stage_words(state, one)
    yield from (tr(WISHES, name=state.membership.name(key)) for key in sorted(one.withdrawn & set(one.drawn)))


def stage_words(state: ClubState, one: Tournament) -> str:
    """Tell how far a tournament has come: the line under its name."""
    if one.stage is Stage.ENTRY:
        names = names_of(state, one.entered)
        if not names:
            return tr(NO_ENTRY)
        return ntr(
            "  open for entries; {n} has entered: {names}",
            "  open for entries; {n} have entered: {names}",
            len(one.entered),
            names=names,
        )
    if one.stage is Stage.LOTS:
        awaited = names_of(state, one.awaited)
        return tr(LOTS, attempt=one.attempt + 1, names=awaited) if awaited else tr(READY)
    played = state.play(one.id)
    if played.problem is not None:
        return tr(STUCK, why=tell(played.problem))
    current = next((round_.number for round_ in played.rounds if not round_.ended), len(played.rounds) - 1)
    return tr(OVER) if played.over else tr(PLAYING, number=current + 1, rounds=played.length)


def names_of(state: ClubState, keys: Iterable[bytes]) -> str:
    """Name people, one after the other."""
    return ", ".join(state.membership.name(key) for key in keys)


def describe_standings(state: ClubState, one: Tournament) -> Iterator[str]:
    """Tell a tournament: its rounds with their tables, then the standings with the tie-breaks."""
    yield from describe_tournament(state, one)
    played = state.play(one.id)
    for round_ in played.rounds:
        yield from _round(state, played, round_)
    if played.standings:
        yield ", ".join(tr(BREAKS[rule]) for rule in USUAL)
    for row in played.standings:
        breaks = " ".join(f"{number_text(value):>6}" for value in row.breaks)
        name = state.membership.name(played.entrants[row.entrant])
        yield f"{row.place:>3}  {name:<24} {number_text(row.points):>6}  {breaks}".rstrip()


def _round(state: ClubState, played: TournamentPlay, round_: PlayedRound) -> Iterator[str]:
    yield tr(ROUND if round_.ended else ROUND_OPEN, number=round_.number + 1)
    for at, table in enumerate(round_.tables):
        names = ", ".join(state.membership.name(played.entrants[one]) for one in table)
        yield tr(TABLE, at=at + 1, names=names, result=result_words(state, played, round_, at))
    yield from (tr(BYE, name=state.membership.name(played.entrants[one])) for one in round_.byes)


def result_words(state: ClubState, played: TournamentPlay, round_: PlayedRound, at: int) -> str:
    """Tell how a table of a round has ended."""
    result = round_.results[at]
    if result is None:
        return tr(RIVALS, count=len(round_.rivals[at])) if round_.rivals[at] else tr(NOT_YET)
    return _table_words(state, played, result)


def rival_words(state: ClubState, played: TournamentPlay, round_: PlayedRound, one: RatedResult) -> str:
    """Tell one of the games among which the organiser chooses: when it ended, and how."""
    entrants = tuple(played.entrants.index(key) for key in one.players)
    return f"{when(one.time)}: {_table_words(state, played, TableResult(round_.number, entrants, one.worth))}"


def _table_words(state: ClubState, played: TournamentPlay, result: TableResult) -> str:
    pairs = list(zip(result.entrants, result.worth, strict=True))
    if result.kind is ResultKind.FORFEIT:
        away = [played.entrants[one] for one, worth in pairs if not worth]
        return tr(NOBODY_CAME) if len(away) == len(pairs) else tr(CAME, names=names_of(state, away))
    if result.winner is not None:
        return tr(WON, name=state.membership.name(played.entrants[result.winner]))
    best = max(result.worth)
    return tr(DRAWN, names=names_of(state, [played.entrants[one] for one, worth in pairs if worth == best]))


def club_json(state: ClubState) -> dict[str, object]:
    """Give a club as plain values."""
    people, founding = state.membership, state.founding
    return {
        "club": state.cid.hex(),
        "name": state.name,
        "admission": founding.admission if founding else "",
        "expulsion": founding.expulsion if founding else "",
        "founders": [pid_of(key) for key in state.founders],
        "members": [_member_json(state, key) for key in people.members],
        "candidates": [_member_json(state, key) for key in people.candidates],
        "left": [_member_json(state, key) for key in people.left],
        "expelled": [_member_json(state, key) | {"from": seq} for key, seq in people.expelled.items()],
        "forked": [_member_json(state, key) | {"from": seq} for key, seq in people.forked.items()],
        "calendar": [{"at": at, "text": text} for at, text in state.calendar],
        "results": len(state.book.standing),
        "disputed": [tid.hex() for tid in state.book.disputed],
        "cheats": [
            {"table": one.tid.hex(), "pid": pid_of(key)} for one in state.book.standing for key in sorted(one.cheats)
        ],
        "tournaments": [_tournament_json(one) for one in state.tournaments.values()],
    }


def _member_json(state: ClubState, key: bytes) -> dict[str, object]:
    return {"pid": pid_of(key), "key": key.hex(), "nick": state.membership.name(key), "words": fingerprint(key)}


def _tournament_json(one: Tournament) -> dict[str, object]:
    return {
        "id": one.id.hex(),
        "name": cleaned(one.data.name),
        "game": cleaned(one.data.game),
        "form": one.form.value,
        "organiser": pid_of(one.organiser),
        "replaced": {pid_of(key): seq for key, seq in one.replaced.items()},
        "stage": one.stage.value,
        "entered": [pid_of(key) for key in one.entered],
        "entrants": [pid_of(key) for key in one.drawn],
        "awaited": [pid_of(key) for key in one.awaited],
        "attempt": one.attempt,
    }


def standings_json(state: ClubState, one: Tournament) -> dict[str, object]:
    """Give the rounds and standings of a tournament as plain values; points and tie-breaks as text, exactly."""
    played = state.play(one.id)
    pids = [pid_of(key) for key in played.entrants]
    return _tournament_json(one) | {
        "rounds": [_round_json(pids, round_) for round_ in played.rounds],
        "standings": [_standing_json(pids, row) for row in played.standings],
        "over": played.over,
        "problem": str(played.problem or ""),
    }


def _round_json(pids: list[str], round_: PlayedRound) -> dict[str, object]:
    tables = [
        {
            "table": at + 1,
            "players": [pids[one] for one in table],
            "result": _result_json(pids, round_.results[at]),
            "rivals": [one.tid.hex() for one in round_.rivals[at]],
        }
        for at, table in enumerate(round_.tables)
    ]
    byes = [pids[one] for one in round_.byes]
    return {"round": round_.number + 1, "ended": round_.ended, "tables": tables, "byes": byes}


def _result_json(pids: list[str], result: TableResult | None) -> dict[str, object] | None:
    if result is None:
        return None
    return {
        "kind": result.kind.value,
        "players": [pids[one] for one in result.entrants],
        "scores": [str(result.score(one)) for one in result.entrants],
    }


def _standing_json(pids: list[str], row: Standing) -> dict[str, object]:
    breaks = {rule.value: str(value) for rule, value in zip(USUAL, row.breaks, strict=True)}
    return {"place": row.place, "pid": pids[row.entrant], "points": str(row.points), "breaks": breaks}

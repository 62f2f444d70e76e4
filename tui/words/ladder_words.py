"""The ladders of a club in words and as plain values, and the games that do not count there, with what is missing.

Games do not count where the club is open and no founder has admitted everybody who played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.fault import sentence
from net.club.club_event import cleaned
from net.club.club_state import ClubState
from net.club.ladder import LadderRow, games_of, uncounted
from net.club.result_book import RatedResult
from net.identity.identity import pid_of
from tui.i18n.translation import ntr, tr
from tui.words.club_rows import game_title
from tui.words.club_words import names_of

LADDER = sentence("ladder of {game}")
NO_RATED = sentence("No rated game has been reported yet.")
NOBODY_RANKED = sentence("  nobody yet")
BY_DEED = sentence("You are a founder: the deed `admit` lets their games count.")
A_FOUNDER = sentence("Their games count once a founder admits them.")
AND_MORE = sentence("{names} and {n} more")
NAMED = 5
"""How many people are named at most: anybody may join an open club, as often as they like."""


def describe_ladder(state: ClubState, games: Iterable[str] = (), me: bytes = b"") -> Iterator[str]:
    """Tell the ladder of each game, of all games if none is named, as it is told to `me`."""
    chosen = tuple(games) or games_of(state.book.standing)
    if not chosen:
        yield tr(NO_RATED)
    for game in chosen:
        yield tr(LADDER, game=cleaned(game))
        rows, without = state.ladder(game), uncounted_lines(state, [game])
        if not rows and not without:
            yield tr(NOBODY_RANKED)
        for row in rows:
            name, count = state.membership.name(row.key), ntr("{n} game", "{n} games", row.games)
            rating = f"{row.rating:>7.2f}  ({row.mean:.2f} ± {row.deviation:.2f})"
            yield f"{row.place:>3}  {name:<24} {rating}  {count}"
        yield from (f"  {line}" for line in without)
    if awaited(state, chosen):
        yield tr(BY_DEED if me in state.founders else A_FOUNDER)


def uncounted_lines(state: ClubState, games: Iterable[str]) -> list[str]:
    """Tell of each game how many of its results the ladder leaves out, and whom no founder has admitted."""
    lines = []
    for game in games:
        waiting, lost = _parted(state, game)
        if waiting:
            lines.append(
                ntr(
                    "{n} rated game of {game} does not count on the ladder yet: no founder has admitted {names}.",
                    "{n} rated games of {game} do not count on the ladder yet: no founder has admitted {names}.",
                    len(waiting),
                    game=game_title(game),
                    names=_missing(state, waiting),
                )
            )
        if lost:
            lines.append(
                ntr(
                    "{n} rated game of {game} does not count on the ladder: no founder had admitted {names}, and not "
                    "all who played are members any more.",
                    "{n} rated games of {game} do not count on the ladder: no founder had admitted {names}, and not "
                    "all who played are members any more.",
                    len(lost),
                    game=game_title(game),
                    names=_missing(state, lost),
                )
            )
    return lines


def awaited(state: ClubState, games: Iterable[str]) -> bool:
    """Tell whether a founder's word would let more results of these games count."""
    return any(_parted(state, game)[0] for game in games)


def _parted(state: ClubState, game: str) -> tuple[list[RatedResult], list[RatedResult]]:
    """Part the results that the ladder leaves out: those that count once founders admit members, and all others."""
    people = state.membership
    members, found = people.vouched.union(people.members), uncounted(state.book.standing, people, game)
    return [one for one in found if members.issuperset(one.players)], [
        one for one in found if not members.issuperset(one.players)
    ]


def _missing(state: ClubState, results: Iterable[RatedResult]) -> str:
    """Name those who played and whom no founder has admitted."""
    keys = sorted({key for one in results for key in one.players} - state.membership.vouched)
    named = names_of(state, keys[:NAMED])
    return tr(AND_MORE, names=named, n=len(keys) - NAMED) if len(keys) > NAMED else named


def ladder_json(state: ClubState, games: Iterable[str] = ()) -> dict[str, object]:
    """Give the ladders as plain values, rounded to six digits."""
    chosen = tuple(games) or games_of(state.book.standing)
    return {game: [_rung_json(state, row) for row in state.ladder(game)] for game in chosen}


def _rung_json(state: ClubState, row: LadderRow) -> dict[str, object]:
    numbers = {"rating": round(row.rating, 6), "mean": round(row.mean, 6), "deviation": round(row.deviation, 6)}
    return {
        "place": row.place,
        "pid": pid_of(row.key),
        "nick": state.membership.name(row.key),
        **numbers,
        "games": row.games,
    }

"""Deeds about tournaments and results: open, enter, draw lots, end rounds, report results, tell standings."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import BadOption, Fault, sentence
from core.game import Game
from core.games import find
from core.option import settle
from core.tournament.round_robin import FEWEST
from core.tournament.table_rounds import LARGEST, SMALLEST
from net.club.club_duties import end_by_game, end_by_result
from net.club.club_event import (
    ENTRANTS_LIMIT,
    ROUNDS_LIMIT,
    Close,
    ClubKind,
    Draw,
    Enter,
    Form,
    Open,
    RoundEnd,
    Start,
    TableEnd,
    Withdraw,
    cleaned,
    data_as,
)
from net.club.club_log import ClubLog
from net.club.club_state import ClubState
from net.club.result_book import RatedResult
from net.club.table_result import fold_table, table_result
from net.club.tournament_log import ATTEMPTS, Stage, Tournament, tip_of
from net.club.tournament_rounds import PlayedRound, TournamentPlay
from tui.i18n.translation import tr
from tui.records import evidence_file
from tui.records.club.club_book import Answer, ClubBook, Words, person, tournament
from tui.records.club.ruling_deeds import told_charge
from tui.words import club_words, ladder_words
from tui.words.club_news_words import reported_beside

BAD_FORM = sentence("A tournament has no form {text}; there are {allowed}.")
BAD_ROUNDS = sentence("A tournament has 1 to {most} rounds, not {found}.")
BAD_SIZES = sentence("Tables have {low} to {high} seats: --size 4 --size 3 seats four where possible, else three.")
NO_TABLE = sentence("A table of {size}: {reason}")
NO_NAME = sentence("A tournament needs a name.")
SIZES = (4, 3, 5, 6)
"""How many people sit at a table of several, the wanted number first; two in all other forms."""
PAIR = 2
NOT_FOR_TWO = sentence(
    "Two meet at each table of this form, and {game} is not a game for two: choose the form tables, or another game."
)
NOT_FOR_MORE = sentence("In this form three or more meet at a table, and {game} is not a game for that many.")
OPENED = sentence("The tournament {name} is open for entries; its game is {game}.")
ENTERED = sentence("You take part in {name}.")
ENTERED_ALREADY = sentence("You take part in {name} already.")
NOT_OPEN = sentence("The list of {name} is closed.")
NOT_YOURS = sentence("Only {name}, who organises this tournament, can do that.")
TOO_FEW = sentence("A tournament needs {least} entrants at least, not {found}.")
CLOSED = sentence("The list is closed. Each entrant's program opens their lot as soon as it has read that.")
NO_LOTS = sentence("The lots of {name} are not being drawn.")
ALL_OPEN = sentence("All lots are open: nobody is left out.")
REDRAWN = sentence("Left out: {names}. All others draw new lots.")
WAITS = sentence("Lots are missing of {names}: wait for them, or leave these people out by a new draw.")
BEGUN = sentence("{name} begins; round 1 is paired.")
NOT_BEGUN = sentence("{name} has not begun.")
ALL_ENDED = sentence("All rounds of {name} have ended.")
MISSING = sentence(
    "Table {at} of round {number} has no result: wait for it, or say who did not come: {at}=NAME or {at}=all."
)
HAS_RESULT = sentence(
    "Table {at} of round {number} was played, and its result is proved: it counts, and nobody is absent there."
)
RIVALS = sentence(
    "For table {at} of round {number} {count} games were played, and their results are proved. Name the one that "
    "counts by the beginning of its table's id: {games}."
)
RIVAL = sentence("{word} ({told})")
NOBODY_LEFT = sentence("In a knock-out somebody of table {at} has to go on: name one of them as absent, not all.")
BAD_ABSENCE = sentence("{text} does not say who did not come: write TABLE=NAME, TABLE=all, or left=NAME.")
SHORTEST_ID = 8
"""How many characters of a table's id are shown at least."""
SIZE_GIVEN = sentence("The form of a tournament says how many people sit at a table: leave out players=.")
ENDED = sentence("Round {number} has ended.")
WITHDRAWN = sentence("You have asked to take part in {name} no more; it counts from the next round on.")
OFF_LIST = sentence("You take part in {name} no more; as long as the list is open, you can enter again.")
NOT_IN = sentence("You do not take part in {name}.")

REPORTED = sentence("The result is in the log of {name}.")
REPORTED_ALREADY = sentence("The log of {name} has this result already.")


def open_tournament(book: ClubBook, given: Words) -> Answer:
    """Open a tournament."""
    club = book.club(given.words[0])
    book.must_be_member(club)
    game, name = find(given.game), cleaned(given.words[1])
    if not name:
        raise Fault(NO_NAME)
    usual = Form.SWISS if seats_for(game, PAIR) and not given.sizes else Form.TABLES
    form = given.form or usual.value
    if form not in set(Form):
        raise Fault(BAD_FORM, text=form, allowed=", ".join(Form))
    round_count(str(given.rounds))
    if not all(SMALLEST <= size <= LARGEST for size in given.sizes):
        raise Fault(BAD_SIZES, low=SMALLEST, high=LARGEST)
    sizes = sizes_of(game, form, given.sizes)
    check_tables(game, given.options, sizes)
    options = tuple(sorted(given.options.items()))
    club.say(Open(name, game.name, options, form, given.rounds, sizes), book.now)
    return _told(club.state, tr(OPENED, name=name, game=tr(game.title)))


def seats_for(game: Game, size: int) -> bool:
    """Tell whether a game can be played by as many people as sit at a table."""
    players = next((option for option in game.options if option.name == "players"), None)
    return players.accepts(str(size)) if players is not None else len(game.seats(settle(game, {}))) == size


def sizes_of(game: Game, form: str, wished: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Give how many people sit at a table of a form, the wanted number first; none where two meet.

    Raises `Fault` if nobody could play the game there.
    """
    if form != Form.TABLES:
        if not seats_for(game, PAIR):
            raise Fault(NOT_FOR_TWO, game=tr(game.title))
        return ()
    sizes = wished or tuple(size for size in SIZES if seats_for(game, size))
    if not any(seats_for(game, size) for size in range(SMALLEST, LARGEST + 1)):
        raise Fault(NOT_FOR_MORE, game=tr(game.title))
    return sizes


def check_tables(game: Game, options: Mapping[str, str], sizes: tuple[int, ...]) -> None:
    """Raise `Fault` unless every table that a tournament may have can be begun with these options, without `players`.

    It has one of the `sizes`; two people sit at a table if there are none.
    """
    from net.room.table_offer import agreed
    from net.table.fold.table_terms import sort_out

    sort_out(game, options)
    if "players" in options:
        raise Fault(SIZE_GIVEN)
    seated = any(option.name == "players" for option in game.options)
    for size in sizes or (PAIR,):
        try:
            agreed(game, ({"players": str(size)} if seated else {}) | dict(options))
        except BadOption as fault:
            if len(sizes) > 1:
                raise Fault(NO_TABLE, size=size, reason=fault) from fault
            raise


def round_count(text: str) -> int:
    """Read how many rounds a tournament shall have; raise `Fault`."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= ROUNDS_LIMIT):
        raise Fault(BAD_ROUNDS, most=ROUNDS_LIMIT, found=text)
    return int(text)


def enter(book: ClubBook, given: Words) -> Answer:
    """Take part in a tournament."""
    club, it = _found(book, given)
    book.must_be_member(club)
    name = cleaned(it.data.name)
    if it.stage is not Stage.ENTRY:
        raise Fault(NOT_OPEN, name=name)
    if book.me in it.entered:
        return _told(club.state, tr(ENTERED_ALREADY, name=name))
    club.say(Enter(it.id, tip_of(club.lot_secret(it.id))), book.now)
    return _told(club.state, tr(ENTERED, name=name))


def withdraw(book: ClubBook, given: Words) -> Answer:
    """Ask to take part no more."""
    club, it = _found(book, given)
    if book.me not in {*it.entered, *it.drawn}:
        raise Fault(NOT_IN, name=cleaned(it.data.name))
    club.say(Withdraw(it.id), book.now)
    told = OFF_LIST if it.stage is Stage.ENTRY else WITHDRAWN
    return _told(club.state, tr(told, name=cleaned(it.data.name)))


def close(book: ClubBook, given: Words) -> Answer:
    """Close the list of a tournament."""
    club, it = _organised(book, given)
    if it.stage is not Stage.ENTRY:
        raise Fault(NOT_OPEN, name=cleaned(it.data.name))
    wanted = [key for key in it.entered if key in club.state.membership.members and key not in it.withdrawn]
    if len(wanted) < FEWEST:
        raise Fault(TOO_FEW, least=FEWEST, found=len(wanted))
    entries = [_entry(club, it, key) for key in wanted[:ENTRANTS_LIMIT]]
    club.say(Close(it.id, tuple(entries)), book.now)
    return _told(club.state, tr(CLOSED), *book.duties(club))


def _entry(club: ClubLog, it: Tournament, key: bytes) -> bytes:
    """Give the id of somebody's first entry."""
    entries = (one for one in club.feed.events(key) if one.event.kind == ClubKind.ENTER)
    return next(one.id for one in entries if data_as(one.event, Enter).tournament == it.id)


def draw(book: ClubBook, given: Words) -> Answer:
    """Leave out those whose lots are missing; all others draw anew."""
    club, it = _organised(book, given)
    name = cleaned(it.data.name)
    if it.stage is not Stage.LOTS or it.attempt >= ATTEMPTS - 1:
        raise Fault(NO_LOTS, name=name)
    if not it.awaited:
        raise Fault(ALL_OPEN)
    if len(it.drawn) - len(it.awaited) < FEWEST:
        raise Fault(TOO_FEW, least=FEWEST, found=len(it.drawn) - len(it.awaited))
    names = _names(club.state, it.awaited)
    club.say(Draw(it.id, it.attempt, it.awaited), book.now)
    return _told(club.state, tr(REDRAWN, names=names), *book.duties(club))


def start(book: ClubBook, given: Words) -> Answer:
    """Begin a tournament."""
    club, it = _organised(book, given)
    name = cleaned(it.data.name)
    if it.stage is not Stage.LOTS:
        raise Fault(NO_LOTS, name=name)
    if it.awaited:
        raise Fault(WAITS, names=_names(club.state, it.awaited))
    club.say(Start(it.id, it.attempt), book.now)
    state = club.state
    lines = club_words.describe_standings(state, state.tournaments[it.id])
    return Answer([tr(BEGUN, name=name), *lines], club_words.standings_json(state, state.tournaments[it.id]))


def end_round(book: ClubBook, given: Words) -> Answer:
    """End the round that is being played."""
    club, it = _organised(book, given)
    done = list(book.duties(club))
    it = club.state.tournaments[it.id]
    name, played = cleaned(it.data.name), club.state.play(it.id)
    if it.stage is not Stage.PLAY:
        raise Fault(NOT_BEGUN, name=name)
    if played.problem is not None:
        raise played.problem
    current = next((one for one in played.rounds if not one.ended), None)
    if current is None:
        raise Fault(ALL_ENDED, name=name)
    chosen, words = _chosen(club.state, it, current, given.words[2:])
    absent, left = _absences(club.state, played, current, words)
    left = (*left, *(key for key in _paired(played, current) if key in it.withdrawn and key not in left))
    ends = tuple(
        end_by_game(club.state, it, current, at, chosen[at])
        if at in chosen
        else _end_of_table(club.state, it, current, at, absent.get(at))
        for at in range(len(current.tables))
    )
    club.say(RoundEnd(it.id, current.number, ends, current.digest, left), book.now)
    state = club.state
    it = state.tournaments[it.id]
    lines = [*done, tr(ENDED, number=current.number + 1), *club_words.describe_standings(state, it)]
    return Answer(lines, club_words.standings_json(state, it))


def _paired(played: TournamentPlay, current: PlayedRound) -> tuple[bytes, ...]:
    """Give whom a round pairs or gives a bye, in the order of their numbers."""
    numbers = sorted({*current.byes, *(one for table in current.tables for one in table)})
    return tuple(played.entrants[one] for one in numbers)


def _chosen(
    state: ClubState, it: Tournament, current: PlayedRound, words: tuple[str, ...]
) -> tuple[dict[int, RatedResult], tuple[str, ...]]:
    """Read which of several games counts for a table, as in `2=1f3a`, and give the other words too; raise `Fault`."""
    chosen: dict[int, RatedResult] = {}
    starts = dict(word.split("=", 1) for word in words if "=" in word)
    for at, rivals in enumerate(current.rivals):
        if rivals:
            start = starts.get(str(at + 1), "").casefold()
            found = [one for one in rivals if start and one.tid.hex().startswith(start)]
            if len(found) != 1:
                raise Fault(RIVALS, at=at + 1, number=current.number + 1, **_rivals(state, it, current, at))
            chosen[at] = found[0]
    return chosen, tuple(word for word in words if word.partition("=")[0] not in {str(at + 1) for at in chosen})


def _absences(
    state: ClubState, played: TournamentPlay, current: PlayedRound, words: tuple[str, ...]
) -> tuple[dict[int, tuple[int, ...]], tuple[bytes, ...]]:
    """Read who did not come to which table, and who takes part no more; raise `Fault`."""
    absent: dict[int, tuple[int, ...]] = {}
    left: list[bytes] = []
    for word in words:
        at, equals, name = word.partition("=")
        if at == "left" and name:
            left.append(person(state, name))
            continue
        if not equals or not name or not (at.isascii() and at.isdigit() and 0 < int(at) <= len(current.tables)):
            raise Fault(BAD_ABSENCE, text=word)
        table = current.tables[int(at) - 1]
        keys = [played.entrants[one] for one in table]
        if name == "all":
            places = tuple(range(len(table)))
        else:
            key = person(state, name)
            if key not in keys:
                raise Fault(BAD_ABSENCE, text=word)
            places = (keys.index(key),)
        absent[int(at) - 1] = tuple(sorted({*absent.get(int(at) - 1, ()), *places}))
    return absent, tuple(left)


def _end_of_table(
    state: ClubState, it: Tournament, current: PlayedRound, at: int, absent: tuple[int, ...] | None
) -> TableEnd:
    result = current.results[at]
    if absent:
        if result is not None:
            raise Fault(HAS_RESULT, at=at + 1, number=current.number + 1)
        if it.form is Form.KNOCK_OUT and len(absent) >= len(current.tables[at]):
            raise Fault(NOBODY_LEFT, at=at + 1)
        return TableEnd(b"", absent)
    if result is None:
        raise Fault(MISSING, at=at + 1, number=current.number + 1)
    return end_by_result(state, it, current, at)


def _rivals(state: ClubState, it: Tournament, current: PlayedRound, at: int) -> dict[str, object]:
    """Tell the games of which the organiser names one, each with the word that names it."""
    ids = [one.tid.hex() for one in current.rivals[at]]
    length = next(size for size in range(SHORTEST_ID, len(ids[0]) + 1) if len({one[:size] for one in ids}) == len(ids))
    played = state.play(it.id)
    games = [
        tr(RIVAL, word=f"{at + 1}={one.tid.hex()[:length]}", told=club_words.rival_words(state, played, current, one))
        for one in current.rivals[at]
    ]
    return {"count": len(games), "games": ", ".join(games)}


def report(book: ClubBook, given: Words) -> Answer:
    """Report the result of a rated table that the journal has."""
    club = book.club(given.words[0])
    book.must_be_member(club)
    state = club.state
    annals = fold_table(book.journal, evidence_file.find(book.journal, given.words[1]).tid, book.me)
    found = table_result(annals, state)
    known = any(one.end == found.end for one in state.book.standing)
    if not known:
        club.say(found, book.now)
    charged = told_charge(book, club, annals)
    line = tr(REPORTED_ALREADY if known else REPORTED, name=state.name)
    beside = reported_beside(club.state, found)
    return _told(club.state, line, *filter(None, [beside, charged]))


def standings(book: ClubBook, given: Words) -> Answer:
    """Tell the rounds and standings of a tournament."""
    club, it = _found(book, given)
    done = list(book.duties(club))
    it = club.state.tournaments[it.id]
    lines = [*done, *club_words.describe_standings(club.state, it)]
    return Answer(lines, club_words.standings_json(club.state, it))


def ladder(book: ClubBook, given: Words) -> Answer:
    """Tell the ladder of a game, or of all."""
    club, games = book.club(given.words[0]), given.words[1:]
    for game in games:
        find(game)
    lines = ladder_words.describe_ladder(club.state, games, book.me)
    return Answer(list(lines), ladder_words.ladder_json(club.state, games))


def _found(book: ClubBook, given: Words) -> tuple[ClubLog, Tournament]:
    club = book.club(given.words[0])
    return club, tournament(club.state, given.words[1])


def _organised(book: ClubBook, given: Words) -> tuple[ClubLog, Tournament]:
    club, it = _found(book, given)
    if it.organiser != book.me:
        raise Fault(NOT_YOURS, name=club.state.membership.name(it.organiser))
    return club, it


def _names(state: ClubState, keys: tuple[bytes, ...]) -> str:
    return ", ".join(map(state.membership.name, keys))


def _told(state: ClubState, *lines: str) -> Answer:
    return Answer(list(lines), club_words.club_json(state))

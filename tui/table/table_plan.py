"""The plan of a table that a person wants to open, and who may decide a time-out there.

The form of a new table offers the players (honour) or a witness. Where people play in sides, a bot that is put on an
open seat of a table is asked for its side: nobody wants it on the other one unasked.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from core.chance import HasPartners
from core.fault import Fault, sentence
from core.game import DEALER, Game, Seat
from core.games import find
from core.match.match import Match
from core.option import Handicap
from core.tournament.pairing import sides
from net.identity.identity import is_pid
from net.room.table_offer import DEAL, chosen_cards, refuse_told
from net.table.clocks.time_control import NONE
from net.table.fold.table_terms import HONOUR, TERMS, WITNESS
from net.view.room_view import LobbyView
from tui.i18n.translation import bare, listed, seat_title, tr
from tui.settings import map_file
from tui.table.seat_view import has_company, open_seats, owing, own_seats
from tui.words.declaration_words import is_declared
from tui.words.option_words import value_words

if TYPE_CHECKING:
    from net.view.table_view import TableView


ME = "me"
"""A seat played on this machine by hand."""

OPEN = "open"
"""A seat left open to anyone."""

SEED = "seed"


@dataclass(frozen=True, slots=True)
class Plan:
    """A game with its options and terms (settled), a title, and for each seat `me`, `open` or a bot's name."""

    game: str
    options: Mapping[str, str]
    terms: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    sitters: tuple[str, ...] = ()


def defaults(game: str) -> dict[str, str]:
    """Give a game's default options."""
    return {option.name: option.default for option in find(game).options} | map_file.chosen(game)


def seated(game: str, options: Mapping[str, str], first: str, rest: str) -> tuple[str, ...]:
    """Give the sitters of a table: `first` on the first seat, `rest` on the others, none on a vacant one."""
    vacant = {int(seat) for seat in find(game).vacant(options)}
    count = len(find(game).seats(options))
    head = min(set(range(count)) - vacant)
    return tuple("" if seat in vacant else first if seat == head else rest for seat in range(count))


def hot_seat(game: str = "djambi", options: Mapping[str, str] | None = None) -> Plan:
    """Plan a table where every seat is played on this machine by hand."""
    chosen = {**defaults(game), **(options or {})}
    return Plan(game, chosen, sitters=seated(game, chosen, ME, ME))


def plan_against_bots(bot: str = "greedy", game: str = "djambi", options: Mapping[str, str] | None = None) -> Plan:
    """Plan a table against bots, with the first seat that is not vacant played by hand."""
    chosen = {**defaults(game), **(options or {})}
    return Plan(game, chosen, sitters=seated(game, chosen, ME, bot))


def is_alone_at(view: TableView) -> bool:
    """Tell whether one person holds seats at a table and nobody else does, but for bots.

    Whoever has only bots there is not alone beside another person.
    """
    people = {seat.pid for seat in view.seats if seat.pid and not seat.bot}
    return bool(view.mine) and len(people) <= 1 and people <= {seat.pid for seat in view.seats if seat.mine}


def has_moved(view: TableView) -> bool:
    """Tell whether anybody has moved at a table, not only declared something: else there is nothing to judge."""
    log = view.match.log if view.match is not None else ()
    return any(line.seat != DEALER and not is_declared(line.text) for line in log)


def has_moment(view: TableView) -> bool:
    """Tell whether a person alone at a table may ask for their worst moment once its game is over."""
    return bool(own_seats(view)) and is_alone_at(view) and has_moved(view)


def plan_again(view: TableView) -> Plan:
    """Plan a table like that of a view, with the same sitters; hidden cards are dealt afresh."""
    hidden = {option.name for option in find(view.game).options if option.secret}
    options = {name: value for name, value in view.options if name not in hidden}
    terms = {name: value for name, value in view.terms if name != DEAL}
    return Plan(view.game, options, terms, view.title, tuple("" if s.vacant else s.bot or ME for s in view.seats))


def deal_plan(plan: Plan) -> Plan:
    """Add the deal to a plan: a seed, fresh unless the plan names one, if one key holds all seats.

    At a table open to others, no one knows the order of the cards. Raises `BadOption` for a plan that would reveal it.
    """
    game = find(plan.game)
    hidden = {option.name: option for option in game.options if option.secret}
    if not hidden:
        return plan
    if OPEN in plan.sitters:
        refuse_told(game, plan.options, plan.terms)
        return plan
    fresh = {} if chosen_cards(game, plan.options) else {SEED: str(secrets.randbelow((hidden[SEED].highest or 0) + 1))}
    return replace(plan, options={**plan.options, **fresh}, terms={**plan.terms, DEAL: "local"})


NAME_ROOM = 12
"""The columns of a witness's name in the form."""

MYSELF = sentence("me, as witness")
NAMED = sentence("{nick}, witness")
NOBODY = sentence(
    "No witness is named: the players' programs tell the time, each by its own clock, and all others together end a"
    " wait. Nothing decides between two players who disagree."
)
SOMEBODY = sentence(
    "The clock of {nick} decides time-outs, and nothing else. They must not play, and they must be there: at the "
    "table, or in a shell by “parley watch INVITATION --witness”."
)
NO_WITNESS = sentence("Nobody here, or more than one, is called {given}; who may be witness: {names}.")
NO_SEAT = sentence("The witness of a table holds no seat: give yours away, or name somebody else.")


def candidates(room: LobbyView | None, me: str) -> dict[str, str]:
    """Give the people who may be witness, by the value of the term `flag`, with their names; ourselves by no name."""
    if room is None:
        return {}
    others = {WITNESS + person.pid: person.nick for person in room.people if person.present and person.pid != me}
    return {WITNESS + me: "", **others}


def witness_meant(flag: str, people: Mapping[str, str]) -> str:
    """Give the value of the term `flag` that is meant by one with a name; raise `Fault` for nobody of the `people`.

    >>> witness_meant("witness:ann lee", {"witness:1": "", "witness:2": "Ann Lee"}), witness_meant("honour", {})
    ('witness:2', 'honour')
    """
    head, _, typed = flag.partition(WITNESS[-1])
    if head != WITNESS[:-1] or is_pid(typed):
        return flag
    named = {value: "".join((nick or ME).split()) for value, nick in people.items()}
    found = [value for value, nick in named.items() if bare(nick) == bare("".join(typed.split()))]
    if len(found) != 1:
        raise Fault(NO_WITNESS, given=typed or head, names=", ".join(f"{WITNESS}{nick}" for nick in named.values()))
    return found[0]


def flag_labels(people: Mapping[str, str]) -> dict[str, str]:
    """Give the values of the term `flag` with their words."""
    named = {value: tr(NAMED, nick=_short(nick)) if nick else tr(MYSELF) for value, nick in people.items()}
    return {HONOUR: next(value_words(term, HONOUR) for term in TERMS if term.name == "flag"), **named}


def flag_words(clock: str, flag: str, people: Mapping[str, str]) -> str:
    """Say what a choice means; nothing without a clock."""
    if clock == NONE:
        return ""
    return tr(NOBODY) if flag == HONOUR else tr(SOMEBODY, nick=people.get(flag) or tr(ME))


TALK = frozenset({"team_talk", "partner_talk"})
"""The options that say whether players of one side may talk during a game; at `off` nobody of a side may."""
HUSH = sentence("Talk: by these rules players in teams can only greet each other during a game; “{title}” changes it.")


def talk_words(game: Game, values: Mapping[str, str]) -> str:
    """Say that the rules close talk at a table that allows it; nothing if they do not, or the table has none."""
    closing = next((option for option in game.options if option.name in TALK and values[option.name] == "off"), None)
    if closing is None or values.get("talk") != "on":
        return ""
    plain = {one.name: values[one.name] for one in game.options if not isinstance(one, Handicap)}
    with suppress(Fault):
        state, seats = game.start({one.name: one.default for one in game.options} | plain), len(game.seats(plain))
        if isinstance(state, HasPartners) and any(len(state.partners(Seat(at))) > 1 for at in range(seats)):
            return tr(HUSH, title=tr(closing.title))
    return ""


def check_witness(flag: str, people: Mapping[str, str], sitters: tuple[str, ...]) -> None:
    """Raise `Fault` if a person names themselves witness and also takes a seat."""
    if flag != HONOUR and not people.get(flag, "?") and ME in sitters:
        raise Fault(NO_SEAT)


def _short(nick: str) -> str:
    return nick if len(nick) <= NAME_ROOM else f"{nick[: NAME_ROOM - 1]}…"


WHERE = sentence("On which seat does the bot play?")
AGAINST = sentence("Who plays together: {sides}")
WITH = sentence("{seat}, with {who}")


def are_seats_drawn(view: TableView) -> bool:
    """Tell whether lots decide who has which seat."""
    return dict(view.terms).get("seats") == "drawn"


def seat_choice(view: TableView) -> dict[Seat, str]:
    """Give the open seats in words, with who plays beside them, if they belong to different sides; else nothing."""
    seats = open_seats(view)
    if len(seats) < 2 or are_seats_drawn(view):  # noqa: PLR2004 - one seat is no choice
        return {}
    found = sides(Match.new(find(view.game), dict(view.options)))
    side_of = {seat: side for side in found for seat in side}
    if len({side_of[seat] for seat in seats}) < 2 or all(len(side) == 1 for side in found):  # noqa: PLR2004 - as above
        return {}
    return {seat: _words(view, seat, side_of[seat]) for seat in seats}


def side_words(view: TableView) -> str:
    """Say who plays with whom, where several seats make a side and lots do not decide; nothing elsewhere."""
    if not view.game or (view.match is None and are_seats_drawn(view)):
        return ""
    found = sides(Match.new(find(view.game), dict(view.options)))
    titles = [" + ".join(seat_title(view.seats[seat].name) for seat in side) for side in found]
    return tr(AGAINST, sides=" · ".join(titles)) if any(len(side) > 1 for side in found) else ""


SEVERAL = sentence("You hold {seats}: the screen asks for each in turn.")
ELSEWHERE = sentence("Now {who} decides.")


def several_words(view: TableView) -> str:
    """Say which seats are a person's if they have several at a table with others; empty elsewhere."""
    own = own_seats(view)
    if len(own) < 2 or not has_company(view):  # noqa: PLR2004 - one seat is not several
        return ""
    return tr(SEVERAL, seats=" + ".join(seat_title(view.seats[seat].name) for seat in own))


def elsewhere_words(view: TableView) -> str:
    """Say who decides while nobody does here; empty if somebody does, or if all wait for the cards."""
    owed = [seat for seat in owing(view) if seat >= 0]
    if not owed or not {*owed}.isdisjoint(own_seats(view)):
        return ""
    return tr(ELSEWHERE, who=listed(seat_title(view.seats[seat].name) for seat in owed))


def _words(view: TableView, seat: Seat, side: tuple[Seat, ...]) -> str:
    title = seat_title(view.seats[seat].name)
    partners = [view.seats[one].called for one in side if one != seat and view.seats[one].called]
    return tr(WITH, seat=title, who=listed(partners)) if partners else title

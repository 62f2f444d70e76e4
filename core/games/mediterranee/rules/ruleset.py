"""The options and the rules they set: players, teams, seats and their order, who opens (§3; R4, R5).

Handicaps are pieces that a state begins without, and cards of the first talon that a seat holds from the beginning.
`without=r:E,k:F1` names states and their pieces, `extra=c:9` seats and values. No piece can be added, since a state has
one name for each of its seven. No card comes from outside, so the cards stay those of one pack.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from core.fault import BadOption, sentence
from core.game import Option
from core.games.mediterranee.board import map_reader
from core.games.mediterranee.board.chart import STATES, Chart
from core.games.mediterranee.board.piece import ARMY, NAMES, PIECES
from core.games.mediterranee.cards import dealer
from core.games.mediterranee.cards.card_face import Faces, opening
from core.option import NONE, entries, handicap, once, written_options

WITHOUT, EXTRA = "without", "extra"

NO_STATE = sentence("{name}: there is no state {text}; there are {allowed}.")
NO_PIECE = sentence("{name}: there is no piece {text}; write one of {allowed}.")
NONE_LEFT = sentence("{name}: {seat} keeps at least one piece.")
NO_SEAT = sentence("{name}: there is no seat {text}; there are {allowed}.")
NO_CARD = sentence("{name}: the first talon has no card {text} for {seat}; its cards are {allowed}.")


def unmanned(value: str) -> frozenset[int]:
    """Give the pieces that are never placed; raise `BadOption`."""
    found = entries(value)
    once(WITHOUT, found)
    for state, piece in found:
        if state not in tuple(STATES):
            raise BadOption(NO_STATE, name=WITHOUT, text=state, allowed=", ".join(STATES))
        if piece not in NAMES:
            raise BadOption(NO_PIECE, name=WITHOUT, text=piece, allowed=", ".join(NAMES))
    return frozenset(STATES.index(state) * ARMY + NAMES.index(piece) for state, piece in found)


def check_armies(names: Iterable[str], armies: Iterable[tuple[int, ...]]) -> None:
    """Refuse a seat without any piece, since it would be out from the beginning; raise `BadOption`."""
    for seat, army in zip(names, armies, strict=True):
        if not army:
            raise BadOption(NONE_LEFT, name=WITHOUT, seat=seat)


def more(names: tuple[str, ...], talon: Faces, value: str) -> tuple[Faces, ...]:
    """Give the cards of the first talon that each seat holds from the beginning; raise `BadOption`."""
    known = {str(face): face for face in talon}
    left = Counter(talon)
    found: list[list[int]] = [[] for _ in names]
    for seat, card in entries(value):
        if seat not in names:
            raise BadOption(NO_SEAT, name=EXTRA, text=seat, allowed=", ".join(names))
        if not left[known.get(card, -1)]:
            allowed = " ".join(map(str, sorted(+left)))
            raise BadOption(NO_CARD, name=EXTRA, text=card, seat=seat, allowed=allowed)
        left[known[card]] -= 1
        found[names.index(seat)].append(known[card])
    return tuple(tuple(sorted(each)) for each in found)


PAIRINGS: Mapping[str, str] = MappingProxyType({"ns": "rk", "ew": "rc", "x": "ra"})
"""The states of Rome's team, in each pairing (§3)."""

ANYONE = "auto"
"""The value of `first` that stands for the first state in map order that may open."""

TOLD = "told"
"""The value of `seed` that says that chance comes from outside."""

PAYMENT, ANY = "payment", "any"
"""The option that says which cards pay for a march, and its default."""

LONGEST_QUIET = 999
HIGHEST_SEED = 2**63 - 1
LONGEST_SCRIPT = 4000
SCRIPT = re.compile(rf"[0-9,;|]{{1,{LONGEST_SCRIPT}}}", re.ASCII)

CANNOT_OPEN = sentence("{name}: {seat} cannot open; of three players one of the allies does: {player}.")
TOO_SMALL = sentence("{name}: not all pieces can stand already, since the map {map} has no city {city}.")


class Scripted(Option):
    """An option that scripts chance: numbers with commas, semicolons and bars, or nothing."""

    __slots__ = ()

    def accepts(self, value: str) -> bool:
        """Tell whether this may be a script; whether it fits the talon is checked when a match begins."""
        return value in self.values or SCRIPT.fullmatch(value) is not None

    @property
    def allowed(self) -> str:
        """The allowed values as words for a sentence."""
        return f"{NONE}, 1,3,5,..."


class Charted(Option):
    """The option that names the map: the shipped one, or the name and digest of another one."""

    __slots__ = ()

    def accepts(self, value: str) -> bool:
        """Tell whether this may name a map; whether the map is known here is checked when a match begins."""
        return value in self.values or map_reader.NAMED.fullmatch(value) is not None


THREE = (("players", "3"),)
STATE_WORDS = (
    ("r", sentence("Rome")),
    ("k", sentence("Constantinople")),
    ("a", sentence("Alexandria")),
    ("c", sentence("Carthage")),
)
OPTIONS: tuple[Option, ...] = (
    Option(
        "players",
        ("4", "2", "3"),
        sentence("Players"),
        purpose=sentence("How many play: always two teams of two states, whoever plays them."),
        words=(
            ("4", sentence("4, each with one state")),
            ("2", sentence("2, each with two states")),
            ("3", sentence("3, one against two")),
        ),
        leading=True,
    ),
    Option(
        "pairing",
        tuple(PAIRINGS),
        sentence("Teams"),
        purpose=sentence("Which states fight side by side, and against which others."),
        words=(
            ("ns", sentence("Rome and Constantinople against Alexandria and Carthage")),
            ("ew", sentence("Rome and Carthage against Constantinople and Alexandria")),
            ("x", sentence("Rome and Alexandria against Constantinople and Carthage")),
        ),
        leading=True,
    ),
    Option(
        "first",
        (ANYONE, *STATES),
        sentence("State that opens"),
        purpose=sentence("Which state plays first. The usual one is Rome, or an ally if there are three players."),
        words=((ANYONE, sentence("the usual one")), *STATE_WORDS),
    ),
    Option(
        "lone",
        tuple(STATES),
        sentence("A state of the player alone"),
        needs=THREE,
        purpose=sentence("With three players, this state and its ally have one player, who is alone against two."),
        words=STATE_WORDS,
        leading=True,
    ),
    Option(
        "match",
        ("no", "yes"),
        sentence("Cards to draw"),
        purpose=sentence("All draw from one talon, or each team from one of its own that is equally strong."),
        words=(("no", sentence("one talon for all")), ("yes", sentence("a talon for each team"))),
    ),
    Option(
        "draw_rounds",
        ("25",),
        sentence("Quiet rounds until a draw"),
        lowest=1,
        highest=LONGEST_QUIET,
        purpose=sentence("So many rounds without a combat and without a lost piece make a draw. Type a number."),
        lasting=True,
    ),
    Option(
        "hold_rounds",
        ("1", "2"),
        sentence("Rounds to hold both capitals"),
        purpose=sentence("How many whole rounds a team must hold both enemy capitals in order to win."),
        lasting=True,
    ),
    Option(
        PAYMENT,
        (ANY, "exact"),
        sentence("Paying for a march"),
        tacit=True,
        purpose=sentence("A forced march costs 3 points or more: in any cards, or only in those that are needed."),
        words=(("any", sentence("any cards worth 3 or more")), ("exact", sentence("no card to spare"))),
    ),
    Option(
        "placement",
        (NONE, "standard"),
        sentence("Setting up"),
        purpose=sentence("Players place their pieces in the first round, or the game begins at once."),
        words=((NONE, sentence("the players place their pieces")), ("standard", sentence("all pieces stand already"))),
        leading=True,
    ),
    Option(
        "partner_talk",
        ("honour", "off", "on"),
        sentence("Talk between partners"),
        purpose=sentence("Whether partners may advise each other, where everybody hears it, or even talk at all."),
        words=(
            ("honour", sentence("free, but no advice, on their honour")),
            ("off", sentence("only the phrases of etiquette")),
            ("on", sentence("everything may be said")),
        ),
    ),
    handicap(
        WITHOUT,
        sentence("Handicap: begins without"),
        "r:E,r:F3",
        sentence("Pieces that a state begins without: the state's letter (r, k, a, c) and the piece, as in {example}."),
    ),
    handicap(
        EXTRA,
        sentence("Handicap: begins with more"),
        "c:7,c:9",
        sentence("Cards of the first talon that a player holds from the beginning, as in {example}."),
    ),
    Charted(
        "map",
        (map_reader.SHIPPED,),
        sentence("Map"),
        form=False,
        purpose=sentence("Which map is played on: the one that comes with the program, or one of your own."),
        words=((map_reader.SHIPPED, sentence("the map of the program")),),
    ),
    Option("seed", (TOLD,), sentence("Seed of chance"), highest=HIGHEST_SEED, form=False, secret=True),
    Scripted("talon", (NONE,), sentence("First talon, top card first"), form=False, secret=True),
    Scripted("packs", (NONE,), sentence("First packets of a match"), form=False, secret=True),
    Scripted("shuffles", (NONE,), sentence("Later talons"), form=False, secret=True),
)
"""Every option in the order of the rules; the first value is the default."""

PRESETS: Mapping[str, Mapping[str, str]] = MappingProxyType({})
"""There are no presets."""

STANDARD = (
    *("NEA", "MAS", "ROM", "ARR", "AQU", "TAR", "ANC"),
    *("MYT", "ATH", "CON", "PHI", "NIC", "SAL", "ANY"),
    *("RHO", "CYR", "ALX", "PEL", "ANT", "BER", "MEM"),
    *("CRL", "GAD", "CAR", "THE", "NOV", "LEP", "CAE"),
)
"""The cities of the fixed array, in the order of the pieces (§13)."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The settled options, in the form in which the rules need them.

    `options` are those that are not secret. `seats` has the states of each seat, ascending, in seat order. `names` has
    their letters. Sides are 0 (the team of Rome) and 1. `sides` is the side of each seat, `teams` that of each state.
    `owner` is the seat of each state. `armies` are the pieces of each seat in the order of placement, `forces` those of
    each side. `citadels` are the capitals of each side. `draws` is how many cards a seat draws in a turn (two for the
    player alone against two, R5). With `exact`, no card of a payment may be to spare (R14). `array` is the fixed array,
    if any. With `hush`, partners have only etiquette in a game; with `advice` they advise each other. By a handicap,
    some pieces are neither in `armies` nor in `forces`, and each seat begins with `more` cards of the first talon.
    """

    options: tuple[tuple[str, str], ...]
    chart: Chart
    seats: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    sides: tuple[int, ...]
    teams: tuple[int, ...]
    owner: tuple[int, ...]
    armies: tuple[tuple[int, ...], ...]
    forces: tuple[tuple[int, ...], tuple[int, ...]]
    citadels: tuple[int, int]
    draws: tuple[int, ...]
    match: bool
    draw_rounds: int
    hold_rounds: int
    exact: bool
    array: tuple[int, ...]
    hush: bool
    advice: bool
    more: tuple[Faces, ...]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def choosers(self) -> tuple[int, ...]:
        """The seats that choose a special card for themselves and their partner: the earlier seat of each team (R7)."""
        return tuple(
            seat
            for seat, side in enumerate(self.sides)
            if side in self.sides[seat + 1 :] and side not in self.sides[:seat]
        )

    def partners(self, seat: int) -> tuple[int, ...]:
        """Give the seats of a seat's team, including itself."""
        return tuple(other for other, side in enumerate(self.sides) if side == self.sides[seat])

    def enemies(self, seat: int) -> tuple[int, ...]:
        """Give the seats of the other team."""
        return tuple(other for other, side in enumerate(self.sides) if side != self.sides[seat])


def rules(options: Mapping[str, str]) -> Rules:
    """Give the rules for a full set of options (`core.option.settle`); raise `BadOption` if they do not fit."""
    return settled(written_options((option for option in OPTIONS if not option.secret), options))


def scripted(options: Mapping[str, str]) -> dict[str, str]:
    """Give the options of chance as the dealer reads them, without those that say nothing."""
    told = {option.name: options[option.name] for option in OPTIONS if option.secret}
    said = {name: "" if value in {NONE, TOLD} else value for name, value in told.items()}
    return {**said, "match": options["match"]}


def check(options: Mapping[str, str]) -> None:
    """Check that the script of the first talon is made of its cards; raise `BadOption` if not."""
    chosen = rules(options)
    _, talon = opening(map(len, chosen.seats), chosen.more)
    dealer.check(scripted(options), talon)


@cache
def settled(options: tuple[tuple[str, str], ...]) -> Rules:
    """Give the rules for the options that are not secret, in the order of `OPTIONS`; raise `BadOption`."""
    chosen = dict(options)
    chart = map_reader.find(chosen["map"])
    north = PAIRINGS[chosen["pairing"]]
    teams = tuple(int(state not in north) for state in STATES)
    seats = _seats(chosen, teams)
    sides = tuple(teams[states[0]] for states in seats)
    names = tuple("".join(STATES[state] for state in states) for states in seats)
    playing = sorted(set(range(PIECES)) - unmanned(chosen.get(WITHOUT, NONE)))
    armies = tuple(tuple(piece for piece in playing if piece // ARMY in states) for states in seats)
    check_armies(names, armies)
    return Rules(
        options=options,
        chart=chart,
        seats=seats,
        names=names,
        sides=sides,
        teams=teams,
        owner=tuple(next(at for at, states in enumerate(seats) if state in states) for state in range(len(STATES))),
        armies=armies,
        forces=_forces(teams, playing),
        citadels=_citadels(chart, teams),
        draws=tuple(2 if len(states) > 1 and len(seats) > 2 else 1 for states in seats),  # noqa: PLR2004 - of three
        match=chosen["match"] == "yes",
        draw_rounds=int(chosen["draw_rounds"]),
        hold_rounds=int(chosen["hold_rounds"]),
        exact=chosen.get(PAYMENT, ANY) != ANY,
        array=_array(chart) if chosen["placement"] == "standard" else (),
        hush=chosen["partner_talk"] == "off" and any(sides.count(side) > 1 for side in (0, 1)),
        advice=chosen["partner_talk"] == "on",
        more=more(names, opening(map(len, seats))[1], chosen.get(EXTRA, NONE)),
    )


def _forces(teams: tuple[int, ...], playing: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, second = (tuple(piece for piece in playing if teams[piece // ARMY] == side) for side in (0, 1))
    return first, second


def _citadels(chart: Chart, teams: tuple[int, ...]) -> tuple[int, int]:
    first, second = (
        sum(1 << city for city, team in zip(chart.capitals, teams, strict=True) if team == side) for side in (0, 1)
    )
    return first, second


def _seats(chosen: Mapping[str, str], teams: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Give the states of each seat, in the order of play (§3)."""
    states = range(len(STATES))
    pairs = [tuple(state for state in states if teams[state] == side) for side in (0, 1)]
    first = chosen["first"]
    opens = 0 if first == ANYONE else STATES.index(first)
    if chosen["players"] == "4":
        return tuple(((opens + step) % len(STATES),) for step in states)
    if chosen["players"] == "2":
        return pairs[teams[opens]], pairs[1 - teams[opens]]
    alone = teams[STATES.index(chosen["lone"])]
    allies = pairs[1 - alone]
    opens = allies[0] if first == ANYONE else opens
    if opens not in allies:
        raise BadOption(CANNOT_OPEN, name="first", seat=first, player=", ".join(STATES[state] for state in allies))
    return (opens,), pairs[alone], (allies[1 - allies.index(opens)],)


def _array(chart: Chart) -> tuple[int, ...]:
    """Give the cities of the fixed array on a map that has them."""
    for piece, city in enumerate(STANDARD):
        at = chart.index.get(city)
        if at is None or not chart.home[piece // ARMY] >> at & 1:
            raise BadOption(TOO_SMALL, name="placement", map=chart.name, city=city)
    return tuple(chart.index[city] for city in STANDARD)

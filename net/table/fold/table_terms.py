"""Terms: what a table agrees on beside the game's own options, and how the rules of two programs are compared."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import lru_cache

from core.chance import HasChance
from core.digest import digest
from core.fault import BadOption, sentence
from core.game import Game, Option
from core.option import settle, told_options
from net.identity.identity import is_pid
from net.table.clocks.time_control import FORMS, read_time_control
from net.table.line.negotiation import FORMS as NEGOTIATION_FORMS
from net.table.line.negotiation import NONE, read_negotiation
from net.table.line.vacation import MOST as MOST_DAYS
from net.table.line.vacation import VacationTerm

NO_VACATION = "0"
"""The term `vacation` of a table without vacation days."""
HONOUR = "honour"
"""The term `flag` of a table without a witness."""
ALLOWED, FORBIDDEN = sentence("allowed"), sentence("forbidden")
TERMS: tuple[Option, ...] = (
    Option(
        "talk",
        ("on", "off"),
        sentence("Table talk"),
        purpose=sentence("Whether the players may talk at the table: all that is said is heard by everybody there."),
        words=(("on", ALLOWED), ("off", FORBIDDEN)),
    ),
    Option(
        "spectators",
        ("yes", "no", "quiet"),
        sentence("Spectators"),
        purpose=sentence("Whether others may watch the game, and whether the players read what they say."),
        words=(
            ("yes", sentence("welcome")),
            ("no", sentence("nobody watches")),
            ("quiet", sentence("not heard by players")),
        ),
    ),
    Option(
        "private",
        ("no", "yes"),
        sentence("Private table"),
        purpose=sentence("Who can come to the table: everybody in the room, or only whom you give its invitation."),
        words=(("no", sentence("no, for all in the room")), ("yes", sentence("yes, by invitation"))),
        leading=True,
    ),
    Option(
        "seats",
        ("chosen", "drawn"),
        sentence("Seats"),
        purpose=sentence("Whether players take the seats they like, or lots are drawn when the game begins."),
        words=(("chosen", sentence("chosen")), ("drawn", sentence("drawn by lot"))),
    ),
    Option(
        "clock",
        ("none", "180+2", "300+5", "900+10", "600/3x30", "1800", "1d", "3d"),
        sentence("Clock"),
        purpose=sentence(
            "Each player's time: for the whole game, with what a decision adds to it, or in days per decision."
        ),
        words=(("none", sentence("no clock")),),
        leading=True,
    ),
    Option(
        "negotiation",
        (NONE, "30", "60", "180", "300", "300/2"),
        sentence("Negotiation"),
        purpose=sentence("Time to talk before a round, while nobody moves. It ends early once everybody is ready."),
        words=(
            (NONE, sentence("no phase of its own")),
            ("30", sentence("30 seconds before each round")),
            ("60", sentence("1 minute before each round")),
            ("180", sentence("3 minutes before each round")),
            ("300", sentence("5 minutes before each round")),
            ("300/2", sentence("5 minutes before every second round")),
        ),
    ),
    Option(
        "vacation",
        (NO_VACATION, "7", "14", "30"),
        sentence("Vacation days"),
        lowest=1,
        highest=MOST_DAYS,
        purpose=sentence("With a clock of days: how many days in all each player may add to their own time."),
        words=((NO_VACATION, sentence("none")),),
    ),
    Option(
        "flag",
        (HONOUR,),
        sentence("Who decides a time-out"),
        purpose=sentence("Whose clock counts when somebody's time is over: the players' own, or a witness's."),
        words=((HONOUR, sentence("the players")),),
        leading=True,
    ),
    Option(
        "patience",
        ("120",),
        sentence("Patience in seconds"),
        lowest=1,
        highest=2_592_000,
        purpose=sentence(
            "How long people wait for whoever does not decide, away or thinking; bots wait on. Type a number."
        ),
    ),
    Option(
        "takebacks",
        ("none", "ask"),
        sentence("Takebacks"),
        lowest=1,
        highest=9999,
        purpose=sentence(
            "Whether a decision can be taken back if all agree, until a card is drawn; type how often at most."
        ),
        words=(("none", FORBIDDEN), ("ask", sentence("if all agree"))),
    ),
    Option(
        "draw",
        ("yes", "no"),
        sentence("Draw offers"),
        purpose=sentence("Whether the players may agree on a draw."),
        words=(("yes", ALLOWED), ("no", FORBIDDEN)),
    ),
    Option(
        "deal",
        ("mental", "local"),
        sentence("How cards are dealt"),
        form=False,
        purpose=sentence("Who shuffles: all programs together, so that nobody knows the cards, or this one alone."),
        words=(("mental", sentence("together, in secret")), ("local", sentence("by one program"))),
    ),
    Option(
        "bots",
        ("yes", "no"),
        sentence("Bots"),
        purpose=sentence("Whether programs may play on seats of this table."),
        words=(("yes", ALLOWED), ("no", FORBIDDEN)),
    ),
)
"""Every term in the order of its form, with the values in use today."""

YOUNGER = frozenset({"negotiation", "vacation"})
"""The terms that came after the first programs that are in use; a genesis names them only with another value."""

WITNESS = "witness:"
"""The prefix of a witness's pid in the term `flag`."""


def _is_pace(text: str) -> bool:
    with suppress(BadOption):
        return read_time_control(text) is not None
    return False


def _is_negotiation(text: str) -> bool:
    with suppress(BadOption):
        return read_negotiation(text) is not None
    return False


FREE: Mapping[str, tuple[Callable[[str], bool], str]] = {
    "clock": (_is_pace, FORMS),
    "negotiation": (_is_negotiation, NEGOTIATION_FORMS),
    "flag": (lambda text: text.startswith(WITNESS) and is_pid(text.removeprefix(WITNESS)), f"{WITNESS}PID"),
}
"""Terms with further values than those of their form: a test for such a value, and how sentences name it."""

UNKNOWN = sentence("A table has no term {text}; it has {allowed}.")
REFUSED = sentence("{name}={text} is not possible; allowed: {allowed}.")
REFUSED_FORMS = sentence("{name}={text} is not possible; allowed: {allowed}, {forms}.")
TOLD = sentence("The cards are told beforehand: that is for deal=local alone.")
NO_DAYS = sentence("vacation={vacation} is for a clock of days, like clock=1d or clock=3d, not for clock={clock}.")
UNTOLD = sentence("With deal=local the cards are told beforehand: give {game} a seed.")
NEITHER = sentence("Neither {game} nor the table has an option {text}; there are {allowed}.")


def settle_terms(given: Mapping[str, str]) -> dict[str, str]:
    """Give every term a value: its default, then what was given; raise `BadOption`."""
    known = {term.name: term for term in TERMS}
    for name, value in given.items():
        if name not in known:
            raise BadOption(UNKNOWN, name=name, text=name, allowed=", ".join(known))
        takes, more = FREE.get(name, (None, ""))
        if known[name].accepts(value) or (takes is not None and takes(value)):
            continue
        template, forms = (REFUSED_FORMS, {"forms": more}) if more else (REFUSED, {})
        raise BadOption(template, name=name, text=value, allowed=known[name].allowed, **forms)
    return {name: given.get(name, term.default) for name, term in known.items()}


def written_terms(terms: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Give settled terms as a genesis writes them: without a younger one that changes nothing.

    So programs that do not know that term yet can sit down too.
    """
    usual = {term.name: term.default for term in TERMS if term.name in YOUNGER}
    return tuple((name, value) for name, value in terms.items() if usual.get(name) != value)


def vacation_term(terms: Mapping[str, str]) -> VacationTerm | None:
    """Read what settled terms say of vacation days; None if there are none."""
    pace = read_time_control(terms["clock"])
    days = int(terms["vacation"])
    return VacationTerm(days, pace.start.period_ms) if days and pace is not None and pace.daily else None


def witness_of(terms: Mapping[str, str]) -> str:
    """Return the pid of the witness that terms name, empty if they name none."""
    return terms["flag"].removeprefix(WITNESS) if terms["flag"].startswith(WITNESS) else ""


def check_terms(game: Game, options: Mapping[str, str], terms: Mapping[str, str]) -> None:
    """Raise `BadOption` if options and terms, both settled, do not agree on who deals, or vacation suits no clock."""
    pace = read_time_control(terms["clock"])
    if terms["vacation"] != NO_VACATION and (pace is None or not pace.daily):
        raise BadOption(NO_DAYS, vacation=terms["vacation"], clock=terms["clock"])
    told, alone = game.dealer(options) is not None, terms["deal"] == "local"
    if told and not alone:
        raise BadOption(TOLD)
    if alone and not told and isinstance(game.start(options), HasChance):
        raise BadOption(UNTOLD, game=game.title)


def sort_out(game: Game, given: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Split what was given into the game's options and the table's terms, both settled; raise `BadOption`."""
    own = {option.name for option in game.options} | {"preset"}
    terms = {term.name for term in TERMS} - own
    for name in given:
        if name not in own and name not in terms:
            allowed = ", ".join(
                [*told_options(game), *(term.name for term in TERMS if term.form and term.name in terms)]
            )
            raise BadOption(NEITHER, game=game.name, name=name, text=name, allowed=allowed)
    options = settle(game, {name: value for name, value in given.items() if name in own})
    return options, settle_terms({name: value for name, value in given.items() if name in terms})


def rules_hash(game: Game) -> bytes:
    """Return the digest (16 bytes) of what a game means: its name, rules version and every option with its values.

    Programs with different digests do not play at one table; equal rules in different source text have equal digests.
    """
    options = tuple(
        (option.name, option.values, option.lowest, option.highest, option.needs) for option in game.options
    )
    return _digest_of(game.name, game.version, options)


@lru_cache(64)
def _digest_of(*rules: Hashable) -> bytes:
    """Hash the rules; cached, because every presence carries the digest and it never changes."""
    return digest(rules)

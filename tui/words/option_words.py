"""Options in words: what one does, what each of its values is called. The codes stay in records and on the wire."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from core.fault import Fault, sentence
from core.game import Option
from core.games import find
from core.option import PRESET, REFUSED, Handicap, entries, placed
from net.table.fold.table_terms import NO_DAYS, TERMS, WITNESS
from tui.i18n.local_letters import lettered
from tui.i18n.piece_letters import PIECES as WAR_PIECES
from tui.i18n.translation import STATES, bare, seat_word, tell, tell_template, tr, word
from tui.words.clock_words import pace_words, phase_words
from tui.words.event_words import piece_word

ALL_RULES = sentence("All rules at once. Each can be changed by itself too; then the rules are your own.")
"""What a preset is for."""
A_WITNESS = sentence("a witness")
"""Who decides a time-out if it is somebody whom the table names by their id."""
ENTRY = sentence("{piece} ({seat})")
"""An entry of a handicap."""
CHANGED = sentence("{title}: {value}")
BAD_HANDICAP = sentence("{title}: “{value}” cannot be read; write it like {example}, or leave it empty.")
BAD_VALUE = sentence("{title}: {value} is not possible; allowed: {allowed}.")
"""What is said on a form of a value that cannot be."""
BAD_DAYS = sentence("{title}: this is for a clock of days, like {example}.")
"""What is said on a form of vacation days beside another clock."""
NAMED = "{name}"
"""What a sentence of the core begins with that refuses the value of an option."""
BOUNDS = sentence("{lowest} to {highest}")
"""The whole numbers that an option allows."""
HANDICAP = sentence("{title} {value}")
"""An option with its value; the title of a handicap leads into its list."""

FORMS = {
    "clock": sentence("BASE, BASE+BONUS, BASE/NxPERIOD (in seconds) or DAYSd"),
    "negotiation": sentence("SECONDS or SECONDS/ROUNDS"),
    "flag": sentence("witness:NAME, of somebody in the room"),
}
"""How further values of a table's terms are written."""
OPTION = sentence("{name}={values}: {title}. {purpose}")
NUMBERS = sentence("{lowest} to {highest}")


def value_words(option: Option, value: str) -> str:
    """Give a value's words in the language in use; plain numbers, and what somebody typed, stay as they are.

    >>> from core.games import find
    >>> moves = next(option for option in find("djambi").options if option.name == "vassal_turns")
    >>> value_words(moves, "merged")
    "in their master's turn"
    """
    told = dict(option.words).get(value)
    if told is not None:
        return tr(told)
    if isinstance(option, Handicap):
        return ", ".join(_entry(seat, piece) for seat, piece in entries(value))
    if option.name == "clock":
        return pace_words(value)
    if option.name == "negotiation":
        return phase_words(value)
    if value.startswith(WITNESS):
        return tr(A_WITNESS)
    return word(value) if value in option.values else value


def _entry(seat: str, piece: str) -> str:
    """Tell whose piece an entry of a handicap names; squares, cards and points stand as they are."""
    if seat in STATES and piece[:1] in WAR_PIECES:
        told = f"{tr(WAR_PIECES[piece[0]])} {lettered(piece)}" if piece[1:] else tr(WAR_PIECES[piece[0]])
    else:
        told = piece_word(piece)
    return tr(ENTRY, piece=told, seat=seat_word(seat))


def changed(options: Iterable[Option], values: Iterable[tuple[str, str]]) -> list[str]:
    """Tell each value that is not the default of its option, with the option's title; nothing of what is secret.

    >>> from core.games import find
    >>> changed(find("djambi").options, (("players", "4"), ("quiet", "20"), ("without", "red:M")))
    ['Deathless turns until a tie: 20', 'Handicap: begins without militant (red)']
    """
    known, told, chosen = {option.name: option for option in options}, [], dict(values)
    for name, written in chosen.items():
        option = known.get(name)
        value = written if option is None else placed(option, written, chosen)
        if option is None:
            told.append(tr(CHANGED, title=name, value=value))
        elif value != option.default and not option.secret:
            template = HANDICAP if isinstance(option, Handicap) else CHANGED
            told.append(tr(template, title=tr(option.title), value=value_words(option, value)))
    return told


def lasting(options: Iterable[Option], values: Mapping[str, str]) -> list[str]:
    """Tell what decides how long a game is, as far as it is as usual; `changed` tells the rest.

    >>> from core.games import find
    >>> lasting(find("megiddo").options, {}), lasting(find("megiddo").options, {"target": "1"})
    (['Points that win the match: 36'], [])
    """
    return [
        tr(CHANGED, title=tr(option.title), value=value_words(option, option.default))
        for option in options
        if option.lasting and values.get(option.name, option.default) == option.default
    ]


def offered(option: Option) -> dict[str, str]:
    """Give the values to choose from with their words: those of the option, then other numbers that have words."""
    more = [value for value, _ in option.words if value not in option.values and option.accepts(value)]
    return {value: value_words(option, value) for value in (*option.values, *more)}


def in_order(labels: dict[str, str]) -> dict[str, str]:
    """Give values with their words as arrows pass them: numbers by size, others as they stand."""
    return dict(sorted(labels.items(), key=lambda one: int(one[0]))) if all(map(str.isdecimal, labels)) else labels


def purpose(option: Option, *, typed: bool = False) -> str:
    """Say in a sentence what an option does; nothing if the option does not tell.

    `typed` gives the example of a handicap as `seats_typed` does.
    """
    if not isinstance(option, Handicap):
        return tr(option.purpose)
    return tr(option.purpose, example=seats_typed(option.example) if typed else option.example)


def options_lines(name: str, *without: str) -> list[str]:
    """Tell a game's options in a line each: codes to type, and their words.

    Those that reveal what is hidden are left out, and those that are named as `without`.
    """
    game = find(name)
    lines = [_told(option) for option in game.options if not (option.secret or option.name in without)]
    presets = [f"{preset} ({word(preset)})" for preset in game.presets]
    rules = tr(OPTION, name=PRESET, values="|".join(presets), title=tr("Rules"), purpose=tr(ALL_RULES))
    return [*lines, rules] if presets else lines


def terms_lines(*without: str) -> list[str]:
    """Tell what a table agrees on beside the rules of the game, in a line each, but for those named as `without`."""
    return [_told(term) for term in TERMS if term.form and term.name not in without]


def _told(option: Option) -> str:
    """Tell what an option does and its values, the usual one first."""
    usual_first = sorted(offered(option).items(), key=lambda one: one[0] != option.default)
    values = [value if words == value else f"{value} ({words})" for value, words in usual_first]
    if isinstance(option, Handicap):
        values.append(option.example)
    elif told_forms := FORMS.get(option.name):
        values.append(tr(told_forms))
    elif option.highest is not None and option.highest - option.lowest >= len(values):
        values.append(tr(NUMBERS, lowest=option.lowest, highest=option.highest))
    told = tr(OPTION, name=option.name, values="|".join(values), title=tr(option.title), purpose=purpose(option))
    return told.rstrip()


def refusal(fault: Fault, fields: Iterable[Option]) -> str:
    """Say on a form with these `fields` what is refused: each by its title, as the person sees it."""
    if fault.template == NO_DAYS:
        vacation = next(term for term in TERMS if term.name == "vacation")
        return tr(BAD_DAYS, title=tr(vacation.title), example=pace_words("1d"))
    option = next((one for one in fields if one.name == fault.fields.get("name")), None)
    if option is None or not fault.template.startswith(NAMED):
        return tell(fault)
    title = tr(option.title)
    if fault.template != REFUSED:
        return tell_template(fault.template, {**fault.fields, "name": title}.items())
    if isinstance(option, Handicap):
        return tr(BAD_HANDICAP, title=title, value=fault.fields["text"], example=seats_typed(option.example))
    allowed = fault.fields["allowed"] if option.highest is None else ", ".join(_allowed(option))
    return tr(BAD_VALUE, title=title, value=fault.fields["text"], allowed=allowed)


def _allowed(option: Option) -> Iterator[str]:
    """Give what an option with bounds allows: the values with words of their own, then the bounds."""
    yield from (value_words(option, value) for value in option.apart)
    yield tr(BOUNDS, lowest=option.lowest, highest=option.highest)


_SEAT = re.compile(r"[^\W\d_]{2,}(?=:)")
"""A seat in a handicap; states and numbers have names of one sign, which every language shares."""


def seats_typed(text: str) -> str:
    """Give a handicap with its seats in the language in use, as people type it into a form.

    >>> from tui.i18n.translation import speaking
    >>> with speaking("fr"):
    ...     seats_typed("white:2.7,white:2.8"), seats_typed("r:E")
    ('blanc:2.7,blanc:2.8', 'r:E')
    """
    return _SEAT.sub(lambda found: seat_word(found[0]), text)


def seats_read(text: str, names: Iterable[str]) -> str:
    """Give a handicap that somebody typed with the names of seats that the rules know.

    >>> from tui.i18n.translation import speaking
    >>> with speaking("fr"):
    ...     seats_read("Blanc:2.7,black:11.7", ("white", "black"))
    'white:2.7,black:11.7'
    """
    known = {bare(seat_word(name)): name for name in names}
    return _SEAT.sub(lambda found: known.get(bare(found[0]), found[0]), text)

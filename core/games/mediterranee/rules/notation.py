"""Read actions (§9, §13). Case, spaces, the first word, and the order of cards or of two pieces are free.

The commonest texts of logs are read at a glance: one piece moves, cards are put down or paid, a card is drawn. All
others are read word by word, with the same result.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, NoReturn

from core.cursor import beginning, bounded
from core.fault import BadNotation, sentence
from core.game import DEALER, Seat, Spot
from core.games.mediterranee.board.piece import EXAMPLE, GONE, INDEX, INFANTRY, TEXTS
from core.games.mediterranee.cards.card_face import EVERY
from core.games.mediterranee.rules import action as words
from core.games.mediterranee.rules.action import CARD, SHUT, UNSEEN, Action, Word
from core.games.mediterranee.rules.phase import SPECIALS, Phase
from core.games.mediterranee.rules.placement_phase import following
from core.games.mediterranee.rules.ruleset import Rules

if TYPE_CHECKING:
    from core.games.mediterranee.rules.state import State


_FACES = {str(face): face for face in EVERY}
_CARDS = {Word.CARDS.value: words.cards, Word.PAY.value: words.pay}
_GOING = {Word.MOVE.value: Word.MOVE, Word.MARCH.value: Word.MARCH}
_DRAW = Word.DRAW.value
_CARDED, _NAMED = 2, 3
"""The number of words in a text about cards, and in one that names what moves or who draws."""


def read_canonical(rules: Rules, text: str) -> Action | None:
    """Read a canonical text of the commonest kinds; None for every other text."""
    parts = text.split(" ")
    if len(parts) == _CARDED:
        return _canonical_cards(parts[0], parts[1])
    if len(parts) != _NAMED:
        return None
    return _drawn(rules, parts[1], parts[2]) if parts[0] == _DRAW else _canonical_leg(rules, *parts)


def _canonical_cards(word: str, text: str) -> Action | None:
    faces = [_FACES.get(face, -1) for face in text.split("+")]
    return _CARDS[word](faces) if word in _CARDS and -1 not in faces else None


def _drawn(rules: Rules, name: str, text: str) -> Action | None:
    face = _FACES.get(text)
    return words.drawn(name, face) if name in rules.names and (face is not None or text == UNSEEN) else None


def _canonical_leg(rules: Rules, word: str, piece: str, leg: str) -> Action | None:
    index, (start, _, end) = rules.chart.index, leg.partition("-")
    known = word in _GOING and piece in INDEX and start in index and end in index
    return Action(_GOING[word], (Spot(start), Spot(end)), (piece,)) if known else None


NOTHING = sentence("There is nothing to read at character {column}: a move looks like move rE ARR-ANC.")
NO_WORD = sentence("No action begins with “{text}” at character {column}: write one of {allowed}.")
NOT_THERE = sentence("No action begins with “{text}” at character {column} now: write one of {allowed}, as in {other}.")
NO_CARD = sentence("“{text}” at character {column} is no card: write 0 to 10, or 15, as in cards 10+4.")
NO_PIECE = sentence("“{text}” at character {column} is no piece: write its state and name, as in rE or {piece}.")
NO_CITY = sentence("“{text}” at character {column} is no city of the map: write its three letters, as in ROM.")
NO_LEG = sentence("A move is written with its cities at character {column}, as in {example}.")
LEG = "rE ARR-ANC"
"""The example where the seat has no move to make now."""
NOT_PAID = sentence("A forced march is paid for first: pay and some cards, as in {example}, then march.")
NOBODY_THERE = sentence("There is no piece in {city} (character {column}).")
NO_SPECIAL = sentence("“{text}” at character {column} is no special card: write treason or sedition.")
NO_SEAT = sentence("There is no seat {text} (character {column}); there are {allowed}.")
NO_NUMBER = sentence("A number was expected at character {column}, not “{text}”.")
ENDS = {
    NO_CARD: sentence("Cards were expected at character {column}: write 0 to 10, or 15, as in cards 10+4."),
    NO_PIECE: sentence("A piece was expected at character {column}: write its state and name, as in rE or {piece}."),
    NO_CITY: sentence("A city was expected at character {column}: write its three letters, as in ROM."),
    NO_SPECIAL: sentence("A special card was expected at character {column}: write treason or sedition."),
    NO_SEAT: sentence("A seat was expected at character {column}; there are {allowed}."),
    NO_NUMBER: sentence("A number was expected at character {column}."),
}
"""What is said instead where the text ends already."""
SURPLUS = sentence("Nothing was expected at character {column}, but there is “{text}”.")

LONGEST = 100
"""No text is longer: a payment with all cards of a game has 93 characters."""

MOST_LEGS = 2
_WORDS = {word.value: word for word in Word}
TOKEN = re.compile(r"[^\s,;+–—-]+|[–—-]")
DASHES = "-–—"


class _Reader:
    """The words of a text, one after the other; dashes are words, plus signs and commas are not."""

    def __init__(self, state: State, seat: int, text: str) -> None:
        self.state, self.seat, self.text = state, seat, text
        self.tokens = TOKEN.findall(text)
        self.place = 0

    @property
    def done(self) -> bool:
        return self.place >= len(self.tokens)

    def column(self, place: int) -> int:
        """Give the column of a word, from 1; past the last word, the column of the end."""
        if place >= len(self.tokens):
            return len(self.text.rstrip()) + 1
        return next(islice(TOKEN.finditer(self.text), place, None)).start() + 1

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self) -> str:
        found = self.next
        self.place += 1
        return found

    def fail(self, template: str, **fields: object) -> NoReturn:
        template = ENDS.get(template, template) if self.done else template
        raise BadNotation(template, **{"text": beginning(self.next), "column": self.column(self.place), **fields})

    def finish(self, action: Action) -> Action:
        if not self.done:
            self.fail(SURPLUS)
        return action

    def city(self) -> Spot:
        name = self.next.upper()
        if name not in self.state.rules.chart.index:
            self.fail(NO_CITY)
        self.place += 1
        return Spot(name)

    def piece(self) -> str:
        """Read a piece if one stands here, else give ""; its kind may also be the first letter of its English name."""
        text = _named(self.next)
        if text not in INDEX:
            return ""
        self.place += 1
        return text

    def faces(self) -> tuple[int, ...]:
        found = []
        while not self.done:
            if not _number(self.next) or int(self.next) not in EVERY:
                self.fail(NO_CARD)
            found.append(int(self.take()))
        if not found:
            self.fail(NO_CARD)
        return tuple(sorted(found))


def parse(state: State, seat: int, text: str) -> Action:
    """Read an action; it need not be legal. Raises `BadNotation`."""
    bounded(text, LONGEST)
    canonical = read_canonical(state.rules, text)
    if canonical is not None:
        return canonical
    reader = _Reader(state, seat, text)
    if reader.done:
        raise BadNotation(NOTHING, column=1)
    word = _WORDS.get(reader.next.lower())
    if word is None:
        return _bare(reader)
    reader.place += 1
    if state.phase is Phase.SPECIAL and word.value in SPECIALS:
        return reader.finish(words.lone(Word.TAKE, word.value))
    return reader.finish(_READ[word](reader, word))


def _named(text: str) -> str:
    """Give the exact notation of a piece that was typed loosely.

    >>> _named("Rf2"), _named("ri2")
    ('rF2', 'rF2')
    """
    return text[:1].lower() + text[1:2].upper().replace("I", INFANTRY) + text[2:].upper()


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len("15")


def _bare(reader: _Reader) -> Action:
    """Read a text without its first word: cards in a combat, a displacement, or the city of the next piece."""
    phase = reader.state.phase
    if _number(reader.next):
        return reader.finish(words.cards(reader.faces()))
    known = reader.next.upper() in reader.state.rules.chart.index
    if not known and _named(reader.next) not in INDEX:
        found = _openings(reader.state, Seat(reader.seat))
        example = next((text for word, text in found.items() if word != Word.SKIP), "")
        reader.fail(NOT_THERE if example else NO_WORD, allowed=", ".join(found or Word), other=example)
    if phase is Phase.PLACE:
        return reader.finish(_place(reader, Word.PLACE))
    if phase is Phase.ORDER:
        return reader.finish(_city(reader, Word.FIGHT))
    return reader.finish(_legs(reader, Word.MARCH if phase is Phase.MARCH else Word.MOVE))


def _openings(state: State, seat: Seat) -> dict[str, str]:
    """Give the words with which an action of a seat may begin now, each with a text that it begins."""
    found, kinds = dict[str, str](), set[str]()
    for first in state.next_spots(seat, ()):
        kind = CARD if first.startswith(CARD) else first if first in _WORDS else ""
        if kind in kinds:
            continue
        kinds.add(kind)
        path: tuple[Spot, ...] = (first,)
        while (action := state.complete(seat, path)) is None and (more := state.next_spots(seat, path)):
            path = (*path, more[0])
        if action is not None:
            found.setdefault(action.word.value, str(action))
    declared = {each.word.value: str(each) for each in state.declarations(seat)}
    return found | {word: text for word, text in declared.items() if word not in found}


def _lone(reader: _Reader, word: Word) -> Action:
    del reader
    return words.lone(word)


def _take(reader: _Reader, word: Word) -> Action:
    name = reader.next.lower()
    if name not in SPECIALS:
        reader.fail(NO_SPECIAL)
    reader.take()
    return words.lone(word, name)


def _place(reader: _Reader, word: Word) -> Action:
    piece = reader.piece()
    if not piece:
        seat = reader.seat if 0 <= reader.seat < reader.state.rules.players else reader.state.seat
        due = following(reader.state, seat)
        if due == GONE:
            reader.fail(NO_PIECE, piece=EXAMPLE)
        piece = TEXTS[due]
    return Action(word, (reader.city(),), (piece,))


def _city(reader: _Reader, word: Word) -> Action:
    return Action(word, (reader.city(),))


def _sedition(reader: _Reader, word: Word) -> Action:
    return Action(word, (Spot(word.value), reader.city()))


def _cards(reader: _Reader, word: Word) -> Action:
    if word is Word.PAY and reader.done:
        _ask_to_pay(reader)
        if reader.state.phase is Phase.MARCH:
            reader.fail(NO_LEG, example=_own_leg(reader), column=len(reader.text) + 1)
    faces = reader.faces()
    return words.pay(faces) if word is Word.PAY else words.cards(faces)


def _legs(reader: _Reader, word: Word) -> Action:
    """Read a displacement; of two pieces, first comes the one whose order is legal."""
    legs: list[tuple[str, Spot, Spot]] = []
    while not reader.done:
        if len(legs) == MOST_LEGS:
            reader.fail(SURPLUS)
        legs.append(_leg(reader))
    if not legs:
        if word is Word.MARCH:
            _ask_to_pay(reader)
        reader.fail(NO_LEG, example=_own_leg(reader))
    head = (Spot(word.value),) if word is Word.TREASON else ()

    def told(order: list[tuple[str, Spot, Spot]]) -> Action:
        path = [spot for _, start, to in order for spot in (start, to)]
        return Action(word, (*head, *path), tuple(name for name, _, _ in order))

    other = told(legs[::-1])
    return other if len(legs) > 1 and reader.state.is_legal(Seat(reader.seat), other) else told(legs)


def _ask_to_pay(reader: _Reader) -> None:
    """Refuse the bare name of a forced march with the lowest payment that the seat could make; nothing without one."""
    state, seat = reader.state, Seat(reader.seat)
    if seat >= 0 and Word.PAY.value in state.next_spots(seat, ()):
        lowest = min(state.cards.exact_payments(seat), key=lambda faces: (sum(faces), faces))
        reader.fail(NOT_PAID, example=words.pay(lowest))


def _own_leg(reader: _Reader) -> str:
    """Give a move that the seat could make now, without its first word."""
    texts = _openings(reader.state, Seat(reader.seat)).values() if reader.seat >= 0 else ()
    return next((text.partition(" ")[2] for text in texts if "-" in text), LEG)


def _leg(reader: _Reader) -> tuple[str, Spot, Spot]:
    name = reader.piece()
    if not name and reader.next.upper() not in reader.state.rules.chart.index:
        reader.fail(NO_PIECE, piece=EXAMPLE)
    place = reader.place
    start = reader.city()
    if not name:
        piece = reader.state.board.on(reader.state.rules.chart.index[start], tuple(range(len(TEXTS))))
        if piece == GONE:
            reader.fail(NOBODY_THERE, city=start, column=reader.column(place))
        name = TEXTS[piece]
    if reader.next and reader.next in DASHES:
        reader.take()
    if reader.done:
        reader.fail(NO_LEG, example=_own_leg(reader))
    return name, start, reader.city()


def _talon(reader: _Reader, word: Word) -> Action:
    del word
    if reader.next.lower() == SHUT:
        reader.take()
        return words.shut()
    return words.talon(_count(reader))


def _packs(reader: _Reader, word: Word) -> Action:
    del word
    return words.packs(_count(reader))


def _count(reader: _Reader) -> int:
    if not _number(reader.next):
        reader.fail(NO_NUMBER)
    return int(reader.take())


def _draw(reader: _Reader, word: Word) -> Action:
    """Read a draw by chance, `draw r 7`, or the offer of a draw, `draw`."""
    if reader.done:
        return words.declare(word)
    name = _name(reader)
    if reader.next == UNSEEN:
        reader.take()
        return words.drawn(name, None)
    if not _number(reader.next) or int(reader.next) not in EVERY:
        reader.fail(NO_CARD)
    return words.drawn(name, int(reader.take()))


def _name(reader: _Reader) -> str:
    names = reader.state.rules.names
    if reader.next.lower() not in names:
        reader.fail(NO_SEAT, allowed=", ".join(names))
    return reader.take().lower()


def _said(reader: _Reader, word: Word) -> Action:
    """Read which seat leaves or returns; without a name, the seat that says so."""
    names = reader.state.rules.names
    if reader.done and reader.seat != DEALER and 0 <= reader.seat < len(names):
        return words.declare(word, names[reader.seat])
    return words.declare(word, _name(reader))


def _resign(reader: _Reader, word: Word) -> Action:
    del reader
    return words.declare(word)


_READ: dict[Word, Callable[[_Reader, Word], Action]] = {
    Word.TAKE: _take,
    Word.PLACE: _place,
    Word.SKIP: _lone,
    Word.MOVE: _legs,
    Word.PAY: _cards,
    Word.MARCH: _legs,
    Word.TREASON: _legs,
    Word.SEDITION: _sedition,
    Word.FIGHT: _city,
    Word.CARDS: _cards,
    Word.SPY: _lone,
    Word.KEEP: _lone,
    Word.TALON: _talon,
    Word.PACKS: _packs,
    Word.DRAW: _draw,
    Word.RESIGN: _resign,
    Word.ABANDON: _said,
    Word.RETURN: _said,
}

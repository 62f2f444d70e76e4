"""Entering an action spot by spot: the choice so far, what may come next, and what typed text means. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice
from os.path import commonprefix
from typing import Any, Self

from core.fault import BadNotation, IllegalAction, sentence
from core.game import Seat, Spot, State
from tui.i18n.action_words import worded
from tui.i18n.local_letters import readings, spelled
from tui.i18n.translation import tr
from tui.words.choice_words import FOLLOWS, LACKS, awaited
from tui.words.combat_words import piece_name
from tui.words.typed_text import BETWEEN, beginnings, by_use, cut_after, is_named, plain, unmarked

NOT_HERE = sentence("{spot} cannot come next.")
NO_PIECE = sentence("You have nothing to move on {spot}.")
CARD_FIRST = sentence("First take a special card, Treason or Sedition.")
NOBODYS = sentence("The piece on {spot} is not yours to move.")
STUCK = sentence("Your piece on {spot} cannot move now.")
FIGHTING = sentence("In {spot} {attacker} attacks {defender}: cards decide it, and no piece moves before that.")

WORDY = re.compile(r"^[a-z]{2,} ")
"""A text that begins with a word (`move rE ARR-ANC`): it cannot be read spot by spot."""

LETTERED = re.compile(r"^[a-z](?=[a-z])")
"""A piece's letter typed in lower case before its spot (`nc3`)."""

SPECIALS = frozenset(("treason", "sedition"))
"""The words that stand for the special cards."""

MARKS, SIGN = "-x:!>", "sign"
"""What may stand before a spot, that of the last part of an action last; the field that refuses a wrong one."""

WORD = re.compile(r"[^\W_]+")
"""What may name a spot in a typed text."""

TYPED = 2000
"""In how many legal actions those that a typed text begins are sought, at each key."""

LOOKAHEAD = 12
"""How many spots an action has at most when one is sought that begins with the choice so far."""


@dataclass(frozen=True, slots=True)
class EntryChoice:
    """The board's marks: spots that may come next, chosen ones, a reach, the last action; `dots`: show targets.

    `inspected` is the spot whose piece has the reach; `ahead` are those of a premove. `trail` are the spots of the last
    round, each with the number of its move and the seat that moved. `hinted` are the spots of advice, `struck` where it
    hits pieces of others, and `advised` is the next of its spots to point at.
    """

    targets: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    reach: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    dots: bool = True
    inspected: str | None = None
    ahead: tuple[str, ...] = ()
    trail: tuple[tuple[str, int, Seat], ...] = ()
    hinted: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    advised: str | None = None


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """A choice in progress: `seat` decides in `state` and has pointed at the spots of `prefix`."""

    state: State[Any]
    seat: Seat
    prefix: tuple[Spot, ...] = ()

    @property
    def targets(self) -> tuple[Spot, ...]:
        """The spots that may come next."""
        return self.state.next_spots(self.seat, self.prefix)

    @property
    def text(self) -> str | None:
        """The canonical text of the choice if it is an action already."""
        action = self.state.complete(self.seat, self.prefix) if self.prefix else None
        return None if action is None else str(action)

    @property
    def unfinished(self) -> bool:
        """Whether a move has its way and still lacks a spot: where a dead piece is laid, for example."""
        return len(self.prefix) > 1 and self.text is None and bool(self.targets)

    @property
    def lacks(self) -> str:
        """What the next cell of a move under way is for, in words; empty where there is nothing to say of it."""
        if len(self.prefix) < 2 or not self.targets:  # noqa: PLR2004 - whence and where to
            return ""
        sign = self._next_sign()
        words = FOLLOWS.get(sign) if self.text is not None else LACKS.get(sign, LACKS[""])
        if words is None:
            return ""
        one, several = words
        return tr(several if len(self.targets) > 1 else one, cell=self.targets[0], n=len(self.targets))

    def _next_sign(self) -> str:
        """Give the sign before the next spot in the text."""
        longer, head = self.preview((*self.prefix, *self.targets[:1])), self.preview(self.prefix)
        return longer[len(head) : len(head) + 1] if longer.startswith(head) else ""

    @property
    def done(self) -> bool:
        """Whether the choice is an action and nothing may come after it."""
        return self.text is not None and not self.targets

    def plays_at(self, spot: str | None) -> bool:
        """Whether pointing at `spot` plays the choice as it is."""
        return self.text is not None and spot == self.prefix[-1] and spot not in self.targets

    def point(self, spot: str) -> Self:
        """Give the choice after pointing at `spot`; raise `IllegalAction` with the reason.

        With one piece picked, pointing at another movable piece picks that one.
        """
        here = Spot(spot)
        if self.rests_on(spot):
            raise awaited(self._next_sign(), self.targets)
        if here in self.targets:
            return replace(self, prefix=(*self.prefix, here))
        if len(self.prefix) == 1 and here in self.state.next_spots(self.seat, ()):
            return replace(self, prefix=(here,))
        raise self._refusal(here)

    def rests_on(self, spot: str) -> bool:
        """Whether `spot` is the last one of a choice that is no action yet and goes on elsewhere."""
        return bool(self.prefix) and spot == self.prefix[-1] and self.text is None and spot not in self.targets

    def back(self) -> Self:
        """Give the choice without its last spot."""
        return replace(self, prefix=self.prefix[:-1])

    def on(self, other: MoveEntry) -> MoveEntry | None:
        """Give this choice in another position, None if it cannot be made there."""
        grown = replace(other, prefix=())
        for spot in self.prefix if self.seat == other.seat else ():
            if spot not in grown.targets:
                return None
            grown = replace(grown, prefix=(*grown.prefix, spot))
        return grown if grown.prefix else None

    def examples(self, count: int) -> tuple[str, ...]:
        """Give the texts of at most `count` actions that begin on different spots, as examples of what to type."""
        found = []
        for spot in replace(self, prefix=()).targets:
            choice = replace(self, prefix=(spot,))
            while choice.text is None and choice.targets and len(choice.prefix) < LOOKAHEAD:
                choice = replace(self, prefix=(*choice.prefix, choice.targets[-1]))
            found += [choice.text] if choice.text else []
        return tuple(spelled(text) for text in found[:: max(1, len(found) // count)][:count])

    def opening(self) -> str:
        """Give the text to type on from: that of the choice, else what all actions that go on from it begin with."""
        if self.spelt or self.text is not None:
            return self.shown()
        found = self._onward(self.prefix)
        common = commonprefix(found)  # noqa: RUF071 - texts, no paths of files
        return spelled(common if len(found) == 1 else common[: max(map(common.rfind, BETWEEN)) + 1])

    def shown(self) -> str:
        """Give the text of the choice so far: that of an action, cut off after its last spot."""
        return spelled(self.preview(self.prefix))

    def preview(self, prefix: tuple[Spot, ...]) -> str:
        """Give the canonical text of any action that begins with `prefix`, cut off after its last spot."""
        if not prefix:
            return ""
        action = self.state.complete(self.seat, prefix)
        if action is not None:
            return str(action)
        longer = prefix
        for _ in range(LOOKAHEAD):
            following = self.state.next_spots(self.seat, longer)
            if not following:
                return "-".join(prefix)
            longer = (*longer, following[0])
            action = self.state.complete(self.seat, longer)
            if action is not None:
                return cut_after(str(action), prefix) if self.spelt else "-".join(prefix)
        return "-".join(prefix)

    @property
    def spelt(self) -> bool:
        """Whether the texts of actions name the spots of their paths. Otherwise they are read as a whole."""
        choice = MoveEntry(self.state, self.seat)
        while choice.targets and not choice.done and len(choice.prefix) < LOOKAHEAD:
            choice = MoveEntry(self.state, self.seat, (*choice.prefix, choice.targets[0]))
        text = choice.text or ""
        return all(spot in text for spot in choice.prefix) and not WORDY.search(text)

    def typed(self, text: str) -> tuple[Self, tuple[Spot, ...]]:
        """Read half-typed text: the longest choice it spells, and the spots that would continue it."""
        choice = replace(self, prefix=())
        if not self.spelt:
            found = self._begun(text)
            whole = len(found) == 1 or any(plain(found[0]) == plain(word) for word in readings(text) if found)
            return (replace(self, prefix=self._path(found[0])) if whole else choice), ()
        words = _words(text, choice.targets)
        for at, name in enumerate(words):
            targets = choice.targets
            word = unmarked(name, targets)
            last = at == len(words) - 1
            longer = tuple(spot for spot in targets if spot.startswith(word))
            if word in targets and not (last and len(longer) > 1):
                choice = replace(self, prefix=(*choice.prefix, Spot(word)))
            elif last:
                return choice, longer
            else:
                return choice, ()
        return choice, choice.targets

    def completions(self, text: str, limit: int = 40) -> tuple[str, ...]:
        """Give what half-typed text could become with one more spot, at most `limit`, declarations included."""
        words = tuple(str(action) for action in self.state.declarations(self.seat))
        said = tuple(word for word in words if text and word.startswith(text))
        if not self.spelt:
            begun = self._begun(text) or self._onward(*self._walked(text)) or self._naming(text)
            shown = beginnings(list(map(spelled, begun)), text)
            return said + tuple(word for word in shown[:limit] if word != text)
        choice, following = self.typed(text)
        grown = tuple(spelled(self.preview((*choice.prefix, spot))) for spot in following)
        near = tuple(word for word in grown if word.casefold().startswith(text.casefold()))
        found = near if near or (text[:1].isupper() and not choice.prefix) else grown
        return said + tuple(word for word in found[:limit] if word != text)

    def whole(self, text: str) -> str:
        """Give the only legal text that the typed text can mean; else `text` as it is.

        That is an unfinished move after a number, or the spots of one without what stands between them.
        """
        if self.spelt:
            return self._unsigned(text)
        text = worded(text)
        found = self._begun(text)
        if len(found) != 1 or plain(text)[-1:].isalpha():
            return text
        try:
            self.state.parse(self.seat, text)
        except BadNotation:
            return text
        return found[0]

    def _unsigned(self, text: str) -> str:
        try:
            action = self.state.parse(self.seat, text)
        except BadNotation:
            choice = self.typed(text)[0]
            read = len(choice.prefix) == len(_words(text, replace(self, prefix=()).targets))
            return choice.text if choice.text and read else text
        bare = len(action.path) > 1 and {*text.lower()}.isdisjoint({*MARKS, *BETWEEN})
        return str(action) if bare and self.state.is_legal(self.seat, action) else text

    def _begun(self, text: str) -> list[str]:
        """Give the legal texts that begin with the typed text, the shortest first; of very many the nearest."""
        begun = tuple(map(plain, readings(text)))
        found = {str(action) for action in islice(self.state.legal(self.seat), TYPED)}
        if len(found) == TYPED:
            found |= self._near(text)
        return sorted((word for word in found if plain(word).startswith(begun)), key=by_use)

    def _naming(self, text: str) -> list[str]:
        """Give the legal texts that go on like the typed one after their first word, or name it as a destination."""
        legal = sorted({str(action) for action in islice(self.state.legal(self.seat), TYPED)}, key=by_use)
        typed = [plain(word) for word in readings(text) if len(plain(word)) > 1]
        return [word for word in legal if any(is_named(one, word) for one in typed)]

    def _walked(self, text: str) -> tuple[tuple[Spot, ...], str]:
        """Read the spots in a typed text, whatever stands between them: the path, and the beginning of the next one."""
        path: tuple[Spot, ...] = ()
        words = WORD.findall(text)
        for at, word in enumerate(words):
            following = self.state.next_spots(self.seat, path)
            found = next((spot for spot in following if spot.casefold() == word.casefold()), None)
            if found is not None:
                path = (*path, found)
            elif at == len(words) - 1:
                return path, word
        return path, ""

    def _onward(self, path: tuple[Spot, ...], begun: str = "") -> list[str]:
        """Give the texts of actions that go on from a path by one spot that begins so, or by as many as are needed."""
        following = [spot for spot in self.state.next_spots(self.seat, path) if plain(spot).startswith(plain(begun))]
        if not path and not begun:
            return []
        found = [str(one) for spot in following if (one := self.state.complete(self.seat, (*path, spot))) is not None]
        if found or not following or len(path) >= LOOKAHEAD:
            return found
        return [text for spot in following for text in self._onward((*path, spot))]

    def _near(self, text: str) -> set[str]:
        """Give the typed text if it is legal, and what it becomes with one more spot."""
        try:
            path = self._path(text)
        except BadNotation:
            return set()
        paths = [path, *((*path, spot) for spot in self.state.next_spots(self.seat, path))]
        return {str(action) for longer in paths if (action := self.state.complete(self.seat, longer)) is not None}

    def _path(self, text: str) -> tuple[Spot, ...]:
        return tuple(self.state.parse(self.seat, text).path)

    def _refusal(self, spot: Spot) -> IllegalAction:
        """Find the reason in the rules for refusing what was pointed at."""
        if not self.prefix:
            return self._first_refusal(spot)
        stem = self.shown()
        misread = IllegalAction(NOT_HERE if self.text is None else self._whose(spot), spot=spot)
        for mark in MARKS if len(self.prefix) == 1 else reversed(MARKS):
            try:
                self.state.play(self.seat, self.state.parse(self.seat, f"{stem}{mark}{spot}"))
            except BadNotation as fault:
                if spot in fault.fields.values():  # about the place, not about how it is written
                    misread = IllegalAction(fault.template, **fault.fields)
            except IllegalAction as reason:
                if SIGN not in reason.fields:
                    return reason
        return misread

    def _first_refusal(self, spot: Spot) -> IllegalAction:
        """Give the reason in the rules if the spot alone would be an action, such as placing a stone."""
        try:
            self.state.play(self.seat, self.state.parse(self.seat, spot))
        except BadNotation:
            pass
        except IllegalAction as reason:
            return reason
        if self.targets and SPECIALS.issuperset(self.targets):
            return IllegalAction(CARD_FIRST)
        return self._fighting() or IllegalAction(self._whose(spot), spot=spot)

    def stuck(self, text: str) -> IllegalAction | None:
        """Say that the own piece on the spot that a typed text begins with cannot move; None if it can, or is none."""
        targets = replace(self, prefix=()).targets
        words = _words(text, targets) if self.spelt else []
        spot = Spot(words[0]) if words else Spot("")
        if not words or spot in targets or self._whose(spot) != STUCK:
            return None
        return self._fighting() or IllegalAction(STUCK, spot=spot)

    def _fighting(self) -> IllegalAction | None:
        """Say that a fight comes first, and which pieces are in it; None without one."""
        cards = self.state.scene(self.seat).cards
        fight = cards.fight if cards is not None else None
        if fight is None:
            return None
        attacker, defender = (piece_name(side.colour, side.letter) for side in (fight.attacker, fight.defender))
        return IllegalAction(FIGHTING, spot=fight.spot, attacker=attacker, defender=defender)

    def _whose(self, spot: Spot) -> str:
        """Tell whether a spot is empty, or has a piece of others, or one's own piece that cannot move."""
        scene = self.state.scene(self.seat)
        pieces = [piece for piece in scene.pieces if piece.spot == spot and piece.owner is not None]
        if not pieces:
            return NO_PIECE
        own = any(self.seat in {piece.owner, piece.commander} for piece in pieces)
        return STUCK if own else NOBODYS


CARD = "card:"
"""The beginning of a card's spot; its face follows."""


def is_card(spot: str) -> bool:
    """Tell whether a spot is a card.

    >>> is_card("card:10"), is_card("ROM")
    (True, False)
    """
    return spot.startswith(CARD)


def _words(text: str, spots: tuple[Spot, ...]) -> list[str]:
    """Give the words of a typed text that may name spots such as these."""
    if any(spot[:1].isupper() for spot in spots[:1]):
        return re.findall(r"[A-Z]+[0-9]*", text.upper())
    return re.findall(r"[a-z]+[0-9]*", LETTERED.sub("", text))

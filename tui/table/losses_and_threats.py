"""The losses of a seat since its last decision, and the threats of the other seats' next moves. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from core.diplomacy.blow import Blow, Deed, pieces_on
from core.fault import sentence
from core.game import Seat, State
from core.games import threat_finder
from core.scene import Atlas
from core.threat import Danger, Threat
from tui.i18n.piece_letters import PIECES as KINDS
from tui.i18n.translation import language, ntr, tr
from tui.table.seat_view import MatchHistory
from tui.words.event_words import piece_word

SPOTS = 4
"""How many spots of pieces taken together are named."""

BACK = 12
"""How many decisions are examined at most."""

NO_THREAT = sentence("Nothing of yours is threatened now.")
KILLED = sentence("{who} has killed your {piece} on {spot}")
KILLED_THERE = sentence("{who} has killed your {piece} in {spot}")
"""The same in a town."""
FOUGHT = sentence("{who} attacks you in {spot}")
TURNED = sentence("{who} turns your {piece} against others in {spot}")
"""A piece of one's own, incited to attack."""
SAID = {
    Danger.KILL: sentence("{who} can kill your {piece} on {spot}"),
    Danger.ATTACK: sentence("{who} can attack your {piece} in {spot}"),
    Danger.ENTER: sentence("{who} can enter your capital {spot}"),
    Danger.LINE: sentence("{who} can fill the line {line} on {spot}"),
    Danger.SUM: sentence("{who} can win by captures on {spot}"),
    Danger.CROSS: sentence("{who} can cross the board to {spot}"),
    Danger.ACROSS: sentence("{who} is across on {spot} and wins next turn unless stopped"),
}
"""The threats in words; captures are counted."""
TO_OTHERS = {
    Danger.KILL: sentence("{who} can kill a piece of {whom} on {spot}: {piece}"),
    Danger.ATTACK: sentence("{who} can attack {whom} in {spot}: {piece}"),
    Danger.ENTER: sentence("{who} can enter {spot}, a capital of {whom}"),
}
"""Those that speak of the threatened seat, for other readers than that seat."""

Named = Callable[[Seat], str]
"""Gives the name of a seat as a face writes it."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A blow that has hit a seat: its author, its place, the letter of the piece, and whether the piece died.

    A piece that is `turned` was made to attack others.
    """

    by: Seat
    spot: str
    piece: str
    deadly: bool
    turned: bool = False


class LossFinder:
    """Finds the dangers that one player is told of. It examines each position once."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._seen: tuple[State[Any], Seat] | None = None
        self._found: tuple[Threat, ...] = ()
        self._risen: tuple[State[Any], Seat] | None = None
        self._new: tuple[Threat, ...] = ()
        self._struck: tuple[State[Any], Seat] | None = None
        self._lost: tuple[Loss, ...] = ()

    def threats(self, game: str, state: State[Any], seat: Seat) -> tuple[Threat, ...]:
        """Give what the others could do to a seat, the gravest first; nothing in a game that cannot say."""
        if self._seen is None or self._seen[0] is not state or self._seen[1] != seat:
            told = threat_finder(game)
            self._seen, self._found = (state, seat), told(state, seat) if told is not None else ()
        return self._found

    def losses(self, chronicle: MatchHistory, seat: Seat) -> tuple[Loss, ...]:
        """Give the blows that have hit a seat since its last decision, in order."""
        state = chronicle.states[-1]
        if self._struck is None or self._struck[0] is not state or self._struck[1] != seat:
            self._struck, self._lost = (state, seat), losses(chronicle, seat)
        return self._lost

    def alarms(self, game: str, state: State[Any], seat: Seat) -> tuple[Threat, ...]:
        """Give the grave ones."""
        return tuple(threat for threat in self.threats(game, state, seat) if threat.grave)

    def risen(self, game: str, chronicle: MatchHistory, seat: Seat) -> tuple[Threat, ...]:
        """Give the threats that are not grave and were not there after the seat's last decision."""
        state = chronicle.states[-1]
        if self._risen is None or self._risen[0] is not state or self._risen[1] != seat:
            ply = next((entry.ply for entry in reversed(chronicle.entries) if entry.seat == seat), 0)
            told = threat_finder(game)
            before = {_key(threat) for threat in told(chronicle.states[ply], seat)} if told is not None else set()
            found = self.threats(game, state, seat)
            self._risen = (state, seat)
            self._new = tuple(threat for threat in found if not threat.grave and _key(threat) not in before)
        return self._new


def _key(threat: Threat) -> tuple[Danger, Seat, str]:
    return threat.danger, threat.by, threat.spot


def losses(chronicle: MatchHistory, seat: Seat) -> tuple[Loss, ...]:
    """Give the blows that have hit a seat since its last decision, in order; none of a game that is over."""
    found: list[Loss] = []
    for entry in reversed(chronicle.entries[-BACK:]):
        if entry.seat == seat or entry.ply in chronicle.ends:
            break
        before, after = chronicle.states[entry.ply - 1 : entry.ply + 1]
        hits = [blow for blow in Deed(entry.ply, entry.seat, entry.effects, before, after).blows if blow.by != seat]
        found[:0] = [_loss(blow, before, after, seat) for blow in hits if seat in blow.victims]
    return tuple(found)


def _loss(blow: Blow, before: State[Any], after: State[Any], seat: Seat) -> Loss:
    """Tell what a blow did to a seat: where two fight, its own piece is meant."""
    fighters = pieces_on(before if blow.deadly else after, blow.spot)
    own = [piece for piece in fighters if seat in {piece.owner, piece.commander}]
    turned = not blow.deadly and len(fighters) > 1 and fighters[-1] in own
    return Loss(blow.by, blow.spot, own[-1].letter if own else "", blow.deadly, turned)


def loss_words(loss: Loss, named: Named, atlas: Atlas | None = None) -> str:
    """Describe a blow."""
    template = (KILLED if atlas is None else KILLED_THERE) if loss.deadly else TURNED if loss.turned else FOUGHT
    return tr(template, who=named(loss.by), piece=own_piece_word(loss.piece, atlas), spot=place_words(loss.spot, atlas))


def losses_words(found: Iterable[Loss], named: Named, atlas: Atlas | None = None) -> list[str]:
    """Describe blows, each once; identical pieces are counted."""
    told: dict[str, None] = {}
    taken: dict[Seat, list[str]] = {}
    for loss in found:
        if loss.piece or not loss.deadly:
            told[loss_words(loss, named, atlas)] = None
        else:
            taken.setdefault(loss.by, []).append(loss.spot)
    for by, spots in taken.items():
        shown = ", ".join(spots[:SPOTS]) + (", …" if spots[SPOTS:] else "")
        counted = ntr(
            "{who} has taken {n} piece of yours ({spots})",
            "{who} has taken {n} pieces of yours ({spots})",
            len(spots),
            who=named(by),
            spots=shown,
        )
        told[counted] = None
    return list(told)


def threat_words(threat: Threat, named: Named, atlas: Atlas | None = None, whom: str = "") -> str:
    """Describe a threat to the reader, or to `whom`, if that is somebody else."""
    who, spot = named(threat.by), place_words(threat.spot, atlas)
    if threat.danger is Danger.CAPTURE:
        return _capture_words(threat.count, who, spot, whom)
    template = TO_OTHERS.get(threat.danger, SAID[threat.danger]) if whom else SAID[threat.danger]
    return tr(template, who=who, whom=whom, spot=spot, piece=own_piece_word(threat.piece, atlas), line=threat.via)


def _capture_words(count: int, who: str, spot: str, whom: str) -> str:
    if whom:
        return ntr(
            "{who} can capture {n} piece of {whom} on {spot}",
            "{who} can capture {n} pieces of {whom} on {spot}",
            count,
            who=who,
            whom=whom,
            spot=spot,
        )
    return ntr(
        "{who} can capture {n} piece of yours on {spot}",
        "{who} can capture {n} pieces of yours on {spot}",
        count,
        who=who,
        spot=spot,
    )


def place_words(spot: str, atlas: Atlas | None) -> str:
    """Name a place: a town by its code and its name."""
    names = {town.spot: town.name(language()) for town in atlas.towns} if atlas else {}
    return f"{spot} {names[spot]}" if spot in names else spot


def own_piece_word(piece: str, atlas: Atlas | None, name: str = "") -> str:
    """Name a piece by its letter or the `name` of its kind; on a map its text gives the kind after its state."""
    kind = piece[1:2] if piece[:1].islower() else piece[:1]
    if atlas is not None and kind in KINDS:
        return tr(KINDS[kind])
    return piece_word(piece, name)

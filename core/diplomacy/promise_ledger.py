"""The ledger of pacts: who promised what to whom, and what has become of it, by the public talk and the public log.

Nothing is enforced and everything is remembered. The rulings of the ledger, which no printed rules have:

* A pact is made when a proposal is accepted; it binds the lines of the log behind that, up to but without turn N.
* A truce is broken by whoever kills, captures or fights a piece of the other's. Else it is kept, to its end or the
  game's. To displace a piece is no breach.
* Who has promised to leave the power keeps it by going himself. In power when turn N begins, he has broken it.
* Who has promised to spare a piece breaks it by killing that piece, wherever it has gone since.
* An attack together is kept once both have struck the target. Who has not when turn N begins has broken it.
* A pact is without object once one of the two is out, or what it was about is gone.
* It is taken back by a public no that answers no standing proposal; that is no breach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from core.diplomacy.blow import Blow, Deed, deeds, pieces_on, spot_after
from core.diplomacy.pact import Fate, Pact, Term, promises
from core.game import Seat, State
from core.match.match import Match
from core.match.transcript import Utterance

__all__ = ["Fate", "Pact", "Term", "judge_pact", "ledger", "ledger_of"]

KING, UNSEAT, OUT = "king", "unseat", "out"
"""The badge of whoever is in power; the effects that he is so no longer, and that a seat has lost its last piece."""


def ledger(match: Match, talk: Iterable[Utterance]) -> tuple[Pact, ...]:
    """Give every pact of a match with what has become of it, in the order in which they were made."""
    said = tuple(talk)
    return ledger_of(match.names, deeds(match), said) if promises(said, match.names) else ()


def ledger_of(names: tuple[str, ...], story: Sequence[Deed], talk: Iterable[Utterance]) -> tuple[Pact, ...]:
    """Give the ledger of a story that is told already."""
    return tuple(judge_pact(pact, names, story) for pact in promises(talk, names))


def judge_pact(pact: Pact, names: tuple[str, ...], story: Sequence[Deed]) -> Pact:
    """Give a pact, made or taken back, with its fate by what was done."""
    judge = TERM_JUDGES[pact.term](pact, names)
    last = min(
        len(story) if pact.line is None else pact.line,
        len(story) if pact.until is None else pact.until - 1,
    )
    if not judge.begin(story):
        return replace(pact, fate=Fate.LAPSED, line=pact.since, by=())
    for deed in story[pact.since : last]:
        verdict = judge.see(deed)
        if verdict is not None:
            return replace(pact, fate=verdict[0], line=deed.number, by=verdict[1])
    if pact.until is not None and len(story) >= pact.until - 1 and (pact.line is None or pact.line >= pact.until - 1):
        verdict = judge.end(story[pact.until - 2].after)
        return replace(pact, fate=verdict[0], line=pact.until - 1, by=verdict[1])
    return pact


Verdict = tuple[Fate, tuple[Seat, ...]]
"""What becomes of a pact, and by whom it is broken."""

KEPT: Verdict = (Fate.KEPT, ())
LAPSED: Verdict = (Fate.LAPSED, ())


class _Truce:
    """The judge of a truce, and what all judges have in common."""

    at_end = KEPT

    def __init__(self, pact: Pact, names: tuple[str, ...]) -> None:
        self.pact, self.names = pact, names

    def begin(self, story: Sequence[Deed]) -> bool:
        """Tell whether the pact has an object when it is made."""
        del story
        return True

    def see(self, deed: Deed) -> Verdict | None:
        """Judge one line of the log; None while it ends nothing."""
        for blow in deed.blows:
            verdict = self.struck(blow)
            if verdict is not None:
                return verdict
        verdict = self.done(deed)
        if verdict is None and self.gone(deed):
            return LAPSED
        return self.at_end if verdict is None and deed.after.outcome is not None else verdict

    def struck(self, blow: Blow) -> Verdict | None:
        """Judge a blow."""
        for one, other in (self.pact.parties, self.pact.parties[::-1]):
            if blow.by == one and other in blow.victims:
                return Fate.BROKEN, (one,)
        return None

    def done(self, deed: Deed) -> Verdict | None:
        """Judge what else a line brings about."""
        del deed
        return None

    def gone(self, deed: Deed) -> bool:
        """Tell whether somebody whom the pact needs is out of the game now."""
        wanted = {self.names[seat] for seat in (*self.pact.parties, self.pact.target) if seat is not None}
        lost = (dict(effect.fields) for effect in deed.effects if effect.key == OUT)
        return any(fields.get("colour", fields.get("seat")) in wanted for fields in lost)

    def end(self, state: State[Any]) -> Verdict:
        """Judge when the turn begins up to which the pact holds."""
        del state
        return KEPT


class _JointAttack(_Truce):
    """The judge of an attack together."""

    at_end = LAPSED

    def __init__(self, pact: Pact, names: tuple[str, ...]) -> None:
        super().__init__(pact, names)
        self.missing = set(pact.parties)

    def struck(self, blow: Blow) -> Verdict | None:
        if self.pact.target in blow.victims:
            self.missing.discard(blow.by)
        return None if self.missing else KEPT

    def end(self, state: State[Any]) -> Verdict:
        del state
        return Fate.BROKEN, tuple(sorted(self.missing))


class _LeavePower(_Truce):
    """The judge of who has promised to leave the power."""

    at_end = LAPSED

    def begin(self, story: Sequence[Deed]) -> bool:
        since = self.pact.since
        state = story[since].before if since < len(story) else story[-1].after if story else None
        return state is None or self._reigns(state)

    def struck(self, blow: Blow) -> Verdict | None:
        del blow
        return None

    def done(self, deed: Deed) -> Verdict | None:
        name = self.names[self.pact.accepter]
        if any(effect.key == UNSEAT and dict(effect.fields)["colour"] == name for effect in deed.effects):
            return KEPT if deed.seat == self.pact.accepter else LAPSED
        return None

    def end(self, state: State[Any]) -> Verdict:
        return (Fate.BROKEN, self.pact.bound) if self._reigns(state) else KEPT

    def _reigns(self, state: State[Any]) -> bool:
        return any(panel.seat == self.pact.accepter and KING in panel.badges for panel in state.scene().seats)


class _Spare(_Truce):
    """The judge of who has promised to spare a piece; it is followed from where it stood when it was asked for."""

    def begin(self, story: Sequence[Deed]) -> bool:
        self.spot = self.pact.spot
        earlier = story[self.pact.proposed : self.pact.since]
        first = story[self.pact.proposed : self.pact.proposed + 1]
        if first and not self._stands(first[0].before):
            return False
        if not first and story and not self._stands(story[-1].after):
            return False
        return all(self.see(deed) is None for deed in earlier)

    def struck(self, blow: Blow) -> Verdict | None:
        if blow.spot != self.spot or not blow.deadly or self.pact.proposer not in {*blow.victims, blow.by}:
            return None
        return (Fate.BROKEN, self.pact.bound) if blow.by == self.pact.accepter else LAPSED

    def done(self, deed: Deed) -> Verdict | None:
        self.spot = spot_after(self.spot, deed)
        lost_sight = deed.seat == self.pact.proposer and not self._stands(deed.after)
        return LAPSED if lost_sight else None

    def _stands(self, state: State[Any]) -> bool:
        return any(self.pact.proposer in {piece.owner, piece.commander} for piece in pieces_on(state, self.spot))


TERM_JUDGES: dict[Term, Callable[[Pact, tuple[str, ...]], _Truce]] = {
    Term.TRUCE: _Truce,
    Term.JOINT_ATTACK: _JointAttack,
    Term.LEAVE_POWER: _LeavePower,
    Term.SPARE: _Spare,
}
"""Who judges what."""

"""The ledger of pacts: who promised what to whom, and what became of it, as the public talk and the public log show.

Nothing is enforced and everything is remembered. No printed rules cover this; these are the rulings of the ledger:

* A pact is made when a proposal is accepted. It binds the lines of the log after that, up to but not including turn N.
  Turns are numbered as people see them: what chance does is no turn, and turn N begins once N - 1 decisions are made.
* A truce is broken by a party that kills, captures or attacks a piece of the other. Otherwise it is kept, to its end or
  to the end of the game. To displace a piece is no breach, nor to win a fight that was on before the truce, or that
  somebody else brought about.
* Where partners play the same pieces, whoever strikes one of them strikes each of the partners.
* A player who has promised to leave the power keeps the promise by leaving. If they are still in power when turn N
  begins, they have broken it.
* A player who has promised to spare a piece breaks the promise by killing that piece, wherever it has gone since. The
  promise has lost its object once that piece attacks a piece of theirs.
* A joint attack is kept once both have struck the target. A party that has not done so when turn N begins has broken
  it.
* A pact has lost its object once one of the two is out of the game, or once what it was about is gone.
* A pact is taken back by a public no that answers no open proposal. That is no breach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from core.diplomacy.blow import Blow, Deed, deeds, holders, pieces_on, spot_after
from core.diplomacy.pact import Fate, Pact, Term, promises
from core.game import Seat, State
from core.match.match import Match
from core.match.transcript import Utterance
from core.match.turn_count import TurnCount

__all__ = ["Fate", "Pact", "Term", "judge_pact", "ledger", "ledger_of"]

KING, UNSEAT, OUT = "king", "unseat", "out"
"""The badge of the seat in power; the effects by which it loses power, and by which a seat loses its last piece."""


def ledger(match: Match, talk: Iterable[Utterance]) -> tuple[Pact, ...]:
    """Give every pact of a match with what became of it, in the order in which they were made."""
    said = tuple(talk)
    return ledger_of(match.names, deeds(match), said) if promises(said, match.names, match.turns) else ()


def ledger_of(names: tuple[str, ...], story: Sequence[Deed], talk: Iterable[Utterance]) -> tuple[Pact, ...]:
    """Give the ledger of a match whose deeds and pacts are already known."""
    turns = TurnCount.of(deed.seat for deed in story)
    return tuple(judge_pact(pact, names, story, turns) for pact in promises(talk, names, turns))


def judge_pact(pact: Pact, names: tuple[str, ...], story: Sequence[Deed], turns: TurnCount) -> Pact:
    """Give a pact, made or taken back, the fate that follows from the deeds, and the turn of it."""
    judged = _judged(pact, names, story, len(story) + 1 if pact.until is None else turns.ply_of(pact.until - 1))
    if judged.fate is Fate.RUNNING or judged.line is None:
        return replace(judged, turn=turns.turn_of(judged.since) + 1)
    if judged.fate is Fate.WITHDRAWN:
        return replace(judged, turn=turns.turn_of(judged.line))
    return replace(judged, turn=turns.turn_at(judged.line))


def _judged(pact: Pact, names: tuple[str, ...], story: Sequence[Deed], end: int) -> Pact:
    """Judge a pact that ends after the line of number `end`, unless something ends it before."""
    judge = TERM_JUDGES[pact.term](pact, names)
    last = min(len(story) if pact.line is None else pact.line, end)
    if not judge.begin(story):
        return replace(pact, fate=Fate.LAPSED, line=pact.since, by=())
    for deed in story[pact.since : last]:
        verdict = judge.see(deed)
        if verdict is not None:
            return replace(pact, fate=verdict[0], line=deed.number, by=verdict[1])
    if len(story) >= end and (pact.line is None or pact.line >= end):
        verdict = judge.end(story[end - 1].after)
        return replace(pact, fate=verdict[0], line=end, by=verdict[1])
    return pact


Verdict = tuple[Fate, tuple[Seat, ...]]
"""What becomes of a pact, and which seats broke it."""

KEPT: Verdict = (Fate.KEPT, ())
LAPSED: Verdict = (Fate.LAPSED, ())


class _Truce:
    """The judge of a truce; the other judges build on it."""

    at_end = KEPT

    def __init__(self, pact: Pact, names: tuple[str, ...]) -> None:
        self.pact, self.names = pact, names

    def begin(self, story: Sequence[Deed]) -> bool:
        """Tell whether the pact has an object when it is made."""
        del story
        return True

    def see(self, deed: Deed) -> Verdict | None:
        """Judge one line of the log; None as long as the pact goes on."""
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
            if not blow.fought and blow.by == one and other in blow.victims:
                return Fate.BROKEN, (one,)
        return None

    def done(self, deed: Deed) -> Verdict | None:
        """Judge the other effects of a line."""
        del deed
        return None

    def gone(self, deed: Deed) -> bool:
        """Tell whether a seat that the pact needs is out of the game now."""
        wanted = {self.names[seat] for seat in (*self.pact.parties, self.pact.target) if seat is not None}
        lost = (dict(effect.fields) for effect in deed.effects if effect.key == OUT)
        return any(fields.get("colour", fields.get("seat")) in wanted for fields in lost)

    def end(self, state: State[Any]) -> Verdict:
        """Judge the pact when its last turn is over."""
        del state
        return KEPT


class _JointAttack(_Truce):
    """The judge of a joint attack."""

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
    """The judge of a promise to leave the power."""

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
    """The judge of a promise to spare a piece; it follows the piece from where it stood when the pact was proposed."""

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
        return LAPSED if lost_sight or any(self._attacks(blow) for blow in deed.blows) else None

    def _attacks(self, blow: Blow) -> bool:
        """Tell whether a blow is the spared piece's own attack on the seat that spares it."""
        met = blow.spot == self.spot and self.pact.accepter in blow.victims
        return met and not blow.deadly and blow.by != self.pact.accepter

    def _stands(self, state: State[Any]) -> bool:
        return self.pact.proposer in holders(state, pieces_on(state, self.spot))


TERM_JUDGES: dict[Term, Callable[[Pact, tuple[str, ...]], _Truce]] = {
    Term.TRUCE: _Truce,
    Term.JOINT_ATTACK: _JointAttack,
    Term.LEAVE_POWER: _LeavePower,
    Term.SPARE: _Spare,
}
"""The judge for each term."""

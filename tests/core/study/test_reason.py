"""Reasons: what speaks for an action, read from the rules: ends, blows, threats that are no more."""

from __future__ import annotations

from core.bots.bot import Look, Thought
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.study.reason import Reason, reason
from core.threat import Danger

FIVE = ("A1", "C3", "A2", "E5", "A3", "B6", "A4", "D1", "A5")
"""The first colour lacks one stone of the radial A, and the second is to move."""


def megiddo(*texts: str, **options: str) -> Match:
    match = Match.new(find("megiddo"), {"players": "2", "target": "1", **options})
    for text in texts:
        match = match.play(text)
    return match


def told(match: Match, *texts: str, proved: bool = False, place: int = 0) -> Reason:
    """Give the reason of one of some actions, as if a thinker had found them in that order."""
    seat = match.state.active[0]
    looks = tuple(
        Look(match.state.parse(seat, text), 0.9 - 0.1 * at, ("F1",) if not at else ()) for at, text in enumerate(texts)
    )
    return reason(match, seat, Thought(looks[-1].action, looks, 7, proved=proved), place)


def test_what_fills_the_gap_averts_the_line() -> None:
    found = told(megiddo(*FIVE), "A6", "F6")
    assert [(threat.danger, threat.by, threat.spot) for threat in found.averted] == [(Danger.LINE, Seat(0), "A6")]
    assert (found.text, found.path, found.line, found.chance) == ("A6", ("A6",), ("F1",), 0.9)
    assert found.outcome is None
    assert not found.only
    assert not found.proved


def test_what_leaves_the_gap_averts_nothing_and_is_proved_no_more_than_the_best() -> None:
    found = told(megiddo(*FIVE), "A6", "F6", proved=True, place=1)
    assert (found.text, found.averted, found.proved) == ("F6", (), False)


def test_a_win_is_told_with_its_end() -> None:
    found = told(megiddo(*FIVE, "F6"), "A6", proved=True)
    assert found.outcome is not None
    assert found.outcome.winners == (Seat(0),)
    assert found.proved
    assert found.averted == ()
    assert [effect.key for effect in found.effects][:2] == ["place", "megiddo"]


def test_a_blow_is_told_with_the_spot_that_it_hits() -> None:
    match = Match.new(find("djambi"), {})
    for text in ("Mc1-d1", "Mg1-f2", "Mg8-f7", "Mc9-d9", "Ab1-c1", "Ah1-g1", "Ph8-d8", "Md9xd8>d6", "Ac1-e3"):
        match = match.play(text)
    found = told(match, "Ag1xd1", "Mf2-f1")
    assert found.struck == ("d1",)
    assert [effect.key for effect in found.effects] == ["move", "kill"]
    assert told(match, "Ag1xd1", "Mf2-f1", place=1).struck == ()


def test_a_thought_without_looks_speaks_for_what_it_chose() -> None:
    match = megiddo(*FIVE)
    found = reason(match, Seat(1), Thought(match.state.parse(Seat(1), "F6"), (), 0))
    assert (found.text, found.chance, found.line) == ("F6", 0.5, ())


def test_the_only_action_is_told_as_such() -> None:
    match = megiddo()
    while match.state.outcome is None and len(list(match.state.legal(match.state.active[0]))) > 1:
        match = match.play(str(max(map(str, match.state.legal(match.state.active[0])), key=lambda text: text[::-1])))
    assert (
        match.state.outcome is not None or told(match, str(next(iter(match.state.legal(match.state.active[0]))))).only
    )

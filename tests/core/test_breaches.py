"""Breaches to come: a line that is not in the log yet is judged as the ledger will judge it."""

from __future__ import annotations

import pytest

from core.diplomacy.blow import Deed, deeds
from core.diplomacy.breach import bound_by, breaches, owed_to
from core.diplomacy.pact import Fate
from core.diplomacy.promise_ledger import ledger
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.transcript import Utterance

LIVING = {"a1": "red C", "i1": "blue C", "i9": "yellow C", "a9": "green C", "c3": "red M", "c5": "blue A"}
KILLS, SPARES = "Mc3xc5>f6", "Mc3-c4"
RED, BLUE = Seat(0), Seat(1)


def said(seat: int, *act: str) -> Utterance:
    """Give what a seat says before the first line."""
    return Utterance(Seat(seat), f"P{seat}", 1 + (act[0] != "propose"), 0, "", act)


def match() -> Match:
    """Give a position where red may kill a piece of blue's."""
    return Match.at_position(find("djambi"), {"options": {"players": "4"}, "turn": "red", "living": LIVING})


def deed(text: str) -> Deed:
    """Give a line of red's as a deed that is not in the log."""
    now = match().state
    action = now.parse(RED, text)
    return Deed(1, RED, now.effects(RED, action), now, now.play(RED, action))


@pytest.mark.parametrize(
    ("talk", "kills", "spares"),
    [
        ([said(0, "propose", "truce", "blue"), said(1, "accept", "truce", "red")], True, False),
        ([said(0, "propose", "truce", "green"), said(3, "accept", "truce", "red")], False, False),
        ([said(1, "propose", "spare", "red", "c5"), said(0, "accept", "spare", "blue")], True, False),
        ([said(0, "propose", "spare", "blue", "c3"), said(1, "accept", "spare", "red")], False, False),
        ([said(3, "propose", "joint-attack", "red", "blue", "2"), said(0, "accept", "green")], False, True),
        ([said(0, "propose", "truce", "blue")], False, False),
    ],
)
def test_only_one_s_own_promises_are_broken(talk: list[Utterance], kills: bool, spares: bool) -> None:  # noqa: FBT001
    game = match()
    pacts = ledger(game, talk)
    for text, breaks in ((KILLS, kills), (SPARES, spares)):
        found = breaches(pacts, game.names, deeds(game), deed(text))
        assert bool(found) is breaks
        after = [pact for pact in ledger(game.play(text), talk) if pact.fate is Fate.BROKEN and RED in pact.by]
        assert [(pact.term, pact.parties) for pact in found] == [(pact.term, pact.parties) for pact in after]


def test_what_is_owed_and_what_is_owed_to_one() -> None:
    truce = [said(0, "propose", "truce", "blue"), said(1, "accept", "truce", "red")]
    spare = [said(0, "propose", "spare", "blue", "c3"), said(1, "accept", "spare", "red")]
    mutual, one_way = ledger(match(), truce), ledger(match(), spare)
    assert bound_by(mutual, RED) == bound_by(mutual, BLUE) == owed_to(mutual, RED) == mutual
    assert (bound_by(one_way, RED), owed_to(one_way, RED)) == ((), one_way)
    assert (bound_by(one_way, BLUE), owed_to(one_way, BLUE)) == (one_way, ())
    assert owed_to(mutual, Seat(2)) == ()
    assert bound_by(ledger(match().play(KILLS), truce), RED) == ()

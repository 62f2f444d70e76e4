"""While the rules close talk, what was proposed before waits: the ledger, the messages and the text mode say so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import TalkLine
from tests.tui.support.journey import ROOM, settled, shown, toasts
from tui.screens.table.pact_screen import PactsScreen
from tui.text.table.pact_teller import pact_lines
from tui.words.talk_hush import BETWEEN_GAMES, NOT_HERE, hush_words

Make = Callable[..., Any]
ASKED = Seat(1)


def megiddo(**options: str) -> Match:
    """Give a match in teams before its first stone, while talk is open."""
    return Match.new(find("megiddo"), {"players": "4", **options})


def proposal(match: Match) -> TalkLine:
    """Give a truce that the first seat proposes to the second."""
    return TalkLine(0, Seat(0), "P0", "Ana", "A truce?", ("propose", "truce", match.names[ASKED]), 0)


async def test_the_ledger_and_the_messages_say_when_it_can_be_answered(make_app: Make) -> None:
    match = megiddo()
    app = make_app(match, hand=(ASKED,))
    async with app.run_test(size=ROOM) as pilot:
        await app.handle.put(replace(app.handle.view, talk=(proposal(match),)))
        await settled(pilot)
        assert toasts(app) == ["d answers what was proposed to you."]
        for _ in range(2):
            await app.handle.put(replace(app.handle.view, match=match.play("C4", Seat(0))))
            await settled(pilot)
        assert toasts(app)[1:] == [BETWEEN_GAMES], "once"
        await settled(pilot, "D")
        assert isinstance(app.screen, PactsScreen)
        sheet = [line.split("│")[1].strip() for line in shown(app).splitlines() if line.count("│") > 1]
        told = " ".join(filter(None, sheet))
        assert "Proposed, without an answer yet" in told
        assert BETWEEN_GAMES in told
        assert "d answers" not in told
        await settled(pilot, "d")
        assert isinstance(app.screen, PactsScreen), "nothing is answered by it"
        await settled(pilot, "D")
        await app.handle.put(replace(app.handle.view, match=match))
        await settled(pilot, "D")
        assert "d answers what was proposed to you." in shown(app)


@pytest.mark.parametrize(("options", "told"), [({}, BETWEEN_GAMES), ({"team_talk": "on"}, "")])
def test_the_text_mode_says_it_below_the_ledger(make_app: Make, options: dict[str, str], told: str) -> None:
    match = megiddo(**options)
    view = replace(make_app(match, hand=(ASKED,)).handle.view, talk=(proposal(match),))
    assert not any(line.startswith("NOTE") for line in pact_lines(view))
    proposer = make_app(match, hand=(0,)).handle.view.seats
    running = replace(view, match=match.play("C4", Seat(0)))
    assert [line for line in pact_lines(running) if line.startswith("NOTE")] == ([f"NOTE {told}"] if told else [])
    assert not any(line.startswith("NOTE") for line in pact_lines(replace(running, seats=proposer)))


def test_whoever_has_a_partner_all_game_long_never_answers(make_app: Make) -> None:
    options = {"players": "3", "partner_talk": "off", "placement": "standard"}
    view = make_app(Match.new(find("mediterranee"), options), hand=(0,)).handle.view
    quiet = [seat for seat in map(Seat, range(3)) if hush_words(view, [seat]) == NOT_HERE]
    assert len(quiet) == 2
    assert not hush_words(view, map(Seat, range(3)))
    assert not hush_words(view, [])

"""Two have left a table of four, and with them the cards that only they could unmask: the others play on without."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.chance import HasTalonClosing
from core.fault import IllegalAction
from core.game import DEALER, Seat
from core.games import find
from core.match.match import Match
from core.match.record import Record, check, read, write
from net.view.table_view import Phase
from tests.net.support.absent_players import Quiet
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.hidden_cards.test_table_mental import log, match_of, step
from tests.net.table.test_table_play import plain, same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def forsaken(seed: int) -> Quiet:
    """Bring four to a table, of whom two of different sides go away one after the other."""
    room = Room.open(4, game=find("mediterranee"), players="4", placement="standard", draw_rounds="3")
    for number in range(4):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    draw, quiet = random.Random(seed), Quiet(room)
    for _ in range(5):
        for number in range(4):
            step(room, draw, number)
        quiet.settle()
    for gone in (0, 2):
        quiet.away.add(gone)
        for _ in range(9):
            quiet.play(draw)
            assert room.view(1).phase is Phase.PLAYING
            assert quiet.wait(), "nobody is waited for, and nothing goes on"
            if f"abandon {match_of(room, 1).names[gone]}" in log(room, 1):
                break
    quiet.play(draw)
    return quiet


@pytest.mark.parametrize("seed", [4, 7])
def test_the_talon_is_closed_and_the_game_goes_on_to_its_end(seed: int) -> None:
    quiet = forsaken(seed)
    room = quiet.room
    assert room.view(1).phase is Phase.OVER
    texts = log(room, 1)
    assert texts.count("talon shut") == 1
    after = texts[texts.index("talon shut") + 1 :]
    assert after, "they played on"
    assert not any(text.startswith(("draw ", "talon")) for text in after)
    back = quiet.back()
    assert same(back)
    assert log(back, 0).count("talon shut") == 1
    events = list(back.events)
    random.Random(seed).shuffle(events)
    assert plain(back.late(events).view) == plain(back.late().view)
    record = Record.of(match_of(back, 1))
    assert check(read(write(record))).digest() == match_of(back, 1).digest()


def opened() -> Match:
    """Give a match whose first draw is owed."""
    return Match.new(find("mediterranee"), {"placement": "standard"}).play("talon 20", DEALER)


def left() -> tuple[Match, Any]:
    """Give the same after somebody has left, and its state."""
    match = opened()
    match = match.play("abandon k", Seat(1))
    return match, match.state


def test_a_talon_is_closed_only_where_a_draw_is_owed_and_somebody_is_gone() -> None:
    state = opened().state
    assert isinstance(state, HasTalonClosing)
    assert state.shut() is None
    assert "talon shut" not in map(str, state.legal(DEALER))
    with pytest.raises(IllegalAction):
        opened().play("talon shut", DEALER)
    _, state = left()
    assert str(state.shut()) == "talon shut"
    assert state.shut() in state.legal(DEALER)
    assert state.complete(DEALER, state.shut().path) == state.shut()


def test_nobody_draws_from_a_talon_that_is_closed() -> None:
    match, before = left()
    shut = match.play("Talon  SHUT", DEALER)
    assert shut.log[-1].text == "talon shut"
    assert [effect.key for effect in before.effects(DEALER, before.shut())] == ["shut"]
    state: Any = shut.state
    assert (state.active, state.coming(8), state.scene().cards.talons) == ((0,), (), ())
    for _ in range(3):
        shut = shut.play("pass")
        assert shut.state.active != (DEALER,)


def test_a_closed_talon_is_kept_in_a_position() -> None:
    match, _ = left()
    state = match.play("talon shut", DEALER).state
    entry: dict[str, Any] = state.to_json()
    game = find("mediterranee")
    assert game.setup(entry) == state
    del entry["deal"]["shut"]
    assert game.setup(entry) != state

"""Threats: what is told is what the others' legal moves would bring about, were it their turn; no more and no less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from core.bots.bot import walk
from core.game import DEALER, Effect, Seat, Turn
from core.games import find, names, threat_finder
from core.match.match import Match
from core.threat import Danger, Threat
from tests.core.support.playouts import dealt
from tests.core.support.positions.djambi_positions import stand
from tests.core.support.positions.epaminondas_positions import stand as phalanx

PLIES = {"djambi": 40, "epaminondas": 90, "mediterranee": 90, "megiddo": 22}


@cache
def middle(game: str) -> Any:  # noqa: ANN401 - a state of any game
    """Give a position in the middle of a random game."""
    rng = Random(5)
    options = {"placement": "standard"} if game == "mediterranee" else {}
    match = Match.new(find(game), options)
    while match.ply < PLIES[game] or match.state.active == (DEALER,) or match.state.sealed:
        seat = match.state.active[0]
        action = dealt(match, rng) if seat == DEALER else walk(match.state, seat, rng)
        match = match.play(str(action), seat)
    return match.state


def told(game: str, state: Any, seat: Seat, *dangers: Danger) -> set[tuple[Seat, str]]:  # noqa: ANN401 - of any game
    found = threat_finder(game)
    assert found is not None
    return {(one.by, one.spot) for one in found(state, seat) if one.danger in dangers}


def deeds(state: Any, seat: Seat) -> Iterator[tuple[Any, list[Effect]]]:  # noqa: ANN401 - of any game
    """Give every legal action with what it brings about before the piece leaves again."""
    for action in state.legal(seat):
        found = list(state.effects(seat, action))
        end = next((at for at, effect in enumerate(found) if effect.key == "exit"), len(found))
        yield action, found[:end]


@pytest.mark.parametrize("game", names())
def test_every_game_tells_its_threats_for_every_seat_and_none_at_its_end(game: str) -> None:
    found = threat_finder(game)
    assert found is not None
    state = middle(game)
    seats = [Seat(seat) for seat in range(len(state.scene().seats))]
    threats = [threat for seat in seats for threat in found(state, seat)]
    spots = {cell.spot for cell in state.scene().cells}
    assert threats
    assert {threat.spot for threat in threats} <= spots
    assert all(threat.by != seat for seat in seats for threat in found(state, seat))
    assert all(found(state, seat) == tuple(sorted(found(state, seat), key=lambda one: not one.grave)) for seat in seats)


def test_there_is_no_lookout_for_a_game_without() -> None:
    assert threat_finder("chess") is None


def test_in_djambi_whoever_could_be_killed_is_told() -> None:
    state = middle("djambi")
    colours = state.rules.colours
    seat = next(Seat(seat) for seat in state.field.active if told("djambi", state, Seat(seat), Danger.KILL))
    could = set()
    for colour, player in enumerate(state.field.command):
        if player in (-1, seat):
            continue
        turn = replace(state, turn=Turn(Seat(player), Seat(colour)))
        for _, effects in deeds(turn, Seat(player)):
            for fields in (dict(effect.fields) for effect in effects if effect.key == "kill"):
                if state.field.command[colours.index(fields["colour"])] == seat:
                    could.add((Seat(player), fields["cell"]))
    assert told("djambi", state, seat, Danger.KILL) == could


def test_a_chief_in_danger_is_grave_and_comes_first() -> None:
    state = stand("a1 red C, c1 red M, i9 blue C, a5 blue A, c5 blue R")
    found = threat_finder("djambi")
    assert found is not None
    chief, militant = found(state, Seat(0))
    assert chief == Threat(Danger.KILL, Seat(1), "a1", "C", via="a5", grave=True)
    assert (militant.spot, militant.piece, militant.grave) == ("c1", "M", False)


def test_in_epaminondas_whatever_could_be_captured_is_told() -> None:
    state = middle("epaminondas")
    for seat in (Seat(0), Seat(1)):
        turn = replace(state, mover=1 - seat)
        could = {(Seat(1 - seat), move.path[1]) for move in turn.legal(Seat(1 - seat)) if move.captured}
        assert told("epaminondas", state, seat, Danger.CAPTURE) == could


def test_who_crosses_wins_unless_he_is_answered() -> None:
    near = phalanx("W 5.5 6.5; B 2.5 9.9")
    ahead = {(Seat(1), spot) for spot in ("1.4", "1.5", "1.6")}
    assert told("epaminondas", near, Seat(0), Danger.CROSS) == ahead
    assert told("epaminondas", near, Seat(0), Danger.ACROSS) == set()
    across = phalanx("W 5.5 6.5; B 1.5 9.9")
    assert told("epaminondas", across, Seat(0), Danger.ACROSS) == {(Seat(1), "1.5")}
    assert told("epaminondas", across, Seat(1), Danger.ACROSS, Danger.CROSS) == set()
    level = phalanx("W 5.5 12.5; B 1.5 9.9")
    assert told("epaminondas", level, Seat(0), Danger.ACROSS) == set()


def test_in_megiddo_lines_and_captures_are_told() -> None:
    state = middle("megiddo")
    for seat in map(Seat, range(state.rules.players)):
        could: dict[str, set[tuple[Seat, str]]] = {"megiddo": set(), "capture": set()}
        for other in map(Seat, range(state.rules.players)):
            turn = replace(state, seat=other)
            for action, effects in deeds(turn, other) if other != seat else ():
                lost = state.stones[seat] & ~turn.step(other, action)[0].stones[seat]
                if lost:
                    could["capture"].add((other, action.path[-1]))
                if any(effect.key == "megiddo" for effect in effects):
                    could["megiddo"].add((other, action.path[-1]))
        assert told("megiddo", state, seat, Danger.CAPTURE) == could["capture"]
        assert told("megiddo", state, seat, Danger.LINE) == could["megiddo"]


def test_a_line_that_lacks_one_stone_is_grave() -> None:
    state = find("megiddo").setup({"board": {"A": "11111.", "B": "0.0..."}})
    found = threat_finder("megiddo")
    assert found is not None
    assert found(state, Seat(0))[0] == Threat(Danger.LINE, Seat(1), "A6", via="A", grave=True)


def test_in_the_mediterranean_the_cities_that_one_step_reaches_are_told() -> None:
    state = middle("mediterranee")
    for seat in map(Seat, range(state.rules.players)):
        mine = {piece.spot for piece in state.scene().pieces if piece.owner == seat}
        could = set()
        for other in map(Seat, state.rules.enemies(seat)):
            turn = replace(state, seat=other, owed=None, battle=None, clashes=())
            for action in turn.legal(other):
                spots = [spot for spot in action.path if spot in mine]
                if action.word == "move" and len(action.path) == 2:
                    could |= {(other, spot) for spot in spots}
        assert told("mediterranee", state, seat, Danger.ATTACK) == could

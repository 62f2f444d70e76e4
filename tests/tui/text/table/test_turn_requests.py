"""Whoever is to decide is told what is asked for where no piece moves, and hears it once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.game import DEALER, Seat
from core.games.mediterranee.rules.phase import Phase
from core.games.mediterranee.rules.state import State
from core.match.match import Match
from core.match.record import check, read
from tests.core.support import card_game
from tests.tui.support.cards_table import LocalTable
from tests.tui.text.test_text_mode import hold
from tui.i18n import translation
from tui.settings.theme import glyphs
from tui.table.sentences.turn_request import yours_words
from tui.text.shell.board_look import BoardLook
from tui.text.table.event_teller import EventTeller

RECORDS = Path(__file__).parents[4] / "core" / "games" / "mediterranee" / "golden"


async def test_a_special_card_is_asked_for_and_its_name_takes_it(parley_home: Path) -> None:
    translation.use("fr")
    asked = ["2", "mediterranee players=4 seed=3", "", "coups", "coups Rome", "treason", "", "sedition", ""]
    said = await hold(parley_home, [*asked, "coups Rome", "quit", "9"])
    turns = [line for line in said if line.startswith("TOUR ")]
    taking = "à vous\u00a0: prenez une carte spéciale, take treason ou take sedition."
    assert [line.partition("\u00a0: ")[2] for line in turns[:2]] == [taking, taking]
    assert "à vous\u00a0: placez bateau rB1, par exemple place rB1 " in turns[2]
    errors = [line for line in said if line.startswith("ERREUR")]
    assert len(errors) == 1, "Rome is where a piece may be placed later"
    assert "treason, sedition" in errors[0]
    assert [line for line in said if line.startswith("COUPS ROM Rome\u00a0: place rB1 ROM")]


@pytest.mark.parametrize("name", ["x", "match"])
def test_every_phase_without_a_move_says_what_it_asks_for(name: str) -> None:
    record = read((RECORDS / f"{name}.record").read_text("utf-8"))
    match, told = check(record), dict[Phase, str]()
    state = Match.fold(match.header, ()).state
    for line in match.log:
        assert isinstance(state, State)
        for seat in state.active:
            if seat != DEALER:
                told.setdefault(state.phase, yours_words(state, seat))
        state = state.play(line.seat, state.parse(line.seat, line.text))
    assert told.pop(Phase.ACT) == "it is yours."
    assert Phase.COMBAT in told
    assert all(words.startswith("it is yours: ") for words in told.values()), told


def of_a_spy(name: str) -> tuple[State, Seat]:
    """Give a position in which a seat has to say spy or keep, and the seat."""
    record = read((RECORDS / f"{name}.record").read_text("utf-8"))
    match = check(record)
    at = next(at for at, line in enumerate(match.log) if line.text in {"spy", "keep"})
    state = Match.fold(match.header, match.log[:at]).state
    assert isinstance(state, State)
    return state, match.log[at].seat


@pytest.mark.parametrize("name", ["x", "match-quiet", "ew-array", "three-array", "two"])
def test_a_spy_is_asked_for_with_how_the_fight_stands(name: str) -> None:
    state, seat = of_a_spy(name)
    cards = state.scene(seat).cards
    assert cards is not None
    assert cards.fight is not None
    sides = (cards.fight.attacker, cards.fight.defender)
    told = yours_words(state, seat)
    assert told.startswith("it is yours: declare a spy (spy) or keep your cards (keep); in ")
    attack, defence = ("your attack", "the defence") if sides[0].seat == seat else ("the attack", "your defence")
    assert told.endswith(f" {attack} has {sides[0].total}, {defence} {sides[1].total}.")
    translation.use("fr")
    assert "annoncez un espion (spy) ou gardez vos cartes (keep)\u00a0; " in yours_words(state, seat)


def test_the_two_words_are_explained_where_moves_are_listed() -> None:
    state, seat = of_a_spy("x")
    look = BoardLook(state.scene(seat), state, glyphs("unicode"))
    (line,) = look.beginnings(seat)
    assert line.startswith("MOVES from spy (you ")
    assert ", keep (your cards " in line
    assert look.moves(seat, "spy") == ["MOVES spy: spy"]


def test_what_is_decided_in_secret_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)
    table, teller = LocalTable(hands=(1,)), EventTeller()
    assert table.view.match is not None
    teller.news(table.view)
    fought = table.view.match.play("fight", Seat(0)).deal()
    view = replace(table.view, match=fought)
    assert [line for line in teller.news(view) if line.startswith("TURN")]
    sealed = replace(view, match=fought.seal("lay 6", Seat(0)))
    assert not [line for line in teller.news(sealed) if line.startswith("TURN")]


def test_the_end_of_a_pause_is_told_and_whose_turn_it_is_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)
    table, teller = LocalTable(hands=(0,)), EventTeller(plain=True)
    teller.news(table.view)
    assert teller.news(replace(table.view, paused=True)) == []
    told = teller.news(replace(table.view, resumed=True))
    assert told[0] == "NOTE The pause is over."
    assert told[1].startswith("TURN ")
    assert teller.news(replace(table.view, resumed=True)) == []

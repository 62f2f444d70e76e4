"""Hints: their sentences, where they may be asked for, and the way of one over the screen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import ClassVar

import pytest

from core.bots.bot import Look, Thought
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.study.reason import reason
from net.view.table_view import Phase, TableView
from tests.tui.support.journey import ROOM, Make, settled, shown, toasts
from tui.bots import bot_process
from tui.i18n import translation
from tui.screens.frame.dialog import TextDialog
from tui.settings.theme import glyphs
from tui.table.hint import (
    AGAINST_PEOPLE,
    NOT_NOW,
    Hint,
    best_words,
    choice_words,
    hint_refusal,
    hint_words,
    seat_to_advise,
)
from tui.table.player_desk import PlayerDesk
from tui.table.seat_names import called, scene_glyphs
from tui.widgets.board_view import BoardView

HERE = "parley://memory/solo#AAECAwQFBgcICQoLDA0ODw"
FIVE = ("A1", "C3", "A2", "E5", "A3", "B6", "A4", "D1", "A5")
THREATENED = ("D4", "E1", "E3", "F6", "F1", "A1", "F4", "B6", "C2", "A6", "E6", "D6", "E5", "C1", "B1", "C3")
DJAMBI = ("Mc1-d1", "Mg1-f2", "Mg8-f7", "Mc9-d9", "Ab1-c1", "Ah1-g1", "Ph8-d8", "Md9xd8>d6", "Ac1-e3")


def played(game: str, *texts: str, **options: str) -> Match:
    match = Match.new(find(game), options)
    translation.call(called(game, match.header.options))
    for text in texts:
        match = match.play(text)
    return match


def hinted(match: Match, *told: tuple[str, float, tuple[str, ...]], proved: bool = False) -> Hint:
    seat = match.state.active[0]
    looks = tuple(Look(match.state.parse(seat, text), chance, line) for text, chance, line in told)
    thought = Thought(looks[0].action, looks, 1, proved=proved)
    return Hint(seat, match.log, tuple(reason(match, seat, thought, at) for at in range(len(looks))))


def said(match: Match, *told: tuple[str, float, tuple[str, ...]], proved: bool = False) -> str:
    return hint_words(hinted(match, *told, proved=proved), match.names, glyphs("unicode"))


def test_reasons_are_facts_of_the_rules() -> None:
    megiddo = played("megiddo", *FIVE, players="2", target="1")
    assert said(megiddo, ("A6", 0.62, ("F1", "B2"))) == (
        "Hint: A6 (62 % to win), averts a threat: Red can fill the line A on A6; expected after it: F1, B2."
    )
    assert (
        said(megiddo, ("F6", 0.0, ("A6",)), proved=True)
        == "Hint: F6 (0 % to win), every action loses now; expected after it: A6."
    )
    assert said(megiddo.play("F6"), ("A6", 1.0, ()), proved=True) == (
        "Hint: A6 (100 % to win), wins the game: a megiddo; megiddo A, points 6 : 0."
    )
    assert said(played("megiddo", players="2"), ("C3", 0.5, ())) == (
        "Hint: C3 (50 % to win), your stones stand in 4 lines that are open to you alone."
    )
    field = played("epaminondas")
    assert said(field, ("2.1.2N2", 0.51, ("11.1.1S1",))) == (
        "Hint: 2.1.2N2 (51 % to win), a phalanx of 2 goes to 4.1, its rear piece from 1.1; expected after it: 11.1.1S1."
    )
    djambi = played("djambi", *DJAMBI)
    assert said(djambi, ("Ag1xd1", 0.31, ("Ca1xd1>c6",))) == (
        "Hint: Ag1xd1 (31 % to win), kills militant ● red on d1; expected after it: Ca1xd1>c6."
    )
    hint = hinted(djambi, ("Ag1xd1", 0.31, ()), ("Mf2-f1", 0.2, ()))
    assert choice_words(hint, hint.reasons[1], djambi.names, glyphs("ascii")) == "Mf2-f1 (20 %), not quite as good."


def test_a_stone_that_does_nothing_at_once_is_advised_for_what_it_makes_better() -> None:
    """In Megiddo that are most hints: the player reads why there, not the expected moves alone."""
    own = played("megiddo", "A1", "C3", players="2")
    assert (
        said(own, ("A2", 0.55, ("B4",)))
        == "Hint: A2 (55 % to win), your longest open line has 2 stones; expected after it: B4."
    )
    against = hinted(played("megiddo", "A1", "C3", "A2", players="2"), ("A5", 0.45, ()))
    assert hint_words(against, ("red", "blue"), glyphs("unicode")) == (
        "Hint: A5 (45 % to win), shortens the longest open line against you to 1 stone."
    )
    assert best_words(hinted(own, ("A2", 0.55, ())), own.names, glyphs("ascii")) == (
        "A2 (55 % to win), your longest open line has 2 stones."
    )


def test_a_greater_chance_that_is_not_the_hint_is_explained() -> None:
    """Whoever reads both chances asks why the one with less is the hint."""
    match = played("megiddo", "A1", "C3", players="2")
    hint = hinted(match, ("A2", 0.51, ()), ("E1", 0.55, ()), ("F4", 0.51, ()))
    told = [choice_words(hint, one, match.names, glyphs("ascii")) for one in hint.reasons[1:]]
    assert told[0].startswith("E1 (55 %), ")
    assert told[0].endswith("tried too rarely to be sure.")
    assert "rarely" not in told[1]
    djambi = played("djambi", *DJAMBI)
    hint = hinted(djambi, ("Mf2-f1", 0.2, ()), ("Ag1xd1", 0.31, ()), ("Mf2-f4", 0.25, ()))
    assert choice_words(hint, hint.reasons[2], djambi.names, glyphs("ascii")) == (
        "Mf2-f4 (25 %), looked at less closely, or good for others too."
    )
    assert best_words(hint, djambi.names, glyphs("ascii")) == "Mf2-f1 (20 % to win), the surest that was found."


def test_what_is_typed_stands_alone_before_its_name_on_the_screen() -> None:
    """A forced march is `pay` in the notation: the reader of a hint looks for the name on the row below the map.

    By ear nothing tells where a move ends but the parenthesis with its chance.
    """
    options = {"players": "2", "placement": "standard", "seed": "3"}
    match = Match.new(find("mediterranee"), options).deal()
    pay = next(str(action) for action in match.state.legal(Seat(0)) if str(action).startswith("pay "))
    shown_words = hint_words(hinted(match, (pay, 0.5, ()), ("pass", 0.5, ())), match.names, glyphs("unicode"))
    assert shown_words.startswith(f"Hint: {pay} (50 % to win), “Forced march”; ")
    led = hint_words(hinted(match, (pay, 0.5, ())), match.names, glyphs("unicode"), keys=True)
    assert led.startswith(f"Hint (+): {pay} (50 % to win), “Forced march”; "), "Tab leads to the board alone"
    word = replace(hinted(match, (pay, 0.5, ())), betrayed=(Seat(1),))
    assert hint_words(word, match.names, glyphs("unicode"), keys=True).startswith(
        "Hint (+), but it breaks your word to "
    )
    with translation.speaking("fr"):
        shown_words = hint_words(hinted(match, (pay, 0.5, ())), match.names, glyphs("unicode"))
        assert shown_words.startswith(
            f"Indice\xa0: {pay} (50\xa0% de chances de gagner), «\xa0Marche forcée\xa0»\xa0; "
        )
    passing = hinted(match, ("pass", 0.5, ()))
    assert hint_words(passing, match.names, glyphs("unicode")).startswith("Hint: pass (")
    assert hint_words(passing, match.names, glyphs("unicode"), keys=True).startswith("Hint (p): pass (")


@pytest.mark.parametrize(("word", "key"), [("treason", "T"), ("sedition", "S")])
def test_a_hint_to_take_a_special_card_names_the_key_that_takes_it(word: str, key: str) -> None:
    match = Match.new(find("mediterranee"), {"players": "4", "seed": "3"}).deal()
    hint = hinted(match, (f"take {word}", 0.5, ()))
    assert hint_words(hint, match.names, glyphs("unicode"), keys=True).startswith(f"Hint ({key}): take {word} (50 %")
    assert hint_words(hint, match.names, glyphs("unicode")).startswith(f"Hint: take {word} (")
    betrayal = hint_words(replace(hint, betrayed=(Seat(1),)), match.names, glyphs("unicode"), keys=True)
    assert betrayal.startswith(f"Hint ({key}), but it breaks your word to ")


def test_a_town_is_named_behind_its_code() -> None:
    """The map shows names: a code alone sends the reader of a hint searching."""
    match = Match.new(find("mediterranee"), {"players": "2", "seed": "3"}).deal()
    hint, letters = hinted(match, ("place rB1 BRU", 0.5, ())), scene_glyphs("ascii", match.state.scene())
    assert hint_words(hint, match.names, letters) == "Hint: place rB1 BRU (50 % to win), boat rB1 in Brindisi."
    with translation.speaking("fr"):
        assert "(50\xa0% de chances de gagner), bateau rB1 à Brindes." in hint_words(hint, match.names, letters)


def test_nothing_is_called_certain_that_is_not_proved() -> None:
    """A chance that a search only estimates is neither 100 % nor 0 %; where cards are hidden, it is less sure yet."""
    megiddo = played("megiddo", *FIVE, players="2", target="1")
    assert said(megiddo, ("A6", 1.0, ())).startswith("Hint: A6 (99 % to win), ")
    assert said(megiddo, ("A6", 0.001, ())).startswith("Hint: A6 (1 % to win), ")
    hint = hinted(megiddo, ("F6", 0.0, ()), ("F5", 0.0, ()), proved=True)
    assert [choice_words(hint, one, megiddo.names, glyphs("ascii")) for one in hint.reasons] == [
        "F6 (0 %), every action loses now.",
        "F5 (0 %), every action loses now.",
    ]
    dealt = Match.new(find("mediterranee"), {"players": "2", "placement": "standard", "seed": "3"}).deal()
    told = {chance: said(dealt, ("pass", chance, ())) for chance in (1.0, 0.95, 0.05, 0.0)}
    beyond = "; cards that you do not see may change that."
    assert told[1.0].startswith("Hint: pass (more than 95 % to win), ")
    assert told[1.0].endswith(beyond)
    assert told[0.0].startswith("Hint: pass (less than 5 % to win), ")
    assert told[0.0].endswith(beyond)
    assert [("(95 % to win)" in told[0.95]), ("(5 % to win)" in told[0.05])] == [True, True]
    assert not told[0.95].endswith(beyond)


def alone(view: TableView) -> TableView:
    """Give the table as one of this machine alone, played on the second seat."""
    seats = tuple(replace(seat, pid="P0", bot="" if seat.seat == 1 else "greedy") for seat in view.seats)
    return replace(view, seats=tuple(replace(seat, mine=True) for seat in seats))


def test_nobody_asks_where_others_play(make_app: Make) -> None:
    view = make_app(played("megiddo", *FIVE, players="2"), hand=(1,)).handle.view
    solo = alone(view)
    assert hint_refusal(solo, HERE) is None
    assert seat_to_advise(solo) == Seat(1)
    for other, at in ((solo, view.invitation), (view, HERE)):
        fault = hint_refusal(other, at)
        assert fault is not None
        assert fault.template == AGAINST_PEOPLE
    for other in (replace(solo, phase=Phase.OVER), replace(solo, match=played("megiddo", players="2"))):
        fault = hint_refusal(other, HERE)
        assert fault is not None
        assert fault.template == NOT_NOW


def test_a_hint_is_for_one_seat_and_one_position(make_app: Make) -> None:
    """Where a decision is made in secret the log stays as it is, and the screen is passed on."""
    match = played("megiddo", *FIVE, players="2", target="1")
    view = alone(make_app(match, hand=(1,)).handle.view)
    desk = PlayerDesk()

    def advised(then: TableView) -> tuple[str, ...]:
        desk.take(view)
        desk.hint = hinted(match, ("A6", 0.6, ()))
        assert desk.pick().hinted == ("A6",)
        desk.take(then)
        return desk.pick().hinted

    assert advised(replace(view, paused=False)) == ("A6",)
    assert advised(replace(view, seats=tuple(replace(seat, mine=False) for seat in view.seats))) == ()
    assert advised(replace(view, match=match.play("F6"))) == ()


class Endless(bot_process.BotProcess):
    """A bot that thinks for ever; `ended` tells how often it was stopped."""

    ended: ClassVar[list[str]] = []

    async def start(self) -> None:
        """Start nothing."""

    async def close(self) -> None:
        """Take note."""
        self.ended.append(self.program)

    async def consider(
        self, match: Match, seat: Seat, seed: int = 0, looks: int = 1, nodes: int | None = None
    ) -> Thought:
        """Think for ever."""
        del match, seat, seed, looks, nodes
        await asyncio.Event().wait()
        raise AssertionError


async def test_a_hint_is_marked_told_read_in_full_and_put_away(make_app: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(played("megiddo", *FIVE, players="2", target="1"), hand=(1,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "H")
        assert "There are no hints where others play" in toasts(app)[-1]
        monkeypatch.setattr(type(app.handle), "invitation", HERE)
        await app.handle.put(alone(app.handle.view))
        await settled(pilot)
        table, board = app.table, app.table.query_one(BoardView)
        with monkeypatch.context() as patch:
            patch.setattr(bot_process, "BotProcess", Endless)
            await settled(pilot, "H", "down", "escape")
            assert Endless.ended == ["4"]
        await settled(pilot, "H")
        for _ in range(2000):
            if table.desk.hint is not None:
                break
            await asyncio.sleep(0.01)
        await settled(pilot)
        assert "Hint (Tab): A6 (" in shown(app)
        assert "averts a threat: Red can fill the line A on A6" in shown(app)
        assert board.picture.marks.selected is None, "a hint is not framed as the cursor and the choice are"
        assert board.picture.marks.staged == {"A6"}
        await settled(pilot, "tab")
        assert board.cursor == "A6", "Tab leads to what is advised, then on among all that may be chosen"
        await settled(pilot, "tab")
        assert board.cursor not in {None, "A6"}
        await settled(pilot, "shift+tab")
        assert board.cursor == "A6"
        table.desk.hint = hinted(app.handle.view.match, ("A6", 0.6, ()), ("F6", 0.1, ("A6",)))
        await settled(pilot, "H")
        leaf = app.screen
        assert isinstance(leaf, TextDialog)
        rows = [row.plain for row in leaf._rows]
        left = "but it leaves a threat: Red can fill the line A on A6"
        assert rows[2:] == [
            "Also looked at:",
            f"F6 (10 %), your longest open line has 2 stones; {left}; expected after it: A6.",
        ]
        await settled(pilot, "escape", "escape")
        assert "Hint (Tab)" not in shown(app)
        assert not board.picture.marks.staged
        table.desk.hint = hinted(app.handle.view.match, ("A6", 0.6, ()))
        board.move_to("A6")
        await settled(pilot, "enter")
        assert app.handle.calls[-1] == ("play", 1, "A6")
        assert table.desk.hint is None


async def test_a_hint_is_followed_with_tab_and_enter(make_app: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its mark and its line stay until the move is made; Tab goes to its piece, then to its target before any other."""
    app = make_app(played("djambi", *DJAMBI), hand=(1,))
    monkeypatch.setattr(type(app.handle), "invitation", HERE)
    async with app.run_test(size=ROOM) as pilot:
        await app.handle.put(alone(app.handle.view))
        table, board = app.table, app.table.query_one(BoardView)
        table.desk.hint = hinted(app.handle.view.match, ("Mf2-f4", 0.6, ()))
        table._mark()
        await settled(pilot, "tab")
        assert board.cursor == "f2"
        await settled(pilot, "enter")
        assert (table.desk.pick().chosen, board.picture.marks.staged) == (("f2",), {"f2", "f4"})
        assert "Hint (Tab): Mf2-f4 (" in shown(app)
        await settled(pilot, "tab")
        assert board.cursor == "f4"
        await settled(pilot, "tab", "escape")
        assert table.desk.pick().hinted == ("f2", "f4"), "Esc takes the choice back first"
        table.desk.point("g1")
        table._mark()
        assert not table.desk.pick().hinted, "another piece is chosen"
        await settled(pilot, "H")
        assert (table.desk.pick().chosen, table.desk.pick().hinted) == ((), ("f2", "f4")), "H shows it again"
        await settled(pilot, "escape")
        assert table.desk.hint is None


async def test_a_hint_to_pay_names_the_key_until_it_is_pressed(make_app: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tab goes to the pieces on the map, which have nothing to do with cards."""
    options = {"players": "2", "placement": "standard", "seed": "3"}
    match = Match.new(find("mediterranee"), options).deal()
    (seat,) = match.state.active
    pay = next(str(action) for action in match.state.legal(seat) if str(action).startswith("pay "))
    app = make_app(match, hand=(seat,))
    monkeypatch.setattr(type(app.handle), "invitation", HERE)
    async with app.run_test(size=ROOM) as pilot:
        app.table.desk.hint = hinted(app.handle.view.match, (pay, 0.6, ()))
        app.table._mark()
        await settled(pilot)
        assert f"Hint (+): {pay}" in shown(app)
        await settled(pilot, "plus")
        assert f"Hint: {pay}" in shown(app), "it stays while the cards are picked"


def test_a_hint_that_leaves_a_grave_threat_says_so() -> None:
    """Blue may fill a line at once: whoever has read that above wants to know that the hint does not parry it."""
    match = played("megiddo", *THREATENED)
    told = said(match, ("A2", 0.36, ("B2",)), ("B2", 0.32, ()))
    assert told == (
        "Hint: A2 (36 % to win), your longest open line has 3 stones; "
        "but it leaves a threat: Blue can fill the line A1-F6 on B2; expected after it: B2."
    )
    hint = hinted(match, ("B2", 0.4, ()), ("A2", 0.3, ()))
    best = best_words(hint, match.names, glyphs("unicode"))
    assert "averts a threat" in best
    assert "leaves" not in best
    assert "but it leaves a threat" in choice_words(hint, hint.reasons[1], match.names, glyphs("unicode"))

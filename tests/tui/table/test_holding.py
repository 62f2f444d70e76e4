"""Holding cards: picks by key and place, the texts that lay them down, what is asked for."""

from __future__ import annotations

import pytest

from core.game import Seat
from core.scene import Fight, Side, Stage
from tests.core.support.positions.mediterranee_positions import stand
from tui.i18n import translation
from tui.settings import theme
from tui.table.move_entry import MoveEntry
from tui.widgets.chips import Chips
from tui.widgets.fight_bar import Bout, fight_chips
from tui.widgets.hand_bar import LAY, WORD
from tui.widgets.hand_selection import HandSelection
from tui.widgets.text_style import TextStyle
from tui.words.combat_words import duty, face_word, side_state, side_words

HAND = (0, 0, 2, 4, 10, 15)


def pressed(holding: HandSelection, keys: str) -> HandSelection:
    for key in keys:
        newer = holding.press(key)
        assert newer is not None, key
        holding = newer
    return holding


@pytest.mark.parametrize(
    ("keys", "text"),
    [("24", "cards 4+2"), ("t0", "cards 10+0"), ("k2", "cards 15+2"), ("R2", "cards 15+2"), ("00", "cards 0+0")],
)
def test_keys_pick_faces(keys: str, text: str) -> None:
    assert pressed(HandSelection(HAND, wanted=2), keys).text == text


def test_one_more_pick_takes_the_place_of_the_first() -> None:
    assert pressed(HandSelection(HAND, wanted=2), "24t").chosen == (10, 4)
    assert pressed(HandSelection(HAND, wanted=1), "24").text == "cards 4"


def test_a_key_puts_back_what_it_picked() -> None:
    holding = pressed(HandSelection(HAND, wanted=2), "00")
    assert holding.chosen == (0, 0)
    assert pressed(holding, "0").chosen == ()
    assert pressed(HandSelection(HAND, wanted=2), "22").text == ""


def test_a_payment_takes_as_many_as_are_picked() -> None:
    holding = HandSelection(HAND, wanted=None, word="pay")
    assert holding.text == ""
    assert pressed(holding, "4").text == "pay 4"
    assert pressed(holding, "24t").text == "pay 10+4+2"


def test_nothing_is_picked_while_nothing_is_asked_for() -> None:
    assert HandSelection(HAND).press("4") is None
    assert HandSelection(HAND).toggle(2) == HandSelection(HAND)
    assert HandSelection((None, 3), wanted=1).toggle(0).chosen == ()
    assert HandSelection(HAND, wanted=2).press("x") is None
    assert HandSelection(HAND, wanted=2).press("9") == HandSelection(HAND, wanted=2)


def test_picks_stay_while_the_hand_does() -> None:
    picked = pressed(HandSelection(HAND, wanted=2), "24")
    assert picked.follow(HandSelection(HAND, wanted=2)) == picked
    assert picked.follow(HandSelection(HAND, wanted=1)).picked == ()
    assert picked.follow(HandSelection(HAND[1:], wanted=2)).picked == ()


def entry(hand: str) -> MoveEntry:
    return MoveEntry(stand("rE TAR", hands={"r": hand}), Seat(0))


def test_a_payment_is_pointed_at_card_by_card() -> None:
    """It is whole once it is worth three, and done only when no card could be added."""
    choice = entry("0 0 2 2 3").point("pay").point("card:3")
    assert (choice.text, choice.done) == ("pay 3", False)
    choice = choice.point("card:2").point("card:2")
    assert (choice.text, choice.done) == ("pay 3+2+2", True)
    assert entry("0 0 2 2 3").point("pay").point("card:2").text is None


def test_a_typed_payment_is_what_it_says() -> None:
    choice = entry("0 0 1 2 3 15")
    for text in ("pay 3+2", "pay 15+1", "pay 2+3", "pay 3"):
        assert choice.whole(text) == text
    assert choice.typed("pay 3+2")[0].text == "pay 3+2"
    assert choice.completions("pay 3+") == ("pay 3+1", "pay 3+2", "pay 3+2+1")


def test_a_payment_from_a_large_hand_is_completed_card_by_card() -> None:
    """It has more payments than could be looked through at each key."""
    choice = entry(" ".join(str(face) for face in range(1, 11) for _ in range(4)))
    assert choice.whole("pay 10+9+8") == "pay 10+9+8"
    assert choice.typed("pay 10+9+8")[0].text == "pay 10+9+8"
    assert {f"pay 10+9+8+{face}" for face in range(1, 9)} <= set(choice.completions("pay 10+9+8"))
    assert "move rE TAR-TOL" in choice.completions("move")


SIDES = (Side(0, "C", "red", "TOL", owes=2), Side(3, "F2", "blue", owes=1))
FIGHT = Fight("NOV", Stage.CARDS, *SIDES)


def rows(bout: Bout, held: HandSelection = HandSelection()) -> list[str]:  # noqa: B008 - immutable
    ink = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))
    return [row.plain for row in fight_chips(bout, held, ink).rows]


def test_a_fight_is_told_to_who_owes_and_to_who_waits() -> None:
    first, second, third = rows(Bout(FIGHT, "Carthagena", Seat(0)))
    assert first == "Fight for Carthagena  ● cavalry from TOL  x  ■ infantry"
    assert second == "● you    ■ is thinking"
    assert third.startswith("● Lay 2 cards")
    laid = rows(Bout(FIGHT, "Carthagena", None, frozenset({Seat(0)})))
    assert laid[1:] == ["● has laid 2 cards    ■ is thinking", "waiting for ■ "]
    picked = rows(Bout(FIGHT, "Carthagena", Seat(0)), pressed(HandSelection(HAND, wanted=2), "t4"))
    assert picked[2] == "● Lay 2 cards  10 + 4  Enter lays them "


def test_open_cards_are_told_with_their_worth() -> None:
    assert side_state(Side(0, "E", "red", shown=(4, 10), total=24), laid=False) == "10+4 = 24"
    assert side_state(Side(0, "F1", "red", shown=(8, 0), total=8), laid=False) == "8+0"
    assert side_state(Side(0, "F1", "red"), laid=False) == ""
    assert side_words(SIDES[1], theme.glyphs("unicode")) == "infantry"
    assert duty(Fight("NOV", Stage.TIE, *SIDES), SIDES[1]) == "A tie: lay one card more"
    assert duty(Fight("NOV", Stage.OPEN, *SIDES), SIDES[0]) == "Spy: lay 2 cards openly"


def test_a_spy_has_two_buttons() -> None:
    spy = Side(0, "C", "red", shown=(1, 1), total=3, speaks=True)
    ink = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))
    bout = Bout(Fight("NOV", Stage.SPY, spy, Side(3, "F2", "blue", shown=(4, 8))), "Carthagena", Seat(0))
    chips = fight_chips(bout, HandSelection(HAND), ink)
    text = chips.rows[2].plain
    assert "Spy" in text
    assert "Keep" in text
    assert chips.key_at(text.index("Spy"), 2) == WORD + "spy"
    assert chips.key_at(text.index("Keep"), 2) == WORD + "keep"
    assert chips.key_at(0, 2) == ""
    assert LAY not in {chips.key_at(x, 2) for x in range(len(text))}


def test_faces_have_words() -> None:
    assert [face_word(face) for face in (0, 8, 15, None)] == ["Jack or Queen (0)", "8", "King (15)", "an unknown card"]
    with translation.speaking("fr"):
        assert face_word(8) == "8"


def test_chips_know_where_they_stand() -> None:
    chips = Chips().add("ab", key="one").add(" ").add("c", key="two").row().add("d", key="three")
    assert [chips.key_at(x, 0) for x in range(5)] == ["one", "one", "", "two", ""]
    assert chips.key_at(0, 1) == "three"

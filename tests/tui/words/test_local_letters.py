"""The letters of the map's pieces: those of the language on the screen, always the same in a record."""

from __future__ import annotations

import pytest

from core.fault import BadNotation, BadPosition, IllegalAction
from core.game import Seat
from core.games import find
from core.games.mediterranee.rules.refusal import DisplacementRefusal
from core.match.match import Match
from tests.tui.support.short_games import TALES, decisions
from tui.i18n.local_letters import lettered, readings, spelled
from tui.i18n.translation import speaking, tell
from tui.settings import theme
from tui.table.move_entry import MoveEntry
from tui.table.seat_view import Entry
from tui.table.sentences.event_sentences import entry_line
from tui.words.combat_words import war_line

TALE = next(tale for tale in TALES if tale.game == "mediterranee")


@pytest.mark.parametrize(("language", "said"), [("en", "I2 E C B1"), ("fr", "F2 E C B1")])
def test_a_piece_has_the_letter_of_its_name(language: str, said: str) -> None:
    with speaking(language):
        assert [lettered(letter) for letter in ("F2", "E", "C", "B1")] == said.split()


def test_only_pieces_are_spelled_anew() -> None:
    with speaking("en"):
        assert spelled("march cF1 NOV-TAR cB2 GAD-TIN") == "march cI1 NOV-TAR cB2 GAD-TIN"
        for other in ("2.6.1NW1", "F1", "cards 10+4", "Ng7-b2", "place cE CAF", "draw r 7", "xF1"):
            assert spelled(other) == other
    with speaking("fr"):
        assert spelled("march cF1 NOV-TAR") == "march cF1 NOV-TAR"
    assert readings("move ri") == ("move ri", "move rF")


@pytest.mark.parametrize(("language", "piece"), [("en", "I"), ("fr", "F")])
def test_a_refusal_names_pieces_as_the_screen_does_and_repeats_what_was_typed(language: str, piece: str) -> None:
    game = find(TALE.game)
    with speaking(language):
        with pytest.raises(BadNotation) as unread:
            Match.new(game, TALE.options).deal().state.parse(Seat(0), "place rF9")
        assert f"k{piece}2." in tell(unread.value).replace("\u00a0", " ")
        assert "rF9" in tell(unread.value)
        with pytest.raises(BadPosition) as unplaced:
            game.setup({"board": {"rX": "ROM"}})
        assert f"k{piece}2." in tell(unplaced.value)
        assert f"r{piece}1" in tell(IllegalAction(DisplacementRefusal.NO_PIECE, piece="rF1", city="ROM"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_the_screen_says_may_be_typed_and_is_kept_as_ever(language: str) -> None:
    match, glyphs = Match.new(find(TALE.game), TALE.options).deal(), theme.glyphs("unicode")
    wanted, sign = match, "I" if language == "en" else "F"
    with speaking(language):
        for seat, text in decisions(TALE):
            choice, state = MoveEntry(match.state, seat), match.state
            if "F" in text:
                assert f"{sign}{text.partition('F')[2][0]}" in spelled(text)
                assert text in {choice.whole(spelled(text)), choice.whole(text)}
                begun = spelled(text).rpartition("-")[0]
                assert spelled(text) in choice.completions(begun)
                assert choice.typed(spelled(text))[0].text == text
                effects = state.effects(seat, state.parse(seat, text))
                assert any(f"{sign}1" in war_line(effect, glyphs) for effect in effects) == ("F1" in text)
                assert spelled(text) in entry_line(Entry(1, seat, text, (), (), 1), match.names, glyphs)
            match = match.seal(spelled(text).upper() if text[0] != "s" else text, seat).deal()
            wanted = wanted.seal(text, seat).deal()
    assert match.digest() == wanted.digest()
    assert [line.text for line in match.log] == [line.text for line in wanted.log]
    assert Seat(0) in {line.seat for line in match.log}

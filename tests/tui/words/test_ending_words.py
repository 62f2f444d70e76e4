"""What an end brings a seat: the same true sentence for hints, moments and comparisons, in all games."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from core.bots.bot import Look, Thought
from core.game import Outcome, Seat
from core.games import find
from core.match.match import Match
from core.study.comparison import Comparison, comparison
from core.study.reason import is_only, reason
from core.study.turning_point import Judgement
from tui.i18n import translation
from tui.settings.theme import glyphs
from tui.study.analysis.comparison_words import comparison_words
from tui.table.hint import Hint, hint_words
from tui.table.seat_names import called
from tui.words.event_words import ending_words, outcome_line

MOST = 600
"""How many decisions a random game has at most."""
CHOICES = 40

QUIET = "nobody has died for too long"
TO_AND_FRO = ("2.1.1N1", "5.2.1S1", "3.1.1S1", "4.2.1N1")
WINS = "(100 % to win), wins the game: "
CASES = (
    (
        "djambi",
        {"players": "3", "quiet": "1"},
        0,
        f"(33 % of the win), ends the game in a tie with Green, Yellow: {QUIET}",
    ),
    ("megiddo", {"players": "2", "target": "1"}, 2, f"{WINS}a megiddo"),
    (
        "megiddo",
        {"players": "2", "target": "1"},
        4,
        "(50 % of the win), ends the game in a draw: patara, the board is full",
    ),
    ("megiddo", {"players": "4", "target": "1"}, 2, "(100 % to win), wins the game with Blue 2: a megiddo"),
    ("epaminondas", {"size": "6x6"}, 0, "(0 % to win), loses the game to Black: more pieces across the board"),
    (
        "epaminondas",
        {"size": "6x6", "repetition": "2"},
        -1,
        "(50 % of the win), ends the game in a draw: the same position too often",
    ),
    (
        "mediterranee",
        {"players": "2", "placement": "standard", "draw_rounds": "1"},
        1,
        "(50 % of the win), ends the game in a draw: ",
    ),
)
"""Games, the seed of a random one (or moves to and fro), and what a hint says of the last decision."""


def last_decision(game: str, options: dict[str, str], seed: int) -> tuple[Match, Seat, str]:
    """Play until a decision ends the game; give the match before it, who decides and what."""
    draw = Random(seed)
    match = Match.new(find(game), {**options, **({"seed": str(seed)} if game == "mediterranee" else {})}).deal()
    translation.call(called(game, match.header.options))
    for at in range(MOST):
        seat = match.state.active[0]
        found = list(islice(match.state.legal(seat), CHOICES))
        text = TO_AND_FRO[at] if seed < 0 else str(draw.choice(found))
        after = match.seal(text, seat).deal()
        if after.state.outcome is not None:
            return match, seat, text
        match = after
    raise AssertionError(game)


@pytest.mark.parametrize(("game", "options", "seed", "told"), CASES)
def test_a_hint_and_a_comparison_say_the_same_of_an_end(
    game: str, options: dict[str, str], seed: int, told: str
) -> None:
    match, seat, text = last_decision(game, options, seed)
    action = match.state.parse(seat, text)
    end = match.state.play(seat, action).outcome
    assert end is not None
    share = 1 / max(1, len(end.winners) if end.tied else 1) if seat in end.winners else 0.5 * (not end.winners)
    why = reason(match, seat, Thought(action, (Look(action, share, ()),), 1))
    hint = hint_words(Hint(seat, match.log, (why,)), match.names, glyphs("unicode"))
    assert told in hint
    said = told.partition("), ")[2]
    assert ending_words(end, seat, match.names).startswith(said)
    other = next(str(one) for one in match.state.legal(seat) if str(one) != text or is_only(match.state, seat))
    compared = comparison(match, Judgement(match.ply + 1, seat, other, 0.1, text, 0.9, ()))
    if compared.ends is None:
        assert "loses" in said
    else:
        assert f"The better decision {said}" in comparison_words(game, compared, match.names)


def test_one_end_is_told_to_each_seat() -> None:
    match = Match.new(find("djambi"), {"players": "4"})
    translation.call(called("djambi", match.header.options))
    tie = Outcome((Seat(0), Seat(2)), (30, 0, 30, 0), "quiet")
    assert ending_words(tie, Seat(0), match.names) == f"ends the game in a tie with Yellow: {QUIET}"
    assert ending_words(tie, Seat(1), match.names) == f"loses the game to Red, Yellow: {QUIET}"
    assert outcome_line(tie, match.names) == "Red, Yellow tie: nobody has died for too long."


@pytest.mark.parametrize(
    ("end", "said"),
    [
        (Outcome((Seat(0),), (60, 0, 0), "quiet"), "does not let Red win with x."),
        (Outcome((Seat(0), Seat(1)), (30, 30, 0), "quiet"), "does not let x end the game in a tie of Red, Blue."),
        (Outcome((), (0, 0, 0), "quiet"), "does not let x end the game in a draw."),
    ],
)
def test_an_answer_that_ends_the_game_is_told_by_how_it_ends(end: Outcome, said: str) -> None:
    translation.call(called("djambi", Match.new(find("djambi"), {"players": "3"}).header.options))
    compared = Comparison(Seat(2), loses=end, answer="x")
    assert comparison_words("djambi", compared, ("red", "blue", "green")) == f"The better decision {said}"

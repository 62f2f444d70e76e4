"""The help of a table shows actions, cells and seats of the game that is played there, and all can be typed."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.fault import Fault
from core.game import Seat, State
from core.games import find
from core.match.match import Match
from core.option import settle
from core.threat import as_if
from net.view.table_view import TableView
from tests.gallery.fixed_table import match_of, view_of
from tests.tui.text.test_text_mode import hold
from tui.i18n import translation
from tui.i18n.local_letters import spelled
from tui.table.move_entry import MoveEntry
from tui.table.sentences.leading_piece import leading_words
from tui.text.table.command_examples import help_lines

GAMES = ("djambi", "megiddo", "epaminondas", "mediterranee")
WORDS = {
    "en": ("row", "column", "neighbours", "moves", "reach", "rules", "propose", "play"),
    "fr": ("ligne", "colonne", "voisins", "coups", "portée", "règles", "proposer", "jouer"),
}
"""The commands whose examples are typed, by the language."""


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("game", GAMES)
async def test_examples_of_the_help_can_be_typed(parley_home: Path, game: str, language: str) -> None:
    translation.use(language)
    begin, end = ["2", game, ""], ["quit", "9"]  # the empty line lifts the curtain of a game with cards
    told = [line for line in await hold(parley_home, [*begin, "help", *end]) if not line.startswith("NOTE")]
    typed = [
        part
        for line in told
        for part in re.split(r"\u00a0?: ", line)[0].split(", ")
        if re.match("|".join(rf"{word} \S" for word in WORDS[language]), part)
    ]
    assert len(typed) >= (6 if game == "mediterranee" else 8), typed
    typed.sort(key=lambda line: line.startswith(WORDS[language][-1]))  # who has played speaks for the next seat
    said = await hold(parley_home, [*begin, *typed, *end])
    refused = [line for line in said if line.startswith(("ERROR", "ERREUR"))]
    # at the beginning of Méditerranée nobody moves: the examples are those of most turns
    assert len(refused) <= (2 if game == "mediterranee" else 0), refused
    assert not [line for line in told if "{" in line or re.search(r"\(.*(?:expected|attendu)", line)]
    if game != "djambi":
        assert not [line for line in told if re.search(r"Mb3|\b[a-i][1-9]\b|\b(?:yellow|jaune|green|vert)\b", line)]


@pytest.mark.parametrize(
    ("game", "ways"),
    [
        ("djambi", ["abandon", "return"]),
        ("megiddo", ["resign"]),
        ("epaminondas", ["resign"]),
        ("mediterranee", ["resign", "abandon", "return"]),
    ],
)
async def test_only_ways_out_that_the_game_has_are_helped_with(parley_home: Path, game: str, ways: list[str]) -> None:
    translation.use("en")
    told = await hold(parley_home, ["2", game, "", "help", "quit", "9"])
    assert [way for way in ("resign", "abandon", "return") if any(line.startswith(f"{way}: ") for line in told)] == ways


@pytest.mark.parametrize("game", GAMES)
def test_a_game_whose_moves_are_typed_by_the_leading_piece_says_so(game: str) -> None:
    view = view_of(match_of(2 if game == "mediterranee" else 3, 4, 1, game))
    told = [line for line in help_lines(view) if " A move typed with a count names its leading piece: " in line]
    assert [line.split()[0] for line in told] == ["play"] * (game == "epaminondas")
    entry = MoveEntry(find(game).start(settle(find(game), {})), Seat(0))
    words = leading_words(entry, entry.examples(3))
    assert bool(words) == (game == "epaminondas")
    if words:
        state, named = entry.state, re.findall(r"[0-9]+\.[0-9]+(?:\.[0-9]+[NESW]+[0-9]+|-[0-9.]+[0-9])?", words)
        assert state.parse(Seat(0), named[0]).path[0] == named[2].partition("-")[0] != named[1]
        assert named[0].startswith(f"{named[1]}.")
        assert state.parse(Seat(0), named[2]) == state.parse(Seat(0), named[0])


@pytest.mark.parametrize("options", [{}, {"players": "3"}, {"players": "4"}], ids=str)
def test_the_examples_are_actions_of_the_seat_that_they_are_given_to(options: dict[str, str]) -> None:
    found = find("mediterranee")
    state = found.start(settle(found, options))
    for panel in state.scene(None).seats:
        texts = found.examples(panel.name)
        assert len(texts) > 1
        for text in texts:
            action = state.parse(Seat(panel.seat), text)
            assert str(action) == text
            assert text.removeprefix("move ")[0] in panel.name
            assert {cell.spot for cell in state.scene(None).cells}.issuperset(action.path)


@pytest.mark.parametrize("plies", [0, 5])
@pytest.mark.parametrize("own", [0, 1])
@pytest.mark.parametrize("game", GAMES)
def test_a_conditional_move_answers_somebody_else(game: str, own: int, plies: int) -> None:
    """The condition is a move that somebody else could make, the replies are moves of one's own."""
    match = match_of(2 if game == "mediterranee" else 3, plies, 1, game)
    view = view_of(match if plies else Match.new(find(game), dict(match.header.options)), talk=False)
    view = replace(view, seats=tuple(replace(seat, mine=seat.seat == own) for seat in view.seats))
    line = next(line for line in help_lines(view) if line.startswith("if "))
    texts = re.fullmatch(r"if (.+) then (.+) if \* then (.+?): .*", line)
    assert texts is not None
    theirs, *replies = texts.groups()
    assert len({theirs, *replies}) == 3
    rivals = [seat.seat for seat in view.seats if seat.seat != own and _could_play(view, seat.seat, theirs)]
    assert rivals
    after = [view, *(_played(view, seat, theirs) for seat in rivals)]
    assert all(any(_could_play(one, Seat(own), reply) for one in after) for reply in replies)
    if game != "megiddo":  # everybody there puts a stone on any free point
        assert not _could_play(view, Seat(own), theirs)
        assert not any(_could_play(one, seat, reply) for seat in rivals for one in after for reply in replies)


def _turn(view: TableView, seat: Seat) -> State[Any] | None:
    assert view.match is not None
    return as_if(view.match.state, seat)


def _could_play(view: TableView, seat: Seat, text: str) -> bool:
    turn = _turn(view, seat)
    if turn is None:  # nobody moves before the pieces stand
        return text in map(spelled, find(view.game).examples(view.seats[seat].name))
    with suppress(Fault):
        return turn.is_legal(seat, turn.parse(seat, MoveEntry(turn, seat).whole(text)))
    return False


def _played(view: TableView, seat: Seat, text: str) -> TableView:
    turn = _turn(view, seat)
    if turn is None or view.match is None:
        return view
    after = turn.play(seat, turn.parse(seat, MoveEntry(turn, seat).whole(text)))
    return replace(view, match=replace(view.match, state=after))

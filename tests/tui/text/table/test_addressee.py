"""Words to somebody: the help names opponents alone, and nobody speaks to themselves or against their own side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.chance import HasPartners
from core.fault import Fault
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import TableView
from tests.gallery.fixed_table import view_of
from tui.i18n.translation import calling, seat_word, tr
from tui.table.diplomacy import following
from tui.table.seat_names import called
from tui.text.shell.text_commands import HELP, Verb
from tui.text.table.command_examples import sentence_examples
from tui.text.table.kept_word import SAYS
from tui.text.table.table_dialogue import parse_act
from tui.words.talk_acts import ITSELF, ONESELF, OWN_SIDE, parsed

TABLES = [
    *(("djambi", players) for players in (3, 4, 5, 6)),
    ("epaminondas", 2),
    *(("megiddo", players) for players in (2, 3, 4, 6)),
    *(("mediterranee", players) for players in (2, 3, 4)),
]
"""Every number of players of every game: teams, pairs, and a seat that has two states."""
CASES = [(game, players, own) for game, players in TABLES for own in range(players)]


def table(game: str, players: int, own: int | None) -> TableView:
    """Give a table at its beginning, where one seat is played here, or every one by hand."""
    known = {option.name for option in find(game).options}
    match = Match.new(find(game), {"players": str(players)} if "players" in known else {})
    view = view_of(match, talk=False)
    seats = [replace(one, mine=one.seat == own if own is not None else True) for one in view.seats]
    absent = find(game).vacant(dict(match.header.options))
    return replace(view, seats=tuple(replace(one, vacant=one.seat in absent) for one in seats))


def side(view: TableView, seat: int) -> set[str]:
    """Give the names of a seat and its partners."""
    assert view.match is not None
    state = view.match.state
    together = state.partners(Seat(seat)) if isinstance(state, HasPartners) else (Seat(seat),)
    return {view.seats[one].name for one in together}


@pytest.mark.parametrize(("game", "players", "own"), CASES)
def test_the_help_names_opponents_and_can_be_typed(game: str, players: int, own: int) -> None:
    view = table(game, players, own)
    names = tuple(seat.name for seat in view.seats)
    assert view.match is not None
    with calling(called(view.game, view.options)):
        told = [*sentence_examples(Verb.PROPOSE, view).split(", "), *sentence_examples(Verb.ACCEPT, view).split(", ")]
        assert len(told) >= 7
        for text in told:
            verb, _, rest = text.partition(" ")
            found = parsed(parse_act(Verb(verb), rest, view, Seat(own)), names)
            assert found is not None
            meant = {found[1][kind] for kind in ("whom", "target") if kind in found[1]}
            assert meant
            assert not meant & side(view, own)
            if "target" in found[1]:
                assert found[1]["target"] not in side(view, names.index(found[1]["whom"]))


@pytest.mark.parametrize(("game", "players", "own"), CASES)
def test_nobody_speaks_to_themselves_or_against_their_side(game: str, players: int, own: int) -> None:
    view = table(game, players, own)
    me = view.seats[own].name
    foe, *_ = (one.name for one in view.seats if one.name not in side(view, own) and not one.vacant)
    with calling(called(view.game, view.options)):
        mine, theirs = seat_word(me), seat_word(foe)
        to_me = {verb: mine for verb in SAYS if verb is not Verb.PROPOSE}
        tried = [*to_me.items(), *((Verb.PROPOSE, rest) for rest in (f"truce {mine} 10", f"attack {theirs} {mine}"))]
        tried += [(verb, f"truce {mine}") for verb in (Verb.ACCEPT, Verb.REFUSE)]
        for verb, rest in tried:
            assert refusal(verb, rest, view, own) == ONESELF, (verb, rest)
        for partner in side(view, own) - {me}:
            assert refusal(Verb.PROPOSE, f"attack {theirs} {seat_word(partner)}", view, own) == OWN_SIDE
            assert parse_act(Verb.THANK, seat_word(partner), view, Seat(own)) == ("thank", partner)
        assert refusal(Verb.PROPOSE, f"attack {theirs} {theirs}", view, own) == ITSELF


def refusal(verb: Verb, rest: str, view: TableView, own: int) -> str:
    """Give the template of the refusal of words, empty if they are taken."""
    try:
        parse_act(verb, rest, view, Seat(own))
    except Fault as fault:
        return fault.template
    return ""


@pytest.mark.parametrize(("game", "players", "own"), CASES)
def test_the_list_of_whom_to_attack_has_opponents_alone(game: str, players: int, own: int) -> None:
    view = table(game, players, own)
    for whom in (seat.name for seat in view.seats if seat.seat != own):
        targets = {key for key, _ in following(view, Seat(own), ("propose", "joint-attack", whom))[1]}
        assert not targets & {*side(view, own), whom}


def test_at_one_keyboard_the_seat_that_decides_speaks() -> None:
    view = table("djambi", 4, None)
    assert view.match is not None
    assert sentence_examples(Verb.PROPOSE, view).startswith("propose truce blue 10, propose attack blue yellow")
    later = replace(view, match=view.match.play("Ma3-a4"))
    assert sentence_examples(Verb.PROPOSE, later).startswith("propose truce yellow 11, propose attack yellow green")
    assert tr(HELP[Verb.ACCEPT], whom="yellow").startswith(sentence_examples(Verb.ACCEPT, later))

"""A refusal says why, precisely; an illegal action leaves the state as it was."""

from __future__ import annotations

from random import Random

import pytest

from core.fault import BadNotation, IllegalAction
from core.game import Seat, Spot
from core.games.djambi.rules.action import Action
from core.games.djambi.rules.refusal import Refusal
from core.games.djambi.rules.state import State
from tests.core.support.positions.djambi_positions import FOUR, SIX, put, stand, start

MIXED = put(FOUR, "b5 red A, d5 red P, b8 red R, h2 red N, e5 blue C, e9 yellow C, c5 blue M, d4 blue R, f8 green P")
KING = put(SIX, "g7 red C, e8 blue M, k11 pink R, d6 pink P, d5 green A, j10 pink M, h8 red M")


def why(state: State, text: str) -> str:
    """Give the template of the refusal."""
    seat = state.active[0]
    action = state.parse(seat, text)
    before = state.encode()
    assert not state.is_legal(seat, action)
    with pytest.raises(IllegalAction) as caught:
        state.play(seat, action)
    assert state.encode() == before
    assert not isinstance(caught.value, BadNotation)
    assert str(caught.value)
    return caught.value.template


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("Mc4-c5", Refusal.NO_PIECE),
        ("Ac3-c4", Refusal.OTHER_PIECE),
        ("Mg3-g4", Refusal.OTHER_COLOUR),
        ("Mf2-f3", Refusal.DEAD_PIECE),
        ("Mc3-c6", Refusal.TOO_FAR),
        ("Mc3-d5", Refusal.NO_LINE),
        ("Mc3-c3", Refusal.NO_LINE),
        ("Mc3xe5>a2", Refusal.BLOCKED),
        ("Ab5-d5", Refusal.BLOCKED),
        ("Ca1xc3>a2", Refusal.OWN_PIECE),
        ("Mc3-c5", Refusal.WRONG_SIGN),
        ("Mc3:c5>a3", Refusal.WRONG_SIGN),
        ("Mc3xc4>a3", Refusal.WRONG_SIGN),
        ("Mc3xc5", Refusal.SAY_WHERE),
        ("Mc3xc5>e5", Refusal.NOT_EMPTY),
        ("Mc3xc5>c5", Refusal.NOT_EMPTY),
        ("Mc3xd4>e5", Refusal.NOT_EMPTY),
        ("Mc3xc5!a3", Refusal.WRONG_SIGN),
        ("Mc3-c4>a3", Refusal.NOTHING_TO_PUT),
        ("Mc3-c4/-c5", Refusal.EXIT_NEEDLESS),
        ("Ab5xc5>a3", Refusal.CORPSE_BEHIND),
        ("Pd5:e5>a5", Refusal.EXIT_MISSING),
        ("Pd5:e5>a5/-e5", Refusal.NO_LINE),
        ("Pd5:e5>a5/:c3>a2", Refusal.BLOCKED),
        ("Nh2:c5>a2", Refusal.NO_LINE),
        ("Nh2xg3>a2", Refusal.LIVING_TARGET),
        ("Nh2:f2>e5", Refusal.NOT_EMPTY),
        ("Rb8xf8>a2", Refusal.REPORTER_TAKES_NO_PLACE),
        ("Rb8-e8", Refusal.MUST_KILL),
        ("Rb8-e8!d8", Refusal.NO_VICTIM),
        ("Rb8-d8!a2", Refusal.NO_VICTIM),
        ("Rb8-e8>a2", Refusal.NOTHING_TO_PUT),
        ("Rb8-e8xf8", Refusal.WRONG_SIGN),
        ("Rb8-e8-f8", Refusal.WRONG_SIGN),
        ("Rb8-e8xd8", Refusal.ENDS),
        ("Mc3-c4-c5", Refusal.ENDS),
        ("Mc3xc5xa3", Refusal.WRONG_SIGN),
        ("Pd5:e5-e6", Refusal.WRONG_SIGN),
        ("Pd5:e5>a5-e6", Refusal.NO_MOVE),
    ],
)
def test_reasons_on_the_square_board(text: str, refusal: Refusal) -> None:
    assert why(stand(MIXED, corpses="f2"), text) == refusal


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("c3 c6", "A militant moves one or two cells: c6 is too far from c3."),
        ("c3 d5", "There is no straight line from c3 to d5."),
        ("c3 e5", "The way from c3 to e5 is blocked on d4."),
        ("a1 c3", "The piece on c3 is of the same colour: red."),
        ("c3 c5", "Say where what stood on c5 goes: add > and a cell."),
        ("c3 c5 e5", "The cell e5 is not empty."),
        ("g3 g4", "The piece on g3 is blue: in this turn the pieces of red move."),
        ("Ac3 c4", "The piece on c3 is M, not A."),
        ("Mc4 c5", "There is no piece on c4."),
        ("Mf2 f3", "There is only a corpse on f2: it does not move by itself."),
        ("c3 c4 c5", "There is nothing to be put on c5."),
        ("c3 c5 a3 a4", "There is no extra move from c5: the piece may stay there."),
        ("b5 c5 a3", "An assassin leaves the corpse on the cell it came from: nothing can be put on a3."),
        ("d5 e5 a5", "The piece may not stay on e5: add / and the move by which it leaves."),
        ("d5 e5 a5 e5", "There is no straight line from e5 to e5."),
        ("h2 g3 a2", "A necromobile takes the place of corpses only: the piece on g3 is alive."),
        ("b8 f8", "A reporter takes nobody's place: f8 is occupied."),
        ("b8 e8", "From e8 the reporter must kill: add ! and the cell of its victim."),
        ("b8 d8 a2", "The reporter on d8 has nobody to kill on a2."),
    ],
)
def test_a_short_form_with_blanks_or_with_nothing_between_the_cells_hides_no_reason(text: str, told: str) -> None:
    state = stand(MIXED, corpses="f2")
    for short in (text, text.replace(" ", "")):
        assert why(state, short)
        with pytest.raises(IllegalAction) as caught:
            state.play(state.active[0], state.parse(state.active[0], short))
        assert str(caught.value) == told


@pytest.mark.parametrize(
    ("more", "corpses", "text", "refusal"),
    [
        ("c5 red R, c4 blue A, d5 red M, f5 green R", "", "Rc5-e5", Refusal.BLOCKED),
        ("b5 red R", "", "Rb5-e5", Refusal.POWER_IS_THE_CHIEFS),
        ("e5 blue C, d4 red M", "", "Md4xe5>a3", Refusal.IMMUNE),
        ("c5 blue A", "", "Mc3xc5>e5", Refusal.CHIEFS_CORPSE),
        ("b5 red N", "d5", "Nb5:d5>e5", Refusal.OLD_CORPSE),
        ("b5 red P, d5 blue A", "", "Pb5:d5>e5", Refusal.PUT_ON_POWER),
        ("b5 red A", "d5", "Ab5xd5", Refusal.CORPSE_TARGET),
        ("b5 red A, e5 blue C, e2 green R", "", "Ab5xe5/xe2", Refusal.CHIEFS_ONLY),
        ("b5 red A, e5 blue C", "", "Ab5xe5", Refusal.EXIT_MISSING),
        ("d5 red A, e5 blue C", "d4 d6 e4 e6 f4 f5 f6 c5", "Ad5xe5/-d5", Refusal.NO_EXIT),
        ("b5 red N", "e5", "Nb5:e5>a5", Refusal.EXIT_MISSING),
    ],
)
def test_reasons_about_power(more: str, corpses: str, text: str, refusal: Refusal) -> None:
    assert why(stand(put(FOUR, more), corpses=corpses), text) == refusal


@pytest.mark.parametrize(
    ("turn", "text", "refusal"),
    [
        ("blue", "Me8-f7", Refusal.FORTRESS),
        ("pink", "Pd6:d5>g8", Refusal.PUT_IN_FORTRESS),
        ("pink", "Mj10xh8>a2", Refusal.EXIT_MISSING),
        ("pink", "Mj10xh8>a2/-g8", Refusal.FORTRESS),
        ("red", "Cg7-g8", Refusal.FORTRESS),
    ],
)
def test_reasons_about_the_fortress(turn: str, text: str, refusal: Refusal) -> None:
    assert why(stand(KING, players="6", turn=turn), text) == refusal


def test_a_reporter_enters_the_fortress_only_to_kill() -> None:
    living = put(SIX, "g7 red C, k11 pink R")
    assert why(stand(living, players="6", turn="pink"), "Rk11-h8") == Refusal.KILL_TO_ENTER
    assert why(stand(living, players="6", turn="pink"), "Rk11-h8!g7") == Refusal.EXIT_MISSING
    assert why(stand(put(SIX, "k11 pink R"), players="6", turn="pink"), "Rk11-h8") == Refusal.FORTRESS


def test_an_extra_move_ends_where_the_piece_may_stay() -> None:
    state = stand(put(SIX, "g7 red C, h8 red M, g8 red R, j10 pink M"), players="6", turn="pink")
    assert why(state, "Mj10xh8>a2/xg8>a3") == Refusal.NO_SECOND_EXIT


def test_reasons_about_whose_piece_it_is() -> None:
    merged = stand(FOUR, vassal_turns="merged")
    assert why(merged, "Mg3-g4") == Refusal.NOT_COMMANDED
    vassal = stand("a1 red C, d4 red M, d5 blue A, i9 yellow C", turn="blue", owner={"blue": "red"})
    assert why(vassal, "Ad5xd4") == Refusal.MASTERS_PIECE
    provoking = stand("a1 red C, b5 red P, d5 blue A, i9 yellow C", owner={"blue": "red"})
    assert why(provoking, "Pb5:d5>a2") == Refusal.OWN_VASSAL


def test_reasons_that_hang_on_an_option() -> None:
    frozen = stand(put(FOUR, "c5 blue A"), status={"blue": "abandoned"}, passive="frozen")
    assert why(frozen, "Mc3xc5>a2") == Refusal.FROZEN
    plain = stand(put(FOUR, "b5 red P, e5 blue C, e9 yellow C"), master_moves="no")
    assert why(plain, "Pb5:e5>a5/:e9>e5") == Refusal.QUIET_EXIT
    assert why(stand(put(FOUR, "c5 blue C"), master_moves="no"), "Mc3xc5>e5") == Refusal.NO_PUPPET


def test_it_is_not_your_turn_and_the_game_is_over() -> None:
    state = start()
    with pytest.raises(IllegalAction) as caught:
        state.play(Seat(1), state.parse(Seat(1), "Mg3-g4"))
    assert (caught.value.template, caught.value.fields) == (Refusal.NOT_YOUR_TURN, {"player": "red"})
    assert list(state.legal(Seat(1))) == []
    assert state.next_spots(Seat(1), ()) == ()
    over = state.play(Seat(0), state.parse(Seat(0), "draw"))
    with pytest.raises(IllegalAction) as caught:
        over.play(Seat(0), over.parse(Seat(0), "Mc3-c4"))
    assert caught.value.template == Refusal.OVER


def test_made_up_actions_are_refused_with_a_sentence() -> None:
    state = stand(MIXED, corpses="f2")
    (seat,) = state.active
    rng = Random(5)
    names = state.rules.board.lattice.names
    for _ in range(3000):
        path = tuple(rng.choice((*names[:40], "c3", "b5", "d5", "b8", "z9")) for _ in range(rng.randrange(5)))
        signs = tuple(rng.choice(("-", "x", ">", "!", ":", "/-", "/x", "/", "?")) for _ in range(rng.randrange(5)))
        word = rng.choice(("", "", "", "abandon", "nonsense"))
        action = Action(rng.choice("CARPNM?"), path, signs, word, rng.choice(("", "red", "grey")))  # type: ignore[arg-type]
        if state.is_legal(seat, action):
            continue
        with pytest.raises(IllegalAction) as caught:
            state.play(seat, action)
        assert caught.value.template in list(Refusal)


def test_few_refusals_are_without_a_reason() -> None:
    """Every illegal path of the right form that can be typed in a few positions has a reason of its own."""
    rng = Random(11)
    for state in (stand(MIXED, corpses="f2"), stand(KING, players="6", turn="pink"), start()):
        (seat,) = state.active
        names = state.rules.board.lattice.names
        spots = state.next_spots(seat, ())
        for _ in range(1500):
            prefix: tuple[Spot, ...] = (rng.choice(spots),)
            while (more := state.next_spots(seat, prefix)) and rng.random() < 0.7:
                prefix += (rng.choice(more),)
            path = (*prefix, *(rng.choice(names) for _ in range(rng.randrange(3))))
            signs = tuple(rng.choice(("-", "x", ">", "!", ":", "/-", "/x", "/:")) for _ in path[1:])
            letter = "CARPNM"[state.field.cells[state.rules.board.lattice.index[path[0]]] & 7]
            action = Action(letter, path, signs)  # type: ignore[arg-type]
            if not state.is_legal(seat, action):
                with pytest.raises(IllegalAction) as caught:
                    state.play(seat, action)
                assert caught.value.template != Refusal.ILLEGAL, str(action)

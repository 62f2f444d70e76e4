"""The dealer of Méditerranée in one process: scripts of talons, and seeds (§13)."""

from __future__ import annotations

from collections import Counter

import pytest

from core.chance import Draw, Lot, Shuffle
from core.fault import BadOption
from core.games.mediterranee.cards.dealer import check, dealer
from tests.core.support.positions.mediterranee_cards import FOUR, ODD, THREE, TWO, cards, drawn, shuffled


def run(options: dict[str, str], table: tuple[tuple[int, ...], tuple[int, ...]] = FOUR, draws: int = 20) -> list[int]:
    """Let each seat in turn draw one card, as the options say."""
    script = dealer(options)
    assert script is not None
    found = cards(table, match=options.get("match") == "yes")
    faces: list[int] = []
    while len(faces) < draws:
        seat = len(faces) % len(table[0])
        owed = found.owing(seat, 1)
        assert owed is not None
        outcome = script.outcome(owed, found)
        found = found.dealt(owed, outcome)
        if isinstance(owed, Draw):
            assert outcome is not None
            faces.append(outcome)
    return faces


def text(faces: tuple[int, ...] | list[int]) -> str:
    return ",".join(map(str, faces))


def test_a_script_tells_the_order() -> None:
    assert run({"talon": text(ODD)}) == list(ODD)
    reverse = ODD[::-1]
    assert run({"talon": text(reverse), "seed": "3"}) == list(reverse)
    assert dealer({}) is None
    assert dealer({"match": "yes", "talon": ""}) is None


def test_a_script_of_packets() -> None:
    first, second = (1, 3, 5, 7, 9) * 2, (9, 7, 5, 3, 1) * 2
    told = run({"match": "yes", "packs": f"{text(first)};{text(second)}"})
    assert told[::4] == list(first[::2])
    assert told[2::4] == list(second[::2])


def test_packets_may_lie_the_other_way() -> None:
    owed = cards(THREE, match=True).owing(0, 0)
    assert isinstance(owed, Shuffle)
    small, large = owed.packs
    for first, second, lot in ((small, large, 0), (large, small, 1)):
        script = dealer({"match": "yes", "packs": f"{text(first)};{text(second)}"})
        assert script is not None
        split_up = cards(THREE, match=True).dealt(owed, script.outcome(owed, cards(THREE, match=True)))
        assert script.outcome(Lot(1, 2), split_up) == lot


def test_later_talons() -> None:
    script = dealer({"shuffles": "4,2;6,8", "seed": "1"})
    assert script is not None
    found = shuffled()
    for top in ODD:
        found = drawn(found, 0, top)
    found = found.play(1, (2, 4))
    for faces in ((4, 2), (6, 8)):
        outcomes: tuple[int | None, ...] = (None, *faces)
        for face in outcomes:
            owed = found.owing(0, 1)
            assert owed is not None
            assert script.outcome(owed, found) == face
            found = found.dealt(owed, face)
        found = found.play(1, (6, 8)) if faces == (4, 2) else found
    assert found.talon.epoch == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"talon": "1,3,x"}, "talon: entry 3 is x; a card"),
        ({"talon": "1,,3"}, "talon: entry 2 is “”"),
        ({"talon": "15"}, "talon: entry 1 is 15; a card"),
        ({"talon": "1,3,0"}, "talon: entry 3 is 0"),
        ({"talon": "2," + text(ODD)}, "talon: entry 1 is one 2 too many"),
        ({"talon": text(ODD) + ",9"}, "talon: entry 21 is one 9 too many"),
        ({"talon": text(ODD[:-2])}, "talon: it ends before entry 19; of those cards 7 9 are missing"),
        ({"match": "yes", "packs": "1,3,5"}, "packs: talon 1 needs 2 packets, it has 1"),
        ({"match": "yes", "packs": f"{text(ODD[:10])};1,3,4"}, "packs: entry 13 is one 4 too many"),
        ({"shuffles": "1,3;7,a"}, "shuffles: entry 4 is a"),
        ({"packs": "1,3;7,9"}, "packs is not for this table: with match=no the first talon is scripted by talon"),
        ({"match": "yes", "talon": "1,3"}, "talon is not for this table: with match=yes"),
    ],
)
def test_a_script_that_does_not_fit_is_refused_with_its_place(options: dict[str, str], words: str) -> None:
    with pytest.raises(BadOption) as told:
        check(options, tuple(sorted(ODD)))
    assert words in str(told.value)


def test_a_later_talon_that_does_not_fit_is_refused() -> None:
    script = dealer({"shuffles": "2,4;3"})
    assert script is not None
    script.check(Shuffle(2, ((2, 4),)))
    with pytest.raises(BadOption, match="shuffles: entry 3 is one 3 too many; those cards are 8"):
        script.check(Shuffle(3, ((8,),)))
    script.check(Shuffle(4, ((8,),)))  # from there on the seed


def test_a_seed_gives_the_same_again_and_another_seed_another() -> None:
    games = [run({"seed": str(seed)}) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    assert sorted(games[2]) == sorted(ODD)
    assert run({"seed": "1", "match": "yes"}) != games[0]


def test_every_face_is_as_likely() -> None:
    """The first of 400 talons: each of five faces about 80 times."""
    firsts = Counter(run({"seed": str(seed)}, draws=1)[0] for seed in range(400))
    assert sorted(firsts) == [1, 3, 5, 7, 9]
    assert all(55 <= number <= 105 for number in firsts.values())
    found = shuffled(TWO, match=True)
    lots = Counter(script.outcome(Lot(1, 2), found) for seed in range(400) if (script := dealer({"seed": f"{seed}"})))
    assert 160 <= lots[0] <= 240

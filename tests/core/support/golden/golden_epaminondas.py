"""What happens in the golden records of Epaminondas: the printed game, and three a symmetry rule and size."""

from __future__ import annotations

from tests.core.support.golden.story import Story

DEMONSTRATION = """2.7.2N2 11.6.2SE2 2.6.3E1 10.7.3S3 2.8.1SW1 11.11.2SW2 4.7.4N3x3 9.9.2SW2x1 6.7.3N1x1 11.9.2SW1
7.7.3N3 8.8.4S4 10.7.3N2 12.8.2W1x1 11.7.2N1x1 4.8.4S3x1 2.2.2NE2 1.8.1W1 4.4.1W1 2.8.3S1 1.6.5E1x2 2.8.2S1 1.9.6W1x1
11.1.1S1"""
"""The printed game, and one of the answers after which White has won."""

TO_AND_FRO = ("2.1.1N1", "11.1.1S1", "3.1.1S1", "10.1.1N1")

STORIES = (
    Story(
        "demonstration",
        {},
        seed=1,
        game="epaminondas",
        moves=tuple(DEMONSTRATION.split()),
        remarks=((13, 0, "One across.", None), (14, 1, "Not for long.", None), (23, 1, "That was it, then.", None)),
        comment="Whatever Black plays now, White has more pieces across.",
    ),
    Story(
        "field",
        {},
        seed=3,
        game="epaminondas",
        remarks=((0, 0, "Bon courage !", None), (0, 1, "To you too.", ("thank", "white"))),
    ),
    Story(
        "field-resigned",
        {},
        seed=8,
        game="epaminondas",
        declared={31: (1, "resign")},
        remarks=((30, 1, "My left wing is gone.", None),),
    ),
    Story(
        "field-drawn",
        {},
        seed=5,
        game="epaminondas",
        levels=("random",),
        declared={22: (0, "draw")},
        remarks=((21, 1, "A draw?", ("propose", "draw")), (22, 0, "Yes.", ("accept", "draw"))),
    ),
    Story("field-repeated", {}, seed=1, game="epaminondas", moves=TO_AND_FRO * 2),
    Story("quick", {"preset": "quick"}, seed=2, game="epaminondas"),
    Story("quick-uneven", {"size": "8x8"}, seed=4, game="epaminondas", levels=("greedy", "random")),
    Story("quick-wild", {"size": "8x8"}, seed=6, game="epaminondas", levels=("random",)),
    Story("image", {"size": "8x8", "symmetry": "move"}, seed=7, game="epaminondas"),
    Story("free", {"size": "10x8", "symmetry": "off", "repetition": "0"}, seed=9, game="epaminondas"),
    Story(
        "image-field",
        {"symmetry": "move"},
        seed=1,
        game="epaminondas",
        levels=("greedy", "random"),
        remarks=((4, 0, "After you.", None), (5, 1, "But not like you: it is forbidden.", None)),
    ),
    Story(
        "image-resigned",
        {"size": "8x8", "symmetry": "move"},
        seed=1,
        game="epaminondas",
        declared={16: (0, "resign")},
        remarks=((15, 0, "Black stands better everywhere.", None), (16, 1, "Thank you.", ("thank", "white"))),
    ),
    Story(
        "free-field",
        {"symmetry": "off"},
        seed=1,
        game="epaminondas",
        levels=("random", "greedy"),
        remarks=((0, 0, "No symmetry rule?", None), (0, 1, "None, copy me as you like.", None)),
    ),
    Story(
        "free-drawn",
        {"size": "8x8", "symmetry": "off"},
        seed=1,
        game="epaminondas",
        declared={25: (1, "draw")},
        remarks=((24, 0, "Draw?", ("propose", "draw")), (25, 1, "D'accord.", ("accept", "draw"))),
    ),
    Story(
        "image-wild",
        {"size": "8x8", "symmetry": "move"},
        seed=1,
        game="epaminondas",
        levels=("random",),
        remarks=((3, 1, "As it comes.", None),),
    ),
    Story(
        "free-wide",
        {"size": "16x8", "ranks": "1", "symmetry": "off"},
        seed=1,
        game="epaminondas",
        remarks=((0, 1, "Une seule rangée\u00a0?", None), (1, 0, "It is enough.", None)),
    ),
)

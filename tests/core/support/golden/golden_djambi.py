"""What happens in the golden records of Djambi: three a number of players and for the other table's rules."""

from __future__ import annotations

from tests.core.support.golden.story import Story

STORIES = (
    Story(
        "three",
        {"players": "3", "quiet": "60"},
        seed=4,
        remarks=(
            (0, 0, "Good luck, both of you.", None),
            (0, 2, 'And may the "best" win {as they say}.', None),
            (4, 1, "Yellow, let us stop red together?", ("propose", "truce", "red", "12")),
            (5, 2, "Gladly.", ("accept", "truce")),
            (9, -1, "This will not last.", None),
        ),
        comment="A promise of six turns.",
    ),
    Story(
        "four",
        {"players": "4", "quiet": "60"},
        seed=5,
        declared={12: (3, "abandon green"), 24: (3, "return green")},
        remarks=(
            (1, 1, "bonjour à tous", None),
            (12, 3, "The phone, sorry - back in a moment.", None),
            (24, 3, "Here I am again. Thank you for the vote!", ("thank", "all")),
            (25, 0, "You are welcome.\nBut your militants are not.", ("threaten", "green")),
        ),
    ),
    Story(
        "five",
        {"players": "5", "missing": "pink", "quiet": "60"},
        seed=3,
        remarks=((0, 0, "Who takes pink?", None), (0, 2, "The first in power.", None)),
    ),
    Story(
        "six",
        {"players": "6", "quiet": "60"},
        seed=10,
        declared={11: (2, "abandon blue")},
        remarks=(
            (0, 1, "Six at one table! \N{CROSSED SWORDS}", None),
            (6, 4, "Green lied to me.", ("accuse", "green")),
            (11, 2, "Enough. Good game.", None),
        ),
    ),
    Story(
        "bga",
        {"players": "4", "preset": "bga", "quiet": "60"},
        seed=2,
        remarks=((3, 2, "By which rules again?", None), (3, 0, "Vassals move in their master's turn.", None)),
    ),
    Story(
        "partition",
        {"players": "4", "quiet": "60"},
        seed=1,
        levels=("greedy", "random"),
        remarks=((60, 0, "There is nobody left to dig.", None),),
    ),
    Story(
        "draw",
        {"players": "4"},
        seed=9,
        levels=("random",),
        declared={16: (0, "draw")},
        remarks=((15, 1, "Shall we leave it there?", ("propose", "draw")), (15, 3, "Yes.", ("accept", "draw"))),
    ),
    Story(
        "three-frozen",
        {"players": "3", "passive": "frozen", "quiet": "60"},
        seed=1,
        levels=("greedy", "random"),
        remarks=((2, 0, "Whoever has no king cannot be touched.", None), (2, 1, "Then let us be quick.", None)),
    ),
    Story(
        "three-drawn",
        {"players": "3", "reporter": "optional"},
        seed=1,
        levels=("random",),
        declared={20: (1, "draw")},
        remarks=((19, 1, "A third each?", ("propose", "draw")), (20, 0, "Gladly.", ("accept", "draw"))),
    ),
    Story(
        "five-merged",
        {"players": "5", "missing": "red", "vassal_turns": "merged", "quiet": "60"},
        seed=4,
        remarks=((0, 1, "Pas de rouge ce soir\u00a0: c'est bien calme.", None), (7, 3, "Wait for it.", None)),
    ),
    Story(
        "five-abandoned",
        {"players": "5", "duel_power": "double", "quiet": "60"},
        seed=2,
        levels=("greedy", "random"),
        declared={14: (4, "abandon purple")},
        remarks=((14, 4, "My train is here.", None), (15, -1, "A pity.", None)),
    ),
    Story(
        "six-necro",
        {"players": "6", "encirclement": "necro", "quiet": "60"},
        seed=1,
        remarks=((5, 5, "Six times six.", None), (11, 0, "Thank you, purple!", ("thank", "purple"))),
    ),
    Story(
        "six-masters",
        {"players": "6", "master_moves": "no", "quiet": "60"},
        seed=1,
        levels=("greedy", "random"),
        remarks=((4, 2, "Masters do not move here?", None), (4, 3, "They do not.", None)),
    ),
    Story(
        "bga-drawn",
        {"players": "4", "preset": "bga"},
        seed=2,
        levels=("greedy", "random"),
        declared={26: (2, "draw")},
        remarks=((25, 2, "It is late.", ("propose", "draw")), (26, 1, "Very.", ("accept", "draw"))),
    ),
    Story(
        "bga-wild",
        {"players": "4", "preset": "bga", "quiet": "60"},
        seed=1,
        levels=("random", "greedy"),
        remarks=((9, 0, "I shall not forget that.", ("accuse", "blue")), (9, 1, "Please do.", None)),
    ),
)

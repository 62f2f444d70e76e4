"""What happens in the golden records of Hexapawn."""

from __future__ import annotations

from tests.core.support.golden.story import Story

STORIES = (
    Story(
        "hexapawn-across",
        {},
        seed=1,
        levels=("random", "greedy"),
        remarks=((0, 0, "Three pawns each!", None), (1, 1, "Watch this one.", None)),
        game="hexapawn",
    ),
    Story(
        "hexapawn-resigned",
        {"columns": "5"},
        seed=2,
        declared={4: (1, "resign")},
        remarks=((3, 1, "I see where this goes.", None),),
        game="hexapawn",
    ),
)

"""What happens in the golden records of Megiddo: three a variant."""

from __future__ import annotations

from tests.core.support.golden.story import Remark, Story

VARIANTS = ("basic", "master", "grandmaster", "cleopatra", "cleopatra-master", "cleopatra-grandmaster")
HELLO: tuple[Remark, ...] = ((0, 0, "Two, and only two!", None), (0, 1, "Bonne chance.", None))
DEAL: tuple[Remark, ...] = (
    (1, 1, "2, shall we hold 0 together?", ("propose", "truce", "2", "9")),
    (2, 2, "Until the ninth turn.", ("accept", "truce", "1")),
)

SECOND: dict[str, dict[str, str]] = {
    "basic": {"players": "3"},
    "master": {"players": "4"},
    "grandmaster": {"players": "6"},
    "cleopatra": {"players": "3"},
    "cleopatra-master": {"players": "6", "team_talk": "on"},
    "cleopatra-grandmaster": {"players": "4", "starter": "3"},
}
"""The options of each variant's second game."""


NUMBERED = Story(
    "basic-second",
    {"target": "20"},
    1,
    ("greedy", "random"),
    {14: (0, "resign 2")},
    ((0, 1, "To twenty, then.", None), (14, 0, "The second is yours.", None)),
    "The second game was resigned by its number.",
    "megiddo",
)
"""A match in which not the first game is resigned."""


def stories() -> tuple[Story, ...]:
    """Give every story: one game of two, one of more, and a match, or slides, with declarations."""
    found = []
    for seed, variant in enumerate(VARIANTS, 1):
        base = {"variant": variant, "target": "1"}
        crowd = {**base, **SECOND[variant]}
        talk = DEAL if crowd["players"] == "3" else HELLO
        found += [
            Story(f"{variant}-2", base, seed, remarks=HELLO, game="megiddo"),
            Story(f"{variant}-{crowd['players']}", crowd, seed, ("greedy", "random"), remarks=talk, game="megiddo"),
        ]
        found.append(third(variant, seed))
    return (*found, NUMBERED)


def third(variant: str, seed: int) -> Story:
    """Give the variant's third game: a short match with a draw or a resignation, or one with slides."""
    if seed % 2:
        declared = {9: (0, "draw")} if seed == 1 else {12: (1, "resign")}
        options = {"variant": variant, "target": "12"}
        return Story(f"{variant}-match", options, seed, ("random", "greedy"), declared, HELLO, "A match.", "megiddo")
    options = {"variant": variant, "target": "1", "slide": "yes", "slide_limit": "6"}
    return Story(f"{variant}-slide", options, seed, ("random",), {}, HELLO, "Stones slide.", "megiddo")


STORIES = stories()

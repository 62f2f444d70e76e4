"""Make the golden records of Megiddo, three a variant: `python tests/core/make_golden_megiddo.py [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.core.make_golden import Remark, Story, record  # noqa: E402 - the project's root first

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
    return tuple(found)


def third(variant: str, seed: int) -> Story:
    """Give the variant's third game: a short match with a draw or a resignation, or one with slides."""
    if seed % 2:
        declared = {9: (0, "draw")} if seed == 1 else {12: (1, "resign")}
        options = {"variant": variant, "target": "12"}
        return Story(f"{variant}-match", options, seed, ("random", "greedy"), declared, HELLO, "A match.", "megiddo")
    options = {"variant": variant, "target": "1", "slide": "yes", "slide_limit": "6"}
    return Story(f"{variant}-slide", options, seed, ("random",), {}, HELLO, "Stones slide.", "megiddo")


def main(folder: Path) -> None:
    """Write every story into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for story in stories():
        (folder / f"{story.name}.record").write_text(record(story), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "core/games/megiddo/golden")

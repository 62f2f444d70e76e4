"""What happens in the golden records of Méditerranée: three a number of players, pairing and talon."""

from __future__ import annotations

from tests.core.support.golden.story import Remark, Story

VARIANTS: dict[str, dict[str, str]] = {
    "ns": {"pairing": "ns"},
    "ew": {"pairing": "ew", "first": "a"},
    "x": {"pairing": "x", "first": "c"},
    "two": {"players": "2"},
    "three": {"players": "3", "lone": "k"},
    "match": {"match": "yes"},
}
HELLO: tuple[Remark, ...] = (
    (0, 0, "Mare nostrum.", None),
    (0, 1, "On verra.", None),
    (40, -1, "Who holds the straits?", None),
)
DEAL: tuple[Remark, ...] = (
    (30, 0, "Your elephant may pass.", ("propose", "truce", "3", "60")),
    (31, 1, "Then so may my boats.", ("accept", "truce", "0")),
)
LATE = {"ew": 141, "match-array": 141, "three": 141}
"""The ply, a decision's, at which a story that has not ended is given up, where that is not 140."""


def ending(name: str, options: dict[str, str], loser: str) -> dict[int, tuple[int, str]]:
    """Give up late in the game: one seat, or two that are partners."""
    seats = {"2": ((0,), (1,)), "3": ((1,), (0, 2)), "ew": ((0, 3), (1, 2)), "x": ((0, 2), (1, 3))}
    first, last = seats.get(options.get("players", options.get("pairing", "")), ((0, 1), (2, 3)))
    told = first if loser == "first" else last
    return {LATE.get(name, 140) + at: (seat, "resign") for at, seat in enumerate(told)}


def stories() -> tuple[Story, ...]:
    """Give every story: one from the empty map, one from the fixed array, one at random with somebody leaving."""
    found = []
    for seed, (name, options) in enumerate(VARIANTS.items(), 11):
        base = {**options, "seed": str(seed)}
        array = {**base, "placement": "standard"}
        late = ending(f"{name}-array", options, "first")
        found += [
            Story(name, base, seed, ("greedy",), ending(name, options, "last"), HELLO, "", "mediterranee"),
            Story(f"{name}-array", array, seed, ("greedy", "random"), late, DEAL, "", "mediterranee"),
            third(name, array, seed),
        ]
    return tuple(found)


def third(name: str, options: dict[str, str], seed: int) -> Story:
    """Give the variant's third story: at random, to an agreed draw or to three rounds without a combat."""
    declared = {4: (0, "abandon {}"), 13: (0, "return {}")}
    chosen = dict(options)
    if seed % 2:
        declared |= dict.fromkeys((60, 61, 62), (0, "draw"))
    else:
        chosen["draw_rounds"] = "3"
    if "players" in options:
        del declared[4], declared[13]
    opens = {"ew": "a", "x": "c"}.get(name, "r")
    told = {ply: (seat, text.format(opens)) for ply, (seat, text) in declared.items()}
    remarks = ((4, 0, "One moment.", None), (60, 1, "A draw?", ("propose", "draw")))
    return Story(f"{name}-quiet", chosen, seed, ("random",), told, remarks, "", "mediterranee")


STORIES = stories()

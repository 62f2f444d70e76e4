"""A short game of each kind, from the first decision to the last: what faces are shown to be able to play whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.game import Seat
from core.games import find
from core.match.match import Match

TALON = ",".join(map(str, (*range(10, 0, -1), *range(1, 11))))


@dataclass(frozen=True)
class Tale:
    """A short game: options, and all decisions as `seat:text`."""

    game: str
    options: Mapping[str, str]
    log: str


TALES = (
    Tale(
        "djambi",
        {"players": "3"},
        "0:Ng7-b2 1:Mb4xb2>a1 2:Md2xb2>c4 0:Ph8:b2>d8 1:Pb5:b2>f9 2:Rd1-d4 0:Ci9-e5 1:Pb2:e2>e4 0:Pf9:c6>d1"
        " 2:Rd4-d5!e5 2:Pc6:b6>b3 1:Md1xe1>h6",
    ),
    Tale(
        "epaminondas",
        {"size": "6x6"},
        "0:2.6.1NW1 1:5.2.2SW1 0:2.2.2NE1 1:5.3.1SW1 0:2.2.1SW1 1:5.6.2S2 0:3.3.3NW1x2 1:3.6.2S2x1 0:2.5.1S1",
    ),
    Tale(
        "megiddo",
        {"players": "2", "target": "1", "slide": "yes"},
        "0:C3 1:D4 0:C3-C4 1:F1 0:D6 1:A6 0:B3 1:E2 0:B5 1:D3",
    ),
    Tale(
        "mediterranee",
        {"players": "2", "placement": "standard", "draw_rounds": "1", "talon": TALON},
        "0:pass|1:pay 3|1:march cB2 GAD-TIN cF1 NOV-TAR|1:cards 5+4|0:cards 2+0|0:spy|0:cards 5+1"
        "|0:treason aF1 ANT-TAS cF3 CAE-HIP|0:pay 4|0:march rF3 ANC-BRU rC ARR-ANC|1:move cF1 TAR-TOL",
    ),
)
"""A game of each, found by seeds; what makes each a whole one: chiefs, power and corpses; phalanxes that take others;
placing and sliding; combats with a spy, a forced march, a treason."""


def decisions(tale: Tale) -> list[tuple[Seat, str]]:
    """Give who decides what."""
    parts = (line.partition(":") for line in tale.log.split("|" if "|" in tale.log else " "))
    return [(Seat(int(seat)), text) for seat, _, text in parts]


def told(tale: Tale) -> Match:
    """Let the core play it."""
    match = Match.new(find(tale.game), tale.options).deal()
    for seat, text in decisions(tale):
        match = match.seal(text, seat).deal()
    assert match.state.outcome is not None
    return match

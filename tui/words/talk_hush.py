"""What the rules close of the talk, in words: for whom it is closed now, and when a proposal can be answered. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from core.chance import HasGames, talk_of
from core.fault import sentence
from core.game import Seat, Talk
from net.view.table_view import TableView
from tui.i18n.translation import tr

BETWEEN_GAMES = sentence(
    "The rules close talk during a game: what was proposed can be answered between this game and the next."
)
NOT_HERE = sentence("The rules close talk in this game: what was proposed cannot be answered.")


def is_without_talk(view: TableView) -> bool:
    """Tell whether the table was opened without talk."""
    return dict(view.terms).get("talk") == "off"


def is_hushed(view: TableView, seats: Iterable[Seat] | None = None) -> bool:
    """Tell whether the rules close talk now for every one of `seats` (None: those of this profile)."""
    match, hands = view.match, tuple(view.mine if seats is None else seats)
    return match is not None and bool(hands) and all(talk_of(match.state, seat) is not Talk.OPEN for seat in hands)


def hush_words(view: TableView, asked: Iterable[Seat]) -> str:
    """Say when seats that are `asked` something can answer it; empty if one of them can now, or if there is none."""
    if view.match is None or not is_hushed(view, asked):
        return ""
    state = view.match.state
    return tr(BETWEEN_GAMES if isinstance(state, HasGames) and state.game_number else NOT_HERE)

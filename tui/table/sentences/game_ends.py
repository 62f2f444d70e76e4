"""How the games of a match ended after which another began, in words: who won, why, and what the match stands at."""

from __future__ import annotations

from core.chance import HasGames
from core.fault import sentence
from tui.i18n.translation import seat_title, tr
from tui.table.seat_view import MatchHistory
from tui.words.event_words import reason_words

WON, WON_TOGETHER = (
    sentence("{who} wins game {number}: {why}; the match {points}."),
    sentence("{who} win game {number}: {why}; the match {points}."),
)
DRAWN = sentence("Nobody wins game {number}: {why}; the match {points}.")
BRIEF = {
    WON: sentence("{who} wins game {number}."),
    WON_TOGETHER: sentence("{who} win game {number}."),
    DRAWN: sentence("Nobody wins game {number}."),
}
"""The same without the reason and the points."""
OVER = sentence("Game {number} is over.")
NEXT = sentence("Game {number} begins; {target} points win the match.")


def game_number(history: MatchHistory, ply: int) -> int:
    """Give the number of the game that ended with the decision of that number; 0 if none did."""
    ends = sorted(history.ends)
    return ends.index(ply) + 1 if ply in history.ends else 0


def end_lines(history: MatchHistory, ply: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """Say how the game ended that ended with the decision of that number, ever more briefly.

    Say nothing if none did, or the match did.
    """
    outcome = history.ends[ply].outcome if ply in history.ends else None
    if outcome is None:
        return ()
    effects = history.entries[ply - 1].effects
    points = next((dict(effect.fields)["points"] for effect in effects if effect.key == "total"), "")
    who, number = ", ".join(seat_title(names[seat]) for seat in outcome.winners), game_number(history, ply)
    template = (WON_TOGETHER if len(outcome.winners) > 1 else WON) if outcome.winners else DRAWN
    whole = tr(template, who=who, number=number, why=reason_words(outcome), points=points)
    return whole, tr(BRIEF[template], who=who, number=number), tr(OVER, number=number)


def whole_line(history: MatchHistory, ply: int, names: tuple[str, ...]) -> str:
    """Say the whole of it, that the next game begins and how far the match goes; empty if no game ended there."""
    told, state = end_lines(history, ply, names), history.states[0]
    if not told or not isinstance(state, HasGames):
        return ""
    return f"{told[0]} {tr(NEXT, number=game_number(history, ply) + 1, target=state.target)}"


class GameEnds:
    """The ends of games of one match that have been told."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._known: int | None = None

    def news(self, history: MatchHistory, names: tuple[str, ...]) -> list[str]:
        """Give a line for each game that has ended since the last look; at the first look none."""
        known, self._known = self._known, len(history.entries)
        ends = sorted(ply for ply in history.ends if known is not None and ply > known)
        return [whole_line(history, ply, names) for ply in ends]

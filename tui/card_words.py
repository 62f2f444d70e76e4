"""Cards and fights in words: faces, what a fight waits for, who has laid how much."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import sentence
from core.scene import Fight, Side, Stage
from tui.letters import PIECES
from tui.speech import ntr, tr

WORDS: Mapping[str, str] = {
    "pass": sentence("Pass"),
    "pay": sentence("Forced march"),
    "treason": sentence("Treason of General"),
    "sedition": sentence("Popular Sedition"),
    "spy": sentence("Spy"),
    "keep": sentence("Keep the cards"),
}
"""What the words are called that can be pointed at."""

SHORT: Mapping[str, str] = {
    **WORDS,
    "pay": sentence("March"),
    "treason": sentence("Treason"),
    "sedition": sentence("Sedition"),
}
"""What they are called where there is little room."""

KEYS: Mapping[str, str] = {"spy": "s", "keep": "k"}
"""The keys of the words that are said in a fight alone; the others have theirs at the table (`tui.keymap`)."""

KING, QUEEN = 15, 0


SITES: Mapping[str, str] = {
    "capital": sentence("capital"),
    "port": sentence("port"),
    "island": sentence("island"),
    "inland": sentence("inland"),
}
"""Where a town stands."""


def face_word(face: int | None) -> str:
    """Say a card: `King (15)`, `Jack or Queen (0)`, `8`, or that it is not known."""
    if face is None:
        return tr("an unknown card")
    if face == KING:
        return tr("King (15)")
    return tr("Jack or Queen (0)") if face == QUEEN else str(face)


def side_words(side: Side) -> str:
    """Say with what a side fights: `cavalry from TOL`."""
    piece = tr(PIECES[side.letter[0]]) if side.letter[0] in PIECES else side.letter
    return tr("{piece} from {city}", piece=piece, city=side.origin) if side.origin else piece


def side_state(side: Side, *, laid: bool) -> str:
    """Say what a side has laid: its cards and their worth, that it has laid some face down, or that it is thinking."""
    if side.shown:
        sum_ = "+".join(str(face) for face in sorted(side.shown, reverse=True))
        return f"{sum_} = {side.total}" if side.total is not None and side.total != sum(side.shown) else sum_
    if laid:
        return ntr("has laid {n} card", "has laid {n} cards", max(1, side.owes))
    return tr("is thinking") if side.owes else ""


def duty(fight: Fight, side: Side) -> str:
    """Say what a side has to do now, empty where it has nothing to do."""
    if side.speaks:
        return tr("Two points: is it a spy?")
    if not side.owes:
        return ""
    if fight.stage is Stage.OPEN:
        return ntr("Spy: lay {n} card openly", "Spy: lay {n} cards openly", side.owes)
    if fight.stage is Stage.TIE:
        return tr("A tie: lay one card more")
    return ntr("Lay {n} card", "Lay {n} cards", side.owes)

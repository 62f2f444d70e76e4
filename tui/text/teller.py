"""The teller: turns what is new at a table into lines, each once and in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from core.game import DEALER, Seat
from core.match.match import Line
from core.scene import Scene
from net.view.table_view import AsideLine, NoteLine, Phase, TableView, TalkLine, VoidLine
from tui.chronicle import Chronicle
from tui.eyes import owing
from tui.late import FRAUD, LATE, audit_words, is_fraud, late_seats
from tui.lookout import Lookout, threat_words
from tui.pact_news import PactNews
from tui.speech import tr
from tui.substitutes import YOURS, taken_over
from tui.text import describe
from tui.text.hands import hand_lines
from tui.theme import Glyphs, glyphs
from tui.worn import worn

L = TypeVar("L", TalkLine, VoidLine, NoteLine, AsideLine)
S = TypeVar("S", TalkLine, AsideLine)


def _decided(line: Line) -> tuple[Seat, str]:
    """Give what makes a line another line: not the face of a card, which each who looks may know or not."""
    return line.seat, "" if line.seat == DEALER else line.text


class Teller:
    """What has been told of one table already, and what is to be told of it next."""

    def __init__(self, plain: bool = False) -> None:  # noqa: FBT001, FBT002 (a console is plain or it is not)
        """Begin with nothing told; `plain` tells shapes in ASCII."""
        self._shapes: Glyphs = glyphs("ascii" if plain else "unicode")
        self.glyphs = self._shapes
        self.scene: Scene | None = None
        self.muted: frozenset[str] = frozenset()
        self._chronicle = Chronicle()
        self._pacts = PactNews()
        self._log: tuple[tuple[Seat, str], ...] = ()
        self._told: set[object] = set()
        self._offers: dict[str, tuple[object, ...]] = {}
        self._phase: tuple[Phase, int] | None = None
        self._turn: tuple[object, ...] | None = None
        self._names: tuple[str, ...] = ()
        self._late: tuple[Seat, ...] = ()
        self._audit = ""
        self._last: TableView | None = None
        self._lookout = Lookout()
        self.alarms = True

    def news(self, view: TableView, *, turn: bool = True) -> list[str]:
        """Give the lines for everything that is new in `view`; without `turn` not whose turn it is."""
        self._names = tuple(seat.name for seat in view.seats)
        self.glyphs = self._shapes.wearing(worn(view))
        lines = [describe.note_line(line) for line in self._untold(view.notes)] + self._seat_news(view)
        if view.match is not None:
            self._chronicle.follow(view.match)
            self.scene = view.match.state.scene(next(iter(describe.hands_of(view)), None))
        lines += self._dated_news(view)
        lines += [describe.aside_line(line) for line in self._heard(view.gallery)]
        lines += [tr("PACT {text}", text=told) for _, told in self._pacts.news(view, self._chronicle)]
        lines += self._offer_news(view) + self._phase_news(view) + self._late_news(view)
        return lines + self._turn_news(view) if turn else lines

    def now(self, view: TableView) -> list[str]:
        """Give the lines that say where the table stands."""
        if view.outcome is not None:
            return [describe.over_line(view.outcome, self._names)]
        if view.phase is not Phase.PLAYING or view.match is None:
            return [describe.phase_line(view)]
        return [describe.owed_line(view.match, turn, view, self.glyphs) for turn in view.match.state.upcoming(1)]

    def hands(self, view: TableView) -> list[str]:
        """Give the lines of the cards; none in a game without."""
        return hand_lines(self.scene, describe.hands_of(view), self.glyphs) if self.scene else []

    def log(self, count: int) -> list[str]:
        """Give the last `count` decisions."""
        entries = self._chronicle.entries[-count:] if count else []
        return [describe.entry_line(entry, self._names, self.glyphs) for entry in entries]

    def _dated_news(self, view: TableView) -> list[str]:
        """Give the lines that belong to a place in the game, in its order."""
        entries = self._chronicle.entries[self._moves(view) :]
        names, shapes = self._names, self.glyphs
        dated = [(entry.ply, 1, describe.entry_line(entry, names, shapes)) for entry in entries]
        dated += [(line.ply, 2, describe.talk_line(line, names, shapes)) for line in self._heard(view.talk)]
        dated += [(line.ply, 3, describe.void_line(line, names, shapes)) for line in self._untold(view.voids)]
        return [line for _, _, line in sorted(dated, key=lambda told: told[:2])]

    def _moves(self, view: TableView) -> int:
        """Give how many decisions were told and still stand: after a takeback fewer than were told."""
        told, self._log = self._log, tuple(map(_decided, view.match.log if view.match else ()))
        pairs = enumerate(zip(told, self._log, strict=False))
        return next((at for at, (before, now) in pairs if before != now), min(len(told), len(self._log)))

    def _untold(self, lines: Sequence[L]) -> list[L]:
        """Give the lines not told yet, and count them as told."""
        new = [line for line in lines if _identity(line) not in self._told]
        self._told.update(map(_identity, lines))
        return new

    def _heard(self, lines: Sequence[S]) -> list[S]:
        """Give the lines of talk not told yet that those say who are not muted."""
        return [line for line in self._untold(lines) if line.pid not in self.muted]

    def at(self, ply: int, viewer: Seat | None) -> Scene | None:
        """Give what was to be seen after `ply` decisions, None where there were not so many."""
        states = self._chronicle.states
        return states[ply].scene(viewer) if ply < len(states) else None

    def _offer_news(self, view: TableView) -> list[str]:
        lines = []
        for offer in view.offers:
            if self._offers.get(offer.id) != (*offer.owed, offer.asked):
                self._offers[offer.id] = (*offer.owed, offer.asked)
                lines.append(describe.offer_line(offer, view, self.glyphs))
        return lines

    def _seat_news(self, view: TableView) -> list[str]:
        """Tell whoever has taken a seat over what he plays."""
        seats, self._last = taken_over(self._last, view), view
        names = [describe.seat_name(self._names[seat], self.glyphs) for seat in seats]
        return [tr("NOTE {text}", text=tr(YOURS, seat=name)) for name in names]

    def _phase_news(self, view: TableView) -> list[str]:
        open_seats = sum(not seat.pid for seat in view.seats)
        if self._phase == (view.phase, open_seats) or view.phase is Phase.PLAYING:
            return []
        begins = open_seats == 0 and view.phase is Phase.STARTING and self._phase == (Phase.GATHERING, 0)
        self._phase = (view.phase, open_seats)
        if begins:
            return []
        if view.phase is Phase.OVER and view.outcome is not None:
            return [describe.over_line(view.outcome, self._names)]
        return [describe.phase_line(view)]

    def _late_news(self, view: TableView) -> list[str]:
        """Tell whom one need not wait for any longer, and what became of the hidden cards."""
        late, words = late_seats(view), audit_words(view)
        lines = [
            tr(
                "LATE {text}",
                text=tr(
                    FRAUD if is_fraud(view, seat) else LATE, seat=describe.seat_name(self._names[seat], self.glyphs)
                ),
            )
            for seat in late
            if seat not in self._late
        ]
        if words and words != self._audit:
            lines.append(tr("AUDIT {text}", text=words))
        self._late, self._audit = late, words
        return lines

    def _turn_news(self, view: TableView) -> list[str]:
        if view.phase is not Phase.PLAYING or view.match is None or view.outcome is not None:
            return []
        turns = view.match.state.upcoming(1)
        owed = owing(view)
        here = (view.match.ply, turns[:1], owed, tuple(view.seats[seat].pid for seat in owed if seat != DEALER))
        if not turns or owed == (DEALER,) or self._turn == here:
            return []
        self._turn = here
        return self.now(view) + self._alarm_news(view, owed)

    def _alarm_news(self, view: TableView, owed: tuple[Seat, ...]) -> list[str]:
        """Warn whoever is to decide here of what is grave."""
        seat = next((seat for seat in owed if seat in describe.hands_of(view)), None)
        return self.threats(view, seat, grave=True) if self.alarms and seat is not None else []

    def threats(self, view: TableView, seat: Seat, *, grave: bool = False) -> list[str]:
        """Give the lines of what the others could do to a seat with their next move; only what is `grave`."""
        if view.match is None or view.phase is not Phase.PLAYING:
            return []
        found = self._lookout.threats(view.game, view.match.state, seat)
        atlas = self.scene.atlas if self.scene else None

        def named(other: Seat) -> str:
            return describe.seat_name(self._names[other], self.glyphs)

        told = [threat_words(threat, named, atlas) for threat in found if threat.grave or not grave]
        return [tr("THREAT {text}.", text=line) for line in told]


def _identity(line: TalkLine | VoidLine | NoteLine | AsideLine) -> object:
    return line.identity if isinstance(line, TalkLine) else line

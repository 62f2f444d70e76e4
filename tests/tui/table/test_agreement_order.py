"""What was agreed on later stands later, whatever was taken back: the last agreement in the log holds."""

from __future__ import annotations

import pytest

from core.game import Seat
from net.identity.identity import Identity
from net.view.table_view import OfferKind, TableView
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tui.settings import theme
from tui.table.seat_view import MatchHistory
from tui.text.table.event_teller import EventTeller
from tui.widgets.log_lines import OfferLog, log_lines
from tui.widgets.text_style import TextStyle

INK = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))
SHUT, OPEN = "All have agreed to play on without spectators.", "All have agreed that people without a seat may look on."
KNOWN = (SHUT, OPEN, "Takeback 1: ", "Takeback 2: ", "Hal takes over seat ")


class Evening:
    """A table of three whose every view is followed on the first seat's screen, and line by line."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Begin to play."""
        install(monkeypatch)
        self.room = Room.playing(3, terms={"takebacks": "ask"})
        self.offers, self.teller = OfferLog(), EventTeller(plain=True)
        self.heard: list[str] = []
        self.watch()

    def watch(self) -> TableView:
        """Read what is new."""
        view = self.room.view()
        self.offers.follow(view)
        self.heard += self.teller.news(view)
        return view

    def move(self, text: str) -> None:
        """Let whoever has to move do so."""
        self.room.move(text)
        self.watch()

    def agree(self, kind: OfferKind, number: int) -> None:
        """Let one ask for something and the others agree."""
        self.room.say(number, self.room.table(number).offer(kind, Seat(number)))
        (offer,) = self.watch().offers
        for other in {0, 1, 2} - {number}:
            self.room.say(other, self.room.table(other).answer(offer.id, Seat(other), yes=True))
            self.watch()

    def hand_over(self, seat: int) -> None:
        """Let all agree that a guest takes a seat over."""
        guest = Sitter(self.room.sitters[0].tid, Identity.new(b"h" * 32))
        for signed in self.room.events:
            guest.take(signed)
        self.room.sitters.append(guest)
        for number in range(3):
            given = self.room.table(number).substitute(Seat(seat), guest.identity.public, "Hal")
            self.room.say(number, given)
        (offer,) = self.room.view(3).offers
        self.room.say(3, guest.table.answer(offer.id, offer.seat, yes=True))
        self.watch()

    @property
    def log(self) -> list[str]:
        """The agreements and the turns of the log as a player here reads them."""
        return self._log(self.offers)

    @property
    def late_log(self) -> list[str]:
        """The same for whoever has just come."""
        late = OfferLog()
        late.follow(self.room.view())
        return self._log(late)

    def _log(self, offers: OfferLog) -> list[str]:
        view, chronicle = self.room.view(), MatchHistory()
        assert view.match is not None
        chronicle.follow(view.match)
        lines = [line.plain for line in log_lines(view, chronicle, INK, short=False, offers=offers)]
        found = [next((one for one in KNOWN if one in line), line[:3].strip()) for line in lines]
        return [one for one in found if one.isdigit() or one in KNOWN]

    @property
    def told(self) -> list[str]:
        """The agreements as they were told line by line."""
        return [one for line in self.heard if line.startswith("NOTE") for one in KNOWN if one in line]


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Evening:
    return Evening(monkeypatch)


def test_the_last_agreement_in_the_log_holds_after_a_takeback_and_new_moves(evening: Evening) -> None:
    for text in ("1", "2", "1"):
        evening.move(text)
    evening.agree(OfferKind.SPECTATORS, 0)
    evening.agree(OfferKind.TAKEBACK, 2)
    evening.agree(OfferKind.SPECTATORS, 1)
    agreed = [SHUT, KNOWN[2], OPEN]
    assert evening.log == evening.late_log == ["1", "2", *agreed]
    for text in ("2", "1"):
        evening.move(text)
    assert evening.log == evening.late_log == ["1", "2", *agreed, "3", "4"]
    assert evening.told == agreed, "each once, though the takeback has moved the first"
    assert evening.room.view().watched


def test_the_same_agreed_on_twice_at_one_turn_stands_twice(evening: Evening) -> None:
    evening.move("1")
    for _ in range(3):
        evening.agree(OfferKind.SPECTATORS, 0)
    assert evening.log == evening.late_log == ["1", SHUT, OPEN, SHUT]
    assert evening.told == [SHUT, OPEN, SHUT]


def test_a_handover_and_takebacks_keep_their_place_among_the_agreements(evening: Evening) -> None:
    for text in ("1", "2", "1"):
        evening.move(text)
    evening.agree(OfferKind.SPECTATORS, 0)
    evening.agree(OfferKind.TAKEBACK, 2)
    evening.move("1")
    evening.agree(OfferKind.SPECTATORS, 0)
    evening.hand_over(1)
    evening.room.say(0, evening.room.table(0).offer(OfferKind.TAKEBACK, Seat(0), 0))
    (offer,) = evening.watch().offers
    for number, seat in ((3, 1), (2, 2)):
        evening.room.say(number, evening.room.table(number).answer(offer.id, Seat(seat), yes=True))
    agreed = [SHUT, KNOWN[2], OPEN, KNOWN[4], KNOWN[3]]
    evening.watch()
    evening.move("1")
    assert evening.log == evening.late_log == [*agreed, "1"]
    assert evening.told == agreed

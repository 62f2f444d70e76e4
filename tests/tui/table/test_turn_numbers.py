"""The numbers that people read and type: what chance does is no turn, and a game of Méditerranée begins at turn 1."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from core.bots.bot import walk
from core.chance import HasRounds
from core.diplomacy.pact import Fate
from core.game import DEALER, Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import TableView, TalkLine
from tests.gallery.fixed_table import view_of
from tests.tui.support.campaign import played
from tui.i18n import translation
from tui.screens.table.connection_words import title_text
from tui.screens.table.table_status import status_text
from tui.settings import theme
from tui.table.diplomacy import following, pact_events, pacts_of
from tui.table.player_desk import PlayerDesk
from tui.table.seat_view import MatchHistory
from tui.table.talk_log import talk_entries
from tui.text.table.event_teller import EventTeller
from tui.widgets.log_lines import log_lines
from tui.widgets.text_style import TextStyle

INK = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))


def seen(match: Match, *talk: TalkLine) -> TableView:
    """Give the view of a match with this talk."""
    return replace(view_of(match, talk=False), talk=talk)


def desk_of(view: TableView) -> PlayerDesk:
    desk = PlayerDesk()
    desk.take(view)
    return desk


def line(ply: int, seat: int, *act: str, text: str = "") -> TalkLine:
    return TalkLine(ply, Seat(seat), f"P{seat}", "Somebody", text, act or None, 0, ply)


def titled(view: TableView) -> str:
    return title_text(desk_of(view), INK, 120).plain


def test_the_title_begins_at_turn_one_in_both_languages() -> None:
    opening = played()
    assert opening.ply == 2, "a talon and a draw"
    assert " turn 1 " in titled(seen(opening))
    assert " turn 3 " in titled(seen(played("pass", "pass")))
    translation.use("fr")
    assert " tour 1 " in titled(seen(opening))


def test_the_title_counts_rounds_where_a_turn_is_several_decisions() -> None:
    told = [titled(seen(played(*["pass"] * made))).partition(" · turn")[0].rpartition(" · ")[2] for made in range(9)]
    assert told == [*["round 1"] * 4, *["round 2"] * 4, "round 3"]
    translation.use("fr")
    assert " tour de table 2 · tour 5 " in titled(seen(played(*["pass"] * 4)))
    desk = desk_of(seen(played(*["pass"] * 4)))
    desk.look(-1)
    desk.look(-1)
    assert " tour de table 1 " in title_text(desk, INK, 120).plain


def test_placing_the_pieces_is_the_first_round() -> None:
    match = Match.new(find("mediterranee"), {"players": "2", "seed": "7"})
    rng, history = Random(5), MatchHistory()
    while (ply := match.ply) == 0 or len(set(history.rounds)) < 4:
        match = match.deal()
        match = match.enter(match.state.active[0], walk(match.state, match.state.active[0], rng))
        history.follow(match)
        assert match.ply > ply
    starts = [history.rounds.index(number) for number in (2, 3, 4)]
    turns = [state.in_turn for state in history.states if isinstance(state, HasRounds)]
    assert [turns[start] for start in starts] == [0, 0, 0]
    assert [turns[start - 1] for start in starts] == [None, 1, 1]
    assert len(history.rounds) == len(history.states)


def test_a_look_back_counts_decisions() -> None:
    desk = desk_of(seen(played("pass", "pass")))
    told = []
    for _ in range(3):
        desk.look(-1)
        told.append(status_text(desk, None, INK).plain.split(":")[1][:16])
    assert told == [" decision 2 of 2", " decision 1 of 2", " decision 1 of 2"]


def test_the_log_numbers_decisions_and_leaves_chance_without_a_number() -> None:
    view = seen(played("pass", "pass"))
    desk = desk_of(view)
    assert view.match is not None
    lines = [text.plain for text in log_lines(view, desk.chronicle, INK, short=True)]
    heads = [text[:4] for text in lines]
    assert [line.seat == DEALER for line in view.match.log] == [True, True, False, True, False, True]
    assert heads == ["    ", "    ", "  1 ", "    ", "  2 ", "    "]


def test_the_text_mode_tells_the_same_numbers() -> None:
    teller = EventTeller()
    match = played("pass", "pass")
    view = seen(match, line(5, 0, text="Ahoy"))
    said = teller.news(view)
    assert [entry.turn for entry in talk_entries(view)] == [3], "as in the whole talk on the screens"
    assert [text for text in said if text.startswith("TALK")] == ["TALK 3 ● Rome Somebody: Ahoy"]
    assert [text.split(":")[0] for text in said if text.startswith(("MOVE", "TURN"))] == [
        "MOVE 1 ● Rome",
        "MOVE 2 ◆ Constantinople",
        "TURN 3 ▲ Alexandria",
    ]
    assert sum(text.startswith("CHANCE ") for text in said) == 4
    assert teller.at(2, None) == match.at(5).state.scene(None)
    assert teller.at(3, None) is None


def test_a_truce_ends_at_the_turn_that_the_title_shows() -> None:
    """The composer, the words of the truce, its end and the title all mean the same number."""
    opening = seen(played())
    ends = following(opening, Seat(0), ("propose", "truce", "k"))[1]
    until, shown = ends[1]
    assert shown.startswith(f"Turn {until} ")
    talk = (line(2, 0, "propose", "truce", "k", until), line(2, 1, "accept", "truce", "r"))
    fates = {}
    for made in range(7):
        view = seen(played(*["pass"] * made), *talk)
        (pact,) = pacts_of(view)
        number = int(titled(view).partition(" turn ")[2].split()[0])
        assert number == made + 1
        fates[number] = pact.fate
    assert fates == {turn: Fate.RUNNING if turn < int(until) else Fate.KEPT for turn in range(1, 8)}
    view = seen(played(*["pass"] * 6), *talk)
    (pact,) = pacts_of(view)
    _, kept = pact_events(pact, tuple(seat.name for seat in view.seats))
    assert view.match is not None
    assert view.match.turns.turn_of(kept.ply) == int(until) - 1, "the log tells it after the last turn that it bound"

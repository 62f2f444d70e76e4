"""Who is called, when and by what; what foreign names cannot do to a terminal; what is warned of."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.widgets import Static

from core.diplomacy.blow import INCITED, LOST
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import TableView, TalkLine
from tests.gallery.fixed_table import FixedTable, match_of, view_of
from tests.tui.support.journey import click_on, shown
from tests.tui.support.table_app import app_over
from tui.app.app import ParleyApp
from tui.i18n import translation
from tui.i18n.translation import seat_title
from tui.screens.frame.notifying_app import NAME, POP, PUSH, clean, has_title, noted, restore_title, titled
from tui.screens.table.table_alerts import _fitted, standing, warnings
from tui.screens.table.table_screen import TableScreen
from tui.settings import theme
from tui.settings.settings import Settings
from tui.table.alerts import SILENCE_MS, AlertPolicy, Attention, Notice, said_by_others, title
from tui.table.losses_and_threats import Loss, LossFinder, loss_words, losses, losses_words, threat_words
from tui.table.player_desk import PlayerDesk
from tui.table.seat_view import MatchHistory
from tui.widgets.prompt import StatusLine
from tui.words.event_words import piece_word

VIEW = view_of(match_of(4, 8, 5))
SHAPES = theme.glyphs("unicode")
HERE, THERE, AWAY, UNKNOWN = (
    Attention(watched=True),
    Attention(watched=True, elsewhere=True),
    Attention(watched=False),
    Attention(),
)


def news(herald: AlertPolicy, turn: int | None, attention: Attention = AWAY, **told: Any) -> Notice:  # noqa: ANN401 - fields
    how = {"bell": "turn", "desktop": "off", "now": 100_000, "talk": 0, **told}
    return herald.news(VIEW, None if turn is None else Seat(turn), attention, **how)


def called(attention: Attention, **told: Any) -> Notice:  # noqa: ANN401 - fields
    """Give the notice of a turn that comes from somebody else."""
    herald = AlertPolicy()
    assert news(herald, None, attention) == Notice()
    return news(herald, 0, attention, **told)


@pytest.mark.parametrize(
    ("attention", "told", "notice"),
    [
        (AWAY, {}, Notice(bell=True)),
        (UNKNOWN, {}, Notice(bell=True)),
        (HERE, {}, Notice()),
        (HERE, {"desktop": "osc9"}, Notice()),
        (THERE, {}, Notice("It is your turn at Florence.")),
        (Attention(elsewhere=True), {}, Notice("It is your turn at Florence.", bell=True)),
        (AWAY, {"bell": "talk"}, Notice(bell=True)),
        (AWAY, {"bell": "off"}, Notice()),
        (AWAY, {"desktop": "osc777", "bell": "off"}, Notice(desktop="It is your turn at Florence.")),
    ],
)
def test_whoever_looks_gets_a_toast_at_most(attention: Attention, told: dict[str, str], notice: Notice) -> None:
    assert called(attention, **told) == notice


def test_one_is_called_once_a_turn_and_not_to_go_on_from_oneself() -> None:
    herald = AlertPolicy()
    calls = [news(herald, turn, now=at * SILENCE_MS).bell for at, turn in enumerate((None, 0, 0, 1, None, 1))]
    assert calls == [False, True, False, False, False, True]


def test_nobody_is_called_to_the_first_move() -> None:
    herald = AlertPolicy()
    begun = replace(VIEW, match=match_of(4, 0, 5))
    assert herald.news(begun, Seat(0), AWAY, bell="turn", desktop="osc9", now=0, talk=0) == Notice()


def test_the_bell_does_not_ring_twice_within_five_seconds() -> None:
    herald = AlertPolicy()
    rings = [
        news(herald, None, bell="talk", talk=talk, now=now).bell
        for talk, now in ((3, 0), (4, 1_000), (5, 5_999), (6, 6_000), (6, 60_000), (7, 60_001))
    ]
    assert rings == [False, True, False, True, False, True]


def test_talk_that_is_muted_or_ones_own_is_not_counted() -> None:
    others = replace(VIEW, seats=tuple(replace(seat, mine=seat.seat == 0) for seat in VIEW.seats))
    lines = [TalkLine(1, Seat(at), f"P{at}", "x", "hi", None, 0) for at in (0, 1, 2)]
    assert said_by_others(replace(others, talk=tuple(lines)), frozenset({"P2"})) == 1


def test_the_title_says_whose_turn_it_is() -> None:
    assert title(VIEW, None, SHAPES) == "Djambi “Florence”"
    assert title(VIEW, Seat(0), SHAPES) == f"(!) {SHAPES.seats[VIEW.seats[0].name]} your turn — Djambi “Florence”"
    assert title(replace(VIEW, title=""), None, SHAPES) == "Djambi"


EVIL = "Flo\x1b]0;evil\x07rence\x1b[2J\x9c\u202e\n;y"


def test_no_name_can_end_an_escape_sequence() -> None:
    for sequence in (titled(EVIL), noted("osc9", EVIL, EVIL), noted("osc777", EVIL, EVIL)):
        assert sequence.count("\x1b") == 1
        assert sequence.count("\x07") == 1
        assert sequence.endswith("\x07")
        assert sequence[1:-1].isprintable()
    assert noted("osc777", EVIL, EVIL).count(";") == 3
    assert len(clean("x" * 1000)) == 100
    assert [has_title(term) for term in ("xterm-256color", "tmux", "linux", "dumb", "")] == [True, True] + [False] * 3


def test_a_stream_that_is_no_terminal_gets_no_title_back() -> None:
    stream = StringIO()
    restore_title(stream)
    assert stream.getvalue() == ""


async def test_what_is_said_once_more_stands_there_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    app = ParleyApp(settings=Settings(nick="Ann", language="en"))
    async with app.run_test(size=(80, 24)) as pilot:
        for text in ("one", "two", "one"):
            app.notify(text)
            await pilot.pause()
        assert [one.message for one in app._notifications] == ["two", "one"]


async def test_a_table_calls_through_the_app_and_the_title_calms_down(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    app = ParleyApp(settings=Settings(desktop="osc9"))
    monkeypatch.setattr(app, "_send", sent.append)
    monkeypatch.setattr(app, "bell", lambda: sent.append("bell"))
    others = replace(VIEW, seats=tuple(replace(seat, mine=False) for seat in VIEW.seats))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = TableScreen(FixedTable(others))
        await app.push_screen(table)
        await pilot.pause()
        app.post_message(events.AppBlur())
        await pilot.pause()
        table.take(VIEW)
        assert VIEW.match is not None
        calm, called = titled("Djambi “Florence”"), titled(title(VIEW, VIEW.match.state.active[0], SHAPES))
        assert sent == [titled(NAME), calm, called, "bell", noted("osc9", NAME, "It is your turn at Florence.")]
        app.post_message(events.AppFocus())
        await pilot.pause()
        await app.pop_screen()
        await pilot.pause()
        assert sent[-2:] == [calm, titled(NAME)]
        app.app_suspend_signal.publish(app)
        assert sent[-1] == titled("") + POP
        app.app_resume_signal.publish(app)
        assert sent[-2:] == [PUSH, titled(NAME)]


# what is warned of


def lost(view: TableView, seats: tuple[int, ...]) -> PlayerDesk:
    desk = PlayerDesk()
    desk.take(replace(view, seats=tuple(replace(seat, mine=seat.seat in seats) for seat in view.seats)))
    return desk


def test_what_was_taken_is_told_until_the_next_decision() -> None:
    """A random game: whenever the log kills a piece of a seat, its player is told, and only he."""
    match = match_of(4, 60, 3)
    found = 0
    chronicle = MatchHistory()
    chronicle.follow(match)
    for entry in chronicle.entries:
        kills = [dict(effect.fields) for effect in entry.effects if effect.key == "kill"]
        for kill in kills:
            victim = match.names.index(kill["colour"])
            desk = lost(view_of(match.at(entry.ply)), (victim,))
            if desk.state is None or desk.state.outcome or desk.voice in {None, entry.seat}:
                continue
            told = "; ".join(warnings(desk, LossFinder(), desk.names.__getitem__))
            piece = piece_word(kill["piece"])
            assert f"{match.names[entry.seat]} has killed your {piece}" in told
            assert f"on {kill['cell']}" in told
            found += 1
            own = lost(view_of(match.at(entry.ply)), (entry.seat,))
            assert "killed" not in "; ".join(warnings(own, LossFinder(), own.names.__getitem__))
    assert found


def test_where_two_fight_the_piece_that_was_lost_or_turned_is_told() -> None:
    """A random game: the log names the piece by its state and letter, and its player is told of that one."""
    match, chronicle, told = match_of(3, 90, 1, "mediterranee"), MatchHistory(), Counter[str]()
    chronicle.follow(match)
    for entry in chronicle.entries:
        for effect in entry.effects:
            if effect.key not in {LOST, INCITED}:
                continue
            piece, city = dict(effect.fields)["piece"], dict(effect.fields)["city"]
            seat = Seat(next(at for at, name in enumerate(match.names) if piece[0] in name))
            until = MatchHistory()
            until.follow(match.at(entry.ply))
            for loss in losses(until, seat):
                if loss.spot == city and loss.deadly == (effect.key == LOST) and entry.seat != seat:
                    assert (loss.piece, loss.turned) == (piece[1:], effect.key == INCITED)
                    told[effect.key] += 1
    assert told[LOST]
    assert told[INCITED]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_threat_of_every_game_is_a_sentence(language: str) -> None:
    translation.use(language)
    told = set()
    for game, plies in (("djambi", 30), ("epaminondas", 60), ("mediterranee", 60), ("megiddo", 20)):
        match = match_of(2 if game != "djambi" else 4, plies, 5, game)
        desk = lost(view_of(match), tuple(range(len(match.names))))
        for seat in range(len(match.names)):
            threats = LossFinder().threats(game, match.state, Seat(seat))
            atlas = desk.scene.atlas if desk.scene else None
            told |= {threat_words(threat, lambda other: f"<{other}>", atlas) for threat in threats}
    assert len(told) > 4
    assert all(line.startswith("<") and "{" not in line for line in told)


def test_nothing_is_warned_of_in_the_past_or_while_one_chooses() -> None:
    desk = lost(view_of(match_of(4, 60, 3)), (0, 1, 2, 3))
    desk.look(-1)
    assert warnings(desk, LossFinder(), desk.names.__getitem__) == ()


async def test_one_key_shows_all_that_the_row_has_no_room_for() -> None:
    translation.use("en")
    match = match_of(4, 40, 4)
    app = app_over(match, hand=(int(match.state.active[0]),))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "more: !)" in shown(app)
        told = warnings(app.table.desk, LossFinder(), lambda seat: seat_title(match.names[seat]))
        await pilot.press("exclamation_mark")
        await pilot.pause()
        text = " ".join(str(app.screen.query_one(Static).content).split())
        assert [line for line in told if line.split(" can ")[-1] not in text] == []
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        await click_on(pilot, "more: !)")
        assert str(app.screen.query_one(Static).content).startswith("What threatens you")
    quiet = app_over(Match.new(find("djambi"), {"players": "4"}), hand=(0,))
    async with quiet.run_test(size=(80, 24)) as pilot:
        await pilot.press("exclamation_mark")
        await pilot.pause()
        assert "Nothing of yours is threatened now." in shown(quiet)


def test_stones_that_were_taken_are_counted() -> None:
    found = [Loss(Seat(1), f"A{ring}", "", deadly=True) for ring in (1, 2, 3, 4, 5)]
    found += [Loss(Seat(1), "C3", "M", deadly=True)] * 2
    assert losses_words(found, lambda seat: f"seat {seat}") == [
        "seat 1 has killed your militant on C3",
        "seat 1 has taken 5 pieces of yours (A1, A2, A3, A4, …)",
    ]


def test_warnings_are_joined_as_the_language_does() -> None:
    with translation.speaking("fr"):
        assert _fitted(("un", "deux"), 20) == "un\u00a0; deux"


def test_a_piece_is_killed_in_a_town_and_on_a_cell() -> None:
    state = Match.new(find("mediterranee"), {}).state
    atlas = state.scene().atlas
    assert atlas is not None
    loss = Loss(Seat(1), atlas.towns[0].spot, "rF1", deadly=True)
    assert " in " in loss_words(loss, str, atlas)
    assert " on " in loss_words(Loss(Seat(1), "c3", "M", deadly=True), str)


def test_what_the_last_round_threatens_is_told_and_nothing_older() -> None:
    match = match_of(4, 0, 3)
    for text in ("Mc2-d3", "Mg2-f3", "Ng7-g6", "Nc7-c6"):
        match = match.play(text)
    told = warnings(lost(view_of(match), (0,)), LossFinder(), "{}".format)
    assert told == ("1 can kill your militant on d3",)
    for text in ("Ma3-a4", "Mf3-f5", "Ng6-g7", "Nc6-c7"):
        match = match.play(text)
    desk = lost(view_of(match), (0,))
    assert [threat.spot for threat in LossFinder().threats("djambi", match.state, Seat(0))] == ["d3"]
    assert warnings(desk, LossFinder(), "{}".format) == ()


def test_the_row_counts_what_the_list_has_beside_it() -> None:
    """A threat that stood before is told no more, but the list has it: the number is what the list adds."""
    match = match_of(4, 0, 3)
    for text in ("Mc2-d3", "Mg2-f3", "Ng7-g6", "Nc7-c6"):
        match = match.play(text)
    lookout, desk = LossFinder(), lost(view_of(match), (0,))
    assert (len(warnings(desk, lookout, "{}".format)), standing(desk, lookout)) == (1, 0)
    for game, plies in (("djambi", 40), ("mediterranee", 60), ("megiddo", 20)):
        match = match_of(4 if game != "mediterranee" else 2, plies, 4, game)
        for hand in (match.state.active[:1], tuple(range(len(match.names)))):
            desk = lost(view_of(match), tuple(map(int, hand)))
            if desk.voice is None:
                continue
            told = warnings(desk, lookout, "{}".format)
            blows = losses_words(lookout.losses(desk.chronicle, desk.voice), "{}".format)
            every = len(blows) + len(lookout.threats(game, match.state, desk.voice))
            assert not told or len(told) + standing(desk, lookout) == every


async def test_a_warning_without_room_comes_first_until_the_cursor_moves() -> None:
    match = match_of(4, 0, 3)
    for text in ("Mc2-d3", "Mg2-f3", "Ng7-g6", "Nc7-c6"):
        match = match.play(text)
    app = app_over(match, hand=(0,))
    async with app.run_test(size=(60, 24)) as pilot:
        await pilot.pause()
        app.table.board.focus()
        warned = app.table.query_one(StatusLine).render().plain
        assert warned.index("can kill") < warned.index("e5")
        await pilot.press("left")
        await pilot.pause()
        moved = app.table.query_one(StatusLine).render().plain
        assert moved.index("d5") < moved.index("can kill")

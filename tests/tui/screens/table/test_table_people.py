"""People at the table: talk, offers, seats and invitations, watching, waiting, the end and leaving."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import Input

from core.fault import Fault
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.peer.table_handle import UNREACHED, NotFetched
from net.transport.transport import LOST, UNREACHABLE, Offline
from net.view.table_view import NoteLine, Phase, TalkLine, VoidLine
from net.wire.invitation import Invitation
from tests.tui.support.journey import ROOM, Make, click_on, settled, shown, toasts
from tests.tui.support.table_app import app_over
from tui.app.table_actions import elsewhere
from tui.i18n import translation
from tui.screens.frame.dialog import ChoiceScreen
from tui.settings import visit
from tui.table.player_desk import PlayerDesk
from tui.widgets.board_view import BoardView
from tui.widgets.line_panel import LinePanel
from tui.widgets.prompt import Prompt
from tui.widgets.talk_pane import TalkInput, unsaid_words


async def test_talk_is_said_and_never_read_as_markup(make_app: Make) -> None:
    app = make_app()
    evil = "[red]x[/red] [@click=app.quit]q[/] [/nope]"
    seats = tuple(replace(seat, nick="[b]Eve[/]" if seat.seat else seat.nick) for seat in app.handle.view.seats)
    line = TalkLine(0, Seat(1), "P1", "[b]Eve[/]", evil, ("propose", "truce", "red", "9"), 0)
    notes = (NoteLine(0, "{nick} watches.", (("nick", "[b]Zoé[/]"),)),)
    voids = (VoidLine(0, Seat(1), "P1", "[b]Eve[/]", "[i]a1[/]", "There is no piece on {cell}.", (("cell", "a1"),)),)
    app.handle.view = replace(app.handle.view, talk=(line,), seats=seats, notes=notes, voids=voids, title="[b]T[/]")
    async with app.run_test(size=(160, 40)) as pilot:
        await settled(pilot, "t", "h", "i", "q", "enter")
        assert app.handle.calls == [("say", "hiq", 0)]
        text = shown(app)
        said = app.table.query_one("#talk", LinePanel).lines
        assert evil in " ".join(strip.text.strip() for strip in said)
        for raw in ("[b]Eve[/]", "[b]Zoé[/] watches.", "[i]a1[/]", "[b]T[/]", "hiq"):
            assert raw in text, raw
        await settled(pilot, "escape")
        assert app.table.focused is app.table.query_one(BoardView)


async def test_nobody_is_invited_to_a_table_of_this_machine_alone(open_table: Make) -> None:
    app = open_table()
    app.handle.invitation = "parley://memory/solo/T#K"
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "c")
        assert app.copied == []
        assert toasts(app) == ["This table is on this machine alone: nobody else can come to it."]


async def test_a_table_that_its_host_closes_looks_closed_and_says_what_is_left_to_do(open_table: Make) -> None:
    app = open_table()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "s")
        await app.handle.put(replace(app.handle.view, phase=Phase.CLOSED))
        await settled(pilot)
        text = shown(app)
        assert "This table is closed." in text
        assert "q: leave the table" in text
        for gone in ("seat is open", "bots on all open seats", "give up", "Invitation", app.handle.invitation[:30]):
            assert gone not in text, gone
        app.handle.calls.clear()
        await settled(pilot, "s", "a", "A", "x", "c")
        assert (app.handle.calls, app.copied) == ([], [])
        await click_on(pilot, "q: leave the table")
        await pilot.pause()
        assert app.left == ["over"]


async def test_waiting_sitting_and_handing_the_invitation_on(open_table: Make) -> None:
    app = open_table()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        text = shown(app)
        assert app.handle.invitation[:40] in text
        assert "3 seats are open." in text
        await settled(pilot, "s", "a", "c")
        assert app.handle.calls == [("sit", None, ""), ("sit", 2, "2")]
        assert app.copied == [app.handle.invitation]
        assert "1 seat is open." in shown(app)
        await settled(pilot, "x", "2")
        assert app.handle.calls[-1] == ("leave", 2)


async def test_a_click_on_a_key_of_the_waiting_table_presses_it(open_table: Make) -> None:
    app = open_table()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        await click_on(pilot, "s: take a seat", -1)
        assert app.handle.calls == []
        await click_on(pilot, "a: seat a bot")
        assert app.handle.calls == [("sit", 1, "2")]
        await click_on(pilot, "Invitation (c copies it)")
        assert app.copied == [app.handle.invitation]


@pytest.mark.parametrize(
    ("hand", "told"),
    [((0,), "Leave the game to the others, then"), ((0, 1), "Give the game up for Red; Blue, then leave")],
)
async def test_who_leaves_reads_how_many_seats_resign(make_app: Make, hand: tuple[int, ...], told: str) -> None:
    app = make_app(hand=hand)
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "q")
        assert told in shown(app)


async def test_who_has_a_seat_takes_another_only_when_asked(open_table: Make) -> None:
    app = open_table()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "s", "s")
        assert isinstance(app.screen, ChoiceScreen)
        assert app.handle.calls == [("sit", None, "")]
        await settled(pilot, "1", "s", "escape")
        assert app.handle.calls == [("sit", None, "")]
        await settled(pilot, "s", "2")
        assert app.handle.calls == [("sit", None, ""), ("sit", 2, "")]


async def test_where_the_rules_close_talk_only_greetings_are_offered(make_app: Make) -> None:
    free = Match.new(find("megiddo"), {"players": "4"})
    for match, prompt in ((free, "Talk to the table (t)"), (free.play("C4", Seat(0)), "Only greetings now (d)")):
        app = make_app(match, hand=(1,))
        async with app.run_test(size=ROOM) as pilot:
            await settled(pilot)
            assert app.screen.query_one(TalkInput).placeholder == prompt
            await settled(pilot, "o")
            hushed = "A greeting: the rules close all other talk now (d)" in shown(app)
            assert hushed == (match is not free)


async def test_while_the_rules_close_talk_its_key_opens_the_greetings(make_app: Make) -> None:
    app = make_app(Match.new(find("megiddo"), {"players": "4"}).play("C4", Seat(0)), hand=(1,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "z", "t")
        assert isinstance(app.screen, ChoiceScreen)
        assert "Good luck." in shown(app)
        await settled(pilot, "d")
        assert isinstance(app.screen, ChoiceScreen), "the key that the line names does no harm"
        await settled(pilot, "2")
        assert app.handle.calls == [("say", "Good luck.", Seat(1))]
        assert not app.table.query_one(TalkInput).value
        assert not app.table.has_class("-zen"), "what is said is seen"


@pytest.mark.parametrize("tongue", translation.LANGUAGES)
async def test_what_is_left_to_say_fits_into_the_line_to_talk_with(make_app: Make, tongue: str) -> None:
    with translation.speaking(tongue):
        app = make_app(Match.new(find("megiddo"), {"players": "4"}).play("C4", Seat(0)), hand=(1,))
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(pilot)
            line = app.screen.query_one(TalkInput)
            assert "(d)" in line.placeholder
            assert len(line.placeholder) <= line.content_size.width


async def test_the_end_is_told_with_everybody_s_points(make_app: Make, make_match: Make) -> None:
    match = make_match(3)
    app = make_app(match)
    async with app.run_test(size=ROOM) as pilot:
        for seat, name in ((0, "red"), (1, "green")):
            await app.handle.play(Seat(seat), f"abandon {name}")
        await pilot.pause()
        await pilot.pause()
        text = shown(app)
        assert "Yellow wins: the last chief left." in text
        assert app.handle.view.match.digest()[:16] in text
        await pilot.press("6")
        await pilot.pause()
        assert app.left == ["over"]


async def test_a_table_that_has_moved_says_which_key_follows_it(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "F")
        assert app.left == [], "nothing to follow yet"
        assert "Follow the table" not in shown(app)
        place = str(Invitation("broker.example", "club", bytes(16), 1884, b"t" * 16))
        await app.handle.put(replace(app.handle.view, moved=place))
        await settled(pilot)
        assert toasts(app) == ["The table goes on at broker.example:1884, and here no longer: F follows it there."]
        assert "F Follow the table" in shown(app)
        await settled(pilot, "F")
        assert app.left == ["onward"]


async def test_a_notice_that_names_a_key_says_to_whoever_writes_how_to_leave_the_line_first(make_app: Make) -> None:
    app = make_app(hand=(0,))
    places = [str(Invitation(host, "club", bytes(16), 1884, b"t" * 16)) for host in ("one.example", "two.example")]
    first, second = (
        f"The table goes on at {host}.example:1884, and here no longer: F follows it there." for host in ("one", "two")
    )
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "t", "h")
        await app.handle.put(replace(app.handle.view, moved=places[0]))
        await settled(pilot)
        assert toasts(app) == [f"{first} You are writing: press Esc first."]
        await settled(pilot, "escape")
        await app.handle.put(replace(app.handle.view, moved=places[1]))
        await settled(pilot)
        assert toasts(app) == [second], "the notice before it is taken away, and no line of text has the keys"
        await settled(pilot, "colon")
        line = TalkLine(0, Seat(1), "P1", "Bob", "Red, a truce?", ("propose", "truce", "red", "9"), 0)
        await app.handle.put(replace(app.handle.view, talk=(line,)))
        await settled(pilot)
        assert toasts(app)[1:] == ["d answers what was proposed to you. You are writing: press Esc first."]
        await settled(pilot, "escape", "d")
        assert isinstance(app.screen, ChoiceScreen)


async def test_a_moved_table_is_not_left_for_a_broker_that_does_not_answer(make_app: Make) -> None:
    app, asked = make_app(hand=(0,)), list[str]()
    place = Invitation("127.0.0.1", "club", bytes(16), 1884, b"t" * 16)

    async def reach(there: Invitation) -> None:
        asked.append(str(there))
        raise Offline(UNREACHABLE, host=there.host, port=there.port)

    async with app.run_test(size=ROOM) as pilot:
        app.table.reach = reach
        await app.handle.put(replace(app.handle.view, moved=str(place)))
        await settled(pilot, "F")
        assert (app.left, asked) == ([], [str(place)])
        told = "Nobody answers at 127.0.0.1:1884. You stay at the table here: as soon as its host is here too"
        assert toasts(app)[-1].startswith(told)
        await app.handle.put(replace(app.handle.view, hosted=True))
        await settled(pilot, "F")
        assert toasts(app)[-1] == "Nobody answers at 127.0.0.1:1884. You stay at the table here."
        assert app.left == []


async def test_who_has_come_from_where_the_table_was_moved_is_not_sent_back(make_app: Make) -> None:
    app = make_app(hand=(0,))
    place = str(Invitation("broker.example", "club", bytes(16), 1884, b"t" * 16))
    app.handle.view = replace(app.handle.view, moved=place, led_back=True)
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        assert [told[:50] for told in toasts(app)] == ["You wait here for the host, who has to come too. T"]
        assert "Follow the table" not in shown(app)
        await settled(pilot, "F")
        assert app.left == []
        (follow, *_) = elsewhere(app.table)
        assert follow.name == "Follow the table to broker.example:1884", "the broker may answer after all"


async def test_once_the_host_has_come_nothing_leads_after_the_older_word(make_app: Make) -> None:
    app = make_app(hand=(0,))
    place = str(Invitation("broker.example", "club", bytes(16), 1884, b"t" * 16))
    app.handle.view = replace(app.handle.view, moved=place)
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        assert "F Follow the table" in shown(app)
        await app.handle.put(replace(app.handle.view, moved=""))
        await settled(pilot)
        assert toasts(app) == ["The host has said that the table goes on here."]
        assert "Follow the table" not in shown(app)


async def test_leaving_the_game_to_the_others_is_asked_about_once_more(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        for answer, calls in (("1", []), ("escape", []), ("2", [("declare", 0, "abandon red")])):
            await settled(pilot, "o")
            assert isinstance(app.screen, ChoiceScreen)
            heads = [key.split()[0] for key, _ in app.screen._answers]
            last = len(heads) - len([head for head in heads if head in {"abandon", "resign"}])
            assert set(heads[last:]) <= {"abandon", "resign"}, "what ends the game for oneself comes last"
            await settled(pilot, "8")
            assert "Your pieces stay on the board without you" in shown(app)
            assert "Are you sure?" in shown(app)
            await settled(pilot, answer)
            assert app.handle.calls[:1] == calls


@pytest.mark.parametrize("word", ["resign", "abandon", "Abandonner", "laisser", "abandon red"])
async def test_a_typed_word_that_ends_the_game_for_oneself_is_asked_about_as_in_the_menu(
    make_app: Make, word: str
) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        for answer, calls in (("1", []), ("escape", []), ("2", [("declare", 0, "abandon red")])):
            await settled(pilot, "colon")
            app.table.query_one("#line", Input).value = word
            await settled(pilot)
            assert "was expected" not in shown(app)
            await settled(pilot, "enter")
            assert "Your pieces stay on the board without you" in shown(app)
            assert "Are you sure?" in shown(app)
            await settled(pilot, answer)
            assert app.handle.calls[:1] == calls
            assert not app.table.query_one(Prompt).typing


async def test_a_palette_that_ends_the_game_for_oneself_asks_too(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        app.table.declare("abandon red")
        await settled(pilot)
        assert "Are you sure?" in shown(app)
        await settled(pilot, "escape")
        assert app.handle.calls == []


async def test_in_djambi_the_offers_have_the_word_of_the_key_list(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "o")
        assert "Resign: Red leaves the game to the others, who play on" in shown(app)


async def test_the_offers_lead_to_diplomacy(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "o")
        assert isinstance(app.screen, ChoiceScreen)
        number = next(at for at, (key, _) in enumerate(app.screen._answers, 1) if key == "diplomacy")
        await settled(pilot, str(number))
        assert "What do you say to the table?" in shown(app)
        assert isinstance(app.screen, ChoiceScreen)
        keyed = zip(app.screen._presses, app.screen._answers, strict=False)
        await settled(pilot, next(press for press, (key, _) in keyed if key == "threaten"))
        assert "Threaten · To whom?" in shown(app), "the second question repeats what was chosen"


async def test_nothing_is_agreed_to_before_anything_is_proposed(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        for said in (False, True):
            if said:
                line = TalkLine(0, Seat(1), "P1", "Bob", "Red, a truce?", ("propose", "truce", "red", "9"), 0)
                await app.handle.put(replace(app.handle.view, talk=(line,)))
                await settled(pilot)
                assert toasts(app) == ["d answers what was proposed to you."], "once a table"
            await settled(pilot, "d")
            text = shown(app)
            assert ("Yes to Blue" in text) is said
            assert "Agree to what was proposed" not in text
            assert ("Refuse, or take back" in text) is said, "which takes an agreement back"
            await settled(pilot, "escape")


async def test_a_proposal_to_another_is_not_mine_to_agree_to(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        names = tuple(seat.name for seat in app.handle.view.seats)
        line = TalkLine(0, Seat(1), "P1", "Bob", "A truce?", ("propose", "truce", names[2], "9"), 0)
        await app.handle.put(replace(app.handle.view, talk=(line,)))
        await settled(pilot, "d")
        assert "Agree to what was proposed" not in shown(app)
        assert "Refuse, or take back" not in shown(app)


async def test_a_line_that_is_refused_stands_where_it_was_typed(
    make_app: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise Fault(LOST, host="here.example", port=1)

    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        monkeypatch.setattr(app.handle, "say", refuse)
        await settled(pilot, "t", *"hello", "enter")
        assert "is lost" in toasts(app)[0]
        assert app.table.query_one(TalkInput).value == "hello"
        await settled(pilot, "escape", "t", "backspace", "s")
        assert app.table.query_one(TalkInput).value == "hells", "one goes on behind the words that were kept"


async def test_what_cannot_be_signed_yet_is_not_lost(make_app: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a start without the broker one can only look: the row says so, and a move waits for one more Enter."""

    async def refuse(*_: object) -> None:
        raise NotFetched(UNREACHED)

    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await app.handle.put(replace(app.handle.view, online=False, ready=False))
        await settled(pilot)
        assert "Your turn" in shown(app)
        assert "no connection yet: you can only look" in shown(app)
        play = app.handle.play
        monkeypatch.setattr(app.handle, "play", refuse)
        for spot in ("c2", "d3"):
            app.table.board.post_message(BoardView.Pointed(spot))
        await settled(pilot)
        assert "neither play nor say anything" in toasts(app)[0]
        assert app.table.desk.held == "Mc2-d3"
        await settled(pilot, "escape", "escape", "escape")
        assert not app.table.desk.chosen
        await settled(pilot, "colon", *"Mc2-d3", "enter")
        assert app.table.query_one(Prompt).typing
        assert app.table.query_one("#line", Input).value == "Mc2-d3"
        monkeypatch.setattr(app.handle, "play", play)
        await app.handle.put(replace(app.handle.view, online=False, ready=True))
        await settled(pilot, "enter")
        assert app.handle.calls == [("play", 0, "Mc2-d3")]


async def test_a_line_that_looks_like_a_command_is_not_said(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "t", "/", "w", "enter")
        assert app.handle.calls == []
        assert "everybody at the table reads it" in toasts(app)[0]
        assert app.table.query_one(TalkInput).value == "/w", "what was typed stays"
        await settled(pilot, "backspace", "backspace", "w", "enter")
        assert app.handle.calls == [("say", "w", 0)]


async def test_whoever_is_waited_for_and_away_is_named(make_app: Make) -> None:
    app = make_app(hand=(1,))
    view = app.handle.view
    seats = tuple(replace(seat, present=seat.seat != 0, pid=seat.pid or "P0") for seat in view.seats)
    app.handle.view = replace(view, seats=seats)
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        assert f"to decide · away: {seats[0].called}" in shown(app)
        await app.handle.put(replace(app.handle.view, online=False))
        await settled(pilot)
        assert "to decide · no connection: what you do waits here" in shown(app)


async def test_whoever_decides_without_a_connection_is_told_that_it_waits(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        assert "no connection" not in shown(app)
        await app.handle.put(replace(app.handle.view, online=False))
        await settled(pilot)
        assert "Your turn ● Red · no connection: what you do waits here" in shown(app)


@pytest.mark.parametrize("alone", [True, False])
async def test_the_mouse_reaches_a_hint_where_there_are_hints(make_app: Make, alone: bool) -> None:  # noqa: FBT001
    app = make_app(hand=(0,))
    if alone:
        app.handle.invitation = "parley://memory/solo/T#K"
        seats = tuple(replace(seat, pid="P0", bot="" if seat.mine else "1") for seat in app.handle.view.seats)
        app.handle.view = replace(app.handle.view, seats=seats)
    async with app.run_test(size=ROOM) as pilot:
        asked: list[bool] = []
        app.table.action_hint = lambda: asked.append(True)
        await settled(pilot)
        assert ("H Hint" in shown(app).splitlines()[-1]) is alone
        if alone:
            await click_on(pilot, "H Hint")
            await settled(pilot, "?")
            await click_on(pilot, "Hint; once more")
            assert asked == [True, True], "in the row of keys, and on their card"
            assert app.screen is app.table


async def test_a_table_that_waits_lists_the_keys_of_its_seats(open_table: Make) -> None:
    app = open_table()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "?")
        text = shown(app)
        assert "Seat a bot" in text.partition("Keys")[2]
        assert "Clear the premove" not in text


async def test_where_no_bots_play_none_is_offered(open_table: Make) -> None:
    app = open_table()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        view = app.handle.view
        terms = (*(one for one in view.terms if one[0] != "bots"), ("bots", "no"))
        await app.handle.put(replace(view, terms=terms))
        app.table.refresh_bindings()
        await settled(pilot, "a", "A")
        assert "take a seat" in shown(app)
        assert "bot" not in shown(app).partition("take a seat")[2]
        assert app.handle.calls == []
        assert toasts(app) == []


async def test_one_key_seats_bots_on_all_open_seats_once_one_has_a_seat(open_table: Make) -> None:
    app = open_table()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "A")
        assert app.handle.calls == []
        assert toasts(app)[-1] == "Take a seat first: s."
        view = app.handle.view
        seats = tuple(replace(seat, pid="P0" * 8 * (at == 0), mine=at == 0) for at, seat in enumerate(view.seats))
        await app.handle.put(replace(view, seats=seats))
        await settled(pilot)
        assert "A: bots on all open seats" in shown(app)
        await settled(pilot, "A")
        assert "A: bots on all open seats" not in shown(app), "none is open any more"
        assert "x: give up one of" in shown(app), "the bots' ones, too"
        open_ones = [seat.seat for seat in seats[1:] if not seat.vacant]
        assert [call[1] for call in app.handle.calls if call[0] == "sit"] == open_ones


@pytest.mark.parametrize(("answer", "left"), [("2", "bot"), ("4", None)])
async def test_leaving_asks_what_becomes_of_the_seat(make_app: Make, answer: str, left: str | None) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert "What becomes of your seat?" in shown(app)
        await pilot.press(answer)
        await pilot.pause()
        await pilot.pause()
        assert app.left == ([left] if left else [])


async def test_no_bot_is_offered_the_seat_where_nobody_else_would_wait(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        view = app.handle.view
        await app.handle.put(replace(view, seats=tuple(replace(s, bot="greedy" * (s.seat > 0)) for s in view.seats)))
        await settled(pilot, "q")
        assert "What becomes of your seat?" in shown(app)
        assert "Hand the seat to a bot" not in shown(app)


@pytest.mark.parametrize(
    ("hosted", "seated", "told"),
    [
        (True, True, "Close the table for everybody, then leave"),
        (True, False, "Close the table for everybody, then leave"),
        (False, True, "Give the seat up, then leave"),
        (False, False, ""),
    ],
)
async def test_before_the_start_the_seat_is_given_up_or_the_table_closed(
    open_table: Make,
    hosted: bool,  # noqa: FBT001 (a case)
    seated: bool,  # noqa: FBT001 (a case)
    told: str,
) -> None:
    app = open_table()
    async with app.run_test(size=ROOM) as pilot:
        view = app.handle.view
        seats = tuple(replace(one, mine=seated and one.seat == 0, pid=one.pid or "P") for one in view.seats[:1])
        await app.handle.put(replace(view, hosted=hosted, seats=(*seats, *view.seats[1:])))
        await settled(pilot, "q")
        assert (told in shown(app)) if told else app.left == ["keep"]
        if told:
            await settled(pilot, "2")
            assert app.left == ["resign"]


async def test_a_visitor_of_a_door_leaves_unasked_and_keeps_the_seat(
    make_app: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(visit.VARIABLE, "127.0.0.1 1883")
    app = make_app(hand=(0,))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "q")
        assert app.left == ["keep"]
        assert not [call for call in app.handle.calls if call[0] in {"leave", "give", "declare"}]


async def test_one_who_watches_sees_and_decides_nothing(make_app: Make) -> None:
    app = make_app(hand=())
    async with app.run_test(size=ROOM) as pilot:
        app.table.query_one(BoardView).move_to("c2")
        await settled(pilot, "enter")
        assert app.table.query_one(BoardView).picture.marks.reach
        await settled(pilot, "escape", "colon", "c", "2", "d", "3", "enter")
        assert app.handle.calls == []
        assert "You are watching" in toasts(app)[0]
        await settled(pilot, "escape", "o")
        assert "ask somebody at the table to hand you theirs (o)." in toasts(app)[-1]
        await settled(pilot, "q")
        assert app.left == ["keep"]


async def test_a_table_that_stands_still_says_why(make_app: Make) -> None:
    app = make_app()
    app.handle.view = replace(app.handle.view, phase=Phase.FROZEN, online=False)
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        text = shown(app)
        assert "This table is" in text
        assert "offline" in text


async def test_the_line_to_talk_with_shows_whether_it_has_the_keys(make_app: Make) -> None:
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "t", "h", "i", "enter")
        line = app.table.query_one(TalkInput)
        assert line.has_focus
        assert "Write (Esc: board)" in shown(app)
        assert "Talk to the table" not in shown(app)
        await settled(pilot, "escape")
        assert "Talk to the table (t)" in shown(app)


async def test_a_move_typed_into_the_line_to_talk_with_is_not_said(make_app: Make) -> None:
    app = make_app()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "t", "h", "i", "enter", *":Mc2-d3", "enter")
        assert app.handle.calls == [("say", "hi", 0)]
        assert app.table.query_one(TalkInput).value == ":Mc2-d3"
        assert toasts(app)[-1].startswith("Not said: Mc2-d3 is a move, and this is the talk. Press Esc, then :")
        await settled(pilot, "escape", "colon", *"Mc2-d3", "enter")
        assert app.handle.calls[1:] == [("play", 0, "Mc2-d3")]


@pytest.mark.parametrize("game", ["djambi", "megiddo", "epaminondas", "mediterranee"])
@pytest.mark.parametrize("hand", [(0,), (1,), ()])
@pytest.mark.parametrize("said", [":", ":)", ":-)", ":D", ":M", ":3", ":o", ": who moves?", ":Mc2-z9", "Mc2-d3"])
def test_what_is_no_move_is_talk(game: str, hand: tuple[int, ...], said: str) -> None:
    desk = PlayerDesk()
    desk.take(app_over(Match.new(find(game), {}), hand).handle.view)
    assert unsaid_words(said, desk) == ""

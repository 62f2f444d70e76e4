"""Acts: said by template, understood by everybody in his own language; and what may be said when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import OptionList

from core.fault import Fault
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.table.fold.table_talk import VERBS, clean_act
from net.view.table_view import OfferKind, Phase, TalkLine, WaitView
from net.wire.sanitizer import clean
from tests.gallery.fixed_table import view_of
from tests.tui.support.campaign import played
from tui.i18n import translation
from tui.screens.frame.dialog import ChoiceScreen
from tui.table.diplomacy import TOPICS, answers_something, completed, following, vain_words
from tui.text.shell.text_commands import Verb
from tui.text.table.command_examples import sentence_examples
from tui.text.table.table_dialogue import parse_act
from tui.widgets.line_panel import LinePanel
from tui.widgets.talk_pane import TalkInput
from tui.words.talk_acts import FORMS, act_words, parsed, told

Make = Callable[..., Any]
NAMES = ("red", "blue", "yellow", "green")
EXAMPLES: Mapping[str, str] = {
    "{whom}": "blue",
    "{target}": "yellow",
    "{turn}": "15",
    "{cell}": "c3",
    "{pact}": "truce",
}


def line(text: str, act: tuple[str, ...] | None, seat: int = 1) -> TalkLine:
    return TalkLine(0, Seat(seat), f"P{seat}", "Eve", text, act, 0)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_an_act_of_the_net_and_has_words_in_both_languages(form: str) -> None:
    act = tuple(EXAMPLES.get(word, word) for word in form.split())
    assert act[0] in VERBS
    assert clean_act(act) == act
    found = parsed(act, NAMES)
    assert found is not None
    assert found[0] == form
    english = act_words(act, NAMES)
    translation.use("fr")
    french = act_words(act, NAMES)
    assert english
    assert french
    assert english != french
    assert told(line(english, act), NAMES) == ("", french)
    assert told(line(french, act), NAMES) == ("", french)
    assert told(line(clean(french), act), NAMES) == ("", french)


@pytest.mark.parametrize(
    "act",
    [
        ("propose",),
        ("propose", "truce", "mauve"),
        ("propose", "truce", "blue", "soon"),
        ("propose", "spare", "blue", "the king"),
        ("promise", "truce"),
        ("thank", "blue", "red"),
    ],
)
def test_an_act_not_known_is_shown_as_it_is(act: tuple[str, ...]) -> None:
    assert act_words(act, NAMES) == ""
    assert told(line("Well", act), NAMES) == ("Well", " ".join(act))


def test_words_of_one_s_own_stay_beside_the_act() -> None:
    translation.use("fr")
    assert told(line("Friends, I swear!", ("threaten", "red")), NAMES)[0] == "Friends, I swear!"
    assert told(line("Hello", None), NAMES) == ("Hello", "")


def test_the_end_of_a_pact_counts_turns_where_fights_and_payments_are_turns_too() -> None:
    for made in (0, 2, 6):
        view = view_of(played(*["pass"] * made))
        assert view.match is not None
        truce = following(view, Seat(0), ("propose", "truce", view.match.names[2]))[1]
        assert truce[1:] == [(str(made + 1 + n), f"Turn {made + 1 + n} ({n} turns)") for n in (4, 20, 40, 80)]


def test_only_what_can_concern_somebody_is_offered(make_app: Make, make_match: Make) -> None:
    view = make_app().handle.view
    topics = [key for key, _ in following(view, Seat(0), ())[1]]
    assert topics == [key for key in TOPICS if key not in {"propose leave-power", "accept", "refuse"}]
    assert [key for key, _ in following(view, Seat(0), ("propose", "joint-attack", "blue"))[1]] == ["yellow", "green"]
    pieces = [key for key, _ in following(view, Seat(0), ("propose", "spare", "blue"))[1]]
    assert len(pieces) == 9
    assert "a1" in pieces
    turns = [key for key, _ in following(view, Seat(0), ("propose", "truce", "blue"))[1]]
    assert turns == ["-", "5", "9", "13", "21"]
    assert following(view, Seat(0), ("propose", "truce", "blue", "9")) == ("", [])
    assert following(view, Seat(0), ("thank", "blue")) == ("", [])
    left = make_match(3).play("abandon green", Seat(1))
    two = replace(view, match=left, seats=view.seats[:3])
    assert "propose joint-attack" not in [key for key, _ in following(two, Seat(0), ())[1]]


def test_the_one_in_power_may_be_asked_to_leave_it(make_app: Make, make_match: Make) -> None:
    position = make_match(4).state.to_json()
    living = position["living"]
    spot = next(spot for spot, piece in living.items() if piece.startswith("blue") and piece.endswith("C"))
    living["e5"] = living.pop(spot)
    view = replace(make_app().handle.view, match=Match.at_position(find("djambi"), position))
    assert "propose leave-power" in [key for key, _ in following(view, Seat(0), ())[1]]
    assert [key for key, _ in following(view, Seat(0), ("propose", "leave-power"))[1]] == ["blue"]
    assert "propose leave-power" not in [key for key, _ in following(view, Seat(1), ())[1]]
    typed = parse_act(Verb.PROPOSE, "power blue", view, Seat(0))
    assert typed == ("propose", "leave-power", "blue")
    assert sentence_examples(Verb.PROPOSE, view).endswith(", propose power blue")
    with pytest.raises(Fault, match="Green does not hold the power"):
        parse_act(Verb.PROPOSE, "power green", view, Seat(0))
    truce = [key for key, _ in following(view, Seat(0), ("propose", "truce", "green"))[1]]
    assert truce == ["-", "7", "13", "19", "31"], "a round has the turns of the one in power between the others'"


def test_an_answer_names_what_was_proposed_last(make_app: Make) -> None:
    view = make_app().handle.view
    talk = (
        line("", ("propose", "truce", "red", "9")),
        line("", ("propose", "spare", "green", "c3")),
        line("", ("thank", "red")),
        line("", ("propose", "draw"), seat=2),
    )
    view = replace(view, talk=talk)
    assert completed(view, Seat(0), ("accept", "blue")) == ("accept", "truce", "blue", "9")
    assert completed(view, Seat(3), ("refuse", "blue")) == ("refuse", "spare", "blue", "c3", "-")
    assert completed(view, Seat(0), ("accept", "yellow")) == ("accept", "draw", "yellow", "-")
    assert completed(view, Seat(0), ("accept", "green")) == ("accept", "green")
    assert completed(view, Seat(0), ("thank", "blue")) == ("thank", "blue")


def test_what_was_proposed_last_is_answered_at_once(make_app: Make) -> None:
    view = make_app().handle.view
    talk = (line("", ("propose", "truce", "red", "9")), replace(line("", ("propose", "draw"), seat=2), seq=1))
    view = replace(view, talk=talk)
    answers = following(view, Seat(0), ())[1]
    assert answers[:4] == [
        ("accept draw yellow -", "Yes to Yellow: A draw?"),
        ("refuse draw yellow -", "No to Yellow: A draw?"),
        ("accept truce blue 9", "Yes to Blue: Red, a truce until turn 9?"),
        ("refuse truce blue 9", "No to Blue: Red, a truce until turn 9?"),
    ]
    assert "accept" not in dict(answers)
    assert "refuse" in dict(answers)
    for key, _ in answers[:4]:
        act = tuple(key.split())
        assert following(view, Seat(0), act) == ("", [])
        assert completed(view, Seat(0), act) == act
        assert act_words(act, NAMES)
    assert following(view, Seat(1), ())[1][0][0] == "accept draw yellow -"


def test_nobody_agrees_to_what_is_not_proposed(make_app: Make) -> None:
    view = make_app().handle.view
    over = line("", ("propose", "truce", "red", "1"))
    assert "accept" not in dict(following(replace(view, talk=(over,)), Seat(0), ())[1]), "its turn is over"
    open_ones = (
        line("", ("propose", "truce", "red", "9")),
        replace(line("", ("propose", "spare", "red", "c3")), seq=1),
        replace(line("", ("propose", "truce", "red"), seat=2), seq=2),
    )
    view = replace(view, talk=open_ones)
    assert "accept" in dict(following(view, Seat(0), ())[1]), "there are more than the menu names"
    assert [key for key, _ in following(view, Seat(0), ("accept",))[1]] == ["blue", "yellow"]
    assert answers_something(view, Seat(0), ("accept", "spare", "blue"))
    assert not answers_something(view, Seat(0), ("accept", "spare", "yellow"))
    assert not answers_something(view, Seat(0), ("accept", "green"))
    assert not answers_something(view, Seat(3), ("accept", "blue"))


def test_taking_ones_word_back_is_asked_about_and_offered_only_while_it_binds(make_app: Make) -> None:
    view = make_app().handle.view
    asked = line("", ("propose", "truce", "blue"), seat=0)
    talk = (asked, replace(line("", ("accept", "truce", "red")), seq=1))
    bound = replace(view, talk=talk)
    topics = [key for key, _ in following(bound, Seat(0), ())[1]]
    assert topics[-1] == "refuse"
    assert [topics.index(key) for key in ("threaten", "accuse", "thank")] == [3, 4, 5]
    question, answers = following(bound, Seat(0), ("refuse", "blue"))
    assert (question, answers) == ("Take it back?", [("-", "Yes: Red and blue: a truce")])
    assert following(bound, Seat(0), ("refuse", "green")) == ("", [])
    freed = replace(view, talk=(*talk, replace(line("", ("refuse", "blue"), seat=0), seq=2, ply=1)))
    assert "refuse" not in [key for key, _ in following(freed, Seat(0), ())[1]]


async def pressed(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one by one, each after what the one before has brought about."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
        await pilot.pause()


def panel(app: App[Any]) -> str:
    """Give what the panel of talk shows, its title first."""
    lines = app.screen_stack[1].query_one("#talk", LinePanel)
    return " ".join([str(lines.border_title), *(strip.text.strip() for strip in lines.lines)])


async def test_a_joint_attack_is_proposed_by_keys(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=(160, 40)) as pilot:
        await pressed(pilot, "d", "2", "1", "1", "2")
        (said,) = app.handle.view.talk
        assert said.act == ("propose", "joint-attack", "blue", "yellow", "5")
        assert said.text == "Blue, shall we attack yellow together before turn 5?"
        assert said.seat == 0
        assert said.text in panel(app)
        translation.use("fr")
        app.table.take(app.handle.view)
        await pilot.pause()
        assert "Bleu, attaquons-nous jaune ensemble avant le tour 5" in panel(app)


@pytest.mark.parametrize(
    ("language", "going_on", "stopping"),
    [("en", "Go on without Blue, who has signed", "Stop here: Blue, who has signed"), ("fr", "", "")],
)
async def test_after_a_fraud_one_chooses_to_go_on_or_to_stop(
    make_app: Make, language: str, going_on: str, stopping: str
) -> None:
    app = make_app(hand=(0,))
    fraud = WaitView(Seat(1), "fraud", 0, 0, ripe=True)
    async with app.run_test(size=(120, 36)) as pilot:
        translation.use(language)
        await app.handle.put(replace(app.handle.view, phase=Phase.FROZEN, waits=(fraud,)))
        await pressed(pilot, "o")
        options = app.screen.query_one(OptionList)
        said = [str(options.get_option_at_index(at).prompt) for at in range(options.option_count)]
        assert any(going_on in line for line in said)
        assert stopping in said[-3]
        await pressed(pilot, str(len(said) - 2))
        assert app.handle.calls == [("stop", Seat(1))]
        await pressed(pilot, "o", str(len(said) - 3))
        assert app.handle.calls[1:] == [("claim", Seat(1))]


async def test_a_choice_left_says_nothing(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=(100, 36)) as pilot:
        await pressed(pilot, "d", "1")
        assert isinstance(app.screen, ChoiceScreen)
        await pressed(pilot, "escape")
        assert app.handle.calls == []
        assert app.screen is app.table


async def test_one_without_a_seat_has_no_diplomacy(make_app: Make) -> None:
    app = make_app(hand=())
    async with app.run_test(size=(100, 36)) as pilot:
        await pressed(pilot, "d")
        assert [toast.message for toast in app._notifications] == ["You hold no seat to speak for."]


async def test_muting_hides_the_lines_and_keeps_their_number(make_app: Make) -> None:
    app = make_app(hand=(0,))
    talk = (line("[b]spam[/]", None), line("more spam", None), line("good day", None, seat=2))
    async with app.run_test(size=(160, 40)) as pilot:
        await pressed(pilot, "m")
        assert [toast.message for toast in app._notifications] == ["Nobody else has said anything yet."]
        await app.handle.put(replace(app.handle.view, talk=talk))
        await pressed(pilot, "m")
        assert app.screen.query_one(OptionList).option_count == 2
        await pressed(pilot, "1")
        assert "spam" not in panel(app)
        assert "good day" in panel(app)
        assert "2 lines muted" in panel(app)
        await pressed(pilot, "m", "1")
        assert "[b]spam[/]" in panel(app)
        assert "muted" not in panel(app)


async def test_keys_that_do_nothing_here_say_why(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await pressed(pilot, "x", "p", "U", "v")
        assert [toast.message for toast in app._notifications] == [
            "There is no premove: choose and play while others decide, and it waits for your turn.",
            "Nobody may pass in Djambi.",
        ]
        assert app.handle.calls == [("offer", OfferKind.TAKEBACK, 0)]
        await pressed(pilot, "question_mark")
        keys = "\n".join("".join(part.text for part in row) for row in app.screen._compositor.render_strips())
        assert "Diplomacy: truces, threats" in keys
        assert "Turn the board" in keys
        assert "Typed: " in keys
        assert "Mute somebody" in keys
        assert "Clear the premove" in keys
        for absent in ("View", "Pass"):
            assert absent not in keys


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("2/loyal", "Bots answer only the sentences that d offers. You are writing: press Esc first."),
        ("2", "These bots are silent: where three or more play, a new table may have bots that talk."),
    ],
)
async def test_who_talks_to_bots_alone_is_told_once_what_they_answer(make_app: Make, bot: str, told: str) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await pressed(pilot, "t", *"hello", "enter", "escape")
        assert not app._notifications
        seats = tuple(replace(seat, bot="" if seat.seat == 0 else bot) for seat in app.handle.view.seats)
        await app.handle.put(replace(app.handle.view, seats=seats))
        await pressed(pilot, "t", *"truce?", "enter", *"truce?", "enter")
        assert [toast.message for toast in app._notifications] == [told]
        assert app.table.query_one(TalkInput).has_focus
        if "Esc" in told:
            await pressed(pilot, "escape", "d")
            assert isinstance(app.screen, ChoiceScreen), "the keys that the notice names lead there"


async def test_who_proposes_something_to_silent_bots_is_told_that_they_do_not_answer(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        seats = tuple(replace(seat, bot="" if seat.seat == 0 else "2") for seat in app.handle.view.seats)
        await app.handle.put(replace(app.handle.view, seats=seats))
        await pressed(pilot, "d", "1", "1", "1")
        told = [toast.message for toast in app._notifications]
        assert told == ["These bots are silent: where three or more play, a new table may have bots that talk."]


@pytest.mark.parametrize(("bot", "silent"), [("2", True), ("2/loyal", False), ("", False)])
async def test_the_chooser_says_which_bots_answer_no_proposal(make_app: Make, bot: str, *, silent: bool) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        seats = tuple(replace(seat, bot=bot if seat.seat == 1 else "") for seat in app.handle.view.seats)
        view = replace(app.handle.view, seats=seats)
        await app.handle.put(view)
        for topic in ("truce", "joint-attack", "spare"):
            offered = [words for _, words in following(view, Seat(0), ("propose", topic))[1]]
            marked = [words.endswith(": a silent bot, answers no proposal") for words in offered]
            assert marked == [silent, False, False]
        assert not any("silent" in words for _, words in following(view, Seat(0), ("threaten",))[1])
        told = vain_words(view, ("propose", "truce", seats[1].name, "9"))
        assert told == ("Blue is a silent bot: it answers no proposal." if silent else "")
        assert not vain_words(view, ("propose", "truce", seats[2].name, "9"))
        assert not vain_words(view, ("thank", seats[1].name))
        await pressed(pilot, "d", "1")
        drawn = "\n".join("".join(part.text for part in row) for row in app.screen._compositor.render_strips())
        assert ("a silent bot" in drawn) == silent


async def test_the_board_only_tells_the_key_that_leads_back(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await pressed(pilot, "z", "z")
        assert [toast.message for toast in app._notifications] == [
            "The board only: z brings the players, the log and the talk back."
        ]

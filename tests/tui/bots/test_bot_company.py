"""Bots in company: the engine hears talk, a persona answers it, and at a table it keeps its word."""

from __future__ import annotations

import asyncio
import json
from io import BytesIO, StringIO

import pytest

from core.bots.persona import UnknownPersona
from core.diplomacy.promise_ledger import Fate, ledger
from core.diplomacy.reputation import Reputation
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.transcript import Utterance
from net.view.table_view import Phase, TalkLine
from tests.core.support.positions.djambi_positions import pieces
from tui.bots.bot_process import BotProcess
from tui.bots.engine.engine_loop import main
from tui.i18n.translation import speaking
from tui.session.rooms import Rooms
from tui.table.seat_view import owing
from tui.table.table_plan import Plan, defaults
from tui.words.bot_words import may_deal
from tui.words.talk_acts import phrasings, told

TRUCE = {"seat": 1, "author": "b", "seq": 0, "ply": 0, "act": ["propose", "truce", "red", "9"]}


def answers(*lines: str) -> list[dict[str, object]]:
    """Give the engine's answers."""
    out = StringIO()
    main(BytesIO("\n".join(lines).encode()), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_engine_hears_and_answers() -> None:
    found = answers(
        "new djambi players=3",
        f"hear {json.dumps(TRUCE)}",
        "say @0 persona=loyal seed=1",
        "say @0 persona=wary seed=1",
        "go @0 level=greedy persona=loyal seed=1 nodes=20 looks=2",
        "undo 0",
    )
    assert found[1] == {"ok": True, "heard": 1}
    assert ["accept", "truce", "green", "9"] in found[2]["say"]  # type: ignore[operator]
    assert ["refuse", "truce", "green", "9"] in found[3]["say"]  # type: ignore[operator]
    assert found[4]["say"] == []
    looks = found[4]["looks"]
    assert isinstance(looks, list)
    assert len(looks) == 2
    assert looks[0]["chance"] >= looks[1]["chance"]
    assert found[4]["nodes"] == 20


def test_a_persona_searches_with_what_it_feels() -> None:
    """Bound by one truce, the loyal leaves his chief to his ally's assassin, the wary keeps the piece between."""
    position = {
        "game": "djambi",
        "options": {"players": "4"},
        "living": pieces(
            "a3 red C, b1 red N, c1 red M, a5 red R, i2 blue C, i3 blue M, a8 blue A, i8 yellow C, h8 yellow M, "
            "g6 yellow A, f1 green C, f2 green M, e1 green M"
        ),
    }
    talk = (
        {"seat": 1, "author": "b", "seq": 0, "ply": 0, "act": ["propose", "truce", "red"]},
        {"seat": 0, "author": "a", "seq": 0, "ply": 0, "act": ["accept", "truce", "blue"]},
    )
    heard = [f"hear {json.dumps(said)}" for said in talk]
    go = "go @0 level=3 seed=1 nodes=600 persona="
    found = answers(f"setup {json.dumps(position)}", *heard, f"{go}loyal", f"{go}wary")
    assert str(found[3]["move"]).startswith("Ra5")
    assert not str(found[4]["move"]).startswith("Ra5")


@pytest.mark.parametrize(
    "line", ["hear", "hear {", "hear []", 'hear {"ply": -1}', 'hear {"seat": 9, "ply": 0}', 'hear {"ply": true}']
)
def test_what_is_no_talk_is_a_sentence(line: str) -> None:
    begun, refused = answers("new djambi players=3", line)
    assert begun["ok"]
    assert str(refused["error"]).startswith("hear takes a line of talk as JSON, like {")


def test_the_engine_is_told_of_earlier_games() -> None:
    found = answers(
        "new djambi players=3",
        f"hear {json.dumps(TRUCE)}",
        "say @0 persona=loyal known=1:0:2",
        "say @0 persona=loyal known=1:5:0,2:0:3",
        "go @0 level=random persona=loyal known=1:0:2",
        "say @0 persona=loyal known=7:0:2",
        "say @0 persona=loyal known=1:few",
    )
    assert ["explain", "remembered", "green"] in found[2]["say"]  # type: ignore[operator]
    assert ["accept", "truce", "green", "9"] in found[3]["say"]  # type: ignore[operator]
    assert found[4]["ok"]
    for refused in found[5:]:
        assert refused["error"] == "known takes seats with promises kept and broken, like known=1:3:0,2:0:2."


def test_in_a_time_to_talk_everybody_has_their_say() -> None:
    asked = [answers("new djambi players=4", f"say @2 persona=trader seed={seed} unasked=1")[1] for seed in range(8)]
    assert any(found["say"] for found in asked)
    silent = [answers("new djambi players=4", f"say @2 persona=trader seed={seed}")[1] for seed in range(8)]
    assert not any(found["say"] for found in silent)


def test_a_persona_that_there_is_not() -> None:
    with pytest.raises(UnknownPersona, match="There is no persona kind; there are loyal"):
        BotProcess("greedy/kind")
    assert "There is no persona kind" in str(answers("new djambi", "go @0 persona=kind")[1]["error"])


async def test_a_bot_is_told_what_was_said_once() -> None:
    match = Match.new(find("djambi"), {"players": "3"})
    said = Utterance(Seat(1), "b", 0, 0, "", ("propose", "truce", "red", "9"))
    async with BotProcess("random/loyal") as bot:
        assert ("accept", "truce", "green", "9") in await bot.converse(match, Seat(0), 1, [said])
        mine = Utterance(Seat(0), "a", 0, 0, "", ("accept", "truce", "green", "9"))
        assert all(act[0] != "accept" for act in await bot.converse(match, Seat(0), 1, [said, mine]))
        assert (await bot.decide(match, Seat(0), 1, [said, mine])).say == ()
        assert ("accept", "truce", "green", "9") in await bot.converse(match, Seat(0), 1, [said])
    async with BotProcess("random") as bot:
        assert await bot.converse(match, Seat(0), 1, [said]) == ()


def test_each_reader_sees_the_same_phrase_in_his_language() -> None:
    act, names = ("refuse", "truce", "blue"), ("red", "blue", "green")
    with speaking("en"):
        english = phrasings(act, names)
    with speaking("fr"):
        french = phrasings(act, names)
    assert len(set(english)) == len(set(french)) == 4
    for one, other in zip(english, french, strict=True):
        line = TalkLine(0, Seat(0), "A", "Ann", one, act, 0)
        with speaking("fr"):
            assert told(line, names) == ("", other)


async def test_three_personas_at_a_table_keep_company(rooms: Rooms) -> None:
    options = {**defaults("djambi"), "players": "4", "quiet": "20"}
    sitters = ("me", "greedy/loyal", "greedy/trader", "greedy/avenger")
    seated = await rooms.open_table(await rooms.local(), Plan("djambi", options, sitters=sitters), seed=3)
    handle = seated.handle
    await handle.until(lambda view: view.phase is Phase.PLAYING)
    await handle.say("A truce?", ("propose", "truce", "blue", "40"), Seat(0))
    view = await handle.until(lambda view: any((line.act or ())[1:] == ("truce", "red", "40") for line in view.talk))
    for round_ in range(1, 4):
        assert view.match is not None
        await handle.play(Seat(0), str(next(iter(view.match.state.legal(Seat(0))))))
        view = await handle.until(lambda view, ply=4 * round_: view.match is not None and view.match.ply == ply)  # type: ignore[misc]
    talk = [Utterance(line.seat, line.pid, line.seq, line.ply, line.text, line.act) for line in view.talk]
    assert {said.seat for said in talk} >= {Seat(0), Seat(1)}
    assert view.match is not None
    assert all(Seat(1) not in pact.by for pact in ledger(view.match, talk) if pact.fate is Fate.BROKEN)
    await rooms.leave(seated)


@pytest.mark.parametrize(
    ("game", "options", "deal"),
    [
        ("djambi", {"players": "4"}, True),
        ("megiddo", {"players": "3"}, True),
        ("megiddo", {"players": "4"}, True),  # teams, who may talk before the first stone
        ("megiddo", {"players": "6"}, True),
        ("megiddo", {"players": "2"}, False),
        ("epaminondas", {}, False),
        ("mediterranee", {"players": "4"}, True),
        ("mediterranee", {"players": "3"}, True),
        ("mediterranee", {"players": "2"}, False),
        ("mediterranee", {"players": "4", "partner_talk": "off"}, False),
        ("mediterranee", {"players": "3", "partner_talk": "off"}, False),  # the player alone would talk to nobody
    ],
)
def test_characters_are_offered_where_there_are_treaties_to_make(
    game: str, options: dict[str, str], *, deal: bool
) -> None:
    assert may_deal(game, {**defaults(game), **options}) is deal


def test_options_that_cannot_stand_together_have_no_treaties() -> None:
    assert not may_deal("mediterranee", {**defaults("mediterranee"), "players": "3", "first": "nobody"})


async def test_how_a_person_kept_their_word_is_remembered_at_the_next_table(rooms: Rooms) -> None:
    options = {**defaults("mediterranee"), "placement": "standard"}
    plan = Plan("mediterranee", options, sitters=("me", *["random/loyal"] * 3))
    seated = await rooms.open_table(await rooms.local(), plan, seed=3)
    handle = seated.handle
    await handle.until(lambda view: view.phase is Phase.PLAYING and Seat(0) in owing(view))
    assert handle.reputations() == {}
    await handle.say("", ("propose", "truce", "a"), Seat(0))
    await handle.until(lambda view: any((line.act or ())[:3] == ("accept", "truce", "r") for line in view.talk))
    await handle.declare(Seat(0), "resign")
    await handle.until(lambda view: view.phase is Phase.OVER)
    await asyncio.wait([driver.start() for driver in seated.drivers.values()])
    await rooms.leave(seated)
    again = await rooms.open_table(await rooms.local(), plan, seed=4)
    assert again.handle.reputations() == {Seat(0): Reputation(1, 0)}
    await rooms.leave(again)

"""What is asked at one keyboard: whoever it is put to reads it once they have the screen, and can answer it."""

from __future__ import annotations

from pathlib import Path

from tests.tui.text.test_text_mode import hold

PAIRS = ("2", "mediterranee placement=standard pairing=x", "")
DRAWN = "OFFER ● Rome offers a draw. Still to answer: ◆ Constantinople, ▲ Alexandria, ■ Carthage. Answer yes or no."
NONE = "ERROR There is no offer to answer."


async def test_a_draw_is_answered_at_once_where_hands_are_hidden(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "mediterranee placement=standard", "", "draw", "yes", "quit", "9"])
    assert DRAWN in said
    assert "OVER Nobody wins: all have agreed." in said
    assert NONE not in said


async def test_a_declined_draw_leaves_the_game_as_it_was(parley_home: Path) -> None:
    said = await hold(parley_home, [*PAIRS, "draw", "no", "yes", "quit", "9"])
    assert DRAWN in said
    assert said.count(NONE) == 1
    assert not [line for line in said if line.startswith("OVER")]


async def test_a_partner_reads_behind_the_curtain_that_a_resignation_waits_for_them(parley_home: Path) -> None:
    said = await hold(parley_home, [*PAIRS, "resign", "yes", "yes", "pass", "", "pass", "", "yes", "quit", "9"])
    waits = "OFFER ● Rome would resign: the side resigns once all its players do. Still to answer: ▲ Alexandria."
    assert [line for line in said if line.startswith("OFFER")] == [waits, f"{waits} Answer yes or no."]
    assert said.count(NONE) == 1, "nobody else answers for the partner"
    curtain = said.index("CURTAIN Pass the screen to ▲ Alexandria; press Enter.")
    assert (
        curtain
        < said.index(f"{waits} Answer yes or no.")
        < said.index("OVER Constantinople, Carthage win: by resignation.")
    )


async def test_whoever_a_proposal_is_put_to_reads_it_behind_the_curtain(parley_home: Path) -> None:
    lines = ["propose truce constantinople 9", "pass", "", "accept rome", "pass", "", "pacts", "quit", "9"]
    said = await hold(parley_home, [*PAIRS, *lines])
    told = "PACT Rome: Constantinople, a truce until turn 9? (proposed, without an answer yet)"
    assert said.count(told) == 1, "nobody else is asked"
    assert said[said.index(told) - 1] == "CURTAIN Pass the screen to ◆ Constantinople; press Enter."
    assert "PACT Rome and Constantinople: a truce until turn 9 (in force since turn 2)." in said


async def test_a_pause_takes_an_offered_draw_away_and_says_so(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "", "draw", "pause", "resume", "yes", "draw", "yes", "quit", "9"])
    told = "OFFER No longer stands, as something else was agreed on: ● Red offers a draw. `draw` offers it again."
    assert told in said
    assert said.count(NONE) == 1
    assert any(line.startswith("OVER ") for line in said)


async def test_where_nobody_has_moved_there_is_no_moment_to_look_for(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "epaminondas", "draw", "yes", "moment", "marks", "summary", "quit", "9"])
    assert said.count("ERROR Nobody has moved in this game.") == 2
    assert not [line for line in said if "looks for" in line or "Every decision" in line]

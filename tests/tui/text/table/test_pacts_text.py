"""Diplomacy in the text mode: promises made, answered and remembered, in both languages."""

from __future__ import annotations

import json
from pathlib import Path

from tests.tui.text.test_text_mode import hold


async def test_a_truce_is_made_and_remembered(parley_home: Path) -> None:
    said = await hold(
        parley_home,
        ["2", "", "pacts", "propose truce blue 9", "Nc3-c4", "accepter rouge", "pactes", "quit", "7"],
    )
    assert not [line for line in said if line.startswith("ERROR")]
    assert "PACT Nobody has promised anybody anything here." in said
    assert any(line.endswith(": Blue, a truce until turn 9?") for line in said)
    assert any(line.endswith(": Red, I agree to a truce.") for line in said)
    assert "PACT Red and blue: a truce until turn 9 (in force since turn 2)." in said


async def test_a_turn_that_is_over_is_no_end_of_a_truce(parley_home: Path) -> None:
    moves = ["Nc3-c4", "Ma3-a4", "Mg1-e1", "Ng7-g6"]
    said = await hold(parley_home, ["2", "", "help", *moves, "propose truce blue 2", "quit", "7"])
    assert any(line.startswith("propose truce blue 10, ") for line in said)
    assert [line for line in said if line.startswith("ERROR")][-1].startswith("ERROR Turn 2 is over: this is turn ")


async def test_a_truce_is_told_when_it_is_made_and_when_it_is_broken(parley_home: Path) -> None:
    moves = ["Mg1-e1", "Ng7-g6", "Ma7-a6", "Mc1xe1>a3", "yes"]
    said = await hold(
        parley_home, ["2", "", "propose truce blue 30", "Ma3-a4", "accept truce red", *moves, "quit", "7"]
    )
    told = [line for line in said if line.startswith("PACT") and "word" not in line and "promised:" not in line]
    assert told == [
        "PACT Red and blue: a truce until turn 30 (in force since turn 2).",
        "PACT Red and blue: a truce until turn 30 (broken by red in turn 5).",
    ]
    assert said.index(told[1]) > said.index(next(line for line in said if line.startswith("MOVE 5 ")))


async def test_a_move_that_breaks_a_word_waits_for_a_yes(parley_home: Path) -> None:
    ways = ["propose truce blue 30", "Ma3-a4", "accept truce red", "Mg1-e1", "Ng7-g6", "Ma7-a6"]
    breaking = ["Mc1xe1>a3", "no", "yes", "play Mc1xe1>a3", "say hm", "yes", "Mc1xe1>a3", "pacts", "oui"]
    said = await hold(parley_home, ["2", "", *ways, *breaking, "quit", "7"])
    asked = [at for at, line in enumerate(said) if line == "PACT Mc1xe1>a3 breaks your word to blue."]
    assert len(asked) == 3
    assert said[asked[0] + 1 : asked[0] + 3] == [
        "PACT You promised: Red and blue: a truce until turn 30.",
        "NOTE yes plays it all the same, no leaves it.",
    ]
    assert "NOTE the move is not played." in said[asked[0] : asked[1]]
    assert "NOTE the move is not played." in said[asked[1] : asked[2]], "who says something else is told so"
    assert [line for line in said if line.startswith("ERROR")] == ["ERROR There is no offer to answer."] * 2
    moved = [at for at, line in enumerate(said) if line.startswith("MOVE 5 ")]
    assert len(moved) == 1
    assert moved[0] > asked[2]


async def test_what_is_no_template_is_answered_by_examples(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "", "propose peace", "thank", "proposer trêve Bleu", "quit", "7"])
    errors = [line for line in said if line.startswith("ERROR")]
    assert len(errors) == 2
    assert errors[0].endswith(", propose attack blue yellow, propose spare blue a3.")
    assert errors[1].endswith("accept truce blue, refuse blue, threaten blue, accuse blue, thank blue.")
    assert any(line.endswith(": Blue, a truce?") for line in said)


async def test_the_talk_is_searched_by_words(parley_home: Path) -> None:
    ways = ["talk", "propose truce blue 9", "say c3 is weak", "Nc3-c4", "accept truce red"]
    said = await hold(parley_home, ["2", "", *ways, "talk TRUCE blue", "discussion c3 weak", "talk c9", "quit", "7"])
    assert len(json.loads((parley_home / "read-tester.json").read_text())) == 1, "what was told counts as read"
    talk = [line for line in said if line.startswith("TALK")]
    assert "NOTE Nothing has been said at this table yet." in said
    assert "NOTE No line of talk fits." in said[said.index(talk[-1]) + 1 :]
    assert [line.rpartition(": ")[2].partition(" (")[0] for line in talk[-3:]] == [
        "Blue, a truce until turn 9?",
        "Red, I agree to a truce.",
        "c3 is weak",
    ]


async def test_the_summary_is_told_and_kept(parley_home: Path) -> None:
    ways = ["propose truce blue 9", "Nc3-c4", "accept truce red", "bilan"]
    said = await hold(parley_home, ["2", "", *ways, "quit", "7"])
    told = [line for line in said if line.startswith("SUMMARY")]
    assert "SUMMARY The game goes on." in told
    assert "SUMMARY   Turn 2: Red and blue: a truce until turn 9. In force since turn 2." in told
    (path,) = (parley_home / "exports").iterdir()
    assert f"SAVED {path}" in said
    assert [line for line in path.read_text("utf-8").splitlines() if line] == [line[8:] for line in told]


async def test_nothing_is_proposed_to_somebody_who_no_longer_plays(parley_home: Path) -> None:
    said = await hold(
        parley_home,
        [
            "2",
            "",
            "Nc3-c4",
            "renoncer",
            "oui",
            "propose truce blue 30",
            "propose attack blue red",
            "pacts",
            "quit",
            "9",
        ],
    )
    errors = [line for line in said if line.startswith("ERROR")]
    assert errors == ["ERROR Blue no longer plays and can promise nothing."] * 2
    assert "PACT Nobody has promised anybody anything here." in said


async def test_who_proposes_something_to_a_silent_bot_is_told(parley_home: Path) -> None:
    said = await hold(parley_home, ["1", "", "", "propose truce blue 30", "thank blue", "quit", "7"])
    assert said.count("NOTE Blue is a silent bot: it answers no proposal.") == 1


async def test_examples_name_seats_of_this_table(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "players=3", "accept truce blue", "quit", "7"])
    errors = [line for line in said if line.startswith("ERROR")]
    assert len(errors) == 1
    assert "blue" not in errors[0]
    assert "accept truce " in errors[0]


async def test_nobody_agrees_in_advance(parley_home: Path) -> None:
    ways = ["2", "", "Nc3-c4", "accept red", "propose truce red 30", "quit", "9"]
    said = await hold(parley_home, ways)
    assert [line for line in said if line.startswith("ERROR")] == [
        "ERROR Nothing is proposed to you that you could agree to now."
    ]
    assert not any(line.startswith("PACT") for line in said)

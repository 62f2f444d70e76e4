"""Lessons in the text mode: a whole course line by line, in both languages, and what was done is kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.games import names
from core.study.lesson import Attempt, lessons
from tests.tui.text.test_text_mode import hold
from tui.i18n import translation
from tui.settings.settings import load, settings_path
from tui.study.lessons.tutor import learnt

PROFILE = "tester"


def answers(game: str) -> list[str]:
    """Give the lines that solve a whole course."""
    return [line for one in lessons(game) for line in (*(step.solution for step in one.steps), "next")]


@pytest.mark.parametrize("game", [game for game in names() if lessons(game)])
async def test_a_whole_course_is_done_and_kept(game: str, parley_home: Path) -> None:
    said = await hold(parley_home, [f"lesson {game} 1", *answers(game), "quit", "7"], plain=True)
    count = len(lessons(game))
    assert not [line for line in said if line.startswith(("WRONG", "ERROR"))]
    assert [line for line in said if line.startswith("DONE")] == [f"DONE {at}/{count}." for at in range(1, count + 1)]
    assert sum(line.startswith("RIGHT ") for line in said) == sum(len(one.steps) for one in lessons(game))
    assert f"LESSON 1/{count} {lessons(game)[0].titles['en']}." in said
    assert learnt(load(settings_path(PROFILE)), game) == {one.name for one in lessons(game)}


async def test_a_french_lesson_with_wrong_moves_and_hints(parley_home: Path) -> None:
    translation.use("fr")
    step = lessons("djambi")[0].steps[0]
    said = await hold(
        parley_home,
        ["6", "leçon djambi", "indice", "Mc3-e4", "Mc3-c4", "coups", "plateau", "encore", "précédente", "quitter", "7"],
    )
    assert any(step.hints["fr"][0] in line for line in said)
    assert sum(step.tasks["fr"] in line for line in said) == 2
    assert any("c3" in line and "e4" in line for line in said)


async def test_the_stones_of_a_lesson_have_their_colours(parley_home: Path) -> None:
    """By ear a seat's number is nobody; and what is said of the position names no key, as there is none here."""
    said = await hold(parley_home, ["lesson megiddo 2", "column A", "neighbours A6", "F4", "column A", "quit", "7"])
    assert len([line for line in said if "Red stone" in line and "Blue stone" in line]) >= 2
    assert not [line for line in said if "seat 0" in line.lower()]
    assert not [line for line in said if "key v" in line]
    assert "RIGHT Drawn flat, a ring is a row, and its ends touch." in said


@pytest.mark.parametrize("asked", ["lesson djambi 2", "puzzle megiddo 29"])
@pytest.mark.parametrize(("tongue", "back", "previous"), [("en", "back", "previous"), ("fr", "retour", "précédent")])
async def test_the_word_that_goes_back_leaves_a_lesson_and_another_leads_to_the_one_before(
    asked: str, tongue: str, back: str, previous: str, parley_home: Path
) -> None:
    translation.use(tongue)
    said = await hold(parley_home, [asked, previous, "", back, "chess", "9"])
    titled = [line for line in said if line.startswith(("LESSON ", "LEÇON ", "PUZZLE ", "PROBL"))]
    heads = [line.split()[1].partition("/")[0] for line in titled]
    number = int(asked.split()[2])
    assert heads == [str(number), str(number - 1)]
    empty = {
        "en": "NOTE nothing is played: `back` leaves, help lists what can be asked for here.",
        "fr": "NOTE rien n’est joué\u00a0: `retour` quitte, `aide` dit ce qui se demande ici.",
    }[tongue]
    assert said.count(empty) == 1
    (refused,) = [line for line in said if line.startswith(("ERROR", "ERREUR"))]
    assert "chess" in refused, "the first menu is back"


async def test_the_course_goes_on_where_it_was_left(parley_home: Path) -> None:
    await hold(parley_home, ["lesson djambi", lessons("djambi")[0].steps[0].solution, "quit", "7"])
    said = await hold(parley_home, ["lesson djambi", "quit", "7"])
    assert any(line.startswith("LESSON 2/12 ") for line in said)


async def test_what_is_no_lesson_is_one_line(parley_home: Path) -> None:
    named = ["lesson chess", "lesson djambi 13", "lesson djambi x"]
    said = await hold(parley_home, [*named, "lesson", "nowhere", "quit", "rules x", "9"])
    errors = [line for line in said if line.startswith("ERROR ")]
    assert len(errors) == 5
    assert "there are 1 to 12" in errors[1]


async def test_a_game_that_is_missing_is_asked_for(parley_home: Path) -> None:
    translation.use("fr")
    said = await hold(parley_home, ["6", "leçons", "échecs", "djambi 3", "quitter", "6", "règles", "megiddo 3", "9"])
    asked = [at for at, line in enumerate(said) if line.startswith("De quel jeu")]
    errors = [at for at, line in enumerate(said) if line.startswith("ERREUR")]
    lesson = next(at for at, line in enumerate(said) if line.startswith("LEÇON 3/"))
    assert asked[0] < errors[0] < asked[1] < lesson < asked[2]
    assert len(errors) == 1
    assert "échecs" in said[errors[0]] or "echecs" in said[errors[0]]
    assert "`règles megiddo 4` pour la suite" in "\n".join(said)


WHOLE_LINES = [
    ("leçons", "leçon megiddo 2", "LEÇON 2/"),
    ("leçons", "leçon djambi", "LEÇON 1/"),
    ("leçons", "problème megiddo 3", "PROBLÈME 3/"),
    ("leçons", "règles megiddo 1", "`règles megiddo 2`"),
    ("règles", "règles megiddo 1", "`règles megiddo 2`"),
    ("règles", "leçon megiddo 2", "LEÇON 2/"),
]


@pytest.mark.parametrize(("asked", "answer", "told"), WHOLE_LINES)
async def test_a_question_for_a_game_takes_a_whole_line(asked: str, answer: str, told: str, parley_home: Path) -> None:
    translation.use("fr")
    lines = ["6", asked, answer, "quitter"]
    said = await hold(parley_home, [*lines, "9"])
    assert [line for line in said if line.startswith("De quel jeu")]
    assert not [line for line in said if line.startswith("ERREUR")]
    assert [line for line in said if told in line]


@pytest.mark.parametrize(
    "lines",
    [
        ["6", "apprendre leçon djambi 2"],
        ["apprendre leçon djambi 2"],
        ["learn", "learn leçon", "learn djambi 2"],
        ["apprendre échecs", "leçon djambi 2"],
    ],
)
async def test_the_word_that_led_to_the_question_is_passed_over(lines: list[str], parley_home: Path) -> None:
    translation.use("fr")
    said = await hold(parley_home, [*lines, "quitter", "9"])
    errors = [line for line in said if line.startswith("ERREUR")]
    assert all("échecs" in line for line in errors)
    assert len(errors) == sum("échecs" in line for line in lines)
    assert [line for line in said if line.startswith("LEÇON 2/")]


async def test_a_game_after_the_word_for_learning_tells_its_rules(parley_home: Path) -> None:
    said = await hold(parley_home, ["learn megiddo", "9"])
    assert [line for line in said if "`rules megiddo " in line]


async def test_a_question_for_a_game_is_asked_again_until_one_is_named(parley_home: Path) -> None:
    translation.use("fr")
    answers = ["leçon", "Échecs", "leçon Échecs 2", "Mégiddo 2", "quitter"]
    said = await hold(parley_home, ["leçons", *answers, "règles Échecs", "problème Échecs", "9"])
    games = "il y a djambi, epaminondas, mediterranee, megiddo."
    errors = [line for line in said if line.startswith("ERREUR")]
    assert errors == [f"ERREUR Il n’y a pas de jeu Échecs\u00a0; {games}"] * 4
    assert len([line for line in said if line.startswith("De quel jeu")]) == 4
    assert [line for line in said if line.startswith("LEÇON 2/")]


async def test_what_there_is_nothing_of_is_asked_for_again(parley_home: Path) -> None:
    said = await hold(parley_home, ["6", "chess", "lesson djambi 99", "quit", "6", "lesson", "", "quit", "9"])
    asked = [line for line in said if line.startswith(("Which: lesson, puzzle or rules", "As in lesson"))]
    assert len(asked) == len(("6", "chess", "djambi 99", "6"))
    assert len([line for line in said if line.startswith("ERROR")]) == len(("chess", "djambi 99"))


async def test_the_rules_of_one_game_are_told(parley_home: Path) -> None:
    said = await hold(parley_home, ["6", "rules megiddo", "6", "djambi", "6", "", "7"])
    assert "Megiddo." in said
    assert "Djambi." in said
    assert "Epaminondas." not in said


@pytest.mark.parametrize("tongue", ["en", "fr"])
async def test_whoever_leaves_a_lesson_for_another_place_hears_where_they_are(tongue: str, parley_home: Path) -> None:
    translation.use(tongue)
    inner = ["lesson mediterranee 9", "puzzle epaminondas", "quit", "rules megiddo", "quit", "learn", "quit"]
    said = await hold(parley_home, ["lesson mediterranee 3", *inner, "quit", "9"])
    game = "Méditerranée"
    back = {"en": (f"NOTE back in lesson 9 of 12 of {game}: ", f"NOTE back in lesson 3 of 12 of {game}: ")}
    ninth, third = (f"NOTE retour à la leçon {one} sur 12 de {game}\u00a0: " for one in (9, 3))
    back["fr"] = (ninth, third)
    told = [next(one for one in back[tongue] if line.startswith(one)) for line in said if line.startswith("NOTE ")]
    assert told == [*back[tongue], back[tongue][1]], "what is only listed leads nowhere"


async def test_whoever_leaves_a_puzzle_for_that_of_another_game_hears_the_game(parley_home: Path) -> None:
    """Puzzles of one number have one title in several games."""
    said = await hold(parley_home, ["puzzle epaminondas 28", "puzzle djambi 28", "quit", "quit", "9"])
    back = [line for line in said if line.startswith("NOTE back ")]
    assert len(back) == 1
    assert back[0].startswith("NOTE back in puzzle 28 of 30 of Epaminondas: ")


@pytest.mark.parametrize("asked", ["lesson djambi 2", "puzzle epaminondas 2026-11-26", "lesson mediterranee 1"])
async def test_a_lesson_and_a_puzzle_say_whose_side_one_is_on(asked: str, parley_home: Path) -> None:
    said = await hold(parley_home, [asked, "seats", "again", "quit", "9"])
    head = next(at for at, line in enumerate(said) if line.startswith(("LESSON ", "PUZZLE ")))
    side = {"djambi": "● Red", "epaminondas": "● White", "mediterranee": "● Rome"}[asked.split()[1]]
    assert said[head + 1] == f"SIDE You play {side}."
    assert said.count(said[head + 1]) == len(("lesson", "seats", "again"))
    own = [line for line in said if line.startswith("SEAT ") and ": you, " in line]
    assert [side in line for line in own] == [True]


async def test_a_lesson_of_two_moves_in_one_turn_says_how_they_are_written(parley_home: Path) -> None:
    one = ["lesson mediterranee 2", "rI1 ARR", "rI1 ROM-ARR", "ROM-ARR, ARR-ROM"]
    said = await hold(parley_home, [*one, "ROM ARR, NEA ROM", "lesson mediterranee 1", "zzz", "quit", "quit", "9"])
    notes = [at for at, line in enumerate(said) if "with a comma between them" in line]
    assert [said[at - 1].split()[0] for at in notes] == ["TASK", "WRONG", "WRONG"]
    assert "`ARR-ANC, MED-MAS`" in said[notes[0]]
    assert [line for line in said if line.startswith("RIGHT ")]


async def test_whoever_leaves_a_lesson_for_a_table_hears_where_they_are(parley_home: Path) -> None:
    said = await hold(parley_home, ["1", "megiddo", "1", "lesson 1", "rules", "quit", "quit", "9"])
    back = [at for at, line in enumerate(said) if line == "NOTE back at the table."]
    assert len(back) == 1, said
    assert said[back[0] + 1].startswith("TURN ")


async def test_whoever_leaves_a_lesson_for_a_room_hears_where_they_are(parley_home: Path) -> None:
    said = await hold(parley_home, ["4", "1", "lesson djambi 3", "quit", "quit", "9"])
    assert [line for line in said if line.startswith("NOTE back ")] == ["NOTE back in the room parley."]


async def test_a_puzzle_is_asked_for_by_its_number_or_a_day(parley_home: Path) -> None:
    asked = ["puzzle djambi 3", "quit", "problème megiddo 30", "quit", "puzzle djambi 2026-11-21", "quit"]
    said = await hold(parley_home, [*asked, "puzzle djambi 31", "puzzle djambi monday", "9"])
    heads = [line.partition(" ")[2].partition(" ")[0] for line in said if line.startswith("PUZZLE ")]
    assert heads[:2] == ["3/30", "30/30"]
    assert len(heads) == 3
    faults = [line for line in said if line.startswith("ERROR ")]
    assert "1 to 30" in faults[0] or "30" in faults[0]
    assert faults[1] == "ERROR monday is neither the number of a puzzle nor a day: write a day as 2026-11-21."


@pytest.mark.parametrize(("typed", "example"), [("c3 c5", "Mc3xc5>i8"), ("Mc3xc5-e8", "Mc3xc5>e8")])
async def test_a_kill_without_its_corpse_is_shown_whole(typed: str, example: str, parley_home: Path) -> None:
    said = await hold(parley_home, ["lesson djambi 1", typed, "Mc3-c4", "quit", "7"])
    assert said.count(f"NOTE a whole action is written like {example}.") == 1
    assert not [line for line in said if line.startswith("RIGHT")]


async def test_the_first_lesson_shows_how_a_kill_is_written_and_asks_for_no_pointing(parley_home: Path) -> None:
    example = "NOTE a whole action is written like Mc3xc5>i8."
    said = await hold(parley_home, ["lesson djambi 1", "hint", "c3", "hint", "quit", "7"])
    hints = [at for at, line in enumerate(said) if line.startswith("HINT ")]
    assert said[hints[0] : hints[0] + 2] == ["HINT Begin with c3, then c5, then the cell for the corpse.", example]
    assert said.count(example) == 2, "after the refusal of c3 too, and not beside the solution"
    puzzle = await hold(parley_home, ["puzzle djambi 3", "hint", "g4", "quit", "7"])
    assert not [line for line in puzzle if "a whole action" in line]


@pytest.mark.parametrize("game", ["djambi", "epaminondas", "mediterranee", "megiddo"])
def test_no_hint_of_a_lesson_speaks_of_pointing(game: str) -> None:
    """The text mode has nothing to point with."""
    hints = [hint for one in lessons(game) for step in one.steps for told in step.hints.values() for hint in told]
    assert not [hint for hint in hints if re.search(r"[Pp]oint (first )?at|[Dd]ésign", hint)]


async def test_what_is_asked_or_played_after_the_end_is_told_that_it_is_done(parley_home: Path) -> None:
    said = await hold(parley_home, ["lesson djambi 1", "Mc3xc5>f6", "moves", "moves c3", "Mc5-c6", "quit", "7"])
    done = "It is done, and no action is taken any more: again begins it anew, next goes on."
    assert said.count(done) == 3


@pytest.mark.parametrize(
    ("number", "typed", "part"),
    [(2, "3.2 6.2", (3, "1.2")), (3, "5.4 4.3", (2, "5.4")), (3, "4.3-3.2", (2, "5.4")), (4, "2.4-6.4", (2, "3.4"))],
)
async def test_whoever_moves_another_part_of_a_line_hears_which_part_can(
    number: int, typed: str, part: tuple[int, str], parley_home: Path
) -> None:
    said = await hold(parley_home, ["6", f"lesson epaminondas {number}", typed, "quit", "9"])
    count, rear = part
    (told,) = (line for line in said if line.startswith("WRONG"))
    assert f"A part of {count}, from its rear piece on {rear}, can" in told


def test_the_first_hint_says_where_to_point_first_wherever_a_line_moves() -> None:
    for one in lessons("epaminondas"):
        attempt = Attempt.of(one)
        for step in one.steps:
            action = attempt.state.parse(attempt.seat, step.solution)
            for hints in step.hints.values():
                assert str(action.path[0]) in hints[0] or action.count == 1, (one.name, hints[0])
            attempt = attempt.play(step.solution)


@pytest.mark.parametrize("asked", ["lesson mediterranee 3", "puzzle mediterranee 3"])
async def test_a_lesson_and_a_puzzle_tell_the_hands_as_a_table_does(asked: str, parley_home: Path) -> None:
    said = await hold(parley_home, [asked, "hand", "repeat", "quit", "9"])
    assert len([line for line in said if line.startswith("HAND ") and ", yours: " in line]) == len(("at first", 1, 2))
    assert not [line for line in said if line.startswith("WRONG")]


async def test_a_word_of_the_table_is_no_wrong_answer(parley_home: Path) -> None:
    said = await hold(parley_home, ["puzzle djambi 3", "hand", "threats", "clock", "next", "play Rf6-g6", "quit", "9"])
    assert [line for line in said if line.startswith("ERROR")] == [
        "ERROR There are no cards in this game.",
        "ERROR `threats` is a word of the table; help lists what can be asked for here.",
        "ERROR `clock` is a word of the table; help lists what can be asked for here.",
    ]
    assert len([line for line in said if line.startswith(("WRONG", "RIGHT"))]) == len(("Rf6-g6",))


async def test_declarations_are_not_named_among_the_words_of_an_answer(parley_home: Path) -> None:
    said = await hold(
        parley_home, ["puzzle mediterranee 3", "zzz", "quit", "lesson mediterranee 3", "zzz", "quit", "9"]
    )
    wrong = [line for line in said if line.startswith("WRONG")]
    assert ["cards, as in cards " in wrong[0], "write one of move, pass, " in wrong[1]] == [True, True]
    assert not [word for word in ("abandon", "resign", "draw") if word in wrong[0] + wrong[1]]


async def test_a_setting_at_the_question_what_to_learn_is_changed_and_the_question_asked_again(
    parley_home: Path,
) -> None:
    said = await hold(parley_home, ["6", "settings name Edith", "lesson", "settings alarms off", "", "", "9"])
    assert not [line for line in said if line.startswith("ERROR")]
    assert load(settings_path(PROFILE)).nick == "Edith"
    assert len([line for line in said if line.startswith("Which: lesson, puzzle or rules")]) >= 2


async def test_help_offers_no_bot_to_play_on_where_nobody_waits(parley_home: Path) -> None:
    said = await hold(parley_home, ["1", "megiddo target=1", "1", "help", "bot", "quit", "9"])
    assert not [line for line in said if line.startswith("bot, bot")]
    assert [line for line in said if line.startswith("ERROR Nobody else plays here")]

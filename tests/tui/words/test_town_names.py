"""What is told of a map names its towns as people read them; the code stands only where it is typed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from core.bots.bot import Look, Thought
from core.fault import Fault
from core.game import Seat
from core.match.match import Match
from core.scene import Scene
from core.study.lesson import lessons
from core.study.puzzle import count, puzzle
from core.study.reason import reason
from tests.gallery.fixed_table import match_of, view_of
from tui.i18n import translation
from tui.i18n.local_letters import located
from tui.i18n.translation import tell
from tui.settings.theme import DEFAULT, look
from tui.study.lessons.rules_text import Diagram, parts
from tui.study.lessons.tutor import Tutor
from tui.table.hint import Hint, action_words, hint_words
from tui.table.seat_names import called, table_glyphs
from tui.table.seat_view import MatchHistory
from tui.table.sentences.card_sentences import hand_lines
from tui.text.shell.board_look import BoardLook
from tui.widgets.log_lines import entry_line
from tui.widgets.text_style import TextStyle
from tui.words.event_words import told


@pytest.mark.parametrize(("language", "capital"), [("en", "Constantinople"), ("fr", "Constantinople"), ("fr", "Rome")])
def test_the_log_names_towns(language: str, capital: str) -> None:
    translation.use(language)
    match = match_of(3, 200, 1, "mediterranee")
    chronicle, glyphs = MatchHistory(), table_glyphs("unicode", view_of(match))
    chronicle.follow(match)
    scene: Scene = match.state.scene(None)
    assert scene.atlas is not None
    codes = re.compile("|".join(rf"\b{town.spot}\b" for town in scene.atlas.towns))
    lines = [told(entry.effects, glyphs) for entry in chronicle.entries]
    assert [line for line in lines if codes.search(line)] == []
    names = {town.name(language) for town in scene.atlas.towns}
    assert capital in names
    assert sum(any(name in line for name in names) for line in lines) > 20


def test_in_text_mode_a_combat_has_the_code_to_type_and_the_name() -> None:
    translation.use("en")
    match = match_of(2, 60, 3, "mediterranee")
    chronicle = MatchHistory()
    chronicle.follow(match)
    glyphs, fights = table_glyphs("unicode", view_of(match)), 0
    for state in chronicle.states:
        scene = state.scene(None)
        if scene.cards is not None and scene.cards.fight is not None and scene.atlas is not None:
            town = next(town for town in scene.atlas.towns if town.spot == scene.cards.fight.spot)
            lines = hand_lines(scene, (), glyphs)
            assert any(line.startswith(f"FIGHT {town.spot} {town.name('en')}: ") for line in lines)
            fights += 1
    assert fights


@pytest.mark.parametrize("language", ["en", "fr"])
def test_lessons_call_towns_as_the_map_does(language: str) -> None:
    scene: Scene = match_of(2, 0, 3, "mediterranee").state.scene(None)
    assert scene.atlas is not None
    towns = {town.spot: town.name(language) for town in scene.atlas.towns}
    called = []
    for lesson in lessons("mediterranee"):
        for step in lesson.steps:
            for text in (step.tasks[language], step.ends[language], *step.hints[language]):
                prose = re.split("Typed:|Au clavier", text)[0]
                named = re.findall(r"([\w ]+) \(([A-Z]{3})\)", prose)
                assert len(re.findall(r"\b[A-Z]{3}\b", prose)) == len(named), "no code stands alone"
                called += named
    assert len(called) > 12
    assert [(words, code) for words, code in called if not words.endswith(towns[code])] == []


def test_the_narrow_log_says_what_was_done_without_codes() -> None:
    translation.use("fr")
    match = match_of(2, 60, 3, "mediterranee")
    view, chronicle = view_of(match), MatchHistory()
    chronicle.follow(match)
    ink = TextStyle(look(DEFAULT), table_glyphs("unicode", view))
    lines = [entry_line(entry, match.names, ink, short=True).plain for entry in chronicle.entries]
    assert "  7 ● éléphant kE quitte Constantinople pour Thessalonique" in lines
    assert " 19 ● Rome-Constantinople pose les cartes 1+0" in lines
    assert not [line for line in lines if re.search(r"\b(move|treason|pay|cards|march) |\b[A-Z]{3}\b", line)]
    marked = replace(next(entry for entry in chronicle.entries if entry.text == "move kE CON-THS"), mark="?")
    assert entry_line(marked, match.names, ink, short=True).plain.endswith("Thessalonique?")


def at_the_table() -> Match:
    translation.use("fr")
    match = match_of(2, 60, 3, "mediterranee")
    translation.call(called("mediterranee", match.header.options))
    return match


def test_an_action_is_told_with_the_names_of_its_towns() -> None:
    at_the_table()
    assert located("march rB1 NEA-CAR") == "march rB1 NEA-CAR (Naples – Carthage)"
    assert located("move rF1 ROM-ARR rF2 NEA-ROM") == ("move rF1 ROM-ARR rF2 NEA-ROM (Rome – Arezzo, Naples – Rome)")
    assert located("cards 15+9") == "cards 15+9"
    assert action_words("sedition CAR") == "sedition CAR («\xa0Sédition populaire\xa0», Carthage)"
    translation.call(called("djambi", ()))
    assert located("march rB1 NEA-CAR") == "march rB1 NEA-CAR"


def test_a_hint_names_the_towns_of_what_should_follow() -> None:
    match = at_the_table()
    seat = match.state.active[0]
    first = next(iter(match.state.legal(seat)))
    seen = Look(first, 0.61, ("march rB1 NEA-CAR",))
    hint = Hint(seat, match.log, (reason(match, seat, Thought(first, (seen,), 1)),))
    told = hint_words(hint, match.names, table_glyphs("unicode", view_of(match)))
    assert "suite attendue\N{NO-BREAK SPACE}: march rB1 NEA-CAR (Naples – Carthage)" in told


def test_a_refusal_names_the_town_in_a_lesson_too() -> None:
    match = at_the_table()
    with pytest.raises(Fault) as caught:
        match.state.parse(Seat(0), "move XXX-CAR")
    assert "XXX" in tell(caught.value)
    translation.call(translation.Called())
    tutor = Tutor("mediterranee", 1)
    assert not tutor.play("move rC MED-CAR")
    assert "CAR Carthage" in tutor.said


def test_in_text_mode_the_moves_of_a_piece_have_names() -> None:
    at_the_table()
    tutor = Tutor("mediterranee", 2)
    seat = tutor.attempt.seat
    scene = tutor.state.scene(seat)
    seen = BoardLook(scene, tutor.state, table_glyphs("unicode", view_of(at_the_table())))
    assert any("move rF1 ROM-ARR (Rome – Arezzo)" in line for line in seen.moves(seat, "ROM"))
    assert "ARR Arezzo" in seen.reach("ROM")
    assert "ROM Rome" in " ".join(seen.beginnings(seat))


def test_the_narrow_log_tells_a_forced_march_by_its_towns() -> None:
    translation.use("fr")
    match = next(
        match
        for match in (match_of(2, 200, seed, "mediterranee") for seed in range(1, 9))
        if any(str(line.text).startswith("march ") for line in match.log)
    )
    view, chronicle = view_of(match), MatchHistory()
    chronicle.follow(match)
    ink = TextStyle(look(DEFAULT), table_glyphs("unicode", view))
    lines = [entry_line(entry, match.names, ink, short=True).plain for entry in chronicle.entries]
    assert not [line for line in lines if re.search(r"\b[A-Z]{3}\b", line)]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_puzzles_and_diagrams_call_towns_by_their_names(language: str) -> None:
    scene: Scene = match_of(2, 0, 3, "mediterranee").state.scene(None)
    assert scene.atlas is not None
    towns = {town.spot: town.name(language) for town in scene.atlas.towns}
    for number in range(1, count("mediterranee") + 1):
        task = puzzle("mediterranee", number).lesson.steps[0].tasks[language]
        assert [f"{towns[code]} ({code})" in task for code in re.findall(r"\b[A-Z]{3}\b", task)] == [True]
    text = Path(f"core/games/mediterranee/texts/rules.{language}.md").read_text(encoding="utf-8")
    captions = [part.caption for part in parts("mediterranee", text) if isinstance(part, Diagram)]
    assert len(captions) > 5
    assert not [caption for caption in captions if re.search(r"\b[A-Z]{3}\b", caption)]

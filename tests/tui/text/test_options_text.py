"""The options of a game in the text mode: explained in words on request, given as codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fault import Fault
from core.games import find, names
from tests.tui.text.test_text_mode import hold
from tui.i18n import translation
from tui.i18n.translation import tell, word
from tui.text.new_table_dialogue import asks_options, chosen, games_lines
from tui.words.option_words import offered, options_lines, terms_lines


@pytest.mark.parametrize("language", translation.LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_every_code_stands_with_its_words(name: str, language: str) -> None:
    translation.use(language)
    lines = {line.partition("=")[0]: line for line in options_lines(name)}
    for option in find(name).options:
        if option.secret:
            assert option.name not in lines
            continue
        for value, words in offered(option).items():
            assert (value if words == value else f"{value} ({words})") in lines[option.name]


def test_a_question_names_the_game_and_a_choice_asks_none() -> None:
    assert asks_options("?", "djambi") == "djambi"
    assert asks_options("? megiddo", "djambi") == asks_options("options 4", "djambi") == "megiddo"
    assert asks_options("", "djambi") == ""
    assert asks_options("players=3", "djambi") == ""
    with pytest.raises(Fault):
        asks_options("? chess", "djambi")


def test_a_game_is_named_with_its_accents_and_capitals_too() -> None:
    for line in ("méditerranée players=4", "Méditerranée players=4", "game=méditerranée players=4"):
        assert chosen(line, "djambi") == chosen("mediterranee players=4", "djambi")
    assert asks_options("? Méditerranée", "djambi") == "mediterranee"
    with pytest.raises(Fault, match="no game échecs"):
        chosen("échecs", "djambi")


def test_the_codes_are_what_is_typed() -> None:
    assert chosen("mediterranee pairing=ew", "djambi")[1]["pairing"] == "ew"
    assert chosen("vassal_turns=merged", "djambi")[1]["vassal_turns"] == "merged"


def test_a_table_of_ones_own_lists_only_the_options_that_it_takes() -> None:
    with pytest.raises(Fault, match="djambi has no option zorp; it has players") as fault:
        chosen("zorp=1", "djambi")
    assert not {"talk", "clock", "bots"} & set(str(fault.value.fields["allowed"]).split(", "))
    with pytest.raises(Fault, match="clock is for tables where others sit"):
        chosen("clock=none", "djambi")


def test_numbers_and_presets_are_told() -> None:
    djambi = "\n".join(options_lines("djambi"))
    assert "quiet=0 (no limit)|1 to 9999: Deathless turns until a tie." in djambi
    assert "preset=hallepee (Hallépée)|bga (Board Game Arena): Rules. All rules at once." in djambi
    assert [line.split(":")[0] for line in games_lines()] == [f"{at} {name}" for at, name in enumerate(names(), 1)]


def test_what_a_table_agrees_on_is_told_too() -> None:
    told = "\n".join(terms_lines())
    assert "private=no (no, for all in the room)|yes (yes, by invitation): Private table." in told
    assert "clock=none (no clock)|180+2 (3 min + 2 s)|" in told
    assert "deal=" not in told, "no form asks for it"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "epaminondas preset=short",
            "epaminondas n’a pas de réglage short\u00a0; il a quick (Petit terrain, partie courte).",
        ),
        ("megiddo preset=x7", "megiddo n’a pas de réglage x7\u00a0; il a "),
        ("mediterranee preset=x", "mediterranee n’a aucun réglage tout prêt\u00a0: n’écrivez pas preset."),
        ("megiddo x=1", "megiddo n’a pas d’option x\u00a0; il a "),
    ],
)
def test_what_was_typed_is_refused_as_typed_and_what_may_be_typed_is_told(line: str, told: str) -> None:
    translation.use("fr")
    with pytest.raises(Fault) as caught:
        chosen(line, "djambi")
    assert tell(caught.value).startswith(told)


def test_the_refusal_of_a_preset_names_words_that_are_taken() -> None:
    translation.use("fr")
    for name in names():
        for preset in find(name).presets:
            with pytest.raises(Fault) as caught:
                chosen(f"{name} preset=zorp", "djambi")
            assert f"{preset} ({word(preset)})" in tell(caught.value)
            assert chosen(f"{name} preset={preset}", "djambi")
    with pytest.raises(Fault) as caught:
        chosen("mediterranee zorp=1", "djambi")
    assert "preset" not in tell(caught.value)


@pytest.mark.parametrize("language", translation.LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_a_preset_is_known_by_its_name_in_the_language_of_the_screen(name: str, language: str) -> None:
    translation.use(language)
    for preset in find(name).presets:
        meant = chosen(f"{name} preset={preset}", "djambi")
        assert chosen(f"{name} preset={word(preset)}", "djambi") == meant
        first = find(name).options[0]
        assert chosen(f"{name} preset={word(preset).upper()} {first.name}={meant[1][first.name]}", "djambi") == meant


async def test_a_slip_in_the_bots_is_told_and_they_are_asked_for_again(parley_home: Path) -> None:
    said = await hold(parley_home, ["1", "", "options", "9/loyal", "quit", "9"])
    assert len([line for line in said if line.startswith("ERROR")]) == 2
    asked = [line for line in said if "`back` leads to the game and its options, `quit` to the menu." in line]
    assert [line.partition(" ")[0] for line in asked] == ["Which", "A", "A"], "once with all names, then in short"
    assert not [line for line in said if line.startswith("TURN")]


@pytest.mark.parametrize(("tongue", "aid", "back"), [("en", "help", "back"), ("fr", "aide", "retour")])
async def test_help_names_the_bots_again_and_back_leads_to_the_options(
    tongue: str, aid: str, back: str, parley_home: Path
) -> None:
    translation.use(tongue)
    lines = ["1", "mediterranee", aid, back, "mediterranee players=2", "greedy", "quit", "9"]
    said = await hold(parley_home, lines)
    assert not [line for line in said if line.startswith(("ERROR", "ERREUR"))]
    first = {"en": "Which bot", "fr": "Quel robot"}[tongue]
    assert len([line for line in said if line.startswith(first)]) == len(("at first", aid, "players=2"))
    assert [line for line in said if line.startswith(("TURN 1 ", "TOUR 1 "))], "the table with two players opened"


async def test_wait_says_whose_turn_it_is_if_it_is_ones_own(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "", "wait", "quit", "9"])
    assert len([line for line in said if line.startswith("TURN 1 ")]) == 2


async def test_a_room_takes_a_preset_by_its_name_too(parley_home: Path) -> None:
    translation.use("fr")
    lines = ["4", "1", "new épaminondas preset=court", "new épaminondas preset=petit terrain, partie courte title=Vite"]
    said = await hold(parley_home, [*lines, "quit", "quit", "9"])
    (refused,) = (line for line in said if line.startswith("ERREUR"))  # and the second table is opened
    assert "n’a pas de réglage court\u00a0; il a quick (Petit terrain, partie courte)." in refused


async def test_a_room_knows_the_teams_of_a_game_from_a_pairing_of_a_club(parley_home: Path) -> None:
    lines = ["4", "1", "new mediterranee players=2 pairing=x clock=5+3", "clock", "quit", "new mediterranee pairing=y"]
    said = await hold(parley_home, [*lines, "new mediterranee pairing=a/1/1", "quit", "quit", "9"])
    assert any(line.startswith("NOTE") and "Rome-Alexandria" in line for line in said), "the teams are as chosen"
    assert "NOTE the clocks have not begun: 5 s + 3 s." in said
    assert [line for line in said if line.startswith("ERROR")] == [
        "ERROR pairing=y is not possible; allowed: ns, ew, x.",
        "ERROR A pairing is a table of a club's tournament: name the club with club=NAME.",
    ]


async def test_a_room_takes_a_witness_by_name(parley_home: Path) -> None:
    lines = ["4", "1", "new megiddo clock=5+3 flag=witness:bob", "new megiddo clock=5+3 flag=witness:me"]
    said = await hold(parley_home, [*lines, "options", "quit", "quit", "9"])
    assert [line for line in said if line.startswith("ERROR")] == [
        "ERROR Nobody here, or more than one, is called bob; who may be witness: witness:me."
    ]
    assert any("Who decides a time-out: a witness" in line for line in said)
    assert not any("takes seat" in line for line in said), "a witness holds no seat"


async def test_resume_in_the_list_of_tables_goes_back_to_the_newest(parley_home: Path) -> None:
    said = await hold(parley_home, ["4", "1", "new djambi", "quit", "quit", "tables", "resume", "quit", "9"])
    assert [line for line in said if line.startswith("ERROR")] == []
    assert any(
        line.startswith("TABLE")
        for line in said[said.index(next(x for x in said if x[:2] == "1 " and "djambi" in x)) :]
    )


@pytest.mark.parametrize(("tongue", "error", "turn"), [("en", "ERROR", "TURN 1 "), ("fr", "ERREUR", "TOUR 1 ")])
@pytest.mark.parametrize(
    "lines",
    [
        ["1", "options epaminondas", "size=8x8"],
        ["1", "options", "options épaminondas", "options", ""],
        ["1", "epaminondas sise=8x8", "options", ""],
        ["1", "megiddo", "back", "options epaminondas", ""],
        ["1", "epaminondas", "back", ""],
    ],
)
async def test_the_game_whose_options_were_told_is_the_one_that_is_opened(
    lines: list[str], tongue: str, error: str, turn: str, parley_home: Path
) -> None:
    translation.use(tongue)
    said = await hold(parley_home, [*lines, "random", "field", "quit", "9"])
    asked = [line for line in said if line.startswith({"en": "Which bot for ", "fr": "Quel robot pour "}[tongue])]
    assert "epaminondas" in asked[-1].partition(":")[0]
    assert len([line for line in said if line.startswith(error)]) == 1 + ("sise" in lines[1])
    (begun,) = (line for line in said if line.startswith(turn))
    assert {"en": "White", "fr": "Blanc"}[tongue] in begun


async def test_the_question_after_the_options_names_the_game(parley_home: Path) -> None:
    said = await hold(parley_home, ["2", "options mediterranee", "options chess", "options megiddo", "back", "9"])
    asked = [line for line in said if "an empty line for the usual" in line]
    assert [line.partition("name=value")[0].strip() for line in asked] == [
        "Options of djambi as",
        "For mediterranee:",
        "For mediterranee:",
        "For megiddo:",
    ]


async def test_in_a_room_new_opens_the_game_whose_options_were_told(parley_home: Path) -> None:
    lines = ["4", "1", "options megiddo", "new title=First", "quit", "new djambi", "quit", "new title=Last", "quit"]
    said = await hold(parley_home, [*lines, "tables", "quit", "9"])
    assert not [line for line in said if line.startswith("ERROR")]
    assert "NOTE `new` without a game opens a table of megiddo now, until you name another: `new GAME` does." in said
    listed = [line for line in said if line.startswith("TABLE ") and ("First" in line or "Last" in line)]
    assert any("First" in line and "megiddo" in line for line in listed)
    assert any("Last" in line and "djambi" in line for line in listed)

"""Every value of every option has words in both languages, and every option says what it does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.fault import BadOption
from core.game import Option
from core.games import find, names
from core.match.match import Match
from core.option import Handicap, fitted, settle
from net.room.table_offer import agreed
from net.table.fold.table_terms import TERMS, sort_out
from tui.i18n import translation
from tui.words.clock_words import pace_words
from tui.words.option_words import changed, in_order, offered, options_lines, purpose, terms_lines, value_words

LONGEST = 98
"""The most characters of a purpose: at 80 columns it stands in two lines, in three in a language a third longer."""


ALIKE = {"Rome", "Constantinople", "Carthage"}
"""The words that are the same in both languages."""


def options() -> Iterator[tuple[str, Option]]:
    """Give every option that somebody may be shown, with where it belongs."""
    for name in names():
        yield from ((name, option) for option in find(name).options if not option.secret)
    yield from (("table", term) for term in TERMS)


def is_coded(option: Option, value: str) -> bool:
    """Tell whether a value is a code: no plain number, no clock, and without words of its own."""
    plain = value.isdigit() and value != "0"
    timed = option.name == "clock" and pace_words(value) != value
    return not plain and not timed and value not in dict(option.words)


@pytest.mark.parametrize(("where", "option"), [*options()], ids=lambda one: getattr(one, "name", one))
def test_every_value_has_words_and_every_option_a_purpose(where: str, option: Option) -> None:
    assert [value for value in option.values if is_coded(option, value)] == [], where
    assert [value for value, _ in option.words if not option.accepts(value)] == [], "no words for what cannot be"
    assert option.purpose.endswith("."), where
    told = {}
    for language in translation.LANGUAGES:
        translation.use(language)
        assert len(purpose(option)) <= LONGEST + (len(option.example) if isinstance(option, Handicap) else 0), where
        told[language] = [purpose(option), *(words for value, words in offered(option).items() if not value.isdigit())]
        assert len(set(offered(option).values())) == len(offered(option)), "different values have different words"
    both = set(told["en"]) & set(told["fr"])
    assert both <= ALIKE | {pace_words(value) for value in option.values if option.name == "clock"}, where


def test_what_was_typed_stays_as_it_is() -> None:
    quiet = next(option for option in find("djambi").options if option.name == "quiet")
    assert [value_words(quiet, value) for value in ("0", "200")] == ["no limit", "200"]
    translation.use("fr")
    assert [value_words(quiet, value) for value in ("0", "200")] == ["sans limite", "200"]


def test_an_option_that_no_table_has_is_refused_as_it_was_typed() -> None:
    translation.use("fr")
    with pytest.raises(BadOption) as refusal:
        sort_out(find("djambi"), {"red": "1"})
    assert translation.tell(refusal.value).startswith("Ni djambi ni la table n’ont d’option red")


def test_numbers_with_words_are_offered_beside_the_values() -> None:
    starter = next(option for option in find("megiddo").options if option.name == "starter")
    assert list(offered(starter)) == ["0", "1", "2", "3", "4", "5"]
    assert offered(starter)["1"] == "the second seat"


@pytest.mark.parametrize("language", translation.LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_every_preset_has_a_name(name: str, language: str) -> None:
    translation.use(language)
    assert {preset for preset in find(name).presets if translation.word(preset) == preset} <= {"basic"}


@pytest.mark.parametrize("name", names())
def test_three_options_of_each_game_stand_first(name: str) -> None:
    leading = [option for option in find(name).options if option.leading]
    assert len([option for option in leading if not option.needs]) == 3
    assert all(option.form for option in leading)


def test_numbers_to_choose_from_stand_in_order() -> None:
    players = next(option for option in find("djambi").options if option.name == "players")
    assert [*in_order(offered(players))] == ["3", "4", "5", "6"]


def test_a_number_stays_below_that_of_another_option() -> None:
    megiddo = find("megiddo")
    starter = next(option for option in megiddo.options if option.name == "starter")
    assert list(offered(fitted(starter, {"players": "2"}))) == ["0", "1"]
    assert fitted(starter, {"players": "6"}) == fitted(starter, {}) == starter
    with pytest.raises(BadOption, match="starter=5 is not possible; allowed: 0 to 1"):
        agreed(megiddo, {"starter": "5"})
    assert agreed(megiddo, {"starter": "5", "players": "6"})[0]["starter"] == "5"


def test_a_seat_of_an_older_record_that_is_not_there_is_counted_round() -> None:
    megiddo = find("megiddo")
    old = settle(megiddo, {"starter": "5"})
    assert Match.new(megiddo, old).state.active == (1,)
    assert changed(megiddo.options, old.items()) == ["Seat that starts: the second seat"]
    assert changed(megiddo.options, (("players", "2"), ("starter", "4"))) == []


def test_a_negotiation_of_ones_own_is_put_into_words() -> None:
    term = next(term for term in TERMS if term.name == "negotiation")
    told = [value_words(term, value) for value in ("30", "20", "120/1", "30/2")]
    assert told == [
        "30 seconds before each round",
        "20 s before each round",
        "2 min before each round",
        "30 s once every 2 rounds",
    ]


def test_a_refusal_names_only_what_is_explained() -> None:
    for name in names():
        with pytest.raises(BadOption) as refusal:
            sort_out(find(name), {"zorp": "1"})
        allowed = set(str(refusal.value.fields["allowed"]).split(", "))
        told = {line.partition("=")[0] for line in (*options_lines(name), *terms_lines())}
        assert allowed == told


def test_the_forms_of_a_clock_are_told_in_french() -> None:
    translation.use("fr")
    with pytest.raises(BadOption) as refusal:
        sort_out(find("djambi"), {"clock": "zz"})
    assert translation.tell(refusal.value).endswith("BASE/NxPÉRIODE, JOURSd.")

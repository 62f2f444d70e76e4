"""The name of the rules that a table's options are: classic, a preset, or one's own with so many changes."""

from __future__ import annotations

import pytest

from core.games import find, names
from tui.i18n import translation
from tui.table.rule_choice import CLASSIC, OWN, changes, named_rules, rules_name, rules_of, rules_words, with_handicap
from tui.table.table_plan import defaults

DJAMBI = find("djambi")


def test_the_usual_values_are_the_classic_rules() -> None:
    for name in names():
        assert rules_name(find(name), defaults(name)) == CLASSIC
        assert changes(find(name), defaults(name)) == 0
    assert rules_words(DJAMBI, CLASSIC, defaults("djambi")) == "Classic rules"


def test_how_many_play_changes_no_rules() -> None:
    values = defaults("djambi") | {"players": "5", "missing": "red"}
    assert rules_name(DJAMBI, values) == CLASSIC


@pytest.mark.parametrize("name", names())
def test_every_set_of_rules_is_known_by_its_name(name: str) -> None:
    for rules in named_rules(find(name)):
        assert rules_name(find(name), defaults(name) | rules_of(find(name), rules)) == rules


def test_a_preset_that_is_the_usual_game_is_called_classic() -> None:
    assert named_rules(DJAMBI) == (CLASSIC, "bga")
    assert rules_words(DJAMBI, "bga", {}) == "Board Game Arena"
    assert named_rules(find("mediterranee")) == (CLASSIC,)


def test_other_values_are_rules_of_ones_own_and_counted() -> None:
    values = defaults("djambi") | {"reporter": "optional"}
    assert rules_name(DJAMBI, values) == OWN
    assert rules_words(DJAMBI, OWN, values) == "Your own rules: 1 change"
    values |= {"quiet": "200"}
    assert rules_words(DJAMBI, OWN, values) == "Your own rules: 2 changes"
    translation.use("fr")
    assert rules_words(DJAMBI, OWN, values) == "Vos règles\u00a0: 2 changements"


def test_what_means_nothing_is_not_counted() -> None:
    megiddo = find("megiddo")
    values = defaults("megiddo") | {"slide_limit": "9"}
    assert rules_name(megiddo, values) == CLASSIC
    assert changes(megiddo, values | {"slide": "yes"}) == 2


def test_a_handicap_is_told_beside_the_rules() -> None:
    values = defaults("djambi") | {"without": "red:M"}
    assert rules_name(DJAMBI, values) == CLASSIC
    assert with_handicap(DJAMBI, "Classic rules", values) == "Classic rules, with a handicap"
    assert with_handicap(DJAMBI, "Classic rules", defaults("djambi")) == "Classic rules"

"""The terms of a table: defaults, refusals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.fault import BadOption
from core.games import find
from net.table.fold.table_terms import TERMS, check_terms, rules_hash, settle_terms, sort_out, written_terms
from net.table.table import genesis
from net.view.table_view import Phase
from net.wire.event_data import Genesis, data_of, tid_of
from tests.net.support.toy_games.toy_game import GAME
from tests.net.support.toy_games.toy_table import Room, Sitter, install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_defaults() -> None:
    assert settle_terms({}) == {
        "talk": "on",
        "spectators": "yes",
        "private": "no",
        "seats": "chosen",
        "clock": "none",
        "negotiation": "none",
        "vacation": "0",
        "flag": "honour",
        "patience": "120",
        "takebacks": "none",
        "draw": "yes",
        "deal": "mental",
        "bots": "yes",
    }


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_every_value_of_a_form_is_possible(term: object) -> None:
    for value in term.values:  # type: ignore[attr-defined]
        assert settle_terms({term.name: value})[term.name] == value  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("clock", "1"),
        ("clock", "301+7"),
        ("clock", "0/1x60"),
        ("clock", "14d"),
        ("negotiation", "45/3"),
        ("flag", "witness:ABCDEF0123456789"),
    ],
)
def test_clocks_and_witnesses_are_free(name: str, value: str) -> None:
    assert settle_terms({name: value})[name] == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("flag", "witness:me"),
        ("flag", "witness:"),
        ("clock", "5+"),
        ("clock", "soon"),
        ("talk", "maybe"),
        ("patience", "0"),
        ("patience", "x"),
    ],
)
def test_a_wrong_value_names_those_allowed(name: str, value: str) -> None:
    with pytest.raises(BadOption, match="is not possible; allowed"):
        settle_terms({name: value})


def test_an_unknown_term() -> None:
    with pytest.raises(BadOption, match="no term colour; it has talk"):
        settle_terms({"colour": "red"})


def test_options_and_terms_are_sorted_out() -> None:
    options, terms = sort_out(GAME, {"players": "3", "talk": "off"})
    assert (options["players"], terms["talk"]) == ("3", "off")
    with pytest.raises(BadOption, match="Neither toy nor the table has an option nothing; there are players"):
        sort_out(GAME, {"nothing": "1"})


def test_the_digest_of_rules_is_about_their_meaning() -> None:
    assert rules_hash(GAME) == rules_hash(replace(GAME, pitch="Another pitch."))
    assert rules_hash(GAME) != rules_hash(replace(GAME, version=2))
    assert rules_hash(GAME) != rules_hash(replace(GAME, options=GAME.options[:2]))
    assert rules_hash(GAME) != rules_hash(find("djambi"))


def _opened(**fields: object) -> Sitter:
    """Give a newcomer at a table whose genesis has other fields."""
    host = Room.open(1).sitters[0]
    draft = genesis(
        GAME, {"players": "2", "vacant": "none", "hush": "no"}, settle_terms({}), title="x", nick="y", salt=bytes(16)
    )
    made = Genesis(*draft.data)
    data = data_of(Genesis(**{**{name: getattr(made, name) for name in made.__struct_fields__}, **fields}))
    sitter = Sitter(tid_of(host.identity.public, data), host.identity)
    sitter.sign(replace(draft, data=data))
    return sitter


def test_a_table_of_other_rules_may_be_watched_only() -> None:
    sitter = _opened(rules_hash=b"r" * 16)
    assert sitter.view.phase is Phase.GATHERING
    assert any("other rules" in note.template for note in sitter.view.notes)
    with pytest.raises(Exception, match="can only watch"):
        sitter.table.sit(None, "x")


@pytest.mark.parametrize(
    "fields",
    [{"game": "chess"}, {"terms": (("colour", "red"),)}, {"options": (("players", "9"),)}, {"seats": 7}],
)
def test_a_table_that_cannot_be_read_is_closed_with_a_reason(fields: dict[str, object]) -> None:
    sitter = _opened(**fields)
    assert sitter.view.phase is Phase.CLOSED
    assert "cannot be opened here" in sitter.view.notes[0].template
    assert sitter.table.duties() == ()
    with pytest.raises(Exception, match="closed"):
        sitter.table.sit(None, "x")


def test_a_genesis_names_a_younger_term_only_if_it_changes_something() -> None:
    young = {"negotiation": "60", "vacation": "14"}
    assert not set(young).intersection(dict(written_terms(settle_terms({}))))
    assert dict(written_terms(settle_terms(young))) == settle_terms(young)


def test_vacation_days_are_for_a_clock_of_days() -> None:
    settled = {"players": "2", "vacant": "none", "hush": "no"}
    check_terms(GAME, settled, settle_terms({"vacation": "7", "clock": "14d"}))
    for clock in ("none", "300+5", "600/3x30"):
        with pytest.raises(
            BadOption, match=f"is for a clock of days, like clock=1d or clock=3d, not for clock={clock[:4]}"
        ):
            check_terms(GAME, settled, settle_terms({"vacation": "7", "clock": clock}))
    sitter = _opened(terms=(*settle_terms({"vacation": "7"}).items(),))
    assert sitter.view.phase is Phase.CLOSED

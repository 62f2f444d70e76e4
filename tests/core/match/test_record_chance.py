"""Records of games with chance: nothing hidden while they go on, everything once they are over, and both check."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from core.bots.bot import walk
from core.fault import BadRecord
from core.game import DEALER, Seat
from core.games import find
from core.match.match import Match
from core.match.record import Record, check, read, write
from core.match.transcript import Utterance
from tests.core.support import card_game

TALON = "6,5,4,3,2,1"


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(monkeypatch)


def begun(**options: str) -> Match:
    return Match.new(find("cards"), options).deal()


def played(match: Match, seed: int = 1, plies: int = 10_000) -> Match:
    rng = Random(seed)
    while match.state.outcome is None and match.ply < plies:
        seat = next(seat for seat in match.state.active if all(line.seat != seat for line in match.sealed))
        match = match.seal(str(walk(match.seen_by(seat).state, seat, rng)), seat).deal()
    return match


def test_while_it_goes_on_nothing_hidden_is_written() -> None:
    match = begun(talon=TALON).play("fight").seal("lay 6", Seat(0))
    text = write(Record.of(match))
    assert "1. dealer talon 6\n2. dealer draw red ?\n3. red fight\n" in text
    assert "lay 6" not in text
    assert TALON not in text
    assert '[Option.talon ""]' in text
    assert check(read(text)).digest() == match.digest()
    other = begun(talon="5,6,4,3,2,1").play("fight").seal("lay 5", Seat(0))
    assert write(Record.of(other)) == text


def test_a_finished_one_holds_every_face_and_the_talons_used() -> None:
    match = played(begun(seed="5"))
    assert match.state.outcome is not None
    record = Record.of(match)
    options = dict(record.header.options)
    assert options["seed"] == "none"
    assert all("?" not in line.text for line in record.log)
    text = write(record)
    found = check(read(text))
    assert (found.digest(), found.full_digest()) == (match.digest(), match.full_digest())
    assert write(Record.of(found)) == text
    game = find("cards")
    script, seed = game.dealer(options), game.dealer(dict(match.header.options))
    assert isinstance(script, card_game.Croupier)
    assert isinstance(seed, card_game.Croupier)
    for ply, line in enumerate(match.log):
        if line.seat == DEALER:
            assert script.deal(match.at(ply).state) == seed.deal(match.at(ply).state)
    assert script.rest(match.state) == seed.rest(match.state)
    talons = [options["talon"], *filter(None, options["shuffles"].split(";"))]
    assert len(talons) == sum(line.text.startswith("talon") for line in match.log) > 1
    assert sorted(talons[0].split(",")) == list("123456")


def test_cards_never_drawn_can_be_told_by_whoever_opened_the_deck() -> None:
    match = begun(talon=TALON).play("resign", Seat(1))
    told = replace(match, header=match.seen_by(None).header)
    assert dict(Record.of(told).header.options)["talon"] == ""
    assert dict(Record.of(told, rest=((5, 4, 3, 2, 1),)).header.options)["talon"] == TALON
    assert dict(Record.of(told, rest=((5, 4),)).header.options)["talon"] == ""


def test_who_does_not_know_every_face_writes_what_he_knows() -> None:
    match = played(begun(seed="5"))
    text = write(Record.of(match.seen_by(Seat(1))))
    assert "draw red ?" in text
    assert "draw blue ?" not in text
    assert check(read(text)).digest() == match.digest()


def test_talk_stands_behind_the_line_it_followed() -> None:
    match = begun(talon=TALON).play("pass").deal()
    said = [Utterance(Seat(0), "ANN", 1, 2, "a card!"), Utterance(Seat(1), "BOB", 1, 4, "mine")]
    text = write(Record.of(match, said))
    assert '2. dealer draw red ?\n{talk red ANN 1 "a card!"}\n3. red pass\n4. dealer draw blue ?\n{talk blue' in text
    assert read(text).talk == tuple(said)


WRONG = [
    ("draw red 6", "draw red 5", r"\d+:11: By the talons of this record draw red 6 should come here\."),
    ('talon "6,5,4,3,2,1"', 'talon "6,5,4,4,2,1"', r"\d+:16: talon: 6,5,4,4,2,1 is no card\."),
    ('shuffles ""', 'shuffles "6,x"', r"\d+:19: shuffles: 6,x is no card\."),
    ('[Option.talon "6,5,4,3,2,1"]', "", r"\d+:11: .* cannot say draw red 9 now"),
]


@pytest.mark.parametrize(("old", "new", "pattern"), WRONG)
def test_a_lie_about_chance_is_found_out(old: str, new: str, pattern: str) -> None:
    text = write(Record.of(begun(talon=TALON).play("resign", Seat(1))))
    if not new:
        old, new = "draw red 6", "draw red 9"
        text = text.replace(TALON, "")
    assert text.count(old) == 1
    with pytest.raises(BadRecord, match="^" + pattern):
        check(read(text.replace(old, new)))


def test_a_talon_that_does_not_fit_later_is_found_out() -> None:
    match = played(begun(seed="5"))
    text = write(Record.of(match))
    shuffles = dict(Record.of(match).header.options)["shuffles"]
    lie = ";".join(["9,9", *shuffles.split(";")[1:]])
    with pytest.raises(BadRecord, match=r"^\d+:\d+: shuffles=.* is no order of the cards"):
        check(read(text.replace(f'"{shuffles}"', f'"{lie}"')))


def test_who_gives_up_while_a_card_is_owed_stands_before_it() -> None:
    match = Match.new(find("mediterranee"), {"players": "4", "placement": "standard", "seed": "1"}).deal()
    while True:
        seat = match.state.active[0]
        match = match.play(next(iter(map(str, match.state.legal(seat)))), seat)
        if match.state.active == (DEALER,) and match.ply > 1:
            break
        match = match.deal()
    quitters = [seat for seat in match.state.upcoming(4) if seat.player not in {match.log[-1].seat, DEALER}]
    for turn in quitters:
        if match.state.outcome is None:
            match = match.play(f"abandon {match.names[turn.player]}", turn.player)
    assert match.state.outcome is not None
    assert check(read(write(Record.of(match)))).digest() == match.digest()

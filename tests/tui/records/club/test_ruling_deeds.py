"""`parley club organiser` and `charge`: somebody else goes on with a tournament, a cheat at the cards loses a game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from core.fault import Fault
from core.games import find
from net.club.club_event import BESIDE, nonce_of, rated_salt
from net.identity.identity import Identity
from net.storage.profile import Profile
from net.view.table_view import Phase
from tests.net.deck.test_deck_attacks import Peeping
from tests.net.support.attacks.cheating_clients import CROOK, room_with
from tests.net.support.toy_games import toy_table
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.hidden_cards.test_table_mental import step
from tests.tui.records.club.test_club_deeds import Parley, carry, gathered, keep, parley
from tui.cli import command_line
from tui.records.club.club_book import open_book

__all__ = ["parley"]


def test_a_founder_names_another_organiser_and_takes_that_back(parley: Parley) -> None:
    gathered(parley, "ben", "cat")
    parley("ben", "open", "last", "Cup", "--form", "knock-out", "--game", "epaminondas")
    carry(parley, "ben", "ann", "cat")
    with pytest.raises(Fault, match="Only founders of the club and entrants"):
        parley("cat", "organiser", "last", "cup", "cat")
    with pytest.raises(Fault, match="Ben organises Cup, and no vote of yours"):
        parley("ann", "organiser", "last", "cup", "ben")
    assert "Cat goes on with Cup." in parley("ann", "organiser", "last", "cup", "cat")
    told = carry(parley, "ann", "ben", "cat")
    assert "Friday" in told
    assert "Ben is not its organiser any more" in parley("cat", "show", "last")
    with pytest.raises(Fault, match="Only Cat, who"):
        parley("ben", "close", "last", "cup")
    with pytest.raises(Fault, match="2 entrants at least"):
        parley("cat", "close", "last", "cup")
    assert "is taken back" in parley("ann", "organiser", "last", "cup", "ben")
    assert json.loads(parley("ann", "show", "last", "--json"))["tournaments"][0]["replaced"] == {}


def cheated(monkeypatch: pytest.MonkeyPatch, cid: bytes) -> Room:
    """Play a rated game of cards, in which the last of three copies a card."""
    monkeypatch.setattr(toy_table, "SALT", rated_salt(cid, *BESIDE, nonce_of(0)))
    room, draw = room_with(find("duel"), 3, kind=Peeping, terms={"bots": "no"}, turns="6"), Random(1)
    while room.view(0).phase is Phase.PLAYING:
        for number in range(3):
            step(room, draw, number)
        room.settle()
    return room


def test_a_cheat_at_the_cards_is_charged_with_the_result(
    parley: Parley, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    gathered(parley)
    for number, name in enumerate(("ada", "bob", "eve")):
        Profile.adopt(tmp_path, name, Identity.new(bytes([65 + number]) * 32))
        parley(name, "join", "first.club")
        carry(parley, name, "ann")
        with Profile.open(tmp_path, name) as profile:
            parley("ann", "admit", "last", profile.identity.pid)
    with open_book(tmp_path, "ann") as book:
        cid = book.club("last").cid
    room = cheated(monkeypatch, cid)
    crook = room.sitters[CROOK].identity.pid
    keep(tmp_path, room, "cards")
    told = parley("ann", "result", "last", "cards")
    assert "The result is in the log" in told
    assert "they have lost that game" in told
    assert "knows already" in parley("ann", "charge", "last", "cards")
    found = json.loads(parley("ann", "show", "last", "--json"))
    assert [one["pid"] for one in found["cheats"]] == [crook]
    season = tmp_path / "season.club"
    assert command_line.run(["evidence", "last", str(season), "--club", "--profile", "ann"]) == 0
    assert "The whole log of the club" in parley("ann", "list")
    told = parley("ann", "show", "last") + parley("ann", "ladder", "last")
    checked = parley("stranger", "check", str(season))
    assert "they have lost that game" in checked
    assert set(told.splitlines()) <= set(checked.splitlines())
    parley("cat", "take", str(season))
    assert parley("cat", "show", "last", "--json") == parley("ann", "show", "last", "--json")
    assert command_line.run(["evidence", "last", str(season), "--club", "--profile", "ann"]) == 0, "the same club"
    carry(parley, "ann", "ada")
    assert f"cheated at the table {room.sitters[0].tid.hex()[:8]}" in parley("ada", "show", "last")
    assert json.loads(parley("ada", "ladder", "last", "--json"))["duel"][-1]["pid"] == crook


def test_an_honest_table_charges_nobody(parley: Parley, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    gathered(parley)
    room = Room.playing(2, terms={"bots": "no"})
    keep(tmp_path, room, "toys")
    with pytest.raises(Fault, match="prove nothing against anybody"):
        parley("ann", "charge", "last", "toys")

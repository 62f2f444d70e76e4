"""`parley club`: a whole evening of a club in files, from its founding to a check by a stranger, and every refusal."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.fault import Fault
from net.club.club_event import BESIDE, ClubKind, nonce_of, rated_salt
from net.identity.identity import Identity, chance_name, fingerprint, pid_of
from net.storage.journal import Journal, Progress
from net.storage.profile import Profile
from net.transport import mqtt_transport
from net.transport.memory_broker import MemoryBroker
from tests.net.support.clubs import hand_table, result_of
from tests.net.support.party import ROOM
from tests.net.support.toy_games import toy_table
from tests.net.support.toy_games.toy_table import Room, install
from tui.cli import command_line
from tui.headless.room_visit import visiting
from tui.i18n import translation
from tui.records.club.club_book import open_book, person
from tui.records.club.rated_table import rated_table
from tui.session.rooms import Rooms

Parley = Callable[..., str]


def alone(words: tuple[str, ...]) -> tuple[str, ...]:
    """Give a command line: deeds of clubs are said without the word for them."""
    return words if words[0] == "evidence" else ("club", *words)


@pytest.fixture
def parley(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Parley:
    """Run a command line as somebody, in English; give what it prints."""
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def run(who: str, *words: str, status: int = 0) -> str:
        if who in {"ann", "ben", "cat"} and not (tmp_path / "profiles" / who).exists():
            with Profile.open(tmp_path, who) as profile:
                profile.set_nick(who.title())
        with translation.speaking("en"):
            done = command_line.run([*words] if words[0] == "check" else [*alone(words), "--profile", who])
        assert done == status
        return capsys.readouterr().out

    return run


def carry(parley: Parley, from_: str, *to: str, number: list[int] = [0]) -> str:  # noqa: B006 counts files
    """Carry the club's file from one to others; give what the last of them is told."""
    number[0] += 1
    parley(from_, "export", "last", f"{number[0]}.club")
    return [parley(one, "take", f"{number[0]}.club") for one in to][-1]


def gathered(parley: Parley, *names: str) -> None:
    """Found a club and let people in."""
    parley("ann", "new", "Friday")
    parley("ann", "export", "Friday", "first.club")
    for name in names:
        parley(name, "join", "first.club")
        carry(parley, name, "ann")
        parley("ann", "admit", "last", name)
    if names:
        carry(parley, "ann", *names)


def said(parley: Parley, who: str, *words: str) -> dict[str, object]:
    """Give what `--json` prints."""
    found: dict[str, object] = json.loads(parley(who, *words, "--json"))
    return found


def test_a_club_is_founded_joined_and_shown(parley: Parley) -> None:
    assert "is founded" in parley("ann", "new", "Friday\x1b[31m  night")
    assert "Friday night" in parley("ann", "list")
    parley("ann", "export", "last", "first.club")
    assert "You have asked" in parley("ben", "join", "first.club")
    assert "asks     Ben" in carry(parley, "ben", "ann") + parley("ann", "show", "friday night")
    assert "Friday night  Ben asks to come in" in parley("ann", "list")
    assert "Ben" in parley("ann", "admit", "last", "ben")
    assert [one["waits"] for one in said(parley, "ann", "list")["clubs"]] == [[]]  # type: ignore[attr-defined]
    assert "1 event is new." in carry(parley, "ann", "ben")
    assert "member   Ben" in parley("ben", "show", "last")
    found = said(parley, "ben", "show", "last")
    assert [one["nick"] for one in found["members"]] in (["Ann", "Ben"], ["Ben", "Ann"])  # type: ignore[attr-defined]
    assert found["admission"] == "founders"
    assert "You have left" in parley("ben", "leave", "last")
    assert "left     Ben" in parley("ben", "show", "last")


def test_a_member_is_voted_out_and_the_vote_taken_back(parley: Parley) -> None:
    gathered(parley, "ben")
    assert "Ben is out" in parley("ann", "expel", "last", "ben")
    assert "expelled Ben" in parley("ann", "show", "last")
    assert "taken back" in parley("ann", "readmit", "last", "ben")
    assert "member   Ben" in parley("ann", "show", "last")


def test_nobody_expels_themselves_and_the_last_founder_reads_what_leaving_means(parley: Parley) -> None:
    gathered(parley, "ben")
    with pytest.raises(Fault, match="Nobody expels themselves: the deed `leave`"):
        parley("ann", "expel", "last", "ann")
    assert "founder  Ann" in parley("ann", "show", "last")
    assert "Nobody is left" not in parley("ben", "leave", "last")
    parley("ann", "export", "last", "again.club")
    assert "Nobody is left who could let anybody in" in parley("ann", "leave", "last")
    parley("ann", "join", "again.club")
    assert "founder  Ann" in parley("ann", "show", "last"), "whoever was let in comes back by joining once more"


def test_a_date_stands_in_the_calendar(parley: Parley) -> None:
    gathered(parley, "ben")
    parley("ann", "date", "last", "2026-12-31T20:00", "Final")
    assert "date     2026-12-31 20:00 Final" in parley("ann", "show", "last")
    with pytest.raises(Fault, match="Only a founder"):
        parley("ben", "date", "last", "2026-12-31", "Mine")
    with pytest.raises(Fault, match="is no date"):
        parley("ann", "date", "last", "soon", "Final")


def test_a_tournament_from_its_opening_to_a_check_by_a_stranger(parley: Parley, tmp_path: Path) -> None:
    gathered(parley, "ben", "cat")
    parley("ann", "open", "last", "Autumn", "--form", "round-robin", "--game", "epaminondas")
    carry(parley, "ann", "ben", "cat")
    for name in ("ann", "ben", "cat"):
        assert "You take part" in parley(name, "enter", "last", "autumn")
        if name != "ann":
            carry(parley, name, "ann")
    assert "Your lot for Autumn is open." in parley("ann", "close", "last", "autumn")
    with pytest.raises(Fault, match=r"Lots are missing of (Ben, Cat|Cat, Ben)"):
        parley("ann", "start", "last", "autumn")
    for name in ("ben", "cat"):
        assert "Your lot for Autumn is open." in carry(parley, "ann", name)
        carry(parley, name, "ann")
    assert "round 1" in parley("ann", "start", "last", "autumn")
    found = said(parley, "ann", "standings", "last", "autumn")
    assert [len(one["tables"]) for one in found["rounds"]] == [1, 1, 1]  # type: ignore[attr-defined]
    assert said(parley, "ann", "standings", "last", "autumn")["standings"][0]["points"] == "1", "one bye counts"  # type: ignore[index]
    report(tmp_path, 0)
    with pytest.raises(Fault, match="Table 1 of round 1 was played, and its result is proved"):
        parley("ann", "round", "last", "autumn", "1=all")
    parley("ann", "round", "last", "autumn")
    with pytest.raises(Fault, match="Table 1 of round 2 has no result"):
        parley("ann", "round", "last", "autumn")
    parley("ann", "round", "last", "autumn", "1=all")
    assert "nobody came" in parley("ann", "round", "last", "autumn", "1=all")
    told = parley("ann", "standings", "last", "autumn")
    assert "it is over" in told
    assert "direct encounter, Buchholz, Sonneborn-Berger, wins" in told
    parley("ann", "export", "last", "season.club")
    checked = parley("stranger", "check", "season.club")
    assert sum(line.startswith("tournament ") for line in checked.splitlines()) == 1, "told once"
    assert told.strip() in checked
    assert "ladder of epaminondas" in checked
    assert "Every signature and every proof is right, and no chain has a gap." in checked
    spoilt = Path("season.club").read_text(encoding="ascii").splitlines()
    spoilt[-1] = spoilt[-1][:-8] + "AAAAAAA="
    Path("spoilt.club").write_text("\n".join(spoilt), encoding="ascii")
    assert parley("stranger", "check", "spoilt.club", status=1).startswith("spoilt.club:")


def report(home: Path, number: int, winner: int = 0, nonce: bytes = bytes(16)) -> bytes:
    """Sign the result of the first table of a round, which one of its players has won; give the table's id."""
    keys = {}
    for name in ("ann", "ben", "cat"):
        with Profile.open(home, name) as profile:
            keys[profile.identity.public] = profile.identity
    with open_book(home, "ann") as book:
        club = book.club("last")
        (it,) = club.state.tournaments.values()
        played = club.state.play(it.id)
        people = [keys[played.entrants[one]] for one in played.rounds[number].tables[0]]
        place = (it.id, number, 0)
        table = hand_table(club.cid, people, [winner], place, nonce=nonce, game="epaminondas")
        found = result_of(table, place, nonce)
        club.say(found, book.now)
        return found.tid


ONLINE = ("parley://", "follow", "invite", "sync", "open", "last")
"""Words of lines that need a room, a table in the journal, or are typed in another place of the page."""


def test_the_lines_of_the_page_can_be_typed_one_after_the_other_in_one_folder(parley: Parley, tmp_path: Path) -> None:
    page = (Path(__file__).parents[4] / "docs/clubs.md").read_text("utf-8")
    blocks = [
        re.findall(r"^parley (.*)$", block, re.MULTILINE) for block in re.findall(r"```sh(.*?)```", page, re.DOTALL)
    ]
    typed = [[shlex.split(line, comments=True) for line in block] for block in blocks]
    with Profile.open(tmp_path, "ada") as profile:
        profile.set_nick("Ada")
    told = []
    for block in typed:
        who = "ada" if block[0][:2] == ["club", "join"] else "ann"
        for deed, *words in block:
            if any(one in word for word in (deed, *words) for one in ONLINE):
                continue
            told.append(parley(who, *(words if deed == "club" else (deed, *words)), status=0))
    assert len(told) == 11
    assert "member   Ada" in told[-1]
    assert "up to date" in parley("ada", "take", "friday.club")
    assert "member   Ada" in parley("ada", "show", "Friday"), "the file of the founder brings the admission"


def test_only_an_export_of_the_same_club_that_holds_nothing_new_is_written_over(parley: Parley) -> None:
    gathered(parley, "ben")
    parley("ann", "export", "Friday", "a.club")
    parley("ann", "export", "Friday", "a.club")
    whole = Path("a.club").read_bytes()
    parley("ben", "take", "a.club")
    parley("ben", "open", "Friday", "Cup")
    parley("ben", "export", "Friday", "a.club")
    newer = Path("a.club").read_bytes()
    assert len(newer) > len(whole), "an older one is written over"
    with pytest.raises(Fault, match=r"a\.club holds what you do not have of Friday yet"):
        parley("ann", "export", "Friday", "a.club")
    parley("ann", "new", "Monday")
    Path("text").write_text("mine", "utf-8")
    for club, path in (("Monday", "a.club"), ("Friday", "text")):
        with pytest.raises(Fault, match="There is a file"):
            parley("ann", "export", club, path)
    assert (Path("a.club").read_bytes(), Path("text").read_bytes()) == (newer, b"mine")
    parley("ann", "take", "a.club")
    parley("ann", "export", "Friday", "a.club")


def test_the_words_of_the_page_lead_through_a_cup(parley: Parley, tmp_path: Path) -> None:
    """What docs/clubs.md writes is taken word for word, also beside another cup."""
    page = (Path(__file__).parents[4] / "docs/clubs.md").read_text("utf-8").partition("## Tournaments")[2]
    (opening,) = re.findall(r"^parley club (open .*)$", page, re.MULTILINE)
    steps = re.findall(r"`parley club ((?:enter|close|start|standings|round) Friday autumn)`", page)
    assert [words.split()[0] for words in steps] == ["enter", "close", "start", "standings", "round"]
    gathered(parley, "ben")
    for words in (["open", "Friday", "Spring cup"], shlex.split(opening)):
        parley("ann", *words)
    carry(parley, "ann", "ben")
    for name in ("ben", "ann"):
        parley(name, *steps[0].split())
    carry(parley, "ben", "ann")
    parley("ann", *steps[1].split())
    carry(parley, "ann", "ben")
    carry(parley, "ben", "ann")
    parley("ann", *steps[2].split())
    assert "round 1" in parley("ann", *steps[3].split())
    assert "--pairing autumn/ROUND/TABLE" in page
    with open_book(tmp_path, "ann") as book:
        assert rated_table(book, "fri", "autumn/1/1", "djambi", {}).title == "Autumn cup 1/1"
    assert "Round 1 has ended" in parley("ann", *steps[4].split(), "1=ben")
    assert "Ben" in parley("ann", "organiser", "Friday", "autumn", "Ben")
    with pytest.raises(Fault, match="nobody called be"):
        parley("ann", "expel", "fri", "be")


def test_a_person_is_named_by_how_their_id_begins_unless_that_may_be_a_name(parley: Parley, tmp_path: Path) -> None:
    gathered(parley, "ben")
    with open_book(tmp_path, "ann") as book:
        state = book.club("fri").state
        ben = person(state, "ben")
        assert person(state, pid_of(ben)[:4].lower()) == ben
        for short in (pid_of(ben)[:3], ben.hex()[:2], fingerprint(ben)[:1]):
            with pytest.raises(Fault, match="nobody called"):
                person(state, short)


def test_a_table_of_the_journal_is_reported_once(
    parley: Parley, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    seats = ("ada", "bob")
    for number, name in enumerate(seats):
        Profile.adopt(tmp_path, name, Identity.new(bytes([65 + number]) * 32))
    gathered(parley)
    with open_book(tmp_path, "ann") as book:
        rated = rated_table(book, "last", "", "toy", {})
        cid = book.club("last").cid
    assert rated.salt == rated_salt(cid, *BESIDE, nonce_of(0))
    monkeypatch.setattr(toy_table, "SALT", rated.salt)
    room = Room.playing(2, terms=dict(rated.options))
    keep(tmp_path, room, "early")
    with pytest.raises(Fault, match="no end that can be proved"):
        parley("ann", "result", "last", "early")
    for _ in range(4):
        room.move("3")
    keep(tmp_path, room, "early")
    with open_book(tmp_path, "ann") as book:
        assert rated_table(book, "last", "", "toy", {}).salt == rated_salt(cid, *BESIDE, nonce_of(1))
    with pytest.raises(Fault, match="Not everybody who played at this table"):
        parley("ann", "result", "last", "early")
    for name in seats:
        parley(name, "join", "first.club")
        carry(parley, name, "ann")
        with Profile.open(tmp_path, name) as profile:
            pid = profile.identity.pid
        parley("ann", "admit", "last", pid)
    assert "The result is in the log" in parley("ann", "result", "last", "early")
    assert "has this result already" in parley("ann", "result", "last", "early")
    assert said(parley, "ann", "show", "last")["results"] == 1
    assert [row["games"] for row in said(parley, "ann", "ladder", "last")["toy"]] == [1, 1]  # type: ignore[attr-defined]


def keep(home: Path, room: Room, title: str) -> None:
    """Keep a table's events in Ann's journal."""
    with Profile.open(home, "ann") as profile, Journal(profile.journal_path) as journal:
        journal.add_table(room.sitters[0].tid, "parley://host/room#key", title, "toy")
        journal.add_all(room.sitters[0].tid, room.events)


def test_a_table_that_was_opened_for_nothing_is_not_reported(
    parley: Parley, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    gathered(parley, "ben")
    room = Room.playing(2, terms={"bots": "no"})
    for _ in range(4):
        room.move("3")
    keep(tmp_path, room, "beside")
    with pytest.raises(Fault, match="was not opened for the club Friday"):
        parley("ann", "result", "last", "beside")


def test_a_table_of_a_tournament_has_its_game_and_options(parley: Parley, tmp_path: Path) -> None:
    gathered(parley, "ben")
    parley("ann", "open", "last", "Cup", "--game", "megiddo", "--form", "knock-out", "--option", "clock=900+10")
    carry(parley, "ann", "ben")
    parley("ann", "enter", "last", "cup")
    parley("ben", "enter", "last", "cup")
    carry(parley, "ben", "ann")
    parley("ann", "close", "last", "cup")
    carry(parley, "ann", "ben")
    carry(parley, "ben", "ann")
    parley("ann", "start", "last", "cup")
    with open_book(tmp_path, "ann") as book:
        rated = rated_table(book, "last", "cup/1/1", "djambi", {"clock": "none"})
        (it,) = book.club("last").state.tournaments
        assert (rated.game, rated.options) == ("megiddo", {"players": "2", "clock": "900+10", "bots": "no"})
        assert rated.salt == rated_salt(book.club("last").cid, it, 0, 0, nonce_of(0))
        for wrong in ("cup", "cup/1", "cup/0/1", "cup/1/2", "cup/2/1", "cup/x/y", "/1/1"):
            with pytest.raises(Fault, match=r"names no table|no tournament"):
                rated_table(book, "last", wrong, "djambi", {})


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("dance",), "cannot be done with a club"),
        (("new",), "Say it as: parley club new NAME"),
        (("new", "\x07"), "needs a name"),
        (("new", "x", "--admission", "friends"), "no rule of admission"),
        (("new", "x", "--admission", "open", "--expulsion", "members"), "Members can expel only where"),
        (("show", "nowhere"), "There is no club nowhere; there are Friday"),
        (("show", ""), "There is no club"),
        (("join", "nothing.club"), "There is no such file"),
        (("take", "junk.club"), "cannot be read"),
        (("admit", "last", "nobody"), "There is nobody called nobody"),
        (("export", "last", "there.club"), "already: nothing was written"),
        (("enter", "last", "cup"), "has no tournament yet"),
        (("open", "last", "x", "--form", "ladder"), "has no form ladder"),
        (("open", "last", "x", "--form", "swiss"), "Djambi is not a game for two: choose the form tables"),
        (("open", "last", "x", "--form", "knock-out", "--game", "djambi"), "Djambi is not a game for two"),
        (("open", "last", "x", "--form", "tables", "--game", "epaminondas"), "is not a game for that many"),
        (("open", "last", "x", "--form", "tables", "--game", "megiddo", "--size", "5"), "players=5 is not possible"),
        (("open", "last", "x", "--rounds", "0"), "1 to 64 rounds, not 0"),
        (("open", "last", "x", "--form", "tables", "--size", "9"), "Tables have 3 to 6 seats"),
        (("open", "last", "x", "--game", "chess"), "chess"),
        (("open", "last", "x", "--option", "colour=red"), "has an option colour"),
        (("open", "last", "x", "--game", "megiddo", "--option", "players=3"), "leave out players=."),
        (
            ("open", "last", "x", "--option", "without=red:Q"),
            "without: there is no piece Q; write one of A, R, P, N, M",
        ),
        (("open", "last", "x", "--option", "without=red:C"), "without: red cannot play without a chief"),
        (
            ("open", "last", "x", "--form", "tables", "--option", "without=pink:M"),
            "A table of 4: without: there is no colour pink here; there are red, blue, yellow, green",
        ),
        (
            ("open", "last", "x", "--form", "tables", "--size", "5", "--option", "without=yellow:M"),
            "without: the colour yellow has no player in this game",
        ),
        (
            ("open", "last", "x", "--game", "epaminondas", "--option", "size=8x8", "--option", "ranks=4"),
            "A board of 8 rows has no room for 4 filled rows",
        ),
        (("open", "last", "x", "--game", "mediterranee", "--option", "seed=5"), "seed tells what is hidden"),
        (("open", "last", "x", "--option", "vacation=7"), "vacation=7 is for a clock of days"),
        (("open", "last", "\x07"), "A tournament needs a name"),
        (("result", "last", "last"), "The journal has no table yet"),
        (("ladder", "last", "chess"), "chess"),
    ],
)
def test_what_is_wrong_is_refused_in_one_sentence_and_nothing_is_signed(
    parley: Parley, words: tuple[str, ...], why: str
) -> None:
    parley("ann", "new", "Friday")
    Path("junk.club").write_bytes(b"parley-club/1\nclub 00\n\xff")
    Path("there.club").write_text("mine", encoding="ascii")
    before = parley("ann", "show", "last")
    with pytest.raises(Fault, match=why) as caught:
        parley("ann", *words)
    assert "\n" not in str(caught.value)
    assert parley("ann", "show", "last") == before
    assert Path("there.club").read_text(encoding="ascii") == "mine"


def test_options_that_fit_every_table_of_a_tournament_are_taken(parley: Parley) -> None:
    parley("ann", "new", "Friday")
    for name, more in {
        "Stones": ("--game", "megiddo", "--form", "tables", "--size", "3", "--option", "extra=2:C3"),
        "Pieces": ("--form", "tables", "--option", "without=red:M", "--option", "clock=1d", "--option", "vacation=7"),
    }.items():
        assert f"The tournament {name} is open for entries; its game is " in parley("ann", "open", "last", name, *more)


@pytest.mark.parametrize(
    ("words", "form", "sizes"),
    [
        ((), "tables", (4, 3, 5, 6)),
        (("--game", "epaminondas"), "swiss", ()),
        (("--game", "megiddo"), "swiss", ()),
        (("--game", "megiddo", "--size", "3"), "tables", (3,)),
        (("--game", "mediterranee", "--form", "tables"), "tables", (4, 3)),
    ],
)
def test_the_usual_form_and_its_tables_fit_the_game(
    parley: Parley, tmp_path: Path, words: tuple[str, ...], form: str, sizes: tuple[int, ...]
) -> None:
    parley("ann", "new", "Friday")
    parley("ann", "open", "last", "Cup", *words)
    with open_book(tmp_path, "ann") as book:
        (it,) = book.club("last").state.tournaments.values()
    assert (it.data.form, it.data.sizes) == (form, sizes)


def test_who_withdraws_while_the_list_is_open_is_off_it_and_may_come_back(parley: Parley) -> None:
    gathered(parley)
    parley("ann", "open", "last", "Cup")
    parley("ann", "enter", "last", "cup")
    assert "as long as the list is open" in parley("ann", "withdraw", "last", "cup")
    assert "1 has entered" not in parley("ann", "show", "last")
    assert [one["waits"] for one in said(parley, "ann", "list")["clubs"]] == [[]], "not asked again"  # type: ignore[attr-defined]
    with pytest.raises(Fault, match="You do not take part in Cup"):
        parley("ann", "withdraw", "last", "cup")
    assert "You take part in Cup.\n" in parley("ann", "enter", "last", "cup")
    assert "1 has entered: Ann" in parley("ann", "show", "last")
    with pytest.raises(Fault, match="2 entrants at least, not 1"):
        parley("ann", "close", "last", "cup")


def test_without_a_club_the_way_to_one_is_told(parley: Parley) -> None:
    with pytest.raises(Fault, match="You are in no club yet"):
        parley("ann", "show", "last")
    assert "There is no club yet" in parley("ann", "list")


def test_who_is_no_member_signs_nothing(parley: Parley) -> None:
    parley("ann", "new", "Friday")
    parley("ann", "export", "last", "first.club")
    parley("ben", "join", "first.club")
    for words in (("open", "last", "x"), ("admit", "last", "ann"), ("expel", "last", "ann"), ("leave", "last")):
        with pytest.raises(Fault, match="Only members can do that"):
            parley("ben", *words)


def test_only_the_organiser_closes_draws_starts_and_ends(parley: Parley) -> None:
    gathered(parley, "ben")
    parley("ann", "open", "last", "Cup")
    carry(parley, "ann", "ben")
    for deed in ("close", "draw", "start", "round"):
        with pytest.raises(Fault, match="Only Ann, who organises"):
            parley("ben", deed, "last", "cup")
    with pytest.raises(Fault, match="2 entrants at least, not 0"):
        parley("ann", "close", "last", "cup")
    with pytest.raises(Fault, match="has not begun"):
        parley("ann", "round", "last", "cup")
    with pytest.raises(Fault, match="are not being drawn"):
        parley("ann", "draw", "last", "cup")


def test_who_does_not_open_their_lot_is_left_out(parley: Parley) -> None:
    gathered(parley, "ben", "cat")
    parley("ann", "open", "last", "Cup", "--form", "round-robin", "--game", "epaminondas")
    carry(parley, "ann", "ben", "cat")
    for name in ("ann", "ben", "cat"):
        parley(name, "enter", "last", "cup")
        if name != "ann":
            carry(parley, name, "ann")
    parley("ann", "close", "last", "cup")
    carry(parley, "ann", "ben")
    carry(parley, "ben", "ann")
    told = parley("ann", "draw", "last", "cup")
    assert "Left out: Cat" in told
    assert "Your lot for Cup is open." in told
    carry(parley, "ann", "ben")
    carry(parley, "ben", "ann")
    assert "Ann" in parley("ann", "start", "last", "cup")
    for wrong in ("1", "9=ben", "1=cat", "x=ben", "left="):
        with pytest.raises(Fault, match=r"does not say who did not come|nobody called"):
            parley("ann", "round", "last", "cup", wrong)
    assert "Ben did not come" in parley("ann", "round", "last", "cup", "1=ben")


def test_who_has_withdrawn_is_paired_no_more_though_the_organiser_does_not_name_them(parley: Parley) -> None:
    gathered(parley, "ben", "cat")
    parley("ann", "open", "last", "Cup", "--form", "swiss", "--rounds", "2", "--game", "epaminondas")
    carry(parley, "ann", "ben", "cat")
    for name in ("ann", "ben", "cat"):
        parley(name, "enter", "last", "cup")
        if name != "ann":
            carry(parley, name, "ann")
    parley("ann", "close", "last", "cup")
    carry(parley, "ann", "ben", "cat")
    carry(parley, "ben", "ann")
    carry(parley, "cat", "ann")
    parley("ann", "start", "last", "cup")
    carry(parley, "ann", "cat")
    assert "take part in Cup no more" in parley("cat", "withdraw", "last", "cup")
    carry(parley, "cat", "ann")
    told = said(parley, "ann", "round", "last", "cup", "1=all")
    pids = {one["nick"]: one["pid"] for one in said(parley, "ann", "show", "last")["members"]}  # type: ignore[attr-defined]
    rounds = told["rounds"]
    assert isinstance(rounds, list)
    first, second = rounds
    assert len(first["byes"]) == 1
    assert second["byes"] == []
    assert {pid for table in second["tables"] for pid in table["players"]} == {pids["Ann"], pids["Ben"]}


def test_who_has_told_no_name_goes_by_that_of_their_profile_or_of_their_settings(
    parley: Parley, tmp_path: Path
) -> None:
    parley("ada", "new", "Friday")
    assert "founder  ada (" in parley("ada", "show", "last")
    (tmp_path / "settings-bob.toml").write_text('nick = "Robert"\n', encoding="utf-8")
    parley("ada", "export", "last", "first.club")
    parley("bob", "join", "first.club")
    assert "asks     Robert (" in parley("bob", "show", "last")
    parley("default", "join", "first.club")
    assert "asks     default (" not in parley("default", "show", "last")


def test_whoever_has_told_no_name_reads_so_and_goes_by_a_later_one(parley: Parley, tmp_path: Path) -> None:
    """A founder cannot be let in once more, so joining again gives a name too."""
    profile = Profile.open(tmp_path, "default")
    profile.close()
    word = chance_name(profile.identity.public)
    assert word.isalpha()
    told = parley("default", "new", "Friday")
    assert f"You have told no name, so you stand there as {word}." in told
    assert "Tell one in the settings and join the club once more: you go by it from then on." in told
    (tmp_path / "settings.toml").write_text('nick = "Gina"\n', encoding="utf-8")
    parley("default", "export", "last", "first.club")
    assert f"founder  {word} (" in parley("default", "show", "last")
    told = parley("default", "join", "first.club")
    assert "You are a member of Friday." in told
    assert "You go by Gina in Friday from now on." in told
    assert "from now on" not in parley("default", "join", "first.club")
    assert "founder  Gina (" in parley("default", "show", "last")
    assert "asks" not in parley("default", "show", "last")


def test_a_club_that_is_kept_here_is_joined_once_more_by_its_name(
    parley: Parley, broker: MemoryBroker, tmp_path: Path
) -> None:
    parley("default", "new", "Friday")
    (tmp_path / "settings.toml").write_text('nick = "Gina"\n', encoding="utf-8")
    assert "You go by Gina in Friday from now on." in parley("default", "join", "Friday")
    assert broker.retained == {}
    parley("default", "sync", "last", str(ROOM))
    parley("ann", "join", parley("default", "invite", "last").strip())
    (tmp_path / "settings.toml").write_text('nick = "Regina"\n', encoding="utf-8")
    told = parley("default", "join", "friday")
    assert "You are a member of Friday." in told
    assert "You go by Regina in Friday from now on." in told
    parley("ann", "sync", "last")
    assert "founder  Regina (" in parley("ann", "show", "last"), "where the club lies it is known at once"
    Path("Friday").write_bytes(b"no club")
    with pytest.raises(Fault, match="cannot be read"):
        parley("default", "join", "Friday")


def test_in_a_knock_out_somebody_goes_on(parley: Parley) -> None:
    cup(parley)
    with pytest.raises(Fault, match="somebody of table 1 has to go on"):
        parley("ann", "round", "last", "cup", "1=all")
    assert "it is over" in parley("ann", "round", "last", "cup", "1=ben")


def test_of_two_games_for_one_table_the_organiser_names_the_one_that_counts(parley: Parley, tmp_path: Path) -> None:
    cup(parley)
    first, second = report(tmp_path, 0, 0, bytes([1]) * 16), report(tmp_path, 0, 1, bytes([2]) * 16)
    told = parley("ann", "standings", "last", "cup")
    assert "2 games: the organiser names the one that counts" in told
    assert "not played yet" not in told
    (table,) = said(parley, "ann", "standings", "last", "cup")["rounds"][0]["tables"]  # type: ignore[index]
    assert table["result"] is None
    assert {*table["rivals"]} == {first.hex(), second.hex()}
    both = "".join(f"(?=.*1={one.hex()[:8]} \\([^)]*has won)" for one in (first, second))
    for words in ((), ("1=all",), ("1=ben",), ("1=",), (f"1={first.hex()}0",)):
        with pytest.raises(Fault, match=f"2 games were played.*{both}"):
            parley("ann", "round", "last", "cup", *words)
    winner = re.search(rf"1={second.hex()[:8]} \([^)]*: (\w+ has won)", refused(parley, "ann", "round", "last", "cup"))
    assert winner is not None
    told = parley("ann", "round", "last", "cup", f"1={second.hex()[:8].upper()}")
    assert "it is over" in told
    assert winner[1] in told
    assert "2 games" not in told


def test_a_name_has_to_stand_behind_a_table(parley: Parley) -> None:
    cup(parley)
    with pytest.raises(Fault, match="1= does not say who did not come"):
        parley("ann", "round", "last", "cup", "1=")


def refused(parley: Parley, *words: str) -> str:
    """Give the sentence with which a command is refused."""
    with pytest.raises(Fault) as told:
        parley(*words)
    return str(told.value)


def cup(parley: Parley) -> None:
    """Found a club of two and begin a knock-out of them."""
    gathered(parley, "ben")
    parley("ann", "open", "last", "Cup", "--form", "knock-out", "--game", "epaminondas")
    carry(parley, "ann", "ben")
    for name in ("ann", "ben"):
        parley(name, "enter", "last", "cup")
    carry(parley, "ben", "ann")
    parley("ann", "close", "last", "cup")
    carry(parley, "ann", "ben")
    carry(parley, "ben", "ann")
    parley("ann", "start", "last", "cup")


def test_somebody_who_is_not_heard_yet_is_let_in_by_their_key(parley: Parley, tmp_path: Path) -> None:
    parley("ann", "new", "Friday")
    parley("ann", "export", "last", "first.club")
    parley("ben", "join", "first.club")
    with Profile.open(tmp_path, "ben") as profile:
        key = profile.identity.public.hex()
    parley("ann", "admit", "last", key)
    carry(parley, "ben", "ann")
    assert "member   Ben" in parley("ann", "show", "last")
    for wrong in (key[2:], "00" * 32, f"01{'00' * 31}"):
        with pytest.raises(Fault, match="nobody called"):
            parley("ann", "admit", "last", wrong)


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> MemoryBroker:
    """Let every connection of this program lead to one broker."""
    found = MemoryBroker()
    monkeypatch.setattr(mqtt_transport, "connector", lambda _at, _who: found.connect)
    return found


def test_a_club_is_found_at_a_broker_by_its_invitation(parley: Parley, broker: MemoryBroker) -> None:
    parley("ann", "new", "Friday")
    url = parley("ann", "invite", "last", str(ROOM)).strip()
    assert broker.retained == {}
    with pytest.raises(Fault, match="keeps nothing of this club"):
        parley("ben", "join", url)
    assert "There is no club yet" in parley("ben", "list")
    assert "1 event was missing there" in parley("ann", "sync", "last", str(ROOM))
    assert "You have asked to be a member of Friday" in parley("ben", "join", url)
    assert "1 event is new." in parley("ann", "sync", "last", url)
    parley("ann", "admit", "last", "ben")
    parley("ann", "sync", "last", url)
    assert "1 event is new." in parley("ben", "sync", "last", url)
    assert "You are a member of Friday." in parley("ben", "join", url)
    assert "member   Ben" in parley("ben", "show", "last")


def test_lots_are_opened_on_the_way(parley: Parley, broker: MemoryBroker) -> None:
    del broker
    gathered(parley, "ben")
    parley("ann", "open", "last", "Cup")
    parley("ann", "sync", "last", str(ROOM))
    parley("ben", "sync", "last", str(ROOM))
    for name in ("ann", "ben"):
        parley(name, "enter", "last", "cup")
        parley(name, "sync", "last", str(ROOM))
    parley("ann", "sync", "last", str(ROOM))
    parley("ann", "close", "last", "cup")
    parley("ann", "sync", "last", str(ROOM))
    assert "Your lot for Cup is open." in parley("ben", "sync", "last", str(ROOM))
    parley("ann", "sync", "last", str(ROOM))
    assert "round 1" in parley("ann", "start", "last", "cup")


def test_an_invitation_to_something_else_is_refused(parley: Parley, broker: MemoryBroker) -> None:
    del broker
    parley("ann", "new", "Friday")
    with pytest.raises(Fault, match="leads to a room"):
        parley("ben", "join", str(ROOM))
    with pytest.raises(Fault, match="leads to another club"):
        parley("ann", "sync", "last", str(ROOM.at_table(bytes(16))))
    with pytest.raises(Fault, match="invitation"):
        parley("ann", "sync", "last", "parley://nowhere")


def test_the_place_of_the_last_visit_is_used_without_an_invitation(parley: Parley, broker: MemoryBroker) -> None:
    parley("ann", "new", "Friday")
    for words in (("sync", "last"), ("invite", "last")):
        with pytest.raises(Fault, match="It is not known where Friday lies"):
            parley("ann", *words)
    parley("ann", "sync", "last", str(ROOM))
    assert len(broker.retained) == 1
    url = parley("ann", "invite", "last").strip()
    assert url.startswith("parley://")
    parley("ben", "join", url)
    assert "1 event is new." in parley("ann", "sync", "last")
    assert str(ROOM) not in parley("ann", "show", "last")
    parley("ann", "admit", "last", "ben")
    parley("ann", "sync", "last")
    assert "1 event is new." in parley("ben", "sync", "last")
    with pytest.raises(Fault, match=r"Say it as: parley club sync CLUB \[INVITATION\]"):
        parley("ben", "sync", "last", url, "more")


def rated(parley: Parley, home: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Let Ann's journal have a rated table of hers and Ben's that is over; give its id."""
    install(monkeypatch)
    for number, name in enumerate(("ann", "ben")):
        Profile.adopt(home, name, Identity.new(bytes([65 + number]) * 32))
        with Profile.open(home, name) as profile:
            profile.set_nick(name.title())
    gathered(parley, "ben")
    with open_book(home, "ann") as book:
        found = rated_table(book, "last", "", "toy", {})
    monkeypatch.setattr(toy_table, "SALT", found.salt)
    room = Room.playing(2, terms=dict(found.options))
    for _ in range(4):
        room.move("3")
    keep(home, room, "early")
    return room.sitters[0].tid


def results(home: Path) -> int:
    """Count the results in Ann's copy of the log."""
    with open_book(home, "ann") as book:
        return sum(one.event.kind == ClubKind.RESULT for one in book.club("last").events)


def test_a_settled_table_of_ones_own_is_reported_by_every_command_that_reads_the_log(
    parley: Parley, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tid = rated(parley, tmp_path, monkeypatch)
    settled(tmp_path, tid, Progress.UNSETTLED)
    assert said(parley, "ann", "show", "last")["results"] == 0
    settled(tmp_path, tid, Progress.UNTOLD)
    assert "The result of your table with Ben is in the log of Friday." in parley("ann", "show", "last")
    assert said(parley, "ann", "show", "last")["results"] == 1
    assert "is in the log" not in parley("ann", "show", "last")
    assert results(tmp_path) == 1
    assert "has this result already" in parley("ann", "result", "last", "early")


def test_a_program_that_leaves_a_room_reports_what_is_settled_and_brings_it_to_the_club(
    parley: Parley, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broker: MemoryBroker
) -> None:
    tid = rated(parley, tmp_path, monkeypatch)
    parley("ann", "sync", "last", str(ROOM))
    kept = len(broker.retained)
    settled(tmp_path, tid, Progress.UNSETTLED)
    asyncio.run(enter_and_leave(tmp_path))
    assert (results(tmp_path), len(broker.retained)) == (0, kept)
    settled(tmp_path, tid, Progress.CLEARED)
    for _ in range(2):
        asyncio.run(enter_and_leave(tmp_path))
        assert (results(tmp_path), len(broker.retained)) == (1, kept + 1)


def test_the_rooms_of_an_app_report_what_is_settled_when_a_table_changes(
    parley: Parley, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tid = rated(parley, tmp_path, monkeypatch)
    settled(tmp_path, tid, Progress.CLEARED)
    here = MemoryBroker()
    monkeypatch.setattr("tui.session.rooms._over_network", lambda *_: here.connect)
    monkeypatch.setattr("tui.session.club.club_reporter.PAUSE_SECONDS", 0)

    async def evening() -> None:
        rooms = Rooms(tmp_path, "ann")
        peer = await rooms.enter(ROOM)
        changed = asyncio.Event()
        peer.watch(changed.set)
        await peer.open_table("toy", {"players": "2"}, {})
        await changed.wait()
        assert rooms._reporter is not None
        assert rooms._reporter._task is not None
        await rooms._reporter._task
        await rooms.close()

    asyncio.run(evening())
    assert results(tmp_path) == 1


async def enter_and_leave(home: Path) -> None:
    """Let Ann enter another room and leave it, as `parley sit` does at the end of a table."""
    async with visiting(replace(ROOM, room="elsewhere"), "ann", MemoryBroker().connect, home):
        pass


def settled(home: Path, tid: bytes, progress: Progress) -> None:
    """Mark how far a table of Ann's has come."""
    with Profile.open(home, "ann") as profile, Journal(profile.journal_path) as journal:
        journal.close_table(tid, progress)

"""The log book: whole evenings leave kinds, counts and reasons in it, and nothing that is anybody's secret."""

from __future__ import annotations

import asyncio
import base64
import os
import re
from logging.handlers import RotatingFileHandler
from pathlib import Path
from random import Random

import pytest

from core.fault import Fault
from core.game import Seat
from net.identity import base32
from net.transport import diagnostic_log
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import TableView
from net.wire.invitation import Invitation, key_text
from net.wire.mqtt_topic import tid_text
from tests.net.peer.test_peer_hidden import play
from tests.net.support.party import ROOM, party, seated, virtually
from tests.net.support.toy_games.toy_table import install
from tests.system.support.command import here, newcomer
from tui.records import log_files
from tui.records.log_files import keeping, take

NAMES = ("ann", "bob")
TALK = "meet-me-behind-the-mill"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path / "parley"))
    monkeypatch.delenv(log_files.VARIABLE, raising=False)


def spellings(secret: bytes) -> set[str]:
    """Give the ways in which bytes could stand in a text."""
    return {secret.hex(), base32.encode(secret), base64.b64encode(secret).decode().rstrip("="), repr(secret)[2:-1]}


def hidden(view: TableView) -> set[str]:
    """Give the texts of what was played and the faces of what was drawn."""
    assert view.match is not None
    return {line.text for line in view.match.log if not line.text.isdigit()}


async def _evening(folder: Path) -> set[str]:
    """Play a card game at a private table, with talk and a refused deed; give what must not be told."""
    broker, secrets = MemoryBroker(local=False), {TALK, *spellings(ROOM.room_key), key_text(ROOM.room_key, "room")}
    async with party(folder, broker.connect) as at:
        for name in NAMES:
            secrets |= spellings((await at.enter(name)).profile.identity.seed)
        handles = await seated(at, NAMES, "duel", {"turns": "1"})
        await handles["ann"].say(TALK)
        with pytest.raises(Fault):
            await handles["bob"].play(Seat(0), TALK)
        broker.publish(f"{ROOM.prefix}/1/l/{ROOM.room}/p/{at.peers['ann'].pid}", TALK.encode())
        broker.publish(f"{ROOM.prefix}/{TALK}", b"?")
        views = await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
        table = Invitation.parse(handles["ann"].invitation)
        assert table.tid is not None
        secrets |= {tid_text(table.tid), table.tid.hex(), ROOM.broker_password, str(ROOM)}
        secrets |= spellings(table.table_key or b"no key")
        secrets |= set().union(*map(hidden, views))
    return secrets


def test_a_whole_game_leaves_no_key_no_card_and_no_talk_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    with keeping("debug", "test") as path:
        secrets = virtually(_evening(tmp_path / "people"), 3000)
    assert path is not None
    told = path.read_text("utf-8")
    for wanted in ("online", "opened", "joined", " in ", "t/e=", "not taken: ", "a deed at table", "the end"):
        assert wanted in told, wanted
    assert len(secrets) > 20
    assert not [secret for secret in secrets if secret in told]
    assert not re.search(r"card \d|parley://", told)
    assert path.stat().st_mode & 0o077 == 0
    assert not diagnostic_log.is_kept()


def test_an_error_is_told_by_type_and_place_only(tmp_path: Path) -> None:
    def breaks() -> None:
        raise ValueError(TALK) from Fault("There is no piece on {cell}.", cell=TALK)

    with pytest.raises(ValueError, match=TALK), keeping("error"):
        breaks()
    told = (tmp_path / "parley/logs/parley.log").read_text("utf-8")
    assert "the command failed: ValueError\n  " in told
    assert "\nFault: There is no piece on CELL.\n" in told
    assert "test_logbook.py:" in told
    assert " breaks\n" in told
    assert TALK not in told


def test_files_take_turns_and_two_programs_never_share_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_files, "SIZE", 2_000)
    with keeping("info") as first, keeping("info") as second:
        assert first is not None
        assert second is not None
        assert (first.name, second.name) == ("parley.log", "parley-2.log")
        for _ in range(300):
            diagnostic_log.happened("online")
        names = {path.name for path in first.parent.glob("parley.log*")}
        assert names == {"parley.log", *(f"parley.log.{number}" for number in range(1, log_files.FILES + 1))}
        assert all(path.stat().st_size <= log_files.SIZE for path in first.parent.iterdir())
        assert os.environ[log_files.VARIABLE] == "info"
    assert log_files.VARIABLE not in os.environ
    assert not [handler for handler in diagnostic_log.DIAGNOSTICS.handlers if isinstance(handler, RotatingFileHandler)]


def test_the_option_stands_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert take(["--log=debug", "where"]) == (["where"], "debug")
    assert take(["where", "--log", "info", "--json"]) == (["where", "--json"], "info")
    assert take(["arena", "--", "--log", "x"]) == (["arena", "--", "--log", "x"], "")
    monkeypatch.setenv(log_files.VARIABLE, "warning")
    assert take(["where"]) == (["where"], "warning")
    for wrong in (["--log"], ["where", "--log", "loud"], ["--log="]):
        with pytest.raises(Fault, match="debug, info, warning or error"):
            take(wrong)


def test_a_command_keeps_its_log_where_it_says(tmp_path: Path) -> None:
    environ = newcomer(tmp_path)
    done = here(environ, "where", "--log", "info", "--profile", "ann")
    assert (done.returncode, done.stderr) == (0, "")
    logs = tmp_path / "parley" / "logs"
    rows = dict(re.findall(r"^(.+?)  +(/\S+)", done.stdout, re.MULTILINE))
    assert rows["logs"] == str(logs)
    assert rows["key"].endswith("profiles/ann/identity.key")
    assert " where, python " in (logs / "parley.log").read_text("utf-8")
    here(environ, "check", str(tmp_path / "nowhere"), "--log", "info")
    assert "the command refused: NoRecord: There is no such file: PATH." in (logs / "parley.log").read_text("utf-8")
    told = here(environ, "where", "--json").stdout
    assert f'"logs": "{logs}"' in told
    (logs / "parley.lock").unlink()
    (logs / "parley.lock").mkdir()
    refused = here(environ, "where", "--log", "info")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith(f"The log cannot be kept in {logs}: ")

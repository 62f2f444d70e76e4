"""What the door keeps: one seat for one key as long as its secret is kept, and a damaged file is one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="asyncssh is not installed")

from core.fault import Fault
from net.storage.profile import DEFAULT_NAME, Profile
from tui.cli.door.ssh_homes import HOST_KEY, SECRET, SshHomes, name_of


def test_one_key_has_one_seat_whatever_becomes_of_its_home(tmp_path: Path) -> None:
    first = SshHomes(tmp_path, 5)
    seat = first.seat_identity(b"key")
    home = first.home_of(name_of(b"key"), b"key")
    assert Profile.identity_of(home, DEFAULT_NAME) == seat
    Profile.key_of(home, DEFAULT_NAME).unlink()
    again = SshHomes(tmp_path, 5)
    assert Profile.identity_of(again.home_of(name_of(b"key"), b"key"), DEFAULT_NAME) == seat
    assert again.seat_identity(b"other") != seat
    assert SshHomes(tmp_path / "elsewhere", 5).seat_identity(b"key") != seat


def test_a_profile_that_is_there_keeps_its_key(tmp_path: Path) -> None:
    homes = SshHomes(tmp_path, 5)
    home = homes.home_of(name_of(b"key"), b"")
    with Profile.open(home, DEFAULT_NAME) as profile:
        identity = profile.identity
    assert Profile.identity_of(homes.home_of(name_of(b"key"), b"key"), DEFAULT_NAME) == identity


def test_a_damaged_file_is_a_sentence(tmp_path: Path) -> None:
    homes = SshHomes(tmp_path, 5)
    assert homes.host_key().public_data == homes.host_key().public_data
    (homes.folder / HOST_KEY).write_bytes(b"no key")
    with pytest.raises(Fault, match="holds no SSH key"):
        homes.host_key()
    (homes.folder / SECRET).write_bytes(b"short")
    with pytest.raises(Fault, match="is damaged"):
        homes.seat_identity(b"key")


def test_a_folder_that_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "door").write_text("", encoding="utf-8")
    with pytest.raises(Fault, match="cannot keep"):
        SshHomes(tmp_path, 5).secret()
    with pytest.raises(Fault, match="cannot keep"):
        SshHomes(tmp_path, 5).home_of("name", b"")

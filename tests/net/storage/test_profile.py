"""Profiles: one program at a time, a key that is made once and never half, a sentence for all that can be wrong."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from net.identity.identity import Identity
from net.storage.profile import (
    BadProfileName,
    KeyThere,
    Profile,
    ProfileInUse,
    ProfileUnusable,
    root,
    write_whole,
)
from tui.settings.settings import home


def test_a_profile_keeps_its_key(tmp_path: Path) -> None:
    with Profile.open(tmp_path, "ann") as profile:
        identity = profile.identity
        key = profile.folder / "identity.key"
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
        assert profile.journal_path.parent == profile.folder
        assert profile.name == "ann"
    with Profile.open(tmp_path, "ann") as profile:
        assert profile.identity == identity
    with Profile.open(tmp_path, "ben") as profile:
        assert profile.identity != identity


def test_an_identity_moves_in_where_there_is_none(tmp_path: Path) -> None:
    ann = Identity(bytes(range(32)))
    Profile.adopt(tmp_path, "ann", ann)
    with Profile.open(tmp_path, "ann") as profile:
        assert profile.identity == ann
        assert stat.S_IMODE((profile.folder / "identity.key").stat().st_mode) == 0o600
    with pytest.raises(KeyThere, match="has a key already"):
        Profile.adopt(tmp_path, "ann", Identity(bytes(32)))
    with pytest.raises(BadProfileName):
        Profile.adopt(tmp_path, "../ann", ann)
    (tmp_path / "profiles" / "file").touch()
    with pytest.raises(ProfileUnusable):
        Profile.adopt(tmp_path, "file", ann)
    with Profile.open(tmp_path, "ann") as profile:
        assert profile.identity == ann


def test_a_profile_in_use_says_so_and_what_to_do(tmp_path: Path) -> None:
    with Profile.open(tmp_path, "ann") as profile:
        with pytest.raises(ProfileInUse) as caught:
            Profile.open(tmp_path, "ann")
        assert str(caught.value) == (
            "The profile ann is in use: end that program first, or be somebody else with --profile OTHER."
        )
        with Profile.open(tmp_path, "ben"):
            pass
        profile.close()
        profile.close()
        with Profile.open(tmp_path, "ann"):
            pass


def test_another_program_cannot_have_it_and_a_killed_one_gives_it_back(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from net.storage.profile import Profile\n"
        "p = Profile.open(Path(sys.argv[1]), 'ann'); print('open', flush=True); sys.stdin.read()"
    )
    house = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], cwd=house, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"open\n"
        with pytest.raises(ProfileInUse):
            Profile.open(tmp_path, "ann")
        child.kill()
        child.wait(10)
    with Profile.open(tmp_path, "ann"):
        pass


@pytest.mark.parametrize("name", ["", "..", "a/b", "x" * 33, "é", "a b", "a\n", "\x1b[31m"])
def test_profile_names_are_plain(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadProfileName) as caught:
        Profile.open(tmp_path, name)
    assert str(caught.value).isprintable()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content", [b"", b"garbage", b"\xff\xfe\x00", b"parley-key/1 short\n", b"parley-key/1 " + b"0" * 55, b"a b c"]
)
def test_a_damaged_key_is_told_and_left_alone(tmp_path: Path, content: bytes) -> None:
    with Profile.open(tmp_path, "ann") as profile:
        key = profile.folder / "identity.key"
    key.write_bytes(content)
    for _ in range(2):  # the profile is not left locked
        with pytest.raises(ProfileUnusable, match=r"identity\.key is damaged"):
            Profile.open(tmp_path, "ann")
    assert key.read_bytes() == content


def test_a_key_with_one_wrong_digit_is_damaged(tmp_path: Path) -> None:
    with Profile.open(tmp_path, "ann") as profile:
        key = profile.folder / "identity.key"
    text = bytearray(key.read_bytes())
    text[20] = ord("7") if text[20] != ord("7") else ord("8")
    key.write_bytes(text)
    with pytest.raises(ProfileUnusable, match="damaged"):
        Profile.open(tmp_path, "ann")


def test_a_key_that_others_may_read_is_closed_again(tmp_path: Path) -> None:
    with Profile.open(tmp_path, "ann") as profile:
        key = profile.folder / "identity.key"
    key.chmod(0o644)
    with Profile.open(tmp_path, "ann"):
        assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_what_a_crash_left_beside_does_not_matter(tmp_path: Path) -> None:
    folder = tmp_path / "profiles" / "ann"
    folder.mkdir(parents=True)
    (folder / "identity.key.new").write_bytes(b"half")
    with Profile.open(tmp_path, "ann") as profile:
        assert isinstance(profile.identity, Identity)
        assert sorted(path.name for path in folder.iterdir()) == ["identity.key", "lock"]


def test_a_root_that_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ProfileUnusable, match="cannot be used: "):
        Profile.open(tmp_path / "file", "ann")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_root_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ProfileUnusable, match="permission denied"):
        Profile.open(tmp_path, "ann")


def test_a_nick_is_kept_clean_and_short(tmp_path: Path) -> None:
    with Profile.open(tmp_path, "ann") as profile:
        assert profile.nick == ""
        for nick, kept in [
            ('Zoé "the" \\ fox', 'Zoé "the" \\ fox'),
            ("\x1b[1mAnn\u202e\n", "Ann"),
            ("x" * 99, "x" * 24),
        ]:
            profile.set_nick(nick)
            assert profile.nick == kept
    with Profile.open(tmp_path, "ann") as profile:
        assert profile.nick == "x" * 24


def test_other_settings_stay_and_broken_ones_are_told(tmp_path: Path) -> None:
    with Profile.open(tmp_path, "ann") as profile:
        path = profile.folder / "profile.toml"
        path.write_text('"colour of day" = "red\\u007f"\nnick = 7\n')
        assert profile.nick == ""
        profile.set_nick("Ann")
        assert '"colour of day" = "red\\u007f"' in path.read_text()
        for content in (b"nick = ", b"\xff", b"[[[", b"nick = 1\nnick = 2"):
            path.write_bytes(content)
            with pytest.raises(ProfileUnusable, match=r"profile\.toml cannot be read: "):
                _ = profile.nick
            with pytest.raises(ProfileUnusable):
                profile.set_nick("Ann")
            assert path.read_bytes() == content


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, b"first", 0o600)
    path.with_name("file.new").mkdir()
    with pytest.raises(OSError, match=r"file\.new"):
        write_whole(path, b"second", 0o600)
    assert path.read_bytes() == b"first"


def test_the_root_is_where_the_environment_says(tmp_path: Path) -> None:
    assert root({"PARLEY_HOME": str(tmp_path)}) == tmp_path
    assert root({}).name == "parley"
    assert root({"PARLEY_HOME": ""}) == root({})
    assert root({"PARLEY_HOME": "~/games"}) == home({"PARLEY_HOME": "~/games"}) == Path.home() / "games"

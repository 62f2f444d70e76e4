"""A keeper passes its profile on when somebody asks, and nobody else is asked in vain."""

from __future__ import annotations

import select
import threading
from pathlib import Path

import pytest

from net.storage.profile import Profile, ProfileInUse, ProfileUnusable, make_folder
from net.storage.profile_handover import PIPE, AlreadyKept, KeeperPost, PostUnusable, ask_keeper


def test_who_asks_gets_the_profile_that_a_keeper_holds(tmp_path: Path) -> None:
    with KeeperPost(make_folder(tmp_path, "ann"), "ann") as post:
        ear, held = post.listen(), Profile.open(tmp_path, "ann", ask=False)

        def keeper() -> None:
            select.select([ear], [], [], 10)
            post.deafen()
            held.close()

        thread = threading.Thread(target=keeper)
        thread.start()
        with Profile.open(tmp_path, "ann") as mine:
            assert mine.identity.public == held.identity.public
            with pytest.raises(ProfileInUse):
                Profile.open(tmp_path, "ann")  # at once: the keeper no longer has it
        thread.join()


def test_a_keeper_that_does_not_hear_is_not_waited_for(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, "ann")
    assert not ask_keeper(folder)
    with KeeperPost(folder, "ann") as post, Profile.open(tmp_path, "ann"):
        assert not ask_keeper(folder)
        post.listen()
        assert ask_keeper(folder)
        post.deafen()
        assert not ask_keeper(folder)
        with pytest.raises(ProfileInUse):
            Profile.open(tmp_path, "ann")
    assert not ask_keeper(folder)


def test_a_profile_has_one_keeper(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, "ann")
    with KeeperPost(folder, "ann"), pytest.raises(AlreadyKept, match="runs for the profile ann already"):
        KeeperPost(folder, "ann")
    with KeeperPost(folder, "ann"):
        pass


def test_a_file_in_the_place_of_the_pipe_is_not_written_to(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, "ann")
    (folder / PIPE).write_text("mine", encoding="utf-8")
    assert not ask_keeper(folder)
    assert (folder / PIPE).read_text(encoding="utf-8") == "mine"
    with KeeperPost(folder, "ann") as post:
        post.listen()
        assert ask_keeper(folder)


def test_a_folder_without_room_for_the_files_is_told(tmp_path: Path) -> None:
    with pytest.raises(PostUnusable, match="cannot be used: no such file or directory"):
        KeeperPost(tmp_path / "nowhere", "ann")
    with KeeperPost(tmp_path, "ann") as post:
        (tmp_path / PIPE).mkdir()
        with pytest.raises(PostUnusable, match="cannot be used: is a directory"):
            post.listen()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "profiles").write_text("", encoding="utf-8")
    with pytest.raises(ProfileUnusable):
        make_folder(tmp_path, "ann")

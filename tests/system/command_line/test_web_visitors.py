"""The visitors of `parley web`: each is somebody else, whoever comes back is the same, and the host is none of them."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from net.storage.journal import Journal
from net.storage.profile import DEFAULT_NAME, Profile
from tests.system.support.command import here, newcomer
from tests.system.support.served import served
from tests.system.support.visitor import Visitor
from tests.system.support.web_guest import hosted
from tui.cli.door.visitors import FOLDER, KEPT_SECONDS, Visitors

pytest.importorskip("textual_serve", reason="textual-serve is not installed")


def test_visitors_are_people_of_their_own_and_come_back_as_themselves(tmp_path: Path) -> None:
    with hosted(tmp_path / "host") as room, served(tmp_path, room, "--people", "2") as url:
        with Visitor(url) as alba, Visitor(url) as bruno:
            alba.shows("Your name")
            alba.press("Alba\r")
            alba.shows("No table yet")
            alba.press("n")
            alba.shows("Open the table")
            alba.press("\x13")
            alba.shows("Red +Alba · you")
            bruno.shows("Your name")
            bruno.press("Bruno\r")
            bruno.shows("Djambi +1/4 +Alba")
            bruno.press("\r")
            bruno.shows("Blue +Bruno · you")
            alba.shows("Blue +Bruno")
            stranger = Visitor(url)
            assert stranger.status == 503
            assert stranger.text == "All places here are taken (2): load this page again when somebody has left.\n"
            bruno.__enter__()  # as a page that is loaded again, before the server has noticed that the old one is gone
            bruno.shows("Djambi +2/4 +Alba")
            bruno.press("\r")
            bruno.shows("Blue +Bruno · you")
        with Visitor(url, alba.cookie) as again:
            again.shows("Djambi +2/4 +Alba")
            assert again.cookie == alba.cookie
    home = tmp_path / "parley"
    assert sorted(path.name for path in home.iterdir()) == ["settings.toml", FOLDER]
    keys = [path.read_bytes() for path in home.glob(f"{FOLDER}/*/profiles/{DEFAULT_NAME}/identity.key")]
    assert len(keys) == len(set(keys)) == 2


def test_whoever_keeps_no_cookie_reads_that_a_seat_ends_with_the_visit(tmp_path: Path) -> None:
    with hosted(tmp_path / "host") as room, served(tmp_path, room) as url:
        forgetful = Visitor(url)
        forgetful.cookie = ""
        with forgetful, Visitor(url) as known:
            forgetful.shows("Your browser keeps no cookie of this page")
            known.shows("Your name")
            assert "cookie" not in str(known.page)


def test_a_profile_that_the_host_names_plays_on_every_page(tmp_path: Path) -> None:
    with served(tmp_path, "--profile", "default") as url:
        with Visitor(url) as page:
            page.shows("P A R L E Y")
            assert not page.cookie
        assert not (tmp_path / "parley" / FOLDER).exists()


def test_no_invitation_is_a_sentence(tmp_path: Path) -> None:
    done = here(newcomer(tmp_path), "web", "parley://nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def been(visitors: Visitors, name: str, *, ago: float, sat: bool = False) -> Path:
    """Make the home of a visitor who was last here `ago` seconds before now."""
    home = visitors.home_of(name)
    assert home is not None
    with Profile.open(home) as profile, Journal(profile.journal_path) as journal:
        if sat:
            journal.add_table(bytes(16), "parley://somewhere")
    then = time.time() - ago
    os.utime(home, (then, then))
    return home


def test_whoever_never_sat_is_forgotten_after_a_day(tmp_path: Path) -> None:
    visitors = Visitors(tmp_path, 5)
    old, sat, fresh, here = (
        been(visitors, "old", ago=KEPT_SECONDS + 60),
        been(visitors, "sat", ago=10 * KEPT_SECONDS, sat=True),
        been(visitors, "fresh", ago=KEPT_SECONDS - 60),
        been(visitors, "here", ago=KEPT_SECONDS + 60),
    )
    with Profile.open(here):
        Visitors(tmp_path, 5).home_of("new")
    assert [home.exists() for home in (old, sat, fresh, here)] == [False, True, True, True]

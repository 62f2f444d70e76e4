"""`parley open` told by a line to move its table: bots and who looks on go after it, and the old broker may end."""

from __future__ import annotations

import subprocess
from contextlib import ExitStack
from pathlib import Path

from net.wire.invitation import Invitation
from tests.length import long_only
from tests.system.peers.test_demo_restart import PAUSE, Program, finish, plies, start

GAME = ("--game", "epaminondas", "--option", "size=8x8")
NOWHERE = Invitation("127.0.0.1", "nowhere", b"k" * 16, port=1)


def table_of_three(evening: ExitStack, folder: Path, room: str) -> list[Program]:
    """Open a table with a bot at it, seat another one, and let somebody look on."""
    slow = ("--pause", PAUSE, "--profile")
    words = ("open", room, *GAME, "--sit", "random", *slow, "ann")
    ann = start(evening, folder, *words, stdin=subprocess.PIPE)
    invitation = str(ann.until("opened")["invitation"])
    bob = start(evening, folder, "sit", invitation, "--bot", "random", *slow, "bob")
    return [ann, bob, start(evening, folder, "watch", invitation, "--profile", "eve")]


def test_a_line_moves_the_table_and_all_go_after_it(tmp_path: Path) -> None:
    with ExitStack() as evening:
        first = start(evening, tmp_path, "host", "--broker", "amqtt", "--json")
        second = start(evening, tmp_path, "host", "--json", "--room", "second")  # mosquitto, where there is one
        there = str(second.until("hosting")["url"])
        programs = table_of_three(evening, tmp_path, str(first.until("hosting")["url"]))
        for program in programs:
            program.until("move", ply=3)
        programs[0].tell("dance\n")
        assert "move INVITATION" in str(programs[0].until("refused")["error"])
        programs[0].tell(f"move {NOWHERE}")
        assert programs[0].until("refused")["error"] == "Nobody answers at 127.0.0.1:1."
        programs[0].tell(f"move '{there}'")
        moved = [Invitation.parse(str(program.until("moved")["url"])) for program in programs]
        assert {at.to_room() for at in moved} == {Invitation.parse(there)}
        first.kill()
        finish(programs)
    for program in programs:
        told = plies(program)
        assert told == list(range(1, len(told) + 1)), "none is told twice, none is missing"
        assert [event["event"] for event in program.events].count("moved") == 1


@long_only
def test_who_opened_it_goes_on_there_when_started_again_with_the_invitation_of_old(tmp_path: Path) -> None:
    with ExitStack() as evening:
        first = start(evening, tmp_path, "host", "--broker", "amqtt", "--json")
        second = start(evening, tmp_path, "host", "--broker", "amqtt", "--json", "--room", "second")
        programs = table_of_three(evening, tmp_path, str(first.until("hosting")["url"]))
        opened = programs[0].events[0]
        programs[1].until("move", ply=3)
        programs[0].tell(f"move {second.until('hosting')['url']}")
        there = programs[0].until("moved")["url"]
        programs[0].until("move")  # she is there
        programs[0].kill()
        programs[1].until("moved")
        programs[2].until("moved")
        first.kill()
        again = ("open", str(opened["invitation"]), *programs[0].words[2:])
        programs[0] = start(evening, tmp_path, *again)
        assert programs[0].until("opened") == {**opened, "invitation": there}
        finish(programs)

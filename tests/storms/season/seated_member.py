"""A member at a rated table: sits down as a person, under their own key, and takes their moves from a level.

A rated table allows no bots as seats, so `parley sit --bot` may not play there. This program is what a screen with
somebody before it is: the moves come from outside, here from a level with a seed. It reports like `parley sit`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from core.fault import Fault
from net.peer.peer import Peer
from net.wire.invitation import Invitation
from tui.headless.bot_player import Indoors, Player, has_ended, play, take_seat
from tui.headless.event_report import Report
from tui.headless.room_visit import follow, run_command, stay, take_up


def main(words: Sequence[str]) -> int:
    """Sit and play to the settled end; give 0, or 2 with the fault reported."""
    parser = argparse.ArgumentParser()
    parser.add_argument("invitation")
    parser.add_argument("--level", default="greedy")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pause", type=float, default=0.0)
    parser.add_argument("--profile", default="default")
    asked = parser.parse_args(words)
    report = Report()

    async def spend(peer: Peer, at: Invitation) -> str:
        known = any(kept.tid == at.tid for kept in peer.tables())
        handle = await take_up(peer, at, report)
        if known and await has_ended(handle):
            return await follow(handle, report)
        await take_seat(handle, None, bot="")
        player = Player(handle, Indoors(asked.level), pause=asked.pause, seed=asked.seed)
        return await play(handle, player, report)

    async def errand() -> None:
        await stay(Invitation.parse(asked.invitation), asked.profile, spend)

    try:
        return run_command(errand, report)
    except Fault:
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

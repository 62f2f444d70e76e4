"""The way to a private table that stands in a room: its code is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from tui.messages import InvitationGiven, TableChosen
from tui.pasted import begins, together
from tui.screens.ask import AskScreen
from tui.speech import tell, tr

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from net.view.room_view import CardView
    from tui.screens.spoken import Spoken

ASK = sentence("Code of {table}, as its host's screen shows it (XXXX-XXXX), or an invitation:")


async def ask_code(room: Spoken[None], peer: Peer, card: CardView, *, watch: bool) -> None:
    """Ask for the code of a private table, again until it opens or nothing is answered, and choose the table."""
    given: str | None = ""
    while True:
        question = tr(ASK, table=card.title or card.game)
        given = await room.app.push_screen_wait(AskScreen(question, given or ""))
        if not given:
            return
        if begins(given):
            room.post_message(InvitationGiven(together(given), peer.nick))
            return
        try:
            way = await peer.by_code(given, bytes.fromhex(card.tid))
        except Fault as fault:
            room.app.notify(tell(fault), severity="warning", markup=False)
        else:
            room.post_message(TableChosen(card.tid, watch, way))
            return

"""A whole game with hidden cards between bots of several keys: nobody deals, all agree, the audit finds nothing."""

from __future__ import annotations

import pytest

from core.match.record import check, read, write
from tui.headless import demo
from tui.headless.demo_peers import EventReader
from tui.i18n import translation

PLAIN = (("placement", "standard"), ("draw_rounds", "2"))


@pytest.mark.parametrize("options", [(("players", "2"),), (("players", "3"),), (("match", "yes"),)])
async def test_all_agree_and_together_they_know_every_card(options: tuple[tuple[str, str], ...]) -> None:
    wish = demo.Wish("mediterranee", (*options, *PLAIN), seed=3)
    broker, tales = await demo.play(wish)
    summed = demo.summary(wish, broker, tales, 0.0)
    assert demo.agree(summed)
    audits = summed["audits"]
    assert isinstance(audits, list)
    assert {audit["stage"] for audit in audits} == {"clean"}
    assert summed["signed"] == [tale.name for tale in tales]
    alone, together = (write(tales[0].record("mediterranee", others)) for others in ((), tales))
    assert " ?\n" in alone
    assert " ?\n" not in together
    script = dict(read(together).header.options)["packs" if ("match", "yes") in options else "talon"]
    assert script.replace(";", ",").count(",") == 19, "the talon that was used, the cards that nobody drew among them"
    for text in (alone, together):
        assert check(read(text)).digest() == (tales[0].over or {})["digest"]


def test_a_peer_that_has_not_signed_the_audit_is_no_agreement(capsys: pytest.CaptureFixture[str]) -> None:
    wish = demo.Wish("mediterranee")
    tales = []
    for name, signers in (("ann", ["ann", "bob"]), ("bob", ["ann"])):
        tale = EventReader(name)
        tale.hear({"event": "started", "seats": [], "options": {"players": "2"}})
        audit = {"stage": "clean", "signers": signers}
        tale.hear({"event": "over", "digest": "d", "talk_digest": "t", "plies": 0, "audit": audit, "outcome": None})
        tales.append(tale)
    summed = demo.summary(wish, "memory", tuple(tales), 0.0)
    assert summed["signed"] == ["ann"]
    assert not demo.agree(summed)
    with translation.speaking("en"):
        demo.tell(wish, summed, tuple(tales))
    assert '{comment "Not every peer has signed' in capsys.readouterr().out

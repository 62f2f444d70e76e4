"""A whole game with hidden cards between bots of several keys: nobody deals, all agree, the audit finds nothing."""

from __future__ import annotations

import pytest

from core.record import check, read, write
from tui.headless import demo

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
    alone, together = (write(tales[0].record("mediterranee", others)) for others in ((), tales))
    assert " ?\n" in alone
    assert " ?\n" not in together
    script = dict(read(together).header.options)["packs" if ("match", "yes") in options else "talon"]
    assert script.replace(";", ",").count(",") == 19, "the talon that was used, the cards that nobody drew among them"
    for text in (alone, together):
        assert check(read(text)).digest() == (tales[0].over or {})["digest"]

"""A program without a screen says at once that nobody answers, or that it is not let in, once for each refusal."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from net.transport.transport import FULL, LOST, UNREACHABLE
from net.view.outage_view import OutageView
from net.wire.invitation import Invitation
from tui.headless.event_report import Report
from tui.i18n.translation import speaking

PLACE = (("host", "play.example"), ("port", "8883"))
AT = str(Invitation("play.example", "club", bytes(16), 8883, b"t" * 16))
REFUSED = OutageView(
    "The broker at {host}:{port} does not show the certificate that the invitation names.", PLACE, refused=True
)


def test_each_refusal_is_told_once_and_then_that_the_broker_is_reached_again() -> None:
    told = list[dict[str, object]]()
    report = Report(told.append)
    lost, full = OutageView(LOST, PLACE), OutageView(FULL, PLACE)
    for outage in (None, lost, REFUSED, REFUSED, lost, REFUSED, None, None, full, REFUSED, None, lost, None):
        view = SimpleNamespace(online=outage is None, outage=outage, invitation=AT)
        report.reach(cast("Any", view))
    refused = "The broker at play.example:8883 does not show the certificate that the invitation names."
    back = {"event": "online", "room": "club", "broker": "play.example:8883"}
    away = {"event": "offline", "room": "club", "broker": "play.example:8883"}
    assert told == [
        away | {"why": LOST.format(host="play.example", port=8883)},
        {"event": "error", "error": refused},
        back,
        {"event": "error", "error": FULL.format(host="play.example", port=8883)},
        {"event": "error", "error": refused},
        back,
        away | {"why": LOST.format(host="play.example", port=8883)},
        back,
    ]


def test_an_address_where_nobody_answers_is_told_for_each_broker_to_which_a_table_moves() -> None:
    told = list[dict[str, object]]()
    report, second = Report(told.append), str(Invitation("second.example", "club", bytes(16), 8883, b"t" * 16))
    with speaking("fr"):
        for at in (AT, AT, second, second):
            view = SimpleNamespace(online=False, outage=OutageView(UNREACHABLE, PLACE), invitation=at)
            report.reach(cast("Any", view))
    assert [one["broker"] for one in told] == ["play.example:8883", "second.example:8883"]
    assert told[0]["why"] == "Personne ne répond chez play.example:8883."

"""Topics: every one that is built is read back, every other is dropped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.wire import mqtt_topic
from net.wire.mqtt_topic import Place, Topic
from tests.net.support.event_signer import TID, who

PID = who("ann").pid
BUILT = {
    mqtt_topic.presence("club", PID): Topic(Place.PRESENCE, "club", pid=PID),
    mqtt_topic.card("club", PID, TID): Topic(Place.CARD, "club", TID, PID),
    mqtt_topic.chat("club"): Topic(Place.CHAT, "club"),
    mqtt_topic.inbox(PID): Topic(Place.INBOX, pid=PID),
    mqtt_topic.event(TID, PID, 7): Topic(Place.EVENT, tid=TID, pid=PID, number=7),
    mqtt_topic.segment(TID, PID, 12): Topic(Place.SEGMENT, tid=TID, pid=PID, number=12),
    mqtt_topic.heads(TID, PID): Topic(Place.HEADS, tid=TID, pid=PID),
    mqtt_topic.request(TID, PID): Topic(Place.REQUEST, tid=TID, pid=PID),
    mqtt_topic.reply(TID, PID): Topic(Place.REPLY, tid=TID, pid=PID),
    mqtt_topic.aside(TID, PID): Topic(Place.ASIDE, tid=TID, pid=PID),
}


@pytest.mark.parametrize("text", list(BUILT))
def test_a_topic_comes_apart_as_it_was_built(text: str) -> None:
    assert mqtt_topic.parse(text) == BUILT[text]
    assert mqtt_topic.bare("games/parley", mqtt_topic.full("games/parley", text)) == text


def test_the_words_of_the_wire() -> None:
    assert mqtt_topic.event(TID, PID, 7) == f"1/t/{mqtt_topic.tid_text(TID)}/e/{PID}/00007"
    assert mqtt_topic.segment(TID, PID, 7).endswith("/s/" + PID + "/0007")
    assert mqtt_topic.full("parley", mqtt_topic.chat("club")) == "parley/1/l/club/c"
    assert mqtt_topic.bare("parley", "other/1/l/club/c") is None
    assert len(mqtt_topic.tid_text(TID)) == 26


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1/x",
        "2" + mqtt_topic.chat("club")[1:],
        "1/l/club/c/more",
        "1/l/cl ub/c",
        "1/l/" + "c" * 33 + "/c",
        f"1/l/club/p/{PID.lower()}",
        f"1/l/club/p/{PID}0",
        f"1/t/{mqtt_topic.tid_text(TID)}/e/{PID}/7",
        f"1/t/{mqtt_topic.tid_text(TID)}/e/{PID}/0000x",
        f"1/t/{mqtt_topic.tid_text(TID)}/e/{PID}/٠٠٠٠٠",
        f"1/t/{mqtt_topic.tid_text(TID)}/e/{PID}/000007",
        f"1/t/{mqtt_topic.tid_text(TID)}/z/{PID}",
        f"1/t/{mqtt_topic.tid_text(TID)[:-1]}1/h/{PID}",  # spare bits
        f"1/t/{mqtt_topic.tid_text(TID)}/h/{PID}\n",
        "1/t/" + "/" * 5000,
        "$SYS/broker/version",
    ],
)
def test_other_topics_are_nothing(text: str) -> None:
    assert mqtt_topic.parse(text) is None


@given(st.text(alphabet="1ltpceshqrwi/0A#+" + PID, max_size=80))
def test_any_text_is_a_topic_or_nothing(text: str) -> None:
    found = mqtt_topic.parse(text)
    assert found is None or isinstance(found, Topic)


def test_filters_stay_below_their_table_and_room() -> None:
    mine = f"1/t/{mqtt_topic.tid_text(TID)}/"
    assert all(name.startswith(mine) for name in mqtt_topic.table_filters(TID, asides=True))
    assert not any("/w/" in name for name in mqtt_topic.table_filters(TID))
    assert set(mqtt_topic.history_filters(TID)) < set(mqtt_topic.table_filters(TID))
    assert mqtt_topic.lobby_filters("club") == ("1/l/club/#",)


def test_rooms() -> None:
    assert mqtt_topic.is_room("Club_1-b")
    for text in ("", "a/b", "a+", "a#", "é", "x" * 33, "a\n"):
        assert not mqtt_topic.is_room(text)

"""The page about the protocol says what is built."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from net.log.equivocation import Proof
from net.wire import peer_message
from net.wire.event import Event, Kind
from net.wire.event_data import SHAPES
from net.wire.mqtt_topic import Place

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")


def fields(shape: type[msgspec.Struct]) -> str:
    return f"[{', '.join(field.name for field in msgspec.structs.fields(shape))}]"


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_is_on_the_page_with_its_data(kind: Kind) -> None:
    row = re.search(rf"^\|\s+{kind.value} \| `(\w+)` +\| (.*?) +\|$", PAGE, re.MULTILINE)
    assert row is not None
    shape = Proof if kind is Kind.FRAUD else SHAPES.get(kind)
    assert row.groups() == (kind.name.lower(), f"`{fields(shape)}`" if shape else "not yet")


@pytest.mark.parametrize("shape", list(peer_message.LIMITS), ids=lambda shape: shape.__name__)
def test_every_note_is_on_the_page(shape: type[msgspec.Struct]) -> None:
    assert re.search(rf"^\| `{shape.__name__}` +\| `{re.escape(fields(shape))}` +\|$", PAGE, re.MULTILINE)


def test_the_body_and_every_place_are_on_the_page() -> None:
    assert f"body = {fields(Event)}" in PAGE
    for place in Place:
        levels = place.split("/")
        assert re.search(rf"^\| `1/{levels[0]}/\S*{levels[-1] if len(levels) > 1 else ''}", PAGE, re.MULTILINE), place

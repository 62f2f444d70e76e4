"""Evidence: what the journal has goes to a file that proves itself, and nothing else passes for it."""

from __future__ import annotations

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.log import evidence
from net.log.chain import Forked
from net.log.evidence import BadEvidence
from net.wire.event import Kind
from tests.net.support.event_signer import TID, chain, resign
from tests.net.support.sample_journal import ANN, BEN

MINE, HIS = chain(ANN, 4), chain(BEN, 3)
TEXT = evidence.write(TID, [*MINE, *HIS])


def test_what_was_signed_proves_itself() -> None:
    found = evidence.read(TEXT.encode())
    assert found.tid == TID
    assert set(found.events) == {*MINE, *HIS}
    assert [one.event.lam for one in found.events] == sorted(one.event.lam for one in found.events)
    assert (found.withheld, found.forks, found.gaps, found.astray) == ((), (), (), ())


def test_what_is_missing_is_named() -> None:
    found = evidence.read(evidence.write(TID, [MINE[0], MINE[3], *HIS[1:]]).encode())
    assert found.gaps == tuple(sorted([(ANN.public, 1, 2), (BEN.public, 0, 0)]))
    assert not found.whole


def test_two_histories_are_shown() -> None:
    other = resign(ANN, MINE[2], data=("other", 1, None))
    found = evidence.read(evidence.write(TID, [*MINE, *HIS], [Forked(MINE[2], other)]).encode())
    assert found.forks == ((ANN.public, 2),)
    assert {one.id for one in found.events} >= {MINE[2].id, other.id}


def test_an_event_of_another_history_is_astray() -> None:
    other = resign(ANN, MINE[1], data=("other", 1, None))
    found = evidence.read(evidence.write(TID, [MINE[0], other, MINE[2]]).encode())
    assert found.astray == ((ANN.public, 2),)


def test_an_invitation_is_left_out_and_the_chain_holds() -> None:
    bye = resign(ANN, MINE[3], kind=Kind.BYE, data=("parley://host/room#ROOMKEY",))
    text = evidence.write(TID, [*MINE[:3], bye])
    assert "withheld" in text
    assert bye.body not in [one.body for one in evidence.read(text.encode()).events]
    assert b64encode(bye.body).decode() not in text
    found = evidence.read(text.encode())
    assert [(one.author, one.seq, one.id) for one in found.withheld] == [(ANN.public, 3, bye.id)]
    assert (found.gaps, found.astray) == ((), ())
    told = evidence.read(evidence.write(TID, [*MINE[:3], bye], invitations=True).encode())
    assert bye in told.events


def test_no_private_key_is_in_it() -> None:
    for seed in (ANN.seed, BEN.seed):
        assert seed.hex() not in TEXT
        assert b64encode(seed).decode()[:40] not in TEXT


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "1: This is not evidence"),
        (TEXT.replace("evidence/1", "evidence/2"), "1: This is not evidence"),
        (TEXT.replace("table", "tables"), "2: The id of the table"),
        (TEXT.replace(TID.hex(), TID.hex()[2:]), "2: The id of the table"),
        (TEXT.replace(TID.hex(), bytes(16).hex()), "3: This event is not signed"),
        (TEXT + "and more\n", "10: This is no line"),
        (TEXT + "event AAAA BBBB\n", "10: This is no line"),
        (TEXT + "event ### BBBB\n", "10: This is no line"),
        (TEXT + "withheld 00 1 00\n", "10: This is no line"),
        (TEXT + f"withheld {ANN.public.hex()} 99999999 {MINE[0].id.hex()}\n", "10: This is no line"),
    ],
)
def test_a_line_that_proves_nothing_is_named(text: str, why: str) -> None:
    with pytest.raises(BadEvidence) as caught:
        evidence.read(text.encode())
    assert str(caught.value).startswith(why)


def test_no_signature_fits_another_body() -> None:
    row = f"event {b64encode(MINE[0].sig).decode()} {b64encode(MINE[1].body).decode()}\n"
    with pytest.raises(BadEvidence, match="10: This event is not signed"):
        evidence.read((TEXT + row).encode())


@given(st.binary(max_size=300))
def test_no_bytes_bring_the_reader_down(data: bytes) -> None:
    for given_ in (data, f"{evidence.HEAD}\ntable {TID.hex()}\n".encode() + data):
        try:
            found = evidence.read(given_)
        except BadEvidence:
            continue
        assert found.events == ()


@given(st.integers(TEXT.index("event"), len(TEXT) - 1), st.sampled_from("AQgw0z+/="))
def test_a_changed_letter_makes_no_other_event(place: int, letter: str) -> None:
    try:
        found = evidence.read((TEXT[:place] + letter + TEXT[place + 1 :]).encode())
    except BadEvidence:
        return
    assert {one.body for one in found.events} == {one.body for one in (*MINE, *HIS)}

"""Key files: what one writes another opens, and whatever else is in one, it is told in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.identity import key_file
from net.identity.identity import Identity, fingerprint
from net.identity.key_file import CHEAPEST, NONCE_SIZE, SALT_SIZE, BadKeyFile, Cost, ShortPassphrase
from tests.net.support.event_signer import who

ANN = who("ann")
SALT, NONCE = bytes(range(SALT_SIZE)), bytes(range(NONCE_SIZE))
WORD = "correct horse"
TEXT = key_file.write(ANN, WORD, SALT, NONCE, CHEAPEST)
GOLDEN = """\
parley-key-export/1
pid 4FC2BK3WFM1FTM1A
words cedar-trout-violet-fable
argon2 1 8192 000G40R40M30E209185GR38E1W
box 000G40R40M30E209185GR38E1W8124GK2GAHC5WMHPA5MABBT9MFWNYGXYX534E3RKCBZ1ACTN78JXGH32N4DV7GTPKCZKT7C82T90RP0V5FMWN3YC0G
"""


def test_what_one_writes_another_opens() -> None:
    assert TEXT == GOLDEN
    assert key_file.read(TEXT.encode(), WORD).seed == ANN.seed
    assert key_file.told(TEXT.encode()) == (ANN.pid, fingerprint(ANN.public))
    for harmless in (TEXT.replace("\n", "\r\n"), f"\n{TEXT}\n\n", TEXT.lower().replace(ANN.pid.lower(), ANN.pid)):
        assert key_file.read(harmless.encode(), WORD) == ANN
    assert ANN.seed.hex() not in TEXT
    assert Cost() == Cost(3, 256 << 20)


def test_a_passphrase_is_the_same_however_its_letters_are_typed() -> None:
    text = key_file.write(ANN, "été à midi", SALT, NONCE, CHEAPEST)
    assert key_file.read(text.encode(), "e\u0301te\u0301 a\u0300 midi") == ANN


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no key file of Parley"),
        ("parley-key/1 ABC", "no key file of Parley"),
        (TEXT.replace("export/1", "export/2"), "newer Parley"),
        (TEXT.partition("box")[0], "box cannot be read"),
        (TEXT.rstrip()[:-1], "box cannot be read"),
        (TEXT.replace("words", "word"), "words cannot be read"),
        (TEXT.replace(ANN.pid, ANN.pid[:-1]), "pid cannot be read"),
        (TEXT.replace(ANN.pid, who("ben").pid), "pid cannot be read"),
        (TEXT.replace(f"{CHEAPEST.ops} {CHEAPEST.memory}", "1"), "argon2 cannot be read"),
        (TEXT.replace(f"{CHEAPEST.ops} {CHEAPEST.memory}", "0 0"), "argon2 cannot be read"),
        (TEXT.replace(f"{CHEAPEST.ops} {CHEAPEST.memory}", "3 99999999999"), "more work than any"),
        (TEXT + "x" * key_file.FILE_LIMIT, "cannot be read"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_sentence(text: str, why: str) -> None:
    with pytest.raises(BadKeyFile, match=why):
        key_file.read(text.encode(), WORD)


def test_another_passphrase_opens_nothing_and_a_short_one_seals_nothing() -> None:
    with pytest.raises(BadKeyFile, match="not the passphrase"):
        key_file.read(TEXT.encode(), "correct horsE")
    with pytest.raises(ShortPassphrase, match="at least 8"):
        key_file.write(ANN, "1234567", SALT, NONCE, CHEAPEST)


@given(st.binary(max_size=600))
def test_no_bytes_bring_the_reader_down(data: bytes) -> None:
    with pytest.raises(BadKeyFile):
        key_file.read(data, WORD)


@given(st.integers(0, len(TEXT) - 1), st.characters(max_codepoint=0x2FF))
def test_a_changed_file_gives_no_other_key(place: int, letter: str) -> None:
    changed = TEXT[:place] + letter + TEXT[place + 1 :]
    if f"argon2 {CHEAPEST.ops} {CHEAPEST.memory}" not in changed:
        return  # more work, or none: the table above has it
    try:
        found: Identity | None = key_file.read(changed.encode(), WORD)
    except BadKeyFile:
        found = None
    assert found in {None, ANN}

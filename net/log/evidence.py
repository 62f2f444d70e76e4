"""Signed evidence: the events of a table, or of a club, in a file that anybody can check with nothing but the file.

    parley-evidence/1
    table TID                       32 hexadecimal digits
    event SIGNATURE BODY            Base64 of the bytes as they were signed
    withheld AUTHOR SEQ ID          an event that is left out, by its author's key and its id (hexadecimal)

Each event is signed by its author and names the one before it, so no line can be changed, inserted or moved. An event
that holds an invitation is left out, because an invitation is a key of a room. Its id stands for it, so that the chain
still holds. No event contains a private key or a hidden card in the clear. Pure.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from core.fault import Fault, sentence
from net.identity.identity import PUBLIC_SIZE, SIGNATURE_SIZE
from net.log.chain import Forked
from net.wire.codec import BadMessage
from net.wire.envelope import check
from net.wire.event import Event, Signed
from net.wire.event_data import is_self_certified
from net.wire.mqtt_topic import SEQ_LIMIT, TID_SIZE


@dataclass(frozen=True, slots=True)
class EvidenceForm:
    """What a file of evidence is about: its first line, the word before the id, and how its events are checked.

    `check` raises `BadMessage` for a body and a signature that are no event of that id; `begins` tells whether an event
    is the beginning that the id is the hash of.
    """

    head: str
    word: str
    check: Callable[[bytes, bytes, bytes], Signed]
    begins: Callable[[Signed], bool]


TABLE = EvidenceForm("parley-evidence/1", "table", check, is_self_certified)
"""The evidence of a table."""

HEAD = TABLE.head
_SECRET = b"parley://"
_ID_SIZE = 32
_SEQ_DIGITS = 5

NO_EVIDENCE = sentence("1: This is not evidence that Parley wrote, or a newer Parley wrote it.")
NO_TABLE = sentence("2: The id of the table or the club is not there.")
BAD_LINE = sentence("{line}: This is no line of evidence.")
FORGED = sentence(
    "{line}: This event is not signed by the person it names, belongs elsewhere, or proves nothing of what it says."
)


class BadEvidence(Fault):
    """A file that is no evidence or proves nothing, with the number of its line."""


@dataclass(frozen=True, slots=True)
class Withheld:
    """An event that was left out: its author's key, its number in their chain, its id."""

    author: bytes
    seq: int
    id: bytes


@dataclass(frozen=True, slots=True)
class Evidence:
    """The events of one table or club, every signature checked, each event after those that its author knew.

    `forks` names those who signed two histories, with the first number where these part. `gaps` lists missing stretches
    (author, first, last), `astray` the events that do not continue their author's chain. `certified`: the table's
    beginning is here, and the table's id is its hash.
    """

    tid: bytes
    events: tuple[Signed, ...]
    withheld: tuple[Withheld, ...]
    forks: tuple[tuple[bytes, int], ...]
    gaps: tuple[tuple[bytes, int, int], ...]
    astray: tuple[tuple[bytes, int], ...]
    certified: bool

    @property
    def whole(self) -> bool:
        """Whether nothing contradicts that these are the table's chains from their beginnings."""
        return self.certified and not (self.gaps or self.astray)


def write(
    tid: bytes,
    events: Iterable[Signed],
    proofs: Iterable[Forked] = (),
    *,
    invitations: bool = False,
    form: EvidenceForm = TABLE,
) -> str:
    """Return the text of evidence; with `invitations`, events that hold one are included."""
    pairs = [one for proof in proofs for one in (proof.first, proof.second)]
    every = {(one.id, one.sig): one for one in (*events, *pairs)}.values()
    rows = [f"{form.head}\n{form.word} {tid.hex()}\n"]
    for one in every:
        if _SECRET in one.body and not invitations:
            rows.append(f"withheld {one.event.author.hex()} {one.event.seq} {one.id.hex()}\n")
        else:
            rows.append(f"event {b64encode(one.sig).decode()} {b64encode(one.body).decode()}\n")
    return "".join(rows)


def read(data: bytes, form: EvidenceForm = TABLE) -> Evidence:
    """Read evidence and check all of it; raise `BadEvidence` for the first line that proves nothing."""
    lines = data.decode("ascii", "replace").splitlines()
    if not lines or lines[0].strip() != form.head:
        raise BadEvidence(NO_EVIDENCE)
    tid = _table(lines[1] if len(lines) > 1 else "", form.word)
    events: dict[bytes, Signed] = {}
    withheld: dict[bytes, Withheld] = {}
    for number, line in enumerate(lines[2:], 3):
        match line.split():
            case []:
                pass
            case ["event", sig, body]:
                one = _event(sig, body, tid, number, form)
                events.setdefault(one.id, one)
            case ["withheld", author, seq, found]:
                left = _withheld(author, seq, found, number)
                withheld.setdefault(left.id, left)
            case _:
                raise BadEvidence(BAD_LINE, line=number)
    left_out = tuple(one for one in withheld.values() if one.id not in events)
    return _judged(tid, tuple(events.values()), left_out, form)


def _table(line: str, name: str) -> bytes:
    word, _, digits = line.strip().partition(" ")
    tid = _hex(digits, TID_SIZE)
    if word != name or tid is None:
        raise BadEvidence(NO_TABLE)
    return tid


def _event(sig: str, body: str, tid: bytes, number: int, form: EvidenceForm) -> Signed:
    try:
        signature, content = b64decode(sig, validate=True), b64decode(body, validate=True)
    except ValueError as error:
        raise BadEvidence(BAD_LINE, line=number) from error
    try:
        if len(signature) != SIGNATURE_SIZE:
            raise BadEvidence(BAD_LINE, line=number)
        return form.check(content, signature, tid)
    except BadMessage as error:
        raise BadEvidence(FORGED, line=number) from error


def _withheld(author: str, seq: str, found: str, number: int) -> Withheld:
    key, name = _hex(author, PUBLIC_SIZE), _hex(found, _ID_SIZE)
    counted = seq.isascii() and seq.isdigit() and len(seq) <= _SEQ_DIGITS and int(seq) < SEQ_LIMIT
    if key is None or name is None or not counted:
        raise BadEvidence(BAD_LINE, line=number)
    return Withheld(key, int(seq), name)


def _hex(digits: str, size: int) -> bytes | None:
    try:
        found = bytes.fromhex(digits)
    except ValueError:
        return None
    return found if len(found) == size and len(digits) == 2 * size else None


def _judged(tid: bytes, events: tuple[Signed, ...], withheld: tuple[Withheld, ...], form: EvidenceForm) -> Evidence:
    """Find what is missing, and who signed two histories."""
    chains: dict[bytes, dict[int, set[bytes]]] = {}
    for author, seq, found in (*((e.event.author, e.event.seq, e.id) for e in events), *_places(withheld)):
        chains.setdefault(author, {}).setdefault(seq, set()).add(found)
    signed = {one.id for one in events}
    forks = [
        (author, min(parted))
        for author, chain in sorted(chains.items())
        if (parted := [seq for seq, ids in chain.items() if len(ids & signed) > 1])
    ]
    gaps = [(author, *gap) for author, chain in sorted(chains.items()) for gap in _gaps(sorted(chain))]
    cheats = {author for author, _ in forks}
    astray = [
        (one.event.author, one.event.seq)
        for one in events
        if one.event.author not in cheats and not _continues(one.event, chains[one.event.author])
    ]
    certified = any(form.begins(one) for one in events)
    told = tuple(sorted(events, key=lambda one: (one.event.lam, one.event.author, one.event.seq)))
    return Evidence(tid, told, withheld, tuple(forks), tuple(gaps), tuple(sorted(astray)), certified)


def _places(withheld: tuple[Withheld, ...]) -> Iterable[tuple[bytes, int, bytes]]:
    return ((one.author, one.seq, one.id) for one in withheld)


def _gaps(numbers: list[int]) -> Iterable[tuple[int, int]]:
    expected = 0
    for number in numbers:
        if number > expected:
            yield expected, number - 1
        expected = number + 1


def _continues(event: Event, chain: dict[int, set[bytes]]) -> bool:
    """Tell whether an event names the one before it, if that is known."""
    before = chain.get(event.seq - 1)
    return before is None or any(one.startswith(event.prev) for one in before)

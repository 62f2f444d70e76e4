"""Where the values stand that a cheat can write wrong, and the wrong values of each type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from net.wire.event import Kind
from tests.net.support.attacks.hostile_evening import Place, Wrong
from tests.net.support.attacks.malformed_numbers import BAD_POINTS, BAD_SCALARS, ORDER, disguised, written
from tests.net.support.event_signer import who
from tests.net.support.toy_games.toy_table import Room


def sized(value: bytes, more: int) -> bytes:
    """Make bytes shorter or longer."""
    return value[:more] if more < 0 else value + bytes(more)


def flipped(value: bytes, place: int) -> bytes:
    """Change one bit of bytes."""
    return value[:place] + bytes([value[place] ^ 1]) + value[place + 1 :]


SIZES: Mapping[str, Wrong] = {
    "another's": lambda said: said.others,
    "an earlier one": lambda said: said.earlier,
    "too short": lambda said: sized(said.true, -1),
    "too long": lambda said: sized(said.true, 1),
    "empty": lambda said: b"" * len(said.true),
}
SCALAR: Mapping[str, Wrong] = {
    "0": lambda _: written(0),
    "1": lambda _: written(1),
    "L-1": lambda _: written(ORDER - 1),
    "L": lambda _: written(ORDER),
    "L+1": lambda _: written(ORDER + 1),
    "8L": lambda _: BAD_SCALARS["8 times the order"],
    "bit 255": lambda said: disguised(said.true)["with bit 255"],
    "+L": lambda said: disguised(said.true)["and the order"],
    "+L and bit 255": lambda said: disguised(said.true)["and the order with bit 255"],
    **SIZES,
}
POINT: Mapping[str, Wrong] = {
    "neutral": lambda _: BAD_POINTS["neutral"],
    "order 2": lambda _: BAD_POINTS["order 2"],
    "order 4": lambda _: BAD_POINTS["order 4"],
    "order 8": lambda _: BAD_POINTS["order 8"],
    "mixed order": lambda _: BAD_POINTS["mixed order"],
    "-0": lambda _: BAD_POINTS["neutral with a sign"],
    "y > p": lambda _: BAD_POINTS["y = p + 3"],
    "off the curve": lambda _: BAD_POINTS["off the curve"],
    **SIZES,
}
SECRET: Mapping[str, Wrong] = {
    "zeros": lambda said: bytes(len(said.true)),
    "ones": lambda said: b"\xff" * len(said.true),
    "a bit": lambda said: flipped(said.true, 0),
    **SIZES,
}
BOX: Mapping[str, Wrong] = {
    **SECRET,
    "the last bit": lambda said: flipped(said.true, len(said.true) - 1),
    "for everybody": lambda said: said.true[:32] + bytes(32) + said.true[64:],
}
NUMBER: Mapping[str, Wrong] = {
    "-1": lambda _: -1,
    "one more": lambda said: said.true + 1,
    "many": lambda _: 120,
    "2^31": lambda _: 1 << 31,
    "2^63-1": lambda _: (1 << 63) - 1,
    "a text": lambda said: str(said.true),
    "nothing": lambda _: [None],
}
TEXT: Mapping[str, Wrong] = {
    "empty": lambda _: "",
    "odd": lambda _: "\0\x1b[31m" + "odd",
    "too long": lambda _: "x" * 2001,
    "bytes": lambda said: said.true.encode(),
}
ACCUSED: Mapping[str, Wrong] = {
    "an honest one": lambda _: (1, b"", "points", 0),
    "oneself": lambda _: (1, b"", "points", 2),
    "nobody": lambda _: (1, b"", "points", 3),
    "2^31": lambda _: (1, b"", "points", 1 << 31),
    "-1": lambda _: (1, b"", "points", -1),
    "a deck there is not": lambda _: (7, b"", "share", 1),
}
LIST: Mapping[str, Wrong] = {
    "nothing": lambda _: (),
    "one less": lambda said: said.true[:-1],
    "one more": lambda said: (*said.true, said.true[-1]),
    "turned": lambda said: said.true[::-1],
    "another's": lambda said: said.others,
    "an earlier one": lambda said: said.earlier,
}


def opens_lot(data: tuple[Any, ...]) -> bool:
    return bool(data[1] == "")


def opens_decision(data: tuple[Any, ...]) -> bool:
    return bool(data[1] != "")


def rides(data: tuple[Any, ...]) -> bool:
    return bool(data[0] == "duel")


def opens_card(data: tuple[Any, ...]) -> bool:
    return str(data[0]).startswith("show") and int(data[0][5:]) % 2 == 1


def opens_seed(data: tuple[Any, ...]) -> bool:
    return bool(data[2] == "")


def judges(data: tuple[Any, ...]) -> bool:
    return bool(data[2] != "")


def claiming(room: Room, of: int) -> tuple[Any, ...]:
    course = room.table(of).course
    assert course is not None
    return (0, "move", course.match.ply, True)


def seeing(room: Room, of: int) -> tuple[Any, ...]:
    return (room.events[-1 - of].id, 1_800_000_000_000)


def agreeing(room: Room, of: int) -> tuple[Any, ...]:
    course = room.table(of).course
    assert course is not None
    key = who(f"heir {of}").public
    return (2, key, "heir", course.match.ply, False, ((1, bytes([of]) * 80),))


def proving(room: Room, of: int) -> tuple[Any, ...]:
    mine = [signed for signed in room.events if signed.event.author == room.sitters[of].identity.public]
    return (mine[0].body, mine[0].sig, mine[1].body, mine[1].sig)


FIELDS: Mapping[str, tuple[Place, Mapping[str, Wrong]]] = {
    "ready.roster": (Place(Kind.READY, (0,)), SECRET),
    "ready.lot": (Place(Kind.READY, (1,)), SECRET),
    "reveal.secret of a lot": (Place(Kind.REVEAL, (0,), opens_lot), SECRET),
    "deck0.epoch": (Place(Kind.DECK0, (0,)), NUMBER),
    "deck0.seed": (Place(Kind.DECK0, (1,)), SECRET),
    "deck0.lot": (Place(Kind.DECK0, (2,)), SECRET),
    "deck1.epoch": (Place(Kind.DECK1, (0,)), NUMBER),
    "deck1.packs": (Place(Kind.DECK1, (1, 0)), LIST),
    "deck1.packs, a point": (Place(Kind.DECK1, (1, 0, 1)), POINT),
    "deck2.epoch": (Place(Kind.DECK2, (0,)), NUMBER),
    "deck2.packs": (Place(Kind.DECK2, (1, 0)), LIST),
    "deck2.packs, a point": (Place(Kind.DECK2, (1, 0, 1)), POINT),
    "deck2.keys": (Place(Kind.DECK2, (2, 0)), LIST),
    "deck2.keys, a point": (Place(Kind.DECK2, (2, 0, 1)), POINT),
    "deck2.lot": (Place(Kind.DECK2, (3,)), SECRET),
    "deck2.escrow": (Place(Kind.DECK2, (4,)), LIST),
    "deck2.escrow, an entry": (Place(Kind.DECK2, (4, 0)), BOX),
    "share.shares": (Place(Kind.SHARE, (0,)), LIST),
    "share.shares, epoch": (Place(Kind.SHARE, (0, 0, 0)), NUMBER),
    "share.shares, packet": (Place(Kind.SHARE, (0, 0, 1)), NUMBER),
    "share.shares, slot": (Place(Kind.SHARE, (0, 0, 2)), NUMBER),
    "share.shares, mask": (Place(Kind.SHARE, (0, 0, 3)), SCALAR),
    "move.shares, riding": (Place(Kind.MOVE, (2, 0, 3), rides, seeds=(5, 5)), SCALAR),
    "move.shares, riding, slot": (Place(Kind.MOVE, (2, 0, 2), rides, seeds=(5, 5)), NUMBER),
    "move.shares, an opening": (Place(Kind.MOVE, (2, 0, 3), opens_card, seeds=(3, 13)), SCALAR),
    "move.shares, an opening, slot": (Place(Kind.MOVE, (2, 0, 2), opens_card, seeds=(3, 13)), NUMBER),
    "commit.hash": (Place(Kind.COMMIT, (0,)), SECRET),
    "commit.kept": (Place(Kind.COMMIT, (1,)), SECRET),
    "reveal.secret": (Place(Kind.REVEAL, (0,), opens_decision), SECRET),
    "reveal.text": (Place(Kind.REVEAL, (1,), opens_decision), TEXT),
    "reveal.shares, an opening": (Place(Kind.REVEAL, (2, 0, 3), seeds=(1, 9)), SCALAR),
    "deal.epoch": (Place(Kind.DEAL, (0,), left=True), NUMBER),
    "deal.player": (Place(Kind.DEAL, (1,), left=True), NUMBER),
    "deal.part": (Place(Kind.DEAL, (2,), left=True), SECRET),
    "audit.epoch": (Place(Kind.AUDIT, (0,), opens_seed), NUMBER),
    "audit.seed": (Place(Kind.AUDIT, (1,), opens_seed), SECRET),
    "audit.verdict": (Place(Kind.AUDIT, (2,), judges), TEXT),
    "audit.player": (Place(Kind.AUDIT, (), judges), ACCUSED),
    "claim.seat": (Place(Kind.CLAIM, (0,), data=lambda room, of: claiming(room, of)[:3]), NUMBER),
    "claim.what": (Place(Kind.CLAIM, (1,), data=lambda room, of: claiming(room, of)[:3]), TEXT),
    "claim.at": (Place(Kind.CLAIM, (2,), data=lambda room, of: claiming(room, of)[:3]), NUMBER),
    "final.seat": (Place(Kind.FINAL, (0,), data=claiming), NUMBER),
    "final.what": (Place(Kind.FINAL, (1,), data=claiming), TEXT),
    "final.at": (Place(Kind.FINAL, (2,), data=claiming), NUMBER),
    "seen.id": (Place(Kind.SEEN, (0,), data=seeing), SECRET),
    "seen.t": (Place(Kind.SEEN, (1,), data=seeing), NUMBER),
    "substitute.seat": (Place(Kind.SUBSTITUTE, (0,), data=agreeing), NUMBER),
    "substitute.key": (Place(Kind.SUBSTITUTE, (1,), data=agreeing), POINT),
    "substitute.at": (Place(Kind.SUBSTITUTE, (3,), data=agreeing), NUMBER),
    "substitute.sealed, epoch": (Place(Kind.SUBSTITUTE, (5, 0, 0), data=agreeing), NUMBER),
    "substitute.sealed, a box": (Place(Kind.SUBSTITUTE, (5, 0, 1), data=agreeing), BOX),
    "fraud.first": (Place(Kind.FRAUD, (0,), data=proving), SECRET),
    "fraud.first_sig": (Place(Kind.FRAUD, (1,), data=proving), SECRET),
    "fraud.second": (Place(Kind.FRAUD, (2,), data=proving), SECRET),
    "fraud.second_sig": (Place(Kind.FRAUD, (3,), data=proving), SECRET),
}

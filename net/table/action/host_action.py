"""What only a host does: create a table by its genesis, and move a running table to another broker.

To move a table, its host signs a `bye` with an invitation to this same table elsewhere, and everybody brings their
chain along. The event stays at the old place for latecomers; the host's last one counts. Nothing of the table depends
on its broker, so nothing else changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from core.fault import Fault, sentence
from core.game import Game
from net.table.fold.table_state import TITLE_LIMIT, TableState
from net.table.fold.table_terms import check_terms, rules_hash, written_terms
from net.wire.codec import BadMessage
from net.wire.event import Draft, Kind, Signed
from net.wire.event_data import Bye, Genesis, data_of, is_self_certified, read_as
from net.wire.invitation import Invitation
from net.wire.sanitizer import clean, clean_name


def genesis(
    game: Game,
    options: Mapping[str, str],
    terms: Mapping[str, str],
    *,
    title: str,
    nick: str,
    salt: bytes,
) -> Draft:
    """Open a table with settled `options` and `terms`; `salt` is 16 random bytes (see `kinds.tid_of`).

    Raises `BadOption` if they do not agree on who deals.
    """
    check_terms(game, options, terms)
    data = Genesis(
        game=game.name,
        options=tuple(options.items()),
        terms=written_terms(terms),
        seats=len(game.seats(options)),
        salt=salt,
        rules_hash=rules_hash(game),
        app_min="",
        clock=terms["clock"],
        privacy="private" if terms["private"] == "yes" else "public",
        title=clean(title, TITLE_LIMIT),
        nick=clean_name(nick),
    )
    return Draft(Kind.GENESIS, data_of(data))


NOT_HOST = sentence("Only the host moves the table to another broker.")
NOT_RUNNING = sentence("Only a table whose game is going on can be moved: open another one there.")
SAME_PLACE = sentence("The table is there already.")


def leading(here: Invitation, text: str) -> Invitation:
    """Return the invitation to the table of `here` in the room of another one; raise `BadInvitation`, `Fault`."""
    there = Invitation.parse(text).at_table(here.tid or b"", here.table_key)
    if there == here:
        raise Fault(SAME_PLACE)
    return there


def moves_of(chain: Sequence[Signed]) -> tuple[Invitation, ...]:
    """List where the author of a chain, in order, has moved the table; nothing unless they are its host."""
    found = list[Invitation]()
    for signed in chain if chain and is_self_certified(chain[0]) else ():
        with suppress(BadMessage, Fault):
            there = Invitation.parse(read_as(signed.event, Bye).url)
            found += [there] if there.tid == signed.event.tid else []
    return tuple(found)


def allow(annals: TableState, me: bytes) -> None:
    """Raise `Fault` if the key `me` may not move the table now."""
    if me != annals.host:
        raise Fault(NOT_HOST)
    if annals.line is None or annals.line.course.over:
        raise Fault(NOT_RUNNING)

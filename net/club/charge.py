"""Charges: which of a table's players is proved to have cheated, by the table's events and the seeds of its audit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.club.club_event import Charge
from net.deck.pass_proof import prove_passes
from net.table.fold.mental_dealer import MentalDealer

if TYPE_CHECKING:
    from net.club.club_state import ClubState
    from net.table.fold.table_state import TableFacts


def charge_of(annals: TableFacts) -> Charge | None:
    """Prove a wrong pass of the player whom the audit of a table names, once it is done; None if there is none.

    Only those who were at the table see other deviations, such as a false share.
    """
    dealer = annals.bringer
    if not isinstance(dealer, MentalDealer) or not dealer.dealing.judged or dealer.dealing.verdict is None:
        return None
    culprit, events = dealer.dealing.culprit(dealer.dealing.verdict), annals.all
    for deck in dealer.dealing.decks:
        proof = prove_passes(deck, events).get(culprit)
        if proof is not None:
            return Charge(annals.tid, culprit, proof)
    return None


def is_charged(state: ClubState, found: Charge) -> bool:
    """Tell whether a club knows already what a charge proves."""
    return found.key in state.book.charged.get(found.tid, ())

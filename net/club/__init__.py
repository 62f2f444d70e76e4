"""Clubs: a signed log of members, tournaments and results, folded alike by everybody who has it.

It may import `net.table`, `net.deck`, `net.log`, `net.storage` and `core.tournament`; every module is pure.
Signed events of members and the results of settled tables enter; members, pairings, standings and ratings leave.
"""

"""The state of a table lives here, folded from all its events, with its terms, talk, dealer and end.

It may import `net.deck`, `net.log`, `net.table.line`, `net.table.clocks`, `net.table.seating` and what they may import.
Accepted events enter in any interleaving of the authors; one state leaves that does not depend on it.
"""

"""Seats before the start live here: requests, the roster, lots, undone starts and nicknames.

It may import `net.table.line` and what that may import; every module is pure.
Roster events enter; who holds which seat under which name leaves.
"""

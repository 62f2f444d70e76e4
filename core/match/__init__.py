"""A match: a header and a log, the only place where a log becomes a state, and its text record.

It imports the vocabulary of `core` and finds games through `core.games`.
Decisions, talk or the text of a record enter; a match, its digests or a record leave.
"""

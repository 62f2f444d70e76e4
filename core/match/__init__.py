"""A match, as a header and a log, and its text record.

This is the only place where a log becomes a state. It imports the vocabulary of `core` and finds games through
`core.games`. Decisions, talk or the text of a record go in; a match, its digests or a record come out.
"""

"""Who strikes whom, what two seats have promised each other, and the ledger that judges each promise.

It imports the vocabulary of `core` and `core.match`. Nothing is enforced here. A match and its public talk go in; pacts
with their fates come out.
"""

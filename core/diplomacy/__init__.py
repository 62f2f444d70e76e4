"""Who strikes whom, what two seats have promised each other, and the ledger that judges each promise kept or broken.

It imports the vocabulary of `core` and `core.match`; nothing is enforced here.
A match and its public talk enter; pacts with their fates leave.
"""

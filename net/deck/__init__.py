"""Decks of hidden cards live here, shuffled and dealt without a dealer whom anybody has to trust.

It may import the core, `net.identity` and `net.wire`; every module is pure.
Deck messages of all players enter; one's own messages, known card faces and audit verdicts leave.
"""

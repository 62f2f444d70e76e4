"""The cards of Méditerranée: faces, hands with known and hidden cards, the talon, and the dealer of one process.

It imports the vocabulary of `core` and nothing of the map or the rules.
A draw, a payment, a script or a seed enters; a new set of cards or the dealer's action leaves.
"""

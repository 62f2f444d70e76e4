"""The cards of Méditerranée: faces, hands with known and hidden cards, the talon, and the dealer of one process.

The package imports the vocabulary of `core` and nothing of the map or the rules. A draw, a payment, a script or a seed
goes in. A new set of cards or the dealer's action comes out.
"""

"""The rules of Méditerranée: placement, displacements, combats, chance, turns, notation, positions and scenes.

The package imports the vocabulary of `core`, the board and the cards of this game, never a bot or a match. An action or
its text goes into a state. A new state, a refusal in a sentence or a scene comes out.
"""

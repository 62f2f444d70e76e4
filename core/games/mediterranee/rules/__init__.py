"""The rules of Méditerranée: placement, displacements, combats, chance, turns, notation, positions and scenes.

It imports the vocabulary of `core`, the board and the cards of this game, never a bot or a match.
An action or its text enters a state; a new state, a refusal in a sentence or a scene leaves.
"""

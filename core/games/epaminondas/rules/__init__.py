"""The rules of Epaminondas: lines, phalanxes, the symmetry rule, how the game ends, notation, positions, scenes.

It imports the vocabulary of `core` and `core.geometry`, never a bot or a match. An action or its text goes into a
state; a new state, a refusal in a sentence or a scene comes out.
"""

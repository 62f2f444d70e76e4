"""The board of Méditerranée: cities, roads and sea lanes, how a map file is read and printed, and the pieces.

It imports the vocabulary of `core` and reads `map.toml` and `coast.json` through `core.games`.
The text of a map file enters; a checked chart or a printed map leaves.
"""

"""The board of Méditerranée: cities, roads and sea lanes, reading and drawing a map file, and the pieces.

The package imports the vocabulary of `core` and reads `map.toml` and `coast.json` through `core.games`. The text of a
map file goes in. A checked chart or a printed map comes out.
"""

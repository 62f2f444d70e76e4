"""Boards as geometry: numbered cells with names, neighbours, rays and drawing places, on square and hexagonal grids.

It imports the standard library alone and knows no game.
Sizes enter, a lattice of tuples leaves.
"""

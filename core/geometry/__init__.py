"""Boards as geometry: numbered cells with names, neighbours, rays and drawing places, on square and hexagonal grids.

It imports only the standard library and knows no game. Sizes go in, a lattice of tuples comes out.
"""

"""How the five levels of Epaminondas think: alpha-beta search with quiescence search at the leaves.

It imports the rules of this game, `core.bots` and `core.match`; `core.bots.level` finds `thinker` and `evaluation` here
by name. A match, a seat, a level and a random source go in; a thought comes out.
"""

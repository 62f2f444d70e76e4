"""How the five levels of Djambi think, and what a position is worth to each seat.

It imports the rules of this game, `core.bots` and `core.match`; `core.bots.level` finds `thinker` and `evaluation` here
by name. A match, a seat, a level and a random source go in; a thought comes out.
"""

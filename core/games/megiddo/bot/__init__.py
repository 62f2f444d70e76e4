"""How the five levels of Megiddo think: a Monte Carlo tree search guided by urgency, and an exact solver for the end.

It imports the rules of this game, `core.bots` and `core.match`; `core.bots.level` finds `thinker` and `evaluation` here
by name. A match, a seat, a level and a random source go in; a thought comes out.
"""

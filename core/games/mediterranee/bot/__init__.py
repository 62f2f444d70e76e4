"""How the bots of Méditerranée think at five levels: search on the map, solved combats, imagined hands.

The package imports the rules, the board and the cards of this game, `core.bots` and `core.match`. `core.bots.level`
finds `thinker` and `evaluation` here by name. A match, a seat, a level and a random source go in. A thought comes out.
"""

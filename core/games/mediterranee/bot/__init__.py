"""How the five levels of Méditerranée think: search on the map, solved combats, imagined hands.

It imports the rules, the board and the cards of this game, `core.bots` and `core.match`; `core.bots.level` finds
`thinker` and `evaluation` here by name.
A match, a seat, a level and a random source enter; a thought leaves.
"""

"""The vocabulary that every game, bot and screen shares: seats, actions, states, scenes, options, faults and digests.

Its own modules import nothing but a short list of the standard library and each other; the packages below it import
them, never the other way round.
Plain immutable values enter and leave: there is no I/O, clock, thread or global randomness here.
"""

"""The vocabulary that every game, bot and screen shares: seats, actions, states, scenes, options, faults and digests.

The modules in this folder import only each other and a short list of the standard library. The packages below import
them, never the other way round. Immutable values go in and come out. There is no I/O, clock, thread or global
randomness here.
"""

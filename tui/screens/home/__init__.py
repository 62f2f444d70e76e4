"""The way in: the first start, the home screen, the settings, the tables kept here, and the farewell.

It may import the folders `frame` and `room`, and everything below screens. The settings and the list of kept tables
enter; what the player has chosen leaves as a message or a result.
"""

"""Past games on the screen: the list of them, and one of them replayed step by step with its timeline.

It may import the folders `frame`, `learn` and `table`, and everything below screens, above all `tui.study`. Games from
the library enter; comments, exported files and the wish to play on from a position leave.
"""

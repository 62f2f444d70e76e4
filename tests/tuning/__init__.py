"""Learning the weights of an evaluation from games that the bots play against themselves: `python3 run.py tune GAME`.

It imports `core` and the arena of `tui`. A game and a seed go in; a file of weights and a report come out, and nothing
is put in place unless it is asked for.
"""

"""Who plays whom, and what the results say: seatings, Elo ratings, the sequential probability ratio test.

It imports the vocabulary of `core` and `core.match`, never a bot. Games and results go in; placings, ratings and
verdicts come out.
"""

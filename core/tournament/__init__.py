"""Who plays whom, and what the results say: seatings, rounds, standings, Elo ratings, the probability ratio test.

It imports the vocabulary of `core` and `core.match`, never a bot. Games, results and a seed go in; rounds, placings,
standings, ratings and verdicts come out.
"""

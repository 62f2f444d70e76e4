"""Learning on the screen: the rules of a game with their diagrams, and lessons and puzzles to solve.

It may import the folder `frame`, and everything below screens. A rules text or a tutor enters; only the progress that
the tutor keeps leaves.
"""

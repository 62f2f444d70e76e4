"""What a player learns from: lessons, puzzles with proved answers, reasons for an action, turning points.

It imports every package of `core` below it, never a single game. Positions, matches and thoughts go in; tasks,
judgements and reasons come out.
"""

"""How fast public rules are that a reader knows: python-chess, and OpenSpiel's pentago through Python.

They are no part of Parley and in none of its locks; give them an environment of their own:

    python3 -m venv peers && peers/bin/pip install chess open_spiel
    python benchmarks/rules.py --peers peers/bin/python

By itself (`peers/bin/python benchmarks/yardsticks.py`) it prints one JSON object: figures by name. Whatever is not
installed is left out. With a seed it prints the plies of random chess a second in one round, and nothing else.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

Module = Any
"""A library without types, and what it makes."""

ROUNDS = 5
SECONDS = 0.4
"""Processor time of a round, about."""

LONGEST = 200
"""Plies after which a random game of chess is given up."""

SIMULATIONS = 300
"""How many games OpenSpiel's tree search plays a move."""


def rate(work: Callable[[Random], int]) -> float:
    """Give how much of it is done a second of processor time: the median of the rounds."""
    return statistics.median(one_round(work, seed) for seed in range(ROUNDS))


def one_round(work: Callable[[Random], int], seed: int) -> float:
    """Give how much of it is done a second in one round."""
    rng, done = Random(seed), 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        done += work(rng)
    return done / (time.process_time() - began)


def chess_play(chess: Module, rng: Random) -> int:
    """Play a random game of chess by full lists of moves; give its plies."""
    board = chess.Board()
    while not board.is_game_over() and board.ply() < LONGEST:
        board.push(rng.choice(list(board.legal_moves)))
    return int(board.ply())


def perft(board: Module, depth: int) -> int:
    """Count the positions so many plies on."""
    if depth == 1:
        return int(board.legal_moves.count())
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


def pentago_play(game: Module, rng: Random) -> int:
    """Play a random game of pentago by full lists of moves; give its plies."""
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        plies += 1
    return plies


def searched(game: Module, search: Module, rng: Random) -> int:
    """Let OpenSpiel's own tree search in Python choose the first move of pentago; give the games it played."""
    numpy = import_module("numpy")
    chance = numpy.random.RandomState(rng.randrange(2**31))
    bot = search.MCTSBot(
        game, 1.4, SIMULATIONS, search.RandomRolloutEvaluator(1, chance), random_state=chance, solve=False
    )
    bot.step(game.new_initial_state())
    return SIMULATIONS


def figures() -> Iterator[tuple[str, float]]:
    """Measure what is installed here."""
    try:
        chess: Any = import_module("chess")
    except ImportError:
        pass
    else:
        yield f"python-chess {chess.__version__}, random plies", rate(lambda rng: chess_play(chess, rng))
        yield "python-chess, perft(3) positions", rate(lambda _: perft(chess.Board(), 3))
    try:
        game: Any = import_module("pyspiel").load_game("pentago")
        search: Any = import_module("open_spiel.python.algorithms.mcts")
    except ImportError:
        return
    yield "OpenSpiel pentago through Python, random plies", rate(lambda rng: pentago_play(game, rng))
    yield "OpenSpiel pentago through Python, playouts", rate(lambda rng: bool(pentago_play(game, rng)))
    yield "OpenSpiel pentago, MCTS in Python, simulations", rate(lambda rng: searched(game, search, rng))


def chess_round(seed: int) -> float:
    """Give the plies of random chess a second in one round, after one that only warms up."""
    chess: Any = import_module("chess")
    return [one_round(lambda rng: chess_play(chess, rng), each) for each in (0, seed)][1]


if __name__ == "__main__":
    json.dump(chess_round(int(sys.argv[1])) if sys.argv[1:] else dict(figures()), sys.stdout)

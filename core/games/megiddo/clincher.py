"""A win in two turns: found by answering every move until one answer holds, so that none is missed."""

from __future__ import annotations

from core.games.megiddo.ground import Ground
from core.games.megiddo.node import Node


def clincher(ground: Ground, root: Node) -> tuple[list[int], int]:
    """Give a move after which `root`'s colour wins by its next one, whatever is answered, and how that may go on.

    The list is empty where there is none; beside it, how many positions were looked at. The root's moves are listed,
    and none of them wins at once. A win of a game that leaves its match open is not looked for.
    """
    looks = 0
    for at in _by_urge(root):
        line, spent = _forced(ground, root.next(ground, at), root.colour)
        looks += spent
        if line is not None:
            return [root.moves[at], *line], looks
    return [], looks


def _forced(ground: Ground, node: Node, colour: int) -> tuple[list[int] | None, int]:
    """Give how a colour wins by its next move, None where somebody can prevent it, and how many positions that took."""
    opened = node.solved is None and node.open_moves(ground)
    if node.solved is not None:
        line = [node.moves[node.best]] if opened else []
        return (line if node.solved[colour] >= 1.0 else None), 1
    if node.colour == colour:
        return None, 1
    looks, reply = 1, None
    for at in _by_urge(node):
        then, spent = _forced(ground, node.next(ground, at), colour)
        looks += spent
        if then is None:
            return None, looks
        reply = reply or [node.moves[at], *then]
    return reply, looks


def _by_urge(node: Node) -> list[int]:
    return sorted(range(len(node.moves)), key=lambda at: -node.urges[at])

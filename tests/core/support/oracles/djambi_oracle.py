"""A second Djambi, slow and plain, from the JSON of a position to that of the next; it shares no code with the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.core.support.oracles.djambi_oracle_moves import XY, Position, moves, table


def army(position: Position, seat: str, player: str) -> list[XY]:
    merged = position.table.says("vassal_turns", "merged")
    return [
        cell
        for cell, (colour, _) in position.living.items()
        if (position.commander(colour) == player if merged else colour == seat)
    ]


def seat_moves(position: Position, seat: str, player: str) -> bool:
    return any(True for cell in army(position, seat, player) for _ in moves(position, cell, player))


def encircle(position: Position) -> Position:
    """Judge every chief anew (§10)."""
    status = dict(position.status)
    for colour, standing in position.status.items():
        if standing in ("active", "coma"):
            judged = replace(position, status={**position.status, colour: "active"})
            status[colour] = "coma" if stuck(judged, colour) else "active"
    return replace(position, status=status)


def stuck(position: Position, colour: str) -> bool:
    chief = next(cell for cell, piece in position.living.items() if piece == (colour, "C"))
    if chief == (0, 0):
        return False
    ours = {colour, *(dead for dead, master_ in position.owner.items() if master_ == colour)}
    if position.table.says("encirclement", "necro") and any((c, "N") in position.living.values() for c in ours):
        return False
    beside = {(chief[0] + dx, chief[1] + dy) for dx, dy in position.table.ways}
    if position.table.says("encirclement", "ring"):
        return bool(beside & position.corpses) and not any(True for _ in moves(position, chief, colour))
    block, size = {chief}, 0
    while size != len(block):
        size = len(block)
        near = {(x + dx, y + dy) for x, y in block for dx, dy in position.table.ways}
        block |= {cell for cell in near if position.living.get(cell, ("", ""))[0] == colour}
    return not any(True for cell in block for _ in moves(position, cell, colour))


def shared(position: Position) -> tuple[str, list[str]] | None:
    """Tell whether the world is shared out (§11.2)."""
    if any(kind == "N" for _, kind in position.living.values()):
        return None
    left = set(position.table.cells) - position.corpses
    hope = False
    while left:
        region, size = {next(iter(left))}, 0
        while size != len(region):
            size = len(region)
            region |= left & {(x + dx, y + dy) for x, y in region for dx, dy in position.table.ways}
        left -= region
        there = [piece for cell, piece in position.living.items() if cell in region]
        if len({position.commander(colour) for colour, _ in there}) > 1:
            return None
        chiefs = [colour for colour, kind in there if kind == "C" and position.status[colour] == "active"]
        hope |= (0, 0) in region and position.free((0, 0)) and bool(chiefs)
    if position.king:
        return "partition_power", [position.king]
    return None if hope else ("partition", position.active)


def ended(position: Position, before: list[str], quiet: int) -> tuple[str, list[str]] | None:
    """Tell whether it is over (§11), but for the want of moves."""
    if len(position.active) == 1:
        return "last_chief", position.active
    if not position.active:
        return "all_encircled", before
    limit = int(position.table.options["quiet"])
    return shared(position) or (("quiet", position.active) if limit and quiet >= limit else None)


def next_turn(position: Position, base: str, turn: dict[str, Any]) -> tuple[str, dict[str, Any] | None]:
    """Tell whose turn follows (§5.2)."""
    colours = position.table.colours
    king, seat = position.king, turn["seat"]
    if king and king != turn["player"] and seat_moves(position, king, king):
        return base, {"player": king, "seat": king, "bonus": True}
    twice = position.table.says("duel_power", "double") and len(position.active) == 2 and turn["bonus"]
    barred = None if twice and king == turn["player"] else seat
    at = colours.index(base)
    order = [colours[(at + i) % len(colours)] for i in range(1, len(colours) + 1)]
    for colour in [c for c in order if c != barred] + ([barred] if barred else []):
        merged = position.table.says("vassal_turns", "merged")
        player = (colour if colour in position.active else None) if merged else position.commander(colour)
        if player and seat_moves(position, colour, player):
            return colour, {"player": player, "seat": colour, "bonus": False}
    return base, None


class Oracle:
    """One position with whose turn it is, from its JSON."""

    def __init__(self, state: dict[str, Any]) -> None:
        """Read the JSON of a position."""
        self.given = state
        colours = tuple(state["status"])
        laid = table(state["options"], colours)
        at = {name: cell for cell, name in laid.cells.items()}
        living = {at[name]: (word[:-2], word[-1]) for name, word in state["living"].items()}
        corpses = frozenset(at[name] for name in state["corpses"])
        self.position = Position(laid, living, corpses, state["status"], state["owner"])

    def turns(self) -> dict[str, Position]:
        """Give every legal text with the position after it."""
        turn = self.given["turn"]
        cells = army(self.position, turn["seat"], turn["player"])
        return {text: after for cell in cells for text, after in moves(self.position, cell, turn["player"])}

    def after(self, position: Position) -> dict[str, Any]:
        """Give the JSON after a turn that led to a position."""
        before = position.active
        dead = len(position.corpses) > len(self.position.corpses)
        quiet = 0 if dead else self.given["quiet"] + 1
        position = encircle(position)
        over = ended(position, before, quiet)
        base, turn = self.given["base"], None
        if over is None:
            base, turn = next_turn(position, base, self.given["turn"])
            if turn is None:
                over = "blocked", [position.king] if position.king else position.active
        name = position.table.cells
        return {
            "options": self.given["options"],
            "living": {name[cell]: f"{colour} {kind}" for cell, (colour, kind) in position.living.items()},
            "corpses": sorted(name[cell] for cell in position.corpses),
            "status": position.status,
            "owner": position.owner,
            "king": position.king,
            "turn": turn,
            "base": base,
            "quiet": quiet,
            "result": over and {"reason": over[0], "winners": over[1]},
        }

"""The moves of a second Djambi, slow and plain: every possibility is tried on a copy of the position, then judged.

It shares no code with the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

XY = tuple[int, int]
PASSIVE = ("coma", "abandoned", "absent")
SQUARE = ((0, 1), (1, 0), (0, -1), (-1, 0))
HEX = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


@dataclass(frozen=True)
class Table:
    """What stays the same during a match."""

    options: dict[str, str]
    colours: tuple[str, ...]
    cells: dict[XY, str]
    sides: tuple[XY, ...]
    ways: tuple[XY, ...]
    fortress: frozenset[XY]

    def says(self, name: str, value: str) -> bool:
        """Tell whether an option has a value."""
        return self.options[name] == value


def table(options: dict[str, str], colours: tuple[str, ...]) -> Table:
    """Lay the board of §2 out."""
    players = options["players"]
    n = 6 if players in "56" else 4
    span = range(-n, n + 1)
    square = players == "4"
    cells = {(x, y): f"{chr(97 + x + n)}{y + n + 1}" for x in span for y in span if square or abs(x - y) <= n}
    sides = SQUARE if square else HEX
    if players == "3":
        return Table(options, colours, cells, sides, sides, frozenset())
    corners = tuple((a[0] + b[0], a[1] + b[1]) for a, b in zip(sides, sides[1:] + sides[:1], strict=True))
    return Table(options, colours, cells, sides, sides + corners, frozenset() if square else frozenset(HEX))


@dataclass(frozen=True)
class Position:
    """Pieces as (colour, letter), corpses, statuses and owners."""

    table: Table
    living: dict[XY, tuple[str, str]]
    corpses: frozenset[XY]
    status: dict[str, str]
    owner: dict[str, str]

    @property
    def king(self) -> str | None:
        """The active colour whose chief is in power (§7)."""
        colour, kind = self.living.get((0, 0), ("", ""))
        return colour if kind == "C" and self.status[colour] == "active" else None

    @property
    def active(self) -> list[str]:
        """The colours still in the lists."""
        return [colour for colour in self.table.colours if self.status[colour] == "active"]

    def commander(self, colour: str) -> str | None:
        """Tell who moves a colour's pieces (§5.3, §7)."""
        if self.status[colour] == "active":
            return colour
        if self.status[colour] == "dead" and self.status[self.owner[colour]] == "active":
            return self.owner[colour]
        return self.king

    def free(self, cell: XY) -> bool:
        """Tell whether a cell exists and is empty."""
        return cell in self.table.cells and cell not in self.living and cell not in self.corpses

    def may_stay(self, cell: XY) -> bool:
        """Tell whether the piece on a cell may stay there (§6.3)."""
        colour, kind = self.living[cell]
        if cell == (0, 0):
            return kind == "C"
        if cell not in self.table.fortress or self.status[colour] in PASSIVE:
            return True
        return self.king is not None and self.commander(colour) == self.king

    def prey(self, mover: tuple[str, str], player: str, cell: XY) -> bool:
        """Tell whether a cell holds a living piece that may be killed or provoked (§6.6)."""
        if cell not in self.living:
            return False
        (colour, kind), (theirs, what) = mover, self.living[cell]
        if theirs in (colour, player):
            return self.table.says("own_kills", "yes") and kind in "CMA" and what != "C"
        if self.table.says("passive", "frozen") and self.commander(theirs) is None:
            return False
        vassal = self.status[theirs] == "dead" and self.owner[theirs] == player
        return not (kind == "P" and vassal and self.king != player)

    def moved(self, start: XY, to: XY) -> Position:
        """Move a piece, whatever stands where it goes."""
        living = dict(self.living)
        living[to] = living.pop(start)
        return replace(self, living=living)

    def killed(self, victim: tuple[str, str], corpse: XY, killer: str) -> Position:
        """Lay a corpse down; a dead chief's armies go to the killer (§8)."""
        after = replace(self, corpses=self.corpses | {corpse})
        if victim[1] != "C":
            return after
        owner = {colour: killer if master == victim[0] else master for colour, master in self.owner.items()}
        return replace(after, status={**self.status, victim[0]: "dead"}, owner={**owner, victim[0]: killer})


Done = tuple[str, XY, Position]


def lines(position: Position, start: XY) -> Iterator[XY]:
    """Give the cells a piece could slide to or strike."""
    reach = 2 if position.living[start][1] == "M" else 99
    for dx, dy in position.table.ways:
        for i in range(1, reach + 1):
            to = (start[0] + i * dx, start[1] + i * dy)
            if to not in position.table.cells:
                break
            yield to
            if not position.free(to):
                break


def deeds(position: Position, start: XY, player: str, *, leaving: bool) -> Iterator[Done]:
    """Give every single move with its deed, whether the piece may stay where it ends or not."""
    mover = position.living[start]
    name = position.table.cells
    for to in lines(position, start):
        if position.free(to):
            slid = position.moved(start, to)
            if mover[1] == "R":
                yield from shots(position, slid, start, to, player)
            elif slid.may_stay(to):
                yield f"-{name[to]}", to, slid
        elif leaving and start == (0, 0) and not master(position, mover, to):
            continue
        elif to in position.corpses:
            if mover[1] == "N":
                yield from digs(position, start, to)
        elif position.prey(mover, player, to) and not (mover[1] == "M" and to == (0, 0)):
            yield from strikes(position, start, to, player)


def master(position: Position, mover: tuple[str, str], to: XY) -> bool:
    """Tell what may be struck by a piece leaving power (§6.7, R15)."""
    if position.table.says("master_moves", "no"):
        return False
    return mover[1] != "A" or position.living.get(to, ("", ""))[1] == "C"


def shots(before: Position, slid: Position, start: XY, to: XY, player: str) -> Iterator[Done]:
    name = before.table.cells
    if to == (0, 0):
        return
    around = [(to[0] + dx, to[1] + dy) for dx, dy in before.table.sides]
    victims = [cell for cell in around if cell != start and before.prey(before.living[start], player, cell)]
    for cell in victims:
        living = dict(slid.living)
        victim = living.pop(cell)
        yield f"-{name[to]}!{name[cell]}", to, replace(slid, living=living).killed(victim, cell, player)
    if slid.may_stay(to) and (not victims or before.table.says("reporter", "optional")):
        yield f"-{name[to]}", to, slid


def digs(position: Position, start: XY, to: XY) -> Iterator[Done]:
    name = position.table.cells
    after = replace(position, corpses=position.corpses - {to}).moved(start, to)
    for cell in name:
        if cell != (0, 0) and after.free(cell):
            yield f":{name[to]}>{name[cell]}", to, replace(after, corpses=after.corpses | {cell})


def strikes(position: Position, start: XY, to: XY, player: str) -> Iterator[Done]:
    name = position.table.cells
    kind = position.living[start][1]
    victim = position.living[to]
    after = position.moved(start, to)
    if kind == "A":
        yield f"x{name[to]}", to, after.killed(victim, start, player)
        return
    if kind not in "CMP":
        return
    for cell in name:
        if not after.free(cell):
            continue
        if kind == "P":
            put = replace(after, living={**after.living, cell: victim})
            if put.may_stay(cell):
                yield f":{name[to]}>{name[cell]}", to, put
        elif cell != (0, 0) or (victim[1] == "C" and position.table.says("master_moves", "yes")):
            yield f"x{name[to]}>{name[cell]}", to, after.killed(victim, cell, player)


def moves(position: Position, start: XY, player: str) -> Iterator[tuple[str, Position]]:
    """Give every whole turn of one piece: text and position after it."""
    head = f"{position.living[start][1]}{position.table.cells[start]}"
    for text, to, after in deeds(position, start, player, leaving=False):
        if after.may_stay(to):
            yield head + text, after
            continue
        for more, end, last in deeds(after, to, player, leaving=True):
            if last.may_stay(end):
                yield f"{head}{text}/{more}", last

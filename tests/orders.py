"""What must not hang on the order of a set: `python -m tests.orders` tells it line by line, for any hash seed alike.

Games with all that may be asked of them, drawings, tables in a storm and in a gale, an evening of simulated programs.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import partial
from hashlib import sha256

import pytest

from core import games
from core.match.match import Match
from core.match.record import read, write
from core.scene import Scene
from tests.core.support.golden.make_golden import stories
from tests.core.support.golden.story import record
from tests.core.support.playouts import listed, option_sets, playout, seats, some
from tests.length import LONG, seeds, so_many
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table import test_table_storm
from tests.net.table.hidden_cards import test_table_gale
from tests.net.table.test_table_play import plain
from tests.sim.__main__ import spend
from tui.settings import theme
from tui.table.sentences.map_sentences import map_lines
from tui.table.sentences.plain_board import draw
from tui.widgets.drawing.board_frame import plan
from tui.widgets.drawing.layout_choice import draw_scene, fitted_frame

EVERY = 3 if LONG else 6
"""Each so many-th option set of a game is played; more of them in a long run."""
SEEDS = (1000, 1025)
"""Short evenings of simulated programs."""


def asked(game: str) -> Iterator[str]:
    """Play some option sets of a game; tell what the rules answer on the way."""
    found = games.find(game)
    for options in list(option_sets(found))[::EVERY]:
        whole = playout(game, tuple(Match.new(found, options).header.options))
        yield repr((whole.match.log, whole.match.digest(), whole.match.full_digest()))
        for state in whole.sample:
            yield repr((state.encode(), state.to_json(), state.upcoming(6), state.view(None).encode()))
            for seat in seats(whole.match):
                yield repr([str(action) for action in listed(state, seat)])
                yield repr((state.declarations(seat), state.next_spots(seat, ())))
                yield repr([(state.display(seat, one), state.effects(seat, one)) for one in some(state, seat)])
            yield from (_picture(state.scene(None, view), game) for view in found.scenes)


def _picture(scene: Scene, game: str) -> str:
    look = theme.load(theme.DEFAULT)
    frame = fitted_frame(scene, plan(scene, 0), 100, 36)
    glyphs = theme.glyphs(theme.GLYPH_SETS[0])
    picture = draw_scene(scene, frame, look.for_game(game), look, glyphs)
    text = draw(scene) if scene.atlas is None else map_lines(scene, glyphs)
    return "\n".join((*text, *picture.cells.lines()))


def written(game: str) -> Iterator[str]:
    """Write the record of a story of a game."""
    for story in stories(game)[:1]:
        text = record(story)
        assert write(read(text)) == text
        yield text


def table(evening: Callable[[], Room]) -> Iterator[str]:
    """Tell what was signed at a table, and what everybody sees in the end."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        room = evening()
        yield repr([signed.id.hex() for signed in room.events])
        yield repr([sitter.table.line_heads() for sitter in room.sitters])
        yield repr([plain(sitter.view) for sitter in room.sitters])


def _storm(seed: int) -> Room:
    return test_table_storm.evening(seed).room


def simulated(seed: int) -> Iterator[str]:
    """Tell an evening step by step."""
    with redirect_stdout(io.StringIO()) as trace:
        spend(seed, trace=True)
    yield trace.getvalue()


def told() -> Iterator[tuple[str, Iterator[str]]]:
    """Give every subject and what is told of it."""
    for game in games.names():
        yield f"asked {game}", asked(game)
        yield f"written {game}", written(game)
    for seed in seeds(2, 1):
        yield f"storm {seed}", table(partial(_storm, seed))
        yield f"gale {seed}", table(partial(test_table_gale.evening, seed))
    for seed in SEEDS[: so_many(2, 1)]:
        yield f"evening {seed}", simulated(seed)
    yield "a set", iter({f"{number}" for number in range(99)})


if __name__ == "__main__":
    for subject, lines in told():
        sys.stdout.write(f"{subject} {sha256(chr(0).join(lines).encode()).hexdigest()}\n")

"""Learn the weights of a game's evaluation: `python3 run.py tune GAME [OPTION=VALUE ...]`, or `run.py tune lines`."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.fault import Fault
from core.games import names
from tests.tuning import line_lessons
from tests.tuning.plan import SCHOOLS, Plan
from tests.tuning.session import ROOT, Session
from tui.bots.arena.contest import sorted_words

NO_VALUE = "{word} is no weight with a value, as rave=300."


def session_of(words: list[str]) -> tuple[Session, bool]:
    """Read the command; also tell whether the candidate is to be put in place."""
    usual = Plan("")
    parser = argparse.ArgumentParser(prog="run.py tune", description="learn the weights of a game's evaluation")
    parser.add_argument("game", choices=names())
    parser.add_argument("options", nargs="*", metavar="NAME=VALUE", help="options of the game")
    parser.add_argument("--level", default=None, help="the level whose games are learned from")
    parser.add_argument("--games", type=int, default=None, help="so many games to learn from")
    parser.add_argument("--nodes", type=int, default=None, help="positions a decision in these games; 0: the level's")
    parser.add_argument("--kept", type=int, default=None, help="so many positions of a game")
    parser.add_argument("--steps", type=int, default=None, help="so many steps of the descent")
    parser.add_argument("--teacher", type=int, default=None, help="random games of a search that judges moves")
    parser.add_argument("--given", nargs="*", default=[], metavar="WEIGHT=VALUE", help="weights that are not learned")
    parser.add_argument("--levels", default="".join(usual.levels), help="the levels that are measured, as 45")
    parser.add_argument("--matches", type=int, default=usual.matches, help="so many games measure a level")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--jobs", type=int, default=1, help="so many processes")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no game after so many minutes")
    parser.add_argument("--out", default="", help="the folder of the run; the same command goes on with it")
    parser.add_argument("--adopt", action="store_true", help="put the candidate in place, with its report in docs/bots")
    asked = parser.parse_intermixed_args(words)
    told: dict[str, Any] = {
        name: getattr(asked, name)
        for name in ("level", "games", "nodes", "kept", "steps", "teacher")
        if getattr(asked, name) is not None
    }
    plan = replace(
        Plan(
            asked.game,
            tuple(sorted(sorted_words(asked.options)[1].items())),
            levels=tuple(asked.levels),
            matches=asked.matches,
            seed=asked.seed,
            given=tuple(sorted(_given(each) for each in asked.given)),
        ),
        **(SCHOOLS.get(asked.game, {}) | told),
    )
    folder = Path(asked.out) if asked.out else ROOT / "build" / "tune" / asked.game
    return Session(folder, plan, asked.jobs, asked.minutes, _say), asked.adopt


def _given(word: str) -> tuple[str, float]:
    """Read a weight that is not learned."""
    name, _, value = word.partition("=")
    try:
        return name, float(value)
    except ValueError:
        raise Fault(NO_VALUE, word=word) from None


def main(words: list[str]) -> int:
    """Go on with a run, or put its candidate in place; 2 for what is impossible, 130 if it is not finished."""
    if words[:1] == ["lines"]:
        return line_lessons.main(words[1:])
    try:
        session, adopted = session_of(words)
        if adopted:
            for path in session.adopt():
                _say(f"Put in place: {path.relative_to(ROOT)}")
            return 0
        if session.sit():
            return 0
    except (Fault, OSError) as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    except KeyboardInterrupt:
        pass
    _say("Not finished: the same command goes on.")
    return 130


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

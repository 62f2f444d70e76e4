"""A sitting at a run: games to learn from, the descent, games that measure, the report; each goes on where it ended."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.bots.weights import FILE, own
from core.fault import Fault
from core.tournament.pairing import whole
from tests.tuning import report
from tests.tuning.descent import Learner, trajectory
from tests.tuning.plan import Plan
from tests.tuning.policy import Study, Visits, descend, lessons, studied
from tests.tuning.practice import Task, all_done, played
from tests.tuning.run_file import NAME, Descent, RunFile
from tui.bots.arena.results_file import ArenaGame

ROOT = Path(__file__).resolve().parents[2]
CANDIDATE_FILE, REPORT, PLOT = "candidate.toml", "report.md", "report.svg"
TITLE = (
    "What a position is worth, as learned by `run.py tune`. weights.py beside this file says what each number means."
)
URGENCIES = (
    "How urgent a move is, as learned by `run.py tune`. weights.py beside this file says what each number means."
)
LOCK = "lock"
GIVEN = "--given"
IN_USE = "Another sitting is at the run in {folder}."
NOT_BETTER = (
    "The candidate is not put in place: no level was measured with a lower bound above the base, or one was not."
)
UNLEARNED = "There is no candidate yet: the run has {played} of {games} games to learn from."


@dataclass(slots=True)
class Session:
    """A sitting at the run in a folder; after `minutes` no game is begun any more."""

    folder: Path
    plan: Plan
    jobs: int = 1
    minutes: float = 1e9
    say: Callable[[str], None] = print
    clock: Callable[[], float] = time.monotonic

    def sit(self) -> bool:
        """Go on with the run; tell whether it is finished. Raises `Fault`, also while another sitting has the run."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / LOCK).open("ab") as held:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Fault(IN_USE, folder=self.folder.name) from None
            return self._go_on()

    def _go_on(self) -> bool:
        _ = self.plan.visits if self.plan.teacher else self.plan.sketch
        run = self.opened()
        ends = self.clock() + 60 * self.minutes
        if run.descent is None:
            tasks = [
                Task(self.plan, number, "", (run.base,))
                for number in range(self.plan.games)
                if number not in run.played
            ]
            if not self._play(run, tasks, ends) or not self._study(run, ends):
                return False
            run.descent = self._learned(run)
            run.keep()
        finished = all(self._measure(run, level, ends) for level in self.plan.levels)
        self._write(run, run.descent)
        return finished

    def _learned(self, run: RunFile) -> Descent:
        """Learn from the games that were played, and from the searches of their positions."""
        if self.plan.teacher:
            taught = [lessons(each, run.visits[each.number]) for each in self._studies(run)]
            self.say(f"Learning from {len(taught)} games, {sum(map(len, taught))} positions.")
            return descend(self.plan, run.base, taught)
        games = [trajectory(record, self.plan.sketch) for _, record in sorted(run.played.items())]
        self.say(f"Learning from {len(games)} games, {sum(len(game.sketches) for game in games)} positions.")
        return Learner(self.plan, self.plan.kind.of(run.base, "the run"), games).descend()

    def _studies(self, run: RunFile) -> list[Study]:
        return [Study(self.plan, number, record, run.base) for number, record in sorted(run.played.items())]

    def _study(self, run: RunFile, ends: float) -> bool:
        """Search what is missing of the positions to learn moves from; tell whether all were before the time was up."""
        if not self.plan.teacher:
            return True

        def hear(study: Study, visits: dict[int, Visits]) -> bool:
            run.visits[study.number] = visits
            run.keep()
            self.say(f"game {study.number + 1} searched: {len(visits)} positions")
            return self.clock() < ends

        missing = [each for each in self._studies(run) if each.number not in run.visits]
        return self.clock() < ends and all_done(studied, missing, self.jobs, hear)

    def opened(self) -> RunFile:
        """Open the run, with the weights in force as the base of a new one."""
        path = self.folder / NAME
        base = own(self.plan.kind).values()
        self.plan.kind.of(base | dict(self.plan.given), GIVEN)
        return RunFile.open(path, self.plan, base)

    def _measure(self, run: RunFile, level: str, ends: float) -> bool:
        count = whole(self.plan.matches, len(self.plan.exam(level).ways))
        known = run.matches.setdefault(level, {})
        tasks = [
            Task(self.plan, number, level, (run.candidate, run.base))
            for number in range(count)
            if number + 1 not in known
        ]
        return self._play(run, tasks, ends)

    def _play(self, run: RunFile, tasks: Sequence[Task], ends: float) -> bool:
        """Play what is missing and keep each game; tell whether all were played before the time was up."""

        def hear(task: Task, result: tuple[ArenaGame, str]) -> bool:
            game, record = result
            if task.level:
                run.matches[task.level][game.game] = game
            else:
                run.played[task.number] = record
            run.keep()
            kind = f"level {task.level} measured" if task.level else "to learn from"
            self.say(f"game {task.number + 1} {kind}: {game.result}, {game.plies} plies")
            return self.clock() < ends

        return self.clock() < ends and all_done(played, tasks, self.jobs, hear)

    def _write(self, run: RunFile, found: Descent) -> None:
        """Write the candidate and the report."""
        weights = self.plan.kind.of(run.candidate, CANDIDATE_FILE)
        title = URGENCIES if self.plan.teacher else TITLE
        (self.folder / CANDIDATE_FILE).write_text(weights.text(title), encoding="utf-8")
        text = report.markdown(run, found)
        (self.folder / REPORT).write_text(text, encoding="utf-8")
        plot = report.drawing(self.plan.game, report.strengths(run), run.base, run.candidate)
        (self.folder / PLOT).write_text(plot, encoding="utf-8")
        self.say(text.partition("![")[0])

    def adopt(self, root: Path = ROOT) -> list[Path]:
        """Put the candidate in place with its report; raise `Fault` unless every measured level is surely better."""
        run = self.opened()
        if run.descent is None:
            raise Fault(UNLEARNED, played=len(run.played), games=self.plan.games)
        measured = [each for each in report.strengths(run) if each.games]
        if not measured or not all(each.better for each in measured):
            raise Fault(NOT_BETTER)
        game = self.plan.game
        places = {
            CANDIDATE_FILE: root / "core" / "games" / game / FILE,
            REPORT: root / "docs" / "bots" / f"{game}.md",
            PLOT: root / "docs" / "bots" / f"{game}.svg",
        }
        self._write(run, run.descent)
        for name, place in places.items():
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes((self.folder / name).read_bytes())
        return list(places.values())

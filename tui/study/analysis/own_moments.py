"""Moments of one's own: made of the worst decision of a game, kept in the profile, asked as lessons are."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from core.fault import Fault, sentence
from core.game import Seat
from core.match.match import Match
from core.study.decision import decisions
from core.study.lesson import Lesson, NotTheTask, read
from core.study.own_moment import HINTS, answers, entry, looked_behind, worst
from core.study.turning_point import Judgement, positions_before
from tui.bots.bot_process import BotProcess, ask_hint
from tui.i18n.local_letters import located
from tui.i18n.translation import LANGUAGES, calling, speaking, tr
from tui.settings.settings import USUAL, Settings, home
from tui.study.analysis.game_analysis import LOOKS, GameAnalyst, Step
from tui.study.analysis.turning_points import KINDS, Turn, better_words, turns, why_words
from tui.study.analysis.where_to_look import where_to_look
from tui.study.lessons.tutor import Tutor
from tui.table.hint import action_words, hint_level
from tui.table.seat_names import called

MOST = 30
"""How many moments are kept; the oldest go."""

TITLE = sentence("Decision {turn}: better than {played}")
TASK = sentence("You played {played} ({mark}, {kind}). Find something better.")
TASK_ADVISED = sentence(
    "You played {played} ({mark}, {kind}). A hint advises it here too: what judges it now is another search, and either"
    " may err. Find something better."
)
"""The same where the program itself would have advised what was played."""

TYPED = sentence("The best: {text}")
DONE = sentence("Right. The best was {better}.")

NO_MOMENT = sentence("No decision of yours was found that deserves a mark.")
NO_MOMENTS = sentence("There are no moments of your own yet: at the end of a game against bots you can look for one.")
NO_SUCH_MOMENT = sentence("There is no moment {number}; there are 1 to {last}.")
PLAYED_AGAIN = sentence("That is what you played.")
TOO_MUCH = sentence("{text} is allowed, but it gives away too much as well.")

Entry = dict[str, Any]
"""A moment as it is kept: the entry of a lesson, with the name of its `game` and the text that was `played`."""


def moments_path(profile: str = USUAL) -> Path:
    """Give the file with the moments of a profile."""
    return home() / ("moments.json" if profile == USUAL else f"moments-{profile}.json")


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment: its lesson, and what was played."""

    lesson: Lesson
    played: str


def moments(profile: str = USUAL) -> tuple[Moment, ...]:
    """Give the moments of a profile, the latest first; those that cannot be read any more are left out."""
    found = []
    for one in _kept(profile):
        with suppress(Fault, KeyError, TypeError, ValueError, AttributeError):
            lesson = read(one["game"], {name: part for name, part in one.items() if name not in {"game", "played"}})
            found.append(Moment(lesson, str(one["played"])))
    return tuple(found)


def _kept(profile: str) -> list[Entry]:
    try:
        told = json.loads(moments_path(profile).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return []
    return [one for one in told if isinstance(one, dict)] if isinstance(told, list) else []


def keep(profile: str, one: Entry) -> None:
    """Keep a moment as the latest; one of the same position and seat is replaced, and the oldest go."""
    from net.storage.profile import write_whole

    others = [kept for kept in _kept(profile) if kept.get("name") != one["name"]]
    path = moments_path(profile)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, json.dumps([one, *others][:MOST]).encode(), 0o600)


async def found_moment(
    match: Match, seats: Collection[Seat], step: Step = lambda _done, _of: None, level: str = ""
) -> Entry | None:
    """Look for the worst decision of some seats in a finished game; None if none of theirs has a mark.

    A hint is asked for there as well: a player who has followed it is told so.
    Raises `Fault`. Cancelling the call ends all children.
    """
    analyst = GameAnalyst(match, level) if level else GameAnalyst(match)
    one = worst((await analyst.made(step)).judgements, seats)
    if one is None:
        return None
    before = next(made.before for made in decisions(match) if made.ply == one.ply)
    async with BotProcess(analyst.level) as bot:
        seed = analyst.seed + one.ply
        thought = await bot.consider(before, one.seat, seed, LOOKS)
        behind = {}
        for text, (later, seat) in looked_behind(before, one, thought).items():
            behind[text] = await bot.consider(later, seat, seed, LOOKS)
    async with BotProcess(hint_level(match.header.game)) as bot:
        here = positions_before(match, {one.ply})[one.ply]
        advised = (await ask_hint(here, one.seat, bot)).best.text == one.played
    return moment_entry(match, one, answers(before, one, thought, behind), advised=advised)


def moment_entry(match: Match, one: Judgement, right: Sequence[str], *, advised: bool = False) -> Entry:
    """Write down a decision of a match as a moment whose good actions are `right`.

    `advised` says that a hint advises what was played.
    """
    (turn,) = turns(match, [one])
    before = positions_before(match, {one.ply})[one.ply]
    task = "advised" if advised else "task"
    told = {kind: _in_each(kind, turn, match, before) for kind in ("title", task, *HINTS, "done")}
    told["task"] = told[task]
    return {**entry(before, one, right, told), "game": match.header.game, "played": one.played}


def _in_each(kind: str, turn: Turn, match: Match, before: Match) -> Mapping[str, str]:
    """Give a text of a moment in every language."""
    told = {}
    for language in LANGUAGES:
        with speaking(language), calling(called(match.header.game, match.header.options)):
            told[language] = _text(kind, turn, match, before)
    return told


def _text(kind: str, turn: Turn, match: Match, before: Match) -> str:
    one: Judgement = turn.judgement
    played = action_words(one.played)
    if kind == "title":
        return tr(TITLE, turn=match.turns.turn_at(one.ply), played=played)
    if kind in {"task", "advised"}:
        task, kind = TASK_ADVISED if kind == "advised" else TASK, tr(KINDS[one.mark]).lower() if one.mark else ""
        return tr(task, played=played, mark=turn.mark, kind=kind)
    if kind == "typed":
        return tr(TYPED, text=action_words(one.best))
    if kind == "where":
        return where_to_look(before.seen_by(one.seat).state, one.seat, one.best)
    why = why_words(turn, match.names, own=True)
    return why if kind == "why" else " ".join(filter(None, (tr(DONE, better=better_words(turn)), why)))


class OwnMoment(Tutor):
    """Moment `number` of a profile's, the latest being 1."""

    onward: ClassVar[str] = sentence("{key[lesson.next]} goes on to the moment before this one.")
    finished: ClassVar[str] = sentence("That was the oldest of your moments.")
    first: ClassVar[str] = sentence("This is the latest of your moments.")
    head: ClassVar[str] = sentence("MOMENT {number}/{last} {title}.")
    back_in: ClassVar[str] = sentence("NOTE back in moment {number} of {last}, of {game}: {title}.")

    def __init__(self, profile: str, number: int = 1) -> None:
        """Begin a moment; raise `Fault` if there is none of that number."""
        self._moments, self._profile = moments(profile), profile
        self.number, self.last = number, len(self._moments)
        if not self._moments:
            raise Fault(NO_MOMENTS)
        if not 1 <= number <= self.last:
            raise Fault(NO_SUCH_MOMENT, number=number, last=self.last)
        self._moment = self._moments[number - 1]
        self.lesson = self._moment.lesson
        self.game = self.lesson.game
        self._tried = ""
        self.again()

    @property
    def tells_form(self) -> bool:
        """Whether the form of the solution may be told: where it begins is what is asked for."""
        return False

    def beside(self, step: int) -> Self | None:
        """Begin the moment before this one in time, or (-1) the one after it; None if there is none."""
        number = self.number + step
        return type(self)(self._profile, number) if 1 <= number <= self.last else None

    def kept(self, settings: Settings) -> Settings:
        """Give the settings unchanged: a moment may be found again."""
        return settings

    def play(self, text: str) -> bool:
        """Try an action; tell whether it was good enough. `said` holds the answer to one that was not."""
        self._tried = self.choice.whole(text) if self.choice else text
        return super().play(text)

    def _refuse(self, fault: Fault) -> None:
        super()._refuse(fault)
        if isinstance(fault, NotTheTask) and not self.done:
            text = str(self.state.parse(self.attempt.seat, self._tried))
            with calling(self.names):
                self.said = tr(PLAYED_AGAIN) if text == self._moment.played else tr(TOO_MUCH, text=located(text))

"""What was promised, held against all that programs ever printed and all that their profiles keep. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from tests.storms.games.kept_game import KeptGame, Ply, Spoken
from tests.storms.participant import final_words
from tests.storms.program import Event, Program

HIDDEN = "?"
ENDING = ("outcome", "plies", "digest", "talk_digest")
"""What all programs say of the end of a game."""


@dataclass(slots=True)
class Verdict:
    """The promises that were broken, a sentence each; how many certificates stand, and how many printed steps fell."""

    broken: list[str] = field(default_factory=list)
    certified: int = 0
    excused: int = 0


def judge(
    programs: Sequence[Program],
    kept: Sequence[KeptGame],
    silent: Container[str] = frozenset(),
    gone: Container[str] = frozenset(),
) -> Verdict:
    """Hold everybody to one game; what programs print and profiles keep is to be the same everywhere.

    Excused is what a certificate has put another step for: a step that was printed at the very place where the journals
    prove that all others had done waiting, and what was built on it. Those who are `silent` had no say at the end. An
    end that none but those who have `gone` for ever has not signed is never settled, and nobody keeps it as finished.
    """
    verdict = Verdict()
    verdict.broken += _ends([program for program in programs if program.name not in silent], gone)
    verdict.broken += _keeping(kept)
    unsettled = any(final_words(program, gone) for program in programs if not final_words(program))
    if not kept and not unsettled and not all(map(closed_early, programs)):
        verdict.broken.append("no profile keeps the game")
    if kept:
        verdict.certified = len(kept[0].certified)
        for program in programs:
            _steps(program, kept[0], verdict)
            verdict.broken += _said(program, kept[0])
    return verdict


def _ends(programs: Sequence[Program], gone: Container[str]) -> Iterator[str]:
    """Compare all ends that anybody ever called final."""
    known: dict[str, str] = {}
    for program in programs:
        words = final_words(program, gone)
        if not words:
            yield f"{program.name} has never told how the game ended"
        for word in words:
            known.setdefault(_ending(word), program.name)
            if word.get("outcome") is None and not is_closed(word):
                yield f"{program.name} tells an end without an outcome"
    if len(known) > 1:
        yield "; ".join(f"{name} tells {ending}" for ending, name in known.items())


def is_closed(word: Event) -> bool:
    """Tell whether an end is that of a table which was closed before the first decision, as the host was gone."""
    return word.get("outcome") is None and word.get("plies") == 0


def closed_early(program: Program) -> bool:
    """Tell whether a program has told such an end and nothing else: then no profile keeps a game."""
    words = final_words(program)
    return bool(words) and all(map(is_closed, words)) and not program.all("move")


def _ending(word: Event) -> str:
    return " ".join(f"{name}={word.get(name)}" for name in ENDING)


def _keeping(kept: Sequence[KeptGame]) -> Iterator[str]:
    """Compare what the profiles keep."""
    for one in kept[1:]:
        for what in ("record", "plies", "certified", "ratings"):
            if getattr(one, what) != getattr(kept[0], what):
                yield f"{one.name} keeps another {what} than {kept[0].name}"


def _steps(program: Program, kept: KeptGame, verdict: Verdict) -> None:
    """Hold each step that one program has printed against the game that all keep.

    A step that differs is excused where a certificate stands at its place, or at one since the last step that agreed.
    """
    since, life = 0, 0
    for told in program.all("move"):
        if told.life != life:
            since, life = 0, told.life
        at = int(str(told.event["ply"])) - 1
        if at < len(kept.plies) and _agree(told.event, kept.plies[at]):
            since = at + 1
        elif any(since <= place <= at for place in kept.certified):
            verdict.excused += 1
        else:
            stands = kept.plies[at] if at < len(kept.plies) else "nothing"
            verdict.broken.append(f"{program.name} printed {told.event}, where {stands} stands")


def _said(program: Program, kept: KeptGame) -> Iterator[str]:
    """Hold what one program has printed of the talk, and of what was void, against the game that all keep."""
    lines = Counter((told.life, _spoken(told.event)) for told in program.all("talk"))
    for (_, line), times in lines.items():
        if times > 1:
            yield f"{program.name} printed a line of talk {times} times: {line}"
        if line not in kept.talk:
            yield f"{program.name} printed a line of talk that nobody keeps: {line}"
    if not kept.certified:
        for told in program.all("void"):
            yield f"{program.name} tells what is void: {told.event}"


def _agree(event: Event, ply: Ply) -> bool:
    """Tell whether a step was printed as it stands: the same words, but for a face that one of them does not know."""
    words, known = str(event["text"]).split(), ply.text.split()
    same = len(words) == len(known) and all(
        HIDDEN in pair or len(set(pair)) == 1 for pair in zip(words, known, strict=True)
    )
    return same and event["seat"] == ply.seat and event["state"] == ply.state


def _spoken(event: Event) -> Spoken:
    seat = event["seat"]
    return str(event["pid"]), int(str(event["seq"])), None if seat is None else int(str(seat)), str(event["text"])

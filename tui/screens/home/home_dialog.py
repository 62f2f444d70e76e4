"""The questions of the home screen: which game to learn, and who may join which hosted room.

Learning offers a game's rules, its lessons or the puzzle of the day. Who may join is always asked, never guessed.
"""

from __future__ import annotations

from rich.text import Text

from core.fault import sentence
from core.games import find, names
from core.study.lesson import lessons
from core.study.puzzle import puzzled
from tui.i18n.translation import tr
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.home.first_start_screen import DISCOVER
from tui.session.hosted_broker import DOORS, QUESTION
from tui.session.hosted_rooms import WHICH, WHICH_WORDS
from tui.session.hosted_table import RESTS_WORDS
from tui.settings.settings import Settings
from tui.study.lessons.tutor import learnt


def host_screen() -> ChoiceScreen:
    """Ask where the broker shall listen; give an address, empty for none."""
    return ChoiceScreen(Text(tr(QUESTION)), [(address, tr(words)) for address, words in DOORS.items()])


def same_room_screen() -> ChoiceScreen:
    """Ask whether the room hosted before is meant or a new one; give `SAME` or `NEW`, empty for neither."""
    return ChoiceScreen(Text(tr(WHICH)), [(key, tr(words)) for key, words in WHICH_WORDS.items()])


def rest_screen(told: str) -> ChoiceScreen:
    """Ask whether to host the room of a kept table again; `told` says why it rests.

    Give `AGAIN` or `LOOK`, empty for neither.
    """
    return ChoiceScreen(Text(told), [(key, tr(words)) for key, words in RESTS_WORDS.items()])


LESSONS, RULES, PUZZLE, MOMENTS, FIRST_GAME = "lessons", "rules", "puzzle", "moments", "discover"
"""The first word of an answer; the game's name follows."""

WHAT_TO_LEARN = sentence("What would you like to learn?")
LESSONS_OF = sentence("{game}: lessons ({done} of {all} done)")
RULES_OF = sentence("{game}: the rules")
PUZZLE_OF = sentence("{game}: puzzle of the day")
OWN_MOMENTS = sentence("Your own moments ({n})")


def learn_screen(settings: Settings, own: int = 0, *, at_home: bool = False) -> ChoiceScreen:
    """Ask for rules, lessons or the puzzle of a game; the answer is `rules`, `lessons` or `puzzle` and its name.

    If the profile has `own` moments, they are offered too, by `moments`; `at_home` the short first game, by `discover`.
    """
    answers = []
    for name in filter(lessons, names()):
        title, done = tr(find(name).title), len(learnt(settings, name))
        answers.append((f"{LESSONS} {name}", tr(LESSONS_OF, game=title, done=done, all=len(lessons(name)))))
    answers += [(f"{RULES} {name}", tr(RULES_OF, game=tr(find(name).title))) for name in names()]
    answers += [(f"{PUZZLE} {name}", tr(PUZZLE_OF, game=tr(find(name).title))) for name in puzzled()]
    if own:
        answers.append((MOMENTS, tr(OWN_MOMENTS, n=own)))
    if at_home:
        answers.append((FIRST_GAME, tr(DISCOVER)))
    return ChoiceScreen(Text(tr(WHAT_TO_LEARN), "bold"), answers)

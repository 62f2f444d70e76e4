"""The general dialogs: a question with a line to answer on, a question with a list of answers, and text to read.

An answer of a list is chosen by key, number or mouse; a click beside the frame chooses none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from itertools import chain, repeat
from typing import Any, ClassVar

from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from core.fault import Fault, sentence
from tui.i18n.translation import tell
from tui.screens.frame.localized_screen import LocalizedDialog
from tui.widgets.form_field import Options, OrderedInput
from tui.widgets.key_words import key_sentence

ANSWERS = sentence("Enter answers")
CHOOSES = sentence("A key or Enter chooses")
CLOSES = sentence("Esc closes")
"""What the frame of a question says: how it is left. A click on the words does what they say."""


def _ways_out(answers: str) -> Text:
    """Write on a frame what `answers`, and what closes it."""
    return key_sentence(answers) + ", " + key_sentence(CLOSES)


class InputDialog(LocalizedDialog[str | None]):
    """Return the answer, perhaps an empty one; None if there is none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", show=False)]
    DEFAULT_CSS = """
    InputDialog { align: center middle; background: $background 60%; }
    InputDialog > Vertical { width: 72; max-width: 96%; height: auto; padding: 1 2;
        background: $panel; border: round $muted; border-subtitle-color: $muted; }
    InputDialog Static { height: auto; margin-bottom: 1; }
    InputDialog Input { height: 1; border: none; padding: 0 1; background: $surface; }
    InputDialog Input:focus { border: none; }
    InputDialog #refused { color: $error; margin: 1 0 0 0; display: none; }
    """

    def __init__(
        self,
        question: str,
        answer: str = "",
        *,
        longest: int = 1000,
        check: Callable[[str], object] | None = None,
        refused: str = "",
    ) -> None:
        """Ask `question`, with `answer` already filled in. What `check` refuses by a `Fault` can be put right here.

        `refused` says why the answer that is filled in was refused before.
        """
        super().__init__()
        self._refused = refused
        self._check = check
        self._question, self._answer, self._longest = question, answer, longest

    def compose(self) -> ComposeResult:
        """Put the line below the question."""
        with Vertical():
            yield Static(self._question, markup=False)
            yield OrderedInput(self._answer, max_length=self._longest)
            yield Static(id="refused", markup=False)

    def on_mount(self) -> None:
        """Focus the input, and say on the frame how the question is left."""
        self.query_one(Vertical).border_subtitle = _ways_out(ANSWERS)
        self.query_one(Input).focus()
        if self._refused:
            self._refuse(self._refused)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the answer, unless it is refused: then say why. Nothing at all is no answer."""
        event.stop()
        answer = event.value.strip()
        try:
            if answer and self._check is not None:
                self._check(answer)
        except Fault as fault:
            self._refuse(tell(fault))
        else:
            self.dismiss(answer)

    @on(events.Click)
    def _leave(self, event: events.Click) -> None:
        """Give no answer by a click beside the frame, unless something was typed that would be lost."""
        if event.widget is self and self.query_one(Input).value == self._answer:
            self.dismiss(None)

    def _refuse(self, why: str) -> None:
        refused = self.query_one("#refused", Static)
        refused.update(why)
        refused.display = True


async def ask_until(
    app: App[Any],
    question: str,
    way: Callable[[str], Awaitable[None]],
    answer: str = "",
    *,
    longest: int = 1000,
    empty: bool = False,
) -> None:
    """Ask for a line until `way` takes it or no answer comes; an `empty` one may be an answer too.

    What `way` refuses by a `Fault` stands there again, with the reason below.
    """
    refused, typed = "", answer
    while True:
        given = await app.push_screen_wait(InputDialog(question, typed, longest=longest, refused=refused))
        if given is None or not (given or empty):
            return
        try:
            await way(given)
        except Fault as fault:
            refused, typed = tell(fault), given
        else:
            return


ANSWER_KEYS = "1234567890abcdefghi"
"""The key of each answer in turn: `j`, `k` and `q` move and leave. Answers beyond these have no key."""


class ChoiceScreen(LocalizedDialog[str]):
    """Return the key of the chosen answer, empty if none was chosen."""

    NOTHING = ""
    leads_below = False
    """Whether its keys lead to an answer that is owed below it."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss('')", show=False),
        Binding("j", "step(1)", show=False),
        Binding("k", "step(-1)", show=False),
    ]
    DEFAULT_CSS = """
    ChoiceScreen { align: center middle; background: $background 60%; }
    ChoiceScreen > Vertical { width: 64; max-width: 92%; height: auto; max-height: 92%; padding: 1 2;
        background: $panel; border: round $muted; border-subtitle-color: $muted; }
    ChoiceScreen #told { height: auto; margin-bottom: 1; scrollbar-size-vertical: 1; }
    ChoiceScreen #question { height: auto; }
    ChoiceScreen OptionList { height: auto; max-height: 14; border: none; background: $panel; padding: 0; }
    ChoiceScreen OptionList:focus { border: none; }
    """

    def __init__(
        self,
        question: Text,
        answers: Sequence[tuple[str, str]],
        presses: str = "",
        others: Callable[[str], str] | None = None,
    ) -> None:
        """Ask `question`; `answers` are keys with their words. `presses`, if any, chooses each by its key in turn.

        `others` gives the answer that another key means now, if it means any.
        """
        super().__init__()
        self._others = others or (lambda _: "")
        self.leads_below = self.leads_below or others is not None
        self._presses = presses or ANSWER_KEYS
        self._question = question
        self._answers = tuple(answers)

    def compose(self) -> ComposeResult:
        """Put the answers below the question."""
        with Vertical():
            with VerticalScroll(id="told", can_focus=False):
                yield Static(self._question, id="question", markup=False)
            yield Options(
                *(
                    Option(Text(f"{press}  {words}"), id=key)
                    for press, (key, words) in zip(chain(self._presses, repeat(" ")), self._answers, strict=False)
                ),
                markup=False,
            )

    def on_mount(self) -> None:
        """Focus the answers, and say on the frame how the question is left."""
        self.query_one(Vertical).border_subtitle = _ways_out(CHOOSES)
        self.query_one(Options).focus()

    @on(events.Resize)
    def _fit(self) -> None:
        """Leave all answers in sight, however long the question is: it scrolls."""
        self.call_after_refresh(self._limit)

    def _limit(self) -> None:
        for told in self.query("#told").results(VerticalScroll):
            frame, answers = self.query_one(Vertical), self.query_one(Options)
            most = frame.styles.max_height
            share = most.value if most is not None else 100
            room = (
                int(self.size.height * share / 100)
                - frame.gutter.height
                - told.styles.margin.height
                - answers.size.height
            )
            told.styles.max_height = max(1, room)

    def on_key(self, event: events.Key) -> None:
        """Choose by the key before an answer. The screen below does not receive it."""
        for press, (key, _) in zip(self._presses, self._answers, strict=False):
            if press == event.character:
                event.stop()
                self.dismiss(key)
                return
        if other := self._others(event.key):
            event.stop()
            self.dismiss(other)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the chosen answer."""
        self.dismiss(event.option_id or "")

    @on(events.Click)
    def _leave(self, event: events.Click) -> None:
        """Choose nothing by a click beside the frame."""
        if event.widget is self:
            self.dismiss(self.NOTHING)

    def action_step(self, step: int) -> None:
        """Go up or down."""
        answers = self.query_one(Options)
        (answers.action_cursor_down if step > 0 else answers.action_cursor_up)()


class GameQuestion(ChoiceScreen):
    """A question of a game that goes on: the end of the game takes it away."""


STAYING, DOING = "stay", "do"


async def is_sure(app: App[Any], question: Text, answers: tuple[str, str]) -> bool:
    """Ask once more before something that cannot be made good; `answers` name leaving it and doing it."""
    choice = ChoiceScreen(question, list(zip((STAYING, DOING), answers, strict=True)))
    return await app.push_screen_wait(choice) == DOING


SCROLLING = (Binding("j", "scroll(1)", show=False), Binding("k", "scroll(-1)", show=False))
"""The letters that scroll a sheet."""


SHEET_CLOSES = sentence("Arrows scroll, Esc or a click closes")
"""What the frame of a sheet says: how it is left."""


class Sheet(LocalizedDialog[None]):
    """Rows of text in a frame. A click closes it; arrows scroll."""

    DEFAULT_CSS = """
    Sheet { align: center middle; background: $background 60%; }
    Sheet > VerticalScroll { width: 76; max-width: 96%; height: auto; max-height: 90%; padding: 1 2;
        background: $panel; border: round $muted; scrollbar-size-vertical: 1; }
    Sheet Static { height: auto; }
    """

    def __init__(self, rows: Sequence[Text]) -> None:
        """Show `rows`."""
        super().__init__()
        self._rows = tuple(rows)

    def compose(self) -> ComposeResult:
        """Put all rows in one text."""
        with VerticalScroll():
            yield Static(Text("\n").join(self._rows), markup=False)

    def on_mount(self) -> None:
        """Let the keys scroll, and say on the frame how the sheet is left."""
        sheet = self.query_one(VerticalScroll)
        sheet.border_subtitle = key_sentence(SHEET_CLOSES)
        sheet.focus()

    def on_click(self, event: events.Click) -> None:
        """Close the sheet."""
        del event
        self.dismiss()

    def action_scroll(self, step: int) -> None:
        """Scroll a line."""
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)


class TextDialog(Sheet):
    """A sheet for any text. Esc, `q`, Enter and more keys close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,question_mark", "dismiss", show=False),
        *SCROLLING,
    ]
    DEFAULT_CSS = "TextDialog > VerticalScroll { width: 78; max-width: 100%; max-height: 100%; padding: 0 2; }"

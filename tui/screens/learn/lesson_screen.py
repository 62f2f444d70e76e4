"""A lesson: the board, the task beside it, hints by key, and the reason why an answer is wrong."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from core.fault import sentence
from core.games import find
from core.scene import Layout, Scene
from tui.i18n.translation import language, ntr, tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.settings.keymap import LESSON, bindings
from tui.settings.settings import Settings
from tui.settings.theme import GLYPH_SETS, look
from tui.study.lessons.tutor import Tutor
from tui.table.move_entry import LAID, ONE_MORE, MoveEntry
from tui.table.seat_names import scene_glyphs
from tui.widgets.board_view import BoardView
from tui.widgets.chips import ChipBar
from tui.widgets.drawing.layout_choice import suitable_view
from tui.widgets.hand_bar import LAY, PICK, WORD, HandBar
from tui.widgets.hand_selection import held, sayings
from tui.widgets.key_bar import KeyBar
from tui.widgets.key_words import PLAYING, PLAYS, key_sentence, key_words
from tui.widgets.prompt import Prompt
from tui.widgets.text_style import TextStyle

STACKED = 130
"""Below this width the task lies under a map instead of beside it."""

HINT_KEY = sentence("{key[lesson.hint]} gives a hint.")
POINTING = sentence(
    "{key[board.w]} {key[board.s]} {key[board.n]} {key[board.e]} point, {key[board.point]} chooses, then plays; "
    "or click"
)
"""How to play at all: said below the board while nothing is chosen."""
NO_HINT = sentence("There is no further hint.")
YOU = sentence("You play")


class LessonScreen(LocalizedScreen[None]):
    """One course of lessons of one game. Progress is kept in the settings."""

    CSS_PATH = "lesson.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings(LESSON)

    def __init__(self, game: str, number: int = 1, tutor: Tutor | None = None) -> None:
        """Begin with lesson `number` of `game`, or with that of a `tutor`; raise `Fault` if there is none."""
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
        self.tutor = tutor or Tutor(game, number)
        self._drawing = self.tutor.lesson.drawing
        self._shown_step: tuple[Tutor, int] | None = None

    def compose(self) -> ComposeResult:
        """Lay out title, board, task, hand, prompt and keys."""
        yield Static(id="title", markup=False)
        with Horizontal(id="body"):
            yield BoardView(glyph_set=self._glyph_set, id="board")
            with Vertical(id="side"), VerticalScroll(can_focus=False):
                yield Static(id="told", markup=False)
        yield HandBar(id="hand")
        yield Prompt(self._complete, self._objection, id="prompt")
        yield KeyBar(show_command_palette=False)

    def on_mount(self) -> None:
        """Show the task."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show())
        self._board.focus()
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        """Draw anew at another size."""
        self.call_after_refresh(self._show)

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        super().relabel()
        self.call_after_refresh(self.on_mount)

    @property
    def _glyph_set(self) -> str:
        chosen = str(getattr(self.app, "glyph_set", GLYPH_SETS[0]))
        return chosen if chosen in GLYPH_SETS else GLYPH_SETS[0]

    @property
    def _board(self) -> BoardView:
        return self.query_one(BoardView)

    def _scene(self) -> Scene:
        """Give the scene in the way that the lesson or the learner wants, else in the one that suits the room."""
        state, room = self.tutor.state, self._board.size
        scenes = {name: state.scene(self.tutor.attempt.seat, name) for name in find(self.tutor.game).scenes}
        return scenes[suitable_view(scenes, self._drawing, room.width, room.height)]

    def _show(self) -> None:
        """Show the position, the marks, the task and the cards."""
        scene, tutor = self._scene(), self.tutor
        colours = {panel.name: panel.colour for panel in scene.seats if panel.colour}
        ink = TextStyle(look(self.app.theme).wearing(colours), scene_glyphs(self._glyph_set, scene))
        self.set_class(scene.layout is Layout.MAP and self.size.width < STACKED, "-stacked")
        self._board.show(scene, tutor.pick(), tutor.game)
        if (step := (tutor, tutor.attempt.at)) != self._shown_step:
            self._shown_step = step
            self._board.reveal(tutor.start)
        self.query_one("#told", Static).update(told(tutor, scene, ink))
        place = f"{tr(find(tutor.game).title)}  {tutor.number}/{tutor.last}  "
        self.query_one("#title", Static).update(ink.muted(place) + ink.accent(tutor.title))
        choice, hand = tutor.choice, self.query_one(HandBar)
        if scene.cards is not None and choice is not None:
            words = sayings(choice, {cell.spot for cell in scene.cells})
            hand.show(scene.cards, choice.seat, held(scene, choice, choice.seat), words, ink)
            if hand.holding.asked and self.focused in {self._board, None}:
                hand.focus()
        elif scene.cards is None or choice is None:
            hand.show(None, None, held(None, None, None), (), ink)
        if self.focused is hand and not hand.holding.asked:
            self._board.focus()
        said = chosen(choice, scene, ink) if choice and choice.shown() else Text()
        if not (said or tutor.done or hand.holding.asked):
            said = key_sentence(POINTING, ink.style("muted"))
        self.query_one(Prompt).say(said)

    def _tried(self) -> None:
        """Show the result of a try. A completed lesson is kept."""
        settings = getattr(self.app, "settings", None)
        if self.tutor.done and isinstance(settings, Settings):
            app: Any = self.app
            app.keep(self.tutor.kept(settings))
        self._show()

    @on(BoardView.Pointed)
    def _pointed(self, event: BoardView.Pointed) -> None:
        self.tutor.point(event.spot)
        self._tried()

    @on(BoardView.Back)
    def _back(self) -> None:
        self.tutor.back()
        self._show()

    @on(HandBar.Left)
    def _hand_left(self) -> None:
        self.tutor.back()
        self._board.focus()
        self._show()

    @on(ChipBar.Pressed)
    def _pressed(self, event: ChipBar.Pressed) -> None:
        """Pick a card, lay down what is picked, or say a word."""
        hand = self.query_one(HandBar)
        if event.key.startswith(WORD):
            self.tutor.point(event.key.removeprefix(WORD))
        elif event.key.startswith(PICK):
            hand.toggle(int(event.key.removeprefix(PICK)))
        elif event.key == LAY and hand.holding.text:
            self.tutor.play(hand.holding.text)
        self._tried()

    @on(Prompt.Changed)
    def _typed(self, event: Prompt.Changed) -> None:
        self.tutor.spell(event.text)
        self._board.mark(self.tutor.pick())

    @on(Prompt.Entered)
    def _entered(self, event: Prompt.Entered) -> None:
        if not event.text or self.tutor.play(event.text):
            self._close()
        self._tried()

    @on(Prompt.Left)
    def _close(self) -> None:
        self.query_one(Prompt).close()
        self._board.focus()
        self._show()

    def _complete(self, text: str) -> tuple[str, ...]:
        return self.tutor.complete(text)

    def _objection(self, text: str) -> str:
        return self.tutor.objection(text)

    def action_type(self) -> None:
        """Type an action."""
        choice = self.tutor.choice
        if choice is not None:
            self.query_one(Prompt).open(choice.opening())

    def action_play_chosen(self) -> None:
        """Play the choice, which could also go on."""
        if self.tutor.choice is not None and self.tutor.choice.text is not None:
            self.tutor.play(self.tutor.choice.text)
            self._tried()

    def action_hint(self) -> None:
        """Give one more hint."""
        if not self.tutor.hint():
            self.notify(tr(NO_HINT), markup=False)
        self._show()

    def action_go(self, step: int) -> None:
        """Go to the next lesson or to the previous one."""
        tutor = self.tutor.beside(step)
        if tutor is not None:
            self.tutor = tutor
            self._drawing = tutor.lesson.drawing or self._drawing
            self._show()
        elif step > 0:
            self.notify(tr(self.tutor.finished, game=tr(find(self.tutor.game).title)), markup=False)

    def action_again(self) -> None:
        """Begin the lesson again."""
        self.tutor.again()
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the key of another drawing where there is another one."""
        del parameters
        return action != "view" or len(find(self.tutor.game).scenes) > 1

    def action_view(self) -> None:
        """Draw the game in another way."""
        names = find(self.tutor.game).scenes
        scenes = {name: self.tutor.state.scene(None, name) for name in names}
        shown = suitable_view(scenes, self._drawing, self._board.size.width, self._board.size.height)
        self._drawing = names[(names.index(shown) + 1) % len(names)]
        self._show()

    def action_rules(self) -> None:
        """Show the rules, at what is under the cursor."""
        from tui.screens.learn.rules_screen import RulesScreen
        from tui.study.lessons.rules_text import opening

        game = self.tutor.game
        self.app.push_screen(RulesScreen(game, opening(game, self._scene(), self._board.cursor, language())))

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)


def chosen(choice: MoveEntry, scene: Scene, ink: TextStyle) -> Text:
    """Say how far a choice is, and that Enter plays it if it is an action that could go on."""
    count = len(choice.targets)
    asked = tr(choice.lacks, n=count) if choice.unfinished else ""
    if choice.text is not None and count and scene.atlas is not None:
        asked = ntr("{n} town", "{n} towns", count)
    text = ink.accent(choice.shown() + " ") + ink.muted(asked)
    if choice.text is not None:
        text.append(" ").append_text(ink.plain(tr(PLAYS)))
    return key_words(text, PLAYS, ONE_MORE, LAID, does=PLAYING)


def told(tutor: Tutor, scene: Scene, ink: TextStyle) -> Text:
    """Say what to do, the hints, the result of the last try, and what to press."""
    text = Text()
    if tutor.said:
        text.append(tutor.said + "\n\n", ink.style("success" if tutor.right else "warning", bold=True))
    if tutor.done:
        return text.append_text(
            key_sentence(tutor.onward if tutor.number < tutor.last else "", ink.style("foreground"))
        )
    panel = next(panel for panel in scene.seats if panel.seat == tutor.attempt.seat)
    name = panel.colour if panel.name.isdigit() else panel.name
    text.append_text(ink.muted(tr(YOU) + " ")).append_text(ink.seat(name)).append("\n")
    text.append(tutor.task + "\n\n", ink.style("foreground"))
    for hint in tutor.shown:
        text.append(f"{hint}\n", ink.style("accent"))
    return text.append_text(key_sentence(HINT_KEY if tutor.has_hint else "", ink.style("muted")))

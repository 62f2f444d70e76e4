"""A lesson: the board, the task beside it, hints by key, and the reason why an answer is wrong."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from core.fault import sentence
from core.games import find
from core.scene import Layout, Scene
from tui.i18n.translation import language, ntr, tr
from tui.screens.frame.hand_screen import HandScreen
from tui.settings.keymap import LESSON, SPOKEN, bindings, pressed
from tui.settings.settings import Settings
from tui.settings.theme import GLYPH_SETS, look
from tui.study.lessons.tutor import Tutor
from tui.table.move_entry import MoveEntry
from tui.table.seat_names import scene_glyphs
from tui.widgets.board_view import BoardView
from tui.widgets.drawing.layout_choice import suitable_view
from tui.widgets.fight_bar import Bout, FightBar
from tui.widgets.hand_bar import HandBar
from tui.widgets.hand_selection import held, sayings
from tui.widgets.key_bar import KeyBar
from tui.widgets.key_words import PLAYING, PLAYS, PLAYS_THERE, key_sentence, key_words
from tui.widgets.prompt import Prompt
from tui.widgets.spot_line import spot_line
from tui.widgets.text_style import TextStyle
from tui.words.choice_words import LACKING

STACKED = 130
"""Below this width the task lies under a map instead of beside it."""

SIDES, ROWS, MOST_ROWS = 4, 7, 9
"""The columns beside the task under a map, its rows as in the style sheet, and those that it takes if it has to."""

HINT_KEY = sentence("{key[lesson.hint]} gives a hint.")
POINTING = sentence(
    "{key[board.w]} {key[board.s]} {key[board.n]} {key[board.e]} point, {key[board.point]} chooses, then plays; "
    "or click"
)
"""How to play at all: said below the board while nothing is chosen."""
NO_HINT = sentence("There is no further hint.")
YOU = sentence("You play")


class LessonScreen(HandScreen[None]):
    """One course of lessons of one game. Progress is kept in the settings."""

    CSS_PATH = "lesson.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(LESSON), *bindings(SPOKEN)]

    def __init__(self, game: str, number: int = 1, tutor: Tutor | None = None) -> None:
        """Begin with lesson `number` of `game`, or with that of a `tutor`; raise `Fault` if there is none."""
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
        self.tutor = tutor or Tutor(game, number)
        self._drawing = self.tutor.lesson.drawing
        self._shown_step: tuple[Tutor, int] | None = None
        self._stepped = self._asked_in_vain = False

    def compose(self) -> ComposeResult:
        """Lay out title, board, task, hand, prompt and keys."""
        yield Static(id="title", markup=False)
        with Horizontal(id="body"):
            yield BoardView(glyph_set=self._glyph_set, stepped=self._step, id="board")
            with Vertical(id="side"), VerticalScroll(can_focus=False):
                yield Static(id="told", markup=False)
        yield FightBar(id="fight")
        yield HandBar(id="hand")
        yield Prompt(self._complete, self._objection, aside=pressed("lesson.hint"), id="prompt")
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
        ink = self._ink(scene)
        self.set_class(scene.layout is Layout.MAP and self.size.width < STACKED, "-stacked")
        self._board.show(scene, tutor.pick(), tutor.game)
        if (step := (tutor, tutor.attempt.at)) != self._shown_step:
            self._shown_step = step
            self._board.reveal(tutor.start)
            self._stepped = False
        self._tell(told(tutor, scene, ink, short=self.has_class("-stacked"), vain=self._asked_in_vain))
        place = f"{tr(find(tutor.game).title)}  {tutor.number}/{tutor.last}  "
        self.query_one("#title", Static).update(ink.muted(place) + ink.accent(tutor.title))
        choice, hand = tutor.choice, self.query_one(HandBar)
        if scene.cards is not None and choice is not None:
            words = sayings(choice, {cell.spot for cell in scene.cells})
            hand.show(scene.cards, choice.seat, held(scene, choice, choice.seat), words, ink)
            if hand.asked and self.focused in {self._board, None}:
                hand.focus()
        elif scene.cards is None or choice is None:
            hand.show(None, None, held(None, None, None), (), ink)
        if self.focused is hand and not hand.asked:
            self._board.focus()
        self._show_fight()
        self._say(scene, ink)

    @on(HandBar.Picked)
    @on(events.DescendantFocus)
    def _show_fight(self) -> None:
        """Show which pieces fight, and what is picked for it."""
        scene, choice = self._scene(), self.tutor.choice
        fight = scene.cards.fight if scene.cards is not None and choice is not None else None
        ink, bout = self._ink(scene), None
        if fight is not None and choice is not None:
            town = ink.glyphs.town(fight.spot, language())
            bout = Bout(fight, town, choice.seat, keys=self.keys_of)
        self.query_one(FightBar).show(bout, self.query_one(HandBar).holding, ink)
        self.set_class(bout is not None, "-fight")

    def _tell(self, text: Text) -> None:
        """Show the task; where not all of it fits, what is new: a reply stands above, a hint below."""
        shown, side = self.query_one("#told", Static), self.query_one("#side")
        shown.update(text)
        rows = len(text.wrap(self.app.console, max(1, self.size.width - SIDES)))
        side.styles.height = min(rows, MOST_ROWS) if self.has_class("-stacked") and rows > ROWS else None
        box = self.query_one("#side VerticalScroll", VerticalScroll)
        to = box.scroll_home if self.tutor.said and not self._asked_in_vain else box.scroll_end
        self.call_after_refresh(to, animate=False)

    def _say(self, scene: Scene, ink: TextStyle) -> None:
        """Say what is chosen, else how to point; and what stands under a cursor that was moved."""
        tutor, choice, cursor = self.tutor, self.tutor.choice, self._board.cursor
        said = chosen(choice, scene, ink, cursor) if choice and choice.shown() else Text()
        if not tutor.done:
            names = tuple(panel.name for panel in scene.seats)
            there = spot_line(scene, cursor, names, ink) if self._stepped and cursor is not None else Text()
            pointing = Text() if self.query_one(HandBar).asked else key_sentence(POINTING, ink.style("muted"))
            parts = (said, there) if said else (there, pointing)
            said = Text("  ").join(part for part in parts if part)
        self.query_one(Prompt).say(said)

    def _step(self) -> None:
        """Name what stands under the cursor that has moved."""
        self._stepped = True
        self._say(self._scene(), self._ink(self._scene()))

    def _ink(self, scene: Scene) -> TextStyle:
        colours = {panel.name: panel.colour for panel in scene.seats if panel.colour}
        return TextStyle(look(self.app.theme).wearing(colours), scene_glyphs(self._glyph_set, scene))

    def _tried(self) -> None:
        """Show the result of a try. A completed lesson is kept."""
        settings = getattr(self.app, "settings", None)
        if self.tutor.done and isinstance(settings, Settings):
            app: Any = self.app
            app.keep(self.tutor.kept(settings))
        self._show()

    @on(BoardView.Pointed)
    def _pointed(self, event: BoardView.Pointed) -> None:
        self.tutor.point(event.spot, clicked=event.clicked)
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

    @property
    def entry(self) -> MoveEntry | None:
        """The choice in progress; None once the lesson is done."""
        return self.tutor.choice

    def point_at(self, word: str) -> None:
        """Say a word; what was chosen before is dropped."""
        self.tutor.drop()
        self.tutor.point(word)
        self._tried()

    def refuse(self, why: str) -> None:
        """Say above the task why a key of the hand does nothing now: a notice would lie over the hand."""
        self.tutor.said, self.tutor.right = why, False
        self._show()

    def lay_down(self, text: str) -> None:
        """Lay the cards that are picked."""
        self.tutor.play(text)
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
        self.tutor.drop()
        self._stepped = True  # what is typed is forgotten: Enter means the cursor again
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

    @on(Prompt.Aside)
    def action_hint(self) -> None:
        """Give one more hint; where there is none, show those again that were given, and say so."""
        self._asked_in_vain = not self.tutor.hint() and not self.tutor.done
        self.tutor.said = "" if not self.tutor.done else self.tutor.said
        self._show()
        self._asked_in_vain = False

    def action_go(self, step: int) -> None:
        """Go to the next lesson or to the previous one."""
        tutor = self.tutor.beside(step)
        if tutor is not None:
            self.tutor = tutor
            self._drawing = tutor.lesson.drawing or self._drawing
            self._show()
        else:
            ends = self.tutor.finished if step > 0 else self.tutor.first
            self.notify(tr(ends, game=tr(find(self.tutor.game).title)), markup=False)

    def action_again(self) -> None:
        """Begin the lesson again."""
        self.tutor.again()
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the key of another drawing where there is another one, and those of words where there are cards."""
        del parameters
        if action == "say_word":
            return self.query_one(HandBar).is_open
        return action != "view" or len(find(self.tutor.game).scenes) > 1

    def action_view(self) -> None:
        """Draw the game in another way."""
        names = find(self.tutor.game).scenes
        scenes = {name: self.tutor.state.scene(None, name) for name in names}
        shown = suitable_view(scenes, self._drawing, self._board.size.width, self._board.size.height)
        self._drawing = names[(names.index(shown) + 1) % len(names)]
        self._show()

    def action_rules(self) -> None:
        """Show the rules, at what the lesson teaches or at what is under the cursor."""
        from tui.screens.learn.rules_screen import RulesScreen
        from tui.study.lessons.rules_text import heading, opening

        game, taught = self.tutor.game, self.tutor.attempt.lesson.topic
        under = opening(game, self._scene(), self._board.cursor, language())
        self.app.push_screen(RulesScreen(game, heading(game, taught, language()) if taught else under))

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)


def chosen(choice: MoveEntry, scene: Scene, ink: TextStyle, cursor: str | None) -> Text:
    """Say how far a choice is, and where Enter plays it if it is an action that could go on."""
    count = len(choice.targets)
    asked = choice.lacks
    if choice.text is not None and count and scene.atlas is not None:
        asked = ntr("{n} town", "{n} towns", count)
    text = ink.accent(choice.shown() + " ") + ink.muted(asked)
    if choice.text is not None:
        there = tr(PLAYS) if choice.plays_at(cursor) else tr(PLAYS_THERE, spot=choice.prefix[-1])
        text.append(" ").append_text(ink.plain(there))
    return key_words(text, PLAYS, PLAYS_THERE, *LACKING, does=PLAYING)


def told(tutor: Tutor, scene: Scene, ink: TextStyle, *, short: bool = False, vain: bool = False) -> Text:
    """Say what to do, the hints, the result of the last try, and what to press.

    Where the room is `short`, a refusal takes that of the seat and of blank lines. `vain` says that there is no further
    hint.
    """
    text, refused = Text(), bool(tutor.said) and not tutor.right and short
    if tutor.said:
        text.append(
            tutor.said + ("\n" if refused else "\n\n"), ink.style("success" if tutor.right else "warning", bold=True)
        )
    if tutor.done:
        return text.append_text(
            key_sentence(tutor.onward if tutor.number < tutor.last else "", ink.style("foreground"))
        )
    panel = next(panel for panel in scene.seats if panel.seat == tutor.attempt.seat)
    name = panel.colour if panel.name.isdigit() else panel.name
    if not refused:
        text.append_text(ink.muted(tr(YOU) + " ")).append_text(ink.seat(name)).append("\n")
    text.append(tutor.task + ("\n" if short and tutor.shown else "\n\n"), ink.style("foreground"))
    for hint in tutor.shown:
        text.append(f"{hint}\n", ink.style("accent"))
    if refused and tutor.shown:
        return text
    return text.append_text(key_sentence(HINT_KEY if tutor.has_hint else NO_HINT if vain else "", ink.style("muted")))

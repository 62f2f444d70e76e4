"""A new table: a form built from the game's options and the table's terms."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from core.bots import LEVELS, default_level
from core.bots import of as bots_of
from core.fault import BadOption, Fault, sentence
from core.game import Game, Option
from core.games import find, names
from core.option import NONE as UNHANDICAPPED
from core.option import Handicap, fitted
from net.room.table_offer import agreed
from net.table.clocks.time_control import NONE
from net.table.fold.table_terms import HONOUR, TERMS
from tui.i18n.translation import calling, tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.screens.room.field_words import AGREED, MORE, RULES, field_purpose, fold_words, leading_options
from tui.table.rule_choice import OWN, named_rules, rule_options, rules_name, rules_of, rules_words, with_handicap
from tui.table.seat_names import called, fitted_name
from tui.table.table_plan import ME, OPEN, Plan, check_witness, defaults, flag_labels, flag_words, seated, talk_words
from tui.widgets.form_field import Choice, FieldInput, Fold, Row, neighbour
from tui.widgets.key_bar import KeyBar
from tui.words.bot_words import SILENT, bot_label, characters, may_deal, with_character
from tui.words.option_words import in_order, offered, refusal, seats_read, seats_typed

SEAT_ROOM, WIDE_ROOM = 7, 15
"""The columns of a seat's name, and those on a wide terminal."""

WIDE = 130
"""From this width a terminal is wide."""

CLOCK, FLAG = "clock", "flag"
FIELD = "option-"
"""What the id of an option's field begins with."""

EXAMPLE = sentence("none, or {example}")
"""The hint in an empty field of a handicap."""


class Kind(StrEnum):
    """Whom the table is for."""

    ONLINE = "online"
    BOTS = "bots"
    HOT_SEAT = "hot-seat"


TITLES = {
    Kind.ONLINE: sentence("New table"),
    Kind.BOTS: sentence("Play against bots"),
    Kind.HOT_SEAT: sentence("Hot-seat"),
}
RATED = sentence("New table, rated for {club}")
SITTERS = {
    ME: sentence("me"),
    OPEN: sentence("open"),
}


class NewTableScreen(LocalizedScreen[Plan | None]):
    """Game, options, terms and seats. Return the plan, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f2", "open_table", sentence("Open the table"), key_display="F2"),
        Binding("f1", "rules", sentence("Rules"), key_display="F1", priority=True),
        Binding("question_mark", "rules", show=False),
        Binding("escape", "cancel", sentence("Back")),
        Binding("tab,down", "go(1)", show=False, priority=True),
        Binding("shift+tab,up", "go(-1)", show=False, priority=True),
    ]

    def __init__(self, kind: Kind, game: str = "", people: Mapping[str, str] | None = None, rated: str = "") -> None:
        """Ask for a table of `kind`. The first game is preselected unless `game` names one.

        `people` may be named as its witness (`tui.table.table_plan.candidates`); `rated` names the club it counts for.
        """
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
        self.kind = kind
        self.rated = rated
        self.people = dict(people or {})
        self.game: Game = find(game or names()[0])
        self.values = defaults(self.game.name) | {term.name: term.default for term in self._terms()}
        self.sitters: list[str] = []
        self.table_title = ""
        self.character = SILENT
        self.unfolded: set[str] = set()
        self._own: dict[str, str] = {}
        self._taking = False
        self._followed: dict[str, str] = {}
        self._laying, self._outdated = Lock(), False
        self._settle_sitters()

    def compose(self) -> ComposeResult:
        """Lay out the options on the left, the seats on the right."""
        yield Static(tr(RATED if self.rated else TITLES[self.kind], club=self.rated), classes="title", markup=False)
        with Horizontal(id="newtable"):
            with VerticalScroll(id="options", can_focus=False):
                games = {name: tr(find(name).title) for name in names()}
                yield Row(tr("Game"), Choice(games, self.game.name, follow=self.follow, id="game"))
                rules = self._followed.get("preset", OWN)
                yield Row(tr("Rules"), Choice({}, rules, follow=self.follow, wraps=True, id="preset"))
                for part, options in self._parts().items():
                    leading = leading_options(options)
                    yield from self._rows(leading)
                    if part == AGREED:
                        yield Static("", id="flag-words", markup=False)
                    if len(leading) < len(options):
                        yield Fold(self.turn, unfolded=part in self.unfolded, id=f"{MORE}{part}")
                        yield from self._rows([option for option in options if option not in leading])
            with Vertical(id="table"):
                yield Static(tr("Name of the table"), classes="heading")
                hint = tr("may stay empty")
                yield FieldInput(self.table_title, placeholder=hint, id="table-title", compact=True, max_length=40)
                yield Static(tr("Seats"), classes="heading")
                yield VerticalScroll(id="seats", can_focus=False)
                bots = Choice(characters(), self.character, follow=self.follow, id="character")
                yield Row(tr("Bots"), bots, id="row-character")
                act = "screen.open_table"
                yield Button(tr("Open the table"), id="open", variant="primary", compact=True, action=act)
        yield Static("", id="purpose", markup=False)
        yield KeyBar()

    def _rows(self, options: Iterable[Option]) -> Iterable[Row]:
        for option in options:
            yield Row(tr(option.title), self._field(option), id=f"row-{option.name}")

    async def on_mount(self) -> None:
        """Begin at the game."""
        async with self._laying:
            await self._furnish("game")

    async def recompose(self) -> None:
        """Lay it out again, or do so after the current change: a screen that waits blocks everything."""
        self._outdated = self._laying.locked()
        if not self._outdated:
            async with self._laying:
                await self._lay_out()

    async def _lay_out(self) -> None:
        """Lay it out again, and stay at the same field. Nothing is painted half done."""
        at = self.focused.id if self.focused is not None else None
        with self.app.batch_update():
            await super().recompose()
            if self in self.app.screen_stack:  # otherwise the form has been left meanwhile
                await self._furnish(at or "game")

    async def _furnish(self, at: str) -> None:
        """Show the seats and the options that matter; focus the field `at`, if there is one."""
        self._show_needs()
        await self._show_seats()
        self.set_focus(next(iter(self.query(f"#{at}")), None))
        self._explain(self.focused)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Tell what the field under the cursor is for."""
        self._explain(event.widget)

    def _explain(self, field: Widget | None) -> None:
        name = (field.id if field is not None else None) or ""
        options = {f"{FIELD}{option.name}": option for option in self._fields()}
        told = field_purpose(name, self.game, options, field.value if isinstance(field, Choice) else "")
        self.query_one("#purpose", Static).update(told)

    def turn(self, fold: Fold) -> None:
        """Show or hide the rows below a fold."""
        part = (fold.id or "").removeprefix(MORE)
        self.unfolded = self.unfolded | {part} if fold.unfolded else self.unfolded - {part}
        self._show_needs()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Follow up a choice made without a key."""
        self.app.call_later(self.follow, event.choice)

    async def follow(self, choice: Choice) -> None:
        """Keep a choice and follow it up, once. After that the form is up to date."""
        async with self._laying:
            if choice.is_attached and self.stands:
                await self._follow(choice)
            if self._outdated and self.stands:
                self._outdated = False
                await self._lay_out()

    async def _follow(self, choice: Choice) -> None:
        name, value = choice.id or "", choice.value
        if self._followed.get(name) == value:
            return
        self._followed[name] = value
        if name == "game":
            await self._take_game(value)
        elif name == "preset":
            await self._take_rules(value)
        elif name == "character":
            self.character = value
            self._explain(self.focused)
        elif name.startswith("seat-"):
            self.sitters[int(name.removeprefix("seat-"))] = value
            self._explain(self.focused)
            self._show_needs()
        else:
            self.values[name.removeprefix(FIELD)] = value
            self._fit()
            self._show_needs()
            if self._settle_sitters():
                await self._show_seats()

    async def _take_game(self, name: str) -> None:
        self.game = find(name)
        self._own = {}
        self.values = defaults(name) | {term.name: term.default for term in self._terms()}
        self._followed = {"game": name}
        self._settle_sitters()
        await self._lay_out()

    def action_go(self, step: int) -> None:
        """Go to the next field or to the previous one."""
        self.set_focus(neighbour(self, step))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep the table's name, or the text of a handicap."""
        name = event.input.id or ""
        if name.startswith(FIELD):
            self.values[name.removeprefix(FIELD)] = self._handicap(event.value.strip()) or UNHANDICAPPED
            self._show_needs()
        else:
            self.table_title = event.value

    def _handicap(self, typed: str) -> str:
        """Give a handicap with the seats' names of the rules, if these have seats under the options chosen."""
        try:
            return seats_read(typed, self.game.seats(self._options()))
        except Fault:
            return typed

    def action_open_table(self) -> None:
        """Return the plan, if its options are compatible."""
        try:
            chosen = {name: value for name, value in self.values.items() if self._counts(name)}
            options, terms = agreed(self.game, chosen, alone=OPEN not in self.sitters)
            check_witness(terms["flag"], self.people, tuple(self.sitters))
        except Fault as fault:
            self.app.notify(refusal(fault, self._fields()), severity="error")
            return
        title = " ".join(self.table_title.split())
        character = self.character if self._has_character() else SILENT
        self.dismiss(Plan(self.game.name, options, terms, title, with_character(self.sitters, character)))

    def action_rules(self) -> None:
        """Show the rules of the game that is chosen."""
        from tui.screens.learn.rules_screen import RulesScreen

        self.app.push_screen(RulesScreen(self.game.name))

    def action_cancel(self) -> None:
        """Go back without a table."""
        self.dismiss(None)

    def _terms(self) -> tuple[Option, ...]:
        """Give the terms that can be chosen. Alone at one machine there are none to agree on."""
        if self.kind is not Kind.ONLINE:
            return ()
        several = {term.name for term in TERMS if len(term.values) > 1 or term.highest is not None}
        several |= {FLAG} if self.people else set()
        return tuple(term for term in TERMS if term.form and term.name in several)

    def _fields(self) -> tuple[Option, ...]:
        """Give the options and terms that have a row in the form."""
        return tuple(option for part in self._parts().values() for option in part)

    def _parts(self) -> dict[str, tuple[Option, ...]]:
        """Give the options of the game and the terms of the table; alone there are no terms."""
        own = tuple(fitted(option, self.values) for option in self.game.options if option.form)
        return {RULES: own, AGREED: self._terms()}

    def _fit(self) -> None:
        """Offer only what the other values leave of a number that stays below one of theirs."""
        for option in (one for one in self._fields() if one.below):
            name, value = f"{FIELD}{option.name}", self.values[option.name]
            value = value if option.accepts(value) else option.default
            self.values[option.name] = self._followed[name] = value
            field = self.query_one(f"#{name}", Choice)
            field.numbers = (option.lowest, option.highest or 0)
            field.offer(in_order(offered(option)), value)

    def _field(self, option: Option) -> Choice | Input:
        if isinstance(option, Handicap):
            value = seats_typed(self.values[option.name].replace(UNHANDICAPPED, ""))
            hint = tr(EXAMPLE, example=seats_typed(option.example.partition(",")[0]))
            return FieldInput(value, placeholder=hint, id=f"{FIELD}{option.name}", compact=True)
        labels = flag_labels(self.people) if option.name == FLAG else offered(option)
        numbers = None if option.highest is None else (option.lowest, option.highest)
        value, name = self.values[option.name], f"{FIELD}{option.name}"
        return Choice(in_order(labels), value, numbers=numbers, follow=self.follow, wraps=True, id=name)

    def _counts(self, name: str) -> bool:
        """Tell whether an option matters under the values of the others."""
        if name == FLAG and self.values[CLOCK] == NONE:
            return False
        option = next((option for option in (*self.game.options, *self._terms()) if option.name == name), None)
        return option is None or all(self.values.get(other) == value for other, value in option.needs)

    def _options(self) -> dict[str, str]:
        """Give the options that the seats depend on: no handicap, which may be half written."""
        return {one.name: self.values[one.name] for one in self.game.options if not isinstance(one, Handicap)}

    def _show_needs(self) -> None:
        for part, options in self._parts().items():
            leading = leading_options(options)
            for option in options:
                shown = option in leading or part in self.unfolded
                self.query_one(f"#row-{option.name}").display = shown and self._counts(option.name)
            more = [option for option in options if option not in leading and self._counts(option.name)]
            self._count_more(part, more)
        self._show_rules()
        self.query_one("#row-character").display = self._has_character()
        flag = flag_words(self.values.get(CLOCK, NONE), self.values.get(FLAG, HONOUR), self.people)
        told = " ".join(filter(None, [flag, talk_words(self.game, self.values)]))
        self.query_one("#flag-words", Static).update(told)
        self.query_one("#flag-words").display = bool(told)

    def _count_more(self, part: str, options: Sequence[Option]) -> None:
        """Write on a fold how many options are below it, and how many of them are changed."""
        for fold in self.query(f"#{MORE}{part}").results(Fold):
            changed = sum(self.values[option.name] != option.default for option in options)
            fold.label = fold_words(part, len(options), changed)
            fold.display = bool(options)

    def _show_rules(self) -> None:
        """Name the rules that are chosen now, unless others are about to be; one's own stay among the choices."""
        field = self.query_one("#preset", Choice)
        if self._taking or field.value != self._followed.get("preset", field.value):
            return
        name = rules_name(self.game, self.values)
        if name == OWN:
            self._own = {option.name: self.values[option.name] for option in rule_options(self.game)}
        named = [*named_rules(self.game), *([OWN] if self._own else [])]
        told = {one: rules_words(self.game, one, self.values | self._own) for one in named}
        self._followed["preset"] = name
        labels = {one: with_handicap(self.game, words, self.values) for one, words in told.items()}
        field.offer(labels, name)

    def _has_character(self) -> bool:
        """Tell whether there are bots of ours that make treaties."""
        return any(one in LEVELS for one in self.sitters) and may_deal(self.game.name, self._options())

    async def _take_rules(self, name: str) -> None:
        """Set all rules at once, if these are rules of this game."""
        named = name in named_rules(self.game)
        chosen, self._taking = rules_of(self.game, name) if named else dict(self._own), True
        try:
            for option, value in chosen.items():
                field = self.query_one(f"#{FIELD}{option}", Choice)
                field.value = value
                await self._follow(field)
        finally:
            self._taking = False
        self._show_needs()

    def _settle_sitters(self) -> bool:
        """Fit the sitters to the seats; tell whether the seats have changed. Options may still be contradictory."""
        rest = {Kind.ONLINE: OPEN, Kind.BOTS: default_level(self.game.name), Kind.HOT_SEAT: ME}[self.kind]
        before, sitters = [bool(one) for one in self.sitters], self.sitters
        with suppress(BadOption):
            sitters = list(seated(self.game.name, self._options(), ME, rest))
        if before == [bool(one) for one in sitters]:
            return False
        self.sitters = sitters
        return True

    async def _show_seats(self) -> None:
        options, room = self._options(), WIDE_ROOM if self.size.width >= WIDE else SEAT_ROOM
        try:
            with calling(called(self.game.name, options.items())):
                names_ = [fitted_name(name, room) for name in self.game.seats(options)]
        except BadOption:
            return
        labels = {name: tr(SITTERS[name]) for name in ([ME, OPEN] if self.kind is Kind.ONLINE else [ME])}
        labels |= {level: bot_label(level) for level in bots_of(self.game.name)}
        panel = self.query_one("#seats", VerticalScroll)
        await panel.remove_children()
        rows = [
            Row(name, Choice(labels, self.sitters[seat], follow=self.follow, id=f"seat-{seat}"))
            for seat, name in enumerate(names_)
            if self.sitters[seat]
        ]
        await panel.mount_all(rows)

"""The keys: one table of ids, keys, actions and words. Bindings, the key bar and the help panel follow from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain

from textual.binding import Binding, BindingType
from textual.keys import format_key

from core.fault import sentence
from tui.i18n.translation import name_keys, tr


@dataclass(frozen=True, slots=True)
class Key:
    """One binding: `id` for a keymap, `keys` separated by commas, action, description, and whether the bar shows it.

    `cap` is the key as the bar and the help write it. `more` describes it where there is room, on the card of keys.
    """

    id: str
    keys: str
    action: str
    says: str
    cap: str
    bar: bool = False
    more: str = ""

    @property
    def explained(self) -> str:
        """The longest description there is."""
        return self.more or self.says


BOARD = (
    Key("board.n", "up,k", "step('n')", sentence("Up"), "↑ k"),
    Key("board.s", "down,j", "step('s')", sentence("Down"), "↓ j"),
    Key("board.w", "left,h", "step('w')", sentence("Left"), "← h"),
    Key("board.e", "right,l", "step('e')", sentence("Right"), "→ l"),
    Key("board.nw", "y", "step('nw')", sentence("Up and left"), "y"),
    Key("board.ne", "u", "step('ne')", sentence("Up and right"), "u"),
    Key("board.sw", "b", "step('sw')", sentence("Down and left"), "b"),
    Key("board.se", "n", "step('se')", sentence("Down and right"), "n"),
    Key("board.point", "enter,space", "point", sentence("Choose, then play"), "⏎"),
    Key("board.back", "escape", "back", sentence("Step back"), "Esc"),
    Key("board.next", "tab", "cycle(1)", sentence("Next target, piece or hint"), "Tab"),
    Key("board.previous", "shift+tab", "cycle(-1)", sentence("Previous target or piece"), "⇧Tab"),
    Key("board.jump", "semicolon", "jump", sentence("Label the targets"), ";"),
)
"""The keys of the board itself."""

TABLE = (
    Key("table.follow", "F", "follow", sentence("Follow the table"), "F", bar=True),
    Key("table.ready", "R", "ready", sentence("Ready"), "R", bar=True, more=sentence("Ready: no more talk needed")),
    Key("table.type", "colon", "type", sentence("Move"), ":", bar=True),
    Key("table.talk", "t", "talk", sentence("Talk"), "t", bar=True),
    Key("table.turn", "f", "turn", sentence("Rotate"), "f", bar=True, more=sentence("Turn the board")),
    Key("table.inspect", "i", "inspect", sentence("Inspect"), "i", more=sentence("What the piece here can do")),
    Key("table.threats", "exclamation_mark", "threats", sentence("What threatens you"), "!"),
    Key("table.dots", "g", "dots", sentence("Targets"), "g", more=sentence("Show the targets or not")),
    Key("table.declare", "o", "declare", sentence("Offers"), "o", bar=True, more=sentence("Offers: a draw, resigning")),
    Key("table.pass", "p", "say_word('pass')", sentence("Pass"), "p"),
    Key("table.premove", "x", "clear_premove", sentence("Clear the premove"), "x"),
    Key("table.takeback", "u,U", "takeback", sentence("Take back"), "U"),
    Key("table.diplomacy", "d", "diplomacy", sentence("Diplomacy"), "d", more=sentence("Diplomacy: truces, threats")),
    Key("table.pacts", "D", "pacts", sentence("Promises"), "D", more=sentence("Promises: kept, broken")),
    Key("table.said", "slash", "said", sentence("The whole talk, to search"), "/"),
    Key("table.mute", "m", "mute", sentence("Mute somebody"), "m"),
    Key("table.view", "v", "view", sentence("View"), "v", bar=True),
    Key("table.earlier", "left_square_bracket", "look(-1)", sentence("Look back"), "[", bar=True),
    Key("table.later", "right_square_bracket", "look(1)", sentence("Look ahead"), "]", bar=True),
    Key("table.cards", "e", "cards", sentence("Cards"), "e", bar=True),
    Key("table.pay", "plus", "say_word('pay')", sentence("Forced march"), "+"),
    Key("table.treason", "T", "say_word('treason')", sentence("Treason by a general"), "T"),
    Key("table.sedition", "S", "say_word('sedition')", sentence("Popular Sedition"), "S"),
    Key("table.zen", "z", "zen", sentence("Board only"), "z", more=sentence("Board only, or everything")),
    Key("table.zoom", "Z", "zoom", sentence("Larger board"), "Z", more=sentence("Larger board, then usual")),
    Key("table.next", "N", "next_table", sentence("Next table"), "N", more=sentence("Next table to play at")),
    Key("table.copy", "c", "copy", sentence("Copy the invitation"), "c"),
    Key("table.save", "s", "save", sentence("Save the record"), "s"),
    Key("table.hint", "H", "hint", sentence("Hint"), "H", bar=True, more=sentence("Hint; once more: all of it")),
    Key("table.help", "question_mark", "keys", sentence("Keys"), "?", bar=True),
    Key("table.rules", "f1,r", "rules", sentence("Rules"), "F1 r"),
    Key("table.leave", "q", "leave", sentence("Leave"), "q", bar=True),
)
"""The keys of the table while no text is being typed."""

SPOKEN = tuple(key for key in TABLE if key.action.startswith("say_word"))
"""The keys of the words that a hand names, wherever there is one."""

REFUSED = (
    Key("refused.pass", "p", "refuse('pass')", sentence("Pass"), "p"),
    Key("refused.move", "colon", "refuse('move')", sentence("Move"), ":"),
    Key("refused.pay", "plus", "refuse('pay')", sentence("Forced march"), "+"),
    Key("refused.treason", "T", "refuse('treason')", sentence("Treason by a general"), "T"),
    Key("refused.sedition", "S", "refuse('sedition')", sentence("Popular Sedition"), "S"),
    Key("refused.ready", "R", "refuse('ready')", sentence("Ready"), "R"),
    Key("refused.hint", "H", "refuse('hint')", sentence("Hint"), "H"),
    Key("refused.premove", "x", "refuse('premove')", sentence("Clear the premove"), "x"),
)
"""Keys that sometimes only say why they do nothing; the help lists them among those of the table."""

GIVES_UP, FILLS_ALL = sentence("Give up or free a seat"), sentence("Bots on all open seats")
WAITING = (
    Key("wait.sit", "s", "sit", sentence("Take a seat"), "s", bar=True, more=sentence("Take a seat, or 1 to 9")),
    Key("wait.stand", "x", "stand", sentence("Give it up"), "x", bar=True, more=GIVES_UP),
    Key("wait.bot", "a", "add_bot", sentence("Seat a bot"), "a", bar=True),
    Key("wait.bots", "A", "fill_bots", sentence("Bots everywhere"), "A", more=FILLS_ALL),
    Key("wait.invite", "i", "invite", sentence("Invite"), "i", bar=True),
)
"""The keys of a table that still waits for its players."""

ANSWERS = (
    Key("offer.yes", "y", "answer(True)", sentence("Agree"), "y"),
    Key("offer.no", "n", "answer(False)", sentence("Decline"), "n"),
)
"""The keys that answer an offer: they stand before the board's while an answer is owed."""

PLAY_ON = sentence("Play on from here, at a table of your own")
MARKS = sentence("Inaccuracies, mistakes and blunders")
REPLAY = (
    Key("replay.back", "left,h,left_square_bracket", "step(-1)", sentence("Back"), "←", bar=True),
    Key("replay.on", "right,l,right_square_bracket", "step(1)", sentence("On"), "→", bar=True),
    Key("replay.first", "home", "go(0)", sentence("To the beginning"), "Home"),
    Key("replay.last", "end", "go(-1)", sentence("To the end"), "End"),
    Key("replay.play", "space", "run", sentence("Run"), "␣", bar=True, more=sentence("Run by itself, or stop")),
    Key("replay.faster", "plus,equals_sign", "speed(1)", sentence("Faster"), "+"),
    Key("replay.slower", "minus", "speed(-1)", sentence("Slower"), "-"),
    Key("replay.branch", "b", "branch", sentence("Play on"), "b", bar=True, more=PLAY_ON),
    Key("replay.turning", "t", "turning(1)", sentence("Marks"), "t", bar=True, more=MARKS),
    Key("replay.turned", "T", "turning(-1)", sentence("Mark before"), "T"),
    Key("replay.comment", "c", "comment", sentence("Comment"), "c", bar=True),
    Key("replay.export", "e", "export", sentence("Export"), "e", bar=True),
    Key("replay.cards", "a", "cards", sentence("Cards"), "a"),
    Key("replay.pacts", "D", "pacts", sentence("Promises"), "D"),
    Key("replay.view", "v", "view", sentence("View"), "v"),
    Key("replay.turn", "f", "turn", sentence("Rotate"), "f"),
    Key("replay.zen", "z", "zen", sentence("Board only"), "z"),
    Key("replay.rules", "f1,r", "rules", sentence("Rules"), "F1 r"),
    Key("replay.help", "question_mark", "keys", sentence("Keys"), "?", bar=True),
    Key("replay.leave", "escape,q", "leave", sentence("Leave"), "q", bar=True),
)
"""The keys of a replay; up and down go from line to line."""

GAMES = (
    Key("games.open", "enter", "open", sentence("Replay"), "⏎"),
    Key("games.filter", "slash", "filter", sentence("Filter"), "/", bar=True),
    Key("games.game", "g", "cycle('game')", sentence("Game"), "g", bar=True),
    Key("games.result", "r", "cycle('result')", sentence("Result"), "r", bar=True),
    Key("games.opponent", "o", "cycle('opponent')", sentence("Against"), "o", bar=True),
    Key("games.figures", "s", "figures", sentence("Figures"), "s", bar=True),
    Key("games.import", "i", "bring_in", sentence("Import"), "i", bar=True),
    Key("games.help", "question_mark", "keys", sentence("Keys"), "?", bar=True),
    Key("games.leave", "escape,q", "dismiss", sentence("Back"), "q", bar=True),
)
"""The keys of the list of games."""

SAID = (
    Key("said.quote", "enter", "quote", sentence("Quote"), "⏎", bar=True),
    Key("said.filter", "slash", "filter", sentence("Filter"), "/", bar=True),
    Key("said.person", "p", "cycle('person')", sentence("Person"), "p", bar=True),
    Key("said.treaty", "a", "cycle('treaty')", sentence("Promise"), "a", bar=True),
    Key("said.leave", "escape,q", "dismiss('')", sentence("Back"), "q", bar=True),
)
"""The keys of the whole talk of a table."""

REPORT = (
    Key("report.open", "r", "report", sentence("Read the report of the evening"), "r"),
    Key("report.copy", "c", "copy", sentence("Copy"), "c"),
    Key("report.save", "s", "save", sentence("Save"), "s"),
    Key("report.turns", "t", "turns", sentence("Turning points"), "t"),
    Key("report.leave", "escape,q", "dismiss", sentence("Back"), "Esc"),
)
"""The keys of the report of an evening: the first one opens it from the end card."""

MOMENT = (Key("moment.leave", "escape", "leave", sentence("Leave"), "Esc"),)
"""The key while one's own worst moment is looked for."""

LESSON = (
    Key("lesson.type", "colon", "type", sentence("Move"), ":", bar=True),
    Key("lesson.hint", "question_mark", "hint", sentence("Hint"), "?", bar=True),
    Key("lesson.back", "left_square_bracket", "go(-1)", sentence("Back"), "[", bar=True),
    Key("lesson.next", "right_square_bracket", "go(1)", sentence("Next"), "]", bar=True),
    Key("lesson.again", "a", "again", sentence("Again"), "a", bar=True),
    Key("lesson.view", "v", "view", sentence("View"), "v", bar=True),
    Key("lesson.rules", "f1,r", "rules", sentence("Rules"), "F1 r", bar=True),
    Key("lesson.leave", "q", "leave", sentence("Leave"), "q", bar=True),
)
"""The keys of a lesson, beside those of its board."""

ROOM = (
    Key("room.new", "n", "new_table", sentence("New"), "n", bar=True),
    Key("room.join", "j", "join", sentence("Join"), "j", bar=True),
    Key("room.watch", "w", "watch", sentence("Watch"), "w", bar=True),
    Key("room.filter", "slash", "filter", sentence("Filter"), "/", bar=True),
    Key("room.talk", "t", "talk", sentence("Talk"), "t", bar=True),
    Key("room.copy", "c", "copy", sentence("Copy"), "c", bar=True),
    Key("room.people", "p", "people", sentence("People"), "p", bar=True),
    Key("room.accept", "i", "accept", sentence("Accept the invitation"), "i"),
    Key("room.back", "escape", "back", sentence("Tables"), "Esc"),
    Key("room.help", "question_mark", "keys", sentence("Keys"), "?", bar=True),
    Key("room.leave", "q", "dismiss", sentence("Leave"), "q", bar=True),
)
"""The keys of a room."""

PEOPLE = (
    Key("people.verify", "v", "judge('verify')", sentence("Compared"), "v", bar=True),
    Key("people.mute", "m", "judge('mute')", sentence("Mute"), "m", bar=True),
    Key("people.block", "b", "judge('block')", sentence("Block"), "b", bar=True),
    Key("people.call", "n", "call", sentence("Rename"), "n", bar=True),
    Key("people.forget", "delete", "forget", sentence("Forget"), "Del", bar=True),
    Key("people.leave", "escape,q", "dismiss", sentence("Back"), "Esc", bar=True),
)
"""The keys of the list of people."""

CLUBS = (
    Key("clubs.open", "enter", "open", sentence("Open"), "⏎"),
    Key("clubs.found", "n", "found", sentence("Found"), "n", bar=True, more=sentence("Found a club")),
    Key("clubs.join", "j", "join", sentence("Join"), "j", bar=True, more=sentence("Join by a file or an invitation")),
    Key("clubs.leave", "escape,q", "dismiss", sentence("Back"), "q", bar=True),
)
"""The keys of the list of clubs."""

ALONE = sentence("Your tournaments go on by themselves, or no more")
ADMITS = sentence("Let in who asks; in an open club, let a member's games count")
CLUB = (
    Key("club.next", "tab", "pane(1)", sentence("Pages"), "Tab", bar=True, more=sentence("Next page")),
    Key("club.previous", "shift+tab", "pane(-1)", sentence("Page before"), "⇧Tab"),
    Key("club.open", "enter", "open", sentence("Open"), "⏎"),
    Key("club.admit", "a", "admit", sentence("Admit"), "a", bar=True, more=ADMITS),
    Key("club.expel", "x", "expel", sentence("Expel"), "x", bar=True),
    Key("club.tournament", "n", "open_tournament", sentence("Tournament"), "n", more=sentence("Open a tournament")),
    Key("club.play", "p", "play", sentence("Play"), "p", more=sentence("Open a rated table")),
    Key("club.date", "d", "date", sentence("Date"), "d", more=sentence("A date for the calendar")),
    Key("club.sync", "s", "sync", sentence("Update"), "s", bar=True, more=sentence("Bring up to date in a room")),
    Key("club.copy", "c", "copy", sentence("Copy the invitation"), "c"),
    Key("club.export", "e", "export", sentence("Export"), "e", bar=True, more=sentence("Write the club into a file")),
    Key("club.take", "i", "take", sentence("Import"), "i", bar=True, more=sentence("Take in a file of the club")),
    Key("club.result", "r", "report", sentence("Report"), "r", more=sentence("Report a result")),
    Key("club.charge", "C", "charge", sentence("Charge"), "C", more=sentence("Prove that somebody cheated")),
    Key("club.alone", "o", "organise", sentence("By itself"), "o", more=ALONE),
    Key("club.quit", "L", "quit_club", sentence("Leave the club"), "L"),
    Key("club.help", "question_mark", "keys", sentence("Keys"), "?", bar=True),
    Key("club.leave", "escape,q", "dismiss", sentence("Back"), "q", bar=True),
)
"""The keys of a club."""

STEP = sentence("As the organiser: close the list, draw, begin, end the round")
TOURNAMENT = (
    Key("tournament.next", "tab", "pane(1)", sentence("Pages"), "Tab", bar=True, more=sentence("Next page")),
    Key("tournament.previous", "shift+tab", "pane(-1)", sentence("Page before"), "⇧Tab"),
    Key("tournament.play", "enter", "play", sentence("Play"), "⏎", bar=True, more=sentence("Open or join the table")),
    Key("tournament.enter", "e", "enter", sentence("Take part"), "e", bar=True, more=sentence("Take part, or no more")),
    Key("tournament.step", "n", "next_step", sentence("Next step"), "n", bar=True, more=STEP),
    Key("tournament.result", "r", "report", sentence("Report"), "r", bar=True, more=sentence("Report a result")),
    Key("tournament.organiser", "v", "vote", sentence("Organiser"), "v", more=sentence("Vote for another organiser")),
    Key("tournament.alone", "o", "organise", sentence("By itself"), "o", more=ALONE),
    Key("tournament.sync", "s", "sync", sentence("Update"), "s", bar=True),
    Key("tournament.help", "question_mark", "keys", sentence("Keys"), "?", bar=True),
    Key("tournament.leave", "escape,q", "dismiss", sentence("Back"), "q", bar=True),
)
"""The keys of a tournament."""

PLACES = (
    (*BOARD, *TABLE, *REFUSED, *WAITING, *ANSWERS),
    REPLAY,
    GAMES,
    (*BOARD, *LESSON),
    ROOM,
    PEOPLE,
    SAID,
    REPORT,
    MOMENT,
    CLUBS,
    CLUB,
    TOURNAMENT,
)
"""The groups of keys that are pressed in one place: no key means two things there."""


EAGER = frozenset({"table.type", "table.talk"})
"""The keys that open a line of text. They act at once, so that letters pressed right after them go into that line."""


def bindings(keys: tuple[Key, ...]) -> list[BindingType]:
    """Give the bindings of a part of the table of keys."""
    return [
        Binding(
            key.keys,
            key.action,
            key.says,
            show=key.bar,
            key_display=None if key.cap in NAMES.values() else key.cap.split()[0],
            priority=key.id in EAGER,
            id=key.id,
        )
        for key in keys
    ]


NAMES: Mapping[str, str] = {
    "enter": sentence("Enter"),
    "escape": sentence("Esc"),
    "space": sentence("Space"),
    "delete": sentence("Del"),
}
"""The keys that have a name in each language; others are named by what is printed on them."""

_own: dict[str, str] = {}


def every() -> tuple[Key, ...]:
    """Give all keys that have an id: those that a keymap file may change."""
    return tuple(dict.fromkeys(chain.from_iterable(PLACES)))


@cache
def _usual() -> Mapping[str, str]:
    return {key.id: key.keys for key in every()}


def adopt(keys: Mapping[str, str]) -> None:
    """Use these keys, by id, instead of those before."""
    _own.clear()
    _own.update(keys)


def pressed(name: str) -> tuple[str, ...]:
    """Give the keys, as Textual names them, of whatever has that id.

    >>> pressed("table.talk")
    ('t',)
    """
    return tuple(_own.get(name, _usual()[name]).split(","))


def cap(key: Key) -> str:
    """Give a key as the help writes it: its own cap, or the keys a person gave it.

    >>> cap(TABLE[2])
    ':'
    """
    if key.id in _own:
        return " ".join(map(written, _own[key.id].split(",")))
    return tr(key.cap) if key.cap in NAMES.values() else key.cap


def named(name: str) -> str:
    """Give the key of whatever has that id as a sentence names it: the first one where there are several.

    >>> named("table.rules"), named("table.help"), named("table.later")
    ('F1', '?', ']')
    """
    return written(pressed(name)[0])


name_keys(named)


def written(key: str) -> str:
    """Give a key, by Textual's name for it, as people read it.

    >>> written("ctrl+f5"), written("question_mark"), written("T")
    ('Ctrl+F5', '?', 'T')
    """
    *held, last = key.split("+")
    told = tr(NAMES[last]) if last in NAMES else format_key(last)
    return "+".join(part if len(part) == 1 else part[:1].upper() + part[1:] for part in (*held, told))


def overlay(keys: Mapping[str, str]) -> dict[str, str]:
    """Give the keymap for Textual, with every action that shares a key with one of `keys`: Textual would drop it."""
    known = {key.id: key for key in every()}
    freed = {part for name in keys for part in known[name].keys.split(",")}
    sharing = {name: key.keys for name, key in known.items() if freed.intersection(key.keys.split(","))}
    return {**sharing, **keys}

"""The lines of the log: decisions in words beside their canonical text, and what happened to the table itself.

Offers give lines too: who has asked for what, and who has agreed or declined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from core.fault import sentence
from core.game import Seat
from core.games import find
from core.study.mark import Mark
from net.table.table_notice import TAKEN_BACK
from net.view.table_view import NoteLine, OfferKind, OfferView, TableView, VoidLine
from net.view.takeback_view import TakebackView
from tui.i18n.local_letters import located, spelled
from tui.i18n.translation import seat_title, seat_word, tell_template, tr
from tui.table.diplomacy import PactEvent
from tui.table.seat_view import Entry, MatchHistory
from tui.table.sentences.offer_words import lapsed_offers
from tui.table.sentences.seat_handover import OVERTAKEN, overtaken, takeover_words
from tui.widgets.key_words import key_sentence
from tui.widgets.offers_bar import asked_words
from tui.widgets.text_style import TextStyle
from tui.words.combat_words import deed_words
from tui.words.event_words import tell_note, told

AIM = sentence("{pitch} {key[table.rules]}: the rules.")
AGREES = sentence("{who} agrees")
DECLINES = sentence("{who} declines")
DECLINES_ALONE = sentence("{who} declines; the word of {partner} stands")
"""The same of a resignation, which the side may still complete."""


@dataclass(frozen=True, slots=True)
class OfferLine:
    """A step of an offer, after so many decisions: `seat` makes it, or answers it with `yes`; None: the heir does.

    `ended` is the sentence that says why it waits for nobody any more, where nobody has declined it.
    """

    ply: int
    seat: Seat | None
    offer: OfferView
    yes: bool | None = None
    ended: str = ""

    def words(self, names: tuple[str, ...]) -> str:
        """Give it in words."""
        if self.ended:
            fields = {"nick": self.offer.heir, "seat": seat_title(names[self.offer.seat])}
            return tr(self.ended, **fields, request=asked_words(self.offer, names))
        if self.seat is None:
            return tr(DECLINES, who=self.offer.heir)
        if self.yes is None:
            if self.offer.kind is OfferKind.SUBSTITUTE:
                return takeover_words(self.offer, seat_title(names[self.seat]))
            return asked_words(self.offer, names)
        alone = DECLINES_ALONE if self.offer.kind is OfferKind.CONCEDE else DECLINES
        partner = seat_title(names[self.offer.seat])
        return tr(AGREES if self.yes else alone, who=seat_title(names[self.seat]), partner=partner)


class OfferLog:
    """The steps seen so far of the offers of one table, in order (`lines`), and where among them each note came.

    Those made at a decision that was taken back stand where the log was cut, as talk does.
    """

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self.lines: list[OfferLine] = []
        self._seen: set[tuple[str, Seat | None, bool | None]] = set()
        self._noted: dict[NoteLine, int] = {}
        self._cuts: set[str] = set()
        self._last: TableView | None = None

    def follow(self, view: TableView) -> None:
        """Take in what is new: who is asked to take a seat over, who has taken it over, and what is asked for then."""
        before, self._last = self._last, view
        since = before.match.ply if before is not None and before.match is not None else 0
        ended = [*((one, OVERTAKEN) for one in overtaken(before, view)), *lapsed_offers(before, view)]
        last = min(since + 1, view.match.ply) if view.match is not None else 0
        self.lines += [OfferLine(last, None, one, ended=why) for one, why in ended]
        self._go_back(view)
        fresh = self._fresh(view)
        self.lines += [line for line in fresh if line.offer.kind is OfferKind.SUBSTITUTE]
        for note in view.notes:
            self._noted.setdefault(note.identity, len(self.lines))
        self.lines += [line for line in fresh if line.offer.kind is not OfferKind.SUBSTITUTE]

    def _go_back(self, view: TableView) -> None:
        """Let the steps so far stand no later than where a takeback that is new has cut the log."""
        fresh = [one for one in view.takebacks if one.offer not in self._cuts]
        self._cuts.update(one.offer for one in fresh)
        if fresh:
            last = min(one.at for one in fresh)
            self.lines = [replace(line, ply=min(line.ply, last)) for line in self.lines]

    def place(self, note: NoteLine) -> int:
        """Give how many of the steps came before a note."""
        return self._noted.get(note.identity, len(self.lines))

    def _fresh(self, view: TableView) -> list[OfferLine]:
        ply, found = view.match.ply if view.match else 0, list[OfferLine]()
        for offer in (*view.offers, *view.refused):
            steps: list[tuple[Seat | None, bool | None]] = [(offer.seat, None)]
            steps += [(seat, True) for seat in offer.accepted] + [(seat, False) for seat in offer.declined]
            steps += [(None, False)] * offer.unwilling
            for seat, yes in steps:
                if (offer.id, seat, yes) not in self._seen:
                    self._seen.add((offer.id, seat, yes))
                    found.append(OfferLine(ply, seat, offer, yes))
        return found


def log_lines(
    view: TableView,
    chronicle: MatchHistory,
    ink: TextStyle,
    *,
    short: bool,
    offers: OfferLog | None = None,
    pacts: Sequence[PactEvent] = (),
) -> list[Text]:
    """Give the log's lines in order, with those of `offers` and of `pacts`; `short` gives consequences only.

    What was said of the table itself stands between the steps of offers where it came. Before a takeback stand, for
    everybody alike, who asked for it and who agreed.

    In the first round one of them says what the game wants.
    """
    names, asked = tuple(seat.name for seat in view.seats), offers or OfferLog()
    back, taken = {one.offer for one in view.takebacks}, _takebacks(view)
    lines = [(entry.ply, 0, 0, entry_line(entry, names, ink, short=short)) for entry in chronicle.entries]
    lines += [(line.ply, 1, 0, void_line(line, names, ink)) for line in view.voids]
    lines += [
        (line.ply, 2, 2 * at + 1, offer_line(line, names, ink))
        for at, line in enumerate(asked.lines)
        if line.offer.id not in back
    ]
    for note in view.notes:
        told = [offer_line(step, names, ink) for step in takeback_steps(taken.get(note))]
        lines += [(note.ply, 2, 2 * asked.place(note), text) for text in (*told, note_line(note, ink))]
    lines += [(event.ply, 3, 0, pact_event_line(event, ink)) for event in pacts]
    if len(chronicle.entries) < len(names):
        anew = min((2 * asked.place(note) for note in taken if not note.ply), default=None)
        aim = ink.muted("  ") + key_sentence(AIM, ink.style("muted"), pitch=tr(find(view.game).pitch))
        lines.append((0, 4, 0, aim) if anew is None else (0, 2, anew - 1, aim))
    return [text for *_, text in sorted(lines, key=lambda line: line[:3])]


def _takebacks(view: TableView) -> dict[NoteLine, TakebackView]:
    """Give the takebacks by the notes that tell of them."""
    numbers = {str(number): one for number, one in enumerate(view.takebacks, 1)}
    told = (note for note in view.notes if note.template == TAKEN_BACK)
    return {note: numbers[number] for note in told if (number := dict(note.fields)["number"]) in numbers}


def takeback_steps(one: TakebackView | None) -> tuple[OfferLine, ...]:
    """Give who asked for a takeback and who agreed; nothing where nobody had to be asked."""
    if one is None or not one.agreed:
        return ()
    kind = OfferKind.REWIND if one.rewind else OfferKind.TAKEBACK
    offer = OfferView(one.offer, kind, one.seat, one.agreed, (), (), to=one.turn)
    return OfferLine(one.at, one.seat, offer), *(OfferLine(one.at, seat, offer, yes=True) for seat in one.agreed)


def entry_line(entry: Entry, names: tuple[str, ...], ink: TextStyle, *, short: bool) -> Text:
    """Give one line: `12 ● Ca1-e5 Chief to e5, takes power`; a declaration and chance in words alone.

    If it is `short`, actions on a map are in words alone too: the codes of towns do not stand there.
    """
    line = Text(f"{entry.turn:>3} " if entry.seat >= 0 else "    ", ink.style("muted"))
    deed = deed_words(entry.effects, ink.glyphs) if short and entry.seat >= 0 else ""
    words = deed or (told(entry.effects, ink.glyphs, short=short) if entry.seat >= 0 else chance_words(entry, ink))
    declared = bool(words) and (bool(deed) or entry.seat < 0 or not entry.path)
    if entry.seat < 0 or not (declared and words.startswith(ink.glyphs.seat(names[entry.seat]))):
        line.append_text(ink.shape(names[entry.seat]) if entry.seat >= 0 else ink.muted(ink.glyphs.one["dot"]))
        line.append(" ")
    if not declared:
        line.append(spelled(entry.text), ink.style("foreground", bold=True))
        line.append_text(_mark(entry, ink))
        line.append(" " if words else "")
    if words:
        line.append(words, ink.style("foreground" if short or declared else "muted"))
        line.append_text(_mark(entry, ink) if declared else Text())
        for name in names:
            if not ink.glyphs.seat(name).isascii():
                line.highlight_words([ink.glyphs.seat(name)], ink.tint(name))
    return line


def _mark(entry: Entry, ink: TextStyle) -> Text:
    """Give what a bot thinks of a decision."""
    return Text(entry.mark, ink.style("error" if entry.mark == Mark.BLUNDER else "warning", bold=True))


def chance_words(entry: Entry, ink: TextStyle) -> str:
    """Say what chance has brought, without whose turn that makes it."""
    return told((effect for effect in entry.effects if effect.key != "begins"), ink.glyphs)


def pact_event_line(event: PactEvent, ink: TextStyle) -> Text:
    """Give what happened to a pact: made, kept, broken."""
    return Text(f"  {ink.glyphs.one['rule']} {event.words}", ink.style("warning" if event.bad else "success"))


def void_line(line: VoidLine, names: tuple[str, ...], ink: TextStyle) -> Text:
    """Give an action that the rules refused, with its author and the reason."""
    who = seat_word(names[line.seat]) if line.seat is not None and line.seat < len(names) else line.nick
    why = tell_template(line.template, line.fields)
    said = tr("{seat} ({nick}) tried {text}: {reason}", seat=who, nick=line.nick, text=located(line.text), reason=why)
    return Text(f"  ! {said}", ink.style("error"))


def offer_line(line: OfferLine, names: tuple[str, ...], ink: TextStyle) -> Text:
    """Give a step of an offer."""
    asks = line.yes is None and not line.ended
    return Text("  ? " if asks else "  ", ink.style("muted")) + ink.plain(line.words(names))


def note_line(line: NoteLine, ink: TextStyle) -> Text:
    """Give a line about the table itself."""
    return Text(f"  {ink.glyphs.one['rule']} {tell_note(line.template, line.fields)}", ink.style("muted"))

"""Diplomacy: the proposals, answers and template lines possible now, the ledger of pacts in words, and its news. Pure.

An act is chosen one word after the other. Each pact takes one sentence. News is what has been promised since the last
look, and what became of promises.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.chance import HasRounds, talk_of
from core.diplomacy.blow import Deed
from core.diplomacy.pact import (
    ACCEPT,
    NO_END,
    REFUSE,
    SEATS,
    Fate,
    Pact,
    PactSentence,
    Proposal,
    answer,
    fate,
    promise,
    promises,
    proposal,
    standing,
)
from core.diplomacy.promise_ledger import ledger, ledger_of
from core.fault import sentence
from core.game import Seat, Talk, Turn
from core.match.transcript import Utterance
from core.scene import Scene, SeatPanel, Standing
from net.view.table_view import TableView
from tui.i18n.translation import listed, ntr, seat_title, seat_word, town_called, tr
from tui.table.seat_view import MatchHistory
from tui.words.bot_words import is_silent
from tui.words.event_words import piece_word
from tui.words.talk_acts import COURTESIES, act_words, parsed, side_of
from tui.words.talk_hush import is_without_talk

if TYPE_CHECKING:
    from core.match.match import Match
    from net.table.fold.table_talk import Act


NO_PACTS = sentence("Nobody has promised anybody anything here.")
OPEN = sentence("proposed, without an answer yet")
AND = sentence("{one} and {other}")

ORDER = (Fate.RUNNING, Fate.BROKEN, Fate.WITHDRAWN, Fate.KEPT, Fate.LAPSED)
"""The order in which pacts are listed."""


@dataclass(frozen=True, slots=True)
class PactEvent:
    """An event of a pact after `ply` decisions, in words; `bad` if a promise was broken."""

    ply: int
    words: str
    bad: bool = False


def pacts_of(view: TableView, chronicle: MatchHistory | None = None) -> tuple[Pact, ...]:
    """Give the ledger of a table, running pacts first; `chronicle` avoids replaying the match."""
    if view.match is None:
        return ()
    names = tuple(seat.name for seat in view.seats)
    talk = _said(view)
    if not promises(talk, names, view.match.turns):
        return ()
    found = ledger(view.match, talk) if chronicle is None else ledger_of(names, deeds_of(chronicle), talk)
    return tuple(sorted(found, key=lambda pact: ORDER.index(pact.fate)))


def proposals_of(view: TableView, seats: Iterable[Seat] | None = None) -> tuple[Proposal, ...]:
    """Give the proposals that one of `seats` (None: any seat) may still answer, the latest first."""
    if view.match is None or view.outcome is not None:
        return ()
    names, match = tuple(seat.name for seat in view.seats), view.match
    everybody = (seat.seat for seat in view.seats if not seat.vacant)
    return standing(_said(view), names, everybody if seats is None else seats, match.ply, match.turns)


def _said(view: TableView) -> list[Utterance]:
    return [Utterance(line.seat, line.pid, line.seq, line.ply, line.text, line.act) for line in view.talk]


def deeds_of(chronicle: MatchHistory) -> list[Deed]:
    """Give the deeds of a match whose states are known."""
    return [
        Deed(entry.ply, entry.seat, entry.effects, chronicle.states[at], chronicle.states[at + 1])
        for at, entry in enumerate(chronicle.entries)
    ]


def promise_words(pact: Pact, names: tuple[str, ...]) -> str:
    """Tell who promised what to whom."""
    return (said := _told(promise(pact, names)))[:1].upper() + said[1:]


def fate_words(pact: Pact, names: tuple[str, ...]) -> str:
    """Tell what has become of a pact."""
    return _told(fate(pact, names))


def pact_line(pact: Pact, names: tuple[str, ...]) -> str:
    """Tell a pact and its fate in one line."""
    return f"{promise_words(pact, names)} ({fate_words(pact, names)})."


def pact_events(pact: Pact, names: tuple[str, ...]) -> tuple[PactEvent, ...]:
    """Tell where a pact was made, and what became of it where that was decided."""
    promise = promise_words(pact, names)
    made = PactEvent(pact.since, f"{promise}.")
    if pact.fate is Fate.RUNNING or pact.line is None:
        return (made,)
    bad = pact.fate in {Fate.BROKEN, Fate.WITHDRAWN}
    return made, PactEvent(pact.line, f"{promise} ({fate_words(pact, names)}).", bad=bad)


def _told(told: PactSentence) -> str:
    template, fields = told
    return tr(template, **{name: _filled(name, value) for name, value in fields.items()})


def _filled(name: str, value: str) -> str:
    if name in SEATS:
        return _seat_list(value)
    return town_called(value) if name == "spot" else value


def _seat_list(names: str) -> str:
    words = [seat_word(name) for name in names.split()]
    return tr(AND, one=words[0], other=words[1]) if len(words) > 1 else "".join(words)


TOPICS = {
    "propose truce": sentence("Propose a truce"),
    "propose joint-attack": sentence("Propose a joint attack"),
    "propose leave-power": sentence("Ask to leave the power"),
    "propose spare": sentence("Ask to spare a piece"),
    "threaten": sentence("Threaten"),
    "accuse": sentence("Accuse of a broken word"),
    "thank": sentence("Thank"),
    "accept": sentence("Agree to what was proposed"),
    "refuse": sentence("Refuse, or take back what was agreed"),
}
"""The ways to begin an act, with their words in the chooser; last those that are not always offered."""

LENGTHS = {"truce": 3, "joint-attack": 4, "leave-power": 3, "spare": 4}
"""How many words a proposal has before its last turn."""

ROUNDS = (1, 2, 3, 5)
"""After how many rounds from now a pact may end."""

TURNS_EACH = (1, 5, 10, 20)
"""After how many turns for each seat it may end where a round has as many turns as people fight and pay."""

WHAT = sentence("What do you say to the table?")
WHOM = sentence("To whom?")
TARGET = sentence("Attack whom?")
PIECE = sentence("Which piece?")
UNTIL = sentence("Until when?")
BOUND = sentence("Take it back?")
GIVE_UP = sentence("Yes: {pacts}")

YES, NO = sentence("Yes to {who}: {said}"), sentence("No to {who}: {said}")
NEWEST = 2
"""How many of the latest proposals can be answered at once."""

LETTERS = "abcdefghilmnoprstuvwxyz"
"""The keys of answers to proposals, a yes and a no in turn: `j`, `k` and `q` move and leave.

The key that asks for the answers is none of them, so that asking twice says nothing.
"""

Answers = list[tuple[str, str]]
"""Words of an act still to be added, each with what the chooser shows for it."""


def following(view: TableView, seat: Seat, act: Act) -> tuple[str, Answers]:
    """Give the next question and its answers for `seat`, which has chosen `act` so far; no answers once it is whole."""
    if view.match is None or is_without_talk(view):
        return "", []
    scene = view.match.state.scene(seat)
    others = [panel for panel in scene.seats if panel.seat != seat and panel.standing is Standing.ACTIVE]
    question, answers = "", list[tuple[str, str]]()
    if talk_of(view.match.state, seat) is Talk.ETIQUETTE:
        return ("", answers) if act else (WHAT, [(key, tr(says)) for key, says in COURTESIES.items()])
    match act:
        case ():
            question, answers = WHAT, _topics(view, seat, others)
        case ("refuse", whom):
            question, answers = _given_up(view, seat, whom)
        case ("propose", "leave-power") | ("accept",):
            question, answers = WHOM, _seats(view, _concerned(view, seat, act, others), asked=len(act) > 1)
        case ("propose", _) | (_,):
            question, answers = WHOM, _seats(view, others, asked=len(act) > 1)
        case ("propose", "joint-attack", whom):
            question, answers = TARGET, _seats(view, _targets(view.match, seat, whom, others))
        case ("propose", "spare", _):
            question, answers = PIECE, _pieces(scene, seat)
        case ("propose", "truce" | "leave-power", _) | ("propose", _, _, _) if len(act) == LENGTHS[act[1]]:
            question, answers = UNTIL, _turns(view.match, len(others) + 1)
    return question, answers


def completed(view: TableView, seat: Seat, act: Act) -> Act:
    """Complete an answer with what it answers: the last proposal of that seat to everyone or to `seat`."""
    names = tuple(one.name for one in view.seats)
    given = answer(Utterance(seat, "", 0, 0, "", act), names)
    if given is None:
        return act
    meant = next((made for made in proposals_of(view, [seat]) if given.fits(made, names)), None)
    if meant is not None and given.whom is not None:
        return meant.answered(names, yes=given.yes)
    if len(act) != 2 or given.whom is None:  # noqa: PLR2004 - a verb and whom it is said to
        return act
    for line in reversed(view.talk):
        found = parsed(line.act, names) if line.act and line.seat is not None and line.act[0] == "propose" else None
        if found and line.act and line.seat == names.index(act[1]) and found[1].get("whom") in {None, names[seat]}:
            return act[0], line.act[1], act[1]
    return act


SILENT_BOT = sentence("{who}: a silent bot, answers no proposal")
IN_VAIN = sentence("{who} is a silent bot: it answers no proposal.")


def vain_words(view: TableView, act: Act) -> str:
    """Say of a proposal to a bot without a persona that it will have no answer; nothing of anything else."""
    whom = act[2:3] if act[:1] == ("propose",) else ()
    vain = any((one.name,) == whom and is_silent(one.stand_in or one.bot) for one in view.seats)
    return tr(IN_VAIN, who=seat_title(whom[0])) if vain else ""


NOTHING_OPEN = sentence("Nothing is proposed to you that you could agree to now.")


def answers_something(view: TableView, seat: Seat, act: Act) -> bool:
    """Tell whether a yes of `seat` answers a proposal that stands. A yes in advance would bind unseen."""
    names = tuple(one.name for one in view.seats)
    given = answer(Utterance(seat, "", 0, 0, "", act), names)
    return given is not None and any(given.fits(made, names) for made in proposals_of(view, [seat]))


def topic_keys(view: TableView, seat: Seat, answers: Answers, taken: Sequence[str] = ()) -> str:
    """Give the key of each of the first `answers` for `seat`; nothing if they are not all topics or owed answers.

    A topic has its number, offered or not. The letters of a proposal stay with it, and the next proposals have others:
    what comes or goes while somebody reads changes the meaning of no key. `taken` keys, such as the one that opens the
    list, answer nothing.
    """
    names, keys = tuple(one.name for one in view.seats), {topic: str(at) for at, topic in enumerate(TOPICS, 1)}
    letters = [letter for letter in LETTERS if letter not in taken]
    said = sorted(_said(view), key=lambda line: (line.ply, line.author, line.seq))
    made = [one for line in said if (one := proposal(line, names)) is not None and one.whom in {None, seat}]
    for one in proposals_of(view, [seat])[:NEWEST]:
        at = 2 * (made.index(one) % (len(letters) // 2))
        while letters[at] in keys.values():
            at = (at + 2) % (len(letters) // 2 * 2)
        keys |= {" ".join(one.answered(names, yes=yes)): letters[at + (not yes)] for yes in (True, False)}
    return "".join(keys[text] for text, _ in answers) if all(text in keys for text, _ in answers) else ""


def _topics(view: TableView, seat: Seat, others: list[SeatPanel]) -> Answers:
    """Give the ways in which `seat` may begin now, answers to what was proposed last first."""
    more = len(proposals_of(view, [seat])) > NEWEST
    vain = (set() if more else {ACCEPT}) | (set() if _refusable(view, seat) else {REFUSE})
    topics = [(key, tr(says)) for key, says in TOPICS.items() if key not in vain and _possible(key, others)]
    return [*_owed(view, seat), *topics]


def _refusable(view: TableView, seat: Seat) -> bool:
    """Tell whether a proposal to or by a seat is open, or a word that it may still take back."""
    if view.match is None:
        return False
    made = any(one.seat == seat for one in proposals_of(view))
    pacts = promises(_said(view), tuple(one.name for one in view.seats), view.match.turns)
    bound = any(seat in pact.parties and pact.fate is Fate.RUNNING for pact in pacts)
    return made or bound or bool(proposals_of(view, [seat]))


def _concerned(view: TableView, seat: Seat, act: Act, others: list[SeatPanel]) -> list[SeatPanel]:
    """Give those in power, who may be asked to leave it, or for a yes those who have proposed something to `seat`."""
    open_ones = {made.seat for made in proposals_of(view, [seat])}
    return [panel for panel in others if (panel.seat in open_ones if act == (ACCEPT,) else "king" in panel.badges)]


def _targets(match: Match, seat: Seat, whom: str, others: list[SeatPanel]) -> list[SeatPanel]:
    """Give whom `seat` may ask `whom` to attack: opponents of its own side, and not the one who is asked."""
    side = side_of(match.state, seat)
    return [panel for panel in others if panel.name != whom and panel.seat not in side]


def _given_up(view: TableView, seat: Seat, whom: str) -> tuple[str, Answers]:
    """Ask which promises a no to `whom` takes back, with one answer: yes; nothing if it answers a proposal."""
    names = tuple(one.name for one in view.seats)
    if view.match is None or any(names[made.seat] == whom for made in proposals_of(view, [seat])):
        return "", []
    term = completed(view, seat, (REFUSE, whom))[1:-1]
    other = names.index(whom)
    given = [
        promise_words(pact, names)
        for pact in pacts_of(view)
        if pact.fate is Fate.RUNNING and {seat, other} == set(pact.parties) and term in {(), (pact.term.value,)}
    ]
    return (BOUND, [(NO_END, tr(GIVE_UP, pacts=listed(given)))]) if given else ("", [])


def _owed(view: TableView, seat: Seat) -> Answers:
    """Give a yes and a no to the last proposal made to a seat, each in the words of the proposal."""
    names, found = tuple(one.name for one in view.seats), list[tuple[str, str]]()
    for made in proposals_of(view, [seat])[:NEWEST]:
        who, said = names[made.seat], act_words(made.act(names), names)
        for yes, words in ((True, YES), (False, NO)):
            found.append((" ".join(made.answered(names, yes=yes)), tr(words, who=seat_title(who), said=said)))
    return found


def _possible(topic: str, others: list[SeatPanel]) -> bool:
    """Tell whether a topic could concern any seat."""
    if topic == "propose joint-attack":
        return len(others) > 1
    if topic == "propose leave-power":
        return any("king" in panel.badges for panel in others)
    return bool(others)


def _seats(view: TableView, panels: list[SeatPanel], *, asked: bool = False) -> Answers:
    """Name seats with their holders; of bots that are `asked` something say that they will not answer."""
    found = []
    for panel in panels:
        holder = view.seats[panel.seat]
        shown = seat_title(panel.name) + (f" ({holder.called})" if holder.called else "")
        vain = asked and is_silent(holder.stand_in or holder.bot)
        found.append((panel.name, tr(SILENT_BOT, who=shown) if vain else shown))
    return found


def _pieces(scene: Scene, seat: Seat) -> Answers:
    return [
        (piece.spot, f"{piece_word(piece.letter, piece.name)} {town_called(piece.spot)}")
        for piece in scene.pieces
        if seat == piece.commander
    ]


def _turns(match: Match, seats: int) -> Answers:
    """Give the turns in which a pact may end; in rounds only where it is known how many turns these will have."""
    if isinstance(match.state, HasRounds):
        lengths = {each * seats: ntr("({n} turn)", "({n} turns)", each * seats) for each in TURNS_EACH}
    else:
        length = _round(match.state.upcoming(4 * seats), seats)
        lengths = {rounds * length: ntr("({n} round)", "({n} rounds)", rounds) for rounds in ROUNDS}
    ends = {match.turn + 1 + length: far for length, far in lengths.items()}
    return [(NO_END, tr("Without an end")), *((str(end), f"{tr('Turn {turn}', turn=end)} {ends[end]}") for end in ends)]


def _round(coming: Sequence[Turn], seats: int) -> int:
    """Give how many turns pass until a seat has its own turn again; those of a chief in power come between."""
    at = [number for number, turn in enumerate(coming) if not turn.bonus]
    again = (number for number in at[1:] if coming[number].seat == coming[at[0]].seat)
    return max(seats, next(again, seats) - at[0]) if at else seats


class PactLog:
    """The part of a table's pacts that has been reported. The first look reports nothing."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._seen: tuple[int, int] | None = None
        self._fates: dict[tuple[object, ...], Fate] | None = None
        self._pacts: tuple[Pact, ...] = ()

    def lines(self, names: tuple[str, ...]) -> list[PactEvent]:
        """Give the events of pacts so far, in words, for the log."""
        return [event for pact in self._pacts for event in pact_events(pact, names)]

    def news(self, view: TableView, chronicle: MatchHistory) -> list[tuple[Pact, str]]:
        """Give each pact that is new or has ended since the last look, with its line."""
        if view.match is None:
            return []
        seen = (len(chronicle.entries), len(view.talk))
        if seen == self._seen:
            return []
        self._seen = seen
        pacts = self._pacts = pacts_of(view, chronicle)
        known, self._fates = self._fates, {_key(pact): pact.fate for pact in pacts}
        if known is None:
            return []
        names = tuple(seat.name for seat in view.seats)
        return [(pact, pact_line(pact, names)) for pact in pacts if known.get(_key(pact)) is not pact.fate]


def _key(pact: Pact) -> tuple[object, ...]:
    return pact.term, pact.parties, pact.since, pact.proposed, pact.target, pact.spot, pact.until

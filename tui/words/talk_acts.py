"""Acts: the typed tails of table talk. Each is a template sentence that every reader sees in their own language. Pure.

An act is a verb with its arguments (`propose truce blue 15`). What it says is public and binds no one. An act of a bot
has several wordings: one is drawn, and every reader sees the same one in their own language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from core.chance import HasPartners, talk_of
from core.diplomacy.pact import ACCEPT, PROPOSE, REFUSE, Term
from core.fault import Fault, sentence
from core.game import Seat, State, Talk
from net.view.table_view import TalkLine
from net.wire.sanitizer import clean
from tui.i18n.translation import LANGUAGES, seat_title, seat_word, speaking, tr

if TYPE_CHECKING:
    from net.table.fold.table_talk import Act


PHRASES: Mapping[str, tuple[str, ...]] = {
    "propose truce {whom} {turn}": (
        sentence("{whom}, let us leave each other alone until turn {turn}."),
        sentence("Peace between us until turn {turn}, {whom}?"),
        sentence("{whom}, neither of us gains by fighting. A truce until turn {turn}?"),
    ),
    "propose joint-attack {whom} {target}": (
        sentence("{whom}, {target} is too strong for either of us alone. Together?"),
        sentence("If you strike {target}, {whom}, so will I."),
        sentence("{whom}, you and I against {target}: what do you say?"),
    ),
    "propose leave-power {whom} {turn}": (
        sentence("{whom}, you have sat in power long enough. Out of there before turn {turn}?"),
        sentence("Come down before turn {turn}, {whom}, and nobody need get hurt."),
        sentence("{whom}, leave the power to somebody else before turn {turn}, will you?"),
    ),
    "accept {pact} {whom}": (
        sentence("Agreed, {whom}: {pact}."),
        sentence("{whom}, you have my word on {pact}."),
        sentence("So be it, {whom}: {pact}."),
    ),
    "refuse {pact} {whom}": (
        sentence("No, {whom}: I want nothing of {pact}."),
        sentence("Not with me, {whom}. No word of {pact}."),
        sentence("{whom}, you will have to do without my word on {pact}."),
    ),
    "threaten {whom}": (
        sentence("{whom}, I do not forget."),
        sentence("You will pay for that, {whom}."),
        sentence("{whom}, look behind you from now on."),
    ),
    "accuse {whom}": (
        sentence("{whom} gave me a word and broke it. Let everybody remember it."),
        sentence("So much for your promises, {whom}."),
        sentence("{whom}, what you agree to is worth nothing."),
    ),
    "thank {whom}": (
        sentence("{whom}, you have kept your word. Thank you."),
        sentence("My thanks, {whom}."),
        sentence("One can deal with you, {whom}."),
    ),
}
"""The wordings by the form of an act (`tui.words.talk_acts.FORMS`)."""


COURTESIES: Mapping[str, str] = {
    "hello": sentence("Hello."),
    "good-luck": sentence("Good luck."),
    "thanks": sentence("Thanks."),
    "well-played": sentence("Well played."),
    "sorry": sentence("Sorry."),
    "one-moment": sentence("One moment."),
    "back": sentence("I am back."),
    "good-game": sentence("Good game."),
}
"""The sentences of courtesies (`core.match.transcript.EtiquetteAct`), the only talk while the rules close it."""

FORMS: Mapping[str, str] = {
    "propose truce": sentence("A truce?"),
    "propose truce {whom}": sentence("{whom}, a truce?"),
    "propose truce {turn}": sentence("A truce until turn {turn}?"),
    "propose truce {whom} {turn}": sentence("{whom}, a truce until turn {turn}?"),
    "propose joint-attack {whom} {target}": sentence("{whom}, shall we attack {target} together?"),
    "propose joint-attack {whom} {target} {turn}": sentence(
        "{whom}, shall we attack {target} together before turn {turn}?"
    ),
    "propose leave-power {whom}": sentence("{whom}, will you leave the power?"),
    "propose leave-power {whom} {turn}": sentence("{whom}, will you leave the power before turn {turn}?"),
    "propose spare {whom} {cell}": sentence("{whom}, will you spare my piece on {cell}?"),
    "propose spare {whom} {cell} {turn}": sentence("{whom}, will you spare my piece on {cell} until turn {turn}?"),
    "propose draw": sentence("A draw?"),
    "accept {pact}": sentence("I agree to {pact}."),
    "accept {whom}": sentence("{whom}, I agree."),
    "accept {pact} {whom}": sentence("{whom}, I agree to {pact}."),
    "refuse {pact}": sentence("I do not agree to {pact}."),
    "refuse {whom}": sentence("{whom}, I do not agree."),
    "refuse {pact} {whom}": sentence("{whom}, I do not agree to {pact}."),
    "explain deaf {whom}": sentence("{whom}, I agree to nothing, whoever asks."),
    "explain no-gain {whom} {pact}": sentence("{whom}, I gain nothing by {pact}."),
    "explain betrayed {whom} {pact} {turn}": sentence(
        "{whom}, I do not trust you since you broke your word in turn {turn} ({pact})."
    ),
    "explain remembered {whom}": sentence("{whom}, I have not forgotten that you broke your word in an earlier game."),
    "explain distrust {whom}": sentence("{whom}, I do not trust you enough for that."),
    "explain struck {whom}": sentence("{whom}, you have struck me too hard for that."),
    "explain fight {whom}": sentence("{whom}, we are fighting each other: not now."),
    "explain pact {whom} {target}": sentence("{whom}, I have a truce with {target}."),
    "explain sworn {whom} {target}": sentence("{whom}, I have promised {target} to attack you."),
    "explain partner {whom} {target}": sentence("{whom}, {target} is my partner."),
    "explain unsure {whom} {pact}": sentence("{whom}, I may be unable to keep my word on {pact}, so I do not give it."),
    "threaten {whom}": sentence("{whom}, beware of me."),
    "accuse {whom}": sentence("{whom}, you have broken your word."),
    "thank {whom}": sentence("{whom}, thank you."),
    **COURTESIES,
}
"""The sentence of each form of an act; a word in braces stands for an argument of its kind."""

PACTS: Mapping[str, str] = {
    "truce": sentence("a truce"),
    "joint-attack": sentence("a joint attack"),
    "leave-power": sentence("leaving the power"),
    "spare": sentence("sparing a piece"),
    "draw": sentence("a draw"),
}
"""What may be proposed, as answers name it."""

NO_POWER = sentence("{whom} does not hold the power: nobody can ask them to leave it now.")
ONESELF = sentence("{whom}: that is you. Name somebody else.")
OWN_SIDE = sentence("{whom} plays on your side: name an opponent to attack.")
ITSELF = sentence("Nobody attacks themselves: besides {whom}, name an opponent to attack.")

_CELL = re.compile(r"[A-Za-z]{1,2}[0-9]{1,2}|[0-9]{1,2}\.[0-9]{1,2}|[A-Z]{3}")
_TURN = re.compile(r"[1-9][0-9]{0,5}")


def parsed(act: Act, names: tuple[str, ...]) -> tuple[str, dict[str, str]] | None:
    """Give the form of an act and its arguments by name, None for an act that is not known here.

    >>> parsed(("propose", "truce", "blue", "15"), ("red", "blue"))
    ('propose truce {whom} {turn}', {'whom': 'blue', 'turn': '15'})
    """
    act = act[:3] if act[:1] in {(ACCEPT,), (REFUSE,)} else act  # an answer may repeat more of what it answers
    for form in FORMS:
        wanted = form.split()
        if len(wanted) == len(act) and all(_fits(want, given, names) for want, given in zip(wanted, act, strict=True)):
            pairs = zip(wanted, act, strict=True)
            return form, {want.strip("{}"): given for want, given in pairs if want.startswith("{")}
    return None


def side_of(state: State[Any], seat: Seat) -> tuple[Seat, ...]:
    """Give the seats that win together with a seat, including itself."""
    return state.partners(seat) if isinstance(state, HasPartners) else (seat,)


def check_addressee(act: Act, names: tuple[str, ...], state: State[Any], seat: Seat) -> None:
    """Refuse an act of `seat` that is said to itself, or that asks whom it asks for what nobody can do.

    That is to leave a power that they do not hold, or to attack the side of `seat` or themselves.
    """
    found = parsed(act, names)
    arguments = {} if found is None else found[1]
    whom, target = arguments.get("whom"), arguments.get("target")
    if names[seat] in {whom, target}:
        raise Fault(ONESELF, whom=seat_title(names[seat]))
    if whom is not None and act[:2] == (PROPOSE, Term.LEAVE_POWER) and not has_power(state, seat, whom):
        raise Fault(NO_POWER, whom=seat_title(whom))
    if target is None or act[0] != PROPOSE:
        return
    if names.index(target) in side_of(state, seat):
        raise Fault(OWN_SIDE, whom=seat_title(target))
    if target == whom:
        raise Fault(ITSELF, whom=seat_word(target))


def has_power(state: State[Any], seat: Seat, whom: str) -> bool:
    """Tell whether the seat of that name holds the power, as `seat` sees it."""
    return any(panel.name == whom and "king" in panel.badges for panel in state.scene(seat).seats)


def _fits(wanted: str, given: str, names: tuple[str, ...]) -> bool:
    match wanted:
        case "{whom}" | "{target}":
            return given in names
        case "{pact}":
            return given in PACTS
        case "{cell}":
            return _CELL.fullmatch(given) is not None
        case "{turn}":
            return _TURN.fullmatch(given) is not None
    return wanted == given


def act_words(act: Act, names: tuple[str, ...]) -> str:
    """Say an act in the language in use; empty for an unknown act."""
    return next(iter(phrasings(act, names)), "")


def phrasings(act: Act, names: tuple[str, ...]) -> tuple[str, ...]:
    """Give all ways to say an act in the language in use, the plain one first; none for an unknown act."""
    found = parsed(act, names)
    if found is None:
        return ()
    form, arguments = found
    fields = {name: _argument(name, value) for name, value in arguments.items()}
    return tuple(tr(template, **fields) for template in (FORMS[form], *PHRASES.get(form, ())))


def _argument(name: str, value: str) -> str:
    if name == "pact":
        return tr(PACTS[value])
    return seat_title(value) if name == "whom" else seat_word(value) if name == "target" else value


def courtesy(text: str) -> Act | None:
    """Give the courtesy that a typed text is, in any language; None for any other text.

    >>> courtesy("good luck!"), courtesy("play C4")
    (('good-luck',), None)
    """
    wanted = text.strip(" .!").casefold()
    for key, template in COURTESIES.items():
        said = {key, key.replace("-", " ")}
        for language in LANGUAGES:
            with speaking(language):
                said.add(tr(template).strip(" .!").casefold())
        if wanted in said:
            return (key,)
    return None


def spoken(text: str, state: State[Any], seat: Seat | None) -> Act | None:
    """Give the act that text typed by a seat stands for: a courtesy if its talk is closed, else none."""
    talk = state.talk if seat is None else talk_of(state, seat)
    return courtesy(text) if talk is Talk.ETIQUETTE else None


def told(line: TalkLine, names: tuple[str, ...]) -> tuple[str, str]:
    """Give the text of a line, and its act in words. If the text is only the act in some language, there is no text.

    An unknown act is given as it is.
    """
    if line.act is None:
        return line.text, ""
    ways = phrasings(line.act, names)
    if not ways:
        return line.text, " ".join(line.act)
    for language in LANGUAGES:
        with speaking(language):
            there = [clean(words) for words in phrasings(line.act, names)]
        if clean(line.text) in there:
            return "", ways[there.index(clean(line.text))]
    return line.text, ways[0]

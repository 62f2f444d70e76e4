"""People in the text mode: those present and those known, their four words, and the person's opinion of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.storage.contact_store import ContactAction
from tui.i18n.translation import bare, ntr, tr
from tui.session.known_people import People, Person
from tui.text.shell.console import Console
from tui.text.shell.text_menu import without_habit

if TYPE_CHECKING:
    from tui.session.rooms import Rooms

HELP = sentence(
    "People: people tells who is here and known, with four words to compare; mute, block, verify NAME, and once more "
    "to take it back; call NAME = OTHER gives a name of your own; forget NAME strikes out."
)
DEEDS = {
    "mute": (ContactAction.MUTE, ContactAction.HEAR),
    "taire": (ContactAction.MUTE, ContactAction.HEAR),
    "unmute": (ContactAction.MUTE, ContactAction.HEAR),
    "block": (ContactAction.BLOCK, ContactAction.ADMIT),
    "bloquer": (ContactAction.BLOCK, ContactAction.ADMIT),
    "unblock": (ContactAction.BLOCK, ContactAction.ADMIT),
    "verify": (ContactAction.VERIFY, ContactAction.DOUBT),
    "verifier": (ContactAction.VERIFY, ContactAction.DOUBT),
}
"""The words of an action, with the action and its opposite."""

PEOPLE = ("people", "gens", "contacts", "qui", "who")
CALL = ("call", "nommer")
FORGET = ("forget", "oublier")
COMMANDS = frozenset({*PEOPLE, *DEEDS, *CALL, *FORGET})
"""The first words of these commands."""

DONE = {
    ContactAction.MUTE: sentence("NOTE you no longer see what {nick} says."),
    ContactAction.HEAR: sentence("NOTE you see again what {nick} says."),
    ContactAction.BLOCK: sentence(
        "NOTE {nick} is blocked: nothing of theirs is shown, and they get no seat at your tables."
    ),
    ContactAction.ADMIT: sentence("NOTE {nick} is no longer blocked."),
    ContactAction.VERIFY: sentence("NOTE you have compared the four words with {nick}: {words}."),
    ContactAction.DOUBT: sentence("NOTE the four words of {nick} are no longer marked as compared."),
}
CALLED = sentence("NOTE {nick} is called {name} here.")
FORGOTTEN = sentence("NOTE {nick} is forgotten.")
PERSON = sentence("PERSON {words}")
WARNING = sentence("WARNING {text}")
NO_NAME = sentence("Say who and what: call NAME = OTHER.")


def is_about_people(line: str) -> bool:
    """Tell whether a line asks for something about people."""
    return bare(line.partition(" ")[0]) in COMMANDS


def ask(rooms: Rooms, console: Console, line: str) -> None:
    """Do what a line asks for in the rooms of one profile; raise `Fault`."""
    obey(People(rooms), console, line)


def obey(people: People, console: Console, line: str) -> None:
    """Do what a line asks for; raise `Fault`."""
    asked = without_habit(line, PEOPLE)
    first, _, rest = (asked if is_about_people(asked) else line).strip().partition(" ")
    word, rest = bare(first), rest.strip()
    if word in PEOPLE:
        console.say(*people_lines(people))
    elif word in DEEDS:
        console.say(apply_deed(people, people.named(rest), *DEEDS[word]))
    elif word in CALL:
        console.say(_called(people, rest))
    else:
        person = people.named(rest)
        people.forget(person.pid)
        console.say(tr(FORGOTTEN, nick=person.nick))


def apply_deed(people: People, person: Person, deed: ContactAction, opposite: ContactAction) -> str:
    """Do something about a person, or undo it if it is done already; give the reply."""
    known = person.contact
    stands: dict[ContactAction, bool] = {}
    if known is not None:
        stands = {
            ContactAction.MUTE: known.muted,
            ContactAction.BLOCK: known.blocked,
            ContactAction.VERIFY: known.verified,
        }
    done = opposite if stands.get(deed) else deed
    people.judge(person.pid, done)
    return tr(DONE[done], nick=person.nick, words=person.words)


def people_lines(people: People) -> list[str]:
    """List the person's own words, those present and those known, and warn of those who bear a known name."""
    everybody = people.everybody
    here = sum(one.here for one in everybody)
    count = ntr("{n} person here", "{n} people here", here)
    if people.am_here:
        count = ntr("{n} person here: you", "{n} people here, you among them", here + 1)
    lines = [people.me, count]
    for one in everybody:
        lines.append(tr(PERSON, words=", ".join(filter(None, (one.name, one.words, one.history, *one.marks)))))
        lines += [tr(WARNING, text=one.warning)] if one.warning else []
    return [*lines, tr(HELP)]


def _called(people: People, rest: str) -> str:
    name, equals, own = rest.partition("=")
    if not equals:
        raise Fault(NO_NAME)
    person = people.named(name)
    people.call(person.pid, own.strip())
    return tr(CALLED, nick=person.nick, name=own.strip() or person.nick)

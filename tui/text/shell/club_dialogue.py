"""Clubs in the text mode: the deeds of `parley club` by the same words, in English or French."""

from __future__ import annotations

import shlex
from contextlib import suppress
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from tui.i18n.translation import bare, tr
from tui.session.clubs import Clubs
from tui.text.shell.text_commands import Verb

if TYPE_CHECKING:
    from tui.session.rooms import Rooms
    from tui.text.shell.console import Console

CLUBS, CLUB = ("clubs",), ("club",)
COMMANDS = frozenset({*CLUBS, *CLUB})
"""The first words of these commands."""

HELP = sentence(
    "Clubs: clubs tells what waits; club NAME shows one; club new NAME, club join FILE or INVITATION; with the club "
    "first: sync INVITATION, invite INVITATION, export FILE, admit, expel, readmit NAME, leave, date DAY TEXT, open "
    "NAME form=swiss rounds=5 game=megiddo target=6 (in a room, options megiddo tells what there is), enter, "
    "withdraw, close, draw, start, round, standings TOURNAMENT, "
    "organiser TOURNAMENT NAME, result, charge TABLE, ladder; club take FILE. club follow NAME says at once what "
    "happens there, with organise=yes it begins your tournaments and ends their rounds; club unfollow NAME stops that. "
    "In a room, new club=NAME pairing=TOURNAMENT/ROUND/TABLE opens a rated table."
)
FRENCH = {
    "nouveau": "new",
    "liste": "list",
    "montrer": "show",
    "rejoindre": "join",
    "prendre": "take",
    "exporter": "export",
    "actualiser": "sync",
    "inviter": "invite",
    "admettre": "admit",
    "exclure": "expel",
    "readmettre": "readmit",
    "quitter": "leave",
    "ouvrir": "open",
    "participer": "enter",
    "retirer": "withdraw",
    "fermer": "close",
    "tirage": "draw",
    "commencer": "start",
    "ronde": "round",
    "resultat": "result",
    "classement": "standings",
    "echelle": "ladder",
    "organisateur": "organiser",
    "accuser": "charge",
    "suivre": "follow",
    "lacher": "unfollow",
}
"""The French words of the deeds, without accents."""

FOLLOWING = ("follow", "unfollow")
"""The deeds that follow a club and let it go."""
ORGANISE = {"organise": "yes"}
"""The option with which own tournaments go on by themselves."""

WITH_OPTIONS = frozenset({"new", "open"})
"""The deeds that take options as name=value."""

LINE = sentence("CLUB {name}: {waits}")
CALM = sentence("nothing waits for you")
TOLD = sentence("NOTE {text}")
JOIN_IT = sentence(
    "This is the invitation of the club {name}, not of a table. Do you ask to be a member there? `yes` does, anything "
    "else goes back."
)
BAD_QUOTES = sentence("A quotation mark is missing its other half: {text}")
WHICH = sentence("Say which club or what to do: club NAME, or club new NAME; clubs lists them.")
BAD_WORDS = sentence("Say it as: club {usage}")
BAD_NUMBER = sentence("{name} is a number, not {value}.")


def is_about_clubs(line: str) -> bool:
    """Tell whether a line asks for something about clubs."""
    return bare(line.strip().partition(" ")[0]) in COMMANDS


async def ask(rooms: Rooms, console: Console, line: str) -> None:
    """Do what a line asks for with the clubs of a profile; raise `Fault`."""
    first, _, rest = line.strip().partition(" ")
    if bare(first) in CLUBS and not rest.strip():
        await _list(Clubs(rooms), console)
        return
    try:
        words = shlex.split(rest)
    except ValueError as error:
        raise Fault(BAD_QUOTES, text=rest) from error
    if not words:
        raise Fault(WHICH)
    deed = FRENCH.get(bare(words[0]), bare(words[0]))
    if deed in FOLLOWING and len(words) > 1:
        await _follow(Clubs(rooms), console, deed, words[1:])
    else:
        console.say(*await _told(Clubs(rooms), words))


async def _follow(clubs: Clubs, console: Console, deed: str, words: list[str]) -> None:
    """Follow a club from now on, or no more; raise `Fault`."""
    from tui.records.club.deed_table import DEEDS
    from tui.text.shell.club_teller import ClubTeller

    given, options = _parted(words)
    name, *rest = given
    organise = options["options"] == ORGANISE
    if rest and deed == FOLLOWING[0]:
        await clubs.do(DEEDS["sync"], (name, rest[0]))
    found = (await clubs.do(DEEDS["show"], (name,))).value
    teller = ClubTeller(console, clubs.live, bytes.fromhex(str(found["club"])), str(found["name"]))
    if deed == FOLLOWING[0]:
        teller.follow(organise=organise)
    else:
        await teller.leave()


async def ask_to_join(rooms: Rooms, console: Console, invitation: str, why: Fault) -> None:
    """Ask whether to join the club of an invitation, which was taken for a table's; raise `Fault`."""
    answer = await console.ask(tr(JOIN_IT, **why.fields))
    if answer is not None and bare(answer) in Verb.YES.words:
        console.say(*await _told(Clubs(rooms), ["join", invitation]))


async def tell_waits(rooms: Rooms, console: Console) -> None:
    """Say in which clubs something waits; nothing if there are none, or the journal cannot be read now."""
    with suppress(Fault):
        for view in await Clubs(rooms).every():
            if view.waits:
                console.say(tr(LINE, name=view.state.name, waits=", ".join(view.waits)))


async def _list(clubs: Clubs, console: Console) -> None:
    for view in await clubs.every():
        name = view.state.name or view.cid[:8]
        console.say(tr(LINE, name=name, waits=", ".join(view.waits) or tr(CALM)))
    console.say(tr(HELP))


async def _told(clubs: Clubs, words: list[str]) -> list[str]:
    from tui.records.club.deed_table import DEEDS, checked

    deed = FRENCH.get(bare(words[0]), bare(words[0]))
    if deed not in DEEDS:
        deed, words = "show", ["show", " ".join(words)]
    given, options = _parted(words[1:]) if deed in WITH_OPTIONS else (words[1:], {})
    answer = await clubs.do(DEEDS[deed], checked(deed, tuple(given), BAD_WORDS), **options)
    return [tr(TOLD, text=line) for line in answer.lines]


def _parted(words: list[str]) -> tuple[list[str], dict[str, object]]:
    """Part the words of a deed from its options; raise `Fault`."""
    given = [word for word in words if "=" not in word]
    pairs = dict(word.split("=", 1) for word in words if "=" in word)
    options: dict[str, object] = {
        name: pairs.pop(name) for name in ("admission", "expulsion", "game", "form") if name in pairs
    }
    if "rounds" in pairs:
        options["rounds"] = _number("rounds", pairs.pop("rounds"))
    if "size" in pairs:
        options["sizes"] = tuple(_number("size", one) for one in pairs.pop("size").split(","))
    return given, options | {"options": pairs}


def _number(name: str, value: str) -> int:
    if not (value.isascii() and value.isdigit()):
        raise Fault(BAD_NUMBER, name=name, value=value)
    return int(value)

"""Bots in words: their levels, their personas, and a bot's name on a seat."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence

from core import bots
from core.bots.persona import NO_PERSONA, Persona, UnknownPersona
from core.chance import talk_of
from core.fault import BadOption, sentence
from core.game import Talk
from core.games import find
from core.match.match import Match
from core.tournament.pairing import sides
from tui.i18n.translation import LANGUAGES, bare, speaking, tr, word

ASIDE = "/"
"""What stands between a bot's level and its persona (`3/loyal`)."""
SILENT, DRAWN = "silent", "drawn"
"""No persona at all; one drawn by lot for each bot."""
FEW = 3
"""With fewer players there is nobody to make treaties with."""

LEVEL = sentence("level {level}")
SHORT_LEVEL = sentence("L{level}")
BOTS = {"random": sentence("random bot"), "greedy": sentence("greedy bot")}
LEVEL_BOT = sentence("level {level} bot")
CHARACTERS = {
    SILENT: sentence("silent"),
    DRAWN: sentence("drawn by lot"),
    Persona.LOYAL.value: sentence("loyal"),
    Persona.TRADER.value: sentence("trader"),
    Persona.MACHIAVELLIAN.value: sentence("Machiavellian"),
    Persona.OPPORTUNIST.value: sentence("opportunist"),
    Persona.AVENGER.value: sentence("avenger"),
    Persona.WARY.value: sentence("wary"),
}
"""The bots that a form offers."""


LEVEL_PURPOSES = {
    "random": sentence("It plays any move that the rules allow, without a thought: good for a very first game."),
    "greedy": sentence("It takes what looks best at once and looks no further ahead."),
    "1": sentence("The weakest of five levels: it hardly looks ahead, so that a first game can be won."),
    "2": sentence("The second of five levels: it looks ahead a little and can be beaten. New tables begin with it."),
    "3": sentence("The third of five levels, for those who know the game: it looks further ahead."),
    "4": sentence("The fourth of five levels: strong, and slower. Who beats it plays well."),
    "5": sentence("The strongest of five levels: it looks as far ahead as it can, and takes its time."),
}
"""What the bot of each level does."""

CHARACTER_PURPOSES = {
    SILENT: sentence("Silent bots make no promises and answer no proposals. The others propose and answer."),
    DRAWN: sentence("Each bot has one of the six characters by lot; its name at the table tells which."),
    Persona.LOYAL.value: sentence("A loyal bot agrees with those it trusts, and never breaks its word."),
    Persona.TRADER.value: sentence("A trader proposes a lot, and breaks its word only for a large gain."),
    Persona.MACHIAVELLIAN.value: sentence(
        "A Machiavellian bot agrees to nearly everything, and breaks its word where that pays."
    ),
    Persona.OPPORTUNIST.value: sentence("An opportunist promises easily, and breaks its word for almost any gain."),
    Persona.AVENGER.value: sentence(
        "An avenger keeps its word unless much can be gained, and strikes back at any price."
    ),
    Persona.WARY.value: sentence("A wary bot trusts nobody: it agrees to nothing, and so breaks nothing."),
}
"""How the bots of each character treat others."""


def level_purpose(level: str) -> str:
    """Say in a sentence what the bot of a level does; nothing if the level is unknown."""
    return tr(LEVEL_PURPOSES.get(level, ""))


def character_purpose(name: str) -> str:
    """Say in a sentence how a character treats others; nothing if it is unknown."""
    return tr(CHARACTER_PURPOSES.get(name, ""))


def bot_label(level: str) -> str:
    """Name a level as a form offers it."""
    return tr(BOTS[level]) if level in BOTS else tr(LEVEL_BOT, level=level)


def characters() -> dict[str, str]:
    """Give the personas that a form offers, with their words."""
    return {name: tr(words) for name, words in CHARACTERS.items()}


def character(name: str) -> str:
    """Read a typed persona, in any language, empty being a silent one; raise `UnknownPersona`."""
    typed = bare(name.strip())
    words = {bare(word): one for one in CHARACTERS for word in (one, *_in_every_language(CHARACTERS[one]))}
    if typed and typed not in words:
        raise UnknownPersona(NO_PERSONA, name=name, allowed=", ".join(offered_characters()))
    return words[typed] if typed else SILENT


def offered_characters() -> Iterator[str]:
    """Give each persona as one types it, with its word in the language in use where that is another."""
    for name, words in characters().items():
        yield name if bare(words) == bare(name) else f"{name} ({words})"


def _in_every_language(words: str) -> Iterator[str]:
    for language in LANGUAGES:
        with speaking(language):
            yield tr(words)


def with_character(sitters: Sequence[str], character: str) -> tuple[str, ...]:
    """Give the sitters with a persona for each of our bots among them."""
    if character == SILENT:
        return tuple(sitters)
    every = tuple(Persona)
    return tuple(
        f"{one}{ASIDE}{secrets.choice(every) if character == DRAWN else character}" if one in bots.LEVELS else one
        for one in sitters
    )


def is_silent(bot: str) -> bool:
    """Tell whether a bot has no persona, so that it answers no proposal; nobody's name is no bot.

    >>> is_silent("2"), is_silent("./engine --deep"), is_silent("2/loyal"), is_silent("")
    (True, True, False, False)
    """
    level, _, who = bot.partition(ASIDE)
    return bool(bot) and not (level in bots.LEVELS and who in set(Persona))


def may_deal(game: str, options: dict[str, str]) -> bool:
    """Tell whether treaties are possible: three sides or partners, of whom at least two may talk.

    Talk may be open before the first decision only. No treaty is possible if the options contradict each other.
    """
    try:
        match = Match.new(find(game), options)
    except BadOption:
        return False
    seated = [seat for side in sides(match) for seat in side]
    return len(seated) >= FEW and sum(talk_of(match.state, seat) is Talk.OPEN for seat in seated) > 1


def level_choice(game: str) -> str:
    """Give the levels of a game as one types them, each with its word in the language in use where that is another."""
    return ", ".join(name if _level_word(name) == name else f"{name} ({_level_word(name)})" for name in bots.of(game))


def typed_level(text: str) -> str:
    """Give the level that somebody typed, in either language; what is none stays as it is.

    >>> from tui.i18n.translation import speaking
    >>> with speaking("fr"):
    ...     typed_level("Glouton"), typed_level("greedy"), typed_level("niveau 3"), typed_level("8")
    ('greedy', 'greedy', '3', '8')
    """
    titled = _titled(bare(text))
    wanted = titled or bare(text)
    words = {name: bare(_level_word(name)) for name in bots.LEVELS}
    return next((name for name, told in words.items() if wanted in {name, told, told.split()[-1]}), titled or text)


def _titled(wanted: str) -> str:
    """Give the level that stands in a title as Parley writes it, in any language; nothing for any other text."""
    for one in LANGUAGES:
        with speaking(one):
            titles = {bare(tr(title)): name for name, title in BOTS.items()}
            if wanted in titles:
                return titles[wanted]
            for title in (LEVEL, LEVEL_BOT):
                before, _, after = bare(tr(title, level="|")).partition("|")
                level = wanted.removeprefix(before).removesuffix(after)
                if f"{before}{level}{after}" == wanted and level.isalnum():
                    return level
    return ""


def _level_word(name: str) -> str:
    return name if name.isdigit() else word(name)


def bot_nick(bot: str) -> str:
    """Name a bot: by its persona if it has one, by its level, or by its command's last word."""
    level, _, who = bot.partition(ASIDE)
    if level in bots.LEVELS:
        return tr(CHARACTERS[who]) if who in CHARACTERS else _level(level)
    name = bot.split(maxsplit=1)[0].rpartition("/")[2]
    return tr(CHARACTERS[name]) if name in set(Persona) else word(name)


def short_nick(bot: str) -> str:
    """Name a bot as `bot_nick` does, a level by its letter and number alone."""
    level, _, who = bot.partition(ASIDE)
    return tr(SHORT_LEVEL, level=level) if level in bots.LEVELS and level.isdigit() and not who else bot_nick(bot)


def bot_words(bot: str) -> str:
    """Describe a bot: its level, and its persona if it has one; a command as it is."""
    level, _, who = bot.partition(ASIDE)
    if level not in bots.LEVELS:
        return bot
    return f"{_level(level)}, {tr(CHARACTERS[who])}" if who in CHARACTERS else _level(level)


def _level(level: str) -> str:
    return tr(LEVEL, level=level) if level.isdigit() else word(level)

"""A game whose players say and are called what a page must not believe: tags, quotes, signs that turn the direction."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.match.record import Note
from core.match.transcript import Utterance
from tui.study.game_library import open_story
from tui.study.past_game import COMMENT, PastGame, past_game_of

NICK = "\u202eAna</title><b onclick='x'>"
SAID = "</script><script>alert(1)</script><img src=x onerror=\"alert('2')\">\u202eesrever\u2066 & \u200bhidden\x1b[31m"
NOTED = "]]><!--<svg onload=alert(3)>{{n}}\\u003c/script>"


def hostile_story(path: Path) -> PastGame:
    """Give the game of a record with such a name, line of talk and comment."""
    story = open_story(str(path))
    record, seat = story.record, story.match.names[0]
    people = tuple((name, NICK if name == seat else nick) for name, nick in record.people)
    talk = (*record.talk, Utterance(story.match.log[-1].seat, "F" * 16, 99, 1, SAID, None))
    noted = replace(record, people=people, talk=talk, notes=(*record.notes, Note(1, COMMENT, (NOTED,))))
    return past_game_of(noted, story.match)

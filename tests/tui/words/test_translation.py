"""What is said, in which language, and whether French says all of it."""

from __future__ import annotations

import re
import string
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest

from core.fault import Fault, sentence
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.turn_count import TurnCount
from core.option import settle
from net.view.table_view import VoidLine
from tests import catalogue as update
from tui.i18n import translation
from tui.i18n.translation import TYPED, ntr, speaking
from tui.screens.club.club_questions import BAD_PAIR
from tui.settings.theme import DEFAULT, glyphs, look
from tui.study.game_library import open_story
from tui.table.sentences import event_sentences
from tui.widgets import log_lines
from tui.widgets.text_style import TextStyle

ROOT = update.ROOT
GREETING = sentence("It is not the turn of {seat}.")
INK = TextStyle(look(DEFAULT), glyphs("unicode"))


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LC_ALL": "fr_CH"}, "fr"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "en_US"}, "en"),
        ({"LANG": "C", "PARLEY_LANG": "fr"}, "fr"),
    ],
)
def test_the_environment_chooses_the_language(environ: dict[str, str], expected: str) -> None:
    assert translation.preferred(environ) == expected


def test_a_fault_is_told_with_its_fields_translated() -> None:
    fault = Fault(GREETING, seat="red")
    assert translation.tell(fault) == "It is not the turn of red."
    translation.use("fr")
    assert translation.tell(fault) == "Ce n’est pas à rouge de jouer."


def test_a_value_that_somebody_typed_is_quoted_as_it_is() -> None:
    with pytest.raises(Fault) as refused:
        settle(find("megiddo"), {"target": "x"})
    assert translation.tell(refused.value).startswith("target=x ")


def test_what_is_given_for_an_option_is_quoted_as_it_is() -> None:
    with translation.speaking("fr"):
        told = translation.tell(Fault(BAD_PAIR, given="x"))
    assert told.startswith("x n’est pas une option")


CHOSEN = ("x", "master", "bga", "Rome", "Move")
"""Names that somebody may choose for a file: the catalogue has a word or a sentence for each of them."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_file_and_whatever_else_was_typed_or_named_is_never_translated(language: str) -> None:
    marked = [text for text in update.marked() if isinstance(text, str) and "{key[" not in text]
    quoting = [text for text in marked if not TYPED.isdisjoint(_fields(text))]
    assert len(quoting) > 200
    with translation.speaking(language):
        for text in quoting:
            for name in CHOSEN:
                others = {field: "" if field in {"seat", "player"} else 1 for field in _fields(text)}
                fields = {field: name if field in TYPED else other for field, other in others.items()}
                said = translation.tr(text, **fields | {"presets": "1 (1)"})
                assert translation.tell_template(text, fields.items()) == said


def test_a_file_that_is_not_there_is_named_as_it_was_typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in CHOSEN:
        with pytest.raises(Fault) as refused:
            open_story(name)
        assert translation.tell(refused.value) == f"There is no such file: {name}."


def test_a_sign_to_be_typed_is_no_word() -> None:
    with pytest.raises(Fault) as refused:
        Match.new(find("djambi"), {}).play("Mb3xb4")
    assert translation.tell(refused.value) == "Write - before b4: “Mb3-b4”."
    with pytest.raises(Fault) as refused:
        _beside().play("Mc3-c5")
    assert translation.tell(refused.value) == "Write x before c5: “Mc3xc5>…”."


def _beside() -> Match:
    living = {"a1": "red C", "i1": "blue C", "i9": "yellow C", "a9": "green C", "c3": "red M", "c5": "blue A"}
    return Match.at_position(find("djambi"), {"options": {"players": "4"}, "turn": "red", "living": living})


def test_why_an_action_was_void_is_told_in_the_language_in_use() -> None:
    fault = Fault(GREETING, seat="red")
    void = VoidLine(3, Seat(0), "P0", "Ann", "c3-c4", fault.template, (("seat", "red"),))
    assert void.reason == str(fault)
    assert translation.tell_template(void.template, void.fields) == translation.tell(fault)
    translation.use("fr")
    assert "Ce n’est pas à rouge de jouer." in log_lines.void_line(void, ("red",), INK).plain
    assert "Ce n’est pas à rouge de jouer." in event_sentences.void_line(void, ("red",), INK.glyphs, TurnCount())
    assert translation.tell_template("", ()) == ""


def test_plurals_count_as_the_language_does() -> None:
    told = [translation.ntr("{n} person here", "{n} people here", count) for count in (0, 1, 2)]
    translation.use("fr")
    french = [translation.ntr("{n} person here", "{n} people here", count) for count in (0, 1, 2)]
    assert told == ["0 people here", "1 person here", "2 people here"]
    assert french == ["0 personne ici", "1 personne ici", "2 personnes ici"]


def test_what_is_no_fault_is_one_line() -> None:
    assert translation.tell(RuntimeError("two\nlines")) == "RuntimeError: two lines"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_compiled_catalogue_is_the_readable_one(language: str) -> None:
    compiled = update.po_path(language).with_suffix(".mo").read_bytes()
    assert _sentences(compiled) == _sentences(update.compiled(update.read(language)))


def test_french_says_everything_that_the_tree_says() -> None:
    assert update.missing("fr") == []


BLANKLESS = re.compile(r"(?:^|[^\u00a0:/]) ?[;!?:](?=\s|$)")
"""A high point without the blank that French has before it."""


def test_french_keeps_every_field() -> None:
    wrong = []
    for message in update.read("fr"):
        originals = message.id if isinstance(message.id, tuple) else (message.id,)
        told = message.string if isinstance(message.string, tuple) else (message.string,)
        allowed = {frozenset(_fields(str(text))) for text in originals}
        wrong += [text for text in told if message.id and frozenset(_fields(str(text))) not in allowed]
    assert wrong == []


def test_french_says_nothing_twice() -> None:
    told = [text for message in update.read("fr") for text in str(message.string).split("\n") if message.id]
    assert [text for text in told if len(text) > 60 and text.count(text[:25]) > 1] == []


def test_french_writes_one_apostrophe() -> None:
    texts = {str(page): page.read_text(encoding="utf-8") for page in ROOT.glob("core/games/*/texts/rules.fr.md")}
    catalogue = update.po_path("fr").read_text(encoding="utf-8")
    texts["catalogue"] = "".join(re.findall(r'^msgstr(?:\[\d\])? ((?:".*"\n)+)', catalogue, re.MULTILINE))
    assert len(texts) == 5
    assert {name: wrong for name, text in texts.items() if (wrong := re.findall(r"\w+'\w+", text))} == {}


def test_french_puts_its_blanks_before_high_points() -> None:
    wrong = [
        text
        for message in update.read("fr")
        for text in (message.string if isinstance(message.string, tuple) else (message.string,))
        if message.id and BLANKLESS.search(_plain(str(text)))
    ]
    assert wrong == []


@pytest.mark.parametrize("game", ["djambi", "mediterranee"])
def test_french_lines_keep_their_blanks_where_they_are_put_together(game: str) -> None:
    page = (Path(__file__).parents[1] / "text" / "goldens" / f"{game}-fr.txt").read_text(encoding="utf-8")
    told = [line for line in page.split("\n") if not line.startswith(("> ", "PAROLE "))]
    assert [line for line in told if BLANKLESS.search(line)] == []


def _sentences(compiled: bytes) -> dict[object, str]:
    """Give everything a compiled catalogue says, but for its header, which names the tool."""
    known: dict[object, str] = dict(vars(GNUTranslations(BytesIO(compiled)))["_catalog"])
    known.pop("")
    return known


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _plain(text: str) -> str:
    """Leave out what is typed as it stands: `code` and the place in a file."""
    return re.sub(r"`[^`]*`|(?:\{line\}|^\d)(?::\{column\})?:", "", text)


def test_a_sign_of_the_notation_is_no_word_of_the_core() -> None:
    for language, said in (("en", "Write x before c5: “"), ("fr", "x")):
        with translation.speaking(language):
            assert said in translation.tell(
                Fault("Write {sign} before {cell}: “{text}”.", sign="x", cell="c5", text="Mc3xc5")
            )


def test_captures_are_counted_as_each_language_counts() -> None:
    told = []
    for spoken in ("en", "fr"):
        with speaking(spoken):
            told += [ntr("{n} captured", "{n} captured", n) for n in (0, 1, 2)]
    assert told == ["0 captured", "1 captured", "2 captured", "0 prise", "1 prise", "2 prises"]

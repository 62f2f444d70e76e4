"""The pages of the rules audit say the truth: each case is asked of the engine, line by line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.fault import Fault
from tests.tui.support.engine_client import at_a_desk

PAGES = sorted((Path(__file__).parents[3] / "docs" / "rules-audit").glob("*.md"))
VERDICTS = frozenset({"kept", "differs", "missing", "two readings", "not for a program"})
BLOCK = re.compile(r"^### (Case \d+: .+?)\n.*?^```engine\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LISTED = re.compile(r'(has|lacks) (".*") in (\w+)')
ROW = re.compile(r"^\|\s*(\d+)\s*\|(.+)\|([^|]+)\|([^|]*)\|$", re.MULTILINE)


def cases() -> Iterator[tuple[str, str, str]]:
    """Give every case: its page, its title, its lines."""
    for page in PAGES:
        for title, lines in BLOCK.findall(page.read_text(encoding="utf-8")):
            yield page.stem, title, lines


def holds(wanted: object, found: object) -> bool:
    """Tell whether an answer holds what is wanted: objects by what they name, everything else whole."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(key in found and holds(value, found[key]) for key, value in wanted.items())
    return wanted == found


def check(expectation: str, answer: dict[str, Any]) -> None:
    """Hold one expectation against the answer before it."""
    if listed := LISTED.fullmatch(expectation):
        verb, text, key = listed.groups()
        assert (json.loads(text) in answer[key]) == (verb == "has"), (expectation, answer[key])
        return
    assert holds(json.loads(expectation), answer), (expectation, answer)


@pytest.mark.parametrize(("page", "title", "lines"), list(cases()), ids=lambda part: part.partition(":")[0])
def test_every_case_is_answered_as_the_page_says(page: str, title: str, lines: str) -> None:
    """A command without an expectation is taken; each expectation holds of the answer before it."""
    del page, title
    ask = at_a_desk()
    script = [(line[:2], line[2:]) for line in lines.splitlines() if line.strip()]
    assert script[0][0] == "> "
    assert script[0][1].startswith(("new ", "setup "))
    answer: dict[str, Any] = {}
    for at, (sign, text) in enumerate(script):
        if sign == "> ":
            try:
                answer = {"ok": True, **ask(text)}
            except Fault as fault:
                answer = {"ok": False, "error": str(fault)}
            assert answer["ok"] or (at + 1 < len(script) and script[at + 1][0] == "< "), (text, answer)
        else:
            assert sign == "< ", sign
            check(text, answer)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_sentence_has_a_verdict_and_its_case(page: Path) -> None:
    """The sentences are numbered in order, every verdict is of the list, and each case that is named stands below."""
    text = page.read_text(encoding="utf-8")
    rows = ROW.findall(text)
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    assert rows
    titles = {int(title.split(":")[0].removeprefix("Case ")) for title, _ in BLOCK.findall(text)}
    for number, _, verdict, tried in rows:
        assert verdict.strip() in VERDICTS, (number, verdict)
        named = {int(case) for case in re.findall(r"\d+", tried)}
        assert named <= titles, (number, tried)
        assert named or verdict.strip() in {"not for a program", "missing"}, (number, tried)

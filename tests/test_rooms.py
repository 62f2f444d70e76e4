"""The rooms are as the page of the architecture says: one way, small, named once, each with its docstring."""

from __future__ import annotations

import ast
import re
from collections import Counter
from graphlib import CycleError
from pathlib import Path

import pytest

from tests.rooms import (
    ENTRANCE,
    PAGE,
    ROOT,
    TOPS,
    against_the_order,
    arrows,
    between_rooms,
    circles,
    drawing,
    files,
    rooms_of_page,
)
from tests.test_architecture import tracked

TEXT = PAGE.read_text(encoding="utf-8")
ORDER = rooms_of_page(TEXT)
ENTRIES = range(4, 21)
GAMES = ("djambi", "epaminondas", "megiddo", "mediterranee")
PARTED_ALIKE = re.compile(r"core\.games\.\w+\.")
"""The games' folders are parted alike: their modules share names."""


def test_a_room_imports_only_rooms_above_it_in_the_table() -> None:
    assert not list(against_the_order(ORDER, between_rooms(arrows(), files())))
    assert list(against_the_order(["net.wire", "net.log"], {"net.wire": frozenset({"net.log"})})) == [
        "net.wire imports net.log"
    ]
    assert list(against_the_order([], {"net.wire": frozenset()})) == ["net.wire is not in the table"]


def test_the_table_lists_every_room_once() -> None:
    rooms = {room for room in between_rooms(arrows(), files()) if room != ENTRANCE}
    assert sorted(ORDER) == sorted(rooms)


def test_every_module_can_be_imported_first() -> None:
    assert len(circles(arrows(runtime=True))) == len(files())
    with pytest.raises(CycleError):
        circles({"a": frozenset({"b"}), "b": frozenset({"a"})})


def test_the_drawing_is_that_of_the_imports() -> None:
    (drawn,) = re.findall(r"```mermaid\n(.*?)\n```", TEXT, re.DOTALL)
    assert drawn == drawing()


def test_every_package_says_in_three_sentences_what_it_is() -> None:
    paths = [path for name, path in files().items() if path.name == "__init__.py" and "." in name]
    texts = {path: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "" for path in paths}
    short = [str(path.relative_to(ROOT)) for path, text in texts.items() if len(re.findall(r"[.](?:\s|$)", text)) < 3]
    assert not short


def test_a_folder_has_four_to_twenty_entries() -> None:
    entries = {(parent, child) for path in tracked() for parent, child in _nested(path.relative_to(ROOT))}
    folders = Counter(parent for parent, _ in entries)
    assert len(folders) > len(ORDER) // 2
    assert not {str(folder): count for folder, count in folders.items() if count not in ENTRIES}


def _nested(path: Path) -> list[tuple[Path, Path]]:
    """Give each folder of the product on the way to a file, with what of it leads there; data folders apart."""
    if path.parts[0] not in TOPS or {"golden", "texts", "locale"} & set(path.parts[:-1]):
        return []
    inner = [path, *path.parents][:-1]
    return [(child.parent, child) for child in inner[:-1]]


def test_no_two_modules_have_one_name() -> None:
    names = [name for name, path in files().items() if path.name not in {"__init__.py", "__main__.py"}]
    last = Counter(name.rpartition(".")[2] for name in names if not PARTED_ALIKE.match(name))
    assert not [name for name, count in last.items() if count > 1]


def test_whatever_file_the_page_names_is_there() -> None:
    named = {
        word for line in TEXT.splitlines() if line.startswith("| ") for word in re.findall(r"`([\w/.]+/[\w/.]*)`", line)
    }
    assert len(named) > 50
    games = [word.replace("GAME", game) for word in named for game in (GAMES if "GAME" in word else ("",))]
    assert not [word for word in games if not (ROOT / word).exists()]

"""Rows and columns asked for by name: each word gives what it says, and a refusal quotes what was typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.text.test_text_mode import hold
from tui.i18n import translation


async def asked(home: Path, game: str, *lines: str) -> list[str]:
    """Ask at a fresh table; give what was said of rows and columns."""
    said = await hold(home, ["2", game, *lines, "quit", "9"])
    kinds = ("ROW", "COLUMN", "RING", "RADIAL", "ERROR", "LIGNE", "COLONNE", "CERCLE", "RAYON", "ERREUR")
    return [line for line in said if line.startswith(kinds)]


async def test_a_column_is_no_row_of_the_same_number(parley_home: Path) -> None:
    said = await asked(parley_home, "epaminondas", "column 7", "row .7", "row 7", "column 14")
    assert said[0].startswith("COLUMN 7: 1.7: ● White ")
    assert said[0].count(";") == 3, "four pieces stand there at the beginning"
    assert said[1] == said[0]
    assert said[2] == "ROW 7: nothing but empty cells."
    assert said[3].startswith("COLUMN 14: 1.14: ")


async def test_what_is_no_row_is_quoted_and_the_rows_are_named(parley_home: Path) -> None:
    translation.use("fr")
    said = await asked(parley_home, "epaminondas", "ligne 14", "ligne a", "colonne 15", "ligne", "voisins a")
    rest = "ses lignes vont de 1 à 12, ses colonnes de 1 à 14."
    assert said == [
        f"ERREUR Il n’y a pas de ligne 14 sur ce tablier\u00a0: {rest}",
        f"ERREUR Il n’y a pas de ligne a sur ce tablier\u00a0: {rest}",
        "ERREUR Il n’y a pas de colonne 15 sur ce tablier\u00a0: ses colonnes vont de 1 à 14, ses lignes de 1 à 12.",
        "ERREUR Il manque le nom d’une ligne\u00a0: `ligne 1`, par exemple.",
        "ERREUR Il n’y a pas de case a sur ce tablier\u00a0: écrivez par exemple 1.1.",
    ]


async def test_letters_name_columns_and_radials(parley_home: Path) -> None:
    djambi = await asked(parley_home, "djambi", "row a", "column a", "row 1", "column 1")
    assert djambi[0].startswith("COLUMN a: a1: ")
    assert djambi[1] == djambi[0]
    assert djambi[2].startswith("ROW 1: a1: ")
    assert djambi[3] == "ERROR There is no column 1 on this board: its columns are a to i, its rows 1 to 9."
    megiddo = await asked(parley_home, "megiddo", "C4", "ring 4", "radial c", "row 9")
    assert megiddo[0].startswith("RING 4: C4: ")
    assert megiddo[1].startswith("RADIAL C: C4: ")
    assert megiddo[2] == "ERROR There is no ring 9 on this board: its rings are 1 to 6, its radials A to F."


@pytest.mark.parametrize("tongue", ["en", "fr"])
async def test_a_row_of_hexagons_is_what_the_board_prints_across(tongue: str, parley_home: Path) -> None:
    translation.use(tongue)
    row, column = {"en": ("row", "column"), "fr": ("ligne", "colonne")}[tongue]
    lines = [f"{row} a", f"{row} E", f"{column} 5", f"{row} 5", f"{row} z", f"{column} e", f"{row} 12"]
    said = await asked(parley_home, "djambi players=3", *lines)
    assert said[0].startswith(f"{row.upper()} a")
    across = re.findall(r"\ba[0-9]", said[0])
    assert across == sorted(set(across)) != []
    assert said[1].startswith(f"{row.upper()} e")
    assert said[2].startswith(f"{column.upper()} 5")
    assert said[3] == said[2]
    rows, columns = {"en": ("a to i", "1 to 9"), "fr": ("a à i", "1 à 9")}[tongue]
    assert all(rows in line and line.index(rows) < line.index(columns) for line in (said[4], said[6]))
    assert said[5].index(columns) < said[5].index(rows)


async def test_a_map_has_neither(parley_home: Path) -> None:
    said = await asked(parley_home, "mediterranee", "", "row a")
    assert said == ["ERROR This board has neither rows nor columns."]

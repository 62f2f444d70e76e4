"""The file of conditional moves: kept as a whole, one plan a seat, read by several programs."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from core.game import Seat
from tui.correspondence.conditional_move import ANY, Branch, ConditionalPlan
from tui.correspondence.plan_store import PlanStore, PlansUnusable, plans_path

TREE = (Branch("D3", "C3", (Branch(ANY, "é"),)), Branch(ANY, "E5"))


def of(seat: int, branches: tuple[Branch, ...] = TREE) -> ConditionalPlan:
    """Give a plan of a seat."""
    return ConditionalPlan(Seat(seat), 3, "00ff", branches)


def test_plans_are_kept_by_table_and_seat(tmp_path: Path) -> None:
    path = plans_path(tmp_path / "new", "ann")
    store = PlanStore(path)
    assert store.all() == {}
    for tid, plan in (("a", of(0)), ("a", of(1)), ("b", of(0)), ("a", of(1, TREE[:1]))):
        store.keep(tid, plan)
    assert PlanStore(path).all() == {"a": (of(0), of(1, TREE[:1])), "b": (of(0),)}
    assert path.name == "plans-ann.json"
    assert plans_path(tmp_path, "default").name == "plans.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_only_the_plan_that_stands_is_dropped(tmp_path: Path) -> None:
    store = PlanStore(tmp_path / "plans.json")
    store.keep("a", of(0))
    assert not store.drop("a", of(0, TREE[:1]))
    assert store.of("a") == (of(0),)
    assert store.drop("a", of(0))
    assert not store.drop("a", of(0))
    store.keep("a", of(0))
    store.keep("a", of(0, ()))
    assert store.all() == {}


@pytest.mark.parametrize(
    "text", ["", "[]x", "[1]", '{"a": 1}', '{"a": [{}]}', '{"a": [{"seat": 0, "ply": 0, "past": "", "branches": [1]}]}']
)
def test_a_file_that_is_none_is_told_and_not_written_over(tmp_path: Path, text: str) -> None:
    path = tmp_path / "plans.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PlansUnusable, match=r"of your conditional moves cannot be used .*Move it away\."):
        PlanStore(path).of("a")
    with pytest.raises(PlansUnusable):
        PlanStore(path).keep("a", of(0))
    assert path.read_text(encoding="utf-8") == text


def test_a_tree_deeper_than_any_plan_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plans.json"
    deep = '["a", "b", ' * 40 + "[]" + "]" * 40
    deep = deep.replace('"b", [', '"b", [[', 39).replace("]" * 40, "]]" * 39 + "]")
    path.write_text(f'{{"a": [{{"seat": 0, "ply": 0, "past": "", "branches": [{deep}]}}]}}', encoding="utf-8")
    with pytest.raises(PlansUnusable):
        PlanStore(path).all()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(PlansUnusable):
        PlanStore(tmp_path / "file" / "plans.json").keep("a", of(0))

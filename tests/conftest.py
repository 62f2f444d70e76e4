"""What every test has: a collector that does not look at everything again and again, and no deadline by the clock."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

from tui.bootstrap import compiled_rules

compiled_rules.use_compiled()  # before any test imports the core; with PARLEY_PURE=1 the files themselves are tested
os.environ["PARLEY_LAN"] = "off"  # no test, and nothing that a test starts, says a word on the network of the machine
settings.register_profile("parley", deadline=None)
settings.load_profile("parley")
gc.disable()  # while modules are imported and their tests collected, hardly anything is garbage


LONGEST = (
    "test_monkey.py",
    "test_orders.py",
    "test_whole_games.py",
    "test_storm.py",
    "test_leaving_early.py",
    "test_moving_table.py",
    "test_simulator.py",
    "test_recorder.py",
    "test_run_py.py",
    "test_demo_restart.py",
    "test_keep_days.py",
    "test_bad_disk.py",
    "test_web_games.py",
    "test_web_attacks.py",
    "test_web_table.py",
)
"""Files of which one test takes many seconds: they come first, so that no process is left with one in the end."""

SLOW = frozenset(
    [
        "acts",
        "announcement",
        "arena_play",
        "bot_process",
        "bots",
        "broker",
        "cell_diff",
        "check_spoilt",
        "club_deeds",
        "club_screens",
        "club_follow",
        "club_follower",
        "club_visit",
        "clubs_text",
        "commands",
        "conformance",
        "conversations",
        "curtain",
        "dealing",
        "deck",
        "deck_attacks",
        "departure",
        "diagrams",
        "djambi_oracle",
        "envelope",
        "epaminondas_rules",
        "escrow",
        "every_board",
        "export_command",
        "farewell",
        "feed_model",
        "first_start",
        "floods",
        "followed_club",
        "following",
        "fraud_cards",
        "games_screen",
        "games_text",
        "handing",
        "hint",
        "home",
        "hostile_values",
        "invite",
        "journal_damage",
        "journal_kill",
        "journal_recovery",
        "journal_storm",
        "layouts",
        "leaving",
        "lesson_screen",
        "listeners",
        "live_language",
        "load",
        "lobby",
        "lobby_screen",
        "lots_kept",
        "map",
        "map_option",
        "mediterranee_fights",
        "mediterranee_moves",
        "mediterranee_referee",
        "mediterranee_table",
        "mediterranee_talon",
        "mediterranee_thinker",
        "mediterranee_views",
        "megiddo_perft",
        "megiddo_table",
        "megiddo_thinker",
        "monkey",
        "mosquitto_cut",
        "moving",
        "mqtt",
        "mutants",
        "named_keys",
        "nearby",
        "newtable",
        "newtable_words",
        "orders",
        "own_word",
        "pact_ledger",
        "pacts",
        "palette",
        "pasted",
        "peer_brokers",
        "peer_hidden",
        "peer_play",
        "peer_recovery",
        "peer_trouble",
        "people_screen",
        "personas",
        "pictures",
        "position_picture",
        "positions_spoilt",
        "proxy",
        "recorder",
        "rated_screens",
        "replay_command",
        "replay_screen",
        "second_game",
        "segments",
        "siege",
        "simulator",
        "solo",
        "split_view",
        "stances",
        "study_export",
        "substitutes_after",
        "substitutes_hidden",
        "table_attacks",
        "table_cheats",
        "table_claims",
        "table_gale",
        "table_journeys",
        "table_mediterranee",
        "table_mental",
        "table_noise",
        "table_orders",
        "table_people",
        "table_play",
        "table_projection",
        "table_screen",
        "table_shut",
        "table_silence",
        "template",
        "text_mode",
        "whole_games",
    ]
)
"""Files, without `test_` and `.py`, that `run.py test --quick` leaves out: each takes more than about a second."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--quick`: what most changes need, in less than a minute."""
    parser.addoption("--quick", action="store_true", help="leave out whole programs, storms and what takes seconds")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the slow files and the whole programs where `--quick` asks for it."""
    if not config.getoption("--quick"):
        return None
    slow = collection_path.suffix == ".py" and collection_path.stem.removeprefix("test_") in SLOW
    return collection_path.name == "system" or slow or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes longest first."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_collection_finish() -> None:
    """Set aside all that was imported: it lives as long as the tests, and every full collection would look at it."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 50)

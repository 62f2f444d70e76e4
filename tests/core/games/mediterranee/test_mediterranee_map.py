"""The facts of the map, and what a map file is refused for: with line, column, the city's name and the reason."""

from __future__ import annotations

import re
from collections import deque
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.fault import BadOption
from core.games.mediterranee.board import map_reader
from core.games.mediterranee.board.chart import STATES, BadMap, Chart, Kind
from core.games.mediterranee.board.city_set import members
from core.games.mediterranee.board.map_reader import read

TEXT = (resources.files("core.games.mediterranee") / "board" / "map.toml").read_text(encoding="utf-8")
TWO_LANES = ("AQU", "THS", "PAR", "BER", "PEL", "ANT", "HIP", "TIN", "GAD", "HAD")
ISLANDS = ("ALE", "SYR", "GOR", "MYT", "RHO", "SLM", "CRL", "PAL")


@pytest.fixture(scope="module")
def chart() -> Chart:
    return map_reader.home_chart()


def distances(steps: tuple[int, ...], start: int) -> dict[int, int]:
    """Give the number of steps from a city to every city that can be reached."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for city in members(steps[here]):
            if city not in found:
                found[city] = found[here] + 1
                queue.append(city)
    return found


def test_there_are_56_cities_and_two_connected_networks(chart: Chart) -> None:
    assert len(chart.cities) == 56
    assert chart.reconstruction
    assert chart.name == "reconstruction-1"
    assert (len(chart.roads), len(chart.lanes)) == (72, 66)
    assert sum(edge.kind is Kind.STRAIT for edge in chart.roads) == 2
    assert sum(edge.kind is Kind.COAST for edge in chart.lanes) == 32
    assert len(distances(chart.land, chart.capitals[0])) == 48
    assert len(distances(chart.sea, chart.capitals[0])) == 40 == chart.ports.bit_count()


@pytest.mark.parametrize(
    ("state", "degrees", "capital", "borders"),
    [
        ("r", (37, 34), (3, 4), (3, 10)),
        ("k", (35, 34), (3, 3), (3, 12)),
        ("a", (37, 33), (3, 5), (3, 9)),
        ("c", (35, 31), (3, 4), (3, 7)),
    ],
)
def test_each_state_is_as_the_map_text_says(
    state: str, degrees: tuple[int, int], capital: tuple[int, int], borders: tuple[int, int]
) -> None:
    chart = map_reader.home_chart()
    at = STATES.index(state)
    home = chart.home[at]
    cities = [city for city in chart.cities if city.state == state]
    assert len(cities) == 14 == home.bit_count()
    assert [sum(city.port for city in cities), sum(city.island for city in cities)] == [10, 2]
    assert sum(not city.port for city in cities) == 4
    for steps, count in zip((chart.land, chart.sea), degrees, strict=True):
        assert sum(steps[city].bit_count() for city in members(home)) == count
    seat = chart.capitals[at]
    assert (chart.land[seat].bit_count(), chart.sea[seat].bit_count()) == capital
    for steps, count in zip((chart.land, chart.sea), borders, strict=True):
        assert sum((steps[city] & ~home).bit_count() for city in members(home)) == count


def test_capitals_are_as_far_apart_as_the_map_text_says(chart: Chart) -> None:
    expected = {"rk": (7, 6), "ra": (14, 4), "rc": (9, 2), "ka": (7, 3), "kc": (13, 5), "ac": (7, 3)}
    for pair, told in expected.items():
        start, end = (chart.capitals[STATES.index(state)] for state in pair)
        assert (distances(chart.land, start)[end], distances(chart.sea, start)[end]) == told


def test_degrees_of_cities(chart: Chart) -> None:
    assert [chart.names[city] for city in range(56) if chart.land[city].bit_count() == 1] == ["SPA"]
    assert max((steps.bit_count(), chart.names[city]) for city, steps in enumerate(chart.land)) == (5, "THS")
    assert max((steps.bit_count(), chart.names[city]) for city, steps in enumerate(chart.sea)) == (6, "RHO")
    two = {chart.names[city] for city, steps in enumerate(chart.sea) if steps.bit_count() == 2}
    assert two == set(TWO_LANES)


def test_islands_have_no_road_and_straits_join_the_shores(chart: Chart) -> None:
    islands = {city.id for city in chart.cities if city.island}
    assert islands == set(ISLANDS)
    assert all(not chart.land[chart.index[island]] for island in islands)
    straits = {(chart.names[edge.one], chart.names[edge.other]) for edge in chart.roads if edge.kind is Kind.STRAIT}
    assert straits == {("CON", "NIC"), ("TIN", "GAD")}


def test_lines_across_land_have_bends(chart: Chart) -> None:
    bent = {(chart.names[edge.one], chart.names[edge.other]) for edge in chart.lanes if edge.bends}
    assert bent == {("SYR", "BRU"), ("SYR", "CAR"), ("MYT", "CON"), ("SLM", "ALX"), ("SLM", "ATT")}


def line_of(text: str, part: str, nth: int = 0) -> int:
    """Give the line of the nth occurrence of a part of a text."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(part, at + 1)
    return text.count("\n", 0, at) + 1


def flagged(city: str, **flags: bool) -> str:
    """Give the map with some flags of a city set."""
    lines = TEXT.split("\n")
    at = line_of(TEXT, f'id = "{city}"') - 1
    for key, value in flags.items():
        lines[at] = re.sub(rf"{key} = (true|false)", f"{key} = {str(value).lower()}", lines[at])
    return "\n".join(lines)


def without(*ends: str) -> str:
    """Give the map without the edges between some cities and those of other states (or the pairs given)."""
    return "\n".join(
        line for line in TEXT.split("\n") if not any(f'["{a}", "{b}"' in line for a, b in map(str.split, ends))
    )


ROME = 'id = "ROM"'


@pytest.mark.parametrize(
    ("text", "city", "part", "word"),
    [
        (flagged("ROM", port=False), "ROM", ROME, "no port"),
        (flagged("ROM", island=True), "ROM", ROME, "island"),
        (flagged("ROM", capital=False), "r", 'id = "r"', "capital"),
        (flagged("GEN", capital=True), "GEN", 'id = "GEN"', "capital"),
        (TEXT.replace("sea = [", 'sea = [\n  ["ROM", "ARR", "route"],'), "ARR", '["ROM", "ARR", "route"', "no port"),
        (TEXT.replace("land = [", 'land = [\n  ["ROM", "ALE", "road"],'), "ALE", '["ROM", "ALE", "road"', "island"),
        (flagged("ALE", port=False), "ALE", 'id = "ALE"', "reach"),
        (without("ATH SPA"), "SPA", 'id = "SPA"', "No road"),
        (without("AQU SAL", "NOV TAR", "TLT TAR"), "ROM", ROME, "reached by land"),
        (without("PAL TAR", "PAL NOV", "PAL CAE", "PAL CRL"), "PAL", 'id = "PAL"', "sea"),
        (TEXT.replace('id = "GEN"', 'id = "ROM"'), "ROM", 'id = "ROM"', "twice"),
        (TEXT.replace('id = "GEN"', 'id = "Gen"'), "Gen", 'id = "Gen"', "three capital letters"),
        (TEXT.replace('id = "GEN", state = "r"', 'id = "GEN", state = "x"'), "GEN", 'id = "GEN"', "state"),
        (TEXT.replace('id = "GEN", state = "r"', 'id = "GEN"'), "GEN", 'id = "GEN"', "state"),
        (TEXT.replace('["ROM", "GEN", "road"]', '["ROM", "GNE", "road"]'), "GNE", '["ROM", "GNE"', "no city"),
        (TEXT.replace('["ROM", "GEN", "road"]', '["ROM", "GEN", "coast"]'), "", '["ROM", "GEN", "coast"]', "road"),
        (TEXT.replace('["ROM", "ARR", "road"]', '["GEN", "ROM", "road"]'), "GEN", '["GEN", "ROM", "road"]', "twice"),
        (TEXT.replace('["ROM", "ARR", "road"]', '["ROM", "ROM", "road"]'), "ROM", '["ROM", "ROM"', "itself"),
        (TEXT.replace("mediterranee-map/1", "mediterranee-map/2"), "", "format =", "mediterranee-map/1"),
        (TEXT.replace('capital = "ROM"', 'capital = "GEN"'), "r", 'id = "r"', "capital"),
        (TEXT.replace("lon = 12.48", 'lon = "x"'), "ROM", ROME, "degrees"),
        (TEXT.replace("lon = 12.48", "lon = nan"), "ROM", ROME, "degrees"),
        (TEXT.replace('fr = "Gênes"', 'fr = ""'), "GEN", 'id = "GEN"', "text"),
        (TEXT.replace('{ id = "k"', '{ id = "q"'), "", "state =", "r, k, a, c"),
        (TEXT.replace('"SYR-BRU"', '"SYR-XXX"'), "", '"SYR-XXX"', "bends"),
    ],
)  # fmt: skip
def test_a_map_that_breaks_the_rules_is_refused_by_name(text: str, city: str, part: str, word: str) -> None:
    assert text != TEXT
    with pytest.raises(BadMap) as told:
        read(text)
    assert told.value.fields["city"] == city
    assert city in str(told.value)
    assert word in str(told.value)
    assert told.value.fields["line"] == line_of(text, part, nth=1 if word == "twice" and city == "ROM" else 0)
    assert int(str(told.value.fields["column"])) >= 1


def test_what_is_no_toml_is_refused_where_it_breaks() -> None:
    for text in ("", "x", TEXT[:5000], TEXT.replace("land = [", "land = [["), "format = 1\nname = \x00"):
        with pytest.raises(BadMap) as told:
            read(text)
        assert str(told.value).endswith(".")
    with pytest.raises(BadMap, match=r"^2:8: "):
        read("format = 1\nname = \x00")


@given(
    st.integers(0, len(TEXT) - 1),
    st.integers(0, 12),
    st.sampled_from(["", '"', "[", "]", "0", "true", "\n", "ROM", "{}", "é"]),
)
def test_a_spoilt_map_is_a_map_or_a_sentence(at: int, length: int, patch: str) -> None:
    """Whatever stands in a file, it is a sound map or a fault with a place."""
    text = TEXT[:at] + patch + TEXT[at + length :]
    fault: BadMap | None = None
    try:
        read(text)
    except BadMap as found:
        fault = found
    if fault is not None:
        assert int(str(fault.fields["line"])) >= 1
        assert int(str(fault.fields["column"])) >= 1
        assert str(fault).endswith(".")


def test_a_table_style_file_says_the_same() -> None:
    """Whether states and cities are inline or stand in tables of their own, the order of edges, comments: no matter."""
    lines = TEXT.split("\n")
    other = "\n".join([*lines[:4], "# said otherwise", *lines[4:]])
    first, second = '  ["ROM", "GEN", "road"],\n', '  ["ROM", "ARR", "road"],\n'
    assert first + second in TEXT
    other = other.replace(first + second, second + first)
    assert read(other).digest == read(TEXT).digest
    assert read(TEXT.replace("reconstruction-1", "ours")).digest != read(TEXT).digest
    assert read(without("AQU SAL")).digest != read(TEXT).digest


def test_learnt_maps_are_named_by_name_and_digest() -> None:
    assert map_reader.register_map(TEXT) == "reconstruction-1"
    other = TEXT.replace('name = "reconstruction-1"', 'name = "other"')
    name = map_reader.register_map(other)
    assert name == f"other@{read(other).digest}"
    assert map_reader.NAMED.fullmatch(name)
    assert map_reader.find(name) == map_reader.find(read(other).digest) == read(other)
    assert map_reader.find("reconstruction-1") is map_reader.home_chart()
    with pytest.raises(BadOption, match=r"map wider \(0123456789abcdef\) is not known"):
        map_reader.find("wider@0123456789abcdef")

"""Write the golden vectors that are made from keys and seeds in clear.

python -m tests.net.support.golden_vectors.make_vectors
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.net.support.golden_vectors.golden_events import told
from tests.net.support.golden_vectors.golden_messages import carded, noted, tabled

HERE = Path(__file__).parents[2] / "vectors"
MADE = {"cards": carded, "kinds": told, "notes": noted, "table": tabled}
"""What makes each file."""


def kept(name: str) -> Any:  # noqa: ANN401  what JSON holds
    """Read a file of vectors."""
    return json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))


if __name__ == "__main__":
    for name, make in MADE.items():
        text = json.dumps(make(), indent=1, ensure_ascii=False)
        (HERE / f"{name}.json").write_text(text + "\n", encoding="utf-8")

"""How many connections a running mosquitto may hold: a limit of its file descriptors, where the system has one.

Mosquitto 2.0 counts a connection that ends before it has said who it is as if two had left, and everybody who compares
a certificate first leaves one behind. So its own `max_connections` would let in ever more people.
"""

from __future__ import annotations

import sys
from itertools import count, islice
from pathlib import Path


def limit_connections(pid: int, most: int) -> bool:
    """Let a process that has no connection yet open `most` more at a time; tell whether this system can.

    Mosquitto refuses the next one at once. Raises `OSError` if there is no such process, or it is somebody else's.
    """
    if sys.platform != "linux":
        return False
    import resource  # noqa: PLC0415 - not every system has it

    held = {int(each.name) for each in Path(f"/proc/{pid}/fd").iterdir()}
    free = (number for number in count() if number not in held)
    limit = next(islice(free, most, None))
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (limit, limit))
    return True

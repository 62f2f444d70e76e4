"""What a process at a door may use of the machine: memory, files, processor time after everybody else's."""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Confinement:
    """The most that a process may use: `memory` and `file_size` in MiB, open files; how nice it is to others."""

    memory: int
    files: int = 128
    file_size: int = 64
    niceness: int = 5

    def enter(self) -> None:
        """Put this process under the limits, from which it cannot get out."""
        os.umask(0o077)
        os.nice(self.niceness)
        wanted = {
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_DATA: self.memory * MIB,
            resource.RLIMIT_NOFILE: self.files,
            resource.RLIMIT_FSIZE: self.file_size * MIB,
        }
        for kind, most in wanted.items():
            with suppress(ValueError, OSError):  # a system may know a limit and not keep it
                resource.setrlimit(kind, (most, most))

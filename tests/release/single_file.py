"""One file that needs only Python: the wheel and all its libraries, as `pex` packs them, to be run as it is.

At its first start it unpacks itself into the cache of its user. It is for the kind of machine and the Python that it
was built with, because some libraries are machine code.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tui import __version__
from tui.bootstrap.compiled_rules import ROOT

NAME = "parley-{version}-{tag}.pyz"
LOCK = ROOT / "requirements.lock"


def build_single_file(wheel: Path, tag: str, epoch: int) -> Path:
    """Build the file beside a wheel, with the libraries of the lock and no others."""
    path = wheel.with_name(NAME.format(version=__version__, tag=tag))
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    with tempfile.TemporaryDirectory() as work:
        wanted = Path(work, "wanted.txt")
        own = f"parley-table=={__version__} --hash=sha256:{digest}\n"
        wanted.write_text(LOCK.read_text(encoding="utf-8") + own, encoding="utf-8")
        words = ["-m", "pex", "--use-pip-config", "--find-links", str(wheel.parent), "-r", str(wanted)]
        words += ["-c", "parley", "--venv", "prepend", "--python-shebang", "/usr/bin/env python3", "-o", str(path)]
        environ = os.environ | {"SOURCE_DATE_EPOCH": str(epoch), "PEX_ROOT": str(Path(work, "root"))}
        subprocess.run([sys.executable, *words], cwd=work, env=environ, capture_output=True, check=True)
    return path

"""A certificate of one's own making: good for ten years, vouched for by nobody, known by the pin in the invitation."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from core.fault import Fault, sentence

NO_OPENSSL = sentence(
    "There is no openssl on this machine to make a certificate with: name one by --certificate and --key."
)
NOT_MADE = sentence("The certificate cannot be made in {folder}: {why}.")
FILES = ("certificate.pem", "certificate.key")
DAYS = "3650"
CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


def own(folder: Path) -> tuple[str, str]:
    """Give the paths of the certificate in a folder and of its key, made the first time, kept so that pins last.

    Raises `Fault` where there is no `openssl`, or where they cannot be written.
    """
    kept = tuple(folder / name for name in FILES)
    if not all(path.exists() for path in kept):
        program = shutil.which("openssl")
        if program is None:
            raise Fault(NO_OPENSSL)
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryDirectory(dir=folder) as workshop:
                _make(program, Path(workshop))
                for path in reversed(kept):
                    (Path(workshop) / path.name).replace(path)
        except OSError as why:
            raise Fault(NOT_MADE, folder=folder, why=why.strerror or why) from None
        except subprocess.CalledProcessError as why:
            said = why.stderr.decode("utf-8", "replace").split("\n")[0]
            raise Fault(NOT_MADE, folder=folder, why=said or why.returncode) from None
    certificate, key = map(str, kept)
    return certificate, key


def _make(program: str, workshop: Path) -> None:
    certificate, key = (workshop / name for name in FILES)
    os.close(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600))
    words = (*CURVE, "-days", DAYS, "-subj", "/CN=parley", "-out", str(certificate), "-keyout", str(key))
    subprocess.run([program, "req", "-x509", *words], check=True, capture_output=True)  # noqa: S603 (our own words)
    key.chmod(0o600)

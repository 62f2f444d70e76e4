"""Certificates for a broker of a test."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from net.broker.listener import BrokerListener
from net.wire.invitation import Via

OPENSSL = shutil.which("openssl")


def certificate(folder: Path, name: str) -> BrokerListener:
    """Make a certificate that nobody but itself vouches for."""
    if OPENSSL is None:
        pytest.skip("there is no openssl on this machine to make a certificate with")
    cert, key = folder / f"{name}.pem", folder / f"{name}.key"
    words = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    command = [OPENSSL, *words, "-subj", f"/CN={name}", "-out", str(cert), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)
    return BrokerListener(Via.TLS, str(cert), str(key))

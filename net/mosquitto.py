"""Mosquitto as a child: where it is, and the files it is started with."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from net.door import Door, Limits

PLACES = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin", "/usr/local/opt/mosquitto/sbin")
"""Where systems put it outside a user's search path."""

BARE = Door()
USUAL = Limits()

KEEPER = """\
exec 3<&0
"$1" -c "$2/mosquitto.conf" </dev/null &
broker=$!
(cat <&3 >/dev/null; kill "$broker" 2>/dev/null; rm -rf "$2") &
exec 3<&-
wait "$broker"
"""
"""Runs mosquitto until standard input ends, that is until the parent closes it or is no more, however it died."""


def program(name: str = "mosquitto") -> str | None:
    """Find mosquitto or one of its tools on this machine."""
    return shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", os.defpath), *PLACES)))


def available() -> bool:
    """Tell whether mosquitto, the tool for its passwords and the shell that keeps it are on this machine."""
    return all(map(program, ("mosquitto", "mosquitto_passwd", "sh")))


def prepare(
    folder: Path, bind: str, port: int, user: str, password: str, *, door: Door = BARE, limits: Limits = USUAL
) -> list[str]:
    """Write configuration and password file into `folder` (private to us) and give the command that runs them."""
    lines = [
        f"listener {port} {bind}",
        *([f"certfile {door.certificate}", f"keyfile {door.key}"] if door.sealed else []),
        *([f"max_connections {limits.people}"] if limits.people else []),
        "persistence false",
        "set_tcp_nodelay true",
        "max_inflight_messages 1000",
        "max_queued_messages 100000",
        f"message_size_limit {limits.packet}",
        "log_dest stderr",
        "log_type error",
        "log_type warning",
    ]
    if os.name == "posix" and os.geteuid() == 0:
        lines.append("user root")  # otherwise it becomes another user, who may not read these files
    if user or password:
        secrets = folder / "passwords"
        secrets.touch(mode=0o600)
        secrets.write_text(f"{user}:{password}\n", encoding="utf-8")
        subprocess.run([program("mosquitto_passwd") or "mosquitto_passwd", "-U", secrets], check=True)  # noqa: S603 (our own file)
        lines += ["allow_anonymous false", f"password_file {secrets}"]
    else:
        lines.append("allow_anonymous true")
    (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [program("sh") or "sh", "-c", KEEPER, "keeper", program() or "mosquitto", str(folder)]

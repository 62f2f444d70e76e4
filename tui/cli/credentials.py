"""The commands that carry a key or an account elsewhere: `parley key`, `parley account` and `parley invite`.

`parley key` stores the person's key under a passphrase, to keep it apart from this machine or to move it to another
one. `parley account` gives what the operator of a broker needs if each person is a user there. `parley invite` makes a
room with a fresh key at a broker that somebody else runs.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.fault import Fault, sentence
from net.transport.transport import OWN_USER
from tui.cli.shared_options import Profile
from tui.i18n.translation import tr
from tui.settings.settings import USUAL, home

if TYPE_CHECKING:
    from net.identity.key_file import Cost


SHARED = sentence("This invitation lets everybody in by the room's password; with user=pid each person has their own.")

BAD_BROKER = sentence(
    "The broker is given as its host name or address, with or without a port from 1 to 65535 (broker.example or "
    "broker.example:8883), not as {given}."
)

Given = Annotated[str, typer.Argument(metavar="INVITATION", help="parley://... as `open` or a screen gives it.")]


def account(invitation: Given, *, profile: Profile = USUAL) -> int:
    """Print the user name and the password that a broker with user=pid has to let in, for its operator."""
    from net.storage.profile import Profile as Who
    from net.transport.broker_account import account as login
    from net.wire.invitation import Invitation

    at = Invitation.parse(invitation)
    if at.user != OWN_USER:
        raise Fault(SHARED)
    with Who.open(home(), profile) as who:
        user, password = login(who.identity, at)
    sys.stdout.write(f"{user}:{password}\n")
    return 0


Broker = Annotated[str, typer.Argument(metavar="HOST:PORT", help="The broker; without a port, the usual one.")]
Room = Annotated[str, typer.Option(metavar="NAME", help="The room's name.")]
Via = Annotated[str, typer.Option(metavar="tcp|tls|ws|wss", help="How to connect: TLS, websockets.")]
Pin = Annotated[
    str, typer.Option(metavar="HEX", help="The SHA-256 of its certificate, if no authority vouches for it.")
]
User = Annotated[str, typer.Option(metavar="NAME", help="The user name there, or pid for each person's own.")]
Prefix = Annotated[
    str, typer.Option(metavar="TEXT", help="The prefix of every topic there, if its operator gave you one.")
]


def invite(
    broker: Broker, *, room: Room = "parley", via: Via = "tls", pin: Pin = "", user: User = "", prefix: Prefix = ""
) -> int:
    """Print an invitation to a room at a broker that runs already, with a new key."""
    from net.wire.invitation import KEY_SIZE, BadInvitation, Invitation, check_option, key_text, read_server
    from net.wire.mqtt_topic import is_room
    from tui.session.hosted_broker import BAD_ROOM

    if not is_room(room):
        raise Fault(BAD_ROOM, given=ascii(room[:40]))
    try:
        read_server(broker, 0)
    except BadInvitation:
        raise Fault(BAD_BROKER, given=ascii(broker[:40])) from None
    key = key_text(secrets.token_bytes(KEY_SIZE), "room")
    options = {"via": via, "pin": pin.rpartition("=")[2].replace(":", ""), "user": user, "prefix": prefix}
    named = {name: value for name, value in options.items() if value}
    for name, value in named.items():
        check_option(name, value)
    query = "&".join(f"{name}={value}" for name, value in named.items())
    typer.echo(str(Invitation.parse(f"parley://{broker}/{room}?{query}#{key}")))
    return 0


Deed = Annotated[str, typer.Argument(metavar="export|import", help="Write the key file, or take the key it holds.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="The key file.")]
Secret = Annotated[
    str,
    typer.Option(
        "--passphrase-file",
        metavar="FILE",
        help="A file with the passphrase on its first line; without it you are asked, or standard input is read.",
    ),
]

EXPORT, IMPORT, STDIN = "export", "import", "-"
NO_DEED = sentence("{text} cannot be done with a key: say export or import.")
NO_PROFILE = sentence("The profile {name} has no key yet: it gets one when it first plays.")
THERE = sentence("There is a file {path} already: nothing was written.")
UNWRITABLE = sentence("The key file {path} cannot be written: {why}.")
UNREADABLE = sentence("The file {path} cannot be read: {why}.")
DIFFERS = sentence("The two passphrases differ: nothing was written.")
EMPTY = sentence("There is no passphrase.")
ASK = sentence("Passphrase: ")
AGAIN = sentence("The same once more: ")
EXPORTED = sentence(
    "The key of {pid} ({words}) is in {path}, under your passphrase. "
    "Anybody who has both can play as you: keep them apart."
)
IMPORTED = sentence(
    "The profile {name} is now {pid} ({words}). "
    "Use it on one machine only: two machines that sign with one key look like fraud."
)


def key(deed: Deed, file: File, *, profile: Profile = "default", passphrase_file: Secret = "") -> int:
    """Write your key to a file under a passphrase, or take the key of such a file into a profile that has none."""
    ways: dict[str, Callable[[Path, str, str], str]] = {EXPORT: export_key, IMPORT: import_key}
    if deed not in ways:
        raise Fault(NO_DEED, text=deed)
    typer.echo(ways[deed](Path(file), profile, passphrase_file))
    return 0


def export_key(path: Path, name: str, secret: str, cost: Cost | None = None) -> str:
    """Write the key file of a profile and give the message about it; raise `Fault`."""
    from net.identity import key_file
    from net.identity.identity import fingerprint
    from net.storage.profile import Profile as Opened

    if path.exists():
        raise Fault(THERE, path=path)
    if not Opened.key_of(home(), name).exists():
        raise Fault(NO_PROFILE, name=name)
    with Opened.open(home(), name) as opened:
        who = opened.identity
    passphrase = _passphrase(secret, twice=True)
    random = os.urandom(key_file.SALT_SIZE), os.urandom(key_file.NONCE_SIZE)
    text = key_file.write(who, passphrase, *random, cost or key_file.USUAL)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as out:
            out.write(text)
            out.flush()
            os.fsync(descriptor)
    except OSError as problem:
        raise Fault(UNWRITABLE, path=path, why=problem.strerror or problem) from None
    return tr(EXPORTED, pid=who.pid, words=fingerprint(who.public), path=path)


def import_key(path: Path, name: str, secret: str) -> str:
    """Take the key of a file into a profile that has none and give the message about it; raise `Fault`."""
    from net.identity import key_file
    from net.identity.identity import fingerprint
    from net.storage.profile import KEY_THERE, KeyThere
    from net.storage.profile import Profile as Opened

    try:
        with path.open("rb") as file:
            data = file.read(key_file.FILE_LIMIT + 1)
    except OSError as problem:
        raise Fault(UNREADABLE, path=path, why=problem.strerror or problem) from None
    key_file.told(data)
    there = Opened.key_of(home(), name)
    if there.exists():
        raise KeyThere(KEY_THERE, name=name, path=there)
    who = key_file.read(data, _passphrase(secret))
    Opened.adopt(home(), name, who)
    return tr(IMPORTED, name=name, pid=who.pid, words=fingerprint(who.public))


def _passphrase(secret: str, *, twice: bool = False) -> str:
    """Get the passphrase: from a file, from a person at the terminal without echo, or from standard input."""
    if secret and secret != STDIN:
        try:
            with Path(secret).open(encoding="utf-8") as file:
                return _first(file.readline())
        except (OSError, UnicodeError) as problem:
            why = problem.strerror if isinstance(problem, OSError) else problem
            raise Fault(UNREADABLE, path=secret, why=why or problem) from None
    if secret or sys.stdin is None or not sys.stdin.isatty():
        return _first(sys.stdin.readline() if sys.stdin is not None else "")
    found = _first(getpass(tr(ASK)))
    if twice and getpass(tr(AGAIN)) != found:
        raise Fault(DIFFERS)
    return found


def _first(line: str) -> str:
    found = line.rstrip("\r\n")
    if not found:
        raise Fault(EMPTY)
    return found

"""A cluster of ejabberd nodes on the loopback, as Debian has it: own folders, own epmd, ports from the kernel."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from net.broker.broker_process import free_port

CONFIG = Path(__file__).resolve().parents[4] / "docs" / "brokers" / "ejabberd.yml"
"""What the documentation tells people to copy is what runs here."""
DOMAIN = "parley.local"
LIBRARIES = tuple(Path("/usr/lib").glob("*/ejabberd-*/ebin/mod_mqtt.beam"))
START_SECONDS = 60.0
AT_ONCE = 100
"""People who are registered by one call."""

KEEPER = """\
exec 3<&0
"$@" </dev/null &
node=$!
(cat <&3 >/dev/null; kill -9 "$node" 2>/dev/null) &
exec 3<&-
wait "$node"
"""
"""Runs a node until standard input ends, that is until the tests close it or are no more, however they ended."""


def available() -> bool:
    """Tell whether ejabberd with MQTT, Erlang and the tool to call its nodes are on this machine."""
    return bool(LIBRARIES) and all(map(shutil.which, ("erl", "epmd", "erl_call")))


@dataclass(frozen=True, slots=True)
class Node:
    """One node: its Erlang name, where it takes MQTT, and its process, the head of a group of its own."""

    name: str
    host: str
    port: int
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        """End it as a crash of its machine would. May be called twice."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.process.wait()


class Cluster:
    """Nodes `127.0.0.1`, `127.0.0.2` ... that take MQTT at one port, joined; nothing of it outlives the tests."""

    def __init__(self, folder: Path, count: int = 2) -> None:
        """Start the nodes in `folder` and join them to the first one; blocks for some five seconds."""
        self._folder = folder
        self._env = os.environ | {
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_PORT": str(free_port("127.0.0.1")),
            "ERL_LIBS": str(LIBRARIES[0].parents[2]),
            "ERL_CRASH_DUMP_SECONDS": "0",
            "HOME": str(folder),
        }
        self._epmd = subprocess.Popen([shutil.which("epmd") or "epmd", "-relaxed_command_check"], env=self._env)
        port = free_port("127.0.0.1")
        self.nodes = [self._start(f"node{number}", f"127.0.0.{number}", port) for number in range(1, count + 1)]
        try:
            for node in self.nodes:
                self._until_up(node)
            for node in self.nodes[1:]:
                self._call(node, f"ejabberd_cluster:join('{self.nodes[0].name}')")
                self._until_up(node)
        except BaseException:
            self.stop()
            raise

    def register(self, user: str, password: str) -> None:
        """Let somebody in, at every node."""
        living = next(node for node in self.nodes if node.process.poll() is None)
        given = ", ".join(f'<<"{word}">>' for word in (user, DOMAIN, password))
        said = self._call(living, f"ejabberd_auth:try_register({given})")
        assert said in {"ok", "{error, exists}"}, said

    def register_all(self, accounts: Sequence[tuple[str, str]]) -> None:
        """Let many people in, each with his user and password, at every node."""
        living = next(node for node in self.nodes if node.process.poll() is None)
        for start in range(0, len(accounts), AT_ONCE):
            pairs = ", ".join(f'{{<<"{user}">>, <<"{word}">>}}' for user, word in accounts[start : start + AT_ONCE])
            each = f'ejabberd_auth:try_register(U, <<"{DOMAIN}">>, P)'
            said = self._call(living, f"lists:usort([{each} || {{U, P}} <- [{pairs}]])")
            assert said in {"[ok]", "[ok, {error, exists}]", "[{error, exists}]"}, said

    def together(self) -> int:
        """Count the nodes that the first one knows."""
        return self._call(self.nodes[0], "ejabberd_cluster:get_nodes()").count("@")

    def stop(self) -> None:
        """End every node and what they found each other by."""
        for node in self.nodes:
            node.kill()
        self._epmd.kill()
        self._epmd.wait()

    def _start(self, word: str, host: str, port: int) -> Node:
        folder = self._folder / word
        folder.mkdir()
        text = CONFIG.read_text(encoding="utf-8").replace("port: 1883", f"port: {port}")
        (folder / "ejabberd.yml").write_text(text.replace('ip: "::"', f'ip: "{host}"'), encoding="utf-8")
        env = self._env | {
            "EJABBERD_CONFIG_PATH": str(folder / "ejabberd.yml"),
            "EJABBERD_LOG_PATH": str(folder / "log"),
        }
        name = f"{word}@127.0.0.1"
        process = subprocess.Popen(
            [shutil.which("sh") or "sh", "-c", KEEPER, "keeper", *_command(name, folder)],
            env=env,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        return Node(name, host, port, process)

    def _until_up(self, node: Node) -> None:
        """Wait until a node has started and takes connections."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and node.process.poll() is None:
            with socket.socket() as probe:
                open_ = probe.connect_ex((node.host, node.port)) == 0
            if open_ and self._call(node, "init:get_status()") == "{started, started}":
                return
            time.sleep(0.1)  # the only way to hear of it is to ask
        message = f"{node.name} did not start"
        raise TimeoutError(message)

    def _call(self, node: Node, what: str) -> str:
        """Have a node evaluate an Erlang expression and give its value in one line; empty where it does not answer."""
        command = [shutil.which("erl_call") or "erl_call", "-n", node.name, "-c", "parley", "-timeout", "30", "-e"]
        done = subprocess.run(command, env=self._env, input=f"{what}.\n", capture_output=True, text=True, check=False)
        return " ".join(done.stdout.split()).removeprefix("{ok, ").removesuffix("}")


def _command(name: str, folder: Path) -> list[str]:
    """Give the command that runs a node: on the loopback alone, one scheduler, which sleeps when it is idle."""
    words = f"-name {name} -setcookie parley -noinput -start_epmd false +S 1 +sbwt none".split()
    inner = ["-kernel", "inet_dist_use_interface", "{127,0,0,1}", "-mnesia", "dir", f'"{folder / "spool"}"']
    return [shutil.which("erl") or "erl", *words, *inner, "-s", "ejabberd", "-ejabberd", "quiet", "true"]

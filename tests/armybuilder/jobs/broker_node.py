"""A RabbitMQ of a test's own: its name, ports and files are nobody else's."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from kombu import Connection

PATIENCE = 120
"""How long a node may take to stand on a busy machine [seconds]."""

SERVERS = ("/usr/lib/rabbitmq/bin/rabbitmq-server", "rabbitmq-server")
"""Debian's command on the path would become another user, with files of its own."""


def installed() -> str | None:
    return next(filter(None, map(shutil.which, SERVERS)), None)


def answers(url: str) -> bool:
    try:
        with Connection(url, connect_timeout=2) as connection:
            connection.connect()
    except OSError:
        return False
    return True


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


@dataclass(slots=True)
class Node:
    """A node that keeps its queues in a folder, whoever stops it."""

    folder: Path
    port: int = field(default_factory=free_port)
    variables: dict[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None
    names: "subprocess.Popen[bytes] | None" = None

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, text in (("plugins", "[]."), ("variables", "")):
            (self.folder / name).write_text(text)
        self.variables = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "ERL_EPMD_PORT": str(free_port()),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODENAME": f"armies-{secrets.token_hex(4)}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(free_port()),
            "RABBITMQ_MNESIA_BASE": str(self.folder / "mnesia"),
            "RABBITMQ_PID_FILE": str(self.folder / "pid"),
            "RABBITMQ_LOGS": "-",
            "RABBITMQ_CONFIG_FILE": str(self.folder / "none"),
            "RABBITMQ_CONF_ENV_FILE": str(self.folder / "variables"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.folder / "plugins"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": (
                "-kernel inet_dist_use_interface {127,0,0,1}"
            ),
        }

    @property
    def url(self) -> str:
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def start(self) -> None:
        command = installed()
        assert command is not None
        # Otherwise the node would leave a name server of its own behind.
        self.names = self.names or subprocess.Popen(["epmd"], env=self.variables)
        log = self.folder / "log"
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [command],
                env=self.variables,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        end = time.monotonic() + PATIENCE
        while not answers(self.url):
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"no RabbitMQ: {log.read_text()[-2000:]}")
            time.sleep(0.1)

    def kill(self) -> None:
        """End the node as a power cut does."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def remove(self) -> None:
        """End the node and its name server."""
        self.kill()
        if self.names is not None:
            self.names.kill()
            self.names.wait()

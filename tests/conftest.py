"""What the tests in a browser share: a Chromium, and servers that end with the session.

PUZZLELIB_REQUIRE_BROWSER=1 makes a missing browser a failure, not a skipped test.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_LIMIT = 60.0  # seconds until a server answers
END_LIMIT = 15.0  # seconds until it has ended by itself


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser for one module: the system's, or the one that Playwright installed.

    Playwright keeps an event loop running in this thread as long as it is open, and no test of
    another module that needs a loop of its own could run beside it.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        names = ("chromium", "chromium-browser", "google-chrome")
        installed = next(filter(None, map(shutil.which, names)), None)
        path = installed or playwright.chromium.executable_path
        if not Path(path).exists():
            give_up = pytest.fail if os.environ.get("PUZZLELIB_REQUIRE_BROWSER") else pytest.skip
            give_up("no Chromium was found")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """Start a command with ``{port}`` in it on a free port; return the address once it answers."""
    with ExitStack() as started:

        def start(
            *command: str,
            answers: str = "/",
            cwd: Path | None = None,
            environment: Mapping[str, str] | None = None,
        ) -> str:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            log = tmp_path_factory.mktemp("server") / "log.txt"
            process = subprocess.Popen(
                [part.replace("{port}", str(port)) for part in command],
                env={**os.environ, **(environment or {})},
                cwd=cwd,
                stdout=started.enter_context(open(log, "wb")),
                stderr=subprocess.STDOUT,
            )
            started.callback(_end, process)
            _wait(process, f"http://127.0.0.1:{port}{answers}", log)
            return f"http://127.0.0.1:{port}"

        yield start


def _wait(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    """Return once the address answers; fail if the process ends or takes too long."""
    deadline = time.monotonic() + START_LIMIT
    while True:
        try:
            urllib.request.urlopen(url, timeout=20).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"the server did not start:\n{log.read_text()[-3000:]}")
            time.sleep(0.2)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=END_LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(timeout=END_LIMIT)

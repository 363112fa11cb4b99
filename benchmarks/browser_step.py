"""Measure one step of the codebreaking lab inside JupyterLab, all 5040 candidates shown.

    python benchmarks/browser_step.py

The time goes from the click on Next or Back to the second animation frame with the new picture,
in the page's own clock. It needs the extras ``notebooks`` and ``test``, and Chromium.
"""

from __future__ import annotations

import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TARGET = 0.060  # seconds, the median
STEPS = 60
CELL = """
from puzzlelib.codebreaking import BULLS_AND_COWS
from puzzlelib.views import CodebreakingLab
CodebreakingLab(BULLS_AND_COWS, secret="9876")
"""
MEASURE = """
async (steps) => {
  const lab = [...document.querySelectorAll(".puzzlelib-stepper")].find((e) => e.offsetParent);
  const picture = lab.querySelector(".puzzlelib-picture");
  const frame = () => new Promise(requestAnimationFrame);
  const times = [];
  for (let i = 0; i < steps; i++) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    const changed = new Promise((resolve) =>
      new MutationObserver((_, observer) => (observer.disconnect(), resolve()))
        .observe(picture, { childList: true, subtree: true }));
    const start = performance.now();
    lab.querySelector(i % 2 ? "[data-do=back]" : "[data-do=next]").click();
    await changed;
    await frame();
    await frame();
    times.push(performance.now() - start);
  }
  return times;
}
"""


@contextmanager
def jupyterlab(folder: Path) -> Iterator[str]:
    """Serve a folder, and nothing of the person's own settings."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    own = {name: str(folder / name) for name in names}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--expose-app-in-browser", f"--ServerApp.port={port}", "--IdentityProvider.token="]
    server = subprocess.Popen(
        [*command, f"--ServerApp.root_dir={folder}"],
        env={**os.environ, **own},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(f"{url}/api/status", server)
        yield url
    finally:
        server.terminate()
        server.wait(timeout=20)


def wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.2)
    raise RuntimeError("JupyterLab did not start")


def measure(page: Any, url: str) -> list[float]:
    """Return the time of each step, in seconds."""
    page.goto(f"{url}/doc/tree/step.ipynb")
    page.wait_for_function(
        "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session"
        "?.kernel?.status === 'idle'",
        timeout=90_000,
    )
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells').then(() => null)")
    page.locator(".puzzlelib-picture:visible").wait_for(timeout=60_000)
    page.evaluate(MEASURE, 6)  # warms up
    times: list[float] = page.evaluate(MEASURE, STEPS)
    return [milliseconds / 1000 for milliseconds in times]


def main() -> None:
    import nbformat
    from playwright.sync_api import sync_playwright

    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [nbformat.v4.new_code_cell(CELL)]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    names = ("chromium", "chromium-browser", "google-chrome")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        nbformat.write(notebook, Path(name) / "step.ipynb")
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, names)), None),
            args=["--no-sandbox", "--disable-gpu"],
        )
        with jupyterlab(Path(name)) as url:
            times = measure(browser.new_page(viewport={"width": 1280, "height": 900}), url)
        browser.close()
    median, worst = statistics.median(times), max(times)
    print(
        f"one step, 5040 candidates: median {median:.3f} s of {STEPS}, "
        f"best {min(times):.3f}, worst {worst:.3f}; target {TARGET:.3f}"
    )


if __name__ == "__main__":
    main()

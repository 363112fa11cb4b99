"""JupyterLab in a real Chromium: one server a session, one page a test, hard limits on time.

``open_notebook(cells)`` or ``open_notebook(path)`` gives a Notebook: a page with the notebook
open in JupyterLab and a kernel ready. Everything written goes to temporary folders.
PUZZLELIB_SCREENSHOTS names a folder to keep screenshots in.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
import pytest

PYTHON = {"name": "python3", "display_name": "Python 3", "language": "python"}
SLOW_START = "[anywidget] Failed to initialize model."
"""Said if a widget takes two seconds to start, as on a busy machine; if it then stays away, the
test that looks for it fails."""
CELLS_LIMIT = 90_000.0  # milliseconds for a page to load, or for all cells to run


@dataclass
class Notebook:
    """A notebook open in JupyterLab, and what its page complained about."""

    page: Any
    screenshots: Path
    errors: list[str] = field(default_factory=list)

    def hear(self, line: Any) -> None:
        """Keep an error that the page's console shows."""
        if line.type == "error" and SLOW_START not in line.text:
            self.errors.append(line.text)

    def command(self, name: str, **arguments: Any) -> Any:
        """Execute a JupyterLab command and wait until it is done."""
        return self.page.evaluate(
            "([name, args]) => jupyterapp.commands.execute(name, args).then(() => null)",
            [name, arguments],
        )

    def run_all(self) -> None:
        """Run every cell, again if need be, and wait for the last; fail if one raises."""
        self.command("notebook:run-all-cells")
        self.page.wait_for_function(
            """() => [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]
                   .every(prompt => /\\d/.test(prompt.textContent))"""
        )
        failed = self.page.locator("[data-mime-type='application/vnd.jupyter.stderr']")
        assert failed.count() == 0, failed.all_inner_texts()

    def output(self, index: int = 0) -> Any:
        """Return the output area of the index-th code cell."""
        return self.page.locator(".jp-CodeCell").nth(index).locator(".jp-OutputArea").first

    def use_theme(self, name: str) -> None:
        """Switch to "JupyterLab Dark" or "JupyterLab Light"."""
        self.command("apputils:change-theme", theme=name)
        light = "false" if "Dark" in name else "true"
        self.page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached")

    def check_accessible(self, selector: str = ".jp-OutputArea-output") -> None:
        """Fail on any serious or critical violation that axe-core finds in the outputs."""
        from axe_playwright_python.sync_playwright import Axe

        found = Axe().run(self.page, context=selector).response["violations"]
        serious = [
            f"{v['id']}: {v['help']}: {[node['html'][:200] for node in v['nodes'][:5]]}"
            for v in found
            if v["impact"] in ("serious", "critical")
        ]
        assert not serious, "\n".join(serious)

    def check_quiet(self) -> None:
        """Fail if the page's console had an error or a script failed."""
        assert not self.errors, "\n".join(self.errors)

    def screenshot(self, name: str) -> Path:
        """Keep a picture of the page."""
        path = self.screenshots / f"{name}.png"
        self.page.screenshot(path=path)
        return path


@dataclass
class Server:
    """A running JupyterLab and the folder that it serves."""

    url: str
    folder: Path

    def end_kernels(self) -> None:
        for kernel in self._ask("GET", "/api/kernels"):
            self._ask("DELETE", f"/api/kernels/{kernel['id']}")

    def _ask(self, method: str, path: str) -> Any:
        request = urllib.request.Request(self.url + path, method=method)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read() or "null")


@pytest.fixture(scope="session")
def jupyter(
    start_server: Callable[..., str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A JupyterLab without token, on a free port, that keeps nothing of its own."""
    home = tmp_path_factory.mktemp("jupyter")
    folder = home / "notebooks"
    folder.mkdir()
    settings = home / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(
        '{"fetchNews": "false", "checkForUpdates": false}'
    )
    environment = {
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "IPYTHONDIR": str(home / "ipython"),
    }
    url = start_server(
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *("--expose-app-in-browser", "--ServerApp.port={port}", "--ServerApp.port_retries=0"),
        *(f"--ServerApp.root_dir={folder}", "--IdentityProvider.token="),
        *("--ServerApp.disable_check_xsrf=True", "--ServerApp.terminals_enabled=False"),
        answers="/api/status",
        environment=environment,
        cwd=home,
    )
    server = Server(url, folder)
    yield server
    server.end_kernels()


@pytest.fixture(scope="module")
def open_notebook(
    chromium: Any, jupyter: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Notebook]]:
    """Open a notebook, given as a path or as the sources of its code cells.

    It takes seconds: tests of one module may share a notebook and run its cells anew.
    """
    contexts = []
    folder = tmp_path_factory.mktemp("page")
    screenshots = Path(os.environ.get("PUZZLELIB_SCREENSHOTS", folder))
    screenshots.mkdir(parents=True, exist_ok=True)

    def open_it(source: Path | list[str], width: int = 1280, height: int = 720) -> Notebook:
        name = f"{folder.name}_{len(contexts)}.ipynb"
        if isinstance(source, Path):
            shutil.copy(source, jupyter.folder / name)
        else:
            cells = [nbformat.v4.new_code_cell(cell) for cell in source]
            new = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": PYTHON})
            nbformat.write(new, jupyter.folder / name)
        context = chromium.new_context(viewport={"width": width, "height": height})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(CELLS_LIMIT)
        notebook = Notebook(page, screenshots)
        page.on("pageerror", lambda error: notebook.errors.append(str(error)))
        page.on("console", notebook.hear)
        page.goto(f"{jupyter.url}/doc/tree/{name}")
        page.wait_for_function(
            """() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session
                     ?.kernel?.status === 'idle'"""
        )
        page.set_default_timeout(20_000)
        return notebook

    yield open_it
    for context in contexts:
        context.close()
    jupyter.end_kernels()

"""Every notebook as an app without code, as `make app` shows it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
RUN_SECONDS = 180  # the app shows nothing before every cell has run


@pytest.fixture(scope="session")
def app_url(start_server: Callable[..., str]) -> str:
    voila = [sys.executable, "-m", "voila", "--no-browser", "--port={port}"]
    return start_server(*voila, str(NOTEBOOKS[0].parent))


def shown_at_last(notebook: Path) -> str:
    """Select what shows that the app is there: a widget, or an output where there is no widget."""
    text = notebook.read_text("utf-8")
    return ".puzzlelib" if "Lab(" in text or "Stepper(" in text else ".jp-OutputArea-output"


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_an_app(
    notebook: Path, chromium: Any, app_url: str, click_through: Callable[[Any], None]
) -> None:
    page = chromium.new_page()
    try:
        page.set_default_timeout(RUN_SECONDS * 1000)
        failures: list[str] = []
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.goto(f"{app_url}/voila/render/{notebook.name}")
        page.locator(shown_at_last(notebook)).first.wait_for()
        assert page.locator(".jp-CodeCell .jp-InputArea").count() == 0
        click_through(page)
        assert failures == []
    finally:
        page.close()

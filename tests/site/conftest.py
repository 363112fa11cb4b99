"""The static site, built once a session and served from this machine, every other host shut off."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def builder() -> Path:
    """The Python that builds the site."""
    path = ROOT / ".venv-site" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not path.exists():
        pytest.fail("the environment that builds the site is missing: run `make test-site`")
    return path


@pytest.fixture(scope="session")
def site(builder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the finished site."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([builder, ROOT / ".ci" / "site.py", folder], check=True, timeout=900)
    return folder


@pytest.fixture(scope="session")
def site_url(site: Path, start_server: Callable[..., str]) -> str:
    """The address at which the site is served."""
    server = (sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "{port}")
    return start_server(*server, cwd=site)


MODE_MS = 1500  # a mode that is chosen is shown when the kernel has answered


@pytest.fixture
def click_through() -> Callable[[Any], None]:
    """Open every fold and mode of the labs on a page, and step in every stepper that appears."""

    def click(page: Any) -> None:
        # Handles: a locator counts again after every click, when fewer are folded or unchecked.
        for fold in page.locator(".puzzlelib-fold[aria-expanded=false]:visible").element_handles():
            fold.click()
        step_through(page)
        for mode in page.locator(".puzzlelib-mode input:not(:checked)").element_handles():
            mode.check()
            page.wait_for_timeout(MODE_MS)
            step_through(page)
        alerts = page.locator(".puzzlelib-alert:visible").all_inner_texts()
        assert [text for text in alerts if text.strip()] == []

    return click


def step_through(page: Any) -> None:
    """Go to the start of every run on the page, and a step on where there is one."""
    for stepper in page.locator(".puzzlelib-stepper:visible").element_handles():
        step = stepper.wait_for_selector("input[type=number]")
        stepper.wait_for_selector("[data-do=start]").click()
        page.wait_for_function("input => input.value === '0'", arg=step)
        if next_step := stepper.query_selector("[data-do=next].puzzlelib-primary"):
            next_step.click()
            page.wait_for_function("input => input.value === '1'", arg=step)

"""Every notebook in the browser alone: no kernel on a server, no host but this machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
START_SECONDS = 60
RUN_SECONDS = 180

FINISHED = """() => {
    const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')];
    const failed = document.querySelector('[data-mime-type="application/vnd.jupyter.error"]');
    return failed || prompts.every(prompt => /\\d/.test(prompt.textContent));
}"""


class Visit:
    """A page of the site, and what it complained about or asked of other hosts."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests_elsewhere: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._heard)
        page.route("**/*", self._asked)

    def _heard(self, message: Any) -> None:
        # Before a notebook writes a file, JupyterLite asks whether the site has one of that name.
        before_writing = re.search("/api/contents/|/files/", message.location.get("url", ""))
        if message.type == "error" and not before_writing:
            self.errors.append(f"{message.text} {message.location}")

    def _asked(self, route: Any) -> None:
        if route.request.url.startswith("http://127.0.0.1:"):
            route.continue_()
        else:
            self.requests_elsewhere.append(route.request.url)
            route.abort()

    def choose(self, menu: str, entry: str) -> None:
        self.page.get_by_role("menuitem", name=menu, exact=True).click()
        items = self.page.locator(".lm-Menu-itemLabel")  # a notebook may say the same words
        items.filter(has_text=re.compile(f"^{re.escape(entry)}$")).click()

    def run_all(self) -> None:
        """Run every cell from a clean sheet; fail if one raises."""
        self.choose("Edit", "Clear Outputs of All Cells")
        self.choose("Run", "Run All Cells")
        self.page.wait_for_function(FINISHED, timeout=RUN_SECONDS * 1000)
        for kind in ("error", "stderr"):
            wrong = self.page.locator(f"[data-mime-type='application/vnd.jupyter.{kind}']")
            assert wrong.all_inner_texts() == []


@pytest.fixture
def visit(chromium: Any) -> Iterator[Visit]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(START_SECONDS * 1000)
    yield Visit(page)
    context.close()


def test_the_address_alone_leads_to_the_first_notebook(visit: Visit, site_url: str) -> None:
    visit.page.goto(site_url)
    visit.page.get_by_role("heading", name="Start here").wait_for()
    assert visit.requests_elsewhere == []


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_its_labs_work(
    notebook: Path, visit: Visit, site_url: str, click_through: Callable[[Any], None]
) -> None:
    visit.page.goto(f"{site_url}/lab/index.html?path={notebook.name}")
    visit.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    visit.run_all()
    click_through(visit.page)
    assert visit.errors == []
    assert visit.requests_elsewhere == []

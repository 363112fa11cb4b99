"""The first notebook as a newcomer meets it in JupyterLab."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

START_HERE = Path(__file__).parents[2] / "notebooks" / "00_start_here.ipynb"


def test_a_newcomer_steps_through_a_search(open_notebook):
    notebook = open_notebook(START_HERE)
    notebook.run_all()
    stepper = notebook.page.get_by_role("group", name="Finding a number by halving")
    stepper.get_by_role("button", name="Next").first.click()
    stepper.get_by_text("Is it 31? No, higher: 32 to 37 are left.").first.wait_for()
    stepper.press("End")
    stepper.get_by_text("Is it 37? Yes: found.").first.wait_for()
    notebook.check_accessible()
    notebook.check_quiet()
    notebook.screenshot("start_here")

"""The committed notebooks: executed in order, clean, and their links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = {
    path.name: nbformat.read(path, as_version=4) for path in sorted(FOLDER.glob("*.ipynb"))
}

every_notebook = pytest.mark.parametrize("notebook", NOTEBOOKS.values(), ids=list(NOTEBOOKS))


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def markdown(notebook):
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    return re.sub(r"```.*?```", "", "\n\n".join(texts), flags=re.DOTALL)


def test_the_first_notebook_leads_to_every_other():
    assert next(iter(NOTEBOOKS)) == "00_start_here.ipynb"
    linked = set(re.findall(r"\]\(([\w.]+\.ipynb)\)", markdown(NOTEBOOKS["00_start_here.ipynb"])))
    assert linked == NOTEBOOKS.keys() - {"00_start_here.ipynb"}


@every_notebook
def test_cells_were_executed_from_first_to_last(notebook):
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))
    assert all(cell.source.strip() for cell in code_cells(notebook))


@every_notebook
def test_no_output_is_an_error_or_a_warning(notebook):
    outputs = [output for cell in code_cells(notebook) for output in cell.outputs]
    assert [o for o in outputs if o.output_type == "error" or o.get("name") == "stderr"] == []


@every_notebook
def test_metadata_is_the_same_on_every_machine(notebook):
    assert notebook.metadata.keys() == {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec.name == "python3"
    assert [cell.id for cell in notebook.cells] == [
        f"cell-{i:02d}" for i in range(len(notebook.cells))
    ]
    assert all(cell.metadata.keys() <= {"tags"} for cell in notebook.cells)


@every_notebook
def test_a_page_that_trusts_nothing_shows_every_picture(notebook):
    outputs = [output for cell in code_cells(notebook) for output in cell.outputs]
    shown = ["".join(output.get("data", {}).get("text/html", "")) for output in outputs]
    assert not [html for html in shown if "<svg" in html], "run .ci/notebooks.py"
    alts = [alt for html in shown for alt in re.findall(r'<img alt="([^"]*)"', html)]
    assert all(alts)


@every_notebook
def test_what_is_shown_needs_no_kernel(notebook):
    shown = [
        output.data for cell in code_cells(notebook) for output in cell.outputs if "data" in output
    ]
    assert [
        data.keys() for data in shown if not data.keys() & {"text/html", "image/png", "text/plain"}
    ] == []
    assert not any("widget" in mime for data in shown for mime in data)
    assert not any(" object at 0x" in str(data) for data in shown)


@every_notebook
def test_there_is_one_title_and_it_comes_first(notebook):
    assert notebook.cells[0].source.startswith("# ")
    assert len(re.findall(r"^# ", markdown(notebook), flags=re.MULTILINE)) == 1


@every_notebook
def test_links_lead_to_files_that_exist(notebook):
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", markdown(notebook))
    local = [target for target in targets if not re.match(r"https?:|mailto:|attachment:", target)]
    assert [target for target in local if not (FOLDER / target).exists()] == []

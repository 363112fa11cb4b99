"""The solutions that the notebooks give to teachers pass the notebooks' own checks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SOLUTION = re.compile(r"<details><summary>Solutions</summary>\s*```python\n(.*?)```", re.DOTALL)
CHECK = re.compile(r"^(?:\w+\.)*check_\w+\(.*\)$", re.MULTILINE)


def solutions(path: Path) -> str:
    cells = nbformat.read(path, as_version=4).cells
    return "\n".join(
        found[1]
        for cell in cells
        if cell.cell_type == "markdown" and (found := SOLUTION.search(cell.source))
    )


def run_code_cells(path: Path) -> list[str]:
    """Return the cells that define something, without those that only show it."""
    cells = nbformat.read(path, as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "code"]


@pytest.mark.parametrize(
    "path", [p for p in sorted(NOTEBOOKS.glob("*.ipynb")) if solutions(p)], ids=lambda p: p.stem
)
def test_every_solution_passes_its_check(path):
    cells = run_code_cells(path)
    imports = [line for cell in cells for line in cell.splitlines() if _is_import(line)]
    space: dict[str, object] = {}
    exec("\n".join([*imports, solutions(path)]), space)
    checks = [call for cell in cells for call in CHECK.findall(cell)]
    assert checks
    given = set(CHECK.findall(solutions(path)))
    named = {call.partition("(")[0] for call in given}
    for call in [*given, *(c for c in checks if c.partition("(")[0] not in named)]:
        report = eval(call, space)
        assert report, f"{call}: {report.message}"


def _is_import(line: str) -> bool:
    return line.startswith(("import ", "from puzzlelib"))

"""Execute notebooks in place, each from a fresh kernel, and keep only what never changes.

    python .ci/notebooks.py [notebooks/01_bulls_and_cows.ipynb ...]

Executed twice, a notebook is the same file twice: no times, no random ids, no widget state. A
widget's live view is left out: readers without a kernel see the picture beside it. Drawings become
images: a page that does not trust a notebook, as JupyterLab before the first run, strips drawings.
"""

from __future__ import annotations

import base64
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
CELL_SECONDS = 120
LIVE_VIEW = "application/vnd.jupyter.widget-view+json"
DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def execute(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    clean(notebook)
    NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    ).execute()
    clean(notebook)
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


def clean(notebook: nbformat.NotebookNode) -> None:
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat_minor = 5
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:02d}"
        cell.metadata = {key: cell.metadata[key] for key in ("tags",) if key in cell.metadata}
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            data.pop(LIVE_VIEW, None)
            if "text/html" in data:
                data["text/html"] = DRAWING.sub(as_image, "".join(data["text/html"]))


def as_image(drawing: re.Match[str]) -> str:
    """Return the same drawing as an image, on a white ground since no theme reaches into it."""
    text = drawing[0]
    words = re.search(r'aria-label="([^"]*)"', text)
    width = re.search(r'viewBox="\S+ \S+ ([\d.]+)', text)
    text = text.replace("<svg", '<svg font-family="system-ui, sans-serif"', 1)
    text = text.replace(">", '><rect width="100%" height="100%" fill="white"/>', 1)
    source = base64.b64encode(text.encode()).decode()
    alt, wide = words[1] if words else "", round(float(width[1])) if width else 640
    return f'<img alt="{alt}" width="{wide}" src="data:image/svg+xml;base64,{source}">'


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:] or sorted(NOTEBOOKS.glob("*.ipynb"))):
        execute(path)
        print(path.name)

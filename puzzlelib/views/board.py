"""A board that a person clicks, or drives with the arrow keys.

Usage
-----
>>> board = ClickBoard(2, 3, label="Choose a start")
>>> board.cells = [{"text": str(i), "label": f"square {i}"} for i in range(6)]
>>> board.on_click(lambda index: board.update(index, text="X", mark="chosen"))
>>> board.update(4, text="here", mark="here")

Each cell is a button; ``index = row * columns + column``. A cell is a dict with any of

``text``      what stands on it
``label``     its accessible name (default: its text, row and column, counted from 0)
``mark``      one of MARKS, which gives it a colour and a sign; the label must say the same
``disabled``  True: pressing it does nothing (it can still be reached, so that it is read out)

Arrow keys move the focus from cell to cell, Enter and space press. Once there is an ``on_key``
callback, arrows call ``callback("up" | "down" | "left" | "right")`` instead and the texts glide
to their new places: the way tiles slide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, Final

import traitlets

from puzzlelib.views.picture import element
from puzzlelib.views.widget import PageWidget, shared

__all__ = ["MARKS", "ClickBoard"]

MARKS: Final = ("here", "visited", "possible", "chosen", "wrong", "blocked", "empty")


class ClickBoard(PageWidget):
    """A grid of buttons.

    Parameters
    ----------
    rows, columns : int
    label : str
        The accessible name of the whole.
    checkered : bool
        Whether the cells take turns in two shades, as on a chess board.
    coordinates : bool
        Whether rows and columns are numbered at the edge, from 0.

    Raises
    ------
    ValueError
        If a side is below 1, or cells do not fit the board.
    """

    _esm = shared("board.js")
    _css = shared("board.css")
    rows = traitlets.Int().tag(sync=True)
    columns = traitlets.Int().tag(sync=True)
    cells = traitlets.List(traitlets.Dict()).tag(sync=True)
    checkered = traitlets.Bool().tag(sync=True)
    coordinates = traitlets.Bool().tag(sync=True)
    _label = traitlets.Unicode().tag(sync=True)
    _slides = traitlets.Bool().tag(sync=True)

    def __init__(
        self,
        rows: int,
        columns: int,
        *,
        label: str = "Board",
        checkered: bool = False,
        coordinates: bool = False,
    ) -> None:
        self._on_click: list[Callable[[int], Any]] = []
        self._on_key: list[Callable[[str], Any]] = []
        super().__init__(_label=label, checkered=checkered, coordinates=coordinates)
        self.resize(rows, columns)

    def resize(
        self, rows: int, columns: int, cells: Sequence[Mapping[str, Any]] | None = None
    ) -> None:
        """Make it a board of another size, with blank cells unless they are given."""
        if rows < 1 or columns < 1:
            raise ValueError(f"a board has at least one row and column, not {rows} x {columns}")
        with self.hold_sync():
            self.rows, self.columns = rows, columns
            self.cells = [dict(cell) for cell in cells or [{}] * (rows * columns)]

    def update(self, index: int, **changes: Any) -> None:
        """Change some of what a cell has: its text, label, mark or disabled."""
        self.cells = [
            {**cell, **changes} if i == index else cell for i, cell in enumerate(self.cells)
        ]

    def on_click(self, callback: Callable[[int], Any]) -> None:
        """Call ``callback(index)`` when a cell is pressed."""
        self._on_click.append(callback)

    def on_key(self, callback: Callable[[str], Any]) -> None:
        """Call ``callback(direction)`` for an arrow key: up, down, left or right."""
        self._on_key.append(callback)
        self._slides = True

    @traitlets.validate("cells")
    def _fitting(self, proposal: Any) -> Any:
        cells = proposal["value"]
        if len(cells) != self.rows * self.columns:
            raise ValueError(f"{len(cells)} cells do not fill {self.rows} x {self.columns}")
        for cell in cells:
            if cell.get("mark", "") not in ("", *MARKS):
                raise ValueError(f"mark {cell['mark']!r} is not one of {MARKS}")
        return cells

    def _handle(self, message: dict[str, Any]) -> None:
        match message:
            case {"click": int(index)} if 0 <= index < len(self.cells):
                if not self.cells[index].get("disabled"):
                    for press in self._on_click:
                        press(index)
            case {"key": ("up" | "down" | "left" | "right") as direction}:
                for steer in self._on_key:
                    steer(direction)

    def _static(self) -> tuple[str, str]:
        texts = [str(cell.get("text", "")) for cell in self.cells]
        rows = [texts[i : i + self.columns] for i in range(0, len(texts), self.columns)]
        table = element(
            "table",
            *(element("tr", *(element("td", escape(text)) for text in row)) for row in rows),
            aria_label=self._label,
        )
        return table, f"{self._label}: {self.rows} x {self.columns}"

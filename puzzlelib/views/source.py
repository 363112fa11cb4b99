"""The source of a lesson, shown in a notebook as it stands in the library.

``show_source(function)`` or ``show_source(A, B)`` at the end of a cell.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from html import escape
from itertools import groupby
from typing import Any, Final

from pygments.lexers import PythonLexer  # type: ignore[import-untyped]
from pygments.token import Comment, Keyword, Number, Operator, String  # type: ignore[import-untyped]

from puzzlelib.views.palette import FAINT
from puzzlelib.views.picture import element

__all__ = ["Source", "show_source"]

_KEYWORD: Final = "color: var(--jp-mirror-editor-keyword-color, #008000); font-weight: 600"
STYLES: Final = {
    Keyword: _KEYWORD,
    Operator.Word: _KEYWORD,  # and, or, not, in
    String: "color: var(--jp-mirror-editor-string-color, #ba2121)",
    Number: "color: var(--jp-mirror-editor-number-color, #007000)",
    Comment: f"color: {FAINT}; font-style: italic",
}
"""The page's own colours for code, where it has some."""

_DOCUMENTED: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Source:
    """Source that shows itself in a notebook, in the colours that the page has for code."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        tokens = PythonLexer(stripnl=False, ensurenl=False).get_tokens(self.text)
        code = "".join(
            _styled("".join(text for _, text in run), style)
            for style, run in groupby(tokens, key=lambda token: _style(token[0]))
        )
        label = "Source code"
        return element("pre", element("code", code), tabindex=0, role="region", aria_label=label)


def show_source(*lessons: Callable[..., Any] | type, docstrings: bool = False) -> Source:
    """Show the source of functions or classes, one below the other.

    Parameters
    ----------
    *lessons : functions or classes
    docstrings : bool
        Whether to show docstrings in full; else only the first line of each.

    Raises
    ------
    ValueError
        If there is no Python source for one of them.

    Examples
    --------
    >>> from puzzlelib.views.picture import show
    >>> print(show_source(show))
    def show(frame: Frame) -> str:
        \"\"\"Draw a frame after loading the pictures of the puzzle that it comes from.\"\"\"
        load(frame)
        return picture(frame)
    """
    texts = map(_source, lessons)
    return Source("\n\n\n".join(texts if docstrings else map(_shorten, texts)))


def _source(lesson: Any) -> str:
    try:
        return textwrap.dedent(inspect.getsource(lesson)).strip()
    except (TypeError, OSError):
        raise ValueError(f"{lesson!r} has no Python source to show") from None


def _shorten(text: str) -> str:
    """Cut each docstring of a source down to its first line."""
    lines = text.splitlines()
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, _DOCUMENTED)]
    for node in sorted(nodes, key=lambda node: node.lineno, reverse=True):  # from the end, in place
        words, first = ast.get_docstring(node), node.body[0]
        if words and "\n" in words:
            summary = f'{" " * first.col_offset}"""{words.splitlines()[0]}"""'
            lines[first.lineno - 1 : first.end_lineno] = [summary]
    return "\n".join(lines)


def _style(token: Any) -> str | None:
    return next((style for kind, style in STYLES.items() if token in kind), None)


def _styled(text: str, style: str | None) -> str:
    written = escape(text, quote=False)
    return element("span", written, style=style) if style else written

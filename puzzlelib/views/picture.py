"""Pictures of frames: pure functions from a frame to SVG text, and the means to write them."""

from __future__ import annotations

import importlib
from functools import singledispatch
from html import escape
from typing import Any

from puzzlelib.trace import Frame

__all__ = ["element", "picture", "show", "svg", "why"]


@singledispatch
def picture(frame: Any) -> str:
    """Draw a frame as SVG (or HTML) text that has an accessible name.

    Each puzzle registers its frame types in its own ``picture`` module.
    """
    text = escape(str(getattr(frame, "value", frame)))
    return f'<pre role="img" aria-label="{escape(frame.caption)}">{text}</pre>'


@singledispatch
def why(frame: Any) -> str:
    """Draw what the decision was made from, as HTML or SVG text: the pane beside the picture.

    Each puzzle registers its frame types; without one the pane stays away.
    """
    return ""


def show(frame: Frame) -> str:
    """Draw a frame after loading the pictures of the puzzle that it comes from."""
    load(frame)
    return picture(frame)


def load(frame: Frame) -> None:
    """Import ``puzzlelib.views.<puzzle>.picture`` for a frame of ``puzzlelib.<puzzle>``."""
    package, _, rest = type(frame).__module__.partition(".")
    puzzle = rest.partition(".")[0]
    if package == "puzzlelib" and puzzle not in ("", "trace"):
        importlib.import_module(f"puzzlelib.views.{puzzle}.picture")


def element(tag: str, *children: str, **attributes: object) -> str:
    """Write one element; a trailing or inner underscore of a name becomes nothing or a hyphen.

    Numbers are rounded to two decimals, attribute values are escaped, children are not.

    >>> element("text", "a", x=1/3, font_size=12, class_="big")
    '<text x="0.33" font-size="12" class="big">a</text>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(_text(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(children)}</{tag}>"


def svg(width: float, height: float, label: str, *children: str, **attributes: object) -> str:
    """Write an SVG picture with an accessible name; it scales to the width it is given."""
    return element(
        "svg",
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_text(width)} {_text(height)}",
        role="img",
        aria_label=label,
        **attributes,
    )


def _text(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)

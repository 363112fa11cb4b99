"""Time to import a puzzle in a new interpreter."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial


def cases() -> Iterator[tuple[str, Callable[[], object], float | None, str]]:
    yield "python -c pass", partial(interpreter, "pass"), None, "in every line below"
    for puzzle in ("codebreaking", "knights_tour", "sliding_tiles"):
        code = f"import puzzlelib.{puzzle}"
        yield code, partial(interpreter, code), 0.2, ""


def interpreter(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)

"""What a person sees: pictures, charts, the stepper and the labs.

Each name is loaded when it is first used, so that a picture needs no widget library.
"""

from __future__ import annotations

import importlib
import logging
import sys
from typing import Any

__all__ = ["CodebreakingLab", "KnightsTourLab", "SlidingTilesLab", "Stepper"]

_HOME = {
    "Stepper": "puzzlelib.views.stepper",
    "CodebreakingLab": "puzzlelib.views.codebreaking.lab",
    "KnightsTourLab": "puzzlelib.views.knights_tour.lab",
    "SlidingTilesLab": "puzzlelib.views.sliding_tiles.lab",
}

if sys.platform == "emscripten":  # each visit there begins with a word about a cache
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__

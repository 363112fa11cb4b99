"""The one place that knows whether loops can be compiled."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["compiled_loops_available", "jit"]

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled_loops_available() -> bool:
    """Tell whether Numba is installed and not switched off by PUZZLELIB_NO_NUMBA=1."""
    return (
        not os.environ.get("PUZZLELIB_NO_NUMBA") and importlib.util.find_spec("numba") is not None
    )


def jit(function: Function) -> Function:
    """Compile a loop with Numba, without the interpreter's lock.

    The machine code is kept in a cache folder where one can be written. Importing Numba
    costs 0.3 s, so modules that call this are imported inside the functions that use them.
    """
    import numba

    try:
        compiled: Any = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder that can be written: compile anew in every process
        compiled = numba.njit(nogil=True)(function)
    return compiled  # type: ignore[no-any-return]

"""Pattern tables kept on disk: verified when read, replaced in one step when written."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["cache_folder", "load_table", "store_table"]

DIGEST_BYTES = 32


def cache_folder() -> Path:
    """Return the folder for this library's cached files by the platform's convention.

    Notes
    -----
    ``~/Library/Caches`` on macOS, ``%LOCALAPPDATA%`` on Windows, elsewhere ``$XDG_CACHE_HOME``
    or ``~/.cache``. It may not exist, and nobody promises that it can be written.
    """
    home = Path(os.path.expanduser("~"))
    if sys.platform == "darwin":
        base = home / "Library" / "Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "puzzlelib"


def load_table(name: str, entries: int) -> NDArray[np.uint8] | None:
    """Return the stored table of that many entries, or None if it is missing or damaged."""
    try:
        content = np.fromfile(cache_folder() / name, dtype=np.uint8)
    except OSError:
        return None
    digest, table = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
    whole = len(table) == entries and digest.tobytes() == _digest(name, table)
    return table if whole else None


def store_table(name: str, table: NDArray[np.uint8]) -> None:
    """Store a table if the cache folder can be written; a crash leaves the old file or the new."""
    written = None
    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=f"{name}.", delete=False) as file:
            written = Path(file.name)
            file.write(_digest(name, table))
            file.write(table.data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(written, folder / name)
    except OSError:  # a full or read-only disk: the table in memory is all that is needed
        if written:
            written.unlink(missing_ok=True)


def _digest(name: str, table: NDArray[np.uint8]) -> bytes:
    # The name says what the table is of, so a renamed file is as wrong as a damaged one.
    digest = hashlib.sha256(name.encode())
    digest.update(table.data)
    return digest.digest()

"""The static site, built once a session and served from this machine, every other host shut off."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def builder() -> Path:
    """The Python that builds the site."""
    path = ROOT / ".venv-site" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not path.exists():
        pytest.fail("the environment that builds the site is missing: run `make test-site`")
    return path


@pytest.fixture(scope="session")
def site(builder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the finished site."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([builder, ROOT / ".ci" / "site.py", folder], check=True, timeout=900)
    return folder


@pytest.fixture(scope="session")
def site_url(site: Path, start_server: Callable[..., str]) -> str:
    """The address at which the site is served."""
    server = (sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "{port}")
    return start_server(*server, cwd=site)

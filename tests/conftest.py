"""What holds for every test."""

import gc
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import settings

from skirmish.presentation.user_files import HOME_VARIABLE

# The same examples in every run and on every machine; no clock decides whether a test passes.
settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")

TOP = Path(__file__).parent
FAST = ("contract", "core", "game", "record", "rulesets", "scenario")
"""Folders whose tests are `fast`, but for those marked `slow`."""


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the test a folder of the player's own files, which is not there yet."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by mark
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark the tests of the fast folders."""
    for item in items:
        if _folder(item.path) in FAST and item.get_closest_marker("slow") is None:
            item.add_marker("fast")


def pytest_collection_finish() -> None:
    """Exclude the modules of all tests from garbage collection, and let it run less often.

    Full collections over them took a tenth of the time of the whole run.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Collect once and exclude what is left: pytest collects five times over it when it ends."""
    gc.collect()
    gc.freeze()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `-m fast` leave out the other folders: to import them takes longer than the tests."""
    other = collection_path != TOP and _folder(collection_path) not in FAST
    return True if other and config.option.markexpr == "fast" else None


def _folder(path: Path) -> str:
    """The folder below this one that a path is in; empty for files right here."""
    inside = path.relative_to(TOP).parts if path.is_relative_to(TOP) else ()
    return inside[0] if len(inside) > 1 or (path.is_dir() and inside) else ""


def _raised(error: BaseException) -> NoReturn:
    raise error


@pytest.fixture(scope="session", autouse=True)
def _failures_are_seen() -> Iterator[None]:
    """A question that fails is told to a player; a test it fails."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("skirmish.presentation.crash_log.failure_notice", _raised)
        yield

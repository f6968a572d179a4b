"""What holds for every test."""

from collections.abc import Iterator
from typing import NoReturn

import pytest
from hypothesis import settings

# The same examples in every run and on every machine; no clock decides whether a test passes.
settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")


def _raised(error: BaseException) -> NoReturn:
    raise error


@pytest.fixture(scope="session", autouse=True)
def _failures_are_seen() -> Iterator[None]:
    """A question that fails is told to a player; a test it fails."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("skirmish.presentation.crash_log.failure_notice", _raised)
        yield

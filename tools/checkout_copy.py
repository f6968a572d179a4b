"""Copies of the checkout in which a fault can be planted and tests can be run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import cache_from_source
from pathlib import Path

from tools.version import CHECKOUT

LEFT_OUT = (".*venv*", ".git", ".*cache")


@contextmanager
def copied_checkout(*left_out: str) -> Iterator[Path]:
    """A copy of the checkout in a temporary folder, which is removed afterwards.

    Args:
        left_out: Names or patterns of files and folders that are not copied either.
    """
    with tempfile.TemporaryDirectory(prefix="checkout-") as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(CHECKOUT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT, *left_out))
        yield copy


def write_source(file: Path, text: str) -> None:
    """Write a source file, and remove its compiled form.

    Python would take the compiled form for current if a text of the same length is written within
    the same second.
    """
    file.write_text(text, encoding="utf-8")
    if file.suffix == ".py":
        Path(cache_from_source(str(file))).unlink(missing_ok=True)


def run_in(copy: Path, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run this Python with arguments in a copy of the checkout, on the copy's own code."""
    return subprocess.run(  # noqa: S603 - its own interpreter on its own checkout
        [sys.executable, *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )

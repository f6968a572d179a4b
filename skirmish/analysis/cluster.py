"""Games on the workers of a dask cluster; needs the extra `cluster`."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from skirmish.analysis.program_version import ALL_PARTS, program_version
from skirmish.analysis.workers import Workers
from skirmish.core.sanitize import escaped
from skirmish.errors import SkirmishError, UsageProblem

TIMEOUT = 5
"""Seconds to wait for a scheduler."""
ALIKE = ("python", "dask", "distributed")
"""Packages whose versions must be the same on both ends; see `_short` for the precision."""
_EXAMPLE = "as in tcp://127.0.0.1:8786"


def _package_version() -> str:
    return program_version(ALL_PARTS)


@contextmanager
def cluster(
    address: str, timeout: float = TIMEOUT, version: Callable[[], str] = _package_version
) -> Iterator[Workers]:
    """Connect to the workers of a cluster.

    The tasks of a lost worker are repeated by another one.

    Args:
        address: Address of the scheduler, such as `tcp://127.0.0.1:8786`.
        timeout: Seconds to wait for an answer.
        version: Names the program; called here and on every worker.

    Raises:
        UsageProblem: The extra is missing, there is no answer, there are no workers, or the
            programs on both ends differ.
        SkirmishError: The cluster was lost.
    """
    with _connected(address, timeout) as client:
        slots = sum(client.nthreads().values())
        if not slots:
            raise UsageProblem(
                "the cluster has no workers", escaped(address), "start some: dask worker ADDRESS"
            )
        _compare(client, address, version)
        from distributed import KilledWorker  # noqa: PLC0415 - the extra is there by now

        try:
            yield Workers(client.get_executor(pure=False), slots)
        except (KilledWorker, OSError) as error:
            if isinstance(error, OSError) and client.status == "running":
                raise  # an error of this process, such as of one of its files
            raise SkirmishError(
                "the workers were lost", escaped(address), "start them again, and run it again"
            ) from None


@contextmanager
def _connected(address: str, timeout: float) -> Iterator[Any]:
    try:
        import distributed  # noqa: PLC0415 - an extra, and slow to load
    except ImportError:
        raise UsageProblem(
            "the extra 'cluster' is not installed",
            "--cluster",
            "in a clone: pip install '.[cluster]'",
        ) from None
    _silence_dask()
    try:
        try:
            client = _connect(distributed, address, timeout)
        except AssertionError:  # its thread did not begin within dask's ten seconds: try once more
            client = _connect(distributed, address, timeout)
    except ValueError as error:
        raise UsageProblem(_first_line(error), escaped(address), _EXAMPLE) from None
    except (OSError, TimeoutError):
        raise UsageProblem(
            "no scheduler answers", escaped(address), f"start 'dask scheduler' there; {_EXAMPLE}"
        ) from None
    with client:
        yield client


def _connect(distributed: Any, address: str, timeout: float) -> Any:  # noqa: ANN401 - as below
    """Make a client, after earlier failed clients are collected.

    A client that is collected while another one starts waits for a lock that the other one holds.
    """
    gc.collect()
    return distributed.Client(address, timeout=timeout, set_as_default=False)


def _silence_dask() -> None:
    """Switch dask's log off: errors are reported by the exceptions of `cluster`."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _first_line(error: Exception) -> str:
    return escaped(str(error).partition("\n")[0]) or "no address"


def _compare(client: Any, address: str, version: Callable[[], str]) -> None:  # noqa: ANN401 - dask is hardly typed
    """Raise `UsageProblem` unless the same programs run on both ends."""
    difference = version_difference(client.get_versions())
    if not difference:
        theirs = client.run(version, on_error="return")
        difference = program_difference(version(), theirs)
    if difference:
        raise UsageProblem(difference, escaped(address), "install the same on both ends")


def version_difference(versions: Mapping[str, Any]) -> str:
    """A sentence about the first version that differs from this process's; "" if none does.

    `versions` is the answer of `distributed.Client.get_versions`.
    """
    ours = versions["client"]["packages"]
    others = {"the scheduler": versions["scheduler"]}
    others |= {f"worker {name}": found for name, found in versions["workers"].items()}
    for end, found in others.items():
        for package in ALIKE:
            here, there = _short(package, ours), _short(package, found["packages"])
            if here != there:
                return f"{escaped(end)} has {package} {escaped(there)}, not {here}"
    return ""


def _short(package: str, packages: Mapping[str, Any]) -> str:
    """Version of a package; of Python the first two numbers."""
    version = str(packages.get(package))
    return ".".join(version.split(".")[:2]) if package == "python" else version


def program_difference(ours: str, theirs: Mapping[str, Any]) -> str:
    """A sentence about the first worker with another program or none; "" if all agree."""
    for worker, found in theirs.items():
        if not isinstance(found, str):
            return f"worker {escaped(worker)} has no skirmish that answers"
        if found != ours:
            return f"worker {escaped(worker)} has skirmish {escaped(found)}, not {ours}"
    return ""

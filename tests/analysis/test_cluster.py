"""Games on a dask cluster are the games of this process, whatever becomes of a worker."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from skirmish.analysis.cluster import cluster, program_difference, version_difference
from skirmish.analysis.simulation import simulate
from skirmish.errors import SkirmishError, UsageProblem
from skirmish.game import Opening
from tools.exam.grading import run_exam
from tools.ladder.scenarios import ladder_scenario

pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="needs the extra 'cluster'"
)

PLAYERS = {"blue": "random", "red": "random"}
UNEVEN = {"blue": "random", "red": "recruit"}
POSITION = Path(__file__).parents[1] / "exam" / "d20_burst_close.toml"
PATIENCE = 60
"""Seconds for processes to come up on a machine that has more to do."""


@pytest.fixture(scope="module")
def opening() -> Opening:
    return ladder_scenario("opposed_d6:1").opening


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A part of a cluster as a process of its own, on loopback."""
    command = [sys.executable, "-W", "ignore", "-m", *arguments]
    silent = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent) as running:
        try:
            yield running
        finally:
            running.kill()


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """The address of a scheduler that is a process of its own."""
    told = folder / "scheduler.json"
    where = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told))
    with process("distributed.cli.dask_scheduler", *where, "--no-dashboard"):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                address: str = json.loads(told.read_text())["address"]
            except (OSError, ValueError, KeyError):
                time.sleep(0.05)
            else:
                yield address
                return
        pytest.fail("no scheduler came up")


@pytest.fixture
def here() -> Iterator[str]:
    """The address of a scheduler in this process that has no workers yet."""
    with import_module("distributed").LocalCluster(
        n_workers=0, processes=False, protocol="tcp://", host="127.0.0.1", dashboard_address=None
    ) as dask:
        yield dask.scheduler_address


def worker(address: str) -> tuple[str, ...]:
    plain = ("--no-nanny", "--no-dashboard", "--nthreads", "1")
    return ("distributed.cli.dask_worker", address, *plain)


def slots(address: str, wanted: int) -> None:
    """Wait until so many work there."""
    with import_module("distributed").Client(
        address, timeout=PATIENCE, set_as_default=False
    ) as client:
        client.wait_for_workers(wanted, timeout=PATIENCE)


@pytest.mark.filterwarnings("ignore")  # dask's own
def test_a_local_cluster_plays_the_same_games(opening: Opening, tmp_path: Path) -> None:
    """Game by game, in both seats, and a position of the exam."""
    shutil.copy(POSITION, tmp_path)
    with (
        import_module("distributed").LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
        ) as dask,
        cluster(dask.scheduler_address, PATIENCE) as workers,
    ):
        found = simulate(opening, UNEVEN, range(2), workers, swap=True)
        exam = run_exam(("random",), tmp_path, workers)

    assert found == simulate(opening, UNEVEN, range(2), swap=True)
    assert len(found.away) == 2
    assert exam == run_exam(("random",), tmp_path)


@pytest.mark.filterwarnings("ignore")  # dask's own
def test_a_worker_that_is_killed_changes_nothing(opening: Opening, here: str) -> None:
    """Two workers are processes; one is killed when the first game is back."""
    seeds = range(8)
    told: list[int] = []
    with ExitStack() as cleanup:
        victim, other = (cleanup.enter_context(process(*worker(here))) for _ in range(2))
        slots(here, 2)
        workers = cleanup.enter_context(cluster(here, PATIENCE))

        def kill_one(*done: int) -> None:
            told.append(done[0])
            if done[0]:
                victim.send_signal(signal.SIGKILL)

        found = simulate(opening, PLAYERS, seeds, workers, progress=kill_one)
        assert (victim.wait(PATIENCE), other.poll()) == (-signal.SIGKILL, None)

    assert workers.slots == 2
    assert told == list(range(9))
    assert found == simulate(opening, PLAYERS, seeds)


@pytest.mark.filterwarnings("ignore")  # dask's own
def test_a_cluster_without_workers_is_told_of(here: str) -> None:
    """Nothing would ever be played there."""
    with pytest.raises(UsageProblem) as caught, cluster(here):
        pass

    assert str(caught.value) == (
        f"{here}: the cluster has no workers (start some: dask worker ADDRESS)"
    )


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nonsense", "nonsense: missing port number in address 'nonsense' (as in tcp://127."),
        ("", "missing port number in address '' (as in tcp://127.0.0.1:8786)"),
        ("far://a:1", "far://a:1: unknown address scheme 'far'"),
        ("tcp://127.0.0.1:1", "tcp://127.0.0.1:1: no scheduler answers (start 'dask scheduler'"),
        ("\x1b[2J:1", r"\x1b[2J:1: no scheduler answers"),
    ],
)
@pytest.mark.filterwarnings("ignore")  # dask's own
def test_an_address_at_which_nobody_answers(address: str, message: str) -> None:
    """One line that says what is wrong and what to do."""
    with pytest.raises(UsageProblem) as caught, cluster(address, timeout=0.5):
        pass

    assert str(caught.value).startswith(message)


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, with how to get it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageProblem) as caught, cluster("tcp://127.0.0.1:1"):
        pass

    assert str(caught.value) == (
        "--cluster: the extra 'cluster' is not installed (in a clone: pip install '.[cluster]')"
    )


def test_versions_on_both_ends_are_compared() -> None:
    """Of Python the first two numbers, of dask all of them; who has another one is named."""
    ours = {"python": "3.11.7.final.0", "dask": "2026.8.0", "distributed": "2026.8.0"}
    workers = {"tcp://a:1": {"packages": ours}, "tcp://b:1": {"packages": ours}}
    told = {
        "client": {"packages": ours},
        "scheduler": {"packages": {**ours, "python": "3.11.2.final.0"}},
        "workers": workers,
    }
    assert version_difference(told) == ""

    workers["tcp://b:1"] = {"packages": {**ours, "dask": "2025.1.0"}}
    assert version_difference(told) == "worker tcp://b:1 has dask 2025.1.0, not 2026.8.0"


def test_programs_on_both_ends_are_compared() -> None:
    """Another skirmish, or none, would play other games."""
    assert program_difference("0.1.0+aa", {"tcp://a:1": "0.1.0+aa"}) == ""
    assert program_difference("0.1.0+aa", {"tcp://a:1": "0.1.0+bb"}) == (
        "worker tcp://a:1 has skirmish 0.1.0+bb, not 0.1.0+aa"
    )
    gone = {"tcp://a:1": ModuleNotFoundError("skirmish")}
    assert program_difference("0.1.0+aa", gone) == "worker tcp://a:1 has no skirmish that answers"


@pytest.mark.filterwarnings("ignore")  # dask's own
def test_a_cluster_that_goes_is_told_of(opening: Opening, tmp_path: Path) -> None:
    """The run ends with a sentence, not with the inside of dask."""
    with ExitStack() as cleanup:
        served = cleanup.enter_context(ExitStack())
        address = served.enter_context(scheduler(tmp_path))
        cleanup.enter_context(process(*worker(address)))
        slots(address, 1)
        caught = cleanup.enter_context(pytest.raises(SkirmishError))
        with cluster(address, timeout=1) as workers:
            simulate(
                opening,
                PLAYERS,
                range(40),
                workers,
                progress=lambda done, _: served.close() if done else None,
            )

    assert "stopped" in str(caught.value) or "lost" in str(caught.value)

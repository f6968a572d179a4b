"""Strangers' files: records cut and flipped, every loader fed with mutated bytes within limits."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

from skirmish.analysis.self_play import play
from skirmish.cli.odds_query import answer_batch
from skirmish.core.sanitize import is_showable
from skirmish.errors import SkirmishError
from skirmish.game import Game, open_text
from skirmish.record import ParsedRecord, parse_record
from skirmish.scenario import check, find, load, shipped
from skirmish.tui.settings_store import KEYS_FILE, SETTINGS_FILE, SettingsStore, key_file_template
from tests.soak.case import Case, chance_of
from tests.soak.limits import over_limits
from tests.soak.mutate import mutated
from tests.village import village
from tools.exam.positions import read_position

FILES = 12
"""Mutated files in a case."""
SPOILT = 60
"""Cuts and flips of a record in a case."""
ROOT = Path(__file__).parents[2]

Load = Callable[[Path], object]


def _load_scenario(path: Path) -> object:
    check(path)
    load(path)
    return open_text(path.read_text(encoding="utf-8"))


def _load_record(path: Path) -> object:
    try:
        return Game.replay(path)
    except SkirmishError:
        return Game.replay(path, salvage=True)


def _load_settings(path: Path) -> object:
    settings, problems = SettingsStore(path.parent).load()
    return settings, [str(problem) for problem in problems]


def _load_map(path: Path) -> object:
    scenario = _scenario_text()
    first, last = scenario.index("[map]"), scenario.index("[sides.")
    beside = path.with_suffix(".toml")
    text = f'{scenario[:first]}[map]\nfile = "{path.stem}"\n{scenario[last:]}'
    beside.write_text(text, encoding="utf-8")
    return load(beside)


@cache
def _scenario_text() -> str:
    return Path(str(find("low_water"))).read_text(encoding="utf-8")


@cache
def _record(seed: int) -> bytes:
    """A short game's record."""
    opening = village(("d20", "trait_die", "opposed_d6")[seed % 3])
    with play(opening, dict.fromkeys(opening.state.setup.sides, "random"), seed) as game:
        return game.record.text.encode()


def _scenario(chance: Random) -> bytes:
    name = chance.choice(sorted(shipped()))
    return Path(str(find(name))).read_bytes()


def _load_batch(path: Path) -> object:
    told: list[str] = []
    answer_batch(BytesIO(path.read_bytes()[:BATCH]), told.append)
    return told


BATCH = 5_000
"""Bytes of questions in a batch: each of them may be worth a second."""
QUESTIONS = b"""\
{"id": 1, "scenario": "low_water", "order": "fire b4 r1"}
{"id": "s", "scenario": "low_water", "order": "fire b4 r1", "strict": true, "side": "blue"}
{"scenario": "low_water", "before": ["end", "end | 6:1"], "order": "fire b4 r1", "line": 3}
{"id": 5, "scenario": "low_water", "order": "fire b4 r1", "rules": {"fog": false}}
"""


LOADERS: Mapping[str, tuple[str, Callable[[Random], bytes], Load]] = {
    "scenario": ("battle.toml", _scenario, _load_scenario),
    "map": ("ground.map", lambda c: c.choice(_maps()).read_bytes(), _load_map),
    "record": ("battle.skr", lambda c: _record(c.randrange(3)), _load_record),
    "settings": (SETTINGS_FILE, lambda _: _settings(), _load_settings),
    "exam": ("question.toml", lambda c: c.choice(_questions()).read_bytes(), read_position),
    "batch": ("questions.txt", lambda _: QUESTIONS, _load_batch),
    "keys": (KEYS_FILE, lambda _: "\n".join(key_file_template("keys")).encode(), _load_settings),
}
"""By what is loaded: the name of its file, good bytes to begin with, and how it is loaded."""


def _questions() -> list[Path]:
    return sorted((ROOT / "tests" / "exam").glob("*.toml"))


def _maps() -> list[Path]:
    return sorted((ROOT / "maps").glob("*.map"))


def _settings() -> bytes:
    return b'theme = "dark"\nascii = true\nodds = "full"\nodss = 3\n'


def run(seed: int, folder: Path) -> Case:
    """Some mutated files for each loader, and one record cut and flipped."""
    case, chance = Case(), chance_of("files", seed)
    for number in range(FILES):
        what = chance.choice(sorted(LOADERS))
        place = folder / str(number)
        place.mkdir()
        case.counts[f"{what} files"] += 1
        case.faults += _fed(what, place, chance)
    _spoilt(case, chance)
    return case


def _fed(what: str, place: Path, chance: Random) -> list[str]:
    """What is wrong with how a loader takes a mutated file."""
    name, good, loads = LOADERS[what]
    path = place / name
    path.write_bytes(mutated(chance, good(chance)))
    said: list[str] = []

    def work() -> None:
        try:
            loads(path)
        except SkirmishError as error:
            said.append(str(error))

    try:
        broken = over_limits(work)
    except Exception as error:  # noqa: BLE001 - any of them is a fault to be told
        spot = traceback.extract_tb(error.__traceback__)[-1]
        return [f"{what}: {type(error).__name__}: {error} ({spot.filename}:{spot.lineno})"]
    odd = sorted({char for text in said for char in text if char != "\n" and not is_showable(char)})
    faults = [f"{what}: {path.stat().st_size} bytes: {broken}"] if broken else []
    if odd:
        faults.append(f"{what}: its message holds {odd!r}")
    path.unlink()
    return faults


def _spoilt(case: Case, chance: Random) -> None:
    """A record with bits flipped or its end missing: refused, or the same game's beginning."""
    whole = _record(chance.randrange(3))
    game = parse_record(whole)
    for _ in range(SPOILT):
        data = bytearray(whole)
        if chance.randrange(2):
            what, at = "cut", chance.randrange(len(data))
            del data[at:]
        else:
            what, at = "flipped bit", chance.randrange(len(data))
            data[at] ^= 1 << chance.randrange(8)
        case.counts["cuts" if what == "cut" else "flips"] += 1
        try:
            reading = parse_record(bytes(data))
        except SkirmishError:
            continue
        case.check(_begins(game, reading), f"another game after a {what} at byte {at}")


def _begins(game: ParsedRecord, reading: ParsedRecord) -> bool:
    """Whether a record holds the beginning of a game and nothing else."""
    same = reading.head == game.head
    return same and reading.entries == game.entries[: len(reading.entries)]

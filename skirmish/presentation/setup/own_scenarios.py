"""The player's own scenarios: keeping one; detecting files changed since they were played."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from pathlib import Path

from attrs import evolve, frozen

from skirmish.analysis.known_results import content_of
from skirmish.core.sanitize import escaped
from skirmish.errors import FileProblem, UsageProblem, os_reason
from skirmish.game.opening import read_record
from skirmish.presentation.user_files import (
    is_served,
    need_own_terminal,
    scenario_folder,
    write_new,
)
from skirmish.scenario import Scenario, files, load, parse, scenario_text
from skirmish.scenario.files import SUFFIX, shipped
from skirmish.scenario.handicap import HANDICAP
from skirmish.scenario.packing import packed

_LONGEST = 40
_PLAIN_LETTERS = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "\u0131": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
    }
)
"""Letters that do not decompose into a plain one and a mark."""
_MOST_NUMBERS = 100
_MOST_FILES = 200


@frozen
class KeptScenario:
    """The file of a scenario in the player's own folder, and whether it was written just now."""

    path: Path
    is_new: bool
    title: str

    @property
    def note(self) -> str:
        """What is to be said of another file of its name, or of its own; "" for nothing."""
        if not self.is_new:
            return f"you have this scenario already, as {self.path.name}"
        first = _names(self.path.parent, self.title)[0]
        if self.path == first:
            return ""
        return f"{first.name} has other content, so this one is {self.path.name}"


def keep_scenario(scenario: Scenario) -> KeptScenario:
    """Write a scenario to the player's own folder.

    The same one is not written again, whether or not its kinds and weapons are written out;
    another one of the same name gets a number.

    Raises:
        UsageProblem: It cannot be written.
    """
    need_own_terminal("keeping scenarios")
    folder = scenario_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in _names(folder, scenario.title):
            if not path.exists():
                write_new(path, scenario_text(scenario))
                return KeptScenario(path, is_new=True, title=scenario.title)
            if _is_same(path, scenario):
                return KeptScenario(path, is_new=False, title=scenario.title)
    except OSError as error:
        why = os_reason(error)
        raise UsageProblem(f"cannot be written: {why}", escaped(str(folder))) from None
    raise UsageProblem("too many scenarios of this name", escaped(str(folder)), "remove some")


def _names(folder: Path, title: str) -> list[Path]:
    """Possible paths for a scenario; the first is named after its title without a number."""
    letters = unicodedata.normalize("NFKD", title.casefold().translate(_PLAIN_LETTERS))
    plain = "".join(char for char in letters if not unicodedata.combining(char))
    stem = "_".join(re.findall(r"[a-z0-9]+", plain))[:_LONGEST].strip("_") or "scenario"
    stem = f"s_{stem}" if not stem[0].isalpha() or stem in shipped() else stem
    numbers = ("", *(f"_{n}" for n in range(2, _MOST_NUMBERS)))
    return [folder / f"{stem}{number}{SUFFIX}" for number in numbers]


def _is_same(path: Path, scenario: Scenario) -> bool:
    there = _loaded(path)
    return there is not None and packed(there) == packed(scenario)


def other_contents(text: str) -> tuple[str, ...]:
    """Notices about a scenario that was played, if the file of its title has other content.

    House rules, handicaps and the description of the scenario make no difference, nor whether kinds
    and weapons of the armoury are written out.

    Args:
        text: The scenario as a record has it.
    """
    played = parse(text)
    named = [path for path in _all_files() if _mentions(path, played.title)]
    found = [(files.name_of(path), _loaded(path)) for path in named]
    same = [(name, one) for name, one in found if one is not None and one.title == played.title]
    if HANDICAP in played.briefing or _battle(played) in {_battle(one) for _, one in same}:
        return ()
    return tuple(
        f"'{played.title}' was played with other content than {name} has today" for name, _ in same
    )


def changed_contents(path: Path) -> tuple[str, ...]:
    """Return the notices of `other_contents` about the scenario of a record.

    Raises:
        SkirmishError: The record cannot be read.
    """
    return other_contents(read_record(path).head.scenario)


def _all_files() -> list[files.Source]:
    """The scenarios of the game, and the player's own."""
    own = [] if is_served() else sorted(scenario_folder().glob(f"*{SUFFIX}"))[:_MOST_FILES]
    return [*(files.find(name) for name in shipped()), *own]


def _mentions(path: files.Source, title: str) -> bool:
    """Whether a file contains a title; it is not parsed as a scenario."""
    with suppress(UsageProblem):
        text = files.decoded(files.scenario_bytes(path))
        return isinstance(text, str) and title in text
    return False


def _battle(scenario: Scenario) -> str:
    """Hash of the content that determines a scenario's battle, without house rules."""
    return content_of(evolve(scenario, rules={}))


def _loaded(path: files.Source) -> Scenario | None:
    with suppress(FileProblem, UsageProblem):
        return load(path)
    return None

"""Start of line mode: choice of a scenario or record; `surprise`, a new scenario from wishes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import TextIO

from skirmish.analysis.even_scenario import CANDIDATES, GAMES, NEAREST, NONE_ACCEPTED, Candidate
from skirmish.analysis.workers import Stopped, cores, local_processes
from skirmish.core.sanitize import casefolded, escaped
from skirmish.errors import SkirmishError, UsageProblem
from skirmish.game import Game
from skirmish.generator import PLACES
from skirmish.line.console import Console
from skirmish.line.play import LinePlay
from skirmish.presentation.setup import saves, scenario_list
from skirmish.presentation.setup.game_setup import GameSetup, random_seed
from skirmish.presentation.setup.own_scenarios import keep_scenario
from skirmish.presentation.setup.preferences import Preferences
from skirmish.presentation.setup.surprise import Wish, kept_place, made_scenario, value_of_text
from skirmish.presentation.user_files import find_scenario
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import Scenario, load
from skirmish.scenario.faults import did_you_mean
from skirmish.scenario.loader import PASTE_BEGINS
from skirmish.scenario.packing import PASTE_ENDS, plain_text, read_paste

SURPRISE = "surprise"
_FLAGS = ("tested", "same_forces")
"""Words that are a wish by themselves, and name its attribute."""
_NAMES = {
    "place": "place",
    "size": "size",
    "points": "points",
    "system": "ruleset",
    "rules": "ruleset",
    "ruleset": "ruleset",
    "seed": "seed",
}
"""Words that name an attribute of a wish."""
HELP = (
    "'surprise' makes a new scenario. What it shall be may follow, in any order: "
    f"a place ({', '.join(PLACES)}), a system ({', '.join(RULESETS)}), a size such as 40x26, "
    f"'points 200', 'seed 17', 'same forces' for the same figures on both sides, "
    f"and 'tested' for {GAMES} games of the computer before it, with another one while it is "
    "uneven. What is left out is drawn by the seed."
)
_TOLD = 10
"""Number of games between two lines about the progress of a test."""


def is_surprise(line: str) -> bool:
    """Whether a typed line asks for a new scenario."""
    return casefolded(line).split()[:1] == [SURPRISE]


def surprise(console: Console, line: str) -> Scenario | None:
    """Make the scenario that a typed line asks for; None, with a message, if it is impossible.

    It is kept with the player's own scenarios, except for a player in a browser.
    """
    try:
        wish = wish_of(casefolded(line).split()[1:], random_seed())
        scenario = _tested(console, wish) if wish.tested else made_scenario(wish)
        place = kept_place(scenario)
    except Stopped:
        console.say(["The test was cancelled, and nothing was kept."])
        return None
    except SkirmishError as error:
        console.say([*str(error).split("\n"), HELP])
        return None
    kept = f" It is kept as {escaped(place.path.name)}." if place else ""
    console.say([f"A new scenario: {scenario.title}.{kept}"])
    return scenario


def wish_of(words: Sequence[str], seed: int) -> Wish:
    """The wish that words in any order express, with this seed unless they name one.

    Raises:
        UsageProblem: A word is unknown, or a value is missing or impossible.
    """
    wish, left = Wish(seed), list(_joined(words))
    while left:
        word = left.pop(0)
        if word in _FLAGS:
            wish = wish.with_value(word, True)
            continue
        if word.isdigit() and left[:1] == ["points"]:  # `200 points`
            left[0], word = word, "points"
        if word in _NAMES:
            if not left:
                raise UsageProblem(f"'{word}' needs a value", remedy=f"such as '{_SUCH[word]}'")
            name, text = _NAMES[word], left.pop(0)
        else:
            name, text = _attribute_of(word), word
        wish = wish.with_value(name, value_of_text(name, text))
    return wish


_SUCH = {
    "place": "place woods",
    "size": "size 40x26",
    "points": "points 200",
    "system": "system d20",
    "rules": "rules d20",
    "ruleset": "ruleset d20",
    "seed": "seed 17",
}
"""An example for each word that needs a value."""


def _joined(words: Sequence[str]) -> Iterator[str]:
    """The words, with names of two words joined: `dice pool`, `same forces`."""
    at = 0
    while at < len(words):
        pair = "_".join(words[at : at + 2])
        joined = pair in (*RULESETS, *_FLAGS) and pair not in words
        yield pair if joined else words[at]
        at += 2 if joined else 1


def _attribute_of(word: str) -> str:
    """The attribute of a value that is given without a name.

    Raises:
        UsageProblem: It is a value of none.
    """
    if word in PLACES:
        return "place"
    if word in RULESETS:
        return "ruleset"
    if word[:1].isdigit() and "x" in word:
        return "size"
    known = (*PLACES, *RULESETS, *_NAMES, *_FLAGS)
    raise UsageProblem(f"'{escaped(word)}' is unknown here", remedy=did_you_mean(word, known))


def _tested(console: Console, wish: Wish) -> Scenario:
    """Make a scenario that games have tested, and print their progress; Enter cancels it.

    Raises:
        Stopped: The player has cancelled it.
    """
    cancel = " Press Enter to cancel." if console.interactive else ""
    console.say([f"The computer plays {GAMES} games of up to {CANDIDATES} candidates.{cancel}"])
    judged: list[Candidate] = []

    def judge(candidate: Candidate) -> None:
        judged.append(candidate)
        console.say([f"{candidate.text[0].upper()}{candidate.text[1:]}."])

    def tell(done: int, _: int) -> None:
        if done % _TOLD == 0 and done % GAMES:
            console.say([f"{done % GAMES} of {GAMES} games."])

    try:
        with local_processes(max(2, cores()), lambda: console.has_input) as workers:
            scenario = made_scenario(wish, workers, told=judge, progress=tell)
    except Stopped:
        console.discard_input()
        raise
    if not any(one.accepted for one in judged):
        console.say([f"{NONE_ACCEPTED}. {NEAREST}"])
    return scenario


_RESUME = "resume"
_QUIT = ("quit", "exit", "q")
_HELP_WORDS = ("", "help", "?", "list")
_HELP = (
    "Type the number of a scenario, words of its title, or the path of a file, or paste the text "
    "of one; 'quit' leaves."
)
_MOST_PASTED = 20_000
"""Maximum of lines of a pasted text."""
_LONGEST_PATH = 500


def play(
    source: Path | None = None,
    players: Mapping[str, str] | None = None,
    seed: int | None = None,
    record: Path | None = None,
    handicaps: Mapping[str, int] | None = None,
    preferences: Preferences | None = None,
) -> None:
    """Play a battle over standard input and output.

    Args:
        source: A scenario, a record (.skr) to resume, or None to ask the player.
        players: "human" or a level of the computer for some sides.
        seed: Seed of a new battle; None draws one.
        record: File or folder for the record of a new battle; None for the default folder.
        handicaps: Percent of its points that a side of a new battle gives up.
        preferences: Settings for advice and odds; None for the defaults.

    Raises:
        SkirmishError: The battle cannot start, or its record cannot be written.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        # Invalid bytes become a character that the interpreter refuses.
        sys.stdin.reconfigure(errors="replace")
    console = _console(sys.stdin, sys.stdout)
    chosen = source or _choose(console)
    if chosen is None:
        console.say(["No battle was started."])
        return
    if isinstance(chosen, Path) and chosen.suffix != saves.SUFFIX:
        chosen = load(find_scenario(chosen))
    with (
        Game.load(chosen, players)
        if isinstance(chosen, Path)
        else _new_game(GameSetup.of(chosen, players, seed, handicaps), record)
    ) as game:
        LinePlay(game, console, preferences=preferences).run()


def _console(source: TextIO | None, sink: TextIO | None) -> Console:
    """A console over the standard streams; a closed input is empty."""
    if sink is None:
        raise UsageProblem("standard output is closed", remedy="leave standard output open")
    return Console(source or StringIO(), sink)


def _new_game(plan: GameSetup, record: Path | None) -> Game:
    return Game.new(
        plan.prepared_scenario, plan.seed, plan.players, record=record or saves.records_folder()
    )


def _choose(console: Console) -> Path | Scenario | None:
    """A file that the player chooses from a list, or a new scenario; None if the player quits."""
    found = list(scenario_list.all_entries())
    listed = [f"  {n}: {_listed(one)}" for n, one in enumerate(found, 1)]
    newest = saves.newest_save()
    if newest is not None:
        listed.append(f"'{_RESUME}' resumes {newest.title}, {newest.progress}, {newest.date}.")
    console.say(["Scenarios:", *listed])
    while (line := console.ask("A number, or the path of a scenario or record")) is not None:
        word = line.strip()
        if word.casefold() in _QUIT:
            return None
        if word.casefold() in _HELP_WORDS:
            console.say([*listed, _HELP, HELP])
        elif word.casefold() == _RESUME and newest is not None:
            return newest.path
        elif (chosen := _chosen(console, found, word)) is not None:
            return chosen
    return None


def _listed(entry: scenario_list.ScenarioEntry) -> str:
    """An entry in one line, with its file's name if it is the player's own."""
    own = ""
    if entry.path and entry.scenario:
        version = entry.scenario.about.version
        own = f" ({entry.name}, version {version})" if version else f" ({entry.name})"
    details = f" {entry.details}." if entry.details else ""
    return f"{entry.title}{own}. {entry.summary}.{details}"


def _chosen(
    console: Console, found: Sequence[scenario_list.ScenarioEntry], word: str
) -> Path | Scenario | None:
    """The file that a typed line names, or a new scenario; None, with a message, if neither."""
    if PASTE_BEGINS in plain_text(word):
        return _pasted(console, word)
    if is_surprise(word):
        return surprise(console, word)
    if not (word.isascii() and word.isdigit()):
        return _named(console, found, word)
    if not 0 < int(word[:4]) <= len(found):
        console.say([f"There is no scenario {word[:4]}; there are 1 to {len(found)}."])
        return None
    entry = found[int(word[:4]) - 1]
    if entry.scenario is None:
        console.say([f"{entry.name} cannot be played:", *entry.faults])
        return None
    return entry.source


def _pasted(console: Console, line: str) -> Path | None:
    """The file of a scenario pasted line by line; None, with a message, if it is invalid."""
    lines = [line]
    while PASTE_ENDS not in plain_text(lines[-1]) and len(lines) < _MOST_PASTED:
        more = console.ask("")
        if more is None:
            break
        lines.append(more)
    try:
        scenario = read_paste("\n".join(lines))
        kept = keep_scenario(scenario)
    except SkirmishError as error:
        console.say(str(error).split("\n"))
        return None
    path = escaped(str(kept.path), _LONGEST_PATH)
    console.say([f"'{scenario.title}' is in your own scenarios as {path}."])
    if kept.note:
        console.say([f"{escaped(kept.note, _LONGEST_PATH)}."])
    return kept.path


def _named(
    console: Console, found: Sequence[scenario_list.ScenarioEntry], word: str
) -> Path | None:
    """The only scenario with this text in its title or name, else the file of that name."""
    wanted = casefolded(word)
    playable = [(n, one) for n, one in enumerate(found, 1) if one.scenario]
    named = [(n, one) for n, one in playable if wanted in casefolded(f"{one.title} {one.name}")]
    exact = [(n, e) for n, e in named if wanted in (casefolded(e.title), casefolded(e.name))]
    chosen = exact or named
    if len(chosen) == 1:
        return chosen[0][1].source
    if word and chosen and not _is_file(word):
        console.say(
            ["Several have this in their names:", *(f"  {n}: {_listed(e)}" for n, e in chosen)]
        )
        return None
    return _find_playable(console, word)


def _is_file(name: str) -> bool:
    """Whether a file has this path."""
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def _find_playable(console: Console, word: str) -> Path | None:
    """The file of a path or scenario name, if it can be played; else None, with a message."""
    if not word:
        return None
    try:
        if word.endswith(saves.SUFFIX):
            Game.replay(Path(word))
        else:
            load(find_scenario(word))
    except SkirmishError as error:
        console.say(str(error).split("\n"))
        return None
    except ValueError:
        console.say([f"'{escaped(word)}' is not a valid file name."])
        return None
    return Path(word)

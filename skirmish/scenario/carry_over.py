"""What people bring from one battle to the next: its file, and a scenario with these people.

A figure with a `person` is that person; `presentation/report/people.py` writes the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from skirmish.core.sanitize import NAME_LIMIT, is_name
from skirmish.errors import FileProblem, Problem, UsageProblem
from skirmish.scenario import files
from skirmish.scenario.faults import Fault, Faults, TooManyFaults
from skirmish.scenario.handicap import events_without, needed_figures
from skirmish.scenario.loader import faults_in, parsed_toml, read_state
from skirmish.scenario.model import FigureEntry, Scenario
from skirmish.scenario.toml_table import TomlTable
from skirmish.scenario.validation import entries_of, validate
from skirmish.scenario.writer import Inline, toml_text

FORMAT = 1
KEY = "carry_over"
"""The first key of the file, with the version of its format."""
FATES = ("alive", "left", "fallen", "absent")
DEEDS = ("attacks", "effects", "out", "worth", "own_worth")
_WRITES = "skirmish report GAME.skr --carry-over -o FILE.toml writes one"


@frozen
class Person:
    """A person after a battle.

    Attributes:
        id: The id in `person`.
        name: The name that players read.
        side: Id of the side at the end.
        figure: Id of its figure.
        kind: Id of its kind.
        weapons: Ids of its weapons.
        fate: One of `FATES`: in the battle to its end, left by its own choice or in flight, put
            out, never arrived.
        returns: Whether it takes part in its next battle.
        afterwards: The fate that the rules give to a person who was put out.
        state: Its start state in the next battle, as a scenario writes it.
        deeds: Counts by `DEEDS`: attacks, those with an effect, enemies put out, the points of
            those and of figures of its own side that it put out.
    """

    id: str
    name: str = ""
    side: str = ""
    figure: str = ""
    kind: str = ""
    weapons: tuple[str, ...] | None = None
    fate: str = FATES[0]
    returns: bool = True
    afterwards: str = ""
    state: Mapping[str, int | str] = field(factory=dict)
    deeds: Mapping[str, int] = field(factory=dict)


@frozen
class CarryOver:
    """What carries over from a battle: its ruleset and title, and its people."""

    ruleset: str
    battle: str
    people: tuple[Person, ...]

    @property
    def data(self) -> Mapping[str, Any]:
        """As plain data, in the order of the file."""
        people = {one.id: _person_data(one) for one in self.people}
        return {KEY: FORMAT, "ruleset": self.ruleset, "battle": self.battle, "people": people}

    @property
    def text(self) -> str:
        """As the text of a file."""
        return toml_text(self.data)


def _person_data(one: Person) -> Mapping[str, Any]:
    return {
        "name": one.name,
        "side": one.side,
        "figure": one.figure,
        "kind": one.kind,
        **({} if one.weapons is None else {"weapons": list(one.weapons)}),
        "fate": one.fate,
        "returns": one.returns,
        **({"afterwards": one.afterwards} if one.afterwards else {}),
        "state": Inline(one.state),
        "deeds": Inline(one.deeds),
    }


def load_carry_over(path: Path) -> CarryOver:
    """Read a carry-over file.

    Raises:
        UsageProblem: There is no such file, or it may not be read.
        FileProblem: It is not such a file, or has faults; holds all of them.
    """
    name = files.name_of(path)
    text = files.decoded(files.scenario_bytes(path))
    if isinstance(text, Fault):
        raise FileProblem(*faults_in([text], "", name))
    raw = parsed_toml(text)
    if isinstance(raw, Fault):
        is_json = text.lstrip().startswith("{")
        fault = Fault((), "JSON, which is for programs alone", _WRITES, row=0) if is_json else raw
        raise FileProblem(*faults_in([fault], text, name))
    if KEY not in raw:
        fault = Fault((), "does not say what carries over from a battle", _WRITES, row=0)
        raise FileProblem(*faults_in([fault], text, name))
    faults, found = Faults(), None
    with suppress(TooManyFaults):
        found = _read(TomlTable(raw, (), faults))
    if found is None or faults.found:
        raise FileProblem(*faults_in(faults.found, text, name))
    return found


def _read(top: TomlTable) -> CarryOver:
    if top.number(KEY, low=1) > FORMAT:
        top.wrong(KEY, "made for a newer version of the game", f"this one knows {FORMAT}")
        raise TooManyFaults
    people = tuple(_person(name, table) for name, table in top.named("people").items())
    found = CarryOver(top.word("ruleset"), top.text("battle", ""), people)
    top.done()
    return found


def _person(name: str, table: TomlTable) -> Person:
    if not is_name(name):
        what = "not a valid id for a person"
        table.faults.add(Fault(table.path, what, "small letters, digits or _", on_key=True))
    fate = table.choice("fate", FATES, FATES[0])
    one = Person(
        id=name,
        name=table.text("name", "", limit=NAME_LIMIT),
        side=table.word("side", ""),
        figure=table.word("figure", ""),
        kind=table.word("kind", ""),
        weapons=table.words("weapons"),
        fate=fate,
        returns=table.flag("returns") if table.has("returns") else fate != "fallen",
        afterwards=table.text("afterwards", ""),
        state=read_state(table.table("state")),
        deeds=_deeds(table.table("deeds")),
    )
    table.done()
    return one


def _deeds(table: TomlTable | None) -> Mapping[str, int]:
    if table is None:
        return {}
    deeds = {name: table.number(name, 0, high=10**6) for name in DEEDS}
    table.done()
    return deeds


def with_people(
    scenario: Scenario, brought: CarryOver, name: str
) -> tuple[Scenario, tuple[str, ...]]:
    """Return a scenario with what its people bring, and a note on each person.

    Those who return have the weapons and the state with which they left their last battle, and
    their name if the scenario gives none; the others are left out.

    Args:
        scenario: The scenario, as it was written.
        brought: The people and what they bring.
        name: Their file, for messages.

    Raises:
        UsageProblem: The rulesets differ, or something needs a figure that does not return.
        FileProblem: What a person brings is not possible in this scenario.
    """
    if scenario.ruleset != brought.ruleset:
        what = f"from a battle under {brought.ruleset}, and this scenario is for {scenario.ruleset}"
        raise UsageProblem(what, name, f"name a scenario for {brought.ruleset}")
    people = {one.id: one for one in brought.people}
    away = tuple(
        entry
        for _, entry in scenario.entries()
        if entry.person in people and not people[entry.person].returns
    )
    needed = needed_figures(scenario)
    for entry in away:
        if entry.id in needed:
            what = f"{entry.person} does not return, and the scenario needs its figure {entry.id}"
            remedy = "name others in its objectives, lessons and events, or write returns = true"
            raise UsageProblem(what, f"{name}: people.{entry.person}", remedy)
    found = _changed(scenario, people, away)
    for force in found.sides:
        if force.id not in {side for side, _ in found.entries()}:
            remedy = "add a figure of another to the scenario, or write returns = true for one"
            raise UsageProblem(f"of side {force.id} no figure returns", name, remedy)
    _check(found, name)
    return found, tuple(_notes(scenario, people))


def _changed(
    scenario: Scenario, people: Mapping[str, Person], away: tuple[FigureEntry, ...]
) -> Scenario:
    def brought(entries: tuple[FigureEntry, ...]) -> tuple[FigureEntry, ...]:
        return tuple(_entry(one, people.get(one.person)) for one in entries if one not in away)

    return evolve(
        scenario,
        sides=tuple(evolve(side, figures=brought(side.figures)) for side in scenario.sides),
        waves=tuple(
            evolve(wave, figures=kept) for wave in scenario.waves if (kept := brought(wave.figures))
        ),
        events=events_without(scenario.events, away),
    )


def _entry(entry: FigureEntry, person: Person | None) -> FigureEntry:
    if person is None:
        return entry
    return evolve(
        entry,
        name=entry.name or person.name,
        weapons=entry.weapons if person.weapons is None else person.weapons,
        state=person.state,
    )


def _check(scenario: Scenario, name: str) -> None:
    """Refuse a scenario with faults: each names the person that it comes from, if any."""
    faults = Faults()
    with suppress(TooManyFaults):
        validate(scenario, faults)
    people = {path: entry.person for path, entry in entries_of(scenario) if entry.person}
    problems = []
    for fault in faults.found:
        whose = next((path for path in people if fault.path[: len(path)] == path), ())
        own = ("people", people[whose], *fault.path[len(whose) :]) if whose else fault.path
        problems.append(Problem(fault.what, Fault(own, "").field, name, remedy=fault.remedy))
    if problems:
        raise FileProblem(*problems)


def _notes(scenario: Scenario, people: Mapping[str, Person]) -> Iterator[str]:
    """A line on each person of the scenario, and on each person without a figure in it."""
    here = {entry.person: entry.id for _, entry in scenario.entries() if entry.person}
    for person, figure in here.items():
        one = people.get(person)
        if one is None:
            yield f"{person}: as the scenario has {figure}, for nothing carries over"
        elif one.returns:
            state = ", ".join(f"{key} {value}" for key, value in one.state.items())
            yield f"{person}: comes as {figure}, {state or 'fresh'}"
        else:
            yield f"{person}: does not return, {figure} is left out"
    yield from (
        f"{person}: has no figure in this scenario" for person in people if person not in here
    )

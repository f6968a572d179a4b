"""The sense of one figure of a scenario: its kind, its weapons, the state that it starts in."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core.figures import ENGINE_COUNTERS, Counter, Kind, Weapon
from skirmish.core.gate import NAME, shown
from skirmish.rulesets.protocol import Handbook, state_faults
from skirmish.scenario.armoury import Armoury, faults_alone, look_at_outfit
from skirmish.scenario.faults import Fault, Faults, Path, did_you_mean
from skirmish.scenario.model import Entry
from skirmish.scenario.table import MOST

POSTURE = "posture"
DAMAGE = "damage"


def look_at_entry(
    path: Path, entry: Entry, ruleset: Handbook, armoury: Armoury, faults: Faults
) -> None:
    """Note what is wrong with a figure, its place apart."""
    if not faults.spoilt(*path, "kind") and entry.kind not in armoury.kinds:
        what = f"no kind '{shown(entry.kind, NAME)}' in ruleset {ruleset.id}"
        faults.note(Fault((*path, "kind"), what, did_you_mean(entry.kind, armoury.kinds)))
    for n, name in enumerate(entry.weapons or ()):
        if name not in armoury.weapons:
            what = f"no weapon '{shown(name, NAME)}' in ruleset {ruleset.id}"
            faults.note(Fault((*path, "weapons", n), what, did_you_mean(name, armoury.weapons)))
    kind = armoury.kinds.get(entry.kind)
    if kind is not None:
        _look_at_outfit(path, entry, kind, ruleset, armoury, faults)
    _look_at_state(path, entry, ruleset, faults)
    if kind is not None:
        _look_at_fitness(path, entry, kind, ruleset, armoury, faults)


def carried(entry: Entry, kind: Kind, armoury: Armoury) -> tuple[Weapon, ...] | None:
    """The weapons that a figure starts with; None where one of them is faulty."""
    return armoury.armed(kind.weapons if entry.weapons is None else entry.weapons)


def _look_at_outfit(
    path: Path, entry: Entry, kind: Kind, ruleset: Handbook, armoury: Armoury, faults: Faults
) -> None:
    """Note what is wrong with a figure's weapons; what its kind says was judged with the kind."""
    weapons = carried(entry, kind, armoury)
    if weapons is None or faults.spoilt(*path, "weapons"):
        return
    if entry.weapons is not None:
        look_at_outfit((*path, "weapons"), kind, weapons, ruleset, faults)
    elif entry.kind not in armoury.own:
        look_at_outfit((*path, "kind"), kind, weapons, ruleset, faults)


def _look_at_state(path: Path, entry: Entry, ruleset: Handbook, faults: Faults) -> None:
    counters = _given(ruleset)
    for key, value in entry.state.items():
        here = (*path, "state", key)
        if key == POSTURE:
            postures = ruleset.declared.postures
            if value not in postures:
                what = f"no posture '{shown(str(value), NAME)}'"
                faults.note(Fault(here, what, did_you_mean(str(value), postures)))
        elif key in counters and counters[key].words:
            words = counters[key].words
            if value not in words:
                faults.note(Fault(here, "no such word", did_you_mean(str(value), words)))
        elif key == DAMAGE or key in counters:
            low, high = 0, MOST
            if key != DAMAGE:
                low, high = counters[key].low, counters[key].high
            if not isinstance(value, int) or not low <= value <= high:
                faults.note(Fault(here, f"must be a whole number from {low} to {high}"))
        else:
            faults.note(_no_part_of_a_state(here, key, ruleset))


def _look_at_fitness(
    path: Path, entry: Entry, kind: Kind, ruleset: Handbook, armoury: Armoury, faults: Faults
) -> None:
    """Note what no figure of this kind with these weapons comes to a battle with."""
    weapons = carried(entry, kind, armoury)
    if weapons is None or any(faults.spoilt(*path, "state", key) for key in entry.state):
        return
    if not entry.state or faults_alone(kind, weapons, ruleset):  # those give no limits
        return
    counters, postures = ruleset.declared.counters, tuple(ruleset.declared.postures)
    words = {POSTURE: postures, **{name: kept.words for name, kept in counters.items()}}
    state = {
        key: words[key].index(value) if isinstance(value, str) else int(value)
        for key, value in entry.state.items()
    }
    for key, (what, remedy) in state_faults(ruleset, kind, weapons, state).items():
        faults.note(Fault((*path, "state", key), what, remedy))


def _given(ruleset: Handbook) -> Mapping[str, Counter]:
    """The counters that a figure may start with."""
    return {name: kept for name, kept in ruleset.declared.counters.items() if kept.given}


def _no_part_of_a_state(here: Path, key: str, ruleset: Handbook) -> Fault:
    if key in ENGINE_COUNTERS:
        return Fault(here, "not part of a state", "write it beside `state`", on_key=True)
    if key in ruleset.declared.counters:
        what = "comes about in battle alone, and is 0 at its start"
        return Fault(here, what, "leave it out", on_key=True)
    what = f"nothing that ruleset {ruleset.id} keeps"
    known = [POSTURE, DAMAGE, *_given(ruleset)]
    return Fault(here, what, did_you_mean(key, known), on_key=True)

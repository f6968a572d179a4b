"""Outcomes of attacks in words and numbers, and their cost in points."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import cast

from skirmish.core import figures as core
from skirmish.core.dice import Face, odds
from skirmish.core.events import Struck
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.state import State
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.d100.accuracy import SOM_FACTOR, armour_against, shock_target
from skirmish.rulesets.d100.counters import WOUNDS
from skirmish.rulesets.d100.dice import (
    D100,
    EXCELLENT,
    EXCEPTIONAL,
    MARGIN_DV,
    MISSED,
    SHOCK_TEST,
    WOUND_TESTS,
    Blow,
    Grade,
    Harm,
    astray,
    break_free,
    clash,
    halved,
    rolled_grade,
    steadiness,
    successes,
    volley,
)
from skirmish.rulesets.d100.figures import dur_left, held_by, kind_of, stunned
from skirmish.rulesets.d100.kinds import Kind, Weapon
from skirmish.rulesets.measures import CONDITION, DETAIL, HIT, OUT, Measure, amount_of

MEASURES: Mapping[str, Measure] = {
    "hit": HIT,
    "damage": amount_of("DUR", "lost"),
    "wounds": DETAIL,
    "out": OUT,
    **dict.fromkeys(("prone", "stunned", "jolted", "subdued", "freed"), CONDITION),
}
_WITHSTOOD = ("wounded", "hurt", "jolted", "subdued")
"""Effects of a hit that imply that the figure withstood a shock, if there was one."""
WHOLE = 120
"""A figure's points in the units of the following constants."""
DAMAGE_COSTS = 60
"""Cost of all damage but the last; the other half of its points is for being in play at all."""
WOUND_COSTS = 10
"""Cost of each wound, which makes its actions and its defence a tenth less likely to succeed."""
PRONE_COSTS = 5
"""Cost of falling: a third of an action to get up, although it is harder to hit meanwhile."""
STUNNED_COSTS = 48
"""Cost of being helpless for three turns or more, and unsteady for the rest of the battle."""
JOLTED_COSTS = 12
"""Cost of a withstood shock: that of three wounds, for two or three turns."""
SUBDUED_COSTS = 30
"""Cost of a grip: helpless as long as it lasts, but its grappler is bound as well."""


def words(outcome: Hashable) -> Mapping[str, str | int]:
    """An outcome for odds and logs; a 1 or 0 says whether."""
    harm = cast("Harm", outcome)
    return {
        "hit": harm.hit,
        "damage": harm.damage,
        "wounds": harm.wounds,
        "out": harm.out,
        "prone": harm.prone,
        "stunned": harm.stunned,
        "jolted": harm.jolted,
        "subdued": harm.subdued,
        "freed": harm.freed,
    }


def loss(state: State, name: str, outcome: Hashable) -> Fraction:
    """The loss of the figure's side by an outcome in points, at most what it has left to lose."""
    harm, figure = cast("Harm", outcome), state.figures[name]
    if harm.freed:
        held = held_by(state, name)
        points = state.figures[held].who.kind.points if held else 0
        return Fraction(SUBDUED_COSTS * points, WHOLE)
    return lost(figure, harm)


def puts_out(_state: State, _name: str, outcome: Hashable) -> bool:
    """Whether an outcome puts its figure out."""
    return cast("Harm", outcome).out


def stops(_state: State, _name: str, outcome: Hashable) -> bool:
    """Whether a figure is out or helpless in its next bound."""
    harm = cast("Harm", outcome)
    return bool(harm.out or harm.stunned or harm.subdued)


def lost(figure: Figure, harm: Harm) -> Fraction:
    """The loss of a figure's side by harm, in points."""
    dur = kind_of(figure).dur
    share = share_lost(dur, figure.damage, stunned(figure), harm)
    return Fraction(share * figure.who.kind.points, WHOLE * dur)


def share_lost(dur: int, damage: int, down: bool, harm: Harm) -> int:
    """The share of a figure's points that harm costs, in parts of WHOLE times its DUR.

    `damage` is its damage before, `down` whether it was stunned. Being put out costs everything
    that is left; nothing costs more.
    """
    left = WHOLE * dur - DAMAGE_COSTS * min(damage, dur)
    if harm.out:
        return left
    share = harm.wounds * WOUND_COSTS + harm.prone * PRONE_COSTS + harm.jolted * JOLTED_COSTS
    share += STUNNED_COSTS if harm.stunned and not down else 0
    share += SUBDUED_COSTS if harm.subdued else 0
    return min(left, DAMAGE_COSTS * harm.damage + share * dur)


def needs(attack: Attack | Aim) -> str:
    """The highest rolls that succeed: `45 or less (defence 20 or less)` (EP-F1, EP-F3)."""
    if isinstance(attack, Aim):
        number = cast("int", attack.args[0])
        most = successes(number) - 1
        return f"{most} or less" + (f" (attack {number})" if number != most else "")
    if attack.rule is break_free:
        return "{} or less (defence {} or less)".format(*attack.args)
    blows = attack.args[0]
    if attack.rule is not volley or not isinstance(blows, tuple):
        return ""
    one: Blow = blows[0]
    guard = "" if one.guard is None else f" (defence {one.guard} or less)"
    return f"{one.skill} or less{guard}"


def on_aim(aim: Aim) -> Fraction:
    """The chance that a throw lands on its aim point (EP-F21)."""
    return odds(astray, cast("int", aim.args[0])).chance(lambda factor: factor == 0)


def tests(figure: Figure, blow: Struck) -> Mapping[str, int]:
    """The highest successful rolls of a figure's tests, before it was hit (EP-12, EP-F11)."""
    kind = kind_of(figure)
    wounds = blow.sums.get("damage", 0) // kind.wound_threshold
    steady = steadiness(SOM_FACTOR * kind.som, figure.count(WOUNDS) + wounds)
    targets = {SHOCK_TEST: shock_target(kind, dur_left(figure))}
    targets |= dict.fromkeys(WOUND_TESTS, steady)
    return {what: successes(target) - 1 for what, target in targets.items()}


def extras(
    faces: Sequence[Face],
    blow: Struck,
    weapon: core.Weapon | None,
    figure: core.Figure | None,
    _fall: Tile | None = None,
) -> str:
    """The extras of an attack's roll, a defence that beat it, and the halving by a withstood shock.

    EP-18, EP-F3, EP-F10.
    """
    kind = figure.who.kind if figure is not None else None
    said = (_added(faces), _guarded(faces, blow.effect), _halved(faces, blow, weapon, kind))
    return "; ".join(filter(None, said))


def _halved(
    faces: Sequence[Face], blow: Struck, weapon: core.Weapon | None, kind: core.Kind | None
) -> str:
    """A note that a withstood shock halved the damage, as a sum if its parts are known (EP-18)."""
    if blow.effect not in _WITHSTOOD or all(face.what != "shock" for face in faces):
        return ""
    said = "half damage, for it withstood the shock"
    if not isinstance(weapon, Weapon) or not isinstance(kind, Kind):
        return said
    dice = [face.face for face in faces if face.what == "damage"]
    if len(dice) < weapon.dice or weapon.blast == "falling":
        return said  # a blast that its side did not see, or whose DV depends on the distance
    grade = next((rolled_grade(face.face) for face in _hitting(faces)), Grade.HIT)
    value, harmed = sum(dice) + weapon.add + grade.bonus, blow.sums.get("damage", 0)
    half, armour = halved(value), 0 if grade.critical else armour_against(kind, weapon)
    if weapon.blast:
        armour = max(armour, half - harmed)  # what stands between counts as armour
    if not value or max(0, half - armour) != harmed:
        return said
    less = f", less {armour} for armour" if armour else ""
    return f"{said}: half of {value} is {half}{less}"


def _added(faces: Sequence[Face]) -> str:
    """The extras that the rolls of hits added: `+5 damage for rolling 30 or more` (EP-F10).

    If there are several attacks, each begins with its roll.
    """
    several = sum(face.what == "attack" for face in faces) > 1
    hits = [face.face % D100 for face in _hitting(faces)]
    told = {roll: ", ".join(_extras_of(rolled_grade(roll))) for roll in hits}
    return "; ".join(f"{roll}: {more}" if several else more for roll, more in told.items() if more)


def _guarded(faces: Sequence[Face], effect: str) -> str:
    """A note that a defence won with the lower roll, which takes a double (EP-F1, EP-F3)."""
    lower = effect == MISSED and any(
        (mine.what, theirs.what) == ("attack", "defence") and theirs.face % D100 < mine.face % D100
        for mine, theirs in pairwise(faces)
    )
    return "a double as defence beats any roll but a higher double" if lower else ""


def _hitting(faces: Sequence[Face]) -> Iterator[Face]:
    """The attack rolls that are followed by damage dice."""
    last: Face | None = None
    for face in faces:
        if face.what == "attack":
            last = face
        elif face.what == "damage" and last is not None:
            yield last
            last = None


def _extras_of(grade: Grade) -> Iterator[str]:
    if grade.bonus:
        margin = EXCEPTIONAL if grade.bonus > MARGIN_DV else EXCELLENT
        yield f"+{grade.bonus} damage for rolling {margin} or more"
    if grade.critical:
        yield "a double: armour does not count"


def _grip_of(grade: Grade, wounds: bool) -> Iterator[str]:
    """The effects of a grapple's roll that hits; only a critical one may hurt (EP-23, EP-24)."""
    if grade.excellent:
        yield f"a grip for rolling {EXCELLENT} or more"
    if grade.critical and wounds:
        yield "a double: it does damage, and armour does not count"


def grades(attack: Attack | Aim) -> Mapping[str, Fraction]:
    """The chances of the extras of a hit: more damage, ignored armour, a grip.

    Empty if the attack is split over figures whose tests differ.
    """
    blows = attack.args[0]
    if isinstance(attack, Aim) or attack.rule is not volley or not isinstance(blows, tuple):
        return {}
    one: Blow = blows[0]
    if any((other.skill, other.guard) != (one.skill, one.guard) for other in blows):
        return {}
    found: dict[str, Fraction] = {}
    for grade, chance in odds(clash, one.skill, one.guard).items():
        for words in _grip_of(grade, one.wounds) if one.grapple else _extras_of(grade):
            found[words] = found.get(words, Fraction(0)) + chance
    return dict(sorted(found.items()))

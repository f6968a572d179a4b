"""State of a figure in words, as a mark and as a card, from its ruleset's declarations.

A state that ends at a clock point is shown while it lasts, without the number of that point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from skirmish.core.figures import Counter, Declared, Figure
from skirmish.core.view import View
from skirmish.presentation.wording import humanize
from skirmish.rulesets.common import slots
from skirmish.rulesets.ruleset import Ruleset

STANDING = "standing"
_HELPLESS, _AILING, _LASTING, _EMPTY, _WAITING, _POSED, _PASSING, _MINOR = range(8)
"""Ranks of the states of a figure, the gravest first: helpless, suffering, then what it does."""


@frozen
class Health:
    """A figure's remaining health: `left` of `full` points, wounds or boxes."""

    left: int
    full: int

    @property
    def percent(self) -> int:
        """The share that is left; at least 1 for a figure with anything left."""
        share = self.left * 100 // self.full if self.full else 100
        return max(share, 1) if self.left else share


def filled_cells(left: int, full: int, width: int) -> int:
    """The filled cells of a bar, rounded: at least one if anything is left, all only if all is."""
    if left <= 0 or not full:
        return 0
    nearest = (2 * left * width + full) // (2 * full)
    return width if left >= full else max(1, min(nearest, width - 1))


def health_of(ruleset: Ruleset, figure: Figure) -> Health:
    """A figure's remaining health, in the units of its ruleset."""
    return Health(*ruleset.card.health(figure))


def condition_words(
    view: View, figure: Figure, rules: Ruleset | None = None, *, minor: bool = True
) -> tuple[str, ...]:
    """Posture and states of a figure, as far as the view's side may know them; gravest first.

    With `rules`, numbers that stand for a condition, such as a crippled limb, are named as such.
    Without `minor`, settings and what a card or a bar shows better are left out.
    """
    found = _conditions(view, figure, rules)
    return tuple(dict.fromkeys(words for place, words in found if minor or place < _MINOR))


def ailments_of(view: View, figure: Figure, rules: Ruleset) -> tuple[str, ...]:
    """The states of a figure that begin with the limb or weapon that they are about."""
    found = _conditions(view, figure, rules)
    return tuple(words for place, words in found if place in (_AILING, _EMPTY))


def _conditions(view: View, figure: Figure, rules: Ruleset | None) -> list[tuple[int, str]]:
    """Posture and states of a figure, each with its rank; gravest first."""
    declared = view.state.setup.declared
    found = []
    if figure.posture != STANDING:
        known = declared.postures.get(figure.posture)
        place = _HELPLESS if known is not None and known.blinds else _POSED
        found.append((place, posture_words(declared, figure.posture)))
    ailing = rules.card.ailments(figure) if rules is not None else {}
    found += _counter_words(view, figure, ailing)
    if rules is not None and figure.who.side == view.side:
        found += _empty_words(view, figure, rules)
    return sorted(found, key=lambda one: one[0])


def posture_words(declared: Declared, posture: str) -> str:
    """The label of a posture."""
    known = declared.postures.get(posture)
    return known.label if known else humanize(posture)


def _counter_words(
    view: View, figure: Figure, ailing: Mapping[str, str]
) -> Iterator[tuple[int, str]]:
    """The states that counters represent, each with its rank among all states."""
    declared, clock = view.state.setup.declared, view.state.clock
    mine, named = figure.who.side == view.side, ""
    for name, counter in declared.counters.items():
        value = figure.count(name)
        told = counter.open or (mine and (counter.words or counter.hinders))
        if not value or not told:
            continue
        if not _holds(view, figure, counter):
            continue
        if name in ailing:
            yield _AILING, ailing[name]
        elif counter.point:
            if value > clock.point:
                yield _place(counter), counter.label
        elif counter.words:
            prefix = _weapon_prefix(declared, figure, name)
            prefix, named = ("" if prefix == named else prefix), prefix
            yield _place(counter), f"{prefix}{counter.label} {humanize(counter.word(value))}"
        elif counter.hinders:
            yield _AILING, f"{_weapon_prefix(declared, figure, name)}{counter.label}"
        elif counter.high == 1 or not counter.resets:
            counted = counter.counted(value, figure.who.kind)
            yield _place(counter), counter.label if counter.high == 1 else counted


def _empty_words(view: View, figure: Figure, rules: Ruleset) -> Iterator[tuple[int, str]]:
    """The weapons without ammunition; a weapon that was thrown is gone, and matters less."""
    empty = rules.card.empty_weapons(view.state, figure)
    for weapon in figure.who.weapons:
        if weapon.id in empty:
            thrown = weapon.at_tiles == "throw"
            yield (_MINOR, f"no {weapon.name}") if thrown else (_EMPTY, f"{weapon.name} empty")


def _holds(view: View, figure: Figure, counter: Counter) -> bool:
    """Whether the state that a counter represents applies now."""
    clock, zones = view.state.clock, view.state.zones.values()
    if counter.only_in and (clock.phase, clock.side) != (counter.only_in, figure.side):
        return False
    if counter.unless and figure.count(counter.unless):
        return False
    return not counter.zoned or any(zone.owner == figure.id for zone in zones)


def _place(counter: Counter) -> int:
    """The rank of a counter among the states of a figure: the gravest is the lowest."""
    if counter.minor or counter.words:
        return _MINOR
    if counter.blinds:
        return _HELPLESS
    if counter.waits:
        return _WAITING
    return _PASSING if counter.resets or not counter.given else _LASTING


def _weapon_prefix(declared: Declared, figure: Figure, name: str) -> str:
    """The name of a counter's weapon, if several weapons have or might have such a counter."""
    weapon, first = slots.weapon_of(figure.who.weapons, name), slots.base(name)
    every = (slots.name(first, slot) for slot in range(len(figure.who.weapons)))
    had = sum(one in declared.counters and figure.count(one) > 0 for one in every)
    several = had > 1 or (declared.counters[name].lasting and len(figure.who.weapons) > 1)
    return f"{weapon.name} " if several and weapon is not None else ""


def lasting_states(declared: Declared) -> tuple[str, ...]:
    """Ids of open states that last until they are ended: counters, then helpless postures."""
    counters = (
        name
        for name, c in declared.counters.items()
        if c.open and not c.words and (c.point or c.blinds or (c.high == 1 and not c.resets))
    )
    postures = (name for name, posture in declared.postures.items() if posture.blinds)
    return (*counters, *(name for name in postures if name not in declared.counters))


def state_words(declared: Declared, name: str) -> str:
    """The label of a lasting state."""
    counter = declared.counters.get(name)
    return counter.label if counter else posture_words(declared, name)


def worst_state(declared: Declared, figure: Figure, now: int) -> int | None:
    """Index in `lasting_states` of the worst state of a figure: the last one that it has."""
    found = None
    for at, name in enumerate(lasting_states(declared)):
        counter = declared.counters.get(name)
        value = figure.count(name)
        is_so = value > now if counter is not None and counter.point else value > 0
        if is_so or figure.posture == name:
            found = at
    return found


def card_facts(
    ruleset: Ruleset, view: View, figure: Figure, *, posed: bool = True
) -> tuple[tuple[str, str], ...]:
    """Labels and values of a figure's card in the ruleset's order; of an enemy only open lines.

    Without `posed` its posture is not among its states. Lines of one label are merged, and a detail
    of a weapon stands under its name. Weapons come last, because the other lines change more often.
    """
    mine = figure.who.side == view.side
    arms = [weapon.name for weapon in figure.who.weapons]
    posture = posture_words(view.state.setup.declared, figure.posture)
    values: dict[str, dict[str, None]] = {}
    for line in ruleset.card.lines(view.state, figure):
        label, value = line.label, line.value
        if line.weapon:
            label, value = line.weapon, f"{line.label} {line.value}"
        pose = line.status and value in (figure.posture, posture)
        if (mine or line.open) and (posed or not pose):
            values.setdefault(label, {})[value] = None
    labels = sorted(values, key=lambda name: name in arms)
    return tuple((label, ", ".join(values[label])) for label in labels)

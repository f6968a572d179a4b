"""How a figure fares, in words and as a mark, from what its ruleset declares.

What ends at a clock point is told as long as it lasts, never by its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from skirmish.core.figures import Counter, Declared, Figure
from skirmish.core.view import View
from skirmish.rulesets.common import slots
from skirmish.rulesets.protocol import Ruleset, ailments
from skirmish.telling.wording import spoken

UPRIGHT = "standing"
_UNTIL = " until"


def label_of(counter: Counter) -> str:
    """A counter's label as a state that lasts: `stunned until` is `stunned`."""
    return counter.label.removesuffix(_UNTIL)


def words_of(view: View, figure: Figure, rules: Ruleset | None = None) -> tuple[str, ...]:
    """Posture and states of a figure, as far as the view's side may know them.

    With the rules also what a number means to them: that a limb is crippled.
    """
    declared = view.state.setup.declared
    mine = figure.who.side == view.side
    found = [] if figure.posture == UPRIGHT else [posture_words(declared, figure.posture)]
    now = view.state.clock.point
    meant = ailments(rules, figure) if rules is not None else {}
    found += _counted(declared, figure, now, meant, mine=mine)
    return tuple(dict.fromkeys(found))


def posture_words(declared: Declared, posture: str) -> str:
    """A posture as it is called."""
    known = declared.postures.get(posture)
    return known.label if known else spoken(posture)


def _counted(
    declared: Declared, figure: Figure, now: int, meant: Mapping[str, str], *, mine: bool
) -> Iterator[str]:
    for name, counter in declared.counters.items():
        value = figure.count(name)
        if not value or not (counter.open or (mine and counter.words)):
            continue
        if name in meant:
            yield meant[name]
        elif counter.point:
            if value > now:
                yield label_of(counter)
        elif counter.words:
            yield f"{_whose(declared, figure, name)}{spoken(counter.word(value))}"
        elif counter.high == 1:
            yield counter.label
        elif not counter.resets:
            yield f"{counter.label} {value}"


def _whose(declared: Declared, figure: Figure, name: str) -> str:
    """The weapon that a counter is of, to be said before its word where several have one."""
    base, _, place = name.rpartition("_")
    weapons = {
        slots.name(base if place.isdigit() else name, slot): weapon.name
        for slot, weapon in enumerate(figure.who.weapons)
    }
    several = sum(one in declared.counters and figure.count(one) > 0 for one in weapons) > 1
    return f"{weapons[name]} " if several and name in weapons else ""


def lasting(declared: Declared) -> tuple[str, ...]:
    """What everybody sees and what lasts until it is ended: counters, then helpless postures."""
    counters = (
        name
        for name, c in declared.counters.items()
        if c.open and not c.words and (c.point or c.blinds or (c.high == 1 and not c.resets))
    )
    postures = (name for name, posture in declared.postures.items() if posture.blinds)
    return (*counters, *(name for name in postures if name not in declared.counters))


def lasting_words(declared: Declared, name: str) -> str:
    """What a state that lasts is called."""
    counter = declared.counters.get(name)
    return label_of(counter) if counter else posture_words(declared, name)


def worst(declared: Declared, figure: Figure, now: int) -> int | None:
    """The place in `lasting` of the worst state that a figure is in, the last one there."""
    found = None
    for at, name in enumerate(lasting(declared)):
        counter = declared.counters.get(name)
        value = figure.count(name)
        is_so = value > now if counter is not None and counter.point else value > 0
        if is_so or figure.posture == name:
            found = at
    return found

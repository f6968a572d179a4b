"""The lines of a figure's card; those hidden from the enemy are separate."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.figures import Figure
from skirmish.core.setup import MUSTER
from skirmish.core.state import State
from skirmish.core.text import pluralize
from skirmish.rulesets.attack import total
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.walking import tile_budget, tiles_text
from skirmish.rulesets.ruleset import Budget, Line
from skirmish.rulesets.trait_die.accuracy import rounds_in
from skirmish.rulesets.trait_die.ammunition import size
from skirmish.rulesets.trait_die.budget import rooted
from skirmish.rulesets.trait_die.catalogue import ware_words
from skirmish.rulesets.trait_die.counters import (
    ACT,
    ACTS,
    AIMS_AT,
    FIRED_RAPIDLY,
    HOLDING,
    MOVED,
    PIECES,
    PRONE,
    PURCHASES,
    RECOVERING,
    SHAKEN,
    SPARE,
    TOKENS,
    WHOLE,
)
from skirmish.rulesets.trait_die.equipment import burden, most_load, si_text
from skirmish.rulesets.trait_die.figures import (
    kind_of,
    most_wounds,
    parry,
    toughness_parts,
    weapons_of,
)
from skirmish.rulesets.trait_die.kinds import RADII, Weapon
from skirmish.rulesets.trait_die.movement import pace
from skirmish.rulesets.trait_die.muster import MOST_PURCHASES, offered
from skirmish.rulesets.trait_die.reactions import going_first

BODY = ("agility", "spirit", "strength", "vigor")
SKILLS = ("shooting", "fighting", "throwing")
CONDITIONS = (SHAKEN, RECOVERING, FIRED_RAPIDLY, HOLDING)


def facts(_state: State, figure: Figure) -> tuple[Line, ...]:
    """Lines for traits, toughness and weapons."""
    kind = kind_of(figure)
    rank = "wild card: a fourth wound" if kind.wild_card else "a wound"
    tough = total(toughness_parts(figure, 0))
    armour = f", {kind.armour} of it armour" if kind.armour else ""
    return (
        Line(kind.name, f"{rank} puts it out; moves {kind.pace} tiles a turn"),
        Line("traits", _dice(figure, BODY)),
        Line("skills", _dice(figure, SKILLS)),
        Line("toughness", f"{tough}{armour}"),
        Line("parry", f"{parry(figure)} against blows"),
        *(Line(weapon.name, _weapon(weapon)) for weapon in weapons_of(figure)),
    )


def health(figure: Figure) -> tuple[int, int]:
    """Return the wounds that a figure can still take, including the last one, and its maximum."""
    return max(0, most_wounds(figure) - figure.damage), most_wounds(figure)


def budgets(state: State, figure: Figure) -> tuple[Budget, ...]:
    """The rest of a figure's move; its actions are limited only by their penalty."""
    if figure.at is None or state.clock.phase != ACT or state.clock.side != figure.side:
        return ()
    rest = pace(state, figure).halves
    left = 0 if rooted(state, figure) else rest
    return (tile_budget("may move", left, rest + figure.count(MOVED)),)


def _dice(figure: Figure, traits: tuple[str, ...]) -> str:
    kind = kind_of(figure)
    return ", ".join(f"{trait} d{getattr(kind, trait)}" for trait in traits)


def _weapon(weapon: Weapon) -> str:
    """A weapon in a few words: `2d8 damage, best to 12 tiles, at most 48, single/auto`."""
    bonus = f"{weapon.bonus:+}" if weapon.bonus else ""
    damage = f"{weapon.dice}d{weapon.sides}{bonus}" if weapon.dice else "strength"
    words = [f"strength + {damage}" if weapon.melee and weapon.dice else damage]
    words = [f"{words[0]} damage"]
    words += [f"target's armour counts {weapon.ap} less"] if weapon.ap else []
    if weapon.template:
        words += [f"all within {pluralize(RADII[weapon.template], 'tile')}"]
    if weapon.short:
        words += [f"best to {weapon.short} tiles, at most {weapon.long}"]
    words += ["/".join(weapon.modes)] if weapon.modes else []
    words += [f"{weapon.rof} shots in auto"] if weapon.rof > 1 else []
    return ", ".join(words)


def conditions(state: State, figure: Figure) -> Iterator[str]:
    """The states that a figure is in, in words."""
    counters = state.setup.declared.counters
    for name in CONDITIONS:
        if figure.count(name):
            yield counters[name].label
    if figure.damage:
        yield f"wounded, -{figure.damage} to its rolls"
    if figure.posture == PRONE:
        yield "prone"


def own(state: State, figure: Figure) -> Iterator[Line]:
    """Lines for its own side only: what it has left and what it does."""
    for weapon in weapons_of(figure):
        if text := _left(figure, weapon):
            yield Line(weapon.name, text)
    if state.clock.phase == MUSTER:
        yield Line("carries", f"{si_text(burden(figure))} of {most_load(figure)} significant items")
        rest = MOST_PURCHASES - figure.count(PURCHASES)
        yield Line("purchases left", str(rest))
        yield from _wares(figure)
    if state.clock.phase == ACT and state.clock.side == figure.side:
        left = 0 if rooted(state, figure) else pace(state, figure).halves
        yield Line("may move", f"{tiles_text(left)} tiles")
        yield Line("actions", _actions(figure.count(ACTS)))
    if figure.count(HOLDING):
        chances = going_first(state, figure.id)
        if words := ", ".join(f"{foe} {round(100 * chance)}%" for foe, chance in chances):
            yield Line("goes before", words)
    for link in state.linked(AIMS_AT, figure.id):
        yield Line("aims at", link.b)


def _wares(figure: Figure) -> Iterator[Line]:
    """The items that may be rolled for, by weapon and price level."""
    sold: dict[tuple[str, str], list[str]] = {}
    for item in offered(figure):
        sold.setdefault((item.weapon.name, item.price), []).append(item.id)
    for (name, price), items in sold.items():
        yield Line(f"to buy for {name}: {price}", ", ".join(map(ware_words, items)))


def _actions(taken: int) -> str:
    """The actions taken in a bound, and the penalty of the next one: `2 taken, next -4`."""
    if taken >= WHOLE:
        return "all taken"
    return f"{taken} taken, next {-2 * taken}" if taken else "none taken"


def _left(figure: Figure, weapon: Weapon) -> str:
    """The ammunition in a weapon and carried for it: `2 of 3 tokens, 4 spare, tracer`.

    For rounds that pierce armour, also the total modifier to armour.
    """
    rounds = rounds_in(figure, weapon)
    kind = "" if rounds.id == "standard" else f", {rounds.name}"
    kind += f": target's armour counts {weapon.ap + rounds.ap} less" if rounds.ap else ""
    if weapon.count:
        return f"{slots.get(figure, PIECES, weapon.id)} left{kind}"
    if not weapon.magazine:
        return ""
    tokens, spare = (slots.get(figure, name, weapon.id) for name in (TOKENS, SPARE))
    return f"{tokens} of {size(figure, weapon)} tokens, {spare} spare{kind}"

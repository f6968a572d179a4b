"""The options of several orders in the order of a figure's weapons, as menus list them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.families import Family

Place = Callable[[Figure, Family], tuple[int, ...]]
"""Where a family stands in the menu of a figure: the place of its weapon, then what else counts."""


def weapon_by_weapon(place: Place, *actions: Action[Any]) -> Iterator[Action[Any]]:
    """The same actions; the first gives the options of all, weapon by weapon."""

    def options(known: View, figure: Figure) -> list[Family]:
        found = (family for action in actions for family in action.options(known, figure))
        return sorted(found, key=partial(place, figure))

    for number, action in enumerate(actions):
        yield evolve(action, options=(lambda _view, _figure: ()) if number else options)

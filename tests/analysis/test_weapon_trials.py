"""Modes of weapons are compared by what they gain for what they cost; useless ones are named."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from attrs import evolve, field, frozen

from skirmish.analysis.weapon_sheets import WIDTH, SheetRow, WeaponSheet, WeaponSheets, sheets_text
from skirmish.analysis.weapon_trials import try_weapons
from skirmish.core.codec import Shape
from skirmish.core.dice import Dice
from skirmish.core.events import Counted, Fired
from skirmish.core.figures import Counter, Declared, Figure, Kind, Phase, Weapon
from skirmish.core.geometry import distance2
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.errors import UsageProblem
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.scene import Scene
from tests.seams.thin import Thin
from tests.toy_ruleset import TOY

OPPOSED = RULESETS["opposed_d6"]


@pytest.mark.parametrize("name", RULESETS)
def test_every_mode_is_the_best_somewhere(name: str) -> None:
    """No armoury has a mode that nobody who reckons would use."""
    assert try_weapons(RULESETS[name], distances=(6, 30)).faults == ()


def rows(sheet: WeaponSheet, **where: Any) -> tuple[SheetRow, ...]:
    """The rows of a sheet in these situations."""
    return tuple(
        row
        for row in sheet.rows
        if all(getattr(row.situation, key) == value for key, value in where.items())
    )


@cache
def opposed(*weapons: str, kind: str = "", target: str = "rifleman") -> WeaponSheets:
    """Weapons of opposed d6 at one kind of target."""
    return try_weapons(OPPOSED, weapons=weapons, kind=kind, targets=[target])


def test_the_odds_are_those_of_play() -> None:
    """A rifle, 4, at a figure of 10 points and 2: 9 of 36 down it, 17 suppress, at a quarter."""
    (sheet,) = opposed("rifle").sheets

    (row,) = rows(sheet, range=8, cover=0, group="alone")

    assert row.uses["single"].value == Fraction(9 * 10 * 4 + 17 * 10, 4 * 36)
    assert row.best == ("single",)


def test_ranges_end_where_the_weapon_does() -> None:
    """Its farthest tile is tried as well; an indirect weapon begins where it may."""
    rifle, mortar = opposed("rifle", "mortar").sheets

    assert max(row.situation.range for row in rifle.rows) == 36
    assert min(row.situation.range for row in mortar.rows) == 8


def test_groups_show_what_dividing_is_for() -> None:
    """A burst is divided over three in the open; against one, or cover, it is better whole."""
    (sheet,) = opposed("light_machine_gun").sheets

    def best(group: str, cover: int) -> tuple[str, ...]:
        (row,) = rows(sheet, range=12, cover=cover, group=group)
        return row.best

    assert best("close", 0) == ("burst over 3 rolls",)
    assert best("alone", 0) == best("close", 3) == ("single",)


def test_harm_to_ones_own_side_is_taken_off() -> None:
    """A grenade at two tiles strikes the thrower too."""
    (sheet,) = opposed("grenade").sheets

    (near,) = rows(sheet, range=2, cover=0, group="alone")
    (far,) = rows(sheet, range=6, cover=0, group="alone")

    assert near.value < far.value


def test_what_rolls_no_dice_is_told_and_no_fault() -> None:
    """Smoke takes no points; who only fights hand to hand fires nothing."""
    smoke, sword = opposed("smoke_grenade", "sword").sheets

    assert (smoke.idle, smoke.rows, smoke.faults) == (("blast",), (), ())
    assert (sword.idle, sword.rows, sword.faults) == ((), (), ())


def test_modes_that_are_the_best_nowhere_are_named() -> None:
    """Against armour alone a burst is never divided, and each such mode is named."""
    found = opposed("light_machine_gun", target="armoured_car")

    assert found.faults == (
        "light_machine_gun: 'burst over 2 rolls' is nowhere the best",
        "light_machine_gun: 'burst over 3 rolls' is nowhere the best",
    )


def test_a_weapon_that_another_one_beats_everywhere_is_noted() -> None:
    """For the points of who fires it: in the same hands the weaker one has nothing to show."""
    assert opposed("rifle", "shotgun", kind="rifleman").notes == ()
    assert opposed("rifle", "carbine", kind="rifleman").notes == (
        "carbine: never the best for the worth of its shooter",
    )


def test_everything_by_itself() -> None:
    """Targets are the first kind and the one protected best; who fires carries the weapon."""
    found = try_weapons(OPPOSED, weapons=["flamethrower"], distances=[4])

    assert [kind.id for kind in found.targets] == ["rifleman", "armoured_car"]
    assert found.sheets[0].kind.id == "flame_trooper"


@pytest.mark.parametrize("wrong", [{"weapons": ["rifel"]}, {"kind": "x"}, {"targets": ["x"]}])
def test_what_is_not_in_the_armoury(wrong: Mapping[str, Any]) -> None:
    """The fault lists what is."""
    with pytest.raises(UsageProblem, match=r"no (weapon|kind) '.*' \(known: rifle"):
        try_weapons(OPPOSED, **wrong)


VERBS = {
    verb.name: verb
    for verb in (
        Verb(
            "fire", "fires", target=Shape.FIGURE, fields=(Field("rounds", Shape.NUMBER, "so many"),)
        ),
        Verb("mode", "sets the gun", target=Shape.WORD),
    )
}
DECLARED = Declared(
    counters={
        "rounds": Counter("rounds"),
        "fired": Counter("shots fired"),
        "mode": Counter("mode", words=("broken", "single", "auto")),
    },
    phases={"act": Phase("act", moves=True)},
)
NEEDS = {"single": 1, "short": 3, "long": 6, "waste": 6}
CHANCE = {"single": 2, "short": 3, "long": 6, "waste": 5}
"""Faces of a d6 that hit."""


def hit(dice: Dice, faces: int) -> tuple[bool]:
    """One die."""
    return (dice.die(6) <= faces,)


@frozen
class Gun(Thin):
    """One gun that is set to single shots or bursts, recoils and runs dry."""

    verbs: Mapping[str, Verb] = field(factory=lambda: VERBS)
    declared: Declared = DECLARED

    def kinds(self) -> Mapping[str, Kind]:
        return {"man": Kind("man", "man", glyph="m", points=12, weapons=("gun",))}

    def weapons(self) -> Mapping[str, Weapon]:
        return {"gun": Weapon("gun", "gun")}

    def counters(self, weapons: tuple[Weapon, ...], _given: object) -> Mapping[str, int]:
        return {"rounds": 20, "mode": 1}

    def ways_to_use(
        self, _state: State, shooter: Figure, _weapon: str, target: Figure
    ) -> Iterator[tuple[str, Order]]:
        names = ((), ("single",), ("short", "long", "waste"))[shooter.count("mode")]
        for name in names:
            yield name, Order("fire", shooter.id, target.id, (("how", name),))

    def impossible(self, state: State, order: Order) -> Refusal | None:
        if order.verb == "mode":
            return None
        figure = state.figures[order.figure]
        near = distance2(figure.tile, state.figures[order.target].tile) <= 8**2
        loaded = figure.count("rounds") >= NEEDS[order.get("how")]
        return None if near and loaded else Refusal("it can't")

    def refusal(self, view: View, order: Order) -> Refusal | None:
        if order.verb == "mode":
            return Refusal("it is not made for that") if order.target == "broken" else None
        spent = view.state.figures[order.figure].count("fired") and order.get("how") == "long"
        return Refusal("too late") if spent else self.impossible(view.state, order)

    def attack(self, state: State, order: Order) -> Attack:
        recoil = state.figures[order.figure].count("fired")
        chance = CHANCE[order.get("how")] - recoil * (order.get("how") != "single")
        return Attack(hit, (chance,), (order.target,), named=order.target)

    def cost(self, state: State, order: Order) -> Fraction:
        return Fraction(1, 2) if order.get("how") in ("single", "short") else Fraction(1)

    def loss(self, state: State, figure: str, outcome: Any) -> Fraction:
        return Fraction(12 if outcome is True else 0)

    def menace(self, state: State, shooter: str, target: str) -> Fraction:
        return Fraction(1)


def fires(scene: Scene, order: Order) -> None:
    """A shot of the gun: recoil, rounds."""
    figure = scene.state.figures[order.figure]
    scene.emit(Fired(order.figure, "gun", target=order.target))
    scene.emit(Counted(order.figure, "fired", figure.count("fired") + 1))
    left = figure.count("rounds") - NEEDS[order.get("how")]
    scene.emit(Counted(order.figure, "rounds", left))


@cache
def gun() -> WeaponSheet:
    """The sheet of the gun."""
    return try_weapons(Gun(fires).value).sheets[0]


def values(condition: str) -> Mapping[str, Fraction]:
    """What each mode of the gun gains against one target."""
    (row,) = rows(gun(), condition=condition, range=8, cover=0, group="alone")
    return {mode: use.value for mode, use in row.uses.items()}


def test_what_an_order_costs_divides_its_gain() -> None:
    """Half a bound for a hit in two is worth as much as a whole one for a sure hit."""
    assert values("rested") == {
        "single": 8,
        "short (auto)": 12,
        "long (auto)": 12,
        "waste (auto)": 10,
    }


def test_settings_are_those_that_can_be_ordered() -> None:
    """A weapon is tried with each word of a counter that its orders can set."""
    assert gun().modes == ("single", "short (auto)", "long (auto)", "waste (auto)")


def test_recoil_counts_after_a_shot() -> None:
    """What was fired once is fired again, where the clock allows it."""
    assert values("fired") == {"single": 8, "short (auto)": 8, "waste (auto)": 8}


def test_short_of_ammunition_the_thrifty_modes_are_compared() -> None:
    """As many rounds are left as some mode needs, while others need more."""
    assert {row.situation.condition for row in gun().rows} == {
        "rested",
        "fired",
        "rounds 1",
        "rounds 3",
    }
    assert values("rounds 3") == {"single": 8, "short (auto)": 12}
    assert values("rounds 1") == {"single": 8}


def test_a_useless_mode_is_named() -> None:
    """One that another beats wherever it is possible, in whatever condition."""
    wasted = evolve(gun(), rows=rows(gun(), condition="rested"))

    assert wasted.faults == (
        "gun: 'single' is nowhere the best",
        "gun: 'waste' is nowhere the best",
    )


def test_an_empty_armoury_has_no_faults() -> None:
    """Nor has one whose weapons have no modes."""
    assert try_weapons(Thin(fires).value).sheets == ()
    assert try_weapons(TOY.value).faults == try_weapons(TOY.value).notes == ()


def test_numbers_for_programs_and_a_table_for_people() -> None:
    """The same values; nothing is wider than the screen, equal lines are one."""
    found = WeaponSheets("thin", (gun(),), (gun().kind,))

    data = json.loads(json.dumps(found.data))
    table = sheets_text(found)

    first = data["weapons"][0]["situations"][0]
    assert first["range"] == 1
    assert first["modes"]["short (auto)"] == {"loss": 6.0, "cost": "1/2", "value": 12.0}
    assert first["best"] == ["short (auto)", "long (auto)"]
    assert "   1-8 0-3  bc 12.0" in table
    assert max(map(len, table.splitlines())) <= WIDTH

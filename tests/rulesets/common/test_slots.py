"""Counters kept for each weapon go by its place on the figure."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.figures import Counter, Figure
from skirmish.core.orders import Order, Refusal
from skirmish.rulesets.common import slots
from skirmish.rulesets.opposed_d6.kinds import Weapon
from tests.position import position

RIFLE, PISTOL, KNIFE = (Weapon(name, name) for name in ("rifle", "pistol", "knife"))


def armed(*weapons: Weapon, **counters: int) -> Figure:
    """A figure with these weapons."""
    return evolve(position("a>", weapons={"a": weapons}).figure("a"), counters=counters)


def test_the_first_weapon_has_the_bare_name() -> None:
    """The others are numbered from 2."""
    declared = slots.counters("rounds", Counter("rounds", high=30))

    assert [*declared] == ["rounds", "rounds_2", "rounds_3", "rounds_4"]
    assert {counter.high for counter in declared.values()} == {30}


def test_a_counter_of_a_weapon_is_found_by_the_weapons_id() -> None:
    """As the figure carries them; what it does not carry is an error of the caller's."""
    figure = armed(RIFLE, PISTOL, rounds=5, rounds_2=7)

    assert [slots.get(figure, "rounds", name) for name in ("rifle", "pistol")] == [5, 7]
    assert slots.of(figure, "pistol") == 1
    with pytest.raises(ValueError, match="knife"):
        slots.of(figure, "knife")


@pytest.mark.parametrize(
    ("weapons", "said", "expected"),
    [
        ((RIFLE, PISTOL), "", RIFLE),
        ((RIFLE, PISTOL), "pistol", PISTOL),
        ((RIFLE,), "knife", Refusal("a has no knife", remedy="it has: rifle")),
        ((), "", Refusal("a carries no weapon")),
    ],
)
def test_an_order_means_the_weapon_that_it_names_or_the_first(
    weapons: tuple[Weapon, ...], said: str, expected: Weapon | Refusal
) -> None:
    """And is refused where there is none such."""
    assert slots.chosen(armed(*weapons), Order.of("fire", "a", weapon=said)) == expected


def test_what_cannot_be_kept_apart_is_a_fault() -> None:
    """More weapons than there are places, or one twice."""
    assert slots.faults("man", (RIFLE, PISTOL, KNIFE)) == ()
    assert slots.faults("man", (RIFLE, PISTOL, RIFLE)) == ("man: carries rifle twice",)
    five = tuple(Weapon(str(n), str(n)) for n in range(5))
    assert slots.faults("man", five) == ("man: 5 weapons, 4 are the most",)

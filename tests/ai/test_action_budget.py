"""What a figure can still do with its bound."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from skirmish.ai.action_budget import ActionBudget, AttackRate, best_of

pairs = st.lists(st.tuples(st.integers(100, 1000), st.integers(1, 5000)), max_size=4)


def test_two_cheap_shots_beat_a_dear_one() -> None:
    """A shot of half a bound counts twice in a whole one, the second time for less."""
    budget = ActionBudget(1000, shots=((500, 400), (1000, 600)))

    assert budget.here(1000) == 400 + 320
    assert budget.here(900) == 400


def test_what_is_left_goes_into_being_ready() -> None:
    """After a shot the rest of the bound is worth as much of a preparation as it pays for."""
    budget = ActionBudget(1000, AttackRate(least=300), shots=((600, 1000),), stops=((800, 400),))

    assert budget.here(1000) == 1000 + 200 * 800 // 1000
    assert budget.here(400) == 200
    assert budget.here(200) == budget.here(0) == 0  # too little for the attack that it readies


def test_what_is_free_can_be_made_ready_whatever_is_left() -> None:
    """Even where an attack took more than there was, as the last of a magazine may."""
    budget = ActionBudget(1000, shots=((1000, 500),), stops=((0, 70), (400, 300)))

    assert budget.here(-500) == budget.here(0) == 70


def test_a_weapon_that_locks_fires_once() -> None:
    """A second shot counts only where the weapon can make one."""
    once, again = (
        ActionBudget(1000, AttackRate(times=times), shots=((400, 500),)) for times in (1, 2)
    )

    assert (once.here(1000), again.here(1000)) == (500, 900)
    assert (once.fired().here(1000), again.fired().here(1000)) == (0, 500)
    rates = [AttackRate(400, times=times) for times in range(3)]
    assert [rate.volley(500, 1000) for rate in rates] == [0, 500, 900]


def test_walking_is_charged_for_the_shot_it_costs() -> None:
    """From a place twice as good a shot counts double, but only if there is time for it."""
    budget = ActionBudget(1000, harm=500, shots=((600, 500),))

    assert budget.there(1000, 700) == 900
    assert budget.there(1000, 500) == 0


def test_who_has_no_shot_from_here_has_none_elsewhere() -> None:
    """A figure that could do harm but for its weapon is not drawn to other places by it."""
    assert ActionBudget(1000, harm=500).there(900, 1000) == 0
    assert ActionBudget(1000, harm=0).there(900, 1000) == 810


def test_to_wait_elsewhere_counts_by_the_harm_from_there() -> None:
    """Behind a wall there is nothing to wait for; other preparations count as they do here."""
    budget = ActionBudget(1000, harm=500, stops=((1000, 100),), waits=((1000, 800),))

    assert budget.here(1000) == 800
    assert [budget.there(harm, 1000) for harm in (0, 250, 500)] == [100, 400, 800]


def test_a_weapon_is_spent_if_time_is_left_that_it_cannot_use() -> None:
    """A bound may also be too short for another attack."""
    rates = (AttackRate(500, times=1), AttackRate(500, times=2), AttackRate(600, times=1))

    assert [rate.spends for rate in rates] == [True, False, False]


@given(pairs, pairs, st.integers(0, 1000), st.integers(0, 1000))
def test_more_of_a_bound_is_never_worse(
    shots: list[tuple[int, int]], stops: list[tuple[int, int]], less: int, more: int
) -> None:
    """Whatever can be done in a part of a bound can be done in more of it."""
    budget = ActionBudget(1000, AttackRate(least=300), shots=best_of(shots), stops=best_of(stops))
    low, high = sorted((less, more))

    assert budget.here(low) <= budget.here(high)
    assert AttackRate(300).volley(700, low) <= AttackRate(300).volley(700, high)


@given(pairs)
def test_only_the_best_of_each_cost_are_kept(found: list[tuple[int, int]]) -> None:
    """Costs and gains rise together, and the greatest gain is among them."""
    kept = best_of(found)

    assert [gain for _, gain in kept] == sorted({gain for _, gain in kept})
    assert [cost for cost, _ in kept] == sorted({cost for cost, _ in kept})
    assert max((gain for _, gain in found), default=0) == max((g for _, g in kept), default=0)

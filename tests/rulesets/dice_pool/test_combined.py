"""Everything that counts in a burst at once: sums first, limits last."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.figures import Figure
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.dice_pool.dice import Target
from tests.position import Position
from tests.rulesets.dice_pool.blocks import gun, man, scene

INCREMENT = 4
ROUNDS = {"short": 3, "long": 6, "full": 10}
COVER = {".": 0, "o": 2, ":": 4, "&": 4}


@frozen
class Case:
    """A burst in a row of tiles, with all that changes its numbers."""

    skill: int
    aim: int
    ran: bool
    fired: int
    hurt: int
    rate: int
    compensation: int
    burst: str
    wide: bool
    distance: int
    ground: str
    prone: bool
    defending: bool
    wounds: int
    reaction: int
    av: int
    ap: int

    @property
    def beyond(self) -> int:
        """Increments beyond the first; a boundary belongs to the nearer one (POOL-F5)."""
        return (self.distance - 1) // INCREMENT


CASES = st.builds(
    Case,
    skill=st.sampled_from((0, 3, 12)),
    aim=st.integers(0, 3),
    ran=st.booleans(),
    fired=st.sampled_from((0, 1, 6, 10)),
    hurt=st.integers(0, 8),
    rate=st.sampled_from((0, 1, 2, 9)),
    compensation=st.sampled_from((0, 2, 20)),
    burst=st.sampled_from(tuple(ROUNDS)),
    wide=st.booleans(),
    distance=st.integers(1, 5 * INCREMENT),
    ground=st.sampled_from(tuple(COVER)),
    prone=st.booleans(),
    defending=st.booleans(),
    wounds=st.integers(0, 8),
    reaction=st.sampled_from((0, 2, 12)),
    av=st.sampled_from((0, 3, 12)),
    ap=st.sampled_from((-20, -1, 0, 2, 20)),
)


def battle(case: Case) -> Position:
    """A fires at R."""
    arm = gun(
        modes=("fa",),
        increment=INCREMENT,
        rate=case.rate,
        compensation=case.compensation,
        ap=case.ap,
    )
    game = scene(
        ". " * case.distance + f"{case.ground} ",
        at={"a": (0, 0, ">"), "R": (case.distance, 0)},
        weapons={"a": (arm,), "R": ()},
        kinds={"a": man(skill=case.skill), "R": man(reaction=case.reaction, av=case.av)},
        counters={
            "a": {"aim": case.aim, "ran": int(case.ran), "fired": case.fired},
            "R": {"defending": int(case.defending)},
        },
    )
    posture = "prone" if case.prone else "standing"
    changed: dict[str, Figure] = {
        "a": evolve(game.figure("a"), damage=case.hurt),
        "r": evolve(game.figure("R"), damage=case.wounds, posture=posture),
    }
    return evolve(game, state=evolve(game.state, figures=changed))


def dice_of(case: Case) -> int:
    """Dice of the attack: skill and agility 2, never below one."""
    recoil = case.rate * (case.fired + ROUNDS[case.burst] - 1) - case.compensation
    less = case.beyond + 2 * case.ran + case.hurt // 3 + max(0, recoil) + 3 * (case.distance == 1)
    return max(1, case.skill + 2 + case.aim - less)


def target_of(case: Case) -> Target:
    """The figure fired at: dodge 1, body 2, nine boxes; no dice below none."""
    far = case.prone and case.distance >= 10
    more = case.defending + COVER[case.ground] + 2 * far - case.wounds // 3
    rate = (case.rate or Fraction(1, 2)) + case.wide + case.beyond
    return Target(
        guard=max(0, case.reaction + more),
        dv=4,
        av=max(0, case.av + case.ap),
        body=2,
        boxes=9 - case.wounds,
        threshold=case.beyond if case.wide else 0,
        halves=int(2 * rate),
        extra=9,
    )


@settings(max_examples=60, deadline=None)
@given(CASES)
def test_all_that_counts_is_summed_before_its_limit(case: Case) -> None:
    """POOL-15, POOL-24, POOL-26, POOL-37, POOL-38, POOL-A3, POOL-F3, POOL-F5 to POOL-F9."""
    game = battle(case)
    spread = " spread=wide" if case.wide else ""
    attack = game.ruleset.attack(game.state, game.line(f"fire a R burst={case.burst}{spread}"))

    assert isinstance(attack, Attack)
    assert attack.args == (dice_of(case), ROUNDS[case.burst], True, (target_of(case),))

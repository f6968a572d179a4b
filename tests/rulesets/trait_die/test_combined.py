"""Everything that counts in a shot at once, and the same ammunition in every attack."""

from __future__ import annotations

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.events import Linked
from skirmish.core.figures import Figure
from skirmish.rulesets.trait_die.dice import Guard
from tests.position import Position
from tests.rulesets.trait_die.blocks import EXTRA, GUN, HERO, scene
from tests.rulesets.trait_die.test_shooting import parts, plan

ARM = evolve(GUN, short=3, medium=6, long=12, ap=1)
COVER = {".": 0, "o": -1, ":": -2, "&": -4}
MODES = {"single": 0, "double": 1, "burst": 2, "auto": 0, "rapid": -4}
LIMBS = {"": 0, "limb": -2, "head": -4}
AMMO = ("standard", "ap_rounds", "hollow_point", "tracer", "match", "caseless")
PRONE_FROM = 3


@frozen
class Case:
    """A shot along a row of tiles, with all that changes its numbers."""

    mode: str
    dice: int
    limb: str
    ammo: str
    distance: int
    ground: str
    prone: bool
    rapid: bool
    acts: int
    ran: bool
    aims: bool
    wounds: int
    armour: int


CASES = st.builds(
    Case,
    mode=st.sampled_from(tuple(MODES)),
    dice=st.integers(1, 3),
    limb=st.sampled_from(tuple(LIMBS)),
    ammo=st.sampled_from(AMMO),
    distance=st.integers(1, 12),
    ground=st.sampled_from(tuple(COVER)),
    prone=st.booleans(),
    rapid=st.booleans(),
    acts=st.integers(0, 4),
    ran=st.booleans(),
    aims=st.booleans(),
    wounds=st.integers(0, 3),
    armour=st.sampled_from((0, 1, 2, 20)),
).filter(lambda case: (case.mode, case.dice) != ("rapid", 1))


def battle(case: Case) -> Position:
    """A fires at R."""
    drawing = ". " * case.distance + f"{case.ground} "
    words = scene("a>").state.setup.declared.counters["ammo"].words
    game = scene(
        drawing,
        at={"a": (0, 0, ">"), "R": (case.distance, 0)},
        kinds={"a": HERO, "R": evolve(EXTRA, armour=case.armour)},
        weapons={"a": (ARM,), "R": ()},
        counters={
            "a": {"ammo": words.index(case.ammo), "acts": case.acts, "run": 3 * case.ran},
            "R": {"rapid": int(case.rapid)},
        },
    )
    posture = "prone" if case.prone else "standing"
    changed: dict[str, Figure] = {
        "a": evolve(game.figure("a"), damage=case.wounds),
        "r": evolve(game.figure("R"), posture=posture),
    }
    game = evolve(game, state=evolve(game.state, figures=changed))
    return game.after(Linked("aim", "a", "r")) if case.aims else game


def modifier_of(case: Case) -> int:
    """What counts on each die: range by thirds of a row, the better of cover and lying down."""
    reach = 0 if case.distance <= ARM.short else 1 if case.distance <= ARM.medium else 2
    low = -2 if case.prone and case.distance > PRONE_FROM else 0
    one_die = case.mode in ("single", "double", "burst")
    special = (case.ammo == "tracer" and case.mode in ("burst", "auto")) + (
        case.ammo == "match" and case.mode == "single" and reach > 0
    )
    recoil = -2 if case.mode == "auto" and case.dice > 1 else 0
    condition = 2 * case.aims + 2 * case.rapid - 2 * case.acts - 2 * case.ran - case.wounds
    called = LIMBS[case.limb] if one_die else 0
    cover = min(COVER[case.ground], low)
    return MODES[case.mode] + recoil + called + cover - 2 * reach + special + condition


def order_of(case: Case) -> str:
    """The order, with the details that its mode has."""
    one_die = case.mode in ("single", "double", "burst")
    called = f" limb={case.limb}" if case.limb else ""
    return f"fire a R mode={case.mode}{called if one_die else f' dice={case.dice}'}"


@settings(max_examples=60, deadline=None)
@given(CASES)
def test_all_that_counts_is_summed(case: Case) -> None:
    """AMMO-F3, AMMO-F5 to AMMO-F12, AMMO-F21."""
    game = battle(case)
    volley = plan(game, order_of(case)).plan
    soft = 2 if case.ammo == "hollow_point" and not case.armour else 0
    pierced = 3 if case.ammo == "ap_rounds" else 1

    (share,), (guard,) = volley.shares, volley.guards
    assert share.modifier == modifier_of(case)
    assert guard == Guard(5 + max(0, case.armour - pierced) - soft, 1)


@pytest.mark.parametrize("armour", [0, 2, 20])
@pytest.mark.parametrize("ammo", AMMO)
def test_ammunition_does_the_same_in_suppressive_fire(ammo: str, armour: int) -> None:
    """AMMO-F14, AMMO-F21: what damage meets is as with a single shot."""
    words = scene("a>").state.setup.declared.counters["ammo"].words
    kinds = {"a": EXTRA, "R": evolve(EXTRA, armour=armour)}
    arms = {"a": (ARM,), "R": ()}
    loaded = {"a": {"ammo": words.index(ammo)}}
    game = scene("a>. . . R<", kinds=kinds, weapons=arms, counters=loaded)

    swept = parts(game, "suppress a 4,0", "toughness")
    assert swept == parts(game, "fire a R mode=single", "toughness")

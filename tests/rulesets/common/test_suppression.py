"""Suppressive fire lies as a zone until its owner stops or falls, and strikes each figure once."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.dice import Script
from skirmish.core.events import event_text
from skirmish.core.figures import Declared, ZoneKind
from skirmish.core.orders import Order
from skirmish.core.view import view
from skirmish.rulesets.common import harm, suppression
from skirmish.rulesets.scene import Scene
from tests.seams.thin import DECLARED, battle

KINDS = Declared(
    counters=DECLARED.counters,
    links={suppression.STRUCK: suppression.LINK},
    zones={suppression.KIND: suppression.ZONE, "gas": ZoneKind("gas", "g", cloud=True)},
    phases=DECLARED.phases,
)
ROWS = "......#.\n......#.\n......#."
FIGURES = [("b1", "blue", (0, 1)), ("b2", "blue", (7, 1)), ("r1", "red", (4, 1))]
LANE = ((3, 1), (4, 1), (5, 1))


def scene() -> Scene:
    """b1 sees r1; b2 stands behind a wall, where red does not see it."""
    state = battle(lambda _scene, _order: None, FIGURES, rows=ROWS).state
    state = evolve(state, setup=evolve(state.setup, declared=KINDS))
    return Scene(state, "blue", Order("suppress", "b1"), Script(()), ())


def test_its_id_tells_nothing_of_who_keeps_it_up() -> None:
    """Red sees the ground that b2 suppresses, but not b2; two zones have two ids."""
    here = scene()
    ids = [suppression.lay(here, owner, LANE, {"hits": 3}) for owner in ("b2", "b1")]
    seen = view(here.state, "red").state.zones

    assert ids == ["suppression_blue_1", "suppression_blue_2"]
    assert [zone.owner for zone in seen.values()] == ["", "b1"]
    assert [zone.numbers for zone in seen.values()] == [{}, {}]


def test_a_figure_keeps_up_one_zone_at_a_time() -> None:
    """The last takes the place of the one before."""
    here = scene()
    suppression.lay(here, "b1", LANE, {"hits": 3})
    suppression.lay(here, "b1", ((5, 1),), {"hits": 1})

    assert [(zone.tiles, zone.numbers) for zone in here.state.zones.values()] == [
        (((5, 1),), {"hits": 1})
    ]
    assert [zone.owner for zone in suppression.zones_on(here.state, (5, 1))] == ["b1"]
    assert suppression.zones_on(here.state, (3, 1)) == ()


def test_who_was_struck_is_marked_until_the_mark_ends_or_the_zone_is_laid_anew() -> None:
    """A mark with a clock point lasts up to it, one without as long as the zone."""
    here = scene()
    suppression.lay(here, "b1", LANE, {})
    (zone,) = here.state.zones.values()

    suppression.mark(here, zone, "r1", until=here.state.clock.point + 1)
    assert suppression.struck(here.state, zone, "r1")
    assert not suppression.struck(here.state, zone, "b2")
    later = evolve(here.state, clock=evolve(here.state.clock, step=2))
    assert not suppression.struck(later, zone, "r1")

    suppression.mark(here, zone, "r1")
    later = evolve(here.state, clock=evolve(here.state.clock, turn=9))
    assert suppression.struck(later, zone, "r1")
    suppression.lay(here, "b1", LANE, {})
    assert not suppression.struck(here.state, zone, "r1")


def test_it_ends_with_its_owner_and_the_gas_he_left_stays() -> None:
    """Whoever is put out keeps nothing up and holds nobody any more."""
    here = scene()
    suppression.lay(here, "b1", LANE, {})
    (zone,) = here.state.zones.values()
    suppression.mark(here, zone, "r1")
    here.state = evolve(
        here.state, zones={**here.state.zones, "g": evolve(zone, id="g", kind="gas")}
    )

    harm.put_out(here, "b1")

    assert [event_text(told.event) for told in here.told][-2:] == [
        "left b1 downed",
        "unzoned suppression_blue_1",
    ]
    assert [*here.state.zones] == ["g"]
    assert here.state.links == ()
